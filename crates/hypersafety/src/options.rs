//! What a caller may choose.

/// How the engine looks for a reduction that some assertions prove, and for what they lack.
///
/// A verdict never depends on these choices, but whether there is one, and when, does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// How proofs are checked.
    pub method: Method,
    /// Among which orders of threads the two fixpoints choose.
    pub orders: Orders,
    /// Which traces are learnt from; without a choice, several kinds take turns.
    pub counterexamples: Option<Counterexamples>,
}

/// How it is decided whether assertions prove some reduction of the programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Method {
    /// A game that is explored only as far as one order of the threads for each node needs.
    #[default]
    Lazy,
    /// The largest sets of sleeping steps with which a state is lost (papers/001, Lemma 7.4).
    Antichain,
    /// All lost states one by one (papers/001, rule Inactive), to compare with.
    Plain,
}

/// Among which orders of the threads the fixpoints choose at a state.
///
/// The paper orders single letters; certificates order threads, and so do these.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Orders {
    /// Some threads before all others (papers/001, section 7.3).
    #[default]
    Partition,
    /// All threads one after the other.
    Total,
}

/// Which traces of a lost game are learnt from.
///
/// For every order that may be chosen at a state, a lost game has a trace with which this choice is
/// lost. All of them together ensure progress (papers/001, Theorem 5.5); the others are the bounded
/// forms of section 8.1, and are faster.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counterexamples {
    /// Every one.
    All,
    /// The one in which the threads take turns.
    RoundRobin,
    /// The one of the orders that the lazy game tried first.
    Preferred,
    /// So many in which threads with small numbers come first.
    Leftmost(usize),
    /// So many from the middle, with as many to the left as to the right.
    Middle(usize),
}
