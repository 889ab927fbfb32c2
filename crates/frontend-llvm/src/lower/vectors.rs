//! Vectors and other values that have parts.
//!
//! A vector is its lanes: each has a value and may be poison on its own, as LLVM has it. So what is
//! done with vectors is done lane by lane, and no solver ever sees one. What LLVM does with
//! structures and arrays as values (choose, load, store, freeze) is done part by part likewise.

use logic::{Integer, Op, Sort, Term};

use super::arithmetic::{apply, bit, literal, truth, width};
use super::memory::{Bytes, ObjectId};
use super::scalar::{Bound, Place, Pointer, Scalar, Single};
use super::{Frame, Integers, Lowering, Result_};
use crate::Side;
use crate::syntax::{Access, Flags, Kind, ModRef, Type, Typed, Value};

/// The most parts of a value.
const MOST: u64 = 64;

impl<'t> Lowering<'_, 't> {
    /// The element of a vector and how many lanes it has.
    pub(super) fn vector(&self, ty: &Type<'t>) -> Result_<Option<(usize, Type<'t>)>> {
        match self.resolve(ty)? {
            Type::Vector(lanes, _) if lanes > MOST => {
                self.unsupported(format!("a vector of {lanes} lanes"))
            }
            Type::Vector(lanes, element) => Ok(Some((
                usize::try_from(lanes).unwrap_or(0),
                element.as_ref().clone(),
            ))),
            _ => Ok(None),
        }
    }

    /// Whether values of a type have parts.
    pub(super) fn has_parts(&self, ty: &Type<'t>) -> Result_<bool> {
        let resolved = self.resolve(ty)?;
        Ok(matches!(
            resolved,
            Type::Vector(..) | Type::Array(..) | Type::Struct { .. }
        ))
    }

    /// The scalars that values of a type consist of, with their places in memory.
    pub(super) fn leaves(&self, ty: &Type<'t>) -> Result_<Vec<(u64, Type<'t>)>> {
        let mut leaves = Vec::new();
        self.collect_leaves(ty, 0, &mut leaves, 0)?;
        Ok(leaves)
    }

    fn collect_leaves(
        &self,
        ty: &Type<'t>,
        start: u64,
        leaves: &mut Vec<(u64, Type<'t>)>,
        depth: u32,
    ) -> Result_<()> {
        if depth > 16 || leaves.len() as u64 > MOST {
            return self.unsupported(format!("a value of more than {MOST} parts"));
        }
        match self.resolve(ty)? {
            Type::Struct { fields, packed } => {
                for position in 0..fields.len() {
                    let (place, field) = self.field(&fields, packed, position)?;
                    self.collect_leaves(&field, start + place, leaves, depth + 1)?;
                }
            }
            Type::Array(count, element) => {
                let size = self.extent(&element)?.size;
                for position in 0..count.min(MOST + 1) {
                    let place = start.saturating_add(position.saturating_mul(size));
                    self.collect_leaves(&element, place, leaves, depth + 1)?;
                }
            }
            Type::Vector(count, element) => {
                // The lanes of a vector lie without gaps, whatever their alignment.
                // Where lanes are no whole bytes, memory is refused and the places do not matter.
                let size = self.lane_bytes(&element)?.unwrap_or(0);
                for position in 0..count.min(MOST + 1) {
                    let place = start.saturating_add(position * size);
                    self.collect_leaves(&element, place, leaves, depth + 1)?;
                }
            }
            resolved => leaves.push((start, resolved)),
        }
        Ok(())
    }

    /// A value of a type, made of its scalars in order.
    pub(super) fn whole_of(
        &self,
        ty: &Type<'t>,
        singles: &mut impl Iterator<Item = Single>,
    ) -> Result_<Bound> {
        let types: Vec<Type<'t>> = match self.resolve(ty)? {
            Type::Struct { fields, .. } => fields.to_vec(),
            Type::Array(count, element) | Type::Vector(count, element) => {
                let count = usize::try_from(count.min(MOST + 1)).unwrap_or(0);
                vec![element.as_ref().clone(); count]
            }
            _ => {
                return match singles.next() {
                    Some(single) => Ok(Bound::Single(single)),
                    None => self.wrong("this value has too few parts"),
                };
            }
        };
        let mut parts = Vec::new();
        for part in &types {
            parts.push(self.whole_of(part, singles)?);
        }
        Ok(Bound::Aggregate(parts))
    }

    /// The scalars of an operand; one where it has no parts.
    pub(super) fn lanes(
        &mut self,
        frame: &Frame<'t>,
        ty: &Type<'t>,
        value: &Value<'t>,
    ) -> Result_<Vec<Single>> {
        let lanes = self.unsettled_lanes(frame, ty, value)?;
        Ok(lanes.into_iter().map(|lane| self.settled(lane)).collect())
    }

    /// The same, for whoever knows what to do with `undef`.
    pub(super) fn unsettled_lanes(
        &mut self,
        frame: &Frame<'t>,
        ty: &Type<'t>,
        value: &Value<'t>,
    ) -> Result_<Vec<Single>> {
        let singles = self.operand(frame, ty, value)?.singles();
        let leaves = self.leaves(ty)?;
        if singles.len() != leaves.len() {
            return self.wrong("this operand has another type than is said");
        }
        let mut lanes = Vec::new();
        for (mut single, (_, leaf)) in singles.into_iter().zip(leaves) {
            let fits = match &single {
                Single::Pointer(_) => leaf == Type::Pointer,
                Single::Integer(scalar) => {
                    leaf != Type::Pointer && *scalar.value.sort() == self.sort(&leaf)?
                }
            };
            if !fits {
                return self.wrong("this operand has another type than is said");
            }
            let poison = self.still_poison(single.poison());
            single.set_poison(poison);
            lanes.push(single);
        }
        Ok(lanes)
    }

    /// The same for a value with its type.
    fn typed_lanes(&mut self, frame: &Frame<'t>, typed: &Typed<'t>) -> Result_<Vec<Single>> {
        self.unsettled_lanes(frame, &typed.ty, &typed.value)
    }

    /// The lanes of an operand that are integers.
    fn integer_lanes(
        &mut self,
        frame: &Frame<'t>,
        ty: &Type<'t>,
        value: &Value<'t>,
    ) -> Result_<Vec<Scalar>> {
        let mut lanes = Vec::new();
        for lane in self.unsettled_lanes(frame, ty, value)? {
            match lane {
                Single::Integer(scalar) => lanes.push(scalar),
                Single::Pointer(_) => return self.wrong("an integer is expected here"),
            }
        }
        Ok(lanes)
    }

    /// An instruction that makes a value with parts, or takes one apart; nothing for all others.
    pub(super) fn part_by_part(
        &mut self,
        frame: &Frame<'t>,
        kind: &Kind<'t>,
    ) -> Result_<Option<Bound>> {
        let (ty, singles) = match kind {
            Kind::Binary {
                opcode,
                flags,
                ty,
                left,
                right,
            } if self.vector(ty)?.is_some() => {
                let left = self.integer_lanes(frame, ty, left)?;
                let right = self.integer_lanes(frame, ty, right)?;
                let mut lanes = Vec::new();
                for (left, right) in left.iter().zip(&right) {
                    lanes.push(Single::Integer(self.binary(opcode, *flags, left, right)?));
                }
                (ty.clone(), lanes)
            }
            Kind::Compare {
                predicate,
                flags,
                ty,
                left,
                right,
            } if self.vector(ty)?.is_some() => {
                let left = self.unsettled_lanes(frame, ty, left)?;
                let right = self.unsettled_lanes(frame, ty, right)?;
                let mut lanes = Vec::new();
                for (left, right) in left.iter().zip(&right) {
                    let compared = self.compare_singles(predicate, *flags, left, right)?;
                    lanes.push(Single::Integer(compared));
                }
                let truths = Type::Vector(lanes.len() as u64, Type::Integer(1).into());
                (truths, lanes)
            }
            Kind::Cast {
                opcode,
                flags,
                from,
                to,
            } if self.vector(&from.ty)?.is_some() || self.vector(to)?.is_some() => {
                let lanes = self.typed_lanes(frame, from)?;
                (to.clone(), self.cast_lanes(opcode, *flags, &lanes, to)?)
            }
            Kind::Select {
                condition,
                then,
                otherwise,
            } if self.has_parts(&then.ty)? => {
                let conditions = self.integer_lanes(frame, &condition.ty, &condition.value)?;
                let conditions: Vec<Scalar> = conditions
                    .iter()
                    .map(|it| self.settled_number(it))
                    .collect();
                let ty = then.ty.clone();
                let then = self.typed_lanes(frame, then)?;
                let otherwise = self.typed_lanes(frame, otherwise)?;
                let mut lanes = Vec::new();
                for (place, (then, otherwise)) in then.into_iter().zip(otherwise).enumerate() {
                    let condition = match conditions.as_slice() {
                        [only] => only,
                        all => match all.get(place) {
                            Some(condition) => condition,
                            None => return self.wrong("this `select` has too few conditions"),
                        },
                    };
                    lanes.push(self.select(condition, &then, &otherwise)?);
                }
                (ty, lanes)
            }
            Kind::Freeze(typed) if self.has_parts(&typed.ty)? => {
                let mut lanes = Vec::new();
                for lane in self.typed_lanes(frame, typed)? {
                    lanes.push(self.freeze(lane)?);
                }
                (typed.ty.clone(), lanes)
            }
            Kind::Load {
                ty,
                pointer,
                access,
            } if self.has_parts(ty)? => {
                let pointer = self.pointer(frame, pointer)?;
                (ty.clone(), self.load_parts(ty, &pointer, access)?)
            }
            Kind::InsertElement { into, value, index } => {
                let lanes = self.typed_lanes(frame, into)?;
                let value = self.unsettled_typed(frame, value)?;
                let index = self.integer_typed(frame, index)?;
                (into.ty.clone(), self.insert_lane(lanes, &value, &index)?)
            }
            Kind::ExtractElement { from, index } => {
                let lanes = self.typed_lanes(frame, from)?;
                let index = self.integer_typed(frame, index)?;
                return Ok(Some(Bound::Single(self.extract_lane(&lanes, &index)?)));
            }
            Kind::Shuffle { left, right, mask } => {
                let Some((count, element)) = self.vector(&mask.ty)? else {
                    return self.wrong("the mask of a shuffle is a vector");
                };
                let mut lanes = self.typed_lanes(frame, left)?;
                let Some((_, ty)) = self.vector(&left.ty)? else {
                    return self.wrong("a shuffle is of vectors");
                };
                lanes.extend(self.typed_lanes(frame, right)?);
                let mut chosen = Vec::new();
                for place in 0..count {
                    chosen.push(self.shuffled(&lanes, &ty, mask, &element, place)?);
                }
                (Type::Vector(count as u64, ty.into()), chosen)
            }
            _ => return Ok(None),
        };
        self.whole_of(&ty, &mut singles.into_iter()).map(Some)
    }

    /// The lane that a mask chooses.
    fn shuffled(
        &mut self,
        lanes: &[Single],
        ty: &Type<'t>,
        mask: &Typed<'t>,
        element: &Type<'t>,
        place: usize,
    ) -> Result_<Single> {
        let value = match &mask.value {
            Value::Aggregate(elements) => match elements.get(place) {
                Some(element) => element.value.clone(),
                None => return self.wrong("this mask is too short"),
            },
            other => other.clone(),
        };
        let index = match value {
            // What nobody asks for is anything.
            Value::Undef | Value::Poison => match self.constant(ty, &value)? {
                Bound::Single(single) => return Ok(single),
                Bound::Aggregate(_) => return self.unsupported("this shuffle"),
            },
            value => self.constant(element, &value)?,
        };
        let Bound::Single(Single::Integer(index)) = index else {
            return self.unsupported("this mask");
        };
        let number = index.value.as_value().and_then(|value| match value {
            logic::Value::BitVec(bits) => bits.unsigned().to_i64(),
            logic::Value::Int(number) => number.to_i64(),
            _ => None,
        });
        match number.and_then(|number| lanes.get(usize::try_from(number).ok()?)) {
            Some(lane) => Ok(lane.clone()),
            None => self.wrong("the vectors have no such lane"),
        }
    }

    fn extract_lane(&mut self, lanes: &[Single], index: &Scalar) -> Result_<Single> {
        let Some(first) = lanes.first() else {
            return self.wrong("the vector has no lanes");
        };
        if let Some(place) = LaneIndex::known(index) {
            return Ok(match lanes.get(place) {
                Some(lane) => lane.clone(),
                None => first.clone().or_poison(Term::top()),
            });
        }
        let index = LaneIndex::of(index);
        let mut chosen = Scalar::poison(first.term().sort());
        for (place, lane) in lanes.iter().enumerate() {
            let Single::Integer(lane) = self.settled(lane.clone()) else {
                return self.unsupported("one of several pointers");
            };
            let is = index.is(place);
            chosen = Scalar::new(
                Term::ite(is.clone(), lane.value.clone(), chosen.value),
                Term::ite(is, lane.poison.clone(), chosen.poison),
            );
        }
        Ok(Single::Integer(chosen.or_poison(index.poison)))
    }

    fn insert_lane(
        &mut self,
        mut lanes: Vec<Single>,
        value: &Single,
        index: &Scalar,
    ) -> Result_<Vec<Single>> {
        if lanes
            .iter()
            .any(|lane| lane.term().sort() != value.term().sort())
        {
            return self.wrong("this lane has another type than the vector's");
        }
        if let Some(place) = LaneIndex::known(index) {
            match lanes.get_mut(place) {
                Some(lane) => *lane = value.clone(),
                None => lanes
                    .iter_mut()
                    .for_each(|lane| lane.set_poison(Term::top())),
            }
            return Ok(lanes);
        }
        let index = LaneIndex::of(index);
        let outside = index.is_outside(lanes.len());
        for (place, lane) in lanes.iter_mut().enumerate() {
            let (Single::Integer(own), Single::Integer(value)) =
                (self.settled(lane.clone()), self.settled(value.clone()))
            else {
                return self.unsupported("one of several pointers");
            };
            let is = index.is(place);
            *lane = Single::Integer(Scalar::new(
                Term::ite(is.clone(), value.value.clone(), own.value.clone()),
                Term::or([
                    Term::ite(is, value.poison.clone(), own.poison.clone()),
                    outside.clone(),
                    index.poison.clone(),
                ]),
            ));
        }
        Ok(lanes)
    }

    /// A cast of lanes: each of its own, or of all the bits together.
    fn cast_lanes(
        &mut self,
        opcode: &str,
        flags: Flags,
        lanes: &[Single],
        to: &Type<'t>,
    ) -> Result_<Vec<Single>> {
        let types: Vec<Type<'t>> = self.leaves(to)?.into_iter().map(|(_, ty)| ty).collect();
        if opcode != "bitcast" || types.len() == lanes.len() {
            if types.len() != lanes.len() {
                return self.wrong("this cast does not fit its types");
            }
            let mut cast = Vec::new();
            for (lane, ty) in lanes.iter().zip(&types) {
                cast.push(self.cast(opcode, flags, lane, ty)?);
            }
            return Ok(cast);
        }
        if self.options.integers == Integers::Mathematical {
            return self.unsupported("a cast of a vector over mathematical integers");
        }
        let bits_of = |sort: &Sort| match sort {
            Sort::Bool => 1,
            Sort::BitVec(width) => *width,
            _ => 0,
        };
        let mut bits: Option<Term> = None;
        let mut poisons = Vec::new();
        let mut start = 0;
        for lane in lanes {
            let Single::Integer(lane) = self.settled(lane.clone()) else {
                return self.unsupported("a cast of pointers in a vector");
            };
            let own = match lane.value.sort() {
                Sort::Bool => bit(&lane.value),
                _ => lane.value.clone(),
            };
            poisons.push((start, start + width(&own), lane.poison.clone()));
            start += width(&own);
            // The first lane is the lowest.
            bits = Some(match bits {
                Some(low) => apply(Op::Concat, &own, &low),
                None => own,
            });
        }
        let Some(bits) = bits else {
            return self.wrong("the vector has no lanes");
        };
        let mut cast = Vec::new();
        let mut low = 0;
        for ty in &types {
            if *ty == Type::Pointer {
                return self.unsupported("a cast to pointers in a vector");
            }
            let sort = self.sort(ty)?;
            let high = low + bits_of(&sort);
            if high > start || high == low {
                return self.wrong("this cast does not fit its types");
            }
            let part = Term::app(Op::Extract(high - 1, low), vec![bits.clone()]);
            let touched = poisons
                .iter()
                .filter(|(from, to, _)| *from < high && low < *to);
            let poison = Term::or(touched.map(|(_, _, poison)| poison.clone()));
            let value = match sort {
                Sort::Bool => truth(&part),
                _ => part,
            };
            cast.push(Single::Integer(Scalar::new(value, poison)));
            low = high;
        }
        match low == start {
            true => Ok(cast),
            false => self.wrong("this cast does not fit its types"),
        }
    }

    /// The access to a value with parts: where each of them is, its type, its bytes and how it is
    /// aligned. Where the access as a whole is not allowed, the behaviour is undefined; `None` where it
    /// never is.
    fn access_parts(
        &mut self,
        ty: &Type<'t>,
        pointer: &Pointer,
        align: u64,
        touch: ModRef,
    ) -> Result_<Option<(ObjectId, Vec<Part<'t>>)>> {
        let extent = self.extent(ty)?;
        let align = if align == 0 { extent.align } else { align };
        let mut parts = Vec::new();
        let mut end = 0;
        for (place, ty) in self.leaves(ty)? {
            let bytes = match ty {
                Type::Integer(width) if width % 8 == 0 => u64::from(width / 8),
                Type::Pointer => 8,
                other => {
                    let what = self.describe(&other);
                    return self.unsupported(format!("an access to memory of {what} in parts"));
                }
            };
            end = place + bytes;
            parts.push((place, Some(ty), bytes));
        }
        // The gaps of a structure are accessed with it, those behind a vector are not.
        let all = match self.vector(ty)? {
            Some(_) => end,
            None => extent.size,
        };
        let mut next = 0;
        let mut gaps = Vec::new();
        for (place, _, bytes) in &parts {
            gaps.extend((next..*place).map(|byte| (byte, None, 1)));
            next = place + bytes;
        }
        gaps.extend((next..all).map(|byte| (byte, None, 1)));
        if gaps.len() as u64 > MOST {
            return self.unsupported("a value with this much space between its parts");
        }
        if all == 0 {
            // No memory is accessed, wherever the pointer points.
            return Ok(Some((ObjectId::NULL, Vec::new())));
        }
        let Some((id, start)) = self.access(pointer, all, align, touch)? else {
            return Ok(None);
        };
        if touch.writes {
            parts.extend(gaps);
        }
        let mut found = Vec::new();
        for (place, ty, bytes) in parts {
            let align = match place {
                0 => align,
                place => align.min(1 << place.trailing_zeros().min(32)),
            };
            self.record(id, bytes, align);
            let place = start.plus(&literal(start.term(), Integer::from(place)));
            found.push(Part { place, ty, bytes });
        }
        Ok(Some((id, found)))
    }

    fn load_parts(
        &mut self,
        ty: &Type<'t>,
        pointer: &Pointer,
        access: &Access<'t>,
    ) -> Result_<Vec<Single>> {
        if access.special {
            return self.unsupported("an atomic or volatile load");
        }
        if access.elsewhere {
            return self.unsupported("an access to another address space");
        }
        let Some((id, parts)) = self.access_parts(ty, pointer, access.align, ModRef::READ)? else {
            return self.unsupported("an access through a null pointer");
        };
        let mut loaded = Vec::new();
        for part in parts {
            let scalar = self.read(id, &part.place, part.bytes)?;
            self.facts.vague |= !scalar.undef.is_false();
            let single = match part.ty == Some(Type::Pointer) {
                true => Single::Pointer(self.found(&self.settled_number(&scalar))?),
                false => Single::Integer(scalar),
            };
            loaded.push(self.restrict_loaded(single, access)?);
        }
        Ok(loaded)
    }

    /// `store` of a value with parts. What is between them is `undef` afterwards.
    pub(super) fn store_parts(
        &mut self,
        frame: &Frame<'t>,
        value: &Typed<'t>,
        pointer: &Pointer,
        align: u64,
    ) -> Result_<()> {
        let lanes = self.typed_lanes(frame, value)?;
        let access = self.access_parts(&value.ty, pointer, align, ModRef::WRITE)?;
        let Some((id, parts)) = access else {
            return Ok(());
        };
        let mut lanes = lanes.into_iter();
        for part in parts {
            let bytes = match part.ty {
                Some(_) => match lanes.next() {
                    Some(lane) => Bytes::from(self.stored(&lane)?),
                    None => return self.wrong("this value has too few parts"),
                },
                None => self.unwritten(),
            };
            self.write(id, &part.place, part.bytes, &bytes)?;
        }
        Ok(())
    }

    /// A byte between the parts of a value: a proof takes it as `undef`; to refute, the specification
    /// holds poison there, and the implementation a zero.
    fn unwritten(&self) -> Bytes {
        let is_poison = self.role.refutes() && self.role.side == Side::Specification;
        Bytes {
            value: Term::bit_vec(8, 0),
            poison: Term::bool(is_poison),
            undef: Term::bool(!self.role.refutes()),
            all_undef: Term::bool(!self.role.refutes()),
        }
    }

    /// `llvm.vector.reduce.…`: the lanes, put together by an operation.
    pub(super) fn reduce(&mut self, operation: &str, lanes: &[Scalar]) -> Result_<Scalar> {
        let Some((first, rest)) = lanes.split_first() else {
            return self.wrong("the vector has no lanes");
        };
        let mut result = first.clone();
        for lane in rest {
            result = match operation {
                "add" | "mul" | "and" | "or" | "xor" => {
                    self.binary(operation, Flags::default(), &result, lane)?
                }
                "smax" | "smin" | "umax" | "umin" if *lane.value.sort() != Sort::Bool => {
                    self.extreme(operation, &result, lane)
                }
                _ => return self.unsupported(format!("`llvm.vector.reduce.{operation}`")),
            };
        }
        Ok(result)
    }
}

