//! Claims between programs with `parfor`: proved with one arbitrary copy, refuted with a few, and
//! decided with all of them where these are few (`question::copies`).

use budget::Budget;
use evidence::unwinding::Copies;
use evidence::{Evidence, Reason, Verdict};
use question::Simulated;
use question::copies::Unsupported;

use crate::Options;

/// The numbers of copies with which a refutation is tried.
const FEW: [u8; 3] = [1, 2, 3];
/// How much work an attempt may do at first: a look at a few copies, and the game of one copy.
const FIRST_SLICE: u64 = 500_000;
/// How many times more work the game of one copy may do: it alone can prove the claim.
const SHARE_OF_PROOF: u64 = 8;
/// How much longer the next attempt takes.
const GROWTH: u64 = 4;
/// How much work a few copies may do at first.
const GLANCE: u64 = 250_000;
/// How often a few copies are tried once the game of one copy is lost.
const MOST_ROUNDS: u32 = 4;

/// A game that is played beside others.
struct Attempt {
    copies: Copies,
    question: Result<Simulated, Reason>,
    /// Whether the game is decided, and does not decide the claim.
    is_settled: bool,
}

impl Attempt {
    fn new(copies: Copies, question: Result<Simulated, Unsupported>) -> Attempt {
        let question = question.map_err(|unsupported| Reason::Unsupported {
            construct: unsupported.construct.to_owned(),
            origin: Some(unsupported.origin),
        });
        Attempt {
            copies,
            is_settled: question.is_err(),
            question,
        }
    }

    /// The verdict on the claim, if the game has one within the budget.
    fn run(&mut self, options: &Options, budget: &Budget) -> Result<Option<Verdict>, Reason> {
        let Ok(question) = &self.question else {
            return Ok(None);
        };
        let verdict = match self.copies {
            Copies::Few(_) => crate::search::decide_refutation(question, options, budget),
            _ => crate::search::decide(question, options, budget),
        };
        let verdict = match verdict {
            Verdict::Unknown(Reason::Timeout) => return Ok(None),
            Verdict::Unknown(reason @ (Reason::Interrupted | Reason::Memory)) => {
                return Err(reason);
            }
            verdict => verdict,
        };
        self.is_settled = true;
        match (self.copies, verdict) {
            (_, Verdict::Unknown(reason)) => {
                self.question = Err(reason);
                Ok(None)
            }
            (Copies::Arbitrary | Copies::All, Verdict::Proved(evidence)) => {
                Ok(Some(Verdict::Proved(self.of_copies(evidence))))
            }
            (Copies::Few(_) | Copies::All, Verdict::Refuted(evidence)) => {
                Ok(Some(Verdict::Refuted(self.of_copies(evidence))))
            }
            _ => Ok(None),
        }
    }

    fn what(&self) -> String {
        match self.copies {
            Copies::Few(1) => "following 1 copy".to_owned(),
            Copies::Few(count) => format!("following {count} copies"),
            Copies::All => "following all copies".to_owned(),
            _ => "following an arbitrary copy".to_owned(),
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
pub(crate) fn decide(question: &Simulated, options: &Options, budget: &Budget) -> Verdict {
    let few = FEW.map(|count| {
        let unfolded = question.with_few_copies(usize::from(count));
        Attempt::new(Copies::Few(count), unfolded)
    });
    let mut attempts = Vec::from(few);
    attempts.push(Attempt::new(Copies::Arbitrary, question.with_one_copy()));
    attempts.push(Attempt::new(Copies::All, question.with_all_copies()));
    let (mut slice, mut rounds_left, mut round) = (FIRST_SLICE, MOST_ROUNDS, 0);
    while rounds_left > 0 && attempts.iter().any(|attempt| !attempt.is_settled) {
        for attempt in attempts.iter_mut().filter(|attempt| !attempt.is_settled) {
            // Most refutations need one copy, and games with more of them are large.
            if round == 0 && matches!(attempt.copies, Copies::Few(2..)) {
                continue;
            }
            let limited = budget.clone().with_work(match attempt.copies {
                // What a few copies show, they mostly show at once.
                Copies::Few(_) if round == 0 => GLANCE,
                Copies::Few(_) => slice,
                _ => slice.saturating_mul(SHARE_OF_PROOF),
            });
            budget.report(|| attempt.what());
            match attempt.run(options, &limited.of_a_part()) {
                Ok(Some(verdict)) => return verdict,
                Ok(None) => {}
                Err(reason) => return Verdict::Unknown(reason),
            }
            if let Err(exhausted) = budget.check() {
                return Verdict::Unknown(exhausted.into());
            }
        }
        round += 1;
        slice = slice.saturating_mul(GROWTH);
        rounds_left -= u32::from(attempts[FEW.len()].is_settled);
    }
    Verdict::Unknown(match attempts.swap_remove(FEW.len()).question {
        Err(reason) => reason,
        Ok(_) => Reason::Incomplete(
            "only the simulation of parfor copy by copy is refuted, and no play of a few copies was \
             found that refutes the claim"
                .to_owned(),
        ),
    })
}
