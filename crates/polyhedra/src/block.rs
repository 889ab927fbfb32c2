//! Polyhedra that are not empty, over some of the dimensions, with both descriptions.

mod product;
mod project;

use std::sync::OnceLock;

use logic::{Integer, Rational};

use crate::affine::{Constraint, Relation};
use crate::conversion::{Conversion, TooMany};
use crate::redundancy::{minimise, substitute};
use crate::row::Row;
use crate::simplex::Program;
use crate::system::{System, echelon};

/// The number of generators up to which they are written down. Beyond it the work grows out of all
/// proportion to what can be learnt.
pub(crate) const LIMIT: usize = 256;

/// The number of constraints up to which a convex hull is exact. Hulls of polyhedra that have little
/// to do with each other reach it, and nobody wants to read such an invariant.
const HULL_LIMIT: usize = 128;

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
    /// Made where it is first needed, which is where there are no generators.
    program: OnceLock<Program>,
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
    /// Both descriptions must be canonical.
    fn new(dims: Vec<usize>, constraints: System, generators: Option<System>) -> Block {
        Block {
            dims,
            constraints,
            generators,
            program: OnceLock::new(),
        }
    }

    /// `None` where there is no solution.
    pub(crate) fn of_constraints(dims: Vec<usize>, constraints: System) -> Option<Block> {
        let columns = dims.len() + 1;
        let constraints = substitute(constraints)?;
        let mut conversion = Conversion::universe(columns, LIMIT);
        conversion.add_positivity();
        match conversion.add_all(&constraints) {
            Ok(()) => Block::of_conversion(dims, conversion, constraints.lines),
            Err(TooMany) => Some(Block::new(dims, minimise(columns, constraints)?, None)),
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
        Block::new(dims, constraints, Some(generators))
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

    /// The canonical constraints, equalities with a positive first coefficient.
    pub(crate) fn to_constraints(&self) -> impl Iterator<Item = Constraint> + '_ {
        let lines = self.constraints.lines.iter();
        let equalities = lines.map(|row| self.constraint(Relation::Eq, &row.negated()));
        let rays = self.constraints.rays.iter();
        equalities.chain(rays.map(|row| self.constraint(Relation::Le, row)))
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
        // The fewer generators have to be added, the better.
        if own.rays.len() < others.rays.len() {
            return other.hull(self);
        }
        let mut dual = self.constraints.clone();
        if self.has_face_at_infinity(own) {
            dual.rays.push(Row::unit(self.columns(), 0));
        }
        let mut conversion = Conversion::resume(self.columns(), HULL_LIMIT, own, &dual);
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

    /// The constraints as a linear program.
    fn program(&self) -> Program {
        let make =
            || Program::new(self.columns(), &self.constraints).expect("blocks are not empty");
        self.program.get_or_init(make).clone()
    }

    /// The greatest value of the expression with these entries in homogeneous coordinates; `None`
    /// where it has no limit.
    pub(crate) fn supremum(&self, objective: &[(usize, Integer)]) -> Option<Rational> {
        let Some(generators) = &self.generators else {
            return self.program().maximise(objective);
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
}
