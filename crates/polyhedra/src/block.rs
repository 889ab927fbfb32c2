//! Polyhedra that are not empty, over some of the dimensions, with both descriptions.

use std::sync::Arc;

use logic::{Integer, Rational};

use crate::affine::{Constraint, Relation};
use crate::bits::Bits;
use crate::conversion::{Conversion, TooMany, irredundant};
use crate::partition::Partition;
use crate::redundancy::{eliminate, minimise, substitute};
use crate::row::Row;
use crate::simplex::{Optimum, maximise};
use crate::system::{System, echelon};

/// The number of generators up to which they are written down, and of constraints up to which a
/// convex hull is exact. Beyond it the work grows out of all proportion to what can be learnt.
pub(crate) const LIMIT: usize = 300;

/// How many combinations of constraints are tried before a dimension is eliminated by its
/// generators instead.
const FEW_COMBINATIONS: usize = 200;

/// A polyhedron that is not empty.
///
/// Invariant: both descriptions are canonical; `constraints` does not have the row that says that
/// the homogeneous coordinate is not negative, and `generators` is missing only where there are
/// more than [`LIMIT`].
#[derive(Clone, Debug)]
pub(crate) struct Block {
    /// The dimensions of the columns from 1 on, in order.
    dims: Vec<usize>,
    constraints: System,
    generators: Option<System>,
}

/// The generators follow from the constraints, and whether they are known depends on the past.
impl PartialEq for Block {
    fn eq(&self, other: &Self) -> bool {
        self.dims == other.dims && self.constraints == other.constraints
    }
}

impl Eq for Block {}

/// The row of the constraint over the given dimensions, so that it says "not negative".
pub(crate) fn row_of(dims: &[usize], constraint: &Constraint) -> Row {
    let mut entries = vec![Integer::ZERO; dims.len() + 1];
    entries[0] = -constraint.constant();
    for (dimension, coefficient) in constraint.coefficients() {
        let position = dims.binary_search(&dimension);
        entries[position.expect("the dimensions are those of the constraint") + 1] = -coefficient;
    }
    Row::of(entries)
}

/// The rows of the constraints over the given dimensions.
pub(crate) fn system_of<'a>(
    dims: &[usize],
    constraints: impl IntoIterator<Item = &'a Constraint>,
) -> System {
    let mut system = System::default();
    for constraint in constraints {
        let row = row_of(dims, constraint);
        match constraint.relation() {
            Relation::Eq => system.lines.push(row),
            Relation::Le => system.rays.push(row),
        }
    }
    system
}

impl Block {
    /// `None` where there is no solution.
    pub(crate) fn of_constraints(dims: Vec<usize>, constraints: System) -> Option<Block> {
        let columns = dims.len() + 1;
        let constraints = substitute(constraints)?;
        let mut conversion = Conversion::universe(columns, LIMIT);
        conversion.add_positivity();
        match conversion.add_all(&constraints) {
            Ok(()) => Block::of_conversion(dims, conversion, constraints.lines),
            Err(TooMany) => Some(Block {
                constraints: minimise(columns, constraints)?,
                generators: None,
                dims,
            }),
        }
    }

    fn of_conversion(dims: Vec<usize>, conversion: Conversion, lines: Vec<Row>) -> Option<Block> {
        if !conversion.has_vertex() {
            return None;
        }
        let (constraints, generators) = conversion.finish(lines);
        Some(Block::of_pair(dims, constraints, generators))
    }

    fn of_pair(dims: Vec<usize>, mut constraints: System, generators: System) -> Block {
        let positivity = Row::unit(dims.len() + 1, 0);
        constraints.rays.retain(|row| *row != positivity);
        Block {
            dims,
            constraints,
            generators: Some(generators),
        }
    }

    /// The least polyhedron with these generators, of which one is a vertex.
    pub(crate) fn of_generators(dims: Vec<usize>, generators: &System) -> Result<Block, TooMany> {
        let mut conversion = Conversion::universe(dims.len() + 1, LIMIT);
        conversion.add_all(generators)?;
        let (generators, constraints) = conversion.finish(generators.lines.clone());
        Ok(Block::of_pair(dims, constraints, generators))
    }

    pub(crate) fn dims(&self) -> &[usize] {
        &self.dims
    }

    pub(crate) fn constraints(&self) -> &System {
        &self.constraints
    }

    pub(crate) fn generators(&self) -> Option<&System> {
        self.generators.as_ref()
    }

    fn columns(&self) -> usize {
        self.dims.len() + 1
    }

    /// For each column over `dims`, the column of this block.
    fn columns_over(&self, dims: &[usize]) -> Vec<Option<usize>> {
        let position = |d: &usize| self.dims.binary_search(d).ok().map(|column| column + 1);
        [Some(0)]
            .into_iter()
            .chain(dims.iter().map(position))
            .collect()
    }

    /// The constraints as rows over more dimensions.
    pub(crate) fn constraints_over(&self, dims: &[usize]) -> System {
        self.constraints.select(&self.columns_over(dims))
    }

