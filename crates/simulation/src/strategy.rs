//! Verifier's strategy: at each place of the game that can come up, which moves it makes.
//!
//! The moves are chosen by looking ahead: wherever Verifier is safe for `n` moves, a move is chosen
//! after which it is safe for `n - 1`. Whether the strategy wins for ever is a question for the
//! labels.

use std::collections::BTreeSet;

use budget::Budget;
use games::Reply;
use games::regions::{Move, Regions};
use logic::{Substitution, Term};
use program::Location;
use rustc_hash::FxHashMap;
use smt::Reason;

use crate::arena::{Action, Game, Place};
use crate::blocks::{Blocks, Event};
use crate::marks::MarkKind;

/// A node of the strategy: a place, and what Verifier remembers: whether it has moved the target in
/// this turn, and what the source has done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Spot {
    pub(crate) place: Place,
    pub(crate) moved: bool,
    /// Which of its silent blocks the source has just taken, where Verifier keeps in step.
    pub(crate) last: Option<usize>,
}

/// A move out of a node.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    /// What it does in the programs.
    pub(crate) action: Action,
    /// The move of the game.
    pub(crate) step: Move<Place>,
    /// Where Verifier makes the move, if no earlier one; true for Falsifier.
    pub(crate) guard: Term,
    /// Verifier's terms for the chosen values.
    pub(crate) terms: Substitution,
    /// The node that follows; none where the game is over.
    pub(crate) to: Option<usize>,
}

/// A node with its moves.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) spot: Spot,
    pub(crate) edges: Vec<Edge>,
}

/// A strategy as a graph; the first node is the start.
#[derive(Clone, Debug, Default)]
pub(crate) struct Strategy {
    pub(crate) nodes: Vec<Node>,
}

/// Which moves Verifier tries first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Preference {
    /// Keeps in step: one silent move without a choice inside a loop, then passes.
    Sync,
    /// Passes whenever it may.
    Pass,
    /// Moves once whenever the source has moved, wherever it can.
    Follow,
}

impl std::str::FromStr for Preference {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        match word {
            "sync" => Ok(Preference::Sync),
            "pass" => Ok(Preference::Pass),
            "follow" => Ok(Preference::Follow),
            _ => Err(format!(
                "`{word}` is no preference: there are sync, follow and pass"
            )),
        }
    }
}

/// What decides the order of Verifier's moves.
pub(crate) struct Planner<'g> {
    game: &'g Game,
    /// For each location of the target how many moves it takes to the end.
    to_exit: Vec<usize>,
    /// The same to each message edge of the target.
    to_event: FxHashMap<EventKind, Vec<usize>>,
    /// The strongly connected component of each location of the target.
    loops: Vec<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum EventKind {
    Send,
    Receive,
    Failure,
    Mark(MarkKind),
}

const FAR: usize = usize::MAX;

impl<'g> Planner<'g> {
    pub(crate) fn new(game: &'g Game) -> Self {
        let target = &game.target;
        let exit = target.cfg().exit();
        let to_exit = distances(target, |_, to| to == exit);
        let blocks = target.cfg().locations().flat_map(|at| target.from(at));
        let kinds: BTreeSet<EventKind> = blocks
            .filter_map(|block| kind_of(target, block.event))
            .collect();
        let to_event = kinds.into_iter().map(|kind| {
            let shows = |event: Event, _: Location| kind_of(target, event) == Some(kind);
            (kind, distances(target, shows))
        });
        Planner {
            game,
            to_exit,
            to_event: to_event.collect(),
            loops: components(target),
        }
    }

    /// The numbers of the moves at a spot of Verifier, those to be tried first in front.
    fn order(
        &self,
        preference: Preference,
        spot: Spot,
        moves: &[(Action, Move<Place>)],
    ) -> Vec<usize> {
        let Place::Verifier {
            pending,
            source,
            target,
        } = spot.place
        else {
            return (0..moves.len()).collect();
        };
        let ended = source == self.game.source.cfg().exit();
        let rank = |(action, step): &(Action, Move<Place>)| -> (usize, usize) {
            let Action::Target(number) = action else {
                let late = match preference {
                    _ if spot.moved => 0,
                    Preference::Pass => 0,
                    Preference::Sync => 2,
                    Preference::Follow => 9,
                };
                return (late, 0);
            };
            let block = &self.game.target.from(target)[*number];
            if pending != Event::Silent {
                if block.event != Event::Silent {
                    return (0, 0);
                }
                let kind = kind_of(&self.game.source, pending);
                let far = kind.and_then(|kind| self.to_event.get(&kind));
                let far = far.map_or(FAR, |far| far[block.to.index()]);
                return (1, far);
            }
            if ended {
                let done = block.to == self.game.target.cfg().exit();
                return (
                    0,
                    if done {
                        0
                    } else {
                        self.to_exit[block.to.index()].saturating_add(1)
                    },
                );
            }
            let inside = self.loops[block.from.index()] == self.loops[block.to.index()];
            match (step.chosen.is_empty(), inside) {
                // Programs of the same shape have their blocks in the same order.
                (true, true) => (1, spot.last.map_or(0, |last| last.abs_diff(*number))),
                (true, false) => (3, 0),
                (false, true) => (4, 0),
                (false, false) => (5, 0),
            }
        };
        let mut order: Vec<usize> = (0..moves.len()).collect();
        order.sort_by_key(|number| rank(&moves[*number]));
        order
    }
}

