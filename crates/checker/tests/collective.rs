//! Each rule for systems of processes accepts a small certificate, written by hand, and rejects what
//! breaks it.

mod systems;

use budget::Budget;
use checker::Rejected;
use evidence::collective::{
    Case, Constant, Covering, Cut, FailingRun, Maker, Message, Node, Queue, Scheduled, Snapshot,
    Snapshots, SortData, Target,
};
use evidence::{Datum, Evidence};
use logic::{Sort, Term, Value};
use program::Location;
use program::system::{
    Access, Action, Area, Completion, Edge, Extent, Operation, OperationKind, Presumption, Process,
    ProcessBuilder, message as message_term,
};
use question::Safe;
use systems::question;

/// The name of the rule that rejects evidence, or that it is accepted.
fn judged(question: &Safe, evidence: Evidence) -> &'static str {
    match checker::check_safe(question, &evidence, &Budget::unlimited()) {
        Ok(_) => "accepted",
        Err(Rejected::Rule { rule, .. }) => rule,
        Err(Rejected::Dangling { .. }) => "dangling",
        Err(other) => panic!("{other}"),
    }
}

fn covered(question: &Safe, nodes: Vec<Node>) -> &'static str {
    let covering = Covering {
        cuts: Vec::new(),
        nodes,
        assumes: Vec::new(),
    };
    judged(question, Evidence::Covering(covering))
}

fn node<const N: usize>(movers: &[u32], cases: [Case; N]) -> Node {
    Node {
        movers: movers.to_vec(),
        cases: cases.into(),
    }
}

fn case(mover: u32, edge: u32, to: Target) -> Case {
    Case {
        mover,
        edge,
        path: Vec::new(),
        to,
    }
}

fn to_peer(mover: u32, edge: u32, peer: u32, to: Target) -> Case {
    Case {
        path: vec![peer],
        ..case(mover, edge, to)
    }
}

/// A receive of the first message of a peer.
fn receiving(mover: u32, edge: u32, peer: u32, to: Target) -> Case {
    Case {
        path: vec![peer, 0],
        ..case(mover, edge, to)
    }
}

fn to_cut(with: &[&str]) -> Target {
    Target::Cut {
        cut: 0,
        with: with.iter().map(ToString::to_string).collect(),
    }
}

/// The first edge of a process with such an action, and its number.
fn edge(question: &Safe, process: usize, is: impl Fn(&Action) -> bool) -> (u32, Edge) {
    let system = &question.system;
    let edges = system.processes[process].graph.edges();
    let position = edges.iter().position(|edge| is(&edge.action));
    let position = position.expect("there is such an edge");
    (position as u32, edges[position].clone())
}

const LOOP: &str = "system s { input n: int; process a { var x: int = 0;
    while (x < n) { x = x + 1; } assert 0 <= x; } } claim c: s safe;";

/// The loop with one cut, at which its counter is not negative.
fn looping(question: &Safe) -> Covering {
    let has_text = |text: &'static str| move |action: &Action| matches!(action, Action::Assume(f) if f.to_string() == text);
    let (goes_on, head) = edge(question, 0, has_text("a.x < n"));
    let (ends, _) = edge(
        question,
        0,
        |action| matches!(action, Action::Assume(f) if f.to_string() != "a.x < n"),
    );
    let (counts, _) = edge(question, 0, |action| matches!(action, Action::Assign(..)));
    let (asserts, _) = edge(question, 0, |action| matches!(action, Action::Assert(_)));
    let round = |first: u32, sum: &str| {
        [
            node(
                &[0],
                [
                    case(0, goes_on, Target::Node(first + 1)),
                    case(0, ends, Target::Node(first + 2)),
                ],
            ),
            node(&[0], [case(0, counts, to_cut(&[sum]))]),
            node(&[0], [case(0, asserts, Target::Node(first + 3))]),
            node(&[0], []),
        ]
    };
    Covering {
        cuts: vec![Cut {
            constants: vec![Constant {
                name: "c".to_owned(),
                sort: SortData::Int,
            }],
            at: vec![head.from.index() as u32],
            values: vec![vec!["c".to_owned()]],
            queues: Vec::new(),
            requests: Vec::new(),
            meetings: Vec::new(),
            snapshots: Vec::new(),
            condition: vec!["(<= 0 c)".to_owned()],
            measures: Vec::new(),
            node: 4,
        }],
        nodes: [round(0, "(+ 0 1)"), round(4, "(+ c 1)")].concat(),
        assumes: Vec::new(),
    }
}

