//! Time, memory and cancellation: every question ends, and the solver lives on.

use std::time::{Duration, Instant};

use logic::{Sort, Term, Var};
use smt::{Budget, Canceller, Context, Outcome, Reason, Solver, Strategy};

/// A formula that says: more pigeons than holes, each pigeon in a hole, and no two in one. It is
/// unsatisfiable, and showing it takes time that grows exponentially.
fn pigeons(holes: usize) -> Term {
    let sits =
        |pigeon: usize, hole: usize| Term::constant(&format!("sits_{pigeon}_{hole}"), Sort::Bool);
    let everywhere = (0..=holes).map(|pigeon| Term::or((0..holes).map(|hole| sits(pigeon, hole))));
    let pairs = (0..=holes).flat_map(|a| (0..a).map(move |b| (a, b)));
    let apart = pairs.flat_map(|(a, b)| {
        (0..holes).map(move |hole| Term::not(Term::and([sits(a, hole), sits(b, hole)])))
    });
    Term::and(everywhere.chain(apart))
}

/// A quantified formula whose elimination takes as long as the pigeons.
fn long_elimination() -> Term {
    let pigeons = pigeons(13);
    let sits: Vec<Var> = pigeons.free_vars().into_iter().collect();
    let positive = Term::lt(Term::int(0), Term::constant("x", Sort::Int));
    Term::exists(sits, Term::and([pigeons, positive]))
}

/// Runs a question and requires that it ends for this reason, soon after it should.
fn ends(expected: &Reason, after: Duration, question: impl FnOnce() -> Option<Reason>) {
    let start = Instant::now();
    let reason = question();
    let took = start.elapsed();
    assert_eq!(reason.as_ref(), Some(expected));
    // Fifty milliseconds are enough on an idle machine; the tests run beside others.
    assert!(took < after + Duration::from_millis(400), "{took:?}");
}

fn reason<S, U>(outcome: Outcome<S, U>) -> Option<Reason> {
    match outcome {
        Outcome::Unknown(reason) => Some(reason),
        _ => None,
    }
}

#[test]
fn a_check_ends_at_its_deadline_and_the_solver_lives_on() {
    let mut solver = Solver::new(Strategy::Incremental);
    solver.push();
    solver.assert(&pigeons(13));
    let after = Duration::from_millis(200);
    for _ in 0..2 {
        let budget = Budget::unlimited().within(after);
        ends(&Reason::Timeout, after, || reason(solver.check(&budget)));
    }
    solver.pop();
    assert!(solver.check(&Budget::unlimited()).is_sat());
    solver.assert(&pigeons(4));
    assert!(solver.check(&Budget::unlimited()).is_unsat());
}

#[test]
fn every_strategy_ends_at_its_deadline() {
    for strategy in [Strategy::Portfolio, Strategy::Logic("QF_LIA")] {
        let mut solver = Solver::new(strategy);
        solver.assert(&pigeons(13));
        let after = Duration::from_millis(100);
        let budget = Budget::unlimited().within(after);
        ends(&Reason::Timeout, after, || reason(solver.check(&budget)));
    }
}

#[test]
fn another_thread_can_cancel() {
    let canceller = Canceller::new();
    let after = Duration::from_millis(150);
    let remote = canceller.clone();
    let thread = std::thread::spawn(move || {
        std::thread::sleep(after);
        remote.cancel();
    });
    let mut solver = Solver::new(Strategy::Incremental);
    solver.assert(&pigeons(13));
    let budget = Budget::unlimited().with_canceller(canceller);
    ends(&Reason::Cancelled, after, || reason(solver.check(&budget)));
    thread.join().unwrap();
    // What is asked later under the same budget ends at once.
    ends(&Reason::Cancelled, Duration::ZERO, || {
        reason(solver.check(&budget))
    });
}

#[test]
fn the_watchdog_wakes_up_again() {
    let mut solver = Solver::new(Strategy::Incremental);
    solver.assert(&pigeons(13));
    for pause in [0, 1500] {
        std::thread::sleep(Duration::from_millis(pause));
        let after = Duration::from_millis(50);
        let budget = Budget::unlimited().within(after);
        ends(&Reason::Timeout, after, || reason(solver.check(&budget)));
    }
}

#[test]
fn many_threads_have_their_own_deadlines() {
    std::thread::scope(|scope| {
        for i in 1..=4 {
            scope.spawn(move || {
                let mut solver = Solver::new(Strategy::Incremental);
                solver.assert(&pigeons(13));
                let after = Duration::from_millis(60 * i);
                let budget = Budget::unlimited().within(after);
                ends(&Reason::Timeout, after, || reason(solver.check(&budget)));
            });
        }
    });
}

