//! `tandem horn`.

use std::collections::BTreeMap;
use std::io;

use budget::{Budget, Canceller};
use logic::smtlib::{ErrorKind, print_term};
use logic::{Sort, Term};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tandem::horn::{
    Answer, Application, Derivation, Interpretation, Options, Read, ReadError, Step, System, read,
    solve,
};
use tandem::solve::NoAnswer;

use crate::args::{Format, HornArgs};
use crate::console::Console;
use crate::exit::Exit;
use crate::interrupt::cancel_on_interrupt;
use crate::solve::define;
use crate::source::Source;

/// What `--format json` writes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Solution {
    /// `sat`, `unsat` or `unknown`.
    pub(crate) answer: String,
    /// Why there is no answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) reason: Option<String>,
    /// The predicates as SMT-LIB functions under which every clause is valid.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) model: Vec<String>,
    /// The steps to a contradiction, premises first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) derivation: Vec<StepData>,
}

/// One use of a clause.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct StepData {
    /// What is derived, in the notation of SMT-LIB.
    pub(crate) derives: String,
    /// Where the assertion that is used begins.
    pub(crate) at: Place,
    /// The positions of the steps that it follows from, the first of which is 0.
    pub(crate) from: Vec<u32>,
    /// The values of the clause's variables, by their names.
    pub(crate) values: BTreeMap<String, String>,
}

/// A place in the file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Place {
    /// The line, from one.
    pub(crate) line: u32,
    /// The column in characters, from one.
    pub(crate) column: u32,
}

/// Runs the command.
pub(crate) fn run(args: &HornArgs, console: &mut Console) -> io::Result<Exit> {
    let canceller = Canceller::new();
    cancel_on_interrupt(&canceller);
    let mut budget = Budget::unlimited().with_canceller(canceller);
    if !args.timeout.is_zero() {
        budget = budget.within(args.timeout);
    }
    let source = match Source::read(&args.file) {
        Ok(source) => source,
        Err(complaint) => {
            console.complain(&complaint);
            return Ok(Exit::BadInput);
        }
    };
    let (mut solution, exit) = match read(&source.text) {
        Ok(read) => solved(&read, &budget),
        Err(error) if error.kind == ErrorKind::Unsupported => {
            let reason = format!("unsupported: {}", placed(&source, &error));
            (Solution::unknown(reason), Exit::Unknown)
        }
        Err(error) => {
            console.complain(&placed(&source, &error));
            return Ok(Exit::BadInput);
        }
    };
    if !args.model {
        solution.model.clear();
        solution.derivation.clear();
    }
    match args.format {
        Format::Json => console.print(&(serde_json::to_string_pretty(&solution)? + "\n"))?,
        Format::Text => {
            console.print(&format!("{}\n", solution.answer))?;
            if let Some(reason) = &solution.reason {
                console.note(&format!("{reason}\n"));
            }
            for line in &solution.model {
                console.print(&format!("{line}\n"))?;
            }
            for (number, step) in solution.derivation.iter().enumerate() {
                console.print(&step.line(number, &source))?;
            }
        }
    }
    Ok(exit)
}

/// The error with its place.
fn placed(source: &Source, error: &ReadError) -> String {
    let hint = error.hint.as_ref().map(|hint| format!("\n  hint: {hint}"));
    let (place, message) = (error.position, &error.message);
    format!(
        "{}:{place}: {message}{}",
        source.path,
        hint.unwrap_or_default()
    )
}

fn solved(read: &Read, budget: &Budget) -> (Solution, Exit) {
    let system = &read.system;
    match solve(system, &Options::default(), budget) {
        Ok(Answer::Sat(interpretation)) => {
            let solution = Solution {
                model: definitions(system, &interpretation),
                ..Solution::answered("sat")
            };
            (solution, Exit::Fine)
        }
        Ok(Answer::Unsat(derivation)) => {
            let solution = Solution {
                derivation: steps(read, &derivation),
                ..Solution::answered("unsat")
            };
            (solution, Exit::Fine)
        }
        Err(NoAnswer::Unknown(reason)) => (Solution::unknown(reason.to_string()), Exit::Unknown),
        Err(NoAnswer::Rejected(rejected)) => {
            let reason = format!("the checker rejects the answer, which is a bug: {rejected}");
            (Solution::unknown(reason), Exit::Internal)
        }
    }
}

impl Solution {
    fn answered(answer: &str) -> Self {
        Solution {
            answer: answer.to_owned(),
            reason: None,
            model: Vec::new(),
            derivation: Vec::new(),
        }
    }

    fn unknown(reason: String) -> Self {
        Solution {
            reason: Some(reason),
            ..Solution::answered("unknown")
        }
    }
}

/// A definition for each predicate.
fn definitions(system: &System, interpretation: &Interpretation) -> Vec<String> {
    let pairs = system.predicates().iter().zip(&interpretation.formulas);
    pairs
        .map(|(predicate, formula)| {
            define(
                predicate.name(),
                formula.parameters(),
                &Sort::Bool,
                formula.body(),
            )
        })
        .collect()
}

fn steps(read: &Read, derivation: &Derivation) -> Vec<StepData> {
    let clauses = read.system.clauses();
    let data = derivation.steps.iter().map(|step| {
        let position = read.positions[step.clause as usize];
        let head = clauses[step.clause as usize].head.as_ref();
        let values = step.values.vars();
        StepData {
            derives: head.map_or("false".to_owned(), |head| fact(&read.system, head, step)),
            at: Place {
                line: position.line,
                column: position.column,
            },
            from: step.premises.clone(),
            values: values
                .map(|(var, value)| {
                    let value = print_term(&Term::value(value.clone()));
                    (var.name.to_string(), value)
                })
                .collect(),
        }
    });
    data.collect()
}

/// The application with its values.
fn fact(system: &System, atom: &Application, step: &Step) -> String {
    let name = system.predicate(atom.predicate).name();
    let values = step.arguments(atom).unwrap_or_default();
    let mut text = name.to_string();
    for value in &values {
        text += &format!(" {}", print_term(&Term::value(value.clone())));
    }
    if values.is_empty() {
        text
    } else {
        format!("({text})")
    }
}

impl StepData {
    fn line(&self, number: usize, source: &Source) -> String {
        let from: Vec<String> = self.from.iter().map(ToString::to_string).collect();
        let from = match &from[..] {
            [] => String::new(),
            steps => format!(" from {}", steps.join(", ")),
        };
        let values: Vec<String> = (self.values.iter())
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        let values = match &values[..] {
            [] => String::new(),
            values => format!(" with {}", values.join(", ")),
        };
        let Place { line, column } = self.at;
        let (derives, path) = (&self.derives, &source.path);
        format!("{number}: {derives}{from} by {path}:{line}:{column}{values}\n")
    }
}
