//! Random functions and random rewrites of them, right and wrong ones: no verdict is wrong, all
//! evidence is accepted, and evidence that was tampered with is not.
//!
//! `TANDEM_PAIRS` is the number of pairs, 150 without it, and `TANDEM_FIRST` the number of the first one;
//! 3,000 take some minutes. `TANDEM_TALLY` names a file that says how many verdicts there were of each
//! kind so far. What a pair may cost is counted in work, so that the tally is the same on every machine.

mod common;

use budget::Budget;
use checker::Established;
use checker::abstraction::check_refinement;
use common::*;
use evidence::Datum;
use evidence::abstraction::{CutMap, Difference, Refinement};
use logic::{Op, Term, Value, Var};
use program::Function;

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    fn pick<'t, T>(&mut self, all: &'t [T]) -> &'t T {
        let position = self.below(all.len());
        &all[position]
    }
}

const VARS: [&str; 4] = ["a", "b", "u", "v"];

fn expression(random: &mut Random, depth: usize) -> Term {
    if depth == 0 || random.below(4) == 0 {
        return match random.below(3) {
            0 => c(*random.pick(&[0, 1, 2, 3, 7, 100, 127, 128, 255])),
            _ => {
                let name: &str = random.pick::<&str>(&VARS);
                x(name)
            }
        };
    }
    let ops = [
        Op::BvAdd,
        Op::BvAdd,
        Op::BvSub,
        Op::BvSub,
        Op::BvMul,
        Op::BvAnd,
        Op::BvOr,
        Op::BvXor,
        Op::BvLshr,
    ];
    let (a, b) = (expression(random, depth - 1), expression(random, depth - 1));
    op(random.pick(&ops).clone(), a, b)
}

fn condition(random: &mut Random) -> Term {
    let (a, b) = (expression(random, 1), expression(random, 1));
    match random.below(4) {
        0 => Term::eq(a, b),
        1 => op(Op::BvSlt, a, b),
        2 => op(Op::BvUle, a, b),
        _ => ult(a, b),
    }
}

/// Random statements; loops count to a small number.
fn statements(random: &mut Random, depth: usize, loops: &mut usize) -> Vec<Stmt> {
    let count = 1 + random.below(3);
    let mut body = Vec::new();
    for _ in 0..count {
        let target = *random.pick(&VARS);
        match random.below(if depth > 0 { 12 } else { 6 }) {
            0..5 => body.push(set(target, expression(random, 2))),
            5 => match random.below(4) {
                0 => body.push(Stmt::UndefinedIf(Term::eq(expression(random, 1), c(3)))),
                1 => body.push(Stmt::Choose(var(target))),
                _ => {
                    let results = vec![var(target)];
                    body.push(Stmt::Event("call", vec![expression(random, 1)], results));
                }
            },
            6..9 => {
                let then = statements(random, depth - 1, loops);
                let otherwise = match random.below(2) {
                    0 => Vec::new(),
                    _ => statements(random, depth - 1, loops),
                };
                body.push(Stmt::If(condition(random), then, otherwise));
            }
            _ if *loops < 2 => {
                *loops += 1;
                let counter = format!("k{loops}");
                let bound = op(Op::BvAnd, expression(random, 1), c(7));
                let mut inner = statements(random, depth - 1, loops);
                inner.push(set(&counter, add(x(&counter), c(1))));
                let bound_name = format!("n{loops}");
                body.push(set(&bound_name, bound));
                body.push(set(&counter, c(0)));
                body.push(Stmt::While(ult(x(&counter), x(&bound_name)), inner));
            }
            _ => body.push(set(target, expression(random, 2))),
        }
    }
    body
}

