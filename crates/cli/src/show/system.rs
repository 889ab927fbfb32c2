//! Systems of processes, each with its graph.

use program::Location;
use program::system::{Action, Collective, Process, Source, System};

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
        Action::Assert(formula) => format!("assert {formula}"),
        Action::Send { to, tag, value } => format!("send {value} to {to} tag {tag}"),
        Action::Flush { to, tag } => format!("wait until {to} has received tag {tag}"),
        Action::Receive {
            from, tag, into, ..
        } => {
            let from = match from {
                Source::Any => "any".to_owned(),
                Source::Rank(rank) => rank.to_string(),
            };
            let tag = match tag {
                Some(tag) => format!(" tag {tag}"),
                None => String::new(),
            };
            format!("receive {} from {from}{tag}", into.name)
        }
        Action::Collective(Collective::Barrier) => "barrier".to_owned(),
        Action::Collective(Collective::Broadcast { root, var }) => {
            format!("broadcast {} from {root}", var.name)
        }
        Action::Collective(Collective::Reduce { value, into, .. }) => {
            format!("reduce {value} into {}", into.name)
        }
        Action::CollectiveAssert { label, formula } => {
            format!("collective assert {label} {formula}")
        }
    }
}
