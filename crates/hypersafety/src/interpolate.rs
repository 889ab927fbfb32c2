//! Assertions from infeasible traces: from the end backwards, what must hold before a step so that
//! what is needed holds after it, generalised against what holds there on this trace.
//!
//! Let `w` be a literal that is needed after a step with guard `G`, pulled back over its updates.
//! Where the trace implies `w` itself before the step, `w` or a stronger form that is more likely
//! invariant is needed before. Otherwise the guard matters, and literals are sought that the trace
//! implies and that imply `w` together with `G`: what is left of `w` when multiples of the guard are
//! taken away, what contradicts the guard, equations between variables and between the arguments of
//! functions, known assertions, divisibilities, what is left of `w` when known assertions are taken
//! away as well, and last of all fixed values. An unsatisfiable core says which ones. If there are none,
//! the clause `G => w` serves.

use std::collections::BTreeSet;

use budget::Budget;
use evidence::Reason;
use logic::{Integer, Substitution, Term, Var};
use smt::{Outcome, Solver, Strategy};

use crate::alphabet::Alphabet;
use crate::candidates::{
    argument_equations, at_most_zero, combinations, decomposed, divisibilities, equals, equations,
    strengthened,
};
use crate::pool;
use crate::prefix::Prefix;
use crate::trace::{Contradiction, Unrolled};
use crate::triples::reason;

/// So many kinds of literals are tried, one after the other.
const TIERS: usize = 6;
/// So many literals are combined with a guard at most.
const MOST_HELP: usize = 10;

/// Finds assertions.
pub(crate) struct Interpolator<'a> {
    alphabet: &'a Alphabet,
    budget: &'a Budget,
    vars: Vec<Var>,
    /// Answers questions about single steps.
    local: Solver,
    /// Literals that the programs suggest.
    pool: Vec<Term>,
    moduli: BTreeSet<Integer>,
    /// How often a solver was asked.
    pub(crate) questions: usize,
}

impl<'a> Interpolator<'a> {
    pub(crate) fn new(alphabet: &'a Alphabet, vars: Vec<Var>, budget: &'a Budget) -> Self {
        Interpolator {
            alphabet,
            budget,
            vars,
            local: Solver::new(Strategy::Incremental),
            pool: pool::literals(alphabet),
            moduli: pool::moduli(alphabet),
            questions: 0,
        }
    }

    /// Assertions that prove the trace infeasible: for each step of the contradiction those that hold
    /// before it. Assertions that are known may be used again.
    pub(crate) fn assertions(
        &mut self,
        trace: &Unrolled,
        contradiction: &Contradiction,
        known: &[Term],
        solver: &mut Solver,
    ) -> Result<Vec<Vec<Term>>, Reason> {
        let mut prefix = Prefix::new(trace, contradiction, solver, self.budget);
        let mut found = vec![Vec::new(); contradiction.length];
        let mut needed: Vec<Term> = vec![Term::bottom()];
        for position in (0..contradiction.length).rev() {
            prefix.shorten(position)?;
            let case = &self.alphabet.branches[trace.steps[position]].case;
            let updates: Substitution = case.updates.iter().cloned().collect();
            let mut before: BTreeSet<Term> = BTreeSet::new();
            // What is needed after the step may be needed before it, too.
            let known: Vec<Term> = needed.iter().chain(known).cloned().collect();
            for literal in &needed {
                let goal = literal.substitute(&updates).simplify();
                before.extend(self.explain(&mut prefix, trace.steps[position], &goal, &known)?);
            }
            needed = before.into_iter().collect();
            found[position].clone_from(&needed);
        }
        self.questions += prefix.questions;
        Ok(found)
    }

    /// Literals that hold at the end of the prefix and imply the goal together with the guard of
    /// the step that follows.
    fn explain(
        &mut self,
        prefix: &mut Prefix,
        branch: usize,
        goal: &Term,
        known: &[Term],
    ) -> Result<Vec<Term>, Reason> {
        if goal.is_true() {
            return Ok(Vec::new());
        }
        let alphabet = self.alphabet;
        let branch = &alphabet.branches[branch];
        let chosen: BTreeSet<Var> = branch.chosen.iter().cloned().collect();
        let is_state = |term: &Term| term.free_vars().is_disjoint(&chosen);
        let guard = &branch.case.guard;
        if !goal.is_false()
            && is_state(goal)
            && let Some(parts) = generalised(prefix, goal)?
        {
            return Ok(parts);
        }
        let mut question: Vec<Term> = guard.clone();
        question.push(Term::not(goal.clone()));
        let mut offered: Vec<Term> = Vec::new();
        for tier in 0..TIERS {
            let mut more = self.tier(tier, prefix, guard, goal, known);
            more.retain(|literal| {
                literal.as_value().is_none() && is_state(literal) && !offered.contains(literal)
            });
            offered.extend(more);
            if let Some(core) = self.core(prefix, &mut offered, &question)? {
                let mut all = Vec::new();
                for literal in core {
                    let parts = generalised(prefix, &literal)?;
                    all.extend(parts.unwrap_or_else(|| vec![literal]));
                }
                return Ok(all);
            }
        }
        if question.iter().all(is_state) {
            let clause = Term::implies(Term::and(guard.clone()), goal.clone());
            return Ok(vec![clause.simplify()]);
        }
        Err(Reason::Incomplete(
            "no assertions were found for a trace with chosen values".to_owned(),
        ))
    }

