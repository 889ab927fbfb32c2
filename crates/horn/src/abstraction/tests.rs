//! Random systems: abstract states contain what the clauses derive, and satisfy the inclusions that
//! they solve.

use std::collections::BTreeSet;

use budget::Budget;
use logic::{Integer, Model, Rational, Sort, Term, Value, Var};
use polyhedra::congruence::Congruence;
use polyhedra::{Affine, Constraint, Relation};
use question::clauses::{Application, Clause, PredicateId, System};

use super::element::Element;
use super::fixpoint::{image, solve};
use super::{Analysis, Precision};
use crate::problem::Problem;

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

/// The values that the explicit search tries for numbers.
const RANGE: std::ops::Range<i64> = -2..6;

/// The variables of all clauses: three numbers and a truth value.
fn vars() -> [Var; 4] {
    let int = |name: &str| Var::new(name, Sort::Int);
    [int("x"), int("y"), int("z"), Var::new("f", Sort::Bool)]
}

fn sum(rng: &mut Rng) -> Term {
    let mut parts = vec![Term::int(rng.number(-2, 3))];
    for var in &vars()[..3] {
        if rng.below(2) == 0 {
            parts.push(Term::mul([Term::int(rng.number(-1, 2)), var.term()]));
        }
    }
    Term::add(parts)
}

fn number(rng: &mut Rng) -> Term {
    let term = sum(rng);
    match rng.below(8) {
        0 => Term::modulo(term, Term::int(rng.number(2, 3))),
        1 => Term::div(term, Term::int(2)),
        2 => Term::ite(atom(rng), term, sum(rng)),
        _ => term,
    }
}

fn atom(rng: &mut Rng) -> Term {
    let (a, b) = (sum(rng), sum(rng));
    match rng.below(7) {
        0 => Term::eq(a, b),
        1 => Term::not(Term::eq(a, b)),
        2 => vars()[3].term(),
        3 => Term::not(vars()[3].term()),
        4 => Term::divisible(Integer::from(2), a),
        _ => Term::le(a, b),
    }
}

fn constraint(rng: &mut Rng) -> Term {
    let parts: Vec<Term> = (0..rng.below(4))
        .map(|_| match rng.below(4) {
            0 => Term::or([atom(rng), atom(rng)]),
            1 => Term::le(number(rng), number(rng)),
            _ => atom(rng),
        })
        .collect();
    Term::and(parts)
}

/// A system of one or two predicates with two or three arguments, the last of which may be a truth
/// value. Numbers may grow without end.
fn system(rng: &mut Rng) -> System {
    let mut system = System::new();
    let mut ids: Vec<(PredicateId, usize, bool)> = Vec::new();
    for position in 0..1 + rng.below(2) {
        let count = 1 + rng.below(2) as usize;
        let has_flag = rng.below(2) == 0;
        let flag = has_flag.then_some(Sort::Bool);
        let sorts = std::iter::repeat_n(Sort::Int, count).chain(flag);
        let id = system.add_predicate(format!("p{position}").as_str(), sorts);
        ids.push((id, count, has_flag));
    }
    let facts = 1 + rng.below(2);
    let steps = 1 + rng.below(3);
    for clause in 0..facts + steps + 1 {
        let apply = |rng: &mut Rng, is_plain: bool| {
            let (predicate, count, has_flag) = ids[rng.below(ids.len() as u32) as usize];
            let offset = rng.below(2) as usize;
            let mut arguments: Vec<Term> = (0..count)
                .map(|i| match is_plain {
                    true => vars()[(offset + i) % 3].term(),
                    false => number(rng),
                })
                .collect();
            let flag = vars()[3].term();
            let negated = !is_plain && rng.below(3) == 0;
            let flag = if negated { Term::not(flag) } else { flag };
            arguments.extend(has_flag.then_some(flag));
            Application {
                predicate,
                arguments,
            }
        };
        let bodies = match clause {
            _ if clause < facts => 0,
            _ => 1 + usize::from(rng.below(5) == 0),
        };
        let body: Vec<Application> = (0..bodies)
            .map(|_| {
                let is_plain = rng.below(5) > 0;
                apply(rng, is_plain)
            })
            .collect();
        let head = (clause < facts + steps).then(|| apply(rng, false));
        system.add_clause(Clause {
            body,
            constraint: constraint(rng),
            head,
        });
    }
    system
}

/// Some of the facts that the clauses derive: those for which all variables are of a small range.
fn facts(system: &System) -> BTreeSet<(PredicateId, Vec<Value>)> {
    let mut models = vec![Model::new()];
    for var in vars() {
        let values: Vec<Value> = match var.sort {
            Sort::Bool => [true, false].map(Value::from).to_vec(),
            _ => RANGE.map(Value::from).collect(),
        };
        let extended = models.iter().flat_map(|model| {
            values.iter().map(|value| {
                let mut model = model.clone();
                model.set(var.clone(), value.clone());
                model
            })
        });
        models = extended.collect();
    }
    let evaluate = |model: &Model, atom: &Application| {
        let values = atom.arguments.iter().map(|term| model.eval(term).unwrap());
        (atom.predicate, values.collect::<Vec<Value>>())
    };
    let mut uses: BTreeSet<(Vec<_>, _)> = BTreeSet::new();
    for clause in system.clauses() {
        let Some(head) = &clause.head else { continue };
        for model in &models {
            if model.holds(&clause.constraint) == Ok(true) {
                let body = clause.body.iter().map(|atom| evaluate(model, atom));
                uses.insert((body.collect(), evaluate(model, head)));
            }
        }
    }
    let mut facts = BTreeSet::new();
    loop {
        let before = facts.len();
        for (body, head) in &uses {
            if body.iter().all(|premise| facts.contains(premise)) {
                facts.insert(head.clone());
            }
        }
        if facts.len() == before {
            return facts;
        }
    }
}

