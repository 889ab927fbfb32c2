//! What may reach a terminal. Names, letters, symbols and texts come from files that anybody may have
//! written; a terminal would obey the control characters in them. So whatever is printed goes through one
//! function, which shows such characters instead.
//!
//! Colours are control characters as well. They pass because they are not written as such: a
//! [`seal`]ed sequence consists of characters that nobody uses, which become a change of colour, and
//! nothing else, when they are printed.

use std::hash::{BuildHasher, RandomState};
use std::sync::OnceLock;

/// The first of the characters in which colours are written: the beginning of a plane for private use.
const SEALED: u32 = 0xF_0000;

/// What a sealed sequence begins with: characters that are chosen anew in each process, so that nobody can
/// write them into a file that is read.
fn mark() -> &'static str {
    static MARK: OnceLock<String> = OnceLock::new();
    MARK.get_or_init(|| {
        let chance = || RandomState::new().hash_one(0_u8);
        let private = |part: u64| char::from_u32(SEALED + (part & 0xFFF) as u32);
        let (first, second) = (chance(), chance());
        let parts = (0..5).flat_map(|at| [first >> (12 * at), second >> (12 * at)]);
        parts.filter_map(private).collect()
    })
}

/// A text that is made of nothing but changes of colour, and of what is cleaned already: each such
/// sequence is sealed, so that it passes [`clean`].
pub(crate) fn seal(text: &str) -> String {
    let mut sealed = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('\u{1b}') {
        sealed.push_str(&rest[..start]);
        rest = &rest[start..];
        let end = rest.find('m').map_or(rest.len(), |end| end + 1);
        match is_colour(&rest[..end]) {
            true => {
                let marks = rest[..end].bytes().map(|byte| SEALED + u32::from(byte));
                sealed.push_str(mark());
                sealed.extend(marks.filter_map(char::from_u32));
            }
            // Something else, which will be shown.
            false => sealed.push_str(&rest[..end]),
        }
        rest = &rest[end..];
    }
    sealed.push_str(rest);
    sealed
}

/// The sequence that stands sealed at the start of a text behind its mark, and what follows it.
fn opened(sealed: &str) -> Option<(String, &str)> {
    let mut colour = String::new();
    for (position, c) in sealed.char_indices() {
        let byte = u8::try_from(u32::from(c).checked_sub(SEALED)?).ok()?;
        colour.push(char::from(byte));
        if byte == b'm' {
            let rest = &sealed[position + c.len_utf8()..];
            return is_colour(&colour).then_some((colour, rest));
        }
    }
    None
}

/// Whether this is a sequence that changes colours, and nothing else.
fn is_colour(sequence: &str) -> bool {
    let inner = sequence.strip_prefix("\u{1b}[");
    let inner = inner.and_then(|rest| rest.strip_suffix('m'));
    inner.is_some_and(|it| it.bytes().all(|byte| byte.is_ascii_digit() || byte == b';'))
}

/// The text as it may be printed: sealed colours as what they are, control characters as `\u{1b}`.
pub(crate) fn clean(text: &str) -> String {
    let mut cleaned = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let sealed = rest.strip_prefix(mark()).and_then(opened);
        if let Some((colour, behind)) = sealed {
            cleaned.push_str(&colour);
            rest = behind;
            continue;
        }
        match is_obeyed(c) {
            true => cleaned.extend(c.escape_unicode()),
            false => cleaned.push(c),
        }
        rest = &rest[c.len_utf8()..];
    }
    cleaned
}

/// A text that stands in one line, whatever names occur in it: nobody can make it look like several lines
/// of a report.
pub(crate) fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\t' => line.extend(c.escape_unicode()),
            c => line.push(c),
        }
    }
    line
}

/// A text of several lines of which all but the first are set off, so that none looks like a line of a
/// report.
pub(crate) fn set_off(text: &str) -> String {
    text.trim_end().replace('\n', "\n  ")
}

/// JSON as it may be printed. Inside of its strings every character can be written by its number.
pub(crate) fn clean_json(text: &str) -> String {
    let mut cleaned = String::with_capacity(text.len());
    for c in text.chars() {
        match is_obeyed(c) {
            true => cleaned.push_str(&format!("\\u{:04x}", u32::from(c))),
            false => cleaned.push(c),
        }
    }
    cleaned
}

/// Whether a terminal does something else with a character than to show it in its place: control
/// characters, those that change the direction in which others are shown, and those that mean what a
/// terminal's owner likes.
fn is_obeyed(c: char) -> bool {
    let is_plain = matches!(c, '\n' | '\t');
    let turns =
        matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c.is_control() && !is_plain || turns || u32::from(c) >= SEALED
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_terminals_obey_is_shown() {
        assert_eq!(clean("a\u{1b}[2Jb"), "a\\u{1b}[2Jb");
        assert_eq!(clean("a\rb\u{9b}31m\u{7f}"), "a\\u{d}b\\u{9b}31m\\u{7f}");
        assert_eq!(clean("\u{202e}txt"), "\\u{202e}txt");
        assert_eq!(clean("ä\tb\n∀"), "ä\tb\n∀");
    }

    #[test]
    fn sealed_colours_pass_and_nothing_else_does() {
        let red = "\u{1b}[1;31m";
        assert_eq!(clean(&seal(&format!("{red}x"))), format!("{red}x"));
        // What is no colour is not sealed.
        for other in ["\u{1b}[2J", "\u{1b}]0;title\u{7}m", "\u{1b}", "\u{1b}[3"] {
            assert!(!clean(&seal(other)).contains('\u{1b}'), "{other:?}");
        }
        // Nor does it pass where somebody writes as a seal does.
        let forged = |text: &str| -> String {
            let marks = text.bytes().map(|byte| SEALED + u32::from(byte));
            marks.filter_map(char::from_u32).collect()
        };
        let shown = clean(&forged("\u{1b}[8m"));
        assert_eq!(shown, "\\u{f001b}\\u{f005b}\\u{f0038}\\u{f006d}");
        let begun = format!("{}{}", mark(), forged("\u{1b}]0;m"));
        assert!(!clean(&begun).contains('\u{1b}'));
    }

    #[test]
    fn lines_stay_lines() {
        assert_eq!(one_line("a\nb\tc"), "a\\u{a}b\\u{9}c");
        assert_eq!(set_off("a\nb\n"), "a\n  b");
    }

    #[test]
    fn json_stays_json() {
        let text = serde_json::to_string("\u{1b}\u{9b}\u{202e}ä").expect("a string");
        let cleaned = clean_json(&text);
        assert!(!cleaned.contains('\u{9b}') && !cleaned.contains('\u{202e}'));
        let read: String = serde_json::from_str(&cleaned).expect("JSON");
        assert_eq!(read, "\u{1b}\u{9b}\u{202e}ä");
    }
}
