//! The rules for quantified formulas accept what wins and reject what does not.

use budget::Budget;
use checker::Rejected;
use checker::formula::{check_forall_exists, check_strategy};
use evidence::strategy::{Case, Choice, ForallExists, Strategy};
use logic::{Model, Prenex, Quantifier, Sort, Term, Value, Var};

fn var(name: &str) -> Var {
    Var::new(name, Sort::Int)
}

fn choice(vars: &[Var], cases: &[(Term, Vec<Term>)]) -> Choice {
    let case = |(guard, terms): &(Term, Vec<Term>)| Case {
        guard: guard.clone(),
        terms: terms.clone(),
    };
    Choice {
        vars: vars.to_vec(),
        cases: cases.iter().map(case).collect(),
    }
}

fn rule<T>(result: Result<T, Rejected>) -> &'static str {
    match result {
        Ok(_) => "accepted",
        Err(Rejected::Rule { rule, .. }) => rule,
        Err(other) => panic!("{other}"),
    }
}

/// `forall x. exists y. x < y`, with this choice of y.
fn follows(choices: Vec<Choice>) -> &'static str {
    let (x, y) = (var("x"), var("y"));
    let body = Term::exists([y.clone()], Term::lt(x.term(), y.term()));
    let formula = Term::forall([x], body);
    let prenex = Prenex::of(&formula, Quantifier::Exists).expect("no quantified terms");
    let vars = prenex.blocks()[1].vars.clone();
    assert_eq!(vars.len(), 1);
    let strategy = Strategy {
        winner: Quantifier::Exists,
        choices,
    };
    rule(check_strategy(&prenex, &strategy, &Budget::unlimited()))
}

/// The variables of `follows`, as the prenex form names them.
fn names() -> (Var, Var) {
    let (x, y) = (var("x"), var("y"));
    let body = Term::exists([y.clone()], Term::lt(x.term(), y.term()));
    let prenex = Prenex::of(&Term::forall([x], body), Quantifier::Exists).expect("a formula");
    (
        prenex.blocks()[0].vars[0].clone(),
        prenex.blocks()[1].vars[0].clone(),
    )
}

#[test]
fn a_winning_strategy_is_accepted() {
    let (x, y) = names();
    let next = Term::add([x.term(), Term::int(1)]);
    let one = choice(
        std::slice::from_ref(&y),
        &[(Term::top(), vec![next.clone()])],
    );
    assert_eq!(follows(vec![one]), "accepted");
    let negative = Term::lt(x.term(), Term::int(0));
    let split = choice(
        &[y],
        &[(negative, vec![Term::int(0)]), (Term::top(), vec![next])],
    );
    assert_eq!(follows(vec![split]), "accepted");
}

#[test]
fn a_losing_strategy_is_rejected() {
    let (x, y) = names();
    let vars = std::slice::from_ref(&y);
    let term = |term: Term| vec![choice(vars, &[(Term::top(), vec![term])])];
    assert_eq!(follows(term(x.term())), "Strategy");
    assert_eq!(follows(term(Term::int(7))), "Strategy");
}

#[test]
fn a_strategy_must_fit_its_blocks() {
    let (x, y) = names();
    let vars = std::slice::from_ref(&y);
    let next = Term::add([x.term(), Term::int(1)]);
    assert_eq!(follows(vec![]), "Choices");
    assert_eq!(follows(vec![choice(vars, &[])]), "Choices");
    assert_eq!(
        follows(vec![choice(vars, &[(Term::top(), vec![])])]),
        "Choices"
    );
    let good = choice(vars, &[(Term::top(), vec![next.clone()])]);
    assert_eq!(follows(vec![good.clone(), good]), "Choices");
    let other = choice(&[x], &[(Term::top(), vec![next])]);
    assert_eq!(follows(vec![other]), "Choices");
    let truth = choice(vars, &[(Term::top(), vec![Term::top()])]);
    assert_eq!(follows(vec![truth]), "Choices");
}

#[test]
fn a_choice_must_not_look_ahead() {
    let (_, y) = names();
    let later = Term::add([y.term(), Term::int(1)]);
    let ahead = choice(&[y], &[(Term::top(), vec![later])]);
    assert_eq!(follows(vec![ahead]), "Order");
}

/// `forall x. x > 3 => exists y. 2y = x` is not valid, `… 2y <= x` is.
#[test]
fn skolem_relations_and_counterexamples_are_tested() {
    let (x, y) = (var("x"), var("y"));
    let premise = Term::lt(Term::int(3), x.term());
    let double = Term::mul([Term::int(2), y.term()]);
    let half = Term::le(double.clone(), x.term());
    let exact = Term::eq(double, x.term());
    let vars = std::slice::from_ref(&y);
    let budget = Budget::unlimited();
    let valid = |term: Term| ForallExists::Valid(choice(vars, &[(Term::top(), vec![term])]));
    let at =
        |value: i64| ForallExists::Invalid(Model::from_iter([(x.clone(), Value::from(value))]));
    let ask = |conclusion: &Term, answer: &ForallExists| {
        rule(check_forall_exists(
            &premise, vars, conclusion, answer, &budget,
        ))
    };
    let halved = Term::div(x.term(), Term::int(2));
    assert_eq!(ask(&half, &valid(halved.clone())), "accepted");
    assert_eq!(ask(&half, &valid(x.term())), "Skolem");
    assert_eq!(ask(&exact, &valid(halved)), "Skolem");
    assert_eq!(ask(&exact, &at(5)), "accepted");
    assert_eq!(ask(&exact, &at(6)), "Counterexample", "3 fits");
    assert_eq!(
        ask(&exact, &at(1)),
        "Counterexample",
        "the premise does not hold"
    );
    assert_eq!(
        ask(&exact, &ForallExists::Invalid(Model::new())),
        "Counterexample"
    );
    let mixed = Term::lt(y.term(), x.term());
    let answer = valid(x.term());
    let outcome = check_forall_exists(&mixed, vars, &half, &answer, &budget);
    assert_eq!(rule(outcome), "Premise");
}

/// `forall x. x <= 3 => exists y. x <= y`, where y is one of 0 to 3: x is not in the range itself.
#[test]
fn a_term_outside_of_its_range_is_rejected() {
    let x = var("x");
    let y = Var::new(
        "y",
        Sort::Range(logic::Range::new(0, 3).expect("not empty")),
    );
    let premise = Term::le(x.term(), Term::int(3));
    let conclusion = Term::le(x.term(), y.term());
    let vars = [y];
    let verdict = |term: Term| {
        let answer = ForallExists::Valid(choice(&vars, &[(Term::top(), vec![term])]));
        let budget = Budget::unlimited();
        rule(check_forall_exists(
            &premise,
            &vars,
            &conclusion,
            &answer,
            &budget,
        ))
    };
    assert_eq!(verdict(Term::int(3)), "accepted");
    assert_eq!(verdict(x.term()), "Range");
    let formula = Term::exists(vars.clone(), Term::le(Term::int(3), vars[0].term()));
    let prenex = Prenex::of(&formula, Quantifier::Exists).expect("a formula");
    let own = prenex.blocks()[0].vars.clone();
    let strategy = |value: i64| Strategy {
        winner: Quantifier::Exists,
        choices: vec![choice(&own, &[(Term::top(), vec![Term::int(value)])])],
    };
    let judged = |value| {
        rule(check_strategy(
            &prenex,
            &strategy(value),
            &Budget::unlimited(),
        ))
    };
    assert_eq!(judged(3), "accepted");
    assert_eq!(judged(4), "Range");
}
