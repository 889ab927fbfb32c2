//! The checker never accepts evidence for a verdict that is false, however the evidence or the
//! programs are changed.

use budget::Budget;
use evidence::{Evidence, Verdict};
use question::Question;
use random_programs::{Pair, Rng, Shape, simulated};

fn question(text: &str) -> Question {
    let analysis = language::analyze(text);
    assert!(!analysis.has_errors(), "{text}\n{:?}", analysis.diagnostics);
    analysis
        .module
        .question(&analysis.module.claims[0])
        .expect("the claim is about programs")
}

fn evidence(question: &Question) -> Evidence {
    let budget = Budget::unlimited();
    let decision = match question {
        Question::Simulated(question) => explicit::simulation::decide(question, &budget),
        Question::SafeFor(question) => explicit::safety::decide(question, &budget),
        _ => panic!("the claim can be enumerated"),
    };
    match decision.verdict {
        Verdict::Proved(evidence) | Verdict::Refuted(evidence) => evidence,
        Verdict::Unknown(reason) => panic!("{reason}"),
    }
}

const SHAPE: Shape = Shape {
    communicates: true,
    asserts: true,
    parallel: true,
};

/// Evidence for one pair of programs is held against a slightly changed pair for which the opposite
/// is true.
#[test]
fn evidence_does_not_transfer_to_programs_with_the_opposite_verdict() {
    let mut rng = Rng(11);
    let (mut proofs, mut refutations) = (0, 0);
    while proofs < 60 || refutations < 60 {
        let pair = Pair::random(&mut rng, SHAPE);
        let vars: Vec<usize> = (0..random_programs::VARS).collect();
        let mut changed = Pair::random(&mut rng, SHAPE);
        changed.first = pair.first.mutate(&mut rng, &vars, SHAPE);
        changed.second = pair.second.clone();
        changed.requires = pair.requires.clone();
        changed.ensures = pair.ensures.clone();
        if simulated(&pair) == simulated(&changed) {
            continue;
        }
        let evidence = evidence(&question(&pair.text("a simulated by b")));
        let text = changed.text("a simulated by b");
        let outcome = checker::check(&question(&text), &evidence, &Budget::unlimited());
        assert!(outcome.is_err(), "accepted for\n{text}");
        match evidence {
            Evidence::FiniteSimulation(_) => proofs += 1,
            _ => refutations += 1,
        }
    }
}

/// Numbers anywhere in the evidence are changed. What is still accepted must support the verdict
/// that is true; few changes are so harmless.
#[test]
#[allow(clippy::print_stdout, reason = "the rate is what the test reports")]
fn changed_numbers_are_noticed() {
    let mut rng = Rng(12);
    let (mut rejected, mut harmless) = (0, 0);
    for _ in 0..250 {
        let pair = Pair::random(&mut rng, SHAPE);
        let question = question(&pair.text("a simulated by b"));
        let genuine = evidence(&question);
        let mut json = serde_json::to_value(&genuine).unwrap();
        let numbers = count(&json);
        if numbers == 0 {
            continue;
        }
        for _ in 0..5 {
            change(&mut json, &mut (rng.below(numbers) as usize), &mut rng);
            let Ok(changed) = serde_json::from_value::<Evidence>(json.clone()) else {
                rejected += 1;
                continue;
            };
            if changed == genuine {
                continue;
            }
            match checker::check(&question, &changed, &Budget::unlimited()) {
                Ok(accepted) => {
                    let proved = accepted.verdict() == checker::Established::Proved;
                    assert_eq!(proved, simulated(&pair));
                    harmless += 1;
                }
                Err(_) => rejected += 1,
            }
        }
    }
    let rate = 100 * rejected / (rejected + harmless);
    println!("{rejected} rejected, {harmless} harmless: {rate} % rejected");
    assert!(rate >= 80, "{rejected} rejected, {harmless} harmless");
}

fn count(json: &serde_json::Value) -> u32 {
    match json {
        serde_json::Value::Number(_) => 1,
        serde_json::Value::Array(list) => list.iter().map(count).sum(),
        serde_json::Value::Object(map) => map.values().map(count).sum(),
        _ => 0,
    }
}

/// Changes the number at this position, counted from the left.
fn change(json: &mut serde_json::Value, position: &mut usize, rng: &mut Rng) {
    match json {
        serde_json::Value::Number(number) => {
            if *position == 0 {
                let old = number.as_i64().unwrap_or(0);
                let new = match rng.below(3) {
                    0 => old + 1,
                    1 => (old - 1).max(0),
                    _ => i64::from(rng.below(6)),
                };
                *json = new.into();
            }
            *position = position.wrapping_sub(1);
        }
        serde_json::Value::Array(list) => {
            list.iter_mut().for_each(|item| change(item, position, rng));
        }
        serde_json::Value::Object(map) => {
            map.values_mut()
                .for_each(|item| change(item, position, rng));
        }
        _ => {}
    }
}
