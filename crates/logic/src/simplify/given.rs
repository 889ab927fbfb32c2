//! Conditionals on what is known.

use std::collections::BTreeSet;

use crate::{Op, Term};

impl Term {
    /// A term with the same value wherever these formulas hold: a conditional on what they decide on
    /// their face is one of its sides. Formulas with quantifiers stay as they are.
    #[must_use]
    pub fn given(&self, known: &BTreeSet<Term>) -> Term {
        if known.is_empty() || self.has_quantifier() {
            return self.clone();
        }
        self.rewrite(|term| match (term.op(), term.children()) {
            (Some(Op::Ite), [condition, then, otherwise]) => match truth(condition, known) {
                Some(true) => then.clone(),
                Some(false) => otherwise.clone(),
                None => term,
            },
            _ => term,
        })
    }
}

/// Whether a formula holds, as far as others say that do.
fn truth(formula: &Term, known: &BTreeSet<Term>) -> Option<bool> {
    if known.contains(formula) {
        return Some(true);
    }
    let opposite = Term::not(formula.clone());
    if known.contains(&opposite) || known.contains(&opposite.simplify()) {
        return Some(false);
    }
    let parts = || formula.children().iter().map(|part| truth(part, known));
    match formula.op()? {
        Op::Not => parts().next()?.map(|holds| !holds),
        Op::And if parts().all(|part| part == Some(true)) => Some(true),
        Op::And if parts().any(|part| part == Some(false)) => Some(false),
        Op::Or if parts().all(|part| part == Some(false)) => Some(false),
        Op::Or if parts().any(|part| part == Some(true)) => Some(true),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sort;

    #[test]
    fn conditionals_on_what_is_known_are_decided() {
        let [x, y] = ["x", "y"].map(|name| Term::constant(name, Sort::BitVec(8)));
        let below = |a: &Term, b: &Term| Term::app(Op::BvUlt, vec![a.clone(), b.clone()]);
        let p = Term::constant("p", Sort::Bool);
        let ite = |c: &Term, a: &Term, b: &Term| Term::ite(c.clone(), a.clone(), b.clone());
        let less = below(&x, &y);
        let known = BTreeSet::from([less.clone()]);
        assert_eq!(ite(&less, &x, &y).given(&known), x);
        assert_eq!(ite(&Term::not(less.clone()), &x, &y).given(&known), y);
        assert_eq!(ite(&p, &x, &y).given(&known), ite(&p, &x, &y));
        // The condition of the outer one is decided once the inner one is.
        let inner = ite(&less, &x, &y);
        assert_eq!(ite(&below(&inner, &y), &y, &x).given(&known), y);
        let both = Term::and([p.clone(), less.clone()]);
        assert_eq!(ite(&both, &x, &y).given(&known), ite(&both, &x, &y));
        assert_eq!(ite(&Term::or([p, less]), &x, &y).given(&known), x);
        // The opposite may be written in another way.
        let not_below = Term::app(Op::BvUle, vec![Term::bit_vec(8, 7), x.clone()]);
        let known = BTreeSet::from([not_below]);
        assert_eq!(
            ite(&below(&x, &Term::bit_vec(8, 7)), &x, &y).given(&known),
            y
        );
    }
}
