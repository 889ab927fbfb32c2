//! `load` and `store`: cells, and values made of them.

use logic::{Op, Sort, Term};
use program::function::Step;

use super::super::arithmetic::{apply, literal, truth};
use super::super::constants::NULL;
use super::super::plan::Cells;
use super::super::scalar::Scalar;
use super::super::{Integers, Lowering, Result_};
use super::{ObjectId, taint};
use crate::syntax::Type;

impl<'t> Lowering<'_, 't> {
    /// The cells that an access touches, from the lowest.
    fn places(&self, cells: &Cells, address: &Term, bytes: u64) -> Result_<Vec<Term>> {
        let wide = cells.bytes();
        if self.options.integers == Integers::Mathematical {
            if wide != bytes {
                return self.unsupported(
                    "memory with accesses of several widths over mathematical integers",
                );
            }
            return Ok(vec![Term::div(
                address.clone(),
                Term::int(logic::Integer::from(wide)),
            )]);
        }
        let index = if wide == 1 {
            address.clone()
        } else {
            let shift = literal(address, i64::from(wide.trailing_zeros()));
            apply(Op::BvLshr, address, &shift)
        };
        let count = bytes / wide;
        Ok((0..count)
            .map(|place| {
                if place == 0 {
                    return index.clone();
                }
                let place = literal(&index, logic::Integer::from(place));
                apply(Op::BvAdd, &index, &place)
            })
            .collect())
    }

    /// The bytes of an access to a type, and its alignment where none is given.
    fn access_of(&self, ty: &Type<'t>, align: u64) -> Result_<(u64, u64)> {
        let resolved = self.resolve(ty)?;
        match resolved {
            Type::Integer(width) if width == 1 || width % 8 == 0 => {}
            Type::Integer(_) => return self.unsupported("memory for an integer of this width"),
            Type::Pointer => {}
            Type::Float(name) => return self.unsupported(format!("the type `{name}`")),
            _ => return self.unsupported("an access to memory of this type"),
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
        pointer: &Scalar,
        align: u64,
    ) -> Result_<Scalar> {
        let (bytes, align) = self.access_of(ty, align)?;
        let sort = self.sort(ty)?;
        if self.points_nowhere(pointer) {
            self.access_nowhere()?;
            let poison = Scalar::poison(&sort);
            return Ok(match self.resolve(ty)? {
                Type::Pointer => poison.at(NULL),
                _ => poison,
            });
        }
        let (id, address) = self.access(pointer, bytes, align)?;
        self.record(id, bytes, align);
        let scalar = self.read(id, &address, bytes)?;
        if self.resolve(ty)? == Type::Pointer {
            return self.found(&scalar);
        }
        if sort == Sort::Bool {
            let zero = literal(&scalar.value, 0);
            let one = literal(&scalar.value, 1);
            let strange = Term::not(Term::or([
                Term::eq(scalar.value.clone(), zero),
                Term::eq(scalar.value.clone(), one.clone()),
            ]));
            return Ok(Scalar::new(
                Term::eq(scalar.value, one),
                Term::or([scalar.poison, strange]),
            ));
        }
        Ok(scalar)
    }

    pub(in super::super) fn read(
        &self,
        id: ObjectId,
        address: &Term,
        bytes: u64,
    ) -> Result_<Scalar> {
        let object = self.object(id);
        let cells = self.cells(&object.region);
        let array = match &object.content {
            Some(content) => content.clone(),
            None => self.region_var(&object.region).term(),
        };
        let mut parts = Vec::new();
        let mut poison = Vec::new();
        let bits = 8 * u32::try_from(cells.bytes()).unwrap_or(1);
        for place in self.places(&cells, address, bytes)? {
            let cell = Term::select(array.clone(), place);
            if cells.poison {
                poison.push(truth(&Term::app(
                    Op::Extract(bits, bits),
                    vec![cell.clone()],
                )));
                parts.push(Term::app(Op::Extract(bits - 1, 0), vec![cell]));
            } else {
                parts.push(cell);
            }
        }
        let value = parts
            .into_iter()
            .reduce(|low, high| apply(Op::Concat, &high, &low));
        match value {
            Some(value) => Ok(Scalar::new(value, Term::or(poison))),
            None => self.unsupported("an access to no memory"),
        }
    }

    /// `store`.
    pub(in super::super) fn store(
        &mut self,
        ty: &Type<'t>,
        value: &Scalar,
        pointer: &Scalar,
        align: u64,
    ) -> Result_<()> {
        let (bytes, align) = self.access_of(ty, align)?;
        if self.points_nowhere(pointer) {
            return self.access_nowhere();
        }
        let (id, address) = self.access(pointer, bytes, align)?;
        self.record(id, bytes, align);
        let mut value = self.exposed(value)?;
        self.escapes(&value);
        if *value.value.sort() == Sort::Bool {
            let byte = match self.options.integers {
                Integers::BitPrecise => Sort::BitVec(8),
                Integers::Mathematical => Sort::Int,
            };
            value.value = self.resize(&value.value, &byte, "zext")?;
        }
        value.poison = self.still_poison(&value.poison);
        self.write(id, &address, bytes, &value)
    }

    pub(in super::super) fn write(
        &mut self,
        id: ObjectId,
        address: &Term,
        bytes: u64,
        value: &Scalar,
    ) -> Result_<()> {
        let object = self.object(id).clone();
        if object.content.is_some() {
            self.undefined_if(Term::top());
            return Ok(());
        }
        if object.scratch {
            return Ok(());
        }
        if !value.poison.is_false() && self.options.integers == Integers::BitPrecise {
            let facts = self.facts.regions.entry(object.region.clone()).or_default();
            facts.poison = true;
        }
        let cells = self.cells(&object.region);
        let region = self.region_var(&object.region);
        let bits = 8 * u32::try_from(cells.bytes()).unwrap_or(1);
        let mut array = region.term();
        for (position, place) in self.places(&cells, address, bytes)?.into_iter().enumerate() {
            let mut cell = value.value.clone();
            if self.options.integers == Integers::BitPrecise {
                let low = bits * u32::try_from(position).unwrap_or(0);
                if bytes != cells.bytes() {
                    cell = Term::app(Op::Extract(low + bits - 1, low), vec![cell]);
                }
                if cells.poison {
                    cell = Term::app(Op::ZeroExtend(1), vec![cell]);
                    cell = Term::ite(value.poison.clone(), self.poison_cell(&cells), cell);
                }
            }
            array = Term::store(array, place, cell);
        }
        self.step(Step::Assign(region, array));
        if cells.poison && cells.visible && self.role.taints() && !value.poison.is_false() {
            let taint = taint(&object.region);
            let all = Term::or([taint.term(), value.poison.clone()]);
            self.step(Step::Assign(taint, all));
        }
        Ok(())
    }
}
