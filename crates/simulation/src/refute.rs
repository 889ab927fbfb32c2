//! Falsifier's strategy for a game of finitely many moves, from the winning regions.

use budget::Budget;
use evidence::unwinding::{Player, Unwinding};
use games::regions::Regions;
use logic::{Model, Term, Value, Var};
use rustc_hash::FxHashMap;
use smt::{Outcome, Reason, Solver, Strategy as Method};

use crate::arena::{Game, Place};
use crate::write::{Writer, start_of};

/// The strategy of Falsifier, who wins within so many moves from some start.
pub(crate) fn refutation(
    regions: &mut Regions<Game>,
    game: &Game,
    vars: &[Var],
    horizon: u32,
    budget: &Budget,
) -> Result<Unwinding, Reason> {
    let mut writer = Writer::new(game, vars);
    let mut nodes = Vec::new();
    let mut known: FxHashMap<(Place, u32), usize> = FxHashMap::default();
    let first = (game.start(), horizon);
    let mut open = vec![first];
    let lost = |regions: &mut Regions<Game>, (place, left): (Place, u32)| {
        let safe = regions.region(&place, left, budget)?;
        Ok::<Term, Reason>(safe.negated_nnf().simplify())
    };
    let label = lost(regions, first)?;
    let start = smallest(
        &Term::and([game.requires().clone(), label.clone()]),
        vars,
        budget,
    )?;
    nodes.push(writer.node(&first.0, &label));
    known.insert(first, 0);
    while let Some(here @ (place, left)) = open.pop() {
        let number = known[&here];
        let label = lost(regions, here)?;
        let moves = game.moves(&place);
        if game.ending(&place).is_some() {
            continue;
        }
        let order: Vec<usize> = (0..moves.len()).collect();
        let replies = match place {
            Place::Falsifier { .. } => {
                let replies = regions.replies(&place, &label, left, &order, &[], budget)?;
                Some(replies.unwrap_or_default())
            }
            _ => None,
        };
        let taken: Vec<usize> = match &replies {
            Some(replies) => replies.iter().map(|reply| reply.number).collect(),
            None => order,
        };
        for (position, chosen) in taken.into_iter().enumerate() {
            let (action, step) = &moves[chosen];
            if step.to == Place::Failed {
                // Verifier cannot do this from a state of the label.
                continue;
            }
            let next = (step.to, left.saturating_sub(1));
            let after = lost(regions, next)?;
            if replies.is_none() && after.is_false() {
                continue;
            }
            let to = match known.get(&next) {
                Some(to) => *to,
                None => {
                    nodes.push(writer.node(&next.0, &after));
                    open.push(next);
                    known.insert(next, nodes.len() - 1);
                    nodes.len() - 1
                }
            };
            let mut written = writer.step(&place, action, Some(to));
            if let Some(replies) = &replies {
                let reply = &replies[position];
                written = writer.reply(written, &reply.guard, &reply.terms);
            }
            nodes[number].moves.push(written);
        }
    }
    Ok(writer.unwinding(Player::Falsifier, start_of(vars, &start), nodes))
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
