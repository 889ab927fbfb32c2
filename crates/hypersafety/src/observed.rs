//! What was seen in sample runs.

use std::collections::BTreeSet;

use logic::linear::{LinearAtom, Normalised, Relation};
use logic::{Integer, Term};

use crate::alphabet::Alphabet;
use crate::candidates::at_most_zero;
use crate::equations::Equations;
use crate::pool;

/// With states from fewer inputs than this at a place, too many equations hold by chance.
const LEAST_INPUTS: usize = 3;

/// Inequalities that the programs suggest: their conditions, what steps leave of them, and what is
/// left of them when a variable has gone one too far.
pub(crate) fn bounds(alphabet: &Alphabet) -> Vec<Term> {
    const MOST_BOUNDS: usize = 60;
    let mut found: Vec<Term> = Vec::new();
    for literal in pool::literals(alphabet) {
        let Some(Normalised::Atom(atom)) = LinearAtom::<Integer>::of(&literal) else {
            continue;
        };
        if *atom.relation() == Relation::Le {
            let wider = atom.expression().plus_constant(&Integer::from(-1));
            found.extend([atom.expression(), &wider].map(at_most_zero));
        }
    }
    found.sort();
    found.dedup();
    found.truncate(MOST_BOUNDS);
    found
}

/// The states that were seen somewhere.
#[derive(Default)]
pub(crate) struct Seen {
    linear: Equations,
    /// Equations that speak of products, too.
    all: Equations,
    /// The values of the variables in the first state, and which of them have changed since.
    first: Vec<(i64, bool)>,
    /// The pairs of variables that are equal in all states.
    equal: Vec<(usize, usize)>,
    states: usize,
    inputs: BTreeSet<usize>,
}

impl Seen {
    /// Looks at a state, given by the values of the variables, the first so many, and of products.
    pub(crate) fn see(&mut self, values: &[i64], vars: usize, input: usize) {
        let own = &values[..vars];
        if self.states == 0 {
            self.first = own.iter().map(|value| (*value, false)).collect();
            let pairs = (0..vars).flat_map(|b| (0..b).map(move |a| (a, b)));
            self.equal = pairs.collect();
        }
        for ((first, has_changed), value) in self.first.iter_mut().zip(own) {
            *has_changed |= first != value;
        }
        self.equal.retain(|(a, b)| own[*a] == own[*b]);
        self.linear.see(own);
        self.all.see(values);
        self.states += 1;
        self.inputs.insert(input);
    }

    /// The equations between all terms that hold in all states, if these are not too few to tell.
    pub(crate) fn equations_of_products(&self, terms: &[Term]) -> Vec<Term> {
        if self.inputs.len() < LEAST_INPUTS || self.states < 2 * terms.len() {
            return Vec::new();
        }
        self.all.formulas(terms)
    }

    /// The linear equations that hold in all states, if these are not too few. That two variables
    /// are equal is said also where it follows from others: it may be invariant when they are not.
    pub(crate) fn equations(&self, terms: &[Term]) -> Vec<Term> {
        if self.inputs.len() < LEAST_INPUTS {
            return Vec::new();
        }
        let mut found = self.linear.formulas(terms);
        for (a, b) in &self.equal {
            let equation = Term::eq(terms[*a].clone(), terms[*b].clone()).simplify();
            if self.first[*a].1 && !found.contains(&equation) {
                found.push(equation);
            }
        }
        found
    }
}