fn kind_of(blocks: &Blocks, event: Event) -> Option<EventKind> {
    match event {
        Event::Silent | Event::Beyond => None,
        Event::Failure(_) => Some(EventKind::Failure),
        Event::Message(edge) => match &blocks.cfg().edges()[edge].command {
            program::Command::Send { .. } => Some(EventKind::Send),
            program::Command::Mark(mark) => Some(EventKind::Mark(MarkKind::of(mark))),
            _ => Some(EventKind::Receive),
        },
    }
}

/// How many blocks it takes from each location to one that is wanted, that one not counted.
fn distances(blocks: &Blocks, wanted: impl Fn(Event, Location) -> bool) -> Vec<usize> {
    let count = blocks.cfg().location_count();
    let mut best = vec![FAR; count];
    loop {
        let mut changed = false;
        for location in blocks.cfg().locations() {
            for block in blocks.from(location) {
                let far = if wanted(block.event, block.to) {
                    0
                } else if block.event == Event::Silent {
                    best[block.to.index()].saturating_add(1)
                } else {
                    FAR
                };
                if far < best[location.index()] {
                    best[location.index()] = far;
                    changed = true;
                }
            }
        }
        if !changed {
            return best;
        }
    }
}

/// The strongly connected components of the blocks, as the least location of each.
fn components(blocks: &Blocks) -> Vec<usize> {
    let count = blocks.cfg().location_count();
    let mut reaches = vec![vec![false; count]; count];
    for location in blocks.cfg().locations() {
        let mut open = vec![location];
        while let Some(at) = open.pop() {
            for block in blocks.from(at) {
                if !std::mem::replace(&mut reaches[location.index()][block.to.index()], true) {
                    open.push(block.to);
                }
            }
        }
    }
    (0..count)
        .map(|a| {
            (0..count)
                .find(|b| *b == a || reaches[a][*b] && reaches[*b][a])
                .unwrap_or(a)
        })
        .collect()
}

/// Builds the strategy that looks ahead so far.
pub(crate) fn build(
    regions: &mut Regions<Game>,
    planner: &Planner<'_>,
    preference: Preference,
    horizon: u32,
    offered: &[Term],
    budget: &Budget,
) -> Result<Strategy, Reason> {
    // The same game as the planner's, with the divergences that are known.
    let game = regions.arena().clone();
    let start = Spot {
        place: game.start(),
        // At the start there is nothing to keep in step with.
        moved: true,
        last: None,
    };
    let mut strategy = Strategy::default();
    let mut known: FxHashMap<Spot, usize> = FxHashMap::default();
    let mut open = vec![start];
    known.insert(start, 0);
    strategy.nodes.push(Node {
        spot: start,
        edges: Vec::new(),
    });
    while let Some(spot) = open.pop() {
        budget.check().map_err(Reason::from)?;
        let moves = game.moves(&spot.place);
        let chosen: Vec<(usize, Term, Substitution)> = match spot.place {
            Place::Failed => Vec::new(),
            Place::Falsifier { source, .. } if source == game.source.cfg().exit() => Vec::new(),
            Place::Falsifier { .. } => (0..moves.len())
                .map(|number| (number, Term::top(), Substitution::new()))
                .collect(),
            Place::Verifier { .. } => {
                let label = regions.region(&spot.place, horizon, budget)?;
                let order = planner.order(preference, spot, &moves);
                let replies =
                    regions.eager_replies(&spot.place, &label, horizon, &order, offered, budget)?;
                let put = |Reply {
                               guard,
                               number,
                               terms,
                           }| {
                    let vars = moves[number].1.chosen.iter().cloned();
                    (number, guard, vars.zip(terms).collect())
                };
                replies.unwrap_or_default().into_iter().map(put).collect()
            }
        };
        let here = known[&spot];
        for (number, guard, terms) in chosen {
            let (action, step) = moves[number].clone();
            let to = next_spot(preference, &action, step.to).map(|next| {
                *known.entry(next).or_insert_with(|| {
                    open.push(next);
                    strategy.nodes.push(Node {
                        spot: next,
                        edges: Vec::new(),
                    });
                    strategy.nodes.len() - 1
                })
            });
            strategy.nodes[here].edges.push(Edge {
                action,
                step,
                guard,
                terms,
                to,
            });
        }
    }
    Ok(strategy)
}

/// The spot that a move leads to; none where the game is over.
fn next_spot(preference: Preference, action: &Action, to: Place) -> Option<Spot> {
    let moved = matches!(action, Action::Target(_));
    let last = match (preference, action, to) {
        (
            Preference::Sync | Preference::Follow,
            Action::Source(number),
            Place::Verifier {
                pending: Event::Silent,
                ..
            },
        ) => Some(*number),
        _ => None,
    };
    match to {
        Place::Failed => None,
        place => Some(Spot { place, moved, last }),
    }
}
