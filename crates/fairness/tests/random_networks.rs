//! What is claimed of networks of any size, and proved, holds for the networks of small size, which
//! are looked at one by one; what is refuted does not hold for one of them.

use std::time::Duration;

use budget::Budget;
use evidence::network::Network;
use evidence::{Evidence, Verdict, VerdictKind};
use question::Question;
use random_programs::Rng;

/// How many sizes are looked at.
const SIZES: u32 = 3;

/// A module with a fork on each side and a place of its own.
fn module(random: &mut Rng, name: &str) -> String {
    let value = |random: &mut Rng| ["false", "true"][random.below(2) as usize];
    let branches = (0..2 + random.below(3)).map(|_| {
        let (from, to) = (random.below(3), random.below(3));
        let guard = match random.below(4) {
            0 => "left".to_owned(),
            1 => "right".to_owned(),
            2 => "left && right".to_owned(),
            _ => "true".to_owned(),
        };
        let effect = match random.below(4) {
            0 => format!("left = {};", value(random)),
            1 => format!("right = {};", value(random)),
            2 => format!("left = {}; right = {};", value(random), value(random)),
            _ => String::new(),
        };
        format!("{{ assume pc == {from} && {guard}; {effect} pc = {to}; }}")
    });
    let branches: Vec<String> = branches.collect();
    let fairness = match random.below(4) {
        0 => "",
        1 => "justice pc != 1;",
        2 => "compassion left, pc == 0;",
        _ => "compassion pc == 1 && right, pc != 1;",
    };
    let only = "{ assume false; }";
    format!(
        "program {name} {{
            var left: bool = true; var right: bool = true; var pc: 0..=2 = 0;
            observe left, right; open left, right; {fairness}
            loop {{ atomic {{ choose {only} or {} }} }}
        }}\n",
        branches.join(" or ")
    )
}

fn formula(random: &mut Rng, var: &dyn Fn(&str) -> String) -> String {
    let (left, pc) = (var("left"), var("pc"));
    match random.below(6) {
        0 => format!("always({pc} != 2)"),
        1 => format!("always({pc} == 1 ==> eventually({pc} != 1))"),
        2 => format!("always({left} ==> eventually({pc} == 0))"),
        3 => format!("always(eventually({left}))"),
        4 => format!("always({pc} == 2 ==> {left})"),
        _ => format!("until({pc} != 2, {left})"),
    }
}

/// How many times more networks than usual are tried: `TANDEM_RANDOM_FACTOR`.
fn factor() -> u32 {
    let factor = std::env::var("TANDEM_RANDOM_FACTOR").ok();
    factor.and_then(|text| text.parse().ok()).unwrap_or(1)
}

fn question(text: &str) -> Question {
    let analysis = language::analyze(text);
    assert!(!analysis.has_errors(), "{text}\n{:?}", analysis.diagnostics);
    analysis
        .module
        .question(&analysis.module.claims[0])
        .expect("the claim is about programs")
}

/// Whether the claim about the network of some size holds.
fn holds(modules: &str, size: u32, formula: &str) -> bool {
    let text = format!(
        "{modules} program table = ring(p o q^{size});
        claim c: table satisfies {formula};"
    );
    let question = question(&text).satisfies();
    let question = question.expect("the claim is about a formula");
    let decision = fairness::satisfaction::decide_claim(&question, &Budget::unlimited());
    match decision.verdict {
        Verdict::Proved(_) => true,
        Verdict::Refuted(_) => false,
        Verdict::Unknown(reason) => panic!("{reason}\n{text}"),
    }
}

#[test]
fn claims_about_all_sizes_fit_the_small_ones() {
    let mut random = Rng(5);
    let (mut proved, mut refuted) = (0, 0);
    for _ in 0..40 * factor() {
        let modules = module(&mut random, "p") + &module(&mut random, "q");
        let seed = random.0;
        let network = formula(&mut random, &|var| format!("me.{var}"));
        random.0 = seed;
        let instance = formula(&mut random, &|var| format!("table.{var}_1"));
        let text = format!("{modules} claim c: ring(me = p o q^n) satisfies {network} for all n;");
        let question = question(&text).all_sizes();
        let question = question.expect("the claim is about networks of any size");
        // What takes long is left open.
        let budget = Budget::unlimited().within(Duration::from_millis(500));
        let verdict = fairness::network::decide_claim(&question, &budget).verdict;
        let (Verdict::Proved(evidence) | Verdict::Refuted(evidence)) = verdict else {
            continue;
        };
        let checked = checker::check_all_sizes(&question, &evidence, &Budget::unlimited());
        checked.unwrap_or_else(|rejected| panic!("{rejected}\n{text}"));
        match evidence.supports() {
            VerdictKind::Proved => {
                proved += 1;
                for size in 1..=SIZES {
                    assert!(holds(&modules, size, &instance), "{size}\n{text}");
                }
            }
            _ => {
                refuted += 1;
                let Evidence::Network(Network::Violation(violation)) = evidence else {
                    panic!("evidence of another kind\n{text}");
                };
                assert!(!holds(&modules, violation.copies, &instance), "{text}");
            }
        }
    }
    assert!(
        proved > 0 && refuted > 0,
        "{proved} proved, {refuted} refuted"
    );
}
