//! The rules for runs that never end.

use budget::Budget;
use checker::ranking::check_recurrence;
use evidence::ranking::{ConcreteStep, Continuation, Edge, Recurrence, State, TransitionGraph};
use logic::{Sort, Term, Value};

use crate::{graph, int, next_x, plus, rule, var, x};

/// `x` from 3 on upwards for ever, where the guard is `x > 2`.
fn up(change: impl FnOnce(&mut TransitionGraph, &mut Recurrence)) -> &'static str {
    up_over(&Sort::Int, change)
}

fn up_over(
    sort: &Sort,
    change: impl FnOnce(&mut TransitionGraph, &mut Recurrence),
) -> &'static str {
    let x = Term::constant("x", sort.clone());
    let relation = Term::and([
        Term::lt(int(2), x.clone()),
        Term::lt(x.clone(), Term::constant("x'", sort.clone())),
    ]);
    let mut graph = graph(sort, &[relation]);
    graph
        .set_initial(0, Term::le(int(3), x.clone()))
        .expect("it fits");
    let mut recurrence = Recurrence {
        start: State {
            location: 0,
            values: vec![Value::from(3)],
        },
        path: vec![ConcreteStep {
            edge: 0,
            auxiliary: Vec::new(),
            values: vec![Value::from(5)],
        }],
        regions: vec![Term::lt(int(4), x.clone())],
        cases: vec![vec![Continuation {
            guard: Term::top(),
            edge: 0,
            next: vec![plus(x, 1)],
            auxiliary: Vec::new(),
        }]],
    };
    change(&mut graph, &mut recurrence);
    rule(check_recurrence(&graph, &recurrence, &Budget::unlimited()))
}

#[test]
fn a_recurrence_is_accepted() {
    assert_eq!(up(|_, _| {}), "accepted");
}

#[test]
fn the_path_is_a_run_into_the_recurrent_set() {
    assert_eq!(up(|_, r| r.start.values[0] = 2.into()), "Path");
    assert_eq!(up(|_, r| r.path[0].values[0] = 3.into()), "Path");
    assert_eq!(up(|_, r| r.path[0].values[0] = 4.into()), "Path");
    assert_eq!(up(|_, r| r.path.clear()), "Path");
    assert_eq!(up(|_, r| r.path[0].edge = 1), "Dangling");
    assert_eq!(up(|_, r| r.start.location = 1), "Dangling");
    assert_eq!(up(|_, r| r.start.values.clear()), "Path");
    assert_eq!(up(|_, r| r.path[0].auxiliary.push(1.into())), "Path");
    assert_eq!(up(|_, r| r.start.values[0] = Value::Bool(true)), "Path");
    let bounded = |graph: &mut TransitionGraph, _: &mut Recurrence| {
        graph
            .add_invariant(0, Term::lt(int(3), x()))
            .expect("it fits");
    };
    assert_eq!(up(bounded), "Path");
}

#[test]
fn the_recurrent_set_is_never_left() {
    let next = |term: Term| up(|_, r| r.cases[0][0].next[0] = term);
    assert_eq!(next(x()), "Recurrent");
    assert_eq!(next(int(5)), "Recurrent");
    assert_eq!(next(plus(x(), 7)), "accepted");
    assert_eq!(next(next_x()), "Variables");
    assert_eq!(next(Term::top()), "Variables");
    assert_eq!(
        up(|_, r| r.cases[0][0].guard = Term::lt(int(5), x())),
        "Recurrent"
    );
    assert_eq!(
        up(|_, r| r.cases[0][0].guard = Term::lt(int(4), x())),
        "accepted"
    );
    assert_eq!(up(|_, r| r.cases[0].clear()), "Recurrent");
    assert_eq!(up(|_, r| r.cases[0][0].edge = 1), "Dangling");
    assert_eq!(up(|_, r| r.cases[0][0].next.clear()), "Recurrent");
    assert_eq!(up(|_, r| r.cases.clear()), "Regions");
    assert_eq!(up(|_, r| r.regions[0] = Term::lt(int(1), x())), "Recurrent");
    let downwards = |_: &mut TransitionGraph, r: &mut Recurrence| {
        r.regions[0] = Term::eq(x(), int(5));
    };
    assert_eq!(up(downwards), "Recurrent");
    let bounded = |graph: &mut TransitionGraph, _: &mut Recurrence| {
        graph
            .add_invariant(0, Term::lt(x(), int(100)))
            .expect("it fits");
    };
    assert_eq!(up(bounded), "Recurrent");
}

#[test]
fn a_value_stays_within_the_sort_of_its_variable() {
    let range = Sort::range(0, 9).expect("the range is not empty");
    assert_eq!(up_over(&range, |_, _| {}), "Recurrent");
    let outside = |_: &mut TransitionGraph, r: &mut Recurrence| {
        r.path[0].values[0] = 10.into();
    };
    assert_eq!(up_over(&range, outside), "Path");
}

#[test]
fn a_location_without_a_region_needs_no_case() {
    let vars = || vec![var("x")];
    let mut graph = TransitionGraph::new(2, vars(), vec![var("x'")]).expect("they fit");
    for (from, to) in [(0, 1), (1, 1)] {
        let edge = Edge {
            from,
            to,
            relation: Term::eq(next_x(), x()),
            auxiliary: Vec::new(),
        };
        graph.add_edge(edge).expect("the edge fits");
    }
    graph.set_initial(0, Term::top()).expect("it fits");
    let case = |edge: usize| Continuation {
        guard: Term::top(),
        edge,
        next: vec![x()],
        auxiliary: Vec::new(),
    };
    let mut recurrence = Recurrence {
        start: State {
            location: 0,
            values: vec![0.into()],
        },
        path: vec![ConcreteStep {
            edge: 0,
            auxiliary: Vec::new(),
            values: vec![0.into()],
        }],
        regions: vec![Term::bottom(), Term::top()],
        cases: vec![Vec::new(), vec![case(1)]],
    };
    let check = |r: &Recurrence| rule(check_recurrence(&graph, r, &Budget::unlimited()));
    assert_eq!(check(&recurrence), "accepted");
    recurrence.cases[1] = vec![case(0)];
    assert_eq!(check(&recurrence), "Recurrent");
    recurrence.cases[1] = vec![case(1)];
    recurrence.regions.swap(0, 1);
    assert_eq!(check(&recurrence), "Path");
}
