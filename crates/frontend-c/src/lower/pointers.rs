//! Pointers that are variables.
//!
//! Where a pointer leads is known while the text is read ([`super::known`]), only the index is a
//! variable.

use logic::{Sort, Symbol, Term};
use program::Origin;

use crate::problem::{Problem, Reads, Span};
use crate::syntax::{
    Binary, Declaration, Expression, ExpressionKind, Fix, Gives, Initial, Scalar, Shape, Unary,
};
use crate::token::Signedness;

use super::Lowering;
use super::arithmetic;
use super::declarations::Start;
use super::memory::Owner;
use super::order::{pointer_itself, unordered};
use super::records::Found;
use super::scope::{Binding, Memory, Pointer};
use super::value::Value;

impl Lowering<'_, '_> {
    /// A pointer that is a variable.
    pub(super) fn pointer_binding(
        &mut self,
        declaration: &Declaration,
        name: &str,
        scalar: Scalar,
        start: &Start,
    ) -> Reads<Binding> {
        let span = &declaration.span;
        let origin = self.origin(span);
        let key = Symbol::new(name);
        if matches!(start, Start::Kept) {
            return Err(Problem::unsupported(span, "a static pointer"));
        }
        match &declaration.initial {
            Some(Initial::Value(initial)) => {
                let pointer = self.pointed(initial, Owner { name, scalar })?;
                if matches!(start, Start::Fixed) && pointer != Pointer::Null {
                    let what = "a pointer outside of functions that leads somewhere from the start";
                    return Err(Problem::unsupported(span, what));
                }
                self.point(key, pointer, origin)?;
            }
            None if matches!(start, Start::Fixed) => self.known.point(key, Pointer::Null),
            None => self.known.unpoint(key),
            Some(Initial::List(_, span)) => {
                return Err(Problem::wrong(span, "this variable is no array"));
            }
        }
        Ok(Binding::PointerVariable(key, scalar))
    }

    /// An assignment to a pointer. Nobody uses its value.
    pub(super) fn pointer_assignment(
        &mut self,
        (name, scalar): (Symbol, Scalar),
        operator: Option<Binary>,
        left: &Expression,
        right: &Expression,
        span: &Span,
    ) -> Reads<Value> {
        let origin = self.origin(span);
        let pointer = match operator {
            None => {
                let owner = Owner {
                    name: name.as_str(),
                    scalar,
                };
                let (pointer, used) = self.traced(|it| it.pointed(right, owner))?;
                if used.writes(&pointer_itself(name)) {
                    return Err(unordered(span));
                }
                pointer
            }
            Some(operator) => {
                let sum = Expression {
                    kind: ExpressionKind::Binary(
                        operator,
                        Box::new(left.clone()),
                        Box::new(right.clone()),
                    ),
                    span: span.clone(),
                };
                self.pointer(&sum)?
            }
        };
        self.point(name, pointer, origin)?;
        Ok(Value {
            term: Term::int(0),
            scalar: Scalar::Void,
        })
    }

    /// Whether the value of an expression is an address.
    pub(super) fn is_address(&self, expression: &Expression) -> bool {
        match &expression.kind {
            ExpressionKind::Name(name) => match self.scope.find(*name) {
                Some(binding) => matches!(
                    binding,
                    Binding::Array(_)
                        | Binding::Records(_)
                        | Binding::Pointer(_)
                        | Binding::PointerVariable(..)
                ),
                None => name.as_str() == "NULL",
            },
            ExpressionKind::Unary(Unary::Address, _) | ExpressionKind::PointerCast(..) => true,
            // A row of an array of two dimensions.
            ExpressionKind::Index(array, _) | ExpressionKind::Unary(Unary::Target, array) => {
                self.dimensions(array) > 1
            }
            ExpressionKind::Member(inner, name) => self
                .member_declaration(inner, *name)
                .is_some_and(|member| !matches!(member.shape, Shape::Single)),
            ExpressionKind::Call(name, _) => {
                let function = self.context.unit.function(*name);
                function.is_some_and(|function| function.gives == Gives::Address)
            }
            ExpressionKind::Binary(Binary::Add, left, right) => {
                self.is_address(left) || self.is_address(right)
            }
            ExpressionKind::Binary(Binary::Subtract, left, right) => {
                self.is_address(left) && !self.is_address(right)
            }
            ExpressionKind::Step(_, _, place)
            | ExpressionKind::Assign(_, place, _)
            | ExpressionKind::Comma(_, place) => self.is_address(place),
            ExpressionKind::Conditional(_, then, otherwise) => {
                self.is_address(then) || self.is_address(otherwise)
            }
            _ => false,
        }
    }

