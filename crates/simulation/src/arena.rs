//! The simulation game (papers/000, section 3.1) in large steps, as an arena for winning regions.
//!
//! Verifier is the existential player. It moves first: that is the paper's game for a source with a
//! `skip` in front, and without it a source that has nothing to do would never be compared.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use games::regions::{Arena, Move, Position};
use logic::{Quantifier, Substitution, Term};
use program::{Command, Location, in_sort};
use question::Simulated;

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
    /// How much was known when that was found out.
    pub stage: usize,
}

/// States in which Verifier's turn never ends.
#[derive(Clone, Debug)]
pub struct Trap {
    /// The states for places of Verifier.
    pub states: BTreeMap<Place, Term>,
    /// How many moves it takes at most until a Verifier who ends its turn has lost.
    pub moves: u32,
    /// How much was known when that was found out.
    pub stage: usize,
}

/// Where Verifier is safe at a place, as far as somebody has looked.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// How far that was.
    pub horizon: u32,
    /// How much was known then.
    pub stage: usize,
    /// Outside of these states Verifier loses.
    pub safe: Term,
}

/// The game of a claim.
#[derive(Clone, Debug)]
pub struct Game {
    /// The implementation.
    pub source: Rc<Blocks>,
    /// The specification.
    pub target: Rc<Blocks>,
    requires: Term,
    ensures: Term,
    lost: Lost,
}

/// What is known to be lost for Verifier, besides what a few moves show. Each stage knows one thing
/// more than the one before it.
#[derive(Clone, Default, Debug)]
pub struct Lost {
    /// How many of the things count now.
    stage: usize,
    /// How many there are.
    stages: usize,
    /// For each place the lessons in the order in which they were learned, each stronger than the
    /// one before.
    lessons: BTreeMap<Place, Vec<Lesson>>,
    divergences: Vec<Divergence>,
    traps: Vec<Trap>,
}

impl Lost {
    /// How much is known.
    #[must_use]
    pub fn stage(&self) -> usize {
        self.stage
    }

    /// The divergences that are known, at any stage.
    #[must_use]
    pub fn divergences(&self) -> &[Divergence] {
        &self.divergences
    }

    /// The traps that are known, at any stage.
    #[must_use]
    pub fn traps(&self) -> &[Trap] {
        &self.traps
    }

    /// The last lesson for a place.
    #[must_use]
    pub fn lesson(&self, place: &Place) -> Option<&Lesson> {
        let lessons = self.lessons.get(place)?.iter().rev();
        lessons.into_iter().find(|lesson| lesson.stage < self.stage)
    }

    /// The divergences at a place of Falsifier, or of Verifier with nothing to match, with their
    /// numbers and states.
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
        let known = known.filter(|(_, divergence)| divergence.stage < self.stage);
        known.filter_map(move |(number, divergence)| {
            let (source, target) = at?;
            let states = divergence.states.get(&source)?;
            (divergence.target == target).then_some((number, states))
        })
    }

    /// The traps at a place, with their numbers and states.
    pub fn traps_at(&self, place: &Place) -> impl Iterator<Item = (usize, &Term)> {
        let known = self.traps.iter().enumerate();
        let known = known.filter(|(_, trap)| trap.stage < self.stage);
        known.filter_map(move |(number, trap)| Some((number, trap.states.get(place)?)))
    }

    /// The states of a place from which Falsifier wins only in the long run.
    #[must_use]
    pub fn endless(&self, place: &Place) -> Term {
        let traps = self.traps_at(place).map(|(_, states)| states.clone());
        let divergences = self.divergences_at(place).map(|(_, states)| states.clone());
        Term::or(divergences.chain(traps)).simplify()
    }
}

impl Game {
    /// The game of a claim between two programs.
    #[must_use]
    pub fn new(question: &Simulated, source: Blocks, target: Blocks) -> Game {
        Game {
            source: Rc::new(source),
            target: Rc::new(target),
            requires: question.setting.requires.clone(),
            ensures: question.ensures.clone(),
            lost: Lost::default(),
        }
    }

    /// What Falsifier knows.
    #[must_use]
    pub fn lost(&self) -> &Lost {
        &self.lost
    }

    /// Goes back to what was known at a stage.
    pub fn at_stage(&mut self, stage: usize) {
        self.lost.stage = stage.min(self.lost.stages);
    }

    /// Goes on to all that is known.
    pub fn at_last_stage(&mut self) {
        self.lost.stage = self.lost.stages;
    }

    fn next_stage(&mut self) {
        self.lost.stages += 1;
        self.at_last_stage();
    }

    /// Remembers that Verifier is safe at a place in these states only.
    pub fn learn(&mut self, place: Place, horizon: u32, safe: Term) {
        let stage = self.lost.stages;
        let lesson = Lesson {
            horizon,
            stage,
            safe,
        };
        self.lost.lessons.entry(place).or_default().push(lesson);
        self.next_stage();
    }

    /// Remembers a divergence.
    pub fn learn_divergence(&mut self, found: Divergence) {
        self.lost.divergences.push(found);
        self.next_stage();
    }

    /// Remembers a trap.
    pub fn learn_trap(&mut self, found: Trap) {
        self.lost.traps.push(found);
        self.next_stage();
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
        // Messages of different types are different messages.
        let carrier = |command: &Command| match command {
            Command::Send { value, .. } => Some(value.sort().carrier()),
            Command::Receive { var, .. } => Some(var.sort.carrier()),
            _ => None,
        };
        if carrier(own) != carrier(theirs) {
            return None;
        }
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

    fn at_horizon(&self, _: &Place) -> Term {
        Term::top()
    }

    fn hope(&self, place: &Place) -> Term {
        let safe = self.lost.lesson(place).map(|lesson| lesson.safe.clone());
        let endless = self.lost.endless(place).negated_nnf();
        Term::and(safe.into_iter().chain([endless])).simplify()
    }

    fn stage(&self) -> usize {
        self.lost.stage
    }
}
