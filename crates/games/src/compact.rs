//! Smaller formulas for the same region.
//!
//! Regions are built from regions, so that what is redundant in one is paid for in all that follow.

use budget::Budget;
use logic::Term;
use smt::{Reason, Solver, Validity};

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
            kept.push(Term::and(without(conjuncts, solver, budget, implied)?));
        }
    }
    let kept = without(kept, solver, budget, |part, others| {
        (part.clone(), Term::or(others.iter().cloned()))
    })?;
    Ok(Term::or(kept).simplify())
}

fn implied(part: &Term, others: &[Term]) -> (Term, Term) {
    (Term::and(others.iter().cloned()), part.clone())
}

/// The parts without those that are superfluous next to the others: for which the implication that
/// `question` makes, of the part and the others, is valid. Later parts go first.
fn without(
    mut parts: Vec<Term>,
    solver: &mut Solver,
    budget: &Budget,
    question: impl Fn(&Term, &[Term]) -> (Term, Term),
) -> Result<Vec<Term>, Reason> {
    let mut place = parts.len();
    while place > 0 && parts.len() > 1 {
        place -= 1;
        let part = parts.remove(place);
        let (premise, conclusion) = question(&part, &parts);
        match solver.entails(&premise, &conclusion, budget) {
            Validity::Valid => {}
            Validity::Invalid => parts.insert(place, part),
            Validity::Unknown(reason) => return Err(reason),
        }
    }
    Ok(parts)
}
