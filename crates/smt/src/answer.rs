//! What a solver knows after a check.
//!
//! Both kinds of answers borrow the solver: Z3 keeps models and cores only until the next
//! assertion or question. What is to be kept is taken out of them.

use std::cell::OnceCell;

use logic::{EvalError, Model, Term, Value};

use crate::ffi::{self, Ast};
use crate::{Reason, Solver};

/// The assertions and assumptions have a model.
pub struct Satisfiable<'a> {
    solver: &'a Solver,
    assumptions: Vec<Term>,
    model: OnceCell<Result<ffi::Model, Reason>>,
}

impl<'a> Satisfiable<'a> {
    pub(crate) fn new(solver: &'a Solver, assumptions: &[Term]) -> Self {
        Satisfiable {
            solver,
            assumptions: assumptions.to_vec(),
            model: OnceCell::new(),
        }
    }

    /// A model of the assertions and assumptions, with a value for each free variable and an
    /// interpretation for each function in them.
    ///
    /// # Errors
    /// Where Z3's model has values that the logic lacks, such as irrational numbers, or functions
    /// that are no finite tables, as with quantifiers.
    pub fn model(&self) -> Result<Model, Reason> {
        self.model_of(self.solver.assertions().chain(&self.assumptions))
    }

    /// The part of the model for the free variables and the functions of some terms. Variables
    /// that the assertions do not mention get some value.
    ///
    /// # Errors
    /// As for [`Satisfiable::model`].
    pub fn model_of<'t>(&self, terms: impl IntoIterator<Item = &'t Term>) -> Result<Model, Reason> {
        let (context, raw) = (self.solver.context(), self.raw()?);
        let mut model = Model::new();
        for term in terms {
            for var in term.free_vars() {
                if model.get(&var).is_none() {
                    let value = context.value_of(raw, &var)?;
                    model.set(var, value);
                }
            }
            for function in term.functions() {
                if model.get_function(&function).is_none() {
                    let table = context.table_of(raw, &function)?;
                    model.set_function(function, table);
                }
            }
        }
        Ok(model)
    }

    /// The value of a term in the model. Unlike [`Model::eval`] this also answers for divisions by
    /// zero, with the result that the model gives them, and for quantifiers.
    ///
    /// # Errors
    /// As for [`Satisfiable::model`].
    pub fn value(&self, term: &Term) -> Result<Value, Reason> {
        let incomplete = match self.model_of([term]) {
            Ok(model) => match model.eval(term) {
                Ok(value) => return Ok(value),
                Err(EvalError::DivisionByZero | EvalError::Quantifier | EvalError::TooLarge) => {
                    None
                }
                Err(error) => unreachable!("the model covers the term: {error}"),
            },
            Err(reason) => Some(reason),
        };
        let context = self.solver.context();
        let ast = context.translate(term)?.ast;
        let value = self.raw()?.eval(&ast)?;
        let value = context.read_value(&value, &term.sort().carrier());
        value.map_err(|reason| incomplete.unwrap_or(reason))
    }

    pub(crate) fn raw(&self) -> Result<&ffi::Model, Reason> {
        let model = self.model.get_or_init(|| Ok(self.solver.raw().model()?));
        model.as_ref().map_err(Reason::clone)
    }
}

/// The assertions and assumptions have no model.
pub struct Unsatisfiable<'a> {
    solver: &'a Solver,
    assumptions: Vec<Term>,
    literals: Vec<Ast>,
}

impl<'a> Unsatisfiable<'a> {
    pub(crate) fn new(solver: &'a Solver, assumptions: &[Term], literals: Vec<Ast>) -> Self {
        Unsatisfiable {
            solver,
            assumptions: assumptions.to_vec(),
            literals,
        }
    }

    /// Assumptions that already contradict the assertions, in the order in which they were given.
    /// None where the assertions contradict themselves; not always a smallest set.
    ///
    /// # Errors
    /// Where Z3 fails to tell.
    pub fn core(&self) -> Result<Vec<Term>, Reason> {
        let core = self.solver.raw().core()?;
        let pairs = self.assumptions.iter().zip(&self.literals);
        let used = pairs.filter(|(_, literal)| core.contains(literal));
        Ok(used.map(|(assumption, _)| assumption.clone()).collect())
    }
}

impl std::fmt::Debug for Satisfiable<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Satisfiable").field(&self.model()).finish()
    }
}

impl std::fmt::Debug for Unsatisfiable<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Unsatisfiable").field(&self.core()).finish()
    }
}
