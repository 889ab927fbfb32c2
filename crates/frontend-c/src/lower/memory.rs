//! Memory that is allocated, and the sizes of types.
//!
//! Each place that allocates has one array; where an older one of the same place may still be in use,
//! it is unsupported. There is always enough memory.

use logic::{Op, Sort, Term, Var};
use program::system::{Action, Area};

use crate::problem::{Problem, Reads, Span};
use crate::syntax::{Binary, Expression, ExpressionKind, RecordKind, Scalar, Sized, Unary};
use crate::token::Signedness;

use super::Lowering;
use super::places::array_sort;
use super::scope::{Array, Binding, Layout, Memory, Pointer};
use super::value::{self, Value};

/// The type of sizes.
pub(super) const SIZE: Scalar = Scalar::Integer {
    sign: Signedness::Unsigned,
    bits: 64,
};

/// Where a new array is: which pointer will lead to it.
#[derive(Clone, Copy)]
pub(super) struct Owner<'n> {
    pub(super) name: &'n str,
    pub(super) scalar: Scalar,
}

/// The size of a pointer.
const POINTER_BYTES: i64 = 8;

/// The size of a type, as far as it is known: those of `float` and `double` are not told apart.
pub(super) fn bytes(scalar: Scalar) -> Option<i64> {
    match scalar {
        Scalar::Bool => Some(1),
        Scalar::Integer { bits, .. } => Some(i64::from(bits) / 8),
        _ => None,
    }
}

impl Lowering<'_, '_> {
    /// What a pointer is set to: an address, or new memory.
    pub(super) fn pointed(&mut self, expression: &Expression, owner: Owner<'_>) -> Reads<Pointer> {
        match &expression.kind {
            ExpressionKind::PointerCast(scalar, inner) => {
                if *scalar != owner.scalar && *scalar != Scalar::Void {
                    let what = "a pointer to one type as one to another";
                    return Err(Problem::unsupported(&expression.span, what));
                }
                self.pointed(inner, owner)
            }
            ExpressionKind::Call(name, arguments)
                if self.context.unit.function(*name).is_none() =>
            {
                match (name.as_str(), &arguments[..]) {
                    ("malloc", [size]) => self.allocate(&[size], Fill::Any, owner, expression),
                    ("calloc", [count, size]) => {
                        self.allocate(&[count, size], Fill::Zero, owner, expression)
                    }
                    _ => self.pointer(expression),
                }
            }
            _ => {
                let pointer = self.pointer(expression)?;
                self.is_alive(&pointer, &expression.span)?;
                let is_other = pointer.target().is_some_and(|own| own != owner.scalar);
                if is_other && owner.scalar != Scalar::Void {
                    let message = "this points to another type";
                    return Err(Problem::wrong(&expression.span, message));
                }
                Ok(pointer)
            }
        }
    }

    fn allocate(
        &mut self,
        factors: &[&Expression],
        fill: Fill,
        owner: Owner<'_>,
        call: &Expression,
    ) -> Reads<Pointer> {
        let span = &call.span;
        let Owner { name, scalar } = owner;
        if let Scalar::Record(kind) = scalar {
            return self.allocate_records(factors, fill, owner, kind, call);
        }
        if !scalar.is_number() {
            return Err(Problem::unsupported(span, "memory for this type"));
        }
        let count = self.allocated_count(factors, scalar, span)?;
        let origin = self.origin(span);
        let sort = array_sort(scalar, 1);
        let name = format!("{name}@{}", self.context.line(span.start));
        let var = self.var(&name, sort.clone());
        if self.is_in_use(&var, owner) {
            let what = "memory that is allocated while older memory of the same place is in use";
            return Err(Problem::unsupported(span, what));
        }
        let var = self.declare(&name, sort, None, origin);
        self.claim(vec![Area::whole(&var)], span)?;
        match fill {
            Fill::Any => {
                self.emit(Action::Havoc(var.clone()), origin)?;
                self.unwritten(&var, origin)?;
            }
            Fill::Zero => {
                let zero = Term::number(&value::sort(scalar), 0);
                self.assign(&var, Term::const_array(Sort::Int, zero), origin)?;
            }
        }
        let size = self.declare(&format!("{name}.size1"), Sort::Int, None, origin);
        self.assign(&size, count, origin)?;
        Ok(Pointer::Element {
            array: Array {
                var,
                scalar,
                sizes: vec![size.term()],
                is_writable: true,
                memory: Memory::Allocated,
                layout: Layout::Packed,
            },
            rows: Vec::new(),
            offset: Term::int(0),
        })
    }

