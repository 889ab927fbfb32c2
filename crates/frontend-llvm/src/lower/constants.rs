//! Operands: locals, globals and constants.

use std::str::FromStr;

use logic::{Integer, Sort, Term};
use program::function::Step;

use super::scalar::{Bound, Pointer, Scalar, Single};
use super::{Frame, Integers, Lowering, Reading, Result_};
use crate::syntax::{Expression, Type, Typed, Value};

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
            Value::Global(name) => Ok(Bound::from(self.global_pointer(*name)?)),
            _ => self.constant(ty, value),
        }
    }

    /// An operand that is one integer or pointer.
    pub(super) fn single(
        &mut self,
        frame: &Frame<'t>,
        ty: &Type<'t>,
        value: &Value<'t>,
    ) -> Result_<Single> {
        let single = self.unsettled(frame, ty, value)?;
        Ok(self.settled(single))
    }

    /// What a value is for whoever knows nothing of `undef`: a specification's is one of the values that
    /// it may be, an implementation's is poison.
    pub(super) fn settled(&self, mut single: Single) -> Single {
        if let Single::Integer(scalar) = &mut single {
            *scalar = self.settled_number(scalar);
        }
        single
    }

    /// The same for an integer.
    pub(super) fn settled_number(&self, scalar: &Scalar) -> Scalar {
        let mut settled = scalar.clone();
        if self.role.reading == Reading::Many {
            settled.poison = scalar.ill();
        }
        settled.undef = Term::bottom();
        settled
    }

    /// An operand that is one integer or pointer, for whoever knows what to do with `undef`.
    pub(super) fn unsettled(
        &mut self,
        frame: &Frame<'t>,
        ty: &Type<'t>,
        value: &Value<'t>,
    ) -> Result_<Single> {
        match self.operand(frame, ty, value)? {
            Bound::Single(mut single) => {
                let poison = self.still_poison(single.poison());
                single.set_poison(poison);
                let is_pointer = self.resolve(ty)? == Type::Pointer;
                let sort = self.sort(ty)?;
                let fits = match &single {
                    Single::Pointer(_) => is_pointer,
                    Single::Integer(scalar) => !is_pointer && *scalar.value.sort() == sort,
                };
                match fits {
                    true => Ok(single),
                    false => self.wrong("this operand has another type than is said"),
                }
            }
            Bound::Aggregate(_) => {
                let what = self.describe(ty);
                self.unsupported(format!("a value of type `{what}` here"))
            }
        }
    }

    /// The same for a value with its type.
    pub(super) fn typed(&mut self, frame: &Frame<'t>, typed: &Typed<'t>) -> Result_<Single> {
        self.single(frame, &typed.ty, &typed.value)
    }

    /// A value with its type, for whoever knows what to do with `undef`.
    pub(super) fn unsettled_typed(
        &mut self,
        frame: &Frame<'t>,
        typed: &Typed<'t>,
    ) -> Result_<Single> {
        self.unsettled(frame, &typed.ty, &typed.value)
    }

    /// An integer, for whoever knows what to do with `undef`.
    pub(super) fn unsettled_integer(
        &mut self,
        frame: &Frame<'t>,
        ty: &Type<'t>,
        value: &Value<'t>,
    ) -> Result_<Scalar> {
        match self.unsettled(frame, ty, value)? {
            Single::Integer(scalar) => Ok(scalar),
            Single::Pointer(_) => self.wrong("an integer is expected here"),
        }
    }

    /// An operand that is an integer.
    pub(super) fn integer(
        &mut self,
        frame: &Frame<'t>,
        ty: &Type<'t>,
        value: &Value<'t>,
    ) -> Result_<Scalar> {
        match self.single(frame, ty, value)? {
            Single::Integer(scalar) => Ok(scalar),
            Single::Pointer(_) => self.wrong("an integer is expected here"),
        }
    }

    /// The same for a value with its type.
    pub(super) fn integer_typed(
        &mut self,
        frame: &Frame<'t>,
        typed: &Typed<'t>,
    ) -> Result_<Scalar> {
        self.integer(frame, &typed.ty, &typed.value)
    }

    /// An operand that is a pointer.
    pub(super) fn pointer(&mut self, frame: &Frame<'t>, value: &Value<'t>) -> Result_<Pointer> {
        match self.single(frame, &Type::Pointer, value)? {
            Single::Pointer(pointer) => Ok(pointer),
            Single::Integer(_) => self.wrong("a pointer is expected here"),
        }
    }

    pub(super) fn constant(&mut self, ty: &Type<'t>, value: &Value<'t>) -> Result_<Bound> {
        let resolved = self.resolve(ty)?;
        if let Type::Struct { .. } | Type::Array(..) | Type::Vector(..) = resolved {
            return self.aggregate(&resolved, value);
        }
        if resolved == Type::Pointer {
            return self.constant_pointer(value);
        }
        let sort = self.sort(&resolved)?;
        let scalar = match value {
            Value::Integer(digits) => Scalar::defined(self.number(digits, &sort)?),
            Value::Bool(value) if sort == Sort::Bool => Scalar::defined(Term::bool(*value)),
            Value::Zero | Value::Null => Scalar::defined(self.number("0", &sort)?),
            Value::Poison => Scalar::poison(&sort),
            Value::Undef => self.undefined_number(sort),
            Value::Expression(expression) => return self.expression(expression),
            _ => return self.unsupported("this constant"),
        };
        Ok(Bound::from(scalar))
    }

    /// `undef`: one chosen value, or poison, as the role wants it.
    fn undefined_number(&mut self, sort: Sort) -> Scalar {
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

    fn constant_pointer(&mut self, value: &Value<'t>) -> Result_<Bound> {
        let null = Pointer::null(&self.address_sort());
        let pointer = match value {
            Value::Zero | Value::Null => null,
            Value::Poison => null.or_poison(Term::top()),
            Value::Undef => {
                let number = self.undefined_number(self.address_sort());
                match number.poison.is_true() {
                    true => null.or_poison(Term::top()),
                    // Null is one of the values that it may have.
                    false => null,
                }
            }
            Value::Expression(expression) => return self.expression(expression),
            Value::Global(name) => self.global_pointer(*name)?,
            _ => return self.unsupported("this constant"),
        };
        Ok(Bound::from(pointer))
    }

    /// The literal that digits stand for.
    pub(super) fn number(&self, digits: &str, sort: &Sort) -> Result_<Term> {
        let Ok(number) = Integer::from_str(digits) else {
            return self.wrong("this is no number");
        };
        Ok(match sort {
            // What does not fit is cut off.
            Sort::Bool => Term::bool(!logic::BitVec::new(1, &number).unsigned().is_zero()),
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
                    let byte = crate::lexer::unescaped(text).get(position).copied();
                    let byte = byte.unwrap_or_default();
                    let sort = self.sort(ty)?;
                    Bound::from(Scalar::defined(self.number(&byte.to_string(), &sort)?))
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
                Bound::Single(single) => operands.push(single),
                Bound::Aggregate(_) => return self.unsupported("this constant expression"),
            }
        }
        let flags = expression.flags;
        let integers = |singles: &[Single]| -> Option<Vec<Scalar>> {
            let integer = |single: &Single| match single {
                Single::Integer(scalar) => Some(scalar.clone()),
                Single::Pointer(_) => None,
            };
            singles.iter().map(integer).collect()
        };
        let opcode = expression.opcode;
        match (opcode, &expression.source, operands.as_slice()) {
            ("getelementptr", Some(source), [Single::Pointer(base), indices @ ..]) => {
                let Some(indices) = integers(indices) else {
                    return self.wrong("an index is an integer");
                };
                let pointer = self.offset_pointer(flags, source, base, &indices)?;
                Ok(Bound::from(pointer))
            }
            (
                "bitcast" | "trunc" | "zext" | "sext" | "ptrtoint" | "inttoptr" | "ptrtoaddr",
                _,
                [from],
            ) => match &expression.to {
                Some(to) => Ok(Bound::Single(self.cast(opcode, flags, from, to)?)),
                None => self.wrong("this cast has no target"),
            },
            (
                "add" | "sub" | "mul" | "and" | "or" | "xor" | "shl" | "lshr" | "ashr",
                _,
                [Single::Integer(a), Single::Integer(b)],
            ) => self.binary(opcode, flags, a, b).map(Bound::from),
            (opcode, _, _) => self.unsupported(format!("the constant expression `{opcode}`")),
        }
    }
}
