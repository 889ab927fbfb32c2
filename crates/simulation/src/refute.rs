//! Falsifier's strategy, from all that is known to be lost for Verifier.

use std::collections::BTreeSet;

use budget::Budget;
use evidence::unwinding::{self, Player, Unwinding};
use games::Reply;
use games::regions::{Arena, Position, Regions};
use logic::{Model, Term, Value, Var};
use rustc_hash::FxHashMap;
use smt::{Outcome, Reason, Solver, Strategy as Method};

use crate::arena::{Action, Game, Place};
use crate::blocks::Event;
use crate::diverge::continuation;
use crate::trap::stays;
use crate::write::{Writer, start_of};

/// Why Falsifier wins from some states of a place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
enum Why {
    /// After one move, it wins within one move less, by what is known at a stage.
    Moves { moves: u32, stage: usize },
    /// It goes on with a divergence, by its number.
    Divergence(usize),
    /// Verifier's turn never ends, or ends in a loss, by the number of the trap.
    Trap(usize),
}

/// A node: a place with all reasons that may apply there. What Verifier does cannot depend on the
/// reason, so that the node that follows has all that may follow.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Spot {
    place: Place,
    whys: Vec<Why>,
}

struct Builder<'s> {
    regions: &'s mut Regions<Game>,
    writer: Writer<'s>,
    nodes: Vec<unwinding::Node>,
    known: FxHashMap<Spot, usize>,
    open: Vec<Spot>,
    budget: &'s Budget,
}

/// The strategy of Falsifier, who wins within so many moves from some start, by all that is known.
pub(crate) fn refutation(
    regions: &mut Regions<Game>,
    game: &Game,
    vars: &[Var],
    moves: u32,
    budget: &Budget,
) -> Result<Unwinding, Reason> {
    let stage = regions.arena().stage();
    let mut builder = Builder {
        regions,
        writer: Writer::new(game, vars),
        nodes: Vec::new(),
        known: FxHashMap::default(),
        open: Vec::new(),
        budget,
    };
    let whys = builder.lost_within(&game.start(), moves, stage);
    let first = Spot {
        place: game.start(),
        whys: whys.into_iter().collect(),
    };
    let label = builder.label(&first)?;
    let lost = Term::and([game.requires().clone(), label]);
    let start = smallest(&lost, vars, budget)?;
    builder.node(first)?;
    while let Some(spot) = builder.open.pop() {
        match spot.place {
            Place::Falsifier { .. } => builder.add_own(&spot)?,
            _ => builder.add_expected(&spot)?,
        }
    }
    builder.regions.arena_mut().at_last_stage();
    let start = start_of(vars, &start);
    Ok(builder
        .writer
        .unwinding(Player::Falsifier, start, builder.nodes))
}

