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
use program::Location;
use question::SafeFor;
use smt::{Outcome, Solver};

use crate::alphabet::{Alphabet, Branch, LetterId};
use crate::bits::Bits;
use crate::control::Control;
use crate::equations::values;
use crate::measured::Measured;
use crate::observed::{Seen, bounds};
use crate::precision::Place;
use crate::threads::{ThreadId, Threads};
use crate::turns::{Behind, Turns};

/// What sample runs suggest.
pub(crate) struct Rehearsal {
    /// How the threads should take turns.
    pub(crate) turns: Turns,
    /// Linear equations that may hold at places when they do.
    pub(crate) equations: Vec<(Place, Term)>,
    /// Equations between variables and products of variables.
    pub(crate) products: Vec<(Place, Term)>,
    /// Inequalities that the programs suggest and that may hold at places.
    pub(crate) bounds: Vec<(Place, Term)>,
}

/// So many inputs are tried for each way to start.
const INPUTS: u64 = 6;
/// Runs are not followed any further than this.
const MOST_STEPS: usize = 250;
/// A thread has at most so many turns in a round.
const MOST_TURNS: usize = 8;
/// Runs the programs on sample inputs with each way to say which threads are behind, as long as there
/// are runs to the end.
pub(crate) fn rehearse<'a>(
    question: &SafeFor,
    threads: &Threads,
    alphabet: &'a Alphabet,
    control: &mut Control<'a>,
    solver: &mut Solver,
    budget: &Budget,
) -> Result<Vec<Rehearsal>, Reason> {
    let mut stage = Stage {
        starts: starts(question, alphabet, solver, budget)?,
        measured: Measured::of(question, alphabet),
        bounds: bounds(alphabet),
        alphabet,
        control,
        budget,
    };
    let mut found = Vec::new();
    // Threads that depend on each other wait for each other anyway.
    let is_independent = alphabet.related.iter().all(Bits::is_empty);
    let ways = if is_independent {
        Behind::ways(threads)
    } else {
        vec![Behind::default()]
    };
    for behind in ways {
        let Some(turns) = stage.turns(behind, threads.all.len())? else {
            break;
        };
        found.push(stage.observe(turns)?);
    }
    Ok(found)
}

/// What is needed for sample runs.
struct Stage<'s, 'a> {
    starts: Vec<Model>,
    measured: Measured,
    /// Inequalities to look at.
    bounds: Vec<Term>,
    alphabet: &'a Alphabet,
    control: &'s mut Control<'a>,
    budget: &'s Budget,
}

impl Stage<'_, '_> {
    /// How threads should take turns, from how long they take; `None` where no run ends.
    fn turns(&mut self, behind: Behind, threads: usize) -> Result<Option<Turns>, Reason> {
        let even = Turns::paced(&vec![1; threads], behind.clone());
        let mut lengths: Vec<Vec<usize>> = Vec::new();
        for start in &self.starts {
            // How often each thread starts from each place: a loop does so most often from its head.
            let mut visits: BTreeMap<(ThreadId, Location), usize> = BTreeMap::new();
            let alphabet = self.alphabet;
            let mut count = |_: Place, _: &Model, letter: Option<LetterId>| {
                if let Some(letter) = letter.map(|letter| &alphabet.letters[letter])
                    && !even.is_behind(letter.thread, letter.from)
                {
                    *visits.entry((letter.thread, letter.from)).or_default() += 1;
                }
            };
            if follow(
                start,
                alphabet,
                self.control,
                &even,
                self.budget,
                &mut count,
            )? {
                let mut steps = vec![0; threads];
                for ((thread, _), count) in visits {
                    steps[thread] = count.max(steps[thread]);
                }
                lengths.push(steps);
            }
        }
        // A proportion that depends on the input is none to rely on.
        lengths.sort_by_key(|steps| steps.iter().sum::<usize>());
        Ok(match lengths.as_slice() {
            [.., second, longest] if paces(second) == paces(longest) => {
                Some(Turns::paced(&paces(longest), behind))
            }
            [.., _] => Some(even),
            [] => None,
        })
    }

    /// The equations that hold in runs in which threads take turns.
    fn observe(&mut self, turns: Turns) -> Result<Rehearsal, Reason> {
        let measured = &self.measured;
        let all: Vec<Term> = (measured.vars.iter().chain(&measured.products))
            .cloned()
            .collect();
        let mut places: BTreeMap<Place, Seen> = BTreeMap::new();
        for (input, start) in self.starts.iter().enumerate() {
            let mut look = |place: Place, state: &Model, _: Option<LetterId>| {
                if let Some(values) = values(state, &all) {
                    let seen = places.entry(place).or_default();
                    seen.see(&values, measured.vars.len(), input);
                }
            };
            let (alphabet, budget) = (self.alphabet, self.budget);
            follow(start, alphabet, self.control, &turns, budget, &mut look)?;
        }
        let mut equations = Vec::new();
        let mut products: BTreeSet<Term> = BTreeSet::new();
        for (place, seen) in &places {
            let linear = seen.equations(&measured.vars);
            equations.extend(linear.into_iter().map(|formula| (*place, formula)));
            if !measured.products.is_empty() {
                products.extend(seen.equations_of_products(&all));
            }
        }
        // Where equations alone are likely to do, bounds would only be more to look at.
        let has_bounds = !products.is_empty() || turns.has_delays();
        let suggested = if has_bounds {
            self.bounds.clone()
        } else {
            Vec::new()
        };
        let bounds = self.kept(&suggested, &turns)?;
        let products: Vec<Term> = products.into_iter().collect();
        let products = self.kept(&products, &turns)?;
        Ok(Rehearsal {
            turns,
            equations,
            products,
            bounds,
        })
    }

    /// Where which of some formulas hold in all runs.
    fn kept(&mut self, formulas: &[Term], turns: &Turns) -> Result<Vec<(Place, Term)>, Reason> {
        if formulas.is_empty() {
            return Ok(Vec::new());
        }
        let mut places: BTreeMap<Place, Vec<Term>> = BTreeMap::new();
        for start in &self.starts {
            let mut look = |place: Place, state: &Model, _: Option<LetterId>| {
                let kept = places.entry(place).or_insert_with(|| formulas.to_vec());
                kept.retain(|formula| state.holds(formula) == Ok(true));
            };
            let (alphabet, budget) = (self.alphabet, self.budget);
            follow(start, alphabet, self.control, turns, budget, &mut look)?;
        }
        let places = places.into_iter();
        let kept = places.flat_map(|(place, kept)| kept.into_iter().map(move |one| (place, one)));
        Ok(kept.collect())
    }
}

/// How many turns each thread should have in a round, from how often it is at the head of its loop. The last
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
    question: &SafeFor,
    alphabet: &Alphabet,
    solver: &mut Solver,
    budget: &Budget,
) -> Result<Vec<Model>, Reason> {
    const MOST_CASES: usize = 2;
    let vars = question.setting.initial_vars();
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
                complete(&mut model, question, &mut chance);
                found.push(model);
            }
            solver.pop();
        }
    }
    Ok(found)
}

/// Gives functions values, so that small arguments have different ones.
fn complete(model: &mut Model, question: &SafeFor, chance: &mut Chance) {
    for function in question.functions() {
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
    look: &mut dyn FnMut(Place, &Model, Option<LetterId>),
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
        let positions = control.positions(at);
        waiting.sort_by_key(|thread| turns.wait(turn, *thread, positions[*thread]));
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
        turn = turns.after(turn, thread, control.positions(at)[thread]);
        at = control.step(at, letter);
        state = next;
        look((at, Some(turn)), &state, Some(letter));
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