#[test]
fn too_much_memory_is_a_reason() {
    let mut solver = Solver::new(Strategy::Incremental);
    solver.assert(&pigeons(13));
    let budget = Budget::unlimited().with_memory(1);
    ends(&Reason::Memory, Duration::ZERO, || {
        reason(solver.check(&budget))
    });
    solver.push();
    solver.assert(&Term::bottom());
    assert!(solver.check(&Budget::unlimited()).is_unsat());
}

#[test]
fn eliminations_and_interpolations_end_too() {
    let context = Context::current();
    let after = Duration::from_millis(150);
    let budget = || Budget::unlimited().within(after);
    ends(&Reason::Timeout, after, || {
        context
            .eliminate_quantifiers(&long_elimination(), &budget())
            .err()
    });
    ends(&Reason::Timeout, after, || {
        reason(context.sequence_interpolants(&[pigeons(13), pigeons(12)], &budget()))
    });
    // Spacer itself, after the contradiction was found quickly.
    let x = |i: usize| Term::constant(&format!("x{i}"), Sort::Int);
    let mut path = vec![Term::eq(x(0), Term::int(0))];
    path.extend((0..300).map(|i| Term::eq(x(i + 1), Term::add([x(i), Term::int(2)]))));
    path.push(Term::not(Term::divisible(2.into(), x(300))));
    let outcome = context.sequence_interpolants(&path, &budget());
    assert!(
        outcome.is_unsat() || reason(outcome.clone()) == Some(Reason::Timeout),
        "{outcome:?}"
    );

    // Nothing is disturbed by what was interrupted: no assertion is lost.
    let mut solver = Solver::in_context(&context, Strategy::Incremental);
    solver.assert(&pigeons(4));
    assert!(solver.check(&Budget::unlimited()).is_unsat());
    let outcome = context.sequence_interpolants(&[pigeons(3), pigeons(4)], &Budget::unlimited());
    assert!(outcome.is_unsat(), "{outcome:?}");
    let sits: Vec<Var> = pigeons(3).free_vars().into_iter().collect();
    let closed = Term::exists(sits, pigeons(3));
    let eliminated = context.eliminate_quantifiers(&closed, &Budget::unlimited());
    assert_eq!(eliminated, Ok(Term::bottom()));
}

/// How a question that needs more work than allowed ends, and how much was counted.
fn worked(units: u64) -> (Option<Reason>, u64) {
    let mut solver = Solver::in_context(&Context::new(), Strategy::Incremental);
    solver.assert(&pigeons(7));
    let whole = Budget::unlimited().with_work(u64::from(u32::MAX));
    let slice = whole.clone().with_work(units);
    let ended = reason(solver.check(&slice));
    let spent = u64::from(u32::MAX) - whole.work_left().expect("it is limited");
    (ended, spent)
}

#[test]
fn a_check_ends_when_its_work_is_done_always_at_the_same_point() {
    let (ended, spent) = worked(20_000);
    assert_eq!(ended, Some(Reason::Timeout));
    assert!((20_000..40_000).contains(&spent), "{spent}");
    for _ in 0..3 {
        assert_eq!(worked(20_000), (Some(Reason::Timeout), spent));
    }
    let (ended, enough) = worked(u64::from(u32::MAX));
    assert_eq!(ended, None);
    assert!(enough > spent);
}

#[test]
fn a_solver_answers_after_its_work_was_limited() {
    let mut solver = Solver::new(Strategy::Incremental);
    solver.push();
    solver.assert(&pigeons(13));
    let budget = Budget::unlimited().with_work(50_000);
    assert_eq!(reason(solver.check(&budget)), Some(Reason::Timeout));
    solver.pop();
    assert!(solver.check(&Budget::unlimited()).is_sat());
    let more = Budget::unlimited().with_work(50_000);
    assert!(solver.check(&more).is_sat());
    assert!(more.work_left() > Some(0));
}

/// Z3 cannot end a tactic by the work that it does; what it has done is counted all the same.
#[test]
fn the_work_of_an_elimination_is_counted() {
    let context = Context::new();
    let x = Term::constant("x", Sort::Int);
    let y = Var::new("y", Sort::Int);
    let between = Term::and([
        Term::lt(y.term(), x.clone()),
        Term::lt(Term::int(0), y.term()),
    ]);
    let spent = || {
        let budget = Budget::unlimited().with_work(1_000_000);
        let formula = Term::exists([y.clone()], between.clone());
        let eliminated = context.eliminate_quantifiers(&formula, &budget);
        assert!(eliminated.is_ok_and(|formula| !formula.has_quantifier()));
        1_000_000 - budget.work_left().expect("it is limited")
    };
    assert!(spent() > 1);
}
