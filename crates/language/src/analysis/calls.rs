//! Calls of functions, declared and built in, to terms.

use logic::{Op, Sort, Symbol, Term};

use super::expressions::Elaborator;
use super::globals::{BUILT_IN, Global};
use crate::diagnostic::{Diagnostic, quote};
use crate::syntax::{Expr, Name};
use crate::{Span, suggest};

impl Elaborator<'_, '_> {
    pub(super) fn call(
        &mut self,
        name: Name,
        arguments: &[Expr],
        span: Span,
        wanted: Option<&Sort>,
    ) -> Option<Term> {
        if BUILT_IN.contains(&name.text.as_str()) {
            return self.built_in(name, arguments, span, wanted);
        }
        let function = match self.globals.values.get(&name.text) {
            Some((Global::Function(function), _)) => function.clone(),
            Some((Global::Unclear, _)) => return None,
            found => {
                let found = found.is_some() || self.scope.get(name.text).is_some();
                self.no_function(name, found);
                arguments
                    .iter()
                    .for_each(|argument| drop(self.typed(argument, None)));
                return None;
            }
        };
        let parameters = function.parameters();
        if !self.arity(name, span, parameters.len(), arguments.len()) {
            return None;
        }
        let terms: Vec<_> = arguments
            .iter()
            .zip(parameters)
            .map(|(argument, sort)| self.of_sort(argument, sort))
            .collect();
        Some(Term::apply(
            &function,
            terms.into_iter().collect::<Option<_>>()?,
        ))
    }

    fn no_function(&mut self, name: Name, is_something_else: bool) {
        let error = if is_something_else {
            let message = format!("`{}` is not a function", name.text);
            Diagnostic::error(name.span, message).hint("an element of an array is written `a[i]`")
        } else if self.globals.skipped.contains(&name.text) {
            return;
        } else {
            let functions = self
                .globals
                .functions
                .iter()
                .map(|function| function.name().as_str());
            let known = functions.chain(BUILT_IN);
            let hint = suggest::did_you_mean(name.text.as_str(), known)
                .unwrap_or_else(|| format!("declare it: `fn {}(int) -> int;`", name.text));
            let message = format!("there is no function called {}", quote(name.text.as_str()));
            Diagnostic::error(name.span, message).hint(hint)
        };
        self.error(error);
    }

    fn arity(&mut self, name: Name, span: Span, wanted: usize, found: usize) -> bool {
        if wanted != found {
            let plural = if wanted == 1 { "" } else { "s" };
            let message = format!(
                "`{}` takes {wanted} argument{plural}, found {found}",
                name.text
            );
            self.error(Diagnostic::error(span, message));
        }
        wanted == found
    }

    /// The functions that the logic has and the language has no sign for.
    fn built_in(
        &mut self,
        name: Name,
        arguments: &[Expr],
        span: Span,
        wanted: Option<&Sort>,
    ) -> Option<Term> {
        if name.text == Symbol::new("distinct") {
            return self.distinct(arguments, span);
        }
        if !self.arity(name, span, 1, arguments.len()) {
            return None;
        }
        let argument = &arguments[0];
        match name.text.as_str() {
            // The argument is computed as an integer, so that `real(7/2)` is three.
            "real" => {
                let number = self.number(argument)?.term;
                Some(if number.sort().is_integer() {
                    Term::to_real(number)
                } else {
                    number
                })
            }
            "floor" => Some(Term::app(
                Op::ToInt,
                vec![self.of_sort(argument, &Sort::Real)?],
            )),
            "is_int" => Some(Term::app(
                Op::IsInt,
                vec![self.of_sort(argument, &Sort::Real)?],
            )),
            _ => {
                let Some(Sort::Array(sort)) = wanted else {
                    let message = "it is not clear here which type of array is meant";
                    let hint = "assign `constant(…)` to a variable, or compare it with one";
                    self.error(Diagnostic::error(span, message).hint(hint));
                    return None;
                };
                let element = self.of_sort(argument, &sort.element)?;
                Some(Term::const_array(sort.index.clone(), element))
            }
        }
    }

    fn distinct(&mut self, arguments: &[Expr], span: Span) -> Option<Term> {
        let [first, rest @ ..] = arguments else {
            let message = "`distinct` takes at least one argument, found 0";
            self.error(Diagnostic::error(span, message));
            return None;
        };
        let first = self.typed(first, None)?;
        let sort = first.sort().carrier();
        let mut terms = vec![first.term];
        for argument in rest {
            terms.push(self.of_sort(argument, &sort)?);
        }
        Some(Term::app(Op::Distinct, terms))
    }
}