/// A term with one part replaced by an equal one.
fn equal_term(random: &mut Random, term: &Term) -> Term {
    let mut position = random.below(term.dag_size().max(1));
    term.rewrite(|part| {
        let here = position == 0;
        position = position.wrapping_sub(1);
        if !here {
            return part;
        }
        let arguments = part.children().to_vec();
        match (part.op(), &arguments[..]) {
            (Some(Op::BvAdd), [a, b]) if a == b => op(Op::BvShl, a.clone(), c(1)),
            (
                Some(commutes @ (Op::BvAdd | Op::BvMul | Op::BvAnd | Op::BvOr | Op::BvXor)),
                [a, b],
            ) => op(commutes.clone(), b.clone(), a.clone()),
            (Some(Op::BvSub), [a, b]) => {
                let negated = Term::app(Op::BvNeg, vec![b.clone()]);
                add(a.clone(), negated)
            }
            (Some(Op::BvUlt), [a, b]) => Term::not(op(Op::BvUle, b.clone(), a.clone())),
            (None, _) if *part.sort() == logic::Sort::BitVec(WIDTH) => {
                sub(add(part.clone(), c(5)), c(5))
            }
            _ => part,
        }
    })
}

/// A term with one part replaced by another one.
fn other_term(random: &mut Random, term: &Term) -> Term {
    let mut position = random.below(term.dag_size().max(1));
    let choice = random.below(2);
    term.rewrite(|part| {
        let here = position == 0;
        position = position.wrapping_sub(1);
        if !here {
            return part;
        }
        let arguments = part.children().to_vec();
        match (part.op(), &arguments[..]) {
            (Some(Op::BvAdd), [a, b]) => sub(a.clone(), b.clone()),
            (Some(Op::BvUlt), [a, b]) => op(Op::BvUle, a.clone(), b.clone()),
            (Some(Op::BvSlt), [a, b]) => ult(a.clone(), b.clone()),
            _ if *part.sort() == logic::Sort::BitVec(WIDTH) => match choice {
                0 => add(part, c(1)),
                _ => op(Op::BvOr, part, c(1)),
            },
            _ => part,
        }
    })
}

/// A rewrite of one statement of a body, somewhere.
fn rewritten(random: &mut Random, body: &[Stmt], right: bool) -> Vec<Stmt> {
    let mut body = body.to_vec();
    let position = random.below(body.len());
    let changed: Vec<Stmt> = match body[position].clone() {
        Stmt::If(condition, then, otherwise) => match random.below(4) {
            0 if !then.is_empty() => {
                vec![Stmt::If(
                    condition,
                    rewritten(random, &then, right),
                    otherwise,
                )]
            }
            1 if !otherwise.is_empty() => {
                vec![Stmt::If(
                    condition,
                    then,
                    rewritten(random, &otherwise, right),
                )]
            }
            2 if right => vec![Stmt::If(Term::not(condition), otherwise, then)],
            2 => vec![Stmt::If(condition, otherwise, then)],
            _ => vec![Stmt::If(
                changed_term(random, &condition, right),
                then,
                otherwise,
            )],
        },
        Stmt::While(condition, inner) => match random.below(5) {
            0 if right => {
                let rotated = Stmt::DoWhile(inner, condition.clone());
                vec![Stmt::If(condition, vec![rotated], vec![])]
            }
            0 => vec![Stmt::DoWhile(inner, condition)],
            1 => {
                let mut peeled = inner.clone();
                peeled.push(Stmt::While(condition.clone(), inner));
                vec![Stmt::If(condition, peeled, vec![])]
            }
            2 => {
                let mut twice = inner.clone();
                twice.push(Stmt::If(condition.clone(), inner, vec![]));
                vec![Stmt::While(condition, twice)]
            }
            _ => vec![Stmt::While(condition, rewritten(random, &inner, right))],
        },
        Stmt::Assign(target, value) => match random.below(4) {
            0 if right => vec![
                Stmt::Assign(var("dead"), value.clone()),
                Stmt::Assign(target, value),
            ],
            1 if right => vec![
                Stmt::Assign(var("copy"), value),
                Stmt::Assign(target, x("copy")),
            ],
            0 if !target.name.as_str().starts_with('k') => vec![],
            _ => vec![Stmt::Assign(target, changed_term(random, &value, right))],
        },
        Stmt::UndefinedIf(formula) => match right {
            true => vec![],
            false => vec![Stmt::UndefinedIf(changed_term(random, &formula, false))],
        },
        Stmt::Choose(target) => match right {
            true => vec![Stmt::Assign(target, expression(random, 1))],
            false => vec![Stmt::Choose(var("v")), Stmt::Choose(target)],
        },
        Stmt::Event(name, arguments, results) => {
            let arguments = arguments
                .iter()
                .map(|term| changed_term(random, term, right));
            vec![Stmt::Event(name, arguments.collect(), results)]
        }
        Stmt::Return(values) => {
            let values = values.iter().map(|term| changed_term(random, term, right));
            vec![Stmt::Return(values.collect())]
        }
        statement @ (Stmt::DoWhile(..) | Stmt::Assume(_)) => vec![statement],
    };
    body.splice(position..=position, changed);
    body
}