/// Every fact satisfies all formulas of its predicate.
fn all_hold(
    problem: &Problem<'_>,
    facts: &BTreeSet<(PredicateId, Vec<Value>)>,
    formulas: &crate::houdini::Formulas,
) {
    for (predicate, values) in facts {
        let parameters = problem.parameters[predicate.index()].iter().cloned();
        let model: Model = parameters.zip(values.iter().cloned()).collect();
        for formula in &formulas[predicate.index()] {
            assert_eq!(
                model.holds(formula),
                Ok(true),
                "{formula} of {values:?} in {:?}",
                problem.system
            );
        }
    }
}

#[test]
fn clauses_are_not_split_without_a_budget() {
    let mut rng = Rng(11);
    let system = system(&mut rng);
    let problem = Problem::new(&system);
    let spent = Budget::unlimited().with_work(0);
    let reason = Analysis::new(&problem, Precision::Comparisons, &spent).err();
    assert_eq!(reason, Some(smt::Reason::Timeout));
}

#[test]
fn states_contain_what_is_derivable() {
    let mut rng = Rng(11);
    let budget = Budget::unlimited();
    let (mut derived, mut formulas) = (0, 0);
    for _ in 0..200 {
        let system = system(&mut rng);
        let facts = facts(&system);
        derived += facts.len();
        let problem = Problem::new(&system);
        for precision in [Precision::Flags, Precision::Comparisons] {
            // Some have too many cases.
            let Ok(analysis) = Analysis::new(&problem, precision, &Budget::unlimited()) else {
                continue;
            };
            let states = analysis.forward(&mut analysis.work(&budget)).unwrap();
            let found = analysis.formulas(&states);
            formulas += found.iter().map(Vec::len).sum::<usize>();
            all_hold(&problem, &facts, &found);
            let directed = analysis.directed(&states, &mut analysis.work(&budget));
            let directed = directed.unwrap();
            all_hold(&problem, &facts, &directed);
        }
    }
    assert!(derived > 5000 && formulas > 500, "{derived}, {formulas}");
}

/// Whether all points of an element are in another one, all of whose dimensions are integers.
fn is_within(element: &Element, other: &Element) -> bool {
    let zero = Affine::constant_of(0);
    let one = Affine::constant_of(1);
    let outside = |constraint: &Constraint| {
        let value = constraint.expression();
        let above = Constraint::ge(&value, &one);
        let below = Constraint::ge(&(&zero - &value), &one);
        let is_equality = constraint.relation() == Relation::Eq;
        [Some(above), is_equality.then_some(below)]
    };
    let constraints = other.polyhedron().constraints();
    let mut outside = constraints.iter().flat_map(outside).flatten();
    let grids = element.is_empty() || element.grid().is_subset(other.grid());
    grids && outside.all(|side| element.confined(&[side], &[]).reduced().is_empty())
}

#[test]
fn states_solve_the_inclusions() {
    let mut rng = Rng(12);
    let budget = Budget::unlimited();
    for _ in 0..200 {
        let system = system(&mut rng);
        let problem = Problem::new(&system);
        let precise = Analysis::new(&problem, Precision::Comparisons, &Budget::unlimited());
        let analysis =
            precise.or_else(|_| Analysis::new(&problem, Precision::Flags, &Budget::unlimited()));
        let analysis = analysis.unwrap();
        let equations = analysis.graph.forward(None);
        let states = solve(&equations, &mut analysis.work(&budget)).unwrap();
        for edge in &equations.edges {
            let next = image(equations.sizes, edge, &states);
            assert!(
                is_within(&next, &states[edge.target]),
                "{next:?} {:?} in {system:?}",
                states[edge.target]
            );
        }
    }
}

#[test]
fn halves_learn_from_each_other() {
    let (x, y) = (Affine::dimension(0), Affine::dimension(1));
    let number = |value: i64| Affine::constant_of(value);
    let even = Congruence::new(&x, &Integer::from(2));
    let whole = Congruence::new(&y, &Integer::ONE);
    // An even x of at most 5 is at most 4, and from 4 on it is 4, so that y = 2x is 8.
    let at_most = Constraint::le(&x, &number(5));
    let at_least = Constraint::ge(&x, &number(4));
    let double = Constraint::eq(&y, &x.scaled(&Rational::from(2)));
    let element = Element::top(2)
        .confined(&[at_most, at_least, double], &[even, whole])
        .reduced();
    assert!(
        element
            .polyhedron()
            .entails(&Constraint::eq(&y, &number(8)))
    );
    let eight = Congruence::new(&(&y - &number(8)), &Integer::ZERO);
    assert!(element.grid().entails(&eight));
    assert!(element.contains(&[Rational::from(4), Rational::from(8)]));
    let odd = Congruence::new(&(&x - &number(1)), &Integer::from(2));
    assert_eq!(element.confined(&[], &[odd]).reduced(), Element::bottom(2));
}