    /// Whether a pointer leads anywhere.
    pub(super) fn leads_somewhere(&mut self, expression: &Expression) -> Reads<Term> {
        let pointer = self.pointer(expression)?;
        self.is_alive(&pointer, &expression.span)?;
        match pointer {
            Pointer::Null => Ok(Term::bottom()),
            // MPI does not say whether its marks are `NULL`.
            Pointer::Mark(_) => Err(Problem::unsupported(
                &expression.span,
                "a comparison with this constant of MPI",
            )),
            _ => Ok(Term::top()),
        }
    }

    /// A pointer to memory that was freed has no value any more.
    pub(super) fn is_alive(&mut self, pointer: &Pointer, span: &Span) -> Reads<()> {
        let array = match pointer {
            Pointer::Element { array, .. } | Pointer::Cell { array, .. } => Some(array),
            Pointer::Record(record, _) => record.arrays().first().copied(),
            _ => None,
        };
        match array.filter(|array| array.memory == Memory::Allocated) {
            Some(array) => {
                let is_there = Term::ge(self.settle(&array.sizes[0]), Term::int(0));
                self.oblige(is_there, span, "pointer to memory that was freed")
            }
            None => Ok(()),
        }
    }

    /// A pointer that is computed leads into its array, or just behind it.
    pub(super) fn leads_inside(&mut self, pointer: &Pointer, span: &Span) -> Reads<()> {
        let one = Term::int(1);
        let mut parts = Vec::new();
        let (size, offset) = match pointer {
            Pointer::Element {
                array,
                rows,
                offset,
            } => {
                for (row, size) in rows.iter().zip(&array.sizes) {
                    parts.push(Term::le(Term::int(0), row.clone()));
                    parts.push(Term::lt(row.clone(), self.settle(size)));
                }
                let rest = array.sizes.iter().skip(rows.len());
                let rest = rest.map(|size| self.settle(size));
                (Term::mul(rest), offset.clone())
            }
            Pointer::Record(record, offset) => {
                let count = record.count().map(|count| self.settle(count));
                (count.unwrap_or(one), offset.clone())
            }
            // A member of one of the structs of an array.
            Pointer::Cell { array, index } => {
                let count = self.settle(&array.sizes[0]);
                (Term::sub(count, one), index.clone())
            }
            _ => return Ok(()),
        };
        parts.push(Term::le(Term::int(0), offset.clone()));
        parts.push(Term::le(offset, size));
        self.oblige(Term::and(parts), span, "pointer out of its array")
    }

    /// Comparisons of pointers, and the distance between two of them.
    pub(super) fn pointer_binary(
        &mut self,
        operator: Binary,
        left: &Expression,
        right: &Expression,
        span: &Span,
    ) -> Reads<Value> {
        let (a, b) = self.both(span, |it| it.pointer(left), |it| it.pointer(right))?;
        self.is_alive(&a, span)?;
        self.is_alive(&b, span)?;
        let refuse = || Err(Problem::unsupported(span, "this computation with pointers"));
        let is_equality = matches!(operator, Binary::Equal | Binary::NotEqual);
        let (i, j) = match (a, b) {
            (Pointer::Null, Pointer::Null) if is_equality => (Term::int(0), Term::int(0)),
            (Pointer::Null, other) | (other, Pointer::Null)
                if is_equality && !matches!(other, Pointer::Opaque | Pointer::Mark(_)) =>
            {
                (Term::int(0), Term::int(1))
            }
            (Pointer::Record(a, i), Pointer::Record(b, j)) if a == b => (i, j),
            (
                Pointer::Element {
                    array,
                    rows,
                    offset,
                },
                Pointer::Element {
                    array: other,
                    rows: other_rows,
                    offset: other_offset,
                },
            ) if array == other && rows == other_rows => (offset, other_offset),
            _ => return refuse(),
        };
        let long = Scalar::Integer {
            sign: Signedness::Signed,
            bits: 64,
        };
        let of = |term| Value { term, scalar: long };
        arithmetic::binary(operator, &of(i), &of(j)).or_else(|_| refuse())
    }

