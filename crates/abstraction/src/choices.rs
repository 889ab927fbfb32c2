//! How the specification's choices follow the implementation's: a first guess of Skolem terms.
//!
//! The plain guess is that both choose the same. Where runs of both then show different things, the
//! specification may have to choose the opposite (papers/003, Figure 2: `b` there is `-b` here), and
//! runs say which of its choices.

mod impossible;

use std::collections::BTreeMap;

use logic::{Op, Sort, Term, Value, Var};
use program::Function;
use program::function::{Environment, Step};

pub(crate) use impossible::is_impossible;

/// What a choice is made of the implementation's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Template {
    /// `-x`.
    Negative,
    /// The complement of a bit-vector, or of a truth value.
    Complement,
}

impl Template {
    fn term(self, term: Term) -> Term {
        match (self, term.sort()) {
            (Template::Negative, Sort::BitVec(_)) => Term::app(Op::BvNeg, vec![term]),
            (Template::Negative, Sort::Int) => Term::sub(Term::int(0), term),
            (Template::Complement, Sort::BitVec(_)) => Term::app(Op::BvNot, vec![term]),
            (Template::Complement, Sort::Bool) => Term::not(term),
            _ => term,
        }
    }

    fn all_for(sort: &Sort) -> &'static [Template] {
        match sort {
            Sort::BitVec(2..) => &[Template::Negative, Template::Complement],
            Sort::BitVec(_) | Sort::Bool => &[Template::Complement],
            Sort::Int => &[Template::Negative],
            _ => &[],
        }
    }
}

/// How the specification chooses, by its variables; those that are not named choose the same.
#[derive(Clone, Debug, Default)]
pub(crate) struct Choices {
    other: BTreeMap<Var, Template>,
}

/// How many ways to choose are tried.
const MOST_WAYS: usize = 64;

impl Choices {
    /// Ways to choose, the plain one first, then those that differ from it in one variable or two.
    pub(crate) fn ways(specification: &Function) -> Vec<Choices> {
        let steps = specification.blocks.iter().flat_map(|block| &block.steps);
        let mut vars: Vec<&Var> = Vec::new();
        for (step, _) in steps {
            if let Step::Choose(var) = step
                && !vars.contains(&var)
            {
                vars.push(var);
            }
        }
        let singles: Vec<(&Var, Template)> = vars
            .into_iter()
            .flat_map(|var| {
                Template::all_for(&var.sort)
                    .iter()
                    .map(move |it| (var, *it))
            })
            .collect();
        let way = |pairs: &[(&Var, Template)]| Choices {
            other: pairs
                .iter()
                .map(|(var, it)| ((*var).clone(), *it))
                .collect(),
        };
        let mut ways = vec![Choices::default()];
        ways.extend(singles.iter().map(|single| way(&[*single])));
        for (position, first) in singles.iter().enumerate() {
            let others = singles[..position].iter().filter(|it| it.0 != first.0);
            ways.extend(others.map(|second| way(&[*first, *second])));
        }
        ways.truncate(MOST_WAYS);
        ways
    }

    /// What is chosen for a variable where the implementation chose this.
    pub(crate) fn term(&self, var: &Var, chosen: Term) -> Term {
        match self.other.get(var) {
            Some(template) => template.term(chosen),
            None => chosen,
        }
    }

    fn value(&self, var: &Var, chosen: Value) -> Value {
        let term = self.term(var, Term::value(chosen.clone()));
        term.as_value().cloned().unwrap_or(chosen)
    }
}

/// An environment in which the specification's choices are made in such a way.
pub(crate) struct Choosing<'c, E> {
    pub(crate) inner: E,
    pub(crate) choices: &'c Choices,
}

impl<E: Environment> Environment for Choosing<'_, E> {
    fn choose(&mut self, var: &Var) -> Value {
        let chosen = self.inner.choose(var);
        self.choices.value(var, chosen)
    }

    fn result(&mut self, event: usize, position: usize, var: &Var) -> Value {
        self.inner.result(event, position, var)
    }
}
