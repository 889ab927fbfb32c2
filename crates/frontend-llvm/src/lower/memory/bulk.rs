//! `memset`, `memcpy` and `memmove`: cell by cell where the size is small and known, otherwise a
//! loop over bytes.

use logic::{Integer, Op, Sort, Term};
use program::function::{Branch, End};

use super::super::arithmetic::{apply, literal};
use super::super::scalar::{Pointer, Scalar};
use super::super::{Integers, Lowering, Result_};
use super::{Extent, ObjectId};

/// What is written.
#[derive(Clone)]
pub(in super::super) enum Written {
    /// One byte everywhere.
    Byte(Scalar),
    /// What stands elsewhere.
    Copy {
        /// Where.
        from: Scalar,
        /// How that is aligned.
        align: u64,
        /// Whether source and target may overlap.
        may_overlap: bool,
    },
}

/// The most bytes that are written one by one.
const LARGEST: i64 = 256;

impl Lowering<'_, '_> {
    /// Writes many bytes.
    pub(in super::super) fn bulk(
        &mut self,
        to: &Scalar,
        align: u64,
        size: &Scalar,
        written: Written,
    ) -> Result_<()> {
        if self.options.integers == Integers::Mathematical {
            return self.unsupported("copying memory over mathematical integers");
        }
        self.must_be_defined(&size.poison);
        let mut size = size.clone();
        size.value = self.resize(&size.value, &self.address_sort(), "zext")?;
        if let Written::Byte(value) = &written
            && *value.value.sort() != Sort::BitVec(8)
        {
            return self.wrong("`memset` writes a byte");
        }
        let size = &size;
        let known = size.value.as_value().and_then(|value| match value {
            logic::Value::BitVec(bits) => bits.unsigned().to_i64(),
            _ => None,
        });
        if let Written::Copy {
            from,
            may_overlap: false,
            ..
        } = &written
        {
            let overlap = self.overlap(to, from, size);
            self.undefined_if(overlap);
        }
        match (known, written) {
            (Some(0), _) => Ok(()),
            (Some(bytes @ 1..=LARGEST), Written::Byte(value)) => {
                self.fill(to, &value, bytes.unsigned_abs(), align)
            }
            (Some(bytes @ 1..=LARGEST), Written::Copy { from, align: a, .. }) => {
                self.copy(to, align, &from, a, bytes.unsigned_abs())
            }
            (
                _,
                Written::Copy {
                    may_overlap: true, ..
                },
            ) => self.unsupported("`memmove` of a size that is not known"),
            (_, written) => self.byte_loop(to, align, size, &written),
        }
    }

    /// Where two ranges of the same size overlap without being the same.
    fn overlap(&self, to: &Scalar, from: &Scalar, size: &Scalar) -> Term {
        let region = |scalar: &Scalar| {
            let object = scalar.pointer.and_then(|pointer| pointer.object);
            object.map(|id| self.object(id).region.clone())
        };
        if region(to) != region(from) {
            return Term::bottom();
        }
        let close = |a: &Term, b: &Term| {
            let distance = apply(Op::BvSub, a, b);
            apply(Op::BvUlt, &distance, &size.value)
        };
        Term::and([
            Term::ne(to.value.clone(), from.value.clone()),
            Term::or([close(&to.value, &from.value), close(&from.value, &to.value)]),
        ])
    }

    fn fill(&mut self, to: &Scalar, value: &Scalar, bytes: u64, align: u64) -> Result_<()> {
        let (id, address) = self.access(to, bytes, align)?;
        let step = self.stride(id, bytes, align);
        let mut cell = value.clone();
        for _ in 1..step {
            cell.value = apply(Op::Concat, &cell.value, &value.value);
        }
        for place in (0..bytes).step_by(usize::try_from(step).unwrap_or(1)) {
            let address = at(&address, place);
            self.write(id, &address, step, &cell)?;
        }
        Ok(())
    }

