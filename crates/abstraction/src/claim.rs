//! Claims `A abstracted by B`: SimAbs (papers/003, section 6).
//!
//! B itself is tried first. Where it does not simulate A, variables of B are lost at cut points, as
//! few as possible (WEAKEN), and what was lost needlessly is brought back (EXTEND): an abstraction is
//! better the less it loses. What the claim does not allow to lose is lost last of all, so that it can be
//! said what would have to be lost; the claim is not proved then.

use std::collections::BTreeSet;

use budget::Budget;
use evidence::abstraction::{Abstraction, CutMap, Lost};
use evidence::{Evidence, Reason, Verdict};
use logic::{Model, Term, Var};
use program::Function;
use program::function::{BlockId, NoFunction, Step};
use question::Abstracted;
use smt::{Outcome, Solver, Strategy};

use crate::Pair;
use crate::align::{Alignment, Runner, ways};
use crate::ask::{Asker, Effort};
use crate::bounds::Bounds;
use crate::choices::Choices;
use crate::definitions::Definitions;
use crate::flow::Flow;
use crate::harvest::guards;
use crate::inputs::{Pool, Random};
use crate::prove::{Context, Failure, Language, prove};
use crate::relation::Level;

/// How many pairs of states runs start from.
const STARTS: u64 = 12;

/// Decides a claim `A abstracted by B`.
#[must_use]
pub fn decide(question: &Abstracted, budget: &Budget) -> Verdict {
    match abstraction(question, budget) {
        Ok(evidence) => Verdict::Proved(Evidence::Abstraction(evidence)),
        Err(reason) => Verdict::Unknown(reason),
    }
}

fn abstraction(question: &Abstracted, budget: &Budget) -> Result<Abstraction, Reason> {
    let [source, target] = &question.simulated.setting.programs;
    let function = |program| {
        Function::of_program(program)
            .map_err(|NoFunction { construct, origin }| Reason::Unsupported { construct, origin })
    };
    let (implementation, target) = (function(source)?, function(target)?);
    let search = Search {
        question,
        implementation: Flow::of(implementation),
        target,
        budget,
    };
    search.run()
}

struct Search<'a> {
    question: &'a Abstracted,
    implementation: Flow,
    target: Function,
    budget: &'a Budget,
}

