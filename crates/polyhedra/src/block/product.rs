//! Products of blocks, and blocks as products.

use std::sync::Arc;

use super::{Block, LIMIT};
use crate::partition::Partition;
use crate::row::Row;
use crate::system::System;

impl Block {
    /// The product of blocks over different dimensions, and of the line for each other dimension of
    /// `dims`.
    pub(crate) fn product(dims: Vec<usize>, parts: &[Arc<Block>]) -> Block {
        if let [part] = parts
            && part.dims == dims
        {
            return (**part).clone();
        }
        let mut constraints = System::default();
        for part in parts {
            constraints.extend(&part.constraints_over(&dims));
        }
        let generators = Block::product_of_generators(&dims, parts);
        Block::new(
            dims,
            constraints.canonical(),
            generators.map(System::canonical),
        )
    }

    fn product_of_generators(dims: &[usize], parts: &[Arc<Block>]) -> Option<System> {
        let vertices = parts.iter().try_fold(1_usize, |product, part| {
            let rays = &part.generators.as_ref()?.rays;
            let count = rays.iter().filter(|row| !row.is_zero_at(0)).count();
            Some(product * count).filter(|product| *product <= LIMIT)
        });
        vertices?;
        let columns = dims.len() + 1;
        let mut free = vec![true; columns];
        free[0] = false;
        let mut points = vec![Row::unit(columns, 0)];
        let mut product = System::default();
        for part in parts {
            let over = part.columns_over(dims);
            for (column, own) in over.iter().enumerate() {
                free[column] &= own.is_none();
            }
            let own = part.generators.as_ref()?.select(&over);
            let (vertices, rays): (Vec<Row>, Vec<Row>) =
                own.rays.into_iter().partition(|row| !row.is_zero_at(0));
            let sums = points.iter().flat_map(|point| {
                vertices
                    .iter()
                    .map(|vertex| Row::sum_of_points(point, vertex))
            });
            points = sums.collect();
            product.lines.extend(own.lines);
            product.rays.extend(rays);
        }
        let free = (0..columns).filter(|column| free[*column]);
        product
            .lines
            .extend(free.map(|column| Row::unit(columns, column)));
        product.rays.append(&mut points);
        (product.rays.len() <= LIMIT).then_some(product)
    }

    /// The finest blocks whose product this is; dimensions that are free belong to none.
    pub(crate) fn split(self) -> Vec<Block> {
        let mut partition = Partition::discrete(self.columns());
        let mut used = vec![false; self.columns()];
        for row in self.constraints.rows() {
            let columns = || row.support().filter(|column| *column > 0);
            columns().for_each(|column| used[column] = true);
            partition.unite(columns());
        }
        let classes = partition.classes((1..self.columns()).filter(|column| used[*column]));
        match &classes[..] {
            [] => Vec::new(),
            [all] if all.len() == self.dims.len() => vec![self],
            _ => classes.iter().map(|class| self.factor(class)).collect(),
        }
    }

    /// The part over some columns, which no constraint relates to others.
    fn factor(&self, columns: &[usize]) -> Block {
        let selection: Vec<Option<usize>> = [0]
            .iter()
            .chain(columns)
            .map(|column| Some(*column))
            .collect();
        let own = |row: &&Row| columns.iter().any(|column| !row.is_zero_at(*column));
        let select = |rows: &[Row]| {
            rows.iter()
                .filter(own)
                .map(|r| r.select(&selection))
                .collect()
        };
        let constraints = System {
            lines: select(&self.constraints.lines),
            rays: select(&self.constraints.rays),
        };
        let generators = self.generators.as_ref().map(|all| {
            // A vertex of the product has a vertex of each part.
            all.select(&selection).canonical()
        });
        let dims = columns.iter().map(|column| self.dims[column - 1]).collect();
        Block::new(dims, constraints.canonical(), generators)
    }

    /// The block with other names of the dimensions, which must be different from each other.
    pub(crate) fn renamed(&self, name: impl Fn(usize) -> usize) -> Block {
        let mut order: Vec<(usize, usize)> = self
            .dims
            .iter()
            .enumerate()
            .map(|(i, d)| (name(*d), i + 1))
            .collect();
        order.sort_unstable();
        let dims = order.iter().map(|(name, _)| *name).collect();
        if order.is_sorted_by_key(|(_, column)| *column) {
            return Block {
                dims,
                ..self.clone()
            };
        }
        let columns: Vec<Option<usize>> = [Some(0)]
            .into_iter()
            .chain(order.iter().map(|(_, column)| Some(*column)))
            .collect();
        let generators = self.generators.as_ref();
        Block::new(
            dims,
            self.constraints.select(&columns).canonical(),
            generators.map(|all| all.select(&columns).canonical()),
        )
    }
}
