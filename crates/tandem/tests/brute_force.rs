//! The tool agrees with a brute-force check on random finite-state programs. The brute force lives
//! in `random-programs`, plays the game of the paper literally, and shares only the program's text
//! with the tool.

use evidence::VerdictKind;
use random_programs::{Pair, Rng, Shape, safe, simulated};
use tandem::{Options, check};

/// Decides the claim with the tool, the whole way from the text.
fn decide(text: &str) -> VerdictKind {
    let analysis = language::analyze(text);
    assert!(!analysis.has_errors(), "{text}\n{:?}", analysis.diagnostics);
    let claims: Vec<_> = analysis.module.claims.iter().collect();
    let reports = check(&analysis.module, &claims, &Options::default());
    match reports[0].verdict() {
        Some(verdict) => verdict,
        None => panic!("{text}\n{:?}", reports[0].finding.answer),
    }
}

fn compare(claim: &str, shape: Shape, count: usize, seed: u64, truth: fn(&Pair) -> bool) {
    // A longer run with other programs: TANDEM_RANDOM_SEED=7 TANDEM_RANDOM_FACTOR=100 cargo test …
    let number = |name: &str, default: u64| {
        std::env::var(name)
            .ok()
            .and_then(|text| text.parse().ok())
            .unwrap_or(default)
    };
    let count = count * number("TANDEM_RANDOM_FACTOR", 1) as usize;
    let seed = seed + 1000 * number("TANDEM_RANDOM_SEED", 0);
    let mut rng = Rng(seed);
    let (mut proved, mut refuted) = (0, 0);
    for number in 0..count {
        let pair = Pair::random(&mut rng, shape);
        let text = pair.text(claim);
        let expected = if truth(&pair) {
            VerdictKind::Proved
        } else {
            VerdictKind::Refuted
        };
        assert_eq!(
            decide(&text),
            expected,
            "pair {number} of seed {seed}:\n{text}"
        );
        match expected {
            VerdictKind::Proved => proved += 1,
            _ => refuted += 1,
        }
    }
    let least = count / 5;
    assert!(
        proved >= least && refuted >= least,
        "{proved} proved, {refuted} refuted"
    );
}

#[test]
fn simulation_agrees_with_the_game_played_literally() {
    let shape = Shape {
        communicates: true,
        asserts: true,
        parallel: true,
    };
    compare("a simulated by b", shape, 2000, 1, simulated);
}

#[test]
fn simulation_of_silent_programs_agrees() {
    let shape = Shape {
        communicates: false,
        asserts: false,
        parallel: false,
    };
    compare("a simulated by b", shape, 1000, 2, simulated);
}

#[test]
fn safety_agrees_with_all_runs() {
    let shape = Shape {
        communicates: false,
        asserts: true,
        parallel: true,
    };
    compare("safe for a, b", shape, 2000, 3, safe);
}
