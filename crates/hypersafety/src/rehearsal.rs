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
const INPUTS: u64 = 6;
/// Runs are not followed any further than this.
const MOST_STEPS: usize = 250;
/// A thread has at most so many turns in a round.
const MOST_TURNS: usize = 8;
/// With states from fewer inputs than this at a place, too many equations hold by chance.
const LEAST_INPUTS: usize = 3;

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
    let mut lengths: Vec<Vec<usize>> = Vec::new();
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
        if ends {
            lengths.push(steps);
        }
    }
    // A proportion that depends on the input is none to rely on.
    lengths.sort_by_key(|steps| steps.iter().sum::<usize>());
    let turns = match lengths.as_slice() {
        [.., second, longest] if paces(second) == paces(longest) => Turns::paced(&paces(longest)),
        [.., _] => even,
        [] => return Ok(None),
    };
    let vars = task.initial_vars().into_iter();
    let integers = vars.filter(|var| var.sort.carrier() == Sort::Int);
    let terms: Vec<Term> = integers.map(|var| var.term()).collect();
    let mut places: BTreeMap<Place, Seen> = BTreeMap::new();
    for (input, start) in starts.iter().enumerate() {
        follow(
            start,
            alphabet,
            control,
            &turns,
            budget,
            &mut |place, state, _| {
                if let Some(values) = values(state, &terms) {
                    places.entry(place).or_default().see(&values, input);
                }
            },
        )?;
    }
    let equations = places.iter().flat_map(|(place, seen)| {
        let formulas = seen.equations(&terms);
        formulas.into_iter().map(|formula| (*place, formula))
    });
    Ok(Some(Rehearsal {
        turns,
        equations: equations.collect(),
    }))
}

/// The states that were seen somewhere.
#[derive(Default)]
struct Seen {
    equations: Equations,
    inputs: BTreeSet<usize>,
}

impl Seen {
    fn see(&mut self, values: &[i64], input: usize) {
        self.equations.see(values);
        self.inputs.insert(input);
    }

    /// The equations that hold in all of them, if these are not too few.
    fn equations(&self, terms: &[Term]) -> Vec<Term> {
        if self.inputs.len() < LEAST_INPUTS {
            return Vec::new();
        }
        self.equations.formulas(terms)
    }
}

/// How many turns each thread should have in a round, from how many steps it takes in all. The last
/// step of a thread leaves its loop and counts half.
fn paces(steps: &[usize]) -> Vec<usize> {
    // In halves of a step: the last round may have been cut short.
    let rounds = |steps: usize| (2 * steps).saturating_sub(1).max(1);
    let slow = steps.iter().filter(|steps| **steps > 1).min();
    let slow = slow.map_or(1, |steps| rounds(*steps));
    let scaled = |scale: usize| -> Vec<usize> {
        let paces = steps.iter().map(|steps| {
            let pace = (2 * scale * rounds(*steps) + slow) / (2 * slow);
            pace.clamp(1, MOST_TURNS)
        });
        paces.collect()
    };
    // How far the threads that loop are from keeping the pace.
    let error = |scale: usize| -> usize {
        let paces = scaled(scale);
        let looping = steps.iter().zip(&paces).filter(|(steps, _)| **steps > 1);
        let errors = looping.map(|(steps, pace)| rounds(*steps).abs_diff(pace * slow / scale));
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
                    Sort::Int => Term::int((5 * input + chance.below(6 + 5 * input)) as i64),
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
        assert_eq!(paces(&[45, 9]), [5, 1]);
        assert_eq!(paces(&[31, 31]), [1, 1]);
        assert_eq!(paces(&[31, 30]), [1, 1]);
        assert_eq!(paces(&[31, 21]), [3, 2]);
        assert_eq!(paces(&[1, 1]), [1, 1]);
        assert_eq!(paces(&[0, 0, 5]), [1, 1, 1]);
    }
}
