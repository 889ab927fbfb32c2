//! The moves of the game.

use evidence::unwinding::{Pending, Player};
use logic::{FreshNames, Substitution, Term, Var};
use program::{Command, Location, Mark, in_sort};

use crate::Rejected;

use super::Game;
use super::paths::Path;

/// A move of the game: where it is possible, what it changes, where it leads.
pub(super) struct Move {
    pub(super) edges: Vec<u32>,
    pub(super) fails: bool,
    pub(super) chosen: Vec<Var>,
    pub(super) guard: Term,
    pub(super) updates: Substitution,
    /// The next position; `None` where both programs have failed.
    pub(super) to: Option<Position>,
    /// Whether the target moves.
    pub(super) is_target: bool,
}

/// A position without values.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Position {
    pub(super) turn: Player,
    pub(super) pending: Option<Pending>,
    pub(super) source: Location,
    pub(super) target: Location,
}

impl Game<'_> {
    /// All moves that are possible at a position.
    pub(super) fn moves(&mut self, position: Position) -> Result<Vec<Move>, Rejected> {
        Ok(match position.turn {
            Player::Falsifier => {
                let paths = self
                    .source
                    .paths(position.source, &mut self.names, self.budget)?;
                paths
                    .into_iter()
                    .map(|path| self.source_move(path, position))
                    .collect()
            }
            Player::Verifier => {
                let paths = self
                    .target
                    .paths(position.target, &mut self.names, self.budget)?;
                let mut moves: Vec<Move> = paths
                    .into_iter()
                    .filter_map(|path| self.target_move(path, position))
                    .collect();
                if position.pending.is_none() {
                    moves.push(Move {
                        edges: Vec::new(),
                        fails: false,
                        chosen: Vec::new(),
                        guard: Term::top(),
                        updates: Substitution::new(),
                        to: Some(Position {
                            turn: Player::Falsifier,
                            ..position
                        }),
                        is_target: false,
                    });
                }
                moves
            }
        })
    }

    fn source_move(&mut self, mut path: Path, position: Position) -> Move {
        let mut pending = path.fails.then_some(Pending::Failure);
        if let Some(edge) = path.message {
            pending = Some(Pending::Message(edge as u32));
            match &self.source.cfg.edges()[edge].command {
                // Any message may come, and it is known from now on.
                Command::Receive { var, .. } => drop(choose(var, &mut self.names, &mut path)),
                Command::Mark(mark) => match &**mark {
                    Mark::Copy { id, low, high } => {
                        let [low, high] = [low, high].map(|term| term.substitute(&path.updates));
                        let number = choose(id, &mut self.names, &mut path);
                        let within = Mark::within(&number, &low, &high);
                        path.guard = Term::and([path.guard, within]);
                    }
                    Mark::Join { forgets, .. } => {
                        for var in forgets {
                            choose(var, &mut self.names, &mut path);
                        }
                    }
                    _ => {}
                },
                _ => {}
            }
        }
        Move {
            edges: path.edges,
            fails: path.fails,
            chosen: path.chosen,
            guard: path.guard,
            updates: path.updates,
            to: Some(Position {
                turn: Player::Verifier,
                pending,
                source: path.to,
                target: position.target,
            }),
            is_target: false,
        }
    }

    /// The move of the target, if what it shows is what it has to match, or nothing.
    fn target_move(&self, mut path: Path, position: Position) -> Option<Move> {
        let next = |pending| {
            Some(Position {
                turn: Player::Verifier,
                pending,
                source: position.source,
                target: path.to,
            })
        };
        let to = match (path.fails, path.message, position.pending) {
            (false, None, pending) => next(pending),
            (true, _, Some(Pending::Failure)) => None,
            // More copies than are represented: Falsifier does not win any more.
            (false, Some(own), None) if is_beyond(&self.target.cfg.edges()[own].command) => None,
            (false, Some(own), Some(Pending::Message(theirs))) => {
                let to = next(None);
                let own = &self.target.cfg.edges()[own].command;
                let theirs = &self.source.cfg.edges().get(theirs as usize)?.command;
                self.match_message(own, theirs, &mut path)?;
                to
            }
            _ => return None,
        };
        Some(Move {
            edges: path.edges,
            fails: path.fails,
            chosen: path.chosen,
            guard: path.guard,
            updates: path.updates,
            to,
            is_target: true,
        })
    }

    /// Equal messages, which have the same type, on equal channels. The source's variables are as they were when it sent or
    /// received; a message that it received stands in its variable.
    fn match_message(&self, own: &Command, theirs: &Command, path: &mut Path) -> Option<()> {
        let same = |own: &Term, theirs: &Term, path: &mut Path| {
            let equal = Term::eq(own.substitute(&path.updates), theirs.clone());
            path.guard = Term::and([path.guard.clone(), equal]);
        };
        match (own, theirs) {
            (
                Command::Send { value, channel },
                Command::Send {
                    value: their_value,
                    channel: their_channel,
                },
            ) if value.sort().carrier() == their_value.sort().carrier() => {
                same(value, their_value, path);
                same(channel, their_channel, path);
                Some(())
            }
            (
                Command::Receive { var, channel },
                Command::Receive {
                    var: their_var,
                    channel: their_channel,
                },
            ) if var.sort.carrier() == their_var.sort.carrier() => {
                same(channel, their_channel, path);
                let message = their_var.term();
                path.guard = Term::and([path.guard.clone(), in_sort(&message, &var.sort)]);
                path.updates.insert(var.clone(), message);
                Some(())
            }
            (Command::Mark(own), Command::Mark(theirs)) => match (&**own, &**theirs) {
                (
                    Mark::Copies { low, high },
                    Mark::Copies {
                        low: their_low,
                        high: their_high,
                    },
                ) => {
                    same(low, their_low, path);
                    same(high, their_high, path);
                    Some(())
                }
                (Mark::Copy { id, .. }, Mark::Copy { id: their_id, .. }) => {
                    // The bounds were equal when the copies started, and nothing has happened since.
                    path.updates.insert(id.clone(), their_id.term());
                    Some(())
                }
                (Mark::Threads(own), Mark::Threads(theirs)) => (own == theirs).then_some(()),
                (
                    Mark::Thread { number, of },
                    Mark::Thread {
                        number: their_number,
                        of: their_of,
                    },
                )
                | (
                    Mark::Join { number, of, .. },
                    Mark::Join {
                        number: their_number,
                        of: their_of,
                        ..
                    },
                ) => ((number, of) == (their_number, their_of)).then_some(()),
                (Mark::End, Mark::End) => Some(()),
                _ => None,
            },
            _ => None,
        }
    }
}

/// A value for a variable that Falsifier chooses.
fn choose(var: &Var, names: &mut FreshNames, path: &mut Path) -> Term {
    let chosen = names.fresh(var);
    let value = chosen.term();
    path.updates.insert(var.clone(), value.clone());
    path.chosen.push(chosen);
    value
}

fn is_beyond(command: &Command) -> bool {
    matches!(command, Command::Mark(mark) if **mark == Mark::Beyond)
}
