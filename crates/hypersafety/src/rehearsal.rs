//! Runs of the programs on sample inputs, to see how fast the threads go and which equations hold.
//!
//! Loops that are unrolled or strength-reduced take several steps of one thread for one of another.
//! How many is read off complete runs. With turns in that proportion, equations between the
//! variables hold whenever all threads are at certain places; those that hold in all samples are
//! proposed as assertions there. Nothing that is found here is trusted.

use std::collections::{BTreeMap, BTreeSet};

use budget::Budget;
use evidence::Reason;
use logic::{FunctionTable, Model, Sort, Term, Value, Var};
use program::Task;
use smt::{Outcome, Solver};

use crate::alphabet::{Alphabet, Branch};
use crate::control::Control;
use crate::equations::{Equations, values};
use crate::pool::increase;
use crate::precision::Place;
use crate::threads::{ThreadId, Threads};
use crate::turns::Turns;

/// What sample runs suggest.
pub(crate) struct Rehearsal {
    /// How the threads should take turns.
    pub(crate) turns: Turns,
    /// Equations that may hold at places when they do.
    pub(crate) equations: Vec<(Place, Term)>,
}

/// So many inputs are tried for each way to start.
const INPUTS: u64 = 4;
/// Runs are not followed any further than this.
const MOST_STEPS: usize = 250;
/// A thread has at most so many turns in a round.
const MOST_TURNS: usize = 8;
/// With fewer states than this at a place, too many equations hold by chance.
const LEAST_STATES: usize = 3;
/// More terms than this are not related to each other.
const MOST_TERMS: usize = 40;

/// Runs the programs on sample inputs; `None` where none was found.
pub(crate) fn rehearse(
    task: &Task,
    threads: &Threads,
    alphabet: &Alphabet,
    control: &mut Control,
    solver: &mut Solver,
    budget: &Budget,
) -> Result<Option<Rehearsal>, Reason> {
    let starts = starts(task, alphabet, solver, budget)?;
    let even = Turns::even(threads.all.len());
    let mut longest: Vec<usize> = Vec::new();
    for start in &starts {
        let mut steps = vec![0; threads.all.len()];
        let ends = follow(
            start,
            alphabet,
            control,
            &even,
            budget,
            &mut |_, _, mover| {
                if let Some(thread) = mover {
                    steps[thread] += 1;
                }
            },
        )?;
        if ends && steps.iter().sum::<usize>() > longest.iter().sum() {
            longest = steps;
        }
    }
    if longest.is_empty() {
        return Ok(None);
    }
    let turns = Turns::paced(&paces(&longest));
    let terms = terms(task, alphabet);
    let mut seen: BTreeMap<Place, Equations> = BTreeMap::new();
    for start in &starts {
        follow(
            start,
            alphabet,
            control,
            &turns,
            budget,
            &mut |place, state, _| {
                if let Some(values) = values(state, &terms) {
                    seen.entry(place)
                        .or_insert_with(Equations::new)
                        .see(&values);
                }
            },
        )?;
    }
    let often = seen.iter().filter(|(_, seen)| seen.states >= LEAST_STATES);
    let equations = often.flat_map(|(place, equations)| {
        let formulas = equations.formulas(&terms);
        formulas.into_iter().map(|formula| (*place, formula))
    });
    Ok(Some(Rehearsal {
        turns,
        equations: equations.collect(),
    }))
}

/// How many turns each thread should have in a round, from how many steps it takes in all. The last
/// step of a thread leaves its loop and does not count.
fn paces(steps: &[usize]) -> Vec<usize> {
    let rounds = |steps: usize| steps.saturating_sub(1).max(1);
    let slow = steps.iter().filter(|steps| **steps > 1).min();
    let slow = slow.map_or(1, |steps| rounds(*steps));
    let scaled = |scale: usize| -> Vec<usize> {
        let paces = steps.iter().map(|steps| {
            let pace = (2 * scale * rounds(*steps) + slow) / (2 * slow);
            pace.clamp(1, MOST_TURNS)
        });
        paces.collect()
    };
    // How far the threads are from keeping the pace, in steps.
    let error = |scale: usize| -> usize {
        let paces = scaled(scale);
        let errors = steps
            .iter()
            .zip(&paces)
            .map(|(steps, pace)| rounds(*steps).abs_diff(pace * slow / scale));
        errors.sum()
    };
    let mut best = 1;
    for scale in 2..=3 {
        if 3 * error(scale) < error(best) {
            best = scale;
        }
    }
    scaled(best)
}

/// States from which the programs may start, with functions that tell their arguments apart.
fn starts(
    task: &Task,
    alphabet: &Alphabet,
    solver: &mut Solver,
    budget: &Budget,
) -> Result<Vec<Model>, Reason> {
    const MOST_CASES: usize = 2;
    let vars = task.initial_vars();
    let mut found = Vec::new();
    for branch in alphabet.starts.iter().take(MOST_CASES) {
        for input in 0..INPUTS {
            let mut chance = Chance(7 * input + 1);
            solver.push();
            for guard in &alphabet.branches[*branch].case.guard {
                solver.assert(guard);
            }
            for var in &vars {
                let value = match var.sort.carrier() {
                    Sort::Int => Term::int(chance.below(12 + 16 * input) as i64),
                    Sort::Bool => Term::bool(chance.below(2) == 1),
                    _ => continue,
                };
                budget.check()?;
                let wish = Term::eq(var.term(), value);
                let answer = solver.check_assuming(std::slice::from_ref(&wish), budget);
                if matches!(answer, Outcome::Sat(_)) {
                    solver.assert(&wish);
                }
            }
            let terms: Vec<Term> = vars.iter().map(Var::term).collect();
            if let Outcome::Sat(sat) = solver.check(budget)
                && let Ok(mut model) = sat.model_of(&terms)
            {
                complete(&mut model, task, &mut chance);
                found.push(model);
            }
            solver.pop();
        }
    }
    Ok(found)
}

