//! Rules for postconditions that are proved part by part.
//!
//! # Why the parts suffice
//! The postcondition is the conjunction of its parts, and what is proved of all runs from all starts
//! that are related is proved of the same runs for each part. Where a part says that two arrays are
//! equal, its proof speaks of their elements at an index of which nothing is known: a constant that
//! no program has. Such a proof is one for every value of the constant, and arrays whose elements are
//! equal at every index are equal.

use budget::Budget;
use evidence::reduction::Reduction;
use logic::{Op, Sort, Term, Var};
use program::Constant;
use question::SafeFor;

use crate::{Accepted, Established, Rejected, broken, reduction};

/// Checks that each part of the postcondition has its proof.
pub(crate) fn check(
    question: &SafeFor,
    proofs: &[Reduction],
    budget: &Budget,
) -> Result<Accepted, Rejected> {
    let parts = parts(question);
    // Without a part nobody would look at the assertions inside the programs.
    if parts.is_empty() || parts.len() != proofs.len() {
        let what = format!("{} parts have {} proofs", parts.len(), proofs.len());
        return Err(broken("Parts", what));
    }
    let (mut obligations, mut vacuous) = (1, None);
    for (part, proof) in parts.iter().zip(proofs) {
        let accepted = reduction::check(part, proof, budget)?;
        obligations += accepted.obligations();
        vacuous = accepted.vacuous().or(vacuous);
    }
    Ok(Accepted {
        verdict: Established::Proved,
        obligations,
        vacuous,
    })
}

/// For each conjunct of the postcondition the question to show it.
fn parts(question: &SafeFor) -> Vec<SafeFor> {
    let conjuncts = question.ensures.conjuncts();
    let parts = conjuncts.iter().map(|conjunct| {
        let mut constants = Vec::new();
        let ensures = by_elements(conjunct, &mut constants);
        let mut part = question.clone();
        part.ensures = ensures;
        part.setting.constants.extend(constants);
        part
    });
    parts.collect()
}

/// A formula that implies the given one if it holds for all values of the constants: where two
/// arrays must be equal, their elements are.
fn by_elements(formula: &Term, constants: &mut Vec<Constant>) -> Term {
    logic::recursion::guard(|| match (formula.op(), formula.children()) {
        (Some(Op::Or), parts) => Term::or(parts.iter().map(|part| by_elements(part, constants))),
        (Some(Op::Implies), [premise, conclusion]) => {
            Term::implies(premise.clone(), by_elements(conclusion, constants))
        }
        (Some(Op::Eq), [a, b]) => match a.sort().carrier() {
            Sort::Array(sort) => {
                let name = format!("element!{}", constants.len());
                let index = Var::new(name.as_str(), sort.index.carrier());
                constants.push(Constant {
                    var: index.clone(),
                    constraint: Term::top(),
                });
                let element = |array: &Term| Term::select(array.clone(), index.term());
                by_elements(&Term::eq(element(a), element(b)), constants)
            }
            _ => formula.clone(),
        },
        _ => formula.clone(),
    })
}
