//! Times the engine on Weaver's benchmarks: `cargo bench -p hypersafety -- FOLDER [SECONDS] [NAME]`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use budget::Budget;
use evidence::Verdict;

#[allow(clippy::print_stdout, reason = "a benchmark prints its table")]
fn main() {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| a != "--bench")
        .collect();
    let Some(folder) = arguments.first() else {
        println!("usage: cargo bench -p hypersafety -- FOLDER [SECONDS] [NAME]");
        return;
    };
    let seconds = arguments
        .get(1)
        .and_then(|text| text.parse().ok())
        .unwrap_or(10);
    let name = arguments.get(2).cloned().unwrap_or_default();
    let mut files = Vec::new();
    find(Path::new(folder), &mut files);
    files.sort();
    files.retain(|file| file.to_string_lossy().contains(&name));
    println!("| file | verdict | rounds | nodes | assertions | triples | search | check |");
    println!("|---|---|---|---|---|---|---|---|");
    for file in &files {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        let shown = file.strip_prefix(folder).unwrap_or(file).display();
        let reading = match frontend_weaver::read(&text) {
            Ok(reading) => reading,
            Err(problem) => {
                println!("| {shown} | {problem} |");
                continue;
            }
        };
        let task = reading.module.task(&reading.module.claims[0]);
        let budget = Budget::unlimited().within(Duration::from_secs(seconds));
        let start = processor_time();
        let decision = hypersafety::decide(&task, &budget);
        let search = processor_time() - start;
        let start = processor_time();
        let verdict = match &decision.verdict {
            Verdict::Unknown(reason) => format!("{reason}"),
            Verdict::Proved(evidence) | Verdict::Refuted(evidence) => {
                match checker::check(&task, evidence, &budget) {
                    Ok(accepted) => format!("{:?}", accepted.verdict()).to_lowercase(),
                    Err(rejected) => format!("{:?} REJECTED: {rejected}", evidence.supports()),
                }
            }
        };
        let check = processor_time() - start;
        let effort = decision.effort;
        println!(
            "| {shown} | {verdict} | {} | {} | {} | {} | {:.3} | {:.3} |",
            effort.rounds, effort.nodes, effort.assertions, effort.questions, search, check
        );
    }
}

fn find(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            find(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "wvr") {
            files.push(path);
        }
    }
}

/// The time that this thread has been running, in seconds: on a busy machine, waiting does not
/// count.
fn processor_time() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text
        .split(' ')
        .next()
        .and_then(|word| word.parse::<f64>().ok());
    nanoseconds.unwrap_or_default() / 1e9
}
