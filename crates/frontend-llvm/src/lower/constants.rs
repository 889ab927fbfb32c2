//! Operands: locals, globals and constants.

use std::str::FromStr;

use logic::{Integer, Sort, Term};
use program::function::Step;

use super::scalar::{Bound, Pointer, Scalar};
use super::{Frame, Integers, Lowering, Reading, Result_};
use crate::syntax::{Expression, Type, Typed, Value};

/// The pointer that points nowhere; as aligned as can be.
pub(super) const NULL: Pointer = Pointer {
    object: None,
    multiple: 1 << 32,
    bounded: false,
};

impl<'t> Lowering<'_, 't> {
    /// What an operand stands for.
    pub(super) fn operand(
        &mut self,
        frame: &Frame<'t>,
        ty: &Type<'t>,
        value: &Value<'t>,
    ) -> Result_<Bound> {
        match value {
            Value::Local(name) => match frame.values.get(name) {
                Some(bound) => Ok(bound.clone()),
                None => self.wrong(format!("`%{name}` is not defined before its use")),
            },
            Value::Global(name) => Ok(Bound::Scalar(self.global_pointer(*name)?)),
            _ => self.constant(ty, value),
        }
    }

    /// An operand that is one integer or pointer.
    pub(super) fn scalar(
        &mut self,
        frame: &Frame<'t>,
        ty: &Type<'t>,
        value: &Value<'t>,
    ) -> Result_<Scalar> {
        match self.operand(frame, ty, value)? {
            Bound::Scalar(mut scalar) => {
                scalar.poison = self.still_poison(&scalar.poison);
                let sort = self.sort(ty)?;
                if *scalar.value.sort() != sort {
                    return self.wrong("this operand has another type than is said");
                }
                Ok(scalar)
            }
            Bound::Aggregate(_) => self.unsupported("an aggregate here"),
        }
    }

    /// The same for a value with its type.
    pub(super) fn typed(&mut self, frame: &Frame<'t>, typed: &Typed<'t>) -> Result_<Scalar> {
        self.scalar(frame, &typed.ty, &typed.value)
    }

    pub(super) fn constant(&mut self, ty: &Type<'t>, value: &Value<'t>) -> Result_<Bound> {
        let resolved = self.resolve(ty)?;
        if let Type::Struct { .. } | Type::Array(..) | Type::Vector(..) = resolved {
            return self.aggregate(&resolved, value);
        }
        let sort = self.sort(&resolved)?;
        let is_pointer = resolved == Type::Pointer;
        let scalar = match value {
            Value::Integer(digits) if !is_pointer => Scalar::defined(self.number(digits, &sort)?),
            Value::Bool(value) if sort == Sort::Bool => Scalar::defined(Term::bool(*value)),
            Value::Zero | Value::Null => Scalar::defined(self.number("0", &sort)?),
            Value::Poison => Scalar::poison(&sort),
            Value::Undef => {
                self.facts.undef = true;
                match self.role.reading {
                    Reading::Many => Scalar::poison(&sort),
                    Reading::Few => {
                        let chosen = self.fresh("undef", sort);
                        self.step(Step::Choose(chosen.clone()));
                        Scalar::defined(chosen.term())
                    }
                }
            }
            Value::Expression(expression) => return self.expression(expression),
            Value::Global(name) => return Ok(Bound::Scalar(self.global_pointer(*name)?)),
            _ => return self.unsupported("this constant"),
        };
        Ok(Bound::Scalar(if is_pointer {
            scalar.at(NULL)
        } else {
            scalar
        }))
    }

    /// The literal that digits stand for.
    pub(super) fn number(&self, digits: &str, sort: &Sort) -> Result_<Term> {
        let Ok(number) = Integer::from_str(digits) else {
            return self.wrong("this is no number");
        };
        Ok(match sort {
            Sort::Bool => Term::bool(!number.is_zero()),
            Sort::BitVec(width) => Term::bit_vec(*width, number),
            _ => Term::int(number),
        })
    }

    fn aggregate(&mut self, ty: &Type<'t>, value: &Value<'t>) -> Result_<Bound> {
        let types: Vec<Type<'t>> = match ty {
            Type::Struct { fields, .. } => fields.to_vec(),
            Type::Array(count, element) | Type::Vector(count, element) if *count <= 64 => {
                vec![element.as_ref().clone(); usize::try_from(*count).unwrap_or(0)]
            }
            _ => return self.unsupported("a constant of this size"),
        };
        let mut parts = Vec::new();
        for (position, ty) in types.iter().enumerate() {
            parts.push(match value {
                Value::Aggregate(elements) => match elements.get(position) {
                    Some(element) => self.constant(ty, &element.value)?,
                    None => return self.wrong("this constant has too few elements"),
                },
                Value::Zero | Value::Undef | Value::Poison => self.constant(ty, value)?,
                Value::Expression(expression) if expression.opcode == "splat" => {
                    match expression.operands.as_slice() {
                        [element] => self.constant(ty, &element.value)?,
                        _ => return self.wrong("a splat is of one value"),
                    }
                }
                Value::Bytes(text) => {
                    let byte = super::memory::unescaped(text).get(position).copied();
                    let byte = byte.unwrap_or_default();
                    let sort = self.sort(ty)?;
                    Bound::Scalar(Scalar::defined(self.number(&byte.to_string(), &sort)?))
                }
                _ => return self.unsupported("this constant"),
            });
        }
        Ok(Bound::Aggregate(parts))
    }

    /// A constant expression: the instruction of its opcode, over constants.
    fn expression(&mut self, expression: &Expression<'t>) -> Result_<Bound> {
        if self.options.integers == Integers::Mathematical {
            return self.unsupported("a constant expression over mathematical integers");
        }
        let mut operands = Vec::new();
        for operand in &expression.operands {
            match self.constant(&operand.ty, &operand.value)? {
                Bound::Scalar(scalar) => operands.push(scalar),
                Bound::Aggregate(_) => return self.unsupported("this constant expression"),
            }
        }
        let flags = expression.flags;
        let scalar = match (expression.opcode, &expression.source, operands.as_slice()) {
            ("getelementptr", Some(source), [base, indices @ ..]) => {
                let types = expression.operands[1..].iter().map(|o| o.ty.clone());
                let indices: Vec<(Scalar, Type<'t>)> = indices.iter().cloned().zip(types).collect();
                self.offset_pointer(flags, source, base, &indices)?
            }
            ("bitcast" | "trunc" | "zext" | "sext" | "ptrtoint", _, [from]) => {
                match &expression.to {
                    Some(to) => self.cast(expression.opcode, flags, from, to)?,
                    None => return self.wrong("this cast has no target"),
                }
            }
            ("add" | "sub" | "mul" | "and" | "or" | "xor" | "shl" | "lshr" | "ashr", _, [a, b]) => {
                self.binary(expression.opcode, flags, a, b)?
            }
            (opcode, _, _) => {
                return self.unsupported(format!("the constant expression `{opcode}`"));
            }
        };
        Ok(Bound::Scalar(scalar))
    }
}
