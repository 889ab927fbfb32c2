//! Arithmetic, comparisons and casts.

use logic::{Integer, Op, Sort, Term};

use super::scalar::{Scalar, Single};
use super::{Integers, Lowering, Result_};
use crate::syntax::{Flags, Type};

/// An operator on two terms.
pub(super) fn apply(op: Op, left: &Term, right: &Term) -> Term {
    Term::app(op, vec![left.clone(), right.clone()])
}

/// A literal of the sort of another term.
pub(super) fn literal(like: &Term, value: impl Into<Integer>) -> Term {
    match like.sort() {
        Sort::BitVec(width) => Term::bit_vec(*width, value),
        Sort::Bool => Term::bool(!value.into().is_zero()),
        _ => Term::int(value),
    }
}

/// A truth value as a bit-vector of one bit.
pub(super) fn bit(term: &Term) -> Term {
    Term::ite(term.clone(), Term::bit_vec(1, 1), Term::bit_vec(1, 0))
}

/// A bit-vector of one bit as a truth value.
pub(super) fn truth(term: &Term) -> Term {
    Term::eq(term.clone(), Term::bit_vec(1, 1))
}

/// The number of bits of a bit-vector; one for a truth value.
pub(super) fn width(term: &Term) -> u32 {
    match term.sort() {
        Sort::BitVec(width) => *width,
        _ => 1,
    }
}

/// Whether a term in two's complement is negative.
pub(super) fn is_negative(term: &Term) -> Term {
    apply(Op::BvSlt, term, &literal(term, 0))
}

/// The signed value of a literal.
fn signed(term: &Term) -> Option<Integer> {
    match term.as_value() {
        Some(logic::Value::BitVec(bits)) => Some(bits.signed()),
        _ => None,
    }
}

/// Where adding a number leaves the signed range, as one comparison: that is easier to reason about
/// than the bits of the sum.
fn overflows_by(term: &Term, number: &Integer) -> Term {
    let bound = Integer::power_of_two(width(term) - 1);
    if number.is_negative() {
        // Below the least number, which is `-bound`.
        let least = Integer::ZERO - bound - number.clone();
        apply(Op::BvSlt, term, &literal(term, least))
    } else {
        let greatest = bound - Integer::from(1i64) - number.clone();
        apply(Op::BvSlt, &literal(term, greatest), term)
    }
}

/// Whether the signed sum, difference or product of two terms does not fit their width.
pub(super) fn overflows_signed(op: &Op, left: &Term, right: &Term) -> Term {
    match (op, signed(left), signed(right)) {
        (Op::BvAdd, _, Some(number)) => return overflows_by(left, &number),
        (Op::BvAdd, Some(number), _) => return overflows_by(right, &number),
        (Op::BvSub, _, Some(number))
            if number != Integer::ZERO - Integer::power_of_two(width(right) - 1) =>
        {
            return overflows_by(left, &(Integer::ZERO - number));
        }
        _ => {}
    }
    let result = apply(op.clone(), left, right);
    let differ = |a: &Term, b: &Term| apply(Op::BvXor, a, b);
    match op {
        // The sum has another sign than both operands.
        Op::BvAdd => is_negative(&apply(
            Op::BvAnd,
            &differ(left, &result),
            &differ(right, &result),
        )),
        // The operands have different signs, and the difference not that of the first one.
        Op::BvSub => is_negative(&apply(
            Op::BvAnd,
            &differ(left, right),
            &differ(left, &result),
        )),
        _ => {
            let extend = |term: &Term| Term::app(Op::SignExtend(width(left)), vec![term.clone()]);
            let wide = apply(op.clone(), &extend(left), &extend(right));
            Term::ne(wide, extend(&result))
        }
    }
}

/// The same for unsigned numbers.
pub(super) fn overflows_unsigned(op: &Op, left: &Term, right: &Term) -> Term {
    match op {
        // Of a sum with a literal, the other one is compared with what is left of the range.
        Op::BvAdd if right.as_value().is_some() => {
            let greatest = Term::app(Op::BvNot, vec![right.clone()]);
            apply(Op::BvUlt, &greatest, left)
        }
        Op::BvAdd if left.as_value().is_some() => overflows_unsigned(op, right, left),
        Op::BvAdd => apply(Op::BvUlt, &apply(Op::BvAdd, left, right), left),
        Op::BvSub => apply(Op::BvUlt, left, right),
        _ => {
            let bits = width(left);
            let extend = |term: &Term| Term::app(Op::ZeroExtend(bits), vec![term.clone()]);
            let wide = apply(op.clone(), &extend(left), &extend(right));
            let high = Term::app(Op::Extract(2 * bits - 1, bits), vec![wide]);
            let zero = literal(&high, 0);
            Term::ne(high, zero)
        }
    }
}