/// Gives functions values, so that small arguments have different ones.
fn complete(model: &mut Model, task: &Task, chance: &mut Chance) {
    for function in task.functions() {
        if model.get_function(&function).is_some() {
            continue;
        }
        let mut table = FunctionTable {
            entries: BTreeMap::new(),
            default: Value::default_of(function.result()),
        };
        if function.parameters() == [Sort::Int] && *function.result() == Sort::Int {
            for argument in -8..64_i64 {
                let value = Value::Int((chance.below(64) as i64).into());
                table
                    .entries
                    .insert(vec![Value::Int(argument.into())], value);
            }
        }
        model.set_function(function, table);
    }
}

/// Follows a run in which threads take turns; says whether it comes to the end of the programs.
fn follow(
    start: &Model,
    alphabet: &Alphabet,
    control: &mut Control,
    turns: &Turns,
    budget: &Budget,
    look: &mut dyn FnMut(Place, &Model, Option<ThreadId>),
) -> Result<bool, Reason> {
    let mut state = start.clone();
    let (mut at, mut turn) = (Control::START, 0);
    look((at, None), &state, None);
    for _ in 0..MOST_STEPS {
        budget.check()?;
        if control.is_final(at) {
            return Ok(true);
        }
        let mut waiting = control.movable(at);
        waiting.sort_by_key(|thread| turns.wait(turn, *thread));
        let step = waiting.into_iter().find_map(|thread| {
            let letters = control.enabled(at).iter().copied();
            let mut own = letters.filter(|letter| alphabet.letters[*letter].thread == thread);
            own.find_map(|letter| {
                let branches = alphabet.letters[letter].branches.iter();
                let mut next = branches.filter_map(|id| after(&state, &alphabet.branches[*id]));
                Some((thread, letter, next.next()?))
            })
        });
        let Some((thread, letter, next)) = step else {
            return Ok(false);
        };
        at = control.step(at, letter);
        turn = turns.after(turn, thread);
        state = next;
        look((at, Some(turn)), &state, Some(thread));
    }
    Ok(false)
}

/// The state after a case of a letter, if it can be taken. Values that are chosen are the usual ones.
fn after(state: &Model, branch: &Branch) -> Option<Model> {
    let mut before = state.clone();
    for var in &branch.chosen {
        before.set(var.clone(), Value::default_of(&var.sort));
    }
    let mut guard = branch.case.guard.iter();
    if !guard.all(|formula| before.holds(formula) == Ok(true)) {
        return None;
    }
    let mut next = state.clone();
    for (var, term) in &branch.case.updates {
        let value = before.eval(term).ok()?;
        if !value.is_of(&var.sort) {
            return None;
        }
        next.set(var.clone(), value);
    }
    Some(next)
}

/// The terms between which equations are sought: the integer variables, and for loops that add a
/// variable each time the product of that variable and of what counts.
fn terms(task: &Task, alphabet: &Alphabet) -> Vec<Term> {
    let vars = task.initial_vars();
    let integers = vars.iter().filter(|var| var.sort.carrier() == Sort::Int);
    let mut terms: Vec<Term> = integers.map(Var::term).collect();
    let mut products: BTreeSet<(Var, Var)> = BTreeSet::new();
    for branch in &alphabet.branches {
        let updates = &branch.case.updates;
        let written: BTreeSet<&Var> = updates.iter().map(|(var, _)| var).collect();
        let increases = updates.iter().filter_map(|(var, value)| {
            let increase = increase(var, value, &written)?;
            Some((var, increase.free_vars()))
        });
        let increases: Vec<(&Var, BTreeSet<Var>)> = increases.collect();
        for (counter, _) in increases.iter().filter(|(_, vars)| vars.is_empty()) {
            for added in increases.iter().flat_map(|(_, vars)| vars) {
                products.insert(((*counter).clone(), added.clone()));
            }
        }
    }
    let products = products
        .iter()
        .map(|(a, b)| Term::mul([a.term(), b.term()]));
    terms.extend(products);
    terms.truncate(MOST_TERMS);
    terms
}

/// Numbers that look random and are the same on every run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

#[cfg(test)]
mod tests {
    use super::paces;

    #[test]
    fn paces_are_proportions() {
        assert_eq!(paces(&[32, 8]), [4, 1]);
        assert_eq!(paces(&[32, 7]), [5, 1]);
        assert_eq!(paces(&[31, 31]), [1, 1]);
        assert_eq!(paces(&[31, 30]), [1, 1]);
        assert_eq!(paces(&[31, 21]), [3, 2]);
        assert_eq!(paces(&[1, 1]), [1, 1]);
        assert_eq!(paces(&[0, 0, 5]), [1, 1, 1]);
    }
}
