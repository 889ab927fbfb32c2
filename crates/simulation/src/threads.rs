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
use program::Thread;
use question::Simulated;

use crate::Options;
use crate::search::{self, Graphs};

/// How much work each of the games may do at first.
const FIRST_SLICE: u64 = 2_000_000;
/// How much more it is each time.
const GROWTH: u64 = 4;

/// Decides a claim between programs without `parfor`, one of which has a `par`.
pub(crate) fn decide(question: &Simulated, options: &Options, budget: &Budget) -> Verdict {
    let mut apart = Some(question)
        .filter(|question| {
            question
                .setting
                .programs
                .iter()
                .all(|program| program.body.has_par())
        })
        .and_then(|question| question.with_one_thread().ok());
    let mut product = None;
    let mut slice = FIRST_SLICE;
    loop {
        let limited = budget.clone().with_work(slice);
        if let Some(question) = &apart {
            budget.report(|| "following an arbitrary thread".to_owned());
            match search::decide(question, options, &limited.of_a_part()) {
                Verdict::Proved(Evidence::Unwinding(mut unwinding)) => {
                    unwinding.copies = Copies::Thread;
                    return Verdict::Proved(Evidence::Unwinding(unwinding));
                }
                Verdict::Unknown(Reason::Timeout) => {}
                // Thread by thread, the claim is lost, or cannot be said.
                _ => apart = None,
            }
        }
        let verdict = product
            .get_or_insert_with(|| Product::of(question, budget))
            .as_mut()
            .map_or_else(
                |reason| Verdict::Unknown(reason.clone()),
                |product| product.decide(question, options, slice, budget),
            );
        let is_open = match &verdict {
            Verdict::Unknown(Reason::Timeout) => true,
            // The product is too large, but a game with one thread is not.
            Verdict::Unknown(Reason::Incomplete(_)) => apart.is_some(),
            _ => false,
        };
        if !is_open || budget.check().is_err() {
            return verdict;
        }
        slice = slice.saturating_mul(GROWTH);
    }
}

/// The game with all threads.
struct Product {
    graphs: Graphs,
    /// The threads of the source with which alone Falsifier may yet win.
    threads: BTreeSet<Thread>,
}

impl Product {
    fn of(question: &Simulated, budget: &Budget) -> Result<Product, Reason> {
        let graphs = search::graphs(question, budget)?;
        let moving = graphs[0].edges().iter().map(|edge| edge.thread);
        let threads = moving.filter(|thread| *thread != Thread::MAIN).collect();
        Ok(Product { graphs, threads })
    }

    /// Decides the claim with so much work for each thread of the source, and for all of them.
    fn decide(
        &mut self,
        question: &Simulated,
        options: &Options,
        slice: u64,
        budget: &Budget,
    ) -> Verdict {
        let search = |thread| {
            let limited = budget.clone().with_work(slice);
            search::decide_in(question, self.graphs.clone(), thread, options, &limited)
                .unwrap_or_else(Verdict::Unknown)
        };
        let mut lost = Vec::new();
        for thread in &self.threads {
            budget.report(|| "following one thread".to_owned());
            match search(Some(*thread)) {
                Verdict::Unknown(Reason::Timeout) if budget.check().is_ok() => {}
                Verdict::Unknown(Reason::Timeout) => return Verdict::Unknown(Reason::Timeout),
                refuted @ Verdict::Refuted(_) => return refuted,
                _ => lost.push(*thread),
            }
        }
        budget.report(|| "following all threads".to_owned());
        let verdict = search(None);
        self.threads.retain(|thread| !lost.contains(thread));
        verdict
    }
}
