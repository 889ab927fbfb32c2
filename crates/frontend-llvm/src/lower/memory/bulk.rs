//! `memset` and `memcpy` of a size that is known, cell by cell.

use logic::{Integer, Op, Term};

use super::super::arithmetic::{apply, literal};
use super::super::scalar::Scalar;
use super::super::{Integers, Lowering, Result_};
use super::ObjectId;

impl Lowering<'_, '_> {
    /// Writes one byte everywhere.
    pub(in super::super) fn fill(
        &mut self,
        to: &Scalar,
        value: &Scalar,
        bytes: u64,
        align: u64,
    ) -> Result_<()> {
        let (id, address) = self.access(to, bytes, align)?;
        let step = self.stride(id, bytes, align)?;
        let mut cell = value.clone();
        for _ in 1..step {
            cell.value = apply(Op::Concat, &cell.value, &value.value);
        }
        for place in (0..bytes).step_by(usize::try_from(step).unwrap_or(1)) {
            let address = apply(
                Op::BvAdd,
                &address,
                &literal(&address, Integer::from(place)),
            );
            self.write(id, &address, step, &cell)?;
        }
        Ok(())
    }

    /// Copies bytes. All are read before one is written, so that the two may overlap; that
    /// `memcpy` forbids it is not used.
    pub(in super::super) fn copy(
        &mut self,
        to: &Scalar,
        align: u64,
        from: &Scalar,
        from_align: u64,
        bytes: u64,
    ) -> Result_<()> {
        let (source, from) = self.access(from, bytes, from_align)?;
        let (target, to) = self.access(to, bytes, align)?;
        let step = self
            .stride(source, bytes, from_align)?
            .min(self.stride(target, bytes, align)?);
        let places = || (0..bytes).step_by(usize::try_from(step).unwrap_or(1));
        let at =
            |base: &Term, place: u64| apply(Op::BvAdd, base, &literal(base, Integer::from(place)));
        let mut read = Vec::new();
        for place in places() {
            read.push(self.read(source, &at(&from, place), step)?);
        }
        for (place, value) in places().zip(read) {
            self.write(target, &at(&to, place), step, &value)?;
        }
        Ok(())
    }

    /// How many bytes are written at once: a cell, where the size and the alignment allow it.
    fn stride(&mut self, id: ObjectId, bytes: u64, align: u64) -> Result_<u64> {
        if self.options.integers == Integers::Mathematical {
            return self.unsupported("copying memory over mathematical integers");
        }
        let region = self.object(id).region.clone();
        let wide = self.cells(&region).bytes();
        if wide > 1 && (!bytes.is_multiple_of(wide) || align < wide) {
            self.record(id, 1, 1);
            return Ok(1);
        }
        self.facts.regions.entry(region).or_default();
        Ok(wide)
    }
}
