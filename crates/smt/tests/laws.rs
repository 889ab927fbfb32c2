//! What `logic` promises of its transformations, proved by Z3 on random terms.

use std::time::Duration;

use logic::testing::{Fragment, any_terms, deterministic, formulas, substitutions};
use logic::{Sort, Term};
use proptest::prelude::*;
use smt::{Budget, Solver, Strategy as Inside, Validity};

/// Requires that a formula of a decidable fragment is valid.
fn require(formula: &Term) -> Result<(), TestCaseError> {
    let budget = Budget::unlimited().within(Duration::from_secs(10));
    let mut solver = Solver::new(Inside::Incremental);
    let counterexample = solver.counterexample(formula, &budget);
    prop_assert!(
        counterexample.is_unsat(),
        "{:?}: {:?}",
        formula,
        counterexample
    );
    Ok(())
}

/// Requires that a formula that may be too hard is not found to be invalid.
fn require_not_refuted(formula: &Term) -> Result<(), TestCaseError> {
    let budget = Budget::unlimited().within(Duration::from_millis(50));
    let mut solver = Solver::new(Inside::Incremental);
    prop_assert!(
        solver.valid(formula, &budget) != Validity::Invalid,
        "{:?}",
        formula
    );
    Ok(())
}

proptest! {
    #![proptest_config(deterministic(400))]

    #[test]
    fn simplified_terms_are_equal(term in any_terms(Fragment::DECIDABLE)) {
        require(&Term::eq(term.clone(), term.simplify()))?;
    }

    #[test]
    fn simplified_formulas_with_quantifiers_are_equivalent(formula in formulas(Fragment::ALL)) {
        require_not_refuted(&Term::eq(formula.clone(), formula.simplify()))?;
    }

    #[test]
    fn negation_normal_forms_are_equivalent(formula in formulas(Fragment::DECIDABLE)) {
        require(&Term::eq(formula.clone(), formula.nnf()))?;
        require(&Term::xor(formula.clone(), formula.negated_nnf()))?;
    }

    #[test]
    fn substitution_replaces_equals_by_equals(
        formula in formulas(Fragment::LINEAR_INTEGERS),
        substitution in substitutions(Fragment::LINEAR_INTEGERS),
    ) {
        let replaced = substitution.apply(&formula);
        let equations = substitution.iter().map(|(var, term)| Term::eq(var.term(), term.clone()));
        let equivalent = Term::eq(formula.clone(), replaced);
        require_not_refuted(&Term::implies(Term::and(equations), equivalent))?;
    }
}

#[test]
fn division_leaves_a_remainder_that_is_never_negative() {
    let x = Term::constant("x", Sort::Int);
    for divisor in [3, -3] {
        let divisor = Term::int(divisor);
        let quotient = Term::div(x.clone(), divisor.clone());
        let remainder = Term::modulo(x.clone(), divisor.clone());
        let sum = Term::add([Term::mul([divisor, quotient]), remainder.clone()]);
        require(&Term::eq(sum, x.clone())).unwrap();
        let small = Term::and([
            Term::le(Term::int(0), remainder.clone()),
            Term::lt(remainder, Term::int(3)),
        ]);
        require(&small).unwrap();
    }
}
