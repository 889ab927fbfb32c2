//! Places in a text.

use std::fmt;
use std::ops::Range;

/// A place in a text: the bytes from `start` up to `end`, which may be the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    /// The offset of the first byte.
    pub start: u32,
    /// The offset behind the last byte.
    pub end: u32,
}

impl Span {
    /// The span of these bytes. The lexer refuses texts that are longer than `u32` counts.
    pub(crate) fn new(range: Range<usize>) -> Self {
        let offset = |at: usize| u32::try_from(at).expect("the lexer refuses longer texts");
        Span {
            start: offset(range.start),
            end: offset(range.end),
        }
    }

    /// The span from the start of this one to the end of another.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span {
            start: self.start,
            end: other.end.max(self.start),
        }
    }

    /// The empty span behind this one.
    #[must_use]
    pub fn behind(self) -> Span {
        Span {
            start: self.end,
            end: self.end,
        }
    }

    /// The span as a range of offsets.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The bytes of the text at this place.
    #[must_use]
    pub fn of(self, text: &str) -> &str {
        &text[self.range()]
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "@{}..{}", self.start, self.end)
    }
}