fn spoilt_loop(change: impl FnOnce(&mut Covering)) -> &'static str {
    let question = question(LOOP);
    let mut covering = looping(&question);
    change(&mut covering);
    judged(&question, Evidence::Covering(covering))
}

#[test]
fn a_loop_with_its_invariant_is_covered() {
    assert_eq!(spoilt_loop(|_| {}), "accepted");
}

#[test]
fn cases_cover_every_step_and_none_fails() {
    assert_eq!(spoilt_loop(|c| drop(c.nodes[4].cases.pop())), "Cases");
    assert_eq!(spoilt_loop(|c| drop(c.nodes[1].cases.pop())), "Cases");
    assert_eq!(spoilt_loop(|c| c.nodes[4].cases[0].mover = 1), "Cases");
    assert_eq!(spoilt_loop(|c| c.nodes[4].cases[0].path.push(0)), "Cases");
    // Without its invariant, the assertion behind the loop may fail.
    assert_eq!(spoilt_loop(|c| c.cuts[0].condition.clear()), "Cases");
    let dangling = |c: &mut Covering| c.nodes[4].cases[0].to = Target::Node(99);
    assert_eq!(spoilt_loop(dangling), "dangling");
}

#[test]
fn a_match_is_an_instance_of_its_cut() {
    let with = |node: usize, texts: &'static [&'static str]| {
        move |c: &mut Covering| c.nodes[node].cases[0].to = to_cut(texts)
    };
    assert_eq!(spoilt_loop(with(5, &["c"])), "Match");
    assert_eq!(spoilt_loop(with(5, &["(- c 1)"])), "Match");
    assert_eq!(spoilt_loop(with(5, &[])), "Match");
    assert_eq!(spoilt_loop(with(5, &["true"])), "Match");
    assert_eq!(spoilt_loop(with(5, &["(+ c"])), "Terms");
    assert_eq!(spoilt_loop(with(5, &["(+ d 1)"])), "Terms");
    assert_eq!(spoilt_loop(with(1, &["7"])), "Match");
    let stronger = |c: &mut Covering| c.cuts[0].condition.push("(<= 5 c)".to_owned());
    assert_eq!(spoilt_loop(stronger), "Match");
    let elsewhere = |c: &mut Covering| c.cuts[0].at[0] = 1;
    assert_eq!(spoilt_loop(elsewhere), "Match");
    let with_message = |c: &mut Covering| {
        c.cuts[0].queues.push(Queue {
            from: 0,
            to: 0,
            messages: vec![Message {
                tag: "0".to_owned(),
                value: "c".to_owned(),
                request: None,
                aside: None,
            }],
        });
    };
    assert_eq!(spoilt_loop(with_message), "Match");
    let no_cut = |c: &mut Covering| {
        c.nodes[5].cases[0].to = Target::Cut {
            cut: 1,
            with: Vec::new(),
        };
    };
    assert_eq!(spoilt_loop(no_cut), "dangling");
}

/// A process that goes one of two ways, each with an assignment, and comes to the same node behind
/// them; then it takes one more step.
fn joined(ways: &str, last: &str, change: impl FnOnce(&mut Vec<Node>)) -> &'static str {
    let question = question(&format!(
        "system s {{ input n: int; process a {{ var x: int = 0; {ways} {last} }} }} claim c: s safe;"
    ));
    let system = &question.system;
    let graph = &system.processes[0].graph;
    let from = |location: Location| -> Vec<(u32, Location)> {
        let edges = graph.edges_from(location);
        edges
            .map(|(number, edge)| (number as u32, edge.to))
            .collect()
    };
    let both = from(graph.entry());
    let [(left, behind_left), (right, behind_right)] = both[..] else {
        panic!("it goes one of two ways")
    };
    let (first, meeting) = from(behind_left)[0];
    let (second, _) = from(behind_right)[0];
    let (ends, _) = from(meeting)[0];
    let mut nodes = vec![
        node(
            &[0],
            [
                case(0, left, Target::Node(1)),
                case(0, right, Target::Node(2)),
            ],
        ),
        node(&[0], [case(0, first, Target::Node(3))]),
        node(&[0], [case(0, second, Target::Node(3))]),
        node(&[0], [case(0, ends, Target::Node(4))]),
        node(&[0], []),
    ];
    change(&mut nodes);
    covered(&question, nodes)
}

