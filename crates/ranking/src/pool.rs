//! Simple facts about states, from which invariants and recurrent sets are put together.

use std::collections::BTreeSet;

use evidence::ranking::TransitionGraph;
use logic::{Integer, Op, Rational, Sort, Substitution, Term, Value, Var};

/// The most constants that variables are compared with.
const MOST_CONSTANTS: usize = 8;

/// Facts over the variables: what the graph's formulas say of one state, and their opposites; signs,
/// comparisons with the graph's constants, and comparisons of two variables.
pub(crate) fn pool(graph: &TransitionGraph) -> BTreeSet<Term> {
    let formulas = formulas(graph);
    let mut pool = BTreeSet::new();
    for atom in formulas.iter().flat_map(Term::atoms) {
        if atom.as_value().is_none() {
            pool.insert(Term::not(atom.clone()));
            pool.insert(atom);
        }
    }
    let constants = constants(&formulas);
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
    pool
}

fn compare(pool: &mut BTreeSet<Term>, a: &Term, b: &Term) {
    pool.insert(Term::le(a.clone(), b.clone()));
    pool.insert(Term::le(b.clone(), a.clone()));
    pool.insert(Term::lt(a.clone(), b.clone()));
    pool.insert(Term::lt(b.clone(), a.clone()));
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

/// The smallest constants of the formulas, and -1, 0 and 1.
fn constants(formulas: &[Term]) -> Vec<Integer> {
    let mut found: BTreeSet<Integer> = BTreeSet::new();
    let mut seen: BTreeSet<Term> = BTreeSet::new();
    let mut open: Vec<Term> = formulas.to_vec();
    while let Some(term) = open.pop() {
        if !seen.insert(term.clone()) {
            continue;
        }
        match term.as_value() {
            Some(Value::Int(value)) => {
                found.insert(value.clone());
            }
            Some(Value::Real(value)) => found.extend([value.floor(), value.ceil()]),
            _ => {}
        }
        // A divisor is no value to compare with.
        if !matches!(term.op(), Some(Op::Div | Op::Mod)) {
            open.extend(term.children().iter().cloned());
        }
    }
    let mut constants: Vec<Integer> = found.into_iter().collect();
    constants.sort_by_key(Integer::abs);
    let mut result: Vec<Integer> = [-1, 0, 1].map(Integer::from).to_vec();
    constants.retain(|constant| !result.contains(constant));
    constants.truncate(MOST_CONSTANTS);
    result.extend(constants);
    result
}
