//! Intrinsics that compute with integers, or with vectors of them.

use logic::{Integer, Op, Sort, Term};

use super::super::arithmetic::{
    apply, is_negative, literal, overflows_signed, overflows_unsigned, width,
};
use super::super::scalar::{Bound, Scalar};
use super::super::{Integers, Lowering, Result_};
use crate::syntax::{Call, Type};

/// The least signed number of the sort of a term.
fn least(like: &Term) -> Term {
    literal(like, Integer::power_of_two(width(like) - 1))
}

/// The greatest one.
fn greatest(like: &Term) -> Term {
    literal(
        like,
        Integer::power_of_two(width(like) - 1) - Integer::from(1i64),
    )
}

impl<'t> Lowering<'_, 't> {
    /// An intrinsic that computes with integers, or with vectors of them.
    pub(super) fn number_intrinsic(
        &mut self,
        name: &str,
        call: &Call<'t>,
        lanes: &[usize],
        arguments: Vec<Vec<Scalar>>,
    ) -> Result_<Option<Bound>> {
        if let (Some(operation), [all]) = (name.strip_prefix("vector.reduce."), &arguments[..]) {
            let operation = operation.split('.').next().unwrap_or(operation);
            return self.reduce(operation, all).map(|it| Some(Bound::from(it)));
        }
        let Some(count) = lanes.first().copied() else {
            let arguments: Vec<Scalar> = arguments.into_iter().flatten().collect();
            return self.scalar_intrinsic(name, &call.result, &arguments);
        };
        let Some((_, element)) = self.vector(&call.result)? else {
            return self.unsupported(format!("`llvm.{name}`"));
        };
        let mut parts = Vec::new();
        for lane in 0..count {
            // What is no vector is the same for all lanes.
            let own = |all: &Vec<Scalar>| all.get(lane).or(all.first()).cloned();
            let own: Vec<Scalar> = arguments.iter().filter_map(own).collect();
            match self.scalar_intrinsic(name, &element, &own)? {
                Some(part) => parts.push(part),
                None => return self.unsupported(format!("`llvm.{name}`")),
            }
        }
        Ok(Some(Bound::Aggregate(parts)))
    }

    /// An intrinsic of integers.
    fn scalar_intrinsic(
        &mut self,
        name: &str,
        result: &Type<'t>,
        arguments: &[Scalar],
    ) -> Result_<Option<Bound>> {
        let stem = name.split('.').next().unwrap_or(name);
        if !self.fits(stem, arguments) {
            return self.unsupported(format!("`llvm.{name}` with these arguments"));
        }
        let scalar = match (stem, arguments) {
            ("assume", [condition]) => {
                self.because("what it assumes is poison");
                self.must_be_defined(&condition.ill());
                self.because("what it assumes is false");
                self.undefined_if(Term::not(condition.value.clone()));
                return Ok(None);
            }
            ("expect", [value, ..]) => value.clone(),
            _ if self.options.integers == Integers::Mathematical
                && !matches!(stem, "smax" | "smin" | "umax" | "umin" | "abs") =>
            {
                return self.unsupported(format!("`llvm.{name}` over mathematical integers"));
            }
            ("smax" | "smin" | "umax" | "umin", [a, b]) => self.extreme(stem, a, b),
            ("abs", [value, flag]) => self.absolute(value, flag),
            ("sadd" | "ssub" | "smul" | "uadd" | "usub" | "umul", [a, b]) => {
                return self.checked(name, a, b).map(Some);
            }
            ("sshl" | "ushl", [a, b]) if name.contains(".sat") => saturating_shift(stem, a, b),
            ("scmp" | "ucmp", [a, b]) => {
                let result = self.sort(result)?;
                three_way(stem, a, b, &result)
            }
            ("ctpop", [value]) => count_ones(value),
            ("bitreverse", [value]) => reverse_bits(value),
            ("ctlz" | "cttz", [value, flag]) => self.count_zeros(stem, value, flag),
            ("bswap", [value]) if width(&value.value).is_multiple_of(16) => swap_bytes(value),
            ("fshl" | "fshr", [high, low, amount]) => funnel(stem, high, low, amount),
            _ => return self.unsupported(format!("`llvm.{name}`")),
        };
        Ok(Some(Bound::from(scalar)))
    }

    /// Whether the arguments have the sorts that the cases below rely on: numbers of one width, and
    /// truth values where those are expected.
    fn fits(&self, stem: &str, arguments: &[Scalar]) -> bool {
        let sort = |place: usize| arguments.get(place).map(|scalar| scalar.value.sort());
        let is_number = matches!(sort(0), Some(Sort::BitVec(_) | Sort::Int));
        match stem {
            "assume" => sort(0) == Some(&Sort::Bool),
            "expect" => true,
            "abs" | "ctlz" | "cttz" => is_number && sort(1) == Some(&Sort::Bool),
            _ => is_number && (1..arguments.len()).all(|place| sort(place) == sort(0)),
        }
    }

    pub(in super::super) fn extreme(&self, stem: &str, a: &Scalar, b: &Scalar) -> Scalar {
        let op = match (a.value.sort(), stem.starts_with('s')) {
            (Sort::Int, _) => Op::Lt,
            (_, true) => Op::BvSlt,
            (_, false) => Op::BvUlt,
        };
        let (small, large) = if stem.ends_with("min") {
            (a, b)
        } else {
            (b, a)
        };
        let value = Term::ite(
            apply(op, &a.value, &b.value),
            small.value.clone(),
            large.value.clone(),
        );
        Scalar::new(value, Term::or([a.poison.clone(), b.poison.clone()]))
    }

    fn absolute(&self, value: &Scalar, flag: &Scalar) -> Scalar {
        if *value.value.sort() == Sort::Int {
            return Scalar::new(Term::abs(value.value.clone()), value.poison.clone());
        }
        let term = &value.value;
        let negated = Term::app(Op::BvNeg, vec![term.clone()]);
        let result = Term::ite(is_negative(term), negated, term.clone());
        let overflow = Term::and([flag.value.clone(), Term::eq(term.clone(), least(term))]);
        Scalar::new(result, Term::or([value.poison.clone(), overflow]))
    }

    /// `llvm.sadd.with.overflow`, `llvm.uadd.sat` and their like.
    fn checked(&self, name: &str, a: &Scalar, b: &Scalar) -> Result_<Bound> {
        let op = match &name[1..4] {
            "add" => Op::BvAdd,
            "sub" => Op::BvSub,
            _ => Op::BvMul,
        };
        if *a.value.sort() == Sort::Bool || a.value.sort() != b.value.sort() {
            return self.unsupported(format!("`llvm.{name}`"));
        }
        let is_signed = name.starts_with('s');
        let result = apply(op.clone(), &a.value, &b.value);
        let overflow = if is_signed {
            overflows_signed(&op, &a.value, &b.value)
        } else {
            overflows_unsigned(&op, &a.value, &b.value)
        };
        let poison = Term::or([a.poison.clone(), b.poison.clone()]);
        if name.contains("with.overflow") {
            return Ok(Bound::Aggregate(vec![
                Bound::from(Scalar::new(result, poison.clone())),
                Bound::from(Scalar::new(overflow, poison)),
            ]));
        }
        if !name.contains(".sat") || op == Op::BvMul {
            return self.unsupported(format!("`llvm.{name}`"));
        }
        let limit = match (is_signed, &op) {
            // Towards the sign of the first operand.
            (true, _) => Term::ite(is_negative(&a.value), least(&result), greatest(&result)),
            (false, Op::BvAdd) => literal(&result, -1),
            (false, _) => literal(&result, 0),
        };
        Ok(Bound::from(Scalar::new(
            Term::ite(overflow, limit, result),
            poison,
        )))
    }

    fn count_zeros(&self, stem: &str, value: &Scalar, flag: &Scalar) -> Scalar {
        let term = &value.value;
        let bits = width(term);
        let zero = literal(term, 0);
        let mut count = literal(term, i64::from(bits));
        // The bit that decides is asked for last here, so that it is asked for first in the term.
        for place in 0..bits {
            let bit_place = if stem == "ctlz" {
                place
            } else {
                bits - 1 - place
            };
            let zeros = bits - 1 - place;
            let bit = Term::app(Op::Extract(bit_place, bit_place), vec![term.clone()]);
            let is_set = Term::eq(bit, Term::bit_vec(1, 1));
            count = Term::ite(is_set, literal(term, i64::from(zeros)), count);
        }
        let undefined = Term::and([flag.value.clone(), Term::eq(term.clone(), zero)]);
        Scalar::new(count, Term::or([value.poison.clone(), undefined]))
    }
}

