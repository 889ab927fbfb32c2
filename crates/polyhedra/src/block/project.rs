//! Projections of blocks.

use std::cmp::Ordering;

use super::{Block, LIMIT};
use crate::bits::Bits;
use crate::conversion::irredundant;
use crate::redundancy::eliminate;
use crate::row::Row;
use crate::system::System;

/// How many combinations of constraints are tried before a dimension is eliminated by its
/// generators instead; and how many at all where there are none.
const FEW_COMBINATIONS: usize = 200;

/// How many combinations of constraints are tried at all, where the generators show which of them
/// are redundant. Where there are more, what they say is lost.
const MANY_COMBINATIONS: usize = 4 * LIMIT;

impl Block {
    /// What is left over the other dimensions when some may have any value.
    pub(crate) fn project(mut self, forgotten: &[usize]) -> Block {
        let mut open: Vec<usize> = forgotten
            .iter()
            .copied()
            .filter(|d| self.dims.binary_search(d).is_ok())
            .collect();
        while let Some((position, combinations)) = open
            .iter()
            .map(|dimension| self.combinations(*dimension))
            .enumerate()
            .min_by_key(|(_, combinations)| *combinations)
        {
            if combinations > FEW_COMBINATIONS
                && let Some(block) = self.project_generators(&open)
            {
                return block;
            }
            let dimension = open.swap_remove(position);
            self = self.project_one(dimension);
        }
        self
    }

    fn column(&self, dimension: usize) -> usize {
        1 + self
            .dims
            .binary_search(&dimension)
            .expect("the block has the dimension")
    }

    /// How many constraints Fourier and Motzkin make of those that bound a dimension.
    fn combinations(&self, dimension: usize) -> usize {
        let column = self.column(dimension);
        if self
            .constraints
            .lines
            .iter()
            .any(|row| !row.is_zero_at(column))
        {
            return 0;
        }
        let count = |sign: Ordering| {
            self.constraints
                .rays
                .iter()
                .filter(|row| row.sign(column) == sign)
                .count()
        };
        count(Ordering::Less) * count(Ordering::Greater)
    }

    fn project_generators(&self, forgotten: &[usize]) -> Option<Block> {
        let mut dims = self.dims.clone();
        dims.retain(|dimension| !forgotten.contains(dimension));
        let generators = self.generators.as_ref()?.select(&self.columns_over(&dims));
        Block::of_generators(dims, &generators).ok()
    }

    fn project_one(self, dimension: usize) -> Block {
        let column = self.column(dimension);
        let mut dims = self.dims.clone();
        dims.remove(column - 1);
        let selection = self.columns_over(&dims);
        let lines = &self.constraints.lines;
        let solved = lines.iter().any(|row| !row.is_zero_at(column));
        let limit = if self.generators.is_some() {
            MANY_COMBINATIONS
        } else {
            FEW_COMBINATIONS
        };
        let exact = self.combinations(dimension) <= limit;
        let constraints = eliminate(column, self.constraints, limit).select(&selection);
        let generators = self.generators.filter(|_| exact);
        match generators.map(|generators| generators.select(&selection)) {
            // The dimension is a function of the others, so nothing becomes redundant.
            Some(generators) if solved => {
                Block::new(dims, constraints.canonical(), Some(generators.canonical()))
            }
            Some(generators) => Block::of_redundant_pair(dims, constraints, generators),
            None => Block::of_constraints(dims, constraints).expect("a projection is not empty"),
        }
    }

    /// The block of which both descriptions are known, with redundant rows on either side.
    fn of_redundant_pair(dims: Vec<usize>, mut constraints: System, generators: System) -> Block {
        constraints.rays.push(Row::unit(dims.len() + 1, 0));
        let mut saturated = vec![Bits::default(); generators.rays.len()];
        let mut faces = vec![Bits::default(); constraints.rays.len()];
        for (i, ray) in generators.rays.iter().enumerate() {
            for (j, row) in constraints.rays.iter().enumerate() {
                if ray.dot(row).is_zero() {
                    saturated[i].insert(j);
                    faces[j].insert(i);
                }
            }
        }
        let (rows, rays) = (constraints.rays.len(), generators.rays.len());
        let constraints = irredundant(constraints, &faces, rays);
        let generators = irredundant(generators, &saturated, rows);
        Block::of_pair(dims, constraints, generators)
    }
}