fn changed_term(random: &mut Random, term: &Term, right: bool) -> Term {
    match right {
        true => equal_term(random, term),
        false => other_term(random, term),
    }
}

/// Inputs on which the specification does not allow what the implementation does, by many runs.
fn difference(specification: &Function, implementation: &Function) -> Option<Difference> {
    let mut random = Random(99);
    let budget = Budget::unlimited().with_work(WORK_OF_RUNS);
    let interesting = [0, 1, 2, 3, 6, 7, 8, 100, 126, 127, 128, 129, 253, 254, 255];
    (0..400).find_map(|_| {
        let mut number_of = |vars: usize| -> Vec<Datum> {
            let one = |random: &mut Random| match random.below(2) {
                0 => *random.pick(&interesting),
                _ => random.below(256) as i64,
            };
            (0..vars).map(|_| Datum::Small(one(&mut random))).collect()
        };
        let found = Difference {
            inputs: number_of(2),
            choices: number_of(8),
            results: (0..40).map(|_| number_of(1)).collect(),
            most: 2_000,
        };
        let evidence = Refinement::Difference(found.clone());
        let checked = check_refinement(specification, implementation, &evidence, &budget);
        checked.is_ok().then_some(found)
    })
}

/// The map with a part of a relation left out or made stronger, a move left out, or an answer sent
/// elsewhere.
fn tampered(random: &mut Random, map: &CutMap) -> Option<CutMap> {
    let mut map = map.clone();
    let count = map.nodes.len();
    let number = random.below(count);
    let node = &mut map.nodes[number];
    match random.below(4) {
        0 => node.relation = "false".to_owned(),
        1 if !node.moves.is_empty() => {
            let position = random.below(node.moves.len());
            node.moves.remove(position);
        }
        2 if !node.moves.is_empty() => {
            let position = random.below(node.moves.len());
            let answer = node.moves[position].answers.first_mut()?;
            answer.path.as_mut()?.branches.push(0);
        }
        _ => {
            let position = random.below(node.moves.len().max(1));
            let answer = node.moves.get_mut(position)?.answers.first_mut()?;
            answer.to = Some(answer.to? + 1);
        }
    }
    Some(map)
}

/// What the engine may spend on a pair.
const WORK: u64 = 3_000_000;
/// What all runs of a pair may cost together, where the specification has to choose.
const WORK_OF_RUNS: u64 = 1_000_000;

#[derive(Default, Debug)]
struct Tally {
    pairs: usize,
    proved: usize,
    refuted: usize,
    unknown: usize,
    unknown_right: usize,
    right: usize,
    tampered: usize,
    harmless: usize,
}

/// A function, what rewrites made of it, and whether all of them were right.
struct Written {
    random: Random,
    body: Vec<Stmt>,
    changed: Vec<Stmt>,
    right: bool,
}

