//! Graphs that no program is behind: given invariants, several locations, sorts, and what is refused.

use budget::{Budget, Canceller};
use checker::ranking::{check_ranking, check_recurrence};
use evidence::ranking::{Edge, TransitionGraph};
use logic::{EnumSort, Op, Sort, Term, Var};
use ranking::{Answer, NotFound, decide, prove, refute};

fn var(name: &str, sort: &Sort) -> (Var, Var) {
    let primed = format!("{name}'");
    (
        Var::new(name, sort.clone()),
        Var::new(primed.as_str(), sort.clone()),
    )
}

fn graph(locations: usize, vars: &[(Var, Var)], edges: &[(usize, usize, Term)]) -> TransitionGraph {
    let (vars, primed) = vars.iter().cloned().unzip();
    let mut graph = TransitionGraph::new(locations, vars, primed).expect("the variables fit");
    for (from, to, relation) in edges {
        let edge = Edge {
            from: *from,
            to: *to,
            relation: relation.clone(),
            auxiliary: Vec::new(),
        };
        graph.add_edge(edge).expect("the edge fits");
    }
    graph
}

/// The answer, whose evidence is accepted.
fn answer(graph: &TransitionGraph) -> &'static str {
    let budget = Budget::unlimited();
    match decide(graph, &budget) {
        Ok(Answer::Terminates(ranking)) => {
            check_ranking(graph, &ranking, &budget).expect("the ranking is accepted");
            "terminates"
        }
        Ok(Answer::Diverges(recurrence)) => {
            check_recurrence(graph, &recurrence, &budget).expect("the recurrence is accepted");
            "diverges"
        }
        Err(NotFound::Nothing) => "nothing",
        Err(NotFound::Unsupported(_) | NotFound::UnsupportedVariable(_)) => "unsupported",
        Err(reason) => panic!("{reason}"),
    }
}

fn int(value: i64) -> Term {
    Term::int(value)
}

fn positive(term: &Term) -> Term {
    Term::lt(Term::number(term.sort(), 0), term.clone())
}

#[test]
fn given_invariants_are_used() {
    let (x, y) = (var("x", &Sort::Int), var("y", &Sort::Int));
    let relation = Term::and([
        positive(&x.0.term()),
        Term::eq(x.1.term(), Term::sub(x.0.term(), y.0.term())),
        Term::eq(y.1.term(), y.0.term()),
    ]);
    let mut graph = graph(1, &[x, y.clone()], &[(0, 0, relation)]);
    assert_eq!(answer(&graph), "diverges");
    graph
        .add_invariant(0, positive(&y.0.term()))
        .expect("the invariant fits");
    assert_eq!(answer(&graph), "terminates");
}

/// No single function does for all locations: only with `x - y` in the middle does each edge keep
/// or decrease it.
#[test]
fn each_location_has_its_own_function() {
    let (x, y) = (var("x", &Sort::Int), var("y", &Sort::Int));
    let same = |var: &(Var, Var)| Term::eq(var.1.term(), var.0.term());
    let enter = Term::and([positive(&x.0.term()), same(&x), same(&y)]);
    let set = Term::and([Term::eq(y.1.term(), int(1)), same(&x)]);
    let less = Term::and([
        Term::eq(x.1.term(), Term::sub(x.0.term(), y.0.term())),
        same(&y),
    ]);
    let edges = [(0, 1, enter), (1, 2, set), (2, 0, less)];
    assert_eq!(answer(&graph(3, &[x, y], &edges)), "terminates");
}

#[test]
fn graphs_without_cycles_end() {
    let x = var("x", &Sort::Int);
    assert_eq!(answer(&graph(0, &[], &[])), "terminates");
    assert_eq!(
        answer(&graph(1, std::slice::from_ref(&x), &[])),
        "terminates"
    );
    let line = [(0, 1, Term::top()), (1, 2, Term::top())];
    assert_eq!(
        answer(&graph(3, std::slice::from_ref(&x), &line)),
        "terminates"
    );
    let impossible = [(0, 0, Term::bottom())];
    assert_eq!(answer(&graph(1, &[x], &impossible)), "terminates");
    assert_eq!(answer(&graph(1, &[], &[(0, 0, Term::top())])), "diverges");
}

#[test]
fn where_a_run_starts_matters() {
    let x = var("x", &Sort::Int);
    let relation = Term::and([
        Term::ne(x.0.term(), int(0)),
        Term::eq(x.1.term(), Term::sub(x.0.term(), int(2))),
    ]);
    let starting = |condition: Term| {
        let edges = [(0, 0, relation.clone())];
        let mut graph = graph(1, std::slice::from_ref(&x), &edges);
        graph.set_initial(0, condition).expect("it fits");
        answer(&graph)
    };
    assert_eq!(starting(Term::top()), "diverges");
    assert_eq!(starting(Term::eq(x.0.term(), int(8))), "terminates");
    assert_eq!(starting(Term::eq(x.0.term(), int(9))), "diverges");
    assert_eq!(starting(Term::bottom()), "terminates");
}

