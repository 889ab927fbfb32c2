//! How long the systems in `benchmarks/horn` take, against Spacer alone in the same run. Prints the
//! table of docs/benchmarks.md: `cargo bench -p horn`; words after `--` pick systems by their names,
//! and `--trace` shows what the engines do.
//!
//! Both sides end with an answer that the checker has accepted. Quick systems are solved several
//! times by both in turn, and the best time of each counts: what else the machine does is no part
//! of the comparison.

#[path = "../tests/common/mod.rs"]
mod common;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use budget::Budget;
use common::chain;
use evidence::Reason;
use horn::{Answer, Engines, Options, System};

/// The time of each system for either side.
const LIMIT: Duration = Duration::from_secs(10);

fn say(text: &str) {
    writeln!(std::io::stdout(), "{text}").expect("standard output is open");
}

fn word(answer: &Result<Answer, Reason>) -> &'static str {
    match answer {
        Ok(Answer::Sat(_)) => "sat",
        Ok(Answer::Unsat(_)) => "unsat",
        Err(_) => "unknown",
    }
}

fn timed(system: &System, engines: Engines) -> (Duration, Result<Answer, Reason>) {
    let options = Options {
        engines,
        ..Options::default()
    };
    // What was asked before must not make a difference.
    smt::Context::current().forget_terms();
    let start = Instant::now();
    let mut budget = Budget::unlimited().within(LIMIT);
    if engines == Engines::All && std::env::args().any(|word| word == "--trace") {
        budget = budget.with_listener(Arc::new(move |text| {
            say(&format!(
                "{:8.1} ms  {text}",
                start.elapsed().as_secs_f64() * 1e3
            ));
        }));
    }
    let answer = horn::solve(system, &options, &budget);
    (start.elapsed(), answer)
}

/// How often quick systems are solved, and what is quick.
const TIMES: usize = 5;
const QUICK: Duration = Duration::from_millis(500);

/// The best times of Spacer alone and of all engines, in turn.
fn compared(system: &System) -> [(Duration, Result<Answer, Reason>); 2] {
    let sides = [Engines::Spacer, Engines::All];
    let mut best = sides.map(|engines| timed(system, engines));
    for _ in 1..TIMES {
        for (best, engines) in best.iter_mut().zip(sides) {
            if best.0 < QUICK {
                let (time, answer) = timed(system, engines);
                assert_eq!(
                    word(&answer),
                    word(&best.1),
                    "the answer is always the same"
                );
                best.0 = best.0.min(time);
            }
        }
    }
    best
}

/// How the time grows with the length of a chain without recursion, safe and not.
fn chains() {
    say("\n| steps | safe | time | unsafe | time |");
    say("|---|---|---|---|---|");
    for steps in [40, 150, 500] {
        let best = |system: System| {
            let runs = (0..TIMES).map(|_| timed(&system, Engines::All));
            runs.min_by_key(|(time, _)| *time)
                .expect("there are several runs")
        };
        let (safe, answer) = best(chain(steps, steps + 1));
        let (bad, derivation) = best(chain(steps, steps));
        say(&format!(
            "| {steps} | {} | {:.1} ms | {} | {:.1} ms |",
            word(&answer),
            safe.as_secs_f64() * 1e3,
            word(&derivation),
            bad.as_secs_f64() * 1e3,
        ));
    }
}

fn main() {
    let picked: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks/horn");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the systems are part of the project")
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|end| end == "smt2"))
        .collect();
    files.sort();
    say("| system | status | ours | time | Spacer alone | time | ratio |");
    say("|---|---|---|---|---|---|---|");
    let (mut solved, mut wrong, mut slow, mut only) = (0, 0, 0, 0);
    let mut count = 0;
    for file in &files {
        let name = file
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if !picked.is_empty() && !picked.iter().any(|part| name.contains(part.as_str())) {
            continue;
        }
        let text = std::fs::read_to_string(file).expect("the file can be read");
        let read = horn::read(&text).unwrap_or_else(|error| panic!("{name}:{error}"));
        let status = read.status.unwrap_or_default();
        let [(theirs, their_answer), (ours, answer)] = compared(&read.system);
        let ratio = ours.as_secs_f64() / theirs.as_secs_f64();
        count += 1;
        solved += usize::from(answer.is_ok());
        wrong += usize::from(answer.is_ok() && word(&answer) != status);
        only += usize::from(answer.is_ok() && their_answer.is_err());
        let allowed = theirs.mul_f64(1.5) + Duration::from_millis(20);
        slow += usize::from(ours > allowed);
        let mark = if ours > allowed { " (slow)" } else { "" };
        say(&format!(
            "| {name} | {status} | {} | {:.1} ms | {} | {:.1} ms | {ratio:.2}{mark} |",
            word(&answer),
            ours.as_secs_f64() * 1e3,
            word(&their_answer),
            theirs.as_secs_f64() * 1e3,
        ));
    }
    say(&format!(
        "\n{solved} of {count} solved, {wrong} wrong; {slow} slower than 1.5 times Spacer plus 20 ms; \
         {only} that Spacer alone does not solve in {} s.",
        LIMIT.as_secs()
    ));
    if picked.is_empty() || picked.iter().any(|word| word == "chains") {
        chains();
    }
}
