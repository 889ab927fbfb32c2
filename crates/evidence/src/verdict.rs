//! The three answers.

use budget::Exhausted;
use program::Origin;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::abstraction::{Abstraction, Refinement};
use crate::collective::{Covering, FailingRun};
use crate::fair_run::FairRun;
use crate::formula::{Skolem, Solved, Winning};
use crate::inclusion::{FairInclusion, Inclusion, Satisfaction};
use crate::long_run::LongRun;
use crate::network::Network;
use crate::reduction::{Parts, Reduction, Violation};
use crate::safety::{FiniteSafety, FiniteViolation};
use crate::simulation::{FiniteRefutation, FiniteSimulation};
use crate::symbolic::SymbolicInclusion;
use crate::unwinding::{Player, Unwinding};

/// What an engine answers, unchecked.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// The claim holds, and here is why.
    Proved(Evidence),
    /// The claim does not hold, and here is why.
    Refuted(Evidence),
    /// It could not be told.
    Unknown(Reason),
}

/// The word for a verdict: these three, in every output, forever.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum VerdictKind {
    /// The claim holds.
    Proved,
    /// The claim does not hold.
    Refuted,
    /// It could not be told.
    Unknown,
}

impl VerdictKind {
    /// The word.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            VerdictKind::Proved => "proved",
            VerdictKind::Refuted => "refuted",
            VerdictKind::Unknown => "unknown",
        }
    }
}

/// Evidence of any kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Evidence {
    /// For `simulated by`.
    FiniteSimulation(FiniteSimulation),
    /// Against `simulated by`.
    FiniteRefutation(FiniteRefutation),
    /// For `safe for`.
    FiniteSafety(FiniteSafety),
    /// Against `safe for`.
    FiniteViolation(FiniteViolation),
    /// For or against `simulated by`.
    Unwinding(Unwinding),
    /// For or against `included in`.
    FairInclusion(FairInclusion),
    /// For `included in`, about sets of states.
    SymbolicInclusion(SymbolicInclusion),
    /// Against `included in`, by one run alone.
    FairRun(FairRun),
    /// For or against `satisfies`.
    Satisfaction(Satisfaction),
    /// For or against `satisfies … for all n`.
    Network(Network),
    /// For `safe for`.
    Reduction(Reduction),
    /// For `safe for`, where the parts of the postcondition are proved one by one.
    Parts(Parts),
    /// Against `safe for`.
    Violation(Violation),
    /// For `abstracted by`.
    Abstraction(Abstraction),
    /// For or against `abstracted by`, of functions.
    Refinement(Refinement),
    /// For `safe` and `equivalent to`, of systems.
    Covering(Covering),
    /// Against `safe` and `equivalent to`, of systems.
    FailingRun(FailingRun),
    /// The same, where runs are too long to be written down.
    LongRun(LongRun),
    /// For or against the inclusion of words of automata.
    Words(Inclusion),
    /// For or against the satisfiability of a formula.
    Formula(Winning),
    /// For or against a forall-exists formula.
    ForallExists(Skolem),
    /// For or against the satisfiability of Horn clauses.
    Clauses(Solved),
}

impl Evidence {
    /// The verdict that the evidence would support.
    #[must_use]
    pub fn supports(&self) -> VerdictKind {
        match self {
            Evidence::FiniteSimulation(_)
            | Evidence::FiniteSafety(_)
            | Evidence::SymbolicInclusion(_)
            | Evidence::Reduction(_)
            | Evidence::Parts(_)
            | Evidence::Abstraction(_)
            | Evidence::Covering(_) => VerdictKind::Proved,
            Evidence::FiniteRefutation(_)
            | Evidence::FiniteViolation(_)
            | Evidence::FairRun(_)
            | Evidence::Violation(_)
            | Evidence::FailingRun(_)
            | Evidence::LongRun(_) => VerdictKind::Refuted,
            Evidence::FairInclusion(FairInclusion { inclusion, .. })
            | Evidence::Words(inclusion)
            | Evidence::Satisfaction(Satisfaction { inclusion, .. }) => match inclusion {
                Inclusion::Proof(_) => VerdictKind::Proved,
                Inclusion::Separation(_) => VerdictKind::Refuted,
            },
            Evidence::Refinement(Refinement::Map(_))
            | Evidence::Formula(Winning::Satisfiable(_))
            | Evidence::ForallExists(Skolem::Valid(_))
            | Evidence::Clauses(Solved::Solution(_)) => VerdictKind::Proved,
            Evidence::Refinement(Refinement::Difference(_))
            | Evidence::Formula(Winning::Unsatisfiable(_))
            | Evidence::ForallExists(Skolem::Invalid(_))
            | Evidence::Clauses(Solved::Derivation(_)) => VerdictKind::Refuted,
            Evidence::Network(Network::Invariant(_)) => VerdictKind::Proved,
            Evidence::Network(Network::Violation(_)) => VerdictKind::Refuted,
            Evidence::Unwinding(unwinding) => match unwinding.winner {
                Player::Verifier => VerdictKind::Proved,
                Player::Falsifier => VerdictKind::Refuted,
            },
        }
    }

