//! Maps of cut points that are wrong: those of right proofs with one part changed, and ones written by
//! hand for functions that do not refine each other. None is accepted.

mod common;

use budget::Budget;
use checker::abstraction::check_refinement;
use common::*;
use evidence::abstraction::{
    Answer, CutMap, Kind, Move, Node, PathData, PathEndData, Refinement, Turn,
};
use logic::{Op, Term};
use program::Function;

fn is_accepted(specification: &Function, implementation: &Function, map: &CutMap) -> bool {
    let evidence = Refinement::Map(map.clone());
    let budget = Budget::unlimited();
    check_refinement(specification, implementation, &evidence, &budget).is_ok()
}

/// `i = 0; while (i < n) { s += 3; i += 1 } return s`.
fn looping() -> Function {
    let body = vec![set("s", add(x("s"), c(3))), set("i", add(x("i"), c(1)))];
    let around = Stmt::While(ult(x("i"), x("n")), body);
    let start = [set("s", c(0)), set("i", c(0)), around];
    let end = [Stmt::Return(vec![x("s")])];
    function(&["n"], &[start.to_vec(), end.to_vec()].concat())
}

fn closed() -> Function {
    function(&["n"], &[Stmt::Return(vec![mul(x("n"), c(3))])])
}

/// The pair with its proof.
fn proof(specification: &Function, implementation: &Function) -> CutMap {
    match evidence(specification, implementation, &Budget::unlimited()) {
        Some(Refinement::Map(map)) => map,
        other => panic!("{other:?}"),
    }
}

/// Every way to change one node of a map so that it says something wrong.
fn changed(map: &CutMap) -> Vec<(String, CutMap)> {
    let mut found = Vec::new();
    for (number, node) in map.nodes.iter().enumerate() {
        let mut change = |what: &str, changed: Node| {
            let mut map = map.clone();
            map.nodes[number] = changed;
            found.push((format!("node {number}: {what}"), map));
        };
        let of = |edit: &dyn Fn(&mut Node)| {
            let mut node = node.clone();
            edit(&mut node);
            node
        };
        change("nothing holds", of(&|it| it.relation = "false".to_owned()));
        change("no moves", of(&|it| it.moves.clear()));
        change("another block", of(&|it| it.implementation += 1));
        change("another block of theirs", of(&|it| it.specification += 1));
        change("no such block", of(&|it| it.specification = 77));
        change(
            "the other one's turn",
            of(&|it| {
                it.turn = match it.turn {
                    Turn::Implementation => Turn::Specification,
                    Turn::Specification => Turn::Implementation,
                };
            }),
        );
        change(
            "no answers",
            of(&|it| it.moves.iter_mut().for_each(|it| it.answers.clear())),
        );
        change(
            "answers without a path",
            of(&|it| {
                let answers = it.moves.iter_mut().flat_map(|it| &mut it.answers);
                answers.for_each(|it| it.path = None);
            }),
        );
        change(
            "answers that lead nowhere",
            of(&|it| {
                let answers = it.moves.iter_mut().flat_map(|it| &mut it.answers);
                answers.for_each(|it| it.to = Some(99));
            }),
        );
        change(
            "a term for no choice",
            of(&|it| {
                let answers = it.moves.iter_mut().flat_map(|it| &mut it.answers);
                answers.for_each(|it| it.terms.push("#x00".to_owned()));
            }),
        );
        if !node.rank.is_empty() {
            change("no rank", of(&|it| it.rank.clear()));
            change(
                "a rank that stays",
                of(&|it| it.rank = vec!["#x07".to_owned()]),
            );
            change(
                "a rank that rises",
                of(&|it| {
                    it.rank.iter_mut().for_each(|term| {
                        if !term.starts_with('#') {
                            *term = format!("(bvnot {term})");
                        }
                    });
                }),
            );
            change(
                "a rank that is no number",
                of(&|it| it.rank = vec!["true".to_owned()]),
            );
            change(
                "an unknown variable",
                of(&|it| it.rank = vec!["S.nobody".to_owned()]),
            );
        }
    }
    found
}

