//! Choices by a person.

use std::io::{self, BufRead};

use logic::{Term, Value, Var};
use program::concrete::{Chooser, Machine, Move, Performed, State};
use program::{Origin, Program};

use super::decider::Decider;
use super::trace;
use super::value;
use crate::console::tell;
use crate::file::File;
use crate::render::{pad, shorten};

/// Asks on standard error and reads answers from standard input, until there are no more.
#[derive(Debug)]
pub(crate) struct Ask<'a> {
    file: &'a File,
    program: &'a Program,
}

impl<'a> Ask<'a> {
    pub(crate) fn new(file: &'a File, program: &'a Program) -> Self {
        Ask { file, program }
    }

    /// Asks until an answer can be used; `None` where there is none.
    fn ask<T>(question: &str, read: impl Fn(&str) -> Result<T, String>) -> Option<T> {
        loop {
            tell(&format!("{question} ")).ok()?;
            let mut line = String::new();
            let length = io::stdin().lock().read_line(&mut line).ok()?;
            if length == 0 || line.trim() == "q" {
                return None;
            }
            match read(line.trim()) {
                Ok(answer) => return Some(answer),
                Err(why) => tell(&format!("{why} (q to stop)\n")).ok()?,
            }
        }
    }

    fn statement(&self, origin: Origin) -> String {
        let line = self.file.place(origin).map_or(0, |place| place.line);
        format!("line {line}: {}", trace::statement(self.file, origin))
    }
}

impl Chooser for Ask<'_> {
    fn choose_move(&mut self, _: &Machine, state: &State, moves: &[Move]) -> Option<usize> {
        if moves.len() == 1 {
            return Some(0);
        }
        for (position, chosen) in moves.iter().enumerate() {
            let part = trace::part(&state.control, &chosen.path);
            let statement = shorten(&self.statement(chosen.origin), 50);
            // Two branches of one statement look alike; what follows tells them apart.
            let next = match trace::following(&self.program.body, &state.control, chosen) {
                Some(origin) => format!("then {}", self.statement(origin)),
                None => "then the end".to_owned(),
            };
            let line = format!("  {}  {part}{}  {next}", position + 1, pad(&statement, 50));
            tell(&format!("{}\n", line.trim_end())).ok()?;
        }
        let count = moves.len();
        Self::ask(&format!("which step? [1-{count}]"), |answer| {
            match answer.parse::<usize>() {
                Ok(number) if (1..=count).contains(&number) => Ok(number - 1),
                _ => Err(format!("a number from 1 to {count} is wanted")),
            }
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
        let question = format!("{}, {} =", self.statement(chosen.origin), var.name);
        Self::ask(&question, |answer| {
            let value = value::parse(answer, &var.sort)?;
            match machine.perform(state, chosen, Some(&value)) {
                Ok(Performed::Disabled | Performed::OutOfRange(_)) => {
                    Err(format!("{} = {value} does not satisfy {formula}", var.name))
                }
                Ok(Performed::Step(_)) | Err(_) => Ok(value),
            }
        })
    }
}

impl Decider for Ask<'_> {
    fn start_value(
        &mut self,
        var: &Var,
        _: &Term,
        _: &dyn Fn(&Var) -> Option<Value>,
    ) -> Option<Value> {
        let default = Value::default_of(&var.sort);
        let question = format!("at the start, {}: {} [{default}] =", var.name, var.sort);
        Self::ask(&question, |answer| match answer {
            "" => Ok(default.clone()),
            answer => value::parse(answer, &var.sort),
        })
    }

    fn why_stopped(&self) -> &'static str {
        "as you wished"
    }
}
