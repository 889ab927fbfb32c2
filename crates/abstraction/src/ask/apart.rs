//! Questions without what is hard to compute with.
//!
//! Most questions of a proof have a simple reason: a counter that stays below its bound, an address
//! that was in bounds before. What makes them slow are above all sums of 64 bits. So sums, products,
//! reads and shifts become variables, the same for the same operands: what follows then follows, and
//! where it does not, nothing is known.

use std::collections::BTreeMap;

use logic::{Op, Sort, Term};

/// The formula with hard terms as variables. It has a model wherever the formula has one.
pub(super) fn simple(formula: &Term) -> Term {
    let mut known: BTreeMap<Term, Term> = BTreeMap::new();
    formula.rewrite(|part| {
        if !is_hard(&part) {
            return part;
        }
        let name = format!("opaque!{}", known.len());
        let sort = part.sort().clone();
        let var = known.entry(part);
        var.or_insert_with(|| Term::constant(&name, sort)).clone()
    })
}

/// Whether a term is hard to compute with bit by bit, or is read from memory.
fn is_hard(term: &Term) -> bool {
    let (Some(op), parts) = (term.op(), term.children()) else {
        return false;
    };
    let unknown = |part: &Term| part.as_value().is_none();
    match op {
        Op::Select | Op::Apply(_) => matches!(term.sort(), Sort::Bool | Sort::BitVec(_)),
        Op::BvAdd | Op::BvSub | Op::BvMul => parts.iter().all(unknown),
        Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem | Op::BvSmod => true,
        Op::BvShl | Op::BvLshr | Op::BvAshr => unknown(&parts[1]),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(name: &str) -> Term {
        Term::constant(name, Sort::BitVec(64))
    }

    fn app(op: Op, a: &Term, b: &Term) -> Term {
        Term::app(op, vec![a.clone(), b.clone()])
    }

    #[test]
    fn the_same_sum_is_the_same_variable_and_constants_stay() {
        let (place, one) = (app(Op::BvAdd, &word("p"), &word("i")), Term::bit_vec(64, 1));
        let next = app(Op::BvAdd, &place, &one);
        let question = app(Op::BvUlt, &place, &next);
        let opaque = word("opaque!0");
        assert_eq!(
            simple(&question),
            app(Op::BvUlt, &opaque, &app(Op::BvAdd, &opaque, &one))
        );
    }

    #[test]
    fn different_places_hold_different_variables() {
        let memory = Term::constant("m", Sort::array(Sort::BitVec(64), Sort::BitVec(64)));
        let read = |name: &str| Term::select(memory.clone(), word(name));
        let question = Term::eq(read("p"), read("q"));
        assert_eq!(simple(&question).free_vars().len(), 2);
    }
}