impl Search<'_> {
    fn run(&self) -> Result<Abstraction, Reason> {
        let target = Flow::of(self.target.clone());
        let pair = Pair {
            specification: &self.target,
            implementation: &self.implementation.function,
        };
        let pool = Pool::of(pair, None);
        let runner = Runner {
            specification: &target,
            implementation: &self.implementation,
            pool: &pool,
            budget: self.budget,
        };
        let traces = runner.on_states(self.starts(&pool), Choices::default());
        let mut alignments = ways(&target, &self.implementation, &traces, self.budget);
        alignments.extend(Alignment::in_order(&target, &self.implementation));
        let mut failure = String::new();
        // What is lost matters more than how the loops are aligned.
        let sets = alignments
            .iter()
            .map(|alignment| self.sets(&target, alignment));
        let sets: Vec<Vec<Vec<(BlockId, Var)>>> = sets.collect();
        let most = sets.iter().map(Vec::len).max().unwrap_or(0);
        let all_have_gaps = alignments.iter().all(Alignment::has_gaps);
        for allowed in [true, false] {
            for number in 0..most {
                for (alignment, sets) in alignments.iter().zip(&sets) {
                    let Some(lost) = sets.get(number) else {
                        continue;
                    };
                    let is_skipped = !lost.is_empty() && alignment.has_gaps() && !all_have_gaps;
                    if is_skipped || self.is_allowed(lost) != allowed {
                        continue;
                    }
                    match self.attempt(alignment, lost) {
                        Ok(found) => {
                            let (lost, map) = self.extended(alignment, lost.clone(), found);
                            return self.allowed(lost, map);
                        }
                        Err(Failure::Budget(reason)) => return Err(reason),
                        // Why nothing is found without a loss says more than why not with one.
                        Err(_) if !lost.is_empty() && !failure.is_empty() => {}
                        Err(Failure::Weak(what)) => failure = what,
                        Err(Failure::Paths(error)) => failure = error.to_string(),
                    }
                    self.budget.check()?;
                }
            }
        }
        if failure.is_empty() {
            failure = "the loops could not be aligned".to_owned();
        }
        let what = format!("no abstraction of the target was found: {failure}");
        Err(Reason::Incomplete(what))
    }

    /// Whether the claim allows to lose this.
    fn is_allowed(&self, lost: &[(BlockId, Var)]) -> bool {
        let mut lost = lost.iter();
        lost.all(|(_, var)| self.question.losable.allows(var))
    }

    /// What was found, unless it loses what the claim does not allow to lose.
    fn allowed(&self, lost: Vec<(BlockId, Var)>, map: CutMap) -> Result<Abstraction, Reason> {
        if !self.is_allowed(&lost) {
            let names = lost.iter().map(|(_, var)| var);
            let names = names.filter(|var| !self.question.losable.allows(var));
            let names: BTreeSet<String> = names.map(|var| var.name.to_string()).collect();
            let names: Vec<String> = names.into_iter().collect();
            let what = format!("only by losing {}", names.join(", "));
            return Err(Reason::Incomplete(what));
        }
        let lost = lost.into_iter().map(|(block, var)| Lost {
            block: block.0,
            variable: var.name.to_string(),
        });
        Ok(Abstraction {
            lost: lost.collect(),
            map,
        })
    }

    /// Sets of variables to lose, the small ones first: none, single ones, pairs, all that may be lost,
    /// and all but one.
    fn sets(&self, target: &Flow, alignment: &Alignment) -> Vec<Vec<(BlockId, Var)>> {
        let mut blocks: BTreeSet<BlockId> = alignment.partner.values().copied().collect();
        blocks.insert(BlockId::ENTRY);
        // What is seen from outside is lost last: without it an abstraction says little.
        let seen = seen(&self.target);
        let mut vars: Vec<Var> = self.target.variables();
        vars.sort_by_key(|var| seen.contains(var));
        let lose = |lost: &[&Var]| -> Vec<(BlockId, Var)> {
            let pairs = blocks
                .iter()
                .flat_map(|block| lost.iter().map(move |var| (*block, *var)));
            let live = pairs.filter(|(block, var)| target.live(*block).contains(*var));
            let lost: BTreeSet<(BlockId, Var)> =
                live.map(|(block, var)| (block, var.clone())).collect();
            lost.into_iter().collect()
        };
        let mut sets = vec![Vec::new()];
        sets.extend(vars.iter().map(|var| lose(&[var])));
        for (position, first) in vars.iter().enumerate() {
            sets.extend(vars[..position].iter().map(|second| lose(&[first, second])));
        }
        let losable = vars.iter().filter(|var| self.question.losable.allows(var));
        sets.push(lose(&losable.collect::<Vec<&Var>>()));
        for kept in &vars {
            let others: Vec<&Var> = vars.iter().filter(|var| *var != kept).collect();
            sets.push(lose(&others));
        }
        let mut seen = BTreeSet::new();
        // What has lost everything that matters says nothing.
        let everything = lose(&vars.iter().collect::<Vec<&Var>>());
        sets.retain(|set| seen.insert(set.clone()) && (set.is_empty() || *set != everything));
        sets
    }

    /// Tries to prove that the target without some variables simulates the source.
    fn attempt(&self, alignment: &Alignment, lost: &[(BlockId, Var)]) -> Result<CutMap, Failure> {
        let specification = Flow::of(self.target.losing(lost.iter().cloned()));
        let context = Context {
            start: vec![self.question.simulated.setting.requires.clone()],
            precondition: Vec::new(),
            end: self.question.simulated.ensures.clone(),
            choices: Choices::default(),
        };
        let language = Language {
            level: Level::Order,
            bounds: Bounds::of([&specification.function, &self.implementation.function]),
            guards: guards([&specification.function, &self.implementation.function]),
            definitions: Definitions::of([&specification.function, &self.implementation.function]),
        };
        self.budget.report(|| match lost {
            [] => "looking for a relation".to_owned(),
            lost => format!("losing variables at {} places", lost.len()),
        });
        prove(
            &specification,
            &self.implementation,
            &context,
            alignment,
            &language,
            &mut Asker::new(self.budget, Effort::Long),
        )
    }

    /// EXTEND: brings back what was lost needlessly, one place after the other.
    fn extended(
        &self,
        alignment: &Alignment,
        mut lost: Vec<(BlockId, Var)>,
        mut map: CutMap,
    ) -> (Vec<(BlockId, Var)>, CutMap) {
        let mut position = 0;
        while position < lost.len() {
            let mut fewer = lost.clone();
            fewer.remove(position);
            match self.attempt(alignment, &fewer) {
                Ok(found) => (lost, map) = (fewer, found),
                Err(_) => position += 1,
            }
        }
        (lost, map)
    }

    /// Pairs of states that satisfy the precondition, with their numbers.
    fn starts(&self, pool: &Pool<'_>) -> Vec<(u64, Model, Model)> {
        let mut solver = Solver::new(Strategy::Incremental);
        solver.assert(&self.question.simulated.setting.requires);
        let vars = self.question.simulated.setting.initial_vars();
        let mut starts = Vec::new();
        for number in 0..STARTS {
            let mut random = Random::new(number + 1);
            let mut pinned: Vec<Term> = Vec::new();
            for var in &vars {
                let value = Term::value(pool.value(&var.sort, &mut random));
                pinned.push(Term::eq(var.term(), value));
                let slice = self.budget.clone().with_work(100_000);
                if !solver.check_assuming(&pinned, &slice).is_sat() {
                    pinned.pop();
                }
            }
            let outcome = solver.check_assuming(&pinned, self.budget);
            let Outcome::Sat(sat) = outcome else { break };
            let terms: Vec<Term> = vars.iter().map(Var::term).collect();
            let Ok(model) = sat.model_of(&terms) else {
                break;
            };
            starts.push((number, model.clone(), model));
        }
        starts
    }
}

/// The variables that a function shows to its environment.
fn seen(function: &Function) -> BTreeSet<Var> {
    let mut seen = BTreeSet::new();
    for (step, _) in function.blocks.iter().flat_map(|block| &block.steps) {
        if let Step::Event(event) = step {
            let values = event.arguments.iter().map(|it| it.value.free_vars());
            seen.extend(values.flatten());
        }
    }
    seen
}
