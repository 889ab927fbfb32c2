//! Concrete unwindings: facts that the clauses derive, with how they do.
//!
//! Facts are true of every solution, so they refute candidate invariants for nothing, show what
//! invariants look like, and once a query can be used, they are the derivation of a contradiction.

use std::collections::VecDeque;

use budget::{Budget, Exhausted};
use evidence::horn::{Derivation, Step};
use logic::{Integer, Model, Rational, Sort, Value, Var};
use question::clauses::{Application, PredicateId};
use rustc_hash::FxHashMap;

use crate::derive::pruned;
use crate::path::{Action, Path};
use crate::problem::Problem;

/// A derived fact.
#[derive(Clone, Debug)]
struct Derived {
    predicate: PredicateId,
    values: Vec<Value>,
    step: Step,
}

/// Facts that were derived so far.
pub(crate) struct Facts<'p> {
    problem: &'p Problem<'p>,
    all: Vec<Derived>,
    of: Vec<Vec<u32>>,
    index: FxHashMap<(PredicateId, Vec<Value>), u32>,
    /// Facts whose consequences have not been derived.
    open: VecDeque<u32>,
    /// How many facts of each predicate have been taken from there.
    used: Vec<usize>,
    numbers: Rng,
}

/// How often values are tried where a path leaves a choice: at the start, and after a fact.
const TRIES: (usize, usize) = (24, 3);

/// How often more facts are looked for where choices have led to too few, and how often in a row that
/// may be in vain.
const VARIATIONS: (usize, usize) = (8, 2);

/// How often each path is tried then.
const TRIES_TO_VARY: usize = 8;

/// How many times more facts than are wanted are derived where a value is chosen.
const MORE_CHOSEN: usize = 4;

/// The most partners of a fact for another application of the same body.
const PARTNERS: usize = 8;

impl<'p> Facts<'p> {
    pub(crate) fn new(problem: &'p Problem<'p>) -> Self {
        let predicates = problem.system.predicates().len();
        Facts {
            problem,
            all: Vec::new(),
            of: vec![Vec::new(); predicates],
            index: FxHashMap::default(),
            open: VecDeque::new(),
            used: vec![0; predicates],
            numbers: Rng(7),
        }
    }

    /// Facts of a predicate: all where there are few, otherwise some spread over all.
    pub(crate) fn of(&self, predicate: PredicateId) -> Vec<&[Value]> {
        const MOST: usize = 400;
        let positions = &self.of[predicate.index()];
        let stride = positions.len().div_ceil(MOST).max(1);
        let chosen = positions.iter().step_by(stride);
        chosen
            .map(|position| &self.all[*position as usize].values[..])
            .collect()
    }

    /// Derives facts until this many of each predicate have been used. Returns a derivation of a
    /// contradiction where one comes up.
    pub(crate) fn explore(
        &mut self,
        most: usize,
        budget: &Budget,
    ) -> Result<Option<Derivation>, Exhausted> {
        let problem = self.problem;
        for path in problem.paths.iter().filter(|path| path.body.is_empty()) {
            let tries = if path.chooses { TRIES.0 } else { 1 };
            for _ in 0..tries {
                if let Some(end) = self.follow(path, &[]) {
                    return Ok(Some(end));
                }
            }
        }
        let (rounds, patience) = VARIATIONS;
        let mut in_vain = 0;
        for _ in 0..rounds {
            if let Some(end) = self.spread(most, budget)? {
                return Ok(Some(end));
            }
            let before = self.all.len();
            if let Some(end) = self.vary(most, budget)? {
                return Ok(Some(end));
            }
            in_vain = if self.all.len() > before {
                0
            } else {
                in_vain + 1
            };
            if in_vain == patience {
                return Ok(None);
            }
        }
        self.spread(most, budget)
    }

    /// Follows paths that lead to predicates with few facts once more, from facts that may not have been
    /// used and with other values where there is a choice. What few values lead to is not found by
    /// the first ones.
    fn vary(&mut self, most: usize, budget: &Budget) -> Result<Option<Derivation>, Exhausted> {
        let problem = self.problem;
        for path in &problem.paths {
            budget.check()?;
            // What lies behind may need more of them.
            let enough = if path.chooses {
                MORE_CHOSEN * most
            } else {
                most
            };
            let has_enough = |head: &Application| self.of[head.predicate.index()].len() >= enough;
            if path.head.as_ref().is_some_and(has_enough) {
                continue;
            }
            for _ in 0..TRIES_TO_VARY {
                let end = match path.body.first() {
                    None => self.follow(path, &[]),
                    Some(atom) => {
                        let known = self.of[atom.predicate.index()].len() as u32;
                        if known == 0 {
                            break;
                        }
                        let which = self.numbers.below(known) as usize;
                        let fact = self.of[atom.predicate.index()][which];
                        self.consequences(path, 0, fact)
                    }
                };
                if end.is_some() {
                    return Ok(end);
                }
            }
        }
        Ok(None)
    }

