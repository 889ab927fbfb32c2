//! Sets of small numbers.

/// A set of numbers as bits; the first 64 numbers need no allocation.
///
/// Invariant: the last word of `rest` is not zero, so that equality is equality of sets.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Bits {
    first: u64,
    rest: Vec<u64>,
}

impl Bits {
    /// The numbers below `count`.
    pub(crate) fn below(count: usize) -> Bits {
        let mut bits = Bits::default();
        for number in 0..count {
            bits.insert(number);
        }
        bits
    }

    pub(crate) fn insert(&mut self, number: usize) {
        if number < 64 {
            self.first |= 1 << number;
            return;
        }
        let word = number / 64 - 1;
        if self.rest.len() <= word {
            self.rest.resize(word + 1, 0);
        }
        self.rest[word] |= 1 << (number % 64);
    }

    pub(crate) fn contains(&self, number: usize) -> bool {
        let word = match number / 64 {
            0 => self.first,
            word => self.rest.get(word - 1).copied().unwrap_or(0),
        };
        word & (1 << (number % 64)) != 0
    }

    pub(crate) fn intersection(&self, other: &Bits) -> Bits {
        let words = self.rest.iter().zip(&other.rest);
        let mut rest: Vec<u64> = words.map(|(a, b)| a & b).collect();
        while rest.last() == Some(&0) {
            rest.pop();
        }
        Bits {
            first: self.first & other.first,
            rest,
        }
    }

    /// The number of elements that both sets have.
    pub(crate) fn common_len(&self, other: &Bits) -> usize {
        let rest = self.rest.iter().zip(&other.rest);
        let rest = rest.map(|(a, b)| (a & b).count_ones());
        ((self.first & other.first).count_ones() + rest.sum::<u32>()) as usize
    }

    /// Whether what two sets have in common is in this one.
    pub(crate) fn contains_common(&self, a: &Bits, b: &Bits) -> bool {
        if a.first & b.first & !self.first != 0 {
            return false;
        }
        let mut words = a.rest.iter().zip(&b.rest).enumerate();
        words.all(|(word, (a, b))| a & b & !self.rest.get(word).copied().unwrap_or(0) == 0)
    }

    pub(crate) fn is_subset(&self, other: &Bits) -> bool {
        self.first & !other.first == 0
            && self.rest.len() <= other.rest.len()
            && self.rest.iter().zip(&other.rest).all(|(a, b)| a & !b == 0)
    }

    pub(crate) fn len(&self) -> usize {
        let rest = self.rest.iter().map(|word| word.count_ones());
        (self.first.count_ones() + rest.sum::<u32>()) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_agree_across_the_first_word() {
        let of = |numbers: &[usize]| {
            let mut bits = Bits::default();
            numbers.iter().for_each(|number| bits.insert(*number));
            bits
        };
        let (a, b) = (of(&[3, 64, 200]), of(&[3, 64, 65]));
        assert_eq!(a.intersection(&b), of(&[3, 64]));
        assert_eq!(of(&[3, 200]).intersection(&of(&[3, 128])), of(&[3]));
        assert!(of(&[3, 64]).is_subset(&a) && !a.is_subset(&of(&[3, 64])));
        assert_eq!((a.len(), Bits::below(130).len()), (3, 130));
    }
}
