//! Programs without loops.

use budget::Budget;
use evidence::{Evidence, Reason, Verdict};
use logic::{Substitution, Term};
use question::SafeFor;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Effort;
use crate::alphabet::{Alphabet, LetterId, Splitting};
use crate::bits::Bits;
use crate::certificate;
use crate::control::{Control, StateId};
use crate::fixpoint;
use crate::game::Game;
use crate::options::Options;
use crate::order::{Patience, Preference};
use crate::precision::{Precision, Scope};
use crate::threads::Threads;
use crate::triples::Triples;
use crate::turns::Turns;

/// Programs without loops are proved at once, thread after thread, by weakest preconditions.
pub(crate) fn at_once(
    question: &SafeFor,
    threads: &Threads,
    options: &Options,
    budget: &Budget,
    effort: &mut Effort,
) -> Result<Option<Verdict>, Reason> {
    let alphabet = Alphabet::of(question, threads, Splitting::None, budget)?;
    let mut control = Control::new(threads, &alphabet);
    let Some(assertions) = preconditions(question, &alphabet, &mut control) else {
        return Ok(None);
    };
    let mut triples = Triples::new(&alphabet, budget);
    let mut proof = Bits::default();
    for assertion in assertions.iter().filter(|assertion| !assertion.is_true()) {
        proof.insert(triples.intern(assertion));
    }
    let precision = Precision::new(Scope::Everywhere, proof);
    let turns = Turns::even(threads.all.len());
    let mut game = Game::new(
        &alphabet,
        threads,
        &mut control,
        &mut triples,
        &precision,
        (Preference::FewestLost, Patience::AllOrders),
        &turns,
    );
    if fixpoint::check(&mut game, options.method, options.orders)?.is_some() {
        return Ok(None);
    }
    effort.rounds = 1;
    effort.nodes = game.explored;
    let reduction = certificate::write(&mut game, &question.declarations())?;
    effort.assertions = reduction.assertions.len();
    effort.questions = triples.questions;
    Ok(Some(Verdict::Proved(Evidence::Reduction(reduction))))
}

/// The weakest preconditions of the postcondition at the places that running one thread after the
/// other leads through; `None` where there is a loop, or values are chosen.
fn preconditions(
    question: &SafeFor,
    alphabet: &Alphabet,
    control: &mut Control,
) -> Option<Vec<Term>> {
    const MOST_STATES: usize = 64;
    let mut order = Vec::new();
    let mut successors: Vec<(StateId, Vec<(LetterId, StateId)>)> = Vec::new();
    let mut open = vec![(Control::START, false)];
    let mut visiting: FxHashSet<StateId> = FxHashSet::default();
    let mut done: FxHashSet<StateId> = FxHashSet::default();
    while let Some((state, is_finished)) = open.pop() {
        if is_finished {
            visiting.remove(&state);
            done.insert(state);
            order.push(state);
            continue;
        }
        if done.contains(&state) {
            continue;
        }
        if !visiting.insert(state) || done.len() + visiting.len() > MOST_STATES {
            return None;
        }
        open.push((state, true));
        let first = control.movable(state).first().copied();
        let own: Vec<LetterId> = control
            .enabled(state)
            .iter()
            .copied()
            .filter(|letter| Some(alphabet.letters[*letter].thread) == first)
            .collect();
        let mut next = Vec::new();
        for letter in own {
            let to = control.step(state, letter);
            if visiting.contains(&to) {
                return None;
            }
            open.push((to, false));
            next.push((letter, to));
        }
        successors.push((state, next));
    }
    let mut weakest: FxHashMap<StateId, Term> = FxHashMap::default();
    for state in order {
        let (_, next) = successors.iter().find(|(other, _)| *other == state)?;
        let mut parts = Vec::new();
        if control.is_final(state) {
            parts.push(question.ensures.clone());
        }
        for (letter, to) in next {
            for branch in &alphabet.letters[*letter].branches {
                let branch = &alphabet.branches[*branch];
                if !branch.chosen.is_empty() {
                    return None;
                }
                let updates: Substitution = branch.case.updates.iter().cloned().collect();
                let after = weakest.get(to)?.substitute(&updates);
                let guard = Term::and(branch.case.guard.iter().cloned());
                parts.push(Term::implies(guard, after));
            }
            for failure in &alphabet.letters[*letter].failures {
                let failure = &alphabet.branches[*failure];
                // An assertion cannot speak of a value that is chosen behind it.
                if !failure.chosen.is_empty() {
                    return None;
                }
                let guard = failure.case.guard.iter().cloned();
                parts.push(Term::not(Term::and(guard)));
            }
        }
        weakest.insert(state, Term::and(parts));
    }
    Some(weakest.into_values().collect())
}
