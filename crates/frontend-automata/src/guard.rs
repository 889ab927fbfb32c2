//! Formulas over propositions.

/// A formula that says which valuations a transition reads.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Guard {
    Constant(bool),
    /// A proposition, by its position.
    Proposition(u32),
    Not(Box<Guard>),
    All(Vec<Guard>),
    Any(Vec<Guard>),
}

impl Guard {
    /// The number of its parts.
    pub(crate) fn size(&self) -> usize {
        match self {
            Guard::Constant(_) | Guard::Proposition(_) => 1,
            Guard::Not(part) => 1 + part.size(),
            Guard::All(parts) | Guard::Any(parts) => {
                1 + parts.iter().map(Guard::size).sum::<usize>()
            }
        }
    }

    /// The formula with its propositions renumbered.
    pub(crate) fn renumber(&self, number: &dyn Fn(u32) -> u32) -> Guard {
        let each = |parts: &[Guard]| parts.iter().map(|part| part.renumber(number)).collect();
        match self {
            Guard::Constant(value) => Guard::Constant(*value),
            Guard::Proposition(position) => Guard::Proposition(number(*position)),
            Guard::Not(part) => Guard::Not(Box::new(part.renumber(number))),
            Guard::All(parts) => Guard::All(each(parts)),
            Guard::Any(parts) => Guard::Any(each(parts)),
        }
    }

    /// The formula that holds in one valuation of so many propositions: in position `code` of those
    /// that count up in binary, the first proposition lowest.
    pub(crate) fn minterm(propositions: u32, code: u64) -> Guard {
        let literal = |position: u32| match code >> position & 1 {
            1 => Guard::Proposition(position),
            _ => Guard::Not(Box::new(Guard::Proposition(position))),
        };
        Guard::All((0..propositions).map(literal).collect())
    }
}
