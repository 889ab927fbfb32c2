//! Where things stand in the texts.

use std::collections::BTreeMap;
use std::ops::Range;

use program::Origin;

/// A place in one of the texts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The position of the text: 0 for the first, 1 for the one that it is compared with.
    pub file: usize,
    /// The bytes.
    pub span: Range<usize>,
    /// What is claimed there, where the text does not say it itself, as `index out of bounds`.
    pub claim: Option<&'static str>,
}

/// Places by origins.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spans {
    places: Vec<Place>,
    numbers: BTreeMap<(usize, usize, usize, Option<&'static str>), u32>,
    /// The text that is being read.
    pub(crate) file: usize,
}

impl Spans {
    pub(crate) fn origin(&mut self, span: &Range<usize>) -> Origin {
        self.insert(span, None)
    }

    /// The origin of a claim that the text does not make itself.
    pub(crate) fn noted(&mut self, span: &Range<usize>, claim: &'static str) -> Origin {
        self.insert(span, Some(claim))
    }

    fn insert(&mut self, span: &Range<usize>, claim: Option<&'static str>) -> Origin {
        if self.places.is_empty() {
            // The default origin is the whole first text.
            self.places.push(Place {
                file: 0,
                span: 0..0,
                claim: None,
            });
        }
        let key = (self.file, span.start, span.end, claim);
        let number = *self.numbers.entry(key).or_insert_with(|| {
            self.places.push(Place {
                file: self.file,
                span: span.clone(),
                claim,
            });
            u32::try_from(self.places.len() - 1).unwrap_or_default()
        });
        Origin(number)
    }

    pub(crate) fn place(&self, origin: Origin) -> Option<&Place> {
        self.places.get(origin.0 as usize)
    }

    pub(crate) fn span(&self, origin: Origin) -> Option<Range<usize>> {
        Some(self.place(origin)?.span.clone())
    }
}
