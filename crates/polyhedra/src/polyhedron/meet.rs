//! Intersections.

use std::sync::Arc;

use logic::Integer;

use super::Polyhedron;
use crate::affine::{Constraint, Relation};
use crate::block::{Block, system_of};
use crate::partition::Partition;

impl Polyhedron {
    /// The points of both polyhedra.
    ///
    /// # Panics
    /// Where they are of different spaces.
    #[must_use]
    pub fn meet(&self, other: &Polyhedron) -> Polyhedron {
        self.assert_same_space(other);
        let (Some(own), Some(others)) = (&self.blocks, &other.blocks) else {
            return Polyhedron::bottom(self.dimensions);
        };
        let mut bound = vec![false; self.dimensions];
        let dims = own.iter().flat_map(|block| block.dims());
        dims.for_each(|dimension| bound[*dimension] = true);
        // What the other side alone speaks of is taken as it is.
        let (shared, new): (Vec<&Arc<Block>>, Vec<&Arc<Block>>) = others
            .iter()
            .partition(|block| block.dims().iter().any(|dimension| bound[*dimension]));
        let shared = shared.into_iter().filter(|block| !own.contains(block));
        let constraints: Vec<Constraint> =
            shared.flat_map(|block| block.to_constraints()).collect();
        let blocks = own.iter().chain(new).cloned().collect();
        Polyhedron::of_shared(self.dimensions, blocks).meet_constraints(&constraints)
    }

    /// The points that satisfy all constraints. To add many at once is faster than one by one.
    ///
    /// # Panics
    /// Where a constraint has a dimension that the space does not have.
    #[must_use]
    pub fn meet_constraints<'a>(
        &self,
        constraints: impl IntoIterator<Item = &'a Constraint>,
    ) -> Polyhedron {
        let Some(blocks) = &self.blocks else {
            return self.clone();
        };
        // What holds already must not relate blocks to each other.
        let news = constraints
            .into_iter()
            .filter(|constraint| !self.entails(constraint));
        let news: Vec<&Constraint> = news.collect();
        if news.is_empty() {
            return self.clone();
        }
        if news
            .iter()
            .any(|constraint| constraint.coefficients().len() == 0)
        {
            return Polyhedron::bottom(self.dimensions);
        }
        let mut partition = self.partition();
        let mut used: Vec<bool> = vec![false; self.dimensions];
        for constraint in &news {
            let dims = || constraint.coefficients().map(|(dimension, _)| dimension);
            dims().for_each(|dimension| used[dimension] = true);
            partition.unite(dims());
        }
        for block in blocks {
            block
                .dims()
                .iter()
                .for_each(|dimension| used[*dimension] = true);
        }
        let mut result = Vec::new();
        for class in partition.classes((0..self.dimensions).filter(|d| used[*d])) {
            let root = class[0];
            let mut in_class = |dimension: usize| partition.class(dimension) == root;
            let parts: Vec<Arc<Block>> = blocks
                .iter()
                .filter(|block| in_class(block.dims()[0]))
                .cloned()
                .collect();
            let mut own = news.iter().filter(|c| {
                let first = c.coefficients().next();
                first.is_some_and(|(dimension, _)| in_class(dimension))
            });
            let own: Vec<&Constraint> = own.by_ref().copied().collect();
            if own.is_empty() {
                result.extend(parts);
                continue;
            }
            let system = system_of(&class, own);
            match Block::product(class, &parts).meet(&system) {
                Some(block) => result.extend(block.split().into_iter().map(Arc::new)),
                None => return Polyhedron::bottom(self.dimensions),
            }
        }
        Polyhedron::of_shared(self.dimensions, result)
    }

    /// The partition of the dimensions into blocks, free dimensions being alone.
    pub(super) fn partition(&self) -> Partition {
        let mut partition = Partition::discrete(self.dimensions);
        for block in self.blocks() {
            partition.unite(block.dims().iter().copied());
        }
        partition
    }

    /// A polyhedron between this one and the convex hull of those of its points that have integers
    /// in the chosen dimensions: the coefficients of each constraint over such dimensions are
    /// divided by their common divisor, and the constant is rounded. What is new may allow another
    /// round.
    #[must_use]
    pub fn tighten_integers(&self, is_integer: impl Fn(usize) -> bool) -> Polyhedron {
        let mut news = Vec::new();
        for constraint in self.constraints() {
            if !constraint
                .coefficients()
                .all(|(dimension, _)| is_integer(dimension))
            {
                continue;
            }
            let divisor = constraint
                .coefficients()
                .fold(Integer::ZERO, |gcd, (_, c)| gcd.gcd(c));
            let Some(least) = (-constraint.constant()).div_floor(&divisor) else {
                continue;
            };
            if divisor.is_one() {
                continue;
            }
            if constraint.relation() == Relation::Eq {
                // The divisor does not divide the constant, or it would not be in normal form.
                return Polyhedron::bottom(self.dimensions);
            }
            let coefficients = constraint
                .coefficients()
                .map(|(dimension, c)| (dimension, crate::row::exact_quotient(c, &divisor)));
            news.push(Constraint::of_integers(
                Relation::Le,
                coefficients.collect(),
                -least,
            ));
        }
        self.meet_constraints(&news)
    }
}
