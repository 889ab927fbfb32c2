//! Reductions and runs: what is right is accepted, and each way of being wrong is rejected by the
//! rule that it breaks.

use budget::Budget;
use checker::{Established, Rejected, check_safe_for};
use evidence::reduction::{
    Case, Choice, Edge, Letter, Node, Parts, Place, Reduction, Step, Violation,
};
use evidence::{Datum, Evidence};
use question::{Question, SafeFor};

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

const COUNT: &str = "program count { var x: int; var n: int; while (x < n) { x = x + 1; } }
    claim c: safe for a = count, b = count
        requires a.x == b.x && a.n == b.n ensures a.x == b.x;";

/// Both copies count in lockstep. The head of the loop is location 0, the exit comes last.
fn lockstep(question: &SafeFor) -> Reduction {
    let graph = &question.setting.programs[0].body;
    let head = graph.entry().index() as u32;
    let exit = graph.exit().index() as u32;
    let leaving: Vec<(usize, bool)> = graph
        .edges_from(graph.entry())
        .map(|(edge, found)| (edge, found.to == graph.exit()))
        .collect();
    let edge = |leaves: bool| {
        let found = leaving.iter().find(|(_, other)| *other == leaves);
        found.expect("a loop has two ways on").0
    };
    let inside = graph.edges()[edge(false)].to;
    let back = graph
        .edges_from(inside)
        .next()
        .expect("the body has a command")
        .0;
    let (body, end) = (
        vec![edge(false) as u32, back as u32],
        vec![edge(true) as u32],
    );
    let step = |thread: u32, path: &[u32], to: u32| Step {
        letter: Letter {
            thread,
            path: path.to_vec(),
        },
        cases: vec![Case { when: None, to }],
    };
    let node = |at: [u32; 2], holds: &[u32], order: [u32; 2], steps: Vec<Step>| Node {
        at: at.iter().map(|place| Some(*place)).collect(),
        asleep: Vec::new(),
        holds: holds.to_vec(),
        order: order.to_vec(),
        steps,
    };
    Reduction {
        stops: (0..2)
            .map(|thread| Place {
                thread,
                location: head,
            })
            .collect(),
        commuting: Vec::new(),
        assertions: vec![
            "(and (= a.x b.x) (= a.n b.n))".to_owned(),
            "(and (= a.x (+ b.x 1)) (= a.n b.n) (< b.x b.n))".to_owned(),
            "(and (= a.x b.x) (= a.n b.n) (>= b.x b.n))".to_owned(),
            "(= a.x b.x)".to_owned(),
        ],
        starts: vec![Case { when: None, to: 0 }],
        nodes: vec![
            node(
                [head, head],
                &[0],
                [0, 1],
                vec![step(0, &body, 1), step(0, &end, 2)],
            ),
            node([head, head], &[1], [1, 0], vec![step(1, &body, 0)]),
            node([exit, head], &[2], [1, 0], vec![step(1, &end, 3)]),
            node([exit, exit], &[3], [0, 1], Vec::new()),
        ],
    }
}

fn judge(change: impl FnOnce(&mut Reduction)) -> Result<Established, Rejected> {
    let question = question(COUNT);
    let mut reduction = lockstep(&question);
    change(&mut reduction);
    let accepted = check_safe_for(
        &question,
        &Evidence::Reduction(reduction),
        &Budget::unlimited(),
    );
    accepted.map(|accepted| accepted.verdict())
}

fn breaks(rule: &str, change: impl FnOnce(&mut Reduction)) {
    match judge(change) {
        Err(Rejected::Rule { rule: broken, .. }) => assert_eq!(broken, rule),
        other => panic!("expected {rule} to be broken, found {other:?}"),
    }
}

#[test]
fn lockstep_is_accepted() {
    assert_eq!(judge(|_| {}), Ok(Established::Proved));
}

#[test]
fn wrong_triples_are_rejected() {
    breaks("Step", |r| r.assertions[1] = "(= a.x b.x)".to_owned());
    breaks("Start", |r| r.assertions[0] = "(= a.x 0)".to_owned());
    breaks("End", |r| r.assertions[3] = "true".to_owned());
    breaks("Step", |r| r.nodes[0].steps[0].cases[0].to = 2);
    breaks("Start", |r| r.starts[0].to = 3);
}

#[test]
fn missing_steps_and_cases_are_rejected() {
    breaks("Cases", |r| drop(r.nodes[0].steps.pop()));
    breaks("Cases", |r| r.nodes[0].steps[0].cases.clear());
    breaks("Cases", |r| r.starts[0].when = Some("(= a.x 0)".to_owned()));
    breaks("Cases", |r| {
        r.nodes[0].steps[0].cases[0].when = Some("(< a.x 0)".to_owned());
    });
}

#[test]
fn an_order_that_is_not_the_one_of_the_steps_is_rejected() {
    // The second copy is to move first, but nothing says where its steps lead.
    breaks("Cases", |r| r.nodes[0].order = vec![1, 0]);
}