#[test]
fn ways_join_where_their_states_are_the_same() {
    let choose = |a: &str, b: &str| format!("choose {{ x = {a}; }} or {{ x = {b}; }}");
    let judged = |a: &str, b: &str, last: &str| joined(&choose(a, b), last, |_| {});
    assert_eq!(judged("1", "1", "assert x == 1;"), "accepted");
    assert_eq!(judged("n + 1", "1 + n", "assert x == n + 1;"), "accepted");
    // What nobody reads any more may differ.
    assert_eq!(judged("1", "2", "x = 3;"), "accepted");
    assert_eq!(judged("1", "2", "assert x == 1;"), "Join");
    assert_eq!(judged("1", "2", "x = x + 1;"), "Join");
    let elsewhere = |nodes: &mut Vec<Node>| nodes[0].cases[1].to = Target::Node(3);
    assert_eq!(joined(&choose("1", "1"), "x = 3;", elsewhere), "Join");
}

#[test]
fn a_condition_implies_the_one_that_a_node_was_reached_with() {
    let judged = |ways: &str| joined(ways, "assert x == 1;", |_| {});
    let branch = "if (n < 5) { x = 1; } else { x = 1; }";
    assert_eq!(
        judged(branch),
        "Join",
        "neither condition implies the other"
    );
    let judged = |ways: &str| joined(ways, "assert n < 7;", |_| {});
    let (weak, strong) = ("{ assume n < 7; }", "{ assume n < 5; }");
    assert_eq!(judged(&format!("choose {weak} or {strong}")), "accepted");
    assert_eq!(judged(&format!("choose {strong} or {weak}")), "Join");
}

#[test]
fn only_cuts_are_reached_from_elsewhere() {
    let from_two_roots = |c: &mut Covering| c.nodes[4].cases[1].to = Target::Node(2);
    assert_eq!(spoilt_loop(from_two_roots), "Join");
    let again = |c: &mut Covering| c.cuts[0].node = 0;
    assert_eq!(spoilt_loop(again), "Join");
    let back = |c: &mut Covering| c.nodes[5].cases[0].to = Target::Node(4);
    assert_eq!(spoilt_loop(back), "Join");
}

#[test]
fn a_cut_is_a_state_of_the_system() {
    let cut = |change: fn(&mut Cut)| spoilt_loop(|c| change(&mut c.cuts[0]));
    assert_eq!(cut(|c| c.constants[0].name = "n".to_owned()), "Cut");
    assert_eq!(cut(|c| c.constants[0].name = "new!4!0".to_owned()), "Cut");
    assert_eq!(cut(|c| c.constants.push(c.constants[0].clone())), "Cut");
    assert_eq!(
        cut(|c| c.constants[0].sort = SortData::Enum("e".to_owned())),
        "Cut"
    );
    assert_eq!(cut(|c| c.at[0] = 99), "Cut");
    assert_eq!(cut(|c| c.at.push(0)), "Cut");
    assert_eq!(cut(|c| c.values[0].clear()), "Cut");
    assert_eq!(cut(|c| c.values.clear()), "Cut");
    assert_eq!(cut(|c| c.values[0][0] = "true".to_owned()), "Cut");
    assert_eq!(cut(|c| c.condition.push("(+ c 1)".to_owned())), "Cut");
    assert_eq!(cut(|c| c.measures.push("true".to_owned())), "Cut");
    let queue = |from, messages| Queue {
        from,
        to: 0,
        messages,
    };
    let question = question(LOOP);
    let message = Message {
        tag: "0".to_owned(),
        value: "c".to_owned(),
        request: None,
        aside: None,
    };
    for queues in [
        vec![queue(0, Vec::new())],
        vec![queue(3, vec![message.clone()])],
        vec![
            queue(0, vec![message.clone()]),
            queue(0, vec![message.clone()]),
        ],
    ] {
        let mut covering = looping(&question);
        covering.cuts[0].queues = queues;
        assert_eq!(judged(&question, Evidence::Covering(covering)), "Cut");
    }
    for (process, made_by) in [
        (0, Maker::Assertion(0)),
        (0, Maker::Assertion(99)),
        (0, Maker::Invariant(99)),
        (7, Maker::Invariant(0)),
    ] {
        let mut covering = looping(&question);
        covering.cuts[0].snapshots = vec![Snapshots {
            label: "L".to_owned(),
            process,
            waiting: vec![Snapshot {
                made_by,
                values: vec!["c".to_owned()],
            }],
        }];
        assert_eq!(judged(&question, Evidence::Covering(covering)), "Cut");
    }
}

