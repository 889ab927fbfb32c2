//! The checker is not fooled by changed strategies.
//!
//! Each pair of claims below differs in one place only, which makes one of them true and the other
//! false. Every strategy for either is changed in every way that `changes` knows, and held against
//! both claims: whatever is accepted must establish what is true of the claim, and nothing may be
//! accepted for the claim of which the opposite is true. Kinds of changes that leave nothing of the
//! meaning must be rejected without exception. What remains is harmless: the loser's moves in
//! another order, another value where any will do, a label that is a little weaker or stronger than
//! it was and still kept by every move.

mod changes;
mod claims;

use std::collections::BTreeMap;

use budget::Budget;
use checker::{Established, Rejected};
use evidence::unwinding::{Player, Unwinding};
use evidence::{Evidence, Verdict};
use question::{Question, Simulated};
use random_programs::Rng;

use changes::{CHANGES, Changed, Meaning};
use claims::CLAIMS;

/// How many changed strategies are tried of each kind for each claim.
const EACH: usize = 2;

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

fn strategy(question: &Simulated, winner: Player, text: &str) -> Unwinding {
    let evidence = match simulation::decide(question, &Budget::unlimited()) {
        Verdict::Proved(evidence) | Verdict::Refuted(evidence) => evidence,
        Verdict::Unknown(reason) => panic!("{reason}: {text}"),
    };
    let Evidence::Unwinding(unwinding) = evidence else {
        panic!("the evidence is a strategy")
    };
    assert_eq!(unwinding.winner, winner, "{text}");
    unwinding
}

/// How often a kind was tried.
#[derive(Default)]
struct Tally {
    rejected: usize,
    accepted: usize,
    rejected_elsewhere: usize,
}

#[test]
#[allow(clippy::print_stdout, reason = "the rates are what the test reports")]
fn what_is_accepted_is_true() {
    let mut rng = Rng(2024);
    let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
    for (text, right, wrong) in CLAIMS {
        let texts = [text.replace('@', right), text.replace('@', wrong)];
        let questions = texts.each_ref().map(|text| question(text));
        for (own, winner) in [(0, Player::Verifier), (1, Player::Falsifier)] {
            let genuine = strategy(&questions[own], winner, &texts[own]);
            let evidence = Evidence::Unwinding(genuine.clone());
            let elsewhere =
                checker::check_simulated(&questions[1 - own], &evidence, &Budget::unlimited());
            assert!(elsewhere.is_err(), "{}", texts[1 - own]);
            for (kind, meaning, change) in CHANGES {
                for _ in 0..EACH {
                    let mut changed = Changed::new(&genuine, &questions[own], &mut rng);
                    let done = change(&mut changed, &questions[own]);
                    let changed = changed.unwinding;
                    if done.is_none() || changed == genuine {
                        continue;
                    }
                    let tally = tallies.entry(kind).or_default();
                    for (number, truth) in [Established::Proved, Established::Refuted]
                        .into_iter()
                        .enumerate()
                    {
                        let evidence = Evidence::Unwinding(changed.clone());
                        let budget = Budget::unlimited();
                        let what = format!("{kind}: {}\n{changed:?}", texts[number]);
                        match checker::check_simulated(&questions[number], &evidence, &budget) {
                            Ok(accepted) => {
                                assert_eq!(accepted.verdict(), truth, "{what}");
                                assert_eq!(number, own, "it says nothing of this claim: {what}");
                                assert!(meaning == Meaning::Kept, "{what}");
                                tally.accepted += 1;
                            }
                            Err(Rejected::Unanswered(reason)) => panic!("{reason}: {what}"),
                            Err(_) if number == own => tally.rejected += 1,
                            Err(_) => tally.rejected_elsewhere += 1,
                        }
                    }
                }
            }
        }
    }
    let (mut rejected, mut accepted) = (0, 0);
    for (kind, tally) in &tallies {
        println!(
            "{kind}: {} rejected, {} accepted; {} rejected for the opposite claim",
            tally.rejected, tally.accepted, tally.rejected_elsewhere
        );
        rejected += tally.rejected;
        accepted += tally.accepted;
    }
    println!("{rejected} rejected, {accepted} accepted");
    assert!(rejected + accepted >= 500, "{rejected} and {accepted}");
    assert!(rejected >= 4 * accepted, "{rejected} and {accepted}");
}
