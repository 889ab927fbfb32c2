//! What the origins in a module stand for.

use program::Origin;

use crate::Span;

/// The places that the [`Origin`]s of a module stand for: the head of a statement, a declaration,
/// a claim. The default origin stands for the start of the text.
#[derive(Clone, Debug)]
pub struct Origins(Vec<Span>);

impl Default for Origins {
    fn default() -> Self {
        Origins(vec![Span::default()])
    }
}

impl Origins {
    pub(crate) fn add(&mut self, span: Span) -> Origin {
        // A text has fewer than 2^32 bytes, and every origin has a byte of its own.
        let origin = u32::try_from(self.0.len()).expect("fewer statements than bytes");
        self.0.push(span);
        Origin(origin)
    }

    /// The place; `None` for an origin that another front end made.
    #[must_use]
    pub fn span(&self, origin: Origin) -> Option<Span> {
        self.0.get(origin.0 as usize).copied()
    }
}
