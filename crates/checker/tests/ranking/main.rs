//! The rules for termination accept what is right and reject what is not.

mod recurrence;

use std::collections::BTreeMap;

use budget::Budget;
use checker::Rejected;
use checker::ranking::check_ranking;
use evidence::ranking::{
    Affine, Atom, Comparison, Edge, Node, Proof, Ranking, Step, Transition, TransitionGraph,
};
use logic::{Rational, Sort, Term, Var};

fn var(name: &str) -> Var {
    Var::new(name, Sort::Int)
}

fn x() -> Term {
    var("x").term()
}

fn next_x() -> Term {
    var("x'").term()
}

fn int(value: i64) -> Term {
    Term::int(value)
}

fn plus(term: Term, value: i64) -> Term {
    Term::add([term, int(value)])
}

/// `constant + sum of factors times terms`.
fn sum(constant: i64, terms: &[(i64, Term)]) -> Affine {
    let mut sum = Affine::number(constant.into());
    for (factor, term) in terms {
        sum.add_multiple(&(*factor).into(), &Affine::term(term.clone()));
    }
    sum
}

fn at_most_zero(sum: Affine) -> Atom {
    Atom {
        sum,
        comparison: Comparison::AtMost,
    }
}

fn zero(sum: Affine) -> Atom {
    Atom {
        sum,
        comparison: Comparison::Equal,
    }
}

fn numbers(values: &[i64]) -> Vec<Rational> {
    values.iter().map(|value| (*value).into()).collect()
}

fn rule<T>(result: Result<T, Rejected>) -> &'static str {
    match result {
        Ok(_) => "accepted",
        Err(Rejected::Rule { rule, .. }) => rule,
        Err(Rejected::Dangling { .. }) => "Dangling",
        Err(other) => panic!("{other}"),
    }
}

/// A graph with one location and these relations over `x` and `x'`.
fn graph(sort: &Sort, relations: &[Term]) -> TransitionGraph {
    let vars = vec![Var::new("x", sort.clone())];
    let primed = vec![Var::new("x'", sort.clone())];
    let mut graph = TransitionGraph::new(1, vars, primed).expect("the variables fit");
    for relation in relations {
        let edge = Edge {
            from: 0,
            to: 0,
            relation: relation.clone(),
            auxiliary: Vec::new(),
        };
        graph.add_edge(edge).expect("the edge fits");
    }
    graph
}

/// `while (x > 0) x = x - 1`.
fn down() -> TransitionGraph {
    let guard = Term::lt(int(0), x());
    graph(
        &Sort::Int,
        &[Term::and([guard, Term::eq(next_x(), plus(x(), -1))])],
    )
}

/// `1 - x <= 0` and `x' - x + 1 = 0`.
fn down_atoms() -> Vec<Atom> {
    vec![
        at_most_zero(sum(1, &[(-1, x())])),
        zero(sum(1, &[(1, next_x()), (-1, x())])),
    ]
}

/// The function `x`, which decreases because of the second atom, and is bounded because of the first.
fn down_ranking() -> Ranking {
    let proof = Proof::Ranked {
        decrease: vec![numbers(&[0, 1])],
        bound: numbers(&[1, 0]),
    };
    Ranking {
        invariants: vec![Term::top()],
        nodes: vec![Node {
            location: 0,
            condition: Term::top(),
        }],
        transitions: vec![Transition {
            edge: 0,
            from: 0,
            to: 0,
            atoms: down_atoms(),
        }],
        steps: vec![Step {
            functions: BTreeMap::from([(0, vec![sum(0, &[(1, x())])])]),
            proofs: BTreeMap::from([(0, proof)]),
        }],
    }
}

fn down_with(change: impl FnOnce(&mut Ranking)) -> &'static str {
    let mut ranking = down_ranking();
    change(&mut ranking);
    rule(check_ranking(&down(), &ranking, &Budget::unlimited()))
}

#[test]
fn a_ranking_is_accepted() {
    assert_eq!(down_with(|_| {}), "accepted");
}

