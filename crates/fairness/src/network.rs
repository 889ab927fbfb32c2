//! Claims about networks of any number of processes, by network invariants (papers/004, section 3).
//!
//! The invariant is the one that the claim names, or a few copies of the process themselves.
//! `question::network` says what has to be shown of it.

use budget::Budget;
use evidence::inclusion::Satisfaction;
use evidence::network::{
    Network, NetworkBase, NetworkInclusion, NetworkInvariant, NetworkViolation,
};
use evidence::{Evidence, Reason, Verdict};
use question::network::{Candidate, NoNetwork};
use question::{AllSizes, Included, Satisfies};

use crate::claim::{Decision, States};
use crate::{claim, satisfaction};

/// The most copies that are tried as a base, or as an invariant.
const MOST_COPIES: u32 = 3;

/// How many sizes are searched for a violation when no invariant does.
const SIZES: usize = 3;

/// Decides a claim about networks of any number of processes, if it can.
#[must_use]
pub fn decide_claim(question: &AllSizes, budget: &Budget) -> Decision {
    let mut search = Search {
        question,
        budget,
        states: 0,
        nodes: 0,
        at: "the smallest network".to_owned(),
        open: Vec::new(),
        shown: Vec::new(),
    };
    let verdict = search
        .attempt()
        .unwrap_or_else(|reason| search.stopped(reason));
    Decision {
        verdict,
        states: search.states,
        nodes: search.nodes,
        remarks: Vec::new(),
        is_vacuous: false,
    }
}

struct Search<'a> {
    question: &'a AllSizes,
    budget: &'a Budget,
    states: usize,
    nodes: usize,
    /// What is looked at, in words.
    at: String,
    /// What could not be shown, in words.
    open: Vec<String>,
    /// What was shown of the invariant that was looked at last, in words.
    shown: Vec<String>,
}

