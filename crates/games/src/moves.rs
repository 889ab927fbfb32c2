//! The next move of a winning player, from the region of the successor.

use budget::Budget;
use logic::{Model, Quantifier, Substitution, Term, Value, Var};
use smt::{Outcome, Reason, Solver, Strategy as Method};

use crate::choices::model_terms;
use crate::divisions::without_divisions;
use crate::guess::{Samples, guess, guess_in};
use crate::plain::PlainFormula;
use crate::regions::{Arena, Move, Position, Regions, after};

/// One way to go on: where the guard holds, and no earlier one, this move with these terms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// Where it is right.
    pub guard: Term,
    /// Which of the position's moves.
    pub number: usize,
    /// A term for each variable that the move chooses.
    pub terms: Vec<Term>,
}

/// A move with what has to hold of the chosen values.
struct Goal {
    plain: PlainFormula,
    number: usize,
}

impl<A: Arena> Regions<A> {
    /// How the player whose turn it is wins from every state of the label: replies that are tried in
    /// their order, the last of them wherever no other applies. The successor is in its region for
    /// a horizon that is one less; for the universal player, it is outside of it.
    ///
    /// One move with one simple term for the whole label is preferred to any split: for each move in
    /// the arena's order equations, then the `offered` terms, bounds, and constants. `None` where
    /// the player does not win from every state of the label.
    ///
    /// # Errors
    /// Where the solver has no answer, or the budget is used up.
    pub fn replies(
        &mut self,
        place: &A::Place,
        label: &Term,
        horizon: u32,
        offered: &[Term],
        budget: &Budget,
    ) -> Result<Option<Vec<Reply>>, Reason> {
        let Position::Turn(player, moves) = self.position(place) else {
            return Ok(None);
        };
        let Some(left) = horizon.checked_sub(1) else {
            return Ok(None);
        };
        let mut goals = Vec::new();
        for (number, step) in moves.iter().enumerate() {
            let region = self.region(&step.to, left, budget)?;
            goals.push(goal(player, step, number, &region, label));
        }
        let mut solver = Solver::new(Method::Incremental);
        solver.assert(label);
        let mut samples = Samples::default();
        for Goal { plain, number } in &goals {
            let guessed = guess(
                &plain.vars,
                &plain.formula,
                offered,
                &mut solver,
                &mut samples,
                budget,
            )?;
            if let Some(terms) = guessed {
                return Ok(Some(vec![Reply {
                    guard: Term::top(),
                    number: *number,
                    terms,
                }]));
            }
        }
        split(&goals, offered, solver, budget)
    }
}

fn goal<P>(player: Quantifier, step: &Move<P>, number: usize, region: &Term, label: &Term) -> Goal {
    let target = match player {
        Quantifier::Exists => region.clone(),
        Quantifier::Forall => region.negated_nnf(),
    };
    let wanted = after(step, &target).simplify();
    Goal {
        plain: PlainFormula::of(&step.chosen, &wanted, label),
        number,
    }
}

/// Replies for parts of the label, until it is covered: at each state that is left over the first
/// goal that can be met there, by a simple term if possible.
fn split(
    goals: &[Goal],
    offered: &[Term],
    mut solver: Solver,
    budget: &Budget,
) -> Result<Option<Vec<Reply>>, Reason> {
    let any = Term::or(goals.iter().map(|goal| goal.plain.formula.clone()));
    let mut replies: Vec<Reply> = Vec::new();
    loop {
        budget.check().map_err(Reason::from)?;
        // First a state at which some goal is within reach; then the question whether any other
        // state is left.
        let model = match solver.satisfy(&any, budget) {
            Outcome::Sat(model) => model,
            Outcome::Unknown(reason) => return Err(reason),
            Outcome::Unsat(()) => break,
        };
        let met = goals
            .iter()
            .find(|goal| model_holds(&goal.plain.formula, &model));
        let Some(Goal { plain, number }) = met else {
            let what = "a model of the moves fits none of them";
            return Err(Reason::Incomplete(what.to_owned()));
        };
        let terms = match guess_in(&plain.vars, &plain.formula, offered, &model) {
            Some(terms) => terms,
            None => {
                let terms = model_terms(&plain.vars, &plain.formula, &model, &solver, budget)?;
                let term = |var: &Var| match terms.get(var) {
                    Some(term) => term.clone(),
                    None => Term::value(Value::default_of(&var.sort)),
                };
                plain.vars.iter().map(term).collect()
            }
        };
        let put: Substitution = plain
            .vars
            .iter()
            .cloned()
            .zip(terms.iter().cloned())
            .collect();
        let region = without_divisions(&plain.formula.substitute(&put)).simplify();
        let guard = weakened(&region, &mut solver, budget)?;
        solver.assert(&Term::not(guard.clone()));
        replies.push(Reply {
            guard,
            number: *number,
            terms,
        });
    }
    match solver.check(budget) {
        Outcome::Sat(_) => Ok(None),
        Outcome::Unknown(reason) => Err(reason),
        Outcome::Unsat(_) => {
            if let Some(last) = replies.last_mut() {
                last.guard = Term::top();
            }
            // A contradictory label needs no reply, and there may be no move at all.
            Ok(Some(replies))
        }
    }
}

/// Whether the formula holds in the model, completed by default values.
fn model_holds(formula: &Term, model: &Model) -> bool {
    let mut model = model.clone();
    for var in formula.free_vars() {
        if model.get(&var).is_none() {
            model.set(var.clone(), Value::default_of(&var.sort));
        }
    }
    model.holds(formula) == Ok(true)
}

/// The region without conjuncts that the solver's assertions, which are the label and that no earlier
/// reply applies, make superfluous.
fn weakened(region: &Term, solver: &mut Solver, budget: &Budget) -> Result<Term, Reason> {
    let mut conjuncts = region.conjuncts();
    let mut place = 0;
    while place < conjuncts.len() {
        let conjunct = conjuncts.remove(place);
        let others = Term::and(conjuncts.iter().cloned());
        match solver.counterexample(&Term::implies(others, conjunct.clone()), budget) {
            Outcome::Unsat(()) => {}
            Outcome::Unknown(reason) => return Err(reason),
            Outcome::Sat(_) => {
                conjuncts.insert(place, conjunct);
                place += 1;
            }
        }
    }
    Ok(Term::and(conjuncts))
}
