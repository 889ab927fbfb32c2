//! The simulation game (papers/000, section 3.1) in large steps, as an arena for winning regions.
//!
//! Verifier is the existential player. It moves first: that is the paper's game for a source with a
//! `skip` in front, and without it a source that has nothing to do would never be compared.

use std::collections::BTreeMap;

use games::regions::{Arena, Move, Position};
use logic::{Quantifier, Substitution, Term};
use program::{Command, Location, Task, in_sort};

use crate::blocks::{Block, Blocks, Event};

/// A place of the game without the values of variables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Place {
    /// Falsifier moves the source.
    Falsifier {
        /// Where the source is.
        source: Location,
        /// Where the target is.
        target: Location,
    },
    /// Verifier moves the target.
    Verifier {
        /// What the target has still to match.
        pending: Event,
        /// Where the source is.
        source: Location,
        /// Where the target is.
        target: Location,
    },
    /// Both programs have failed at the same moment.
    Failed,
    /// The source takes silent steps for ever while the target can only stand still, or lose
    /// otherwise.
    Diverged,
}

/// What a move of the game does in the programs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Falsifier takes a block of the source, by its position among those of its location.
    Source(usize),
    /// Verifier takes a block of the target.
    Target(usize),
    /// Verifier passes.
    Pass,
    /// Falsifier starts a divergence that is known, by its number. No single move does that: it
    /// stands for all that follow.
    Diverge(usize),
}

/// States from which the source can take silent steps for ever, while every move of the target
/// leads to a loss.
#[derive(Clone, Debug)]
pub struct Divergence {
    /// Where the target stands.
    pub target: Location,
    /// The states for each location of the source.
    pub states: BTreeMap<Location, Term>,
    /// How many moves it takes at most until a target that moves has lost.
    pub horizon: u32,
    /// How many divergences and traps were known when that was found out.
    pub stage: usize,
}

/// The game of a claim.
#[derive(Clone, Debug)]
pub struct Game {
    /// The implementation.
    pub source: Blocks,
    /// The specification.
    pub target: Blocks,
    requires: Term,
    ensures: Term,
    divergences: Vec<Divergence>,
    /// For places of Verifier the states in which its turn never ends.
    traps: BTreeMap<Place, Term>,
    stage: usize,
}

impl Game {
    /// The game of a claim between two programs.
    #[must_use]
    pub fn new(task: &Task, source: Blocks, target: Blocks) -> Game {
        Game {
            source,
            target,
            requires: task.requires.clone(),
            ensures: task.ensures.clone(),
            divergences: Vec::new(),
            traps: BTreeMap::new(),
            stage: 0,
        }
    }

    /// How often something was added to what Falsifier knows.
    #[must_use]
    pub fn stage(&self) -> usize {
        self.stage
    }

    /// The same game in which Falsifier knows more traps.
    #[must_use]
    pub fn with_traps(&self, traps: BTreeMap<Place, Term>) -> Game {
        let mut game = self.clone();
        game.stage += 1;
        for (place, states) in traps {
            let known = game.trapped(&place);
            game.traps
                .insert(place, Term::or([known, states]).simplify());
        }
        game
    }

    /// The states of a place of Verifier in which its turn is known never to end.
    #[must_use]
    pub fn trapped(&self, place: &Place) -> Term {
        self.traps.get(place).cloned().unwrap_or_else(Term::bottom)
    }

    /// The same game in which Falsifier knows one more divergence.
    #[must_use]
    pub fn with_divergence(&self, divergence: Divergence) -> Game {
        let mut game = self.clone();
        game.stage += 1;
        game.divergences.push(divergence);
        game
    }

    /// The divergences that Falsifier knows.
    #[must_use]
    pub fn divergences(&self) -> &[Divergence] {
        &self.divergences
    }

    /// Where the game starts.
    #[must_use]
    pub fn start(&self) -> Place {
        Place::Verifier {
            pending: Event::Silent,
            source: self.source.cfg().entry(),
            target: self.target.cfg().entry(),
        }
    }

    /// What holds at the start.
    #[must_use]
    pub fn requires(&self) -> &Term {
        &self.requires
    }

    /// Where the source has ended and Verifier has passed: when that is good for Verifier.
    #[must_use]
    pub fn ending(&self, place: &Place) -> Option<Term> {
        match *place {
            Place::Falsifier { source, target } if source == self.source.cfg().exit() => {
                Some(if target == self.target.cfg().exit() {
                    self.ensures.clone()
                } else {
                    Term::bottom()
                })
            }
            _ => None,
        }
    }