#[test]
fn functions_must_decrease_and_be_bounded() {
    let function = |function: Affine| {
        down_with(|ranking| {
            ranking.steps[0].functions.insert(0, vec![function]);
        })
    };
    assert_eq!(function(sum(0, &[(-1, x())])), "Farkas");
    assert_eq!(function(sum(0, &[])), "Farkas");
    assert_eq!(function(sum(-7, &[(1, x())])), "Farkas");
    assert_eq!(function(sum(1, &[(1, x())])), "accepted");
    let half = Affine {
        coefficients: BTreeMap::from([(x(), "1/2".parse().unwrap())]),
        constant: Rational::ZERO,
    };
    assert_eq!(function(half), "Farkas");
}

#[test]
fn functions_are_over_the_variables() {
    let function = |function: Affine| {
        down_with(|ranking| {
            ranking.steps[0].functions.insert(0, vec![function]);
        })
    };
    assert_eq!(function(sum(0, &[(1, var("z").term())])), "Variables");
    assert_eq!(function(sum(0, &[(1, next_x())])), "Variables");
    let truth = Affine::term(Term::lt(int(0), x()));
    assert_eq!(function(truth), "Variables");
    let quantified = Term::exists([var("y")], Term::lt(var("y").term(), x()));
    let quantified = Term::ite(quantified, int(1), int(0));
    assert_eq!(function(Affine::term(quantified)), "Variables");
    let foreign = |ranking: &mut Ranking| {
        let atom = at_most_zero(sum(0, &[(1, var("z").term())]));
        ranking.transitions[0].atoms.push(atom);
    };
    assert_eq!(down_with(foreign), "Variables");
}

#[test]
fn multipliers_must_fit_and_not_be_negative() {
    let proof = |decrease: Vec<Vec<Rational>>, bound: Vec<Rational>| {
        down_with(|ranking| {
            let proof = Proof::Ranked { decrease, bound };
            ranking.steps[0].proofs.insert(0, proof);
        })
    };
    let bound = || numbers(&[1, 0]);
    assert_eq!(proof(vec![numbers(&[0, 1])], bound()), "accepted");
    assert_eq!(proof(vec![numbers(&[0, 2])], bound()), "Farkas");
    assert_eq!(proof(vec![numbers(&[0])], bound()), "Farkas");
    assert_eq!(proof(vec![numbers(&[0, 1, 0])], bound()), "Farkas");
    assert_eq!(proof(vec![], bound()), "Farkas");
    assert_eq!(proof(vec![numbers(&[0, 1])], numbers(&[])), "Farkas");
    // With a negative multiplier anything would follow from the guard: here that -x is bounded.
    let upside_down = |ranking: &mut Ranking| {
        let functions = vec![sum(0, &[(-1, x())])];
        ranking.transitions[0].atoms[1] = zero(sum(-1, &[(1, next_x()), (-1, x())]));
        ranking.steps[0].functions.insert(0, functions);
        let proof = Proof::Ranked {
            decrease: vec![numbers(&[0, -1])],
            bound: numbers(&[-1, 0]),
        };
        ranking.steps[0].proofs.insert(0, proof);
    };
    let up = Term::and([Term::lt(int(0), x()), Term::eq(next_x(), plus(x(), 1))]);
    let mut ranking = down_ranking();
    upside_down(&mut ranking);
    let answer = check_ranking(&graph(&Sort::Int, &[up]), &ranking, &Budget::unlimited());
    assert_eq!(rule(answer), "Farkas");
}

