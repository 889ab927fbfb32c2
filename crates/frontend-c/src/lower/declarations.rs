//! Variables, parameters and inputs.

use logic::{Sort, Symbol, Term, Var};
use program::Origin;
use program::system::Action;

use crate::problem::{Problem, Reads, Span};
use crate::syntax::{
    Declaration, Expression, ExpressionKind, Initial, Role, Scalar, Shape, Storage,
};

use super::Lowering;
use super::handles::Handles;
use super::memory::Owner;
use super::places::array_sort;
use super::scope::{Array, Binding, Memory, Pointer};
use super::value::{self, Value};

/// What a variable is before anything is assigned to it.
pub(super) enum Start {
    /// Anything.
    Open,
    /// Zero, or what it is declared with: a variable outside of functions.
    Fixed,
    /// The same, once for all calls of its function.
    Kept,
}

impl Lowering<'_, '_> {
    /// A variable outside of functions.
    pub(super) fn global(&mut self, declaration: &Declaration) -> Reads<()> {
        self.variable(declaration, declaration.name.to_string(), &Start::Fixed)
    }

    /// A variable of a function.
    pub(super) fn local(&mut self, declaration: &Declaration) -> Reads<()> {
        if let Role::Input(_) = declaration.role {
            if self.scope.frames.len() != 1 {
                let message = "an input belongs to `main` or outside of functions";
                return Err(Problem::wrong(&declaration.span, message));
            }
            return self.input(declaration);
        }
        if declaration.storage == Storage::Static {
            // One variable for all calls, whose value at a call is not the one it starts with.
            let function = self.scope.frames.last().map(|frame| frame.function);
            let function = function.map_or("", |function| function.as_str());
            let name = format!("{function}.{}", self.context.local_name(declaration));
            return self.variable(declaration, name, &Start::Kept);
        }
        let name = self.local_name(declaration);
        self.variable(declaration, name, &Start::Open)
    }

    fn local_name(&self, declaration: &Declaration) -> String {
        let prefix = self.scope.frames.last().map_or("", |frame| &frame.prefix);
        format!("{prefix}{}", self.context.local_name(declaration))
    }

    fn variable(&mut self, declaration: &Declaration, name: String, start: &Start) -> Reads<()> {
        let span = &declaration.span;
        let origin = self.origin(span);
        if let Shape::Pointer(1) = declaration.shape {
            // A pointer is already declared in what it is set to: `int *a = malloc(sizeof *a)`.
            let binding = Binding::PointerVariable(Symbol::new(&name), declaration.scalar);
            self.scope.bind(declaration.name, binding);
        }
        let binding = match (&declaration.shape, declaration.scalar) {
            (_, Scalar::Void) => {
                let what = "a pointer to anything, or a variable without a type";
                return Err(Problem::unsupported(span, what));
            }
            (Shape::Single, Scalar::Opaque) => {
                let is_world = |initial: &Initial| {
                    matches!(initial, Initial::Value(Expression { kind: ExpressionKind::Name(name), .. })
                        if name.as_str() == "MPI_COMM_WORLD")
                };
                if declaration.initial.as_ref().is_some_and(|it| !is_world(it)) {
                    let what = "another value of this type than MPI_COMM_WORLD";
                    return Err(Problem::unsupported(span, what));
                }
                Binding::Opaque
            }
            (Shape::Single, Scalar::Status) => {
                Binding::Status(self.status_variables(&name, origin))
            }
            (Shape::Array(sizes), Scalar::Status) => {
                let count = self.literal_size(sizes, span)?;
                let status = |index| self.status_variables(&format!("{name}.{index}"), origin);
                Binding::Statuses((0..count).map(status).collect())
            }
            (Shape::Single, Scalar::Request) => {
                let is_null = |initial: &Initial| {
                    matches!(initial, Initial::Value(value)
                        if Self::is_named(value, "MPI_REQUEST_NULL"))
                };
                if declaration.initial.as_ref().is_some_and(|it| !is_null(it)) {
                    return Err(Problem::unsupported(span, "a request set like this"));
                }
                Binding::Requests(self.requests_of(&name, 1, span)?)
            }
            (Shape::Array(sizes), Scalar::Request) => {
                let count = self.literal_size(sizes, span)?;
                Binding::Requests(self.requests_of(&name, count, span)?)
            }
            (Shape::Pointer(2..), _) => {
                return Err(Problem::unsupported(span, "a pointer to a pointer"));
            }
            // A string, which only printing looks into.
            (Shape::Pointer(1), scalar)
                if scalar == Scalar::CHAR
                    && matches!(
                        &declaration.initial,
                        Some(Initial::Value(Expression {
                            kind: ExpressionKind::Text,
                            ..
                        }))
                    ) =>
            {
                Binding::Pointer(Pointer::Opaque)
            }
            (Shape::Pointer(_), scalar)
                if matches!(start, Start::Fixed) || self.context.is_moved(declaration.name) =>
            {
                self.pointer_binding(declaration, &name, scalar, start)?
            }
            (Shape::Pointer(_), scalar) => match &declaration.initial {
                Some(Initial::Value(initial)) => {
                    let owner = Owner {
                        name: &name,
                        scalar,
                    };
                    let pointer = self.pointed(initial, owner)?;
                    Binding::Pointer(self.fixed(pointer, &name, origin)?)
                }
                _ => {
                    let what = "a pointer that is not set where it is declared";
                    return Err(Problem::unsupported(span, what));
                }
            },
            (Shape::Array(_), Scalar::Opaque) => {
                return Err(Problem::unsupported(span, "an array of this type"));
            }
            (Shape::Array(sizes), scalar) => {
                let array = self.array(declaration, sizes, &name, start)?;
                debug_assert!(scalar.is_number());
                Binding::Array(array)
            }
            (Shape::Single, scalar) => {
                let var = self.single(declaration, &name, start)?;
                Binding::Scalar(var, scalar)
            }
        };
        if matches!(declaration.role, Role::Output) && self.rank == 0 {
            self.result(declaration, &binding)?;
        }
        self.scope.bind(declaration.name, binding);
        Ok(())
    }