const MESSAGE: &str = "system s { process a { send 1 to b; }
    process b { var x: int = 0; receive x from a; } } claim c: s safe ensures b.x == 1;";

fn message() -> Vec<Node> {
    vec![
        node(&[0], [to_peer(0, 0, 1, Target::Node(1))]),
        node(&[1], [receiving(1, 0, 0, Target::Node(2))]),
        node(&[0, 1], []),
    ]
}

#[test]
fn a_mover_can_move() {
    let question = question(MESSAGE);
    assert_eq!(covered(&question, message()), "accepted");
    let with_movers = |movers: &[u32]| {
        let mut nodes = message();
        nodes[0].movers = movers.to_vec();
        covered(&question, nodes)
    };
    assert_eq!(with_movers(&[0, 1]), "accepted");
    assert_eq!(with_movers(&[1]), "Movers");
    assert_eq!(with_movers(&[]), "Movers");
    assert_eq!(with_movers(&[9]), "Movers");
    let mut nodes = message();
    nodes[1].cases[0].path[1] = 1;
    assert_eq!(covered(&question, nodes), "Cases");
    let mut nodes = message();
    nodes[1].movers = vec![0];
    assert_eq!(covered(&question, nodes), "Movers");
}

#[test]
fn messages_reach_whom_they_name_and_fit() {
    for (from, to, rule) in [
        ("send 1 to b", "send 1 to 2", "Cases"),
        ("send 1 to b", "send true to b", "Cases"),
        ("var x: int = 0", "var x: 0..=2 = 0", "accepted"),
        ("var x: int = 0", "var x: 2..=3 = 2", "Cases"),
        ("receive x from a", "receive x from a tag 1", "Movers"),
        ("b.x == 1", "b.x == 2", "End"),
    ] {
        let text = MESSAGE.replace(from, to);
        assert_ne!(text, MESSAGE);
        assert_eq!(covered(&question(&text), message()), rule, "{text}");
    }
}

const ANY: &str = "system s { process a { send 1 to c; } process b { send 2 to c; }
    process c { var x: int = 0; receive x from any; receive x from any; } }
    claim k: s safe leaving no messages;";

/// Both send, then the messages are received in either order.
fn any() -> Vec<Node> {
    vec![
        node(&[0], [to_peer(0, 0, 2, Target::Node(1))]),
        node(&[1], [to_peer(1, 0, 2, Target::Node(2))]),
        node(
            &[2],
            [
                receiving(2, 0, 0, Target::Node(3)),
                receiving(2, 0, 1, Target::Node(4)),
            ],
        ),
        node(&[2], [receiving(2, 1, 1, Target::Node(5))]),
        node(&[2], [receiving(2, 1, 0, Target::Node(6))]),
        node(&[0, 1, 2], []),
        node(&[0, 1, 2], []),
    ]
}

#[test]
fn whoever_receives_from_any_waits_for_all_that_may_send() {
    let question = question(ANY);
    assert_eq!(covered(&question, any()), "accepted");
    let mut one_order = any();
    one_order[2].cases.pop();
    assert_eq!(covered(&question, one_order), "Cases");
    // The second process may still send when the third one receives.
    let early = vec![
        node(&[0], [to_peer(0, 0, 2, Target::Node(1))]),
        node(&[2], [receiving(2, 0, 0, Target::Node(2))]),
        node(&[1], [to_peer(1, 0, 2, Target::Node(3))]),
        node(&[2], [receiving(2, 1, 1, Target::Node(4))]),
        node(&[0, 1, 2], []),
    ];
    assert_eq!(covered(&question, early), "Movers");
}

/// Where a process writes `q`, it completes what it has received by an operation `q`; otherwise it receives
/// by waiting.
fn completing(process: &mut Process) {
    let [y, q] = [0, 1].map(|position| process.variables[position].var.clone());
    let edges = process.graph.edges();
    let is_completion = |edge: &Edge| matches!(&edge.action, Action::Assign(var, _) if *var == q);
    if !edges.iter().any(is_completion) {
        return;
    }
    let mut builder = ProcessBuilder::new();
    while builder.location().index() + 1 < process.graph.location_count() {}
    for edge in edges {
        let action = match &edge.action {
            Action::Receive { from, tag, .. } => Action::Begin {
                operation: Operation {
                    kind: OperationKind::Receive {
                        from: from.clone(),
                        tag: tag.clone(),
                        sort: Sort::Int,
                        demands: Vec::new(),
                        deliver: vec![(y.clone(), message_term(Sort::Int).term())],
                        measures: Vec::new(),
                    },
                    kept: Vec::new(),
                    areas: vec![Area::whole(&y)],
                    is_persistent: false,
                },
                into: q.clone(),
                avoids: Vec::new(),
            },
            _ if is_completion(edge) => Action::Complete(Completion {
                requests: vec![q.term()],
                extent: Extent::All,
                waits: true,
                done_into: None,
                which_into: None,
                statuses: Vec::new(),
            }),
            other => other.clone(),
        };
        builder.edge(edge.from, action, edge.to, edge.origin);
    }
    process.graph = builder.finish(process.graph.exit());
}

