//! Falsifier's strategy, from the winning regions and the divergences that are known.

use budget::Budget;
use evidence::unwinding::{self, Player, Unwinding};
use games::Reply;
use games::regions::{Arena, Position, Regions};
use logic::{Model, Term, Value, Var};
use program::Location;
use rustc_hash::FxHashMap;
use smt::{Outcome, Reason, Solver, Strategy as Method};

use crate::arena::{Action, Game, Place};
use crate::blocks::Event;
use crate::diverge::continuation;
use crate::write::{Writer, start_of};

/// What a node of the strategy stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Spot {
    /// Falsifier wins within so many moves, with the divergences of a stage.
    Within {
        place: Place,
        moves: u32,
        stage: usize,
    },
    /// Falsifier goes on with a divergence.
    Diverging { number: usize, source: Location },
    /// Verifier may leave a divergence, and loses.
    Leaving { number: usize, source: Location },
}

/// The regions with more and more divergences known: each stage knows one more.
pub(crate) type Stages = Vec<Regions<Game>>;

struct Builder<'s> {
    stages: &'s mut Stages,
    writer: Writer<'s>,
    nodes: Vec<unwinding::Node>,
    known: FxHashMap<Spot, usize>,
    open: Vec<Spot>,
    budget: &'s Budget,
}

/// The strategy of Falsifier, who wins within so many moves from some start, at the last stage.
pub(crate) fn refutation(
    stages: &mut Stages,
    game: &Game,
    vars: &[Var],
    moves: u32,
    budget: &Budget,
) -> Result<Unwinding, Reason> {
    let stage = stages.len() - 1;
    let mut builder = Builder {
        stages,
        writer: Writer::new(game, vars),
        nodes: Vec::new(),
        known: FxHashMap::default(),
        open: Vec::new(),
        budget,
    };
    let first = Spot::Within {
        place: game.start(),
        moves,
        stage,
    };
    let label = builder.label(first)?;
    let lost = Term::and([game.requires().clone(), label]);
    let start = smallest(&lost, vars, budget)?;
    builder.node(first)?;
    while let Some(spot) = builder.open.pop() {
        builder.add_moves(spot)?;
    }
    let start = start_of(vars, &start);
    Ok(builder
        .writer
        .unwinding(Player::Falsifier, start, builder.nodes))
}