impl Builder<'_> {
    /// The regions, by what is known at a stage.
    fn at(&mut self, stage: usize) -> &mut Regions<Game> {
        self.regions.arena_mut().at_stage(stage);
        self.regions
    }

    /// Why a place is lost where it is, within so many moves, by what is known at a stage. Of the
    /// lessons, which grow stronger, the last one says all.
    fn lost_within(&mut self, place: &Place, moves: u32, stage: usize) -> BTreeSet<Why> {
        let lost = self.at(stage).arena().lost();
        let mut whys = BTreeSet::new();
        if moves > 0 {
            whys.insert(Why::Moves { moves, stage });
        }
        whys.extend(lost.lesson(place).map(|lesson| Why::Moves {
            moves: lesson.horizon,
            stage: lesson.stage,
        }));
        let divergences = lost.divergences_at(place);
        whys.extend(divergences.map(|(number, _)| Why::Divergence(number)));
        whys.extend(lost.traps_at(place).map(|(number, _)| Why::Trap(number)));
        whys
    }

    /// Whether the game is over at a place.
    fn is_over(&self, place: &Place) -> bool {
        matches!(self.regions.arena().position(place), Position::Over(_))
    }

    /// Where a reason applies.
    fn label_of(&mut self, place: &Place, why: Why) -> Result<Term, Reason> {
        Ok(match why {
            Why::Moves { moves, stage } => {
                let budget = self.budget;
                let safe = self.at(stage).safe_by_moves(place, moves, budget)?;
                safe.negated_nnf().simplify()
            }
            Why::Divergence(number) => {
                let states = &self.regions.arena().lost().divergences()[number].states;
                let (Place::Falsifier { source, .. } | Place::Verifier { source, .. }) = place
                else {
                    return Ok(Term::bottom());
                };
                states.get(source).cloned().unwrap_or_else(Term::bottom)
            }
            Why::Trap(number) => {
                let states = &self.regions.arena().lost().traps()[number].states;
                states.get(place).cloned().unwrap_or_else(Term::bottom)
            }
        })
    }

    /// Where Falsifier wins.
    fn label(&mut self, spot: &Spot) -> Result<Term, Reason> {
        if let Position::Over(won) = self.regions.arena().position(&spot.place) {
            return Ok(won.negated_nnf());
        }
        let mut states = Vec::new();
        for why in &spot.whys {
            states.push(self.label_of(&spot.place, *why)?);
        }
        Ok(Term::or(states).simplify())
    }

    /// The position of the spot's node, which is made where there is none; none where Falsifier does
    /// not win in any state.
    fn node(&mut self, mut spot: Spot) -> Result<Option<usize>, Reason> {
        if self.is_over(&spot.place) {
            spot.whys.clear();
        }
        simplify(&mut spot.whys);
        if let Some(known) = self.known.get(&spot) {
            return Ok(Some(*known));
        }
        let label = self.label(&spot)?;
        if label.is_false() {
            return Ok(None);
        }
        self.nodes.push(self.writer.node(&spot.place, &label));
        self.known.insert(spot.clone(), self.nodes.len() - 1);
        if !self.is_over(&spot.place) {
            self.open.push(spot);
        }
        Ok(Some(self.nodes.len() - 1))
    }

    /// Falsifier's moves, for each reason where it applies.
    fn add_own(&mut self, spot: &Spot) -> Result<(), Reason> {
        let place = spot.place;
        let Place::Falsifier { source, .. } = place else {
            return Ok(());
        };
        let budget = self.budget;
        for why in &spot.whys {
            let label = self.label_of(&place, *why)?;
            if label.is_false() {
                continue;
            }
            match *why {
                Why::Moves { moves, stage } => {
                    let regions = self.at(stage);
                    let actions = regions.arena().moves(&place);
                    let order: Vec<usize> = (0..actions.len()).collect();
                    let replies = regions.replies(&place, &label, moves, &order, &[], budget)?;
                    for mut reply in replies.unwrap_or_default() {
                        let (action, step) = &actions[reply.number];
                        let whys = self.lost_within(&step.to, moves - 1, stage);
                        if spot.whys.len() > 1 {
                            reply.guard = Term::and([label.clone(), reply.guard]);
                        }
                        self.add_reply(spot, action, &reply, step.to, whys)?;
                    }
                }
                Why::Divergence(number) => {
                    let divergence = self.regions.arena().lost().divergences()[number].clone();
                    let game = self.regions.arena().clone();
                    let replies = continuation(&game, &divergence, source, budget)?;
                    for mut reply in replies.unwrap_or_default() {
                        reply.guard = Term::and([label.clone(), reply.guard]);
                        let to = Place::Verifier {
                            pending: Event::Silent,
                            source: game.source.from(source)[reply.number].to,
                            target: divergence.target,
                        };
                        let whys = BTreeSet::from([Why::Divergence(number)]);
                        let action = Action::Source(reply.number);
                        self.add_reply(spot, &action, &reply, to, whys)?;
                    }
                }
                // It is not Verifier's turn.
                Why::Trap(_) => {}
            }
        }
        Ok(())
    }

    fn add_reply(
        &mut self,
        spot: &Spot,
        action: &Action,
        reply: &Reply,
        place: Place,
        whys: BTreeSet<Why>,
    ) -> Result<(), Reason> {
        let here = self.known[spot];
        let whys = whys.into_iter().collect();
        if let Some(to) = self.node(Spot { place, whys })? {
            let step = self.writer.step(&spot.place, action, Some(to));
            let step = self.writer.reply(step, &reply.guard, &reply.terms);
            self.nodes[here].moves.push(step);
        }
        Ok(())
    }

    /// What follows on each move of Verifier, for all reasons together.
    fn add_expected(&mut self, spot: &Spot) -> Result<(), Reason> {
        let here = self.known[spot];
        for (action, step) in self.regions.arena().moves(&spot.place) {
            if step.to == Place::Failed {
                // Verifier would win there, so that this is not possible in a state of the label.
                continue;
            }
            let mut whys = BTreeSet::new();
            for why in &spot.whys {
                let (moves, stage) = match *why {
                    Why::Moves { moves, stage } => (moves - 1, stage),
                    // Verifier passes, and the divergence goes on.
                    Why::Divergence(_) if action == Action::Pass => {
                        whys.insert(*why);
                        continue;
                    }
                    Why::Divergence(number) => {
                        let divergence = &self.regions.arena().lost().divergences()[number];
                        (divergence.horizon, divergence.stage)
                    }
                    Why::Trap(_) if stays(&spot.place, &action, &step.to) => {
                        whys.insert(*why);
                        continue;
                    }
                    Why::Trap(number) => {
                        let trap = &self.regions.arena().lost().traps()[number];
                        (trap.moves, trap.stage)
                    }
                };
                whys.extend(self.lost_within(&step.to, moves, stage));
            }
            let whys = whys.into_iter().collect();
            let next = Spot {
                place: step.to,
                whys,
            };
            if let Some(to) = self.node(next)? {
                let step = self.writer.step(&spot.place, &action, Some(to));
                self.nodes[here].moves.push(step);
            }
        }
        Ok(())
    }
}

/// Leaves out what another reason covers: more moves at a later stage show more.
fn simplify(whys: &mut Vec<Why>) {
    let all = whys.clone();
    whys.retain(|why| {
        let Why::Moves { moves, stage } = *why else {
            return true;
        };
        !all.iter().any(|other| match *other {
            Why::Moves {
                moves: more,
                stage: later,
            } => (more, later) != (moves, stage) && more >= moves && later >= stage,
            _ => false,
        })
    });
}

/// A model with values as small as possible, up to a factor of two.
pub(crate) fn smallest(formula: &Term, vars: &[Var], budget: &Budget) -> Result<Model, Reason> {
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
