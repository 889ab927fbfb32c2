//! All engines under one budget: the first answer that the checker accepts.
//!
//! The cheap engines come first and alone, because most systems are small loops and what is found
//! without a race is found the same way on every run. What they leave goes to Spacer, on a thread of
//! its own; after a while the other engines go on beside it.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use budget::{Budget, Canceller};
use checker::Rejected;
use checker::horn::check_answer;
use evidence::Reason;
use evidence::horn::{Answer, Interpretation, PredicateId, System};
use logic::{Template, Term};
use smt::{Solver, Strategy};

use crate::abstraction::Abstraction;
use crate::acyclic;
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
    /// All but Spacer, which makes the answer the same on every run.
    WithoutSpacer,
}

/// What a caller may say about how a system is solved.
#[derive(Clone, Default, Debug)]
pub struct Options {
    /// Which engines take part.
    pub engines: Engines,
    /// Formulas that the caller thinks may hold of predicates.
    pub candidates: Vec<(PredicateId, Template)>,
}

/// How long Spacer works alone before the other engines go on beside it.
const HEAD_START: Duration = Duration::from_millis(150);

/// How many facts of each predicate are looked at before any engine works.
const FEW_FACTS: usize = 24;

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
        Engines::Spacer => portfolio.spacer(budget),
        Engines::Abstraction => portfolio.abstraction(),
        Engines::All | Engines::WithoutSpacer => portfolio.all(options),
    }
}

struct Portfolio<'a> {
    problem: &'a Problem<'a>,
    budget: &'a Budget,
}

impl Portfolio<'_> {
    fn all(&self, options: &Options) -> Result<Answer, Reason> {
        let problem = self.problem;
        let mut offered: Formulas = vec![Vec::new(); problem.parameters.len()];
        for (predicate, template) in &options.candidates {
            let parameters = problem.parameters[predicate.index()].iter();
            let arguments: Vec<Term> = parameters.map(logic::Var::term).collect();
            offered[predicate.index()].push(template.instantiate(&arguments));
        }
        if let Some(answer) = acyclic::solve(problem, self.budget).map_err(reason_of)?
            && let Ok(answer) = self.finished(answer, self.budget)
        {
            return Ok(answer);
        }
        let mut board = Board::new(problem, offered);
        let mut data = Data::new();
        let mut abstraction = Abstraction::new();
        // A short derivation is found at once, and then nothing else is worth its time.
        let explored = board.facts.explore(FEW_FACTS, self.budget);
        if let Some(derivation) = explored.map_err(|limit| reason_of(limit.into()))?
            && let Ok(answer) = self.finished(Answer::Unsat(derivation), self.budget)
        {
            return Ok(answer);
        }
        if let Some(answer) = self.round(&mut abstraction, &mut board)? {
            return Ok(answer);
        }
        if let Some(answer) = self.round(&mut data, &mut board)? {
            return Ok(answer);
        }
        if options.engines == Engines::WithoutSpacer {
            return self.rounds(&mut data, &mut abstraction, &mut board, || None);
        }
        let canceller = Canceller::new();
        let aside = self.budget.clone().with_canceller(canceller.clone());
        std::thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            let system = problem.system;
            scope.spawn(move || {
                let problem = Problem::new(system);
                let portfolio = Portfolio {
                    problem: &problem,
                    budget: &aside,
                };
                // Nobody listens any more where another engine was first.
                let _ = sender.send(portfolio.spacer(&aside));
            });
            let answer = match receiver.recv_timeout(HEAD_START) {
                Ok(Ok(answer)) => Ok(answer),
                Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => {
                    self.rounds(&mut data, &mut abstraction, &mut board, || None)
                }
                Err(RecvTimeoutError::Timeout) => {
                    let mut listening = true;
                    let found = self.rounds(&mut data, &mut abstraction, &mut board, || {
                        let message = listening.then(|| receiver.try_recv().ok()).flatten()?;
                        listening = false;
                        message.ok()
                    });
                    // What the others cannot do, Spacer may.
                    match found {
                        Err(Reason::Incomplete(_)) => {
                            receiver.recv().unwrap_or(Err(Reason::Timeout))
                        }
                        found => found,
                    }
                }
            };
            canceller.cancel();
            answer
        })
    }

    /// Lets the engines go on in turn until one has the answer, or somebody else has.
    fn rounds(
        &self,
        data: &mut Data,
        abstraction: &mut Abstraction,
        board: &mut Board<'_>,
        mut elsewhere: impl FnMut() -> Option<Answer>,
    ) -> Result<Answer, Reason> {
        const ROUNDS: usize = 12;
        let mut refine = Refine::new();
        if let Some(answer) = self.round(abstraction, board)? {
            return Ok(answer);
        }
        for round in 0..ROUNDS {
            let engines: [&mut dyn Engine; 2] = [data, &mut refine];
            for engine in engines {
                if let Some(answer) = elsewhere() {
                    return Ok(answer);
                }
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
        match answer.map(|answer| self.finished(answer, self.budget)) {
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

    /// Spacer alone.
    fn spacer(&self, budget: &Budget) -> Result<Answer, Reason> {
        let problem = self.problem;
        let nothing = vec![Vec::new(); problem.parameters.len()];
        match ask(problem, &nothing, Extent::default(), budget) {
            Finding::Open(reason, _) => Err(reason_of(reason)),
            Finding::Solution(formulas) => {
                self.finished(Answer::Sat(interpretation(problem, &formulas)), budget)
            }
            Finding::Derivable(facts) => {
                let mut solver = Solver::new(Strategy::Incremental);
                let derivation = match derive(problem, &mut solver, &facts, budget) {
                    Ok(Some(derivation)) => derivation,
                    _ => unroll(problem, usize::MAX, budget)
                        .map_err(reason_of)?
                        .ok_or_else(|| {
                            let what = "Spacer derives what cannot be derived";
                            Reason::Incomplete(what.to_owned())
                        })?,
                };
                self.finished(Answer::Unsat(derivation), budget)
            }
        }
    }

    /// The answer as it is handed over: short, and accepted by the checker.
    fn finished(&self, answer: Answer, budget: &Budget) -> Result<Answer, Reason> {
        let answer = match answer {
            Answer::Sat(found) => Answer::Sat(self.readable(found, budget)),
            unsat => unsat,
        };
        match check_answer(self.problem.system, &answer, budget) {
            Ok(()) => Ok(answer),
            Err(Rejected::Unanswered(reason)) => Err(reason_of(reason)),
            Err(rejected) => Err(Reason::Incomplete(format!(
                "an engine was wrong: {rejected}"
            ))),
        }
    }

    /// A solution with only the conjuncts that it needs.
    fn readable(&self, found: Interpretation, budget: &Budget) -> Interpretation {
        let conjuncts: Formulas = (found.formulas.iter())
            .map(|template| {
                let mut all = template.body().conjuncts();
                all.sort();
                all.dedup();
                all
            })
            .collect();
        let mut solver = Solver::new(Strategy::Incremental);
        match shrink(self.problem, &mut solver, &conjuncts, budget) {
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

pub(crate) fn reason_of(reason: smt::Reason) -> Reason {
    match reason {
        smt::Reason::Timeout => Reason::Timeout,
        smt::Reason::Cancelled => Reason::Interrupted,
        smt::Reason::Memory => Reason::Memory,
        smt::Reason::Incomplete(what) => Reason::Incomplete(what),
    }
}
