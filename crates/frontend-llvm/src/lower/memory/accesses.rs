//! `load` and `store`: cells, and values made of them.

use logic::{Op, Sort, Term, Var};
use program::function::Step;

use super::super::arithmetic::{apply, literal, truth};
use super::super::plan::Cells;
use super::super::scalar::{Place, Pointer, Scalar, Single, plus};
use super::super::{Integers, Lowering, Reading, Result_};
use super::{Content, ObjectId, ObjectKind, taint};
use crate::syntax::{ModRef, Type};

/// Bytes of memory: what they hold, and where they hold something else.
#[derive(Clone)]
pub(in super::super) struct Bytes {
    /// What they hold, the lowest byte first.
    pub(in super::super) value: Term,
    /// Where they hold poison instead.
    pub(in super::super) poison: Term,
    /// Where one of them holds `undef` instead, so that any value may be read of it.
    pub(in super::super) undef: Term,
    /// Where all of them do.
    pub(in super::super) all_undef: Term,
}

impl From<Scalar> for Bytes {
    fn from(scalar: Scalar) -> Self {
        Bytes {
            value: scalar.value,
            poison: scalar.poison,
            undef: scalar.undef.clone(),
            all_undef: scalar.undef,
        }
    }
}

impl<'t> Lowering<'_, 't> {
    /// The cells that an access touches, from the lowest.
    pub(super) fn places(&self, cells: &Cells, place: &Place, bytes: u64) -> Result_<Vec<Term>> {
        let wide = cells.bytes();
        let place = place.term();
        if self.options.integers == Integers::Mathematical {
            if wide != bytes {
                return self.unsupported(
                    "memory with accesses of several widths over mathematical integers",
                );
            }
            return Ok(vec![Term::div(
                place.clone(),
                Term::int(logic::Integer::from(wide)),
            )]);
        }
        let index = if wide == 1 {
            place.clone()
        } else {
            let shift = literal(place, i64::from(wide.trailing_zeros()));
            apply(Op::BvLshr, place, &shift)
        };
        let count = bytes / wide;
        let at = |cell: u64| plus(&index, &literal(&index, logic::Integer::from(cell)));
        Ok((0..count).map(at).collect())
    }

    /// The bytes of an access to a type, and its alignment where none is given.
    fn access_of(&self, ty: &Type<'t>, align: u64) -> Result_<(u64, u64)> {
        let resolved = self.resolve(ty)?;
        match &resolved {
            Type::Integer(width) if *width == 1 || width % 8 == 0 => {}
            Type::Integer(width) => {
                return self.unsupported(format!("memory for an integer of {width} bits"));
            }
            Type::Pointer => {}
            other => {
                let what = self.describe(other);
                return self.unsupported(format!("an access to memory of {what}"));
            }
        }
        let extent = self.extent(&resolved)?;
        let bytes = match resolved {
            Type::Integer(width) => u64::from(width.div_ceil(8)),
            _ => extent.size,
        };
        Ok((bytes, if align == 0 { extent.align } else { align }))
    }

    /// `load`.
    pub(in super::super) fn load(
        &mut self,
        ty: &Type<'t>,
        pointer: &Pointer,
        align: u64,
    ) -> Result_<Single> {
        let (bytes, align) = self.access_of(ty, align)?;
        let sort = self.sort(ty)?;
        let is_pointer = self.resolve(ty)? == Type::Pointer;
        let Some((id, place)) = self.access(pointer, bytes, align, ModRef::READ)? else {
            return Ok(match is_pointer {
                true => {
                    let null = Pointer::null(&self.address_sort());
                    Single::Pointer(null.or_poison(Term::top()))
                }
                false => Single::Integer(Scalar::poison(&sort)),
            });
        };
        self.record(id, bytes, align);
        let scalar = self.read(id, &place, bytes)?;
        // What others hand over is assumed to hold no poison.
        let poison = self.poison_at_start(id, &place, bytes)?;
        self.end_refutation(poison);
        self.facts.vague |= !scalar.undef.is_false();
        if is_pointer {
            let scalar = self.settled_number(&scalar);
            return self.found(&scalar).map(Single::Pointer);
        }
        if sort == Sort::Bool {
            let scalar = self.settled_number(&scalar);
            let zero = literal(&scalar.value, 0);
            let one = literal(&scalar.value, 1);
            let strange = Term::not(Term::or([
                Term::eq(scalar.value.clone(), zero),
                Term::eq(scalar.value.clone(), one.clone()),
            ]));
            return Ok(Single::Integer(Scalar::new(
                Term::eq(scalar.value, one),
                Term::or([scalar.poison, strange]),
            )));
        }
        Ok(Single::Integer(scalar))
    }

    /// The integer that bytes are. Where some of them are `undef`, whoever has few behaviours reads zeros
    /// for these, one of the values that it may read, and whoever has many reads poison; where all are, the
    /// integer is `undef`.
    pub(in super::super) fn read(
        &self,
        id: ObjectId,
        place: &Place,
        bytes: u64,
    ) -> Result_<Scalar> {
        let read = self.bytes_at(id, place, bytes)?;
        // Where a part is `undef`, more than that counts as poison.
        let partly = match self.role.reading {
            Reading::Few => Term::bottom(),
            Reading::Many => Term::and([read.undef, Term::not(read.all_undef.clone())]),
        };
        let poison = Term::or([read.poison, partly]);
        Ok(Scalar::new(read.value, poison).or_undef(read.all_undef))
    }

    /// Where bytes were poison before the function started, as far as a refutation has to know that.
    fn poison_at_start(&self, id: ObjectId, place: &Place, bytes: u64) -> Result_<Term> {
        let region = &self.object(id).region;
        let cells = self.cells(region);
        let (Some(start), Some(mark)) = (self.start_var(region), cells.poison_mark()) else {
            return Ok(Term::bottom());
        };
        let places = self.places(&cells, place, bytes)?;
        Ok(Term::or(places.into_iter().map(|place| {
            let cell = Term::select(start.term(), place);
            truth(&Term::app(Op::Extract(mark, mark), vec![cell]))
        })))
    }

    /// The variable that keeps what memory of others held at the start, where a refutation looks at it.
    pub(super) fn start_var(&self, region: &str) -> Option<Var> {
        let cells = self.plan.regions.get(region)?;
        let is_needed = self.role.refutes() && cells.visible && cells.poison;
        let var = self.region_var(region);
        is_needed.then(|| Var::new(format!("{}~start", var.name).as_str(), var.sort.clone()))
    }

    /// What bytes hold.
    pub(in super::super) fn bytes_at(
        &self,
        id: ObjectId,
        place: &Place,
        bytes: u64,
    ) -> Result_<Bytes> {
        let object = self.object(id);
        let cells = self.cells(&object.region);
        let array = match &object.content {
            Content::Always(content) => content.clone(),
            _ => self.region_var(&object.region).term(),
        };
        let bit = |cell: &Term, place: Option<u32>| match place {
            Some(place) => truth(&Term::app(Op::Extract(place, place), vec![cell.clone()])),
            None => Term::bottom(),
        };
        let marks = match &object.content {
            Content::Always(_) => object.padding.clone(),
            _ => self.undef_var(&object.region).map(|var| var.term()),
        };
        let mut parts = Vec::new();
        let (mut poison, mut undef) = (Vec::new(), Vec::new());
        for place in self.places(&cells, place, bytes)? {
            let cell = Term::select(array.clone(), place.clone());
            poison.push(bit(&cell, cells.poison_mark()));
            if let Some(marks) = &marks {
                undef.push(Term::select(marks.clone(), place));
            }
            parts.push(match cells.poison {
                false => cell,
                true => Term::app(Op::Extract(cells.bits() - 1, 0), vec![cell]),
            });
        }
        let value = parts
            .into_iter()
            .reduce(|low, high| apply(Op::Concat, &high, &low));
        match value {
            Some(value) => Ok(Bytes {
                value,
                poison: Term::or(poison),
                all_undef: match undef.is_empty() {
                    true => Term::bottom(),
                    false => Term::and(undef.iter().cloned()),
                },
                undef: Term::or(undef),
            }),
            None => self.unsupported("an access to no memory"),
        }
    }

    /// `store`.
    pub(in super::super) fn store(
        &mut self,
        ty: &Type<'t>,
        value: &Single,
        pointer: &Pointer,
        align: u64,
    ) -> Result_<()> {
        let (bytes, align) = self.access_of(ty, align)?;
        let Some((id, place)) = self.access(pointer, bytes, align, ModRef::WRITE)? else {
            return Ok(());
        };
        self.record(id, bytes, align);
        let value = self.stored(value)?;
        self.write(id, &place, bytes, &value.into())
    }

    /// A value as memory holds it: a pointer is its address, a truth value a byte.
    pub(in super::super) fn stored(&mut self, value: &Single) -> Result_<Scalar> {
        let mut stored = match value {
            Single::Integer(scalar) => scalar.clone(),
            Single::Pointer(pointer) => {
                let (pointer, address) = self.exposed(pointer)?;
                self.escapes(&pointer);
                self.note_captured(&pointer);
                self.facts.stores_pointers = true;
                Scalar::new(address.0, pointer.poison)
            }
        };
        if *stored.value.sort() == Sort::Bool {
            let byte = match self.options.integers {
                Integers::BitPrecise => Sort::BitVec(8),
                Integers::Mathematical => Sort::Int,
            };
            stored.value = self.resize(&stored.value, &byte, "zext")?;
            // Not every byte is one of a truth value.
            stored = self.settled_number(&stored);
        }
        stored.poison = self.still_poison(&stored.poison);
        Ok(stored)
    }

    pub(in super::super) fn write(
        &mut self,
        id: ObjectId,
        place: &Place,
        bytes: u64,
        written: &Bytes,
    ) -> Result_<()> {
        let object = self.object(id).clone();
        match object.content {
            Content::Always(_) | Content::Fixed => {
                self.because("it writes a constant");
                self.undefined_if(Term::top());
                return Ok(());
            }
            Content::Scratch => return Ok(()),
            Content::Region => {}
        }
        if object.kind == ObjectKind::Global && self.plan.private.contains(&object.name) {
            // Other functions of the module may make up for what it holds.
            let is_shared = object.region != object.name;
            self.end_refutation(Term::bool(is_shared));
        }
        let is_precise = self.options.integers == Integers::BitPrecise;
        let facts = self.facts.regions.entry(object.region.clone()).or_default();
        facts.poison |= is_precise && !written.poison.is_false();
        facts.undef |= is_precise && !written.undef.is_false();
        let cells = self.cells(&object.region);
        let region = self.region_var(&object.region);
        let bits = cells.bits();
        let mut array = region.term();
        let marks = self.undef_var(&object.region);
        let mut marked = marks.as_ref().map(logic::Var::term);
        for (position, place) in self.places(&cells, place, bytes)?.into_iter().enumerate() {
            let mut cell = written.value.clone();
            if is_precise {
                let low = bits * u32::try_from(position).unwrap_or(0);
                if bytes != cells.bytes() {
                    cell = Term::app(Op::Extract(low + bits - 1, low), vec![cell]);
                }
                cell = self.marked(&cells, cell, written);
            }
            array = Term::store(array, place.clone(), cell);
            marked = marked.map(|marks| Term::store(marks, place, written.undef.clone()));
        }
        self.step(Step::Assign(region, array));
        if let (Some(var), Some(marked)) = (marks, marked) {
            self.step(Step::Assign(var, marked));
        }
        let tainted = Term::or([written.poison.clone(), written.undef.clone()]);
        let is_marked = cells.poison && cells.visible;
        if is_marked && self.role.taints() && !tainted.is_false() {
            let taint = taint(&object.region);
            let all = Term::or([taint.term(), tainted]);
            self.step(Step::Assign(taint, all));
        }
        Ok(())
    }

    /// A cell with the bit that says whether it is poison; all others are zero then.
    fn marked(&self, cells: &Cells, cell: Term, written: &Bytes) -> Term {
        let Some(place) = cells.poison_mark() else {
            return cell;
        };
        let mark = Term::bit_vec(place + 1, logic::Integer::power_of_two(place));
        let cell = Term::app(Op::ZeroExtend(1), vec![cell]);
        Term::ite(written.poison.clone(), mark, cell)
    }
}
