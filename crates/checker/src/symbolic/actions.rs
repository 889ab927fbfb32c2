//! What a program does in one step: for which values of its variables, and which values come out.
//!
//! A step is tried on values, one variable after the other as commands ask for them; an atomic
//! block is one step.

use std::collections::{BTreeMap, BTreeSet};

use logic::{Model, Term, Value, Var};
use oxidd::BooleanFunction;
use program::{Action as EdgeAction, Command, Location, Program};

use super::space::{Set, Space, made, places};
use crate::{Rejected, broken};

/// The most cases of one program's steps.
const MOST_CASES: usize = 1 << 18;

/// Steps that have the same effect.
pub(super) struct Action {
    /// Where they are possible.
    pub(super) guard: Set,
    /// The slots that get a value.
    pub(super) writes: Vec<(usize, Value)>,
}

/// A step on its way.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Case {
    at: Location,
    /// The values that variables were found to have at the start.
    asked: BTreeMap<Var, Value>,
    /// The values that variables were given on the way.
    given: BTreeMap<Var, Value>,
}

/// What a term comes to in a case.
enum Answer {
    Value(Value),
    /// It depends on this variable.
    DependsOn(Var),
}

impl Case {
    fn eval(&self, term: &Term) -> Result<Answer, Rejected> {
        let mut model = Model::new();
        for var in term.free_vars().iter() {
            match self.given.get(var).or_else(|| self.asked.get(var)) {
                Some(value) => model.set(var.clone(), value.clone()),
                None => return Ok(Answer::DependsOn(var.clone())),
            }
        }
        Ok(Answer::Value(model.eval(term)?))
    }
}

fn too_many() -> Rejected {
    broken("Finite", "a program has steps for too many values")
}

fn all_values(var: &Var) -> Result<Vec<Value>, Rejected> {
    logic::values_of(&var.sort).ok_or_else(too_many)
}

/// Groups cases by their effects.
struct Effects<'a> {
    space: &'a Space,
    found: BTreeMap<Vec<(usize, Value)>, Set>,
}

impl Effects<'_> {
    fn add(&mut self, guard: &Set, writes: BTreeMap<usize, Value>) -> Result<(), Rejected> {
        let none = self.space.none();
        let known = self.found.entry(writes.into_iter().collect());
        let known = known.or_insert(none);
        *known = made(known.or(guard))?;
        Ok(())
    }

    fn actions(self) -> Vec<Action> {
        let found = self.found.into_iter();
        found
            .map(|(writes, guard)| Action { guard, writes })
            .collect()
    }
}

/// The program's own steps.
pub(super) fn own(space: &Space, program: &Program, side: usize) -> Result<Vec<Action>, Rejected> {
    let body = &program.body;
    let stable = places(program);
    let number = |place: Location| {
        let number = stable.iter().position(|stable| *stable == place.index());
        number.map(|number| Value::from(number as i64))
    };
    let location = space.location(side);
    let mut effects = Effects {
        space,
        found: BTreeMap::new(),
    };
    // A program that has an environment may idle at its own turns.
    if !program.open.is_empty() {
        effects.add(&space.all(), BTreeMap::new())?;
    }
    let mut cases = 0;
    for start in body.locations() {
        let Some(here) = number(start) else { continue };
        let mut open = vec![Case {
            at: start,
            asked: BTreeMap::new(),
            given: BTreeMap::new(),
        }];
        let mut seen: BTreeSet<Case> = open.iter().cloned().collect();
        while let Some(case) = open.pop() {
            cases += 1;
            if cases > MOST_CASES {
                return Err(too_many());
            }
            for (_, edge) in body.edges_from(case.at) {
                let EdgeAction::Command(command) = &edge.action else {
                    return Err(broken("Steps", "the program has parallel parts"));
                };
                for next in after(&case, command)? {
                    match next {
                        After::Asks(next) => {
                            if seen.insert(next.clone()) {
                                open.push(next);
                            }
                        }
                        After::Done(given) => {
                            let next = Case {
                                at: edge.to,
                                given,
                                ..case.clone()
                            };
                            match number(edge.to) {
                                Some(there) => {
                                    let mut guard = space.literal(location, &here)?;
                                    for (var, value) in &next.asked {
                                        let is = space.literal(space.slot_of(var)?, value)?;
                                        guard = made(guard.and(&is))?;
                                    }
                                    let mut writes = BTreeMap::from([(location, there)]);
                                    for (var, value) in next.given {
                                        writes.insert(space.slot_of(&var)?, value);
                                    }
                                    effects.add(&guard, writes)?;
                                }
                                None if seen.insert(next.clone()) => open.push(next),
                                None => {}
                            }
                        }
                    }
                }
            }
        }
    }
    Ok(effects.actions())
}

/// What comes of a command.
enum After {
    /// The same place with one more variable known.
    Asks(Case),
    /// The values that were given so far.
    Done(BTreeMap<Var, Value>),
}

fn after(case: &Case, command: &Command) -> Result<Vec<After>, Rejected> {
    let asks = |var: Var| {
        let values = all_values(&var)?.into_iter();
        Ok::<_, Rejected>(Vec::from_iter(values.map(|value| {
            let mut next = case.clone();
            next.asked.insert(var.clone(), value);
            After::Asks(next)
        })))
    };
    let with = |var: &Var, value: Value| {
        let mut given = case.given.clone();
        given.insert(var.clone(), value);
        given
    };
    match command {
        Command::Guard(formula) => Ok(match case.eval(formula)? {
            Answer::DependsOn(var) => asks(var)?,
            Answer::Value(Value::Bool(true)) => vec![After::Done(case.given.clone())],
            Answer::Value(_) => Vec::new(),
        }),
        Command::Assign(var, term) => Ok(match case.eval(term)? {
            Answer::DependsOn(other) => asks(other)?,
            Answer::Value(value) if value.is_of(&var.sort) => {
                vec![After::Done(with(var, value))]
            }
            Answer::Value(_) => Vec::new(),
        }),
        Command::Havoc(var, formula) => {
            let mut found = Vec::new();
            for value in all_values(var)? {
                let tried = Case {
                    given: with(var, value),
                    ..case.clone()
                };
                match tried.eval(formula)? {
                    Answer::DependsOn(other) => return asks(other),
                    Answer::Value(Value::Bool(true)) => found.push(After::Done(tried.given)),
                    Answer::Value(_) => {}
                }
            }
            Ok(found)
        }
        Command::Send { .. }
        | Command::Receive { .. }
        | Command::Assert(_)
        | Command::Parfor(_)
        | Command::Mark(_) => Err(broken("Silent", "a step is no change of variables alone")),
    }
}

/// The changes that the environment may make.
pub(super) fn environment(space: &Space, program: &Program) -> Result<Vec<Action>, Rejected> {
    let mut changes = vec![BTreeMap::new()];
    for var in &program.open {
        let (slot, values) = (space.slot_of(var)?, all_values(var)?);
        if changes.len() * values.len() > MOST_CASES {
            return Err(too_many());
        }
        let extended = changes.iter().flat_map(|change| {
            values.iter().map(move |value| {
                let mut change: BTreeMap<usize, Value> = change.clone();
                change.insert(slot, value.clone());
                change
            })
        });
        changes = extended.collect();
    }
    let mut effects = Effects {
        space,
        found: BTreeMap::new(),
    };
    for change in changes {
        effects.add(&space.all(), change)?;
    }
    Ok(effects.actions())
}
