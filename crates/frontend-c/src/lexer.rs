//! From bytes to tokens, comments and continued lines removed.
//!
//! Nothing is an error here: text that is no token becomes [`Kind::Bad`], since it may stand where
//! `#if` takes it away.

use logic::{Integer, Rational, Symbol};

use crate::escapes;
use crate::token::{IntegerType, Kind, MARKS, Signedness, Token};

/// The largest exponent of a number that is read; larger ones would fill the memory with digits.
const MOST_EXPONENT: u32 = 400;

/// All tokens of a text; the last one is [`Kind::End`].
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let mut lexer = Lexer {
        text,
        at: 0,
        starts_line: true,
        is_glued: false,
    };
    let mut tokens = Vec::new();
    loop {
        let token = lexer.token();
        let is_end = token.kind == Kind::End;
        tokens.push(token);
        if is_end {
            return tokens;
        }
    }
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    starts_line: bool,
    is_glued: bool,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn token(&mut self) -> Token {
        self.is_glued = true;
        let unclosed = self.skip_space();
        let start = self.at;
        let kind = match unclosed {
            Some(bad) => bad,
            None => self.kind(),
        };
        let token = Token {
            kind,
            span: start..self.at,
            starts_line: self.starts_line,
            is_glued: self.is_glued,
            is_painted: false,
        };
        self.starts_line = false;
        token
    }

    /// Goes behind white space and comments. A comment without an end is a bad token.
    fn skip_space(&mut self) -> Option<Kind> {
        loop {
            let rest = self.rest();
            let first = rest.chars().next()?;
            let skipped = if first == '\n' {
                self.starts_line = true;
                1
            } else if first.is_whitespace() {
                first.len_utf8()
            } else if let Some(behind) = continued(rest) {
                behind
            } else if rest.starts_with("//") {
                line_end(rest)
            } else if let Some(comment) = rest.strip_prefix("/*") {
                match comment.find("*/") {
                    Some(end) => end + 4,
                    None => {
                        self.at = self.text.len();
                        return Some(Kind::Bad("a comment without an end"));
                    }
                }
            } else {
                return None;
            };
            self.is_glued = false;
            self.at += skipped;
        }
    }

    fn kind(&mut self) -> Kind {
        let kind = self.kind_on_a_line();
        // A line may go on in the next one everywhere, but a word, a number or an operator that does is
        // not understood.
        let may_go_on: fn(char) -> bool = match kind {
            Kind::Integer(..) | Kind::Real(_) => |c| is_word_part(c) || c == '.',
            Kind::Mark(_) => |c| c.is_ascii_punctuation() && !matches!(c, '"' | '\'' | '_'),
            _ => return kind,
        };
        let rest = self.rest();
        match continued(rest).map(|behind| rest[behind..].starts_with(may_go_on)) {
            Some(true) => Kind::Bad("a number or an operator that may go on in the next line"),
            _ => kind,
        }
    }

    fn kind_on_a_line(&mut self) -> Kind {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else {
            return Kind::End;
        };
        if is_word_start(first) {
            let end = rest.find(|c| !is_word_part(c)).unwrap_or(rest.len());
            self.at += end;
            if continued(&rest[end..])
                .is_some_and(|behind| rest[end + behind..].starts_with(|c: char| is_word_part(c)))
            {
                return Kind::Bad("a name on two lines");
            }
            let is_prefix = matches!(&rest[..end], "L" | "u" | "U" | "u8");
            if is_prefix && rest[end..].starts_with(['\'', '"']) {
                return Kind::Bad("a wide character or string, which is not supported");
            }
            return Kind::Word(Symbol::new(&rest[..end]));
        }
        let begins_number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
        if begins_number(rest) || (first == '.' && begins_number(&rest[1..])) {
            return self.number();
        }
        if first == '"' || first == '\'' {
            return self.quoted(first);
        }
        if let Some(mark) = MARKS.iter().find(|mark| rest.starts_with(**mark)) {
            self.at += mark.len();
            return Kind::Mark(mark);
        }
        self.at += first.len_utf8();
        Kind::Bad("a character that C does not know")
    }

    /// A number, as the preprocessor sees it: digits, letters and points, and signs behind exponents.
    fn number(&mut self) -> Kind {
        let rest = self.rest();
        let is_hex = rest.starts_with("0x") || rest.starts_with("0X");
        let mut end = 0;
        for (at, c) in rest.char_indices() {
            let before = rest[..at].chars().next_back();
            // Whatever the number is: `0xE+1` is no sum.
            let signs_exponent = matches!(c, '+' | '-') && matches!(before, Some('e' | 'E'));
            if !(is_word_part(c) || c == '.' || signs_exponent) {
                break;
            }
            end = at + c.len_utf8();
        }
        self.at += end;
        let text = &rest[..end];
        if is_hex && text.contains(['p', 'P', '.']) {
            return Kind::Bad("a hexadecimal floating-point number, which is not supported");
        }
        if is_hex || !text.contains(['.', 'e', 'E']) {
            integer(text).unwrap_or(Kind::Bad("an integer that C cannot represent"))
        } else {
            real(text).unwrap_or(Kind::Bad("a number that is not understood"))
        }
    }

    fn quoted(&mut self, quote: char) -> Kind {
        let rest = self.rest();
        let mut escaped = false;
        for (at, c) in rest.char_indices().skip(1) {
            if c == '\n' && !escaped {
                self.at += at;
                return Kind::Bad("a quotation without an end");
            }
            if c == quote && !escaped {
                self.at += at + 1;
                return match quote {
                    '"' => match escapes::string(&rest[1..at]) {
                        Some(text) => Kind::Text(Symbol::new(&text)),
                        None => Kind::Bad("a string that is not understood"),
                    },
                    _ => character(&rest[1..at])
                        .unwrap_or(Kind::Bad("a character that is not understood")),
                };
            }
            escaped = c == '\\' && !escaped;
        }
        self.at = self.text.len();
        Kind::Bad("a quotation without an end")
    }
}

