//! Operators with numbers in their names: `(_ extract 7 0)`, `(_ bv5 8)`, `(_ divisible 3)`.

use super::builtin::refused;
use super::error::{Error, Position, shown};
use super::lexer::Atom;
use super::sexpr::{Id, View};
use super::sorts::width;
use super::terms::Parser;
use crate::{Integer, Op, Sort, Term};

impl Parser<'_, '_> {
    /// `(_ bv5 8)`: the only indexed constants.
    pub(super) fn indexed_constant(
        &mut self,
        parts: &[Id],
        position: Position,
    ) -> Result<Term, Error> {
        let name = parts.get(1).and_then(|id| self.arena.word(*id));
        let value = name
            .and_then(|name| name.strip_prefix("bv"))
            .and_then(|digits| digits.parse::<Integer>().ok());
        match (value, parts) {
            (Some(value), [_, _, bits]) if !value.is_negative() => {
                let width = width(self.index(*bits)?.to_u32(), position)?;
                Ok(Term::bit_vec(width, value))
            }
            _ => Err(
                Error::unsupported(position, "this indexed constant is not supported")
                    .with_hint("bit-vectors are written like `(_ bv5 8)`"),
            ),
        }
    }

    fn index(&self, id: Id) -> Result<Index, Error> {
        match self.arena.view(id) {
            View::Atom(Atom::Numeral(digits)) => Ok(Index(digits.parse().unwrap_or(Integer::ZERO))),
            _ => Err(Error::invalid(
                self.position(id),
                "the index of an operator is a number",
            )),
        }
    }

    /// The application of `(_ name …)`, whose parts are given, to arguments.
    pub(super) fn indexed_application(
        &mut self,
        parts: &[Id],
        arguments: Vec<Term>,
        position: Position,
    ) -> Result<Term, Error> {
        let Some(name) = parts.get(1).and_then(|id| self.arena.name(*id)) else {
            return Err(Error::invalid(position, "an indexed operator has a name"));
        };
        if name == "is" && parts.len() == 3 {
            let variant = self.term(parts[2])?;
            let sides = [&arguments[..], &[variant]].concat();
            return Term::checked(Op::Eq, sides).ok_or_else(|| refused("is", &arguments, position));
        }
        let indices = parts[2..]
            .iter()
            .map(|id| self.index(*id))
            .collect::<Result<Vec<Index>, Error>>()?;
        let bits = match arguments.first().map(Term::sort) {
            Some(Sort::BitVec(bits)) if arguments.len() == 1 => Some(*bits),
            _ => None,
        };
        let wrong = || refused(name, &arguments, position);
        let number = |at: usize| indices.get(at).and_then(Index::to_u32);
        let op = match (name, indices.len()) {
            ("extract", 2) => match (number(0), number(1)) {
                (Some(high), Some(low)) => Op::Extract(high, low),
                _ => return Err(wrong()),
            },
            ("zero_extend" | "sign_extend", 1) => {
                let bits = bits.ok_or_else(wrong)?;
                let more = number(0).unwrap_or(u32::MAX);
                width(bits.checked_add(more), position)?;
                if name == "zero_extend" {
                    Op::ZeroExtend(more)
                } else {
                    Op::SignExtend(more)
                }
            }
            ("rotate_left" | "rotate_right", 1) => {
                let bits = bits.ok_or_else(wrong)?;
                let by = indices[0].modulo(bits);
                let left = if name == "rotate_left" {
                    by
                } else {
                    (bits - by) % bits
                };
                return Ok(rotated_left(&arguments[0], bits, left));
            }
            ("repeat", 1) => {
                let bits = bits.ok_or_else(wrong)?;
                let times = number(0).filter(|times| *times > 0).ok_or_else(wrong)?;
                width(bits.checked_mul(times), position)?;
                let once = &arguments[0];
                return Ok((1..times).fold(once.clone(), |all, _| {
                    Term::app(Op::Concat, vec![all, once.clone()])
                }));
            }
            ("divisible", 1) => Op::Divisible(indices[0].0.clone()),
            ("int2bv" | "int_to_bv" | "nat2bv", 1) => Op::IntToBv(width(number(0), position)?),
            _ => {
                return Err(Error::unsupported(
                    position,
                    format!("the indexed operator {} is not supported", shown(name)),
                ));
            }
        };
        Term::checked(op, arguments.clone()).ok_or_else(wrong)
    }
}

/// The number in the name of an operator.
struct Index(Integer);

impl Index {
    fn to_u32(&self) -> Option<u32> {
        self.0.to_i64().and_then(|value| u32::try_from(value).ok())
    }

    fn modulo(&self, bits: u32) -> u32 {
        self.0
            .div_mod(&Integer::from(bits))
            .and_then(|(_, remainder)| remainder.to_i64())
            .and_then(|remainder| u32::try_from(remainder).ok())
            .unwrap_or(0)
    }
}

fn rotated_left(term: &Term, bits: u32, by: u32) -> Term {
    if by == 0 {
        return term.clone();
    }
    let extract = |high, low| Term::app(Op::Extract(high, low), vec![term.clone()]);
    let front = extract(bits - by - 1, 0);
    Term::app(Op::Concat, vec![front, extract(bits - 1, bits - by)])
}
