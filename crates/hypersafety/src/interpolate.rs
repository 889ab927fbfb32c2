//! Assertions from infeasible traces: from the end backwards, what must hold before a step so that
//! what is needed holds after it, generalised against what holds there on this trace.
//!
//! Let `w` be a literal that is needed after a step with guard `G`, pulled back over its updates.
//! Where the trace implies `w` itself before the step, `w` or a stronger form that is more likely
//! invariant is needed before. Otherwise the guard matters, and literals are sought that the trace
//! implies and that imply `w` together with `G`: what is left of `w` when multiples of the guard are
//! taken away, what contradicts the guard, equations between variables and between the arguments of
//! functions, known assertions, divisibilities, and last of all fixed values. An unsatisfiable core
//! says which ones. If there are none, the clause `G => w` serves.

use std::collections::BTreeSet;

use budget::Budget;
use evidence::Reason;
use logic::linear::Linear;
use logic::{Integer, Model, Substitution, Term, Value, Var};
use smt::{Outcome, Solver, Strategy};

use crate::alphabet::Alphabet;
use crate::candidates::{
    argument_equations, at_most_zero, coefficients, combinations, decomposed, divisibilities,
    equals, equations, strengthened,
};
use crate::proof::reason;
use crate::trace::Unrolled;

/// Finds assertions.
pub(crate) struct Interpolator<'a> {
    alphabet: &'a Alphabet,
    budget: &'a Budget,
    vars: Vec<Var>,
    /// Answers questions about single steps.
    local: Solver,
    /// Literals of the programs: guards, their opposites and what was given as a hint.
    pool: Vec<Term>,
    moduli: BTreeSet<Integer>,
}

impl<'a> Interpolator<'a> {
    pub(crate) fn new(alphabet: &'a Alphabet, vars: Vec<Var>, budget: &'a Budget) -> Self {
        let guards = alphabet.branches.iter().flat_map(|b| b.case.guard.iter());
        let guards: Vec<Term> = guards.cloned().collect();
        let mut pool: BTreeSet<Term> = BTreeSet::new();
        for branch in &alphabet.branches {
            let chosen: BTreeSet<Var> = branch.chosen.iter().cloned().collect();
            for guard in &branch.case.guard {
                if guard.free_vars().is_disjoint(&chosen) {
                    pool.insert(guard.simplify());
                    pool.insert(Term::not(guard.clone()).simplify());
                }
            }
        }
        let updates = alphabet.branches.iter().flat_map(|b| &b.case.updates);
        let assigned = updates.map(|(var, term)| Term::eq(var.term(), term.clone()));
        let all: Vec<Term> = guards.into_iter().chain(assigned).collect();
        Interpolator {
            alphabet,
            budget,
            vars,
            local: Solver::new(Strategy::Incremental),
            pool: pool.into_iter().collect(),
            moduli: coefficients(&all),
        }
    }