/// A system whose first process sends `x` by an operation `r` that it gives up where the text writes `r`,
/// and claims the memory of `x` where the text writes that.
fn giving_up(first: &str, second: &str) -> Safe {
    let text = format!(
        "system s {{ process a {{ var x: int = 0; var r: int = 0; var z: int = 0; {first} }}
        process b {{ var y: int = 0; var q: int = 0; {second} }} }} claim c: s safe;"
    );
    let mut question = question(&text);
    let mut system = question.system.clone();
    completing(&mut system.processes[1]);
    let process = &mut system.processes[0];
    let [x, r] = [0, 1].map(|position| process.variables[position].var.clone());
    let mut builder = ProcessBuilder::new();
    while builder.location().index() + 1 < process.graph.location_count() {}
    for edge in process.graph.edges() {
        let action = match &edge.action {
            Action::Send { to, tag, value } => Action::Begin {
                operation: Operation {
                    kind: OperationKind::Send {
                        to: to.clone(),
                        tag: tag.clone(),
                        value: value.clone(),
                        waits: Term::bottom(),
                    },
                    kept: Vec::new(),
                    areas: vec![Area {
                        access: Access::Read,
                        ..Area::whole(&x)
                    }],
                    is_persistent: false,
                },
                into: r.clone(),
                avoids: Vec::new(),
            },
            Action::Assign(var, _) if *var == r => Action::Free { request: r.term() },
            Action::Assign(var, _) if *var == x => Action::Use(vec![Area::whole(&x)]),
            other => other.clone(),
        };
        builder.edge(edge.from, action, edge.to, edge.origin);
    }
    process.graph = builder.finish(process.graph.exit());
    question.system = system;
    question
}

#[test]
fn nobody_receives_first_what_was_given_up_by_who_may_touch_it() {
    let free = |to| to_peer(0, 1, 1, to);
    // Whether the memory is in use depends on who comes first.
    let question = giving_up("send x to b; r = 0; x = 2;", "receive y from a;");
    let receive_first = vec![
        node(&[0], [to_peer(0, 0, 1, Target::Node(1))]),
        node(&[0], [free(Target::Node(2))]),
        node(&[1], [receiving(1, 0, 0, Target::Node(3))]),
        node(&[0], [case(0, 2, Target::Node(4))]),
        node(&[0, 1], []),
    ];
    assert_eq!(covered(&question, receive_first), "Movers");
    let touch_first = vec![
        node(&[0], [to_peer(0, 0, 1, Target::Node(1))]),
        node(&[0], [free(Target::Node(2))]),
        node(&[0], [case(0, 2, Target::Node(3))]),
        node(&[1], [receiving(1, 0, 0, Target::Node(4))]),
        node(&[0, 1], []),
    ];
    assert_eq!(covered(&question, touch_first), "Cases");
    // The same where it is given up only afterwards.
    let before_given_up = vec![
        node(&[0], [to_peer(0, 0, 1, Target::Node(1))]),
        node(&[1], [receiving(1, 0, 0, Target::Node(2))]),
        node(&[0], [free(Target::Node(3))]),
        node(&[0], [case(0, 2, Target::Node(4))]),
        node(&[0, 1], []),
    ];
    assert_eq!(covered(&question, before_given_up), "Movers");
    // Who waits for an answer touches nothing before.
    let answered = giving_up(
        "send x to b; r = 0; receive z from b; x = 2;",
        "receive y from a; send 1 to a;",
    );
    let nodes = vec![
        node(&[0], [to_peer(0, 0, 1, Target::Node(1))]),
        node(&[0], [free(Target::Node(2))]),
        node(&[1], [receiving(1, 0, 0, Target::Node(3))]),
        node(&[1], [to_peer(1, 1, 0, Target::Node(4))]),
        node(&[0], [receiving(0, 2, 1, Target::Node(5))]),
        node(&[0], [case(0, 3, Target::Node(6))]),
        node(&[0, 1], []),
    ];
    assert_eq!(covered(&answered, nodes), "accepted");
}

