//! How long the systems in `benchmarks` take, against Spacer alone in the same run. Prints the
//! tables of docs/benchmarks.md: `cargo bench -p horn`; words after `--` pick systems by their names,
//! and `--trace` shows what the engines do.
//!
//! Both sides end with an answer that the checker has accepted. Systems are solved several times by
//! both in turn, and the best time of each counts. The ratio is that of the processor's time on the
//! thread that asks, on which Spacer runs on both sides: it is what the clock would show if the
//! machine did nothing else. The time of all threads also has that of engines beside Spacer.

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
use rustix::time::ClockId;

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

/// What a side needed: by the clock, and of the processor, on the thread that asks and on all.
#[derive(Clone, Copy)]
struct Cost {
    clock: Duration,
    thread: Duration,
    all: Duration,
}

impl Cost {
    /// The better of each.
    fn min(self, other: Cost) -> Cost {
        Cost {
            clock: self.clock.min(other.clock),
            thread: self.thread.min(other.thread),
            all: self.all.min(other.all),
        }
    }
}

/// Whether a time is beyond 1.5 times another and 20 ms.
fn is_beyond(ours: Duration, theirs: Duration) -> bool {
    ours > theirs.mul_f64(1.5) + Duration::from_millis(20)
}

/// The time of the processor that this thread or all threads have used.
fn used(clock: ClockId) -> Duration {
    let now = rustix::time::clock_gettime(clock);
    Duration::try_from(now).expect("nobody has used less than no time")
}

fn timed(system: &System, engines: Engines) -> (Cost, Result<Answer, Reason>) {
    let options = Options {
        engines,
        ..Options::default()
    };
    // What was asked before must not make a difference.
    smt::Context::current().forget_terms();
    let start = Instant::now();
    let [thread, all] = [ClockId::ThreadCPUTime, ClockId::ProcessCPUTime].map(used);
    let mut budget = Budget::unlimited().within(LIMIT);
    if engines == Engines::All && std::env::args().any(|word| word == "--trace") {
        budget = budget.with_listener(Arc::new(move |news| {
            say(&format!(
                "{:8.1} ms  {news:?}",
                start.elapsed().as_secs_f64() * 1e3
            ));
        }));
    }
    let answer = horn::solve(system, &options, &budget);
    let cost = Cost {
        clock: start.elapsed(),
        thread: used(ClockId::ThreadCPUTime) - thread,
        all: used(ClockId::ProcessCPUTime) - all,
    };
    (cost, answer)
}

/// How often a system is solved by either side, as long as both together take no longer than this.
const TIMES: usize = 7;
const LONG: Duration = Duration::from_secs(6);

/// The best costs of Spacer alone and of all engines, in turn and equally often.
fn compared(system: &System) -> [(Cost, Result<Answer, Reason>); 2] {
    let sides = [Engines::Spacer, Engines::All];
    let start = Instant::now();
    let mut best = sides.map(|engines| timed(system, engines));
    for _ in 1..TIMES {
        if start.elapsed() > LONG {
            break;
        }
        for (best, engines) in best.iter_mut().zip(sides) {
            let (cost, answer) = timed(system, engines);
            assert_eq!(
                word(&answer),
                word(&best.1),
                "the answer is always the same"
            );
            best.0 = best.0.min(cost);
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
            runs.min_by_key(|(cost, _)| cost.clock)
                .expect("there are several runs")
        };
        let (safe, answer) = best(chain(steps, steps + 1));
        let (bad, derivation) = best(chain(steps, steps));
        say(&format!(
            "| {steps} | {} | {:.1} ms | {} | {:.1} ms |",
            word(&answer),
            milliseconds(safe.clock),
            word(&derivation),
            milliseconds(bad.clock),
        ));
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Compares both sides on all systems of a folder, or on those that are picked.
fn table(folder: &str, picked: &[String]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../benchmarks")
        .join(folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(path)
        .expect("the systems are part of the project")
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|end| end == "smt2"))
        .collect();
    files.sort();
    say(&format!("\nbenchmarks/{folder}:\n"));
    say(
        "| system | status | ours | clock | thread | all threads | Spacer alone | clock | thread | ratio |",
    );
    say("|---|---|---|---|---|---|---|---|---|---|");
    let (mut solved, mut wrong, mut only) = (0, 0, 0);
    let mut beyond = [0; 3];
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
        let ratio = ours.thread.as_secs_f64() / theirs.thread.as_secs_f64();
        count += 1;
        solved += usize::from(answer.is_ok());
        wrong += usize::from(answer.is_ok() && word(&answer) != status);
        only += usize::from(answer.is_ok() && their_answer.is_err());
        let is_slow = is_beyond(ours.thread, theirs.thread);
        let measures = [
            is_slow,
            is_beyond(ours.all, theirs.all),
            is_beyond(ours.clock, theirs.clock),
        ];
        for (count, is_beyond) in beyond.iter_mut().zip(measures) {
            *count += usize::from(is_beyond);
        }
        let mark = if is_slow { " (slow)" } else { "" };
        say(&format!(
            "| {name} | {status} | {} | {:.1} ms | {:.1} ms | {:.1} ms | {} | {:.1} ms | {:.1} ms | {ratio:.2}{mark} |",
            word(&answer),
            milliseconds(ours.clock),
            milliseconds(ours.thread),
            milliseconds(ours.all),
            word(&their_answer),
            milliseconds(theirs.clock),
            milliseconds(theirs.thread),
        ));
    }
    let [by_thread, by_all, by_clock] = beyond;
    say(&format!(
        "\n{solved} of {count} solved, {wrong} wrong; {only} that Spacer alone does not solve in {} s; \
         beyond 1.5 times Spacer plus 20 ms: {by_thread} by the time of the thread, {by_all} by that \
         of all threads, {by_clock} by the clock.",
        LIMIT.as_secs()
    ));
}

fn main() {
    let picked: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect();
    table("horn", &picked);
    table("horn-held-out", &picked);
    if picked.is_empty() || picked.iter().any(|word| word == "chains") {
        chains();
    }
}
