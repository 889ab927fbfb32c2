//! The search for ways to a failure that are too long to be tried step by step.
//!
//! The search for a proof finds invariants of loops whatever the number of their rounds. So it is
//! done again from values of the inputs, with the question turned round: what fails surely, and what
//! can surely be made to happen ([`crate::explore`], `seek`). In what it has explored, a way to a
//! failure is looked for along which something falls from loop head to loop head ([`crate::strategy`]).

use std::collections::{BTreeMap, BTreeSet};

use budget::Budget;
use evidence::long_run::LongRun;
use logic::{Integer, Model, Node, Op, Sort, Term, Value, Var};
use program::system::System;

use crate::explore::{Gaps, Plan, Search};
use crate::infer::Wealth;
use crate::key::Key;
use crate::measure::Proviso;
use crate::sample::{Points, Samples};
use crate::state::Context;
use crate::{certificate, strategy, take_samples};

/// The most measures that are tried for ranks.
const MOST_MEASURES: usize = 24;

/// The work that the search is given: less than half a minute of the solver's.
const MOST_WORK: u64 = 80_000_000;

/// How the search is done, one time after the other: with how many candidates for invariants, and
/// with which runs. What arrivals have shown makes room for what is weaker, and may take away what
/// holds: an arrival is as possible as what is known of it.
const ROUNDS: [(Wealth, Shown); 4] = [
    (Wealth::Plain, Shown::ByRuns),
    (Wealth::Plain, Shown::ByArrivals),
    (Wealth::Richest, Shown::ByRuns),
    (Wealth::Richest, Shown::ByArrivals),
];

/// What candidates are held against.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shown {
    /// Runs from the start.
    ByRuns,
    /// Also arrivals at cuts in the search before.
    ByArrivals,
}

/// The most starts that are tried.
const MOST_STARTS: usize = 6;

/// Looks for a way to a failure.
pub(crate) fn find(system: &System, hints: &[Term], budget: &Budget) -> Option<LongRun> {
    let budget = &budget.clone().with_work(MOST_WORK).of_a_part();
    for values in starts(system) {
        budget.check().ok()?;
        let fixed = fixed(system, &values);
        let context = Context::new(&fixed, 1, Proviso::Measures);
        let mut samples = Samples::default();
        take_samples(&context, &mut samples, budget);
        let mut learnt: BTreeMap<Key, Points> = BTreeMap::new();
        for (wealth, shown) in ROUNDS {
            budget.check().ok()?;
            budget.report(|| "looking for a failure behind long loops".to_owned());
            let mut samples = samples.clone();
            for (key, points) in std::mem::take(&mut learnt) {
                if shown == Shown::ByArrivals {
                    samples.points.entry(key).or_default().extend(points);
                }
            }
            let plan = Plan {
                hints,
                gaps: Gaps::Seek,
                wealth,
                seeds: BTreeMap::new(),
            };
            let mut search = Search::new(&context, &samples, plan, budget);
            search.measures = measures(&fixed);
            if let Ok(start) = search.run()
                && let Some(found) = strategy::find(&start, &search.cuts, &search.measures)
            {
                let explored = (&start, &search.cuts[..]);
                return Some(certificate::long_run(system, &values, explored, &found));
            }
            learnt = std::mem::take(&mut search.learnt);
        }
    }
    None
}

/// Values to begin with that the system allows: small ones, and numbers that the program speaks of,
/// since a loop may have as many rounds as an input says.
fn starts(system: &System) -> Vec<Model> {
    let zero = Integer::from(0);
    let value = |var: &Var, number: &Integer| match &var.sort {
        Sort::Int => Value::Int(number.clone()),
        sort => Value::default_of(sort),
    };
    let open = system.processes.iter().flat_map(|p| &p.variables);
    let open = open.filter(|v| v.initial.is_none()).map(|v| &v.var);
    let open: Model = open.map(|var| (var.clone(), value(var, &zero))).collect();
    let with = |number: &dyn Fn(&Var) -> Integer| {
        let mut model = open.clone();
        for input in &system.inputs {
            model.set(input.clone(), value(input, &number(input)));
        }
        model
    };
    let all: BTreeSet<Integer> = numbers(system);
    let mut tried: Vec<Model> = Vec::new();
    for number in [&zero, &Integer::from(1)].into_iter().chain(&all) {
        tried.push(with(&|_| number.clone()));
    }
    for number in all.iter().rev() {
        for own in &system.inputs {
            tried.push(with(&|var| match var == own {
                true => number.clone(),
                false => zero.clone(),
            }));
        }
    }
    let mut starts: Vec<Model> = Vec::new();
    for model in tried {
        let is_allowed = model.holds(&system.assumption) == Ok(true);
        let is_new = !starts.iter().any(|other| {
            let inputs = system.inputs.iter();
            let mut same = inputs.map(|var| model.get(var) == other.get(var));
            same.all(|same| same)
        });
        if is_allowed && is_new && starts.len() < MOST_STARTS {
            starts.push(model);
        }
    }
    starts
}

