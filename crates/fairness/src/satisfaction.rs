//! Claims `P satisfies` a temporal formula, for programs with finitely many states.
//!
//! The program runs together with the temporal tester of the formula (papers/004); a fair run of
//! both under which the formula is false violates the claim. [`Satisfaction`] says how the product
//! is numbered.

use budget::Budget;
use evidence::inclusion::{Inclusion, Link, Proof, Satisfaction, Separation};
use evidence::{Evidence, Reason, StateData, Verdict};
use question::Satisfies;
use question::automaton::{Acceptance, Automaton, MAX_MARKS};

use crate::claim::{Decision, Run};
use crate::emptiness::{Words, words};
use crate::system::{System, for_each_start, unsupported};
use crate::tester::{Formula, product};
use crate::{Methods, decide};

/// The most temporal operators.
const OPERATORS: usize = 16;

/// Decides a claim `satisfies`, where the program has finitely many states.
#[must_use]
pub fn decide_claim(question: &Satisfies, budget: &Budget) -> Decision {
    let mut decision = Decision::open();
    let verdict = attempt(question, budget, &mut decision);
    decision.verdict = verdict.unwrap_or_else(Verdict::Unknown);
    decision
}

fn attempt(
    question: &Satisfies,
    budget: &Budget,
    decision: &mut Decision,
) -> Result<Verdict, Reason> {
    let mut system = system(question)?;
    let Runs { all, violating } = runs(question, &mut system, budget)?;
    decision.states = system.states.len();
    let inclusion = match words(&violating, budget)? {
        Words::None(emptiness) => Inclusion::Proof(Proof {
            between: Vec::new(),
            links: vec![Link::Empty(emptiness)],
        }),
        Words::Some(run) => Inclusion::Separation(run),
        Words::Open => decide(&violating, &nothing()?, Methods::All, budget)?,
    };
    let refuted = matches!(inclusion, Inclusion::Separation(_));
    decision.is_vacuous = !refuted && matches!(words(&all, budget)?, Words::None(_));
    let evidence = Evidence::Satisfaction(Satisfaction {
        states: system.states.iter().map(StateData::from).collect(),
        inclusion,
    });
    Ok(match refuted {
        true => Verdict::Refuted(evidence),
        false => Verdict::Proved(evidence),
    })
}

/// The states of the program on a lasso; none where the evidence does not fit the question, or
/// the budget is used up.
#[must_use]
pub fn run_of(
    question: &Satisfies,
    evidence: &Satisfaction,
    lasso: &Separation,
    budget: &Budget,
) -> Option<Run> {
    let mut system = system(question).ok()?;
    for state in &evidence.states {
        let state = state.decode(system.machine.layout())?;
        system.number(state);
    }
    let Runs { violating, .. } = runs(question, &mut system, budget).ok()?;
    let formula = Formula::of(&question.property);
    let turns = turns(question);
    let states = |run: &[u32]| {
        let mut states = Vec::new();
        for step in run {
            let from = violating.transitions().get(*step as usize)?.from;
            if from != 0 {
                states.push(((from >> formula.bits()) - 1) / turns);
            }
        }
        Some(states)
    };
    Some(Run {
        prefix: states(&lasso.prefix)?,
        cycle: states(&lasso.cycle)?,
    })
}

fn system(question: &Satisfies) -> Result<System<'_>, Reason> {
    let [program] = &question.setting.programs;
    System::new(program, &question.setting.constants)
}

/// How often each state stands in the program's automaton.
fn turns(question: &Satisfies) -> u32 {
    let [program] = &question.setting.programs;
    1 + u32::from(!program.open.is_empty())
}

/// An automaton without a run.
fn nothing() -> Result<Automaton, Reason> {
    let made = Automaton::new(1, 1, vec![0], Vec::new(), Acceptance::justice(0));
    made.map_err(|error| Reason::Incomplete(error.to_string()))
}

/// The fair runs of a program as automata.
struct Runs {
    all: Automaton,
    /// Those that violate the formula.
    violating: Automaton,
}

fn runs(question: &Satisfies, system: &mut System, budget: &Budget) -> Result<Runs, Reason> {
    let formula = Formula::of(&question.property);
    let [program] = &question.setting.programs;
    let marks = program.justice.len() + 2 * program.compassion.len();
    let operators = formula.operators.len();
    if operators > OPERATORS || marks + operators > MAX_MARKS as usize {
        return Err(unsupported(
            "so many temporal operators",
            Some(program.origin),
        ));
    }
    let mut starts = Vec::new();
    let systems = std::slice::from_mut(system);
    for_each_start(&question.setting, systems, budget, &mut |numbers| {
        starts.push(numbers[0])
    })?;
    system.explore(budget)?;
    let letters = vec![0; system.states.len()];
    let first = starts.iter().map(|start| (0, *start));
    let all = system.automaton(1, &letters, first)?;
    let truths = formula.truths(system)?;
    let turns = turns(question);
    let truth = |state: u32| &truths[((state - 1) / turns) as usize][..];
    let violating = product(&formula, &all, &truth, budget)?;
    Ok(Runs { all, violating })
}
