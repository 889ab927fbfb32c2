//! Each rule for runs that are too long to be written down accepts a small one, written by hand, and
//! rejects what breaks it.

mod systems;

use budget::Budget;
use checker::Rejected;
use evidence::collective::{Constant, Cut, Message, Queue, SortData};
use evidence::long_run::{Goal, LongRun, Turn, Way};
use evidence::{Datum, Evidence};
use logic::Value;
use program::system::Action;
use question::Safe;
use systems::question;

/// The name of the rule that rejects a run, or that it is accepted.
fn judged(question: &Safe, run: &LongRun) -> &'static str {
    let evidence = Evidence::LongRun(run.clone());
    match checker::check_safe(question, &evidence, &Budget::unlimited()) {
        Ok(accepted) => {
            assert_eq!(accepted.verdict(), checker::Established::Refuted);
            "accepted"
        }
        Err(Rejected::Rule { rule, .. }) => rule,
        Err(Rejected::Dangling { .. }) => "dangling",
        Err(other) => panic!("{other}"),
    }
}

fn way(edge: u32, to: Goal) -> Way {
    Way {
        edge,
        path: Vec::new(),
        value: None,
        to,
    }
}

fn turn(mover: u32, ways: impl IntoIterator<Item = Way>) -> Turn {
    Turn {
        mover: Some(mover),
        ways: ways.into_iter().collect(),
    }
}

fn arrives(cut: u32, with: &[&str]) -> Goal {
    Goal::Cut {
        cut,
        with: with.iter().map(ToString::to_string).collect(),
    }
}

fn strings(texts: &[&str]) -> Vec<String> {
    texts.iter().map(ToString::to_string).collect()
}

/// An edge of a process, by what it does.
fn edge(question: &Safe, process: usize, is: impl Fn(&Action) -> bool) -> u32 {
    let mut edges = question.system.processes[process].graph.edges().iter();
    let found = edges.position(|edge| is(&edge.action));
    u32::try_from(found.expect("there is such an edge")).expect("edges are few")
}

/// An edge that goes on where a formula holds.
fn assumes(question: &Safe, process: usize, text: &str) -> u32 {
    edge(
        question,
        process,
        |action| matches!(action, Action::Assume(formula) if formula.to_string() == text),
    )
}

fn assigns(question: &Safe, process: usize, text: &str) -> u32 {
    edge(
        question,
        process,
        |action| matches!(action, Action::Assign(_, value) if value.to_string() == text),
    )
}

fn asserts(question: &Safe) -> u32 {
    edge(question, 0, |action| matches!(action, Action::Assert(_)))
}

/// Where an edge of a process begins.
fn place(question: &Safe, process: usize, edge: u32) -> u32 {
    let edges = question.system.processes[process].graph.edges();
    u32::try_from(edges[edge as usize].from.index()).expect("places are few")
}

const COUNTING: &str =
    "system s { input n: int where n >= 0; process a { var i: int = 0; var k: int;
    while (i < n) { i = i + 1; } assert k < i; } }
    claim c: s safe;";

/// Goes round until `i` is `n`, where `k` is not less than `i`.
fn counting(question: &Safe) -> LongRun {
    let exit = assumes(question, 0, "a.i >= n");
    let round = assumes(question, 0, "a.i < n");
    let count = assigns(question, 0, "a.i + 1");
    let constant = Constant {
        name: "x".to_owned(),
        sort: SortData::Int,
    };
    let cut = Cut {
        constants: vec![constant],
        at: vec![place(question, 0, round)],
        values: vec![strings(&["x", "200000"])],
        queues: Vec::new(),
        requests: Vec::new(),
        meetings: Vec::new(),
        snapshots: Vec::new(),
        condition: strings(&["(<= 1 x)", "(<= x n)"]),
        measures: strings(&["(- n x)"]),
        node: 2,
    };
    LongRun {
        inputs: vec![Datum::from(&Value::from(100_000))],
        start: vec![Datum::from(&Value::from(200_000))],
        cuts: vec![cut],
        nodes: vec![
            turn(0, [way(round, Goal::Node(1))]),
            turn(0, [way(count, arrives(0, &["1"]))]),
            turn(0, [way(exit, Goal::Node(3)), way(round, Goal::Node(4))]),
            turn(0, [way(asserts(question), Goal::Failure)]),
            turn(0, [way(count, arrives(0, &["(+ x 1)"]))]),
        ],
    }
}

/// What a rule says of the run that counts, once something about it was changed.
fn changed(change: impl FnOnce(&mut LongRun)) -> &'static str {
    let question = question(COUNTING);
    let mut run = counting(&question);
    change(&mut run);
    judged(&question, &run)
}

#[test]
fn a_loop_of_many_rounds_is_gone_round_at_once() {
    assert_eq!(changed(|_| {}), "accepted");
}

