//! What is known of a claim after a check.

use std::time::Duration;

use checker::{Accepted, Rejected, Vacuity};
use evidence::{Evidence, Reason, VerdictKind};
use fairness::claim::Remark;
use logic::{Symbol, Var};
use program::Origin;
use question::{Claim, Expectation};

use stories::story::Story;

/// What is known of a claim.
#[derive(Debug)]
pub struct Report {
    /// The claim's name.
    pub claim: Symbol,
    /// The claim in a line.
    pub summary: String,
    /// Where the claim stands.
    pub origin: Origin,
    /// The verdict that its author expects; none where a proof is as good as a refutation.
    pub expected: Option<VerdictKind>,
    /// What was found.
    pub finding: Finding,
    /// How long it took, checking included.
    pub time: Duration,
}

/// What was found.
#[derive(Debug)]
pub struct Finding {
    /// The answer.
    pub answer: Answer,
    /// The engine that gave it.
    pub engine: &'static str,
    /// How many states were looked at.
    pub states: usize,
    /// How many pairs of states, or joint starts, were looked at.
    pub pairs: usize,
    /// What the author of the programs may want to know.
    pub warnings: Vec<Warning>,
    /// The invariants that were found, in the notation of the language, if they were asked for.
    pub invariants: Vec<String>,
}

/// An answer, checked. A proof or a refutation exists only with the checker's acceptance.
#[derive(Debug)]
pub enum Answer {
    /// The claim holds.
    Proved {
        /// The checker's word.
        accepted: Accepted,
        /// Why it holds.
        evidence: Evidence,
    },
    /// The claim does not hold.
    Refuted {
        /// The checker's word.
        accepted: Accepted,
        /// Why it does not hold.
        evidence: Evidence,
        /// The same for people.
        story: Story,
    },
    /// It could not be told.
    Unknown(Reason),
    /// An engine gave evidence that the checker rejects: a bug in Tandem, not a verdict.
    Rejected {
        /// What is wrong with it.
        rejected: Rejected,
        /// The evidence, for whoever looks for the bug.
        evidence: Evidence,
    },
}

/// Something to know beside the verdict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Warning {
    /// An assignment is not enabled in some reachable state, because it would leave the finite range
    /// of its variable.
    OutOfRange {
        /// Where the assignment stands.
        origin: Origin,
        /// The variable.
        var: Var,
    },
    /// The claim holds for a trivial reason.
    Vacuous(Vacuity),
    /// Something about what the concrete program of an inclusion is augmented with.
    Augmentation(Remark),
}

/// The verdict that the author of a claim expects; none where a proof is as good as a refutation.
#[must_use]
pub fn expected(claim: &Claim) -> Option<VerdictKind> {
    match claim.expect {
        None | Some(Expectation::Proved) => Some(VerdictKind::Proved),
        Some(Expectation::Refuted) => Some(VerdictKind::Refuted),
        Some(Expectation::Unknown) => Some(VerdictKind::Unknown),
        Some(Expectation::Answer) => None,
    }
}

impl Report {
    pub(crate) fn new(claim: &Claim, finding: Finding, time: Duration) -> Self {
        Report {
            claim: claim.name,
            summary: claim.summary(),
            origin: claim.origin,
            expected: expected(claim),
            finding,
            time,
        }
    }

    /// The verdict; `None` where the checker rejected the evidence for one.
    #[must_use]
    pub fn verdict(&self) -> Option<VerdictKind> {
        match self.finding.answer {
            Answer::Proved { .. } => Some(VerdictKind::Proved),
            Answer::Refuted { .. } => Some(VerdictKind::Refuted),
            Answer::Unknown(_) => Some(VerdictKind::Unknown),
            Answer::Rejected { .. } => None,
        }
    }

    /// Whether the verdict is the expected one.
    #[must_use]
    pub fn as_expected(&self) -> bool {
        match (self.verdict(), self.expected) {
            (verdict, Some(expected)) => verdict == Some(expected),
            (verdict, None) => verdict.is_some_and(|it| it != VerdictKind::Unknown),
        }
    }

    /// The evidence for the verdict, if there is one.
    #[must_use]
    pub fn evidence(&self) -> Option<&Evidence> {
        match &self.finding.answer {
            Answer::Proved { evidence, .. } | Answer::Refuted { evidence, .. } => Some(evidence),
            Answer::Unknown(_) | Answer::Rejected { .. } => None,
        }
    }
}
