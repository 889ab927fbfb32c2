//! Failures behind loops of so many rounds that no run is followed to their end.

use std::time::Duration;

use budget::Budget;
use evidence::{Evidence, Verdict};
use question::Question;

/// What is found of a system, which the checker accepts.
fn verdict(processes: &str) -> Verdict {
    let text = format!("system s {{ input n: int where n >= 1000; {processes} }} claim c: s safe;");
    let analysis = language::analyze(&text);
    assert!(!analysis.has_errors(), "{:?}", analysis.diagnostics);
    let question = analysis.module.question(&analysis.module.claims[0]);
    let question = question.ok().and_then(Question::safe);
    let question = question.expect("the claim is about a system");
    let budget = Budget::unlimited().within(Duration::from_secs(120));
    let verdict = collective::decide(&question, &budget).verdict;
    if let Verdict::Proved(evidence) | Verdict::Refuted(evidence) = &verdict {
        let checked = checker::check_safe(&question, evidence, &budget);
        assert!(checked.is_ok(), "{:?}\n{processes}", checked.err());
    }
    verdict
}

/// The processes fail behind their loops, and do not with another assertion.
fn fails(processes: &str, assertion: &str, other: &str) {
    let with = |assertion: &str| verdict(&processes.replace("ASSERTION", assertion));
    let failing = with(assertion);
    assert!(
        matches!(failing, Verdict::Refuted(Evidence::LongRun(_))),
        "{failing:?}\n{processes}"
    );
    let holding = with(other);
    assert!(
        !matches!(holding, Verdict::Refuted(_)),
        "{holding:?}\n{processes}"
    );
}

#[test]
fn the_counter_is_known_at_the_end_of_a_loop() {
    fails(
        "process a { var i: int = 0; while (i < 100000) { i = i + 1; } ASSERTION }",
        "assert i < 100000;",
        "assert i == 100000;",
    );
}

#[test]
fn an_input_is_the_number_of_rounds() {
    fails(
        "process a { var i: int = 0; var s: int = 0;
           while (i < n) { i = i + 1; s = s + 2; } ASSERTION }
         process b { var j: int = 5000; while (j > 0) { j = j - 1; } }",
        "assert s != 2 * n;",
        "assert s == 2 * n;",
    );
}

#[test]
fn loops_are_nested() {
    fails(
        "process a { var i: int = 0; var j: int = 0;
           while (i < 10000) { j = 0; while (j < 5000) { j = j + 1; } i = i + 1; } ASSERTION }",
        "assert i + j < 15000;",
        "assert i + j <= 15000;",
    );
}

#[test]
fn a_loop_sums_up_its_counter() {
    fails(
        "process a { var i: int = 0; var s: int = 0;
           while (i < 10000) { i = i + 1; s = s + i; } ASSERTION }",
        "assert s != 50005000;",
        "assert s >= 0;",
    );
}

#[test]
fn a_loop_goes_down_behind_one_that_goes_up() {
    fails(
        "process a { var i: int = 0; var j: int = 50000;
           while (i < 100000) { i = i + 1; } while (i != j) { i = i - 1; } ASSERTION }",
        "assert i == 0;",
        "assert i == j;",
    );
}

#[test]
fn processes_send_each_other_messages_in_their_loops() {
    let text = "process p[2] { var k: int = 0; var x: int = 0;
        if (me == 0) { while (k < 20000) { send k to 1; k = k + 1; } }
        else { while (k < 20000) { receive x from 0; k = k + 1; } ASSERTION } }";
    fails(text, "receive x from 0;", "assert x >= 0;");
    fails(text, "assert x != 19999;", "assert x < 20000;");
}

#[test]
fn a_loop_that_never_ends_hides_what_is_behind_it() {
    let verdict =
        verdict("process a { var i: int = 0; while (i < 100000) { i = i - 1; } assert false; }");
    assert!(!matches!(verdict, Verdict::Refuted(_)), "{verdict:?}");
}

#[test]
fn a_process_that_stops_at_an_assumption_hides_what_is_behind_it() {
    let verdict = verdict(
        "process a { var i: int = 0; while (i < 100000) { i = i + 1; assume i < 50000; } assert false; }",
    );
    assert!(!matches!(verdict, Verdict::Refuted(_)), "{verdict:?}");
}
