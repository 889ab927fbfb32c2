//! Variables of processes as their author sees them: by their names, arrays as far as they go.

use std::collections::BTreeSet;

use logic::{Symbol, Value, Var};
use program::Location;
use program::system::concrete::value_of;
use program::system::{Action, Meaning, Named, Process, State, Symbolic, System, valuation};

/// How many elements of an array, or rows, are shown.
const MOST_ELEMENTS: i64 = 12;

/// The variables that a run has written so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Written(BTreeSet<Var>);

impl Written {
    /// Notes what a step has written.
    pub(super) fn note(&mut self, system: &System, action: &Action, before: &State, after: &State) {
        self.0.extend(action.writes().into_iter().cloned());
        for (position, process) in system.processes.iter().enumerate() {
            let values = before.values[position]
                .iter()
                .zip(after.values[position].iter());
            let changed = process
                .variables
                .iter()
                .zip(values)
                .filter(|(_, (a, b))| a != b);
            self.0
                .extend(changed.map(|(variable, _)| variable.var.clone()));
        }
    }

    /// Notes what differs between two states.
    pub(super) fn note_all(&mut self, system: &System, before: &State, after: &State) {
        self.note(system, &Action::skip(), before, after);
    }

    /// Whether a variable has a value: one that it starts with, or one that was written.
    fn has(&self, process: &Process, var: &Var) -> bool {
        let mut variables = process.variables.iter();
        let declared = variables.find(|variable| variable.var == *var);
        self.0.contains(var) || declared.is_none_or(|variable| variable.initial.is_some())
    }
}

/// What can be seen where a process stands: names with the process's before them, and values.
#[must_use]
pub(super) fn standing(
    system: &System,
    state: &State,
    position: usize,
    written: &Written,
) -> Vec<(Symbol, String)> {
    let process = &system.processes[position];
    match process.visible.at(state.at[position]) {
        Some(names) => {
            let shown = names.iter().filter_map(|named| {
                let value = match written.has(process, &named.var) {
                    true => text(system, state, position, &named.var, Some(named))?,
                    false => "?".to_owned(),
                };
                Some((qualified(process, named.name.as_str()), value))
            });
            shown.collect()
        }
        None => {
            let variables = process.variables.iter().map(|variable| &variable.var);
            let named = variables.filter(|var| is_named(var));
            let shown = named.filter_map(|var| {
                let value = text(system, state, position, var, None)?;
                Some((var.name, value))
            });
            shown.collect()
        }
    }
}

/// The variables that a step has changed, with their new values.
#[must_use]
pub fn changed(system: &System, before: &State, after: &State) -> Vec<(Symbol, String)> {
    let mut values = Vec::new();
    for (position, process) in system.processes.iter().enumerate() {
        let (old, new) = (&before.values[position], &after.values[position]);
        for (variable, (old, new)) in process.variables.iter().zip(old.iter().zip(new.iter())) {
            if old != new {
                values.extend(one(system, before, after, position, &variable.var));
            }
        }
    }
    values
}

/// One variable behind a step; none where its author has no name for it.
#[must_use]
pub fn one(
    system: &System,
    before: &State,
    after: &State,
    position: usize,
    var: &Var,
) -> Option<(Symbol, String)> {
    let process = &system.processes[position];
    let named = named_at(process, after.at[position], var);
    let named = named.or_else(|| named_at(process, before.at[position], var));
    let name = match named {
        Some(named) => qualified(process, named.name.as_str()),
        None if is_named(var) => qualified(process, plain_name(process, var)),
        None => return None,
    };
    Some((name, text(system, after, position, var, named)?))
}

fn named_at<'p>(process: &'p Process, location: Location, var: &Var) -> Option<&'p Named> {
    let mut names = process.visible.at(location)?.iter();
    names.find(|named| named.var == *var)
}

/// Only a front end can make a name with this sign, for what no author has named.
fn is_named(var: &Var) -> bool {
    !var.name.as_str().contains('$')
}

fn qualified(process: &Process, name: &str) -> Symbol {
    Symbol::new(&format!("{}.{name}", process.name))
}

/// The name of a variable without that of its process and what tells it apart from others.
fn plain_name<'v>(process: &Process, var: &'v Var) -> &'v str {
    let name = var.name.as_str();
    let own = name.strip_prefix(process.name.as_str());
    let own = own.and_then(|own| own.strip_prefix('.')).unwrap_or(name);
    match own.rsplit_once('#') {
        Some((plain, number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => plain,
        _ => own,
    }
}

/// The value of a variable as it is written.
fn text(
    system: &System,
    state: &State,
    position: usize,
    var: &Var,
    named: Option<&Named>,
) -> Option<String> {
    let process = &system.processes[position];
    let held = |var: &Var| {
        let mut variables = process.variables.iter();
        let at = variables.position(|variable| variable.var == *var)?;
        value_of(&state.values[position][at])
    };
    let value = held(var)?;
    let Some(named) = named else {
        return Some(value.to_string());
    };
    let values = valuation(system, state, position);
    let sizes = named.sizes.iter().map(|size| {
        let size = value_of(&Symbolic.value(size, &values).ok()?)?;
        size.as_int()?.to_i64()
    });
    let sizes: Vec<i64> = sizes.map(|size| size.unwrap_or(MOST_ELEMENTS)).collect();
    let written = named.written.as_ref().and_then(held);
    Some(written_out(&value, written.as_ref(), &sizes))
}

/// A value; what was never written of it is a question mark.
fn written_out(value: &Value, written: Option<&Value>, sizes: &[i64]) -> String {
    match (value, sizes) {
        (Value::Array(array), [size, rest @ ..]) => {
            let mut parts: Vec<String> = (0..(*size).min(MOST_ELEMENTS))
                .map(|index| {
                    let index = Value::from(index);
                    let mark = match written {
                        Some(Value::Array(marks)) => Some(marks.get(&index)),
                        _ => None,
                    };
                    written_out(array.get(&index), mark, rest)
                })
                .collect();
            if *size > MOST_ELEMENTS {
                parts.push("…".to_owned());
            }
            format!("{{{}}}", parts.join(", "))
        }
        _ if written == Some(&Value::Bool(false)) => "?".to_owned(),
        _ => value.to_string(),
    }
}