    /// Copies bytes; all are read before one is written.
    fn copy(
        &mut self,
        to: &Scalar,
        align: u64,
        from: &Scalar,
        from_align: u64,
        bytes: u64,
    ) -> Result_<()> {
        let (source, from) = self.access(from, bytes, from_align)?;
        let (target, to) = self.access(to, bytes, align)?;
        let strides = [
            self.stride(source, bytes, from_align),
            self.stride(target, bytes, align),
        ];
        // Until both are cut alike, the next plan does so.
        let step = strides[0].min(strides[1]);
        if strides[0] != strides[1] {
            self.record(source, 1, 1);
            self.record(target, 1, 1);
            return Ok(());
        }
        let places = || (0..bytes).step_by(usize::try_from(step).unwrap_or(1));
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
    fn stride(&mut self, id: ObjectId, bytes: u64, align: u64) -> u64 {
        let region = self.object(id).region.clone();
        let wide = self.cells(&region).bytes();
        if wide > 1 && (!bytes.is_multiple_of(wide) || align < wide) {
            self.record(id, 1, 1);
            return 1;
        }
        self.facts.regions.entry(region).or_default();
        wide
    }

    /// Writes byte by byte in a loop of three blocks.
    fn byte_loop(
        &mut self,
        to: &Scalar,
        align: u64,
        size: &Scalar,
        written: &Written,
    ) -> Result_<()> {
        let size = size.value.clone();
        let target = self.range(to, &size, align)?;
        let source = match written {
            Written::Byte(_) => None,
            Written::Copy { from, align, .. } => {
                Some((self.range(from, &size, *align)?, from.value.clone()))
            }
        };
        let counter = self.fresh("byte", self.address_sort());
        let (head, body, after) = (self.reserve(), self.reserve(), self.reserve());
        let goto = |to, value: Term| {
            End::Branch(vec![Branch {
                condition: Term::top(),
                assigns: vec![(counter.clone(), value)],
                to,
            }])
        };
        self.close(goto(head, literal(&size, 0)));
        self.here = head;
        let on = |condition, to| Branch {
            condition,
            assigns: Vec::new(),
            to,
        };
        let more = apply(Op::BvUlt, &counter.term(), &size);
        self.close(End::Branch(vec![on(more, body), on(Term::top(), after)]));
        self.here = body;
        let place = |base: &Term| apply(Op::BvAdd, base, &counter.term());
        let value = match (written, source) {
            (Written::Byte(value), _) => value.clone(),
            (_, Some((id, from))) if self.cells(&self.object(id).region.clone()).bytes() == 1 => {
                self.read(id, &place(&from), 1)?
            }
            // The next plan cuts the memory into bytes.
            _ => Scalar::defined(Term::bit_vec(8, 0)),
        };
        if self.cells(&self.object(target).region.clone()).bytes() == 1 {
            self.write(target, &place(&to.value), 1, &value)?;
        }
        self.close(goto(
            head,
            apply(Op::BvAdd, &counter.term(), &literal(&size, 1)),
        ));
        self.here = after;
        Ok(())
    }

    /// The object of a range of bytes; where the range leaves it, the behaviour is undefined.
    fn range(&mut self, pointer: &Scalar, size: &Term, align: u64) -> Result_<ObjectId> {
        let Some(Pointer {
            object: Some(id), ..
        }) = pointer.pointer
        else {
            return self.unsupported("an access through a pointer of unknown origin");
        };
        let address = &pointer.value;
        let inside = match &self.object(id).extent {
            Extent::Unknown { low, high, .. } => Term::and([
                self.below(low, address),
                Term::not(self.below(high, address)),
                Term::not(self.below(&self.minus(high, address), size)),
            ]),
            Extent::Known(bytes) => {
                let bytes = literal(address, Integer::from(*bytes));
                Term::and([
                    Term::not(self.below(&bytes, address)),
                    Term::not(self.below(&self.minus(&bytes, address), size)),
                ])
            }
        };
        let alive = match &self.object(id).alive {
            Some(alive) => alive.term(),
            None => Term::top(),
        };
        let object = self.object(id).clone();
        let misaligned = match &object.extent {
            _ if align <= 1 => Term::bottom(),
            Extent::Unknown { .. } => self.misaligned(address, align),
            Extent::Known(_) if object.align >= align => self.misaligned(address, align),
            Extent::Known(_) => {
                return self.unsupported("an access that is aligned better than its object");
            }
        };
        let wrong = Term::or([
            pointer.poison.clone(),
            Term::not(inside),
            Term::not(alive),
            misaligned,
        ]);
        self.undefined_if(Term::and([Term::ne(size.clone(), literal(size, 0)), wrong]));
        self.avoid_kept(id, &pointer.value);
        let seen = self.sees(&object);
        let facts = self.facts.regions.entry(object.region).or_default();
        facts.visible |= seen;
        facts.widths.insert(1);
        Ok(id)
    }
}

fn at(base: &Term, place: u64) -> Term {
    if place == 0 {
        return base.clone();
    }
    apply(Op::BvAdd, base, &literal(base, Integer::from(place)))
}
