//! A search for a word of the first automaton that the second does not have, where it is easy to
//! find: after a common beginning the second cannot go on, or a short lasso separates them.

use budget::{Budget, Exhausted};
use question::automaton::Automaton;

use crate::lasso::{Word, run_from, run_on, word_of};
use crate::sets::States;

/// How many states with sets the search for a common beginning looks at.
const PLACES: usize = 20_000;

/// How many lassos are tried.
const LASSOS: u32 = 200;

/// A place of the search: a state of the first automaton, what the second can be in after the same
/// word, and the step that led here.
struct Place {
    state: u32,
    set: States,
    from: Option<(usize, u32)>,
}

/// Looks for a word after whose beginning the second automaton has nowhere to go. Both automata
/// are viable.
pub(crate) fn beginning(
    first: &Automaton,
    second: &Automaton,
    budget: &Budget,
) -> Result<Option<Word>, Exhausted> {
    let mut meter = budget.meter();
    let start = States::of(second.states(), second.initial());
    let mut places: Vec<Place> = Vec::new();
    // For each state the smallest sets.
    let mut smallest: Vec<Vec<States>> = vec![Vec::new(); first.states() as usize];
    let mut add = |place: Place, places: &mut Vec<Place>| {
        let known = &mut smallest[place.state as usize];
        if known.iter().any(|set| set.is_subset(&place.set)) {
            return None;
        }
        known.retain(|set| !place.set.is_subset(set));
        known.push(place.set.clone());
        let dead = place.set.is_empty().then_some(places.len());
        places.push(place);
        dead
    };
    for state in first.initial() {
        let place = Place {
            state: *state,
            set: start.clone(),
            from: None,
        };
        if let Some(dead) = add(place, &mut places) {
            return Ok(word_through(first, &places, dead));
        }
    }
    let mut position = 0;
    while position < places.len() && places.len() < PLACES {
        meter.tick()?;
        let mut after: Option<(u32, States)> = None;
        for step in first.from(places[position].state) {
            let set = match after.take() {
                Some((letter, set)) if letter == step.letter => set,
                _ => places[position].set.after(second, step.letter),
            };
            let place = Place {
                state: step.to,
                set: set.clone(),
                from: Some((position, step.letter)),
            };
            if let Some(dead) = add(place, &mut places) {
                return Ok(word_through(first, &places, dead));
            }
            after = Some((step.letter, set));
        }
        position += 1;
    }
    Ok(None)
}

/// A word that begins with the way to a place and goes on in some accepted way.
fn word_through(first: &Automaton, places: &[Place], place: usize) -> Option<Word> {
    let mut prefix = Vec::new();
    let mut at = place;
    while let Some((before, letter)) = places[at].from {
        prefix.push(letter);
        at = before;
    }
    prefix.reverse();
    let rest = word_of(first, &run_from(first, places[place].state)?);
    prefix.extend(rest.prefix);
    Some(Word {
        prefix,
        cycle: rest.cycle,
    })
}

/// Tries lassos of the first automaton: from states all over it, the shortest one each.
pub(crate) fn lassos(
    first: &Automaton,
    second: &Automaton,
    budget: &Budget,
) -> Result<Option<Word>, Exhausted> {
    // A shortest way to each state.
    let mut ways: Vec<Option<Vec<u32>>> = vec![None; first.states() as usize];
    let mut queue: Vec<u32> = first.initial().to_vec();
    for state in &queue {
        ways[*state as usize] = Some(Vec::new());
    }
    let mut position = 0;
    while let Some(state) = queue.get(position).copied() {
        position += 1;
        for step in first.from(state) {
            if ways[step.to as usize].is_none() {
                let mut way = ways[state as usize].clone().unwrap_or_default();
                way.push(step.letter);
                ways[step.to as usize] = Some(way);
                queue.push(step.to);
            }
        }
    }
    let stride = (queue.len() as u32).div_ceil(LASSOS).max(1);
    for state in queue.iter().step_by(stride as usize) {
        budget.check()?;
        let (Some(way), Some(run)) = (&ways[*state as usize], run_from(first, *state)) else {
            continue;
        };
        let mut word = word_of(first, &run);
        word.prefix.splice(0..0, way.iter().copied());
        if run_on(second, &word).is_none() {
            return Ok(Some(word));
        }
    }
    Ok(None)
}