#[test]
fn nothing_may_be_asleep_without_a_reason() {
    breaks("Sleep", |r| {
        let letter = r.nodes[0].steps[1].letter.clone();
        r.nodes[0].asleep.push(letter);
    });
}

#[test]
fn loops_have_stops() {
    breaks("Stops", |r| r.stops.truncate(1));
}

#[test]
fn commands_that_do_not_commute_are_rejected() {
    let question = question(
        "program race { shared var s: int; par { s = s + 1; } || { s = s * 2; } }
        claim c: safe for a = race;",
    );
    let edge = |thread| Edge { thread, edge: 0 };
    let reduction = Reduction {
        stops: Vec::new(),
        commuting: vec![(edge(1), edge(2))],
        assertions: Vec::new(),
        starts: Vec::new(),
        nodes: Vec::new(),
    };
    let judged = check_safe_for(
        &question,
        &Evidence::Reduction(reduction),
        &Budget::unlimited(),
    );
    assert!(
        matches!(
            judged,
            Err(Rejected::Rule {
                rule: "Commuting",
                ..
            })
        ),
        "{judged:?}"
    );
}

#[test]
fn formulas_speak_of_the_programs_alone() {
    breaks("Formula", |r| r.assertions[0] = "(= a.x c.x)".to_owned());
    breaks("Formula", |r| r.assertions[0] = "(+ a.x 1)".to_owned());
    breaks("Formula", |r| {
        r.assertions[0] = "(forall ((i Int)) (= i a.x))".to_owned()
    });
}

#[test]
fn dangling_references_are_rejected() {
    let dangling = |judged| matches!(judged, Err(Rejected::Dangling { .. }));
    assert!(dangling(judge(|r| r.starts[0].to = 9)));
    assert!(dangling(judge(|r| r.nodes[0].holds = vec![9])));
    assert!(dangling(judge(|r| r.stops[0].location = 99)));
}

/// Runs of two copies that set `y` to `f(x)`, or one of them to `f(x) + 1`.
fn runs(start: &[i64], steps: usize) -> Violation {
    let choice = Choice {
        path: Vec::new(),
        edge: Some(0),
        input: None,
    };
    Violation {
        functions: vec![evidence::reduction::FunctionData {
            name: "f".to_owned(),
            entries: vec![(vec![Datum::Small(1)], Datum::Small(5))],
            default: Datum::Small(0),
        }],
        start: start.iter().map(|value| Datum::Small(*value)).collect(),
        runs: vec![vec![choice.clone(); steps], vec![choice; steps]],
        failed: None,
    }
}

fn judge_runs(violation: Violation) -> Result<Established, Rejected> {
    let question = question(
        "fn f(int) -> int;
        program p { var x: int; var y: int; y = f(x); }
        claim c: safe for a = p, b = p requires a.x <= b.x ensures a.y <= b.y;",
    );
    let accepted = check_safe_for(
        &question,
        &Evidence::Violation(violation),
        &Budget::unlimited(),
    );
    accepted.map(|accepted| accepted.verdict())
}

#[test]
fn runs_are_replayed() {
    assert_eq!(judge_runs(runs(&[1, 0, 2, 0], 1)), Ok(Established::Refuted));
    let rule = |judged| match judged {
        Err(Rejected::Rule { rule, .. }) => rule,
        other => panic!("expected a broken rule, found {other:?}"),
    };
    assert_eq!(rule(judge_runs(runs(&[2, 0, 1, 0], 1))), "Related");
    assert_eq!(rule(judge_runs(runs(&[0, 0, 1, 0], 1))), "Violated");
    assert_eq!(rule(judge_runs(runs(&[1, 0, 2, 0], 0))), "Violated");
    assert_eq!(rule(judge_runs(runs(&[1, 0, 2, 0], 2))), "Run");
    assert_eq!(rule(judge_runs(runs(&[1, 0, 2], 1))), "Start");
    let mut without = runs(&[1, 0, 2, 0], 1);
    without.functions.clear();
    assert_eq!(rule(judge_runs(without)), "Functions");
}

/// A step through an atomic block is a path, and paths double with each `if`: whoever writes such
/// evidence must not keep the checker busy for longer than its budget.
#[test]
fn the_paths_of_an_atomic_block_are_counted_against_the_budget() {
    let body = "if (s > 0) { s = s - 1; } else { s = s + 2; } ".repeat(25);
    let question = question(&format!(
        "program p {{ shared var s: int; par {{ atomic {{ {body} }} }} || {{ s = s + 1; }} }}
        claim c: safe for a = p ensures a.s > 0;"
    ));
    let program::Action::Par(parts) = &question.setting.programs[0].body.edges()[0].action else {
        panic!("the program starts with its parts");
    };
    let graphs = [&question.setting.programs[0].body, &parts[0], &parts[1]];
    let stops = graphs.iter().enumerate().flat_map(|(thread, graph)| {
        let open = graph.locations().filter(|place| !graph.is_atomic(*place));
        open.map(move |place| Place {
            thread: thread as u32,
            location: place.index() as u32,
        })
    });
    let reduction = Reduction {
        stops: stops.collect(),
        commuting: Vec::new(),
        assertions: Vec::new(),
        starts: Vec::new(),
        nodes: Vec::new(),
    };
    let budget = Budget::unlimited().within(std::time::Duration::from_millis(200));
    let answer = check_safe_for(&question, &Evidence::Reduction(reduction), &budget);
    assert!(
        matches!(answer, Err(Rejected::Unanswered(smt::Reason::Timeout))),
        "{answer:?}"
    );
}

