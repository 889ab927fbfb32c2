//! Terms for real variables.

use logic::linear::Linear;
use logic::{Integer, Model, Op, Rational, Term, Value, Var};

use super::{Bound, split};

pub(super) fn real_term(var: &Var, literals: &[Term], model: &Model) -> Option<Term> {
    let (mut lower, mut upper): (Option<Bound<Rational>>, Option<Bound<Rational>>) = (None, None);
    let x = var.term();
    let here = match model.get(var)? {
        Value::Real(value) => value.clone(),
        _ => return None,
    };
    for literal in literals
        .iter()
        .filter(|literal| literal.free_vars().contains(var))
    {
        let (atom, positive) = split(literal);
        let (Some(op), [a, b]) = (atom.op(), atom.children()) else {
            return None;
        };
        let difference = &Linear::<Rational>::of(a)? - &Linear::of(b)?;
        let factor = difference.coefficient(&x);
        if factor.is_zero() {
            // The variable cancels out, or is inside of something that is not linear.
            if difference.to_term().free_vars().contains(var) {
                return None;
            }
            continue;
        }
        // factor * var + rest (op) 0, so var (op, turned for a negative factor) -rest / factor.
        let minus_inverse = Rational::from(-1).checked_div(&factor)?;
        let bound = difference
            .replaced(&x, &Linear::literal(Rational::ZERO))
            .scaled(&minus_inverse);
        let term = bound.to_term();
        if term.free_vars().contains(var) {
            return None;
        }
        let Value::Real(value) = model.eval(&term).ok()? else {
            return None;
        };
        let (is_upper, strict) = match (op, positive) {
            (Op::Eq, true) => return Some(term),
            (Op::Eq, false) => (here < value, true),
            (Op::Le, true) | (Op::Lt, false) => (factor.is_positive() == positive, false),
            (Op::Lt, true) | (Op::Le, false) => (factor.is_positive() == positive, true),
            _ => return None,
        };
        let tighter = |old: &Option<Bound<Rational>>| match old {
            None => true,
            Some(old) if old.value == value => strict && !old.strict,
            Some(old) => (value < old.value) == is_upper,
        };
        let side = if is_upper { &mut upper } else { &mut lower };
        if tighter(side) {
            *side = Some(Bound {
                term,
                value,
                strict,
            });
        }
    }
    let one = Term::real(1);
    Some(match (lower, upper) {
        (None, None) => Term::real(0),
        (Some(low), None) if low.strict => Term::add([low.term, one]),
        (None, Some(high)) if high.strict => Term::sub(high.term, one),
        (Some(low), _) if !low.strict => low.term,
        (_, Some(high)) if !high.strict => high.term,
        (Some(low), Some(high)) => {
            let half = Rational::new(Integer::ONE, Integer::from(2))?;
            let sum = &Linear::<Rational>::of(&low.term)? + &Linear::of(&high.term)?;
            sum.scaled(&half).to_term()
        }
        (Some(bound), None) | (None, Some(bound)) => bound.term,
    })
}
