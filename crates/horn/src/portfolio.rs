//! All engines under one budget: the first answer that the checker accepts.
//!
//! The cheap engines come first and alone, because most systems are small loops and what is found
//! without a race is found the same way on every run. What they leave goes to Spacer; after a number
//! of its steps the other engines go on beside it, on a thread of their own.

use std::cell::Cell;
use std::sync::mpsc;

use budget::Budget;
use checker::Rejected;
use checker::horn::check_answer;
use evidence::Reason;
use evidence::horn::{Answer, Interpretation};
use logic::{Template, Term};
use question::clauses::{PredicateId, System};
use smt::{Solver, Strategy};

use crate::abstraction::Abstraction;
use crate::acyclic::Acyclic;
use crate::board::{Board, Engine};
use crate::data::Data;
use crate::derive::derive;
use crate::houdini::{Formulas, interpretation};
use crate::problem::Problem;
use crate::refine::Refine;
use crate::shrink::shrink;
use crate::spacer::{Extent, Finding, ask};
use crate::unroll::unroll;

/// Which engines take part.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Engines {
    /// All of them.
    #[default]
    All,
    /// Spacer alone; its answers are checked all the same.
    Spacer,
    /// Abstract interpretation alone.
    Abstraction,
    /// All of them in turn, on one thread: the answer is the same on every run, and later where
    /// Spacer would have been first.
    InTurn,
}

/// What a caller may say about how a system is solved.
#[derive(Clone, Default, Debug)]
pub struct Options {
    /// Which engines take part.
    pub engines: Engines,
    /// Formulas that the caller thinks may hold of predicates.
    pub candidates: Vec<(PredicateId, Template)>,
}

/// How many steps Spacer makes alone before the other engines go on beside it. Steps are counted
/// rather than time, so that on a busy machine the others do not start where Spacer is quick.
const HEAD_START: usize = 100;

/// How many steps Spacer makes for each turn of another engine from then on, so that where there is
/// but one processor for both, Spacer has most of it.
const STEPS_FOR_A_TURN: usize = 50;

/// How much work, as Z3 counts it, Spacer does while others wait for its steps, of which one may never
/// end. Then nobody waits any more, and Spacer begins again.
const PATIENCE: u64 = 10_000_000;

/// How many facts of each predicate are looked at before any engine works.
const FEW_FACTS: usize = 24;

/// How many steps Spacer makes where the engines take turns on one thread.
const STEPS_IN_TURN: usize = 400;

/// Solves a system. The answer has been accepted by the checker.
///
/// # Errors
/// Why there is no answer.
pub fn solve(system: &System, options: &Options, budget: &Budget) -> Result<Answer, Reason> {
    for term in system.clauses().iter().flat_map(|clause| clause.terms()) {
        games::check_fragment(term).map_err(|offence| Reason::Unsupported {
            construct: offence.to_string(),
            origin: None,
        })?;
    }
    let problem = Problem::new(system);
    let portfolio = Portfolio {
        problem: &problem,
        budget,
    };
    match options.engines {
        Engines::Spacer => portfolio.spacer(&|| ()),
        Engines::Abstraction => portfolio.abstraction(),
        Engines::All | Engines::InTurn => portfolio.all(options),
    }
}

struct Portfolio<'a> {
    problem: &'a Problem<'a>,
    budget: &'a Budget,
}