    fn result(&mut self, declaration: &Declaration, binding: &Binding) -> Reads<()> {
        let (var, sizes) = match binding {
            Binding::Scalar(var, _) => (var.clone(), Vec::new()),
            Binding::Array(array) => (array.var.clone(), array.sizes.clone()),
            _ => {
                let message = "an output is a number or an array of numbers";
                return Err(Problem::wrong(&declaration.span, message));
            }
        };
        self.results.push(super::Result {
            name: declaration.name,
            var,
            sizes,
            span: declaration.span.clone(),
        });
        Ok(())
    }

    fn single(&mut self, declaration: &Declaration, name: &str, start: &Start) -> Reads<Var> {
        let origin = self.origin(&declaration.span);
        let sort = value::sort(declaration.scalar);
        let initial = match &declaration.initial {
            None => None,
            Some(Initial::Value(initial)) => Some(self.value(initial)?),
            Some(Initial::List(_, span)) => {
                return Err(Problem::wrong(span, "this variable is no array"));
            }
        };
        if let Some(value) = &initial
            && !value.scalar.is_number()
        {
            return Err(Problem::wrong(
                &declaration.span,
                "this value has another type",
            ));
        }
        let initial = initial.map(|value| value.convert(declaration.scalar).number());
        self.uses.reals |= declaration.scalar == Scalar::Real;
        match (start, initial) {
            (Start::Fixed | Start::Kept, initial) => {
                let initial = initial.unwrap_or_else(|| Term::number(&sort, 0));
                self.only_inputs(&initial, &declaration.span)?;
                let var = self.declare(name, sort, Some(initial.clone()), origin);
                if matches!(start, Start::Fixed) {
                    self.known.write(&var, &initial);
                }
                Ok(var)
            }
            (Start::Open, Some(initial)) => {
                let var = self.declare(name, sort, None, origin);
                self.assign(&var, initial, origin)?;
                Ok(var)
            }
            (Start::Open, None) => self.open(name, sort, origin),
        }
    }

    /// What a variable outside of functions starts with may depend on nothing but inputs.
    fn only_inputs(&self, initial: &Term, span: &Span) -> Reads<()> {
        if initial
            .free_vars()
            .iter()
            .all(|var| self.inputs.contains(var))
        {
            return Ok(());
        }
        Err(Problem::wrong(
            span,
            "this variable must start with a constant",
        ))
    }

    /// A variable without a value: it has any, and another one each time it is declared.
    fn open(&mut self, name: &str, sort: Sort, origin: Origin) -> Reads<Var> {
        let is_new = !self.numbers.contains_key(&self.var(name, sort.clone()));
        let var = self.declare(name, sort, None, origin);
        if !is_new || self.loop_depth > 0 {
            self.emit(Action::Havoc(var.clone()), origin)?;
        }
        Ok(var)
    }

    fn array(
        &mut self,
        declaration: &Declaration,
        sizes: &[Option<Expression>],
        name: &str,
        start: &Start,
    ) -> Reads<Array> {
        let origin = self.origin(&declaration.span);
        let scalar = declaration.scalar;
        let sizes = self.sizes(declaration, sizes, name)?;
        let sort = array_sort(scalar, sizes.len());
        let zero = |dimensions: usize| {
            let mut term = Term::number(&value::sort(scalar), 0);
            for _ in 0..dimensions {
                term = Term::const_array(Sort::Int, term);
            }
            term
        };
        let initial = match &declaration.initial {
            None => None,
            Some(Initial::Value(value)) => {
                return Err(Problem::unsupported(&value.span, "an array set like this"));
            }
            Some(Initial::List(parts, span)) => {
                let whole = zero(sizes.len());
                Some(self.listed(whole, parts, scalar, &sizes, span)?)
            }
        };
        let var = match (start, initial) {
            (Start::Fixed | Start::Kept, initial) => {
                let initial = initial.unwrap_or_else(|| zero(sizes.len()));
                self.only_inputs(&initial, &declaration.span)?;
                self.declare(name, sort, Some(initial), origin)
            }
            (Start::Open, Some(initial)) => {
                let var = self.declare(name, sort, None, origin);
                self.assign(&var, initial, origin)?;
                var
            }
            (Start::Open, None) => self.open(name, sort, origin)?,
        };
        Ok(Array {
            var,
            scalar,
            sizes,
            is_writable: true,
            memory: Memory::Declared,
        })
    }

