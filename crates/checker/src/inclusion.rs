//! Rules for inclusion between automata on infinite words.
//!
//! A proof is a chain of automata; one rule for each kind of link says that the language does not
//! shrink along it. A separation is replayed, and that the second automaton rejects its word is
//! computed on the word.

mod emptiness;
mod fair_simulation;
mod powersets;
mod prediction;
mod separation;
mod tester;

use budget::Budget;
use evidence::inclusion::{Inclusion, Link, Proof};
use question::automaton::Automaton;

use crate::{Accepted, Established, Rejected, Vacuity, broken};

/// The most disjuncts of an acceptance that rules look at, one after the other.
const DISJUNCTS: usize = 4096;

/// Checks evidence on whether every word of the first automaton is a word of the second.
///
/// # Errors
/// The first rule that is broken.
pub fn check_inclusion(
    first: &Automaton,
    second: &Automaton,
    evidence: &Inclusion,
    budget: &Budget,
) -> Result<Accepted, Rejected> {
    let (verdict, obligations) = match evidence {
        Inclusion::Proof(proof) => (
            Established::Proved,
            rule_chain(first, second, proof, budget)?,
        ),
        Inclusion::Separation(lasso) => (
            Established::Refuted,
            separation::check(first, second, lasso)?,
        ),
    };
    Ok(Accepted {
        verdict,
        obligations,
        vacuous: is_vacuous(first, evidence).then_some(Vacuity::NoFairRun),
    })
}

/// Whether an accepted proof says that no run of the first automaton is accepted.
fn is_vacuous(first: &Automaton, evidence: &Inclusion) -> bool {
    let Inclusion::Proof(proof) = evidence else {
        return false;
    };
    if let Some(Link::Empty(_)) = proof.links.first() {
        return true;
    }
    let initial = proof.between.first().unwrap_or(first).initial();
    let (initial, link) = match &proof.links[..] {
        [Link::Prediction(_), next, ..] => (initial, next),
        [link, ..] => (first.initial(), link),
        [] => return false,
    };
    let Link::FairSimulation(simulation) = link else {
        return false;
    };
    let hopeless = |state: &u32| {
        simulation
            .hopeless
            .iter()
            .any(|entry| entry.state == *state)
    };
    initial.iter().all(hopeless)
}

/// Each automaton of the chain is included in the next, and all read the same letters.
fn rule_chain(
    first: &Automaton,
    second: &Automaton,
    proof: &Proof,
    budget: &Budget,
) -> Result<usize, Rejected> {
    if proof.links.len() != proof.between.len() + 1 {
        return Err(broken("Chain", "there is not one link for each step"));
    }
    let chain = || [first].into_iter().chain(&proof.between).chain([second]);
    if chain().any(|automaton| automaton.letters() != first.letters()) {
        return Err(broken("Chain", "the automata read different letters"));
    }
    let mut obligations = 0;
    for ((from, to), link) in chain().zip(chain().skip(1)).zip(&proof.links) {
        obligations += match link {
            Link::FairSimulation(simulation) => {
                fair_simulation::check(from, to, simulation, budget)?
            }
            Link::Prediction(prediction) => prediction::check_prediction(from, to, prediction)?,
            Link::Projection(projection) => prediction::check_projection(from, to, projection)?,
            Link::Powersets(powersets) => powersets::check(from, to, powersets, budget)?,
            Link::Tester(tester) => tester::check(from, to, tester, budget)?,
            Link::Empty(emptiness) => emptiness::check(from, emptiness, budget)?,
        };
    }
    Ok(obligations)
}

/// The number of goals of an automaton with generalised Büchi acceptance.
fn goals(rule: &'static str, automaton: &Automaton) -> Result<u32, Rejected> {
    automaton
        .goals()
        .ok_or_else(|| broken(rule, "the acceptance is not generalised Büchi acceptance"))
}
