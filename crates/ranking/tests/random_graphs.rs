//! Answers on random graphs over bounded integers agree with an explicit search for cycles, and all
//! evidence is accepted.

use std::collections::BTreeMap;

use budget::Budget;
use checker::ranking::{check_ranking, check_recurrence};
use evidence::ranking::{Edge, TransitionGraph};
use logic::{Model, Sort, Term, Value, Var};
use random_programs::Rng;
use ranking::{Answer, NotFound, decide};

/// The variables run from zero to this.
const HIGH: i64 = 3;

/// A number below `bound`.
fn below(rng: &mut Rng, bound: u32) -> i64 {
    i64::from(rng.below(bound))
}

/// How the graphs keep their variables within bounds.
#[derive(Clone, Copy)]
enum Bounds {
    /// By the sort.
    Range,
    /// By invariants of all locations.
    Invariant,
}

struct Random {
    graph: TransitionGraph,
}

fn number(value: i64) -> Term {
    Term::int(value)
}

/// A sum of the variables with small coefficients.
fn sum(rng: &mut Rng, vars: &[Var]) -> Term {
    let summands = vars.iter().map(|var| {
        let factor = number(below(rng, 3) - 1);
        Term::mul([factor, var.term()])
    });
    let summands: Vec<Term> = summands.collect();
    Term::add(summands.into_iter().chain([number(below(rng, 5) - 2)]))
}

fn guard(rng: &mut Rng, vars: &[Var]) -> Term {
    let left = sum(rng, vars);
    match below(rng, 7) {
        0 => Term::top(),
        1 => Term::ne(left, number(below(rng, 3))),
        2 => Term::eq(Term::modulo(left, number(2)), number(below(rng, 2))),
        3 => Term::or([
            Term::le(left, number(0)),
            Term::lt(number(1), sum(rng, vars)),
        ]),
        _ => Term::le(left, number(below(rng, 3))),
    }
}

/// What becomes of a variable.
fn update(rng: &mut Rng, vars: &[Var], var: &Var, copy: &Var, auxiliary: &mut Vec<Var>) -> Term {
    let value = match below(rng, 9) {
        0 => return Term::top(),
        1 => return Term::lt(copy.term(), var.term()),
        2 => {
            let name = format!("chosen{}", auxiliary.len());
            let chosen = Var::new(name.as_str(), Sort::Int);
            auxiliary.push(chosen.clone());
            Term::sub(var.term(), chosen.term())
        }
        3 => Term::ite(guard(rng, vars), sum(rng, vars), var.term()),
        4 => Term::modulo(sum(rng, vars), number(1 + HIGH)),
        5 | 6 => var.term(),
        _ => sum(rng, vars),
    };
    Term::eq(copy.term(), value)
}

impl Random {
    fn new(rng: &mut Rng, bounds: Bounds) -> Random {
        let sort = match bounds {
            Bounds::Range => Sort::range(0, HIGH).expect("the range is not empty"),
            Bounds::Invariant => Sort::Int,
        };
        let count = 1 + below(rng, 2) as usize;
        let named = |prefix: &str| -> Vec<Var> {
            let name = |i| Var::new(format!("{prefix}{i}").as_str(), sort.clone());
            (0..count).map(name).collect()
        };
        let (vars, primed) = (named("x"), named("y"));
        let locations = 1 + below(rng, 3) as usize;
        let mut graph = TransitionGraph::new(locations, vars.clone(), primed.clone())
            .expect("the variables fit");
        for _ in 0..1 + below(rng, 4) {
            let mut auxiliary = Vec::new();
            let mut parts = vec![guard(rng, &vars)];
            for (var, copy) in vars.iter().zip(&primed) {
                parts.push(update(rng, &vars, var, copy, &mut auxiliary));
            }
            for chosen in &auxiliary {
                parts.push(Term::le(number(below(rng, 2)), chosen.term()));
                parts.push(Term::le(chosen.term(), number(2)));
            }
            let edge = Edge {
                from: below(rng, locations as u32) as usize,
                to: below(rng, locations as u32) as usize,
                relation: Term::and(parts),
                auxiliary,
            };
            graph.add_edge(edge).expect("the edge fits");
        }
        if matches!(bounds, Bounds::Invariant) {
            for location in 0..locations {
                for var in &vars {
                    let low = Term::le(number(0), var.term());
                    let bounded = Term::and([low, Term::le(var.term(), number(HIGH))]);
                    graph.add_invariant(location, bounded).expect("it fits");
                }
            }
        }
        if below(rng, 4) > 0 {
            let condition = guard(rng, &vars);
            graph.set_initial(0, condition).expect("it fits");
        }
        Random { graph }
    }

