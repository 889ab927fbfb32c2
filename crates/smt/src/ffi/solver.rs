//! Solvers.

use std::rc::Rc;

use budget::Budget;
use z3_sys::*;

use super::context::text;
use super::watchdog::Target;
use super::{Ast, Error, Model, Z3};
use crate::Reason;

/// A solver of Z3 with its stack of assertions.
pub(crate) struct Solver {
    z3: Rc<Z3>,
    raw: Z3_solver,
}

/// How a solver works inside.
pub(crate) enum Engine<'a> {
    /// The incremental core alone.
    Core,
    /// Z3's choice between tactics and the core.
    Portfolio,
    /// Z3's choice for a logic of SMT-LIB.
    Logic(&'a str),
}

/// What Z3 answered.
pub(crate) enum Answer {
    Sat,
    Unsat,
    Unknown(Reason),
}

impl Solver {
    pub(crate) fn new(z3: &Rc<Z3>, engine: Engine<'_>) -> Result<Solver, Error> {
        // SAFETY: see the module; the solver and the parameters get their reference at once.
        unsafe {
            let returned = match engine {
                Engine::Core => Z3_mk_simple_solver(z3.raw),
                Engine::Portfolio => Z3_mk_solver(z3.raw),
                Engine::Logic(logic) => Z3_mk_solver_for_logic(z3.raw, z3.symbol(logic)?),
            };
            let raw = z3.result(returned)?;
            Z3_solver_inc_ref(z3.raw, raw);
            let solver = Solver {
                z3: z3.clone(),
                raw,
            };
            let parameters = z3.result(Z3_mk_params(z3.raw))?;
            Z3_params_inc_ref(z3.raw, parameters);
            let seed = z3.symbol("random_seed")?;
            Z3_params_set_uint(z3.raw, parameters, seed, 0);
            Z3_solver_set_params(z3.raw, raw, parameters);
            let accepted = z3.check();
            Z3_params_dec_ref(z3.raw, parameters);
            accepted?;
            Ok(solver)
        }
    }

    pub(crate) fn push(&self) -> Result<(), Error> {
        // SAFETY: see the module.
        unsafe { Z3_solver_push(self.z3.raw, self.raw) };
        self.z3.check()
    }

    /// Takes back the last scope; there is one.
    pub(crate) fn pop(&self) -> Result<(), Error> {
        // SAFETY: see the module.
        unsafe { Z3_solver_pop(self.z3.raw, self.raw, 1) };
        self.z3.check()
    }

    pub(crate) fn assert(&self, formula: &Ast) -> Result<(), Error> {
        // SAFETY: see the module.
        unsafe { Z3_solver_assert(self.z3.raw, self.raw, formula.raw()) };
        self.z3.check()
    }

    /// Whether the assertions are satisfiable together with the assumptions, which are literals.
    pub(crate) fn check(&self, assumptions: &[Ast], budget: &Budget) -> Answer {
        let raws = Ast::raws(assumptions);
        let target = Target::Solver(self.z3.raw, self.raw);
        let answer = self.z3.watched(target, budget, || {
            // SAFETY: see the module.
            unsafe {
                Z3_solver_check_assumptions(self.z3.raw, self.raw, raws.len() as u32, raws.as_ptr())
            }
        });
        match answer {
            Ok((Z3_L_TRUE, _)) => Answer::Sat,
            Ok((Z3_L_FALSE, _)) => Answer::Unsat,
            Ok((_, stopped)) => Answer::Unknown(stopped.unwrap_or_else(|| self.reason_unknown())),
            Err(reason) => Answer::Unknown(reason),
        }
    }

    fn reason_unknown(&self) -> Reason {
        if let Err(error) = self.z3.check() {
            return error.into();
        }
        // SAFETY: see the module; the text is copied before the next call.
        let reason = unsafe { text(Z3_solver_get_reason_unknown(self.z3.raw, self.raw)) };
        Reason::from_z3(reason)
    }

    /// The model of the last check, which was satisfiable.
    pub(crate) fn model(&self) -> Result<Model, Error> {
        // SAFETY: see the module.
        Model::new(&self.z3, unsafe {
            Z3_solver_get_model(self.z3.raw, self.raw)
        })
    }

    /// The assumptions that the last check, which was unsatisfiable, needed.
    pub(crate) fn core(&self) -> Result<Vec<Ast>, Error> {
        let z3 = &self.z3;
        // SAFETY: see the module; the vector keeps its reference while it is read.
        unsafe {
            let vector = z3.result(Z3_solver_get_unsat_core(z3.raw, self.raw))?;
            Z3_ast_vector_inc_ref(z3.raw, vector);
            let core = (0..Z3_ast_vector_size(z3.raw, vector))
                .map(|i| Ast::new(z3, Z3_ast_vector_get(z3.raw, vector, i)))
                .collect();
            Z3_ast_vector_dec_ref(z3.raw, vector);
            core
        }
    }
}

impl Drop for Solver {
    fn drop(&mut self) {
        // SAFETY: the reference was taken in `new`.
        unsafe { Z3_solver_dec_ref(self.z3.raw, self.raw) };
    }
}
