//! Evidence about quantified formulas: strategies for the winner, and Skolem relations.

use logic::{Model, Quantifier, Substitution, Term, Var};

/// One case of a choice: where the guard holds, the variables get these terms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// Where the case applies, over variables chosen before.
    pub guard: Term,
    /// A term for each variable of the block, over variables chosen before.
    pub terms: Vec<Term>,
}

/// How one block is chosen: the first case whose guard holds; the last case where none does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The variables.
    pub vars: Vec<Var>,
    /// The cases, at least one.
    pub cases: Vec<Case>,
}

impl Choice {
    /// For each variable a single term, with the cases as conditionals.
    #[must_use]
    pub fn terms(&self) -> Vec<(Var, Term)> {
        let (last, others) = self.cases.split_last().expect("a choice has a case");
        self.vars
            .iter()
            .enumerate()
            .map(|(position, var)| {
                let term = others
                    .iter()
                    .rev()
                    .fold(last.terms[position].clone(), |rest, case| {
                        Term::ite(case.guard.clone(), case.terms[position].clone(), rest)
                    });
                (var.clone(), term)
            })
            .collect()
    }
}

/// How a player wins: a choice for each of its blocks, from the outermost inwards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strategy {
    /// The player: `Exists` makes the formula true, `Forall` makes it false.
    pub winner: Quantifier,
    /// A choice for each block of the winner.
    pub choices: Vec<Choice>,
}

impl Strategy {
    /// The winner's variables with terms over the variables of the other player alone.
    #[must_use]
    pub fn terms(&self) -> Substitution {
        let mut terms = Substitution::new();
        for choice in &self.choices {
            for (var, term) in choice.terms() {
                let term = term.substitute(&terms);
                terms.insert(var, term);
            }
        }
        terms
    }
}

/// The answer to `forall x. S(x) => exists y. T(x, y)`, unchecked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ForallExists {
    /// Valid: a Skolem relation in guarded form (papers/003, formula (27)).
    Valid(Choice),
    /// Not valid: values of the universal variables for which `S` holds and no `y` fits.
    Invalid(Model),
}
