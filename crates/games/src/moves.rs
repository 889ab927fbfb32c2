//! The next move of a winning player, from the region of the successor.

use budget::Budget;
use logic::{Model, Quantifier, Substitution, Term, Value, Var};
use smt::{Outcome, Reason, Solver, Strategy as Method, Validity};

use crate::choices::model_terms;
use crate::divisions::without_divisions;
use crate::guess::{Samples, guess, guess_in};
use crate::plain::PlainFormula;
use crate::regions::{Arena, Move, Position, Question, Regions, after};

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
    /// One move with one simple term for the whole label is preferred to any split: for each move, in
    /// the `order` in which their numbers are given, equations, then the `offered` terms, bounds, and
    /// constants. Moves that are not in the order are not made. `None` where the player does not win
    /// from every state of the label.
    ///
    /// # Errors
    /// Where the solver has no answer, or the budget is used up.
    pub fn replies(
        &mut self,
        place: &A::Place,
        label: &Term,
        horizon: u32,
        order: &[usize],
        offered: &[Term],
        budget: &Budget,
    ) -> Result<Option<Vec<Reply>>, Reason> {
        match self.goals(place, label, horizon, order, budget)? {
            Some(goals) => cover(label, &goals, offered, budget),
            None => Ok(None),
        }
    }

    /// The same, but a move that chooses no values is made wherever it is right, before any later
    /// one of the order is considered.
    ///
    /// # Errors
    /// Where the solver has no answer, or the budget is used up.
    pub fn eager_replies(
        &mut self,
        place: &A::Place,
        label: &Term,
        horizon: u32,
        order: &[usize],
        offered: &[Term],
        budget: &Budget,
    ) -> Result<Option<Vec<Reply>>, Reason> {
        let (Position::Turn(player, moves), Some(left)) =
            (self.position(place), horizon.checked_sub(1))
        else {
            return Ok(None);
        };
        let mut regions = Vec::new();
        for &number in order {
            regions.push((number, self.region(&moves[number].to, left, budget)?));
        }
        let question = Question {
            place: place.clone(),
            label: label.clone(),
            order: regions,
            offered: offered.to_vec(),
        };
        if let Some(known) = self.eager.get(&question) {
            return Ok(known.clone());
        }
        let goals = question.order.iter();
        let goals =
            goals.map(|(number, region)| goal(player, &moves[*number], *number, region, label));
        let found = eager(label, &goals.collect::<Vec<Goal>>(), offered, budget)?;
        self.eager.insert(question, found.clone());
        Ok(found)
    }

    /// What each move of the order has to achieve; `None` where nobody moves any more.
    fn goals(
        &mut self,
        place: &A::Place,
        label: &Term,
        horizon: u32,
        order: &[usize],
        budget: &Budget,
    ) -> Result<Option<Vec<Goal>>, Reason> {
        let Position::Turn(player, moves) = self.position(place) else {
            return Ok(None);
        };
        let Some(left) = horizon.checked_sub(1) else {
            return Ok(None);
        };
        let mut goals = Vec::new();
        for &number in order {
            let step = &moves[number];
            let region = self.region(&step.to, left, budget)?;
            goals.push(goal(player, step, number, &region, label));
        }
        Ok(Some(goals))
    }
}

/// Replies that make a move without choices wherever it is right, before later ones.
fn eager(
    label: &Term,
    goals: &[Goal],
    offered: &[Term],
    budget: &Budget,
) -> Result<Option<Vec<Reply>>, Reason> {
    let mut solver = Solver::new(Method::Incremental);
    solver.assert(label);
    let mut replies: Vec<Reply> = Vec::new();
    for goal in goals {
        // Samples are for the states that no earlier reply covers.
        let mut samples = Samples::default();
        if let Some(reply) = whole(goal, offered, &mut solver, &mut samples, budget)? {
            replies.push(reply);
            return Ok(Some(replies));
        }
        let right = &goal.plain.formula;
        if !goal.plain.vars.is_empty() || !is_possible(right, &mut solver, budget)? {
            continue;
        }
        let guard = weakened(right, &mut solver, budget)?;
        solver.assert(&Term::not(guard.clone()));
        replies.push(Reply {
            guard,
            number: goal.number,
            terms: Vec::new(),
        });
    }
    split(replies, goals, offered, solver, budget)
}

/// Replies that meet one of several goals from every state of the label; the number of a reply is
/// the position of its goal. `None` where some state of the label meets none.
///
/// # Errors
/// Where the solver has no answer, or the budget is used up.
pub fn replies_for(
    label: &Term,
    goals: &[(Vec<Var>, Term)],
    offered: &[Term],
    budget: &Budget,
) -> Result<Option<Vec<Reply>>, Reason> {
    let goals: Vec<Goal> = goals
        .iter()
        .enumerate()
        .map(|(number, (chosen, wanted))| Goal {
            plain: PlainFormula::of(chosen, wanted, label),
            number,
        })
        .collect();
    cover(label, &goals, offered, budget)
}

/// One goal for the whole label if possible, otherwise several for parts of it.
fn cover(
    label: &Term,
    goals: &[Goal],
    offered: &[Term],
    budget: &Budget,
) -> Result<Option<Vec<Reply>>, Reason> {
    let mut solver = Solver::new(Method::Incremental);
    solver.assert(label);
    let mut samples = Samples::default();
    for goal in goals {
        let reply = whole(goal, offered, &mut solver, &mut samples, budget)?;
        if let Some(reply) = reply {
            return Ok(Some(vec![reply]));
        }
    }
    split(Vec::new(), goals, offered, solver, budget)
}

/// The goal's move with one simple term for each variable, right everywhere.
fn whole(
    goal: &Goal,
    offered: &[Term],
    solver: &mut Solver,
    samples: &mut Samples,
    budget: &Budget,
) -> Result<Option<Reply>, Reason> {
    let Goal { plain, number } = goal;
    let guessed = guess(
        &plain.vars,
        &plain.formula,
        offered,
        solver,
        samples,
        budget,
    )?;
    Ok(guessed.map(|terms| Reply {
        guard: Term::top(),
        number: *number,
        terms,
    }))
}

fn is_possible(formula: &Term, solver: &mut Solver, budget: &Budget) -> Result<bool, Reason> {
    match solver.valid(&Term::not(formula.clone()), budget) {
        Validity::Invalid => Ok(true),
        Validity::Valid => Ok(false),
        Validity::Unknown(reason) => Err(reason),
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

/// More replies for parts of the label, until it is covered: at each state that is left over the
/// first goal that can be met there, by a simple term if possible.
fn split(
    mut replies: Vec<Reply>,
    goals: &[Goal],
    offered: &[Term],
    mut solver: Solver,
    budget: &Budget,
) -> Result<Option<Vec<Reply>>, Reason> {
    let any = Term::or(goals.iter().map(|goal| goal.plain.formula.clone()));
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
        match solver.entails(&others, &conjunct, budget) {
            Validity::Valid => {}
            Validity::Unknown(reason) => return Err(reason),
            Validity::Invalid => {
                conjuncts.insert(place, conjunct);
                place += 1;
            }
        }
    }
    Ok(Term::and(conjuncts))
}
