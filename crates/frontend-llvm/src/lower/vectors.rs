//! Vectors and other values that have parts.
//!
//! A vector is its lanes: each has a value and may be poison on its own, as LLVM has it. So what is
//! done with vectors is done lane by lane, and no solver ever sees one. What LLVM does with
//! structures and arrays as values (choose, load, store, freeze) is done part by part likewise.

use logic::{Integer, Op, Sort, Term};

use super::arithmetic::{apply, bit, literal, truth, width};
use super::memory::ObjectId;
use super::scalar::{Bound, Scalar};
use super::{Frame, Integers, Lowering, Result_};
use crate::syntax::{Access, Flags, Kind, Type, Typed, Value};

/// The most parts of a value.
const MOST: u64 = 64;

impl<'t> Lowering<'_, 't> {
    /// The element of a vector and how many lanes it has.
    pub(super) fn vector(&self, ty: &Type<'t>) -> Result_<Option<(usize, Type<'t>)>> {
        match self.resolve(ty)? {
            Type::Vector(lanes, _) if lanes > MOST => self.unsupported("a vector of this size"),
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
            return self.unsupported("a value with this many parts");
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
                let size = match self.resolve(&element)? {
                    Type::Integer(width) if width % 8 == 0 => u64::from(width / 8),
                    Type::Pointer => 8,
                    // There is no such vector in memory; the places do not matter.
                    _ => 0,
                };
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
        scalars: &mut impl Iterator<Item = Scalar>,
    ) -> Result_<Bound> {
        let types: Vec<Type<'t>> = match self.resolve(ty)? {
            Type::Struct { fields, .. } => fields.to_vec(),
            Type::Array(count, element) | Type::Vector(count, element) => {
                let count = usize::try_from(count.min(MOST + 1)).unwrap_or(0);
                vec![element.as_ref().clone(); count]
            }
            _ => {
                return match scalars.next() {
                    Some(scalar) => Ok(Bound::Scalar(scalar)),
                    None => self.wrong("this value has too few parts"),
                };
            }
        };
        let mut parts = Vec::new();
        for part in &types {
            parts.push(self.whole_of(part, scalars)?);
        }
        Ok(Bound::Aggregate(parts))
    }

    /// The scalars of an operand; one where it has no parts.
    pub(super) fn lanes(
        &mut self,
        frame: &Frame<'t>,
        ty: &Type<'t>,
        value: &Value<'t>,
    ) -> Result_<Vec<Scalar>> {
        let scalars = self.operand(frame, ty, value)?.scalars();
        let leaves = self.leaves(ty)?;
        if scalars.len() != leaves.len() {
            return self.wrong("this operand has another type than is said");
        }
        let mut lanes = Vec::new();
        for (mut scalar, (_, leaf)) in scalars.into_iter().zip(leaves) {
            if *scalar.value.sort() != self.sort(&leaf)? {
                return self.wrong("this operand has another type than is said");
            }
            scalar.poison = self.still_poison(&scalar.poison);
            lanes.push(scalar);
        }
        Ok(lanes)
    }

    /// The same for a value with its type.
    fn typed_lanes(&mut self, frame: &Frame<'t>, typed: &Typed<'t>) -> Result_<Vec<Scalar>> {
        self.lanes(frame, &typed.ty, &typed.value)
    }

    /// An instruction that makes a value with parts, or takes one apart; nothing for all others.
    pub(super) fn part_by_part(
        &mut self,
        frame: &Frame<'t>,
        kind: &Kind<'t>,
    ) -> Result_<Option<Bound>> {
        let (ty, scalars) = match kind {
            Kind::Binary {
                opcode,
                flags,
                ty,
                left,
                right,
            } if self.vector(ty)?.is_some() => {
                let (left, right) = (self.lanes(frame, ty, left)?, self.lanes(frame, ty, right)?);
                let mut lanes = Vec::new();
                for (left, right) in left.iter().zip(&right) {
                    lanes.push(self.binary(opcode, *flags, left, right)?);
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
                let (left, right) = (self.lanes(frame, ty, left)?, self.lanes(frame, ty, right)?);
                let mut lanes = Vec::new();
                for (left, right) in left.iter().zip(&right) {
                    lanes.push(self.compare(predicate, *flags, left, right)?);
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
                let conditions = self.typed_lanes(frame, condition)?;
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
                    let (then, otherwise) = self.comparable(then, otherwise)?;
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
                let pointer = self.scalar(frame, &Type::Pointer, pointer)?;
                (ty.clone(), self.load_parts(ty, &pointer, access)?)
            }
            Kind::InsertElement { into, value, index } => {
                let lanes = self.typed_lanes(frame, into)?;
                let value = self.typed(frame, value)?;
                let index = self.typed(frame, index)?;
                (into.ty.clone(), self.insert_lane(lanes, &value, &index)?)
            }
            Kind::ExtractElement { from, index } => {
                let lanes = self.typed_lanes(frame, from)?;
                let index = self.typed(frame, index)?;
                return Ok(Some(Bound::Scalar(self.extract_lane(&lanes, &index)?)));
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
        self.whole_of(&ty, &mut scalars.into_iter()).map(Some)
    }

    /// The lane that a mask chooses.
    fn shuffled(
        &mut self,
        lanes: &[Scalar],
        ty: &Type<'t>,
        mask: &Typed<'t>,
        element: &Type<'t>,
        place: usize,
    ) -> Result_<Scalar> {
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
                Bound::Scalar(scalar) => return Ok(scalar),
                Bound::Aggregate(_) => return self.unsupported("this shuffle"),
            },
            value => self.constant(element, &value)?,
        };
        let Bound::Scalar(index) = index else {
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

    fn extract_lane(&mut self, lanes: &[Scalar], index: &Scalar) -> Result_<Scalar> {
        let Some(first) = lanes.first() else {
            return self.wrong("the vector has no lanes");
        };
        if let Some(place) = place_of(index) {
            return Ok(match lanes.get(place) {
                Some(lane) => lane.clone(),
                None => Scalar::poison(first.value.sort()),
            });
        }
        let mut chosen = Scalar::poison(first.value.sort());
        for (place, lane) in lanes.iter().enumerate() {
            if lane.pointer.is_some() {
                return self.unsupported("one of several pointers");
            }
            let is = Term::eq(
                index.value.clone(),
                literal(&index.value, Integer::from(place)),
            );
            chosen = Scalar::new(
                Term::ite(is.clone(), lane.value.clone(), chosen.value),
                Term::ite(is, lane.poison.clone(), chosen.poison),
            );
        }
        Ok(chosen.or_poison(index.poison.clone()))
    }

    fn insert_lane(
        &mut self,
        mut lanes: Vec<Scalar>,
        value: &Scalar,
        index: &Scalar,
    ) -> Result_<Vec<Scalar>> {
        if lanes
            .iter()
            .any(|lane| lane.value.sort() != value.value.sort())
        {
            return self.wrong("this lane has another type than the vector's");
        }
        if let Some(place) = place_of(index) {
            match lanes.get_mut(place) {
                Some(lane) => *lane = value.clone(),
                None => lanes
                    .iter_mut()
                    .for_each(|lane| *lane = Scalar::poison(lane.value.sort())),
            }
            return Ok(lanes);
        }
        let count = literal(&index.value, Integer::from(lanes.len()));
        let outside = match index.value.sort() {
            Sort::BitVec(_) => apply(Op::BvUle, &count, &index.value),
            _ => return self.unsupported("a lane that is not known"),
        };
        for (place, lane) in lanes.iter_mut().enumerate() {
            if lane.pointer.is_some() || value.pointer.is_some() {
                return self.unsupported("one of several pointers");
            }
            let is = Term::eq(
                index.value.clone(),
                literal(&index.value, Integer::from(place)),
            );
            *lane = Scalar::new(
                Term::ite(is.clone(), value.value.clone(), lane.value.clone()),
                Term::or([
                    Term::ite(is, value.poison.clone(), lane.poison.clone()),
                    outside.clone(),
                    index.poison.clone(),
                ]),
            );
        }
        Ok(lanes)
    }

    /// A cast of lanes: each of its own, or of all the bits together.
    fn cast_lanes(
        &mut self,
        opcode: &str,
        flags: Flags,
        lanes: &[Scalar],
        to: &Type<'t>,
    ) -> Result_<Vec<Scalar>> {
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
            cast.push(Scalar::new(value, poison));
            low = high;
        }
        match low == start {
            true => Ok(cast),
            false => self.wrong("this cast does not fit its types"),
        }
    }

    /// The access to a value with parts: where each of them is, its type, its bytes and how it is
    /// aligned. Where the access as a whole is not allowed, the behaviour is undefined.
    fn access_parts(
        &mut self,
        ty: &Type<'t>,
        pointer: &Scalar,
        align: u64,
    ) -> Result_<(ObjectId, Vec<Part<'t>>)> {
        let extent = self.extent(ty)?;
        let align = if align == 0 { extent.align } else { align };
        let mut parts = Vec::new();
        let mut end = 0;
        for (place, ty) in self.leaves(ty)? {
            let bytes = match ty {
                Type::Integer(width) if width % 8 == 0 => u64::from(width / 8),
                Type::Pointer => 8,
                _ => return self.unsupported("an access to memory of this type"),
            };
            end = place + bytes;
            let aligned = match place {
                0 => align,
                place => align.min(1 << place.trailing_zeros().min(32)),
            };
            parts.push((place, ty, bytes, aligned));
        }
        // The gaps of a structure are accessed with it, those behind a vector are not.
        let all = match self.vector(ty)? {
            Some(_) => end,
            None => extent.size,
        };
        let (id, address) = self.access(pointer, all, align)?;
        let mut found = Vec::new();
        for (place, ty, bytes, align) in parts {
            self.record(id, bytes, align);
            let address = self.plus(&address, &literal(&address, Integer::from(place)));
            found.push(Part { address, ty, bytes });
        }
        Ok((id, found))
    }

    fn load_parts(
        &mut self,
        ty: &Type<'t>,
        pointer: &Scalar,
        access: &Access<'t>,
    ) -> Result_<Vec<Scalar>> {
        if access.special || access.restricted || access.range.is_some() {
            return self.unsupported("a load of this kind");
        }
        if self.points_nowhere(pointer) {
            return self.unsupported("an access through a null pointer");
        }
        let (id, parts) = self.access_parts(ty, pointer, access.align)?;
        let mut loaded = Vec::new();
        for part in parts {
            let mut scalar = self.read(id, &part.address, part.bytes)?;
            if part.ty == Type::Pointer {
                scalar = self.found(&scalar)?;
            }
            if access.noundef {
                self.must_be_defined(&scalar.poison);
            }
            loaded.push(scalar);
        }
        Ok(loaded)
    }

    /// `store` of a value with parts.
    pub(super) fn store_parts(
        &mut self,
        frame: &Frame<'t>,
        value: &Typed<'t>,
        pointer: &Scalar,
        align: u64,
    ) -> Result_<()> {
        let lanes = self.typed_lanes(frame, value)?;
        if self.points_nowhere(pointer) {
            return self.access_nowhere();
        }
        let (id, parts) = self.access_parts(&value.ty, pointer, align)?;
        for (part, lane) in parts.iter().zip(lanes) {
            let mut lane = self.exposed(&lane)?;
            self.escapes(&lane);
            lane.poison = self.still_poison(&lane.poison);
            self.write(id, &part.address, part.bytes, &lane)?;
        }
        Ok(())
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
    address: Term,
    ty: Type<'t>,
    bytes: u64,
}

/// The place that a constant index is.
fn place_of(index: &Scalar) -> Option<usize> {
    let value = index.value.as_value()?;
    if !index.poison.is_false() {
        return None;
    }
    let number = match value {
        logic::Value::BitVec(bits) => bits.unsigned().to_i64(),
        logic::Value::Int(number) => number.to_i64(),
        _ => None,
    };
    // A number that is too large is no lane of any vector.
    Some(
        number
            .and_then(|n| usize::try_from(n).ok())
            .unwrap_or(usize::MAX),
    )
}
