//! Runs on values, along the schedule of the search: they show which invariants are worth trying,
//! and may find a failure.
//!
//! The states of a run are symbolic; a model decides which way it goes. So the schedule, which
//! depends on what is a constant and what is not, is that of the search.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use budget::Budget;
use logic::{ArrayValue, Integer, Model, Rational, Sort, Term, Value, Var};
use program::system::concrete::{Choice, left_over};

use crate::key::Key;
use crate::pace::Counts;
use crate::schedule::{Turn, note_turn, turn};
use crate::state::{Context, State};
use crate::step::steps;

/// A reproducible source of choices.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `below`.
    pub(crate) fn roll(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % below.max(1)
    }

    /// A value of a sort, small more often than not.
    pub(crate) fn value(&mut self, sort: &Sort, reach: usize) -> Value {
        self.value_among(sort, reach, ELEMENTS)
    }

    /// The same with a number of elements of an array that differ from all others.
    fn value_among(&mut self, sort: &Sort, reach: usize, elements: i64) -> Value {
        match sort {
            Sort::Int => Value::Int(Integer::from(self.number(reach))),
            Sort::Real => {
                let denominator = 1 + self.roll(3);
                let whole = Rational::from(Integer::from(self.number(reach)));
                let parts = Rational::from(Integer::from(denominator));
                Value::Real(whole.checked_div(&parts).unwrap_or(whole))
            }
            Sort::Array(array) => {
                let index = &array.index;
                let mut value =
                    ArrayValue::constant(index.clone(), self.value(&array.element, reach));
                if *index == Sort::Int {
                    // Elements that are the same by chance would look as if they had to be.
                    let count = match array.element {
                        Sort::Array(_) => ROWS,
                        _ => elements,
                    };
                    for i in 0..count {
                        let element = self.value_among(&array.element, 10 * reach, ROWS);
                        value = value.with(Value::from(i), element);
                    }
                }
                Value::Array(std::sync::Arc::new(value))
            }
            sort => match logic::values_of(sort) {
                Some(values) if !values.is_empty() => values[self.roll(values.len())].clone(),
                _ => Value::default_of(sort),
            },
        }
    }

    fn number(&mut self, reach: usize) -> i64 {
        let number = i64::try_from(self.roll(reach + 1)).unwrap_or(0);
        if self.roll(6) == 0 { -number } else { number }
    }
}

/// What was seen at one place of the search: values of the state's terms and of the inputs.
pub(crate) type Points = Vec<(Vec<Value>, Model)>;

/// What runs have shown.
#[derive(Clone, Default)]
pub(crate) struct Samples {
    pub(crate) points: BTreeMap<Key, Points>,
    /// Places at which runs come by again, such that every cycle of a run has one.
    pub(crate) recurring: BTreeSet<Key>,
    /// How often loops went round in the runs that have ended.
    pub(crate) counts: Vec<Counts>,
    /// Whether some run was given up before it had ended, or could not begin.
    pub(crate) has_given_up: bool,
}

/// A run that fails: the values of inputs and of variables without initial ones, and the choices.
pub(crate) struct Found {
    pub(crate) values: Model,
    pub(crate) schedule: Vec<Choice>,
}

/// How a run is scheduled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    /// As the search does.
    Scheduled,
    /// By chance, so that orders are tried that the search has no reason to try.
    Random,
}

/// How many elements of an array of numbers differ from all others, and how many rows and elements
/// of a row of an array of arrays.
const ELEMENTS: i64 = 70;
const ROWS: i64 = 14;

/// The most points that are kept for a place.
const MOST_POINTS: usize = 60;

impl Samples {
    /// Whether each place that runs come by again was seen so often.
    pub(crate) fn is_telling(&self, enough: usize) -> bool {
        let mut places = self.recurring.iter();
        places.all(|key| {
            self.points
                .get(key)
                .is_some_and(|seen| seen.len() >= enough)
        })
    }

    /// Runs the system once; returns the run if it fails.
    pub(crate) fn run(
        &mut self,
        context: &Context<'_>,
        values: Model,
        order: Order,
        dice: &mut Dice,
        limits: (usize, &Budget),
    ) -> Option<Found> {
        let state = State::start(context);
        self.follow(context, (state, values), order, dice, limits)
    }

    /// Runs the system from a symbolic state with values for what it speaks of, as the search would.
    pub(crate) fn run_from(
        &mut self,
        context: &Context<'_>,
        state: State,
        values: Model,
        dice: &mut Dice,
        limits: (usize, &Budget),
    ) {
        // Whether it fails does not matter: it does not begin at the start.
        let _ = self.follow(context, (state, values), Order::Scheduled, dice, limits);
    }

