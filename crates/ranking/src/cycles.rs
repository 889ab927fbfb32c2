//! Recurrent sets of single cycles: facts that a cycle keeps and that let it go on.
//!
//! With its choices resolved, a cycle of transitions is a deterministic map. From a state that goes
//! round a few times, all simple facts that hold along the way are collected; those that the cycle
//! does not keep are taken away until none is left that it breaks. If the rest still implies the
//! guards, it is a recurrent set. Besides the general pool, the facts are about the guards: if
//! `e <= 0` lets the cycle go on, then that `e` does not grow in a round, and that its growth does
//! not grow.

use std::collections::BTreeSet;

use budget::Budget;
use evidence::ranking::{Atom, Continuation, Transition, TransitionGraph};
use logic::linear::{Coefficient, LinearAtom, Normalised, Relation};
use logic::{Integer, Model, Rational, Substitution, Term, Value};
use smt::{Outcome, Solver, Strategy};

use crate::NotFound;
use crate::fixpoint::{Recurrent, steps};
use crate::houdini::invariants;
use crate::pool::pool;
use crate::transitions::{Division, transitions};

/// The most cycles, the longest of them, and the most starts that are tried for one.
const MOST_CYCLES: usize = 32;
const LONGEST_CYCLE: usize = 5;
const MOST_SEEDS: usize = 8;

/// How often a start must go round to be worth trying.
const ROUNDS: usize = 3;

