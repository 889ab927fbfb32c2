//! Vectors and other values that have parts.
//!
//! A vector is its lanes: each has a value and may be poison on its own, as LLVM has it. So what is
//! done with vectors is done lane by lane, and no solver ever sees one. What LLVM does with
//! structures and arrays as values (choose, load, store, freeze) is done part by part likewise.

mod lanes;
mod memory;

use super::scalar::{Bound, Scalar, Single};
use super::{Frame, Lowering, Result_};
use crate::syntax::{Kind, Type, Typed, Value};

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
}
