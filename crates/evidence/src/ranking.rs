//! Evidence about termination: ranking functions, and recurrent sets against it.
//!
//! Both speak of a [`TransitionGraph`], which knows no programs. A *run* of a graph is a sequence
//! of states, each at a location, in which every step satisfies the relation of an edge and every
//! state satisfies the invariant of its location; it starts at the initial location in a state of
//! the initial condition, or anywhere where the graph has no initial condition. A graph
//! *terminates* where no run is infinite. A [`Ranking`] shows that, a [`Recurrence`] shows that
//! *some* run is infinite (others may well end).

mod graph;

use std::collections::BTreeMap;

use logic::{Integer, Rational, Sort, Substitution, Term, Value};

pub use graph::{Edge, Initial, Malformed, TransitionGraph};

/// A sum of arithmetic terms with rational coefficients, and a constant. Integer and real terms may
/// be mixed; what is inside a term is not looked at.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Affine {
    /// The terms with their coefficients.
    pub coefficients: BTreeMap<Term, Rational>,
    /// The constant.
    pub constant: Rational,
}

impl Affine {
    /// A number.
    #[must_use]
    pub fn number(constant: Rational) -> Self {
        Affine {
            coefficients: BTreeMap::new(),
            constant,
        }
    }

    /// A single term.
    #[must_use]
    pub fn term(term: Term) -> Self {
        Affine {
            coefficients: BTreeMap::from([(term, Rational::ONE)]),
            constant: Rational::ZERO,
        }
    }

    /// Adds a multiple of another sum. No coefficient stays that has become zero.
    pub fn add_multiple(&mut self, factor: &Rational, other: &Affine) {
        for (term, coefficient) in &other.coefficients {
            let product = factor * coefficient;
            let sum = match self.coefficients.get(term) {
                Some(summand) => summand + &product,
                None => product,
            };
            if sum.is_zero() {
                self.coefficients.remove(term);
            } else {
                self.coefficients.insert(term.clone(), sum);
            }
        }
        self.constant = &self.constant + &(factor * &other.constant);
    }

    /// The sum with other terms in place of variables.
    #[must_use]
    pub fn substitute(&self, substitution: &Substitution) -> Affine {
        let mut result = Affine::number(self.constant.clone());
        for (term, coefficient) in &self.coefficients {
            let term = Affine::term(term.substitute(substitution));
            result.add_multiple(coefficient, &term);
        }
        result
    }

    /// A positive multiple of the sum as a term: of the sort `Int` where all its terms are
    /// integers, otherwise of the sort `Real`.
    #[must_use]
    pub fn to_scaled_term(&self) -> Term {
        let numbers = self.coefficients.values().chain([&self.constant]);
        let denominators = numbers.map(Rational::denominator);
        let scale = denominators.fold(Integer::ONE, |scale, d| scale.lcm(d));
        let integers = self.coefficients.keys().all(|t| t.sort().is_integer());
        let number = |value: &Rational| {
            let value = value * &Rational::from(scale.clone());
            match value.to_integer() {
                Some(value) if integers => Term::int(value.clone()),
                _ => Term::real(value),
            }
        };
        let product = |(term, coefficient): (&Term, &Rational)| {
            let term = if integers || *term.sort() == Sort::Real {
                term.clone()
            } else {
                Term::to_real(term.clone())
            };
            Term::mul([number(coefficient), term])
        };
        let products = self.coefficients.iter().map(product);
        Term::add(products.chain([number(&self.constant)]))
    }
}

/// How a sum is compared with zero.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Comparison {
    /// At most zero.
    AtMost,
    /// Zero.
    Equal,
}

/// A sum compared with zero.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Atom {
    /// The sum.
    pub sum: Affine,
    /// The comparison.
    pub comparison: Comparison,
}

impl Atom {
    /// The formula.
    #[must_use]
    pub fn to_term(&self) -> Term {
        let sum = self.sum.to_scaled_term();
        let zero = Term::number(sum.sort(), 0);
        match self.comparison {
            Comparison::AtMost => Term::le(sum, zero),
            Comparison::Equal => Term::eq(sum, zero),
        }
    }
}

