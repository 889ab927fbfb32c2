//! Rules for claims about networks of any number of processes. `program::network` says which tasks
//! together prove such a claim, and why; each of them has evidence of its own.

use budget::Budget;
use evidence::Evidence;
use evidence::network::{Network, NetworkBase, NetworkInvariant};
use program::Task;
use program::network::{Candidate, NoNetwork};

use crate::{Accepted, Established, Rejected, broken};

/// Checks evidence for or against a claim about all networks.
pub(crate) fn check(
    task: &Task,
    evidence: &Network,
    budget: &Budget,
) -> Result<Accepted, Rejected> {
    match evidence {
        Network::Invariant(proof) => rule_invariant(task, proof, budget),
        Network::Violation(violation) => {
            let least = least(task)?;
            if violation.copies < least {
                return Err(broken("Network", "the claim is not about so few copies"));
            }
            let instance = made(task.network_instance(violation.copies))?;
            let run = Evidence::Satisfaction(violation.run.clone());
            crate::check(&instance, &run, budget)
                .and_then(|found| expect(found, Established::Refuted))
        }
    }
}

fn least(task: &Task) -> Result<u32, Rejected> {
    let network = task.network.as_ref();
    network
        .map(|network| network.least)
        .ok_or(Rejected::WrongKind)
}

fn made(task: Result<Task, NoNetwork>) -> Result<Task, Rejected> {
    task.map_err(|error| broken("Network", error.to_string()))
}

fn expect(accepted: Accepted, verdict: Established) -> Result<Accepted, Rejected> {
    match accepted.verdict() == verdict {
        true => Ok(accepted),
        false => Err(broken("Network", "evidence for a step says the opposite")),
    }
}

/// Base, step, the network with the invariant, and all networks that are smaller.
fn rule_invariant(
    task: &Task,
    proof: &NetworkInvariant,
    budget: &Budget,
) -> Result<Accepted, Rejected> {
    let mut obligations = 0;
    let mut vacuous = None;
    let mut prove = |task: Result<Task, NoNetwork>, evidence: Evidence| {
        let accepted = crate::check(&made(task)?, &evidence, budget)?;
        let accepted = expect(accepted, Established::Proved)?;
        obligations += accepted.obligations();
        vacuous = vacuous.or(accepted.vacuous());
        Ok::<(), Rejected>(())
    };
    let candidate = match &proof.base {
        NetworkBase::Given { copies, inclusion } => {
            prove(task.network_base(*copies), inclusion.evidence())?;
            Candidate::Given
        }
        // So many copies are included in as many copies.
        NetworkBase::Copies(copies) => Candidate::Copies(*copies),
    };
    prove(task.network_step(candidate), proof.step.evidence())?;
    let last = Evidence::Satisfaction(proof.last.clone());
    prove(task.network_last(candidate), last)?;
    let smaller = least(task)?..proof.base.copies();
    if smaller.len() != proof.small.len() {
        return Err(broken(
            "Network",
            "there is not evidence for each smaller network",
        ));
    }
    for (copies, small) in smaller.zip(&proof.small) {
        let small = Evidence::Satisfaction(small.clone());
        prove(task.network_instance(copies), small)?;
    }
    Ok(Accepted {
        verdict: Established::Proved,
        obligations,
        vacuous,
    })
}