    /// The sizes of an array, as terms that do not change.
    pub(super) fn sizes(
        &mut self,
        declaration: &Declaration,
        sizes: &[Option<Expression>],
        name: &str,
    ) -> Reads<Vec<Term>> {
        let origin = self.origin(&declaration.span);
        if sizes.len() > 2 {
            let what = "an array of more than two dimensions";
            return Err(Problem::unsupported(&declaration.span, what));
        }
        let mut terms = Vec::new();
        for (position, size) in sizes.iter().enumerate() {
            let term = match (size, &declaration.initial) {
                (Some(size), _) => self.integer(size)?,
                (None, Some(Initial::List(parts, _))) if position == 0 => {
                    Term::int(i64::try_from(parts.len()).unwrap_or(i64::MAX))
                }
                _ => {
                    let message = "the size of this array is missing";
                    return Err(Problem::wrong(&declaration.span, message));
                }
            };
            let kept = format!("{name}.size{}", position + 1);
            terms.push(self.constant_term(term, &kept, origin)?);
        }
        Ok(terms)
    }

    /// A term that stays the same: itself where only inputs and literals are in it, or a variable of
    /// its own that keeps its value.
    pub(super) fn constant_term(&mut self, term: Term, name: &str, origin: Origin) -> Reads<Term> {
        let is_fixed = |var: &Var| self.inputs.contains(var);
        if term.free_vars().iter().all(is_fixed) {
            return Ok(term);
        }
        let kept = self.declare(name, Sort::Int, None, origin);
        self.assign(&kept, term, origin)?;
        Ok(self.known.read(&kept))
    }

    fn listed(
        &mut self,
        mut whole: Term,
        parts: &[Initial],
        scalar: Scalar,
        sizes: &[Term],
        span: &Span,
    ) -> Reads<Term> {
        for (position, part) in parts.iter().enumerate() {
            let index = Term::int(i64::try_from(position).unwrap_or(i64::MAX));
            let inside = Term::lt(index.clone(), sizes[0].clone());
            if inside.is_false() {
                return Err(Problem::wrong(span, "there are more values than elements"));
            }
            let element = match (part, &sizes[1..]) {
                (Initial::Value(value), []) => {
                    let value = self.value(value)?;
                    value.convert(scalar).number()
                }
                (Initial::List(parts, span), rest @ [_, ..]) => {
                    let row = Term::select(whole.clone(), index.clone());
                    self.listed(row, parts, scalar, rest, span)?
                }
                _ => return Err(Problem::unsupported(span, "an initializer of this form")),
            };
            whole = Term::store(whole, index, element);
        }
        Ok(whole)
    }

    /// A pointer whose indices do not change when variables do.
    pub(super) fn fixed(&mut self, pointer: Pointer, name: &str, origin: Origin) -> Reads<Pointer> {
        let Pointer::Element {
            array,
            rows,
            offset,
        } = pointer
        else {
            return Ok(pointer);
        };
        let mut fixed = Vec::new();
        for (position, row) in rows.into_iter().enumerate() {
            fixed.push(self.constant_term(row, &format!("{name}.row{position}"), origin)?);
        }
        let offset = self.constant_term(offset, &format!("{name}.offset"), origin)?;
        Ok(Pointer::Element {
            array,
            rows: fixed,
            offset,
        })
    }

    /// A parameter of a function that is called with an argument.
    pub(super) fn parameter(&mut self, declaration: &Declaration, argument: Argument) -> Reads<()> {
        let name = self.local_name(declaration);
        let origin = self.origin(&declaration.span);
        let binding = match argument {
            Argument::Value(value) => {
                let var = self.declare(&name, value::sort(declaration.scalar), None, origin);
                let value = value.convert(declaration.scalar).number();
                self.assign(&var, value, origin)?;
                Binding::Scalar(var, declaration.scalar)
            }
            Argument::Pointer(pointer) if self.context.is_moved(declaration.name) => {
                let key = Symbol::new(&name);
                self.point(key, pointer, origin)?;
                Binding::PointerVariable(key, declaration.scalar)
            }
            Argument::Pointer(pointer) => Binding::Pointer(self.fixed(pointer, &name, origin)?),
            Argument::Requests(handles) => Binding::Requests(handles),
            Argument::Opaque => Binding::Opaque,
        };
        self.scope.bind(declaration.name, binding);
        Ok(())
    }
}

/// What a parameter gets.
pub(super) enum Argument {
    Value(Value),
    Pointer(Pointer),
    Requests(Handles),
    Opaque,
}