#[test]
fn what_was_given_up_is_in_use_until_its_receive_is_completed() {
    let path = |mover, edge, path: &[u32], to| Case {
        path: path.to_vec(),
        ..case(mover, edge, Target::Node(to))
    };
    let start = || {
        vec![
            node(&[1], [path(1, 0, &[0], 1)]),
            node(&[0], [path(0, 0, &[1, 0], 2)]),
            node(&[0], [path(0, 1, &[1], 3)]),
        ]
    };
    let question = giving_up("send x to b; r = 0; x = 2;", "receive y from a; q = 0;");
    let mut complete_first = start();
    complete_first.extend([
        node(&[1], [path(1, 1, &[1, 0], 4)]),
        node(&[0], [case(0, 2, Target::Node(5))]),
        node(&[0, 1], []),
    ]);
    assert_eq!(covered(&question, complete_first), "Movers");
    // An answer in front of the completion says nothing; one behind it does.
    let first = "send x to b; r = 0; receive z from b; x = 2;";
    let early = giving_up(first, "receive y from a; send 1 to a; q = 0;");
    let mut nodes = start();
    nodes.extend([
        node(&[1], [to_peer(1, 1, 0, Target::Node(4))]),
        node(&[0], [receiving(0, 2, 1, Target::Node(5))]),
        node(&[0], [case(0, 3, Target::Node(6))]),
        node(&[1], [path(1, 2, &[1, 0], 7)]),
        node(&[0, 1], []),
    ]);
    assert_eq!(covered(&early, nodes), "Cases");
    let late = giving_up(first, "receive y from a; q = 0; send 1 to a;");
    let mut nodes = start();
    nodes.extend([
        node(&[1], [path(1, 1, &[1, 0], 4)]),
        node(&[1], [to_peer(1, 2, 0, Target::Node(5))]),
        node(&[0], [receiving(0, 2, 1, Target::Node(6))]),
        node(&[0], [case(0, 3, Target::Node(7))]),
        node(&[0, 1], []),
    ]);
    assert_eq!(covered(&late, nodes), "accepted");
}

#[test]
fn an_end_is_as_the_claim_demands() {
    let ends = |text: &str, nodes: Vec<Node>| covered(&question(text), nodes);
    let both = || node(&[0, 1], []);
    let deadlock = "system s { process a { var x: int = 0; receive x from b; }
        process b { skip; } } claim c: s safe;";
    assert_eq!(ends(deadlock, vec![both()]), "End");
    let left = "system s { process a { send 1 to b; } process b { skip; } } claim c: s safe";
    let sent = || vec![node(&[0], [to_peer(0, 0, 1, Target::Node(1))]), both()];
    assert_eq!(ends(&format!("{left};"), sent()), "accepted");
    assert_eq!(ends(&format!("{left} leaving no messages;"), sent()), "End");
    let stopped = "system s { process a { assume false; } process b { skip; } } claim c: s safe;";
    assert_eq!(ends(stopped, vec![both()]), "accepted");
}

#[test]
fn collective_assertions_hold_for_all_and_meet() {
    let text = "system s { process a { var x: int = 0; collective assert L: x == b.y; }
        process b { var y: int = 0; collective assert L: y == 0; } } claim c: s safe;";
    let nodes = || {
        vec![
            node(&[0], [case(0, 0, Target::Node(1))]),
            node(&[1], [case(1, 0, Target::Node(2))]),
            node(&[0, 1], []),
        ]
    };
    assert_eq!(covered(&question(text), nodes()), "accepted");
    let fails = text.replace("y: int = 0", "y: int = 1");
    assert_eq!(covered(&question(&fails), nodes()), "Cases");
    let lonely = "system s { process a { var x: int = 0;
            collective assert L: x == 0; collective assert L: x == 0; }
        process b { var y: int = 0; collective assert L: y == 0; } } claim c: s safe;";
    let nodes = vec![
        node(&[0], [case(0, 0, Target::Node(1))]),
        node(&[1], [case(1, 0, Target::Node(2))]),
        node(&[0], [case(0, 1, Target::Node(3))]),
        node(&[0, 1], []),
    ];
    assert_eq!(covered(&question(lonely), nodes), "End");
}

