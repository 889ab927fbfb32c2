//! Small sets of small numbers.

/// A set of numbers. Equal sets are equal values: there are no zero words at the end.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
pub(crate) struct Bits(Vec<u64>);

impl Bits {
    pub(crate) fn contains(&self, number: usize) -> bool {
        let word = self.0.get(number / 64).copied().unwrap_or(0);
        word >> (number % 64) & 1 == 1
    }

    pub(crate) fn insert(&mut self, number: usize) {
        if self.0.len() <= number / 64 {
            self.0.resize(number / 64 + 1, 0);
        }
        self.0[number / 64] |= 1 << (number % 64);
    }

    pub(crate) fn remove(&mut self, number: usize) {
        if let Some(word) = self.0.get_mut(number / 64) {
            *word &= !(1 << (number % 64));
            while self.0.last() == Some(&0) {
                self.0.pop();
            }
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(crate) fn is_subset(&self, of: &Bits) -> bool {
        self.0.len() <= of.0.len() && self.0.iter().zip(&of.0).all(|(a, b)| a & !b == 0)
    }

    /// Adds all of another set, and says whether that made a difference.
    pub(crate) fn extend_from(&mut self, other: &Bits) -> bool {
        if other.is_subset(self) {
            return false;
        }
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
        true
    }

    pub(crate) fn intersects(&self, other: &Bits) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    pub(crate) fn without(&self, other: &Bits) -> Bits {
        let words = self.0.iter().enumerate();
        let words = words.map(|(at, word)| word & !other.0.get(at).copied().unwrap_or(0));
        Bits(words.collect()).trimmed()
    }

    /// What is in both sets.
    pub(crate) fn common(&self, other: &Bits) -> Bits {
        let words = self.0.iter().zip(&other.0).map(|(a, b)| a & b);
        Bits(words.collect()).trimmed()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(at, word)| {
            let mut rest = *word;
            std::iter::from_fn(move || {
                if rest == 0 {
                    return None;
                }
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                Some(at * 64 + bit)
            })
        })
    }

    fn trimmed(mut self) -> Self {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        self
    }
}

impl FromIterator<usize> for Bits {
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> Self {
        let mut bits = Bits::default();
        numbers.into_iter().for_each(|number| bits.insert(number));
        bits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_behave_like_sets() {
        let small: Bits = [1, 70].into_iter().collect();
        let large: Bits = [1, 2, 70, 200].into_iter().collect();
        assert!(small.is_subset(&large) && !large.is_subset(&small));
        assert_eq!(large.iter().collect::<Vec<_>>(), [1, 2, 70, 200]);
        assert_eq!(large.without(&[200].into_iter().collect()).len(), 3);
        assert_eq!(large.without(&large), Bits::default());
        assert_eq!(large.common(&small), small);
        assert_eq!(
            small.common(&[2, 200].into_iter().collect()),
            Bits::default()
        );
        let mut grown = small.clone();
        assert!(grown.extend_from(&large) && !grown.extend_from(&small));
        assert_eq!(grown, large);
        assert!(small.intersects(&large) && !small.intersects(&[3].into_iter().collect()));
    }
}