/// Why a graph terminates, unchecked.
///
/// Locations are divided into nodes, so that a location can have several ranking functions; edges
/// are divided into transitions between nodes, each a conjunction of atoms. The steps then remove
/// transitions until no cycle is left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranking {
    /// For each location a formula over the variables that holds whenever a run is there: besides
    /// the graph's own invariants, and inductive together with them.
    pub invariants: Vec<Term>,
    /// The nodes. Those of a location cover its invariants; they may overlap.
    pub nodes: Vec<Node>,
    /// The transitions. Those between two nodes for one edge cover what the edge does between
    /// them, for every edge whose ends lie on a common cycle of locations.
    pub transitions: Vec<Transition>,
    /// The steps, in order.
    pub steps: Vec<Step>,
}

/// A part of a location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The location.
    pub location: usize,
    /// The states that belong to the part, over the variables.
    pub condition: Term,
}

/// A part of what an edge does between two nodes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transition {
    /// The edge.
    pub edge: usize,
    /// The node before, at the edge's start.
    pub from: usize,
    /// The node after, at the edge's end.
    pub to: usize,
    /// What holds between the values before, after, and of the auxiliary variables.
    pub atoms: Vec<Atom>,
}

/// Ranking functions for one strongly connected component of the nodes and the transitions that
/// are left.
///
/// With one function a node, a ranked transition decreases it by at least 1 and starts where it is
/// not negative; all other transitions of the component do not increase it. With several (nested
/// ranking functions, Leike and Heizmann 2014, here per node and with transitions that are not
/// ranked): a ranked transition decreases the first by at least 1, each later one by at least 1
/// after the value of the function before it has been added, and starts where the last one is not
/// negative; all other transitions increase none. Either way no infinite run takes ranked
/// transitions for ever.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The nodes of the component with their functions, equally many for each.
    pub functions: BTreeMap<usize, Vec<Affine>>,
    /// For each transition of the component why it behaves.
    pub proofs: BTreeMap<usize, Proof>,
}

/// Why a transition behaves, by Farkas' lemma: non-negative multipliers (any sign for equations)
/// for its atoms, such that the sum of the multiples shows the inequality.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proof {
    /// It is ranked, and removed by the step.
    Ranked {
        /// The multipliers for the decrease of each function.
        decrease: Vec<Vec<Rational>>,
        /// The multipliers that show that the last function is not negative.
        bound: Vec<Rational>,
    },
    /// It increases no function: the multipliers for each.
    Kept(Vec<Vec<Rational>>),
}

/// Why some run of a graph is infinite, unchecked: a concrete run into a recurrent set, and how to
/// go on inside it for ever.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recurrence {
    /// Where the run starts.
    pub start: State,
    /// The steps to a state of the recurrent set.
    pub path: Vec<ConcreteStep>,
    /// The recurrent set: for each location its states, over the variables.
    pub regions: Vec<Term>,
    /// How to go on from each location: the guards cover the region.
    pub cases: Vec<Vec<Continuation>>,
}

/// A location with values of the variables, in their order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// The location.
    pub location: usize,
    /// The values.
    pub values: Vec<Value>,
}

/// A step of a concrete run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConcreteStep {
    /// The edge.
    pub edge: usize,
    /// The values of the edge's auxiliary variables.
    pub auxiliary: Vec<Value>,
    /// The values of the variables after the step.
    pub values: Vec<Value>,
}

/// A way to go on: where the guard holds, take the edge with these values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Continuation {
    /// Where this way is good, over the variables.
    pub guard: Term,
    /// The edge.
    pub edge: usize,
    /// A term over the variables for the next value of each variable.
    pub next: Vec<Term>,
    /// A term over the variables for each auxiliary variable of the edge.
    pub auxiliary: Vec<Term>,
}