/// The numbers that the program speaks of, and those one more.
fn numbers(system: &System) -> BTreeSet<Integer> {
    let mut numbers = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut open: Vec<&Term> = system.telling_terms();
    open.push(&system.assumption);
    while let Some(term) = open.pop() {
        if seen.insert(term) {
            open.extend(term.children());
            if let Some(number) = term.as_value().and_then(Value::as_int) {
                numbers.extend([number.clone(), number + &Integer::from(1)]);
            }
        }
    }
    numbers
}

/// The system that begins with these values.
fn fixed(system: &System, values: &Model) -> System {
    let mut fixed = system.clone();
    let is = |var: &Var| {
        let value = values.get(var).cloned();
        Term::value(value.unwrap_or_else(|| Value::default_of(&var.sort)))
    };
    let inputs = system.inputs.iter();
    let inputs = inputs.map(|var| Term::eq(var.term(), is(var)));
    fixed.assumption = Term::and([system.assumption.clone()].into_iter().chain(inputs));
    for process in &mut fixed.processes {
        for variable in &mut process.variables {
            if variable.initial.is_none() {
                variable.initial = Some(is(&variable.var));
            }
        }
    }
    fixed
}

/// What may fall in loops: the differences of what the program compares.
fn measures(system: &System) -> Vec<Term> {
    let mut found = Vec::new();
    let atoms: BTreeSet<Term> = (system.telling_terms().into_iter())
        .filter(|term| *term.sort() == Sort::Bool)
        .flat_map(Term::atoms)
        .collect();
    for atom in atoms {
        let Node::App(Op::Lt | Op::Le | Op::Eq, sides) = atom.node() else {
            continue;
        };
        let [less, more] = &sides[..] else { continue };
        let is_integer = |term: &Term| term.sort().carrier() == Sort::Int;
        if atom.has_quantifier() || !is_integer(less) || !is_integer(more) {
            continue;
        }
        // A comparison that fails ends a loop as well as one that holds.
        let down = Term::sub(more.clone(), less.clone());
        let up = Term::sub(less.clone(), more.clone());
        for measure in [down, up] {
            let is_known = measure.as_value().is_some();
            if !is_known && !found.contains(&measure) && found.len() < MOST_MEASURES {
                found.push(measure);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use question::Question;

    /// The claim that a system is safe, for each system of a text.
    fn questions(text: &str) -> Vec<question::Safe> {
        let analysis = language::analyze(text);
        assert!(!analysis.has_errors(), "{:?}", analysis.diagnostics);
        let claims = analysis.module.claims.iter();
        let asked = claims.filter_map(|claim| analysis.module.question(claim).ok());
        asked.filter_map(Question::safe).collect()
    }

    /// Whether a failure is looked for and found, with little work.
    fn is_found(text: &str) -> bool {
        const WORK: u64 = 10_000_000;
        let budget = Budget::unlimited().with_work(WORK);
        let mut questions = questions(text);
        let question = questions.pop().expect("there is a claim");
        find(&question.system, &[], &budget).is_some()
    }

    #[test]
    fn only_systems_that_fail_are_said_to() {
        let ring = |first: &str, second: &str| {
            format!(
                "system s {{ input n: int where n >= 0; process p[3] {{
                   var i: int = 0; var x: int = me;
                   while (i < n) {{ {first} {second} i = i + 1; }} }} }}
                 claim c: s safe;"
            )
        };
        let send = "send x to (me + 1) % size;";
        let receive = "receive x from (me + size - 1) % size;";
        assert!(!is_found(&ring(send, receive)));
        assert!(is_found(&ring(receive, send)));
    }

    #[test]
    fn what_an_assumption_excludes_is_no_failure() {
        let with = |bound: &str| {
            format!(
                "system s {{ input n: int where n >= 0 && n < 40000; process a {{
                   var i: int = 0; while (i < n) {{ i = i + 1; }} assert i < {bound}; }} }}
                 claim c: s safe;"
            )
        };
        assert!(is_found(&with("39999")));
        assert!(!is_found(&with("40000")));
    }
}