#[test]
fn it_begins_with_values_that_are_allowed() {
    let number = |number: i64| vec![Datum::from(&Value::from(number))];
    assert_eq!(changed(|run| run.inputs = number(-1)), "Start");
    assert_eq!(changed(|run| run.inputs.clear()), "Start");
    assert_eq!(changed(|run| run.start.clear()), "Start");
    let none = changed(|run| run.inputs = number(0));
    assert_eq!(none, "Possible", "there is no round");
    let other = changed(|run| run.start = number(5));
    assert_eq!(other, "Match", "the cut is about another value of k");
}

#[test]
fn an_invariant_holds_on_entry_and_is_kept() {
    let entry = changed(|run| run.cuts[0].condition.push("(<= 2 x)".to_owned()));
    assert_eq!(entry, "Match");
    let kept = changed(|run| run.cuts[0].condition.push("(<= x 7)".to_owned()));
    assert_eq!(kept, "Match");
    let none = changed(|run| run.cuts[0].condition.push("false".to_owned()));
    assert_eq!(none, "Match", "nothing follows from what is never so");
    let wrong = changed(|run| run.nodes[4].ways[0].to = arrives(0, &["(+ x 2)"]));
    assert_eq!(wrong, "Match");
    let missing = changed(|run| run.nodes[4].ways[0].to = arrives(0, &[]));
    assert_eq!(missing, "Match");
    let unknown = changed(|run| run.nodes[4].ways[0].to = arrives(7, &["x"]));
    assert_eq!(unknown, "dangling");
}

#[test]
fn a_rank_falls_and_ends() {
    let ranked = |texts: &[&str]| {
        let texts = strings(texts);
        changed(|run| run.cuts[0].measures = texts)
    };
    assert_eq!(ranked(&[]), "Rank");
    assert_eq!(ranked(&["x"]), "Rank", "it rises");
    assert_eq!(ranked(&["5"]), "Rank", "it stays");
    assert_eq!(ranked(&["(- x)"]), "Rank", "it has no end");
    assert_eq!(ranked(&["x", "(- n x)"]), "Rank", "the first one rises");
    assert_eq!(ranked(&["3", "(- n x)"]), "accepted");
    assert_eq!(
        ranked(&["(- x)", "(- n x)"]),
        "accepted",
        "the first one never rises"
    );
}

#[test]
fn a_way_can_be_taken_in_every_state() {
    let lacks = changed(|run| {
        run.nodes[2].ways.remove(0);
    });
    assert_eq!(lacks, "Possible", "the loop ends");
    let lacks = changed(|run| {
        run.nodes[2].ways.remove(1);
    });
    assert_eq!(lacks, "Possible", "the loop goes on");
    let none = changed(|run| run.nodes[2].ways.clear());
    assert_eq!(none, "Possible");
}

#[test]
fn ways_are_steps_and_only_one_leads_to_a_node() {
    assert_eq!(changed(|run| run.nodes[2].ways[0].edge = 99), "Turn");
    assert_eq!(changed(|run| run.nodes[2].ways[0].path = vec![1]), "Turn");
    assert_eq!(changed(|run| run.nodes[2].mover = Some(1)), "Turn");
    let value = changed(|run| run.nodes[3].ways[0].value = Some("0".to_owned()));
    assert_eq!(value, "Turn");
    assert_eq!(
        changed(|run| run.nodes[2].ways[0].to = Goal::Node(9)),
        "dangling"
    );
    assert_eq!(
        changed(|run| run.nodes[4].ways[0].to = Goal::Node(2)),
        "Once"
    );
    assert_eq!(changed(|run| run.cuts[0].node = 0), "Once");
}

#[test]
fn the_failure_is_sure_and_nothing_fails_before() {
    let number = |number: i64| vec![Datum::from(&Value::from(number))];
    let holds = changed(|run| {
        run.start = number(50_000);
        run.cuts[0].values = vec![strings(&["x", "50000"])];
    });
    assert_eq!(holds, "Failure", "50000 < 100000");
    let early = changed(|run| run.nodes[4].ways[0].to = Goal::Failure);
    assert_eq!(early, "Failure", "to count is no failure");
    let before = changed(|run| run.nodes[3].ways[0].to = Goal::Node(5));
    assert_eq!(before, "Cases", "it has failed before");
    let end = changed(|run| {
        run.nodes[3] = Turn {
            mover: None,
            ways: Vec::new(),
        };
    });
    assert_eq!(end, "Failure", "it can go on");
}

#[test]
fn a_failure_that_needs_the_invariant_is_not_sure_without_it() {
    let question = question(&COUNTING.replace("assert k < i", "assert i > n"));
    let mut run = counting(&question);
    assert_eq!(judged(&question, &run), "accepted");
    run.cuts[0].condition.pop();
    assert_eq!(judged(&question, &run), "Failure");
}

const SENDING: &str = "system s { process p[2] { var i: int = 0; var x: int = 0;
    if (me == 0) { while (i < 20000) { send i to 1; i = i + 1; } assert i < 0; } else { receive x from 0; } } }
    claim c: s safe;";