#[test]
fn changed_proofs_of_deleted_loops_are_rejected() {
    let (looping, closed) = (looping(), closed());
    // The specification runs the loop alone, then the implementation does.
    for (specification, implementation, mover) in [
        (&looping, &closed, Turn::Specification),
        (&closed, &looping, Turn::Implementation),
    ] {
        let map = proof(specification, implementation);
        assert!(is_accepted(specification, implementation, &map));
        assert!(map.nodes.iter().any(|node| !node.rank.is_empty()));
        let waits = map
            .nodes
            .iter()
            .any(|node| node.turn == Turn::Specification);
        assert_eq!(waits, mover == Turn::Specification);
        let changed = changed(&map);
        let changed = changed.iter().filter(|(_, changed)| *changed != map);
        for (what, changed) in changed {
            assert!(
                !is_accepted(specification, implementation, changed),
                "{mover:?}: {what}"
            );
        }
    }
}

fn path(branches: &[u32], end: PathEndData) -> PathData {
    PathData {
        branches: branches.to_vec(),
        end,
    }
}

/// A node at which the specification goes along a path while the implementation stands still.
fn waiting(blocks: (u32, u32), relation: &str, along: &[u32], to: u32, rank: &[&str]) -> Node {
    let answer = Answer {
        path: Some(path(along, PathEndData::Arrived)),
        terms: Vec::new(),
        to: Some(to),
    };
    Node {
        implementation: blocks.0,
        specification: blocks.1,
        relation: relation.to_owned(),
        turn: Turn::Specification,
        moves: vec![Move {
            path: None,
            answers: vec![answer],
        }],
        rank: rank.iter().map(|term| (*term).to_owned()).collect(),
    }
}

/// A node at which both return.
fn returning(blocks: (u32, u32), relation: &str, ours: &[u32], theirs: &[u32]) -> Node {
    let answer = Answer {
        path: Some(path(theirs, PathEndData::Returned)),
        terms: Vec::new(),
        to: None,
    };
    Node {
        implementation: blocks.0,
        specification: blocks.1,
        relation: relation.to_owned(),
        turn: Turn::Implementation,
        moves: vec![Move {
            path: Some(path(ours, PathEndData::Returned)),
            answers: vec![answer],
        }],
        rank: Vec::new(),
    }
}

fn map(nodes: Vec<Node>) -> CutMap {
    CutMap {
        kind: Kind::Discovered,
        nodes,
    }
}

#[test]
fn nobody_waits_for_ever() {
    let endless = |must_progress: bool| {
        let body = vec![set("i", add(x("i"), c(1)))];
        let endless = [set("i", c(0)), Stmt::While(Term::top(), body)];
        let mut function = function(&["n"], &endless);
        for block in &mut function.blocks {
            block.must_progress = must_progress;
        }
        function
    };
    let returns = function(&["n"], &[Stmt::Return(vec![c(1)])]);
    // Ranks that stay, that wrap around, that rise, and that speak of mathematical integers.
    let ranks: [&[&str]; 6] = [
        &[],
        &["#x00"],
        &["S.i"],
        &["(bvnot S.i)"],
        &["(- (ubv_to_int S.i))"],
        &["#x05", "(bvneg S.i)"],
    ];
    for rank in ranks {
        let wait = |rank| {
            map(vec![
                waiting((0, 0), "true", &[0, 0], 1, &[]),
                waiting((0, 2), "true", &[0, 0], 1, rank),
            ])
        };
        assert!(
            !is_accepted(&endless(false), &returns, &wait(rank)),
            "{rank:?}"
        );
        // Where it must make progress, running on silently is undefined.
        let is_read = !rank.iter().any(|term| term.contains("ubv_to_int"));
        if is_read {
            assert!(
                is_accepted(&endless(true), &returns, &wait(rank)),
                "{rank:?}"
            );
        }
    }
}