    /// Literals to try, the best first.
    fn tier(
        &self,
        tier: usize,
        prefix: &mut Prefix,
        guard: &[Term],
        goal: &Term,
        known: &[Term],
    ) -> Vec<Term> {
        let mut near: BTreeSet<Var> = goal.free_vars();
        near.extend(guard.iter().flat_map(Term::free_vars));
        match tier {
            0 => {
                // Where guards contradict each other and there is much room, an equation would say
                // too much.
                let (least, most) = (Integer::from(-1), Integer::from(0));
                let is_apt =
                    |value: &Integer| !goal.is_false() || (least <= *value && *value <= most);
                let mut literals = Vec::new();
                for rest in combinations(goal, guard) {
                    let value = prefix.value(&rest).filter(is_apt);
                    literals.extend(value.map(|value| equals(&rest, &value)));
                }
                literals
            }
            1 => {
                let mut literals = Vec::new();
                for formula in guard {
                    literals.push(Term::not(formula.clone()).simplify());
                }
                literals.extend(combinations(goal, guard).iter().map(at_most_zero));
                // What an equation that may hold leaves of the goal: `x <= n` where `y <= n` is to
                // be shown and `x = y` may help.
                let equations = self.tier(0, prefix, guard, goal, known);
                literals.extend(combinations(goal, &equations).iter().map(at_most_zero));
                literals
            }
            2 => {
                let mut terms: Vec<Term> = guard.to_vec();
                terms.push(goal.clone());
                let mut literals = argument_equations(&terms);
                literals.extend(equations(&self.vars));
                literals.extend(known.iter().cloned());
                literals.extend(self.pool.iter().cloned());
                literals
            }
            3 => {
                let mut literals = divisibilities(&near, &self.moduli);
                literals.extend(prefix.differences(&self.vars));
                literals
            }
            4 => {
                // What is left of the goal when what the programs suggest is taken away as well.
                let mut given: Vec<Term> = guard.to_vec();
                let helpful = known.iter().chain(&self.pool).filter(|literal| {
                    !literal.free_vars().is_disjoint(&near) && prefix.may_hold(literal)
                });
                given.extend(helpful.take(MOST_HELP).cloned());
                combinations(goal, &given)
                    .iter()
                    .map(at_most_zero)
                    .collect()
            }
            _ => prefix.values(&self.vars),
        }
    }

    /// A small set of offered literals that hold at the end of the prefix and contradict the
    /// question, if all of them do. What turns out not to hold is no longer offered.
    fn core(
        &mut self,
        prefix: &mut Prefix,
        offered: &mut Vec<Term>,
        question: &[Term],
    ) -> Result<Option<Vec<Term>>, Reason> {
        loop {
            offered.retain(|literal| prefix.may_hold(literal));
            let Some(core) = self.contradiction(offered, question)? else {
                return Ok(None);
            };
            let mut refuted = None;
            for literal in &core {
                if !prefix.implies(literal)? {
                    refuted = Some(literal.clone());
                    break;
                }
            }
            match refuted {
                Some(literal) => offered.retain(|other| *other != literal),
                None => return self.minimised(core, question).map(Some),
            }
        }
    }

    fn minimised(&mut self, mut core: Vec<Term>, question: &[Term]) -> Result<Vec<Term>, Reason> {
        // The last ones are the least general.
        let mut position = core.len();
        while position > 0 {
            position -= 1;
            let mut fewer = core.clone();
            fewer.remove(position);
            if let Some(smaller) = self.contradiction(&fewer, question)? {
                core = smaller;
                position = position.min(core.len());
            }
        }
        Ok(core)
    }

    /// The literals that contradict the question, if they do.
    fn contradiction(
        &mut self,
        literals: &[Term],
        question: &[Term],
    ) -> Result<Option<Vec<Term>>, Reason> {
        let assumptions: Vec<Term> = literals.iter().chain(question).cloned().collect();
        self.questions += 1;
        self.local.push();
        let core = match self.local.check_assuming(&assumptions, self.budget) {
            Outcome::Sat(_) | Outcome::Unknown(smt::Reason::Incomplete(_)) => Ok(None),
            Outcome::Unsat(unsat) => unsat.core().map(Some),
            Outcome::Unknown(why) => Err(why),
        };
        self.local.pop();
        let core = core.map_err(reason)?;
        Ok(core.map(|core| {
            let is_used = |literal: &&Term| core.contains(literal);
            literals.iter().filter(is_used).cloned().collect()
        }))
    }
}

/// What stands for a literal that holds at the end of a prefix: stronger literals that hold there
/// too and are more likely to be invariant, or itself; `None` where it does not hold.
fn generalised(prefix: &mut Prefix, literal: &Term) -> Result<Option<Vec<Term>>, Reason> {
    if !prefix.implies(literal)? {
        return Ok(None);
    }
    'ways: for parts in decomposed(literal) {
        let mut all = Vec::new();
        for part in &parts {
            match generalised(prefix, part)? {
                Some(parts) => all.extend(parts),
                None => continue 'ways,
            }
        }
        return Ok(Some(all));
    }
    for candidate in strengthened(literal) {
        if prefix.implies(&candidate)? {
            return Ok(Some(vec![candidate]));
        }
    }
    Ok(Some(vec![literal.clone()]))
}
