//! Claims.

use logic::Symbol;

use super::{Parser, Result};
use crate::diagnostic::Diagnostic;
use crate::lexer::Token;
use crate::suggest;
use crate::syntax::{
    Argument, Claim, Clause, ClauseKind, Name, NetworkClaim, Operand, Property, PropertyKind,
    Relation, Verdict,
};

/// The words that are names everywhere but in a claim.
const RELATIONS: &str =
    "`simulated by`, `abstracted by`, `included in`, `satisfies`, `equivalent to` or `safe`";

/// The words that follow the first program of a claim.
const RELATION_WORDS: [&str; 6] = [
    "simulated",
    "abstracted",
    "included",
    "satisfies",
    "safe",
    "equivalent",
];

/// The words that start a clause and are names everywhere else.
const CLAUSE_WORDS: [&str; 5] = ["using", "matching", "augmented", "losing", "keeping"];

impl Parser<'_> {
    pub(super) fn claim(&mut self) -> Result<Claim> {
        let start = self.next();
        let name = self.name("the name of a claim")?;
        self.expect(Token::Colon, "`:`")?;
        let relation = self.relation()?;
        let mut clauses = Vec::new();
        while matches!(
            self.peek(),
            Token::Requires | Token::Ensures | Token::Expect
        ) || CLAUSE_WORDS.iter().any(|word| self.at_word(word))
        {
            clauses.push(self.clause()?);
        }
        if !self.at(Token::Semicolon) && self.at(Token::Name) && !self.on_new_line() {
            let words = ["requires", "ensures", "expect"];
            let words = words.into_iter().chain(CLAUSE_WORDS);
            let hint = suggest::did_you_mean(self.word(), words);
            let error = self.expectation("`requires`, `ensures`, `expect` or `;`");
            return Err(self.report(error.maybe_hint(hint)));
        }
        self.semicolon()?;
        Ok(Claim {
            name,
            relation,
            clauses,
            span: start.to(self.previous()),
        })
    }

    /// Whether the claim at hand says `for all`.
    fn is_for_all(&self) -> bool {
        let rest = &self.tokens[self.position..];
        let words = rest.iter().map(|lexeme| lexeme.span.of(self.text));
        let words: Vec<&str> = words.take_while(|word| *word != ";").collect();
        words.windows(2).any(|pair| pair == ["for", "all"])
    }

    /// `ring(q o p^n) satisfies e for all n >= 2 invariant i`.
    fn network(&mut self) -> Result<Relation> {
        let whole = self.composition()?;
        self.expect_word("satisfies")?;
        let property = self.expression()?;
        self.expect_word("for")?;
        self.expect_word("all")?;
        let count = self.name("the name of a number of copies")?;
        let least = match self.eat(Token::GreaterEquals) {
            Some(_) => Some(self.copies()?),
            None => None,
        };
        let invariant = match self.eat_word("invariant") {
            Some(_) => Some(self.name("the name of a program")?),
            None => None,
        };
        Ok(Relation::Network(Box::new(NetworkClaim {
            whole,
            property,
            count,
            least,
            invariant,
        })))
    }

    fn relation(&mut self) -> Result<Relation> {
        let word_ahead = |parser: &Self, word: &str| {
            parser
                .tokens
                .get(parser.position + 1)
                .is_some_and(|next| next.span.of(parser.text) == word)
        };
        if self.at_word("safe") && word_ahead(self, "for") {
            self.next();
            self.next();
            let mut copies = vec![self.operand()?];
            while self.eat(Token::Comma).is_some() {
                copies.push(self.operand()?);
            }
            return Ok(Relation::SafeFor(copies));
        }
        if self.is_for_all() {
            return self.network();
        }
        for word in ["deterministic", "noninterference", "comparator"] {
            // A program may have such a name; then something else than a name follows.
            let is_property = self.at_word(word) && self.nth(1) == Token::Name;
            let is_operand = RELATION_WORDS.iter().any(|other| word_ahead(self, other));
            if is_property && !is_operand {
                return Ok(Relation::Property(self.property(word)?));
            }
        }
        if self.at_function() {
            return self.function_relation();
        }
        let first = self.operand()?;
        if self.eat_word("equivalent").is_some() {
            self.expect_word("to")?;
            let copies = vec![first, self.operand()?];
            self.expect(Token::On, "`on`")?;
            let kind = PropertyKind::Equivalent(self.names()?);
            return Ok(Relation::Property(Property { copies, kind }));
        }
        if self.eat_word("safe").is_some() {
            if self.eat_word("leaving").is_some() {
                self.expect_word("no")?;
                self.expect_word("messages")?;
                return Ok(Relation::SafeLeavingNothing(first));
            }
            return Ok(Relation::Safe(first));
        }
        if self.eat_word("simulated").is_some() {
            self.expect_word("by")?;
            return Ok(Relation::Simulated(first, self.operand()?));
        }
        if self.eat_word("abstracted").is_some() {
            self.expect_word("by")?;
            if self.at_function() {
                let error = self.expectation("the name of a program");
                let hint = "a program is compared with a program, a function with a function";
                return Err(self.report(error.hint(hint)));
            }
            return Ok(Relation::Abstracted(first, self.operand()?));
        }
        if self.eat_word("included").is_some() {
            self.expect(Token::In, "`in`")?;
            return Ok(Relation::Included(first, self.operand()?));
        }
        if self.eat_word("satisfies").is_some() {
            return Ok(Relation::Satisfies(first, self.expression()?));
        }
        let hint = suggest::did_you_mean(self.word(), RELATION_WORDS);
        let error = self.expectation(RELATIONS);
        Err(self.report(error.maybe_hint(hint)))
    }

    /// A property that begins with a word and speaks of copies of one program.
    fn property(&mut self, word: &str) -> Result<Property> {
        self.next();
        let program = self.operand()?;
        if let Some(alias) = program.alias {
            let message = "the copies of the program have names of their own";
            let hint = "they are `first`, `second` and `third`";
            return Err(self.report(Diagnostic::error(alias.span, message).hint(hint)));
        }
        let kind = match word {
            "deterministic" => PropertyKind::Deterministic(match self.eat(Token::On) {
                Some(_) => Some(self.names()?),
                None => None,
            }),
            "noninterference" => {
                self.expect_word("secret")?;
                let secret = self.names()?;
                self.expect_word("public")?;
                PropertyKind::Noninterference {
                    secret,
                    public: self.names()?,
                }
            }
            _ => {
                self.expect_word("of")?;
                let left = self.names()?;
                self.expect_word("and")?;
                let right = self.names()?;
                self.expect_word("by")?;
                PropertyKind::Comparator {
                    left,
                    right,
                    result: self.name("the name of a variable")?,
                }
            }
        };
        let count = match kind {
            PropertyKind::Comparator { .. } => 3,
            _ => 2,
        };
        let copies = ["first", "second", "third"].into_iter().take(count);
        let copies = copies.map(|alias| Operand {
            alias: Some(Name {
                text: Symbol::new(alias),
                span: program.span,
            }),
            ..program.clone()
        });
        Ok(Property {
            copies: copies.collect(),
            kind,
        })
    }

    /// Names in parentheses.
    fn names(&mut self) -> Result<Vec<Name>> {
        self.expect(Token::LeftParen, "`(`")?;
        self.list(Token::RightParen, "`)`", |parser| {
            parser.name("the name of a variable")
        })
    }

    pub(super) fn expect_word(&mut self, word: &str) -> Result<()> {
        match self.eat_word(word) {
            Some(_) => Ok(()),
            None => Err(self.expected(&format!("`{word}`"))),
        }
    }

    fn operand(&mut self) -> Result<Operand> {
        let first = self.name("the name of a program")?;
        let (alias, program) = match self.eat(Token::Equals) {
            Some(_) => (Some(first), self.name("the name of a program")?),
            None => (None, first),
        };
        let arguments = match self.eat(Token::LeftParen) {
            Some(_) => self.list(Token::RightParen, "`)`", Self::argument)?,
            None => Vec::new(),
        };
        Ok(Operand {
            alias,
            program,
            arguments,
            span: first.span.to(self.previous()),
        })
    }

    fn argument(&mut self) -> Result<Argument> {
        if self.at(Token::Name) && self.nth(1) == Token::Equals {
            let name = self.name("the name of a parameter")?;
            self.next();
            return Ok(Argument {
                name: Some(name),
                value: self.expression()?,
            });
        }
        Ok(Argument {
            name: None,
            value: self.expression()?,
        })
    }

    fn clause(&mut self) -> Result<Clause> {
        let (token, word) = (self.peek(), self.word());
        let start = self.next();
        let kind = match token {
            Token::Requires => ClauseKind::Requires(self.expression()?),
            Token::Ensures => ClauseKind::Ensures(self.expression()?),
            Token::Name if word == "matching" => ClauseKind::Matching(self.matching()?),
            Token::Name if word == "losing" => ClauseKind::Losing(self.lost()?),
            Token::Name if word == "keeping" => ClauseKind::Keeping(self.some_names()?),
            Token::Name if word == "augmented" => {
                self.expect_word("with")?;
                ClauseKind::Augmented(self.expression()?)
            }
            Token::Name => ClauseKind::Using(self.expression()?),
            _ => ClauseKind::Expect(self.verdict()?),
        };
        Ok(Clause {
            kind,
            span: start.to(self.previous()),
        })
    }

    /// `x = y, z = w`.
    fn matching(&mut self) -> Result<Vec<(Name, Name)>> {
        let mut pairs = Vec::new();
        loop {
            let first = self.name("the name of a variable")?;
            self.expect(Token::Equals, "`=`")?;
            pairs.push((first, self.name("the name of a variable")?));
            if self.eat(Token::Comma).is_none() {
                return Ok(pairs);
            }
        }
    }

    /// `x, y`, or `()` for nothing.
    fn lost(&mut self) -> Result<Vec<Name>> {
        if self.eat(Token::LeftParen).is_some() {
            self.expect(Token::RightParen, "`)`")?;
            return Ok(Vec::new());
        }
        self.some_names()
    }

    /// `x, y`.
    fn some_names(&mut self) -> Result<Vec<Name>> {
        let mut names = vec![self.name("the name of a variable")?];
        while self.eat(Token::Comma).is_some() {
            names.push(self.name("the name of a variable")?);
        }
        Ok(names)
    }

    fn verdict(&mut self) -> Result<Verdict> {
        if self.at(Token::Name)
            && let Some(verdict) = Verdict::from_word(self.word())
        {
            self.next();
            return Ok(verdict);
        }
        let hint = suggest::did_you_mean(self.word(), ["proved", "refuted", "unknown"]);
        let error: Diagnostic = self.expectation("`proved`, `refuted` or `unknown`");
        Err(self.report(error.maybe_hint(hint)))
    }
}