    /// What it is and how large, in a few words.
    #[must_use]
    pub fn describe(&self) -> String {
        let count = |number: usize, one: &str| match number {
            1 => format!("1 {one}"),
            number => format!("{number} {one}s"),
        };
        match self {
            Evidence::FiniteSimulation(proof) => {
                format!("relation of {}", count(proof.pairs.len(), "pair"))
            }
            Evidence::FiniteRefutation(refutation) => {
                let positions = count(refutation.positions.len(), "position");
                format!("strategy of {positions}")
            }
            Evidence::FiniteSafety(proof) => {
                let states = proof.copies.iter().map(|copy| copy.states.len()).sum();
                count(states, "reachable state")
            }
            Evidence::FiniteViolation(violation) => count(violation.runs.len(), "run"),
            Evidence::FairInclusion(fair) => fair.inclusion.describe(),
            Evidence::SymbolicInclusion(symbolic) => symbolic.describe(),
            Evidence::FairRun(run) => run.describe(),
            Evidence::Satisfaction(satisfaction) => match &satisfaction.inclusion {
                Inclusion::Proof(_) => {
                    let states = count(satisfaction.states.len(), "state");
                    format!("no violating cycle in {states}")
                }
                lasso @ Inclusion::Separation(_) => lasso.describe(),
            },
            Evidence::Network(network) => network.describe(),
            Evidence::Unwinding(unwinding) => {
                format!("unwinding of {}", count(unwinding.nodes.len(), "node"))
            }
            Evidence::Reduction(reduction) => {
                let nodes = count(reduction.nodes.len(), "node");
                let assertions = count(reduction.assertions.len(), "assertion");
                format!("reduction of {nodes} with {assertions}")
            }
            Evidence::Parts(parts) => {
                let nodes = parts.proofs.iter().map(|proof| proof.nodes.len()).sum();
                let nodes = count(nodes, "node");
                format!("{} of {nodes}", count(parts.proofs.len(), "reduction"))
            }
            Evidence::Violation(violation) => count(violation.runs.len(), "run"),
            Evidence::Abstraction(abstraction) => abstraction.describe(),
            Evidence::Refinement(refinement) => refinement.describe(),
            Evidence::Covering(covering) => {
                let cuts = count(covering.cuts.len(), "invariant");
                format!(
                    "{cuts} and {}",
                    count(covering.nodes.len(), "symbolic state")
                )
            }
            Evidence::FailingRun(run) => {
                format!("run of {}", count(run.schedule.len(), "step"))
            }
            Evidence::LongRun(run) => {
                let loops = count(run.cuts.len(), "loop");
                format!(
                    "run of {} through {loops}",
                    count(run.nodes.len(), "symbolic step")
                )
            }
            Evidence::Words(inclusion) => inclusion.describe(),
            Evidence::Formula(Winning::Satisfiable(choices) | Winning::Unsatisfiable(choices)) => {
                let cases = choices.iter().map(Vec::len).sum();
                format!("strategy of {}", count(cases, "case"))
            }
            Evidence::ForallExists(Skolem::Valid(choice)) => {
                format!("choice of {}", count(choice.len(), "case"))
            }
            Evidence::ForallExists(Skolem::Invalid(_)) => "counterexample".to_owned(),
            Evidence::Clauses(Solved::Solution(formulas)) => {
                format!("solution for {}", count(formulas.len(), "predicate"))
            }
            Evidence::Clauses(Solved::Derivation(steps)) => {
                format!("derivation of {}", count(steps.len(), "step"))
            }
        }
    }
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The time was over.
    Timeout,
    /// There was not enough memory.
    Memory,
    /// The user stopped the work.
    Interrupted,
    /// The method cannot do this.
    Incomplete(String),
    /// A construct that no engine for this claim handles, and where it stands.
    Unsupported {
        /// What it is.
        construct: String,
        /// Where it stands, if it stands somewhere.
        origin: Option<Origin>,
    },
}

impl From<Exhausted> for Reason {
    fn from(exhausted: Exhausted) -> Self {
        match exhausted {
            Exhausted::Timeout => Reason::Timeout,
            Exhausted::Memory => Reason::Memory,
            Exhausted::Cancelled => Reason::Interrupted,
        }
    }
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Reason::Timeout => f.write_str("timeout"),
            Reason::Memory => f.write_str("memory"),
            Reason::Interrupted => f.write_str("interrupted"),
            Reason::Incomplete(what) => write!(f, "incomplete: {what}"),
            Reason::Unsupported { construct, .. } => write!(f, "unsupported: {construct}"),
        }
    }
}