fn count_ones(value: &Scalar) -> Scalar {
    let term = &value.value;
    let bits = width(term);
    let mut sum = literal(term, 0);
    for place in 0..bits {
        let bit = Term::app(Op::Extract(place, place), vec![term.clone()]);
        let extended = if bits == 1 {
            bit
        } else {
            Term::app(Op::ZeroExtend(bits - 1), vec![bit])
        };
        sum = apply(Op::BvAdd, &sum, &extended);
    }
    Scalar::new(sum, value.poison.clone())
}

fn reverse_bits(value: &Scalar) -> Scalar {
    let term = &value.value;
    let bit = |place: u32| Term::app(Op::Extract(place, place), vec![term.clone()]);
    let reversed = (0..width(term))
        .map(bit)
        .reduce(|high, low| apply(Op::Concat, &high, &low));
    Scalar::new(
        reversed.unwrap_or_else(|| term.clone()),
        value.poison.clone(),
    )
}

/// `sshl.sat` and `ushl.sat`: where bits are lost, the limit on the side of the first operand.
fn saturating_shift(stem: &str, a: &Scalar, b: &Scalar) -> Scalar {
    let (term, amount) = (&a.value, &b.value);
    let shifted = apply(Op::BvShl, term, amount);
    let (back, limit) = match stem {
        "sshl" => (
            Op::BvAshr,
            Term::ite(is_negative(term), least(term), greatest(term)),
        ),
        _ => (Op::BvLshr, literal(term, -1)),
    };
    let is_lost = Term::ne(apply(back, &shifted, amount), term.clone());
    let too_far = apply(Op::BvUle, &literal(amount, i64::from(width(term))), amount);
    Scalar::new(
        Term::ite(is_lost, limit, shifted),
        Term::or([a.poison.clone(), b.poison.clone(), too_far]),
    )
}