    /// A row of this block as a constraint.
    pub(crate) fn constraint(&self, relation: Relation, row: &Row) -> Constraint {
        let columns = row.support().filter(|column| *column > 0);
        Constraint::of_integers(
            relation,
            columns
                .map(|column| (self.dims[column - 1], -row.get(column)))
                .collect(),
            -row.get(0),
        )
    }

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
        Block {
            constraints: constraints.canonical(),
            generators: generators.map(System::canonical),
            dims,
        }
    }

    fn product_of_generators(dims: &[usize], parts: &[Arc<Block>]) -> Option<System> {
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
            if points.len() * vertices.len() > LIMIT {
                return None;
            }
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

    /// The points that satisfy more constraints; `None` where there are none.
    pub(crate) fn meet(self, more: &System) -> Option<Block> {
        let columns = self.columns();
        if let Some(generators) = &self.generators {
            let mut conversion = Conversion::resume(columns, LIMIT, &self.constraints, generators);
            conversion.add_positivity();
            if conversion.add_all(more).is_ok() {
                let lines = [&self.constraints.lines[..], &more.lines].concat();
                return Block::of_conversion(self.dims, conversion, lines);
            }
        }
        Block::of_constraints(self.dims, self.constraints.union(more))
    }

    /// The convex hull of two blocks over the same dimensions.
    pub(crate) fn hull(&self, other: &Block) -> Result<Block, TooMany> {
        let (Some(own), Some(others)) = (&self.generators, &other.generators) else {
            return Err(TooMany);
        };
        let mut dual = self.constraints.clone();
        if self.has_face_at_infinity(own) {
            dual.rays.push(Row::unit(self.columns(), 0));
        }
        let mut conversion = Conversion::resume(self.columns(), LIMIT, own, &dual);
        conversion.add_all(others)?;
        let lines = [&own.lines[..], &others.lines].concat();
        let (generators, constraints) = conversion.finish(lines);
        Ok(Block::of_pair(self.dims.clone(), constraints, generators))
    }

    /// Whether the constraint that the homogeneous coordinate is not negative is not redundant:
    /// whether the generators at infinity span a facet of the cone.
    fn has_face_at_infinity(&self, generators: &System) -> bool {
        let infinite: Vec<Row> = generators
            .rows()
            .filter(|row| row.is_zero_at(0))
            .cloned()
            .collect();
        let rank = self.columns() - self.constraints.lines.len();
        infinite.len() + 1 >= rank && echelon(infinite).len() + 1 == rank
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
        Block {
            dims: columns.iter().map(|column| self.dims[column - 1]).collect(),
            constraints: constraints.canonical(),
            generators,
        }
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
                constraints: self.constraints.clone(),
                generators: self.generators.clone(),
            };
        }
        let columns: Vec<Option<usize>> = [Some(0)]
            .into_iter()
            .chain(order.iter().map(|(_, column)| Some(*column)))
            .collect();
        Block {
            dims,
            constraints: self.constraints.select(&columns).canonical(),
            generators: self
                .generators
                .as_ref()
                .map(|all| all.select(&columns).canonical()),
        }
    }

    /// The greatest value of the expression with these entries in homogeneous coordinates; `None`
    /// where it has no limit.
    pub(crate) fn supremum(&self, objective: &[(usize, Integer)]) -> Option<Rational> {
        let Some(generators) = &self.generators else {
            return match maximise(self.columns(), &self.constraints, objective) {
                Optimum::Value(value) => Some(value),
                Optimum::Unbounded => None,
                Optimum::Infeasible => unreachable!("blocks are not empty"),
            };
        };
        if generators
            .lines
            .iter()
            .any(|line| !line.dot_sparse(objective).is_zero())
        {
            return None;
        }
        let mut greatest = None;
        for row in &generators.rays {
            let height = row.dot_sparse(objective);
            match Rational::new(height.clone(), row.get(0)) {
                Some(value) if greatest.as_ref().is_none_or(|best| *best < value) => {
                    greatest = Some(value);
                }
                Some(_) => {}
                None if height.is_positive() => return None,
                None => {}
            }
        }
        greatest
    }

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
        let count = |sign: std::cmp::Ordering| {
            self.constraints
                .rays
                .iter()
                .filter(|row| row.sign(column) == sign)
                .count()
        };
        count(std::cmp::Ordering::Less) * count(std::cmp::Ordering::Greater)
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
        let solved = self
            .constraints
            .lines
            .iter()
            .any(|row| !row.is_zero_at(column));
        let limit = if self.generators.is_some() {
            usize::MAX
        } else {
            LIMIT
        };
        let constraints = eliminate(column, self.constraints, limit).select(&selection);
        let generators = self
            .generators
            .map(|generators| generators.select(&selection));
        match generators {
            // The dimension is a function of the others, so nothing becomes redundant.
            Some(generators) if solved => Block {
                dims,
                constraints: constraints.canonical(),
                generators: Some(generators.canonical()),
            },
            Some(generators) => Block::of_redundant_pair(dims, constraints, generators),
            None => {
                let minimal = minimise(dims.len() + 1, constraints);
                let constraints = minimal.expect("a projection is not empty");
                Block {
                    dims,
                    constraints,
                    generators: None,
                }
            }
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
