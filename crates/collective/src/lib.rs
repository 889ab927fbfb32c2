//! Safety and equivalence of systems of communicating processes, for any inputs and any number of
//! iterations, by symbolic execution with collective loop invariants (papers/002).
//!
//! # What this crate does not know
//! Files, places in texts, other engines, and the checker: what it promises is checked without it.
//!
//! # Where to start
//! [`decide`]. Then `explore`, the search; `schedule`, who moves next and why that suffices;
//! `infer`, where invariants come from; `sample`, the runs that suggest them.

#![forbid(unsafe_code)]

mod certificate;
mod explore;
mod infer;
mod refute;
mod sample;
mod schedule;
mod served;
mod state;
mod step;

use budget::Budget;
use evidence::{Evidence, Reason, Verdict};
use logic::{Symbol, Term};
use program::Task;

use explore::{Cut, Search, Stop};
use sample::{Dice, Order, Samples, random_values};
use state::Context;

/// What was decided, and with how much effort.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The verdict.
    pub verdict: Verdict,
    /// The invariants of a proof.
    pub invariants: Vec<Invariant>,
    /// How many symbolic steps were taken.
    pub transitions: usize,
    /// How many questions the solver was asked.
    pub questions: usize,
}

/// An invariant that was found: what holds whenever the processes are at these places together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invariant {
    /// Each process that is in a loop, with how many iterations it is ahead of the last.
    pub at: Vec<(Symbol, u32)>,
    /// The formulas.
    pub formulas: Vec<Term>,
}

impl Invariant {
    /// The formulas without those that follow from the others.
    #[must_use]
    pub fn essential(&self) -> Vec<Term> {
        const WORK: u64 = 1_000_000;
        let mut kept = self.formulas.clone();
        for position in (0..kept.len()).rev() {
            let mut solver = smt::Solver::new(smt::Strategy::Incremental);
            for (other, formula) in kept.iter().enumerate() {
                match other == position {
                    true => solver.assert(&Term::not(formula.clone())),
                    false => solver.assert(formula),
                }
            }
            let budget = Budget::unlimited().with_work(WORK);
            if solver.check(&budget).is_unsat() {
                kept.remove(position);
            }
        }
        kept
    }
}

impl std::fmt::Display for Invariant {
    /// Writes the invariant as it could stand in a text: who is how far ahead, then the formula.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ahead: Vec<String> = self
            .at
            .iter()
            .filter(|(_, lag)| *lag > 0)
            .map(|(process, lag)| format!("{process} {lag} ahead"))
            .collect();
        if !ahead.is_empty() {
            writeln!(f, "with {}:", ahead.join(", "))?;
        }
        let formulas = self.essential();
        let texts: Vec<String> = formulas.iter().map(ToString::to_string).collect();
        write!(f, "invariant {}", texts.join(" && "))
    }
}

/// Decides a claim about a system.
#[must_use]
pub fn decide(task: &Task, budget: &Budget) -> Decision {
    let unknown = |reason| Decision {
        verdict: Verdict::Unknown(reason),
        invariants: Vec::new(),
        transitions: 0,
        questions: 0,
    };
    let Some(system) = task.system.as_deref() else {
        return unknown(Reason::Unsupported {
            construct: "a claim about a program that is no system of processes".to_owned(),
            origin: None,
        });
    };
    let context = Context::new(system);
    let refuted = |found: &sample::Found, transitions, questions| Decision {
        verdict: Verdict::Refuted(Evidence::FailingRun(certificate::failing_run(
            &context, found,
        ))),
        invariants: Vec::new(),
        transitions,
        questions,
    };
    let mut samples = Samples::default();
    if let Some(found) = take_samples(&context, &mut samples, budget) {
        return refuted(&found, 0, 0);
    }
    let mut search = Search::new(&context, &samples, &task.hints, budget);
    let explored = search.run().and_then(|start| {
        match served::ignored(&start, &search.cuts, context.size()) {
            Some(process) => {
                let name = context.system.processes[process].name;
                let what = format!("{name} may never get its turn while others go on forever");
                Err(Stop::Obstacle(what))
            }
            None => Ok(start),
        }
    });
    let (transitions, questions) = (search.transitions, search.questions);
    match explored {
        Ok(start) => {
            let covering = certificate::covering(&context, &start, &search.cuts);
            Decision {
                verdict: Verdict::Proved(Evidence::Covering(covering)),
                invariants: search
                    .cuts
                    .iter()
                    .filter_map(|c| shown(&context, c))
                    .collect(),
                transitions,
                questions,
            }
        }
        Err(Stop::Ended(reason)) => Decision {
            transitions,
            questions,
            ..unknown(reason)
        },
        Err(stop) => match refute::refute(&context, budget) {
            Some(found) => refuted(&found, transitions, questions),
            None => {
                let what = match stop {
                    Stop::Obstacle(what) => what,
                    _ => "the search was interrupted".to_owned(),
                };
                let reason = match budget.check() {
                    Ok(()) => Reason::Incomplete(what),
                    Err(exhausted) => exhausted.into(),
                };
                Decision {
                    transitions,
                    questions,
                    ..unknown(reason)
                }
            }
        },
    }
}

/// Runs the system on some inputs; returns a run that fails.
fn take_samples(
    context: &Context<'_>,
    samples: &mut Samples,
    budget: &Budget,
) -> Option<sample::Found> {
    const RUNS: u64 = 12;
    const LONGEST_RUN: usize = 400;
    const MANY: usize = 16;
    let runs = if context.size() > MANY {
        RUNS / 2
    } else {
        RUNS
    };
    for seed in 0..runs {
        budget.check().ok()?;
        let mut dice = Dice::new(seed);
        let reach = 1 + seed as usize / 2;
        if let Some(values) = random_values(context, &mut dice, reach) {
            let most_steps = LONGEST_RUN.max(40 * context.size());
            let found = samples.run(context, values, Order::Scheduled, &mut dice, most_steps);
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

/// An invariant as it is shown.
fn shown(context: &Context<'_>, cut: &Cut) -> Option<Invariant> {
    cut.tree.as_ref()?;
    let processes = context.system.processes.iter().zip(&cut.state.nests);
    let looping = processes.filter_map(|(process, nest)| {
        let round = nest.last()?;
        Some((process.name, round.passes - 1))
    });
    Some(Invariant {
        at: looping.collect(),
        formulas: cut.invariant.clone(),
    })
}
