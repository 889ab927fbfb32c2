//! Invariants over ranges of indices: what a program claims of a whole range, said of the part that
//! its loops have been through.
//!
//! Where an assertion is `forall r :: 0 <= r && r < n ==> f(r)`, a loop that makes it true one
//! index after the other has the invariant `forall r :: 0 <= r && r < i ==> f(r)` for its counter
//! `i`; behind nested loops, an index is the outer counter itself: `forall s :: 0 <= s && s < j ==>
//! f(i, s)`. Loops that count down leave the other end. As all candidates, these are kept where
//! samples do not contradict them and the search can show them.

use std::collections::BTreeSet;

use logic::{Model, Node, Op, Quantifier, Sort, Substitution, Term, Value, Var};

use crate::state::Context;

/// The most counters that are tried for an index, and the most indices of a claim.
const MOST_COUNTERS: usize = 6;
const MOST_INDICES: usize = 2;

/// The indices at which candidates are tried on samples, and how many samples are used.
const TRIED: std::ops::Range<i64> = 0..5;
const SAMPLES: usize = 16;

/// A universal claim: where all guards hold, the conclusion does.
struct Claim {
    indices: Vec<Var>,
    guards: Vec<Term>,
    conclusion: Term,
}

/// What becomes of an index.
#[derive(Clone)]
enum Change {
    Keep,
    /// Its range ends below a counter.
    Below(Var),
    /// Its range begins behind a counter, or with it.
    Behind(Var),
    From(Var),
    /// It is a counter.
    Is(Var),
}

/// Formulas about parts of the ranges that the program speaks of, none of which a sample
/// contradicts.
pub(super) fn candidates(context: &Context<'_>, slots: &[Var], models: &[Model]) -> Vec<Term> {
    let step = models.len().div_ceil(SAMPLES).max(1);
    let models: Vec<&Model> = models.iter().step_by(step).collect();
    let mut found = Vec::new();
    for claim in claims(context) {
        let counters = counters(context, slots, &models, &claim);
        let forward = |counter: &Var| [Change::Below(counter.clone()), Change::Is(counter.clone())];
        let backward = |counter: &Var| {
            [
                Change::Behind(counter.clone()),
                Change::From(counter.clone()),
                Change::Is(counter.clone()),
            ]
        };
        let mut tried = claim.variants(&counters, &forward, &models);
        if tried.is_empty() {
            tried = claim.variants(&counters, &backward, &models);
        }
        found.extend(tried);
    }
    found
}

/// The universal claims of the program: conjuncts of its assertions, and of what it ensures.
fn claims(context: &Context<'_>) -> Vec<Claim> {
    let terms = context.system.telling_terms().into_iter();
    let formulas: BTreeSet<Term> = terms
        .filter(|term| *term.sort() == Sort::Bool && term.has_quantifier())
        .flat_map(Term::conjuncts)
        .collect();
    formulas.iter().filter_map(Claim::of).collect()
}

/// The numbers that an index may have to do with: variables of the processes that the claim speaks
/// of, as far as they change.
fn counters(context: &Context<'_>, slots: &[Var], models: &[&Model], claim: &Claim) -> Vec<Var> {
    let mut spoken = claim.conclusion.free_vars();
    spoken.extend(claim.guards.iter().flat_map(Term::free_vars));
    let processes = || context.system.processes.iter();
    let speaks = |process: &&program::system::Process| {
        let mut variables = process.variables.iter();
        variables.any(|variable| spoken.contains(&variable.var))
    };
    let concerned: Vec<_> = match processes().any(|process| speaks(&process)) {
        true => processes().filter(speaks).collect(),
        false => processes().collect(),
    };
    let variables = concerned.iter().flat_map(|process| &process.variables);
    let changes = |var: &&Var| {
        let mut values = models.iter().filter_map(|model| model.get(var));
        let first = values.next();
        values.any(|value| Some(value) != first)
    };
    variables
        .map(|variable| &variable.var)
        .filter(|var| var.sort == Sort::Int && slots.contains(var))
        .filter(changes)
        .take(MOST_COUNTERS)
        .cloned()
        .collect()
}

impl Claim {
    /// A formula as a claim about few integer indices.
    fn of(formula: &Term) -> Option<Claim> {
        let mut claim = Claim {
            indices: Vec::new(),
            guards: Vec::new(),
            conclusion: formula.clone(),
        };
        loop {
            let (indices, guard, conclusion) = match claim.conclusion.node() {
                Node::Quantified(Quantifier::Forall, indices, body) => {
                    (indices.to_vec(), None, body.clone())
                }
                Node::App(Op::Implies, sides) => {
                    (Vec::new(), Some(sides[0].clone()), sides[1].clone())
                }
                _ => break,
            };
            claim.indices.extend(indices);
            claim.guards.extend(guard.iter().flat_map(Term::conjuncts));
            claim.conclusion = conclusion;
        }
        let fits = (1..=MOST_INDICES).contains(&claim.indices.len())
            && claim.indices.iter().all(|index| index.sort == Sort::Int)
            && !claim.conclusion.has_quantifier();
        fits.then_some(claim)
    }

