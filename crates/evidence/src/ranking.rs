//! Evidence about termination: ranking functions, and recurrent sets against it.
//!
//! Both speak of a [`TransitionGraph`], which knows no programs. A *run* of a graph is a sequence
//! of states, each at a location, in which every step satisfies the relation of an edge and every
//! state satisfies the invariant of its location; it starts at the initial location in a state of
//! the initial condition, or anywhere where the graph has no initial condition. A graph
//! *terminates* where no run is infinite. A [`Ranking`] shows that, a [`Recurrence`] shows that
//! *some* run is infinite (others may well end).

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use logic::{Integer, Rational, Sort, Substitution, Term, Value, Var};

/// Locations, variables, and edges with relations between the values before and after.
///
/// Invariant: the variables, their primed copies and the auxiliary variables of an edge are
/// distinct; formulas are without quantifiers and speak only of the variables that they may.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TransitionGraph {
    vars: Vec<Var>,
    primed: Vec<Var>,
    invariants: Vec<Term>,
    edges: Vec<Edge>,
    initial: Option<Initial>,
}

/// A step from a location to a location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// Where it starts.
    pub from: usize,
    /// Where it leads.
    pub to: usize,
    /// How the values before, after, and of the auxiliary variables go together.
    pub relation: Term,
    /// Variables that are chosen anew in each step: the step is possible where some values of them
    /// satisfy the relation.
    pub auxiliary: Vec<Var>,
}

/// Where runs start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Initial {
    /// The location.
    pub location: usize,
    /// The states, over the variables.
    pub condition: Term,
}

/// What is wrong with the parts of a graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Malformed {
    /// There is not one primed copy of the same sort for each variable, or a variable has two
    /// roles.
    Variables,
    /// A location does not exist.
    Location(usize),
    /// A formula is not a truth value, has a quantifier, or speaks of a variable that it may not.
    Formula(Term),
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Malformed::Variables => f.write_str("the variables and their primed copies do not fit"),
            Malformed::Location(location) => write!(f, "there is no location {location}"),
            Malformed::Formula(formula) => {
                write!(f, "{formula} is no formula over the variables there")
            }
        }
    }
}

impl std::error::Error for Malformed {}

impl TransitionGraph {
    /// A graph with so many locations and no edges. The primed copies stand for the values after a
    /// step.
    ///
    /// # Errors
    /// Where variables and copies do not fit together.
    pub fn new(locations: usize, vars: Vec<Var>, primed: Vec<Var>) -> Result<Self, Malformed> {
        let distinct: BTreeSet<&Var> = vars.iter().chain(&primed).collect();
        let same_sorts = vars.iter().zip(&primed).all(|(a, b)| a.sort == b.sort);
        if vars.len() != primed.len() || distinct.len() != 2 * vars.len() || !same_sorts {
            return Err(Malformed::Variables);
        }
        Ok(TransitionGraph {
            vars,
            primed,
            invariants: vec![Term::top(); locations],
            edges: Vec::new(),
            initial: None,
        })
    }

    /// Adds an edge and returns its position.
    ///
    /// # Errors
    /// Where a location does not exist, or the relation or the auxiliary variables do not fit.
    pub fn add_edge(&mut self, edge: Edge) -> Result<usize, Malformed> {
        self.has_location(edge.from)?;
        self.has_location(edge.to)?;
        let mut allowed: BTreeSet<&Var> = self.vars.iter().chain(&self.primed).collect();
        if !edge.auxiliary.iter().all(|var| allowed.insert(var)) {
            return Err(Malformed::Variables);
        }
        is_formula(&edge.relation, &allowed)?;
        self.edges.push(edge);
        Ok(self.edges.len() - 1)
    }

    /// Adds what is known of the states at a location, over the variables. It is the caller who
    /// has proved it.
    ///
    /// # Errors
    /// Where the location does not exist or the formula does not fit.
    pub fn add_invariant(&mut self, location: usize, formula: Term) -> Result<(), Malformed> {
        self.has_location(location)?;
        is_formula(&formula, &self.vars.iter().collect())?;
        let known = self.invariants[location].clone();
        self.invariants[location] = Term::and([known, formula]);
        Ok(())
    }

    /// Says where runs start.
    ///
    /// # Errors
    /// Where the location does not exist or the condition does not fit.
    pub fn set_initial(&mut self, location: usize, condition: Term) -> Result<(), Malformed> {
        self.has_location(location)?;
        is_formula(&condition, &self.vars.iter().collect())?;
        self.initial = Some(Initial {
            location,
            condition,
        });
        Ok(())
    }

    fn has_location(&self, location: usize) -> Result<(), Malformed> {
        if location < self.invariants.len() {
            Ok(())
        } else {
            Err(Malformed::Location(location))
        }
    }

    /// The number of locations.
    #[must_use]
    pub fn location_count(&self) -> usize {
        self.invariants.len()
    }

    /// The variables.
    #[must_use]
    pub fn vars(&self) -> &[Var] {
        &self.vars
    }

    /// The primed copies of the variables, in the same order.
    #[must_use]
    pub fn primed(&self) -> &[Var] {
        &self.primed
    }

    /// The edges.
    #[must_use]
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// What is known of the states at a location.
    #[must_use]
    pub fn invariant(&self, location: usize) -> &Term {
        &self.invariants[location]
    }

    /// Where runs start; anywhere without it.
    #[must_use]
    pub fn initial(&self) -> Option<&Initial> {
        self.initial.as_ref()
    }

    /// Puts the primed copies in place of the variables.
    #[must_use]
    pub fn priming(&self) -> Substitution {
        let pairs = self.vars.iter().cloned().zip(&self.primed);
        pairs.map(|(var, copy)| (var, copy.term())).collect()
    }
}

fn is_formula(formula: &Term, allowed: &BTreeSet<&Var>) -> Result<(), Malformed> {
    let closed = formula.free_vars().iter().all(|var| allowed.contains(var));
    if closed && *formula.sort() == Sort::Bool && !formula.has_quantifier() {
        Ok(())
    } else {
        Err(Malformed::Formula(formula.clone()))
    }
}

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
