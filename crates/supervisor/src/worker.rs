//! One worker, seen from its supervisor.

use std::process::Stdio;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use budget::Canceller;
use process_wrap::std::{ChildWrapper, CommandWrap, ProcessGroup};
use serde_json::Value;

use crate::lines::{self, Next};
use crate::protocol::{LONGEST_LINE, Line, PROTOCOL, Request};
use crate::{Ended, Limits, Program, Supervisor, memory};

/// How often is looked at what a worker uses, and whether anybody asked for an end.
const GLANCE: Duration = Duration::from_millis(10);

/// How long a worker that has closed its output may take to end.
const GOODBYE: Duration = Duration::from_millis(500);

/// A process that does one job after the other. It ends with this value, and its children with it.
#[derive(Debug)]
pub(crate) struct Worker {
    /// None once it was left to end.
    child: Option<Box<dyn ChildWrapper>>,
    /// Lines for its input, which a thread of its own writes: whoever does not read must not make its
    /// supervisor wait.
    input: Option<Sender<Vec<u8>>>,
    lines: Receiver<Next>,
    last_words: Receiver<String>,
    has_greeted: bool,
    jobs: u64,
}

impl Worker {
    pub(crate) fn start(program: &Program) -> Result<Self, Ended> {
        let mut command = CommandWrap::with_new(&program.path, |command| {
            command
                .args(&program.arguments)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped());
        });
        // An interruption at the terminal is for the supervisor.
        command.wrap(ProcessGroup::leader());
        let mut child = command
            .spawn()
            .map_err(|error| Ended::NotStarted(error.to_string()))?;
        let streams = (
            child.stdin().take(),
            child.stdout().take(),
            child.stderr().take(),
        );
        let (Some(input), Some(output), Some(errors)) = streams else {
            return Err(Ended::NotStarted("it has no input and output".to_owned()));
        };
        Ok(Worker {
            child: Some(child),
            input: Some(lines::write(input)),
            lines: lines::read(output, LONGEST_LINE),
            last_words: lines::last_words(errors),
            has_greeted: false,
            jobs: 0,
        })
    }

    /// Has a job done.
    pub(crate) fn ask(
        &mut self,
        job: &Value,
        mut watch: Watch<'_>,
        version: &str,
        said: &mut dyn FnMut(Value),
    ) -> Result<Value, Ended> {
        self.jobs += 1;
        let id = self.jobs;
        self.send(&Request {
            id,
            job: job.clone(),
            memory: watch.memory,
        })?;
        loop {
            match self.next(&mut watch)? {
                Line::Hello {
                    protocol,
                    version: own,
                } if !self.has_greeted => {
                    if protocol != PROTOCOL || own != version {
                        let other = format!("it is of version {own}, with protocol {protocol}");
                        return Err(Ended::NotStarted(other));
                    }
                    self.has_greeted = true;
                }
                _ if !self.has_greeted => {
                    return Err(Ended::Misspoke("it did not say who it is".to_owned()));
                }
                Line::Said { id: own, what } if own == id => said(what),
                Line::Answer { id: own, answer } if own == id => return Ok(answer),
                _ => {
                    return Err(Ended::Misspoke(
                        "an answer that nobody asked for".to_owned(),
                    ));
                }
            }
        }
    }

    /// The number of its process.
    pub(crate) fn process(&self) -> u32 {
        self.child.as_ref().map_or(0, |child| child.id())
    }

    fn send(&mut self, request: &Request) -> Result<(), Ended> {
        let mut text =
            serde_json::to_vec(request).map_err(|error| Ended::NotStarted(error.to_string()))?;
        text.push(b'\n');
        let is_sent = self.input.as_ref().is_some_and(|it| it.send(text).is_ok());
        match is_sent {
            true => Ok(()),
            false => Err(self.crashed(None)),
        }
    }

    /// The next line of the worker.
    fn next(&mut self, watch: &mut Watch<'_>) -> Result<Line, Ended> {
        loop {
            // Whoever talks all the time is looked at as well.
            if watch.last.elapsed() >= GLANCE {
                watch.look(self.process())?;
            }
            match self.lines.recv_timeout(watch.glance()) {
                Ok(Next::Line(line)) => return read(&line),
                Ok(Next::TooLong) => {
                    let what = format!("a line of more than {LONGEST_LINE} bytes");
                    return Err(Ended::Misspoke(what));
                }
                Ok(Next::End(rest)) if !rest.is_empty() => {
                    return Err(self.crashed(Some("in the middle of a line")));
                }
                Ok(Next::End(_)) | Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.crashed(None));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// How a worker has ended that has closed its output.
    fn crashed(&mut self, remark: Option<&str>) -> Ended {
        let end = Instant::now() + GOODBYE;
        let status = loop {
            match self
                .child
                .as_mut()
                .map_or(Ok(None), |child| child.try_wait())
            {
                Ok(Some(status)) => break Some(status),
                Ok(None) if Instant::now() < end => thread::sleep(Duration::from_millis(1)),
                _ => break None,
            }
        };
        let words = self.last_words.recv_timeout(GOODBYE).unwrap_or_default();
        // What Rust and C++ say where there is no memory.
        if words.contains("memory allocation of") || words.contains("bad_alloc") {
            return Ended::Memory;
        }
        let how = status.map_or_else(|| "it closed its output".to_owned(), |it| it.to_string());
        let remark = remark.map(str::to_owned);
        let words = Some(words).filter(|words| !words.is_empty());
        let parts = [Some(how), remark, words].into_iter().flatten();
        Ended::Crashed(parts.collect::<Vec<_>>().join(", "))
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // Without input a worker ends by itself; killing is for those that do not, and for what they
        // started.
        drop(self.input.take());
        let Some(mut child) = self.child.take() else {
            return;
        };
        let _ = child.start_kill();
        // To give back gigabytes takes the system a while, which nobody has to wait for.
        thread::spawn(move || drop(child.wait()));
    }
}

/// What is looked at while a worker works.
pub(crate) struct Watch<'a> {
    supervisor: &'a Supervisor,
    /// When was looked last.
    last: Instant,
    deadline: Option<Instant>,
    memory: Option<u64>,
    canceller: &'a Canceller,
}