    /// The claim with every combination of changes of its indices that no sample contradicts and
    /// that says something in some sample, but for those that say nothing more than another one.
    fn variants<const N: usize>(
        &self,
        counters: &[Var],
        changes: &dyn Fn(&Var) -> [Change; N],
        models: &[&Model],
    ) -> Vec<Term> {
        let each: Vec<Change> = std::iter::once(Change::Keep)
            .chain(counters.iter().flat_map(changes))
            .collect();
        let mut combinations: Vec<Vec<Change>> = vec![Vec::new()];
        for _ in &self.indices {
            combinations = with_each(&combinations, &each);
        }
        let mut kept: Vec<(Claim, Vec<bool>)> = Vec::new();
        for changes in combinations {
            let changed = self.changed(&changes);
            let Some(said) = changed.says(models) else {
                continue;
            };
            let within = |inner: &[bool], outer: &[bool]| {
                inner
                    .iter()
                    .zip(outer)
                    .all(|(inner, outer)| !inner || *outer)
            };
            if said.contains(&true) && !kept.iter().any(|(_, other)| within(&said, other)) {
                kept.retain(|(_, other)| !within(other, &said));
                kept.push((changed, said));
            }
        }
        kept.iter().map(|(claim, _)| claim.formula()).collect()
    }

    /// The claim with its indices changed. An index that is a counter has a guard that says so.
    fn changed(&self, changes: &[Change]) -> Claim {
        let mut guards = self.guards.clone();
        for (index, change) in self.indices.iter().zip(changes) {
            let ends = |guard: &Term, at: usize| {
                matches!(guard.node(), Node::App(Op::Lt | Op::Le, sides)
                    if sides[at].as_var() == Some(index))
            };
            let term = index.term();
            match change {
                Change::Keep => {}
                Change::Below(counter) => {
                    guards.retain(|guard| !ends(guard, 0));
                    guards.push(Term::lt(term, counter.term()));
                }
                Change::Behind(counter) => {
                    guards.retain(|guard| !ends(guard, 1));
                    guards.push(Term::lt(counter.term(), term));
                }
                Change::From(counter) => {
                    guards.retain(|guard| !ends(guard, 1));
                    guards.push(Term::le(counter.term(), term));
                }
                Change::Is(counter) => {
                    guards.retain(|guard| !ends(guard, 0) && !ends(guard, 1));
                    guards.push(Term::eq(term, counter.term()));
                }
            }
        }
        Claim {
            indices: self.indices.clone(),
            guards,
            conclusion: self.conclusion.clone(),
        }
    }

    /// Of which small indices of which samples the claim says something; `None` where a sample
    /// contradicts it.
    fn says(&self, models: &[&Model]) -> Option<Vec<bool>> {
        let tried: Vec<i64> = TRIED.collect();
        let mut points: Vec<Vec<i64>> = vec![Vec::new()];
        for _ in &self.indices {
            points = with_each(&points, &tried);
        }
        let mut said = Vec::new();
        for model in models {
            let mut model = (*model).clone();
            for point in &points {
                for (index, value) in self.indices.iter().zip(point) {
                    model.set(index.clone(), Value::from(*value));
                }
                let guarded = self.guards.iter().all(|g| model.holds(g) == Ok(true));
                if guarded && model.holds(&self.conclusion) == Ok(false) {
                    return None;
                }
                said.push(guarded);
            }
        }
        Some(said)
    }

    /// The claim as a formula, in which an index that is a counter is none any more.
    fn formula(&self) -> Term {
        let is = |index: &Var| {
            self.guards.iter().find_map(|guard| match guard.node() {
                Node::App(Op::Eq, sides) if sides[0].as_var() == Some(index) => Some(&sides[1]),
                Node::App(Op::Eq, sides) if sides[1].as_var() == Some(index) => Some(&sides[0]),
                _ => None,
            })
        };
        let fixed = self.indices.iter();
        let fixed = fixed.filter_map(|index| Some((index.clone(), is(index)?.clone())));
        let instance: Substitution = fixed.collect();
        let guards = self.guards.iter().map(|guard| instance.apply(guard));
        let body = Term::implies(Term::and(guards), instance.apply(&self.conclusion));
        let open = self.indices.iter().filter(|i| instance.get(i).is_none());
        Term::forall(open.cloned(), body)
    }
}

/// Every list with every element behind it.
fn with_each<T: Clone>(lists: &[Vec<T>], elements: &[T]) -> Vec<Vec<T>> {
    let longer = lists.iter().flat_map(|list| {
        elements.iter().map(|element| {
            let mut longer = list.clone();
            longer.push(element.clone());
            longer
        })
    });
    longer.collect()
}
