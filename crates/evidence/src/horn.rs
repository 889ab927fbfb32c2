//! Evidence about constrained Horn clauses.
//!
//! A system of clauses has a solution, an [`Interpretation`] of its predicates under which every
//! clause is valid, or its clauses derive a contradiction, by a [`Derivation`] with concrete values;
//! never both.

use logic::{Model, Template, Term, Value};
use question::clauses::Application;

/// A formula for each predicate of a system, in its order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interpretation {
    /// The formulas over their parameters.
    pub formulas: Vec<Template>,
}

impl Interpretation {
    /// The formula of an application.
    #[must_use]
    pub fn of(&self, atom: &Application) -> Term {
        self.formulas[atom.predicate.index()].instantiate(&atom.arguments)
    }
}

/// One use of a clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The position of the clause in its system.
    pub clause: u32,
    /// A value for each variable of the clause.
    pub values: Model,
    /// For each application of the body the earlier step that derived it.
    pub premises: Vec<u32>,
}

impl Step {
    /// The arguments of an application of the step's clause, as far as the values determine them.
    #[must_use]
    pub fn arguments(&self, atom: &Application) -> Option<Vec<Value>> {
        let values = atom
            .arguments
            .iter()
            .map(|term| self.values.eval(term).ok());
        values.collect()
    }
}

/// How a system derives a contradiction: steps of which the last one uses a query. A step may serve
/// several others, so this is a tree with its equal parts shared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Derivation {
    /// The steps, premises first.
    pub steps: Vec<Step>,
}

/// The answer for a system, unchecked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The clauses have a solution.
    Sat(Interpretation),
    /// The clauses derive a contradiction.
    Unsat(Derivation),
}
