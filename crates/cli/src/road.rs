//! The way from a job to what came of it: through a worker that can be ended, or in this process.

use std::ffi::OsString;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use budget::Canceller;
use schemars::JsonSchema;
use serde::Serialize;
use supervisor::{Ended, Limits, Program, Supervisor, protocol};

use crate::job::{Desk, Done, Job};

/// The name of the command that does jobs.
const WORKER: &str = "worker";

/// What a job may use beyond its limits, so that it can say itself how far it came: this time, and this
/// part of its limit.
const GRACE: Duration = Duration::from_millis(150);
const GRACE_SHARE: f64 = 0.03;

/// Who does jobs.
#[derive(Debug)]
pub(crate) enum Road {
    /// Worker processes.
    Workers(Supervisor),
    /// This process. What a job overruns, it overruns.
    Here(Mutex<Vec<Desk>>),
}

impl Road {
    /// Workers, started from this program; this process where that is not known, or asked for.
    pub(crate) fn new(in_process: bool) -> Self {
        let program = std::env::current_exe().ok().filter(|_| !in_process);
        match program {
            Some(path) => {
                let arguments = vec![OsString::from(WORKER)];
                let program = Program { path, arguments };
                Road::Workers(Supervisor::new(program, env!("CARGO_PKG_VERSION")))
            }
            None => Road::Here(Mutex::new(Vec::new())),
        }
    }

    /// Gets a worker ready while nothing is asked yet.
    pub(crate) fn prepare(&self) {
        if let Road::Workers(supervisor) = self {
            supervisor.prepare();
        }
    }

    /// Has a job done within limits on time and memory.
    ///
    /// # Errors
    /// Why nothing came of it.
    pub(crate) fn ask(
        &self,
        job: &Job,
        limits: Limits,
        canceller: &Canceller,
        progress: &tandem::Progress,
    ) -> Result<Done, Ended> {
        match self {
            Road::Workers(supervisor) => {
                let misspoken = |error: serde_json::Error| Ended::Misspoke(error.to_string());
                let asked = serde_json::to_value(job).map_err(misspoken)?;
                let limits = Limits {
                    time: limits
                        .time
                        .map(|time| time + GRACE + time.mul_f64(GRACE_SHARE)),
                    ..limits
                };
                let mut said = |what: serde_json::Value| {
                    if let Some([claim, text]) = what.as_array().map(Vec::as_slice) {
                        progress(
                            claim.as_str().unwrap_or_default(),
                            text.as_str().unwrap_or_default(),
                        );
                    }
                };
                let answer = supervisor.ask(&asked, limits, canceller, &mut said)?;
                serde_json::from_value(answer).map_err(misspoken)
            }
            Road::Here(desks) => {
                let idle = desks.lock().ok().and_then(|mut desks| desks.pop());
                let mut desk = idle.unwrap_or_default();
                let done = desk.answer(job, canceller, progress.clone());
                if let Ok(mut desks) = desks.lock() {
                    desks.push(desk);
                }
                Ok(done)
            }
        }
    }
}

/// What is said to a worker and by it, a line each.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Conversation {
    /// A line to the worker.
    #[allow(dead_code, reason = "only its schema is asked for")]
    Asks {
        /// The line: its `job` is one of these below.
        line: protocol::Request,
        /// What `job` in it is.
        job: Job,
    },
    /// A line by the worker.
    #[allow(dead_code, reason = "only its schema is asked for")]
    Says {
        /// The line; `what` in it is the name of a claim and a few words on how far it is.
        line: protocol::Line,
        /// What `answer` in it is.
        answer: Done,
    },
}

/// Does jobs for whoever speaks on standard input, until it ends.
///
/// # Errors
/// Where standard output cannot be written, or a request is none.
pub(crate) fn work() -> std::io::Result<()> {
    let mut desk = Desk::default();
    supervisor::serve(env!("CARGO_PKG_VERSION"), &mut |job, speaker| {
        let done = match serde_json::from_value::<Job>(job) {
            Ok(job) => {
                let speaker = speaker.clone();
                let progress: tandem::Progress = Arc::new(move |claim: &str, text: &str| {
                    speaker.say(serde_json::json!([claim, text]));
                });
                desk.answer(&job, &Canceller::new(), progress)
            }
            Err(error) => Done::Refused(format!("this is no job: {error}")),
        };
        // What cannot be written as JSON is no answer.
        serde_json::to_value(done).unwrap_or_default()
    })
}