#[test]
fn integers_and_reals_mix() {
    let (n, r) = (var("n", &Sort::Int), var("r", &Sort::Real));
    let bound = Term::to_real(n.0.term());
    let step = |length: Term| {
        Term::and([
            Term::lt(r.0.term(), bound.clone()),
            Term::eq(r.1.term(), Term::add([r.0.term(), length])),
            Term::eq(n.1.term(), n.0.term()),
        ])
    };
    let vars = [n.clone(), r.clone()];
    let half = Term::real_div(Term::real(1), Term::real(2));
    assert_eq!(
        answer(&graph(1, &vars, &[(0, 0, step(half))])),
        "terminates"
    );
    let halfway = Term::real_div(Term::sub(bound.clone(), r.0.term()), Term::real(2));
    assert_eq!(
        answer(&graph(1, &vars, &[(0, 0, step(halfway))])),
        "diverges"
    );
    let floor = Term::app(Op::ToInt, vec![r.0.term()]);
    let counted = Term::and([
        Term::eq(n.1.term(), floor),
        positive(&n.1.term()),
        Term::eq(r.1.term(), Term::sub(r.0.term(), Term::real(1))),
    ]);
    assert_eq!(answer(&graph(1, &vars, &[(0, 0, counted)])), "terminates");
}

#[test]
fn truth_values_count_too() {
    let (a, b) = (var("a", &Sort::Bool), var("b", &Sort::Bool));
    let vars = [a.clone(), b.clone()];
    // The pair (a, b) counts down from (true, true).
    let down = Term::and([
        Term::or([a.0.term(), b.0.term()]),
        Term::eq(b.1.term(), Term::not(b.0.term())),
        Term::eq(a.1.term(), Term::eq(a.0.term(), b.0.term())),
    ]);
    let stops = Term::and([
        down.clone(),
        Term::implies(Term::not(b.0.term()), a.0.term()),
    ]);
    assert_eq!(answer(&graph(1, &vars, &[(0, 0, stops)])), "terminates");
    let swap = Term::and([
        Term::xor(a.0.term(), b.0.term()),
        Term::eq(a.1.term(), b.0.term()),
        Term::eq(b.1.term(), a.0.term()),
    ]);
    assert_eq!(answer(&graph(1, &vars, &[(0, 0, swap)])), "diverges");
}

#[test]
fn what_is_not_linear_is_refused_at_once() {
    let (x, y) = (var("x", &Sort::Int), var("y", &Sort::Int));
    let product = Term::mul([x.0.term(), y.0.term()]);
    let vars = [x.clone(), y.clone()];
    let squares = [(0, 0, Term::eq(x.1.term(), product))];
    assert_eq!(answer(&graph(1, &vars, &squares)), "unsupported");
    let quotient = Term::div(x.0.term(), y.0.term());
    let quotients = [(0, 0, Term::eq(x.1.term(), quotient))];
    assert_eq!(answer(&graph(1, &vars, &quotients)), "unsupported");
    let color = EnumSort::new("color".into(), vec!["red".into()]).expect("a variant");
    let colors = [var("c", &Sort::Enum(color))];
    assert_eq!(answer(&graph(1, &colors, &[])), "unsupported");
}

#[test]
fn the_other_side_finds_nothing() {
    let x = var("x", &Sort::Int);
    let budget = Budget::unlimited();
    let step = |by: i64| {
        let relation = Term::and([
            positive(&x.0.term()),
            Term::eq(x.1.term(), Term::add([x.0.term(), int(by)])),
        ]);
        graph(1, std::slice::from_ref(&x), &[(0, 0, relation)])
    };
    assert_eq!(refute(&step(-1), &budget), Err(NotFound::Nothing));
    assert_eq!(prove(&step(1), &budget), Err(NotFound::Nothing));
    assert!(prove(&step(-1), &budget).is_ok());
    assert!(refute(&step(1), &budget).is_ok());
}

#[test]
fn a_cancelled_search_says_so() {
    let canceller = Canceller::new();
    canceller.cancel();
    let budget = Budget::unlimited().with_canceller(canceller);
    let x = var("x", &Sort::Int);
    let edges = [(0, 0, positive(&x.0.term()))];
    let cancelled = NotFound::Unanswered(smt::Reason::Cancelled);
    assert_eq!(decide(&graph(1, &[x], &edges), &budget), Err(cancelled));
}