/// A part of a value in memory.
struct Part<'t> {
    place: Place,
    /// Its type; `None` for a byte that is between parts.
    ty: Option<Type<'t>>,
    bytes: u64,
}

/// Which lane of a vector is meant, as a number without a sign that no lane's number wraps around in:
/// indices may have fewer bits than it takes to count the lanes.
struct LaneIndex {
    number: Term,
    poison: Term,
}

impl LaneIndex {
    /// The bits that suffice to count the lanes of any vector.
    const BITS: u32 = 32;

    fn of(index: &Scalar) -> Self {
        let number = match index.value.sort() {
            Sort::Bool => bit(&index.value),
            _ => index.value.clone(),
        };
        let number = match number.sort() {
            Sort::BitVec(width) if *width < LaneIndex::BITS => {
                Term::app(Op::ZeroExtend(LaneIndex::BITS - width), vec![number])
            }
            _ => number,
        };
        LaneIndex {
            number,
            poison: index.poison.clone(),
        }
    }

    /// The lane that a constant index means. One that is too large is no lane of any vector.
    fn known(index: &Scalar) -> Option<usize> {
        let value = index.value.as_value()?;
        if !index.poison.is_false() {
            return None;
        }
        let number = match value {
            logic::Value::BitVec(bits) => bits.unsigned().to_i64(),
            logic::Value::Int(number) => number.to_i64(),
            logic::Value::Bool(value) => Some(i64::from(*value)),
            _ => None,
        };
        let number = number.and_then(|number| usize::try_from(number).ok());
        Some(number.unwrap_or(usize::MAX))
    }

    /// Where it means a lane.
    fn is(&self, place: usize) -> Term {
        let lane = literal(&self.number, Integer::from(place));
        Term::eq(self.number.clone(), lane)
    }

    /// Where it means none of so many lanes.
    fn is_outside(&self, lanes: usize) -> Term {
        let count = literal(&self.number, Integer::from(lanes));
        match self.number.sort() {
            Sort::Int => Term::or([
                Term::not(Term::lt(self.number.clone(), count)),
                Term::lt(self.number.clone(), Term::int(0)),
            ]),
            _ => apply(Op::BvUle, &count, &self.number),
        }
    }
}