#[test]
fn a_group_meets_as_a_whole_and_agrees() {
    let meeting = || {
        vec![
            node(&[0], [case(0, 0, Target::Node(1))]),
            node(&[1], [case(1, 0, Target::Node(2))]),
            node(&[0, 1], []),
        ]
    };
    let barrier = "system s { process p[2] { barrier; } } claim c: s safe;";
    assert_eq!(covered(&question(barrier), meeting()), "accepted");
    let late = "system s { process a { barrier; }
        process b { var x: int = 0; receive x from a; barrier; } } claim c: s safe;";
    let early = vec![node(&[0], [case(0, 0, Target::Node(1))])];
    assert_eq!(covered(&question(late), early), "Movers");
    let broadcast = |root: &str| {
        format!(
            "system s {{ process p[2] {{ var x: int = me; broadcast x from {root}; }} }}
            claim c: s safe ensures p[0].x == 1 && p[1].x == 1;"
        )
    };
    let judged = |root: &str| covered(&question(&broadcast(root)), meeting());
    assert_eq!(judged("1"), "accepted");
    assert_eq!(judged("0"), "End");
    assert_eq!(judged("1 - me"), "Cases");
    assert_eq!(judged("2"), "Cases");
    let different = "system s { process a { barrier; }
        process b { var x: int = 0; broadcast x from 0; } } claim c: s safe;";
    assert_eq!(covered(&question(different), meeting()), "Cases");
    let reduce = |into: &str| {
        format!(
            "system s {{ process p[2] {{ var x: {into}; allreduce me + 1 with + into x; }} }}
            claim c: s safe ensures p[0].x == 3 && p[1].x == 3;"
        )
    };
    let judged = |into: &str| covered(&question(&reduce(into)), meeting());
    assert_eq!(judged("int"), "accepted");
    assert_eq!(judged("0..=3"), "accepted");
    assert_eq!(judged("0..=2"), "Cases");
}

/// The first process goes round forever; the second one would fail, and never gets a turn.
#[test]
fn nobody_is_ignored_forever() {
    let text = |second: &str| {
        format!(
            "system s {{ process a {{ var x: int = 0; while (true) {{ x = 1 - x; }} }}
            process b {{ var y: int = 0; {second} }} }} claim c: s safe;"
        )
    };
    let judged = |second: &str| {
        let question = question(&text(second));
        let (goes_on, head) = edge(&question, 0, |action| matches!(action, Action::Assume(_)));
        let (toggles, _) = edge(&question, 0, |action| matches!(action, Action::Assign(..)));
        let round = |first: u32, next: &str| {
            [
                node(&[0], [case(0, goes_on, Target::Node(first + 1))]),
                node(&[0], [case(0, toggles, to_cut(&[next]))]),
            ]
        };
        let covering = Covering {
            cuts: vec![Cut {
                constants: vec![Constant {
                    name: "c".to_owned(),
                    sort: SortData::Int,
                }],
                at: vec![head.from.index() as u32, 0],
                values: vec![vec!["c".to_owned()], vec!["0".to_owned()]],
                queues: Vec::new(),
                requests: Vec::new(),
                meetings: Vec::new(),
                snapshots: Vec::new(),
                condition: Vec::new(),
                measures: Vec::new(),
                node: 2,
            }],
            nodes: [round(0, "1"), round(2, "(- 1 c)")].concat(),
            assumes: Vec::new(),
        };
        judged(&question, Evidence::Covering(covering))
    };
    assert_eq!(judged("assert false;"), "Ignoring");
    assert_eq!(judged("y = 1;"), "Ignoring");
    // Whoever waits for a message that nobody sends has no turn to miss.
    assert_eq!(judged("receive y from a;"), "accepted");
}

/// Claims with `assert` that a proof may assume instead.
fn presuming(text: &str, what: Presumption) -> Safe {
    let mut question = question(text);
    let mut system = question.system.clone();
    for process in &mut system.processes {
        let mut builder = ProcessBuilder::new();
        while builder.location().index() + 1 < process.graph.location_count() {}
        for edge in process.graph.edges() {
            let action = match &edge.action {
                Action::Assert(formula) => Action::Presume(formula.clone(), what),
                other => other.clone(),
            };
            builder.edge(edge.from, action, edge.to, edge.origin);
        }
        process.graph = builder.finish(process.graph.exit());
    }
    question.system = system;
    question
}

