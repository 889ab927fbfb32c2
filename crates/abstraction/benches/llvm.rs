//! Compares functions before and after a compiler's passes:
//! `cargo bench -p abstraction --bench llvm -- S.ll T.ll …` takes pairs of files, and without any, all
//! of `benchmarks/llvm`. `BUDGET` is the time for each function in seconds, 10 without it.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use abstraction::{Pair, Question, refine};
use budget::Budget;
use checker::abstraction::check_refinement;
use evidence::abstraction::{Kind, Refinement};
use frontend_llvm::{Options, pair, read, sample};

/// How one comparison ended.
struct Result {
    name: String,
    class: &'static str,
    detail: String,
    seconds: f64,
}

fn main() {
    let arguments: Vec<PathBuf> = std::env::args_os()
        .skip(1)
        .filter(|argument| argument != "--bench")
        .map(PathBuf::from)
        .collect();
    let groups: Vec<(String, Vec<[PathBuf; 2]>)> = match arguments.is_empty() {
        true => stored(),
        false => vec![("files".to_owned(), pairs_of(&arguments))],
    };
    for (group, pairs) in groups {
        let mut results = Vec::new();
        for [specification, implementation] in &pairs {
            compare(specification, implementation, &mut results);
        }
        summarise(&group, &mut results);
    }
}

fn pairs_of(files: &[PathBuf]) -> Vec<[PathBuf; 2]> {
    let chunks = files.chunks_exact(2);
    chunks
        .map(|pair| [pair[0].clone(), pair[1].clone()])
        .collect()
}

/// All pairs of the benchmarks, by the passes, in both directions.
fn stored() -> Vec<(String, Vec<[PathBuf; 2]>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks/llvm/ll");
    let entries = std::fs::read_dir(&folder).expect("the benchmarks are there");
    let mut bases: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter_map(|name| name.strip_suffix(".s.ll").map(str::to_owned))
        .collect();
    bases.sort();
    let mut groups = Vec::new();
    for passes in ["t1", "t2", "t3", "t4"] {
        let files = |base: &String| {
            [format!("{base}.s.ll"), format!("{base}.{passes}.ll")].map(|file| folder.join(file))
        };
        let forth: Vec<[PathBuf; 2]> = bases.iter().map(files).collect();
        let back = forth.iter().map(|[s, t]| [t.clone(), s.clone()]).collect();
        groups.push((format!("{passes} refines s"), forth));
        groups.push((format!("s refines {passes}"), back));
    }
    groups
}

fn compare(specification: &Path, implementation: &Path, results: &mut Vec<Result>) {
    let text = |path: &Path| std::fs::read_to_string(path).expect("the file can be read");
    let (first, second) = (text(specification), text(implementation));
    let modules = (read(&first), read(&second));
    let (Ok(first), Ok(second)) = modules else {
        println!("{} cannot be read", implementation.display());
        return;
    };
    let known = second.function_names();
    for name in first.function_names() {
        if !known.contains(&name) {
            continue;
        }
        let start = Instant::now();
        let (class, detail) = decide(&first, &second, &name);
        let seconds = start.elapsed().as_secs_f64();
        println!("{name:<28} {class:<12} {seconds:>7.3} s  {detail}");
        results.push(Result {
            name,
            class,
            detail,
            seconds,
        });
    }
}

fn decide(
    specification: &frontend_llvm::Module<'_>,
    implementation: &frontend_llvm::Module<'_>,
    name: &str,
) -> (&'static str, String) {
    let lowered = match pair(specification, implementation, name, &Options::default()) {
        Ok(lowered) => lowered,
        Err(problem) => return ("unsupported", problem.to_string()),
    };
    let proof = &lowered.functions;
    let refutation = lowered.refutation.as_ref().unwrap_or(proof);
    let inputs = |number: u64| sample(&refutation.0, number);
    let question = Question {
        proof: Pair {
            specification: &proof.0,
            implementation: &proof.1,
        },
        refutation: Pair {
            specification: &refutation.0,
            implementation: &refutation.1,
        },
        inputs: Some(&inputs),
    };
    let seconds = std::env::var("BUDGET")
        .ok()
        .and_then(|text| text.parse().ok());
    let budget = Budget::unlimited().within(Duration::from_secs(seconds.unwrap_or(10)));
    let evidence = match refine(&question, &budget) {
        Ok(evidence) => evidence,
        Err(reason) => return ("unknown", reason.to_string()),
    };
    let (pair, class) = match &evidence {
        Refinement::Map(map) => match map.kind {
            Kind::Identity => (question.proof, "identity"),
            Kind::Discovered => (question.proof, "discovered"),
        },
        Refinement::Difference(_) => (question.refutation, "refuted"),
    };
    let checked = check_refinement(pair.specification, pair.implementation, &evidence, &budget);
    match checked {
        Ok(accepted) => (class, format!("{} obligations", accepted.obligations())),
        Err(checker::Rejected::Unanswered(reason)) => ("unchecked", reason.to_string()),
        Err(rejected) => ("REJECTED", rejected.to_string()),
    }
}

fn summarise(group: &str, results: &mut [Result]) {
    let mut classes: BTreeMap<&str, usize> = BTreeMap::new();
    for result in results.iter() {
        *classes.entry(result.class).or_default() += 1;
    }
    results.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
    let median = results
        .get(results.len() / 2)
        .map_or(0.0, |result| result.seconds);
    let slowest = results.last();
    println!("== {group}: {classes:?}, median {median:.3} s");
    if let Some(slowest) = slowest {
        println!(
            "   slowest {} {:.1} s ({})",
            slowest.name, slowest.seconds, slowest.detail
        );
    }
}
