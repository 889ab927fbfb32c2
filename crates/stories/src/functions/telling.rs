//! What functions do, in words.

use logic::Value;
use program::function::{Run, RunEnd, Seen};

/// How many places of memory are told of.
const MOST_PLACES: usize = 12;

/// The event at a position, or the end of a run, as a sentence.
#[must_use]
pub fn outcome(run: &Run, event: Option<usize>) -> String {
    let list = |values: &[Seen]| {
        let values: Vec<String> = values.iter().map(seen_plain).collect();
        values.join(", ")
    };
    if let Some(event) = event.and_then(|position| run.events.get(position)) {
        return format!("makes the {}({})", event.name, list(&event.arguments));
    }
    match &run.end {
        RunEnd::Returned(values) if values.is_empty() => "returns".to_owned(),
        RunEnd::Returned(values) => format!("returns {}", list(values)),
        RunEnd::Undefined => "has undefined behaviour".to_owned(),
        RunEnd::Diverges => "never ends".to_owned(),
        RunEnd::Stalls => "never makes progress, although it must".to_owned(),
        RunEnd::Dropped => "has no run".to_owned(),
        RunEnd::Stopped => "goes on".to_owned(),
    }
}

fn seen_plain(seen: &Seen) -> String {
    seen.as_ref().map_or_else(|| "poison".to_owned(), plain)
}

/// A value for people: numbers without their widths, of memory the first places that are not zero.
#[must_use]
pub fn plain(value: &Value) -> String {
    match value {
        Value::BitVec(bits) => bits.unsigned().to_string(),
        Value::Array(array) => {
            let mut entries = array.entries();
            let shown = entries.by_ref().take(MOST_PLACES);
            let shown = shown.map(|(place, cell)| format!("{}: {}", plain(place), plain(cell)));
            let mut shown: Vec<String> = shown.collect();
            if entries.next().is_some() {
                shown.push("…".to_owned());
            }
            format!("[{}]", shown.join(", "))
        }
        value => value.to_string(),
    }
}
