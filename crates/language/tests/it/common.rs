//! What the tests share: expectations written beside the code, and graphs as text.

use std::fmt::Write as _;

use language::{Diagnostic, Severity, Span, analyze};
use program::{Action, Command, Graph, VariableKind};
use question::Module;

/// The words that start an expectation: the comment `//~ ERROR text` expects an error on its line
/// whose message contains the text. `HINT` and `ALSO` expect a hint and a secondary label.
const KINDS: [&str; 4] = ["ERROR", "WARNING", "HINT", "ALSO"];

fn line_of(text: &str, span: Span) -> usize {
    text[..span.start as usize].matches('\n').count() + 1
}

/// What a text expects, as (line, kind, text).
pub(crate) fn expectations(text: &str) -> Vec<(usize, &str, &str)> {
    let mut result = Vec::new();
    for (line, content) in (1..).zip(text.lines()) {
        for expectation in content.split("//~ ").skip(1) {
            let expectation = expectation.trim();
            let (kind, wanted) = expectation.split_once(' ').unwrap_or((expectation, ""));
            assert!(
                KINDS.contains(&kind),
                "the expectation {expectation:?} is misspelt"
            );
            result.push((line, kind, wanted));
        }
    }
    result
}

/// Checks that a text has the expected diagnostics and no others.
#[track_caller]
pub(crate) fn check(text: &str) {
    if let Err(difference) = compare(text) {
        panic!("{difference}\nin:\n{text}");
    }
}

pub(crate) fn compare(text: &str) -> Result<(), String> {
    let diagnostics = analyze(text).diagnostics;
    let mut expected = expectations(text);
    let mut difference = String::new();
    let mut meet = |line: usize, kind: &str, found: &str| {
        let position = expected
            .iter()
            .position(|(l, k, wanted)| *l == line && *k == kind && found.contains(wanted));
        match position {
            Some(position) => drop(expected.remove(position)),
            // Hints and labels need not be expected, errors and warnings have to be.
            None if kind == "HINT" || kind == "ALSO" => {}
            None => writeln!(difference, "unexpected on line {line}: {kind} {found}").unwrap(),
        }
    };
    for diagnostic in &diagnostics {
        let kind = if diagnostic.severity == Severity::Error {
            "ERROR"
        } else {
            "WARNING"
        };
        let line = line_of(text, diagnostic.primary.span);
        meet(line, kind, &diagnostic.message);
        meet(line, "HINT", diagnostic.hint.as_deref().unwrap_or(""));
        for label in &diagnostic.secondary {
            meet(line_of(text, label.span), "ALSO", &label.text);
        }
    }
    for (line, kind, wanted) in expected {
        writeln!(difference, "missing on line {line}: {kind} {wanted}").unwrap();
    }
    if difference.is_empty() {
        return Ok(());
    }
    Err(format!("{difference}{}", render(text, &diagnostics)))
}

/// The diagnostics as plain text.
pub(crate) fn render(text: &str, diagnostics: &[Diagnostic]) -> String {
    let mut result = String::new();
    for diagnostic in diagnostics {
        let line = line_of(text, diagnostic.primary.span);
        writeln!(
            result,
            "{line}: {:?}: {}",
            diagnostic.severity, diagnostic.message
        )
        .unwrap();
        for label in &diagnostic.secondary {
            writeln!(result, "    {}: {}", line_of(text, label.span), label.text).unwrap();
        }
        if let Some(hint) = &diagnostic.hint {
            writeln!(result, "    hint: {hint}").unwrap();
        }
    }
    result
}

/// The module of a text without errors.
#[track_caller]
pub(crate) fn module(text: &str) -> Module {
    let analysis = analyze(text);
    assert!(
        !analysis.has_errors(),
        "{}",
        render(text, &analysis.diagnostics)
    );
    analysis.module
}

/// A graph as text: an edge per line, atomic locations with a star.
pub(crate) fn dump(graph: &Graph) -> String {
    let mut result = String::new();
    dump_into(graph, 0, &mut result);
    result
}

fn dump_into(graph: &Graph, depth: usize, result: &mut String) {
    let indent = "    ".repeat(depth);
    let name = |location: program::Location| {
        if location == graph.exit() {
            return "end".to_owned();
        }
        let star = if graph.is_atomic(location) { "*" } else { "" };
        format!("{}{star}", location.index())
    };
    for edge in graph.edges() {
        let (from, to) = (name(edge.from), name(edge.to));
        match &edge.action {
            Action::Command(Command::Parfor(parfor)) => {
                let locals: Vec<&str> = parfor.locals.iter().map(|var| var.name.as_str()).collect();
                writeln!(
                    result,
                    "{indent}{from} -> {to}: parfor {} in {}..={} with {}",
                    parfor.id.name,
                    parfor.low,
                    parfor.high,
                    locals.join(", ")
                )
                .unwrap();
                dump_into(&parfor.body, depth + 1, result);
            }
            Action::Command(command) => {
                writeln!(result, "{indent}{from} -> {to}: {}", shown(command)).unwrap();
            }
            Action::Par(branches) => {
                writeln!(result, "{indent}{from} -> {to}: par").unwrap();
                for (number, branch) in branches.iter().enumerate() {
                    writeln!(result, "{indent}  part {number}").unwrap();
                    dump_into(branch, depth + 1, result);
                }
            }
        }
    }
}

fn shown(command: &Command) -> String {
    match command {
        Command::Guard(formula) => format!("[{formula}]"),
        Command::Assign(var, value) => format!("{} := {value}", var.name),
        Command::Havoc(var, formula) => format!("havoc {}. {formula}", var.name),
        Command::Send { value, channel } => format!("send {value} on {channel}"),
        Command::Receive { var, channel } => format!("receive {} on {channel}", var.name),
        Command::Assert(formula) => format!("assert {formula}"),
        Command::Parfor(_) => unreachable!("a parfor has lines of its own"),
        Command::Mark(_) => unreachable!("no front end makes a mark"),
    }
}

/// The variables of a program as text.
pub(crate) fn variables(program: &program::Program) -> String {
    let mut result = String::new();
    for variable in &program.variables {
        let kind = match variable.kind {
            VariableKind::Local => "var",
            VariableKind::Shared => "shared",
            VariableKind::Parameter => "param",
        };
        write!(result, "{kind} {:?}", variable.var).unwrap();
        if let Some(initial) = &variable.initial {
            write!(result, " = {initial}").unwrap();
        }
        result.push('\n');
    }
    result
}

/// Text without the indentation that all its lines have, and without empty lines at its ends.
pub(crate) fn dedent(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let indent = lines
        .iter()
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.len() - line.trim_start().len())
        .min()
        .unwrap_or(0);
    let lines: Vec<&str> = lines
        .iter()
        .map(|line| line.get(indent..).unwrap_or(""))
        .collect();
    lines.join("\n").trim_matches('\n').trim_end().to_owned() + "\n"
}
