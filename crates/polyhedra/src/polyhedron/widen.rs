//! Widenings.

use super::Polyhedron;
use crate::affine::{Constraint, Relation};
use crate::row::Row;
use crate::system::{System, reduced};

impl Polyhedron {
    /// The standard widening (P. Cousot and N. Halbwachs 1978; N. Halbwachs 1979): the constraints
    /// of this polyhedron that hold in the next one too, and those of the next one that are as good
    /// here as one of this polyhedron.
    ///
    /// It contains both, and no sequence that is made with it grows for ever: either the dimension
    /// of the affine hull grows, or there are fewer inequalities.
    ///
    /// # Panics
    /// Where they are of different spaces.
    #[must_use]
    pub fn widen(&self, next: &Polyhedron) -> Polyhedron {
        self.widen_up_to(next, [])
    }

    /// The standard widening, met with those thresholds that hold in both polyhedra (N. Halbwachs,
    /// "widening up to"). No sequence grows for ever as long as the thresholds are of a finite set.
    ///
    /// # Panics
    /// Where they are of different spaces.
    #[must_use]
    pub fn widen_up_to<'a>(
        &self,
        next: &Polyhedron,
        thresholds: impl IntoIterator<Item = &'a Constraint>,
    ) -> Polyhedron {
        let next = self.join(next);
        if self.is_empty() || next == *self {
            return next;
        }
        let own = self.homogeneous();
        let others = next.homogeneous();
        let dims: Vec<usize> = (0..self.dimensions).collect();
        let constraint_of = |row: &Row| {
            let columns = row.support().filter(|column| *column > 0);
            let coefficients = columns.map(|column| (dims[column - 1], -row.get(column)));
            Constraint::of_integers(Relation::Le, coefficients.collect(), -row.get(0))
        };
        let mut kept: Vec<Constraint> = own
            .half_spaces()
            .map(|row| constraint_of(&row))
            .filter(|constraint| next.entails(constraint))
            .collect();
        // As good as one here: equal up to the equalities that hold here.
        for row in others.half_spaces() {
            let here = reduced(&row, &own.lines);
            if here.is_zero() || own.rays.binary_search(&here).is_ok() {
                kept.push(constraint_of(&row));
            }
        }
        let thresholds = thresholds
            .into_iter()
            .filter(|threshold| next.entails(threshold));
        kept.extend(thresholds.cloned());
        Polyhedron::from_constraints(self.dimensions, &kept)
    }

    /// All constraints over all dimensions, in canonical form.
    fn homogeneous(&self) -> System {
        let dims: Vec<usize> = (0..self.dimensions).collect();
        let mut system = System::default();
        for block in self.blocks() {
            system.extend(&block.constraints_over(&dims));
        }
        system.canonical()
    }
}