impl<'a> Watch<'a> {
    /// Looks from now on.
    pub(crate) fn new(
        supervisor: &'a Supervisor,
        limits: Limits,
        canceller: &'a Canceller,
    ) -> Self {
        let now = Instant::now();
        Watch {
            supervisor,
            last: now,
            deadline: limits.time.and_then(|time| now.checked_add(time)),
            memory: limits.memory,
            canceller,
        }
    }

    /// For how long nothing need be looked at.
    fn glance(&self) -> Duration {
        let left = self
            .deadline
            .map(|it| it.saturating_duration_since(Instant::now()));
        left.map_or(GLANCE, |left| left.min(GLANCE))
    }

    fn look(&mut self, process: u32) -> Result<(), Ended> {
        self.last = Instant::now();
        if self.canceller.is_cancelled() {
            return Err(Ended::Cancelled);
        }
        if self
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
        {
            return Err(Ended::Time);
        }
        match self
            .memory
            .is_some_and(|limit| self.is_over(limit, process))
        {
            true => Err(Ended::Memory),
            false => Ok(()),
        }
    }

    /// Whether a worker is over a limit, with its share of what others use. Those who have nothing to do
    /// make room for it.
    fn is_over(&self, limit: u64, process: u32) -> bool {
        let Some(used) = memory::resident(process) else {
            return false;
        };
        let used = used + self.supervisor.own_share();
        if used > limit {
            return true;
        }
        if used + self.supervisor.idle_share() > limit {
            self.supervisor.end_idle();
        }
        false
    }
}

fn read(line: &[u8]) -> Result<Line, Ended> {
    serde_json::from_slice(line).map_err(|error| Ended::Misspoke(error.to_string()))
}
