//! Traps: states in which Verifier's turn never ends.
//!
//! Verifier loses if it moves the target for ever without passing. Regions for finitely many moves do
//! not see that: a target in an endless loop is safe for any number of moves. A trap is a set of
//! states that is closed under all silent moves of the target, and in which what would end the
//! turn, a match or a pass, is not possible, or loses within a few moves.

use std::collections::BTreeMap;

use budget::Budget;
use games::choices::choose;
use games::regions::Regions;
use logic::Term;
use smt::{Reason, Solver, Strategy as Method, Validity};

use crate::arena::{Action, Game, Place, Trap};

/// How often states are taken away before the search gives up.
const MOST_ROUNDS: usize = 8;

/// The largest trap around a place of Verifier that the rounds find; nothing where it is empty, or
/// the rounds do not suffice.
pub(crate) fn find(
    game: &Game,
    regions: &mut Regions<Game>,
    start: Place,
    moves: u32,
    budget: &Budget,
) -> Result<Option<Trap>, Reason> {
    // All places that silent moves lead to, with what ends the turn there.
    let mut states: BTreeMap<Place, Term> = BTreeMap::new();
    let mut open = vec![start];
    while let Some(place) = open.pop() {
        if states.contains_key(&place) {
            continue;
        }
        let mut kept = Vec::new();
        for (action, step) in game.moves(&place) {
            if stays(&place, &action, &step.to) {
                open.push(step.to);
                continue;
            }
            let safe = regions.region(&step.to, moves, budget)?;
            let ending = Term::and([step.guard.clone(), safe.substitute(&step.updates)]);
            let ending = choose(&step.chosen, &ending.simplify(), &Term::top(), budget)?;
            kept.push(ending.region.negated_nnf());
        }
        states.insert(place, Term::and(kept).simplify());
    }
    let mut solver = Solver::new(Method::Incremental);
    for _ in 0..MOST_ROUNDS {
        budget.check().map_err(Reason::from)?;
        let mut changed = false;
        let mut next = BTreeMap::new();
        for (place, inside) in &states {
            let mut kept = vec![inside.clone()];
            for (action, step) in game.moves(place) {
                if !stays(place, &action, &step.to) {
                    continue;
                }
                let outside = states[&step.to].negated_nnf().substitute(&step.updates);
                let leaving = Term::and([step.guard.clone(), outside]).simplify();
                let leaving = choose(&step.chosen, &leaving, &Term::top(), budget)?;
                kept.push(leaving.region.negated_nnf());
            }
            let closed = Term::and(kept).simplify();
            match solver.entails(inside, &closed, budget) {
                Validity::Valid => drop(next.insert(*place, inside.clone())),
                Validity::Invalid => {
                    changed = true;
                    next.insert(*place, closed);
                }
                Validity::Unknown(reason) => return Err(reason),
            }
        }
        states = next;
        if !changed {
            states.retain(|_, inside| !inside.is_false());
            let is_new = |(place, inside): (&Place, &Term)| {
                let known = game.lost().endless(place);
                !matches!(solver.entails(inside, &known, budget), Validity::Valid)
            };
            let is_new = states.iter().any(is_new);
            return Ok(is_new.then_some(Trap {
                states,
                moves,
                stage: game.lost().stage(),
            }));
        }
    }
    Ok(None)
}

/// Whether a move leaves everything to be done: a silent move of the target.
pub(crate) fn stays(place: &Place, action: &Action, to: &Place) -> bool {
    match (place, to) {
        (Place::Verifier { pending, .. }, Place::Verifier { pending: then, .. }) => {
            matches!(action, Action::Target(_)) && pending == then
        }
        _ => false,
    }
}