/// `scmp` and `ucmp`: -1, 0 or 1.
fn three_way(stem: &str, a: &Scalar, b: &Scalar, result: &Sort) -> Scalar {
    let less = match stem {
        "scmp" => Op::BvSlt,
        _ => Op::BvUlt,
    };
    let number = |value: i64| match result {
        Sort::BitVec(width) => Term::bit_vec(*width, value),
        _ => Term::int(value),
    };
    let value = Term::ite(
        apply(less.clone(), &a.value, &b.value),
        number(-1),
        Term::ite(apply(less, &b.value, &a.value), number(1), number(0)),
    );
    Scalar::new(value, Term::or([a.poison.clone(), b.poison.clone()]))
}

fn swap_bytes(value: &Scalar) -> Scalar {
    let term = &value.value;
    let byte = |place: u32| Term::app(Op::Extract(8 * place + 7, 8 * place), vec![term.clone()]);
    let swapped = (0..width(term) / 8)
        .map(byte)
        .reduce(|high, low| apply(Op::Concat, &high, &low));
    Scalar::new(
        swapped.unwrap_or_else(|| term.clone()),
        value.poison.clone(),
    )
}

/// `fshl` and `fshr`: a shift of two words that are one behind the other, by an amount modulo the
/// width.
fn funnel(stem: &str, high: &Scalar, low: &Scalar, amount: &Scalar) -> Scalar {
    let bits = width(&high.value);
    let both = apply(Op::Concat, &high.value, &low.value);
    let modulus = literal(&amount.value, i64::from(bits));
    let amount_ = apply(Op::BvUrem, &amount.value, &modulus);
    let amount_ = Term::app(Op::ZeroExtend(bits), vec![amount_]);
    let value = if stem == "fshl" {
        let shifted = apply(Op::BvShl, &both, &amount_);
        Term::app(Op::Extract(2 * bits - 1, bits), vec![shifted])
    } else {
        let shifted = apply(Op::BvLshr, &both, &amount_);
        Term::app(Op::Extract(bits - 1, 0), vec![shifted])
    };
    let poison = [high, low, amount].map(|scalar| scalar.poison.clone());
    Scalar::new(value, Term::or(poison))
}
