//! Stops calls that run out of their budget.
//!
//! One thread looks every few milliseconds at the calls that are under way, and interrupts those
//! whose deadline has passed, that were cancelled, or that use more memory than allowed. While
//! nothing is under way it sleeps. A call costs two uncontended locks; Z3's own timeout parameter
//! would cost a timer per call, and neither cancellation nor memory fit into it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use budget::{Budget, Exhausted};
use z3_sys::*;

use super::Z3;
use super::work::Metered;
use crate::Reason;

const TICK: Duration = Duration::from_millis(5);

/// After so many ticks without a call the watchdog goes to sleep.
const IDLE_TICKS: u32 = 200;

/// Where the call of one context that is under way is entered.
#[derive(Default)]
pub(crate) struct Slot(Mutex<Option<Call>>);

struct Call {
    target: Target,
    budget: Budget,
    stopped: Option<Exhausted>,
}

/// What to interrupt.
///
/// An interrupt of a solver is forgotten once the solver's check has ended; if it comes before the
/// check has begun, the next tick repeats it. An interrupt of the whole context is never forgotten.
#[derive(Clone, Copy)]
pub(super) enum Target {
    Context(Z3_context),
    Solver(Z3_context, Z3_solver),
}

// SAFETY: the watchdog uses the pointers only to interrupt, which Z3 allows from any thread, and
// only while the call is entered, during which the owner keeps them alive.
unsafe impl Send for Target {}

impl Target {
    /// # Safety
    /// The context and the solver exist.
    unsafe fn interrupt(self) {
        // SAFETY: the caller's promise.
        unsafe {
            match self {
                Target::Context(context) => Z3_interrupt(context),
                Target::Solver(context, solver) => Z3_solver_interrupt(context, solver),
            }
        }
    }
}

static SLOTS: Mutex<Vec<Weak<Slot>>> = Mutex::new(Vec::new());
static WAKE: Condvar = Condvar::new();
static ASLEEP: AtomicBool = AtomicBool::new(false);

/// The data behind these locks is right between any two statements, so a panic elsewhere does not
/// spoil it.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Slot {
    pub(super) fn registered() -> Arc<Slot> {
        let slot = Arc::new(Slot::default());
        let mut slots = lock(&SLOTS);
        if slots.capacity() == 0 {
            std::thread::Builder::new()
                .name("smt watchdog".to_owned())
                .spawn(watch)
                .expect("the system gives one more thread");
        }
        slots.push(Arc::downgrade(&slot));
        slot
    }

    /// Interrupts the call if it must end; says whether there is one.
    fn inspect(&self) -> bool {
        let mut call = lock(&self.0);
        let Some(call) = call.as_mut() else {
            return false;
        };
        if call.stopped.is_none() {
            call.stopped = call.budget.check().err();
        }
        if call.stopped.is_some() {
            // SAFETY: the owner of the context cannot leave the call while the slot is locked.
            unsafe { call.target.interrupt() };
        }
        true
    }
}

/// Interrupts all calls that must end; says whether there are any calls.
fn inspect_all(slots: &[Weak<Slot>]) -> bool {
    let mut any = false;
    for slot in slots.iter().filter_map(Weak::upgrade) {
        any |= slot.inspect();
    }
    any
}

fn watch() {
    let mut idle = 0;
    let mut slots = lock(&SLOTS);
    loop {
        slots.retain(|slot| slot.strong_count() > 0);
        idle = if inspect_all(&slots) { 0 } else { idle + 1 };
        if idle > IDLE_TICKS {
            // A call is entered before `ASLEEP` is read. So either it is seen here, or the caller
            // sees that a signal is needed, and gives it once the lock is free.
            ASLEEP.store(true, Ordering::SeqCst);
            if !inspect_all(&slots) {
                slots = WAKE.wait(slots).unwrap_or_else(PoisonError::into_inner);
            }
            ASLEEP.store(false, Ordering::SeqCst);
            idle = 0;
        } else {
            drop(slots);
            std::thread::sleep(TICK);
            slots = lock(&SLOTS);
        }
    }
}

impl Z3 {
    /// Runs a call of Z3 within a budget. Also returns why the call was stopped, if it was.
    ///
    /// # Errors
    /// Where the budget is used up before the call, and where the whole context was interrupted,
    /// even if the call had just finished: what it returned may be made of lost parts.
    pub(super) fn watched<T>(
        &self,
        target: Target,
        budget: &Budget,
        call: impl FnOnce() -> T,
    ) -> Result<(T, Option<Reason>), Reason> {
        // Memory is left to the watchdog, because measuring it costs as much as a small query.
        if budget.canceller().is_cancelled() {
            return Err(Reason::Cancelled);
        }
        if budget.deadline().is_some_and(|end| Instant::now() >= end) {
            return Err(Reason::Timeout);
        }
        if budget.work_left() == Some(0) {
            return Err(Reason::Timeout);
        }
        let metered = Metered::begin(self, budget)?;
        *lock(&self.slot.0) = Some(Call {
            target,
            budget: budget.clone(),
            stopped: None,
        });
        let entered = Entered(&self.slot);
        if ASLEEP.load(Ordering::SeqCst) {
            let _slots = lock(&SLOTS);
            WAKE.notify_one();
        }
        let result = call();
        let stopped = entered.leave().map(Reason::from);
        let is_over = match metered {
            None => false,
            Some(metered) => {
                // To look at the work is a call too, and would hide what went wrong.
                let failed = self.check();
                let is_over = metered.end();
                if let (Err(error), false, None) = (failed, is_over, &stopped) {
                    return Err(error.into());
                }
                is_over
            }
        };
        match (target, stopped) {
            (Target::Context(_), Some(reason)) => {
                self.spoiled.set(true);
                Err(reason)
            }
            // The limit on work spoils nothing, but the result may be half of one.
            (Target::Context(_), None) if is_over => Err(Reason::Timeout),
            (_, None) if is_over => Ok((result, Some(Reason::Timeout))),
            (_, stopped) => Ok((result, stopped)),
        }
    }
}

/// A call that is entered; it is taken out even if the call panics.
struct Entered<'a>(&'a Slot);

impl Entered<'_> {
    fn leave(self) -> Option<Exhausted> {
        lock(&self.0.0).take().and_then(|call| call.stopped)
    }
}

impl Drop for Entered<'_> {
    fn drop(&mut self) {
        *lock(&self.0.0) = None;
    }
}
