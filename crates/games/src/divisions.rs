//! Comparisons with a quotient, written without the division.
//!
//! Terms for integer variables divide, and what they are put into divides in turn. A solver pays for
//! every division with a variable of its own; but `t div k <= u` says no more than
//! `t <= k*u + k - 1`.

use logic::linear::{Linear, LinearAtom, Normalised, Relation};
use logic::{Integer, Op, Sort, Term};

/// The formula with fewer divisions, equivalent to it.
pub(crate) fn without_divisions(formula: &Term) -> Term {
    formula.rewrite(|term| match (term.op(), term.children()) {
        (Some(Op::Le | Op::Lt), [left, _]) if left.sort().carrier() == Sort::Int => {
            comparison(term)
        }
        _ => term,
    })
}

/// The comparison with as few divisions as this method leaves.
fn comparison(mut term: Term) -> Term {
    loop {
        let Some(Normalised::Atom(atom)) = LinearAtom::<Integer>::of(&term) else {
            return term;
        };
        let Some((quotient, factor)) = outermost(atom.expression()) else {
            return term;
        };
        let [dividend, divisor] = quotient.children() else {
            return term;
        };
        let (Some(dividend), Some(divisor)) = (
            Linear::<Integer>::of(dividend),
            divisor.as_value().and_then(|value| value.as_int()),
        ) else {
            return term;
        };
        // factor * quotient + rest (relation) 0, where the factor is 1 or -1.
        let rest = atom
            .expression()
            .replaced(&quotient, &Linear::literal(Integer::ZERO));
        let below = &dividend
            + &rest
                .scaled(divisor)
                .plus_constant(&(&Integer::ONE - divisor));
        let above = &dividend - &rest.scaled(divisor);
        let at_most =
            |expression: Linear<Integer>| LinearAtom::normalise(Relation::Le, expression).to_term();
        term = match (atom.relation(), factor.is_positive()) {
            // quotient <= -rest: dividend <= divisor * -rest + divisor - 1
            (Relation::Le, true) => at_most(below),
            // rest <= quotient: divisor * rest <= dividend
            (Relation::Le, false) => at_most(-&above),
            _ => return term,
        };
    }
}

/// The division, by a positive number, that stands in the expression with the factor 1 or -1.
fn outermost(expression: &Linear<Integer>) -> Option<(Term, Integer)> {
    expression
        .monomials()
        .find(|(monomial, factor)| {
            let by_positive = |term: &Term| {
                let value = term.as_value().and_then(|value| value.as_int());
                value.is_some_and(Integer::is_positive)
            };
            factor.abs().is_one()
                && monomial.op() == Some(&Op::Div)
                && by_positive(&monomial.children()[1])
        })
        .map(|(monomial, factor)| (monomial.clone(), factor.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use logic::{Model, Value, Var};

    #[test]
    fn the_meaning_is_kept_and_divisions_go() {
        let [x, y] = ["x", "y"].map(|name| Var::new(name, Sort::Int));
        let third = |term: Term| Term::div(term, Term::int(3));
        let inner = Term::add([third(x.term()), Term::mul([Term::int(2), y.term()])]);
        let half = Term::div(inner, Term::int(2));
        let formulas = [
            (Term::le(third(x.term()), y.term()), 0),
            (Term::lt(y.term(), third(x.term())), 0),
            (Term::not(Term::lt(Term::neg(third(x.term())), y.term())), 0),
            (Term::le(y.term(), half.clone()), 0),
            // With a third of y gone, the other divisions have a factor.
            (Term::le(Term::add([half, third(y.term())]), x.term()), 2),
            (
                Term::le(Term::mul([Term::int(2), third(x.term())]), y.term()),
                1,
            ),
        ];
        for (formula, divisions) in formulas {
            let rewritten = without_divisions(&formula);
            let left = rewritten.to_string().matches(" / ").count();
            assert_eq!(left, divisions, "{formula}: {rewritten}");
            for (a, b) in (-9..=9).flat_map(|a| (-9..=9).map(move |b| (a, b))) {
                let mut model = Model::new();
                model.set(x.clone(), Value::from(a));
                model.set(y.clone(), Value::from(b));
                assert_eq!(model.holds(&formula), model.holds(&rewritten), "{formula}");
            }
        }
    }
}