#[test]
fn what_a_loop_sends_must_not_pile_up() {
    let question = question(SENDING);
    let graph = &question.system.processes[0].graph;
    // From the start to the head of the loop there is nothing but what constants decide.
    let mut nodes = Vec::new();
    let head_edge = assumes(&question, 0, "p[0].i < 20000");
    let head = graph.edges()[head_edge as usize].from;
    let mut at = graph.entry();
    while at != head {
        let (number, step) = graph
            .edges_from(at)
            .find(|(_, e)| !matches!(&e.action, Action::Assume(f) if f.is_false()))
            .expect("it goes on");
        at = step.to;
        let next = u32::try_from(nodes.len() + 1).expect("nodes are few");
        let number = u32::try_from(number).expect("edges are few");
        let to = match at == head {
            true => arrives(0, &["0"]),
            false => Goal::Node(next),
        };
        nodes.push(turn(0, [way(number, to)]));
    }
    let first = u32::try_from(nodes.len()).expect("nodes are few");
    let exit = assumes(&question, 0, "p[0].i >= 20000");
    let send = edge(&question, 0, |a| matches!(a, Action::Send { .. }));
    let count = assigns(&question, 0, "p[0].i + 1");
    let mut sends = way(send, Goal::Node(first + 3));
    sends.path = vec![1];
    nodes.extend([
        turn(
            0,
            [
                way(exit, Goal::Node(first + 1)),
                way(head_edge, Goal::Node(first + 2)),
            ],
        ),
        turn(0, [way(asserts(&question), Goal::Failure)]),
        turn(0, [sends]),
        turn(0, [way(count, arrives(0, &["(+ x 1)"]))]),
    ]);
    let other = &question.system.processes[1].graph;
    let cut = |queues: Vec<Queue>| Cut {
        constants: vec![Constant {
            name: "x".to_owned(),
            sort: SortData::Int,
        }],
        at: vec![
            u32::try_from(head.index()).expect("places are few"),
            u32::try_from(other.entry().index()).expect("places are few"),
        ],
        values: vec![strings(&["x", "0"]), strings(&["0", "0"])],
        queues,
        requests: Vec::new(),
        meetings: Vec::new(),
        snapshots: Vec::new(),
        condition: strings(&["(<= 0 x)", "(<= x 20000)"]),
        measures: strings(&["(- 20000 x)"]),
        node: first,
    };
    let judged = |queues: Vec<Queue>| {
        let run = LongRun {
            inputs: Vec::new(),
            start: Vec::new(),
            cuts: vec![cut(queues)],
            nodes: nodes.clone(),
        };
        judged(&question, &run)
    };
    assert_eq!(judged(Vec::new()), "Match", "a message is left behind");
    let message = Message {
        tag: "0".to_owned(),
        value: "0".to_owned(),
        request: None,
        aside: None,
    };
    let queue = Queue {
        from: 0,
        to: 1,
        messages: vec![message],
    };
    assert_eq!(judged(vec![queue]), "Match", "there is none at the start");
}

#[test]
fn a_choice_gets_a_value_that_it_may_have() {
    let question = question(
        "system s { process a { var x: 0..=2 = 0; havoc x; assert x < 2; } } claim c: s safe;",
    );
    let chooses = edge(&question, 0, |a| matches!(a, Action::Havoc(_)));
    let judged = |value: Option<&str>, to: Goal| {
        let mut chosen = way(chooses, to);
        chosen.value = value.map(ToString::to_string);
        let run = LongRun {
            inputs: Vec::new(),
            start: Vec::new(),
            cuts: Vec::new(),
            nodes: vec![
                turn(0, [chosen]),
                turn(0, [way(asserts(&question), Goal::Failure)]),
            ],
        };
        judged(&question, &run)
    };
    assert_eq!(judged(Some("2"), Goal::Node(1)), "accepted");
    assert_eq!(judged(Some("1"), Goal::Node(1)), "Failure");
    assert_eq!(judged(Some("3"), Goal::Node(1)), "Turn");
    assert_eq!(judged(Some("3"), Goal::Failure), "Turn", "nobody chooses 3");
    assert_eq!(judged(Some("true"), Goal::Node(1)), "Turn");
    assert_eq!(judged(None, Goal::Node(1)), "Turn");
}

#[test]
fn an_end_is_one_that_should_not_be() {
    let ends = |text: &str| {
        let question = question(text);
        let run = LongRun {
            inputs: Vec::new(),
            start: Vec::new(),
            cuts: Vec::new(),
            nodes: vec![Turn {
                mover: None,
                ways: Vec::new(),
            }],
        };
        judged(&question, &run)
    };
    let stuck =
        "system s { process p[2] { var x: int = 0; receive x from 1 - me; } } claim c: s safe;";
    assert_eq!(ends(stuck), "accepted");
    let stopped = "system s { process a { var x: int = 0; assume x > 0; } } claim c: s safe;";
    assert_eq!(ends(stopped), "Failure", "nothing is asked of it any more");
    let goes_on = "system s { process a { var x: int = 0; x = 1; } } claim c: s safe;";
    assert_eq!(ends(goes_on), "Failure");
}
