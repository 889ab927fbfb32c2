//! Inputs, and what is assumed of them.

use logic::{Term, Var};

use crate::problem::{Problem, Reads};
use crate::syntax::{Declaration, Expression, Role, Scalar, Shape};
use crate::token::Signedness;

use super::Lowering;
use super::places::array_sort;
use super::scope::{Array, Binding};
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
        let is_written = self.context.is_written(name);
        let scalar = declaration.scalar;
        let mut input = Var::new(name, value::sort(scalar));
        let binding = match &declaration.shape {
            Shape::Single => {
                let bounds = match scalar {
                    Scalar::Bool => Some(Term::le(input.term(), Term::int(1))),
                    Scalar::Integer {
                        sign: Signedness::Unsigned,
                        ..
                    } => Some(Term::top()),
                    _ => None,
                };
                if let Some(bounds) = bounds {
                    self.assumptions.push(Term::ge(input.term(), Term::int(0)));
                    self.assumptions.push(bounds);
                }
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
                })
            }
            Shape::Pointer(_) => {
                return Err(Problem::unsupported(span, "a pointer as an input"));
            }
        };
        self.uses.reals |= scalar == Scalar::Real;
        self.inputs.push(input);
        self.scope.bind(name, binding);
        if let Role::Input(Some(condition)) = &declaration.role {
            self.assumption(condition)?;
        }
        Ok(())
    }

    /// A condition on inputs.
    pub(super) fn assumption(&mut self, condition: &Expression) -> Reads<()> {
        let formula = self.annotation(condition)?;
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
