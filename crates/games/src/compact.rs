//! Smaller formulas for the same region.
//!
//! Regions are built from regions, so that what is redundant in one is paid for in all that follow.

use budget::Budget;
use logic::{FreeVars, FreshNames, Sort, Term, Var};
use smt::{Outcome, Reason, Solver};

/// The most parts of a disjunction, or of one of its conjunctions, that are looked at; each costs
/// a question.
const MOST_PARTS: usize = 32;

/// An equivalent formula without disjuncts that the others imply, and without conjuncts, in each
/// disjunct, that the others of it imply. The solver has no assertions.
pub(crate) fn compact(
    formula: &Term,
    solver: &mut Solver,
    budget: &Budget,
) -> Result<Term, Reason> {
    // A conjunction of disjunctions is one of the other kind, negated.
    if formula.conjuncts().len() > 1 {
        let negated = compact_disjunction(&formula.negated_nnf(), solver, budget)?;
        return Ok(negated.negated_nnf().simplify());
    }
    compact_disjunction(formula, solver, budget)
}

fn compact_disjunction(
    formula: &Term,
    solver: &mut Solver,
    budget: &Budget,
) -> Result<Term, Reason> {
    let disjuncts = formula.disjuncts();
    if disjuncts.len() > MOST_PARTS {
        return Ok(formula.clone());
    }
    let mut kept = Vec::new();
    for disjunct in disjuncts {
        let conjuncts = disjunct.conjuncts();
        if conjuncts.len() > MOST_PARTS {
            kept.push(disjunct);
        } else {
            kept.push(Term::and(without(conjuncts, false, solver, budget)?));
        }
    }
    let kept = without(kept, true, solver, budget)?;
    Ok(Term::or(kept).simplify())
}

/// The parts without those that are superfluous next to the others: that never have the value
/// `alone` where all others have the opposite one. Later parts go first.
///
/// Each part is told to the solver once, with a name, and the questions are about the names.
fn without(
    parts: Vec<Term>,
    alone: bool,
    solver: &mut Solver,
    budget: &Budget,
) -> Result<Vec<Term>, Reason> {
    if parts.len() < 2 {
        return Ok(parts);
    }
    let mut names = FreshNames::new();
    for var in FreeVars::default().of_all(&parts) {
        names.avoid(var.name);
    }
    let part = Var::new("part", Sort::Bool);
    solver.push();
    let mut kept: Vec<(Term, Term)> = Vec::new();
    for part_term in parts {
        let name = names.fresh(&part).term();
        solver.assert(&Term::eq(name.clone(), part_term.clone()));
        kept.push((name, part_term));
    }
    let mut place = kept.len();
    let mut answer = Ok(());
    while place > 0 && kept.len() > 1 {
        place -= 1;
        let literals = kept.iter().enumerate().map(|(position, (name, _))| {
            if (position == place) == alone {
                name.clone()
            } else {
                Term::not(name.clone())
            }
        });
        match solver.check_assuming(&literals.collect::<Vec<Term>>(), budget) {
            Outcome::Unsat(_) => drop(kept.remove(place)),
            Outcome::Sat(_) => {}
            Outcome::Unknown(reason) => {
                answer = Err(reason);
                break;
            }
        }
    }
    solver.pop();
    answer.map(|()| kept.into_iter().map(|(_, part)| part).collect())
}
