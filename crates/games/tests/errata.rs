//! The errors that were found in the papers' formulas stay out.

use budget::Budget;
use checker::formula::check_forall_exists;
use evidence::strategy::ForallExists;
use games::aeval;
use logic::{Sort, Term, Var};

/// The number of cases of the Skolem relation; panics where the formula is not valid or the
/// relation does not fit.
fn cases(premise: &Term, vars: &[Var], conclusion: &Term) -> usize {
    let budget = Budget::unlimited();
    let answer = aeval::decide(premise, vars, conclusion, &budget).expect("an answer");
    check_forall_exists(premise, vars, conclusion, &answer, &budget).expect("it fits");
    match answer {
        ForallExists::Valid(choice) => choice.cases.len(),
        ForallExists::Invalid(model) => panic!("not valid: {model:?}"),
    }
}

/// Papers/003, (24) and (25): for `l < y < u`, the condition `y > l` alone is no Skolem relation.
#[test]
fn a_strict_interval_needs_a_value_inside() {
    for sort in [Sort::Real, Sort::Int] {
        let [l, u, y] = ["l", "u", "y"].map(|name| Var::new(name, sort.clone()));
        let inside = Term::and([Term::lt(l.term(), y.term()), Term::lt(y.term(), u.term())]);
        let gap = Term::number(&sort, 2);
        let premise = Term::le(Term::add([l.term(), gap]), u.term());
        assert_eq!(cases(&premise, &[y], &inside), 1, "{sort}");
    }
}

/// Papers/003, Examples 3 and 4: the guards printed there overlap at b = 3 and are right only when
/// they are read as else-if. The relation found here is checked to fit.
#[test]
fn example_three_has_a_fitting_relation() {
    let sort = Sort::Real;
    let [a, b, a1, b1] = ["a", "b", "a1", "b1"].map(|name| Var::new(name, sort.clone()));
    let number = |value: i64| Term::real(value);
    let premise = Term::eq(a.term(), Term::add([b.term(), number(2)]));
    let less = Term::and([
        Term::lt(b.term(), number(1)),
        Term::eq(a1.term(), Term::add([a.term(), number(1)])),
    ]);
    let more = Term::and([Term::le(number(1), b.term()), Term::lt(a1.term(), a.term())]);
    let conclusion = Term::and([
        Term::or([less, more]),
        Term::ne(b1.term(), a1.term()),
        Term::lt(a1.term(), b1.term()),
    ]);
    assert!(cases(&premise, &[a1, b1], &conclusion) <= 2);
}

/// A contradictory premise makes everything valid, with any terms.
#[test]
fn a_contradictory_premise_is_valid() {
    let [x, y] = ["x", "y"].map(|name| Var::new(name, Sort::Int));
    let premise = Term::and([
        Term::lt(x.term(), Term::int(0)),
        Term::lt(Term::int(0), x.term()),
    ]);
    assert_eq!(cases(&premise, &[y], &Term::bottom()), 1);
}

/// Parity needs division: `exists y. x = 2y or x = 2y + 1`.
#[test]
fn integers_need_division() {
    let [x, y] = ["x", "y"].map(|name| Var::new(name, Sort::Int));
    let double = Term::mul([Term::int(2), y.term()]);
    let conclusion = Term::or([
        Term::eq(x.term(), double.clone()),
        Term::eq(x.term(), Term::add([double, Term::int(1)])),
    ]);
    assert!(cases(&Term::top(), &[y], &conclusion) <= 2);
}

/// A thousand existentials defined one by another take no search.
#[test]
fn defined_existentials_need_no_search() {
    let x = Var::new("x", Sort::Int);
    let vars: Vec<Var> = (0..1000)
        .map(|i| Var::new(format!("y{i}").as_str(), Sort::Int))
        .collect();
    let mut previous = x.term();
    let mut equations = Vec::new();
    for var in &vars {
        let step = Term::ite(
            Term::lt(previous.clone(), Term::int(0)),
            Term::add([previous.clone(), Term::int(3)]),
            Term::add([previous.clone(), Term::int(-2)]),
        );
        equations.push(Term::eq(var.term(), step));
        previous = var.term();
    }
    // In another order than the definitions depend on each other.
    equations.reverse();
    assert_eq!(cases(&Term::top(), &vars, &Term::and(equations)), 1);
}