#[test]
fn nobody_stalls_alone() {
    let endless = |must_progress: bool| {
        let body = vec![set("i", add(x("i"), c(1)))];
        let endless = [set("i", c(0)), Stmt::While(Term::top(), body)];
        let mut function = function(&["n"], &endless);
        for block in &mut function.blocks {
            block.must_progress = must_progress;
        }
        function
    };
    let map = proof(&endless(false), &endless(false));
    assert!(is_accepted(&endless(false), &endless(false), &map));
    assert!(is_accepted(&endless(true), &endless(true), &map));
    assert!(is_accepted(&endless(true), &endless(false), &map));
    assert!(!is_accepted(&endless(false), &endless(true), &map));
    // A loop that always ends does not stall: its rank says so.
    let hurried = {
        let mut function = looping();
        let blocks = function.blocks.iter_mut();
        blocks.for_each(|block| block.must_progress = true);
        function
    };
    let map = proof(&looping(), &hurried);
    assert!(is_accepted(&looping(), &hurried, &map));
    let changed = changed(&map);
    let ranks = changed.iter().filter(|(what, _)| what.contains("rank"));
    assert!(ranks.clone().count() > 0);
    for (what, changed) in ranks.filter(|(_, changed)| *changed != map) {
        assert!(!is_accepted(&looping(), &hurried, changed), "{what}");
    }
}

#[test]
fn a_rank_falls_in_every_state_of_the_relation() {
    // Odd numbers never come to nought.
    let by_two = {
        let body = vec![set("n", sub(x("n"), c(2)))];
        let around = Stmt::While(Term::not(Term::eq(x("n"), c(0))), body);
        function(&["n"], &[around, Stmt::Return(vec![c(1)])])
    };
    let returns = function(&["n"], &[Stmt::Return(vec![c(1)])]);
    for relation in ["true", "(= ((_ extract 0 0) S.n) #b0)"] {
        let mut around = waiting((0, 2), relation, &[0, 0], 1, &["S.n"]);
        let done = Answer {
            path: Some(path(&[1], PathEndData::Arrived)),
            terms: Vec::new(),
            to: Some(2),
        };
        around.moves[0].answers.push(done);
        let nodes = vec![
            waiting((0, 0), "true", &[0, 0], 1, &[]),
            around,
            returning((0, 4), "true", &[0], &[]),
        ];
        assert!(!is_accepted(&by_two, &returns, &map(nodes)), "{relation}");
    }
}

#[test]
fn variables_without_a_value_are_not_shared() {
    let unwritten = function(&["n"], &[Stmt::Return(vec![x("q")])]);
    let same = map(vec![returning((0, 0), "true", &[0], &[0])]);
    assert!(!is_accepted(&unwritten, &unwritten, &same));
    let given = function(&["q"], &[Stmt::Return(vec![x("q")])]);
    let equal = map(vec![returning((0, 0), "(= T.q S.q)", &[0], &[0])]);
    assert!(is_accepted(&given, &given, &equal));
}

#[test]
fn undefined_behaviour_behind_an_event_does_not_reach_before_it() {
    let say = |value: i64| Stmt::Event("say", vec![c(value)], vec![]);
    let wrong = function(&["n"], &[say(1), Stmt::UndefinedIf(Term::top())]);
    let undefined = |ours: PathEndData, step: u32| Node {
        moves: vec![Move {
            path: Some(path(&[0], ours)),
            answers: vec![Answer {
                path: Some(path(&[0], PathEndData::Undefined(step))),
                terms: Vec::new(),
                to: None,
            }],
        }],
        ..returning((0, 0), "true", &[0], &[0])
    };
    let returned = map(vec![undefined(PathEndData::Returned, 1)]);
    let says = |value| function(&["n"], &[say(value), Stmt::Return(vec![])]);
    assert!(is_accepted(&wrong, &says(1), &returned));
    assert!(!is_accepted(&wrong, &says(2), &returned));
    let silent = function(&["n"], &[Stmt::Return(vec![])]);
    assert!(!is_accepted(&wrong, &silent, &returned));
    // An implementation that is undefined too early.
    let early = function(&["n"], &[Stmt::UndefinedIf(Term::top()), say(1)]);
    let too_early = map(vec![undefined(PathEndData::Undefined(0), 1)]);
    assert!(!is_accepted(&wrong, &early, &too_early));
}