    /// Lets a pointer that is a variable lead somewhere.
    pub(super) fn point(&mut self, name: Symbol, pointer: Pointer, origin: Origin) -> Reads<()> {
        let pointer = match pointer {
            Pointer::Element {
                array,
                rows,
                offset,
            } => {
                let mut kept = Vec::new();
                for (position, row) in rows.into_iter().enumerate() {
                    kept.push(self.constant_term(row, &format!("{name}.row{position}"), origin)?);
                }
                let var = self.declare(&format!("{name}.offset"), Sort::Int, None, origin);
                self.assign(&var, offset, origin)?;
                Pointer::Element {
                    array,
                    rows: kept,
                    offset: var.term(),
                }
            }
            Pointer::Cell { array, index } => {
                let var = self.declare(&format!("{name}.offset"), Sort::Int, None, origin);
                self.assign(&var, index, origin)?;
                let index = var.term();
                Pointer::Cell { array, index }
            }
            Pointer::Record(record, offset) => {
                let var = self.declare(&format!("{name}.offset"), Sort::Int, None, origin);
                self.assign(&var, offset, origin)?;
                Pointer::Record(record, var.term())
            }
            other => other,
        };
        self.note_written(&pointer_itself(name));
        self.known.point(name, pointer);
        Ok(())
    }

    /// Where a pointer that is a variable leads now.
    pub(super) fn pointer_of(&self, name: Symbol, span: &Span) -> Reads<Pointer> {
        self.note_read(&pointer_itself(name));
        match self.known.pointer(name) {
            Some(Pointer::Element {
                array,
                rows,
                offset,
            }) => Ok(Pointer::Element {
                array: array.clone(),
                rows: rows.iter().map(|row| self.settle(row)).collect(),
                offset: self.settle(offset),
            }),
            Some(Pointer::Cell { array, index }) => Ok(Pointer::Cell {
                array: array.clone(),
                index: self.settle(index),
            }),
            Some(Pointer::Record(record, offset)) => {
                Ok(Pointer::Record(record.clone(), self.settle(offset)))
            }
            Some(pointer) => Ok(pointer.clone()),
            None => {
                let problem = Problem::unsupported(span, "a pointer that is not known here");
                Err(problem.hint("which array it leads to must not depend on values"))
            }
        }
    }

    /// `p++` and its kin for a pointer that is a variable.
    pub(super) fn pointer_step(
        &mut self,
        operator: Binary,
        fix: Fix,
        operand: &Expression,
        span: &Span,
    ) -> Reads<Pointer> {
        let Some((name, _)) = self.pointer_variable(operand) else {
            return Err(Problem::unsupported(span, "moving this pointer"));
        };
        let origin = self.origin(span);
        let before = self.pointer_of(name, span)?;
        let by = match operator {
            Binary::Add => Term::int(1),
            _ => Term::int(-1),
        };
        let Some(after) = before.clone().moved(by) else {
            return Err(Problem::unsupported(span, "moving this pointer"));
        };
        self.leads_inside(&after, span)?;
        // The old index must outlive the write.
        let before = match fix {
            Fix::Postfix => self.kept_offset(before, origin)?,
            Fix::Prefix => before,
        };
        self.point(name, after, origin)?;
        match fix {
            Fix::Postfix => Ok(before),
            Fix::Prefix => self.pointer_of(name, span),
        }
    }

    /// A pointer with its index in a variable of its own.
    fn kept_offset(&mut self, mut pointer: Pointer, origin: Origin) -> Reads<Pointer> {
        if let Pointer::Element { offset, .. } | Pointer::Record(_, offset) = &mut pointer
            && offset.as_value().is_none()
        {
            let kept = self.temporary(Sort::Int, origin);
            self.assign(&kept, offset.clone(), origin)?;
            *offset = kept.term();
        }
        Ok(pointer)
    }

    /// The name of a pointer that is a variable and its type, if an expression is one.
    pub(super) fn pointer_variable(&mut self, expression: &Expression) -> Option<(Symbol, Scalar)> {
        match &expression.kind {
            ExpressionKind::Name(name) => match self.scope.find(*name) {
                Some(Binding::PointerVariable(name, scalar)) => Some((*name, *scalar)),
                _ => None,
            },
            ExpressionKind::Member(inner, name) => {
                let member = self.member_declaration(inner, *name)?;
                let is_pointer = matches!(member.shape, Shape::Pointer(_));
                // What is looked at twice must not do anything.
                if !is_pointer || !self.context.analysis.expression(inner).is_term() {
                    return None;
                }
                match self.member(inner, *name, &expression.span) {
                    Ok(Some(Found::Address(name, scalar))) => Some((name, scalar)),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}
