//! Spacer's answers about a counter: a solution, the facts of a refutation, and lemmas on the way.

use std::cell::Cell;

use logic::{Function, Model, Sort, Symbol, Term, Value, Var};
use smt::{Budget, Fact, Implication, Spacer, SpacerAnswer, Unknown};

/// `x = 0 => p(x)`, `p(x) and x < 5 => p(x + 1)`, `p(x) and x = bad => false`.
fn ask(bad: i64, most_levels: Option<u32>) -> SpacerAnswer {
    ask_telling(bad, most_levels, &|| ())
}

fn ask_telling(bad: i64, most_levels: Option<u32>, on_step: &dyn Fn()) -> SpacerAnswer {
    let var = Var::new("x", Sort::Int);
    let x = var.term();
    let p = Function::new(Symbol::new("p"), vec![Sort::Int], Sort::Bool);
    let apply = |argument: &Term| Term::apply(&p, vec![argument.clone()]);
    let next = Term::add([x.clone(), Term::int(1)]);
    let clauses = [
        Implication {
            body: vec![Term::eq(x.clone(), Term::int(0))],
            head: apply(&x),
        },
        Implication {
            body: vec![apply(&x), Term::lt(x.clone(), Term::int(5))],
            head: apply(&next),
        },
        Implication {
            body: vec![apply(&x), Term::eq(x.clone(), Term::int(bad))],
            head: Term::bottom(),
        },
    ];
    let unknowns = [Unknown {
        predicate: p.clone(),
        parameters: vec![var],
    }];
    let question = Spacer {
        unknowns: &unknowns,
        clauses: &clauses,
        first_level: 0,
        most_levels,
    };
    question.ask_telling(&Budget::unlimited(), on_step)
}

#[test]
fn each_run_tells_of_the_same_steps() {
    let steps = |bad: i64| {
        let count = Cell::new(0);
        let _ = ask_telling(bad, None, &|| count.set(count.get() + 1));
        count.get()
    };
    assert_ne!(steps(3), 0, "three is reached by steps");
    assert_eq!(steps(3), steps(3));
    assert_eq!(steps(7), steps(7));
}

#[test]
fn a_solution_covers_what_is_reached_and_not_what_is_bad() {
    let SpacerAnswer::Solution(solution) = ask(7, None) else {
        panic!("seven is not reached");
    };
    let holds = |value: i64| Model::new().holds(&solution[0].instantiate(&[Term::int(value)]));
    assert!(
        (0..=5).all(|value| holds(value) == Ok(true)),
        "{solution:?}"
    );
    assert_eq!(holds(7), Ok(false), "{solution:?}");
}

#[test]
fn a_refutation_names_its_facts() {
    let SpacerAnswer::Derivable(facts) = ask(3, None) else {
        panic!("three is reached");
    };
    for value in 0..=3 {
        let fact = Fact {
            predicate: 0,
            values: vec![Value::from(value)],
        };
        assert!(facts.contains(&fact), "{value} in {facts:?}");
    }
}

#[test]
fn a_bounded_search_leaves_lemmas() {
    let SpacerAnswer::Open { lemmas, .. } = ask(4, Some(2)) else {
        panic!("four is reached after the second level");
    };
    assert_eq!(lemmas.len(), 1);
}
