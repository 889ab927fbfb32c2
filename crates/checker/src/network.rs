//! Rules for claims about networks of any number of processes. `question::network` says which
//! questions together prove such a claim, and why; each of them has evidence of its own.

use budget::Budget;
use evidence::Evidence;
use evidence::inclusion::Satisfaction;
use evidence::network::{Network, NetworkBase, NetworkInvariant};
use question::network::{Candidate, NoNetwork};
use question::{AllSizes, Included, Satisfies};

use crate::{Accepted, Established, Rejected, broken};

/// Checks evidence for or against a claim about all networks.
pub(crate) fn check(
    question: &AllSizes,
    evidence: &Network,
    budget: &Budget,
) -> Result<Accepted, Rejected> {
    match evidence {
        Network::Invariant(proof) => rule_invariant(question, proof, budget),
        Network::Violation(violation) => {
            let least = question.network.least;
            if violation.copies < least {
                return Err(broken("Network", "the claim is not about so few copies"));
            }
            let instance = made(question.instance(violation.copies))?;
            crate::satisfaction::check(&instance, &violation.run, budget)
                .and_then(|found| expect(found, Established::Refuted))
        }
    }
}

fn made<Q>(question: Result<Q, NoNetwork>) -> Result<Q, Rejected> {
    question.map_err(|error| broken("Network", error.to_string()))
}

fn expect(accepted: Accepted, verdict: Established) -> Result<Accepted, Rejected> {
    match accepted.verdict() == verdict {
        true => Ok(accepted),
        false => Err(broken("Network", "evidence for a step says the opposite")),
    }
}

/// Base, step, the network with the invariant, and all networks that are smaller.
fn rule_invariant(
    question: &AllSizes,
    proof: &NetworkInvariant,
    budget: &Budget,
) -> Result<Accepted, Rejected> {
    let mut obligations = 0;
    let mut vacuous = None;
    let mut established = |accepted: Accepted| {
        let accepted = expect(accepted, Established::Proved)?;
        obligations += accepted.obligations();
        vacuous = vacuous.or(accepted.vacuous());
        Ok::<(), Rejected>(())
    };
    let included = |question: Result<Included, NoNetwork>, evidence: Evidence| {
        crate::check_included(&made(question)?, &evidence, budget)
    };
    let satisfies = |question: Result<Satisfies, NoNetwork>, evidence: &Satisfaction| {
        crate::satisfaction::check(&made(question)?, evidence, budget)
    };
    let candidate = match &proof.base {
        NetworkBase::Given { copies, inclusion } => {
            established(included(question.base(*copies), inclusion.evidence())?)?;
            Candidate::Given
        }
        // So many copies are included in as many copies.
        NetworkBase::Copies(copies) => Candidate::Copies(*copies),
    };
    established(included(question.step(candidate), proof.step.evidence())?)?;
    established(satisfies(question.last(candidate), &proof.last)?)?;
    let smaller = question.network.least..proof.base.copies();
    if smaller.len() != proof.small.len() {
        return Err(broken(
            "Network",
            "there is not evidence for each smaller network",
        ));
    }
    for (copies, small) in smaller.zip(&proof.small) {
        established(satisfies(question.instance(copies), small)?)?;
    }
    Ok(Accepted {
        verdict: Established::Proved,
        obligations,
        vacuous,
    })
}
