//! The formats of `printf` and `scanf`: whether the arguments are what they say.

use logic::Term;

use crate::problem::{Problem, Reads, Span};
use crate::syntax::{Expression, ExpressionKind, Scalar};

use super::Lowering;
use super::arithmetic::promoted;

/// What a conversion such as `%ld` stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wanted {
    /// An integer of so many bits.
    Integer(u8),
    Float,
    Double,
    /// A character.
    Character,
    /// A string.
    Text,
    /// Any address.
    Address,
}

/// The conversions of a format; none where there is one that is not known here.
fn conversions(format: &str, what: Formatted) -> Option<Vec<Wanted>> {
    let mut found = Vec::new();
    let mut rest = ended(format);
    while let Some((_, behind)) = rest.split_once('%') {
        if let Some(behind) = behind.strip_prefix('%') {
            rest = behind;
            continue;
        }
        let is_number = |c: char| c.is_ascii_digit();
        let mut text = behind;
        let mut is_skipped = false;
        if what == Formatted::Scanned {
            if let Some(behind) = text.strip_prefix('*') {
                (text, is_skipped) = (behind, true);
            }
            text = text.trim_start_matches(is_number);
        } else {
            text = text.trim_start_matches(['-', '+', ' ', '#', '0']);
            for mark in ["", "."] {
                let Some(behind) = text.strip_prefix(mark) else {
                    continue;
                };
                match behind.strip_prefix('*') {
                    Some(behind) => {
                        found.push(Wanted::Integer(32));
                        text = behind;
                    }
                    None => text = behind.trim_start_matches(is_number),
                }
            }
        }
        let length = text.len()
            - text
                .trim_start_matches(['h', 'l', 'z', 'j', 't', 'L'])
                .len();
        let (length, text) = text.split_at(length);
        let conversion = text.chars().next()?;
        rest = &text[conversion.len_utf8()..];
        let bits = match (length, what) {
            ("", _) => 32,
            ("hh", Formatted::Scanned) => 8,
            ("h", Formatted::Scanned) => 16,
            ("h" | "hh", Formatted::Printed) => 32,
            ("l" | "ll" | "z" | "j" | "t", _) => 64,
            _ => return None,
        };
        let wanted = match (conversion, length, what) {
            ('d' | 'i' | 'u' | 'x' | 'X' | 'o', ..) => Wanted::Integer(bits),
            ('c', "", _) => Wanted::Character,
            ('s', "", _) => Wanted::Text,
            ('p', "", Formatted::Printed) => Wanted::Address,
            ('f' | 'F' | 'e' | 'E' | 'g' | 'G' | 'a' | 'A', "" | "l", Formatted::Printed)
            | ('f' | 'F' | 'e' | 'E' | 'g' | 'G' | 'a' | 'A', "l", Formatted::Scanned) => {
                Wanted::Double
            }
            ('f' | 'F' | 'e' | 'E' | 'g' | 'G' | 'a' | 'A', "", Formatted::Scanned) => {
                Wanted::Float
            }
            _ => return None,
        };
        if !is_skipped {
            found.push(wanted);
        }
    }
    Some(found)
}

/// What a format is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Formatted {
    Printed,
    Scanned,
}

/// The characters of a string, without the one that ends it; none where some are negative numbers.
pub(super) fn characters(text: &str) -> Option<Vec<u8>> {
    let text = ended(text);
    text.is_ascii().then(|| text.bytes().collect())
}

/// A string up to the zero in it, where the library takes it to end.
pub(super) fn ended(text: &str) -> &str {
    text.split('\0').next().unwrap_or_default()
}

/// Whether some conversion of a format says how many characters it takes.
fn has_width(text: &str) -> bool {
    text.split('%').skip(1).any(|conversion| {
        let conversion = conversion.trim_start_matches('*');
        conversion.starts_with(|c: char| c.is_ascii_digit())
    })
}

impl Lowering<'_, '_> {
    /// The arguments of `printf` are what its format says.
    pub(super) fn are_printable(
        &mut self,
        format: &Expression,
        values: &[Expression],
        span: &Span,
    ) -> Reads<()> {
        let known = match &format.kind {
            ExpressionKind::Text(text) => conversions(text.as_str(), Formatted::Printed),
            _ => None,
        };
        let Some(wanted) = known else {
            return Err(Problem::unsupported(&format.span, "this format"));
        };
        let are_given = Term::bool(wanted.len() <= values.len());
        self.oblige(are_given, span, "fewer arguments than the format says")?;
        for (wanted, value) in wanted.into_iter().zip(values) {
            let fits = Term::bool(self.is_printable(wanted, value));
            let what = "argument that is not what the format says";
            self.oblige(fits, &value.span, what)?;
            if wanted == Wanted::Text && self.is_printable(wanted, value) {
                self.is_string_to_print(value)?;
            }
        }
        Ok(())
    }

