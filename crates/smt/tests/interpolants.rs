//! Sequence interpolants: known chains, and the definition on random ones.

use std::time::Duration;

use logic::testing::{Fragment, deterministic, formulas};
use logic::{Sort, Term};
use proptest::prelude::*;
use smt::{Budget, Context, Outcome, Reason, Solver, Strategy as Inside, Validity};

/// Whether the interpolants satisfy their definition, decided by a solver of its own.
fn follow(formulas: &[Term], interpolants: &[Term]) -> bool {
    let mut solver = Solver::in_context(&Context::new(), Inside::Portfolio);
    let premises = [Term::top()]
        .into_iter()
        .chain(interpolants.iter().cloned());
    let conclusions = interpolants.iter().cloned().chain([Term::bottom()]);
    let steps = premises.zip(formulas).zip(conclusions);
    let implied = steps.into_iter().all(|((premise, formula), conclusion)| {
        let step = Term::and([premise, formula.clone()]);
        solver.entails(&step, &conclusion, &Budget::unlimited()) == Validity::Valid
    });
    let shared = interpolants.iter().enumerate().all(|(i, interpolant)| {
        let before = Term::and(formulas[..=i].iter().cloned()).free_vars();
        let after = Term::and(formulas[i + 1..].iter().cloned()).free_vars();
        let vars = interpolant.free_vars();
        vars.is_subset(&before) && vars.is_subset(&after)
    });
    interpolants.len() + 1 == formulas.len() && implied && shared
}

fn int(name: &str) -> Term {
    Term::constant(name, Sort::Int)
}

fn interpolants(formulas: &[Term]) -> Outcome<(), Vec<Term>> {
    let budget = Budget::unlimited().within(Duration::from_secs(10));
    Context::current().sequence_interpolants(formulas, &budget)
}

#[track_caller]
fn assert_interpolated(formulas: &[Term]) -> Vec<Term> {
    let Outcome::Unsat(found) = interpolants(formulas) else {
        panic!(
            "no interpolants of {formulas:?}: {:?}",
            interpolants(formulas)
        );
    };
    assert!(follow(formulas, &found), "{found:?}");
    found
}

#[test]
fn a_loop_that_counts_is_interpolated() {
    // x0 = 0; x(i+1) = x(i) + 2; x(n) is odd.
    let length = 12;
    let x = |i: usize| int(&format!("x{i}"));
    let mut path = vec![Term::eq(x(0), Term::int(0))];
    path.extend((0..length).map(|i| Term::eq(x(i + 1), Term::add([x(i), Term::int(2)]))));
    path.push(Term::not(Term::divisible(2.into(), x(length))));
    assert_interpolated(&path);
}

#[test]
fn sorts_other_than_integers_are_interpolated() {
    let (p, q) = (
        Term::constant("p", Sort::Bool),
        Term::constant("q", Sort::Bool),
    );
    let (u, v) = (
        Term::constant("u", Sort::Real),
        Term::constant("v", Sort::Real),
    );
    assert_interpolated(&[Term::and([p.clone(), q.clone()]), Term::not(p.clone())]);
    assert_interpolated(&[
        Term::and([Term::lt(u.clone(), v.clone()), q]),
        Term::eq(Term::add([u.clone(), u.clone()]), Term::real(1)),
        Term::and([Term::lt(v, Term::real(0)), p]),
    ]);
    let digit = Term::constant("d", Sort::range(0, 9).unwrap());
    assert_interpolated(&[
        Term::le(int("x"), digit.clone()),
        Term::lt(Term::int(9), int("x")),
    ]);
}

#[test]
fn edge_cases() {
    assert_eq!(interpolants(&[]), Outcome::Sat(()));
    assert_eq!(interpolants(&[Term::bottom()]), Outcome::Unsat(vec![]));
    assert_eq!(
        interpolants(&[Term::top(), int_is_seven()]),
        Outcome::Sat(())
    );
    assert_eq!(
        interpolants(&[Term::bottom(), int_is_seven()]),
        Outcome::Unsat(vec![Term::bottom()])
    );
}

fn int_is_seven() -> Term {
    Term::eq(int("x"), Term::int(7))
}

proptest! {
    #![proptest_config(deterministic(150))]

    #[test]
    fn random_contradictions_are_interpolated(
        formulas in prop::collection::vec(formulas(Fragment::LINEAR), 2..6),
    ) {
        let mut solver = Solver::new(Inside::Incremental);
        for formula in &formulas {
            solver.assert(formula);
        }
        let unsat = match solver.check(&Budget::unlimited().within(Duration::from_secs(1))) {
            Outcome::Sat(_) => false,
            Outcome::Unsat(_) => true,
            Outcome::Unknown(_) => return Ok(()),
        };
        let budget = Budget::unlimited().within(Duration::from_millis(300));
        match Context::current().sequence_interpolants(&formulas, &budget) {
            Outcome::Sat(()) => prop_assert!(!unsat),
            Outcome::Unsat(found) => prop_assert!(unsat && follow(&formulas, &found)),
            Outcome::Unknown(reason) => {
                prop_assert!(!matches!(reason, Reason::Incomplete(_)), "{reason} {formulas:?}");
            }
        }
    }
}