#[test]
fn every_cycle_must_be_ranked() {
    assert_eq!(down_with(|ranking| ranking.steps.clear()), "Cycles");
    let kept = |ranking: &mut Ranking| {
        let proof = Proof::Kept(vec![numbers(&[0, 1])]);
        ranking.steps[0].proofs.insert(0, proof);
    };
    assert_eq!(down_with(kept), "Cycles");
    let without = |ranking: &mut Ranking| ranking.steps[0].proofs.clear();
    assert_eq!(down_with(without), "Steps");
    // The transition of a second edge must not be missing.
    let idle = Term::eq(next_x(), x());
    let mut relations = vec![down().edges()[0].relation.clone()];
    relations.push(idle);
    let both = graph(&Sort::Int, &relations);
    let answer = check_ranking(&both, &down_ranking(), &Budget::unlimited());
    assert_eq!(rule(answer), "Transitions");
}

/// A second edge that a step does not rank must not increase the step's function, and must be ranked
/// by another step.
#[test]
fn what_is_kept_does_not_increase() {
    let (y, next_y) = (var("y"), var("y'"));
    let vars = vec![var("x"), y.clone()];
    let primed = vec![var("x'"), next_y.clone()];
    let lexicographic = |change: &dyn Fn(&mut Ranking)| {
        let mut graph = TransitionGraph::new(1, vars.clone(), primed.clone()).expect("they fit");
        let positive = |term: Term| Term::lt(int(0), term);
        let first = [positive(x()), Term::eq(next_x(), plus(x(), -1))];
        let second = [
            positive(y.term()),
            Term::eq(next_x(), x()),
            Term::eq(next_y.term(), plus(y.term(), -1)),
        ];
        for relation in [Term::and(first), Term::and(second)] {
            let edge = Edge {
                from: 0,
                to: 0,
                relation,
                auxiliary: Vec::new(),
            };
            graph.add_edge(edge).expect("the edge fits");
        }
        let mut ranking = down_ranking();
        ranking.transitions.push(Transition {
            edge: 1,
            from: 0,
            to: 0,
            atoms: vec![
                at_most_zero(sum(1, &[(-1, y.term())])),
                zero(sum(0, &[(1, next_x()), (-1, x())])),
                zero(sum(1, &[(1, next_y.term()), (-1, y.term())])),
            ],
        });
        let kept = Proof::Kept(vec![numbers(&[0, 1, 0])]);
        ranking.steps[0].proofs.insert(1, kept);
        let ranked = Proof::Ranked {
            decrease: vec![numbers(&[0, 0, 1])],
            bound: numbers(&[1, 0, 0]),
        };
        ranking.steps.push(Step {
            functions: BTreeMap::from([(0, vec![sum(0, &[(1, y.term())])])]),
            proofs: BTreeMap::from([(1, ranked)]),
        });
        change(&mut ranking);
        rule(check_ranking(&graph, &ranking, &Budget::unlimited()))
    };
    assert_eq!(lexicographic(&|_| {}), "accepted");
    assert_eq!(lexicographic(&|r| drop(r.steps.pop())), "Cycles");
    // The other way round, the first edge may increase y.
    assert_eq!(lexicographic(&|r| r.steps.reverse()), "Steps");
    assert_eq!(
        lexicographic(&|r| drop(r.steps[0].proofs.remove(&1))),
        "Steps"
    );
    let increased = |r: &mut Ranking| {
        let kept = Proof::Kept(vec![numbers(&[0, 0, 1])]);
        r.steps[1].proofs.insert(0, kept);
        r.steps.reverse();
    };
    assert_eq!(lexicographic(&increased), "Farkas");
    let grown = |r: &mut Ranking| {
        r.transitions[1].atoms[1] = zero(sum(-1, &[(1, next_x()), (-1, x())]));
    };
    assert_eq!(lexicographic(&grown), "Transitions");
}

#[test]
fn transitions_must_cover_their_edges() {
    let narrow = |ranking: &mut Ranking| {
        ranking.transitions[0].atoms[0] = at_most_zero(sum(2, &[(-1, x())]));
    };
    assert_eq!(down_with(narrow), "Transitions");
    assert_eq!(down_with(|r| r.transitions.clear()), "Transitions");
    assert_eq!(down_with(|r| r.transitions[0].edge = 1), "Dangling");
    assert_eq!(down_with(|r| r.transitions[0].to = 1), "Dangling");
}

