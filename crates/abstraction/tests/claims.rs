//! Claims `A abstracted by B`: what is found, and what has to be lost for it.

use budget::Budget;
use evidence::{Evidence, Verdict};
use question::Question;

/// The variables that the abstraction loses, sorted; `None` where none is found.
fn lost(text: &str) -> Option<Vec<String>> {
    let budget = Budget::unlimited().within(std::time::Duration::from_secs(60));
    lost_within(text, &budget)
}

fn lost_within(text: &str, budget: &Budget) -> Option<Vec<String>> {
    let analysis = language::analyze(text);
    assert!(!analysis.has_errors());
    let module = analysis.module;
    let question = module
        .question(&module.claims[0])
        .ok()
        .and_then(Question::abstracted)
        .expect("the claim is about an abstraction");
    let Verdict::Proved(evidence) = abstraction::decide(&question, budget) else {
        return None;
    };
    let checked = checker::check_abstracted(&question, &evidence, &Budget::unlimited());
    if let Err(rejected) = checked {
        panic!("{rejected}: {text}");
    }
    let Evidence::Abstraction(found) = evidence else {
        panic!("the evidence is an abstraction");
    };
    let mut lost: Vec<String> = found.lost.into_iter().map(|lost| lost.variable).collect();
    lost.sort();
    lost.dedup();
    Some(lost)
}

const FIGURE_2: &str = "
program source { var a: int; var b: int; while (*) { a = a + b; send a on 1; } }
program target { var a: int; var b: int; while (*) { a = a - b; send a on 1; } }
";

#[test]
fn figure_2_needs_no_abstraction_where_the_starts_are_related() {
    let claim = "claim c: source abstracted by target
        requires source.a == target.a && source.b == -target.b;";
    assert_eq!(lost(&format!("{FIGURE_2}{claim}")), Some(vec![]));
}

/// Figure 2 where nothing ties the two variables `b` together, with another clause.
fn figure_2_with(clause: &str) -> String {
    format!(
        "{FIGURE_2} claim c: source abstracted by target requires source.a == target.a {clause};"
    )
}

#[test]
fn figure_2_loses_one_variable_otherwise() {
    let only_b = Some(vec!["target.b".to_owned()]);
    assert_eq!(lost(&figure_2_with("losing b")), only_b);
    assert_eq!(lost(&figure_2_with("losing a, b")), only_b);
    assert_eq!(lost(&figure_2_with("keeping a")), only_b);
}

#[test]
fn nothing_is_lost_that_the_claim_does_not_allow() {
    let module = |clause: &str| language::analyze(&figure_2_with(clause)).module;
    for clause in ["", "losing ()", "keeping a, b"] {
        let module = module(clause);
        let question = module
            .question(&module.claims[0])
            .ok()
            .and_then(Question::abstracted)
            .expect("the claim is about an abstraction");
        let verdict = abstraction::decide(&question, &Budget::unlimited());
        let Verdict::Unknown(reason) = verdict else {
            panic!("the claim is not proved: {clause}");
        };
        assert_eq!(
            reason.to_string(),
            "incomplete: only by losing target.b",
            "{clause}"
        );
    }
    // Nor does the checker allow it.
    let allowing = module("losing b");
    let question = allowing
        .question(&allowing.claims[0])
        .ok()
        .and_then(Question::abstracted)
        .expect("the claim is about an abstraction");
    let Verdict::Proved(evidence) = abstraction::decide(&question, &Budget::unlimited()) else {
        panic!("the claim is proved");
    };
    let is_accepted = |clause: &str| {
        let module = module(clause);
        let question = module
            .question(&module.claims[0])
            .ok()
            .and_then(Question::abstracted)
            .expect("the claim is about an abstraction");
        checker::check_abstracted(&question, &evidence, &Budget::unlimited()).is_ok()
    };
    assert!(is_accepted("losing b") && is_accepted("keeping a"));
    assert!(!is_accepted("") && !is_accepted("losing ()") && !is_accepted("losing a"));
    assert!(!is_accepted("keeping b"));
}

/// As many variables may be lost as the claim names, more than two as well.
#[test]
fn all_that_may_be_lost_is_tried() {
    let text = "
        program s { var x: int; var y: int; var z: int; var i: int;
            while (*) { havoc x; send x on 1; havoc y; send y on 2; havoc z; send z on 3;
                i = i + 1; send i on 4; } }
        program t { var x: int; var y: int; var z: int; var i: int;
            while (*) { x = x + 1; send x on 1; y = y + x; send y on 2; z = z + y; send z on 3;
                i = i + 1; send i on 4; } }
        claim c: s abstracted by t requires s.i == t.i";
    let found = lost(&format!("{text} keeping i;"));
    assert_eq!(found.map(|lost| lost.len()), Some(3));
    assert_eq!(lost(&format!("{text} losing x, y;")), None);
}

#[test]
fn messages_are_never_lost() {
    let text = "
        program source { var a: int; while (*) { send 1 on 1; } }
        program target { var a: int; while (*) { send 2 on 1; } }
        claim c: source abstracted by target;";
    assert_eq!(lost(text), None);
}

