//! Closed convex polyhedra over the rational numbers.

mod join;
mod meet;
mod transform;
mod widen;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use logic::{Integer, Rational};

use crate::affine::{Affine, Constraint, Relation};
use crate::block::Block;
use crate::conversion::TooMany;
use crate::generator::Generator;
use crate::system::System;

/// A closed convex polyhedron in a space of finitely many dimensions, which have the numbers from 0
/// on.
///
/// Values are immutable and cheap to clone. Two polyhedra are equal as values exactly if they are
/// equal as sets (and in the same space).
///
/// Invariant: the blocks are those of the finest partition of the dimensions that no constraint
/// relates; they are ordered by their first dimension, and a dimension without constraints belongs
/// to no block. There are none in the empty polyhedron.
#[derive(Clone, PartialEq, Eq)]
pub struct Polyhedron {
    dimensions: usize,
    /// `None` for the empty polyhedron.
    blocks: Option<Vec<Arc<Block>>>,
}

/// The least and greatest value of an expression; `None` where there is no limit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The least value.
    pub lower: Option<Rational>,
    /// The greatest value.
    pub upper: Option<Rational>,
}

impl Polyhedron {
    /// The whole space.
    #[must_use]
    pub fn top(dimensions: usize) -> Self {
        Polyhedron {
            dimensions,
            blocks: Some(Vec::new()),
        }
    }

    /// The empty set.
    #[must_use]
    pub fn bottom(dimensions: usize) -> Self {
        Polyhedron {
            dimensions,
            blocks: None,
        }
    }

