//! What may reach a terminal. Names, letters, symbols and texts come from files that anybody may have
//! written; a terminal would obey the control characters in them. So whatever is printed goes through one
//! function, which shows such characters instead.
//!
//! Colours are control characters as well. They pass because they are not written as such: a
//! [`seal`]ed sequence consists of characters that nobody uses, which become a change of colour, and
//! nothing else, when they are printed.

/// The first of the characters in which colours are written: the beginning of a plane for private use.
const SEALED: u32 = 0xF_0000;

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

/// Whether this is a sequence that changes colours, and nothing else.
fn is_colour(sequence: &str) -> bool {
    let inner = sequence.strip_prefix("\u{1b}[");
    let inner = inner.and_then(|rest| rest.strip_suffix('m'));
    inner.is_some_and(|it| it.bytes().all(|byte| byte.is_ascii_digit() || byte == b';'))
}

/// The text as it may be printed: sealed colours as what they are, control characters as `\u{1b}`.
pub(crate) fn clean(text: &str) -> String {
    let mut cleaned = String::with_capacity(text.len());
    // A sealed sequence that is not over yet.
    let mut colour = String::new();
    for c in text.chars() {
        let byte = u32::from(c)
            .checked_sub(SEALED)
            .and_then(|it| u8::try_from(it).ok());
        if let Some(byte) = byte {
            colour.push(char::from(byte));
            if byte == b'm' {
                if is_colour(&colour) {
                    cleaned.push_str(&colour);
                }
                colour.clear();
            }
            continue;
        }
        colour.clear();
        match is_obeyed(c) {
            true => cleaned.extend(c.escape_unicode()),
            false => cleaned.push(c),
        }
    }
    cleaned
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
/// characters, and those that change the direction in which others are shown.
fn is_obeyed(c: char) -> bool {
    let is_plain = matches!(c, '\n' | '\t');
    let turns =
        matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c.is_control() && !is_plain || turns
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
        assert_eq!(clean(&forged("\u{1b}]0;m")), "");
        assert_eq!(
            clean(&format!("{}x{}", forged("\u{1b}["), forged("2m"))),
            "x"
        );
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
