//! Terms for one block of existential variables: projection that remembers how.
//!
//! For a formula `phi(x, y)`, terms `t_1(x), …, t_n(x)` are collected until
//! `exists y. phi` is equivalent to `phi[t_1] or … or phi[t_n]`. Each new term comes from a model in
//! which none of the terms so far is right; what is blocked is the whole region `phi[t_i]`, not the
//! model's neighbourhood, so that few rounds are needed.

use budget::Budget;
use evidence::strategy::Case;
use logic::{Model, Substitution, Term, Value, Var};
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Outcome, Reason, Solver, Strategy as Method};

use crate::bounds::take_bounds;
use crate::definitions::define;
use crate::divisions::without_divisions;
use crate::guess::{Samples, guess, stem};
use crate::plain::PlainFormula;
use crate::witness::witnesses;

/// The region in which some values of the variables satisfy the formula, and how to choose them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choices {
    /// Equivalent to the formula with the variables quantified existentially.
    pub region: Term,
    /// Cases that cover the region; in the order given, a case is right wherever its guard holds.
    pub cases: Vec<Case>,
}

/// Eliminates the variables from a formula without quantifiers, wherever the premise holds.
///
/// # Errors
/// Where the solver has no answer, or the budget is used up.
pub fn choose(
    vars: &[Var],
    formula: &Term,
    premise: &Term,
    budget: &Budget,
) -> Result<Choices, Reason> {
    eliminate(vars, formula, premise, false, budget)
}

/// The same, after guessing simple terms that do wherever the premise holds. Worth its questions
/// where the formula is expected to be true.
pub(crate) fn guess_or_choose(
    vars: &[Var],
    formula: &Term,
    premise: &Term,
    budget: &Budget,
) -> Result<Choices, Reason> {
    eliminate(vars, formula, premise, true, budget)
}

fn eliminate(
    vars: &[Var],
    formula: &Term,
    premise: &Term,
    guesses: bool,
    budget: &Budget,
) -> Result<Choices, Reason> {
    let PlainFormula {
        vars: plain,
        formula,
    } = PlainFormula::of(vars, formula, premise);
    let defined = define(&plain, &formula);
    let bounded = take_bounds(&defined.open, &defined.rest.simplify(), premise, budget)?;
    let (rest, open) = (bounded.rest, bounded.open);
    let finished = |mut terms: Substitution| {
        for (var, term) in bounded.terms.iter().rev() {
            let term = term.substitute(&terms);
            terms.insert(var.clone(), term);
        }
        all_terms(&plain, &defined.terms, &terms)
    };
    let mut solver = Solver::new(Method::Incremental);
    solver.assert(premise);
    if guesses && !open.is_empty() && open.len() <= MOST_GUESSED {
        let offered = namesakes(&open, &rest, premise);
        let mut samples = Samples::default();
        if let Some(terms) = guess(&open, &rest, &offered, &mut solver, &mut samples, budget)? {
            let terms = open.iter().cloned().zip(terms).collect();
            return Ok(Choices {
                region: rest.substitute(&terms).simplify(),
                cases: vec![Case {
                    guard: Term::top(),
                    terms: finished(terms),
                }],
            });
        }
    }
    solver.assert(&rest);
    let mut regions: Vec<Term> = Vec::new();
    let mut cases = Vec::new();
    loop {
        // Regions are made and simplified without a solver.
        budget.spend(rest.dag_size() as u64);
        budget.check().map_err(Reason::from)?;
        let model = match solver.check(budget) {
            Outcome::Unsat(_) => break,
            Outcome::Unknown(reason) => return Err(reason),
            Outcome::Sat(sat) => sat.model_of([&rest, premise])?,
        };
        let terms = model_terms(&open, &rest, &model, &solver, budget)?;
        let region = without_divisions(&rest.substitute(&terms)).simplify();
        cases.push(Case {
            guard: region.clone(),
            terms: finished(terms),
        });
        solver.assert(&Term::not(region.clone()));
        regions.push(region);
    }
    Ok(Choices {
        region: Term::or(regions).simplify(),
        cases,
    })
}

/// The most variables at once for which terms are guessed.
const MOST_GUESSED: usize = 6;

/// The other variables that go by the name of one of these, but for the marks of versions.
fn namesakes(vars: &[Var], formula: &Term, premise: &Term) -> Vec<Term> {
    let stems: FxHashSet<&str> = vars.iter().map(|var| stem(var.name.as_str())).collect();
    let mut others = formula.free_vars();
    others.extend(premise.free_vars());
    others.retain(|var| !vars.contains(var) && stems.contains(stem(var.name.as_str())));
    others.iter().map(Var::term).collect()
}

/// Terms for the variables, over the others alone, that are right in the model.
pub(crate) fn model_terms(
    open: &[Var],
    formula: &Term,
    model: &Model,
    solver: &Solver,
    budget: &Budget,
) -> Result<Substitution, Reason> {
    if open.is_empty() {
        return Ok(Substitution::new());
    }
    let mut complete = model.clone();
    for var in open {
        if complete.get(var).is_none() {
            complete.set(var.clone(), Value::default_of(&var.sort));
        }
    }
    if let Some(terms) = witnesses(open, formula, &complete) {
        return Ok(terms);
    }
    let projection = solver
        .context()
        .project_with_witnesses(&complete, open, formula, budget)?;
    Ok(projection.witnesses.into_iter().collect())
}

/// A term for each variable of the block: what was defined, with the open variables' terms put in,
/// and any value for a variable that does not matter.
fn all_terms(vars: &[Var], defined: &[(Var, Term)], open: &Substitution) -> Vec<Term> {
    let terms = open.apply_all(defined.iter().map(|(_, term)| term));
    let defined: FxHashMap<&Var, Term> = defined.iter().map(|(var, _)| var).zip(terms).collect();
    vars.iter()
        .map(|var| match (defined.get(var), open.get(var)) {
            (Some(term), _) | (None, Some(term)) => term.clone(),
            (None, None) => Term::value(Value::default_of(&var.sort)),
        })
        .collect()
}
