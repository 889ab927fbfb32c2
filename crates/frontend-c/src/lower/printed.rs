//! What `sprintf` prints: its characters where the format and the values are known, and otherwise how many
//! there may be.

use crate::problem::{Problem, Reads};
use crate::syntax::{Expression, ExpressionKind};

use super::Lowering;
use super::formats::{characters, ended};

/// The most characters of an `int`, its sign included.
const MOST_OF_INT: i64 = 11;

/// A part of a format.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Piece {
    Text(String),
    /// A conversion without flags, width and precision: its letter, and how many characters it has at most.
    Plain(char, Option<i64>),
    /// Any other conversion, of which nothing is known.
    Other,
}

/// What is known of a text that is printed.
pub(super) struct Printed {
    /// Its characters, without the one that ends it.
    pub(super) exact: Option<Vec<u8>>,
    /// How many there are at least.
    pub(super) least: i64,
    /// How many there are at most, if that is known.
    pub(super) most: Option<i64>,
    /// Whether the character that ends a string may be among them.
    pub(super) may_end_early: bool,
}

/// The parts of a format.
fn pieces(format: &str) -> Vec<Piece> {
    let mut found = Vec::new();
    let mut rest = ended(format);
    while let Some((before, behind)) = rest.split_once('%') {
        found.push(Piece::Text(before.to_owned()));
        if let Some(behind) = behind.strip_prefix('%') {
            found.push(Piece::Text("%".to_owned()));
            rest = behind;
            continue;
        }
        let is_flag = |c: char| c.is_ascii_digit() || "-+ #0.*".contains(c);
        let unflagged = behind.trim_start_matches(is_flag);
        let letter = unflagged.trim_start_matches(['h', 'l', 'z', 'j', 't', 'L']);
        let length = &unflagged[..unflagged.len() - letter.len()];
        let Some(conversion) = letter.chars().next() else {
            found.push(Piece::Other);
            return found;
        };
        let most = match (conversion, length) {
            ('d' | 'i' | 'u', "") => Some(MOST_OF_INT),
            ('d' | 'i' | 'u', "l" | "ll" | "z" | "j" | "t") => Some(20),
            ('c', "") => Some(1),
            _ => None,
        };
        let is_plain = unflagged.len() == behind.len();
        found.push(match conversion {
            'd' | 'i' | 'u' | 'c' if is_plain && most.is_some() => Piece::Plain(conversion, most),
            's' if is_plain && length.is_empty() => Piece::Plain('s', None),
            _ => Piece::Other,
        });
        rest = &letter[conversion.len_utf8()..];
    }
    found.push(Piece::Text(rest.to_owned()));
    found
}

/// How many characters a string has that is printed, at least and at most.
fn lengths(pieces: &[Piece]) -> (i64, Option<i64>) {
    let mut all = (0, Some(0));
    let mut is_open = true;
    for piece in pieces {
        let (least, most) = match piece {
            Piece::Text(text) => match characters(text) {
                Some(text) => {
                    let length = i64::try_from(text.len()).unwrap_or(i64::MAX);
                    (length, Some(length))
                }
                None => (0, None),
            },
            Piece::Plain('s', _) | Piece::Other => (0, None),
            Piece::Plain('c', most) => {
                // A character may be the one that ends the string.
                is_open = false;
                (0, *most)
            }
            Piece::Plain(_, most) => (1, *most),
        };
        let least = if is_open { least } else { 0 };
        all = (all.0 + least, all.1.zip(most).map(|(a, b)| a + b));
    }
    all
}

impl Lowering<'_, '_> {
    /// What is known of a text that is printed.
    pub(super) fn text_printed(
        &mut self,
        format: &Expression,
        values: &[Expression],
    ) -> Reads<Printed> {
        let ExpressionKind::Text(text) = &format.kind else {
            return Ok(Printed {
                exact: None,
                least: 0,
                most: None,
                may_end_early: true,
            });
        };
        let pieces = pieces(text.as_str());
        let is_unknown = |piece: &Piece| match piece {
            Piece::Text(text) => characters(text).is_none(),
            _ => false,
        };
        if pieces.iter().any(is_unknown) {
            return Err(Problem::unsupported(&format.span, "this string"));
        }
        let (least, most) = lengths(&pieces);
        let exact = self.characters_printed(&pieces, values)?;
        let may_end = |piece: &Piece| matches!(piece, Piece::Plain('c', _) | Piece::Other);
        Ok(Printed {
            exact,
            least,
            most,
            may_end_early: pieces.iter().any(may_end),
        })
    }

    fn characters_printed(
        &mut self,
        pieces: &[Piece],
        values: &[Expression],
    ) -> Reads<Option<Vec<u8>>> {
        let mut all = Vec::new();
        let mut values = values.iter();
        for piece in pieces {
            let piece = match piece {
                Piece::Text(text) => characters(text),
                Piece::Plain(conversion, most) => match values.next() {
                    Some(value) => self.characters_of(*conversion, *most, value)?,
                    None => None,
                },
                Piece::Other => None,
            };
            let Some(own) = piece else {
                return Ok(None);
            };
            all.extend(own);
        }
        Ok(Some(all))
    }

    /// The characters that a value is printed as.
    fn characters_of(
        &mut self,
        conversion: char,
        most: Option<i64>,
        value: &Expression,
    ) -> Reads<Option<Vec<u8>>> {
        if let ExpressionKind::Text(text) = &value.kind {
            let is_text = conversion == 's';
            return Ok(is_text.then(|| characters(text.as_str())).flatten());
        }
        if conversion == 's' || !self.context.analysis.expression(value).is_term() {
            return Ok(None);
        }
        let Some(number) = self.value(value)?.literal() else {
            return Ok(None);
        };
        // What is no value of the type that is printed may be printed as anything.
        let is_int = most == Some(MOST_OF_INT);
        let fits = match conversion {
            'u' => !is_int || u32::try_from(number).is_ok(),
            _ => !is_int || i32::try_from(number).is_ok(),
        };
        Ok(match (conversion, u8::try_from(number)) {
            _ if !fits => None,
            ('c', Ok(character)) if character.is_ascii() && character != 0 => Some(vec![character]),
            ('d' | 'i', _) => Some(number.to_string().into_bytes()),
            // A negative number is another one without its sign.
            ('u', _) if number >= 0 => Some(number.to_string().into_bytes()),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_say_how_much_is_printed() {
        let of = |format| lengths(&pieces(format));
        assert_eq!(of("ab%%"), (3, Some(3)));
        assert_eq!(of("%d, %ld"), (4, Some(33)));
        assert_eq!(of("a%cb%d"), (1, Some(14)));
        assert_eq!(of("%c%s"), (0, None));
        assert_eq!(of("%3d!"), (1, None));
        assert_eq!(of("%.0d"), (0, None));
        assert_eq!(of("%f"), (0, None));
    }
}
