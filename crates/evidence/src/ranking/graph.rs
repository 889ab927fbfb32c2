//! Transition graphs.

use std::collections::BTreeSet;
use std::fmt;

use logic::{Sort, Substitution, Term, Var};

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