#[test]
fn what_both_end_with_is_checked() {
    let programs = "
        program source { var a: int = 0; a = a + 2; }
        program target { var a: int = 0; a = a + 1; a = a + 1; }
        claim c: source abstracted by target ensures source.a == target.a";
    assert_eq!(lost(&format!("{programs};")), Some(vec![]));
    assert_eq!(lost(&format!("{programs} + 1;")), None);
}

const MERGED: &str = "
program one { var x: int = 0; while (*) { x = x + 3; send x on 1; } }
program two { var a: int = 0; var b: int = 0; while (*) { a = a + 1; b = b + 2; send a + b on 1; } }
";

#[test]
fn a_variable_is_the_sum_of_two_others() {
    let there = format!("{MERGED} claim c: one abstracted by two;");
    assert_eq!(lost(&there), Some(vec![]));
    let back = format!("{MERGED} claim c: two abstracted by one;");
    assert_eq!(lost(&back), Some(vec![]));
}

#[test]
fn reals_are_related_by_factors() {
    let text = "
        program half { var x: real = 0.0; while (*) { x = x + 0.5; send x on 1; } }
        program whole { var y: real = 0.0; while (*) { y = y + 1.0; send y / 2.0 on 1; } }
        claim c: half abstracted by whole;";
    assert_eq!(lost(text), Some(vec![]));
}

/// Relations do not only get weaker: with a second sample, variables turn out to depend on an input that
/// never changes, of which nothing had been said.
#[test]
fn what_relations_say_anew_is_established_as_well() {
    let counts = |name: &str, sent: &str| {
        format!(
            "program {name} {{ var n: int; var i: int; i = 0;
             while (i < n) {{ send {sent} on 1; i = i + 1; }} }}"
        )
    };
    let summed = "program summed { var n: int; var i: int; var j: int; i = 0; j = 0;
        while (i < n) { send j on 1; j = j + 3; i = i + 1; } }";
    let quadruple = counts("quadruple", "4 * i");
    let triple = counts("triple", "3 * i");
    let claim = |source: &str, target: &str| {
        format!(
            "claim c: {source} abstracted by {target} requires {source}.n == {target}.n
             keeping n;"
        )
    };
    // Whatever is found is accepted, and keeps something.
    for (source, text) in [("summed", summed), ("triple", &triple)] {
        let claim = claim(source, "quadruple");
        assert_ne!(lost(&format!("{quadruple}{text}{claim}")), Some(vec![]));
    }
    let right = claim("summed", "triple");
    assert_eq!(lost(&format!("{triple}{summed}{right}")), Some(vec![]));
    let steps = "
        program onetwo { var a: int; var n: int; a = 0;
            while (a < n) { choose { a = a + 1; } or { a = a + 2; } send a on 1; } }
        program one { var a: int; var n: int; a = 0; while (a < n) { a = a + 1; send a on 1; } }
        claim c: onetwo abstracted by one requires onetwo.n == one.n keeping n;";
    assert_ne!(lost(steps), Some(vec![]));
}

/// A loop with some random statements.
fn program(name: &str, numbers: &mut dyn FnMut(usize) -> usize) -> String {
    let mut text = format!("program {name} {{ var n: int; var i: int; var j: int; i = 0;");
    text += ["", "j = 0;", "j = n;", "havoc j;"][numbers(4)];
    text += ["while (i < n) {", "while (*) {", "while (i != n) {"][numbers(3)];
    for _ in 0..2 + numbers(3) {
        text += match numbers(8) {
            0 => "j = j + 1;",
            1 => "j = j + 2;",
            2 => "j = j + i;",
            3 => "send i on 1;",
            4 => "send j on 1;",
            5 => "send 2 * i on 1;",
            6 => "choose { j = j + 1; } or { j = j - 1; }",
            _ => "if (j > i) { j = i; }",
        };
    }
    text += ["i = i + 1; }", "i = i + 1; send i + j on 2; }"][numbers(2)];
    text + "}"
}

#[test]
fn no_evidence_is_rejected() {
    let mut state = 5u64;
    let mut numbers = move |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005);
        state = state.wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    let mut proved = 0;
    for _ in 0..60 {
        let source = program("source", &mut numbers);
        // The same with other statements, or with the same.
        let target = match numbers(2) {
            0 => source
                .replace("source", "target")
                .replace("j + 2", "j + 1 + 1"),
            _ => program("target", &mut numbers),
        };
        let claim = "claim c: source abstracted by target losing n, i, j
            requires source.n == target.n";
        let claim = match numbers(2) {
            0 => format!("{claim};"),
            _ => format!("{claim} && source.j == target.j;"),
        };
        let budget = Budget::unlimited().with_work(2_000_000);
        proved += usize::from(lost_within(&format!("{source}{target}{claim}"), &budget).is_some());
    }
    assert!(proved > 15, "{proved}");
}
