//! Verdicts on random finite-state programs agree with the game of the paper, played literally, and
//! the checker accepts every piece of evidence.

use std::time::Duration;

use budget::Budget;
use checker::Established;
use evidence::Verdict;
use program::Task;
use random_programs::{Pair, Rng, Shape, simulated};

fn task(text: &str) -> Task {
    let analysis = language::analyze(text);
    assert!(!analysis.has_errors(), "{text}\n{:?}", analysis.diagnostics);
    analysis.module.task(&analysis.module.claims[0])
}

/// A number from the environment: a longer run with other programs is
/// `TANDEM_RANDOM_SEED=7 TANDEM_RANDOM_FACTOR=20 cargo test …`.
fn setting(name: &str, default: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn compare(shape: Shape, count: usize, seed: u64) {
    let count = count * setting("TANDEM_RANDOM_FACTOR", 1) as usize;
    let seed = seed + 1000 * setting("TANDEM_RANDOM_SEED", 0);
    let mut rng = Rng(seed);
    let (mut proved, mut refuted, mut unknown) = (0, 0, 0);
    for number in 0..count {
        let pair = Pair::random(&mut rng, shape);
        let text = pair.text("a simulated by b");
        let which = format!("pair {number} of seed {seed}:\n{text}");
        let task = task(&text);
        let budget = Budget::unlimited().within(Duration::from_secs(5));
        let evidence = match simulation::decide(&task, &budget) {
            Verdict::Proved(evidence) | Verdict::Refuted(evidence) => evidence,
            Verdict::Unknown(_) => {
                unknown += 1;
                continue;
            }
        };
        let accepted = checker::check(&task, &evidence, &Budget::unlimited())
            .unwrap_or_else(|rejected| panic!("{rejected}: {which}"));
        let expected = if simulated(&pair) {
            proved += 1;
            Established::Proved
        } else {
            refuted += 1;
            Established::Refuted
        };
        assert_eq!(accepted.verdict(), expected, "{which}");
    }
    let least = count / 8;
    assert!(
        proved >= least && refuted >= least && unknown <= count / 4,
        "{proved} proved, {refuted} refuted, {unknown} unknown"
    );
}

#[test]
fn programs_that_communicate() {
    let shape = Shape {
        communicates: true,
        asserts: true,
        parallel: false,
    };
    compare(shape, 100, 1);
}

#[test]
fn programs_in_parallel() {
    let shape = Shape {
        communicates: true,
        asserts: true,
        parallel: true,
    };
    compare(shape, 60, 2);
}

#[test]
fn silent_programs() {
    let shape = Shape {
        communicates: false,
        asserts: false,
        parallel: false,
    };
    compare(shape, 60, 3);
}
