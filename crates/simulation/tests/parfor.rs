//! Programs with `parfor`: proofs by one arbitrary copy, refutations by a few, and what is neither.

use std::time::Duration;

use budget::Budget;
use checker::{Established, Rejected};
use evidence::unwinding::{Copies, Player, Unwinding};
use evidence::{Evidence, Reason, Verdict};
use program::Task;

fn task(text: &str) -> Task {
    let analysis = language::analyze(text);
    assert!(!analysis.has_errors(), "{text}\n{:?}", analysis.diagnostics);
    analysis.module.task(&analysis.module.claims[0])
}

/// The claim that one program is simulated by another, given their bodies.
fn claim(source: &str, target: &str) -> String {
    format!("program a {{ {source} }} program b {{ {target} }} claim c: a simulated by b;")
}

/// The verdict that the checker gives, with what it was about.
fn judged(text: &str) -> Result<(Established, Copies), Reason> {
    let task = task(text);
    let budget = Budget::unlimited().within(Duration::from_secs(120));
    let evidence = match simulation::decide(&task, &budget) {
        Verdict::Proved(evidence) | Verdict::Refuted(evidence) => evidence,
        Verdict::Unknown(reason) => return Err(reason),
    };
    let accepted = checker::check(&task, &evidence, &Budget::unlimited())
        .unwrap_or_else(|rejected| panic!("{rejected}: {text}"));
    let Evidence::Unwinding(unwinding) = evidence else {
        panic!("the evidence is a strategy")
    };
    Ok((accepted.verdict(), unwinding.copies))
}

fn proved(source: &str, target: &str) {
    let verdict = judged(&claim(source, target));
    assert_eq!(
        verdict,
        Ok((Established::Proved, Copies::Arbitrary)),
        "{source} by {target}"
    );
}

fn refuted(source: &str, target: &str) {
    let verdict = judged(&claim(source, target));
    assert!(
        matches!(verdict, Ok((Established::Refuted, Copies::Few(_)))),
        "{verdict:?}: {source} by {target}"
    );
}

const RING: &str =
    "receive t on id; if (id == n - 1) { nx = 0; } else { nx = id + 1; } send t on nx;";
const LOCK: &str = "receive t on id; havoc nx where 0 <= nx && nx <= n - 1; send t on nx;";
const BAD: &str =
    "receive t on id; havoc nx where 0 <= nx && nx <= n - 1 && nx != id; send t on nx;";

/// One token, passed around by the nodes.
fn token(node: &str) -> String {
    format!(
        "var n: int; havoc n where n >= 1;
         par {{ send 1 on 0; }}
         || {{ parfor id in 0..=n - 1 {{ var t: int; var nx: int; while (*) {{ {node} }} }} }}"
    )
}

/// Any number of tokens.
fn general(node: &str) -> String {
    format!(
        "var n: int; var m: int; var k: int; var d: int;
         havoc n where n >= 1; havoc m where m >= 1;
         par {{ k = 0; while (k < m) {{ havoc d where 0 <= d && d <= n - 1; send 1 on d; k = k + 1; }} }}
         || {{ parfor id in 0..=n - 1 {{ var t: int; var nx: int; while (*) {{ {node} }} }} }}"
    )
}

#[test]
fn a_ring_is_a_lock() {
    proved(&token(RING), &token(LOCK));
}

#[test]
fn a_ring_is_no_lock_that_never_keeps_its_token() {
    refuted(&token(RING), &token(BAD));
}

#[test]
fn a_lock_is_no_ring() {
    refuted(&token(LOCK), &token(RING));
}

#[test]
fn one_token_is_a_case_of_many() {
    proved(&token(RING), &general(LOCK));
}

#[test]
fn many_tokens_in_a_ring_are_many_tokens() {
    proved(&general(RING), &general(LOCK));
}