    /// Uses facts that have not been used, up to this many of each predicate.
    fn spread(&mut self, most: usize, budget: &Budget) -> Result<Option<Derivation>, Exhausted> {
        let problem = self.problem;
        let mut later = VecDeque::new();
        while let Some(position) = self.open.pop_front() {
            budget.check()?;
            let predicate = self.all[position as usize].predicate;
            if self.used[predicate.index()] >= most {
                later.push_back(position);
                continue;
            }
            self.used[predicate.index()] += 1;
            for path in &problem.paths {
                for place in 0..path.body.len() {
                    if path.body[place].predicate == predicate
                        && let Some(end) = self.consequences(path, place, position)
                    {
                        return Ok(Some(end));
                    }
                }
            }
        }
        self.open = later;
        Ok(None)
    }

    /// Uses a fact at one place of a body, with other facts at the other places.
    fn consequences(&mut self, path: &Path, place: usize, fact: u32) -> Option<Derivation> {
        let mut choices: Vec<Vec<u32>> = vec![Vec::new()];
        for (other, atom) in path.body.iter().enumerate() {
            let partners: Vec<u32> = if other == place {
                vec![fact]
            } else {
                let facts = &self.of[atom.predicate.index()];
                // Some of the first and some of the last, as they differ most.
                let last = facts.iter().rev().take(PARTNERS / 2);
                let first = facts
                    .iter()
                    .take(PARTNERS.min(facts.len().saturating_sub(PARTNERS / 2)));
                first.chain(last).copied().collect()
            };
            let pairs = choices.iter().flat_map(|chosen| {
                partners
                    .iter()
                    .map(move |next| [&chosen[..], &[*next]].concat())
            });
            choices = pairs.collect();
        }
        let tries = if path.chooses { TRIES.1 } else { 1 };
        for premises in choices {
            for _ in 0..tries {
                let end = self.follow(path, &premises);
                if end.is_some() {
                    return end;
                }
            }
        }
        None
    }

    /// Uses a path with these premises, if its constraint can be met.
    fn follow(&mut self, path: &Path, premises: &[u32]) -> Option<Derivation> {
        let values = self.values(path, premises)?;
        let step = Step {
            clause: path.clause as u32,
            values,
            premises: premises.to_vec(),
        };
        let Some(head) = &path.head else {
            return Some(self.derivation(step));
        };
        let values = step.arguments(head)?;
        self.insert(Derived {
            predicate: head.predicate,
            values,
            step,
        });
        None
    }

    fn insert(&mut self, fact: Derived) -> Option<u32> {
        let key = (fact.predicate, fact.values.clone());
        if self.index.contains_key(&key) {
            return None;
        }
        let position = self.all.len() as u32;
        self.index.insert(key, position);
        self.of[fact.predicate.index()].push(position);
        self.open.push_back(position);
        self.all.push(fact);
        Some(position)
    }

    /// The steps that lead to a contradiction, without those that do not matter.
    fn derivation(&self, last: Step) -> Derivation {
        let steps = self.all.iter().map(|fact| fact.step.clone());
        pruned(steps.chain([last]).collect())
    }

    /// Values for the variables of a path, by its plan.
    fn values(&mut self, path: &Path, premises: &[u32]) -> Option<Model> {
        let mut model = Model::new();
        for action in &path.plan {
            let argument = |i: usize, j: usize| &self.all[premises[i] as usize].values[j];
            match action {
                Action::Take(var, i, j) => {
                    let value = argument(*i, *j);
                    value.is_of(&var.sort).then_some(())?;
                    model.set(var.clone(), value.clone());
                }
                Action::Define(var, term) => {
                    let value = model.eval(term).ok()?;
                    model.set(var.clone(), value);
                }
                Action::Test(formula) => model.holds(formula).ok()?.then_some(())?,
                Action::Match(term, i, j) => {
                    (model.eval(term).ok()? == *argument(*i, *j)).then_some(())?;
                }
                Action::Choose(var) => {
                    let value = self.choice(var, &model);
                    model.set(var.clone(), value);
                }
            }
        }
        Some(model)
    }

    /// Any value: a small number, one near a number of the clauses, or one near a known value.
    fn choice(&mut self, var: &Var, model: &Model) -> Value {
        const SMALL: [i64; 12] = [0, 1, 2, 3, 4, 5, 6, -1, -2, 7, 10, -5];
        if var.sort == Sort::Bool {
            return Value::Bool(self.numbers.below(2) == 0);
        }
        // Often exactly the number: what clauses compare for equality must sometimes be equal.
        let near = Integer::from([0, 0, 1, -1][self.numbers.below(4) as usize]);
        let number = match self.numbers.below(6) {
            0 | 1 => Integer::from(SMALL[self.numbers.below(SMALL.len() as u32) as usize]),
            2 => match self.problem.numbers.len() as u32 {
                0 => near,
                count => &self.problem.numbers[self.numbers.below(count) as usize] + &near,
            },
            _ => {
                let known: Vec<&Integer> = model.vars().filter_map(|(_, v)| v.as_int()).collect();
                match known.len() as u32 {
                    0 => near,
                    count => known[self.numbers.below(count) as usize] + &near,
                }
            }
        };
        match &var.sort {
            Sort::Real => {
                let half = Integer::from(i64::from(self.numbers.below(4) / 3) + 1);
                Value::Real(Rational::new(number, half).unwrap_or(Rational::ZERO))
            }
            sort => {
                let value = Value::Int(number);
                if value.is_of(sort) {
                    value
                } else {
                    Value::default_of(sort)
                }
            }
        }
    }
}

/// SplitMix64: numbers that are the same on every run.
struct Rng(u64);

impl Rng {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % u64::from(bound)) as u32
    }
}
