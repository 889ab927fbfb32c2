//! Programs that communicate do under a real MPI what Tandem says of them.
//!
//! `TANDEM_JUDGE_CASES=5000 TANDEM_JUDGE_RUNS=50 TANDEM_JUDGE_SEED=7 cargo test -p mpi-judge --test communication -- --nocapture`
//! judges many more programs and prints what was counted.

#![allow(clippy::print_stderr, reason = "tests say what they have counted")]

use std::time::Duration;

use mpi_judge::agree::{Disagreement, Thoroughness, judge, reduce};
use mpi_judge::communication::{Case, End, Style};
use mpi_judge::native::Mpi;
use random_programs::report::{Counts, setting};

/// How many programs are judged with all other tests.
const CASES: u64 = 40;
/// How many programs run under one start of MPI.
const TOGETHER: u64 = 40;
/// How often each of them runs.
const RUNS: u64 = 5;

fn check(name: &str, style: Style) {
    let Some(mpi) = Mpi::find() else {
        eprintln!("{name}: skipped, since MPICH is not installed");
        return;
    };
    let cases = setting("TANDEM_JUDGE_CASES", CASES);
    let first = setting("TANDEM_JUDGE_SEED", 0) << 32;
    let how = Thoroughness {
        runs: usize::try_from(setting("TANDEM_JUDGE_RUNS", RUNS)).unwrap_or(1),
        outcomes: 3,
        time: Duration::from_millis(setting("TANDEM_JUDGE_MILLISECONDS", 500)),
        seed: first,
    };
    let mut counts = Counts::default();
    let mut complaints: Vec<(u64, Case, Disagreement)> = Vec::new();
    let mut seed = first;
    while seed < first + cases {
        let last = (seed + TOGETHER).min(first + cases);
        let together: Vec<Case> = (seed..last).map(|seed| Case::random(seed, style)).collect();
        match judge(&mpi, &together, &how, &mut counts) {
            Ok(found) => complaints.extend(found.into_iter().map(|(position, what)| {
                (seed + position as u64, together[position].clone(), what)
            })),
            Err(why) => panic!("{name}: no runs for the seeds from {seed} on: {why}"),
        }
        seed = last;
    }
    eprintln!("{name}\n{counts}");
    let shown = usize::try_from(setting("TANDEM_JUDGE_SHOW", 3)).unwrap_or(3);
    for (seed, case, wrong) in complaints.iter().take(shown) {
        let small = match setting("TANDEM_JUDGE_REDUCE", 1) {
            0 => case.clone(),
            _ => reduce(&mpi, case, wrong, &how),
        };
        eprintln!("seed {seed}, {} processes: {wrong:?}", case.processes);
        eprintln!("{}", small.text(End::Plain));
    }
    assert!(
        complaints.is_empty(),
        "{name}: {} disagreements",
        complaints.len()
    );
}

#[test]
fn right_programs() {
    check("right programs", Style::Right);
}

#[test]
fn wild_programs() {
    check("wild programs", Style::Wild);
}
