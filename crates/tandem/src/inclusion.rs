//! Automata on infinite words: is every word of one a word of another?
//!
//! [`decide`] hands over only what the checker has accepted.

use budget::Budget;
use checker::Accepted;

use crate::solve::NoAnswer;

pub use evidence::automaton::Automaton;
pub use evidence::inclusion::{Inclusion, Separation};
pub use fairness::Methods;
pub use frontend_automata::{Matching, Pair, PairError, ReadError, Source, pair, read};

/// An answer with its evidence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decided {
    /// What the checker has accepted.
    pub accepted: Accepted,
    /// Why it is right.
    pub evidence: Inclusion,
}

/// Decides whether every word of the first automaton is a word of the second.
///
/// # Errors
/// Where there is no checked answer.
pub fn decide(first: &Automaton, second: &Automaton, budget: &Budget) -> Result<Decided, NoAnswer> {
    let found = fairness::decide(first, second, Methods::All, budget);
    let evidence = found.map_err(NoAnswer::Unknown)?;
    budget.report(|| "checking the evidence".to_owned());
    let accepted = check(first, second, &evidence, budget)?;
    Ok(Decided { accepted, evidence })
}

/// Checks evidence on two automata, with nothing but the checker.
///
/// # Errors
/// Where it is not accepted.
pub fn check(
    first: &Automaton,
    second: &Automaton,
    evidence: &Inclusion,
    budget: &Budget,
) -> Result<Accepted, NoAnswer> {
    Ok(checker::inclusion::check_inclusion(
        first, second, evidence, budget,
    )?)
}