    /// Whether some run is infinite: a state on a cycle is reachable.
    fn has_infinite_run(&self) -> bool {
        let states = self.states();
        let numbered: BTreeMap<&(usize, Vec<i64>), usize> = states
            .iter()
            .enumerate()
            .map(|(n, state)| (state, n))
            .collect();
        let successors: Vec<Vec<usize>> = states
            .iter()
            .map(|before| {
                let after = states.iter().filter(|after| self.is_step(before, after));
                after.map(|after| numbered[after]).collect()
            })
            .collect();
        let mut alive: Vec<bool> = vec![true; states.len()];
        // What has no successor that is alive ends; what is left goes on for ever.
        loop {
            let dead: Vec<usize> = (0..states.len())
                .filter(|n| alive[*n] && !successors[*n].iter().any(|m| alive[*m]))
                .collect();
            if dead.is_empty() {
                break;
            }
            dead.into_iter().for_each(|n| alive[n] = false);
        }
        states.iter().zip(alive).any(|((location, values), alive)| {
            let starts = match self.graph.initial() {
                None => true,
                Some(initial) => {
                    let model = self.model(values, None);
                    initial.location == *location && model.holds(&initial.condition) == Ok(true)
                }
            };
            alive && starts
        })
    }

    fn states(&self) -> Vec<(usize, Vec<i64>)> {
        let mut values: Vec<Vec<i64>> = vec![Vec::new()];
        for _ in self.graph.vars() {
            let longer = |values: &Vec<i64>| {
                let values = values.clone();
                (0..=HIGH).map(move |value| values.iter().copied().chain([value]).collect())
            };
            values = values.iter().flat_map(longer).collect();
        }
        let locations = 0..self.graph.location_count();
        locations
            .flat_map(|location| values.iter().map(move |values| (location, values.clone())))
            .collect()
    }

    fn model(&self, before: &[i64], after: Option<&[i64]>) -> Model {
        let mut model = Model::new();
        let before = self.graph.vars().iter().zip(before);
        let after = self.graph.primed().iter().zip(after.unwrap_or_default());
        for (var, value) in before.chain(after) {
            model.set(var.clone(), Value::Int((*value).into()));
        }
        model
    }

    fn is_step(&self, before: &(usize, Vec<i64>), after: &(usize, Vec<i64>)) -> bool {
        let edges = self.graph.edges().iter();
        let mut edges = edges.filter(|edge| edge.from == before.0 && edge.to == after.0);
        edges.any(|edge| {
            let mut models = vec![self.model(&before.1, Some(&after.1))];
            for var in &edge.auxiliary {
                // Auxiliary variables are bounded by their relations.
                let with = |model: &Model| {
                    let model = model.clone();
                    (0..=2).map(move |value: i64| {
                        let mut model = model.clone();
                        model.set(var.clone(), Value::Int(value.into()));
                        model
                    })
                };
                models = models.iter().flat_map(with).collect();
            }
            models
                .iter()
                .any(|model| model.holds(&edge.relation) == Ok(true))
        })
    }
}

/// A number that the environment may give.
fn given(name: &str, default: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// A longer run with other graphs: `TANDEM_RANDOM_SEED=7 TANDEM_RANDOM_FACTOR=10 cargo test …`.
fn compare(bounds: Bounds, count: usize, seed: u64) {
    let count = count * given("TANDEM_RANDOM_FACTOR", 1) as usize;
    let seed = seed + 1000 * given("TANDEM_RANDOM_SEED", 0);
    let mut rng = Rng(seed);
    let budget = Budget::unlimited();
    let (mut ends, mut runs_on, mut open) = (0, 0, 0);
    for number in 0..count {
        let random = Random::new(&mut rng, bounds);
        let infinite = random.has_infinite_run();
        let graph = &random.graph;
        match decide(graph, &budget) {
            Ok(Answer::Terminates(ranking)) => {
                check_ranking(graph, &ranking, &budget).unwrap_or_else(|rejected| {
                    panic!("{number} of seed {seed}: {rejected} for {graph:#?}")
                });
                assert!(!infinite, "{number} of seed {seed}: {graph:#?}");
                ends += 1;
            }
            Ok(Answer::Diverges(recurrence)) => {
                check_recurrence(graph, &recurrence, &budget).unwrap_or_else(|rejected| {
                    panic!("{number} of seed {seed}: {rejected} for {graph:#?}")
                });
                assert!(infinite, "{number} of seed {seed}: {graph:#?}");
                runs_on += 1;
            }
            Err(NotFound::Nothing) => open += 1,
            Err(reason) => panic!("{number} of seed {seed}: {reason} for {graph:#?}"),
        }
    }
    assert!(
        ends * 5 >= count && runs_on * 5 >= count,
        "{ends} end, {runs_on} run on"
    );
    assert!(open * 50 <= count, "{open} of {count} are left open");
}

#[test]
fn graphs_over_ranges() {
    compare(Bounds::Range, 300, 1);
}

#[test]
fn graphs_with_invariants() {
    compare(Bounds::Invariant, 300, 2);
}
