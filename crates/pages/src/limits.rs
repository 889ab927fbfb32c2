//! How much is shown of what can be huge.

/// How much is shown. All of these are numbers of things on the page, so that the same report always gives
/// the same page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Limits {
    /// Rows at each end of a counterexample; fewer where they are full of steps.
    pub(crate) rows_at_each_end: usize,
    /// Columns of a counterexample; further actors share the last one.
    pub(crate) lanes: usize,
    /// Variables of a step.
    pub(crate) values: usize,
    /// Characters of a value.
    pub(crate) value: usize,
    /// Characters of a line: names, actions, lines of sources.
    pub(crate) line: usize,
    /// Characters of a longer text: an invariant, a reason, an abstraction.
    pub(crate) text: usize,
    /// Entries of a list: warnings, invariants, attempts.
    pub(crate) entries: usize,
    /// Lines up to which a source is shown as a whole.
    pub(crate) whole_source: usize,
    /// Claims, of those that are as expected the first ones.
    pub(crate) claims: usize,
    /// Lines around one that is linked to, where a source is not shown as a whole.
    pub(crate) around: usize,
}

impl Limits {
    /// From a page that shows nearly everything to one that shows the least.
    pub(crate) fn from_wide_to_narrow() -> [Limits; 6] {
        [
            Limits {
                rows_at_each_end: 100,
                lanes: 64,
                values: 40,
                value: 120,
                line: 400,
                text: 8_000,
                entries: 100,
                whole_source: 2_000,
                claims: 20_000,
                around: 20,
            },
            Limits {
                rows_at_each_end: 40,
                lanes: 64,
                values: 20,
                value: 80,
                line: 240,
                text: 3_000,
                entries: 50,
                whole_source: 1_000,
                claims: 5_000,
                around: 10,
            },
            Limits {
                rows_at_each_end: 16,
                lanes: 32,
                values: 10,
                value: 60,
                line: 160,
                text: 1_000,
                entries: 20,
                whole_source: 400,
                claims: 2_000,
                around: 5,
            },
            Limits {
                rows_at_each_end: 8,
                lanes: 16,
                values: 6,
                value: 40,
                line: 120,
                text: 400,
                entries: 10,
                whole_source: 0,
                claims: 1_000,
                around: 3,
            },
            Limits {
                rows_at_each_end: 4,
                lanes: 8,
                values: 4,
                value: 30,
                line: 80,
                text: 200,
                entries: 5,
                whole_source: 0,
                claims: 500,
                around: 1,
            },
            Limits {
                rows_at_each_end: 2,
                lanes: 4,
                values: 3,
                value: 20,
                line: 60,
                text: 120,
                entries: 3,
                whole_source: 0,
                claims: 300,
                around: 0,
            },
        ]
    }
}
