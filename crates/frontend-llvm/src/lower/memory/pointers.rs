//! Computing with pointers.

use logic::{Integer, Op, Sort, Term};

use super::super::arithmetic::{apply, is_negative, literal, overflows_signed, overflows_unsigned};
use super::super::scalar::{Pointer, Scalar};
use super::super::{Lowering, Reading, Result_};
use super::{Extent, ObjectId};
use crate::syntax::{Flags, Type};

/// The largest power of two that divides a number.
fn power_in(number: u64) -> u64 {
    if number == 0 {
        1 << 32
    } else {
        1 << number.trailing_zeros().min(32)
    }
}

impl<'t> Lowering<'_, 't> {
    /// `a < b` for addresses.
    pub(super) fn below(&self, a: &Term, b: &Term) -> Term {
        let op = match a.sort() {
            Sort::Int => Op::Lt,
            _ => Op::BvUlt,
        };
        apply(op, a, b)
    }

    /// `a - b` for addresses.
    pub(super) fn minus(&self, a: &Term, b: &Term) -> Term {
        match a.sort() {
            Sort::Int => Term::sub(a.clone(), b.clone()),
            _ => apply(Op::BvSub, a, b),
        }
    }

    /// `a + b` for addresses.
    pub(in super::super) fn plus(&self, a: &Term, b: &Term) -> Term {
        let is_zero = |term: &Term| *term == literal(term, 0);
        if is_zero(b) {
            return a.clone();
        }
        if is_zero(a) {
            return b.clone();
        }
        match a.sort() {
            Sort::Int => Term::add([a.clone(), b.clone()]),
            _ => apply(Op::BvAdd, a, b),
        }
    }

    /// `getelementptr`.
    pub(in super::super) fn offset_pointer(
        &mut self,
        flags: Flags,
        source: &Type<'t>,
        base: &Scalar,
        indices: &[(Scalar, Type<'t>)],
    ) -> Result_<Scalar> {
        let Some(pointer) = base.pointer else {
            return self.unsupported("a pointer of unknown origin");
        };
        let mut offset = Offset {
            fixed: Integer::ZERO,
            parts: Vec::new(),
            multiple: pointer.multiple,
            poison: vec![base.poison.clone()],
        };
        let mut ty = Type::Array(0, source.clone().into());
        for (index, _) in indices {
            ty = self.add_index(&mut offset, &ty, index)?;
        }
        let sort = self.address_sort();
        let mut total = match &sort {
            Sort::BitVec(width) => Term::bit_vec(*width, offset.fixed.clone()),
            _ => Term::int(offset.fixed.clone()),
        };
        let is_bits = sort == Sort::BitVec(64);
        let signed = flags.inbounds || flags.nusw;
        let mut poison = std::mem::take(&mut offset.poison);
        if offset.parts.is_empty() && offset.fixed.is_zero() {
            return Ok(Scalar::new(base.value.clone(), Term::or(poison)).at(pointer));
        }
        for part in &offset.parts {
            let scaled = part.scaled();
            if is_bits && signed && !(part.narrow && offset.is_small()) {
                poison.push(part.overflows(Op::BvAshr));
                poison.push(overflows_signed(&Op::BvAdd, &total, &scaled));
            }
            if is_bits && flags.nuw {
                poison.push(part.overflows(Op::BvLshr));
                poison.push(overflows_unsigned(&Op::BvAdd, &total, &scaled));
            }
            total = self.plus(&total, &scaled);
        }
        let value = self.plus(&base.value, &total);
        let Some(id) = pointer.object else {
            return Ok(self.offset_from_null(flags, value, &total, poison));
        };
        if is_bits && flags.nuw {
            poison.push(overflows_unsigned(&Op::BvAdd, &base.value, &total));
        }
        if flags.inbounds {
            let mut outside = vec![self.out_of_bounds(id, &value)];
            if !pointer.bounded {
                outside.push(self.out_of_bounds(id, &base.value));
            }
            // An offset of zero is in bounds wherever it starts, null included.
            match offset.parts.as_slice() {
                [] => poison.extend(outside),
                _ if pointer.bounded => poison.extend(outside),
                parts => {
                    let index = match parts {
                        [part] if offset.fixed.is_zero() => &part.index,
                        _ => &total,
                    };
                    let moves = Term::ne(index.clone(), literal(index, 0));
                    poison.push(Term::and([moves, Term::or(outside)]));
                }
            }
        } else if is_bits && flags.nusw {
            poison.push(Term::ite(
                is_negative(&total),
                apply(Op::BvUlt, &base.value, &value),
                apply(Op::BvUlt, &value, &base.value),
            ));
        }
        let poison = self.still_poison(&Term::or(poison));
        let moves = pointer.bounded || offset.parts.is_empty();
        Ok(Scalar::new(value, poison).at(Pointer {
            object: Some(id),
            multiple: offset.multiple,
            bounded: flags.inbounds && moves,
        }))
    }

    /// A pointer that was made from null points nowhere; in bounds is null itself only.
    fn offset_from_null(
        &self,
        flags: Flags,
        value: Term,
        total: &Term,
        mut poison: Vec<Term>,
    ) -> Scalar {
        if flags.inbounds {
            poison.push(Term::ne(total.clone(), literal(total, 0)));
        } else if flags.nusw && *total.sort() != Sort::Int {
            poison.push(is_negative(total));
        }
        Scalar::new(value, Term::or(poison)).at(Pointer {
            object: None,
            multiple: 1,
            bounded: false,
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
                    _ => None,
                });
                let position = position.and_then(|position| usize::try_from(position).ok());
                let Some(position) = position else {
                    return self.wrong("the index of a field is a constant");
                };
                let (start, ty) = self.field(&fields, packed, position)?;
                offset.fixed = offset.fixed.clone() + Integer::from(start);
                offset.multiple = offset.multiple.min(power_in(start));
                Ok(ty)
            }
            Type::Array(_, element) => {
                let scale = self.extent(&element)?.size;
                if let Some(value) = index.value.as_value() {
                    let number = match value {
                        logic::Value::BitVec(bits) => bits.signed(),
                        logic::Value::Int(number) => number.clone(),
                        _ => return self.unsupported("this index"),
                    };
                    let power = number.to_i64().map_or(1, |n| power_in(n.unsigned_abs()));
                    offset.multiple = offset.multiple.min(power_in(scale).saturating_mul(power));
                    offset.fixed = offset.fixed.clone() + number * Integer::from(scale);
                    return Ok(element.as_ref().clone());
                }
                offset.multiple = offset.multiple.min(power_in(scale));
                let narrow = index.narrow || {
                    matches!(index.value.sort(), Sort::BitVec(width) if *width <= 32)
                };
                let term = match (self.address_sort(), index.value.sort()) {
                    (Sort::BitVec(64), Sort::BitVec(width)) if *width > 64 => {
                        return self.unsupported("an index of more than 64 bits");
                    }
                    (sort, _) => self.resize(&index.value, &sort, "sext")?,
                };
                offset.parts.push(Part {
                    index: term,
                    scale,
                    narrow: narrow && scale < 1 << 24,
                });
                Ok(element.as_ref().clone())
            }
            _ => self.wrong("this type has no parts"),
        }
    }

    /// A comparison of pointers whose values alone do not decide it; `None` where they do.
    pub(in super::super) fn compare_pointers(
        &mut self,
        predicate: &str,
        left: &Scalar,
        right: &Scalar,
    ) -> Result_<Option<Term>> {
        let object = |scalar: &Scalar| scalar.pointer.and_then(|pointer| pointer.object);
        let is_address = |scalar: &Scalar| match (scalar.pointer, object(scalar)) {
            (None, _) => false,
            (_, None) => true,
            (_, Some(id)) => matches!(self.object(id).extent, Extent::Unknown { .. }),
        };
        if is_address(left) && is_address(right) {
            return Ok(None);
        }
        if object(left) == object(right) {
            return Ok(self.order_within(predicate, left, right));
        }
        let (one, other) = (object(left), object(right));
        let null = [(one, right), (other, left)]
            .into_iter()
            .find_map(|(id, against)| {
                let size = match &self.object(id?).extent {
                    Extent::Known(size) => *size,
                    Extent::Unknown { .. } => return None,
                };
                (object(against).is_none() && against.pointer.is_some()).then_some(size)
            });
        let is_start = |scalar: &Scalar| scalar.value.as_value().is_some();
        let zero = literal(&left.value, 0);
        let is_bounded = |scalar: &Scalar| match scalar.pointer {
            Some(Pointer { object: None, .. }) => scalar.value == zero,
            Some(pointer) => pointer.bounded,
            None => false,
        };
        match (null, predicate) {
            (Some(_), "eq" | "ne") if is_start(left) && is_start(right) => {
                Ok(Some(Term::bool(predicate == "ne")))
            }
            // What points into an object or just behind it is not null.
            (Some(_), "eq" | "ne") if is_bounded(left) && is_bounded(right) => {
                Ok(Some(Term::bool(predicate == "ne")))
            }
            _ if self.is_local(one) || self.is_local(other) => {
                self.unsupported("a comparison of the addresses of different objects")
            }
            _ => {
                let (left, right) = (self.exposed(left)?, self.exposed(right)?);
                let flags = Flags::default();
                let compared = self.compare(predicate, flags, &left, &right)?;
                Ok(Some(compared.value))
            }
        }
    }

    /// The order of two pointers that were made from one local or global. Outside of it, the order of
    /// the distances need not be that of the addresses, which depends on where the object is: for a
    /// specification that is one place in the middle, for an implementation it could be any.
    fn order_within(&mut self, predicate: &str, left: &Scalar, right: &Scalar) -> Option<Term> {
        let bounded = |scalar: &Scalar| scalar.pointer.is_none_or(|pointer| pointer.bounded);
        let is_equality = matches!(predicate, "eq" | "ne");
        if is_equality || bounded(left) && bounded(right) || *left.value.sort() == Sort::Int {
            return None;
        }
        self.facts.undef = true;
        let middle = Integer::power_of_two(62);
        let place = |scalar: &Scalar| {
            apply(
                Op::BvAdd,
                &scalar.value,
                &literal(&scalar.value, middle.clone()),
            )
        };
        let (a, b) = (place(left), place(right));
        let value = match predicate {
            "ult" => apply(Op::BvUlt, &a, &b),
            "ule" => apply(Op::BvUle, &a, &b),
            "ugt" => apply(Op::BvUlt, &b, &a),
            "uge" => apply(Op::BvUle, &b, &a),
            "slt" => apply(Op::BvSlt, &a, &b),
            "sle" => apply(Op::BvSle, &a, &b),
            "sgt" => apply(Op::BvSlt, &b, &a),
            "sge" => apply(Op::BvSle, &b, &a),
            _ => return None,
        };
        Some(value)
    }

    /// Where the order of two pointers could be either way, for a reading that has to allow both.
    pub(in super::super) fn order_is_open(&self, left: &Scalar, right: &Scalar) -> Term {
        if self.role.reading == Reading::Few {
            return Term::bottom();
        }
        let outside = |scalar: &Scalar| match scalar.pointer {
            Some(Pointer {
                object: Some(id),
                bounded: false,
                ..
            }) if matches!(self.object(id).extent, Extent::Known(_)) => {
                self.out_of_bounds(id, &scalar.value)
            }
            _ => Term::bottom(),
        };
        Term::or([outside(left), outside(right)])
    }

    fn is_local(&self, id: Option<ObjectId>) -> bool {
        id.is_some_and(|id| self.object(id).region.starts_with('%'))
    }
}

/// The distance that a `getelementptr` goes.
struct Offset {
    fixed: Integer,
    parts: Vec<Part>,
    multiple: u64,
    poison: Vec<Term>,
}

impl Offset {
    /// Whether the sum of the fixed part and of products that do not overflow does not either.
    fn is_small(&self) -> bool {
        let bound = Integer::power_of_two(60);
        let negative = Integer::ZERO - bound.clone();
        self.fixed < bound && self.fixed > negative && self.parts.len() < 16
    }
}

/// A variable part of it.
struct Part {
    index: Term,
    scale: u64,
    /// Whether the product cannot overflow.
    narrow: bool,
}

impl Part {
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
