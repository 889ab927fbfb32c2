//! Work ends soon after its budget has.

mod common;

use std::cell::Cell;

use abstraction::{Question, refine};
use budget::{Budget, Canceller};
use common::*;
use evidence::Reason;
use logic::{BitVec, Integer, Value};

/// How many inputs are asked for before a search ends that nobody waits for any more.
fn inputs_asked_for(budget: &Budget) -> usize {
    let body = vec![set("s", add(x("s"), x("i"))), set("i", add(x("i"), c(1)))];
    let statements = [
        set("s", c(0)),
        set("i", c(0)),
        Stmt::While(ult(x("i"), x("n")), body),
        Stmt::Return(vec![x("s")]),
    ];
    let f = function(&["n"], &statements);
    let asked = Cell::new(0);
    let inputs = |number: u64| {
        asked.set(asked.get() + 1);
        let number = Integer::from(number);
        f.inputs
            .iter()
            .map(|var| match var.sort {
                logic::Sort::BitVec(width) => Value::BitVec(BitVec::new(width, &number)),
                _ => Value::default_of(&var.sort),
            })
            .collect()
    };
    let question = Question {
        inputs: Some(&inputs),
        ..Question::new(&f, &f)
    };
    assert!(matches!(
        refine(&question, budget),
        Err(Reason::Interrupted | Reason::Timeout)
    ));
    asked.get()
}

#[test]
fn hardly_any_run_is_made_without_a_budget() {
    assert!(inputs_asked_for(&Budget::unlimited().with_work(0)) <= 4);
    let canceller = Canceller::new();
    canceller.cancel();
    let cancelled = Budget::unlimited().with_canceller(canceller);
    assert!(inputs_asked_for(&cancelled) <= 4);
}
