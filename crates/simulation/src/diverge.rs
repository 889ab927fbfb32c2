//! Divergence that the target cannot follow: recurrent sets of the source, at one location of the
//! target from which every move loses.

use std::collections::{BTreeMap, BTreeSet};

use budget::Budget;
use evidence::ranking::{Edge, TransitionGraph};
use games::Reply;
use games::choices::choose;
use games::regions::Regions;
use logic::{FreshNames, Term, Var};
use program::Location;
use smt::{Outcome, Reason, Solver, Strategy as Method, Validity};

use crate::arena::{Action, Divergence, Game, Place};
use crate::blocks::{Block, Event};
use crate::strategy::Strategy;

/// The locations at which the strategy may stand still forever: for each location of the target
/// those of the source, with what is known of the states there.
pub(crate) fn suspects(
    game: &Game,
    strategy: &Strategy,
    labels: &[Term],
) -> BTreeMap<Location, BTreeMap<Location, Term>> {
    let mut found: BTreeMap<Location, BTreeMap<Location, Term>> = BTreeMap::new();
    for (node, label) in strategy.nodes.iter().zip(labels) {
        if let Place::Falsifier { source, target } = node.spot.place
            && source != game.source.cfg().exit()
        {
            let states = found.entry(target).or_default();
            let known = states.entry(source).or_insert_with(Term::bottom);
            *known = Term::or([known.clone(), label.clone()]);
        }
    }
    found
}

/// Looks for a divergence at one location of the target that starts in one of these states.
pub(crate) fn find(
    game: &Game,
    regions: &mut Regions<Game>,
    target: Location,
    starts: &BTreeMap<Location, Term>,
    vars: &[Var],
    horizon: u32,
    budget: &Budget,
) -> Result<Option<Divergence>, Reason> {
    // All locations that silent blocks reach.
    let mut locations: BTreeSet<Location> = starts.keys().copied().collect();
    let mut open: Vec<Location> = locations.iter().copied().collect();
    while let Some(location) = open.pop() {
        for block in silent(game, location) {
            if locations.insert(block.to) {
                open.push(block.to);
            }
        }
    }
    let locations: Vec<Location> = locations.into_iter().collect();
    let number = |location: &Location| locations.iter().position(|known| known == location);
    let mut stuck = Vec::new();
    for location in &locations {
        stuck.push(no_escape(
            game, regions, *location, target, horizon, budget,
        )?);
    }
    let whole = |states: BTreeMap<Location, Term>| Divergence {
        target,
        states,
        horizon,
        stage: game.lost().stage(),
    };
    let largest = largest(game, &locations, &stuck, budget)?;
    if let Some(states) = largest.filter(|states| meets(starts, states, budget)) {
        return Ok(Some(whole(states)));
    }
    let mut names = FreshNames::new();
    for location in &locations {
        for block in silent(game, *location) {
            block.chosen.iter().for_each(|var| names.avoid(var.name));
        }
    }
    vars.iter().for_each(|var| names.avoid(var.name));
    let primed: Vec<Var> = vars.iter().map(|var| names.fresh(var)).collect();
    // One more location, from which runs start anywhere in the states that are known.
    let start = locations.len();
    let mut graph = TransitionGraph::new(start + 1, vars.to_vec(), primed.clone())
        .expect("primed copies have the sorts of their variables");
    let malformed = |_| Reason::Incomplete("a divergence has no graph".to_owned());
    for (from, location) in locations.iter().enumerate() {
        graph
            .add_invariant(from, stuck[from].clone())
            .map_err(malformed)?;
        for block in silent(game, *location) {
            let Some(to) = number(&block.to) else {
                continue;
            };
            let equations = vars.iter().zip(&primed).map(|(var, copy)| {
                let value = block.updates.get(var).cloned();
                Term::eq(copy.term(), value.unwrap_or_else(|| var.term()))
            });
            let relation = Term::and(equations.chain([block.guard.clone()]));
            let mentioned = relation.free_vars();
            let auxiliary = block.chosen.iter().filter(|var| mentioned.contains(var));
            graph
                .add_edge(Edge {
                    from,
                    to,
                    auxiliary: auxiliary.cloned().collect(),
                    relation,
                })
                .map_err(malformed)?;
        }
        if let Some(known) = starts.get(location) {
            let equations = vars.iter().zip(&primed);
            let equations = equations.map(|(var, copy)| Term::eq(copy.term(), var.term()));
            graph
                .add_edge(Edge {
                    from: start,
                    to: from,
                    relation: Term::and(equations.chain([known.clone()])),
                    auxiliary: Vec::new(),
                })
                .map_err(malformed)?;
        }
    }
    graph.set_initial(start, Term::top()).map_err(malformed)?;
    let Ok(recurrence) = ranking::refute(&graph, budget) else {
        return Ok(None);
    };
    let mut states = BTreeMap::new();
    for (location, (region, stuck)) in locations.iter().zip(recurrence.regions.iter().zip(&stuck)) {
        let region = Term::and([region.clone(), stuck.clone()]).simplify();
        if !region.is_false() {
            states.insert(*location, region);
        }
    }
    Ok(Some(whole(states)))
}

