//! Limits on time and memory, cancellation, and progress of long work.
//!
//! Every engine is given a [`Budget`], asks it often whether to go on ([`Budget::check`]), and
//! tells it now and then how far it has come ([`Budget::report`]). Running out is a value, never a
//! panic: the engine answers `unknown` with the reason.
//!
//! # What this crate does not know
//! Who shows the progress, who cancels, and what the work is.

#![forbid(unsafe_code)]

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Why work has to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Exhausted {
    /// The time is over.
    #[error("timeout")]
    Timeout,
    /// Too much memory is in use.
    #[error("memory")]
    Memory,
    /// Somebody asked for it.
    #[error("interrupted")]
    Cancelled,
}

/// Stops work from another thread, or from a signal handler.
#[derive(Clone, Default, Debug)]
pub struct Canceller(Arc<Flag>);

#[derive(Default, Debug)]
struct Flag {
    is_set: AtomicBool,
    parent: Option<Canceller>,
}

impl Canceller {
    /// A canceller that has not been used.
    #[must_use]
    pub fn new() -> Self {
        Canceller::default()
    }

    /// A canceller for a part of the work, which also stops when all of it does.
    #[must_use]
    pub fn child(&self) -> Self {
        Canceller(Arc::new(Flag {
            is_set: AtomicBool::new(false),
            parent: Some(self.clone()),
        }))
    }

    /// Asks everybody with a budget made from this canceller to stop.
    pub fn cancel(&self) {
        self.0.is_set.store(true, Ordering::Relaxed);
    }

    /// Whether stopping was asked for.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.is_set.load(Ordering::Relaxed)
            || self.0.parent.as_ref().is_some_and(Canceller::is_cancelled)
    }
}

/// What an engine tells of its work.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum News {
    /// How far it has come.
    Reached(String),
    /// What is certain already, whatever comes of the rest. It takes the place of what was said before.
    Covered(String),
    /// What it could not show, so that there is no answer yet.
    Open {
        /// What it is.
        what: String,
        /// The place in the programs that it is about: a number that only the front end understands.
        place: Option<u32>,
    },
}

/// A listener for progress.
pub type Listener = Arc<dyn Fn(News) + Send + Sync>;

/// What a piece of work may use.
#[derive(Clone, Default)]
pub struct Budget {
    deadline: Option<Instant>,
    memory: Option<u64>,
    work: Option<Arc<Work>>,
    canceller: Canceller,
    listener: Option<Listener>,
}

/// An amount of work, within another one where slices are cut into slices.
#[derive(Debug)]
struct Work {
    left: AtomicU64,
    outer: Option<Arc<Work>>,
}

impl Budget {
    /// A budget without limits.
    #[must_use]
    pub fn unlimited() -> Self {
        Budget::default()
    }

    /// The budget with an end of time, counted from now, where that is earlier than the one it
    /// has.
    #[must_use]
    pub fn within(mut self, time: Duration) -> Self {
        // A time that the clock cannot represent is no limit.
        let deadline = Instant::now().checked_add(time);
        self.deadline = match (self.deadline, deadline) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        self
    }

    /// The budget with a limit on the memory of the whole process, in bytes.
    #[must_use]
    pub fn with_memory(mut self, bytes: u64) -> Self {
        self.memory = Some(bytes);
        self
    }

    /// The budget with a limit on the work that is done, within the one that it has. Work is counted
    /// by whoever does it ([`Budget::spend`]), in units that do not depend on the machine: other
    /// than a slice of time, a slice of work ends at the same point on every run. Where it is used
    /// up, the time is over.
    #[must_use]
    pub fn with_work(mut self, units: u64) -> Self {
        self.work = Some(Arc::new(Work {
            left: AtomicU64::new(units),
            outer: self.work.take(),
        }));
        self
    }

    /// The work that may still be done; `None` without a limit.
    #[must_use]
    pub fn work_left(&self) -> Option<u64> {
        self.limits().map(|w| w.left.load(Ordering::Relaxed)).min()
    }

    /// Counts work that was done.
    pub fn spend(&self, units: u64) {
        for work in self.limits() {
            let less = |left: u64| Some(left.saturating_sub(units));
            let _ = work
                .left
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
        }
    }

    /// The limits on work, from the innermost outwards.
    fn limits(&self) -> impl Iterator<Item = &Work> {
        std::iter::successors(self.work.as_deref(), |work| work.outer.as_deref())
    }

    /// The budget that this canceller ends.
    #[must_use]
    pub fn with_canceller(mut self, canceller: Canceller) -> Self {
        self.canceller = canceller;
        self
    }

    /// The budget whose progress this listener hears.
    #[must_use]
    pub fn with_listener(mut self, listener: Listener) -> Self {
        self.listener = Some(listener);
        self
    }

    /// The budget for a question that is only a part of what is asked, or another one than that: what is
    /// certain of it is not told.
    #[must_use]
    pub fn of_a_part(mut self) -> Self {
        if let Some(listener) = self.listener.take() {
            self.listener = Some(Arc::new(move |news| match news {
                News::Covered(_) => {}
                news => listener(news),
            }));
        }
        self
    }

