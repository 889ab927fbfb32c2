//! Decides the C programs of `benchmarks/collective`, with and without their invariants.
//!
//! `cargo bench -p frontend-c` runs all of them, `cargo bench -p frontend-c -- ring --np 20` those
//! whose name contains `ring`, with twenty processes, and an argument that ends with `.c` is a file
//! of its own. `cargo bench -p frontend-c -- --scaling` shows how the effort grows with the number of
//! processes. A verdict counts only when the checker has accepted its evidence.

#![allow(clippy::print_stdout, reason = "this is a program for the terminal")]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use budget::Budget;
use evidence::{Evidence, Verdict};
use frontend_c::{Input, Invariants, Options, Problem, Reading, compare, read};
use question::{Expectation, Question, Safe};

/// How long a claim may take.
const TIME: Duration = Duration::from_secs(60);

/// The programs that run with any number of processes, and the numbers for `--scaling`. Those that do
/// not communicate run on each process by itself.
const SCALING: [&str; 9] = [
    "race",
    "matrix",
    "count",
    "ring",
    "mean",
    "fib",
    "nested",
    "diffusion",
    "token_ring",
];
const PROCESSES: [usize; 5] = [2, 5, 10, 20, 50];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let after = |flag: &str| {
        let at = arguments.iter().position(|argument| argument == flag)?;
        arguments.get(at + 1)
    };
    let processes = after("--np").and_then(|number| number.parse().ok());
    let number = after("--np").cloned();
    let filters: Vec<&String> = arguments
        .iter()
        .filter(|argument| !argument.starts_with("--") && Some(*argument) != number.as_ref())
        .collect();
    println!(
        "{:<22} {:>3} {:<10} {:<9} {:>6} {:>6} {:>9} {:>9}",
        "program", "np", "invariants", "verdict", "trans", "proofs", "search", "check"
    );
    if arguments.iter().any(|argument| argument == "--scaling") {
        return scaling(&filters);
    }
    let own: Vec<PathBuf> = filters
        .iter()
        .filter(|it| it.ends_with(".c"))
        .map(PathBuf::from)
        .collect();
    for path in if own.is_empty() { files() } else { own.clone() } {
        let name = stem(&path);
        if own.is_empty()
            && !filters.is_empty()
            && !filters.iter().any(|filter| name.contains(filter.as_str()))
        {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("the file can be read");
        let mut ways = vec![Invariants::Used];
        if text.contains("TASS collective invariant") || text.contains("TASS joint invariant") {
            ways.push(Invariants::Ignored);
        }
        for invariants in ways {
            decide(&path, &text, processes, invariants);
        }
    }
}

/// Decides programs with more and more processes, without their invariants, as far as they are
/// decided.
fn scaling(filters: &[&String]) {
    let is_meant = |name: &str| {
        filters.is_empty() || filters.iter().any(|filter| name.contains(filter.as_str()))
    };
    for path in files() {
        let name = stem(&path);
        if !SCALING.contains(&name.as_str()) || !is_meant(&name) {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("the file can be read");
        for processes in PROCESSES {
            if !decide(&path, &text, Some(processes), Invariants::Ignored) {
                break;
            }
        }
    }
}

/// Decides a program; returns whether it is decided.
fn decide(path: &Path, text: &str, processes: Option<usize>, invariants: Invariants) -> bool {
    let name = stem(path);
    // A cell for each process.
    let sized = |text: &str| match processes {
        Some(processes) => text.replace("#define M 10", &format!("#define M {processes}")),
        None => text.to_owned(),
    };
    let text = sized(text);
    let specification = path.with_file_name(format!("{name}_spec.c"));
    let specification = std::fs::read_to_string(specification).ok();
    let specification = specification.map(|text| sized(&text));
    let options = Options {
        processes,
        invariants,
        ..Options::default()
    };
    match reading(&name, &text, specification.as_deref(), options) {
        Ok(reading) => measure(&name, &reading, invariants),
        Err(problem) => {
            println!("{name:<22} {}", problem.message);
            false
        }
    }
}

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks/collective");
    let entries = std::fs::read_dir(folder).expect("the folder exists");
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut files: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .filter(|path| !stem(path).ends_with("_spec"))
        .collect();
    files.sort();
    files
}

fn stem(path: &Path) -> String {
    let stem = path
        .file_stem()
        .map(|stem| stem.to_string_lossy().into_owned());
    stem.unwrap_or_default()
}

fn reading(
    name: &str,
    text: &str,
    specification: Option<&str>,
    options: Options,
) -> Result<Reading, Problem> {
    let input = Input { name, text };
    match specification {
        Some(text) => {
            let name = "specification";
            compare(input, Input { name, text }, options)
        }
        None => read(input, options),
    }
}

/// Decides a claim and shows what that took; returns whether it is decided.
fn measure(name: &str, reading: &Reading, invariants: Invariants) -> bool {
    let claim = &reading.module.claims[0];
    let question = reading
        .module
        .question(claim)
        .ok()
        .and_then(Question::safe)
        .expect("the claim is about a system");
    let budget = Budget::unlimited().within(TIME);
    let start = Instant::now();
    let decision = collective::decide(&question, &budget);
    let search = start.elapsed();
    let start = Instant::now();
    let (verdict, reason) = match &decision.verdict {
        Verdict::Proved(evidence) => ("proved", checked(&question, evidence)),
        Verdict::Refuted(evidence) => ("refuted", checked(&question, evidence)),
        Verdict::Unknown(reason) => ("unknown", Some(reason.to_string())),
    };
    let check = start.elapsed();
    let expected = match claim.expect {
        Some(Expectation::Refuted) => "refuted",
        _ => "proved",
    };
    let processes: usize = reading
        .module
        .systems
        .iter()
        .map(|it| it.processes.len())
        .sum();
    println!(
        "{name:<22} {processes:>3} {:<10} {:<9} {:>6} {:>6} {:>7.3} s {:>7.3} s{}{}",
        match invariants {
            Invariants::Used => "as written",
            Invariants::Ignored => "none",
        },
        verdict,
        decision.transitions,
        decision.questions,
        search.as_secs_f64(),
        check.as_secs_f64(),
        if verdict == expected {
            ""
        } else {
            "  NOT AS EXPECTED"
        },
        reason.map_or_else(String::new, |reason| format!(": {reason}")),
    );
    verdict != "unknown"
}

/// Why the checker rejects the evidence, if it does.
fn checked(question: &Safe, evidence: &Evidence) -> Option<String> {
    let budget = Budget::unlimited();
    let rejected = checker::check_safe(question, evidence, &budget).err()?;
    Some(format!("REJECTED: {rejected}"))
}
