//! Quantifier elimination and projection: their definitions, on known and random formulas.

use std::time::Duration;

use logic::testing::{Fragment, deterministic, formulas};
use logic::{Model, Sort, Substitution, Term, Value, Var};
use proptest::prelude::*;
use smt::{Budget, Context, Outcome, Reason, Solver, Strategy as Inside, Validity};

fn unlimited() -> Budget {
    Budget::unlimited()
}

fn limit(milliseconds: u64) -> Budget {
    Budget::unlimited().within(Duration::from_millis(milliseconds))
}

fn var(name: &str, sort: Sort) -> Var {
    Var::new(name, sort)
}

fn eliminate(formula: &Term) -> Result<Term, Reason> {
    Context::current().eliminate_quantifiers(formula, &unlimited())
}

#[track_caller]
fn assert_equivalent(a: &Term, b: &Term) {
    let mut solver = Solver::new(Inside::Incremental);
    assert_eq!(
        solver.equivalent(a, b, &unlimited()),
        Validity::Valid,
        "{a:?} and {b:?}"
    );
}

#[test]
fn known_formulas_lose_their_quantifiers() {
    let x = var("x", Sort::Int);
    let (y, z) = (
        Term::constant("y", Sort::Int),
        Term::constant("z", Sort::Int),
    );
    let between = Term::exists(
        [x.clone()],
        Term::and([
            Term::lt(y.clone(), Term::mul([Term::int(2), x.term()])),
            Term::lt(Term::mul([Term::int(2), x.term()]), z.clone()),
        ]),
    );
    let result = eliminate(&between).unwrap();
    assert!(!result.has_quantifier());
    for (low, high, expected) in [(0, 2, false), (1, 3, true), (0, 3, true), (-4, -2, false)] {
        let model = Model::from_iter([
            (var("y", Sort::Int), Value::from(low)),
            (var("z", Sort::Int), Value::from(high)),
        ]);
        assert_eq!(model.holds(&result), Ok(expected), "{low} {high}");
    }
    let u = var("u", Sort::Real);
    let v = Term::constant("v", Sort::Real);
    let all = Term::forall(
        [u.clone()],
        Term::implies(
            Term::lt(v.clone(), u.term()),
            Term::lt(Term::real(1), u.term()),
        ),
    );
    assert_equivalent(&eliminate(&all).unwrap(), &Term::le(Term::real(1), v));
    let digit = var("d", Sort::range(0, 9).unwrap());
    let above = Term::exists([digit.clone()], Term::lt(y.clone(), digit.term()));
    assert_equivalent(&eliminate(&above).unwrap(), &Term::lt(y, Term::int(9)));
}

#[test]
fn a_formula_without_quantifiers_stays_and_a_hard_theory_is_told() {
    let x = Term::constant("x", Sort::Int);
    let plain = Term::lt(x.clone(), Term::int(3));
    assert_eq!(eliminate(&plain), Ok(plain));
    let f = logic::Function::new("f".into(), vec![Sort::Int], Sort::Int);
    let i = var("i", Sort::Int);
    let hard = Term::exists([i.clone()], Term::eq(Term::apply(&f, vec![i.term()]), x));
    assert!(matches!(eliminate(&hard), Err(Reason::Incomplete(_))));
}

#[test]
fn what_does_not_hold_is_not_projected() {
    let x = var("x", Sort::Int);
    let model = Model::from_iter([(x.clone(), Value::from(5))]);
    let formula = Term::lt(x.term(), Term::int(0));
    let answer = Context::current().project(&model, &[x], &formula, &unlimited());
    assert!(matches!(answer, Err(Reason::Incomplete(_))));
}

#[test]
fn witnesses_are_terms_over_the_other_variables() {
    let (x, y) = (var("x", Sort::Int), var("y", Sort::Int));
    let formula = Term::eq(
        Term::mul([Term::int(2), x.term()]),
        Term::add([y.term(), y.term()]),
    );
    let model = Model::from_iter([(x.clone(), Value::from(4)), (y.clone(), Value::from(4))]);
    let context = Context::current();
    let found = context
        .project_with_witnesses(&model, std::slice::from_ref(&x), &formula, &unlimited())
        .unwrap();
    let replaced = Substitution::from_iter(found.witnesses.clone()).apply(&formula);
    assert_equivalent(&replaced, &Term::top());
    assert!(!found.witnesses[&x].free_vars().contains(&x));
}

