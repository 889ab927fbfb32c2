//! Choices from a list.

use std::path::Path;

use logic::{Term, Value, Var};
use program::concrete::{Chooser, Machine, Move, Performed, State, candidates};

use super::decider::Decider;
use super::value;
use crate::diagnostics::Complaint;
use crate::source::Source;

/// Follows a list of choices and then stops. What an entry means, a step or a value, depends on
/// what is to be decided when its turn comes.
#[derive(Debug)]
pub(crate) struct Script {
    entries: std::vec::IntoIter<String>,
    /// How many entries were used.
    used: usize,
    problem: Option<String>,
}

impl Script {
    /// The script that the user wrote, or that is in the file behind an `@`.
    pub(crate) fn read(text: &str) -> Result<Self, Complaint> {
        let text = match text.strip_prefix('@') {
            Some(path) => Source::read(Path::new(path)).map_err(Complaint::new)?.text,
            None => text.to_owned(),
        };
        let separator = |c: char| c == ',' || c.is_whitespace();
        let entries: Vec<String> = text
            .split(separator)
            .filter(|entry| !entry.is_empty())
            .map(str::to_owned)
            .collect();
        Ok(Script {
            entries: entries.into_iter(),
            used: 0,
            problem: None,
        })
    }

    /// The next entry, as far as it is what is wanted.
    fn next<T>(&mut self, read: impl FnOnce(&str) -> Result<T, String>) -> Option<T> {
        let entry = self.entries.next()?;
        self.used += 1;
        match read(&entry) {
            Ok(read) => Some(read),
            Err(why) => {
                self.problem = Some(format!("entry {} of the script: {why}", self.used));
                None
            }
        }
    }
}

impl Chooser for Script {
    fn choose_move(&mut self, _: &Machine, _: &State, moves: &[Move]) -> Option<usize> {
        if moves.len() == 1 {
            return Some(0);
        }
        self.next(|entry| match entry.parse::<usize>() {
            Ok(number) if (1..=moves.len()).contains(&number) => Ok(number - 1),
            _ => Err(format!(
                "`{entry}` picks none of the {} possible steps",
                moves.len()
            )),
        })
    }

    fn choose_value(
        &mut self,
        machine: &Machine,
        state: &State,
        chosen: &Move,
        var: &Var,
        formula: &Term,
    ) -> Option<Value> {
        self.next(|entry| {
            let value = value::parse(entry, &var.sort)
                .map_err(|why| format!("{} cannot become it: {why}", var.name))?;
            match machine.perform(state, chosen, Some(&value)) {
                Ok(Performed::Disabled | Performed::OutOfRange(_)) => {
                    Err(format!("{} = {value} does not satisfy {formula}", var.name))
                }
                Ok(Performed::Step(_)) | Err(_) => Ok(value),
            }
        })
    }
}

impl Decider for Script {
    fn start_value(
        &mut self,
        var: &Var,
        formula: &Term,
        known: &dyn Fn(&Var) -> Option<Value>,
    ) -> Option<Value> {
        // The script speaks of the run only. The default will do unless the formula says otherwise.
        let default = Value::default_of(&var.sort);
        match candidates(var, formula, known) {
            Ok(values) if !values.contains(&default) => values.into_iter().next(),
            _ => None,
        }
    }

    fn problem(&self) -> Option<String> {
        self.problem.clone()
    }

    fn why_stopped(&self) -> &'static str {
        "the script is at its end"
    }
}