#[test]
fn nodes_must_cover_their_locations() {
    assert_eq!(
        down_with(|r| r.nodes[0].condition = Term::le(x(), int(5))),
        "Nodes"
    );
    assert_eq!(down_with(|r| r.nodes[0].location = 1), "Nodes");
    assert_eq!(
        down_with(|r| r.nodes[0].condition = next_x_positive()),
        "Variables"
    );
    let more = |ranking: &mut Ranking| {
        // A node more has edges to and from the other, which nobody describes.
        let node = ranking.nodes[0].clone();
        ranking.nodes.push(node);
    };
    assert_eq!(down_with(more), "Transitions");
    let empty = |ranking: &mut Ranking| {
        let node = Node {
            location: 0,
            condition: Term::bottom(),
        };
        ranking.nodes.push(node);
    };
    assert_eq!(down_with(empty), "accepted");
}

fn next_x_positive() -> Term {
    Term::lt(int(0), next_x())
}

#[test]
fn steps_are_for_components() {
    let functions = |nodes: &[usize]| {
        down_with(|ranking| {
            let function = vec![sum(0, &[(1, x())])];
            let pairs = nodes.iter().map(|node| (*node, function.clone()));
            ranking.steps[0].functions = pairs.collect();
            // A node without states, so that other steps could be meant.
            ranking.nodes.push(Node {
                location: 0,
                condition: Term::bottom(),
            });
        })
    };
    assert_eq!(functions(&[0]), "accepted");
    assert_eq!(functions(&[0, 1]), "Steps");
    assert_eq!(functions(&[1]), "Cycles");
    assert_eq!(functions(&[2]), "Dangling");
    assert_eq!(functions(&[]), "Functions");
    let uneven = |ranking: &mut Ranking| {
        ranking.steps[0].functions.insert(0, Vec::new());
    };
    assert_eq!(down_with(uneven), "Functions");
}

/// `while (x != 0) x = x - 1` ends only where x is not negative.
#[test]
fn invariants_are_inductive_from_the_start() {
    let ranked = |initial: Option<Term>, invariant: Term| {
        let guard = Term::ne(x(), int(0));
        let relation = Term::and([guard, Term::eq(next_x(), plus(x(), -1))]);
        let mut graph = graph(&Sort::Int, &[relation]);
        if let Some(initial) = initial {
            graph.set_initial(0, initial).expect("it fits");
        }
        let mut ranking = down_ranking();
        ranking.invariants = vec![invariant];
        rule(check_ranking(&graph, &ranking, &Budget::unlimited()))
    };
    let not_negative = || Term::le(int(0), x());
    let start = || Some(Term::eq(x(), int(5)));
    assert_eq!(ranked(start(), not_negative()), "accepted");
    assert_eq!(ranked(start(), Term::top()), "Transitions");
    assert_eq!(ranked(None, not_negative()), "Invariants");
    assert_eq!(ranked(Some(Term::top()), not_negative()), "Invariants");
    assert_eq!(ranked(start(), Term::lt(int(2), x())), "Invariants");
    assert_eq!(ranked(start(), next_x_positive()), "Variables");
}

/// Over the reals, `while (x > 0) x = x / 2` decreases for ever.
#[test]
fn reals_must_decrease_by_a_fixed_amount() {
    let real = |name: &str| Term::constant(name, Sort::Real);
    let (x, next) = (real("x"), real("x'"));
    let guard = Term::lt(Term::real(0), x.clone());
    let halved = Term::eq(next.clone(), Term::real_div(x.clone(), Term::real(2)));
    let graph = graph(&Sort::Real, &[Term::and([guard, halved])]);
    let ranked = |bound: i64| {
        let mut ranking = down_ranking();
        ranking.transitions[0].atoms = vec![
            at_most_zero(sum(bound, &[(-1, x.clone())])),
            zero(sum(0, &[(2, next.clone()), (-1, x.clone())])),
        ];
        // 2x - 2x' - 1 = x - 1 is not negative only where x >= 1.
        let function = sum(0, &[(2, x.clone())]);
        ranking.steps[0].functions.insert(0, vec![function]);
        let proof = Proof::Ranked {
            decrease: vec![numbers(&[1, 1])],
            bound: numbers(&[2, 0]),
        };
        ranking.steps[0].proofs.insert(0, proof);
        rule(check_ranking(&graph, &ranking, &Budget::unlimited()))
    };
    assert_eq!(ranked(0), "Farkas");
    assert_eq!(ranked(1), "Transitions");
}