    /// When the time is over.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// The time that is left; `None` without a limit.
    #[must_use]
    pub fn remaining(&self) -> Option<Duration> {
        self.deadline
            .map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// The limit on memory in bytes.
    #[must_use]
    pub fn memory(&self) -> Option<u64> {
        self.memory
    }

    /// The canceller that ends this budget.
    #[must_use]
    pub fn canceller(&self) -> &Canceller {
        &self.canceller
    }

    /// Whether to go on. Costs about as much as reading the clock and, where memory is limited, a
    /// small file: in a fast loop, use a [`Meter`].
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn check(&self) -> Result<(), Exhausted> {
        self.check_time()?;
        if let Some(limit) = self.memory
            && resident_memory().is_some_and(|used| used > limit)
        {
            return Err(Exhausted::Memory);
        }
        Ok(())
    }

    fn check_time(&self) -> Result<(), Exhausted> {
        if self.canceller.is_cancelled() {
            return Err(Exhausted::Cancelled);
        }
        if self
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
        {
            return Err(Exhausted::Timeout);
        }
        if self.work_left() == Some(0) {
            return Err(Exhausted::Timeout);
        }
        Ok(())
    }

    /// Tells whoever listens how far the work has come. The text is made only where somebody does.
    pub fn report(&self, text: impl FnOnce() -> String) {
        self.tell(|| News::Reached(text()));
    }

    /// Tells whoever listens what is certain already, as `no difference within 7 moves`.
    pub fn covered(&self, text: impl FnOnce() -> String) {
        self.tell(|| News::Covered(text()));
    }

    /// Tells whoever listens what could not be shown, and to which place in the programs it belongs.
    pub fn left_open(&self, what: impl FnOnce() -> String, place: Option<u32>) {
        self.tell(|| News::Open {
            what: what(),
            place,
        });
    }

    fn tell(&self, news: impl FnOnce() -> News) {
        if let Some(listener) = &self.listener {
            listener(news());
        }
    }

    /// A meter for a fast loop.
    #[must_use]
    pub fn meter(&self) -> Meter<'_> {
        Meter {
            budget: self,
            ticks: 0,
        }
    }
}

impl fmt::Debug for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("remaining", &self.remaining())
            .field("memory", &self.memory)
            .field("work", &self.work_left())
            .field("cancelled", &self.canceller.is_cancelled())
            .finish_non_exhaustive()
    }
}

/// Watches the time at every step, and the memory every so many steps.
#[derive(Debug)]
pub struct Meter<'a> {
    budget: &'a Budget,
    ticks: u32,
}

impl Meter<'_> {
    const INTERVAL: u32 = 1024;

    /// Counts a step, which is a unit of work; returns true when it is time to report progress as well.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn tick(&mut self) -> Result<bool, Exhausted> {
        self.ticks = self.ticks.wrapping_add(1);
        self.budget.spend(1);
        if !self.ticks.is_multiple_of(Self::INTERVAL) {
            self.budget.check_time()?;
            return Ok(false);
        }
        self.budget.check()?;
        Ok(true)
    }
}

/// The bytes of memory that the process occupies; `None` where the system does not tell.
#[must_use]
pub fn resident_memory() -> Option<u64> {
    const PAGE: u64 = 4096;
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * PAGE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_noticed() {
        assert_eq!(Budget::unlimited().check(), Ok(()));
        assert_eq!(
            Budget::unlimited().within(Duration::ZERO).check(),
            Err(Exhausted::Timeout)
        );
        assert_eq!(Budget::unlimited().within(Duration::MAX).check(), Ok(()));
        let canceller = Canceller::new();
        let budget = Budget::unlimited().with_canceller(canceller.clone());
        assert_eq!(budget.check(), Ok(()));
        canceller.cancel();
        assert_eq!(budget.check(), Err(Exhausted::Cancelled));
    }

    #[test]
    fn a_part_is_cancelled_with_the_whole_but_not_the_other_way_round() {
        let whole = Canceller::new();
        let (one, other) = (whole.child(), whole.child());
        one.cancel();
        assert!(one.is_cancelled() && !other.is_cancelled() && !whole.is_cancelled());
        whole.cancel();
        assert!(other.is_cancelled());
    }

    #[test]
    fn the_earlier_deadline_counts() {
        let budget = Budget::unlimited()
            .within(Duration::ZERO)
            .within(Duration::from_secs(60));
        assert_eq!(budget.check(), Err(Exhausted::Timeout));
    }

    #[test]
    fn work_is_counted_in_every_slice() {
        let whole = Budget::unlimited().with_work(10);
        let slice = whole.clone().with_work(4);
        assert_eq!(slice.work_left(), Some(4));
        slice.spend(3);
        assert_eq!((slice.check(), slice.work_left()), (Ok(()), Some(1)));
        slice.spend(3);
        assert_eq!(slice.check(), Err(Exhausted::Timeout));
        assert_eq!((whole.check(), whole.work_left()), (Ok(()), Some(4)));
        let last = whole.clone().with_work(100);
        last.spend(4);
        assert_eq!(last.check(), Err(Exhausted::Timeout));
        assert_eq!(Budget::unlimited().work_left(), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn memory_is_measured() {
        assert_eq!(
            Budget::unlimited().with_memory(1).check(),
            Err(Exhausted::Memory)
        );
        assert_eq!(Budget::unlimited().with_memory(u64::MAX).check(), Ok(()));
    }
}
