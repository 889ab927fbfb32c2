//! Claims between programs with `par`: proved thread by thread, refuted with one thread, or both with
//! all threads at once.
//!
//! A product of threads is large. A target whose threads simulate those of the source one by one, and
//! a source of which one thread alone does what the target cannot, are frequent, and their games are
//! small.

use std::collections::BTreeSet;

use budget::Budget;
use evidence::unwinding::Copies;
use evidence::{Evidence, Reason, Verdict};
use program::{Cfg, Task, Thread};

use crate::Options;

/// How much work each of the games may do at first.
const FIRST_SLICE: u64 = 2_000_000;
/// How much more it is each time.
const GROWTH: u64 = 4;

/// Decides a claim between programs without `parfor`, one of which has a `par`.
pub(crate) fn decide(task: &Task, options: &Options, budget: &Budget) -> Verdict {
    let mut apart = Some(task)
        .filter(|task| task.programs.iter().all(|program| program.body.has_par()))
        .and_then(|task| task.with_one_thread().ok());
    let mut threads = threads_of(task);
    let mut slice = FIRST_SLICE;
    loop {
        let limited = || budget.clone().with_work(slice);
        if let Some(task) = &apart {
            budget.report(|| "following an arbitrary thread".to_owned());
            match crate::search(task, options, &limited()) {
                Verdict::Proved(Evidence::Unwinding(mut unwinding)) => {
                    unwinding.copies = Copies::Thread;
                    return Verdict::Proved(Evidence::Unwinding(unwinding));
                }
                Verdict::Unknown(Reason::Timeout) => {}
                // Thread by thread, the claim is lost, or cannot be said.
                _ => apart = None,
            }
        }
        for thread in threads.clone() {
            budget.report(|| "following one thread".to_owned());
            match crate::search_with(task, options, Some(thread), &limited()) {
                Verdict::Unknown(Reason::Timeout) => {}
                refuted @ Verdict::Refuted(_) => return refuted,
                _ => drop(threads.remove(&thread)),
            }
        }
        budget.report(|| "following all threads".to_owned());
        let verdict = crate::search(task, options, &limited());
        if !matches!(verdict, Verdict::Unknown(Reason::Timeout)) || budget.check().is_err() {
            return verdict;
        }
        slice = slice.saturating_mul(GROWTH);
    }
}

/// The threads of the source.
fn threads_of(task: &Task) -> BTreeSet<Thread> {
    let source = task.programs.first();
    let cfg = source.and_then(|program| Cfg::of(&program.body).ok());
    let edges = cfg.iter().flat_map(|cfg| cfg.edges());
    let threads = edges.map(|edge| edge.thread);
    threads.filter(|thread| *thread != Thread::MAIN).collect()
}