#[test]
fn a_witness_of_a_range_stays_within_it() {
    let d = var("d", Sort::range(0, 9).unwrap());
    let y = var("y", Sort::Int);
    let formula = Term::lt(y.term(), d.term());
    let model = Model::from_iter([(d.clone(), Value::from(9)), (y.clone(), Value::from(8))]);
    let projected = Context::current()
        .project(&model, std::slice::from_ref(&d), &formula, &unlimited())
        .unwrap();
    let mut solver = Solver::new(Inside::Incremental);
    let bound = Term::lt(y.term(), Term::int(9));
    assert_eq!(
        solver.entails(&projected, &bound, &unlimited()),
        Validity::Valid
    );
}

#[test]
fn elimination_does_not_only_decide() {
    // Without its quantifier, which goes away by simplification, Z3 would answer `true`.
    let (p, x) = (var("p", Sort::Bool), Term::constant("x", Sort::Int));
    let zero = Term::eq(Term::sub(x.clone(), x.clone()), x.clone());
    let formula = Term::exists([p.clone()], Term::and([zero, p.term()]));
    assert_equivalent(
        &eliminate(&formula).unwrap(),
        &Term::eq(x.clone(), Term::int(0)),
    );
    let digit = var("d", Sort::range(0, 3).unwrap());
    let odd = Term::modulo(digit.term(), Term::int(-2));
    let formula = Term::exists([digit.clone()], Term::ne(odd, x));
    assert_equivalent(&eliminate(&formula).unwrap(), &Term::top());
}

/// The variables of a formula that a random test eliminates: every other one.
fn every_other(formula: &Term) -> Vec<Var> {
    formula.free_vars().into_iter().step_by(2).collect()
}

proptest! {
    #![proptest_config(deterministic(300))]

    #[test]
    fn elimination_is_equivalent(formula in formulas(Fragment::LINEAR)) {
        let quantified = Term::exists(every_other(&formula), formula);
        let Ok(result) = Context::current().eliminate_quantifiers(&quantified, &limit(300)) else {
            return Ok(());
        };
        prop_assert!(!result.has_quantifier());
        let mut solver = Solver::new(Inside::Portfolio);
        let answer = solver.equivalent(&quantified, &result, &limit(300));
        prop_assert!(answer != Validity::Invalid, "{:?} became {:?}", quantified, result);
    }

    #[test]
    fn projections_hold_in_the_model_and_imply_that_values_exist(
        formula in formulas(Fragment::LINEAR),
    ) {
        let mut solver = Solver::new(Inside::Incremental);
        let Outcome::Sat(model) = solver.satisfy(&formula, &limit(1000)) else {
            return Ok(());
        };
        let (context, eliminated) = (Context::current(), every_other(&formula));
        let projected = context.project(&model, &eliminated, &formula, &limit(1000)).unwrap();
        prop_assert_eq!(model.holds(&projected), Ok(true));
        prop_assert!(eliminated.iter().all(|var| !projected.free_vars().contains(var)));
        let exists = Term::exists(eliminated.clone(), formula.clone());
        let answer = solver.entails(&projected, &exists, &limit(300));
        prop_assert!(answer != Validity::Invalid, "{:?} of {:?}", projected, exists);

        let found = context
            .project_with_witnesses(&model, &eliminated, &formula, &limit(1000))
            .unwrap();
        let answer = solver.entails(&found.formula, &exists, &limit(300));
        prop_assert!(answer != Validity::Invalid, "{:?} of {:?}", found.formula, exists);
        let replaced = Substitution::from_iter(found.witnesses.clone()).apply(&formula);
        prop_assert_eq!(model.holds(&replaced), Ok(true));
        for witness in found.witnesses.values() {
            prop_assert!(eliminated.iter().all(|var| !witness.free_vars().contains(var)));
        }
    }
}