/// Tries cycle after cycle, and shows each recurrent set that is found until one is good enough.
pub(crate) fn along_cycles(
    graph: &TransitionGraph,
    budget: &Budget,
    mut is_good: impl FnMut(Recurrent) -> Result<bool, NotFound>,
) -> Result<(), NotFound> {
    let pool = pool(graph);
    let facts = invariants(graph, &pool, budget)?;
    let known: Vec<Term> = facts.into_iter().map(Term::and).collect();
    let transitions = transitions(graph, &Division::plain(known.clone()), budget)?;
    for path in simple_cycles(&transitions) {
        let mut ways: Vec<Vec<Continuation>> = vec![Vec::new()];
        for transition in path.iter().map(|position| &transitions[*position]) {
            let relation = graph.edges()[transition.edge].relation.clone();
            let atoms = transition.atoms.iter().map(Atom::to_term);
            let formula = Term::and([relation].into_iter().chain(atoms));
            let here = steps(graph, transition.edge, &formula, &Term::top(), budget)?;
            let longer = |way: &Vec<Continuation>| {
                let way = way.clone();
                let steps = here.iter().cloned();
                let extended = steps.map(move |step| way.iter().cloned().chain([step]).collect());
                extended.collect::<Vec<Vec<Continuation>>>()
            };
            ways = ways.iter().flat_map(longer).collect();
            ways.truncate(MOST_CYCLES);
        }
        for way in ways {
            budget.check()?;
            let cycle = Cycle::new(graph, way);
            let mut seeds = Seeds::new(&cycle, &known, budget)?;
            while let Some(seed) = seeds.next(budget)? {
                if let Some(found) = cycle.recurrent(&pool, &seed, budget)?
                    && is_good(found)?
                {
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}

/// Cycles of transitions that visit no node twice, each from its least node.
fn simple_cycles(transitions: &[Transition]) -> Vec<Vec<usize>> {
    let mut found: Vec<Vec<usize>> = Vec::new();
    for first in 0..transitions.len() {
        let mut open = vec![vec![first]];
        while let Some(path) = open.pop() {
            let start = transitions[first].from;
            let end = transitions[path[path.len() - 1]].to;
            if end == start {
                found.push(path);
                continue;
            }
            let visited = |node: usize| path.iter().any(|step| transitions[*step].from == node);
            if path.len() == LONGEST_CYCLE || end < start || visited(end) {
                continue;
            }
            for (position, next) in transitions.iter().enumerate() {
                if next.from == end {
                    open.push(path.iter().copied().chain([position]).collect());
                }
            }
        }
    }
    found.sort_by_key(Vec::len);
    found.truncate(MOST_CYCLES);
    found
}

/// A cycle whose choices are resolved.
struct Cycle<'g> {
    graph: &'g TransitionGraph,
    steps: Vec<Continuation>,
    /// What each step needs, the invariant of its location included.
    guards: Vec<Term>,
    /// What each step does.
    maps: Vec<Substitution>,
    /// For each step facts about the guards.
    growth: Vec<Vec<Term>>,
}

impl<'g> Cycle<'g> {
    fn new(graph: &'g TransitionGraph, steps: Vec<Continuation>) -> Self {
        let map = |step: &Continuation| -> Substitution {
            let pairs = graph.vars().iter().cloned().zip(step.next.iter().cloned());
            pairs.collect()
        };
        let guard = |step: &Continuation| {
            let known = graph.invariant(graph.edges()[step.edge].from);
            Term::and([step.guard.clone(), known.clone()])
        };
        let mut cycle = Cycle {
            graph,
            guards: steps.iter().map(guard).collect(),
            maps: steps.iter().map(map).collect(),
            growth: Vec::new(),
            steps,
        };
        cycle.growth = (0..cycle.steps.len()).map(|i| cycle.growth(i)).collect();
        cycle
    }

    fn len(&self) -> usize {
        self.steps.len()
    }

    fn location(&self, step: usize) -> usize {
        self.graph.edges()[self.steps[step].edge].from
    }

    /// A term after so many steps from a step on, as a term over the state before them.
    fn after(&self, from: usize, count: usize, term: &Term) -> Term {
        let steps = (0..count).rev().map(|i| (from + i) % self.len());
        steps.fold(term.clone(), |term, step| term.substitute(&self.maps[step]))
    }

    /// That what the guard bounds does not grow in a round, nor its growth.
    fn growth(&self, step: usize) -> Vec<Term> {
        let mut bounded: Vec<Term> = Vec::new();
        for literal in self.guards[step].simplify().conjuncts() {
            bounded.extend(bounded_by::<Integer>(&literal));
            bounded.extend(bounded_by::<Rational>(&literal));
        }
        let mut facts = Vec::new();
        for _ in 0..2 {
            for expression in &mut bounded {
                let later = self.after(step, self.len(), expression);
                *expression = Term::sub(later, expression.clone()).simplify();
                let zero = Term::number(expression.sort(), 0);
                facts.push(Term::le(expression.clone(), zero).simplify());
            }
        }
        facts
    }

    /// The states at each step that a start runs through.
    fn visits(&self, seed: &Model) -> Option<Vec<Vec<Model>>> {
        let mut visits = vec![Vec::new(); self.len()];
        let mut state = seed.clone();
        for number in 0..ROUNDS * self.len() {
            let step = number % self.len();
            let next = self.steps[step].next.iter();
            let next: Vec<Value> = next
                .map(|term| state.eval(term))
                .collect::<Result<_, _>>()
                .ok()?;
            visits[step].push(state);
            state = Model::new();
            for (var, value) in self.graph.vars().iter().zip(next) {
                state.set(var.clone(), value);
            }
        }
        Some(visits)
    }

    /// The recurrent set of the facts that hold along the way from a start, if there is one.
    fn recurrent(
        &self,
        pool: &BTreeSet<Term>,
        seed: &Model,
        budget: &Budget,
    ) -> Result<Option<Recurrent>, NotFound> {
        let Some(visits) = self.visits(seed) else {
            return Ok(None);
        };
        let mut facts: Vec<Vec<Term>> = Vec::new();
        for (step, visits) in visits.iter().enumerate() {
            let guards = self.guards[step].conjuncts();
            let all: BTreeSet<Term> = pool
                .iter()
                .cloned()
                .chain(guards)
                .chain(self.growth[step].iter().cloned())
                .collect();
            let holds = |fact: &Term| visits.iter().all(|state| state.holds(fact) == Ok(true));
            facts.push(all.into_iter().filter(holds).collect());
        }
        self.keep(&mut facts, budget)?;
        self.needed(&facts, budget)
    }

    /// Takes away the facts that the cycle does not keep.
    fn keep(&self, facts: &mut [Vec<Term>], budget: &Budget) -> Result<(), NotFound> {
        let mut solver = Solver::new(Strategy::Incremental);
        let mut kept_in_a_row = 0;
        let mut step = 0;
        while kept_in_a_row < self.len() {
            budget.check()?;
            let next = (step + 1) % self.len();
            let after: Vec<Term> = facts[next]
                .iter()
                .map(|fact| fact.substitute(&self.maps[step]))
                .collect();
            let broken = Term::not(Term::and(after.iter().cloned()));
            let formula = Term::and(facts[step].iter().cloned().chain([broken]));
            match solver.satisfy(&formula, budget) {
                Outcome::Unsat(()) => {
                    kept_in_a_row += 1;
                    step = next;
                }
                Outcome::Sat(mut model) => {
                    for var in self.graph.vars() {
                        if model.get(var).is_none() {
                            model.set(var.clone(), Value::default_of(&var.sort));
                        }
                    }
                    let mut after = after.iter();
                    facts[next].retain(|_| {
                        let fact = after.next();
                        fact.is_some_and(|fact| model.holds(fact) == Ok(true))
                    });
                    kept_in_a_row = 0;
                }
                Outcome::Unknown(reason) => return Err(reason.into()),
            }
        }
        Ok(())
    }

    /// Of facts that the cycle keeps, those that the guards need; `None` where they do not imply
    /// the guards.
    fn needed(&self, facts: &[Vec<Term>], budget: &Budget) -> Result<Option<Recurrent>, NotFound> {
        let mut needed: Vec<BTreeSet<Term>> = vec![BTreeSet::new(); self.len()];
        let mut open: Vec<(usize, Term)> = self.guards.iter().cloned().enumerate().collect();
        let mut solver = Solver::new(Strategy::Incremental);
        while let Some((step, wanted)) = open.pop() {
            solver.push();
            solver.assert(&Term::not(wanted));
            let core = match solver.check_assuming(&facts[step], budget) {
                Outcome::Unsat(unsat) => unsat.core()?,
                Outcome::Sat(_) => return Ok(None),
                Outcome::Unknown(reason) => return Err(reason.into()),
            };
            solver.pop();
            let previous = (step + self.len() - 1) % self.len();
            for fact in core {
                if needed[step].insert(fact.clone()) {
                    open.push((previous, fact.substitute(&self.maps[previous])));
                }
            }
        }
        let count = self.graph.location_count();
        let mut regions = vec![Term::bottom(); count];
        let mut cases = vec![Vec::new(); count];
        for (step, facts) in needed.into_iter().enumerate() {
            regions[self.location(step)] = Term::and(facts).simplify();
            cases[self.location(step)].push(self.steps[step].clone());
        }
        Ok(Some(Recurrent { regions, cases }))
    }
}

/// The expressions that a literal keeps from growing.
fn bounded_by<C: Coefficient>(literal: &Term) -> Vec<Term> {
    match LinearAtom::<C>::of(literal) {
        Some(Normalised::Atom(atom)) => match atom.relation() {
            Relation::Le | Relation::Lt => vec![atom.expression().to_term()],
            Relation::Eq => vec![atom.expression().to_term(), (-atom.expression()).to_term()],
            Relation::Divides(_) => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// States from which a cycle goes round a few times.
struct Seeds<'c> {
    cycle: &'c Cycle<'c>,
    solver: Solver,
    /// Wishes for the next starts, the last first.
    wishes: Vec<Term>,
    /// Facts that tell starts apart.
    telling: Vec<Term>,
    left: usize,
}

impl<'c> Seeds<'c> {
    fn new(cycle: &'c Cycle<'c>, known: &[Term], budget: &Budget) -> Result<Self, NotFound> {
        budget.check()?;
        let mut solver = Solver::new(Strategy::Incremental);
        solver.assert(&known[cycle.location(0)]);
        for number in 0..ROUNDS * cycle.len() {
            let guard = &cycle.guards[number % cycle.len()];
            solver.assert(&cycle.after(0, number, guard));
        }
        let telling = cycle.growth[0].clone();
        let half = telling.len() / 2;
        Ok(Seeds {
            cycle,
            solver,
            wishes: vec![
                Term::and(telling[..half].iter().cloned()),
                Term::and(telling.iter().cloned()),
            ],
            telling,
            left: MOST_SEEDS,
        })
    }

    /// A start that differs from those before.
    fn next(&mut self, budget: &Budget) -> Result<Option<Model>, NotFound> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        while let Some(wish) = self.wishes.pop() {
            if let Some(seed) = self.satisfy(&wish, budget)? {
                return Ok(Some(seed));
            }
        }
        let Some(seed) = self.satisfy(&Term::top(), budget)? else {
            return Ok(None);
        };
        let told = self.telling.iter().map(|fact| {
            if seed.holds(fact) == Ok(true) {
                fact.clone()
            } else {
                Term::not(fact.clone())
            }
        });
        let told = Term::and(told);
        self.solver.assert(&Term::not(told));
        Ok(Some(seed))
    }

    fn satisfy(&mut self, wish: &Term, budget: &Budget) -> Result<Option<Model>, NotFound> {
        let mut model = match self.solver.satisfy(wish, budget) {
            Outcome::Sat(model) => model,
            Outcome::Unsat(()) => return Ok(None),
            Outcome::Unknown(reason) => return Err(reason.into()),
        };
        for var in self.cycle.graph.vars() {
            if model.get(var).is_none() {
                model.set(var.clone(), Value::default_of(&var.sort));
            }
        }
        Ok(Some(model))
    }
}