    /// The moves at a place, each with what it does; none where the game is over.
    #[must_use]
    pub fn moves(&self, place: &Place) -> Vec<(Action, Move<Place>)> {
        match *place {
            Place::Failed | Place::Diverged => Vec::new(),
            Place::Falsifier { source, target } => {
                let blocks = self.source.from(source).iter().enumerate();
                let moves = blocks.map(|(number, block)| {
                    (Action::Source(number), self.source_move(block, target))
                });
                moves
                    .chain(self.known_divergences(source, target))
                    .collect()
            }
            Place::Verifier {
                pending,
                source,
                target,
            } => {
                let pass = (pending == Event::Silent).then(|| {
                    let to = Place::Falsifier { source, target };
                    let step = Move {
                        guard: Term::top(),
                        chosen: Vec::new(),
                        updates: Substitution::new(),
                        to,
                    };
                    (Action::Pass, step)
                });
                let blocks = self.target.from(target).iter().enumerate();
                let moves = blocks.filter_map(|(number, block)| {
                    let step = self.target_move(block, pending, source)?;
                    Some((Action::Target(number), step))
                });
                let mut moves: Vec<(Action, Move<Place>)> = moves.chain(pass).collect();
                if let Some(trapped) = self.traps.get(place) {
                    // Whatever Verifier does in a trap, it loses.
                    let free = trapped.negated_nnf();
                    for (_, step) in &mut moves {
                        step.guard = Term::and([step.guard.clone(), free.clone()]);
                    }
                }
                moves
            }
        }
    }

    fn known_divergences(
        &self,
        source: Location,
        target: Location,
    ) -> impl Iterator<Item = (Action, Move<Place>)> {
        let known = self.divergences.iter().enumerate();
        known.filter_map(move |(number, divergence)| {
            let states = divergence.states.get(&source)?;
            (divergence.target == target).then(|| {
                let step = Move {
                    guard: states.clone(),
                    chosen: Vec::new(),
                    updates: Substitution::new(),
                    to: Place::Diverged,
                };
                (Action::Diverge(number), step)
            })
        })
    }

    fn source_move(&self, block: &Block, target: Location) -> Move<Place> {
        let mut chosen = block.chosen.clone();
        let mut updates = block.updates.clone();
        if let (Event::Message(edge), Some(message)) = (block.event, &block.message)
            && let Command::Receive { var, .. } = &self.source.cfg().edges()[edge].command
        {
            // The received value is Falsifier's choice, made now: Verifier may use it before it
            // matches the receive.
            updates.insert(var.clone(), message.term());
            chosen.push(message.clone());
        }
        Move {
            guard: block.guard.clone(),
            chosen,
            updates,
            to: Place::Verifier {
                pending: block.event,
                source: block.to,
                target,
            },
        }
    }

    /// The move of a block of the target where Verifier has something to match; `None` where it
    /// is no such move.
    fn target_move(&self, block: &Block, pending: Event, source: Location) -> Option<Move<Place>> {
        let mut step = Move {
            guard: block.guard.clone(),
            chosen: block.chosen.clone(),
            updates: block.updates.clone(),
            to: Place::Verifier {
                pending,
                source,
                target: block.to,
            },
        };
        match (block.event, pending) {
            (Event::Silent, _) => return Some(step),
            (Event::Failure(_), Event::Failure(_)) => {
                step.to = Place::Failed;
                return Some(step);
            }
            (Event::Message(own), Event::Message(theirs)) => {
                let own = &self.target.cfg().edges()[own].command;
                let theirs = &self.source.cfg().edges()[theirs].command;
                let matched = self.matched(own, theirs, &mut step.updates)?;
                step.guard = Term::and([step.guard, matched]);
            }
            _ => return None,
        }
        step.to = Place::Verifier {
            pending: Event::Silent,
            source,
            target: block.to,
        };
        Some(step)
    }

    /// Where a command of the target matches one of the source; the target's receive takes the
    /// message that the source has got.
    fn matched(&self, own: &Command, theirs: &Command, updates: &mut Substitution) -> Option<Term> {
        match (own, theirs) {
            (
                Command::Send { value, channel },
                Command::Send {
                    value: their_value,
                    channel: their_channel,
                },
            ) => Some(Term::and([
                Term::eq(value.substitute(updates), their_value.clone()),
                Term::eq(channel.substitute(updates), their_channel.clone()),
            ])),
            (
                Command::Receive { var, channel },
                Command::Receive {
                    var: their_var,
                    channel: their_channel,
                },
            ) => {
                let same = Term::eq(channel.substitute(updates), their_channel.clone());
                let message = their_var.term();
                updates.insert(var.clone(), message.clone());
                Some(Term::and([same, in_sort(&message, &var.sort)]))
            }
            _ => None,
        }
    }
}

impl Arena for Game {
    type Place = Place;

    fn position(&self, place: &Place) -> Position<Place> {
        match place {
            Place::Failed => return Position::Over(Term::top()),
            Place::Diverged => return Position::Over(Term::bottom()),
            _ => {}
        }
        if let Some(good) = self.ending(place) {
            return Position::Over(good);
        }
        let player = match place {
            Place::Falsifier { .. } => Quantifier::Forall,
            _ => Quantifier::Exists,
        };
        let moves = self.moves(place).into_iter().map(|(_, step)| step);
        Position::Turn(player, moves.collect())
    }

    fn at_horizon(&self, place: &Place) -> Term {
        self.trapped(place).negated_nnf()
    }
}
