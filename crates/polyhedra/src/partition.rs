//! Partitions of a finite set of numbers.

/// Classes of the numbers below some bound, as a forest.
///
/// Invariant: the root of a tree is its least number, so that the classes do not depend on the
/// order in which they were united.
#[derive(Clone, Debug)]
pub(crate) struct Partition(Vec<usize>);

impl Partition {
    /// Every number is alone.
    pub(crate) fn discrete(count: usize) -> Partition {
        Partition((0..count).collect())
    }

    /// The least number of a class.
    pub(crate) fn class(&mut self, number: usize) -> usize {
        let mut root = number;
        while self.0[root] != root {
            self.0[root] = self.0[self.0[root]];
            root = self.0[root];
        }
        root
    }

    /// Puts all numbers into one class.
    pub(crate) fn unite(&mut self, numbers: impl IntoIterator<Item = usize>) {
        let mut numbers = numbers.into_iter();
        let Some(first) = numbers.next() else {
            return;
        };
        let mut class = self.class(first);
        for number in numbers {
            let other = self.class(number);
            let (least, greatest) = (class.min(other), class.max(other));
            self.0[greatest] = least;
            class = least;
        }
    }

    /// The classes that a number of `numbers` belongs to, each in order, restricted to these.
    pub(crate) fn classes(&mut self, numbers: impl IntoIterator<Item = usize>) -> Vec<Vec<usize>> {
        let mut classes: Vec<Vec<usize>> = vec![Vec::new(); self.0.len()];
        for number in numbers {
            let class = self.class(number);
            classes[class].push(number);
        }
        classes.retain(|class| !class.is_empty());
        classes.iter_mut().for_each(|class| class.sort_unstable());
        classes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_in_order_whatever_was_united_first() {
        let mut partition = Partition::discrete(6);
        partition.unite([4, 2]);
        partition.unite([5, 1]);
        partition.unite([1, 4]);
        assert_eq!(partition.classes([5, 3, 4, 1]), [vec![1, 4, 5], vec![3]]);
        assert_eq!(partition.class(5), 1);
    }
}
