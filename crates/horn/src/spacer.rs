//! Spacer on a system, alone or with invariants that are known.

use logic::{Function, Sort, Symbol, Term};
use question::clauses::{Application, PredicateId};
use smt::{Budget, Fact, Implication, Reason, Spacer, SpacerAnswer, Unknown};

use crate::houdini::{Formulas, premises};
use crate::problem::Problem;

/// What Spacer says about a system.
pub(crate) enum Finding {
    /// Formulas for each predicate that may solve the system.
    Solution(Formulas),
    /// Facts on the way to a contradiction.
    Derivable(Vec<(PredicateId, Vec<logic::Value>)>),
    /// Nothing, and why; with formulas that came up on the way.
    Open(Reason, Formulas),
}

/// How far Spacer goes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Extent {
    pub(crate) first_level: u32,
    pub(crate) most_levels: Option<u32>,
}

/// Asks Spacer about a system in which every premise also has the invariants of its predicate.
/// Tells of each step that Spacer makes.
pub(crate) fn ask(
    problem: &Problem<'_>,
    invariants: &Formulas,
    extent: Extent,
    budget: &Budget,
    on_step: &dyn Fn(),
) -> Finding {
    let system = problem.system;
    let unknowns: Vec<Unknown> = (system.ids().zip(&problem.parameters))
        .map(|(id, parameters)| {
            // Two predicates may have one name.
            let predicate = system.predicate(id);
            let name = format!("{}@{}", predicate.name(), id.index());
            let sorts = predicate.sorts().to_vec();
            Unknown {
                predicate: Function::new(Symbol::new(&name), sorts, Sort::Bool),
                parameters: parameters.clone(),
            }
        })
        .collect();
    let apply = |atom: &Application| {
        let unknown = &unknowns[atom.predicate.index()];
        Term::apply(&unknown.predicate, atom.arguments.clone())
    };
    let clauses: Vec<Implication> = (system.clauses().iter())
        .map(|clause| {
            let mut body: Vec<Term> = clause.body.iter().map(apply).collect();
            body.push(clause.constraint.clone());
            body.extend(premises(problem, clause, invariants));
            Implication {
                body,
                head: clause.head.as_ref().map_or(Term::bottom(), apply),
            }
        })
        .collect();
    let question = Spacer {
        unknowns: &unknowns,
        clauses: &clauses,
        first_level: extent.first_level,
        most_levels: extent.most_levels,
    };
    match question.ask_telling(budget, on_step) {
        SpacerAnswer::Solution(templates) => {
            let found = templates.iter().zip(invariants);
            let formulas = found.map(|(template, known)| {
                let mut all = template.body().simplify().conjuncts();
                all.retain(|conjunct| !known.contains(conjunct) && !conjunct.is_true());
                all.extend(known.iter().cloned());
                all
            });
            Finding::Solution(formulas.collect())
        }
        SpacerAnswer::Derivable(facts) => {
            let ids: Vec<PredicateId> = system.ids().collect();
            let facts = facts
                .into_iter()
                .map(|Fact { predicate, values }| (ids[predicate], values));
            Finding::Derivable(facts.collect())
        }
        SpacerAnswer::Open { reason, lemmas } => {
            let lemmas = lemmas.into_iter().map(|templates| {
                let parts = templates
                    .iter()
                    .flat_map(|template| template.body().conjuncts());
                parts.filter(|part| part.as_value().is_none()).collect()
            });
            Finding::Open(reason, lemmas.collect())
        }
    }
}