#[test]
fn what_is_presumed_is_shown_or_said_to_be_assumed() {
    let judged = |text: &str, assumes: &[evidence::collective::Presumption]| {
        let question = presuming(text, Presumption::NoOverflow);
        let covering = Covering {
            cuts: Vec::new(),
            nodes: vec![node(&[0], [case(0, 0, Target::Node(1))]), node(&[0], [])],
            assumes: assumes.to_vec(),
        };
        judged(&question, Evidence::Covering(covering))
    };
    use evidence::collective::Presumption::{Initialised, NoOverflow};
    let small =
        "system s { input n: int where n < 5; process a { assert n < 7; } } claim c: s safe;";
    let open = "system s { input n: int; process a { assert n < 7; } } claim c: s safe;";
    assert_eq!(judged(small, &[]), "accepted");
    assert_eq!(judged(open, &[]), "Cases");
    assert_eq!(judged(open, &[NoOverflow]), "accepted");
    assert_eq!(judged(open, &[Initialised]), "Cases");
}

#[test]
fn a_run_in_which_something_presumed_does_not_hold_fails() {
    let text = "system s { input n: int; process a { assert n < 7; } } claim c: s safe;";
    let question = presuming(text, Presumption::Initialised);
    assert_eq!(run(&question, &[7], &[], &[0]), "accepted");
    assert_eq!(run(&question, &[6], &[], &[0]), "Run");
}

fn run(question: &Safe, inputs: &[i64], start: &[i64], edges: &[u32]) -> &'static str {
    let data = |values: &[i64]| {
        values
            .iter()
            .map(|v| Datum::from(&Value::from(*v)))
            .collect()
    };
    let step = |edge: &u32| Scheduled {
        mover: 0,
        edge: *edge,
        path: Vec::new(),
        value: None,
    };
    let run = FailingRun {
        inputs: data(inputs),
        start: data(start),
        schedule: edges.iter().map(step).collect(),
    };
    judged(question, Evidence::FailingRun(run))
}

#[test]
fn a_failing_run_is_replayed() {
    let question = question(
        "system s { input n: int where n > 0; process a { var x: int; var y: int = 0; y = 1; assert x < n; } }
        claim c: s safe;",
    );
    assert_eq!(run(&question, &[1], &[1], &[0, 1]), "accepted");
    assert_eq!(
        run(&question, &[1], &[0], &[0, 1]),
        "Run",
        "the assertion holds"
    );
    assert_eq!(
        run(&question, &[1], &[1], &[0]),
        "Run",
        "it has not failed yet"
    );
    assert_eq!(
        run(&question, &[1], &[1], &[1]),
        "Run",
        "the step is not enabled"
    );
    assert_eq!(
        run(&question, &[1], &[1], &[0, 1, 1]),
        "Run",
        "it failed before"
    );
    assert_eq!(
        run(&question, &[1], &[1], &[0, 7]),
        "Run",
        "there is no such edge"
    );
    assert_eq!(
        run(&question, &[0], &[1], &[0, 1]),
        "Start",
        "n is positive"
    );
    assert_eq!(
        run(&question, &[1], &[], &[0, 1]),
        "Start",
        "x has no value"
    );
    assert_eq!(
        run(&question, &[], &[1], &[0, 1]),
        "Start",
        "n has no value"
    );
}

#[test]
fn a_run_fails_where_a_variable_leaves_its_range() {
    let text = |value: &str| {
        format!(
            "system s {{ process a {{ var x: 0..=2 = 0; x = x + {value}; }} }} claim c: s safe;"
        )
    };
    assert_eq!(run(&question(&text("3")), &[], &[], &[0]), "accepted");
    assert_eq!(run(&question(&text("2")), &[], &[], &[0]), "Run");
}

#[test]
fn a_run_fails_where_a_quantified_assertion_does() {
    let question = question(
        "system s { input n: int; process a { var c: array<int, int>; var i: int = 0; c[1] = 5;
        assert forall r: int :: 0 <= r && r < n ==> c[r] < 5; } } claim c: s safe;",
    );
    let system = &question.system;
    let array = &system.processes[0].variables[0].var;
    let judged = |n: i64| {
        let step = |edge: u32| Scheduled {
            mover: 0,
            edge,
            path: Vec::new(),
            value: None,
        };
        let run = FailingRun {
            inputs: vec![Datum::from(&Value::from(n))],
            start: vec![Datum::from(&Value::default_of(&array.sort))],
            schedule: vec![step(0), step(1)],
        };
        judged(&question, Evidence::FailingRun(run))
    };
    assert_eq!(judged(2), "accepted");
    assert_eq!(judged(1), "Run");
}