/// Two terms as integers of one representation, and how the result goes back.
fn as_bits(left: &Term, right: &Term) -> (Term, Term, bool) {
    if *left.sort() == Sort::Bool {
        (bit(left), bit(right), true)
    } else {
        (left.clone(), right.clone(), false)
    }
}

/// Where a sum or difference with `undef` overflows for some of the values that it may be. Then it may be
/// poison, which is more than any value.
fn undef_overflows(op: &Op, (a, a_undef): (&Term, &Term), (b, b_undef): (&Term, &Term)) -> Term {
    let is_not = |term: &Term, number: i64| Term::ne(term.clone(), literal(term, number));
    // Nothing overflows by adding zero, and nothing that is subtracted from all ones.
    let other = match op {
        Op::BvSub => is_not(a, -1),
        _ => is_not(a, 0),
    };
    Term::or([
        Term::and([a_undef.clone(), b_undef.clone()]),
        Term::and([a_undef.clone(), is_not(b, 0)]),
        Term::and([b_undef.clone(), other]),
    ])
}

impl<'t> Lowering<'_, 't> {
    /// A binary operation; undefined behaviour becomes a step.
    pub(super) fn binary(
        &mut self,
        opcode: &str,
        flags: Flags,
        left: &Scalar,
        right: &Scalar,
    ) -> Result_<Scalar> {
        if left.value.sort() != right.value.sort() {
            return self.wrong("the operands have different types");
        }
        if *left.value.sort() == Sort::Int {
            return self.mathematical(opcode, left, right);
        }
        let both = Term::or([left.poison.clone(), right.poison.clone()]);
        // What is added to any value, or flips its bits, can make any other of it.
        let is_kept = matches!(opcode, "add" | "sub" | "xor");
        let divisor = right.ill();
        let [left, right] = &[left, right].map(|scalar| match is_kept {
            true => scalar.clone(),
            false => self.settled_number(scalar),
        });
        let both = Term::or([both, left.poison.clone(), right.poison.clone()]);
        let mut vague = Term::or([left.undef.clone(), right.undef.clone()]);
        // Connectives of truth values stay readable.
        if *left.value.sort() == Sort::Bool && !flags.disjoint {
            let (a, b) = (left.value.clone(), right.value.clone());
            let value = match opcode {
                "and" => Some(Term::and([a, b])),
                "or" => Some(Term::or([a, b])),
                "xor" => Some(Term::xor(a, b)),
                _ => None,
            };
            if let Some(value) = value {
                return Ok(Scalar::new(value, both).or_undef(vague));
            }
        }
        let (a, b, is_truth) = as_bits(&left.value, &right.value);
        let bits = width(&a);
        let mut poison = vec![both];
        let op = match opcode {
            "add" => Op::BvAdd,
            "sub" => Op::BvSub,
            "mul" => Op::BvMul,
            "and" => Op::BvAnd,
            "or" => Op::BvOr,
            "xor" => Op::BvXor,
            "shl" => Op::BvShl,
            "lshr" => Op::BvLshr,
            "ashr" => Op::BvAshr,
            "udiv" => Op::BvUdiv,
            "urem" => Op::BvUrem,
            "sdiv" => Op::BvSdiv,
            "srem" => Op::BvSrem,
            _ => return self.unsupported(format!("`{opcode}`")),
        };
        let result = apply(op.clone(), &a, &b);
        match op {
            Op::BvAdd | Op::BvSub | Op::BvMul => {
                if flags.nsw {
                    poison.push(overflows_signed(&op, &a, &b));
                }
                if flags.nuw {
                    poison.push(overflows_unsigned(&op, &a, &b));
                }
                if (flags.nsw || flags.nuw) && !vague.is_false() {
                    let may_overflow = undef_overflows(&op, (&a, &left.undef), (&b, &right.undef));
                    vague = Term::and([vague, Term::not(may_overflow.clone())]);
                    poison.push(may_overflow);
                }
            }
            Op::BvShl | Op::BvLshr | Op::BvAshr => {
                poison.push(apply(Op::BvUle, &literal(&b, i64::from(bits)), &b));
                let back = |op: Op| Term::ne(apply(op, &result, &b), a.clone());
                if flags.nsw {
                    poison.push(back(Op::BvAshr));
                }
                if flags.nuw {
                    poison.push(back(Op::BvLshr));
                }
                if flags.exact {
                    poison.push(back(Op::BvShl));
                }
            }
            Op::BvOr if flags.disjoint => {
                let common = apply(Op::BvAnd, &a, &b);
                let zero = literal(&common, 0);
                poison.push(Term::ne(common, zero));
            }
            Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem => {
                self.because("it divides by poison");
                self.must_be_defined(&divisor);
                let zero = literal(&b, 0);
                self.because("it divides by zero");
                self.undefined_if(Term::eq(b.clone(), zero.clone()));
                let is_signed = matches!(op, Op::BvSdiv | Op::BvSrem);
                if is_signed {
                    let least = literal(&a, Integer::power_of_two(bits - 1));
                    let overflow = Term::and([
                        Term::eq(b.clone(), literal(&b, -1)),
                        Term::or([self.still_poison(&left.poison), Term::eq(a.clone(), least)]),
                    ]);
                    self.because("the division overflows");
                    self.undefined_if(overflow);
                }
                poison = vec![left.poison.clone()];
                if flags.exact {
                    let rest = if is_signed { Op::BvSrem } else { Op::BvUrem };
                    poison.push(Term::ne(apply(rest, &a, &b), zero));
                }
            }
            _ => {}
        }
        let value = if is_truth { truth(&result) } else { result };
        Ok(Scalar::new(value, Term::or(poison)).or_undef(vague))
    }

    /// The same over the integers, where nothing overflows.
    fn mathematical(&mut self, opcode: &str, left: &Scalar, right: &Scalar) -> Result_<Scalar> {
        let (a, b) = (left.value.clone(), right.value.clone());
        let power = |amount: &Term| match amount.as_value().and_then(|v| v.as_int()?.to_i64()) {
            Some(amount @ 0..=63) => Some(Term::int(Integer::power_of_two(amount as u32))),
            _ => None,
        };
        let value = match opcode {
            "add" => Term::add([a, b]),
            "sub" => Term::sub(a, b),
            "mul" => Term::mul([a, b]),
            "shl" | "lshr" | "ashr" => {
                let Some(power) = power(&b) else {
                    return self.unsupported(format!("`{opcode}` over mathematical integers"));
                };
                if opcode == "shl" {
                    Term::mul([a, power])
                } else {
                    Term::div(a, power)
                }
            }
            "udiv" | "urem" | "sdiv" | "srem" => {
                self.because("it divides by poison");
                self.must_be_defined(&right.poison);
                self.because("it divides by zero");
                self.undefined_if(Term::eq(b.clone(), Term::int(0)));
                // The quotient is rounded towards zero.
                let quotient = Term::div(Term::abs(a.clone()), Term::abs(b.clone()));
                let zero = Term::int(0);
                let same = Term::eq(Term::lt(a.clone(), zero.clone()), Term::lt(b.clone(), zero));
                let quotient = Term::ite(same, quotient.clone(), Term::neg(quotient));
                if opcode.ends_with("div") {
                    quotient
                } else {
                    Term::sub(a, Term::mul([quotient, b]))
                }
            }
            _ => return self.unsupported(format!("`{opcode}` over mathematical integers")),
        };
        Ok(Scalar::new(
            value,
            Term::or([left.poison.clone(), right.poison.clone()]),
        ))
    }

    /// `icmp`.
    pub(super) fn compare_singles(
        &mut self,
        predicate: &str,
        flags: Flags,
        left: &Single,
        right: &Single,
    ) -> Result_<Scalar> {
        match (left, right) {
            (Single::Integer(left), Single::Integer(right)) => {
                self.compare(predicate, flags, left, right)
            }
            (Single::Pointer(left), Single::Pointer(right)) => {
                if flags.samesign {
                    return self.unsupported("`samesign` of pointers");
                }
                self.compare_pointers(predicate, left, right)
            }
            _ => self.wrong("the operands have different types"),
        }
    }

    /// `icmp` of integers.
    fn compare(
        &mut self,
        predicate: &str,
        flags: Flags,
        left: &Scalar,
        right: &Scalar,
    ) -> Result_<Scalar> {
        if left.value.sort() != right.value.sort() {
            return self.wrong("the operands have different types");
        }
        let [left, right] = &[left, right].map(|scalar| match flags.samesign {
            true => self.settled_number(scalar),
            false => scalar.clone(),
        });
        let mut poison = Term::or([left.poison.clone(), right.poison.clone()]);
        let is_equality = matches!(predicate, "eq" | "ne");
        let (a, b, _) = if is_equality {
            (left.value.clone(), right.value.clone(), false)
        } else {
            as_bits(&left.value, &right.value)
        };
        let is_integer = *a.sort() == Sort::Int;
        if flags.samesign && !is_integer {
            let (a, b, _) = as_bits(&a, &b);
            let differ = Term::xor(is_negative(&a), is_negative(&b));
            poison = Term::or([poison, differ]);
        }
        let undef = self.open_comparison(predicate, (&a, &left.undef), (&b, &right.undef));
        Ok(Scalar::new(self.ordered(predicate, &a, &b)?, poison).or_undef(undef))
    }

    /// Where a comparison with `undef` may be true and may be false. What is less than the least number
    /// is known, and so on.
    fn open_comparison(
        &self,
        predicate: &str,
        (a, a_undef): (&Term, &Term),
        (b, b_undef): (&Term, &Term),
    ) -> Term {
        if a_undef.is_false() && b_undef.is_false() {
            return Term::bottom();
        }
        let Sort::BitVec(bits) = a.sort() else {
            // Truth values are only asked whether they are equal.
            return match (predicate, a.sort()) {
                ("eq" | "ne", Sort::Bool) => Term::or([a_undef.clone(), b_undef.clone()]),
                _ => Term::bottom(),
            };
        };
        let half = Integer::power_of_two(bits - 1);
        let one = Integer::from(1i64);
        let (least, greatest) = match predicate.starts_with('s') {
            true => (half.clone(), half - one),
            false => (Integer::ZERO, Integer::power_of_two(*bits) - one),
        };
        let is_not =
            |term: &Term, bound: &Integer| Term::ne(term.clone(), literal(term, bound.clone()));
        // What the other one must not be for both answers to be possible.
        let (right_is, left_is) = match &predicate[1..] {
            "lt" | "ge" => (&least, &greatest),
            "gt" | "le" => (&greatest, &least),
            _ => return Term::or([a_undef.clone(), b_undef.clone()]),
        };
        Term::or([
            Term::and([a_undef.clone(), b_undef.clone()]),
            Term::and([a_undef.clone(), is_not(b, right_is)]),
            Term::and([b_undef.clone(), is_not(a, left_is)]),
        ])
    }

    /// A comparison of two numbers.
    pub(super) fn ordered(&self, predicate: &str, a: &Term, b: &Term) -> Result_<Term> {
        let is_integer = *a.sort() == Sort::Int;
        let less = |strict: Op, integer: Op, a: &Term, b: &Term| {
            apply(if is_integer { integer } else { strict }, a, b)
        };
        Ok(match predicate {
            "eq" => Term::eq(a.clone(), b.clone()),
            "ne" => Term::ne(a.clone(), b.clone()),
            "ult" => less(Op::BvUlt, Op::Lt, a, b),
            "ule" => less(Op::BvUle, Op::Le, a, b),
            "ugt" => less(Op::BvUlt, Op::Lt, b, a),
            "uge" => less(Op::BvUle, Op::Le, b, a),
            "slt" => less(Op::BvSlt, Op::Lt, a, b),
            "sle" => less(Op::BvSle, Op::Le, a, b),
            "sgt" => less(Op::BvSlt, Op::Lt, b, a),
            "sge" => less(Op::BvSle, Op::Le, b, a),
            _ => return self.wrong(format!("`{predicate}` is no comparison of integers")),
        })
    }

    /// A cast between integers, or of a pointer to a pointer or an integer.
    pub(super) fn cast(
        &mut self,
        opcode: &str,
        flags: Flags,
        from: &Single,
        to: &Type<'t>,
    ) -> Result_<Single> {
        let is_pointer = self.resolve(to)? == Type::Pointer;
        match (opcode, from) {
            ("bitcast", Single::Pointer(_)) if is_pointer => Ok(from.clone()),
            ("bitcast", Single::Integer(scalar)) if !is_pointer => {
                match *scalar.value.sort() == self.sort(to)? {
                    true => Ok(from.clone()),
                    false => self.unsupported("`bitcast` between these types"),
                }
            }
            ("ptrtoint" | "ptrtoaddr", Single::Pointer(pointer)) if !is_pointer => {
                let target = self.sort(to)?;
                let (pointer, address) = self.exposed(pointer)?;
                self.note_captured(&pointer);
                self.escapes(&pointer);
                self.look_at_address(&pointer)?;
                let number = self.resize(&address.0, &target, "zext")?;
                Ok(Single::Integer(Scalar::new(number, pointer.poison)))
            }
            ("inttoptr", Single::Integer(scalar)) if is_pointer => {
                let sort = self.address_sort();
                let scalar = self.settled_number(scalar);
                let address = self.resize(&scalar.value, &sort, "zext")?;
                let number = Scalar::new(address, scalar.poison);
                Ok(Single::Pointer(self.numbered(&number)?))
            }
            (_, Single::Integer(scalar)) if !is_pointer => Ok(Single::Integer(
                self.cast_integer(opcode, flags, scalar, to)?,
            )),
            _ => self.wrong("this cast does not fit its types"),
        }
    }

    /// A cast between integers.
    fn cast_integer(
        &mut self,
        opcode: &str,
        flags: Flags,
        from: &Scalar,
        to: &Type<'t>,
    ) -> Result_<Scalar> {
        let target = self.sort(to)?;
        let is_kept = opcode == "trunc" && !flags.nsw && !flags.nuw;
        let from = &match is_kept {
            true => from.clone(),
            false => self.settled_number(from),
        };
        match opcode {
            "trunc" | "zext" | "sext" => {
                let value = self.resize(&from.value, &target, opcode)?;
                let mut result = Scalar::new(value.clone(), from.poison.clone());
                if opcode == "trunc" {
                    // Of any value, any lower bits are left.
                    result.undef = from.undef.clone();
                }
                if self.options.integers == Integers::BitPrecise {
                    result.narrow =
                        opcode != "trunc" && width(&from.value) <= 32 && width(&value) == 64;
                    if flags.nneg {
                        let (bits, _, _) = as_bits(&from.value, &from.value);
                        result = result.or_poison(is_negative(&bits));
                    }
                    if opcode == "trunc" && (flags.nsw || flags.nuw) {
                        let source = from.value.sort().clone();
                        for (flag, extend) in [(flags.nsw, "sext"), (flags.nuw, "zext")] {
                            if flag {
                                let back = self.resize(&value, &source, extend)?;
                                result = result.or_poison(Term::ne(back, from.value.clone()));
                            }
                        }
                    }
                }
                Ok(result)
            }
            _ => self.unsupported(format!("`{opcode}`")),
        }
    }

    /// A number with more or fewer bits.
    pub(super) fn resize(&self, term: &Term, target: &Sort, how: &str) -> Result_<Term> {
        match (term.sort(), target) {
            (from, to) if from == to => Ok(term.clone()),
            (Sort::Bool, Sort::Int) => {
                let one = if how == "sext" { -1 } else { 1 };
                Ok(Term::ite(term.clone(), Term::int(one), Term::int(0)))
            }
            (Sort::Int, Sort::Bool) => Ok(Term::eq(
                Term::modulo(term.clone(), Term::int(2)),
                Term::int(1),
            )),
            (Sort::Bool, Sort::BitVec(width)) => {
                let one = if how == "sext" { -1 } else { 1 };
                Ok(Term::ite(
                    term.clone(),
                    Term::bit_vec(*width, one),
                    Term::bit_vec(*width, 0),
                ))
            }
            (Sort::BitVec(_), Sort::Bool) => {
                Ok(truth(&Term::app(Op::Extract(0, 0), vec![term.clone()])))
            }
            (Sort::BitVec(from), Sort::BitVec(to)) => {
                let op = if to < from {
                    Op::Extract(to - 1, 0)
                } else if how == "sext" {
                    Op::SignExtend(to - from)
                } else {
                    Op::ZeroExtend(to - from)
                };
                Ok(Term::app(op, vec![term.clone()]))
            }
            _ => self.wrong("this cast does not fit its types"),
        }
    }
}
