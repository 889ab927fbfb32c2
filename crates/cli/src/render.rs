//! How things look to people.

mod claims;
mod mutants;
mod palette;
mod snippet;
mod story;

pub(crate) use claims::{ClaimTable, Evidence, Stories, summary, word};
pub(crate) use mutants::{mutant, scores};
pub(crate) use palette::Palette;
pub(crate) use snippet::{diagnostic, note, warning};
pub(crate) use story::bindings;

/// `3 claims`, `1 claim`.
pub(crate) fn count(number: usize, one: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        number => format!("{number} {one}s"),
    }
}

/// The text with every line indented.
pub(crate) fn indent(text: &str, by: usize) -> String {
    let space = " ".repeat(by);
    let mut indented = String::with_capacity(text.len() + by);
    for line in text.lines() {
        if !line.is_empty() {
            indented.push_str(&space);
        }
        indented.push_str(line);
        indented.push('\n');
    }
    indented
}

/// The text padded on the right to a number of characters.
pub(crate) fn pad(text: &str, width: usize) -> String {
    let missing = width.saturating_sub(text.chars().count());
    format!("{text}{}", " ".repeat(missing))
}

/// The text, cut where it has more than so many characters.
pub(crate) fn shorten(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some(_) => {
            let end = text
                .char_indices()
                .nth(most.saturating_sub(1))
                .map_or(0, |(end, _)| end);
            format!("{}…", &text[..end])
        }
    }
}
