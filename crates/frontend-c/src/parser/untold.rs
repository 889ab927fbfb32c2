//! The names that a passed-over item outside of functions may declare.

use logic::Symbol;

use crate::token::Token;

/// The names that stand where an item may declare them: outside of bodies, of lists of parameters and
/// of initial values, and the constants of enumerations. There may be a few too many.
pub(super) fn names(item: &[Token]) -> Vec<Symbol> {
    let mut found = Vec::new();
    let mut open: Vec<Bracket> = Vec::new();
    let mut is_value = false;
    for (at, token) in item.iter().enumerate() {
        let before = &item[..at];
        if ["(", "[", "{"].iter().any(|mark| token.is_mark(mark)) {
            open.push(bracket(before, token));
        } else if [")", "]", "}"].iter().any(|mark| token.is_mark(mark)) {
            open.pop();
        } else if open.is_empty() && (token.is_mark("=") || token.is_mark(",")) {
            is_value = token.is_mark("=");
        }
        let Some(name) = token.word().filter(|_| !is_value) else {
            continue;
        };
        let may_declare = match open.last() {
            None | Some(Bracket::Constants) => true,
            Some(Bracket::Round) => !open.contains(&Bracket::Other) && begins_declarator(before),
            Some(Bracket::Other) => false,
        };
        if may_declare {
            found.push(name);
        }
    }
    found
}

/// What may be declared in a bracket.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bracket {
    /// What `(f)(int)` and `(*p)[3]` declare.
    Round,
    /// The constants of an enumeration.
    Constants,
    Other,
}

fn bracket(before: &[Token], mark: &Token) -> Bracket {
    let is_enumeration = before
        .iter()
        .rev()
        .take(2)
        .any(|token| token.is_word("enum"));
    match () {
        () if mark.is_mark("(") => Bracket::Round,
        () if mark.is_mark("{") && is_enumeration => Bracket::Constants,
        () => Bracket::Other,
    }
}

/// Whether what stands before a name goes back to a bracket by nothing but stars and their words.
fn begins_declarator(before: &[Token]) -> bool {
    let is_star = |token: &&Token| {
        let words = ["const", "volatile", "restrict"];
        token.is_mark("*") || words.iter().any(|word| token.is_word(word))
    };
    let mut rest = before.iter().rev().skip_while(is_star);
    rest.next().is_some_and(|token| token.is_mark("("))
}
