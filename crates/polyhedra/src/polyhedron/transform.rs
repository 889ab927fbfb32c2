//! Projections, renamings and affine transformations.

use std::sync::Arc;

use super::Polyhedron;
use crate::affine::{Affine, Constraint};

impl Polyhedron {
    /// What is known when the values of some dimensions are forgotten: the points that differ from
    /// one of the polyhedron at most there. A larger set where a dimension has some dozens of lower
    /// and of upper bounds and too many of their combinations matter.
    ///
    /// # Panics
    /// Where the space has no such dimension.
    #[must_use]
    pub fn forget(&self, forgotten: &[usize]) -> Polyhedron {
        forgotten
            .iter()
            .for_each(|dimension| self.assert_has(dimension + 1));
        let Some(blocks) = &self.blocks else {
            return self.clone();
        };
        let mut result = Vec::new();
        for block in blocks {
            if !block
                .dims()
                .iter()
                .any(|dimension| forgotten.contains(dimension))
            {
                result.push(block.clone());
            } else if !block
                .dims()
                .iter()
                .all(|dimension| forgotten.contains(dimension))
            {
                let rest = (**block).clone().project(forgotten);
                result.extend(rest.split().into_iter().map(Arc::new));
            }
        }
        Polyhedron::of_shared(self.dimensions, result)
    }

    /// The polyhedron in a space with more dimensions, which come last and may have any value.
    #[must_use]
    pub fn add_dimensions(&self, count: usize) -> Polyhedron {
        Polyhedron {
            dimensions: self.dimensions + count,
            blocks: self.blocks.clone(),
        }
    }

    /// The projection onto the other dimensions, which keep their order and get new numbers.
    ///
    /// # Panics
    /// Where the space has no such dimension.
    #[must_use]
    pub fn remove_dimensions(&self, removed: &[usize]) -> Polyhedron {
        let kept: Vec<usize> = (0..self.dimensions)
            .filter(|d| !removed.contains(d))
            .collect();
        self.forget(removed)
            .rename(kept.len(), |dimension| kept.binary_search(&dimension).ok())
    }

    /// The polyhedron in a space of `dimensions` dimensions with other numbers for its own. Those
    /// without a number are projected away; those of the new space that no one gets are free.
    ///
    /// # Panics
    /// Where two dimensions get the same number, or one that the new space does not have.
    #[must_use]
    pub fn rename(&self, dimensions: usize, number: impl Fn(usize) -> Option<usize>) -> Polyhedron {
        let numbers: Vec<Option<usize>> = (0..self.dimensions).map(number).collect();
        let mut taken = vec![false; dimensions];
        for new in numbers.iter().flatten() {
            assert!(!taken[*new], "two dimensions get the number {new}");
            taken[*new] = true;
        }
        let lost: Vec<usize> = (0..self.dimensions)
            .filter(|d| numbers[*d].is_none())
            .collect();
        let rest = self.forget(&lost);
        let Some(blocks) = rest.blocks else {
            return Polyhedron::bottom(dimensions);
        };
        let name = |dimension: usize| numbers[dimension].expect("it was not projected away");
        let blocks = blocks.into_iter().map(|block| {
            if block
                .dims()
                .iter()
                .all(|dimension| name(*dimension) == *dimension)
            {
                block
            } else {
                Arc::new(block.renamed(name))
            }
        });
        Polyhedron::of_shared(dimensions, blocks.collect())
    }

    /// What holds after a dimension has got the value of an expression.
    ///
    /// # Panics
    /// Where the space has no such dimension.
    #[must_use]
    pub fn assign(&self, dimension: usize, value: &Affine) -> Polyhedron {
        self.image(&[(dimension, value.clone())])
    }

    /// What holds after some dimensions have got the values of expressions, all at once.
    ///
    /// # Panics
    /// Where the space has no such dimension, or one gets two values.
    #[must_use]
    pub fn image(&self, assignment: &[(usize, Affine)]) -> Polyhedron {
        let (old, equations) = self.equations(assignment);
        let both = self
            .add_dimensions(old.len())
            .meet_constraints(&equations)
            .forget(&old);
        both.rename(self.dimensions, |dimension| {
            match dimension.checked_sub(self.dimensions) {
                Some(position) => Some(old[position]),
                None => (!old.contains(&dimension)).then_some(dimension),
            }
        })
    }

    /// What must hold so that a point of the polyhedron is reached when some dimensions get the
    /// values of expressions, all at once.
    ///
    /// # Panics
    /// Where the space has no such dimension, or one gets two values.
    #[must_use]
    pub fn preimage(&self, assignment: &[(usize, Affine)]) -> Polyhedron {
        let (old, equations) = self.equations(assignment);
        let after = self.rename(self.dimensions + old.len(), |dimension| {
            let position = old.iter().position(|d| *d == dimension);
            Some(position.map_or(dimension, |position| self.dimensions + position))
        });
        let new: Vec<usize> = (self.dimensions..after.dimensions).collect();
        after.meet_constraints(&equations).remove_dimensions(&new)
    }

    /// The assigned dimensions, and for each that a new dimension is equal to its new value.
    fn equations(&self, assignment: &[(usize, Affine)]) -> (Vec<usize>, Vec<Constraint>) {
        let equations = assignment.iter().enumerate().map(|(position, (_, value))| {
            Constraint::eq(&Affine::dimension(self.dimensions + position), value)
        });
        (
            assignment.iter().map(|(dimension, _)| *dimension).collect(),
            equations.collect(),
        )
    }
}