/// How long the continuation of a line is that a text begins with.
fn continued(text: &str) -> Option<usize> {
    ["\\\n", "\\\r\n"]
        .iter()
        .find(|mark| text.starts_with(**mark))
        .map(|mark| mark.len())
}

/// Where the line that a text begins with ends, continued lines being one.
fn line_end(text: &str) -> usize {
    let mut from = 0;
    while let Some(end) = text[from..].find('\n').map(|end| from + end) {
        if !text[..end].trim_end_matches('\r').ends_with('\\') {
            return end;
        }
        from = end + 1;
    }
    text.len()
}

fn is_word_start(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_'
}

fn is_word_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

fn integer(text: &str) -> Option<Kind> {
    let lower = text.to_ascii_lowercase();
    let digits = lower.trim_end_matches(['u', 'l']);
    let suffix = &lower[digits.len()..];
    let is_mixed = text.contains("lL") || text.contains("Ll");
    if is_mixed || !matches!(suffix, "" | "u" | "l" | "ul" | "lu" | "ll" | "ull" | "llu") {
        return None;
    }
    let (value, is_decimal) = if let Some(hex) = digits.strip_prefix("0x") {
        (u64::from_str_radix(hex, 16).ok()?, false)
    } else if digits.len() > 1 && digits.starts_with('0') {
        (u64::from_str_radix(digits, 8).ok()?, false)
    } else {
        (digits.parse().ok()?, true)
    };
    let kind = literal_type(value, suffix, is_decimal);
    Some(Kind::Integer(Integer::from(value), kind))
}

/// The first type of C's list for a literal that its value fits in. Decimal literals without a `u`
/// are signed, but for those that no signed type holds; others may be unsigned.
fn literal_type(value: u64, suffix: &str, is_decimal: bool) -> IntegerType {
    let is_long = suffix.contains('l');
    let is_unsigned = suffix.contains('u');
    let widths: &[u8] = if is_long { &[64] } else { &[32, 64] };
    for bits in widths {
        let of = |sign| IntegerType { sign, bits: *bits };
        if !is_unsigned && of(Signedness::Signed).holds(value) {
            return of(Signedness::Signed);
        }
        if (is_unsigned || !is_decimal) && of(Signedness::Unsigned).holds(value) {
            return of(Signedness::Unsigned);
        }
    }
    IntegerType {
        sign: Signedness::Unsigned,
        bits: 64,
    }
}

