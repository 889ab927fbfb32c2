//! Projections, renamings and affine transformations of grids.

use logic::Rational;

use super::Grid;
use super::module::Module;
use crate::affine::Affine;
use crate::row::Row;

impl Grid {
    /// What is known when the values of some dimensions are forgotten.
    ///
    /// # Panics
    /// Where the space has no such dimension.
    #[must_use]
    pub fn forget(&self, forgotten: &[usize]) -> Grid {
        let Some(pair) = &self.pair else {
            return self.clone();
        };
        let columns = self.dimensions + 1;
        let lines = forgotten
            .iter()
            .map(|dimension| Row::unit(columns, dimension + 1));
        let lines = Module::new(columns, lines.collect(), Vec::new());
        Grid::of_generators(self.dimensions, pair.generators.sum(&lines))
    }

    /// The grid in a space with more dimensions, which come last and may have any value.
    #[must_use]
    pub fn add_dimensions(&self, count: usize) -> Grid {
        self.rename(self.dimensions + count, Some)
    }

    /// The projection onto the other dimensions, which keep their order and get new numbers.
    #[must_use]
    pub fn remove_dimensions(&self, removed: &[usize]) -> Grid {
        let kept: Vec<usize> = (0..self.dimensions)
            .filter(|d| !removed.contains(d))
            .collect();
        self.rename(kept.len(), |dimension| kept.binary_search(&dimension).ok())
    }

    /// The grid in a space of `dimensions` dimensions with other numbers for its own. Those without
    /// a number are projected away; those of the new space that no one gets are free.
    ///
    /// # Panics
    /// Where two dimensions get the same number, or one that the new space does not have.
    #[must_use]
    pub fn rename(&self, dimensions: usize, number: impl Fn(usize) -> Option<usize>) -> Grid {
        let mut sources: Vec<Option<usize>> = vec![None; dimensions];
        for dimension in 0..self.dimensions {
            if let Some(new) = number(dimension) {
                assert!(
                    sources[new].is_none(),
                    "two dimensions get the number {new}"
                );
                sources[new] = Some(dimension);
            }
        }
        let Some(pair) = &self.pair else {
            return Grid::bottom(dimensions);
        };
        let move_columns = |vector: &[Rational]| {
            let moved = sources.iter().map(|source| match source {
                Some(dimension) => vector[dimension + 1].clone(),
                None => Rational::ZERO,
            });
            [vector[0].clone()].into_iter().chain(moved).collect()
        };
        let free: Vec<usize> = (0..dimensions).filter(|d| sources[*d].is_none()).collect();
        let columns = dimensions + 1;
        Grid::of_generators(dimensions, pair.generators.map(columns, move_columns)).forget(&free)
    }

    /// What holds after a dimension has got the value of an expression.
    ///
    /// # Panics
    /// Where the space has no such dimension.
    #[must_use]
    pub fn assign(&self, dimension: usize, value: &Affine) -> Grid {
        self.image(&[(dimension, value.clone())])
    }

    /// What holds after some dimensions have got the values of expressions, all at once.
    ///
    /// # Panics
    /// Where the space has no such dimension.
    #[must_use]
    pub fn image(&self, assignment: &[(usize, Affine)]) -> Grid {
        let Some(pair) = &self.pair else {
            return self.clone();
        };
        let step = |vector: &[Rational]| {
            let mut after = vector.to_vec();
            for (dimension, value) in assignment {
                after[dimension + 1] = homogeneous(value, vector);
            }
            after
        };
        Grid::of_generators(
            self.dimensions,
            pair.generators.map(self.dimensions + 1, step),
        )
    }

    /// What must hold so that a point of the grid is reached when some dimensions get the values of
    /// expressions, all at once.
    ///
    /// # Panics
    /// Where the space has no such dimension.
    #[must_use]
    pub fn preimage(&self, assignment: &[(usize, Affine)]) -> Grid {
        let Some(pair) = &self.pair else {
            return self.clone();
        };
        // The expression `a` of what comes after, as one of what was before.
        let put_in = |a: &[Rational]| {
            let mut before = a.to_vec();
            for (dimension, _) in assignment {
                before[dimension + 1] = Rational::ZERO;
            }
            for (dimension, value) in assignment {
                let factor = &a[dimension + 1];
                before[0] = &before[0] + &(factor * value.constant());
                for (other, coefficient) in value.coefficients() {
                    before[other + 1] = &before[other + 1] + &(factor * coefficient);
                }
            }
            before
        };
        let congruences = pair.congruences.map(self.dimensions + 1, put_in);
        Grid::of_congruences(self.dimensions, congruences)
    }
}

/// The value of an expression at a vector in homogeneous coordinates.
pub(super) fn homogeneous(expression: &Affine, vector: &[Rational]) -> Rational {
    let coefficients = expression.coefficients();
    coefficients.fold(expression.constant() * &vector[0], |sum, (dimension, c)| {
        sum + c * &vector[dimension + 1]
    })
}
