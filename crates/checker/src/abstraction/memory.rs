//! Formulas about memory as formulas about bit-vectors, which solvers decide far sooner.

use std::collections::BTreeMap;

use logic::{FreshNames, Op, Sort, Term, Var};

/// The largest formula, as a graph, that is rewritten, and the most places of one array in it.
const LARGEST: usize = 20_000;
const MOST_PLACES: usize = 48;

/// A formula without arrays from whose validity that of `premise => conclusion` follows; `None` where
/// there is none, or it would be large.
///
/// Arrays are equal if they are at every place. An equation of arrays elsewhere may hold or not. What
/// is read behind a write is what was written, or what is read before. And whatever is read otherwise
/// is some value, the same at equal places.
pub(super) fn without_arrays(premise: &Term, conclusion: &Term) -> Option<Term> {
    if premise.dag_size() + conclusion.dag_size() > LARGEST {
        return None;
    }
    let mut fresh = FreshNames::new();
    fresh.avoid_term(premise);
    fresh.avoid_term(conclusion);
    let conclusion = at_some_place(conclusion, &mut fresh);
    let formula = Term::implies(premise.clone(), conclusion);
    let mut places: BTreeMap<Term, Vec<(Term, Term)>> = BTreeMap::new();
    let formula = formula.rewrite(|part| match (part.op(), part.children()) {
        (Some(Op::Eq), [a, _]) if is_array(a) => fresh_term("equal", &Sort::Bool, &mut fresh),
        (Some(Op::Select), [array, index]) => read(array, index, &mut |array| {
            let known = places.entry(array.clone()).or_default();
            let same = known.iter().find(|(place, _)| place == index);
            if let Some((_, value)) = same {
                return value.clone();
            }
            let Sort::Array(sort) = array.sort() else {
                unreachable!("only arrays are read from")
            };
            let value = fresh_term("value", &sort.element, &mut fresh);
            known.push((index.clone(), value.clone()));
            value
        }),
        _ => part,
    });
    let mut same = Vec::new();
    for values in places.values() {
        if values.len() > MOST_PLACES {
            return None;
        }
        for (position, (index, value)) in values.iter().enumerate() {
            for (other, known) in &values[..position] {
                let equal = Term::eq(value.clone(), known.clone());
                same.push(Term::implies(Term::eq(index.clone(), other.clone()), equal));
            }
        }
    }
    let formula = Term::implies(Term::and(same), formula);
    let is_plain = |var: &Var| matches!(var.sort, Sort::Bool | Sort::BitVec(_));
    let is_plain = formula.functions().is_empty() && formula.free_vars().iter().all(is_plain);
    is_plain.then_some(formula)
}

fn is_array(term: &Term) -> bool {
    matches!(term.sort(), Sort::Array(_))
}

fn fresh_term(name: &str, sort: &Sort, fresh: &mut FreshNames) -> Term {
    fresh.fresh(&Var::new(name, sort.clone())).term()
}

/// The formula in which arrays that are to be equal are so at one place, whichever it is.
fn at_some_place(formula: &Term, fresh: &mut FreshNames) -> Term {
    match (formula.op(), formula.children()) {
        (Some(op @ (Op::And | Op::Or)), parts) => {
            let parts = parts.iter().map(|part| at_some_place(part, fresh));
            Term::app(op.clone(), parts.collect())
        }
        (Some(Op::Eq), [a, b]) => {
            let Sort::Array(sort) = a.sort() else {
                return formula.clone();
            };
            let place = fresh_term("place", &sort.index, fresh);
            let at = |array: &Term| Term::select(array.clone(), place.clone());
            Term::eq(at(a), at(b))
        }
        _ => formula.clone(),
    }
}

/// What an array holds at a place; `held` says it for an array that is no write and no choice.
fn read(array: &Term, index: &Term, held: &mut dyn FnMut(&Term) -> Term) -> Term {
    logic::recursion::guard(|| match (array.op(), array.children()) {
        (Some(Op::Store), [before, place, element]) => {
            let here = Term::eq(index.clone(), place.clone());
            let otherwise = match here.is_true() {
                true => element.clone(),
                false => read(before, index, held),
            };
            Term::ite(here, element.clone(), otherwise)
        }
        (Some(Op::Ite), [condition, then, otherwise]) => {
            let then = read(then, index, held);
            Term::ite(condition.clone(), then, read(otherwise, index, held))
        }
        (Some(Op::ConstArray(_)), [element]) => element.clone(),
        _ => held(array),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use budget::Budget;
    use smt::{Solver, Strategy, Validity};

    fn is_valid(premise: &Term, conclusion: &Term) -> bool {
        let formula = without_arrays(premise, conclusion).expect("the formula is small");
        let mut solver = Solver::new(Strategy::Logic("QF_BV"));
        matches!(
            solver.valid(&formula, &Budget::unlimited()),
            Validity::Valid
        )
    }

    fn byte(name: &str) -> Term {
        Term::constant(name, Sort::BitVec(8))
    }

    fn memory(name: &str) -> Term {
        Term::constant(name, Sort::array(Sort::BitVec(8), Sort::BitVec(8)))
    }

    fn put(memory: &Term, place: &Term, element: i64) -> Term {
        let element = Term::bit_vec(8, element);
        Term::store(memory.clone(), place.clone(), element)
    }

    #[test]
    fn writes_commute_at_different_places_only() {
        let (m, i, j) = (memory("m"), byte("i"), byte("j"));
        let one = put(&put(&m, &i, 1), &j, 2);
        let other = put(&put(&m, &j, 2), &i, 1);
        let same = Term::eq(one, other);
        assert!(is_valid(&Term::not(Term::eq(i, j)), &same));
        assert!(!is_valid(&Term::top(), &same));
    }

    #[test]
    fn reads_agree_at_equal_places_only() {
        let (m, i, j) = (memory("m"), byte("i"), byte("j"));
        let read = |index: &Term| Term::select(m.clone(), index.clone());
        let agree = Term::eq(read(&i), read(&j));
        assert!(is_valid(&Term::eq(i, j), &agree));
        assert!(!is_valid(&Term::top(), &agree));
    }

    #[test]
    fn an_equation_that_is_denied_is_not_read_at_one_place() {
        let (m, other) = (memory("m"), memory("n"));
        let differ = Term::not(Term::eq(m, other));
        assert!(!is_valid(&Term::top(), &differ));
        assert!(!is_valid(&differ, &Term::bottom()));
    }
}
