//! Verdicts on random quantified formulas agree with Z3's, and every strategy wins.

use budget::Budget;
use checker::formula::{check_forall_exists, check_strategy};
use evidence::strategy::ForallExists;
use games::{aeval, decide};
use logic::{Prenex, Quantifier, Sort, Term, Var};
use smt::{Outcome, Solver, Strategy};

struct Rng(u64);

impl Rng {
    fn below(&mut self, bound: i64) -> i64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as i64
    }
}

/// A random formula over the variables: a tree of connectives over linear atoms.
fn formula(rng: &mut Rng, vars: &[Var], depth: u32) -> Term {
    if depth == 0 || rng.below(5) == 0 {
        return atom(rng, vars);
    }
    let parts = (0..2 + rng.below(2))
        .map(|_| formula(rng, vars, depth - 1))
        .collect::<Vec<_>>();
    match rng.below(5) {
        0 | 1 => Term::and(parts),
        2 | 3 => Term::or(parts),
        _ => Term::not(Term::and(parts)),
    }
}

fn atom(rng: &mut Rng, vars: &[Var]) -> Term {
    let sort = vars[0].sort.clone();
    let number = |value: i64| Term::number(&sort, value);
    let mut sum = vec![number(rng.below(11) - 5)];
    for var in vars {
        if rng.below(3) > 0 {
            sum.push(Term::mul([number(rng.below(7) - 3), var.term()]));
        }
    }
    let left = Term::add(sum);
    match rng.below(6) {
        0 => Term::eq(left, number(0)),
        1 => Term::ne(left, number(0)),
        2 | 3 => Term::le(left, number(0)),
        _ => Term::lt(left, number(0)),
    }
}

/// A closed formula with so many blocks of one or two variables.
fn closed(rng: &mut Rng, sort: &Sort, blocks: usize) -> Term {
    let mut prefix: Vec<(Quantifier, Vec<Var>)> = Vec::new();
    let mut quantifier = if rng.below(2) == 0 {
        Quantifier::Forall
    } else {
        Quantifier::Exists
    };
    let mut all = Vec::new();
    for block in 0..blocks {
        let vars: Vec<Var> = (0..1 + rng.below(2))
            .map(|number| Var::new(format!("v{block}_{number}").as_str(), sort.clone()))
            .collect();
        all.extend(vars.clone());
        prefix.push((quantifier, vars));
        quantifier = quantifier.dual();
    }
    let matrix = formula(rng, &all, 2);
    prefix
        .into_iter()
        .rev()
        .fold(matrix, |body, (q, vars)| Term::quantified(q, vars, body))
}

fn compare(sort: &Sort, blocks: usize, count: usize, seed: u64) {
    let mut rng = Rng(seed);
    let budget = Budget::unlimited();
    let (mut yes, mut no, mut unknown) = (0, 0, 0);
    for number in 0..count {
        let formula = closed(&mut rng, sort, blocks);
        let game = Prenex::of(&formula, Quantifier::Exists).expect("quantifiers are outside");
        let strategy = decide(&game, &budget)
            .unwrap_or_else(|reason| panic!("{number}: {reason:?} for {formula}"));
        check_strategy(&game, &strategy, &budget)
            .unwrap_or_else(|rejected| panic!("{number}: {rejected} for {formula}"));
        let holds = strategy.winner == Quantifier::Exists;
        let mut solver = Solver::new(Strategy::Portfolio);
        solver.assert(&formula);
        let limited = Budget::unlimited().within(std::time::Duration::from_secs(5));
        match solver.check(&limited) {
            Outcome::Sat(_) => assert!(holds, "{number}: {formula}"),
            Outcome::Unsat(_) => assert!(!holds, "{number}: {formula}"),
            Outcome::Unknown(_) => unknown += 1,
        }
        if holds { yes += 1 } else { no += 1 }
    }
    assert!(
        yes * 10 >= count && no * 10 >= count,
        "{yes} true, {no} false"
    );
    assert!(
        unknown * 10 <= count,
        "{unknown} of {count} left open by Z3"
    );
}

#[test]
fn two_blocks_of_reals() {
    compare(&Sort::Real, 2, 150, 1);
}

#[test]
fn three_blocks_of_reals() {
    compare(&Sort::Real, 3, 80, 2);
}

#[test]
fn two_blocks_of_integers() {
    compare(&Sort::Int, 2, 150, 3);
}

/// Forall-exists questions with a premise.
fn compare_forall_exists(sort: &Sort, count: usize, seed: u64) {
    let mut rng = Rng(seed);
    let budget = Budget::unlimited();
    let (mut valid, mut invalid) = (0, 0);
    for number in 0..count {
        let vars = |name: &str, rng: &mut Rng| -> Vec<Var> {
            let count = 1 + rng.below(3);
            let var = |i| Var::new(format!("{name}{i}").as_str(), sort.clone());
            (0..count).map(var).collect()
        };
        let (universal, existential) = (vars("x", &mut rng), vars("y", &mut rng));
        let premise = formula(&mut rng, &universal, 2);
        let all: Vec<Var> = universal.iter().chain(&existential).cloned().collect();
        let conclusion = formula(&mut rng, &all, 2);
        let answer = aeval::decide(&premise, &existential, &conclusion, &budget)
            .unwrap_or_else(|reason| panic!("{number}: {reason:?}"));
        check_forall_exists(&premise, &existential, &conclusion, &answer, &budget).unwrap_or_else(
            |rejected| panic!("{number}: {rejected} for {premise} => {conclusion}"),
        );
        let whole = Term::forall(
            universal,
            Term::implies(premise, Term::exists(existential, conclusion)),
        );
        let mut solver = Solver::new(Strategy::Portfolio);
        solver.assert(&whole);
        let truth = solver.check(&budget).is_sat();
        assert_eq!(
            matches!(answer, ForallExists::Valid(_)),
            truth,
            "{number}: {whole}"
        );
        if truth { valid += 1 } else { invalid += 1 }
    }
    assert!(
        valid * 10 >= count && invalid * 10 >= count,
        "{valid} valid, {invalid} invalid"
    );
}

#[test]
fn forall_exists_over_reals() {
    compare_forall_exists(&Sort::Real, 150, 4);
}

#[test]
fn forall_exists_over_integers() {
    compare_forall_exists(&Sort::Int, 150, 5);
}

#[test]
fn four_blocks_of_reals() {
    compare(&Sort::Real, 4, 40, 6);
}

#[test]
fn three_blocks_of_integers() {
    compare(&Sort::Int, 3, 40, 7);
}
