//! What belongs together by the standard, what Tandem says of it, and what a real MPI does with it.
//!
//! `TANDEM_JUDGE_CASES=100000 cargo test -p mpi-judge --test pairs -- --nocapture` tries all pairs of
//! calls.

#![allow(clippy::print_stderr, reason = "tests say what they have counted")]

use std::time::Duration;

use mpi_judge::native::Mpi;
use mpi_judge::native::launch::{Launch, Player};
use mpi_judge::pairs::{Pair, groups, messages};
use mpi_judge::verdict::{Verdict, ask};
use random_programs::Rng;
use random_programs::report::{Counts, setting};

/// How many pairs are tried with all other tests.
const CASES: u64 = 120;
/// How many programs run under one start of MPI.
const TOGETHER: usize = 150;

/// The first of all pairs in an order that has nothing to do with how they were made. One half of them are
/// allowed, as long as there are such.
fn chosen(pairs: Vec<Pair>, rng: &mut Rng, count: usize) -> Vec<Pair> {
    let shuffled = |mut pairs: Vec<Pair>, rng: &mut Rng| {
        for last in (1..pairs.len()).rev() {
            let other = rng.below(last as u32 + 1) as usize;
            pairs.swap(last, other);
        }
        pairs
    };
    let (allowed, others): (Vec<Pair>, Vec<Pair>) = pairs.into_iter().partition(|it| it.is_allowed);
    let (mut allowed, others) = (shuffled(allowed, rng), shuffled(others, rng));
    allowed.truncate((count / 2).max(count.saturating_sub(others.len())));
    let left = count - allowed.len().min(count);
    allowed.extend(others.into_iter().take(left));
    allowed
}

fn check(name: &str, pairs: Vec<Pair>) {
    let count = usize::try_from(setting("TANDEM_JUDGE_CASES", CASES)).unwrap_or(usize::MAX);
    let pairs = chosen(pairs, &mut Rng(setting("TANDEM_JUDGE_SEED", 0)), count);
    let mpi = Mpi::find();
    if mpi.is_none() {
        eprintln!("{name}: without runs, since MPICH is not installed");
    }
    let mut counts = Counts::default();
    let mut complaints = Vec::new();
    for some in pairs.chunks(TOGETHER) {
        let mut proved = Vec::new();
        for pair in some {
            let text = pair.text();
            let verdict = ask(&text, 2, Duration::from_secs(2));
            let rule = if pair.is_allowed {
                "allowed"
            } else {
                "not allowed"
            };
            counts.add(format!("{rule}: {}", verdict.word()));
            match &verdict {
                Verdict::Unsupported(why) => counts.add(format!("unsupported: {why}")),
                Verdict::Unknown(why) => counts.add(format!("unknown: {why}")),
                _ => {}
            }
            let is_wrong = match verdict {
                Verdict::Refuted(_) => pair.is_allowed,
                ref other if other.is_proof() => {
                    proved.push(text.clone());
                    !pair.is_allowed
                }
                ref other => other.is_defect(),
            };
            if is_wrong {
                complaints.push(format!("{rule}, and {verdict:?}\n{text}"));
            }
        }
        let Some(mpi) = &mpi else {
            continue;
        };
        let players: Vec<Player<'_>> = proved
            .iter()
            .map(|text| Player { text, names: &[] })
            .collect();
        let launch = Launch::new(mpi, 2, &players);
        let seen = launch.and_then(|launch| launch.run(0, 2));
        let seen = seen.unwrap_or_else(|why| panic!("{name}: no runs: {why}"));
        for (text, seen) in proved.iter().zip(seen) {
            counts.add("programs that ran");
            if let Some(why) = seen.failure {
                complaints.push(format!("proved, and fails: {why}\n{text}"));
            }
        }
    }
    eprintln!("{name}\n{counts}");
    let shown = usize::try_from(setting("TANDEM_JUDGE_SHOW", 3)).unwrap_or(3);
    for complaint in complaints.iter().take(shown) {
        eprintln!("{complaint}");
    }
    assert!(complaints.is_empty(), "{name}: {} wrong", complaints.len());
}

#[test]
fn collective_operations() {
    check("pairs of collective operations", groups());
}

#[test]
fn sends_and_receives() {
    check("pairs of a send and a receive", messages());
}
