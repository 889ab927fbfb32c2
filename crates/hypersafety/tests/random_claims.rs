//! Verdicts on random finite-state programs agree with an enumeration of their runs, and the checker
//! accepts every piece of evidence.

use std::time::Duration;

use budget::Budget;
use checker::Established;
use evidence::Verdict;
use program::Task;
use random_programs::{Pair, Rng, Shape, safe};

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

/// Decides claims that `next` makes, with the verdicts that it knows.
fn compare(count: usize, seed: u64, next: &dyn Fn(&mut Rng) -> (String, bool)) {
    let count = count * setting("TANDEM_RANDOM_FACTOR", 1) as usize;
    let seed = seed + 1000 * setting("TANDEM_RANDOM_SEED", 0);
    let mut rng = Rng(seed);
    let (mut proved, mut refuted, mut unknown) = (0, 0, 0);
    for number in 0..count {
        let (text, is_safe) = next(&mut rng);
        let which = format!("claim {number} of seed {seed}:\n{text}");
        let task = task(&text);
        let budget = Budget::unlimited().within(Duration::from_secs(5));
        let evidence = match hypersafety::decide(&task, &budget).verdict {
            Verdict::Proved(evidence) | Verdict::Refuted(evidence) => evidence,
            Verdict::Unknown(_) => {
                unknown += 1;
                continue;
            }
        };
        let accepted = checker::check(&task, &evidence, &Budget::unlimited())
            .unwrap_or_else(|rejected| panic!("{rejected}: {which}"));
        let expected = if is_safe {
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

fn pairs(count: usize, seed: u64, asserts: bool, parallel: bool) {
    let shape = Shape {
        communicates: false,
        asserts,
        parallel,
    };
    compare(count, seed, &|rng| {
        let pair = Pair::random(rng, shape);
        (pair.text("safe for a, b"), safe(&pair))
    });
}

#[test]
fn sequential_programs() {
    pairs(120, 1, false, false);
}

#[test]
fn programs_with_assertions() {
    pairs(80, 2, true, false);
}

#[test]
fn programs_in_parallel() {
    pairs(100, 3, true, true);
}

/// A statement over the shared variables `s` and `t`, or one over one of them and a private one.
fn statement(rng: &mut Rng, depth: u32, private: Option<&str>) -> String {
    let var = |rng: &mut Rng| match private {
        Some(private) if rng.chance(30) => private.to_owned(),
        _ if rng.chance(50) => "s".to_owned(),
        _ => "t".to_owned(),
    };
    let value = |rng: &mut Rng| match rng.below(5) {
        0 => "0".to_owned(),
        1 => "1".to_owned(),
        2 => var(rng),
        3 => format!("({} + 1) % 3", var(rng)),
        _ => format!("({} + 2) % 3", var(rng)),
    };
    let condition = |rng: &mut Rng| match rng.below(3) {
        0 => format!("{} == {}", var(rng), value(rng)),
        1 => format!("{} < 2", var(rng)),
        _ => format!("{} != {}", var(rng), rng.below(3)),
    };
    match rng.below(if depth == 0 { 6 } else { 11 }) {
        0..=3 => format!("{} = {};", var(rng), value(rng)),
        4 => format!("assume {};", condition(rng)),
        5 => format!("havoc {} where {};", var(rng), condition(rng)),
        6 => {
            let inner = block(rng, depth - 1, private);
            format!("if ({}) {{ {inner} }}", condition(rng))
        }
        7 => {
            // The first or the last command of the block may be a private one.
            let quiet = |rng: &mut Rng| match private {
                Some(private) if rng.chance(50) => format!("{private} = {};", rng.below(3)),
                _ => String::new(),
            };
            let (first, last) = (quiet(rng), quiet(rng));
            format!("atomic {{ {first} {} {last} }}", block(rng, 0, private))
        }
        8 => {
            let inner = block(rng, depth - 1, private);
            format!("while ({}) {{ {inner} }}", condition(rng))
        }
        9 => format!("assert {};", condition(rng)),
        _ => {
            let (one, other) = (block(rng, 0, private), block(rng, 0, private));
            format!("choose {{ {one} }} or {{ {other} }}")
        }
    }
}

fn block(rng: &mut Rng, depth: u32, private: Option<&str>) -> String {
    let count = 1 + rng.below(2);
    let statements: Vec<String> = (0..count).map(|_| statement(rng, depth, private)).collect();
    statements.join(" ")
}

/// A claim about two copies of a program whose two threads share variables.
fn sharing(rng: &mut Rng, private: [Option<&str>; 2]) -> (String, bool) {
    let parts: Vec<String> = private.iter().map(|own| block(rng, 1, *own)).collect();
    let (before, after) = (block(rng, 0, None), block(rng, 0, None));
    let (first, last) = match rng.below(3) {
        0 => (before.as_str(), ""),
        1 => ("", after.as_str()),
        _ => ("", ""),
    };
    let declared: String = (private.iter().flatten())
        .map(|name| format!("var {name}: 0..=2 = 0; "))
        .collect();
    let text = format!(
        "program p {{ shared var s: 0..=2; shared var t: 0..=2; {declared} {first}
                par {{ {} }} || {{ {} }} {last} }}
            claim c: safe for a = p, b = p requires a.s == b.s && a.t == b.t
                ensures {};",
        parts[0],
        parts[1],
        if rng.chance(50) {
            "a.s == b.s"
        } else {
            "a.s == b.s || a.t != 0"
        },
    );
    let exact = explicit::decide(&task(&text), &Budget::unlimited()).verdict;
    (text, matches!(exact, Verdict::Proved(_)))
}

#[test]
fn programs_that_share_variables() {
    compare(200, 4, &|rng| sharing(rng, [None, None]));
}

#[test]
fn programs_that_share_variables_and_have_their_own() {
    compare(150, 5, &|rng| sharing(rng, [Some("u"), Some("v")]));
}
