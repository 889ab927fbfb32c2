//! Variables, parameters and inputs.

use logic::{Sort, Symbol, Term, Var};
use program::Origin;
use program::system::Action;

use crate::problem::{Problem, Reads, Span};
use crate::syntax::{
    Declaration, Expression, ExpressionKind, Initial, Part, Role, Scalar, Shape, Storage,
};
use crate::visit;

use super::Lowering;
use super::memory::Owner;
use super::scope::{Binding, Pointer};
use super::value;

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
            let name = format!("static {function}.{}", self.context.local_name(declaration));
            self.variable(declaration, name, &Start::Kept)?;
            let vars = self.scope.find(declaration.name).map(Binding::vars);
            let vars: Vec<Var> = vars.into_iter().flatten().cloned().collect();
            self.statics.extend(vars);
            return Ok(());
        }
        let name = self.local_name(declaration);
        self.variable(declaration, name, &Start::Open)
    }

    pub(super) fn local_name(&self, declaration: &Declaration) -> String {
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
        self.bind_early(declaration, &name, start)?;
        // It gets its first value anew.
        let own = self.var(&name, Sort::Int).name;
        let is_part = |var: &Var| {
            let rest = var.name.as_str().strip_prefix(own.as_str());
            // The name of another variable may go on where this one ends.
            rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
        };
        self.constants.retain(|var| !is_part(var));
        let binding = match (&declaration.shape, declaration.scalar) {
            (Shape::Single | Shape::Array(_), Scalar::Void) => {
                let what = "a variable without a type";
                return Err(Problem::unsupported(span, what));
            }
            (Shape::Single | Shape::Array(_), Scalar::Record(kind)) => {
                self.record_variable(declaration, kind, &name, start)?
            }
            (Shape::Single, Scalar::Status) => {
                Binding::Status(self.status_variables(&name, start, origin)?)
            }
            (Shape::Array(sizes), Scalar::Status) => {
                let count = self.literal_size(sizes, span)?;
                let status =
                    |index| self.status_variables(&format!("{name}.{index}"), start, origin);
                Binding::Statuses((0..count).map(status).collect::<Reads<_>>()?)
            }
            // Only its address is of use as long as nothing is in it.
            (Shape::Pointer(2..), _) if declaration.initial.is_none() => Binding::Opaque,
            (Shape::Pointer(2..), _) => {
                return Err(Problem::unsupported(span, "a pointer to a pointer"));
            }
            // A string, which only printing looks into.
            (Shape::Pointer(1), scalar)
                if scalar == Scalar::CHAR
                    && matches!(
                        &declaration.initial,
                        Some(Initial::Value(Expression {
                            kind: ExpressionKind::Text(_),
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
                _ => self.pointer_binding(declaration, &name, scalar, start)?,
            },
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
        if declaration.is_constant {
            self.constants.extend(binding.vars().into_iter().cloned());
        }
        self.scope.bind(declaration.name, binding);
        Ok(())
    }

    /// A variable is already declared in what it begins with, where nothing is in it yet.
    fn bind_early(&mut self, declaration: &Declaration, name: &str, start: &Start) -> Reads<()> {
        let Some(initial) = &declaration.initial else {
            return Ok(());
        };
        let reads = self.context.analysis.initial(initial).reads;
        let is_pointer = matches!(declaration.shape, Shape::Pointer(_));
        let is_meant =
            reads.contains(&declaration.name) || visit::measures(initial, declaration.name);
        if is_pointer || !is_meant {
            return Ok(());
        }
        let is_number =
            matches!(declaration.shape, Shape::Single) && declaration.scalar.is_number();
        if !is_number || !matches!(start, Start::Open) {
            let what = "a variable whose first value speaks of itself";
            return Err(Problem::unsupported(&declaration.span, what));
        }
        let origin = self.origin(&declaration.span);
        let var = self.open(name, value::sort(declaration.scalar), origin)?;
        let binding = Binding::Scalar(var, declaration.scalar);
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
            Some(Initial::Value(initial)) => Some((self.value(initial)?, &initial.span)),
            // `int x = {3};`
            Some(Initial::List(parts, _))
                if let [
                    Part {
                        designator: None,
                        initial: Initial::Value(initial),
                    },
                ] = &parts[..] =>
            {
                Some((self.value(initial)?, &initial.span))
            }
            Some(Initial::List(_, span)) => {
                return Err(Problem::wrong(span, "this variable is no array"));
            }
        };
        if let Some((value, _)) = &initial
            && !value.scalar.is_number()
        {
            return Err(Problem::wrong(
                &declaration.span,
                "this value has another type",
            ));
        }
        let initial = match initial {
            Some((value, span)) => {
                let value = self.converted(&value, declaration.scalar, span)?;
                Some(value.number())
            }
            None => None,
        };
        match (start, initial) {
            (Start::Fixed | Start::Kept, initial) => {
                let initial = initial.unwrap_or_else(|| Term::number(&sort, 0));
                self.only_inputs(&initial, &declaration.span)?;
                let var = self.declare(name, sort, Some(initial.clone()), origin);
                if matches!(start, Start::Fixed) {
                    self.learn(&var, &initial);
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
    pub(super) fn only_inputs(&self, initial: &Term, span: &Span) -> Reads<()> {
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
    pub(super) fn open(&mut self, name: &str, sort: Sort, origin: Origin) -> Reads<Var> {
        let is_new = !self.numbers.contains_key(&self.var(name, sort.clone()));
        let var = self.declare(name, sort, None, origin);
        if !is_new || self.loop_depth > 0 {
            self.emit(Action::Havoc(var.clone()), origin)?;
        }
        self.unwritten(&var, origin)?;
        Ok(var)
    }
}