#[test]
fn what_was_shown_before_a_run_is_dropped_counts() {
    let say = |value: i64| Stmt::Event("say", vec![c(value)], vec![]);
    let dropped = |value| function(&["n"], &[say(value), Stmt::Assume(Term::bottom())]);
    let says = function(&["n"], &[say(1), Stmt::Return(vec![])]);
    let nothing = Node {
        moves: Vec::new(),
        ..returning((0, 0), "true", &[0], &[0])
    };
    assert!(!is_accepted(
        &says,
        &dropped(2),
        &map(vec![nothing.clone()])
    ));
    assert!(!is_accepted(
        &says,
        &dropped(1),
        &map(vec![nothing.clone()])
    ));
    // Before anything is shown, a run may be dropped.
    let before = function(&["n"], &[Stmt::Assume(Term::bottom()), say(2)]);
    assert!(is_accepted(&says, &before, &map(vec![nothing])));
}

#[test]
fn a_denied_equation_of_arrays_is_read_as_a_whole() {
    // Both arrays hold what they held before, and so are equal.
    let array = logic::Sort::array(logic::Sort::BitVec(WIDTH), logic::Sort::BitVec(WIDTH));
    let memory = |name: &str| logic::Var::new(name, array.clone());
    let rewritten = |name: &str, at: &str| {
        let m = memory("m").term();
        let element = Term::select(m.clone(), x(at));
        Stmt::Assign(memory(name), Term::store(m, x(at), element))
    };
    let same = Term::eq(memory("p").term(), memory("q").term());
    let zero = Stmt::Assign(memory("m"), Term::const_array(array_index(), x("n")));
    let body = [
        zero,
        rewritten("p", "i"),
        rewritten("q", "j"),
        Stmt::Assign(var("r"), Term::ite(same, c(0), c(1))),
        Stmt::If(Term::top(), vec![], vec![]),
        Stmt::Return(vec![x("r")]),
    ];
    let specification = function(&["n", "i", "j"], &body);
    let one = function(
        &["n", "i", "j"],
        &[
            Stmt::UndefinedIf(Term::bottom()),
            Stmt::If(Term::top(), vec![], vec![]),
            Stmt::Return(vec![c(1)]),
        ],
    );
    let start = "(and (= T.i S.i) (= T.j S.j))";
    let behind = |relation: &str| {
        let mut first = returning((0, 0), start, &[0, 0, 0], &[0, 0, 0]);
        first.moves[0].path = Some(path(&[0, 0], PathEndData::Arrived));
        first.moves[0].answers[0].path = Some(path(&[0, 0], PathEndData::Arrived));
        first.moves[0].answers[0].to = Some(1);
        map(vec![first, returning((2, 2), relation, &[0], &[0])])
    };
    assert!(!is_accepted(
        &specification,
        &one,
        &behind("(not (= S.p S.q))")
    ));
    assert!(!is_accepted(
        &specification,
        &one,
        &behind("(or (= S.i S.j) (not (= S.p S.q)))")
    ));
}

fn array_index() -> logic::Sort {
    logic::Sort::BitVec(WIDTH)
}

#[test]
fn masks_do_not_make_ranks() {
    // The loop counts modulo eight, and never ends for larger numbers.
    let masked = {
        let next = op(Op::BvAnd, add(x("i"), c(1)), c(7));
        let around = Stmt::While(ult(x("i"), x("n")), vec![set("i", next)]);
        function(&["n"], &[set("i", c(0)), around, Stmt::Return(vec![c(1)])])
    };
    let returns = function(&["n"], &[Stmt::Return(vec![c(1)])]);
    for rank in ["(bvsub S.n S.i)", "(bvsub #x08 S.i)", "(bvnot S.i)"] {
        let mut around = waiting((0, 2), "true", &[0, 0], 1, &[rank]);
        around.moves[0].answers.push(Answer {
            path: Some(path(&[1], PathEndData::Arrived)),
            terms: Vec::new(),
            to: Some(2),
        });
        let nodes = vec![
            waiting((0, 0), "true", &[0, 0], 1, &[]),
            around,
            returning((0, 4), "true", &[0], &[]),
        ];
        assert!(!is_accepted(&masked, &returns, &map(nodes)), "{rank}");
    }
}
