//! Refutation by symbolic runs: paths of the implementation from its entry, the short ones first, each
//! compared with what the specification does on the same inputs.

use std::collections::VecDeque;

use budget::Budget;
use evidence::abstraction::{Difference, IMPLEMENTATION, SPECIFICATION};
use logic::{Model, Term, Value, Var};
use program::Function;
use program::function::symbolic::{Effect, Path, PathEnd, choice_var};
use program::function::{BlockId, End, Keep, Step};

use crate::Pair;
use crate::ask::{Asker, Effort, Premise, add_defaults};
use crate::compare::{Choosy, MOST_BLOCKS, try_inputs};
use crate::inputs::{Pool, Seeded};
use crate::prove::refined;

/// How many paths are looked at, and how long they are at most.
const MOST_PATHS: usize = 300;
const MOST_BRANCHES: usize = 40;
/// How many paths of the specification are compared with one of the implementation.
const MOST_ANSWERS: usize = 12;

/// Looks for inputs on which both functions differ.
pub(crate) fn search(pair: Pair<'_>, pool: &Pool<'_>, budget: &Budget) -> Option<Difference> {
    let search = Search {
        pair,
        pool,
        budget,
        theirs: pair.specification.qualified(SPECIFICATION),
        ours: pair.implementation.qualified(IMPLEMENTATION),
    };
    search.run(&mut Asker::new(budget, Effort::Quick))
}

struct Search<'a> {
    pair: Pair<'a>,
    pool: &'a Pool<'a>,
    budget: &'a Budget,
    theirs: Function,
    ours: Function,
}

impl Search<'_> {
    fn run(&self, asker: &mut Asker<'_>) -> Option<Difference> {
        let inputs = self.ours.inputs.iter().zip(&self.theirs.inputs);
        let mut equal: Vec<Term> = inputs.map(|(a, b)| Term::eq(a.term(), b.term())).collect();
        // Inputs that the specification excludes are no counterexamples.
        equal.extend(self.theirs.precondition().conjuncts());
        let mut open: VecDeque<Vec<u32>> = VecDeque::from([Vec::new()]);
        let mut looked_at = 0;
        while let Some(branches) = open.pop_front() {
            looked_at += 1;
            if looked_at > MOST_PATHS || asker.budget().check().is_err() {
                return None;
            }
            let arrived = self.effect(&branches, PathEnd::Arrived)?;
            let mut premise = equal.clone();
            premise.extend(arrived.condition.iter().cloned());
            let possible = asker.counterexample(&Premise::of(&premise), &Term::bottom());
            if !matches!(possible, Ok(Some(_))) {
                continue;
            }
            let block = self.ours.block(arrived.block);
            let undefined = block.steps.iter().enumerate();
            let undefined = undefined.filter(|(_, (step, _))| matches!(step, Step::UndefinedIf(_)));
            let mut ends: Vec<PathEnd> = undefined
                .map(|(at, _)| PathEnd::Undefined(at as u32))
                .collect();
            match &block.end {
                End::Return(_) => ends.push(PathEnd::Returned),
                End::Undefined => ends.push(PathEnd::Undefined(block.steps.len() as u32)),
                End::Branch(all) if branches.len() < MOST_BRANCHES => {
                    for number in 0..all.len() as u32 {
                        let mut next = branches.clone();
                        next.push(number);
                        open.push_back(next);
                    }
                }
                End::Branch(_) => {}
            }
            for end in ends {
                let effect = self.effect(&branches, end)?;
                if let Some(found) = self.compare(&equal, &effect, asker) {
                    return Some(found);
                }
            }
        }
        None
    }

    fn effect(&self, branches: &[u32], end: PathEnd) -> Option<Effect> {
        let path = Path {
            branches: branches.to_vec(),
            end,
        };
        let mut choose = |number: usize, var: &Var| choice_var(number, var).term();
        self.ours.effect(BlockId::ENTRY, &path, &mut choose)
    }

    /// Compares a path of the implementation with those that the specification takes on its inputs.
    fn compare(
        &self,
        equal: &[Term],
        effect: &Effect,
        asker: &mut Asker<'_>,
    ) -> Option<Difference> {
        let mut premise = equal.to_vec();
        premise.extend(effect.condition.iter().cloned());
        for _ in 0..MOST_ANSWERS {
            let possible = asker.counterexample(&Premise::of(&premise), &Term::bottom());
            let model = possible.ok()??;
            if let Some(found) = self.replay(&model) {
                return Some(found);
            }
            // The specification agrees here; what does it do elsewhere on the same path of its own?
            let (path, _) = self.follow(&model)?;
            let mut choose = |number: usize, var: &Var| choice_var(number, var).term();
            let theirs = self.theirs.effect(BlockId::ENTRY, &path, &mut choose)?;
            let mut same = premise.clone();
            same.extend(theirs.condition.iter().cloned());
            let alike = match (&effect.returned, &theirs.returned) {
                (Some(ours), Some(theirs)) => refined(ours, theirs)?,
                _ => Term::top(),
            };
            let alike = effect.events.iter().zip(&theirs.events).fold(
                alike,
                |alike, ((_, ours), (_, theirs))| {
                    Term::and([alike, refined(ours, theirs).unwrap_or_else(Term::top)])
                },
            );
            // One part after the other: whole memories are the hardest to tell apart.
            let same = Premise::of(&same);
            for part in alike.conjuncts() {
                if let Ok(Some(model)) = asker.counterexample(&same, &part)
                    && let Some(found) = self.replay(&model)
                {
                    return Some(found);
                }
            }
            premise.push(Term::not(Term::and(theirs.condition)));
        }
        None
    }

    fn inputs(&self, model: &Model) -> Vec<Value> {
        let mut model = model.clone();
        add_defaults(&mut model, self.ours.inputs.iter().cloned());
        let value = |var: &Var| model.get(var).cloned();
        let values: Option<Vec<Value>> = self.ours.inputs.iter().map(value).collect();
        values.unwrap_or_default()
    }

    /// The path that the specification takes on the inputs of a model.
    fn follow(&self, model: &Model) -> Option<(Path, Vec<Value>)> {
        let inputs = self.inputs(model);
        let mut environment = Seeded::new(self.pool, 0);
        let run = self
            .theirs
            .run(&inputs, &mut environment, 4 * MOST_BRANCHES, Keep::Outcome)
            .ok()?;
        Some((run.path()?, inputs))
    }

    /// Runs both on the inputs of a model.
    fn replay(&self, model: &Model) -> Option<Difference> {
        let inputs = self.inputs(model);
        let choosy = Choosy::Follow(self.budget);
        (0..3).find_map(|seed| try_inputs(self.pair, self.pool, &inputs, seed, MOST_BLOCKS, choosy))
    }
}