impl Portfolio<'_> {
    fn all(&self, options: &Options) -> Result<Answer, Reason> {
        let problem = self.problem;
        let mut offered = nothing(problem);
        for (predicate, template) in &options.candidates {
            let parameters = problem.parameters[predicate.index()].iter();
            let arguments: Vec<Term> = parameters.map(logic::Var::term).collect();
            offered[predicate.index()].push(template.instantiate(&arguments));
        }
        let mut board = Board::new(problem, offered);
        let mut data = Data::new(problem.parameters.len());
        let mut abstraction = Abstraction::new();
        // A short derivation is found at once, and then nothing else is worth its time.
        let explored = board.facts.explore(FEW_FACTS, self.budget);
        if let Some(derivation) = explored.map_err(|limit| reason_of(limit.into()))?
            && let Ok(answer) = self.finished(Answer::Unsat(derivation))
        {
            return Ok(answer);
        }
        self.budget.covered(|| {
            format!("no contradiction among the first {FEW_FACTS} facts of each predicate")
        });
        // What the facts suggest also helps the pass over systems without recursion.
        let cheap: [&mut dyn Engine; 2] = [&mut data, &mut Acyclic];
        for engine in cheap {
            if let Some(answer) = self.round(engine, &mut board)? {
                return Ok(answer);
            }
        }
        if options.engines == Engines::InTurn
            && let Some(answer) = self.round(&mut data, &mut board)?
        {
            return Ok(answer);
        }
        if let Some(answer) = self.round(&mut abstraction, &mut board)? {
            return Ok(answer);
        }
        match options.engines {
            Engines::InTurn => match self.spacer_for(STEPS_IN_TURN)? {
                Some(answer) => Ok(answer),
                None => self.rounds(&mut data, &mut abstraction, &mut board, &|| ()),
            },
            _ => self.beside_spacer(data, abstraction, board),
        }
    }

    /// Spacer on this thread, whose memory is warm and which nobody has to wake. The other engines
    /// go on beside it once it has had its head start, by turns that its steps give them. Whoever is
    /// first stops the others.
    fn beside_spacer(
        &self,
        data: Data,
        abstraction: Abstraction,
        board: Board<'_>,
    ) -> Result<Answer, Reason> {
        let first = self.budget.canceller().child();
        let race = Portfolio {
            problem: self.problem,
            budget: &self.budget.clone().with_canceller(first.clone()),
        };
        let patient = Portfolio {
            problem: self.problem,
            budget: &race.budget.clone().with_work(PATIENCE),
        };
        let (mut data, mut abstraction, parked) = (data, abstraction, board.parked());
        std::thread::scope(|scope| {
            let (turns, next_turn) = mpsc::channel();
            let (race, first) = (&race, &first);
            let others = scope.spawn(move || {
                // Once Spacer's steps give no turns any more, there is nothing to wait for.
                let wait = || {
                    let _ = next_turn.recv();
                };
                wait();
                if first.is_cancelled() {
                    return None;
                }
                let mut board = parked.resumed();
                let answer = race.rounds(&mut data, &mut abstraction, &mut board, &wait);
                if answer.is_ok() {
                    first.cancel();
                }
                Some(answer)
            });
            let steps = Cell::new(0);
            let mut answer = patient.spacer(&|| {
                steps.set(steps.get() + 1);
                if steps.get() >= HEAD_START && steps.get().is_multiple_of(STEPS_FOR_A_TURN) {
                    // The others listen until they have no more to try.
                    let _ = turns.send(());
                }
            });
            let has_more = answer.is_err() && race.budget.check().is_ok();
            if has_more && patient.budget.work_left() == Some(0) {
                drop(turns);
                answer = race.spacer(&|| steps.set(steps.get() + 1));
            } else {
                if !matches!(answer, Err(Reason::Incomplete(_))) {
                    first.cancel();
                }
                drop(turns);
            }
            self.budget
                .report(|| format!("Spacer has made {} steps", steps.get()));
            let gave_up = matches!(answer, Err(Reason::Incomplete(_)));
            if !gave_up {
                first.cancel();
            }
            match others.join() {
                Err(panic) => std::panic::resume_unwind(panic),
                Ok(Some(found)) if gave_up || answer.is_err() && found.is_ok() => found,
                Ok(_) => answer,
            }
        })
    }

    /// Lets the engines go on in turn until one has the answer; between two turns they wait.
    fn rounds(
        &self,
        data: &mut Data,
        abstraction: &mut Abstraction,
        board: &mut Board<'_>,
        wait: &dyn Fn(),
    ) -> Result<Answer, Reason> {
        const ROUNDS: usize = 8;
        let mut refine = Refine::new();
        if let Some(answer) = self.round(abstraction, board)? {
            return Ok(answer);
        }
        for round in 0..ROUNDS {
            // Facts are cheap: two rounds of them for one of the other.
            for turn in 0..3 {
                wait();
                let engine: &mut dyn Engine = if turn < 2 { data } else { &mut refine };
                if let Some(answer) = self.round(engine, board)? {
                    return Ok(answer);
                }
            }
            self.budget.report(|| format!("round {}", round + 2));
        }
        let what = "no engine finds an invariant or a derivation";
        Err(Reason::Incomplete(what.to_owned()))
    }

    /// One round of an engine, with its answer checked. Its failures are no failures of others.
    fn round(
        &self,
        engine: &mut dyn Engine,
        board: &mut Board<'_>,
    ) -> Result<Option<Answer>, Reason> {
        self.budget.report(|| engine.name().to_owned());
        let answer = match engine.round(board, self.budget) {
            Ok(answer) => answer,
            Err(smt::Reason::Incomplete(_)) => None,
            Err(reason) => return Err(reason_of(reason)),
        };
        match answer.map(|answer| self.finished(answer)) {
            None | Some(Err(Reason::Incomplete(_))) => Ok(None),
            Some(answer) => answer.map(Some),
        }
    }

    /// Abstract interpretation alone.
    fn abstraction(&self) -> Result<Answer, Reason> {
        let mut board = Board::new(
            self.problem,
            vec![Vec::new(); self.problem.parameters.len()],
        );
        let mut abstraction = Abstraction::new();
        while !abstraction.is_done() {
            if let Some(answer) = self.round(&mut abstraction, &mut board)? {
                return Ok(answer);
            }
        }
        let what = "abstract interpretation does not settle the queries";
        Err(Reason::Incomplete(what.to_owned()))
    }

    /// Spacer alone; tells of each of its steps.
    fn spacer(&self, on_step: &dyn Fn()) -> Result<Answer, Reason> {
        let Portfolio { problem, budget } = *self;
        let nothing = nothing(problem);
        self.conclude(ask(problem, &nothing, Extent::default(), budget, on_step))
    }

    /// Spacer for so many of its steps, which are the same on every run.
    fn spacer_for(&self, most: usize) -> Result<Option<Answer>, Reason> {
        let enough = self.budget.canceller().child();
        let limited = Portfolio {
            problem: self.problem,
            budget: &self.budget.clone().with_canceller(enough.clone()),
        };
        let steps = Cell::new(0);
        let answer = limited.spacer(&|| {
            steps.set(steps.get() + 1);
            if steps.get() >= most {
                enough.cancel();
            }
        });
        match answer {
            Ok(answer) => Ok(Some(answer)),
            Err(Reason::Incomplete(_)) => Ok(None),
            Err(Reason::Interrupted) if !self.budget.canceller().is_cancelled() => Ok(None),
            Err(reason) => Err(reason),
        }
    }

    /// The answer that follows from what Spacer has found.
    fn conclude(&self, finding: Finding) -> Result<Answer, Reason> {
        let Portfolio { problem, budget } = *self;
        match finding {
            Finding::Open(reason, _) => Err(reason_of(reason)),
            Finding::Solution(formulas) => {
                self.finished(Answer::Sat(interpretation(problem, &formulas)))
            }
            Finding::Derivable(facts) => {
                let mut solver = Solver::new(Strategy::Incremental);
                let derivation = match derive(problem, &mut solver, &facts, budget) {
                    Ok(Some(derivation)) => Some(derivation),
                    _ => unroll(problem, usize::MAX, budget).map_err(reason_of)?,
                };
                let derivation = derivation.ok_or_else(|| {
                    let what = "Spacer derives what cannot be derived";
                    Reason::Incomplete(what.to_owned())
                })?;
                self.finished(Answer::Unsat(derivation))
            }
        }
    }

    /// The answer as it is handed over: short, and accepted by the checker.
    fn finished(&self, answer: Answer) -> Result<Answer, Reason> {
        let answer = match answer {
            Answer::Sat(found) => Answer::Sat(self.readable(found)),
            unsat => unsat,
        };
        match check_answer(self.problem.system, &answer, self.budget) {
            Ok(()) => Ok(answer),
            Err(Rejected::Unanswered(reason)) => Err(reason_of(reason)),
            Err(rejected) => Err(Reason::Incomplete(format!(
                "an engine was wrong: {rejected}"
            ))),
        }
    }

    /// A solution with only the conjuncts that it needs.
    fn readable(&self, found: Interpretation) -> Interpretation {
        let conjuncts: Formulas = (found.formulas.iter())
            .map(|template| {
                let mut all = template.body().conjuncts();
                all.sort();
                all.dedup();
                all
            })
            .collect();
        let mut solver = Solver::new(Strategy::Incremental);
        match shrink(self.problem, &mut solver, &conjuncts, self.budget) {
            Ok(fewer) => {
                let simple = fewer.iter().map(|of| {
                    let all = Term::and(of.iter().cloned()).simplify();
                    vec![all]
                });
                interpretation(self.problem, &simple.collect())
            }
            Err(_) => found,
        }
    }
}

/// No formulas for any predicate.
fn nothing(problem: &Problem<'_>) -> Formulas {
    vec![Vec::new(); problem.parameters.len()]
}

pub(crate) fn reason_of(reason: smt::Reason) -> Reason {
    match reason {
        smt::Reason::Timeout => Reason::Timeout,
        smt::Reason::Cancelled => Reason::Interrupted,
        smt::Reason::Memory => Reason::Memory,
        smt::Reason::Incomplete(what) => Reason::Incomplete(what),
    }
}
