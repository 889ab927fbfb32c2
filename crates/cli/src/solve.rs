//! `tandem solve`.

use std::io;
use std::path::Path;

use budget::{Budget, Canceller};
use evidence::strategy::{Choice, ForallExists};
use logic::smtlib::{self, Script, print_term};
use logic::{Quantifier, Sort, Symbol, Term, Var};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tandem::solve::{NoAnswer, forall_exists, satisfiable};

use crate::args::{Format, SolveArgs};
use crate::console::Console;
use crate::exit::Exit;
use crate::interrupt::cancel_on_interrupt;
use crate::source::Source;

/// What `--format json` writes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Solution {
    /// `sat`, `unsat`, `valid`, `invalid` or `unknown`.
    pub(crate) answer: String,
    /// Why there is no answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) reason: Option<String>,
    /// The winner's variables as SMT-LIB functions of the variables chosen before them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) strategy: Vec<String>,
}

/// What came of a question, and the exit code.
struct Outcome {
    solution: Solution,
    exit: Exit,
}

/// Runs the command.
pub(crate) fn run(args: &SolveArgs, console: &mut Console) -> io::Result<Exit> {
    let canceller = Canceller::new();
    cancel_on_interrupt(&canceller);
    let mut budget = Budget::unlimited().with_canceller(canceller);
    if !args.timeout.is_zero() {
        budget = budget.within(args.timeout);
    }
    let outcome = match read(&args.file) {
        Err(complaint) => Err(complaint),
        Ok(first) => match &args.conclusion {
            None => Ok(solve_one(&first, &budget)),
            Some(path) => read(path).map(|second| solve_pair(&first, &second, &budget)),
        },
    };
    let Outcome { solution, exit } = match outcome {
        Ok(outcome) => outcome,
        Err(complaint) => {
            console.complain(&complaint);
            return Ok(Exit::BadInput);
        }
    };
    match args.format {
        Format::Json => {
            let mut solution = solution;
            if !args.strategy {
                solution.strategy.clear();
            }
            console.print(&(serde_json::to_string_pretty(&solution)? + "\n"))?;
        }
        Format::Text => {
            console.print(&format!("{}\n", solution.answer))?;
            if let Some(reason) = &solution.reason {
                console.note(&format!("{reason}\n"));
            }
            if args.strategy {
                for line in &solution.strategy {
                    console.print(&format!("{line}\n"))?;
                }
            }
        }
    }
    Ok(exit)
}

/// Reads a script; the complaint names the place.
fn read(path: &Path) -> Result<Script, String> {
    let source = Source::read(path)?;
    smtlib::parse_script(&source.text).map_err(|error| {
        let hint = error
            .hint()
            .map(|hint| format!("\n  hint: {hint}"))
            .unwrap_or_default();
        let position = error.position();
        let (line, column) = (position.line, position.column);
        format!("{}:{line}:{column}: {}{hint}", source.path, error.message())
    })
}

fn conjunction(script: &Script) -> Term {
    Term::and(
        script
            .assertions
            .iter()
            .map(|assertion| assertion.formula.clone()),
    )
}

/// Whether the assertions of a script are satisfiable together.
fn solve_one(script: &Script, budget: &Budget) -> Outcome {
    match satisfiable(&conjunction(script), budget) {
        Err(none) => no_answer(none),
        Ok(solved) => {
            let winner = solved.strategy.winner;
            let mut before: Vec<Var> = Vec::new();
            let mut choices = solved.strategy.choices.iter();
            let mut strategy = Vec::new();
            for block in solved.prenex.blocks() {
                if block.quantifier == winner {
                    strategy.extend(
                        choices
                            .next()
                            .into_iter()
                            .flat_map(|c| functions(c, &before)),
                    );
                }
                before.extend(block.vars.iter().cloned());
            }
            let answer = if winner == Quantifier::Exists {
                "sat"
            } else {
                "unsat"
            };
            answered(answer, strategy)
        }
    }
}

/// Whether `forall x. S(x) => exists y. T(x, y)`, where `y` are the variables that only the second
/// script has.
fn solve_pair(first: &Script, second: &Script, budget: &Budget) -> Outcome {
    let (premise, conclusion) = (conjunction(first), conjunction(second));
    let known = premise.free_vars();
    let declared = |var: &Var| known.contains(var) || first.declarations.var_name(var).is_some();
    let (universal, existential): (Vec<Var>, Vec<Var>) =
        conclusion.free_vars().into_iter().partition(declared);
    match forall_exists(&premise, &existential, &conclusion, budget) {
        Err(none) => no_answer(none),
        Ok(ForallExists::Valid(choice)) => {
            let mut parameters: Vec<Var> = known.into_iter().chain(universal).collect();
            parameters.sort();
            parameters.dedup();
            answered("valid", functions(&choice, &parameters))
        }
        Ok(ForallExists::Invalid(model)) => {
            let universal = model.vars().filter(|(var, _)| !existential.contains(var));
            let values = universal
                .map(|(var, value)| define(var.name, &[], &var.sort, &Term::value(value.clone())));
            answered("invalid", values.collect())
        }
    }
}

fn answered(answer: &str, strategy: Vec<String>) -> Outcome {
    let solution = Solution {
        answer: answer.to_owned(),
        reason: None,
        strategy,
    };
    Outcome {
        solution,
        exit: Exit::Fine,
    }
}

fn no_answer(none: NoAnswer) -> Outcome {
    let (reason, exit) = match none {
        NoAnswer::Unknown(reason) => (reason.to_string(), Exit::Unknown),
        NoAnswer::Rejected(rejected) => (
            format!("the checker rejects the answer, which is a bug: {rejected}"),
            Exit::Internal,
        ),
    };
    let solution = Solution {
        answer: "unknown".to_owned(),
        reason: Some(reason),
        strategy: Vec::new(),
    };
    Outcome { solution, exit }
}

/// A function for each variable of a choice, of those variables chosen before that it mentions.
fn functions(choice: &Choice, before: &[Var]) -> Vec<String> {
    choice
        .terms()
        .into_iter()
        .map(|(var, term)| {
            let mentioned = term.free_vars();
            let parameters: Vec<Var> = before
                .iter()
                .filter(|var| mentioned.contains(var))
                .cloned()
                .collect();
            define(var.name, &parameters, &var.sort, &term)
        })
        .collect()
}

/// A definition of SMT-LIB.
pub(crate) fn define(name: Symbol, parameters: &[Var], sort: &Sort, body: &Term) -> String {
    let list: Vec<String> = parameters
        .iter()
        .map(|var| format!("({} {})", quoted(var.name), sort_name(&var.sort)))
        .collect();
    let (name, list, sort) = (quoted(name), list.join(" "), sort_name(sort));
    format!("(define-fun {name} ({list}) {sort} {})", print_term(body))
}

/// The name as a symbol of SMT-LIB.
fn quoted(name: Symbol) -> String {
    print_term(&Term::constant(name.as_str(), Sort::Bool))
}

fn sort_name(sort: &Sort) -> &'static str {
    match sort {
        Sort::Bool => "Bool",
        Sort::Real => "Real",
        _ => "Int",
    }
}
