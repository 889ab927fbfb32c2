//! What a program does in one step, taken apart by the values that come out.
//!
//! Steps are followed forwards through atomic blocks, with the set of positions from which each way
//! is possible. Since every action writes constants, the positions before it are those of a
//! restriction, and no diagram speaks of two positions at once.

use std::collections::BTreeMap;

use evidence::Reason;
use logic::{Value, values_of};
use oxidd::BooleanFunction;
use program::{Action as EdgeAction, Command, Location, Program};

use super::layout::stable;
use super::sets::{Given, Set, Space, made};
use crate::system::unsupported;

/// The most ways of one program.
const MOST_WAYS: usize = 1 << 14;

/// Steps with the same effect.
pub(super) struct Action {
    /// Where they are possible.
    pub(super) guard: Set,
    /// The values that slots have afterwards.
    pub(super) writes: Given,
}

/// Sets by places on the way: where a step has come to, and what it has written.
type Ways = BTreeMap<(Location, Given), Set>;

fn too_many() -> Reason {
    unsupported("steps with too many effects", None)
}

/// Adds positions to a way and returns those that are new.
fn extend<K: Ord>(
    space: &Space,
    ways: &mut BTreeMap<K, Set>,
    key: K,
    set: &Set,
) -> Result<Set, Reason> {
    let none = space.none();
    let known = ways.entry(key).or_insert(none);
    let fresh = made(known.imp_strict(set))?;
    *known = made(known.or(set))?;
    Ok(fresh)
}

/// The program's own steps; one that has an environment may idle.
pub(super) fn own(space: &Space, program: &Program, side: usize) -> Result<Vec<Action>, Reason> {
    let mut found: BTreeMap<Given, Set> = BTreeMap::new();
    if !program.open.is_empty() {
        found.insert(Given::new(), space.all());
    }
    let places = stable(program);
    let location = space.layout.locations[side];
    let number = |place: Location| {
        let number = places.iter().position(|stable| *stable == place.index());
        number.map(|number| Value::from(number as i64))
    };
    for start in &places {
        let start = Location::at(*start);
        let Some(here) = number(start) else { continue };
        let at = space.literal(location, &here)?;
        let mut ways = Ways::new();
        let mut open = vec![(start, Given::new(), at)];
        while let Some((place, given, set)) = open.pop() {
            for (_, edge) in program.body.edges_from(place) {
                let EdgeAction::Command(command) = &edge.action else {
                    return Err(unsupported("parallel parts", Some(edge.origin)));
                };
                for (mut given, set) in after(space, command, &given, &set)? {
                    let Some(there) = number(edge.to) else {
                        let key = (edge.to, given.clone());
                        let fresh = extend(space, &mut ways, key, &set)?;
                        if fresh.satisfiable() {
                            open.push((edge.to, given, fresh));
                        }
                        continue;
                    };
                    if there != here {
                        given.insert(location, there);
                    }
                    extend(space, &mut found, given, &set)?;
                }
                if ways.len() + found.len() > MOST_WAYS {
                    return Err(too_many());
                }
            }
        }
    }
    let found = found.into_iter();
    Ok(found
        .map(|(writes, guard)| Action { guard, writes })
        .collect())
}

/// What was written after a command, and from where.
fn after(
    space: &Space,
    command: &Command,
    given: &Given,
    set: &Set,
) -> Result<Vec<(Given, Set)>, Reason> {
    let mut found = Vec::new();
    let mut add = |given: Given, possible: &Set| {
        let possible = made(set.and(possible))?;
        if possible.satisfiable() {
            found.push((given, possible));
        }
        Ok::<(), Reason>(())
    };
    match command {
        Command::Guard(formula) => add(given.clone(), &space.formula(formula, given)?)?,
        Command::Assign(var, term) => {
            let slot = space.layout.number(var)?;
            for (value, possible) in space.cases(term, given)? {
                if value.is_of(&var.sort) {
                    let mut given = given.clone();
                    given.insert(slot, value);
                    add(given, &possible)?;
                }
            }
        }
        Command::Havoc(var, formula) => {
            let slot = space.layout.number(var)?;
            for value in values_of(&var.sort).unwrap_or_default() {
                let mut given = given.clone();
                given.insert(slot, value);
                let possible = space.formula(formula, &given)?;
                add(given, &possible)?;
            }
        }
        _ => return Err(unsupported("more than changes of variables", None)),
    }
    Ok(found)
}

/// The changes that the environment may make.
pub(super) fn environment(space: &Space, program: &Program) -> Result<Vec<Action>, Reason> {
    let mut changes = vec![Given::new()];
    for var in &program.open {
        let slot = space.layout.number(var)?;
        let values = values_of(&var.sort).unwrap_or_default();
        if changes.len() * values.len() > MOST_WAYS {
            return Err(too_many());
        }
        let extended = changes.iter().flat_map(|change| {
            values.iter().map(move |value| {
                let mut change = change.clone();
                change.insert(slot, value.clone());
                change
            })
        });
        changes = extended.collect();
    }
    let changes = changes.into_iter();
    let actions = changes.map(|writes| Action {
        guard: space.all(),
        writes,
    });
    Ok(actions.collect())
}
