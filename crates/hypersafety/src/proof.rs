//! Given assertions, and whether they prove a reduction: the question of papers/001, section 7.2,
//! by itself.

use budget::Budget;
use evidence::Reason;
use logic::Term;
use question::SafeFor;

use crate::alphabet::{Alphabet, Splitting};
use crate::bits::Bits;
use crate::control::Control;
use crate::fixpoint;
use crate::game::Game;
use crate::options::{Method, Orders};
use crate::order::{Patience, Preference};
use crate::precision::{Precision, Scope};
use crate::threads::Threads;
use crate::triples::Triples;
use crate::turns::Turns;

/// A set of assertions about the copies of a question.
pub struct Proof<'g, 'a> {
    alphabet: &'a Alphabet,
    threads: &'a Threads,
    control: &'g mut Control<'a>,
    triples: &'g mut Triples<'a>,
    precision: Precision,
}

/// What came of checking a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checked {
    /// Whether some reduction is proved.
    pub is_proof: bool,
    /// How many nodes, pairs or states were looked at.
    pub explored: usize,
}

impl Proof<'_, '_> {
    /// Decides whether the assertions prove some reduction. What is known of Hoare triples is kept,
    /// so that a second check measures the method alone.
    ///
    /// # Errors
    /// Where the budget is used up, or there are too many threads for the class of orders.
    pub fn check(&mut self, method: Method, orders: Orders) -> Result<Checked, Reason> {
        let turns = Turns::even(self.threads.all.len());
        let mut game = Game::new(
            self.alphabet,
            self.threads,
            self.control,
            self.triples,
            &self.precision,
            (Preference::FewestLost, Patience::AllOrders),
            &turns,
        );
        let refutation = fixpoint::check(&mut game, method, orders)?;
        Ok(Checked {
            is_proof: refutation.is_none(),
            explored: game.explored,
        })
    }
}

/// Looks at some assertions as a proof of a `safe for` question.
///
/// # Errors
/// Where the question has something that the engine does not know, or the budget is used up.
pub fn with_proof<T>(
    question: &SafeFor,
    assertions: &[Term],
    budget: &Budget,
    look: impl FnOnce(&mut Proof) -> Result<T, Reason>,
) -> Result<T, Reason> {
    let threads = Threads::of(question);
    let alphabet = Alphabet::of(question, &threads, Splitting::Cases, budget)?;
    let mut control = Control::new(&threads, &alphabet);
    let mut triples = Triples::new(&alphabet, budget);
    let ids: Bits = assertions
        .iter()
        .map(|assertion| triples.intern(assertion))
        .collect();
    look(&mut Proof {
        alphabet: &alphabet,
        threads: &threads,
        control: &mut control,
        triples: &mut triples,
        precision: Precision::new(Scope::Everywhere, ids),
    })
}