    /// The solutions of constraints.
    ///
    /// # Panics
    /// Where a constraint has a dimension that the space does not have.
    #[must_use]
    pub fn from_constraints<'a>(
        dimensions: usize,
        constraints: impl IntoIterator<Item = &'a Constraint>,
    ) -> Self {
        Polyhedron::top(dimensions).meet_constraints(constraints)
    }

    /// The least polyhedron with these generators; empty without a vertex. `None` where it has too
    /// many constraints to find them.
    ///
    /// # Panics
    /// Where a generator has another number of coordinates than the space has dimensions.
    #[must_use]
    pub fn from_generators<'a>(
        dimensions: usize,
        generators: impl IntoIterator<Item = &'a Generator>,
    ) -> Option<Self> {
        let mut system = System::default();
        let mut empty = true;
        for generator in generators {
            assert_eq!(
                generator.coordinates(),
                dimensions,
                "coordinates of {generator:?}"
            );
            let row = generator.row();
            empty &= !matches!(generator, Generator::Vertex(_));
            match generator {
                _ if row.is_zero() => {}
                Generator::Line(_) => system.lines.push(row),
                Generator::Ray(_) | Generator::Vertex(_) => system.rays.push(row),
            }
        }
        if empty {
            return Some(Polyhedron::bottom(dimensions));
        }
        match Block::of_generators((0..dimensions).collect(), &system) {
            Ok(block) => Some(Polyhedron::of_blocks(dimensions, block.split())),
            Err(TooMany) => None,
        }
    }

    fn of_blocks(dimensions: usize, blocks: impl IntoIterator<Item = Block>) -> Self {
        let blocks = blocks.into_iter().map(Arc::new).collect();
        Polyhedron::of_shared(dimensions, blocks)
    }

    fn of_shared(dimensions: usize, mut blocks: Vec<Arc<Block>>) -> Self {
        blocks.sort_unstable_by_key(|block| block.dims()[0]);
        Polyhedron {
            dimensions,
            blocks: Some(blocks),
        }
    }

    /// The number of dimensions of the space.
    #[must_use]
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// Whether there is no point.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.blocks.is_none()
    }

    /// Whether it is the whole space.
    #[must_use]
    pub fn is_top(&self) -> bool {
        self.blocks.as_ref().is_some_and(Vec::is_empty)
    }

    fn blocks(&self) -> &[Arc<Block>] {
        self.blocks.as_deref().unwrap_or_default()
    }

    /// The canonical constraints: no one is redundant; first the equalities, each solved for its
    /// first dimension, which occurs nowhere else; then the inequalities in order. One that is
    /// false, `1 <= 0`, for the empty polyhedron.
    #[must_use]
    pub fn constraints(&self) -> Vec<Constraint> {
        if self.is_empty() {
            return vec![Constraint::of_integers(
                Relation::Le,
                Vec::new(),
                Integer::ONE,
            )];
        }
        let blocks = self.blocks().iter();
        let mut constraints: Vec<Constraint> =
            blocks.flat_map(|block| block.to_constraints()).collect();
        // The order of constraints begins with the relation.
        constraints.sort_unstable();
        constraints
    }

    /// The equalities among the canonical constraints, which span the affine hull; none for the
    /// empty polyhedron.
    #[must_use]
    pub fn equalities(&self) -> Vec<Constraint> {
        let mut constraints = self.constraints();
        constraints.retain(|constraint| constraint.relation() == Relation::Eq);
        constraints
    }

    /// The canonical generators; none for the empty polyhedron, and `None` where they are too many
    /// to write down.
    #[must_use]
    pub fn generators(&self) -> Option<Vec<Generator>> {
        let Some(blocks) = &self.blocks else {
            return Some(Vec::new());
        };
        let product = Block::product((0..self.dimensions).collect(), blocks);
        let system = product.generators()?;
        let rays = system.rays.iter().map(Generator::of_ray);
        Some(
            system
                .lines
                .iter()
                .map(Generator::of_line)
                .chain(rays)
                .collect(),
        )
    }

    /// Whether a point, which has a number for every dimension, is in the polyhedron.
    ///
    /// # Panics
    /// Where the point is of another space.
    #[must_use]
    pub fn contains(&self, point: &[Rational]) -> bool {
        assert_eq!(point.len(), self.dimensions, "the coordinates of the point");
        !self.is_empty()
            && self
                .constraints()
                .iter()
                .all(|constraint| constraint.holds_at(point))
    }

    /// The least and greatest value of an expression; `None` for the empty polyhedron.
    ///
    /// # Panics
    /// Where the expression has a dimension that the space does not have.
    #[must_use]
    pub fn bounds(&self, expression: &Affine) -> Option<Bounds> {
        if self.is_empty() {
            return None;
        }
        let denominator = Rational::from(expression.denominator());
        let upper = |expression: &Affine| {
            let whole: Vec<(usize, Integer)> = expression
                .coefficients()
                .map(|(dimension, c)| (dimension, (c * &denominator).numerator().clone()))
                .collect();
            let greatest = self.supremum(&whole)?.checked_div(&denominator)?;
            Some(&greatest + expression.constant())
        };
        Some(Bounds {
            lower: upper(&-expression).map(|value| -value),
            upper: upper(expression),
        })
    }

    /// The greatest value of an expression without a constant; `None` where it has no limit. The
    /// blocks are independent of each other, so it is the sum of what each contributes.
    fn supremum(&self, coefficients: &[(usize, Integer)]) -> Option<Rational> {
        let mut sum = Rational::ZERO;
        let mut found = 0;
        for block in self.blocks() {
            let mut objective = Vec::new();
            for (dimension, coefficient) in coefficients {
                if let Ok(position) = block.dims().binary_search(dimension) {
                    objective.push((position + 1, coefficient.clone()));
                }
            }
            if !objective.is_empty() {
                found += objective.len();
                sum = &sum + &block.supremum(&objective)?;
            }
        }
        (found == coefficients.len()).then_some(sum)
    }

    /// Whether every point satisfies the constraint.
    ///
    /// # Panics
    /// Where the constraint has a dimension that the space does not have.
    #[must_use]
    pub fn entails(&self, constraint: &Constraint) -> bool {
        self.assert_has(constraint.dimensions());
        if self.is_empty() {
            return true;
        }
        let coefficients: Vec<(usize, Integer)> = constraint
            .coefficients()
            .map(|(dimension, c)| (dimension, c.clone()))
            .collect();
        let limit = Rational::from(-constraint.constant());
        let at_most = |coefficients: &[(usize, Integer)], limit: &Rational| {
            self.supremum(coefficients)
                .is_some_and(|greatest| greatest <= *limit)
        };
        if !at_most(&coefficients, &limit) {
            return false;
        }
        constraint.relation() == Relation::Le || {
            let negated: Vec<(usize, Integer)> = coefficients
                .iter()
                .map(|(dimension, c)| (*dimension, -c))
                .collect();
            at_most(&negated, &-limit)
        }
    }

    /// Whether every point of this polyhedron is in the other.
    ///
    /// # Panics
    /// Where they are of different spaces.
    #[must_use]
    pub fn is_subset(&self, other: &Polyhedron) -> bool {
        self.assert_same_space(other);
        if self.is_empty() || other.is_empty() {
            return self.is_empty();
        }
        other.blocks().iter().all(|block| {
            self.blocks().iter().any(|own| Arc::ptr_eq(own, block))
                || block
                    .to_constraints()
                    .all(|constraint| self.entails(&constraint))
        })
    }

    fn assert_same_space(&self, other: &Polyhedron) {
        assert_eq!(
            self.dimensions, other.dimensions,
            "polyhedra of different spaces"
        );
    }

    fn assert_has(&self, dimensions: usize) {
        assert!(
            dimensions <= self.dimensions,
            "a dimension of another space"
        );
    }
}

/// What is equal has equal constraints; the dimensions of the blocks are enough to tell most apart.
impl Hash for Polyhedron {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.dimensions.hash(state);
        self.is_empty().hash(state);
        for block in self.blocks() {
            block.dims().hash(state);
            block.constraints().hash(state);
        }
    }
}

impl fmt::Display for Polyhedron {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, constraint) in self.constraints().iter().enumerate() {
            let separator = if number == 0 { "" } else { ", " };
            write!(f, "{separator}{constraint}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Polyhedron {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}} of {} dimensions", self.dimensions)
    }
}
