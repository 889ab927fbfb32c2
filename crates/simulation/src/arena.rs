//! The simulation game (papers/000, section 3.1) in large steps, as an arena for winning regions.
//!
//! Verifier is the existential player. It moves first: that is the paper's game for a source with a
//! `skip` in front, and without it a source that has nothing to do would never be compared.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use games::regions::{Arena, Move, Position};
use logic::{Quantifier, Substitution, Term};
use program::{Command, Location, Task, in_sort};

use crate::blocks::{Block, Blocks, Event};
use crate::marks;

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
    /// Both programs have failed at the same moment, or more copies are needed than are
    /// represented: Verifier has won.
    Failed,
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
    lost: Lost,
}

/// What Falsifier knows to win, besides what a few moves show. Each stage knows more than the one
/// before it.
#[derive(Clone, Default, Debug)]
pub struct Lost {
    /// The number of the stage.
    pub stage: usize,
    /// Where Verifier was safe for so many moves at the stage before, which no longer count.
    base: Rc<BTreeMap<Place, Term>>,
    /// How many moves that were.
    pub base_moves: u32,
    divergences: Vec<Divergence>,
    /// For places of Verifier the states in which its turn never ends.
    traps: BTreeMap<Place, Term>,
}

impl Lost {
    /// The divergences that are known.
    #[must_use]
    pub fn divergences(&self) -> &[Divergence] {
        &self.divergences
    }

    /// The divergences at a place of Falsifier, with their numbers and states.
    pub fn divergences_at(&self, place: &Place) -> impl Iterator<Item = (usize, &Term)> {
        let at = match *place {
            Place::Falsifier { source, target } => Some((source, target)),
            Place::Verifier {
                pending: Event::Silent,
                source,
                target,
            } => Some((source, target)),
            _ => None,
        };
        let known = self.divergences.iter().enumerate();
        known.filter_map(move |(number, divergence)| {
            let (source, target) = at?;
            let states = divergence.states.get(&source)?;
            (divergence.target == target).then_some((number, states))
        })
    }

    /// The states of a place that a divergence or a trap has lost.
    #[must_use]
    pub fn known(&self, place: &Place) -> Term {
        let traps = self.traps.get(place).cloned();
        let divergences = self.divergences_at(place).map(|(_, states)| states.clone());
        Term::or(divergences.chain(traps)).simplify()
    }
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
            lost: Lost::default(),
        }
    }

    /// What Falsifier knows.
    #[must_use]
    pub fn lost(&self) -> &Lost {
        &self.lost
    }

    /// The next stage of the game, for which a base was computed with so many moves.
    fn next_stage(&self, base: BTreeMap<Place, Term>, moves: u32) -> Game {
        let mut game = self.clone();
        game.lost.stage += 1;
        game.lost.base = Rc::new(base);
        game.lost.base_moves = moves;
        game
    }

    /// The same game in which Falsifier knows one more divergence.
    #[must_use]
    pub fn with_divergence(&self, found: Divergence, base: BTreeMap<Place, Term>) -> Game {
        let mut game = self.next_stage(base, found.horizon);
        game.lost.divergences.push(found);
        game
    }

    /// The same game in which Falsifier knows more traps.
    #[must_use]
    pub fn with_traps(
        &self,
        traps: BTreeMap<Place, Term>,
        base: BTreeMap<Place, Term>,
        moves: u32,
    ) -> Game {
        let mut game = self.next_stage(base, moves);
        for (place, states) in traps {
            let known = game.lost.traps.entry(place).or_insert_with(Term::bottom);
            *known = Term::or([known.clone(), states]).simplify();
        }
        game
    }

    /// All places that can come up, whatever the values.
    #[must_use]
    pub fn places(&self) -> BTreeSet<Place> {
        let mut found = BTreeSet::from([self.start()]);
        let mut open = vec![self.start()];
        while let Some(place) = open.pop() {
            for (_, step) in self.moves(&place) {
                if found.insert(step.to) {
                    open.push(step.to);
                }
            }
        }
        found
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
            Place::Failed => Vec::new(),
            Place::Falsifier { source, target } => {
                let blocks = self.source.from(source).iter().enumerate();
                let moves = blocks.map(|(number, block)| {
                    (Action::Source(number), self.source_move(block, target))
                });
                moves.collect()
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
                moves.chain(pass).collect()
            }
        }
    }

    fn source_move(&self, block: &Block, target: Location) -> Move<Place> {
        let mut chosen = block.chosen.clone();
        let mut updates = block.updates.clone();
        let mut guard = block.guard.clone();
        if let (Event::Message(edge), Some(message)) = (block.event, &block.message) {
            // The received value is Falsifier's choice, made now: Verifier may use it before it
            // matches the receive.
            match &self.source.cfg().edges()[edge].command {
                Command::Receive { var, .. } => updates.insert(var.clone(), message.term()),
                Command::Mark(mark) => {
                    guard = marks::picked(mark, &message.term(), guard, &mut updates);
                }
                _ => {}
            }
            chosen.push(message.clone());
        }
        Move {
            guard,
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
            (Event::Beyond, Event::Silent) => {
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
            (Command::Mark(own), Command::Mark(theirs)) => marks::matched(own, theirs, updates),
            _ => None,
        }
    }
}

impl Arena for Game {
    type Place = Place;

    fn position(&self, place: &Place) -> Position<Place> {
        if *place == Place::Failed {
            return Position::Over(Term::top());
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
        let base = self.lost.base.get(place).cloned();
        let known = self.lost.known(place).negated_nnf();
        Term::and(base.into_iter().chain([known])).simplify()
    }
}
