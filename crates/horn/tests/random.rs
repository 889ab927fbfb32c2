//! Random systems over a small range against an explicit fixpoint: no answer is wrong.

use std::collections::BTreeSet;
use std::time::Duration;

use budget::Budget;
use evidence::Reason;
use horn::{Answer, Application, Clause, Engines, Options, PredicateId, System};
use logic::{Model, Sort, Term, Value, Var};

/// SplitMix64.
struct Rng(u64);

impl Rng {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % u64::from(bound)) as u32
    }

    fn number(&mut self, low: i64, high: i64) -> i64 {
        low + i64::from(self.below((high - low + 1) as u32))
    }
}

/// All variables of a clause are of this range, and so are all arguments that a clause derives.
const RANGE: (i64, i64) = (0, 4);

fn var(name: &str) -> Var {
    Var::new(name, Sort::Int)
}

fn within(term: &Term) -> Term {
    Term::and([
        Term::le(Term::int(RANGE.0), term.clone()),
        Term::le(term.clone(), Term::int(RANGE.1)),
    ])
}

fn sum(rng: &mut Rng, vars: &[Term]) -> Term {
    let mut parts = vec![Term::int(rng.number(-2, 2))];
    for var in vars {
        let factor = rng.number(-1, 2);
        if factor != 0 && rng.below(2) == 0 {
            parts.push(Term::mul([Term::int(factor), var.clone()]));
        }
    }
    Term::add(parts)
}

fn atom(rng: &mut Rng, vars: &[Term]) -> Term {
    let (a, b) = (sum(rng, vars), sum(rng, vars));
    match rng.below(5) {
        0 => Term::eq(a, b),
        1 => Term::not(Term::eq(a, b)),
        2 => Term::eq(Term::modulo(a, Term::int(2)), Term::int(rng.number(0, 1))),
        _ => Term::le(a, b),
    }
}

fn constraint(rng: &mut Rng, vars: &[Term]) -> Term {
    let mut parts: Vec<Term> = vars.iter().map(within).collect();
    for _ in 0..rng.below(3) {
        let part = match rng.below(3) {
            0 => Term::or([atom(rng, vars), atom(rng, vars)]),
            _ => atom(rng, vars),
        };
        parts.push(part);
    }
    Term::and(parts)
}

/// A system of up to three predicates with one or two arguments.
fn system(rng: &mut Rng) -> System {
    let mut system = System::new();
    let arity: Vec<usize> = (0..=rng.below(3))
        .map(|_| 1 + rng.below(2) as usize)
        .collect();
    for (position, arity) in arity.iter().enumerate() {
        let sorts = std::iter::repeat_n(Sort::Int, *arity);
        system.add_predicate(format!("p{position}").as_str(), sorts);
    }
    let ids: Vec<PredicateId> = system.ids().collect();
    let vars: Vec<Term> = ["x", "y", "z", "u"].map(|name| var(name).term()).to_vec();
    let apply = |rng: &mut Rng, plain: Option<usize>| {
        let predicate = rng.below(ids.len() as u32) as usize;
        let arguments = (0..arity[predicate]).map(|position| match plain {
            Some(offset) if rng.below(4) > 0 => vars[(offset + position) % 4].clone(),
            _ => sum(rng, &vars[..2]),
        });
        Application {
            predicate: ids[predicate],
            arguments: arguments.collect(),
        }
    };
    let facts = 1 + rng.below(2);
    let steps = 1 + rng.below(4);
    for number in 0..facts + steps + 1 {
        let bodies = match number {
            _ if number < facts => 0,
            _ => 1 + usize::from(rng.below(4) == 0),
        };
        let body: Vec<Application> = (0..bodies).map(|i| apply(rng, Some(2 * i))).collect();
        let head = (number < facts + steps).then(|| {
            let plain = rng.below(2) == 0;
            apply(rng, plain.then_some(0))
        });
        let mut parts = vec![constraint(rng, &vars)];
        if let Some(head) = &head {
            parts.extend(head.arguments.iter().map(within));
        }
        system.add_clause(Clause {
            body,
            constraint: Term::and(parts),
            head,
        });
    }
    system
}

