//! Spacer, Z3's solver of constrained Horn clauses.

use std::ffi::{c_uint, c_void};
use std::rc::Rc;

use budget::Budget;
use z3_sys::*;

use super::context::text;
use super::watchdog::Target;
use super::{Answer, Ast, Decl, Error, Z3};
use crate::Reason;

/// A set of Horn clauses.
pub(crate) struct Fixedpoint<'a> {
    z3: Rc<Z3>,
    raw: Z3_fixedpoint,
    /// In a box, because Z3 keeps its address.
    listener: Box<Listener<'a>>,
}

/// Whom Z3 tells of each step.
struct Listener<'a>(&'a dyn Fn());

impl<'a> Fixedpoint<'a> {
    /// An empty set of clauses. The search ends after this many levels, and tells of each lemma and
    /// each step backwards.
    pub(crate) fn new(
        z3: &Rc<Z3>,
        most_levels: Option<u32>,
        on_step: &'a dyn Fn(),
    ) -> Result<Self, Error> {
        // SAFETY: see the module; both objects get their reference at once.
        unsafe {
            let raw = z3.result(Z3_mk_fixedpoint(z3.raw))?;
            Z3_fixedpoint_inc_ref(z3.raw, raw);
            let clauses = Fixedpoint {
                z3: z3.clone(),
                raw,
                listener: Box::new(Listener(on_step)),
            };
            let parameters = z3.result(Z3_mk_params(z3.raw))?;
            Z3_params_inc_ref(z3.raw, parameters);
            let (engine, spacer) = (z3.symbol("engine")?, z3.symbol("spacer")?);
            Z3_params_set_symbol(z3.raw, parameters, engine, spacer);
            // Predicates that these transformations remove get no interpretation.
            for name in ["xform.slice", "xform.inline_linear", "xform.inline_eager"] {
                Z3_params_set_bool(z3.raw, parameters, z3.symbol(name)?, false);
            }
            if let Some(levels) = most_levels {
                let name = z3.symbol("spacer.max_level")?;
                Z3_params_set_uint(z3.raw, parameters, name, levels);
            }
            Z3_fixedpoint_set_params(z3.raw, raw, parameters);
            let accepted = z3.check();
            Z3_params_dec_ref(z3.raw, parameters);
            accepted?;
            Ok(clauses)
        }
    }

    /// Declares that a function with truth values is to be found.
    pub(crate) fn register(&self, predicate: &Decl) -> Result<(), Error> {
        // SAFETY: see the module.
        unsafe { Z3_fixedpoint_register_relation(self.z3.raw, self.raw, predicate.raw()) };
        self.z3.check()
    }

    /// Adds a closed Horn clause.
    pub(crate) fn add(&self, clause: &Ast) -> Result<(), Error> {
        // SAFETY: see the module.
        unsafe { Z3_fixedpoint_add_rule(self.z3.raw, self.raw, clause.raw(), None) };
        self.z3.check()
    }

    /// Whether the clauses derive `goal`; the search starts with derivations of this depth.
    pub(crate) fn query(&self, goal: &Ast, depth: u32, budget: &Budget) -> Answer {
        let z3 = &self.z3;
        let state: *const Listener<'_> = &raw const *self.listener;
        // SAFETY: see the module; Z3 calls back from this thread, while `self` exists.
        unsafe {
            Z3_fixedpoint_add_callback(
                z3.raw,
                self.raw,
                state.cast_mut().cast(),
                Some(on_lemma),
                Some(on_predecessor),
                None,
            );
        }
        let answer = z3.watched(Target::Context(z3.raw), budget, || {
            // SAFETY: see the module.
            unsafe { Z3_fixedpoint_query_from_lvl(z3.raw, self.raw, goal.raw(), depth) }
        });
        match answer {
            Ok((Z3_L_TRUE, _)) => Answer::Sat,
            Ok((Z3_L_FALSE, _)) => Answer::Unsat,
            Ok(_) => Answer::Unknown(self.reason_unknown()),
            Err(reason) => Answer::Unknown(reason),
        }
    }

    fn reason_unknown(&self) -> Reason {
        if let Err(error) = self.z3.check() {
            return error.into();
        }
        // SAFETY: see the module; the text is copied before the next call.
        let reason = unsafe { text(Z3_fixedpoint_get_reason_unknown(self.z3.raw, self.raw)) };
        Reason::from_z3(reason)
    }

    /// What was found for a predicate after the goal turned out not to be derivable: a formula
    /// over the predicate's parameters as unbound variables.
    pub(crate) fn solution(&self, predicate: &Decl) -> Result<Ast, Error> {
        const ALL_LEVELS: i32 = -1;
        self.cover(predicate, ALL_LEVELS)
    }

    /// What was found for a predicate at each level, also where the search has not ended.
    pub(crate) fn lemmas(&self, predicate: &Decl) -> Result<Vec<Ast>, Error> {
        // SAFETY: see the module.
        let levels =
            unsafe { Z3_fixedpoint_get_num_levels(self.z3.raw, self.raw, predicate.raw()) };
        self.z3.check()?;
        let levels = i32::try_from(levels).unwrap_or(i32::MAX);
        (-1..levels)
            .map(|level| self.cover(predicate, level))
            .collect()
    }

    fn cover(&self, predicate: &Decl, level: i32) -> Result<Ast, Error> {
        // SAFETY: see the module.
        Ast::new(&self.z3, unsafe {
            Z3_fixedpoint_get_cover_delta(self.z3.raw, self.raw, level, predicate.raw())
        })
    }

    /// Why the goal is derivable: a term of Z3 in which the facts on the way occur.
    pub(crate) fn refutation(&self) -> Result<Ast, Error> {
        // SAFETY: see the module.
        Ast::new(&self.z3, unsafe {
            Z3_fixedpoint_get_answer(self.z3.raw, self.raw)
        })
    }
}

/// What Z3 calls for each lemma.
unsafe extern "C" fn on_lemma(state: *mut c_void, _: Z3_ast, _: c_uint) {
    // SAFETY: the state is the listener of the clauses, see `query`.
    unsafe { on_predecessor(state) }
}

/// What Z3 calls for each step backwards.
unsafe extern "C" fn on_predecessor(state: *mut c_void) {
    // SAFETY: the state is the listener of the clauses, see `query`.
    let listener: &Listener<'_> = unsafe { &*state.cast_const().cast() };
    (listener.0)();
}

impl Drop for Fixedpoint<'_> {
    fn drop(&mut self) {
        // SAFETY: the reference was taken in `new`.
        unsafe { Z3_fixedpoint_dec_ref(self.z3.raw, self.raw) };
    }
}
