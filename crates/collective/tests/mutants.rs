//! Certificates that were tampered with are rejected, and so are good ones for other systems.

use budget::Budget;
use evidence::collective::{Covering, Target};
use evidence::{Evidence, Verdict};
use question::{Question, Safe};

const STAGGER: &str = "system s { input n: int where n >= 0; process p[2] {
    var i: int = 0; var x: int = 0;
    while (i < 2 * n) {
        if (me == 0 && i % 2 == 0) { receive x from 1; }
        else if (me == 1 && i % 2 == 1) { x = i + 1; send x to 0; }
        i = i + 1;
    }
    assert x == 2 * n; } }
    claim c: s safe leaving no messages;";

const RING: &str = "system s { input n: int; process p[3] {
    var i: int = 0; var x: int = me;
    while (i < n) { send x to (me + 1) % 3; receive x from (me + 2) % 3; i = i + 1; }
    assert 0 <= x; } }
    claim c: s safe leaving no messages;";

const FAN_IN: &str = "system s { input n: int; process p[3] {
    var i: int = 0; var x: int = 0; var t: int = 0;
    while (i < n) {
        if (me == 0) { receive x from any; t = t + x; receive x from any; t = t + x; }
        else { send me to 0; }
        barrier;
        i = i + 1;
    }
    collective assert C: p[0].t == 3 * i; } }
    claim c: s safe leaving no messages requires n >= 0;";

fn question(text: &str) -> Safe {
    let analysis = language::analyze(text);
    assert!(!analysis.has_errors(), "{:?}", analysis.diagnostics);
    analysis
        .module
        .question(&analysis.module.claims[0])
        .ok()
        .and_then(Question::safe)
        .expect("the claim is about a system")
}

fn covering(question: &Safe) -> Covering {
    match collective::decide(question, &Budget::unlimited()).verdict {
        Verdict::Proved(Evidence::Covering(covering)) => covering,
        other => panic!("a proof was expected: {other:?}"),
    }
}

fn is_accepted(question: &Safe, covering: Covering) -> bool {
    let evidence = Evidence::Covering(covering);
    checker::check_safe(question, &evidence, &Budget::unlimited()).is_ok()
}

/// All ways to spoil one part of a certificate.
fn mutants(good: &Covering) -> Vec<(String, Covering)> {
    let mut mutants = Vec::new();
    let mut add = |what: String, change: &dyn Fn(&mut Covering)| {
        let mut mutant = good.clone();
        change(&mut mutant);
        if mutant != *good {
            mutants.push((what, mutant));
        }
    };
    for node in 0..good.nodes.len() {
        for case in 0..good.nodes[node].cases.len() {
            add(format!("node {node} lacks case {case}"), &|c| {
                c.nodes[node].cases.remove(case);
            });
            if let Target::Cut { with, .. } = &good.nodes[node].cases[case].to {
                for position in 0..with.len() {
                    add(
                        format!("node {node}, case {case}: value {position}"),
                        &|c| {
                            if let Target::Cut { with, .. } = &mut c.nodes[node].cases[case].to {
                                with[position] = format!("(+ 1 {})", with[position]);
                            }
                        },
                    );
                }
            } else {
                add(
                    format!("node {node}, case {case} leads to the start"),
                    &|c| {
                        c.nodes[node].cases[case].to = Target::Node(0);
                    },
                );
            }
        }
        add(format!("nobody moves at node {node}"), &|c| {
            c.nodes[node].movers.clear()
        });
    }
    for cut in 0..good.cuts.len() {
        add(format!("cut {cut} is impossible"), &|c| {
            c.cuts[cut].condition.push("false".to_owned());
        });
        add(format!("cut {cut} is elsewhere"), &|c| {
            c.cuts[cut].at[0] += 1
        });
        add(format!("cut {cut} goes on elsewhere"), &|c| {
            c.cuts[cut].node = 0
        });
        add(format!("cut {cut} takes a name"), &|c| {
            if let Some(constant) = c.cuts[cut].constants.first_mut() {
                constant.name = "n".to_owned();
            }
        });
    }
    mutants
}

