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

/// How long Spacer works alone before the other engines go on beside it.
const HEAD_START: Duration = Duration::from_millis(300);

/// How often it is looked whether the caller wants to stop.
const TICK: Duration = Duration::from_millis(10);

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
        Engines::Spacer => portfolio.spacer(),
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
        // What the facts suggest also helps the pass over systems without recursion.
        let cheap: [&mut dyn Engine; 3] = [&mut data, &mut Acyclic, &mut abstraction];
        for engine in cheap {
            if let Some(answer) = self.round(engine, &mut board)? {
                return Ok(answer);
            }
        }
        match options.engines {
            Engines::InTurn => self.rounds(&mut data, &mut abstraction, &mut board),
            _ => self.beside_spacer(&mut data, &mut abstraction, &mut board),
        }
    }

    /// Lets the engines go on beside Spacer, which works on a thread of its own.
    fn beside_spacer(
        &self,
        data: &mut Data,
        abstraction: &mut Abstraction,
        board: &mut Board<'_>,
    ) -> Result<Answer, Reason> {
        let system = self.problem.system;
        let (ours, theirs) = (Canceller::new(), Canceller::new());
        let aside = self.budget.clone().with_canceller(theirs.clone());
        let beside = Portfolio {
            problem: self.problem,
            budget: &self.budget.clone().with_canceller(ours.clone()),
        };
        std::thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            let spacer_was_first = ours.clone();
            scope.spawn(move || {
                let problem = Problem::new(system);
                let finding = ask(&problem, &nothing(&problem), Extent::default(), &aside);
                let found = !matches!(finding, Finding::Open(..));
                // Nobody listens any more where another engine was first.
                let _ = sender.send(finding);
                if found {
                    spacer_was_first.cancel();
                }
            });
            // A budget has one canceller, so that of the caller is passed on to both sides.
            let (finished, is_finished) = mpsc::channel::<()>();
            let caller = self.budget.canceller();
            let (our_side, their_side) = (&ours, &theirs);
            scope.spawn(move || {
                while is_finished.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                    if caller.is_cancelled() {
                        our_side.cancel();
                        their_side.cancel();
                    }
                }
            });
            let answer = match receiver.recv_timeout(HEAD_START) {
                Ok(finding) => match self.conclude(finding) {
                    // Spacer was wrong or gave up, and the others have not had their turn.
                    Err(Reason::Incomplete(_)) => self.rounds(data, abstraction, board),
                    answer => answer,
                },
                Err(_) => match beside.rounds(data, abstraction, board) {
                    // Either Spacer was first, or it may still find what the others cannot.
                    Err(reason @ (Reason::Interrupted | Reason::Incomplete(_))) => receiver
                        .recv()
                        .map_or(Err(reason), |finding| self.conclude(finding)),
                    answer => answer,
                },
            };
            theirs.cancel();
            drop(finished);
            answer
        })
    }

    /// Lets the engines go on in turn until one has the answer.
    fn rounds(
        &self,
        data: &mut Data,
        abstraction: &mut Abstraction,
        board: &mut Board<'_>,
    ) -> Result<Answer, Reason> {
        const ROUNDS: usize = 8;
        let mut refine = Refine::new();
        if let Some(answer) = self.round(abstraction, board)? {
            return Ok(answer);
        }
        for round in 0..ROUNDS {
            // Facts are cheap: two rounds of them for one of the other.
            for turn in 0..3 {
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

    /// Spacer alone.
    fn spacer(&self) -> Result<Answer, Reason> {
        let Portfolio { problem, budget } = *self;
        self.conclude(ask(problem, &nothing(problem), Extent::default(), budget))
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
