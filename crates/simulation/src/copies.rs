//! Claims between programs with `parfor`: proved with one arbitrary copy, refuted with a few
//! (`program::copies`).

use std::time::Duration;

use budget::Budget;
use evidence::unwinding::Copies;
use evidence::{Evidence, Reason, Verdict};
use program::Task;
use program::copies::Unsupported;

/// The numbers of copies with which a refutation is tried.
const FEW: [u8; 3] = [1, 2, 3];
/// What each attempt gets at first.
const FIRST_SLICE: Duration = Duration::from_secs(4);

/// A game that is played beside others.
struct Attempt {
    copies: Copies,
    task: Result<Task, Reason>,
    /// Whether the game is decided, and does not decide the claim.
    is_settled: bool,
}

impl Attempt {
    fn new(copies: Copies, task: Result<Task, Unsupported>) -> Attempt {
        let task = task.map_err(|unsupported| Reason::Unsupported {
            construct: unsupported.construct.to_owned(),
            origin: Some(unsupported.origin),
        });
        Attempt {
            copies,
            is_settled: task.is_err(),
            task,
        }
    }

    /// The verdict on the claim, if the game has one within the budget.
    fn run(&mut self, budget: &Budget) -> Result<Option<Verdict>, Reason> {
        let Ok(task) = &self.task else {
            return Ok(None);
        };
        let verdict = match crate::search(task, budget) {
            Verdict::Unknown(Reason::Timeout) => return Ok(None),
            Verdict::Unknown(reason @ (Reason::Interrupted | Reason::Memory)) => {
                return Err(reason);
            }
            verdict => verdict,
        };
        self.is_settled = true;
        match (self.copies, verdict) {
            (_, Verdict::Unknown(reason)) => {
                self.task = Err(reason);
                Ok(None)
            }
            (Copies::Arbitrary, Verdict::Proved(evidence)) => {
                Ok(Some(Verdict::Proved(self.of_copies(evidence))))
            }
            (Copies::Few(_), Verdict::Refuted(evidence)) => {
                Ok(Some(Verdict::Refuted(self.of_copies(evidence))))
            }
            _ => Ok(None),
        }
    }

    fn of_copies(&self, evidence: Evidence) -> Evidence {
        match evidence {
            Evidence::Unwinding(mut unwinding) => {
                unwinding.copies = self.copies;
                Evidence::Unwinding(unwinding)
            }
            other => other,
        }
    }
}

/// Decides a claim between programs with `parfor`.
///
/// All games are played in turn, each with more time than before, until one decides the claim or
/// none can.
pub(crate) fn decide(task: &Task, budget: &Budget) -> Verdict {
    let few = FEW.map(|count| {
        let unfolded = task.with_few_copies(usize::from(count));
        Attempt::new(Copies::Few(count), unfolded)
    });
    let mut attempts = vec![Attempt::new(Copies::Arbitrary, task.with_one_copy())];
    attempts.extend(few);
    let mut slice = FIRST_SLICE;
    while attempts.iter().any(|attempt| !attempt.is_settled) {
        for attempt in attempts.iter_mut().filter(|attempt| !attempt.is_settled) {
            let limited = budget.clone().within(slice);
            match attempt.run(&limited) {
                Ok(Some(verdict)) => return verdict,
                Ok(None) => {}
                Err(reason) => return Verdict::Unknown(reason),
            }
            if let Err(exhausted) = budget.check() {
                return Verdict::Unknown(exhausted.into());
            }
        }
        slice = slice.saturating_mul(2);
    }
    Verdict::Unknown(match attempts.swap_remove(0).task {
        Err(reason) => reason,
        Ok(_) => Reason::Incomplete(format!(
            "only the simulation of parfor copy by copy is refuted, and {} copies do not refute \
             the claim",
            FEW[FEW.len() - 1]
        )),
    })
}
