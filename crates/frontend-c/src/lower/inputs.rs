//! Inputs, and what is assumed of them.

use logic::{Sort, Term, Var};

use crate::problem::{Problem, Reads};
use crate::syntax::{Declaration, Expression, Role, Scalar, Shape};

use super::Lowering;
use super::places::array_sort;
use super::scope::{Array, Binding, Layout, Memory};
use super::value;

impl Lowering<'_, '_> {
    /// A variable that starts with any value, the same for all processes.
    pub(super) fn input(&mut self, declaration: &Declaration) -> Reads<()> {
        let span = &declaration.span;
        let origin = self.origin(span);
        if declaration.initial.is_some() || !declaration.scalar.is_number() {
            let message = "an input is a number or an array of numbers without an initial value";
            return Err(Problem::wrong(span, message));
        }
        let name = declaration.name;
        // Inputs are told apart by their names.
        let is_taken = self.inputs.iter().any(|input| input.name == name);
        if is_taken || matches!(name.as_str(), "argc") {
            return Err(Problem::unsupported(span, "another input with this name"));
        }
        if self.is_in_loop() {
            return Err(Problem::unsupported(span, "an input inside of a loop"));
        }
        let is_written = self.context.is_written(name);
        let scalar = declaration.scalar;
        let mut input = Var::new(name, value::sort(scalar));
        let binding = match &declaration.shape {
            Shape::Single => {
                self.assumptions.push(of_type(&input.term(), scalar));
                if is_written {
                    let own = self.declare(
                        name.as_str(),
                        input.sort.clone(),
                        Some(input.term()),
                        origin,
                    );
                    Binding::Scalar(own, scalar)
                } else {
                    Binding::Value(input.term(), scalar)
                }
            }
            Shape::Array(sizes) => {
                let sizes = self.sizes(declaration, sizes, name.as_str())?;
                input.sort = array_sort(scalar, sizes.len());
                // The limits of wide types are left out for elements, as they are for sums.
                if !value::may_overflow(scalar) {
                    self.assumptions
                        .push(elements_of_type(&input.term(), scalar, &sizes));
                }
                let var = if is_written {
                    let sort = input.sort.clone();
                    self.declare(name.as_str(), sort, Some(input.term()), origin)
                } else {
                    input.clone()
                };
                Binding::Array(Array {
                    var,
                    scalar,
                    sizes,
                    is_writable: is_written,
                    memory: Memory::Declared,
                    layout: Layout::Packed,
                })
            }
            Shape::Pointer(_) => {
                return Err(Problem::unsupported(span, "a pointer as an input"));
            }
        };
        self.inputs.push(input);
        self.scope.bind(name, binding);
        if let Role::Input(Some(condition)) = &declaration.role {
            self.assumption(condition)?;
        }
        Ok(())
    }

    /// A condition on inputs.
    pub(super) fn assumption(&mut self, condition: &Expression) -> Reads<()> {
        let formula = self.annotation(condition, None)?;
        // An input that the program writes is a variable that starts with the input.
        let initial = self
            .variables
            .iter()
            .filter_map(|variable| Some((variable.var.clone(), variable.initial.clone()?)));
        let formula = formula.substitute(&initial.collect());
        if formula
            .free_vars()
            .iter()
            .any(|var| !self.inputs.contains(var))
        {
            let message = "an assumption outside of functions may only speak of inputs";
            return Err(Problem::wrong(&condition.span, message));
        }
        self.assumptions.push(formula);
        Ok(())
    }
}

/// The most elements of an array of which each is said to be of its type; more need a quantifier.
const MOST_ELEMENTS: i64 = 64;

/// That a number is one of its type.
pub(super) fn of_type(term: &Term, scalar: Scalar) -> Term {
    match value::range(scalar) {
        Some((least, most)) => Term::and([
            Term::le(Term::int(least), term.clone()),
            Term::le(term.clone(), Term::int(most)),
        ]),
        None => Term::top(),
    }
}

/// That all elements of an array are numbers of their type.
fn elements_of_type(array: &Term, scalar: Scalar, sizes: &[Term]) -> Term {
    let Some((size, rest)) = sizes.split_first() else {
        return of_type(array, scalar);
    };
    let at = |index: Term| elements_of_type(&Term::select(array.clone(), index), scalar, rest);
    match value::Value::of_int(size.clone()).literal() {
        Some(size) if size <= MOST_ELEMENTS => Term::and((0..size).map(|i| at(Term::int(i)))),
        _ => {
            // No variable of C has a name with this sign.
            let index = Var::new(format!("element{}!", rest.len()).as_str(), Sort::Int);
            let inside = Term::and([
                Term::le(Term::int(0), index.term()),
                Term::lt(index.term(), size.clone()),
            ]);
            let body = Term::implies(inside, at(index.term()));
            Term::forall([index], body)
        }
    }
}
