//! Systems of processes, each with its graph.

use logic::Term;
use program::Location;
use program::system::{Action, Agreed, Collective, Extent, OperationKind, Process, Source, System};

use crate::file::File;
use crate::render::{count, pad, shorten};

use super::dot::escape;

/// How wide the column of actions may become.
const WIDEST: usize = 60;

/// The system: its inputs, then each process with its variables and its graph.
pub(crate) fn text(system: &System, file: &File) -> String {
    let mut text = format!("system {}\n", system.name);
    for input in &system.inputs {
        text.push_str(&format!("    input {}: {}\n", input.name, input.sort));
    }
    for process in &system.processes {
        text.push_str(&process_text(process, file));
    }
    text
}

fn process_text(process: &Process, file: &File) -> String {
    let graph = &process.graph;
    let mut text = format!(
        "process {}: {}, {}\n",
        process.name,
        count(graph.location_count(), "location"),
        count(graph.edges().len(), "edge"),
    );
    for variable in &process.variables {
        let initial = match &variable.initial {
            Some(value) => format!(" = {value}"),
            None => String::new(),
        };
        let var = &variable.var;
        text.push_str(&format!("    var {}: {}{initial}\n", var.name, var.sort));
    }
    let lines = graph.edges().iter().map(|edge| action(&edge.action));
    let width = lines
        .map(|line| line.chars().count())
        .max()
        .unwrap_or(0)
        .min(WIDEST);
    for location in locations(process) {
        let marks = [
            (location == graph.entry(), "entry"),
            (location == graph.exit(), "exit"),
        ];
        let marks: String = marks
            .iter()
            .filter(|(is, _)| *is)
            .map(|(_, word)| format!(": {word}"))
            .collect();
        text.push_str(&format!("L{}{marks}\n", location.index()));
        for (_, edge) in graph.edges_from(location) {
            let place = file
                .place(edge.origin)
                .map_or(String::new(), |place| format!("line {}", place.line));
            let line = format!(
                "    {}  {}  {place}",
                pad(&shorten(&action(&edge.action), WIDEST), width),
                pad(&format!("-> L{}", edge.to.index()), 7)
            );
            text.push_str(&format!("{}\n", line.trim_end()));
        }
    }
    text
}

/// The system in the language DOT, each process a cluster.
pub(crate) fn dot(system: &System) -> String {
    let mut text = format!("digraph \"{}\" {{\n", escape(system.name.as_str()));
    text.push_str("    node [shape=circle, fontname=\"monospace\"];\n");
    text.push_str("    edge [fontname=\"monospace\"];\n");
    for (number, process) in system.processes.iter().enumerate() {
        let graph = &process.graph;
        let name = escape(process.name.as_str());
        text.push_str(&format!("    subgraph cluster_{number} {{\n"));
        text.push_str(&format!("        label=\"{name}\";\n"));
        text.push_str(&format!("        P{number} [shape=point];\n"));
        for location in locations(process) {
            let filled = if location == graph.exit() {
                ", style=filled"
            } else {
                ""
            };
            let index = location.index();
            text.push_str(&format!(
                "        P{number}L{index} [label=\"{index}\"{filled}];\n"
            ));
        }
        let entry = graph.entry().index();
        text.push_str(&format!("        P{number} -> P{number}L{entry};\n"));
        for edge in graph.edges() {
            let label = escape(&action(&edge.action));
            let (from, to) = (edge.from.index(), edge.to.index());
            text.push_str(&format!(
                "        P{number}L{from} -> P{number}L{to} [label=\"{label}\"];\n"
            ));
        }
        text.push_str("    }\n");
    }
    text.push_str("}\n");
    text
}

fn locations(process: &Process) -> impl Iterator<Item = Location> {
    (0..process.graph.location_count()).map(Location::at)
}

/// A step in words.
fn action(action: &Action) -> String {
    match action {
        Action::Assume(formula) if formula.is_true() => "skip".to_owned(),
        Action::Assume(formula) => format!("assume {formula}"),
        Action::Assign(var, value) => format!("{} = {value}", var.name),
        Action::Havoc(var) => format!("havoc {}", var.name),
        Action::Assert(formula) | Action::Presume(formula, _) => format!("assert {formula}"),
        Action::Send { to, tag, value } => format!("send {value} to {to} tag {tag}"),
        Action::Flush { to, tag } => format!("wait until {to} has received tag {tag}"),
        Action::MayWait { to, tag, .. } => format!("may wait until {to} has received tag {tag}"),
        Action::Receive {
            from, tag, into, ..
        } => format!("receive {} {}", into.name, source(from, tag.as_ref())),
        Action::Probe {
            from,
            tag,
            waits,
            aside_into,
            ..
        } => {
            let how = if *waits { "probe" } else { "probe at once" };
            let probe = format!("{how} {}", source(from, tag.as_ref()));
            match aside_into {
                Some(var) => format!("{} = {probe}, put aside", var.name),
                None => probe,
            }
        }
        Action::Use(areas) => {
            let names: Vec<&str> = areas.iter().map(|area| area.var.name.as_str()).collect();
            format!("use {}", names.join(", "))
        }
        Action::Collective(collective) => called(collective),
        Action::Begin {
            operation, into, ..
        } => {
            let what = match &operation.kind {
                OperationKind::Send { to, tag, value, .. } => {
                    format!("send {value} to {to} tag {tag}")
                }
                OperationKind::Receive { from, tag, .. } => {
                    format!("receive {}", source(from, tag.as_ref()))
                }
                OperationKind::Collective(collective) => called(collective),
                OperationKind::Nothing { .. } => "nothing".to_owned(),
            };
            format!("{} = begin {what}", into.name)
        }
        Action::Start { request } => format!("start {request}"),
        Action::Complete(completion) => {
            let requests: Vec<String> = completion.requests.iter().map(Term::to_string).collect();
            let how = if completion.waits {
                "complete"
            } else {
                "complete at once"
            };
            let extent = match completion.extent {
                Extent::One if requests.len() > 1 => " one of",
                _ => "",
            };
            format!("{how}{extent} {}", requests.join(", "))
        }
        Action::Free { request } => format!("free {request}"),
        Action::Finish => "finish".to_owned(),
        Action::CollectiveAssert { label, formula } => {
            format!("collective assert {label} {formula}")
        }
    }
}

/// From whom something is received.
fn source(from: &Source, tag: Option<&Term>) -> String {
    let from = match from {
        Source::Any => "any".to_owned(),
        Source::Rank(rank) => rank.to_string(),
        Source::Aside(number) => format!("what is put aside as {number}"),
    };
    let tag = match tag {
        Some(tag) => format!(" tag {tag}"),
        None => String::new(),
    };
    format!("from {from}{tag}")
}

/// An operation of a group in words.
fn called(collective: &Collective) -> String {
    let root = collective.agreed.iter();
    let root = root.filter(|(what, _)| *what == Agreed::Root);
    let root: String = root.map(|(_, root)| format!(" from {root}")).collect();
    let gives: Vec<String> = collective.gives.iter().map(Term::to_string).collect();
    let into: Vec<&str> = collective
        .deliver
        .iter()
        .map(|(var, _)| var.name.as_str())
        .collect();
    let gives = match gives.is_empty() {
        true => String::new(),
        false => format!(" {}", gives.join(", ")),
    };
    let into = match into.is_empty() {
        true => String::new(),
        false => format!(" into {}", into.join(", ")),
    };
    format!("{}{root}{gives}{into}", collective.name)
}