#[test]
fn mutants_are_rejected() {
    let mut count = 0;
    for text in [STAGGER, RING, FAN_IN] {
        let question = question(text);
        let good = covering(&question);
        assert!(is_accepted(&question, good.clone()));
        for (what, mutant) in mutants(&good) {
            count += 1;
            assert!(!is_accepted(&question, mutant), "{what}\n{text}");
        }
    }
    assert!(count >= 200, "{count} mutants");
}

#[test]
fn a_proof_of_one_system_is_none_of_another() {
    for (text, from, to) in [
        (STAGGER, "assert x == 2 * n", "assert x == 2 * n + 1"),
        (STAGGER, "x = i + 1;", "x = i + 2;"),
        (STAGGER, "i < 2 * n", "i < 2 * n - 1"),
        (STAGGER, "receive x from 1", "receive x from 0"),
        (STAGGER, "n >= 0", "n >= -1"),
        (RING, "send x to (me + 1) % 3;", "send x to (me + 2) % 3;"),
        (RING, "assert 0 <= x;", "assert 0 < x;"),
        (FAN_IN, "send me to 0;", "send me + 1 to 0;"),
        (FAN_IN, "p[0].t == 3 * i", "p[0].t == 2 * i"),
        (FAN_IN, "barrier;", "skip;"),
    ] {
        let good = covering(&question(text));
        let other = text.replace(from, to);
        assert_ne!(text, other);
        assert!(!is_accepted(&question(&other), good), "{other}");
    }
}

/// A covering that never lets the second process move, which would fail, is no proof.
#[test]
fn a_process_cannot_be_ignored() {
    let text = "system s {
        process a { var x: int = 0; while (true) { x = 1 - x; } }
        process b { assert false; } }
        claim c: s safe;";
    let alone = "system s {
        process a { var x: int = 0; while (true) { x = 1 - x; } } }
        claim c: s safe;";
    let mut ignoring = covering(&question(alone));
    // The processes of the larger system, of which only the first ever moves.
    for cut in &mut ignoring.cuts {
        cut.at.push(0);
        cut.values.push(Vec::new());
    }
    let question = question(text);
    let rejected = checker::check_safe(
        &question,
        &Evidence::Covering(ignoring),
        &Budget::unlimited(),
    );
    let message = rejected.expect_err("b fails").to_string();
    assert!(message.contains("Ignoring"), "{message}");
}

const COLLECTOR: &str = "system s { input n: int where n >= 0;
    process c { var i: int = 0; var x: int = 0; var t: int = 0;
        while (i < 2 * n) { receive x from any; t = t + x; i = i + 1; } }
    process w[2] { var i: int = 0; while (i < n) { send me to 0; i = i + 1; } } }
    claim c: s safe leaving no messages ensures c.t == 3 * n;";

/// A worker that is not served while the other one is has to wait only because that ends: without
/// measures, with measures that stand still, and with measures below zero there is no proof.
#[test]
fn measures_must_show_that_cycles_end() {
    let question = question(COLLECTOR);
    let good = covering(&question);
    assert!(is_accepted(&question, good.clone()));
    let changes: [fn(&mut Vec<String>); 4] = [
        |measures| measures.clear(),
        |measures| measures.fill("0".to_owned()),
        |measures| {
            for measure in measures {
                *measure = format!("(- {measure})");
            }
        },
        |measures| {
            for measure in measures {
                *measure = format!("(- {measure} 1000)");
            }
        },
    ];
    for change in changes {
        let mut mutant = good.clone();
        mutant
            .cuts
            .iter_mut()
            .for_each(|cut| change(&mut cut.measures));
        let evidence = Evidence::Covering(mutant);
        let rejected = checker::check_safe(&question, &evidence, &Budget::unlimited());
        let message = rejected.expect_err("a worker may be ignored").to_string();
        assert!(message.contains("Ignoring"), "{message}");
    }
    let mut mutant = good;
    mutant.cuts[0].measures.push("true".to_owned());
    assert!(!is_accepted(&question, mutant), "a measure is an integer");
}