/// How often states are taken away before the search for the largest set gives up.
const MOST_ROUNDS: usize = 6;

/// The largest sets of stuck states from which a silent block leads to such a state again; `None`
/// where the rounds do not suffice, or nothing is left.
fn largest(
    game: &Game,
    locations: &[Location],
    stuck: &[Term],
    budget: &Budget,
) -> Result<Option<BTreeMap<Location, Term>>, Reason> {
    let mut states: BTreeMap<Location, Term> = locations
        .iter()
        .copied()
        .zip(stuck.iter().cloned())
        .collect();
    let mut solver = Solver::new(Method::Incremental);
    for _ in 0..MOST_ROUNDS {
        budget.check().map_err(Reason::from)?;
        let mut next = BTreeMap::new();
        for (location, inside) in &states {
            let mut ways = Vec::new();
            for block in silent(game, *location) {
                let Some(there) = states.get(&block.to) else {
                    continue;
                };
                let way = Term::and([block.guard.clone(), there.substitute(&block.updates)]);
                let way = choose(&block.chosen, &way.simplify(), &Term::top(), budget)?;
                ways.push(way.region);
            }
            let kept = Term::and([inside.clone(), Term::or(ways)]).simplify();
            if !kept.is_false() {
                next.insert(*location, kept);
            }
        }
        let mut same = next.len() == states.len();
        for (location, kept) in &next {
            same = same
                && matches!(
                    solver.entails(&states[location], kept, budget),
                    Validity::Valid
                );
        }
        if same {
            return Ok((!states.is_empty()).then_some(states));
        }
        states = next;
    }
    Ok(None)
}

/// Whether some start is among the states.
fn meets(
    starts: &BTreeMap<Location, Term>,
    states: &BTreeMap<Location, Term>,
    budget: &Budget,
) -> bool {
    let mut solver = Solver::new(Method::Incremental);
    starts.iter().any(|(location, start)| {
        states.get(location).is_some_and(|states| {
            let both = Term::and([start.clone(), states.clone()]);
            matches!(solver.satisfy(&both, budget), Outcome::Sat(_))
        })
    })
}

fn silent(game: &Game, location: Location) -> impl Iterator<Item = &Block> {
    let blocks = game.source.from(location).iter();
    blocks.filter(|block| block.event == Event::Silent)
}

/// Where every move of the target loses within the horizon.
fn no_escape(
    game: &Game,
    regions: &mut Regions<Game>,
    source: Location,
    target: Location,
    horizon: u32,
    budget: &Budget,
) -> Result<Term, Reason> {
    let place = Place::Verifier {
        pending: Event::Silent,
        source,
        target,
    };
    let mut stuck = Vec::new();
    for (action, step) in game.moves(&place) {
        if action == Action::Pass {
            continue;
        }
        let safe = regions.region(&step.to, horizon, budget)?;
        let escape = Term::and([step.guard.clone(), safe.substitute(&step.updates)]).simplify();
        let escape = choose(&step.chosen, &escape, &Term::top(), budget)?.region;
        stuck.push(escape.negated_nnf());
    }
    Ok(Term::and(stuck).simplify())
}

/// How the source goes on at a location of a divergence: the blocks by their numbers.
pub(crate) fn continuation(
    game: &Game,
    divergence: &Divergence,
    location: Location,
    budget: &Budget,
) -> Result<Option<Vec<Reply>>, Reason> {
    let blocks = game.source.from(location);
    let goals: Vec<(Vec<Var>, Term)> = blocks
        .iter()
        .map(|block| {
            let states = divergence.states.get(&block.to).cloned();
            let wanted = match (block.event, states) {
                (Event::Silent, Some(states)) => {
                    Term::and([block.guard.clone(), states.substitute(&block.updates)])
                }
                _ => Term::bottom(),
            };
            (block.chosen.clone(), wanted)
        })
        .collect();
    games::replies_for(&divergence.states[&location], &goals, &[], budget)
}
