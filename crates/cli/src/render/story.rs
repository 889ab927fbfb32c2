//! Counterexamples as text.

use super::{Palette, pad, shorten};
use crate::plain::one_line;
use report::{Binding, Event, Story};

/// How many events are shown of the start and of the end of a long story.
const SHOWN_EACH: usize = 10;

/// How much of a value is shown; arrays can be long.
const LONGEST_VALUE: usize = 60;

/// How wide the column of events may become before the places are no longer aligned.
const WIDEST: usize = 64;

/// The story, a line for each event with its place behind it, and the conclusion.
pub(crate) fn story(story: &Story, file: &str, palette: Palette) -> String {
    let mut text = events(&story.events, file, palette);
    if !story.other_order.is_empty() {
        text.push_str("another order, which ends well:\n");
        text.push_str(&events(&story.other_order, file, palette));
    }
    text.push_str(&palette.strong(&one_line(&story.conclusion)));
    text.push('\n');
    text
}

/// A line for each event with its place behind it, some in the middle left out where there are many.
fn events(events: &[Event], file: &str, palette: Palette) -> String {
    let lines = events.iter();
    let lines = lines.map(|event| (one_line(&sentence(event)), one_line(&place(event, file))));
    let lines: Vec<(String, String)> = lines.collect();
    // A line that says that one line is missing would be as long as that line.
    let hidden = match lines.len() {
        number if number <= 2 * SHOWN_EACH + 1 => 0..0,
        number => SHOWN_EACH..number - SHOWN_EACH,
    };
    let width = lines
        .iter()
        .map(|(text, _)| text.chars().count())
        .filter(|width| *width <= WIDEST)
        .max()
        .unwrap_or(0);
    let mut text = String::new();
    for (position, (sentence, place)) in lines.iter().enumerate() {
        if hidden.contains(&position) {
            if position == hidden.start {
                let number = hidden.len();
                text.push_str(&format!(
                    "… {number} more (use --format json or --evidence)
"
                ));
            }
            continue;
        }
        if place.is_empty() {
            text.push_str(sentence);
        } else {
            text.push_str(&pad(sentence, width));
            text.push_str("  ");
            text.push_str(&palette.faint(place));
        }
        text.push('\n');
    }
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
        Some(place) => {
            let file = event.file.as_deref().unwrap_or(file);
            format!("{file}:{}", place.line)
        }
        None => String::new(),
    }
}

/// `x = 1, y = 2`.
pub(crate) fn bindings(values: &[Binding]) -> String {
    let values: Vec<String> = values
        .iter()
        .map(|b| format!("{} = {}", b.name, shorten(&b.value, LONGEST_VALUE)))
        .collect();
    values.join(", ")
}
