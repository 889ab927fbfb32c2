//! The search for a ranking: what is tried, and in which order.

use budget::Budget;
use evidence::ranking::{Ranking, Step, Transition, TransitionGraph};
use logic::Term;

use crate::houdini::invariants;
use crate::pool::pool;
use crate::split::{By, split};
use crate::synthesis::{MOST_FUNCTIONS, Search, steps};
use crate::transitions::{Division, transitions};
use crate::{Effort, NotFound};

/// How often locations are divided.
const MOST_SPLITS: usize = 3;

/// The relations alone are tried first, then with invariants, then with divided locations; then all
/// these again with more functions a node.
pub(crate) fn prove(
    graph: &TransitionGraph,
    effort: Effort,
    budget: &Budget,
) -> Result<Ranking, NotFound> {
    let plain = Division::plain(vec![Term::top(); graph.location_count()]);
    let mut attempt = Attempt::new(graph, plain, budget)?;
    if effort == Effort::Little {
        return match attempt.steps(graph, 1, budget)? {
            Some(steps) => Ok(attempt.ranking(steps)),
            None => Err(NotFound::Nothing),
        };
    }
    let mut attempts: Vec<Attempt> = Vec::new();
    let facts = invariants(graph, &pool(graph), budget)?;
    let facts = facts.into_iter().map(|facts| Term::and(facts).simplify());
    let facts: Vec<Term> = facts.collect();
    if !facts.iter().all(Term::is_true) {
        let supported = Attempt::new(graph, Division::plain(facts), budget)?;
        attempts.push(std::mem::replace(&mut attempt, supported));
    }
    for number in 0.. {
        if let Some(steps) = attempt.steps(graph, 1, budget)? {
            return Ok(attempt.ranking(steps));
        }
        let order = match number {
            MOST_SPLITS => break,
            number if number % 2 == 0 => [By::Guards, By::Remainders],
            _ => [By::Remainders, By::Guards],
        };
        let Some(division) = order.iter().find_map(|by| attempt.split(graph, *by)) else {
            break;
        };
        match Attempt::new(graph, division, budget) {
            Ok(next) => attempts.push(std::mem::replace(&mut attempt, next)),
            Err(NotFound::TooManyTransitions) => break,
            Err(reason) => return Err(reason),
        }
    }
    attempts.push(attempt);
    for mut attempt in attempts {
        if let Some(steps) = attempt.steps(graph, MOST_FUNCTIONS, budget)? {
            return Ok(attempt.ranking(steps));
        }
    }
    Err(NotFound::Nothing)
}

/// A division with its transitions.
struct Attempt {
    division: Division,
    transitions: Vec<Transition>,
    /// The transitions of the component for which no functions were found last.
    stuck: Vec<usize>,
}

impl Attempt {
    fn new(graph: &TransitionGraph, division: Division, budget: &Budget) -> Result<Self, NotFound> {
        Ok(Attempt {
            transitions: transitions(graph, &division, budget)?,
            division,
            stuck: Vec::new(),
        })
    }

    fn steps(
        &mut self,
        graph: &TransitionGraph,
        most_functions: usize,
        budget: &Budget,
    ) -> Result<Option<Vec<Step>>, NotFound> {
        match steps(graph, &self.transitions, most_functions, budget)? {
            Search::Done(steps) => Ok(Some(steps)),
            Search::Stuck(component) => {
                self.stuck = component;
                Ok(None)
            }
        }
    }

    fn split(&self, graph: &TransitionGraph, by: By) -> Option<Division> {
        let component = self
            .stuck
            .iter()
            .map(|position| &self.transitions[*position]);
        let component: Vec<&Transition> = component.collect();
        split(graph, &self.division, &component, by)
    }

    fn ranking(self, steps: Vec<Step>) -> Ranking {
        Ranking {
            invariants: self.division.invariants,
            nodes: self.division.nodes,
            transitions: self.transitions,
            steps,
        }
    }
}
