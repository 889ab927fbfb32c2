//! Counterexamples as text.

use super::{Palette, pad};
use crate::json::{Binding, Event, Story};

/// The most events that are shown.
const MOST_SHOWN: usize = 20;

/// How wide the column of events may become before the places are no longer aligned.
const WIDEST: usize = 64;

/// The story, a line for each event with its place behind it, and the conclusion.
pub(crate) fn story(story: &Story, file: &str, palette: Palette) -> String {
    let shown = match story.events.len() {
        // A line that says that one line is missing would be as long as the line.
        number if number <= MOST_SHOWN + 1 => number,
        _ => MOST_SHOWN,
    };
    let lines: Vec<(String, String)> = story.events[..shown]
        .iter()
        .map(|event| (sentence(event), place(event, file)))
        .collect();
    let width = lines
        .iter()
        .map(|(text, _)| text.chars().count())
        .filter(|width| *width <= WIDEST)
        .max()
        .unwrap_or(0);
    let mut text = String::new();
    for (sentence, place) in lines {
        if place.is_empty() {
            text.push_str(&sentence);
        } else {
            text.push_str(&pad(&sentence, width));
            text.push_str("  ");
            text.push_str(&palette.faint(&place));
        }
        text.push('\n');
    }
    if shown < story.events.len() {
        let rest = story.events.len() - shown;
        text.push_str(&format!(
            "… {rest} more (use --format json or --evidence)\n"
        ));
    }
    text.push_str(&palette.strong(&story.conclusion));
    text.push('\n');
    text
}

fn sentence(event: &Event) -> String {
    let values = bindings(&event.values);
    let Event { actor, action, .. } = event;
    match (values.is_empty(), event.place.is_some()) {
        (true, _) => format!("{actor} {action}"),
        (false, false) => format!("{actor} {action} with {values}"),
        (false, true) => format!("{actor} {action}: {values}"),
    }
}

fn place(event: &Event, file: &str) -> String {
    match event.place {
        Some(place) => format!("{file}:{}", place.line),
        None => String::new(),
    }
}

/// `x = 1, y = 2`.
pub(crate) fn bindings(values: &[Binding]) -> String {
    let values: Vec<String> = values
        .iter()
        .map(|b| format!("{} = {}", b.name, b.value))
        .collect();
    values.join(", ")
}