    fn allocate_records(
        &mut self,
        factors: &[&Expression],
        fill: Fill,
        owner: Owner<'_>,
        kind: RecordKind,
        call: &Expression,
    ) -> Reads<Pointer> {
        let span = &call.span;
        let origin = self.origin(span);
        let count = self.allocated_count(factors, owner.scalar, span)?;
        let name = format!("{}@{}", owner.name, self.context.line(span.start));
        let size = self.declare(&format!("{name}.size1"), Sort::Int, None, origin);
        let (record, leaves) = self.record_memory(kind, &name, &size.term(), span)?;
        let vars: Vec<Var> = record.vars().into_iter().cloned().collect();
        if vars.iter().any(|var| self.is_in_use(var, owner)) {
            let what = "memory that is allocated while older memory of the same place is in use";
            return Err(Problem::unsupported(span, what));
        }
        for (var, leaf) in vars.iter().zip(&leaves) {
            let var = self.declare(&leaf.name, var.sort.clone(), None, origin);
            match fill {
                Fill::Any => {
                    self.emit(Action::Havoc(var.clone()), origin)?;
                    self.unwritten(&var, origin)?;
                }
                Fill::Zero => self.assign(&var, leaf.zero(), origin)?,
            }
        }
        self.assign(&size, count, origin)?;
        Ok(Pointer::Record(record, Term::int(0)))
    }

    /// Whether anything but the pointer that is about to be set leads to an array.
    fn is_in_use(&self, var: &Var, owner: Owner<'_>) -> bool {
        let leads = |pointer: &Pointer| pointer.vars().contains(&var);
        let mut variables = self.known.pointers();
        let is_shared =
            variables.any(|(name, pointer)| name.as_str() != owner.name && leads(pointer));
        let blocks = self.scope.frames.iter().flat_map(|frame| &frame.blocks);
        let names = blocks.flat_map(|block| block.values());
        let mut names = names;
        let is_fixed =
            names.any(|binding| matches!(binding, Binding::Pointer(pointer) if leads(pointer)));
        is_shared || is_fixed
    }

    /// How many elements new memory has. Its size is computed in the type of sizes, so that a number of
    /// elements that is negative or very large wraps around.
    fn allocated_count(
        &mut self,
        factors: &[&Expression],
        scalar: Scalar,
        span: &Span,
    ) -> Reads<Term> {
        let count = self.element_count(factors, scalar, span)?.whole;
        let bytes = match scalar {
            Scalar::Real => 8,
            Scalar::Float => 4,
            _ => bytes(scalar).unwrap_or(1),
        };
        let all = logic::Integer::from(u64::MAX) + logic::Integer::from(1);
        let fits = Term::and([
            Term::le(Term::int(0), count.clone()),
            Term::lt(
                Term::mul([count.clone(), Term::int(bytes)]),
                Term::int(all.clone()),
            ),
        ]);
        let wrapped = Term::app(
            Op::Mod,
            vec![Term::mul([count.clone(), Term::int(bytes)]), Term::int(all)],
        );
        let wrapped = Term::app(Op::Div, vec![wrapped, Term::int(bytes)]);
        Ok(Term::ite(fits, count, wrapped))
    }

