//! How long the loops take, and how long it takes to check what was found. Prints a table:
//! `cargo bench -p ranking`.

#[path = "../tests/common/mod.rs"]
mod common;

use std::io::Write;
use std::time::{Duration, Instant};

use budget::Budget;
use checker::ranking::{check_ranking, check_recurrence};
use common::loops;
use evidence::ranking::{Ranking, Recurrence};
use ranking::{Answer, decide};

fn say(text: &str) {
    writeln!(std::io::stdout(), "{text}").expect("standard output is open");
}

/// The least time of a few runs: what the work takes when nobody else is at work.
fn timed<T>(work: impl Fn() -> T) -> (T, Duration) {
    const RUNS: usize = 5;
    let run = || {
        let start = Instant::now();
        let result = work();
        (result, start.elapsed())
    };
    let mut best = run();
    for _ in 1..RUNS {
        let other = run();
        if other.1 < best.1 {
            best = other;
        }
    }
    best
}

/// What a ranking is made of: the longest chain of steps that a component needs, and the most
/// functions of a node.
fn kind_of_ranking(ranking: &Ranking) -> String {
    let depths = ranking
        .steps
        .iter()
        .flat_map(|step| step.functions.values());
    let depth = depths.map(Vec::len).max().unwrap_or(0);
    let chains = (0..ranking.nodes.len()).map(|node| {
        let steps = ranking.steps.iter();
        steps
            .filter(|step| step.functions.contains_key(&node))
            .count()
    });
    let kind = match (chains.max().unwrap_or(0), depth) {
        (0, _) => "no cycle".to_owned(),
        (1, 1) => "linear".to_owned(),
        (chain, 1) => format!("lexicographic {chain}"),
        (1, depth) => format!("nested {depth}"),
        (chain, depth) => format!("lexicographic {chain}, nested {depth}"),
    };
    let divided = ranking.nodes.len() > ranking.invariants.len();
    let supported = ranking
        .invariants
        .iter()
        .any(|invariant| !invariant.is_true());
    let and = |is: bool, what: &str| {
        if is {
            format!(", {what}")
        } else {
            String::new()
        }
    };
    kind + &and(supported, "invariants") + &and(divided, "divided")
}

fn kind_of_recurrence(recurrence: &Recurrence) -> String {
    let steps = recurrence.path.len();
    format!("recurrent, after {steps} steps")
}

fn main() {
    let budget = Budget::unlimited();
    say("| loop | verdict | kind | found in | checked in |");
    say("|---|---|---|---|---|");
    let (mut finding, mut checking, mut slowest) = (Duration::ZERO, Duration::ZERO, Duration::ZERO);
    let all = loops();
    let milliseconds = |time: Duration| format!("{:.1} ms", time.as_secs_f64() * 1000.0);
    for example in &all {
        let graph = &example.graph;
        let (answer, found) = timed(|| decide(graph, &budget));
        let (verdict, kind, (accepted, checked)) = match &answer {
            Ok(Answer::Terminates(ranking)) => (
                "terminates",
                kind_of_ranking(ranking),
                timed(|| check_ranking(graph, ranking, &budget)),
            ),
            Ok(Answer::Diverges(recurrence)) => (
                "diverges",
                kind_of_recurrence(recurrence),
                timed(|| check_recurrence(graph, recurrence, &budget)),
            ),
            Err(reason) => ("unknown", reason.to_string(), (Ok(()), Duration::ZERO)),
        };
        accepted.expect("the evidence is accepted");
        let right = answer.is_err() || example.terminates == (verdict == "terminates");
        assert!(right, "{}: {verdict}", example.name);
        finding += found;
        checking += checked;
        slowest = slowest.max(found);
        say(&format!(
            "| {} | {verdict} | {kind} | {} | {} |",
            example.name,
            milliseconds(found),
            milliseconds(checked)
        ));
    }
    say(&format!(
        "\n{} loops, {} to find, at most {} for one, {} to check",
        all.len(),
        milliseconds(finding),
        milliseconds(slowest),
        milliseconds(checking)
    ));
}
