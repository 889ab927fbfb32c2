//! What functions do, in words.

use logic::Value;
use program::function::{Run, RunEnd, Seen};

use super::{Difference, Pair, Question};
use crate::solve::NoAnswer;

/// How many places of memory are told of.
const MOST_PLACES: usize = 12;

/// What both functions do on inputs on which they differ, as sentences: first the specification, then
/// the implementation. Where both return, only that is told in which they differ.
///
/// # Errors
/// Where the difference does not fit the functions.
pub fn tell(question: &Question<'_>, difference: &Difference) -> Result<[String; 2], NoAnswer> {
    let Pair {
        specification,
        implementation,
    } = question.refutation;
    let runs = [specification, implementation]
        .map(|function| checker::abstraction::replay(function, difference));
    let [theirs, ours] = runs;
    let (theirs, ours) = (theirs?, ours?);
    let differ = theirs
        .events
        .iter()
        .zip(&ours.events)
        .position(|(a, b)| a != b);
    if let (None, RunEnd::Returned(theirs), RunEnd::Returned(ours)) =
        (differ, &theirs.end, &ours.end)
        && let Some(told) = returned(theirs, ours)
    {
        return Ok(told);
    }
    Ok([&theirs, &ours].map(|run| outcome(run, differ)))
}

/// In what two returns differ: the result, or memory at a place.
fn returned(theirs: &[Seen], ours: &[Seen]) -> Option<[String; 2]> {
    let mut pairs = theirs.iter().zip(ours);
    let differ = pairs.find(|(theirs, ours)| theirs.is_some() && theirs != ours)?;
    if let (Some(Value::Array(theirs)), Some(Value::Array(ours))) = differ {
        let both = [theirs, ours];
        let places = both.iter().flat_map(|array| array.entries());
        let mut places = places.map(|(place, _)| place);
        let place = places.find(|place| theirs.get(place) != ours.get(place))?;
        return Some(both.map(|array| {
            let value = plain(array.get(place));
            format!("leaves {value} at {}", plain(place))
        }));
    }
    Some([differ.0, differ.1].map(|seen| format!("returns {}", seen_plain(seen))))
}

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