    fn follow(
        &mut self,
        context: &Context<'_>,
        (mut state, values): (State, Model),
        order: Order,
        dice: &mut Dice,
        (most_steps, budget): (usize, &Budget),
    ) -> Option<Found> {
        let mut model = values.clone();
        let mut schedule = Vec::new();
        let mut fresh = 0u32;
        let mut path: Vec<Key> = Vec::new();
        let mut counts = Counts::new();
        for _ in 0..most_steps {
            budget.check().ok()?;
            let chosen = match order {
                Order::Scheduled => turn(context, &state, &mut |f| model.holds(f).unwrap_or(false)),
                Order::Random => Turn {
                    movers: (0..context.movers).collect(),
                    is_loop: false,
                },
            };
            if chosen.is_loop {
                let key = Key::of(context, &mut state);
                if path.contains(&key) {
                    self.recurring.insert(key.clone());
                }
                if self.recurring.contains(&key) {
                    path.clear();
                }
                path.push(key.clone());
                let points = self.points.entry(key).or_default();
                if points.len() < MOST_POINTS {
                    let terms = state.terms().into_iter();
                    let here = terms
                        .map(|term| model.eval(&term))
                        .collect::<Result<_, _>>();
                    points.push((here.ok()?, values.clone()));
                }
                generalise(
                    context,
                    &mut state,
                    chosen.movers[0],
                    &mut model,
                    &mut fresh,
                )?;
            }
            let mut new = |var: &Var| {
                fresh += 1;
                Var::new(format!("sample!{fresh}").as_str(), var.sort.clone())
            };
            let mut open = Vec::new();
            let mut movers = chosen.movers.clone();
            // By chance means that a process is chosen; the others are asked where it cannot move.
            while open.is_empty() && !movers.is_empty() {
                let asked = match order {
                    Order::Scheduled => std::mem::take(&mut movers),
                    Order::Random => vec![movers.swap_remove(dice.roll(movers.len()))],
                };
                for process in asked {
                    for step in steps(context, &state, process, &mut new) {
                        if model.holds(&step.guard).ok()? {
                            open.push(step);
                        }
                    }
                }
            }
            if open.is_empty() {
                self.counts.push(counts);
                return self.ended(context, &state, &model, values, schedule);
            }
            let step = open.swap_remove(dice.roll(open.len()));
            let value = step.fresh.as_ref().map(|var| {
                let value = dice.value(&var.sort, 5);
                model.set(var.clone(), value.clone());
                value
            });
            let process = context.system.process_of(step.mover);
            let edge = &context.system.processes[process].graph.edges()[step.edge];
            let loops = &context.loops[process];
            let is_own = process == step.mover;
            if is_own && loops.is_head(edge.from) && loops.contains(edge.from, edge.to) {
                *counts.entry((process, edge.from)).or_default() += 1;
            }
            schedule.push(Choice {
                mover: step.mover,
                edge: step.edge,
                path: step.path.clone(),
                value,
            });
            for duty in &step.duties {
                if !model.holds(&duty.formula).ok()? {
                    return Some(Found { values, schedule });
                }
            }
            let mut next = step.next;
            note_turn(context, &state, &chosen, &mut next);
            state = next;
        }
        self.has_given_up = true;
        None
    }

    /// A state without steps: a failure, or nothing.
    fn ended(
        &self,
        context: &Context<'_>,
        state: &State,
        model: &Model,
        values: Model,
        schedule: Vec<Choice>,
    ) -> Option<Found> {
        let running = (0..context.size()).filter(|p| !context.has_ended(state, *p));
        let running: Vec<usize> = running.collect();
        if running
            .iter()
            .any(|p| context.communication(state, *p).is_none())
        {
            return None;
        }
        let ensured = || {
            let valuation = state.full_valuation(context);
            model
                .holds(&valuation.apply(&context.system.ensures))
                .unwrap_or(true)
        };
        let left = left_over(context.system, &state.system).is_some();
        let fails = !running.is_empty() || left || !ensured();
        fails.then_some(Found { values, schedule })
    }
}

/// Gives the variables that a loop writes constants of their own when the loop goes on, as a cut
/// would: so that what the loop changes is no constant to the schedule.
fn generalise(
    context: &Context<'_>,
    state: &mut State,
    process: usize,
    model: &mut Model,
    fresh: &mut u32,
) -> Option<()> {
    let head = state.at[process];
    if state.nests[process].last()?.passes == 0 {
        return Some(());
    }
    for position in context.written[process].get(&head)? {
        let term = &state.values[process][*position];
        *fresh += 1;
        let var = Var::new(format!("sample!{fresh}").as_str(), term.sort().carrier());
        model.set(var.clone(), model.eval(term).ok()?);
        Arc::make_mut(&mut state.system.values[process])[*position] = var.term();
    }
    Some(())
}

/// Values for inputs and for variables without initial ones that the assumption allows.
pub(crate) fn random_values(context: &Context<'_>, dice: &mut Dice, reach: usize) -> Option<Model> {
    let system = context.system;
    let open = system.processes.iter().flat_map(|p| &p.variables);
    let open = open.filter(|v| v.initial.is_none()).map(|v| &v.var);
    let vars: Vec<&Var> = system.inputs.iter().chain(open).collect();
    const ATTEMPTS: usize = 60;
    for _ in 0..ATTEMPTS {
        let values = vars
            .iter()
            .map(|var| ((*var).clone(), dice.value(&var.sort, reach)));
        let model: Model = values.collect();
        if model.holds(&system.assumption) == Ok(true) {
            return Some(model);
        }
    }
    None
}

/// Whether a term is over the inputs alone.
pub(crate) fn is_over_inputs(context: &Context<'_>, term: &Term) -> bool {
    let inputs = &context.system.inputs;
    term.free_vars().iter().all(|var| inputs.contains(var))
}
