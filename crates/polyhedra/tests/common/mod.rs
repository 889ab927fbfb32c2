//! Random polyhedra, and Z3 as the oracle.

#![allow(dead_code, reason = "each test uses its part")]

use std::cell::RefCell;

use logic::{Integer, Rational, Sort, Term, Var};
use polyhedra::{Affine, Constraint, Polyhedron, Relation};
use proptest::prelude::*;
use smt::{Budget, Outcome, Solver, Strategy as Method, Validity};

pub(crate) type Coefficients = Vec<(usize, i64)>;

/// Coefficients over the first dimensions, mostly few.
pub(crate) fn coefficients(dimensions: usize) -> impl Strategy<Value = Coefficients> {
    prop::collection::vec((0..dimensions, -3_i64..=3), 1..=3)
}

pub(crate) fn affine(dimensions: usize) -> impl Strategy<Value = Affine> {
    (coefficients(dimensions), -5_i64..=5, 1_i64..=3).prop_map(
        |(coefficients, constant, divisor)| {
            let whole = Affine::of_integers(coefficients, constant);
            whole.scaled(&Rational::new(Integer::ONE, Integer::from(divisor)).expect("not zero"))
        },
    )
}

fn constraint_of(relation: Relation, coefficients: &Coefficients, constant: i64) -> Constraint {
    Constraint::new(
        relation,
        &Affine::of_integers(coefficients.iter().copied(), constant),
    )
}

pub(crate) fn constraint(dimensions: usize) -> impl Strategy<Value = Constraint> {
    let relation = prop_oneof![5 => Just(Relation::Le), 1 => Just(Relation::Eq)];
    (relation, coefficients(dimensions), -6_i64..=6).prop_map(
        |(relation, coefficients, constant)| constraint_of(relation, &coefficients, constant),
    )
}

/// Constraints that mostly have a common solution: nine times of ten they are moved to contain a
/// random point.
pub(crate) fn constraints(dimensions: usize) -> impl Strategy<Value = Vec<Constraint>> {
    let relation = prop_oneof![6 => Just(Relation::Le), 1 => Just(Relation::Eq)];
    let raw = (relation, coefficients(dimensions), 0_i64..=4);
    let anchor = prop::collection::vec(-4_i64..=4, dimensions);
    let anchor = prop_oneof![9 => anchor.prop_map(Some), 1 => Just(None)];
    (anchor, prop::collection::vec(raw, 0..=dimensions + 4)).prop_map(|(anchor, raw)| {
        raw.iter()
            .map(|(relation, coefficients, slack)| {
                let constant = match &anchor {
                    None => *slack - 2,
                    Some(point) => {
                        let value: i64 = coefficients.iter().map(|(d, c)| c * point[*d]).sum();
                        let slack = if *relation == Relation::Le { *slack } else { 0 };
                        -value - slack
                    }
                };
                constraint_of(*relation, coefficients, constant)
            })
            .collect()
    })
}

pub(crate) fn polyhedron(dimensions: usize) -> impl Strategy<Value = Polyhedron> {
    constraints(dimensions)
        .prop_map(move |constraints| Polyhedron::from_constraints(dimensions, &constraints))
}

pub(crate) fn var(name: &str, dimension: usize) -> Var {
    Var::new(format!("{name}{dimension}").as_str(), Sort::Real)
}

pub(crate) fn real(value: &Rational) -> Term {
    Term::real(value.clone())
}

pub(crate) fn term_of(expression: &Affine, at: impl Fn(usize) -> Term) -> Term {
    let terms = expression
        .coefficients()
        .map(|(d, c)| Term::mul([real(c), at(d)]));
    Term::add(terms.chain([real(expression.constant())]))
}

pub(crate) fn formula_of(constraint: &Constraint, at: impl Fn(usize) -> Term) -> Term {
    let term = term_of(&constraint.expression(), at);
    match constraint.relation() {
        Relation::Eq => Term::eq(term, Term::real(0)),
        Relation::Le => Term::le(term, Term::real(0)),
    }
}

pub(crate) fn x(dimension: usize) -> Term {
    var("x", dimension).term()
}

pub(crate) fn formula<'a>(constraints: impl IntoIterator<Item = &'a Constraint>) -> Term {
    Term::and(
        constraints
            .into_iter()
            .map(|constraint| formula_of(constraint, x)),
    )
}

thread_local! {
    static SOLVER: RefCell<Solver> = RefCell::new(Solver::new(Method::Incremental));
}

pub(crate) fn satisfiable(formula: &Term) -> bool {
    SOLVER.with_borrow_mut(|solver| {
        solver.push();
        solver.assert(formula);
        let outcome = match solver.check(&Budget::unlimited()) {
            Outcome::Sat(_) => true,
            Outcome::Unsat(_) => false,
            Outcome::Unknown(reason) => panic!("{reason:?} for {formula}"),
        };
        solver.pop();
        outcome
    })
}

pub(crate) fn valid(formula: &Term) -> bool {
    SOLVER.with_borrow_mut(|solver| match solver.valid(formula, &Budget::unlimited()) {
        Validity::Valid => true,
        Validity::Invalid => false,
        Validity::Unknown(reason) => panic!("{reason:?} for {formula}"),
    })
}

pub(crate) fn entails(premise: &Term, conclusion: &Term) -> bool {
    valid(&Term::implies(premise.clone(), conclusion.clone()))
}

pub(crate) fn equivalent(a: &Term, b: &Term) -> bool {
    entails(a, b) && entails(b, a)
}

pub(crate) fn of(polyhedron: &Polyhedron) -> Term {
    formula(&polyhedron.constraints())
}