/// The pair with a number.
fn written(number: u64) -> Written {
    let mut random = Random(number.wrapping_mul(7_919) + 17);
    let mut body = vec![set("u", c(0)), set("v", x("a"))];
    body.extend(statements(&mut random, 2, &mut 0));
    body.push(Stmt::Return(vec![x("u"), x("v")]));
    let right = random.below(3) > 0;
    let mut changed = body.clone();
    for _ in 0..1 + random.below(3) {
        changed = rewritten(&mut random, &changed, true);
    }
    if !right {
        changed = rewritten(&mut random, &changed, false);
    }
    Written {
        random,
        body,
        changed,
        right,
    }
}

/// Two nested loops on each side: once the term of their rank has fallen, what is left of the cycle
/// are moves between points that have the same value of it.
#[test]
fn a_rank_falls_behind_its_last_term_as_well() {
    let Written { body, changed, .. } = written(2_074);
    let [specification, implementation] = [&body, &changed].map(|body| function(&["a", "b"], body));
    let budget = Budget::unlimited().with_work(WORK);
    let evidence = evidence(&specification, &implementation, &budget);
    let evidence = evidence.expect("the loops are ranked");
    assert_eq!(
        accepted(&specification, &implementation, &evidence),
        Established::Proved
    );
}

/// The specification excludes some inputs, on which the behaviour of the implementation is undefined.
#[test]
fn excluded_inputs_are_no_counterexamples() {
    let mut decided = [0, 0];
    for number in 0..60 {
        let Written {
            mut random,
            body,
            changed,
            right,
        } = written(number);
        let bound = *random.pick(&[1, 3, 100, 128]);
        let included = ult(x(random.pick::<&str>(&["a", "b"])), c(bound));
        let with = |first: Stmt, body: &[Stmt]| {
            let all: Vec<Stmt> = [first].into_iter().chain(body.iter().cloned()).collect();
            function(&["a", "b"], &all)
        };
        let specification = with(Stmt::Assume(included.clone()), &body);
        let implementation = with(Stmt::UndefinedIf(Term::not(included)), &changed);
        let budget = Budget::unlimited().with_work(WORK);
        let Some(evidence) = evidence(&specification, &implementation, &budget) else {
            continue;
        };
        let found = accepted(&specification, &implementation, &evidence);
        let is_refuted = found == Established::Refuted;
        decided[usize::from(is_refuted)] += 1;
        assert!(
            !(right && is_refuted),
            "pair {number}\n{body:#?}\n{changed:#?}"
        );
        if !is_refuted {
            let wrong = difference(&specification, &implementation);
            assert!(wrong.is_none(), "pair {number}: {wrong:?}");
        }
    }
    let [proved, refuted] = decided;
    assert!(proved > 20 && refuted > 5, "{decided:?}");
}

#[test]
fn no_verdict_is_wrong() {
    let number = |name: &str| std::env::var(name).ok()?.parse::<u64>().ok();
    let first = number("TANDEM_FIRST").unwrap_or(0);
    let pairs = number("TANDEM_PAIRS").unwrap_or(150);
    let tally_file = std::env::var_os("TANDEM_TALLY");
    let mut tally = Tally::default();
    for number in first..first + pairs {
        let Written {
            mut random,
            body,
            changed,
            right,
        } = written(number);
        let specification = function(&["a", "b"], &body);
        let implementation = function(&["a", "b"], &changed);
        let budget = Budget::unlimited().with_work(WORK);
        let evidence = evidence(&specification, &implementation, &budget);
        let found = evidence
            .as_ref()
            .map(|it| accepted(&specification, &implementation, it));
        let context = || format!("pair {number}\n{body:#?}\n{changed:#?}");
        tally.pairs += 1;
        tally.right += usize::from(right);
        match (found, &evidence) {
            (Some(Established::Refuted), _) => {
                assert!(!right, "a right rewrite is refuted: {}", context());
                tally.refuted += 1;
            }
            (Some(Established::Proved), Some(Refinement::Map(map))) => {
                tally.proved += 1;
                let wrong = difference(&specification, &implementation);
                assert!(wrong.is_none(), "{wrong:?}\n{}", context());
                if number % 8 == 0 {
                    let pair = (&specification, &implementation);
                    tamper(&mut random, pair, map, &mut tally);
                }
            }
            _ => {
                tally.unknown += 1;
                tally.unknown_right += usize::from(right);
            }
        }
        if let Some(file) = &tally_file {
            std::fs::write(file, format!("{tally:?}\n")).expect("the tally can be written");
        }
    }
    // A few pairs say nothing of how many are decided.
    if pairs < 100 {
        return;
    }
    assert!(
        tally.refuted * 8 > pairs as usize,
        "wrong rewrites are found: {tally:?}"
    );
    assert!(
        tally.unknown * 6 < pairs as usize,
        "most are decided: {tally:?}"
    );
    assert!(tally.harmless * 3 < tally.tampered.max(1), "{tally:?}");
}

