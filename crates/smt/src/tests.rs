//! Random terms: what this side computes and what Z3 computes must agree.

use budget::Budget;
use logic::testing::{Fragment, any_terms, deterministic, formulas, models};
use logic::{EvalError, Model, Term};
use proptest::prelude::*;

use crate::{Context, Outcome, Reason, Solver, Strategy as Inside, Validity};

/// The value of a term in a model as Z3 computes it.
fn z3_value(context: &Context, model: &Model, term: &Term) -> Result<logic::Value, Reason> {
    let translated = context.translate_model(model, term)?;
    let value = translated.eval(&context.translate(term)?.ast)?;
    context.read_value(&value, &term.sort().carrier())
}

fn limit(milliseconds: u64) -> Budget {
    Budget::unlimited().within(std::time::Duration::from_millis(milliseconds))
}

/// What can be read back from Z3.
const READABLE: Fragment = Fragment {
    copies: false,
    ..Fragment::ALL
};

proptest! {
    #![proptest_config(deterministic(3000))]

    #[test]
    fn z3_computes_the_values_that_evaluation_computes(
        term in any_terms(Fragment { quantifiers: false, ..READABLE }),
        model in models(),
    ) {
        match model.eval(&term) {
            Ok(value) => prop_assert_eq!(z3_value(&Context::current(), &model, &term), Ok(value)),
            Err(error) => prop_assert_eq!(error, EvalError::DivisionByZero),
        }
    }

    #[test]
    fn what_goes_to_z3_and_back_has_the_same_values(
        term in any_terms(READABLE),
        model in models(),
    ) {
        let context = Context::current();
        let ast = context.translate(&term).unwrap().ast;
        let back = context.read(&ast).unwrap();
        // Ranges that quantifiers run over come back as integers, which cannot be gone through.
        if let (Ok(expected), Ok(found)) = (model.eval(&term), model.eval(&back)) {
            prop_assert_eq!(expected, found, "{:?} came back as {:?}", term, back);
        }
    }
}

proptest! {
    #![proptest_config(deterministic(400))]

    #[test]
    fn what_goes_to_z3_and_back_is_equivalent(term in any_terms(Fragment { quantifiers: false, nonlinear: false, ..READABLE })) {
        let context = Context::current();
        let ast = context.translate(&term).unwrap().ast;
        let back = context.read(&ast).unwrap();
        let mut solver = Solver::new(Inside::Incremental);
        let answer = solver.equivalent(&term, &back, &limit(10_000));
        prop_assert_eq!(answer, Validity::Valid, "{:?} came back as {:?}", term, back);
    }

    #[test]
    fn quantified_formulas_go_to_z3_and_back(term in formulas(READABLE)) {
        let context = Context::current();
        let ast = context.translate(&term).unwrap().ast;
        let back = context.read(&ast).unwrap();
        let mut solver = Solver::new(Inside::Incremental);
        // Nonlinear and quantified formulas may be too hard; wrong they must not be.
        let answer = solver.equivalent(&term, &back, &limit(100));
        prop_assert!(answer != Validity::Invalid, "{:?} came back as {:?}", term, back);
    }

    #[test]
    fn models_satisfy_what_was_asserted(
        terms in prop::collection::vec(formulas(Fragment::DECIDABLE), 1..4),
    ) {
        let mut solver = Solver::new(Inside::Incremental);
        for term in &terms {
            solver.assert(term);
        }
        if let Outcome::Sat(sat) = solver.check(&limit(10_000)) {
            let model = sat.model().unwrap();
            for (var, value) in model.vars() {
                prop_assert!(value.is_of(&var.sort), "{:?} is {}", var, value);
            }
            for term in &terms {
                prop_assert_eq!(model.holds(term), Ok(true), "{:?} in {:?}", term, model);
            }
        }
    }
}