    /// How many elements a number of bytes holds, which is a product with a size of the type in it.
    pub(super) fn element_count(
        &mut self,
        factors: &[&Expression],
        scalar: Scalar,
        span: &Span,
    ) -> Reads<Elements> {
        let mut all = Vec::new();
        for factor in factors {
            products(factor, &mut all);
        }
        let is_size = |it: &Self, factor: &Expression| match &factor.kind {
            ExpressionKind::SizeOf(Sized::Type(own, _)) => {
                *own == Some(scalar) && (!scalar.is_real() || !it.context.unit.has_long_doubles)
            }
            ExpressionKind::SizeOf(Sized::Expression(inner)) => {
                let record = it.record_type(inner).map(Scalar::Record);
                let own = it.type_of(inner).or(record);
                own == Some(scalar) && (!scalar.is_real() || it.has_declared_size(inner))
            }
            _ => false,
        };
        let position = all.iter().position(|factor| is_size(self, factor));
        let mut count = vec![Term::int(1)];
        let position = match position {
            Some(position) => {
                all.remove(position);
                Some(position)
            }
            // The size of a whole array is that of its elements together.
            None => {
                let mut found = None;
                for (position, factor) in all.iter().enumerate() {
                    if let ExpressionKind::SizeOf(Sized::Expression(inner)) = &factor.kind
                        && let Ok((elements, Some(own))) = self.elements_of(inner, &factor.span)
                        && own == scalar
                        && (!own.is_real() || self.has_declared_size(inner))
                    {
                        count.push(elements);
                        found = Some(position);
                        break;
                    }
                }
                if let Some(position) = found {
                    all.remove(position);
                }
                found
            }
        };
        for factor in all {
            let value = self.value(factor)?;
            if !matches!(value.scalar, Scalar::Bool | Scalar::Integer { .. }) {
                return Err(Problem::unsupported(
                    &factor.span,
                    "a size that is no integer",
                ));
            }
            count.push(value.number());
        }
        let count = Term::mul(count);
        match (position, bytes(scalar)) {
            (Some(_), _) | (_, Some(1)) => Ok(Elements {
                whole: count,
                rest: Term::int(0),
            }),
            (None, Some(bytes)) => Ok(Elements {
                whole: Term::app(Op::Div, vec![count.clone(), Term::int(bytes)]),
                rest: Term::app(Op::Mod, vec![count, Term::int(bytes)]),
            }),
            (None, None) => {
                let problem = Problem::unsupported(span, "this number of bytes");
                Err(problem.hint("write a product with `sizeof` in it"))
            }
        }
    }

    /// `free(p)`: whoever looks into the memory afterwards looks out of its bounds.
    pub(super) fn free(&mut self, pointer: &Expression, span: &Span) -> Reads<()> {
        let origin = self.origin(span);
        let pointer = self.pointer(pointer)?;
        let vars: Vec<Var> = pointer.vars().into_iter().cloned().collect();
        self.outlive(&vars, span)?;
        for var in &vars {
            self.known.unwritten.remove(var);
        }
        let found = match pointer {
            Pointer::Null => return Ok(()),
            Pointer::Element { array, offset, .. } => Some((array, offset)),
            // All members have the size of the memory in common.
            Pointer::Record(record, offset) => {
                let first = record.arrays().first().map(|array| (*array).clone());
                first.map(|array| (array, offset))
            }
            _ => None,
        };
        match found {
            Some((array, offset)) if array.memory == Memory::Allocated => {
                let size = &array.sizes[0];
                let is_start = Term::eq(offset, Term::int(0));
                let is_there = Term::ge(self.settle(size), Term::int(0));
                let may = Term::and([is_start, is_there]);
                self.oblige(may, span, "memory that cannot be freed")?;
                self.claim(vec![Area::whole(&array.var)], span)?;
                match size.as_var().cloned() {
                    Some(size) => self.assign(&size, Term::int(-1), origin),
                    None => Ok(()),
                }
            }
            _ => Err(Problem::wrong(span, "this was not allocated")),
        }
    }

    /// The number of bytes of a type or a variable.
    pub(super) fn size_of(&mut self, sized: &Sized, span: &Span) -> Reads<Value> {
        let term = match sized {
            Sized::Type(_, Some(bytes)) => Term::int(*bytes),
            Sized::Type(_, None) => {
                return Err(Problem::unsupported(span, "the size of a struct here"));
            }
            Sized::Expression(inner) => {
                let (elements, scalar) = self.elements_of(inner, span)?;
                let Some(bytes) = scalar.map_or(Some(POINTER_BYTES), bytes) else {
                    let what = "the size of a floating-point variable";
                    return Err(Problem::unsupported(span, what));
                };
                Term::mul([elements, Term::int(bytes)])
            }
        };
        Ok(Value { term, scalar: SIZE })
    }