fn real(text: &str) -> Option<Kind> {
    let lower = text.to_ascii_lowercase();
    let number = lower.trim_end_matches(['f', 'l']);
    if lower.len() - number.len() > 1 {
        return None;
    }
    let (mantissa, exponent) = match number.split_once('e') {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
        None => (number, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let is_short = digits.len() <= MOST_EXPONENT as usize;
    if !is_short || exponent.unsigned_abs() > MOST_EXPONENT {
        return None;
    }
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let shift = exponent - i32::try_from(fraction.len()).ok()?;
    let zeros = "0".repeat(shift.unsigned_abs() as usize);
    let (numerator, denominator) = if shift >= 0 {
        (format!("{digits}{zeros}"), "1".to_owned())
    } else {
        (digits, format!("1{zeros}"))
    };
    let value = Rational::new(numerator.parse().ok()?, denominator.parse().ok()?)?;
    Some(Kind::Real(value))
}

/// A character as the `int` that it is, those beyond 127 being negative.
fn character(text: &str) -> Option<Kind> {
    let value = i64::from(escapes::character(text)?.cast_signed());
    Some(Kind::Integer(Integer::from(value), IntegerType::INT))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<Kind> {
        let mut kinds: Vec<Kind> = tokens(text).into_iter().map(|token| token.kind).collect();
        kinds.pop();
        kinds
    }

    fn int(value: i64) -> Kind {
        Kind::Integer(Integer::from(value), IntegerType::INT)
    }

    #[test]
    fn numbers_have_their_exact_value() {
        assert_eq!(
            kinds("0x1F 017 12 'a' '\\n' '\\0' '\\101' '\\x41' '\\xff'"),
            [31, 15, 12, 97, 10, 0, 65, 65, -1].map(int)
        );
        let real = |text: &str| Kind::Real(text.parse().expect("a fraction"));
        assert_eq!(
            kinds("0.1 .5f 2. 1e-3 25e2"),
            ["1/10", "1/2", "2", "1/1000", "2500"].map(real)
        );
        for bad in [
            "1e999999999",
            "08",
            "1..2",
            "'ab'",
            "'\\x100'",
            "'\\8'",
            "0xE+1",
            "1lul",
            "1lL",
            "\"\\q\"",
            "\"x",
            "99999999999999999999",
        ] {
            assert!(matches!(kinds(bad)[0], Kind::Bad(_)), "{bad}");
        }
    }

    #[test]
    fn literals_have_the_first_type_they_fit_in() {
        let types = [
            ("2147483647", Signedness::Signed, 32),
            ("2147483648", Signedness::Signed, 64),
            ("0x7fffffff", Signedness::Signed, 32),
            ("0xFFFFFFFF", Signedness::Unsigned, 32),
            ("0x100000000", Signedness::Signed, 64),
            ("0xFFFFFFFFFFFFFFFF", Signedness::Unsigned, 64),
            ("3u", Signedness::Unsigned, 32),
            ("3UL", Signedness::Unsigned, 64),
            ("3L", Signedness::Signed, 64),
        ];
        for (text, sign, bits) in types {
            let Kind::Integer(_, found) = &kinds(text)[0] else {
                panic!("{text} is an integer");
            };
            assert_eq!(*found, IntegerType { sign, bits }, "{text}");
        }
    }

    #[test]
    fn comments_and_continued_lines_are_space() {
        let found = tokens("a // b \\\n c\n/* d\n */ e \\\n f");
        let words: Vec<&str> = found
            .iter()
            .filter_map(Token::word)
            .map(|w| w.as_str())
            .collect();
        assert_eq!(words, ["a", "e", "f"]);
        let starts: Vec<bool> = found.iter().map(|token| token.starts_line).collect();
        assert_eq!(starts[..3], [true, true, false]);
    }

    #[test]
    fn the_longest_mark_is_taken() {
        assert_eq!(kinds("a+++b").len(), 4);
        assert_eq!(kinds("<<=")[0], Kind::Mark("<<="));
        assert!(matches!(kinds("a\\\nb")[0], Kind::Bad(_)));
    }
}
