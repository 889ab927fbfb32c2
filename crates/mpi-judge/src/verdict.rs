//! Asking Tandem about a program.

use std::sync::mpsc;
use std::time::Duration;

use evidence::Evidence;
use frontend_c::{Input, Options, ProblemKind, read};
use tandem::{Answer, check_claim};

/// What Tandem says of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is safe.
    Proved,
    /// It is safe, as long as nothing happens that C leaves undefined and the proof says it assumes.
    Presumed,
    /// It is not, and this is the last step of a run that fails.
    Refuted(String),
    /// There is no answer, for this reason.
    Unknown(String),
    /// The front end does not support it.
    Unsupported(String),
    /// The front end says that it is wrong C.
    Wrong(String),
    /// The checker does not accept the engine's evidence.
    Rejected(String),
    /// Nothing for so long that nothing more is waited for, or a panic.
    Endless,
}

impl Verdict {
    /// The verdict without its reason.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Proved => "proved",
            Verdict::Presumed => "proved with assumptions",
            Verdict::Refuted(_) => "refuted",
            Verdict::Unknown(_) => "unknown",
            Verdict::Unsupported(_) => "unsupported",
            Verdict::Wrong(_) => "wrong C",
            Verdict::Rejected(_) => "rejected",
            Verdict::Endless => "endless",
        }
    }

    /// Whether it says that all defined runs are safe.
    #[must_use]
    pub fn is_proof(&self) -> bool {
        matches!(self, Verdict::Proved | Verdict::Presumed)
    }

    /// Whether no verdict at all is what a defect of Tandem looks like.
    #[must_use]
    pub fn is_defect(&self) -> bool {
        matches!(
            self,
            Verdict::Rejected(_) | Verdict::Endless | Verdict::Wrong(_)
        )
    }
}

/// Asks whether a program is safe on so many processes.
#[must_use]
pub fn ask(text: &str, processes: usize, time: Duration) -> Verdict {
    // A budget ends the search; reading a text knows none.
    let patience = 20 * time + Duration::from_secs(30);
    let text = text.to_owned();
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || sender.send(asked(&text, processes, time)));
    receiver.recv_timeout(patience).unwrap_or(Verdict::Endless)
}

fn asked(text: &str, processes: usize, time: Duration) -> Verdict {
    let options = Options {
        processes: Some(processes),
        ..Options::default()
    };
    let input = Input { name: "case", text };
    let reading = match read(input, options) {
        Ok(reading) => reading,
        Err(problem) => {
            let what = problem.message;
            return match problem.kind {
                ProblemKind::Unsupported => Verdict::Unsupported(what),
                ProblemKind::Wrong | ProblemKind::NoMain | ProblemKind::Defect(_) => {
                    Verdict::Wrong(what)
                }
            };
        }
    };
    let options = tandem::Options {
        timeout: Some(time),
        ..tandem::Options::default()
    };
    let report = check_claim(&reading.module, &reading.module.claims[0], &options);
    match report.finding.answer {
        Answer::Proved { evidence, .. } => match evidence {
            Evidence::Covering(covering) if !covering.assumes.is_empty() => Verdict::Presumed,
            _ => Verdict::Proved,
        },
        Answer::Refuted { story, .. } => {
            Verdict::Refuted(format!("{}: {}", story.headline, story.conclusion))
        }
        Answer::Unknown(reason) => {
            // What could not be shown may be long.
            Verdict::Unknown(reason.to_string().chars().take(60).collect())
        }
        Answer::Rejected { rejected, .. } => Verdict::Rejected(format!("{rejected:?}")),
    }
}
