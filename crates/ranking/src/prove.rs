//! The search for a ranking: what is tried, and in which order.

use budget::Budget;
use evidence::ranking::{Ranking, Transition, TransitionGraph};
use logic::Term;

use crate::houdini::invariants;
use crate::pool::pool;
use crate::split::split;
use crate::synthesis::{MOST_FUNCTIONS, Search, steps};
use crate::transitions::{Division, transitions};
use crate::{Effort, NotFound};

/// How often locations are divided.
const MOST_SPLITS: usize = 2;

/// The relations alone are tried first, then with invariants, then with divided locations.
pub(crate) fn prove(
    graph: &TransitionGraph,
    effort: Effort,
    budget: &Budget,
) -> Result<Ranking, NotFound> {
    let most_functions = match effort {
        Effort::Little => 1,
        Effort::Full => MOST_FUNCTIONS,
    };
    let plain = Division::plain(vec![Term::top(); graph.location_count()]);
    let mut stuck = match attempt(graph, plain, most_functions, budget)? {
        Attempt::Ranked(ranking) => return Ok(*ranking),
        Attempt::Stuck(_) if effort == Effort::Little => return Err(NotFound::Nothing),
        Attempt::Stuck(stuck) => stuck,
    };
    if graph.initial().is_some() {
        let facts = invariants(graph, &pool(graph), budget)?;
        let facts = facts.into_iter().map(|facts| Term::and(facts).simplify());
        let supported = Division::plain(facts.collect());
        stuck = match attempt(graph, supported, most_functions, budget)? {
            Attempt::Ranked(ranking) => return Ok(*ranking),
            Attempt::Stuck(stuck) => stuck,
        };
    }
    for _ in 0..MOST_SPLITS {
        let Some(division) = split(graph, &stuck.division, &stuck.transitions, &stuck.component)
        else {
            break;
        };
        stuck = match attempt(graph, division, most_functions, budget)? {
            Attempt::Ranked(ranking) => return Ok(*ranking),
            Attempt::Stuck(stuck) => stuck,
        };
    }
    Err(NotFound::Nothing)
}

enum Attempt {
    Ranked(Box<Ranking>),
    Stuck(Stuck),
}

/// How far an attempt came.
struct Stuck {
    division: Division,
    transitions: Vec<Transition>,
    /// The transitions of the component for which there are no functions.
    component: Vec<usize>,
}

fn attempt(
    graph: &TransitionGraph,
    division: Division,
    most_functions: usize,
    budget: &Budget,
) -> Result<Attempt, NotFound> {
    let transitions = transitions(graph, &division, budget)?;
    Ok(match steps(graph, &transitions, most_functions, budget)? {
        Search::Done(steps) => Attempt::Ranked(Box::new(Ranking {
            invariants: division.invariants,
            nodes: division.nodes,
            transitions,
            steps,
        })),
        Search::Stuck(component) => Attempt::Stuck(Stuck {
            division,
            transitions,
            component,
        }),
    })
}
