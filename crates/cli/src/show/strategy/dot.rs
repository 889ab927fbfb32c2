//! Strategies for Graphviz.

use stories::strategy::{Action, Bound, Move, Node, Player, Strategy};

use super::text::place;
use crate::file::File;
use crate::show::dot::escape;

/// The strategy in the language DOT: Falsifier's nodes are squares, Verifier's circles, covers are
/// dotted edges.
pub(super) fn render(name: &str, strategy: &Strategy, file: &File) -> String {
    let mut text = format!("digraph \"{}\" {{\n", escape(name));
    text.push_str("    node [fontname=\"monospace\"];\n");
    text.push_str("    edge [fontname=\"monospace\"];\n");
    text.push_str("    start [shape=point];\n");
    for node in &strategy.nodes {
        let shape = match node.turn {
            Player::Falsifier => "square",
            Player::Verifier => "circle",
        };
        let label = lines(&node_lines(strategy, node, file));
        let name = &node.name;
        text.push_str(&format!(
            "    \"{name}\" [shape={shape}, label=\"{label}\"];\n"
        ));
    }
    let moves = || {
        let nodes = strategy.nodes.iter();
        nodes.flat_map(|node| node.moves.iter().map(move |step| (node, step)))
    };
    if moves().any(|(_, step)| step.to.is_none()) {
        text.push_str("    end [shape=point];\n");
    }
    for start in &strategy.starts {
        let name = &strategy.nodes[*start].name;
        text.push_str(&format!("    start -> \"{name}\";\n"));
    }
    for (node, step) in moves() {
        let to = match step.to {
            Some(to) => format!("\"{}\"", strategy.nodes[to].name),
            None => "end".to_owned(),
        };
        let label = lines(&move_lines(step, file));
        let style = if step.covers { ", style=dotted" } else { "" };
        let from = &node.name;
        text.push_str(&format!(
            "    \"{from}\" -> {to} [label=\"{label}\"{style}];\n"
        ));
    }
    text.push_str("}\n");
    text
}

/// What stands in a node: a part of its label in each line.
fn node_lines(strategy: &Strategy, node: &Node, file: &File) -> Vec<String> {
    let [source, target] = strategy.programs;
    let [source_place, target_place] = &node.places;
    let mut lines = vec![
        node.name.clone(),
        format!("{source} {source_place}, {target} {target_place}"),
    ];
    if let Some(pending) = &node.pending {
        lines.push(format!("to match: {}", with_place(pending, file)));
    }
    lines.extend(node.label.iter().cloned());
    for measure in &node.measures {
        let word = match measure.of {
            Bound::Idle => "idle",
            Bound::Busy => "busy",
            Bound::Stage => "stage",
        };
        lines.push(format!("{word}: {}", measure.terms.join(", ")));
    }
    lines.extend(node.ending.clone());
    lines
}

/// What stands beside a move: its guard, then a command in each line.
fn move_lines(step: &Move, file: &File) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    lines.extend(step.guard.as_ref().map(|guard| format!("if {guard}")));
    if step.actions.is_empty() {
        lines.push("pass".to_owned());
    }
    lines.extend(step.actions.iter().map(|action| with_place(action, file)));
    lines
}

fn with_place(action: &Action, file: &File) -> String {
    let place = place(action, file);
    if place.is_empty() {
        action.text.clone()
    } else {
        format!("{} ({place})", action.text)
    }
}

fn lines(lines: &[String]) -> String {
    let lines: Vec<String> = lines.iter().map(|line| escape(line)).collect();
    lines.join("\\n")
}