impl Builder<'_> {
    fn game(&self) -> &Game {
        self.stages.last().expect("there is a stage").arena()
    }

    fn place(&self, spot: Spot) -> Place {
        match spot {
            Spot::Within { place, .. } => place,
            Spot::Diverging { number, source } => Place::Falsifier {
                source,
                target: self.game().lost().divergences()[number].target,
            },
            Spot::Leaving { number, source } => Place::Verifier {
                pending: Event::Silent,
                source,
                target: self.game().lost().divergences()[number].target,
            },
        }
    }

    /// Where Falsifier wins.
    fn label(&mut self, spot: Spot) -> Result<Term, Reason> {
        match spot {
            Spot::Within {
                place,
                moves,
                stage,
            } => {
                let safe = self.stages[stage].region(&place, moves, self.budget)?;
                Ok(safe.negated_nnf().simplify())
            }
            Spot::Diverging { number, source } | Spot::Leaving { number, source } => {
                Ok(self.game().lost().divergences()[number].states[&source].clone())
            }
        }
    }

    /// The position of the spot's node, which is made where there is none.
    fn node(&mut self, spot: Spot) -> Result<usize, Reason> {
        if let Some(known) = self.known.get(&spot) {
            return Ok(*known);
        }
        let (place, label) = (self.place(spot), self.label(spot)?);
        self.nodes.push(self.writer.node(&place, &label));
        self.known.insert(spot, self.nodes.len() - 1);
        self.open.push(spot);
        Ok(self.nodes.len() - 1)
    }

    fn add_moves(&mut self, spot: Spot) -> Result<(), Reason> {
        match spot {
            Spot::Diverging { number, source } => {
                let guard = Term::top();
                self.add_divergence(spot, number, source, &guard)
            }
            Spot::Leaving { number, source } => self.add_leaving(spot, number, source),
            Spot::Within {
                place,
                moves,
                stage,
            } => {
                let position = self.stages[stage].arena().position(&place);
                match (position, place) {
                    (Position::Over(_), _) => Ok(()),
                    (_, Place::Falsifier { source, .. }) => {
                        self.add_own(spot, place, source, moves, stage)
                    }
                    _ => self.add_expected(spot, place, moves, stage),
                }
            }
        }
    }

    /// Falsifier's moves. Without moves left, it goes on with a divergence that is known, or as at
    /// the stage before.
    fn add_own(
        &mut self,
        spot: Spot,
        place: Place,
        source: Location,
        moves: u32,
        stage: usize,
    ) -> Result<(), Reason> {
        if moves == 0 {
            let lost = self.stages[stage].arena().lost().clone();
            for (number, states) in lost.divergences_at(&place) {
                self.add_divergence(spot, number, source, states)?;
            }
            return match stage.checked_sub(1) {
                Some(before) => self.add_own_of(spot, place, lost.base_moves, before),
                None => Ok(()),
            };
        }
        self.add_own_of(spot, place, moves, stage)
    }

    /// Falsifier's moves as a stage knows them, for a node that may belong to another.
    fn add_own_of(
        &mut self,
        spot: Spot,
        place: Place,
        moves: u32,
        stage: usize,
    ) -> Result<(), Reason> {
        if moves == 0 {
            // The stage looks no further either.
            let lost = self.stages[stage].arena().lost().clone();
            return match stage.checked_sub(1) {
                Some(before) => self.add_own_of(spot, place, lost.base_moves, before),
                None => Ok(()),
            };
        }
        let safe = self.stages[stage].region(&place, moves, self.budget)?;
        let label = safe.negated_nnf().simplify();
        let actions = self.stages[stage].arena().moves(&place);
        let order: Vec<usize> = (0..actions.len()).collect();
        let replies =
            self.stages[stage].replies(&place, &label, moves, &order, &[], self.budget)?;
        for reply in replies.unwrap_or_default() {
            let (action, step) = &actions[reply.number];
            let next = Spot::Within {
                place: step.to,
                moves: moves.saturating_sub(1),
                stage,
            };
            self.add_reply(spot, action, &reply, next)?;
        }
        Ok(())
    }

    fn add_reply(
        &mut self,
        spot: Spot,
        action: &Action,
        reply: &Reply,
        next: Spot,
    ) -> Result<(), Reason> {
        let (here, place) = (self.known[&spot], self.place(spot));
        let to = self.node(next)?;
        let step = self.writer.step(&place, action, Some(to));
        let step = self.writer.reply(step, &reply.guard, &reply.terms);
        self.nodes[here].moves.push(step);
        Ok(())
    }

    /// The moves of a divergence, where a guard holds.
    fn add_divergence(
        &mut self,
        spot: Spot,
        number: usize,
        source: Location,
        guard: &Term,
    ) -> Result<(), Reason> {
        let divergence = self.game().lost().divergences()[number].clone();
        let replies = continuation(self.game(), &divergence, source, self.budget)?;
        for mut reply in replies.unwrap_or_default() {
            reply.guard = Term::and([guard.clone(), reply.guard]);
            let next = Spot::Leaving {
                number,
                source: self.game().source.from(source)[reply.number].to,
            };
            self.add_reply(spot, &Action::Source(reply.number), &reply, next)?;
        }
        Ok(())
    }

    /// Verifier passes, and the divergence goes on; or it moves the target, and loses as the stage
    /// before knows.
    fn add_leaving(&mut self, spot: Spot, number: usize, source: Location) -> Result<(), Reason> {
        let (here, place) = (self.known[&spot], self.place(spot));
        let divergence = &self.game().lost().divergences()[number];
        let (horizon, stage) = (divergence.horizon, divergence.stage);
        for (action, step) in self.stages[stage].arena().moves(&place) {
            let next = match action {
                Action::Pass => Spot::Diverging { number, source },
                _ => Spot::Within {
                    place: step.to,
                    moves: horizon,
                    stage,
                },
            };
            if self.label(next)?.is_false() {
                continue;
            }
            let to = self.node(next)?;
            let step = self.writer.step(&place, &action, Some(to));
            self.nodes[here].moves.push(step);
        }
        Ok(())
    }

    /// What follows on each move of Verifier.
    fn add_expected(
        &mut self,
        spot: Spot,
        place: Place,
        moves: u32,
        stage: usize,
    ) -> Result<(), Reason> {
        let here = self.known[&spot];
        for (action, step) in self.stages[stage].arena().moves(&place) {
            if step.to == Place::Failed {
                // Verifier would win there, so that this is not possible in a state of the label.
                continue;
            }
            let next = Spot::Within {
                place: step.to,
                moves: moves.saturating_sub(1),
                stage,
            };
            if self.label(next)?.is_false() {
                continue;
            }
            let to = self.node(next)?;
            let step = self.writer.step(&place, &action, Some(to));
            self.nodes[here].moves.push(step);
        }
        Ok(())
    }
}

/// A model with values as small as possible, up to a factor of two.
fn smallest(formula: &Term, vars: &[Var], budget: &Budget) -> Result<Model, Reason> {
    let mut solver = Solver::new(Method::Incremental);
    solver.assert(formula);
    let numbers: Vec<Term> = vars
        .iter()
        .filter(|var| var.sort.is_integer())
        .map(Var::term)
        .collect();
    for bound in [0, 1, 2, 4, 8, 16, 64, 1024] {
        let within = Term::and(numbers.iter().flat_map(|term| {
            [
                Term::le(Term::int(-bound), term.clone()),
                Term::le(term.clone(), Term::int(bound)),
            ]
        }));
        match solver.satisfy(&within, budget) {
            Outcome::Sat(model) => return Ok(completed(model, vars)),
            Outcome::Unsat(()) => {}
            Outcome::Unknown(reason) => return Err(reason),
        }
    }
    match solver.satisfy(&Term::top(), budget) {
        Outcome::Sat(model) => Ok(completed(model, vars)),
        Outcome::Unknown(reason) => Err(reason),
        Outcome::Unsat(()) => Err(Reason::Incomplete("no start is lost".to_owned())),
    }
}

fn completed(mut model: Model, vars: &[Var]) -> Model {
    for var in vars {
        if model.get(var).is_none() {
            model.set(var.clone(), Value::default_of(&var.sort));
        }
    }
    model
}
