//! Simple facts about states, from which invariants and recurrent sets are put together.

use std::collections::BTreeSet;

use evidence::ranking::TransitionGraph;
use logic::{Integer, Rational, Simplifier, Sort, Substitution, Term, Value, Var};

/// The most constants that variables are compared with.
const MOST_CONSTANTS: usize = 8;

/// The largest divisor of remainders.
const LARGEST_DIVISOR: i64 = 6;

/// Facts over the variables: what the graph's formulas say of one state, and their opposites; signs,
/// comparisons with the constants of these formulas, comparisons of two variables, and remainders
/// for the lengths of steps.
pub(crate) fn pool(graph: &TransitionGraph) -> BTreeSet<Term> {
    let formulas = formulas(graph);
    let mut pool = BTreeSet::new();
    for atom in formulas.iter().flat_map(Term::atoms) {
        if atom.as_value().is_none() {
            pool.insert(Term::not(atom.clone()));
            pool.insert(atom);
        }
    }
    let relations = graph.edges().iter().map(|edge| edge.relation.clone());
    let divisors: BTreeSet<i64> = constants(relations)
        .iter()
        .filter_map(|constant| constant.abs().to_i64())
        .filter(|constant| (2..=LARGEST_DIVISOR).contains(constant))
        .collect();
    let constants = compared(constants(formulas));
    for (position, var) in graph.vars().iter().enumerate() {
        match &var.sort {
            Sort::Bool => {
                pool.insert(var.term());
                pool.insert(Term::not(var.term()));
            }
            sort if sort.is_arithmetic() => {
                for constant in &constants {
                    compare(&mut pool, &var.term(), &literal(sort, constant));
                }
                if sort.is_integer() {
                    remainders(&mut pool, &var.term(), &divisors);
                }
                for other in &graph.vars()[position + 1..] {
                    if other.sort.is_comparable(sort) {
                        compare(&mut pool, &var.term(), &other.term());
                        let sum = Term::add([var.term(), other.term()]);
                        compare(&mut pool, &sum, &literal(sort, &Integer::ZERO));
                    }
                }
            }
            _ => {}
        }
    }
    // Simplified, facts that say the same are the same.
    let mut simplifier = Simplifier::new();
    let simplified = pool.iter().map(|fact| simplifier.simplify(fact));
    simplified
        .filter(|fact| fact.as_value().is_none())
        .collect()
}

fn compare(pool: &mut BTreeSet<Term>, a: &Term, b: &Term) {
    pool.insert(Term::le(a.clone(), b.clone()));
    pool.insert(Term::le(b.clone(), a.clone()));
    pool.insert(Term::lt(a.clone(), b.clone()));
    pool.insert(Term::lt(b.clone(), a.clone()));
}

fn remainders(pool: &mut BTreeSet<Term>, term: &Term, divisors: &BTreeSet<i64>) {
    for divisor in divisors {
        let remainder = Term::modulo(term.clone(), Term::int(*divisor));
        let values = 0..*divisor;
        pool.extend(values.map(|value| Term::eq(remainder.clone(), Term::int(value))));
    }
}

fn literal(sort: &Sort, value: &Integer) -> Term {
    if *sort == Sort::Real {
        Term::real(Rational::from(value.clone()))
    } else {
        Term::int(value.clone())
    }
}

/// What the graph says of single states, with the variables in place of their primed copies.
fn formulas(graph: &TransitionGraph) -> Vec<Term> {
    let vars: BTreeSet<Var> = graph.vars().iter().cloned().collect();
    let back = graph.primed().iter().cloned().zip(graph.vars());
    let back: Substitution = back.map(|(copy, var)| (copy, var.term())).collect();
    let primed: BTreeSet<Var> = graph.primed().iter().cloned().collect();
    let relations = graph.edges().iter().flat_map(|edge| edge.relation.atoms());
    let of_one_state = relations.filter_map(|atom| {
        let mentioned = atom.free_vars();
        if mentioned.is_subset(&vars) {
            Some(atom)
        } else if mentioned.is_subset(&primed) {
            Some(atom.substitute(&back))
        } else {
            None
        }
    });
    let given = (0..graph.location_count()).map(|location| graph.invariant(location).clone());
    let initial = graph.initial().map(|initial| initial.condition.clone());
    of_one_state.chain(given).chain(initial).collect()
}

/// The constants that occur in formulas.
fn constants(formulas: impl IntoIterator<Item = Term>) -> BTreeSet<Integer> {
    let mut found: BTreeSet<Integer> = BTreeSet::new();
    let mut seen: BTreeSet<Term> = BTreeSet::new();
    let mut open: Vec<Term> = formulas.into_iter().collect();
    while let Some(term) = open.pop() {
        if !seen.insert(term.clone()) {
            continue;
        }
        match term.as_value() {
            Some(Value::Int(value)) => {
                found.insert(value.clone());
            }
            Some(Value::Real(value)) => found.extend([value.floor(), value.ceil()]),
            _ => open.extend(term.children().iter().cloned()),
        }
    }
    found
}

/// The smallest of the constants, and -1, 0 and 1.
fn compared(constants: BTreeSet<Integer>) -> Vec<Integer> {
    let mut constants: Vec<Integer> = constants.into_iter().collect();
    constants.sort_by_key(Integer::abs);
    let mut result: Vec<Integer> = [-1, 0, 1].map(Integer::from).to_vec();
    constants.retain(|constant| !result.contains(constant));
    constants.truncate(MOST_CONSTANTS);
    result.extend(constants);
    result
}
