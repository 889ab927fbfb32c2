//! Random quantified formulas.

use logic::{Quantifier, Sort, Term, Var};

use crate::common::{Rng, formula};

/// A closed formula with so many blocks of one or two variables.
pub(crate) fn closed(rng: &mut Rng, sort: &Sort, blocks: usize) -> Term {
    let mut prefix: Vec<(Quantifier, Vec<Var>)> = Vec::new();
    let mut quantifier = if rng.below(2) == 0 {
        Quantifier::Forall
    } else {
        Quantifier::Exists
    };
    let mut all = Vec::new();
    for block in 0..blocks {
        let vars: Vec<Var> = (0..1 + rng.below(2))
            .map(|number| Var::new(format!("v{block}_{number}").as_str(), sort.clone()))
            .collect();
        all.extend(vars.clone());
        prefix.push((quantifier, vars));
        quantifier = quantifier.dual();
    }
    let matrix = formula(rng, &all, 2);
    prefix
        .into_iter()
        .rev()
        .fold(matrix, |body, (q, vars)| Term::quantified(q, vars, body))
}

/// `forall universal. premise => exists existential. conclusion`.
pub(crate) struct Question {
    pub(crate) universal: Vec<Var>,
    pub(crate) premise: Term,
    pub(crate) existential: Vec<Var>,
    pub(crate) conclusion: Term,
}

impl Question {
    pub(crate) fn random(rng: &mut Rng, sort: &Sort) -> Question {
        let vars = |name: &str, rng: &mut Rng| -> Vec<Var> {
            let count = 1 + rng.below(3);
            let var = |i| Var::new(format!("{name}{i}").as_str(), sort.clone());
            (0..count).map(var).collect()
        };
        let (universal, existential) = (vars("x", rng), vars("y", rng));
        let premise = formula(rng, &universal, 2);
        let all: Vec<Var> = universal.iter().chain(&existential).cloned().collect();
        let conclusion = formula(rng, &all, 2);
        Question {
            universal,
            premise,
            existential,
            conclusion,
        }
    }

    /// The question as one formula.
    pub(crate) fn whole(&self) -> Term {
        let exists = Term::exists(self.existential.clone(), self.conclusion.clone());
        Term::forall(
            self.universal.clone(),
            Term::implies(self.premise.clone(), exists),
        )
    }
}
