//! Computing with pointers.

use logic::{Integer, Op, Sort, Term};

use super::super::arithmetic::{apply, is_negative, literal, overflows_signed, overflows_unsigned};
use super::super::scalar::{Address, Distance, FULLY, Place, Pointer, Scalar, plus};
use super::super::{Lowering, Reading, Result_};
use super::identity::is_nameless;
use super::{Extent, ObjectKind};
use crate::syntax::{Flags, Name, Type};

/// The largest power of two that divides a number.
fn power_in(number: u64) -> u64 {
    if number == 0 {
        1 << 32
    } else {
        1 << number.trailing_zeros().min(32)
    }
}

impl<'t> Lowering<'_, 't> {
    /// `getelementptr`. The offsets are added one after the other, and what the flags say holds of each
    /// sum on the way, not of the last one alone.
    pub(in super::super) fn offset_pointer(
        &mut self,
        flags: Flags,
        source: &Type<'t>,
        base: &Pointer,
        indices: &[Scalar],
    ) -> Result_<Pointer> {
        let mut offset = Offset {
            parts: Vec::new(),
            multiple: base.multiple,
            poison: vec![base.poison.clone()],
        };
        let mut ty = Type::Array(0, source.clone().into());
        for index in indices {
            ty = self.add_index(&mut offset, &ty, index)?;
        }
        let is_bits = self.address_sort() == Sort::BitVec(64);
        let signed = flags.inbounds || flags.nusw;
        let mut poison = std::mem::take(&mut offset.poison);
        if offset.parts.is_empty() {
            let poison = Term::or(poison);
            return Ok(Pointer {
                poison,
                ..base.clone()
            });
        }
        let is_small = offset.is_small();
        let is_null = self.object(base.object).kind == ObjectKind::Null;
        // What lies behind null belongs to no object; in bounds, nothing does.
        self.facts.null_apart |= base.nulled && !flags.inbounds;
        let mut total: Option<Term> = None;
        let mut here = base.place.clone();
        let mut outside = Vec::new();
        for part in &offset.parts {
            let scaled = part.scaled();
            if is_bits && signed && !(part.narrow && is_small) {
                poison.push(part.overflows(Op::BvAshr));
                if let Some(total) = &total {
                    poison.push(overflows_signed(&Op::BvAdd, total, &scaled));
                }
            }
            if is_bits && flags.nuw {
                poison.push(part.overflows(Op::BvLshr));
                if let Some(total) = &total {
                    poison.push(overflows_unsigned(&Op::BvAdd, total, &scaled));
                }
            }
            total = Some(match &total {
                Some(total) => plus(total, &scaled),
                None => scaled.clone(),
            });
            let next = here.plus(&scaled);
            if is_bits {
                poison.push(self.leaves_space(flags, base, &here, &next, &scaled)?);
            }
            if flags.inbounds && !is_null {
                outside.push(self.out_of_bounds(base.object, &next)?);
            }
            here = next;
        }
        if flags.inbounds {
            if !base.bounded && !is_null {
                outside.push(self.out_of_bounds(base.object, &base.place)?);
            }
            if is_null {
                outside.push(Term::top());
            }
            // An offset of zero is in bounds wherever it starts, null included.
            let moves = match offset.parts.as_slice() {
                parts if parts.iter().any(Part::is_fixed) => Term::top(),
                _ if base.bounded => Term::top(),
                parts => Term::or(parts.iter().map(|part| {
                    let zero = literal(&part.index, 0);
                    Term::ne(part.index.clone(), zero)
                })),
            };
            poison.push(Term::and([moves, Term::or(outside)]));
        }
        let poison = self.still_poison(&Term::or(poison));
        let moves = base.bounded || offset.parts.iter().any(Part::is_fixed);
        Ok(Pointer {
            object: base.object,
            place: here,
            poison,
            multiple: if is_null { 1 } else { offset.multiple },
            bounded: flags.inbounds && moves && !is_null,
            nulled: base.nulled,
        })
    }

    /// Where adding an offset to an address wraps around in a way that `nusw` or `nuw` forbids. Of an
    /// object whose address is not known, that is decided within it, and open elsewhere: who has to
    /// allow both gets poison, who may choose one does not.
    fn leaves_space(
        &mut self,
        flags: Flags,
        base: &Pointer,
        start: &Place,
        end: &Place,
        step: &Term,
    ) -> Result_<Term> {
        if !flags.nuw && (!flags.nusw || flags.inbounds) {
            return Ok(Term::bottom());
        }
        let (from, to) = (start.term(), end.term());
        let unsigned = overflows_unsigned(&Op::BvAdd, from, step);
        let signed = Term::ite(
            is_negative(step),
            apply(Op::BvUlt, from, to),
            apply(Op::BvUlt, to, from),
        );
        if let Place::Address(_) = end {
            let mut wraps = Vec::new();
            if flags.nuw {
                wraps.push(unsigned);
            }
            if flags.nusw && !flags.inbounds {
                wraps.push(signed);
            }
            return Ok(Term::or(wraps));
        }
        let mut outside = vec![
            self.out_of_bounds(base.object, start)?,
            self.out_of_bounds(base.object, end)?,
        ];
        let is_down = is_negative(step);
        let mut certain = Term::bottom();
        if flags.nuw {
            // Within an object a step down is an enormous step up.
            certain = Term::and([is_down, Term::not(Term::or(outside.iter().cloned()))]);
        }
        if flags.inbounds {
            outside.clear();
        }
        let open = Term::or(outside);
        if open.is_false() {
            return Ok(certain);
        }
        if self.object(base.object).kind != ObjectKind::Local {
            // Where a global is does not depend on the function, so that its address decides.
            let pointer = |place: &Place| Pointer {
                place: place.clone(),
                ..base.clone()
            };
            let (_, start) = self.exposed(&pointer(start))?;
            let (_, end) = self.exposed(&pointer(end))?;
            let [start, end] = [start, end].map(Place::Address);
            return self.leaves_space(flags, base, &start, &end, step);
        }
        self.facts.undef = true;
        Ok(match self.role.reading {
            Reading::Few => certain,
            Reading::Many => Term::or([certain, open]),
        })
    }

    /// One index of a `getelementptr`, and the type that is reached.
    fn add_index(
        &mut self,
        offset: &mut Offset,
        ty: &Type<'t>,
        index: &Scalar,
    ) -> Result_<Type<'t>> {
        offset.poison.push(index.poison.clone());
        match self.resolve(ty)? {
            Type::Struct { fields, packed } => {
                let position = index.value.as_value().and_then(|value| match value {
                    logic::Value::BitVec(bits) => bits.unsigned().to_i64(),
                    logic::Value::Int(number) => number.to_i64(),
                    logic::Value::Bool(value) => Some(i64::from(*value)),
                    _ => None,
                });
                let position = position.and_then(|position| usize::try_from(position).ok());
                let Some(position) = position else {
                    return self.wrong("the index of a field is a constant");
                };
                let (start, ty) = self.field(&fields, packed, position)?;
                offset.multiple = offset.multiple.min(power_in(start));
                if start > 0 {
                    let place = self.start().0;
                    offset.parts.push(Part {
                        index: literal(&place, Integer::from(start)),
                        scale: 1,
                        narrow: true,
                    });
                }
                Ok(ty)
            }
            Type::Array(_, element) => {
                let scale = self.extent(&element)?.size;
                self.add_stride(offset, scale, index)?;
                Ok(element.as_ref().clone())
            }
            Type::Vector(_, element) => {
                let Some(scale) = self.lane_bytes(&element)? else {
                    return self.unsupported("the address of a lane of this vector");
                };
                self.add_stride(offset, scale, index)?;
                Ok(element.as_ref().clone())
            }
            _ => self.wrong("this type has no parts"),
        }
    }

    /// An index of elements that are so many bytes apart.
    fn add_stride(&mut self, offset: &mut Offset, scale: u64, index: &Scalar) -> Result_<()> {
        let narrow =
            index.narrow || matches!(index.value.sort(), Sort::BitVec(width) if *width <= 32);
        let narrow = narrow || *index.value.sort() == Sort::Bool;
        let term = match (self.address_sort(), index.value.sort()) {
            (Sort::BitVec(64), Sort::BitVec(width)) if *width > 64 => {
                return self.unsupported("an index of more than 64 bits");
            }
            // Indices have a sign, those of one bit too.
            (sort, _) => self.resize(&index.value, &sort, "sext")?,
        };
        let known = term.as_value().and_then(|value| match value {
            logic::Value::BitVec(bits) => bits.signed().to_i64(),
            logic::Value::Int(number) => number.to_i64(),
            _ => None,
        });
        let power = known.map_or(1, |number| power_in(number.unsigned_abs()));
        offset.multiple = offset
            .multiple
            .min(power_in(scale).saturating_mul(power).min(FULLY));
        if known == Some(0) || scale == 0 {
            return Ok(());
        }
        let small = known.is_some_and(|number| number.unsigned_abs() < 1 << 32);
        offset.parts.push(Part {
            index: term,
            scale,
            narrow: (narrow || small) && scale < 1 << 24,
        });
        Ok(())
    }

    /// A comparison of pointers: a condition, and where it could be either way.
    pub(in super::super) fn compare_pointers(
        &mut self,
        predicate: &str,
        left: &Pointer,
        right: &Pointer,
    ) -> Result_<Scalar> {
        let poison = Term::or([left.poison.clone(), right.poison.clone()]);
        if let (Place::Address(a), Place::Address(b)) = (&left.place, &right.place) {
            self.note_compared(left, right);
            if !left.is_literal_null() && !right.is_literal_null() {
                self.look_at_address(left)?;
                self.look_at_address(right)?;
            }
            return Ok(Scalar::new(self.ordered(predicate, &a.0, &b.0)?, poison));
        }
        if left.object == right.object {
            return self.compare_within(predicate, left, right, poison);
        }
        let is_equality = matches!(predicate, "eq" | "ne");
        let null = [(left, right), (right, left)]
            .into_iter()
            .find(|(_, null)| null.is_literal_null());
        // What points into an object or just behind it is not null.
        if let (Some((pointer, _)), true) = (null, is_equality)
            && (pointer.bounded || self.is_inside(pointer))
        {
            return Ok(Scalar::new(Term::bool(predicate == "ne"), poison));
        }
        let kinds = [left, right].map(|pointer| self.object(pointer.object).kind);
        if kinds.contains(&ObjectKind::Local) {
            // Two objects that are there at once do not overlap.
            let alive = [left, right].map(|p| self.object(p.object).alive.is_none());
            let is_apart = kinds == [ObjectKind::Local; 2]
                && alive == [true; 2]
                && self.is_inside(left)
                && self.is_inside(right);
            if is_apart && is_equality {
                return Ok(Scalar::new(Term::bool(predicate == "ne"), poison));
            }
            return self.unsupported("a comparison of the addresses of different objects");
        }
        for pointer in [left, right] {
            let object = self.object(pointer.object);
            let name = object.region.strip_prefix('@').map(Name::bare);
            let global = name.and_then(|name| self.module.global(name));
            if global.is_some_and(is_nameless) && null.is_none() {
                return self
                    .unsupported("a comparison with a constant whose address does not matter");
            }
        }
        let (left, a) = self.exposed(left)?;
        let (right, b) = self.exposed(right)?;
        self.note_compared(&left, &right);
        if null.is_none() {
            self.look_at_address(&left)?;
            self.look_at_address(&right)?;
        }
        Ok(Scalar::new(self.ordered(predicate, &a.0, &b.0)?, poison))
    }

    /// Objects to looking at the address of a global that may be one with another.
    pub(in super::super) fn look_at_address(&self, pointer: &Pointer) -> Result_<()> {
        let kind = self.object(pointer.object).kind;
        let kinds = [ObjectKind::Chosen, ObjectKind::Global, ObjectKind::Function];
        match self.plan.mergeable && kinds.contains(&kind) {
            true => self.unsupported("the address of a global that may be one with another"),
            false => Ok(()),
        }
    }

    /// Whether a pointer is known to point to a byte of its object.
    fn is_inside(&self, pointer: &Pointer) -> bool {
        match (&pointer.place, &self.object(pointer.object).extent) {
            (Place::Distance(distance), Extent::Sized(size)) => {
                distance.known().is_some_and(|known| known < size.least())
            }
            _ => false,
        }
    }

    /// The order of two pointers that were made from one local or global. Outside of it, the order of
    /// the distances need not be that of the addresses, which depends on where the object is. Where a
    /// local is, the function may choose: a specification chooses one place in the middle, for an
    /// implementation it could be any.
    fn compare_within(
        &mut self,
        predicate: &str,
        left: &Pointer,
        right: &Pointer,
        poison: Term,
    ) -> Result_<Scalar> {
        let (a, b) = (left.place.term(), right.place.term());
        let is_equality = matches!(predicate, "eq" | "ne");
        let is_bounded = left.bounded && right.bounded;
        let is_unsigned = predicate.starts_with('u');
        if is_equality || is_bounded && is_unsigned || *a.sort() == Sort::Int {
            return Ok(Scalar::new(self.ordered(predicate, a, b)?, poison));
        }
        if self.object(left.object).kind != ObjectKind::Local {
            // Where a global is does not depend on the function, so that its address decides.
            let (_, a) = self.exposed(left)?;
            let (_, b) = self.exposed(right)?;
            return Ok(Scalar::new(self.ordered(predicate, &a.0, &b.0)?, poison));
        }
        self.facts.undef = true;
        let middle = Integer::power_of_two(62);
        let place = |term: &Term| plus(term, &literal(term, middle.clone()));
        let value = self.ordered(predicate, &place(a), &place(b))?;
        if self.role.reading == Reading::Few {
            return Ok(Scalar::new(value, poison));
        }
        // With a sign, even places within one object may be in either order.
        let open = match is_unsigned {
            true => Term::or([
                self.out_of_bounds(left.object, &left.place)?,
                self.out_of_bounds(right.object, &right.place)?,
            ]),
            false => Term::ne(a.clone(), b.clone()),
        };
        Ok(Scalar::new(value, Term::or([poison, open])))
    }

    /// Where a pointer has to be an address: its place, if it is known.
    pub(in super::super) fn address_if_known<'p>(
        &self,
        pointer: &'p Pointer,
    ) -> Option<&'p Address> {
        match &pointer.place {
            Place::Address(address) => Some(address),
            Place::Distance(_) => None,
        }
    }

    /// A distance of zero.
    pub(in super::super) fn start(&self) -> Distance {
        Distance(Term::value(logic::Value::default_of(&self.address_sort())))
    }
}