impl Search<'_> {
    /// The answer where something was used up: how far it came.
    fn stopped(&self, reason: Reason) -> Verdict {
        if !matches!(reason, Reason::Timeout | Reason::Memory) {
            return Verdict::Unknown(reason);
        }
        let mut parts = vec![format!("{reason} at {}", self.at)];
        parts.extend(self.open.iter().chain(&self.shown).cloned());
        Verdict::Unknown(Reason::Incomplete(parts.join("; ")))
    }

    /// Goes on to the next part.
    fn turn_to(&mut self, part: String) {
        self.budget.report(|| part.clone());
        self.at = part;
    }

    fn attempt(&mut self) -> Result<Verdict, Reason> {
        let network = &self.question.network;
        let least = network.least;
        let mut instances = vec![self.satisfied(self.question.instance(least))?];
        let candidates: Vec<Candidate> = match network.invariant {
            Some(_) => vec![Candidate::Given],
            None => (1..=MOST_COPIES).map(Candidate::Copies).collect(),
        };
        for candidate in candidates {
            if is_violated(&instances) {
                break;
            }
            if let Some(proof) = self.proof(candidate, least, &mut instances)? {
                let proof = Network::Invariant(Box::new(proof));
                return Ok(Verdict::Proved(Evidence::Network(proof)));
            }
            // Small networks are soon looked at, large invariants may take all the time.
            while !is_violated(&instances) && instances.len() < SIZES {
                let copies = least + instances.len() as u32;
                self.turn_to(format!("the network with {copies} copies"));
                instances.push(self.satisfied(self.question.instance(copies))?);
            }
        }
        let copies = least + instances.len() as u32 - 1;
        match instances.pop() {
            Some(run) if is_violation(&run) => {
                let violation = Network::Violation(NetworkViolation { copies, run });
                Ok(Verdict::Refuted(Evidence::Network(violation)))
            }
            _ => Err(Reason::Incomplete(self.open.join("; "))),
        }
    }

    /// A proof with an invariant. `instances` grows by the sizes that are looked at on the way.
    fn proof(
        &mut self,
        candidate: Candidate,
        least: u32,
        instances: &mut Vec<Satisfaction>,
    ) -> Result<Option<NetworkInvariant>, Reason> {
        let what = match candidate {
            Candidate::Given => "the invariant".to_owned(),
            Candidate::Copies(1) => "one copy as an invariant".to_owned(),
            Candidate::Copies(copies) => format!("{copies} copies as an invariant"),
        };
        self.shown.clear();
        self.turn_to(format!("{what}: the step"));
        let Some(step) = self.included(self.question.step(candidate))? else {
            self.open.push(format!("{what}: the step does not hold"));
            return Ok(None);
        };
        self.shown.push(format!("{what}: the step holds"));
        self.turn_to(format!("{what}: the base"));
        let Some(base) = self.base(candidate)? else {
            self.open.push(format!("{what}: no base is found"));
            return Ok(None);
        };
        let copies = base.copies();
        self.shown.push(format!("{what}: a base of {copies}"));
        self.turn_to(format!("{what}: the network with it"));
        let last = self.satisfied(self.question.last(candidate))?;
        if is_violation(&last) {
            self.open
                .push(format!("{what}: with it the formula does not hold"));
            return Ok(None);
        }
        let smaller = (least..base.copies()).len();
        while instances.len() < smaller && !is_violated(instances) {
            let copies = least + instances.len() as u32;
            instances.push(self.satisfied(self.question.instance(copies))?);
        }
        if is_violated(instances) {
            return Ok(None);
        }
        Ok(Some(NetworkInvariant {
            base,
            step,
            last,
            small: instances[..smaller].to_vec(),
        }))
    }

    fn base(&mut self, candidate: Candidate) -> Result<Option<NetworkBase>, Reason> {
        if let Candidate::Copies(copies) = candidate {
            return Ok(Some(NetworkBase::Copies(copies)));
        }
        for copies in 1..=MOST_COPIES {
            if let Some(inclusion) = self.included(self.question.base(copies))? {
                let inclusion = Box::new(inclusion);
                return Ok(Some(NetworkBase::Given { copies, inclusion }));
            }
        }
        Ok(None)
    }

    /// Evidence for an inclusion, where it holds.
    fn included(
        &mut self,
        question: Result<Included, NoNetwork>,
    ) -> Result<Option<NetworkInclusion>, Reason> {
        let question = question.map_err(|error| unfit(&error))?;
        let decision = claim::decide_claim_with(&question, States::Automatic, self.budget);
        self.states += decision.states;
        self.nodes = self.nodes.max(decision.nodes);
        match decision.verdict {
            Verdict::Proved(Evidence::FairInclusion(evidence)) => {
                Ok(Some(NetworkInclusion::States(evidence)))
            }
            Verdict::Proved(Evidence::SymbolicInclusion(evidence)) => {
                Ok(Some(NetworkInclusion::Sets(evidence)))
            }
            Verdict::Unknown(reason) => Err(reason),
            _ => Ok(None),
        }
    }

    /// Evidence for or against a temporal formula.
    fn satisfied(
        &mut self,
        question: Result<Satisfies, NoNetwork>,
    ) -> Result<Satisfaction, Reason> {
        let question = question.map_err(|error| unfit(&error))?;
        let decision = satisfaction::decide_claim(&question, self.budget);
        self.states += decision.states;
        match decision.verdict {
            Verdict::Proved(Evidence::Satisfaction(evidence))
            | Verdict::Refuted(Evidence::Satisfaction(evidence)) => Ok(evidence),
            Verdict::Unknown(reason) => Err(reason),
            _ => unreachable!("the engine for temporal formulas has one kind of evidence"),
        }
    }
}

fn unfit(error: &NoNetwork) -> Reason {
    Reason::Incomplete(error.to_string())
}

fn is_violation(satisfaction: &Satisfaction) -> bool {
    matches!(
        satisfaction.inclusion,
        evidence::inclusion::Inclusion::Separation(_)
    )
}

/// Whether the last of the networks that were looked at has a violating run.
fn is_violated(instances: &[Satisfaction]) -> bool {
    instances.last().is_some_and(is_violation)
}