    /// Assertions that prove the trace infeasible, whose first `length` steps contradict each other.
    /// Assertions that are known may be used again.
    pub(crate) fn assertions(
        &mut self,
        trace: &Unrolled,
        length: usize,
        known: &[Term],
    ) -> Result<Vec<Term>, Reason> {
        let mut prefix = Prefix::new(trace, length, self.budget)?;
        let mut found = Vec::new();
        let mut needed: Vec<Term> = vec![Term::bottom()];
        for position in (0..length).rev() {
            prefix.shorten(position);
            let case = &self.alphabet.branches[trace.steps[position]].case;
            let updates: Substitution = case.updates.iter().cloned().collect();
            let mut before: BTreeSet<Term> = BTreeSet::new();
            for literal in &needed {
                let goal = literal.substitute(&updates).simplify();
                before.extend(self.explain(&mut prefix, trace.steps[position], &goal, known)?);
            }
            needed = before.into_iter().collect();
            found.extend(needed.iter().cloned());
        }
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
        for tier in 0..5 {
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
                let mut literals = Vec::new();
                for rest in combinations(goal, guard) {
                    literals.extend(prefix.value(&rest).map(|value| equals(&rest, &value)));
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
                literals.extend(equations(&near, &self.vars));
                literals.extend(known.iter().cloned());
                literals.extend(self.pool.iter().cloned());
                literals
            }
            3 => {
                let mut literals = divisibilities(&near, &self.moduli);
                literals.extend(prefix.differences(&near, &self.vars));
                literals
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

/// The beginning of a trace, of which questions are asked.
struct Prefix<'t> {
    trace: &'t Unrolled,
    budget: &'t Budget,
    solver: Solver,
    position: usize,
    /// Runs: for each the states before the steps that it takes, and at its end.
    runs: Vec<Vec<Model>>,
}

impl<'t> Prefix<'t> {
    /// The first steps of the trace, without conditions that do not matter for the contradiction.
    fn new(trace: &'t Unrolled, length: usize, budget: &'t Budget) -> Result<Self, Reason> {
        let all: Vec<Term> = trace.conditions[..length]
            .iter()
            .flatten()
            .cloned()
            .collect();
        let mut solver = Solver::new(Strategy::Incremental);
        let relevant = match solver.check_assuming(&all, budget) {
            Outcome::Unsat(unsat) => unsat.core().map_err(reason)?,
            Outcome::Sat(_) => return Err(Reason::Incomplete("a trace is feasible".to_owned())),
            Outcome::Unknown(why) => return Err(reason(why)),
        };
        let mut solver = Solver::new(Strategy::Incremental);
        for conditions in &trace.conditions[..length] {
            solver.push();
            for condition in conditions {
                if relevant.contains(condition) {
                    solver.assert(condition);
                }
            }
        }
        Ok(Prefix {
            trace,
            budget,
            solver,
            position: length,
            runs: Vec::new(),
        })
    }

    /// Goes back to the state before a step.
    fn shorten(&mut self, position: usize) {
        while self.position > position {
            self.solver.pop();
            self.position -= 1;
        }
    }

    /// Whether a literal holds in all runs that were seen.
    fn may_hold(&self, literal: &Term) -> bool {
        self.runs.iter().all(|run| {
            let state = run.get(self.position);
            state.is_none_or(|state| state.holds(literal) != Ok(false))
        })
    }

    /// Whether a literal holds at the end of the prefix.
    fn implies(&mut self, literal: &Term) -> Result<bool, Reason> {
        if !self.may_hold(literal) {
            return Ok(false);
        }
        let seen = literal.substitute(&self.trace.states[self.position]);
        let refuted = Term::not(seen.clone());
        match self
            .solver
            .check_assuming(std::slice::from_ref(&refuted), self.budget)
        {
            Outcome::Unsat(_) => Ok(true),
            Outcome::Sat(sat) => {
                let states = self.trace.states[..=self.position].iter();
                let terms: Vec<Term> = states
                    .flat_map(|state| state.iter().map(|(_, term)| term.clone()))
                    .chain([seen])
                    .collect();
                if let Ok(model) = sat.model_of(&terms) {
                    self.runs.push(self.run(&model));
                }
                Ok(false)
            }
            Outcome::Unknown(smt::Reason::Incomplete(_)) => Ok(false),
            Outcome::Unknown(why) => Err(reason(why)),
        }
    }

    /// The states of a run, as far as they are states: without the conditions that do not matter,
    /// a variable may leave its range.
    fn run(&self, start: &Model) -> Vec<Model> {
        let mut run = Vec::new();
        for state in &self.trace.states[..=self.position] {
            let mut model = start.clone();
            for (var, term) in state.iter() {
                if let Ok(value) = start.eval(term) {
                    if !value.is_of(&var.sort) {
                        return run;
                    }
                    model.set(var.clone(), value);
                }
            }
            run.push(model);
        }
        run
    }

    fn states(&self) -> impl Iterator<Item = &Model> {
        self.runs.iter().filter_map(|run| run.get(self.position))
    }

    /// The value that a linear term has in all runs that were seen, if it has one.
    fn value(&self, term: &Linear<Integer>) -> Option<Integer> {
        let term = term.to_term();
        let values = self.states().map(|state| match state.eval(&term) {
            Ok(Value::Int(value)) => Some(value),
            _ => None,
        });
        let values: BTreeSet<Integer> = values.collect::<Option<_>>()?;
        let mut values = values.into_iter();
        let value = values.next()?;
        values.next().is_none().then_some(value)
    }

    /// Equations `x = y + c` that hold in all runs that were seen.
    fn differences(&self, near: &BTreeSet<Var>, vars: &[Var]) -> Vec<Term> {
        let mut found = Vec::new();
        for a in near {
            for b in vars {
                let values = self.states().map(|state| {
                    let (Value::Int(x), Value::Int(y)) = (state.get(a)?, state.get(b)?) else {
                        return None;
                    };
                    Some(x - y)
                });
                let values: Option<BTreeSet<Integer>> = values.collect();
                if let Some(values) = values
                    && a != b
                    && values.len() == 1
                    && let Some(difference) = values.into_iter().next()
                {
                    let shifted = Term::add([b.term(), Term::int(difference)]);
                    found.push(Term::eq(a.term(), shifted).simplify());
                }
            }
        }
        found
    }

    /// Equations `x = c`, and which truth values variables have, in all runs that were seen.
    fn values(&self, vars: &[Var]) -> Vec<Term> {
        let mut found = Vec::new();
        for var in vars {
            let values: BTreeSet<Option<&Value>> =
                self.states().map(|state| state.get(var)).collect();
            if let [Some(value)] = values.into_iter().collect::<Vec<_>>().as_slice()
                && !matches!(value, Value::Array(_))
            {
                let literal = Term::eq(var.term(), Term::value((*value).clone()));
                found.push(literal.simplify());
            }
        }
        found
    }
}
