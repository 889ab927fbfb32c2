//! Who does jobs: workers that can be ended, or this process.
//!
//! Those who search and those who check are different processes: nothing that a search leaves behind, or
//! says, can make anybody accept its evidence.

use std::cell::RefCell;
use std::ffi::OsString;
use std::sync::Arc;
use std::time::Duration;

use budget::Canceller;
use schemars::JsonSchema;
use serde::Serialize;
use supervisor::{Ended, Limits, Program, Role, Supervisor, protocol};

use crate::job::{Desk, Done, Heard, Job, Listener};

/// The name of the command that does jobs.
const WORKER: &str = "worker";

/// Those who search, and those who read, and check what was found.
const SEARCHING: Role = Role("searching");
const CHECKING: Role = Role("checking");

/// What a job may use beyond its limits, so that it can say itself how far it came: this time, and this
/// part of its limit.
const GRACE: Duration = Duration::from_millis(150);
const GRACE_SHARE: f64 = 0.03;

/// Who does jobs.
#[derive(Debug)]
pub(crate) enum Workers {
    /// Worker processes.
    Processes(Box<Supervisor>),
    /// This process. What a job overruns, it overruns.
    Here,
}

thread_local! {
    /// Where a thread of this process does jobs, if no workers do them.
    static OWN_DESK: RefCell<Desk> = RefCell::default();
}

impl Workers {
    /// Workers, started from this program; this process where that is not known, or asked for.
    pub(crate) fn new(in_process: bool) -> Self {
        let program = std::env::current_exe().ok().filter(|_| !in_process);
        match program {
            Some(path) => {
                let arguments = vec![OsString::from(WORKER)];
                let program = Program { path, arguments };
                Workers::Processes(Box::new(Supervisor::new(
                    program,
                    env!("CARGO_PKG_VERSION"),
                )))
            }
            None => Workers::Here,
        }
    }

    /// Gets workers ready while nothing is asked yet.
    pub(crate) fn prepare(&self) {
        if let Workers::Processes(supervisor) = self {
            supervisor.prepare(CHECKING);
            supervisor.prepare(SEARCHING);
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
        listener: &Listener,
    ) -> Result<Done, Ended> {
        match self {
            Workers::Processes(supervisor) => {
                let role = match job {
                    Job::Search { .. } => SEARCHING,
                    _ => CHECKING,
                };
                let misspoken = |error: serde_json::Error| Ended::Misspoke(error.to_string());
                let asked = serde_json::to_value(job).map_err(misspoken)?;
                let limits = Limits {
                    time: limits
                        .time
                        .map(|time| time + GRACE + time.mul_f64(GRACE_SHARE)),
                    ..limits
                };
                let mut said = |what: serde_json::Value| {
                    // What is no news is none; the job goes on.
                    if let Ok(heard) = serde_json::from_value(what) {
                        listener(heard);
                    }
                };
                let answer = supervisor.ask(role, &asked, limits, canceller, &mut said)?;
                serde_json::from_value(answer).map_err(misspoken)
            }
            Workers::Here => {
                Ok(OWN_DESK.with_borrow_mut(|desk| desk.answer(job, canceller, listener.clone())))
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
        job: Box<Job>,
    },
    /// A line by the worker.
    #[allow(dead_code, reason = "only its schema is asked for")]
    Says {
        /// The line.
        line: protocol::Line,
        /// What `what` in it is.
        what: Box<Heard>,
        /// What `answer` in it is.
        answer: Box<Done>,
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
                let listener: Listener = Arc::new(move |heard: Heard| {
                    // What cannot be written as JSON is not said.
                    speaker.say(serde_json::to_value(heard).unwrap_or_default());
                });
                desk.answer(&job, &Canceller::new(), listener)
            }
            Err(error) => Done::Refused(format!("this is no job: {error}")),
        };
        // What cannot be written as JSON is no answer.
        serde_json::to_value(done).unwrap_or_default()
    })
}
