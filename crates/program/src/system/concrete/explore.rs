//! All runs of a system on given inputs, as far as they fit.

use std::collections::{HashMap, VecDeque};

use logic::{Value, Var};

use super::{Choice, Ending, Failure, Interpreter, Outcome};
use crate::system::{Action, State};

/// How to explore.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Search {
    /// Every order of steps.
    Exhaustive,
    /// A process that has a step of its own takes it before anybody else goes on: fewer states,
    /// and good for finding failures only, since a process may run alone forever.
    LocalFirst,
}

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Exploration {
    /// A run that fails: what was chosen in each step, and how it fails.
    Failure(Vec<Choice>, Failure),
    /// There is none: all runs were seen.
    Safe,
    /// None was found, but there are more states, values or orders than were tried.
    Incomplete,
}

/// Explores the runs from a state, breadth first, up to a number of states. A `havoc` tries the
/// values that are given for its variable.
#[must_use]
pub fn explore(
    interpreter: &Interpreter<'_>,
    start: State,
    search: Search,
    values: &dyn Fn(&Var) -> Vec<Value>,
    most_states: usize,
) -> Exploration {
    let mut complete = search == Search::Exhaustive;
    let mut states: Vec<(State, Option<(usize, Choice)>)> = vec![(start.clone(), None)];
    let mut known: HashMap<State, usize> = HashMap::from([(start, 0)]);
    let mut open = VecDeque::from([0]);
    while let Some(position) = open.pop_front() {
        let state = states[position].0.clone();
        let Ok(mut choices) = interpreter.choices(&state) else {
            complete = false;
            continue;
        };
        if choices.is_empty() {
            match interpreter.ending(&state) {
                Ok(Ending::Failed(failure)) => {
                    return Exploration::Failure(path(&states, position), failure);
                }
                Ok(_) => {}
                Err(_) => complete = false,
            }
        }
        if search == Search::LocalFirst {
            keep_local(interpreter, &mut choices);
        }
        for choice in choices {
            let system = interpreter.system();
            let process = &system.processes[system.process_of(choice.mover)];
            let variants = match &process.graph.edges()[choice.edge].action {
                Action::Havoc(var) => {
                    complete = false;
                    let with = |value| Choice {
                        value: Some(value),
                        ..choice.clone()
                    };
                    values(var).into_iter().map(with).collect()
                }
                _ => vec![choice],
            };
            for choice in variants {
                match interpreter.step(&state, &choice) {
                    Ok(Outcome::Next(next)) => {
                        if known.contains_key(&next) {
                            continue;
                        }
                        if states.len() >= most_states {
                            complete = false;
                            continue;
                        }
                        known.insert(next.clone(), states.len());
                        open.push_back(states.len());
                        states.push((next, Some((position, choice))));
                    }
                    Ok(Outcome::Failed(failure)) => {
                        let mut choices = path(&states, position);
                        choices.push(choice);
                        return Exploration::Failure(choices, failure);
                    }
                    Err(_) => complete = false,
                }
            }
        }
    }
    if complete {
        Exploration::Safe
    } else {
        Exploration::Incomplete
    }
}

/// Keeps the choices of the first process that is at an action of its own, if there is one.
fn keep_local(interpreter: &Interpreter<'_>, choices: &mut Vec<Choice>) {
    let is_local = |choice: &&Choice| {
        let system = interpreter.system();
        let process = &system.processes[system.process_of(choice.mover)];
        process.graph.edges()[choice.edge].action.is_local()
    };
    if let Some(mover) = choices.iter().find(is_local).map(|choice| choice.mover) {
        choices.retain(|choice| choice.mover == mover);
    }
}

fn path(states: &[(State, Option<(usize, Choice)>)], mut position: usize) -> Vec<Choice> {
    let mut choices = Vec::new();
    while let Some((before, choice)) = &states[position].1 {
        choices.push(choice.clone());
        position = *before;
    }
    choices.reverse();
    choices
}
