//! Convex hulls.

use std::sync::Arc;

use super::Polyhedron;
use crate::block::{Block, LIMIT};
use crate::conversion::{Conversion, Kind};
use crate::row::Row;
use crate::system::System;

impl Polyhedron {
    /// The convex hull of both polyhedra, closed.
    ///
    /// Where the blocks that differ have more than 256 generators on one side, or their hull more
    /// than 128 constraints, a larger polyhedron: the exact hulls of those blocks that are small
    /// enough, for the others the constraints of either side moved until they hold for both, and the
    /// affine hull of both sides.
    ///
    /// # Panics
    /// Where they are of different spaces.
    #[must_use]
    pub fn join(&self, other: &Polyhedron) -> Polyhedron {
        if other.is_subset(self) {
            return self.clone();
        }
        if self.is_subset(other) {
            return other.clone();
        }
        let (left, right) = with_common_lines(self, other);
        let mut partition = left.partition();
        for block in right.blocks() {
            partition.unite(block.dims().iter().copied());
        }
        let used = left
            .blocks()
            .iter()
            .flat_map(|block| block.dims().iter().copied());
        let mut result = Vec::new();
        let mut different: Vec<Pair> = Vec::new();
        for dims in partition.classes(used) {
            let parts = |side: &Polyhedron| {
                let blocks = side.blocks().iter();
                let own = blocks.filter(|block| dims.binary_search(&block.dims()[0]).is_ok());
                own.cloned().collect::<Vec<Arc<Block>>>()
            };
            let (left, right) = (parts(&left), parts(&right));
            if left == right {
                result.extend(left);
            } else {
                different.push(Pair { dims, left, right });
            }
        }
        if different.is_empty() {
            return Polyhedron::of_shared(self.dimensions, result);
        }
        let all = Pair::all(&different);
        let (left, right) = all.products();
        if let Ok(hull) = left.hull(&right) {
            result.extend(hull.split().into_iter().map(Arc::new));
            return Polyhedron::of_shared(self.dimensions, result);
        }
        for pair in &different {
            result.extend(pair.hull().split().into_iter().map(Arc::new));
        }
        let equalities = affine_hull(&left, &right);
        let equalities = equalities
            .iter()
            .map(|row| left.constraint(crate::Relation::Eq, row));
        Polyhedron::of_shared(self.dimensions, result)
            .meet_constraints(&equalities.collect::<Vec<_>>())
    }

    /// The convex hull of several polyhedra; empty for none.
    ///
    /// # Panics
    /// Where one is not of the space with so many dimensions.
    #[must_use]
    pub fn join_all<'a>(
        dimensions: usize,
        polyhedra: impl IntoIterator<Item = &'a Polyhedron>,
    ) -> Polyhedron {
        let polyhedra = polyhedra.into_iter();
        polyhedra.fold(Polyhedron::bottom(dimensions), |join, next| join.join(next))
    }
}

/// Both sides with the free dimensions of the other: the hull has the lines of either. In the end
/// the same dimensions are free on both sides.
fn with_common_lines(left: &Polyhedron, right: &Polyhedron) -> (Polyhedron, Polyhedron) {
    let bound = |side: &Polyhedron| {
        let mut bound = vec![false; side.dimensions];
        let dims = side.blocks().iter().flat_map(|block| block.dims());
        dims.for_each(|dimension| bound[*dimension] = true);
        bound
    };
    let (mut left, mut right) = (left.clone(), right.clone());
    loop {
        let (in_left, in_right) = (bound(&left), bound(&right));
        if in_left == in_right {
            return (left, right);
        }
        let free_in = |bound: Vec<bool>| -> Vec<usize> {
            (0..bound.len())
                .filter(|dimension| !bound[*dimension])
                .collect()
        };
        (left, right) = (
            left.forget(&free_in(in_right)),
            right.forget(&free_in(in_left)),
        );
    }
}

/// What two polyhedra have over dimensions that neither relates to others.
struct Pair {
    dims: Vec<usize>,
    left: Vec<Arc<Block>>,
    right: Vec<Arc<Block>>,
}

impl Pair {
    fn all(pairs: &[Pair]) -> Pair {
        let mut dims: Vec<usize> = pairs.iter().flat_map(|pair| pair.dims.clone()).collect();
        dims.sort_unstable();
        Pair {
            dims,
            left: pairs.iter().flat_map(|pair| pair.left.clone()).collect(),
            right: pairs.iter().flat_map(|pair| pair.right.clone()).collect(),
        }
    }

    fn products(&self) -> (Block, Block) {
        let product = |parts: &[Arc<Block>]| Block::product(self.dims.clone(), parts);
        (product(&self.left), product(&self.right))
    }

    /// The hull, or what the constraints of both sides say when they are moved far enough.
    fn hull(&self) -> Block {
        let (left, right) = self.products();
        if let Ok(hull) = left.hull(&right) {
            return hull;
        }
        let mut rays = moved(&left, &right);
        rays.append(&mut moved(&right, &left));
        let constraints = System {
            lines: affine_hull(&left, &right),
            rays,
        };
        let hull = Block::of_constraints(self.dims.clone(), constraints);
        hull.expect("it contains both sides")
    }
}

/// The half-spaces of one side, each moved until it contains the other side too; those that cannot
/// be are left out.
fn moved(side: &Block, other: &Block) -> Vec<Row> {
    let columns = side.dims().len() + 1;
    let move_one = |row: Row| {
        let below: Vec<_> = row
            .support()
            .map(|column| (column, -row.get(column)))
            .collect();
        let distance = other.supremum(&below)?;
        Some(if distance.is_positive() {
            let constant = Row::unit(columns, 0);
            Row::combine(
                distance.denominator(),
                &row,
                distance.numerator(),
                &constant,
            )
        } else {
            row
        })
    };
    side.constraints()
        .half_spaces()
        .filter_map(move_one)
        .collect()
}

/// The equalities of the least affine space that contains both sides. In homogeneous coordinates it
/// is the sum of two linear spaces.
fn affine_hull(left: &Block, right: &Block) -> Vec<Row> {
    let no_equalities = |side: &Block| side.constraints().lines.is_empty();
    if no_equalities(left) || no_equalities(right) {
        return Vec::new();
    }
    let columns = left.dims().len() + 1;
    let mut sum = annihilator(columns, &left.constraints().lines);
    sum.append(&mut annihilator(columns, &right.constraints().lines));
    annihilator(columns, &sum)
}

/// The space of the vectors whose scalar product with all rows is zero.
fn annihilator(columns: usize, rows: &[Row]) -> Vec<Row> {
    let mut conversion = Conversion::universe(columns, LIMIT);
    for row in rows {
        conversion
            .add(row, Kind::Equality)
            .expect("equalities make no rays");
    }
    let (_, space) = conversion.finish(Vec::new());
    space.lines
}
