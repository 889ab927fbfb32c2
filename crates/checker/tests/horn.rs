//! The rules for Horn clauses accept solutions and derivations, and reject what is none.

use budget::Budget;
use checker::Rejected;
use checker::horn::{check_answer, check_derivation, check_interpretation};
use evidence::horn::{Answer, Derivation, Interpretation, Step};
use logic::{Model, Sort, Template, Term, Value, Var};
use question::clauses::{Application, Clause, PredicateId, System};

fn rule(result: Result<(), Rejected>) -> &'static str {
    match result {
        Ok(()) => "accepted",
        Err(Rejected::Rule { rule, .. }) => rule,
        Err(Rejected::Dangling { what, .. }) => what,
        Err(other) => panic!("{other}"),
    }
}

fn var(name: &str) -> Var {
    Var::new(name, Sort::Int)
}

fn plus(term: Term, number: i64) -> Term {
    Term::add([term, Term::int(number)])
}

/// `x = 0 => p(x)`, `p(x) and x < limit => p(x + 2)`, `p(x) and p(y) and x + y = bad => false`.
fn counting(limit: i64, bad: i64) -> (System, PredicateId) {
    let (x, y) = (var("x").term(), var("y").term());
    let mut system = System::new();
    let p = system.add_predicate("p", [Sort::Int]);
    let atom = |argument: Term| Application {
        predicate: p,
        arguments: vec![argument],
    };
    system.add_clause(Clause {
        body: vec![],
        constraint: Term::eq(x.clone(), Term::int(0)),
        head: Some(atom(x.clone())),
    });
    system.add_clause(Clause {
        body: vec![atom(x.clone())],
        constraint: Term::lt(x.clone(), Term::int(limit)),
        head: Some(atom(plus(x.clone(), 2))),
    });
    system.add_clause(Clause {
        body: vec![atom(x.clone()), atom(y.clone())],
        constraint: Term::eq(Term::add([x, y]), Term::int(bad)),
        head: None,
    });
    (system, p)
}

fn meaning(body: Term) -> Interpretation {
    Interpretation {
        formulas: vec![Template::new(vec![var("a")], body)],
    }
}

fn even() -> Term {
    Term::divisible(logic::Integer::from(2), var("a").term())
}

#[test]
fn a_solution_is_accepted() {
    let (system, _) = counting(10, 7);
    let answer = Answer::Sat(meaning(even()));
    assert_eq!(
        rule(check_answer(&system, &answer, &Budget::unlimited())),
        "accepted"
    );
}

#[test]
fn a_formula_that_breaks_a_clause_is_rejected() {
    let (system, _) = counting(10, 7);
    let check = |body: Term| {
        rule(check_interpretation(
            &system,
            &meaning(body),
            &Budget::unlimited(),
        ))
    };
    let a = var("a").term();
    assert_eq!(check(Term::top()), "Valid", "the query fails");
    assert_eq!(check(Term::bottom()), "Valid", "the fact fails");
    let start = Term::eq(a.clone(), Term::int(0));
    assert_eq!(check(start), "Valid", "the step fails");
    assert_eq!(
        check(Term::and([even(), Term::lt(a, Term::int(10))])),
        "Valid"
    );
}

#[test]
fn formulas_must_fit_their_predicates() {
    let (system, _) = counting(10, 7);
    let check = |formulas: Vec<Template>| {
        rule(check_interpretation(
            &system,
            &Interpretation { formulas },
            &Budget::unlimited(),
        ))
    };
    assert_eq!(check(vec![]), "Formulas");
    assert_eq!(check(vec![Template::new(vec![], Term::top())]), "Formulas");
    let real = Var::new("a", Sort::Real);
    assert_eq!(
        check(vec![Template::new(vec![real], Term::top())]),
        "Formulas"
    );
    let other = Term::eq(var("b").term(), Term::int(0));
    assert_eq!(
        check(vec![Template::new(vec![var("a")], other)]),
        "Formulas"
    );
    let (a, b) = (var("a"), var("b"));
    let quantified = Term::exists(
        [b.clone()],
        Term::eq(a.term(), Term::add([b.term(), b.term()])),
    );
    assert_eq!(check(vec![Template::new(vec![a], quantified)]), "Formulas");
}

fn step(clause: u32, values: &[(&str, i64)], premises: &[u32]) -> Step {
    Step {
        clause,
        values: values
            .iter()
            .map(|(name, value)| (var(name), Value::from(*value)))
            .collect(),
        premises: premises.to_vec(),
    }
}

fn steps() -> Vec<Step> {
    vec![
        step(0, &[("x", 0)], &[]),
        step(1, &[("x", 0)], &[0]),
        step(1, &[("x", 2)], &[1]),
        step(2, &[("x", 4), ("y", 2)], &[2, 1]),
    ]
}

#[test]
fn a_derivation_is_accepted() {
    let (system, _) = counting(10, 6);
    let answer = Answer::Unsat(Derivation { steps: steps() });
    assert_eq!(
        rule(check_answer(&system, &answer, &Budget::unlimited())),
        "accepted"
    );
}

#[test]
fn every_mutation_of_a_derivation_is_rejected() {
    let (system, _) = counting(10, 6);
    let check = |change: fn(&mut Vec<Step>)| {
        let mut steps = steps();
        change(&mut steps);
        rule(check_derivation(&system, &Derivation { steps }))
    };
    assert_eq!(check(|steps| drop(steps.pop())), "Contradiction");
    assert_eq!(check(Vec::clear), "Contradiction");
    assert_eq!(check(|steps| steps[0].clause = 7), "clause");
    assert_eq!(
        check(|steps| steps[1].premises[0] = 1),
        "earlier step",
        "itself"
    );
    assert_eq!(
        check(|steps| steps[3].premises[0] = 1),
        "Premises",
        "another value"
    );
    assert_eq!(check(|steps| steps[3].premises.truncate(1)), "Premises");
    assert_eq!(
        check(|steps| steps[0] = step(0, &[("x", 2)], &[])),
        "Values"
    );
    assert_eq!(check(|steps| steps[1].values = Model::new()), "Values");
    assert_eq!(
        check(|steps| steps[3] = step(2, &[("x", 4), ("y", 4)], &[2, 2])),
        "Values",
        "eight is not bad"
    );
    let (system, _) = counting(2, 6);
    let outcome = check_derivation(&system, &Derivation { steps: steps() });
    assert_eq!(rule(outcome), "Values", "the loop ends before");
}
