use budget::Budget;
use evidence::Datum;
use evidence::abstraction::{Difference, Refinement};
use logic::{Op, Sort, Term, Var};
use program::function::{Block, BlockId, Branch, End, Event, Observed, Step};
use program::{Function, Origin};

use crate::abstraction::check_refinement;

/// How a run ends.
#[derive(Clone, Copy, Debug)]
enum Ends {
    /// It returns a number.
    Returns(i64),
    Undefined,
    Dropped,
    /// It goes round in silence.
    Diverges,
    /// It counts for longer than anybody looks.
    Stopped,
}

const ENDS: [Ends; 5] = [
    Ends::Returns(0),
    Ends::Undefined,
    Ends::Dropped,
    Ends::Diverges,
    Ends::Stopped,
];

fn number(value: i64) -> Term {
    Term::bit_vec(32, value)
}

fn counter() -> Var {
    Var::new("n", Sort::BitVec(32))
}

fn block(steps: Vec<Step>, end: End) -> Block {
    let steps = steps.into_iter();
    Block {
        name: "b".into(),
        steps: steps.map(|step| (step, Origin::default())).collect(),
        end,
        origin: Origin::default(),
        lines: None,
        must_progress: false,
        depth: 0,
    }
}

/// A function that begins with some steps, shows events with these numbers, and ends.
fn function(mut steps: Vec<Step>, shows: &[i64], ends: Ends) -> Function {
    let event = |value: &i64| {
        Step::Event(Event {
            name: "e".into(),
            arguments: vec![Observed::defined(number(*value))],
            results: Vec::new(),
            returns: false,
        })
    };
    steps.extend(shows.iter().map(event));
    let mut blocks = Vec::new();
    let end = match ends {
        Ends::Returns(value) => End::Return(vec![Observed::defined(number(value))]),
        Ends::Undefined => End::Undefined,
        Ends::Dropped => {
            steps.push(Step::Assume(Term::bottom()));
            End::Return(vec![Observed::defined(number(0))])
        }
        Ends::Diverges | Ends::Stopped => {
            steps.push(Step::Assign(counter(), number(0)));
            End::goto(BlockId(1))
        }
    };
    blocks.push(block(steps, end));
    if matches!(ends, Ends::Diverges | Ends::Stopped) {
        let step = match ends {
            Ends::Stopped => 1,
            _ => 0,
        };
        let next = Term::app(Op::BvAdd, vec![counter().term(), number(step)]);
        let is_over = Term::eq(counter().term(), number(1_000_000));
        let branch = |condition: Term, to: u32| Branch {
            condition,
            assigns: vec![(counter(), next.clone())],
            to: BlockId(to),
        };
        let round = vec![branch(is_over, 2), branch(Term::top(), 1)];
        blocks.push(block(Vec::new(), End::Branch(round)));
        blocks.push(block(Vec::new(), End::Undefined));
    }
    Function {
        name: "f".into(),
        inputs: Vec::new(),
        blocks,
        origin: Origin::default(),
    }
}

/// Whether running both is accepted as a counterexample.
fn is_accepted(specification: &Function, implementation: &Function) -> bool {
    let difference = Difference {
        inputs: Vec::new(),
        choices: Vec::new(),
        results: Vec::new(),
        most: 50,
    };
    let evidence = Refinement::Difference(difference);
    let budget = Budget::unlimited();
    check_refinement(specification, implementation, &evidence, &budget).is_ok()
}

/// The rows of the table for the ends of the specification, in the order of [`ENDS`]; in each, a letter
/// for each end of the implementation in the same order: `x` is a counterexample.
fn check(specification: &[i64], implementation: &[i64], must_progress: bool, expected: [&str; 5]) {
    let rows = ENDS.map(|theirs| {
        let mut specification = function(Vec::new(), specification, theirs);
        for block in &mut specification.blocks {
            block.must_progress = must_progress;
        }
        let letters = ENDS.iter().map(|ours| {
            let implementation = function(Vec::new(), implementation, *ours);
            match is_accepted(&specification, &implementation) {
                true => 'x',
                false => '.',
            }
        });
        letters.collect::<String>()
    });
    assert_eq!(rows.each_ref().map(String::as_str), expected);
}

// In each row: returns, undefined, dropped, diverges, stopped.

#[test]
fn other_events() {
    let rows = ["xxxxx", "xxxxx", ".....", "xxxxx", "xxxxx"];
    check(&[1, 2], &[1, 3], false, rows);
    check(&[1, 2], &[3], false, rows);
    check(&[1], &[3, 3], false, rows);
    check(&[1, 2], &[1, 3], true, rows);
}

#[test]
fn fewer_events() {
    let rows = ["xx.x.", "xx.x.", ".....", "xx.x.", "xx.x."];
    check(&[1, 2], &[1], false, rows);
    check(&[1, 2], &[], false, rows);
    check(&[1, 2], &[1], true, rows);
}

