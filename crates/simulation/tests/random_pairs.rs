//! Verdicts on random finite-state programs agree with `explicit` and with the game of the paper,
//! played literally, and the checker accepts every piece of evidence.
//!
//! There are 300 pairs. CONTRIBUTING.md says how to look at more, and at others.

use budget::Budget;
use checker::Established;
use evidence::Verdict;
use question::{Question, Simulated};
use random_programs::{Pair, Rng, Shape, simulated};
use simulation::{FiniteGames, Options, Preference, Steps};

/// What the engine may do for each pair: about as much as in five seconds, and the same on every
/// machine.
const WORK: u64 = 1_000_000;

fn question(text: &str) -> Simulated {
    let analysis = language::analyze(text);
    assert!(!analysis.has_errors(), "{text}\n{:?}", analysis.diagnostics);
    analysis
        .module
        .question(&analysis.module.claims[0])
        .ok()
        .and_then(Question::simulated)
        .expect("the claim is about a simulation")
}

/// A number from the environment.
fn setting(name: &str, default: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn compare(shape: Shape, count: usize, seed: u64, options: &Options) {
    compare_pairs(|rng| Pair::random(rng, shape), count, seed, options);
}

#[allow(clippy::print_stdout, reason = "the rates are what the test reports")]
fn compare_pairs(draw: impl Fn(&mut Rng) -> Pair, count: usize, seed: u64, options: &Options) {
    let count = count * setting("TANDEM_RANDOM_FACTOR", 1) as usize;
    let seed = seed + 1000 * setting("TANDEM_RANDOM_SEED", 0);
    let mut rng = Rng(seed);
    let (mut proved, mut refuted, mut unknown) = (0, 0, 0);
    for number in 0..count {
        let pair = draw(&mut rng);
        let text = pair.text("a simulated by b");
        let which = format!("pair {number} of seed {seed}:\n{text}");
        let question = question(&text);
        let budget = Budget::unlimited().with_work(WORK);
        let evidence = match simulation::decide_with(&question, options, &budget) {
            Verdict::Proved(evidence) | Verdict::Refuted(evidence) => evidence,
            Verdict::Unknown(reason) => {
                println!("unknown, {reason}: {which}");
                unknown += 1;
                continue;
            }
        };
        let accepted = checker::check_simulated(&question, &evidence, &Budget::unlimited())
            .unwrap_or_else(|rejected| panic!("{rejected}: {which}"));
        let exact = explicit::simulation::decide(&question, &Budget::unlimited()).verdict;
        assert_eq!(
            matches!(exact, Verdict::Proved(_)),
            simulated(&pair),
            "{which}"
        );
        let expected = if matches!(exact, Verdict::Proved(_)) {
            proved += 1;
            Established::Proved
        } else {
            refuted += 1;
            Established::Refuted
        };
        assert_eq!(accepted.verdict(), expected, "{which}");
    }
    println!("{count} pairs: {proved} proved, {refuted} refuted, {unknown} unknown");
    let least = count / 8;
    assert!(
        proved >= least && refuted >= least && unknown <= count / 20,
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
    compare(shape, 140, 1, &Options::default());
}

#[test]
fn programs_in_parallel() {
    let shape = Shape {
        communicates: true,
        asserts: true,
        parallel: true,
    };
    compare(shape, 80, 2, &Options::default());
}

#[test]
fn threads_with_atomic_blocks() {
    let shape = Shape {
        communicates: true,
        asserts: true,
        parallel: true,
    };
    let draw = |rng: &mut Rng| Pair::with_atomic_threads(rng, shape);
    compare_pairs(draw, 40, 6, &Options::default());
}

#[test]
fn silent_programs() {
    let shape = Shape {
        communicates: false,
        asserts: false,
        parallel: false,
    };
    compare(shape, 80, 3, &Options::default());
}

/// Without reductions and with another order of moves, verdicts are the same.
#[test]
fn without_reductions() {
    let shape = Shape {
        communicates: true,
        asserts: true,
        parallel: true,
    };
    let options = Options {
        steps: Steps::Single,
        by_thread: false,
        preferences: vec![Preference::Pass, Preference::Follow],
        ..Options::default()
    };
    compare(shape, 60, 4, &options);
}

/// The paper's way to decide games of finitely many moves gives the same verdicts.
#[test]
fn finite_games_by_simsat() {
    let shape = Shape {
        communicates: true,
        asserts: true,
        parallel: false,
    };
    let options = Options {
        finite_games: FiniteGames::SimSat,
        ..Options::default()
    };
    compare(shape, 20, 5, &options);
}
