//! Where pairs stand: the order in which they entered the least fixpoint.

/// A rank, and the goal of the first automaton that is missed while it stays.
pub(super) type Rank = (u32, Option<u32>);

/// Where the pairs of a goal stand.
#[derive(Clone, Default)]
pub(super) struct Ranks {
    columns: usize,
    /// The stamp with which a pair entered `Y`, row by row; zero for none.
    stamps: Vec<u32>,
    /// For each stamp the goal that is missed.
    missed: Vec<Option<u32>>,
}

impl Ranks {
    pub(super) fn new(rows: usize, columns: usize) -> Self {
        Ranks {
            columns,
            stamps: vec![0; rows * columns],
            missed: vec![None],
        }
    }

    /// A new stamp.
    pub(super) fn stamp(&mut self, missed: Option<u32>) -> u32 {
        self.missed.push(missed);
        self.missed.len() as u32 - 1
    }

    pub(super) fn set(&mut self, from: u32, to: u32, stamp: u32) {
        self.stamps[from as usize * self.columns + to as usize] = stamp;
    }

    pub(super) fn get(&self, (from, to): (u32, u32)) -> Option<Rank> {
        match self.stamps[from as usize * self.columns + to as usize] {
            0 => None,
            stamp => Some((stamp, self.missed[stamp as usize])),
        }
    }
}
