//! Rules for `A included in B`: the listed states make up automata, and the evidence about these
//! is checked by [`inclusion`](crate::inclusion).
//!
//! A run of a program that counts is infinite and fair. Each step is seen, but for those inside of
//! atomic blocks, which are parts of one step. A program with `open` variables alternates with its
//! environment, which may change these variables and nothing else; at its own turns it takes a step
//! or idles (papers/004, section 3).

use budget::Budget;
use evidence::inclusion::FairInclusion;
use logic::{Sort, Term, Value, Var};
use program::Program;
use program::concrete::{Enumerator, Label, State};
use question::Included;
use question::automaton::{Acceptance, Automaton, MAX_MARKS, Transition};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::finite::{Listed, for_each_start, holds};
use crate::inclusion::check_inclusion;
use crate::{Accepted, Rejected, Vacuity, broken};

/// Checks evidence for or against a claim `included in`.
pub(crate) fn check(
    question: &Included,
    evidence: &FairInclusion,
    budget: &Budget,
) -> Result<Accepted, Rejected> {
    let [concrete, specification] = &question.setting.programs;
    rule_comparable(concrete, specification)?;
    let first = Listed::new(concrete, &question.setting.constants, &evidence.concrete)?;
    let second = Listed::new(
        specification,
        &question.setting.constants,
        &evidence.specification,
    )?;
    let starts = rule_starts(question, [&first, &second], budget)?;
    let last = starts.iter().map(|start| start.letter + 1).max();
    let mut letters = Letters::new(last.unwrap_or(0));
    let first = System::new(concrete, first, &mut letters)?;
    let second = System::new(specification, second, &mut letters)?;
    let from_first = starts.iter().map(|start| (start.letter, start.concrete));
    let from_second = starts.iter().flat_map(|start| {
        let letter = start.letter;
        start
            .specification
            .iter()
            .map(move |state| (letter, *state))
    });
    let first = first.automaton(&letters, &Vec::from_iter(from_first), budget)?;
    let second = second.automaton(&letters, &Vec::from_iter(from_second), budget)?;
    let accepted = check_inclusion(&first, &second, &evidence.inclusion, budget)?;
    Ok(Accepted {
        obligations: accepted.obligations + first.transitions().len() + second.transitions().len(),
        vacuous: match starts.is_empty() {
            true => Some(Vacuity::NoStart),
            false => match leaves_out_starts(question, concrete, starts.len()) {
                true => Some(Vacuity::FewerStarts),
                false => accepted.vacuous,
            },
        },
        ..accepted
    })
}

/// Both programs observe as many variables of the same sorts, and both or none have variables that
/// the environment changes.
pub(crate) fn rule_comparable(first: &Program, second: &Program) -> Result<(), Rejected> {
    let kind = |var: &Var| match &var.sort {
        Sort::Range(_) => Sort::Int,
        sort => sort.clone(),
    };
    let kinds = |vars: &[Var]| Vec::from_iter(vars.iter().map(kind));
    let same = kinds(&first.observed) == kinds(&second.observed)
        && first.open.is_empty() == second.open.is_empty();
    match same {
        true => Ok(()),
        false => Err(broken("Comparable", "the observed variables differ")),
    }
}

/// A start of the concrete program with those that the specification may choose from.
struct Start {
    concrete: u32,
    specification: Vec<u32>,
    letter: u32,
}

/// All joint starts are listed.
fn rule_starts(
    question: &Included,
    [first, second]: [&Listed; 2],
    budget: &Budget,
) -> Result<Vec<Start>, Rejected> {
    let mut joint: FxHashMap<u32, FxHashSet<u32>> = FxHashMap::default();
    let machines = [&first.machine, &second.machine];
    for_each_start(&question.setting, &machines, budget, &mut |states| {
        let (Some(a), Some(b)) = (first.find(&states[0]), second.find(&states[1])) else {
            return Err(broken("Starts", "a start is not listed"));
        };
        joint.entry(a).or_default().insert(b);
        Ok(())
    })?;
    let mut concrete: Vec<u32> = joint.keys().copied().collect();
    concrete.sort_unstable();
    let mut known: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
    let starts = concrete.into_iter().map(|concrete| {
        let mut specification: Vec<u32> = joint[&concrete].iter().copied().collect();
        specification.sort_unstable();
        let next = known.len() as u32;
        let letter = *known.entry(specification.clone()).or_insert(next);
        Start {
            concrete,
            specification,
            letter,
        }
    });
    Ok(starts.collect())
}

/// Whether the concrete program has more starts than those that go together with a start of the
/// specification, where only what the precondition says of the one or the other alone counts.
fn leaves_out_starts(question: &Included, concrete: &Program, joint: usize) -> bool {
    let mut vars: Vec<Var> = concrete.variables.iter().map(|v| v.var.clone()).collect();
    vars.extend(
        question
            .setting
            .constants
            .iter()
            .map(|constant| constant.var.clone()),
    );
    let own = |part: &&Term| part.free_vars().iter().all(|var| vars.contains(var));
    let parts = question.setting.requires.conjuncts();
    let alone = Term::and(parts.iter().filter(own).cloned());
    let mut starts: FxHashSet<Vec<Value>> = FxHashSet::default();
    let counted = Enumerator::new(&vars, &alone).for_each(&mut || true, &mut |values| {
        starts.insert(values.to_vec());
        starts.len() <= joint
    });
    // Where the other conditions alone make the starts finitely many, they are not counted.
    counted.is_ok() && starts.len() > joint
}

/// The letters: those of the start, then observed values.
pub(crate) struct Letters {
    starts: u32,
    observed: FxHashMap<Vec<Value>, u32>,
}