    /// Whether the size of a floating-point expression is that of the type that it is known to have: what
    /// is computed may be a `float` that counts as a `double` here, and so may a `long double`.
    fn has_declared_size(&self, inner: &Expression) -> bool {
        let is_place = matches!(
            inner.kind,
            ExpressionKind::Name(_)
                | ExpressionKind::Member(..)
                | ExpressionKind::Index(..)
                | ExpressionKind::Unary(Unary::Target, _)
        );
        is_place && !self.context.unit.has_long_doubles
    }

    /// How many elements an operand of `sizeof` has, and their type; no type for a pointer.
    fn elements_of(&mut self, inner: &Expression, span: &Span) -> Reads<(Term, Option<Scalar>)> {
        if let ExpressionKind::Name(name) = &inner.kind {
            match self.scope.find(*name) {
                Some(Binding::Array(array)) => {
                    return Ok((Term::mul(array.sizes.clone()), Some(array.scalar)));
                }
                Some(Binding::Pointer(_) | Binding::PointerVariable(..)) => {
                    return Ok((Term::int(1), None));
                }
                _ => {}
            }
        }
        if let ExpressionKind::Index(array, _) | ExpressionKind::Unary(Unary::Target, array) =
            &inner.kind
            && self.dimensions(array) > 1
        {
            return self.row_of(array, span);
        }
        match self.type_of(inner) {
            Some(scalar) => Ok((Term::int(1), Some(scalar))),
            None => Err(Problem::unsupported(span, "the size of this")),
        }
    }

    /// How many elements a row of an array has, and their type.
    fn row_of(&mut self, array: &Expression, span: &Span) -> Reads<(Term, Option<Scalar>)> {
        if let ExpressionKind::Name(name) = &array.kind
            && let Some(Binding::Array(array) | Binding::Pointer(Pointer::Element { array, .. })) =
                self.scope.find(*name)
            && let [_, width] = &array.sizes[..]
        {
            return Ok((width.clone(), Some(array.scalar)));
        }
        Err(Problem::unsupported(span, "the size of this"))
    }

    /// `sizeof a / sizeof a[0]`, whatever the size of an element is.
    pub(super) fn size_ratio(&mut self, left: &Expression, right: &Expression) -> Option<Value> {
        let (ExpressionKind::SizeOf(Sized::Expression(whole)), ExpressionKind::SizeOf(part)) =
            (&left.kind, &right.kind)
        else {
            return None;
        };
        let (elements, scalar) = self.elements_of(whole, &left.span).ok()?;
        let (divisor, part) = match part {
            Sized::Type(scalar, _) => (Term::int(1), *scalar),
            Sized::Expression(part) => self.elements_of(part, &right.span).ok()?,
        };
        let is_known = divisor.as_value().is_some() && divisor != Term::int(0);
        let term = match divisor == Term::int(1) {
            true => elements,
            false => Term::app(Op::Div, vec![elements, divisor]),
        };
        let is_ratio = is_known && scalar.is_some() && scalar == part;
        is_ratio.then_some(Value { term, scalar: SIZE })
    }
}

/// What a number of bytes holds.
pub(super) struct Elements {
    /// Whole elements.
    pub(super) whole: Term,
    /// Bytes of another one.
    pub(super) rest: Term,
}

/// What new memory contains.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fill {
    Any,
    Zero,
}

/// The factors of a product, as far as it is one of sizes: a product of other numbers is computed in
/// their type, and is one factor.
fn products<'e>(expression: &'e Expression, found: &mut Vec<&'e Expression>) {
    match &expression.kind {
        ExpressionKind::Binary(Binary::Multiply, left, right)
            if has_size(left) || has_size(right) =>
        {
            products(left, found);
            products(right, found);
        }
        ExpressionKind::Cast(scalar, inner) if *scalar == SIZE && has_size(inner) => {
            products(inner, found);
        }
        _ => found.push(expression),
    }
}

/// Whether a product has a `sizeof` among its factors.
fn has_size(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::SizeOf(_) => true,
        ExpressionKind::Binary(Binary::Multiply, left, right) => has_size(left) || has_size(right),
        ExpressionKind::Cast(_, inner) => has_size(inner),
        _ => false,
    }
}