/// `while (x > 0) { x = x + y; y = y - 1 }`, with these functions.
fn phases(functions: Vec<Affine>, decrease: Vec<Vec<Rational>>) -> &'static str {
    let (y, next_y) = (var("y").term(), var("y'").term());
    let mut graph = TransitionGraph::new(1, vec![var("x"), var("y")], vec![var("x'"), var("y'")])
        .expect("the variables fit");
    let relation = Term::and([
        Term::lt(int(0), x()),
        Term::eq(next_x(), Term::add([x(), y.clone()])),
        Term::eq(next_y.clone(), plus(y.clone(), -1)),
    ]);
    let edge = Edge {
        from: 0,
        to: 0,
        relation,
        auxiliary: Vec::new(),
    };
    graph.add_edge(edge).expect("the edge fits");
    let mut ranking = down_ranking();
    ranking.transitions[0].atoms = vec![
        at_most_zero(sum(1, &[(-1, x())])),
        zero(sum(0, &[(1, next_x()), (-1, x()), (-1, y.clone())])),
        zero(sum(1, &[(1, next_y), (-1, y)])),
    ];
    ranking.steps[0].functions.insert(0, functions);
    let proof = Proof::Ranked {
        decrease,
        bound: numbers(&[1, 0, 0]),
    };
    ranking.steps[0].proofs.insert(0, proof);
    rule(check_ranking(&graph, &ranking, &Budget::unlimited()))
}

#[test]
fn nested_functions_lean_on_each_other() {
    let y = |constant: i64| sum(constant, &[(1, var("y").term())]);
    let proof = || vec![numbers(&[0, 0, 1]), numbers(&[0, 1, 0])];
    let f = sum(0, &[(1, x())]);
    assert_eq!(phases(vec![y(1), f.clone()], proof()), "accepted");
    assert_eq!(phases(vec![y(0), f.clone()], proof()), "Farkas");
    assert_eq!(phases(vec![f.clone(), y(1)], proof()), "Farkas");
    assert_eq!(phases(vec![f], vec![numbers(&[0, 1, 0])]), "Farkas");
}

#[test]
fn graphs_are_well_formed() {
    let two = |a: &str, b: &str| TransitionGraph::new(1, vec![var(a)], vec![var(b)]);
    assert!(two("x", "x'").is_ok());
    assert!(two("x", "x").is_err());
    assert!(TransitionGraph::new(1, vec![var("x")], Vec::new()).is_err());
    let mut graph = two("x", "x'").expect("the variables fit");
    let mut edge = |to: usize, relation: Term, auxiliary: Vec<Var>| {
        graph
            .add_edge(Edge {
                from: 0,
                to,
                relation,
                auxiliary,
            })
            .is_ok()
    };
    let foreign = || Term::lt(x(), var("z").term());
    assert!(edge(0, Term::top(), Vec::new()));
    assert!(!edge(1, Term::top(), Vec::new()));
    assert!(!edge(0, foreign(), Vec::new()));
    assert!(edge(0, foreign(), vec![var("z")]));
    assert!(!edge(0, x(), Vec::new()));
    assert!(!edge(0, Term::top(), vec![var("x'")]));
    assert!(!edge(0, Term::forall([var("z")], foreign()), Vec::new()));
    assert!(graph.add_invariant(0, next_x_positive()).is_err());
    assert!(graph.set_initial(1, Term::top()).is_err());
}