/// Tampers with the evidence of a proof. What is accepted all the same must be harmless: the
/// implementation does refine the specification, so only few may be.
fn tamper(random: &mut Random, pair: (&Function, &Function), map: &CutMap, tally: &mut Tally) {
    let Some(changed) = tampered(random, map).filter(|changed| changed != map) else {
        return;
    };
    let evidence = Refinement::Map(changed);
    let checked = check_refinement(pair.0, pair.1, &evidence, &Budget::unlimited());
    tally.tampered += 1;
    tally.harmless += usize::from(checked.is_ok());
}

#[test]
fn paths_do_what_runs_do() {
    // The path that a run took has a condition that holds on its inputs, and returns the same.
    let mut compared = 0;
    for number in 0..400u64 {
        let mut random = Random(number + 5);
        let mut body = vec![set("u", c(0)), set("v", x("a"))];
        body.extend(statements(&mut random, 2, &mut 0));
        body.push(Stmt::Return(vec![x("u"), x("v")]));
        let f = function(&["a", "b"], &body);
        let inputs: Vec<Value> = (0..2)
            .map(|_| {
                let value = logic::Integer::from(random.below(256) as i64);
                Value::BitVec(logic::BitVec::new(WIDTH, &value))
            })
            .collect();
        compared += usize::from(compare_path(&f, &inputs));
    }
    assert!(compared > 300);
}

struct Fixed;

impl program::function::Environment for Fixed {
    fn choose(&mut self, var: &Var) -> Value {
        Value::default_of(&var.sort)
    }

    fn result(&mut self, _: usize, _: usize, var: &Var) -> Value {
        Value::default_of(&var.sort)
    }
}

fn compare_path(f: &Function, inputs: &[Value]) -> bool {
    use program::function::{BlockId, Keep, RunEnd, symbolic};
    let run = f.run(inputs, &mut Fixed, 500, Keep::Outcome).unwrap();
    let Some(path) = run.path() else { return false };
    let mut choose = |number: usize, var: &Var| symbolic::choice_var(number, var).term();
    let effect = f.effect(BlockId::ENTRY, &path, &mut choose).unwrap();
    let mut model = logic::Model::new();
    for (var, value) in f.inputs.iter().zip(inputs) {
        model.set(var.clone(), value.clone());
    }
    for (number, var) in effect.chosen.iter().enumerate() {
        model.set(
            symbolic::choice_var(number, var),
            Value::default_of(&var.sort),
        );
    }
    for result in effect.results.iter().flatten() {
        model.set(result.clone(), Value::default_of(&result.sort));
    }
    assert!(
        effect
            .condition
            .iter()
            .all(|formula| model.holds(formula) == Ok(true))
    );
    if let RunEnd::Returned(values) = &run.end {
        let returned = effect.returned.unwrap();
        for (value, observed) in values.iter().zip(&returned) {
            assert_eq!(value.as_ref(), Some(&model.eval(&observed.value).unwrap()));
        }
    }
    true
}
