//! Strategies for people.

use stories::strategy::{Action, Bound, Measure, Move, Node, Player, Strategy};

use crate::file::File;
use crate::render::pad;

/// How wide a line may become before a conjunction is written with a line for each part.
const WIDEST: usize = 92;
/// How wide the column of commands may become before the places are no longer aligned.
const COLUMN: usize = 64;

/// The strategy: each node with what holds there and the moves that leave it.
pub(super) fn render(headline: &str, strategy: &Strategy, file: &File) -> String {
    let mut text = headline.to_owned();
    if !strategy.values.is_empty() {
        let values: Vec<String> = strategy
            .values
            .iter()
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        text.push_str(&format!("start: {}\n", values.join(", ")));
    }
    let width = strategy
        .nodes
        .iter()
        .flat_map(|node| &node.moves)
        .flat_map(|step| &step.actions)
        .map(|action| action.text.chars().count())
        .filter(|width| *width <= COLUMN)
        .max()
        .unwrap_or(0);
    for number in 0..strategy.nodes.len() {
        text.push('\n');
        node(strategy, number, file, width, &mut text);
    }
    text
}

fn node(strategy: &Strategy, number: usize, file: &File, width: usize, text: &mut String) {
    let node = &strategy.nodes[number];
    let [source, target] = strategy.programs;
    let start = if strategy.starts.contains(&number) {
        ", start"
    } else {
        ""
    };
    text.push_str(&format!(
        "{}: {source} at {}, {target} at {}{start}\n",
        node.name, node.places[0], node.places[1]
    ));
    if let Some(pending) = &node.pending {
        let line = place(pending, file);
        let line = if line.is_empty() {
            line
        } else {
            format!(" ({line})")
        };
        text.push_str(&format!("    to match: {}{line}\n", pending.text));
    }
    label(&node.label, text);
    for Measure { of, terms } in &node.measures {
        let what = match of {
            Bound::Idle => format!("falls while {target} stands still"),
            Bound::Busy => format!("falls while {target} moves in one turn"),
            Bound::Stage => format!("falls whenever {target} moves"),
        };
        text.push_str(&format!("    {what}: {}\n", terms.join(", then ")));
    }
    if let Some(ending) = &node.ending {
        text.push_str(&format!("    {ending}\n"));
    }
    for (position, step) in node.moves.iter().enumerate() {
        let sentence = sentence(strategy, node, position, step);
        text.push_str(&format!("    {sentence}\n"));
        for action in &step.actions {
            let place = place(action, file);
            let line = format!("        {}  {place}", pad(&action.text, width));
            text.push_str(line.trim_end());
            text.push('\n');
        }
    }
}

/// What holds at a node, in a line if it fits.
fn label(label: &[String], text: &mut String) {
    let line = label.join(" && ");
    if label.is_empty() {
        text.push_str("    where true\n");
    } else if line.chars().count() <= WIDEST {
        text.push_str(&format!("    where {line}\n"));
    } else {
        for (position, part) in label.iter().enumerate() {
            let word = if position == 0 { "where" } else { "  and" };
            text.push_str(&format!("    {word} {part}\n"));
        }
    }
}

/// Who does it, under which condition, and where it leads.
fn sentence(strategy: &Strategy, node: &Node, position: usize, step: &Move) -> String {
    let [source, target] = strategy.programs;
    let is_winner = node.turn == strategy.winner;
    let verb = match (node.turn, step.actions.is_empty(), is_winner) {
        (Player::Falsifier, _, true) => format!("{source} moves"),
        (Player::Falsifier, _, false) => format!("{source} may move"),
        (Player::Verifier, true, true) => format!("{target} passes"),
        (Player::Verifier, true, false) => format!("{target} may pass"),
        (Player::Verifier, false, true) => format!("{target} moves"),
        (Player::Verifier, false, false) => format!("{target} may move"),
    };
    let condition = match &step.guard {
        Some(guard) if position == 0 => format!("if {guard}: "),
        Some(guard) => format!("otherwise, if {guard}: "),
        None if position > 0 && is_winner => "otherwise: ".to_owned(),
        None => String::new(),
    };
    let to = match step.to {
        Some(to) if step.covers => format!("{} (cover)", strategy.nodes[to].name),
        Some(to) => strategy.nodes[to].name.clone(),
        None => "the end: both programs have failed".to_owned(),
    };
    format!("{condition}{verb} -> {to}")
}

/// Where an action is written.
pub(super) fn place(action: &Action, file: &File) -> String {
    let place = action.origin.and_then(|origin| file.place(origin));
    place.map_or(String::new(), |place| format!("line {}", place.line))
}