/// Proofs for the two parts of a postcondition: that the counters agree, and the limits.
fn in_parts(change: impl FnOnce(&mut Vec<Reduction>)) -> Result<Established, Rejected> {
    let question =
        question(&COUNT.replace("ensures a.x == b.x", "ensures a.x == b.x && a.n == b.n"));
    let first = lockstep(&question);
    let mut second = first.clone();
    second.assertions[3] = "(= a.n b.n)".to_owned();
    let mut proofs = vec![first, second];
    change(&mut proofs);
    let evidence = Evidence::Parts(Parts { proofs });
    let accepted = check_safe_for(&question, &evidence, &Budget::unlimited());
    accepted.map(|accepted| accepted.verdict())
}

#[test]
fn every_part_has_its_own_proof() {
    assert_eq!(in_parts(|_| {}), Ok(Established::Proved));
    let rule = |judged| match judged {
        Err(Rejected::Rule { rule, .. }) => rule,
        other => panic!("expected a broken rule, found {other:?}"),
    };
    assert_eq!(rule(in_parts(|proofs| proofs.swap(0, 1))), "End");
    assert_eq!(rule(in_parts(|proofs| proofs.truncate(1))), "Parts");
    assert_eq!(rule(in_parts(Vec::clear)), "Parts");
    let again = |proofs: &mut Vec<Reduction>| proofs.push(proofs[0].clone());
    assert_eq!(rule(in_parts(again)), "Parts");
}

#[test]
fn no_part_is_no_proof_of_assertions() {
    let question = question("program p { var x: int; assert x == 0; } claim c: safe for a = p;");
    let nothing = Evidence::Parts(Parts { proofs: Vec::new() });
    let judged = check_safe_for(&question, &nothing, &Budget::unlimited());
    assert!(
        matches!(judged, Err(Rejected::Rule { rule: "Parts", .. })),
        "{judged:?}"
    );
}

/// Proofs that two arrays are equal, by what is shown of their elements.
fn of_elements(shown: &str) -> Result<Established, Rejected> {
    let question = question(
        "program p { var t: array<int, int>; skip; }
        claim c: safe for a = p, b = p requires a.t == b.t ensures a.t == b.t;",
    );
    let graph = &question.setting.programs[0].body;
    let path: Vec<u32> = (0..graph.edges().len() as u32).collect();
    let (entry, exit) = (graph.entry().index() as u32, graph.exit().index() as u32);
    let node = |at: [u32; 2], next: Option<(u32, u32)>| Node {
        at: at.iter().map(|place| Some(*place)).collect(),
        asleep: Vec::new(),
        holds: vec![0],
        order: next.iter().map(|(thread, _)| *thread).collect(),
        steps: (next.iter())
            .map(|(thread, to)| Step {
                letter: Letter {
                    thread: *thread,
                    path: path.clone(),
                },
                cases: vec![Case {
                    when: None,
                    to: *to,
                }],
            })
            .collect(),
    };
    let proof = Reduction {
        stops: Vec::new(),
        commuting: Vec::new(),
        assertions: vec![shown.to_owned()],
        starts: vec![Case { when: None, to: 0 }],
        nodes: vec![
            node([entry, entry], Some((0, 1))),
            node([exit, entry], Some((1, 2))),
            node([exit, exit], None),
        ],
    };
    let evidence = Evidence::Parts(Parts {
        proofs: vec![proof],
    });
    let accepted = check_safe_for(&question, &evidence, &Budget::unlimited());
    accepted.map(|accepted| accepted.verdict())
}

#[test]
fn arrays_are_equal_if_all_their_elements_are() {
    let any = "(= (select a.t element!0) (select b.t element!0))";
    assert_eq!(of_elements(any), Ok(Established::Proved));
    let breaks = |shown: &str, rule: &str| match of_elements(shown) {
        Err(Rejected::Rule { rule: broken, .. }) => assert_eq!(broken, rule, "{shown}"),
        other => panic!("expected {rule} to be broken by {shown}, found {other:?}"),
    };
    breaks("(= (select a.t 0) (select b.t 0))", "End");
    breaks(&format!("(and {any} (= element!0 7))"), "Start");
    breaks(&format!("(=> (< element!0 9) {any})"), "End");
}