    /// A string that is printed is memory with characters. That it has an end is assumed, which is said with
    /// the verdict, but where its length is known.
    pub(super) fn is_string_to_print(&mut self, string: &Expression) -> Reads<()> {
        if matches!(string.kind, ExpressionKind::Text(_)) || self.is_string(string) {
            return Ok(());
        }
        if !self.is_address(string) {
            let what = "argument that is not what the format says";
            return self.oblige(Term::bottom(), &string.span, what);
        }
        if !self.is_term(string) {
            return Ok(());
        }
        if matches!(self.pointer(string)?, super::scope::Pointer::Null) {
            return self.oblige(Term::bottom(), &string.span, "argument that is NULL");
        }
        self.first_character(string)
    }

    /// The first character of a string is looked at, whatever it is.
    fn first_character(&mut self, string: &Expression) -> Reads<()> {
        let pointer = self.pointer(string)?;
        if matches!(pointer, super::scope::Pointer::Opaque) {
            return Ok(());
        }
        if let super::scope::Pointer::Element { array, .. } = &pointer
            && !self.has_known_length(&array.var)
        {
            self.uses.ends = true;
        }
        let place = self.element(pointer, Term::int(0), &string.span)?;
        self.may_read(&place, &string.span)
    }

    /// Whether an argument has the type that a conversion stands for, as far as types are known.
    fn is_printable(&self, wanted: Wanted, value: &Expression) -> bool {
        let is_address = self.is_address(value)
            || self.is_string(value)
            || matches!(value.kind, ExpressionKind::Text(_));
        let number = self.type_of(value).map(promoted);
        match wanted {
            Wanted::Address => number.is_none() || is_address,
            Wanted::Text => match self.target_type(value) {
                Some(scalar) if is_address => matches!(scalar, Scalar::Integer { bits: 8, .. }),
                _ => number.is_none() || is_address,
            },
            _ if is_address => false,
            Wanted::Integer(wanted) => match number {
                Some(Scalar::Integer { bits, .. }) => bits == wanted,
                Some(_) => false,
                None => true,
            },
            Wanted::Character => number.is_none_or(|scalar| scalar == Scalar::INT),
            Wanted::Float | Wanted::Double => number.is_none_or(Scalar::is_real),
        }
    }

    /// What `scanf` reads into each of its arguments; they are all that its format says.
    pub(super) fn scans(
        &mut self,
        format: &Expression,
        places: &[Expression],
        span: &Span,
    ) -> Reads<()> {
        let known = match &format.kind {
            ExpressionKind::Text(text) => conversions(text.as_str(), Formatted::Scanned),
            _ => None,
        };
        // A width limits what is read, in ways of each conversion's own.
        let is_plain =
            matches!(&format.kind, ExpressionKind::Text(text) if !has_width(text.as_str()));
        let known = known
            .filter(|all| is_plain && !all.contains(&Wanted::Text) && all.len() >= places.len());
        let Some(wanted) = known else {
            return Err(Problem::unsupported(&format.span, "this format"));
        };
        let are_given = Term::bool(wanted.len() == places.len());
        self.oblige(are_given, span, "fewer arguments than the format says")?;
        for (wanted, place) in wanted.into_iter().zip(places) {
            let fits = match self.target_type(place) {
                Some(Scalar::Integer { bits, .. }) => match wanted {
                    Wanted::Integer(wanted) => bits == wanted,
                    Wanted::Character => bits == 8,
                    _ => false,
                },
                Some(Scalar::Real) => wanted == Wanted::Double,
                Some(Scalar::Float) => wanted == Wanted::Float,
                Some(_) => false,
                None => true,
            };
            let what = "argument that is not what the format says";
            self.oblige(Term::bool(fits), &place.span, what)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conversions_are_found() {
        use Wanted::{Address, Character, Double, Float, Integer, Text};
        let printed = |format| conversions(format, Formatted::Printed);
        assert_eq!(printed("100 %%\n\0%d"), Some(Vec::new()));
        let all = vec![Integer(32), Double, Text, Character, Address];
        assert_eq!(printed("%d %-8.3lf%s %c %p"), Some(all));
        let starred = vec![Integer(32), Integer(32), Double, Integer(64)];
        assert_eq!(printed("%*.*f %zu"), Some(starred));
        assert_eq!(printed("%hd%ld"), Some(vec![Integer(32), Integer(64)]));
        assert_eq!(printed("%n"), None);
        let scanned = |format| conversions(format, Formatted::Scanned);
        let all = vec![Integer(32), Float, Double, Integer(16)];
        assert_eq!(scanned("%d %f %lf %*d %3hd"), Some(all));
    }

    #[test]
    fn strings_have_characters() {
        assert_eq!(characters("a\n\0b"), Some(vec![b'a', 10]));
        assert_eq!(characters("\u{e9}"), None);
    }
}
