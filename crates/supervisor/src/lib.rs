//! Worker processes that do jobs, within limits that hold whatever an engine, a solver or a library
//! does.
//!
//! A supervisor starts workers, gives each one job after the other, listens to how far it has come, and
//! ends it where it is over its time or its memory, or says something that is no message. A job whose
//! worker was ended has no answer, and a reason ([`Ended`]); all other jobs go on.
//!
//! Supervisor and worker talk in lines of JSON over the worker's standard input and output
//! ([`protocol`]). A worker need not be trusted: it cannot make its supervisor use memory or time
//! without limit, whatever it writes.
//!
//! # What this crate does not know
//! What the jobs are. A job and its answer are JSON, and so is what a worker says in between.
//!
//! # Where to start
//! [`Supervisor::ask`]; [`serve`] for the worker's side.

#![forbid(unsafe_code)]

mod lines;
mod memory;
pub mod protocol;
mod serve;
mod worker;

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use budget::Canceller;
use serde_json::Value;

pub use serve::{Speaker, serve};

use worker::{Watch, Worker};

/// How a worker is started.
#[derive(Clone, Debug)]
pub struct Program {
    /// The program.
    pub path: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
}

/// What a job may use, at the very most.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// The time for this job.
    pub time: Option<Duration>,
    /// The memory in bytes of its worker, with its share of what idle workers and the supervisor use.
    pub memory: Option<u64>,
}

/// What kind of jobs a worker does: those of one kind are never given to a worker of another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Role(pub &'static str);

/// Why a job has no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Ended {
    /// Its worker was over its time.
    #[error("timeout")]
    Time,
    /// Its worker was over its memory.
    #[error("memory")]
    Memory,
    /// Its worker ended by itself: how, and the last words that it said.
    #[error("its worker ended: {0}")]
    Crashed(String),
    /// What its worker said is no message.
    #[error("its worker said what no worker says: {0}")]
    Misspoke(String),
    /// Somebody asked for an end.
    #[error("interrupted")]
    Cancelled,
    /// No worker could be started.
    #[error("no worker can be started: {0}")]
    NotStarted(String),
}

/// Starts workers and gives them jobs. Several threads may ask at the same time: each has a worker for
/// itself.
#[derive(Debug)]
pub struct Supervisor {
    program: Program,
    /// What a worker must say of itself.
    version: String,
    /// Workers without a job.
    idle: Mutex<Vec<(Role, Worker)>>,
    /// How many jobs are being done.
    active: AtomicU64,
}

impl Supervisor {
    /// A supervisor of workers of this version.
    #[must_use]
    pub fn new(program: Program, version: &str) -> Self {
        Supervisor {
            program,
            version: version.to_owned(),
            idle: Mutex::new(Vec::new()),
            active: AtomicU64::new(0),
        }
    }

    /// Starts a worker ahead of its first job.
    pub fn prepare(&self, role: Role) {
        // Where this fails, the first job says so.
        if let Ok(worker) = Worker::start(&self.program) {
            self.keep(role, worker);
        }
    }

    /// Has a worker of a role do a job. `said` hears what the worker says meanwhile.
    ///
    /// # Errors
    /// Why there is no answer.
    pub fn ask(
        &self,
        role: Role,
        job: &Value,
        limits: Limits,
        canceller: &Canceller,
        said: &mut dyn FnMut(Value),
    ) -> Result<Value, Ended> {
        if canceller.is_cancelled() {
            return Err(Ended::Cancelled);
        }
        let mut worker = self.worker(role)?;
        self.active.fetch_add(1, Ordering::Relaxed);
        let watch = Watch::new(self, limits, canceller);
        let answer = worker.ask(job, watch, &self.version, said);
        self.active.fetch_sub(1, Ordering::Relaxed);
        if answer.is_ok() {
            self.keep(role, worker);
        }
        answer
    }

    fn worker(&self, role: Role) -> Result<Worker, Ended> {
        let idle = self.idle.lock().ok().and_then(|mut idle| {
            let position = idle.iter().rposition(|(own, _)| *own == role)?;
            Some(idle.swap_remove(position).1)
        });
        match idle {
            Some(worker) => Ok(worker),
            None => Worker::start(&self.program),
        }
    }

    fn keep(&self, role: Role, worker: Worker) {
        if let Ok(mut idle) = self.idle.lock() {
            idle.push((role, worker));
        }
    }

    /// The share of one job in the memory that nobody works with: that of idle workers.
    fn idle_share(&self) -> u64 {
        let idle = self.idle.lock();
        let bytes: u64 = idle.map_or(0, |idle| {
            let processes = idle.iter().map(|(_, worker)| worker.process());
            processes.filter_map(memory::resident).sum()
        });
        bytes / self.active.load(Ordering::Relaxed).max(1)
    }

    /// The share of one job in the memory of this process.
    fn own_share(&self) -> u64 {
        let bytes = memory::resident(std::process::id()).unwrap_or(0);
        bytes / self.active.load(Ordering::Relaxed).max(1)
    }

    /// Ends the workers that have nothing to do: somebody needs their memory.
    fn end_idle(&self) {
        let idle = self.idle.lock();
        let ended = idle.map_or_else(|_| Vec::new(), |mut idle| std::mem::take(&mut *idle));
        drop(ended);
    }
}
