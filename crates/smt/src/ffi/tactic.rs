//! Tactics: rewriting a formula as a whole.

use std::rc::Rc;

use budget::Budget;
use z3_sys::*;

use super::context::c_string;
use super::watchdog::Target;
use super::{Ast, Error, Z3};
use crate::Reason;

/// What the named tactics, one after the other, make of a formula: a disjunction of conjunctions.
pub(crate) fn apply_tactics(
    z3: &Rc<Z3>,
    names: &[&str],
    formula: &Ast,
    budget: &Budget,
) -> Result<Vec<Vec<Ast>>, Reason> {
    let goal = Goal::of_formula(z3, formula)?;
    let tactic = Tactic::sequence(z3, names)?;
    let (result, _) = z3.watched(Target::Context(z3.raw), budget, || {
        // SAFETY: see the module.
        let result = z3.result(unsafe { Z3_tactic_apply(z3.raw, tactic.raw, goal.raw) })?;
        // SAFETY: see the module; the result gets its reference at once and keeps it while it is
        // read.
        unsafe {
            Z3_apply_result_inc_ref(z3.raw, result);
            let goals = read_goals(z3, result);
            Z3_apply_result_dec_ref(z3.raw, result);
            goals
        }
    })?;
    result.map_err(|error: Error| error.into())
}

/// # Safety
/// The result belongs to the context and is referenced.
unsafe fn read_goals(z3: &Rc<Z3>, result: Z3_apply_result) -> Result<Vec<Vec<Ast>>, Error> {
    // SAFETY: the caller's promise, and see the module.
    unsafe {
        (0..Z3_apply_result_get_num_subgoals(z3.raw, result))
            .map(|i| {
                let goal = Goal::new(z3, Z3_apply_result_get_subgoal(z3.raw, result, i))?;
                (0..Z3_goal_size(z3.raw, goal.raw))
                    .map(|j| Ast::new(z3, Z3_goal_formula(z3.raw, goal.raw, j)))
                    .collect()
            })
            .collect()
    }
}

struct Goal<'a> {
    z3: &'a Z3,
    raw: Z3_goal,
}

impl<'a> Goal<'a> {
    fn new(z3: &'a Z3, returned: Option<Z3_goal>) -> Result<Goal<'a>, Error> {
        let raw = z3.result(returned)?;
        // SAFETY: see the module.
        unsafe { Z3_goal_inc_ref(z3.raw, raw) };
        Ok(Goal { z3, raw })
    }

    fn of_formula(z3: &'a Z3, formula: &Ast) -> Result<Goal<'a>, Error> {
        // SAFETY: see the module.
        unsafe {
            let goal = Goal::new(z3, Z3_mk_goal(z3.raw, false, false, false))?;
            Z3_goal_assert(z3.raw, goal.raw, formula.raw());
            z3.check()?;
            Ok(goal)
        }
    }
}

impl Drop for Goal<'_> {
    fn drop(&mut self) {
        // SAFETY: the reference was taken in `new`.
        unsafe { Z3_goal_dec_ref(self.z3.raw, self.raw) };
    }
}

struct Tactic<'a> {
    z3: &'a Z3,
    raw: Z3_tactic,
}

impl<'a> Tactic<'a> {
    fn new(z3: &'a Z3, returned: Option<Z3_tactic>) -> Result<Tactic<'a>, Error> {
        let raw = z3.result(returned)?;
        // SAFETY: see the module.
        unsafe { Z3_tactic_inc_ref(z3.raw, raw) };
        Ok(Tactic { z3, raw })
    }

    fn sequence(z3: &'a Z3, names: &[&str]) -> Result<Tactic<'a>, Error> {
        // SAFETY: see the module.
        let mut sequence = Tactic::new(z3, unsafe { Z3_tactic_skip(z3.raw) })?;
        for name in names {
            let name = c_string(name);
            // SAFETY: see the module.
            let next = Tactic::new(z3, unsafe { Z3_mk_tactic(z3.raw, name.as_ptr()) })?;
            // SAFETY: see the module.
            let both = unsafe { Z3_tactic_and_then(z3.raw, sequence.raw, next.raw) };
            sequence = Tactic::new(z3, both)?;
        }
        Ok(sequence)
    }
}

impl Drop for Tactic<'_> {
    fn drop(&mut self) {
        // SAFETY: the reference was taken in `new`.
        unsafe { Z3_tactic_dec_ref(self.z3.raw, self.raw) };
    }
}