impl Letters {
    /// No observed values yet, after so many letters of the start.
    pub(crate) fn new(starts: u32) -> Self {
        Letters {
            starts,
            observed: FxHashMap::default(),
        }
    }

    fn count(&self) -> u32 {
        self.starts + self.observed.len() as u32
    }

    fn letter(&mut self, values: Vec<Value>) -> u32 {
        let next = self.count();
        *self.observed.entry(values).or_insert(next)
    }
}

/// A program with its listed states, and for each state its letter and its marks.
pub(crate) struct System<'a> {
    program: &'a Program,
    pub(crate) listed: Listed,
    pub(crate) states: Vec<State>,
    seen: Vec<(u32, u64)>,
}

impl<'a> System<'a> {
    pub(crate) fn new(
        program: &'a Program,
        listed: Listed,
        letters: &mut Letters,
    ) -> Result<Self, Rejected> {
        let marks = program.justice.len() + 2 * program.compassion.len();
        if marks > MAX_MARKS as usize {
            return Err(broken("Fairness", "there are too many requirements"));
        }
        let both = program.compassion.iter().flat_map(|(p, q)| [p, q]);
        let formulas: Vec<&Term> = program.justice.iter().chain(both).collect();
        let mut states: Vec<State> = Vec::new();
        let mut seen = Vec::new();
        while let Ok(state) = listed.state(states.len() as u32) {
            let layout = listed.machine.layout();
            let values = program.observed.iter().map(|var| {
                let slot = layout.slot(var);
                slot.map(|slot| state.store[slot].clone())
            });
            let values = values.collect::<Option<Vec<Value>>>();
            let values = values.ok_or_else(|| broken("Comparable", "no such variable"))?;
            let mut marks = 0;
            for (mark, formula) in formulas.iter().enumerate() {
                let holds = holds(formula, &[(&listed.machine, state)])?;
                marks |= u64::from(holds) << mark;
            }
            seen.push((letters.letter(values), marks));
            states.push(state.clone());
        }
        Ok(System {
            program,
            listed,
            states,
            seen,
        })
    }

    /// The automaton; every step leads to a listed state.
    pub(crate) fn automaton(
        &self,
        letters: &Letters,
        starts: &[(u32, u32)],
        budget: &Budget,
    ) -> Result<Automaton, Rejected> {
        let mut meter = budget.meter();
        let open = !self.program.open.is_empty();
        // The number of a listed state where the environment has its turn, where there is one.
        let number = |state: u32| if open { 1 + 2 * state } else { 1 + state };
        let mut transitions = Vec::new();
        for (letter, state) in starts {
            transitions.push(Transition {
                from: 0,
                letter: *letter,
                to: number(*state),
                marks: 0,
            });
        }
        for (state, (letter, marks)) in (0..).zip(&self.seen) {
            meter.tick()?;
            let step = |from: u32, to: u32| Transition {
                from,
                letter: *letter,
                to,
                marks: *marks,
            };
            let (own_turn, after) = match open {
                true => (number(state) + 1, number),
                false => (number(state), number),
            };
            for to in self.steps(state)? {
                transitions.push(step(own_turn, after(to)));
            }
            if open {
                transitions.push(step(own_turn, number(state)));
                for to in self.changes(state)? {
                    transitions.push(step(number(state), number(to) + 1));
                }
            }
        }
        let states = number(self.states.len() as u32);
        let made = Automaton::new(
            letters.count(),
            states,
            vec![0],
            transitions,
            self.acceptance(),
        );
        made.map_err(|error| broken("Automaton", error.to_string()))
    }

    fn find(&self, state: &State) -> Result<u32, Rejected> {
        let found = self.listed.find(state);
        found.ok_or_else(|| broken("Closed", "a step leads to a state that is not listed"))
    }

    /// The listed states after one step, an atomic block taken as one.
    fn steps(&self, state: u32) -> Result<Vec<u32>, Rejected> {
        let machine = &self.listed.machine;
        let mut seen: FxHashSet<State> = FxHashSet::default();
        let mut open = vec![self.states[state as usize].clone()];
        let mut ends = Vec::new();
        while let Some(state) = open.pop() {
            for step in machine.successors(&state, &mut |_, _| {})? {
                if step.label != Label::Silent {
                    return Err(broken("Silent", "a step is no change of variables alone"));
                }
                if !machine.is_in_atomic(&step.state) {
                    ends.push(self.find(&step.state)?);
                } else if seen.insert(step.state.clone()) {
                    open.push(step.state);
                }
            }
        }
        Ok(ends)
    }

    /// The listed states that the environment can change a state to.
    fn changes(&self, state: u32) -> Result<Vec<u32>, Rejected> {
        let layout = self.listed.machine.layout();
        let open = &self.program.open;
        let mut ends: Result<Vec<u32>, Rejected> = Ok(Vec::new());
        Enumerator::new(open, &Term::top()).for_each(&mut || true, &mut |values| {
            let mut changed = self.states[state as usize].clone();
            let mut store = changed.store.to_vec();
            for (var, value) in open.iter().zip(values) {
                if let Some(slot) = layout.slot(var) {
                    store[slot] = value.clone();
                }
            }
            changed.store = store.into();
            match (self.find(&changed), &mut ends) {
                (Ok(end), Ok(all)) => all.push(end),
                (Err(rejected), _) => ends = Err(rejected),
                _ => {}
            }
            ends.is_ok()
        })?;
        ends
    }

    fn acceptance(&self) -> Acceptance {
        let justice = self.program.justice.len() as u32;
        let each = (0..self.program.compassion.len() as u32).map(|pair| {
            let first = justice + 2 * pair;
            Acceptance::Any(vec![Acceptance::Fin(first), Acceptance::Inf(first + 1)])
        });
        Acceptance::All((0..justice).map(Acceptance::Inf).chain(each).collect())
    }
}
