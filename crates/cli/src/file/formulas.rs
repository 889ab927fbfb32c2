//! Formulas and Horn clauses in SMT-LIB.

use logic::smtlib::{ErrorKind, Position, Script, parse_script};
use logic::{Prenex, Quantifier, Term, Var};
use program::Origin;
use question::{Clauses, Expectation, ForallExists, Formula, Question, Relation, Unreadable};

use super::{File, Places, asks, error_at, short, stem};
use crate::source::Source;

/// The logic whose scripts are Horn clauses.
const HORN: &str = "HORN";

/// What a script says that it asks: clauses, or whether its assertions are satisfiable together.
pub(super) fn either(source: Source) -> File {
    let is_horn = match parse_script(&source.text) {
        // Rules and queries declare variables of their own.
        Ok(script) => {
            script.logic.is_some_and(|logic| logic.as_str() == HORN) || !script.variables.is_empty()
        }
        Err(_) => false,
    };
    match is_horn {
        true => clauses(source),
        false => one(source),
    }
}

/// Are the assertions of a script satisfiable together?
pub(super) fn one(source: Source) -> File {
    let script = match script(&source) {
        Ok(script) => script,
        Err(file) => return file.with(source, Relation::Satisfiable),
    };
    let formula = conjunction(&script);
    let none = || Unreadable("a quantifier inside of a term".to_owned());
    let prenex = Prenex::of(&formula, Quantifier::Exists).ok_or_else(none);
    let summary = format!("{} is satisfiable", short(&source));
    let question = prenex.map(|prenex| Question::from(Formula { prenex }));
    let status = script.info.get(":status").map(String::as_str);
    asking(source, Relation::Satisfiable, summary, question, status)
}

/// For all values that satisfy the first script, do some satisfy the second? Those are chosen of which
/// only the second speaks.
pub(super) fn two(first: Source, second: Source) -> File {
    let (one, other) = match (script(&first), script(&second)) {
        (Ok(one), Ok(other)) => (one, other),
        (Err(file), _) => return file.with(first, Relation::ForallExists),
        (_, Err(file)) => return file.with(second, Relation::ForallExists),
    };
    let (premise, conclusion) = (conjunction(&one), conjunction(&other));
    let known = premise.free_vars();
    let declared = |var: &Var| known.contains(var) || one.declarations.var_name(var).is_some();
    let free = conclusion.free_vars().into_iter();
    let existential: Vec<Var> = free.filter(|var| !declared(var)).collect();
    let is_quantified = [&premise, &conclusion]
        .into_iter()
        .any(Term::has_quantifier);
    let question = match is_quantified {
        true => Err(Unreadable(
            "a quantifier inside of a forall-exists question".to_owned(),
        )),
        false => Ok(Question::from(ForallExists {
            premise,
            existential,
            conclusion,
        })),
    };
    let summary = format!(
        "{} implies {} for some values",
        short(&first),
        short(&second)
    );
    asking(first, Relation::ForallExists, summary, question, None)
}

/// Have the clauses of a script a solution?
pub(super) fn clauses(source: Source) -> File {
    let summary = format!("{} has a solution", short(&source));
    match tandem::read_clauses(&source.text) {
        Ok(read) => {
            let positions = read.positions.iter();
            let spans = positions.map(|it| source.at(it.line, it.column));
            let spans = spans.collect::<Vec<_>>();
            let question = Question::from(Clauses {
                origins: (0..spans.len() as u32).map(Origin).collect(),
                system: read.system,
            });
            let status = read.status.as_deref();
            let mut file = asking(source, Relation::Clauses, summary, Ok(question), status);
            file.origins = Places::Spans(spans);
            file
        }
        Err(error) => {
            let unread = Unread {
                position: error.position,
                kind: error.kind,
                message: error.message,
                hint: error.hint,
            };
            unread.with(source, Relation::Clauses)
        }
    }
}

/// A file that asks one question, and says itself what its answer is, or not.
fn asking(
    source: Source,
    relation: Relation,
    summary: String,
    question: Result<Question, Unreadable>,
    status: Option<&str>,
) -> File {
    let mut file = File::empty(source);
    let mut claim = asks(stem(&file.source), relation, summary, question);
    claim.expect = match status {
        Some("sat") => Some(Expectation::Proved),
        Some("unsat") => Some(Expectation::Refuted),
        _ => Some(Expectation::Answer),
    };
    file.module.claims.push(claim);
    file
}

/// Why a script asks nothing.
struct Unread {
    position: Position,
    kind: ErrorKind,
    message: String,
    hint: Option<String>,
}

impl Unread {
    /// What is wrong is no mistake of the author's where it is only not supported.
    fn with(self, source: Source, relation: Relation) -> File {
        let Position { line, column } = self.position;
        if self.kind == ErrorKind::Unsupported {
            let hint = self.hint.map(|hint| format!(" ({hint})"));
            let what = format!(
                "{}:{line}:{column}: {}{}",
                source.path,
                self.message,
                hint.unwrap_or_default()
            );
            let summary = short(&source).to_owned();
            return asking(source, relation, summary, Err(Unreadable(what)), None);
        }
        let problem = error_at(&source, (line, column), self.message, self.hint);
        File::wrong(source, *problem)
    }
}

fn script(source: &Source) -> Result<Script, Unread> {
    parse_script(&source.text).map_err(|error| Unread {
        position: error.position(),
        kind: error.kind(),
        message: error.message().to_owned(),
        hint: error.hint().map(str::to_owned),
    })
}

fn conjunction(script: &Script) -> Term {
    let assertions = script.assertions.iter();
    Term::and(assertions.map(|assertion| assertion.formula.clone()))
}
