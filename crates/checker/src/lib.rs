//! Checks evidence against the programs that it speaks of.
//!
//! Nothing here is taken on trust but the interpreter in `program`, evaluation and normal forms in
//! `logic`, and a solver's `unsat` on formulas without quantifiers: the
//! checker re-establishes the definition of the claim from the programs alone. It is small and
//! plain on purpose, and it does not search: what had to be found stands in the evidence.
//!
//! # What this crate does not know
//! The engines. It depends on none of them, and shares no code with them.
//!
//! # Where to start
//! [`check`]; then one module for each kind of evidence, one function for each rule. [`formula`] is
//! for quantified formulas, [`ranking`] for termination, [`horn`] for Horn clauses,
//! [`inclusion`] for automata on infinite words and [`abstraction`] for functions, none of which are
//! claims about programs.

#![forbid(unsafe_code)]

pub mod abstraction;
mod collective;
mod commutation;
mod fair;
mod fair_run;
mod finite;
pub mod formula;
pub mod horn;
pub mod inclusion;
mod network;
mod parts;
mod paths;
pub mod ranking;
mod reduction;
mod safety;
mod satisfaction;
mod simulation;
mod steps;
mod stops;
mod symbolic;
mod threads;
mod unwinding;
mod violation;

use budget::{Budget, Exhausted};
use evidence::Evidence;
use program::concrete::{StepError, Unbounded};
use program::{Relation, Task};

/// Evidence that was accepted. Only [`check`] makes one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Accepted {
    verdict: Established,
    obligations: usize,
    vacuous: Option<Vacuity>,
}

impl Accepted {
    /// The verdict that is now established.
    #[must_use]
    pub fn verdict(&self) -> Established {
        self.verdict
    }

    /// How many single conditions were checked.
    #[must_use]
    pub fn obligations(&self) -> usize {
        self.obligations
    }

    /// Why the claim says less than its author may think, if it does.
    #[must_use]
    pub fn vacuous(&self) -> Option<Vacuity> {
        self.vacuous
    }
}

/// What evidence can establish.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Established {
    /// The claim holds.
    Proved,
    /// The claim does not hold.
    Refuted,
}

/// Ways in which a proof can be empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Vacuity {
    /// No state satisfies the precondition.
    NoStart,
    /// There is a postcondition, but no run reaches the end.
    NoEnd,
    /// No run is fair.
    NoFairRun,
    /// The precondition leaves out starts of the first program, for which nothing is claimed.
    FewerStarts,
}

/// Why evidence was not accepted: the rule that is broken, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Rejected {
    /// The evidence is not of a kind that supports this claim.
    #[error("the evidence does not speak of a claim of this kind")]
    WrongKind,
    /// A position in the evidence refers to nothing.
    #[error("{what} {position} does not exist")]
    Dangling {
        /// What it should refer to.
        what: &'static str,
        /// The position.
        position: u32,
    },
    /// A state is not one of the program's.
    #[error("state {position} of {program} is not a state of the program")]
    NotAState {
        /// The program.
        program: String,
        /// The position of the state in the evidence.
        position: usize,
    },
    /// A rule is broken.
    #[error("rule {rule}: {what}")]
    Rule {
        /// The rule.
        rule: &'static str,
        /// What is wrong.
        what: String,
    },
    /// The budget was used up, or the solver has no answer to a question that a rule asks. That is
    /// not the evidence's fault: with a larger budget it may be accepted.
    #[error("the check did not come to an end: {0}")]
    Unanswered(smt::Reason),
    /// The interpreter cannot compute what the rule speaks of.
    #[error("the check cannot be made: {0}")]
    Step(#[from] StepError),
}

impl From<Unbounded> for Rejected {
    fn from(error: Unbounded) -> Self {
        Rejected::Step(error.into())
    }
}

impl From<logic::EvalError> for Rejected {
    fn from(error: logic::EvalError) -> Self {
        Rejected::Step(error.into())
    }
}

impl From<Exhausted> for Rejected {
    fn from(exhausted: Exhausted) -> Self {
        Rejected::Unanswered(exhausted.into())
    }
}

fn broken(rule: &'static str, what: impl Into<String>) -> Rejected {
    Rejected::Rule {
        rule,
        what: what.into(),
    }
}

/// Checks that the evidence establishes its verdict on the task.
///
/// # Errors
/// The first rule that is broken.
pub fn check(task: &Task, evidence: &Evidence, budget: &Budget) -> Result<Accepted, Rejected> {
    match (task.relation, evidence) {
        (Relation::Simulated, Evidence::FiniteSimulation(proof)) => {
            simulation::check_proof(task, proof, budget)
        }
        (Relation::Simulated, Evidence::FiniteRefutation(refutation)) => {
            simulation::check_refutation(task, refutation, budget)
        }
        (Relation::Simulated, Evidence::Unwinding(strategy)) => {
            unwinding::check(task, strategy, budget)
        }
        (Relation::SafeFor, Evidence::FiniteSafety(proof)) => {
            safety::check_proof(task, proof, budget)
        }
        (Relation::SafeFor, Evidence::FiniteViolation(violation)) => {
            safety::check_violation(task, violation, budget)
        }
        (Relation::Included, Evidence::FairInclusion(evidence)) => {
            fair::check(task, evidence, budget)
        }
        (Relation::Included, Evidence::SymbolicInclusion(evidence)) => {
            symbolic::check(task, evidence, budget)
        }
        (Relation::Included, Evidence::FairRun(run)) => fair_run::check(task, run, budget),
        (Relation::Satisfies, Evidence::Satisfaction(evidence)) => {
            satisfaction::check(task, evidence, budget)
        }
        (Relation::Network, Evidence::Network(evidence)) => network::check(task, evidence, budget),
        (Relation::SafeFor, Evidence::Reduction(proof)) => reduction::check(task, proof, budget),
        (Relation::SafeFor, Evidence::Parts(parts)) => parts::check(task, &parts.proofs, budget),
        (Relation::SafeFor, Evidence::Violation(found)) => violation::check(task, found, budget),
        (Relation::Abstracted, Evidence::Abstraction(proof)) => {
            abstraction::check_claim(task, proof, budget)
        }
        (Relation::Abstracted, Evidence::FiniteSimulation(_) | Evidence::Unwinding(_)) => {
            abstraction::check_simulation(task, evidence, budget)
        }
        (Relation::Refines, Evidence::Refinement(evidence)) => {
            abstraction::check_functions(task, evidence, budget)
        }
        (Relation::Safe | Relation::Equivalent, Evidence::Covering(proof)) => {
            collective::check(task, proof, budget)
        }
        (Relation::Safe | Relation::Equivalent, Evidence::FailingRun(run)) => {
            collective::check_run(task, run, budget)
        }
        _ => Err(Rejected::WrongKind),
    }
}
