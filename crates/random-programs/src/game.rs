//! The simulation game of papers/000, section 3.1, played literally.

use std::collections::BTreeMap;

use crate::Pair;
use crate::semantics::{Act, System};

/// A place of the game.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Place {
    Falsifier {
        source: usize,
        target: usize,
        moved: bool,
    },
    Verifier {
        owes: Act,
        source: usize,
        target: usize,
        moved: bool,
    },
}

/// Whether Verifier wins the semantic simulation game of papers/000, section 3.1, by naive
/// iteration over all places. A place of Falsifier remembers whether the target has moved since
/// it was Falsifier's turn last; Verifier has to bring about such places again and again.
pub fn simulated(pair: &Pair) -> bool {
    let starts = pair.starts();
    let source = System::of(&pair.first, &starts.iter().map(|s| s.0).collect::<Vec<_>>());
    let target = System::of(
        &pair.second,
        &starts.iter().map(|s| s.1).collect::<Vec<_>>(),
    );
    let mut ids: BTreeMap<Place, usize> = BTreeMap::new();
    let mut places: Vec<Place> = Vec::new();
    let mut id = |place: Place, places: &mut Vec<Place>| {
        *ids.entry(place.clone()).or_insert_with(|| {
            places.push(place);
            places.len() - 1
        })
    };
    let initial: Vec<usize> = source
        .starts
        .iter()
        .zip(&target.starts)
        .map(|(s, t)| {
            id(
                Place::Falsifier {
                    source: *s,
                    target: *t,
                    moved: true,
                },
                &mut places,
            )
        })
        .collect();
    let mut next: Vec<Vec<usize>> = Vec::new();
    while next.len() < places.len() {
        let mut row = Vec::new();
        match places[next.len()].clone() {
            Place::Falsifier {
                source: s,
                target: t,
                ..
            } => {
                for (act, to) in &source.steps[s] {
                    let place = Place::Verifier {
                        owes: act.clone(),
                        source: *to,
                        target: t,
                        moved: false,
                    };
                    row.push(id(place, &mut places));
                }
            }
            Place::Verifier {
                owes,
                source: s,
                target: t,
                moved,
            } => {
                if owes == Act::Tau {
                    let place = Place::Falsifier {
                        source: s,
                        target: t,
                        moved,
                    };
                    row.push(id(place, &mut places));
                }
                for (act, to) in &target.steps[t] {
                    let owes = match (*act == Act::Tau, *act == owes) {
                        (true, _) => owes.clone(),
                        (_, true) => Act::Tau,
                        _ => continue,
                    };
                    let place = Place::Verifier {
                        owes,
                        source: s,
                        target: *to,
                        moved: true,
                    };
                    row.push(id(place, &mut places));
                }
            }
        }
        next.push(row);
    }
    // Verifier must not pass where the source has ended and the target has not ended well.
    let lost = |place: usize| match places[place] {
        Place::Falsifier {
            source: s,
            target: t,
            ..
        } => {
            source.ended[s]
                && !(target.ended[t] && pair.ensured(&source.stores[s], &target.stores[t]))
        }
        Place::Verifier { .. } => false,
    };
    let controllable = |set: &[bool], place: usize| match places[place] {
        Place::Falsifier { .. } => next[place].iter().all(|p| set[*p]),
        Place::Verifier { .. } => next[place].iter().any(|p| set[*p]),
    };
    let good = |place: usize| matches!(places[place], Place::Falsifier { moved: true, .. });
    let mut outer = vec![true; places.len()];
    loop {
        let mut inner = vec![false; places.len()];
        loop {
            let step: Vec<bool> = (0..places.len())
                .map(|p| {
                    !lost(p) && (controllable(&inner, p) || (good(p) && controllable(&outer, p)))
                })
                .collect();
            if step == inner {
                break;
            }
            inner = step;
        }
        if inner == outer {
            break;
        }
        outer = inner;
    }
    initial.iter().all(|place| outer[*place])
}
