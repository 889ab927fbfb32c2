//! Sets of pairs as rows of bits.

/// A set of pairs of numbers, a row of bits for each first number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Pairs {
    words: usize,
    bits: Vec<u64>,
}

impl Pairs {
    /// No pair, with so many rows and columns.
    pub(crate) fn none(rows: usize, columns: usize) -> Self {
        let words = columns.div_ceil(64);
        Pairs {
            words,
            bits: vec![0; rows * words],
        }
    }

    #[inline]
    pub(crate) fn has(&self, row: u32, column: u32) -> bool {
        self.bits[row as usize * self.words + (column >> 6) as usize] >> (column & 63) & 1 == 1
    }

    /// Adds a pair; whether it is new.
    #[inline]
    pub(crate) fn insert(&mut self, row: u32, column: u32) -> bool {
        let word = &mut self.bits[row as usize * self.words + (column >> 6) as usize];
        let bit = 1 << (column & 63);
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Removes a pair.
    #[inline]
    pub(crate) fn remove(&mut self, row: u32, column: u32) {
        self.bits[row as usize * self.words + (column >> 6) as usize] &= !(1 << (column & 63));
    }

    fn row(&self, row: u32) -> &[u64] {
        &self.bits[row as usize * self.words..][..self.words]
    }

    /// Gives a row the columns that it has in another set.
    pub(crate) fn copy_row(&mut self, row: u32, other: &Pairs) {
        let start = row as usize * self.words;
        self.bits[start..start + self.words].copy_from_slice(other.row(row));
    }

    /// The columns of a row, in order.
    pub(crate) fn columns(&self, row: u32) -> impl Iterator<Item = u32> + '_ {
        ones(self.row(row).iter().copied())
    }

    /// The columns of a row that another set does not have, in order.
    pub(crate) fn columns_without<'a>(
        &'a self,
        row: u32,
        other: &'a Pairs,
    ) -> impl Iterator<Item = u32> + 'a {
        let words = self.row(row).iter().zip(other.row(row));
        ones(words.map(|(word, other)| word & !other))
    }
}

/// The positions of ones.
pub(crate) fn ones(words: impl Iterator<Item = u64>) -> impl Iterator<Item = u32> {
    words.zip(0_u32..).flat_map(|(mut word, position)| {
        std::iter::from_fn(move || {
            if word == 0 {
                return None;
            }
            let bit = word.trailing_zeros();
            word &= word - 1;
            Some(position * 64 + bit)
        })
    })
}