#[test]
fn the_same_events() {
    check(
        &[1, 2],
        &[1, 2],
        false,
        [".x.x.", ".....", ".....", "xx...", "....."],
    );
    check(
        &[],
        &[],
        true,
        [".x.x.", ".....", ".....", ".....", "....."],
    );
}

#[test]
fn more_events() {
    check(
        &[1],
        &[1, 2],
        false,
        ["xxxxx", ".....", ".....", "xxxxx", "....."],
    );
    check(
        &[],
        &[1, 2],
        true,
        ["xxxxx", ".....", ".....", ".....", "....."],
    );
}

/// The same function, whose events are answered for certain.
fn answered(mut function: Function) -> Function {
    for block in &mut function.blocks {
        for (step, _) in &mut block.steps {
            if let Step::Event(event) = step {
                event.returns = true;
            }
        }
    }
    function
}

#[test]
fn undefined_behaviour_behind_events_that_are_answered() {
    let ours = |shows| function(Vec::new(), shows, Ends::Returns(0));
    let theirs = |ends| function(Vec::new(), &[1, 2], ends);
    for shows in [&[][..], &[1], &[3, 3, 3], &[1, 2, 3]] {
        assert!(!is_accepted(
            &answered(theirs(Ends::Undefined)),
            &ours(shows)
        ));
        assert!(is_accepted(
            &answered(theirs(Ends::Returns(0))),
            &ours(shows)
        ));
        assert!(is_accepted(&answered(theirs(Ends::Diverges)), &ours(shows)));
        let may_end = shows != [1, 2, 3];
        assert_eq!(is_accepted(&theirs(Ends::Undefined), &ours(shows)), may_end);
        // The same where the specification chooses.
        let choosing = |ends| choosing(Term::top(), &[1, 2], ends);
        assert!(!is_accepted(
            &answered(choosing(Ends::Undefined)),
            &ours(shows)
        ));
        assert_eq!(
            is_accepted(&choosing(Ends::Undefined), &ours(shows)),
            may_end
        );
    }
}

#[test]
fn what_is_returned_is_compared() {
    let returns = |value| function(Vec::new(), &[1], Ends::Returns(value));
    assert!(is_accepted(&returns(1), &returns(2)));
    assert!(!is_accepted(&returns(2), &returns(2)));
}

fn choice() -> Var {
    Var::new("c", Sort::BitVec(32))
}

fn below(var: &Var, bound: i64) -> Term {
    Term::app(Op::BvUlt, vec![var.term(), number(bound)])
}

/// A specification that chooses, makes an assumption and goes on.
fn choosing(assumed: Term, shows: &[i64], ends: Ends) -> Function {
    let steps = vec![Step::Choose(choice()), Step::Assume(assumed)];
    function(steps, shows, ends)
}

#[test]
fn an_input_is_excluded_where_all_choices_are_dropped() {
    let other = function(Vec::new(), &[3], Ends::Returns(0));
    let some = choosing(below(&choice(), 5), &[1], Ends::Returns(0));
    assert!(is_accepted(&some, &other));
    // The default of the sort is zero: the run that is made first is dropped, others are not.
    let not_zero = Term::not(below(&choice(), 1));
    assert!(is_accepted(
        &choosing(not_zero, &[1], Ends::Returns(0)),
        &other
    ));
    let none = choosing(below(&choice(), 0), &[1], Ends::Returns(0));
    assert!(!is_accepted(&none, &other));
    let none = choosing(Term::top(), &[], Ends::Dropped);
    assert!(!is_accepted(&none, &other));
    // The same, though the implementation's behaviour is undefined.
    let undefined = function(Vec::new(), &[], Ends::Undefined);
    assert!(!is_accepted(&none, &undefined));
    assert!(is_accepted(&some, &undefined));
}

#[test]
fn a_choice_that_allows_the_run_is_no_counterexample() {
    let ours = function(Vec::new(), &[1], Ends::Returns(0));
    let chosen = choosing(Term::top(), &[1], Ends::Returns(0));
    assert!(!is_accepted(&chosen, &ours));
    let undefined = choosing(Term::top(), &[], Ends::Undefined);
    assert!(!is_accepted(&undefined, &ours));
}

#[test]
fn the_choices_are_the_implementations() {
    // The implementation chooses a truth value, the specification a number.
    let flag = Var::new("flag", Sort::Bool);
    let steps = vec![Step::Choose(flag)];
    let ours = function(steps, &[3], Ends::Returns(0));
    let theirs = choosing(Term::top(), &[1], Ends::Returns(0));
    let difference = Difference {
        inputs: Vec::new(),
        choices: vec![Datum::Bool(true)],
        results: Vec::new(),
        most: 50,
    };
    let evidence = Refinement::Difference(difference);
    let budget = Budget::unlimited();
    assert!(check_refinement(&theirs, &ours, &evidence, &budget).is_ok());
}
