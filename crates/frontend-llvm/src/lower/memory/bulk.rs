//! `memset`, `memcpy` and `memmove`: cell by cell where the size is small and known, otherwise a
//! loop over bytes.

use logic::{Integer, Op, Sort, Term};
use program::function::{Branch, End};

use super::super::arithmetic::{apply, literal};
use super::super::scalar::{Place, Pointer, Scalar, below, minus};
use super::super::{Integers, Lowering, Result_};
use super::accesses::Bytes;
use super::{Extent, ObjectId, ObjectKind, misaligned};
use crate::syntax::ModRef;

/// What is written.
#[derive(Clone)]
pub(in super::super) enum Written {
    /// One byte everywhere.
    Byte(Scalar),
    /// What stands elsewhere.
    Copy {
        /// Where.
        from: Pointer,
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
        to: &Pointer,
        align: u64,
        size: &Scalar,
        written: Written,
    ) -> Result_<()> {
        if self.options.integers == Integers::Mathematical {
            return self.unsupported("copying memory over mathematical integers");
        }
        self.because("the number of bytes is poison");
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
            self.because("the memory that it copies overlaps with where it copies it to");
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
    fn overlap(&self, to: &Pointer, from: &Pointer, size: &Scalar) -> Term {
        let region = |pointer: &Pointer| self.object(pointer.object).region.clone();
        if region(to) != region(from) {
            return Term::bottom();
        }
        let (to, from) = (to.place.term(), from.place.term());
        let close = |a: &Term, b: &Term| {
            let distance = apply(Op::BvSub, a, b);
            apply(Op::BvUlt, &distance, &size.value)
        };
        Term::and([
            Term::ne(to.clone(), from.clone()),
            Term::or([close(to, from), close(from, to)]),
        ])
    }

    fn fill(&mut self, to: &Pointer, value: &Scalar, bytes: u64, align: u64) -> Result_<()> {
        let Some((id, place)) = self.access(to, bytes, align, ModRef::WRITE)? else {
            return Ok(());
        };
        let step = self.stride(id, bytes, align);
        let mut cell = Bytes::from(value.clone());
        for _ in 1..step {
            cell.value = apply(Op::Concat, &cell.value, &value.value);
        }
        for byte in (0..bytes).step_by(usize::try_from(step).unwrap_or(1)) {
            self.write(id, &at(&place, byte), step, &cell)?;
        }
        Ok(())
    }

    /// Copies bytes; all are read before one is written.
    fn copy(
        &mut self,
        to: &Pointer,
        align: u64,
        from: &Pointer,
        from_align: u64,
        bytes: u64,
    ) -> Result_<()> {
        let source = self.access(from, bytes, from_align, ModRef::READ)?;
        let target = self.access(to, bytes, align, ModRef::WRITE)?;
        // What is copied may hold pointers.
        self.facts.stores_pointers = true;
        let (Some((source, from)), Some((target, to))) = (source, target) else {
            return Ok(());
        };
        let strides = [
            self.stride(source, bytes, from_align),
            self.stride(target, bytes, align),
        ];
        // Where they are not cut alike, or not finely enough, the next plan does so.
        let cut = [source, target].map(|id| self.cells(&self.object(id).region).bytes());
        let step = strides[0];
        if strides != cut || strides[0] != strides[1] {
            self.record(source, 1, 1);
            self.record(target, 1, 1);
            return Ok(());
        }
        let places = || (0..bytes).step_by(usize::try_from(step).unwrap_or(1));
        let mut read = Vec::new();
        for place in places() {
            // What is read first must not change by what is written then.
            let bytes = self.bytes_at(source, &at(&from, place), step)?;
            read.push(Bytes {
                value: self.kept("copied", bytes.value),
                poison: self.kept("copied", bytes.poison),
                undef: self.kept("copied", bytes.undef),
                all_undef: self.kept("copied", bytes.all_undef),
            });
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
        to: &Pointer,
        align: u64,
        size: &Scalar,
        written: &Written,
    ) -> Result_<()> {
        let size = size.value.clone();
        let target = self.range(to, &size, align, ModRef::WRITE)?;
        let source = match written {
            Written::Byte(_) => None,
            Written::Copy { from, align, .. } => {
                let source = self.range(from, &size, *align, ModRef::READ)?;
                let Some(source) = source else {
                    return Ok(());
                };
                Some((source, from.place.clone()))
            }
        };
        let Some(target) = target else {
            return Ok(());
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
        let value = match (written, source) {
            (Written::Byte(value), _) => Bytes::from(value.clone()),
            (_, Some((id, from))) if self.cells(&self.object(id).region.clone()).bytes() == 1 => {
                self.bytes_at(id, &from.plus(&counter.term()), 1)?
            }
            // The next plan cuts the memory into bytes.
            _ => Bytes::from(Scalar::defined(Term::bit_vec(8, 0))),
        };
        if self.cells(&self.object(target).region.clone()).bytes() == 1 {
            self.write(target, &to.place.plus(&counter.term()), 1, &value)?;
        }
        self.close(goto(
            head,
            apply(Op::BvAdd, &counter.term(), &literal(&size, 1)),
        ));
        self.here = after;
        Ok(())
    }

    /// The object of a range of bytes; where the range leaves it, the behaviour is undefined. `None` where
    /// only an empty range is allowed.
    fn range(
        &mut self,
        pointer: &Pointer,
        size: &Term,
        align: u64,
        touch: ModRef,
    ) -> Result_<Option<ObjectId>> {
        let id = pointer.object;
        let object = self.object(id).clone();
        let is_some = Term::ne(size.clone(), literal(size, 0));
        match object.kind {
            ObjectKind::Null => {
                self.because("it accesses memory through null");
                self.undefined_if(is_some);
                return Ok(None);
            }
            ObjectKind::Function => return self.unsupported("an access to the code of a function"),
            _ => {}
        }
        let inside = match (&object.extent, &pointer.place) {
            (Extent::Between { low, high, .. }, Place::Address(address)) => Term::and([
                low.below(address),
                Term::not(high.below(address)),
                Term::not(below(&high.minus(address).0, size)),
            ]),
            (Extent::Sized(bytes), Place::Distance(distance)) => {
                let bytes = bytes.term(&distance.0);
                Term::and([
                    Term::not(below(&bytes, &distance.0)),
                    Term::not(below(&minus(&bytes, &distance.0), size)),
                ])
            }
            _ => return self.several_objects(),
        };
        let misaligned = match &object.extent {
            _ if align <= 1 => Term::bottom(),
            Extent::Between { .. } => misaligned(pointer.place.term(), align),
            Extent::Sized(_) if object.align >= align => misaligned(pointer.place.term(), align),
            Extent::Sized(_) => {
                return self.unsupported("an access that is aligned better than its object");
            }
        };
        let poison = "it accesses memory through poison".to_owned();
        let mut reasons = vec![(pointer.poison.clone(), poison)];
        reasons.extend(self.reasons_outside(pointer, &Term::not(inside.clone())));
        let reason = format!("the address that it accesses is no multiple of {align}");
        reasons.push((misaligned.clone(), reason));
        let wrong = Term::or([pointer.poison.clone(), Term::not(inside), misaligned]);
        self.because_of(reasons);
        self.undefined_if(Term::and([is_some.clone(), wrong]));
        self.touch(id, &pointer.place, touch, &is_some)?;
        self.mark_range(id, &is_some);
        self.record(id, 1, 1);
        Ok(Some(id))
    }
}

fn at(base: &Place, bytes: u64) -> Place {
    base.plus(&literal(base.term(), Integer::from(bytes)))
}