/// The distance that a `getelementptr` goes.
struct Offset {
    parts: Vec<Part>,
    multiple: u64,
    poison: Vec<Term>,
}

impl Offset {
    /// Whether a sum of products that do not overflow does not either.
    fn is_small(&self) -> bool {
        self.parts.len() < 16 && self.parts.iter().all(|part| part.narrow)
    }
}

/// One of the offsets that are added.
struct Part {
    index: Term,
    scale: u64,
    /// Whether the product cannot overflow.
    narrow: bool,
}

impl Part {
    /// Whether it is known, and not zero.
    fn is_fixed(&self) -> bool {
        self.index.as_value().is_some()
    }

    fn scaled(&self) -> Term {
        if self.scale == 1 {
            return self.index.clone();
        }
        match self.index.sort() {
            Sort::Int => Term::mul([Term::int(Integer::from(self.scale)), self.index.clone()]),
            _ if self.scale.is_power_of_two() => self.shifted(Op::BvShl, &self.index),
            _ => {
                let scale = literal(&self.index, Integer::from(self.scale));
                apply(Op::BvMul, &self.index, &scale)
            }
        }
    }

    fn shifted(&self, op: Op, term: &Term) -> Term {
        let amount = literal(term, i64::from(self.scale.trailing_zeros()));
        apply(op, term, &amount)
    }

    /// Where the product does not fit; `back` is the shift that undoes the scaling.
    fn overflows(&self, back: Op) -> Term {
        if self.scale <= 1 {
            return Term::bottom();
        }
        if self.scale.is_power_of_two() {
            return Term::ne(self.shifted(back, &self.scaled()), self.index.clone());
        }
        let scale = literal(&self.index, Integer::from(self.scale));
        if back == Op::BvAshr {
            overflows_signed(&Op::BvMul, &self.index, &scale)
        } else {
            overflows_unsigned(&Op::BvMul, &self.index, &scale)
        }
    }
}