type Facts = BTreeSet<(PredicateId, Vec<Value>)>;

/// Whether the clauses derive a contradiction, by going through all values again and again.
fn is_contradictory(system: &System) -> bool {
    let names = ["u", "x", "y", "z"];
    let mut models = vec![Model::new()];
    for name in names {
        models = (models.iter())
            .flat_map(|model| {
                (RANGE.0..=RANGE.1).map(move |value| {
                    let mut model = model.clone();
                    model.set(var(name), Value::from(value));
                    model
                })
            })
            .collect();
    }
    let evaluate = |model: &Model, atom: &Application| {
        let values = atom.arguments.iter().map(|term| model.eval(term).unwrap());
        (atom.predicate, values.collect::<Vec<Value>>())
    };
    // The uses of clauses whose constraint holds, as premises and conclusion.
    let mut uses: Vec<(Vec<_>, Option<_>)> = Vec::new();
    for clause in system.clauses() {
        for model in &models {
            if model.holds(&clause.constraint) == Ok(true) {
                let body = clause
                    .body
                    .iter()
                    .map(|atom| evaluate(model, atom))
                    .collect();
                uses.push((body, clause.head.as_ref().map(|head| evaluate(model, head))));
            }
        }
    }
    let mut facts = Facts::new();
    loop {
        let before = facts.len();
        for (body, head) in &uses {
            if body.iter().all(|premise| facts.contains(premise)) {
                match head {
                    Some(head) => drop(facts.insert(head.clone())),
                    None => return true,
                }
            }
        }
        if facts.len() == before {
            return false;
        }
    }
}

/// A number that the environment may give.
fn number(name: &str, default: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// How many of `count` random systems have a solution, derive a contradiction, and are left open.
/// A longer run with other systems: `TANDEM_RANDOM_SEED=7 TANDEM_RANDOM_FACTOR=10 cargo test …`.
fn compare(engines: Engines, seed: u64, count: usize) -> [usize; 3] {
    let limit = Duration::from_secs(5);
    let count = count * number("TANDEM_RANDOM_FACTOR", 1) as usize;
    let seed = seed + 1000 * number("TANDEM_RANDOM_SEED", 0);
    let mut rng = Rng(seed);
    let mut answers = [0; 3];
    for number in 0..count {
        let system = system(&mut rng);
        let options = Options {
            engines,
            ..Options::default()
        };
        let budget = Budget::unlimited().within(limit);
        let answer = horn::solve(&system, &options, &budget);
        let contradictory = is_contradictory(&system);
        match answer {
            Ok(Answer::Sat(_)) => {
                assert!(!contradictory, "{number} of seed {seed}: {system:?}");
                answers[0] += 1;
            }
            Ok(Answer::Unsat(_)) => {
                assert!(contradictory, "{number} of seed {seed}: {system:?}");
                answers[1] += 1;
            }
            Err(Reason::Timeout | Reason::Incomplete(_)) => answers[2] += 1,
            Err(reason) => panic!("{number} of seed {seed}: {reason:?} for {system:?}"),
        }
    }
    answers
}

/// All answers are right, both kinds come up, and few systems are left open.
fn check(engines: Engines, seed: u64, count: usize) {
    let answers @ [sat, unsat, open] = compare(engines, seed, count);
    let all: usize = answers.iter().sum();
    let shown = format!("{sat} sat, {unsat} unsat, {open} open");
    assert!(sat > all / 8 && unsat > all / 8, "{shown}");
    let most = match engines {
        Engines::All | Engines::InTurn => all / 100,
        // Divisions make Spacer give up, and abstract interpretation refutes nothing.
        Engines::Spacer | Engines::Abstraction => all / 2,
    };
    assert!(open <= most, "{shown}");
}

#[test]
fn the_portfolio_agrees_with_the_explicit_fixpoint() {
    check(Engines::All, 1, 1000);
}

#[test]
fn engines_in_turn_agree() {
    check(Engines::InTurn, 2, 500);
}

#[test]
fn spacer_agrees() {
    check(Engines::Spacer, 3, 500);
}
