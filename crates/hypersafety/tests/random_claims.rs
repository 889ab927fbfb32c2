//! Verdicts on random finite-state programs agree with an enumeration of their runs, and the checker
//! accepts every piece of evidence.

use std::time::Duration;

use budget::Budget;
use checker::Established;
use evidence::Verdict;
use hypersafety::{Counterexamples, Method, Options, Orders};
use logic::Term;
use logic::smtlib::parse_term;
use question::{Question, SafeFor};
use random_programs::{Pair, Rng, Shape, safe};

fn question(text: &str) -> SafeFor {
    let analysis = language::analyze(text);
    assert!(!analysis.has_errors(), "{text}\n{:?}", analysis.diagnostics);
    analysis
        .module
        .question(&analysis.module.claims[0])
        .ok()
        .and_then(Question::safe_for)
        .expect("the claim is about copies of programs")
}

/// A number from the environment: a longer run with other programs is
/// `TANDEM_RANDOM_SEED=7 TANDEM_RANDOM_FACTOR=20 cargo test …`.
fn setting(name: &str, default: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// How many claims have which verdict.
#[derive(Default, Debug)]
struct Tally {
    proved: usize,
    refuted: usize,
    unknown: usize,
}

impl Tally {
    /// Both verdicts are frequent, and at most a share of the claims is left open.
    #[allow(clippy::print_stdout, reason = "the rates are what the test reports")]
    fn assert_telling(&self, most_unknown: usize) {
        println!("{self:?}");
        let all = self.proved + self.refuted + self.unknown;
        assert!(
            self.proved >= all / 8 && self.refuted >= all / 8 && self.unknown <= most_unknown,
            "{self:?}"
        );
    }
}

/// A random claim, and whether it holds.
type Maker<'a> = &'a dyn Fn(&mut Rng) -> (String, bool);

/// Decides claims, and compares with the verdicts that are known.
fn compare(count: usize, seed: u64, next: Maker) {
    let count = count * setting("TANDEM_RANDOM_FACTOR", 1) as usize;
    let mut tally = Tally::default();
    let limit = Duration::from_secs(5);
    compare_with(&Options::default(), (count, limit), seed, next, &mut tally);
    tally.assert_telling(count / 4);
}

fn compare_with(
    options: &Options,
    (count, limit): (usize, Duration),
    seed: u64,
    next: Maker,
    tally: &mut Tally,
) {
    let seed = seed + 1000 * setting("TANDEM_RANDOM_SEED", 0);
    let mut rng = Rng(seed);
    for number in 0..count {
        let (text, is_safe) = next(&mut rng);
        let which = format!("claim {number} of seed {seed}, {options:?}:\n{text}");
        let question = question(&text);
        let budget = Budget::unlimited().within(limit);
        let evidence = match hypersafety::decide_with(&question, options, &budget).verdict {
            Verdict::Proved(evidence) | Verdict::Refuted(evidence) => evidence,
            Verdict::Unknown(_) => {
                tally.unknown += 1;
                continue;
            }
        };
        let accepted = checker::check_safe_for(&question, &evidence, &Budget::unlimited())
            .unwrap_or_else(|rejected| panic!("{rejected}: {which}"));
        let expected = if is_safe {
            tally.proved += 1;
            Established::Proved
        } else {
            tally.refuted += 1;
            Established::Refuted
        };
        assert_eq!(accepted.verdict(), expected, "{which}");
    }
}

const SEQUENTIAL: Shape = Shape {
    communicates: false,
    asserts: true,
    parallel: false,
};

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
    let exact = explicit::safety::decide(&question(&text), &Budget::unlimited()).verdict;
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

/// The other ways to check proofs and to learn from traces find the same verdicts.
#[test]
fn every_method_and_every_kind_of_counterexamples() {
    let kinds = [
        (Method::Antichain, Orders::Partition, None),
        (Method::Plain, Orders::Partition, None),
        (Method::Lazy, Orders::Partition, Some(Counterexamples::All)),
        (Method::Antichain, Orders::Total, Some(Counterexamples::All)),
        (
            Method::Antichain,
            Orders::Partition,
            Some(Counterexamples::Middle(5)),
        ),
        (
            Method::Antichain,
            Orders::Partition,
            Some(Counterexamples::Leftmost(5)),
        ),
        (
            Method::Plain,
            Orders::Total,
            Some(Counterexamples::RoundRobin),
        ),
    ];
    let count = 8 * setting("TANDEM_RANDOM_FACTOR", 1) as usize;
    let limit = Duration::from_secs(1);
    let mut tally = Tally::default();
    for (number, (method, orders, counterexamples)) in kinds.into_iter().enumerate() {
        let options = Options {
            method,
            orders,
            counterexamples,
        };
        let seed = 60 + number as u64;
        let mut compare =
            |next: Maker| compare_with(&options, (count, limit), seed, next, &mut tally);
        compare(&|rng| sharing(rng, [None, None]));
        compare(&|rng| {
            let pair = Pair::random(rng, SEQUENTIAL);
            (pair.text("safe for a, b"), safe(&pair))
        });
    }
    tally.assert_telling(7 * count);
}

/// For any assertions, the two fixpoints give the same answer; more orders prove no less; and what
/// the lazy game proves, the fixpoint with all orders does.
#[test]
fn methods_agree_on_every_proof() {
    let seed = 5 + 1000 * setting("TANDEM_RANDOM_SEED", 0);
    let mut rng = Rng(seed);
    let (mut proofs, mut others) = (0, 0);
    for _ in 0..40 * setting("TANDEM_RANDOM_FACTOR", 1) {
        let (text, _) = sharing(&mut rng, [None, Some("v")]);
        let question = question(&text);
        let budget = Budget::unlimited().within(Duration::from_secs(5));
        let decision = hypersafety::decide(&question, &budget);
        let Verdict::Proved(evidence::Evidence::Reduction(reduction)) = decision.verdict else {
            continue;
        };
        let declarations = question.declarations();
        let parsed = reduction.assertions.iter();
        let parsed = parsed.map(|text| parse_term(text, &declarations).expect("an assertion"));
        let all: Vec<Term> = parsed.collect();
        for keep in [100, 85, 60] {
            let some = all.iter().filter(|_| rng.chance(keep)).cloned();
            let some: Vec<Term> = some.collect();
            let answers =
                hypersafety::with_proof(&question, &some, &Budget::unlimited(), |proof| {
                    let mut is_proof = |method, orders| {
                        let checked = proof.check(method, orders);
                        checked.map(|checked| checked.is_proof)
                    };
                    Ok([
                        is_proof(Method::Plain, Orders::Partition)?,
                        is_proof(Method::Antichain, Orders::Partition)?,
                        is_proof(Method::Plain, Orders::Total)?,
                        is_proof(Method::Antichain, Orders::Total)?,
                        is_proof(Method::Lazy, Orders::Total)?,
                    ])
                });
            let [plain, antichain, plain_total, total, lazy] = answers.expect("an answer");
            let which = format!("seed {seed}: {some:?}\n{text}");
            assert_eq!((plain, plain_total), (antichain, total), "{which}");
            assert!(total || !(plain || lazy), "{which}");
            if total {
                proofs += 1;
            } else {
                others += 1;
            }
        }
    }
    assert!(proofs >= 10 && others >= 10, "{proofs} and {others}");
}
