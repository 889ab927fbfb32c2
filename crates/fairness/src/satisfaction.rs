//! Claims `P satisfies` a temporal formula, for programs with finitely many states.
//!
//! The program runs together with the temporal tester of the formula (papers/004); a fair run of
//! both under which the formula is false violates the claim. [`Satisfaction`] says how the product
//! is numbered.

use budget::Budget;
use evidence::automaton::{Acceptance, Automaton, MAX_MARKS, Transition};
use evidence::inclusion::{Inclusion, Satisfaction, Separation};
use evidence::{Evidence, Reason, StateData, Verdict};
use logic::Term;
use program::{Task, Temporal};

use crate::claim::{Decision, Run};
use crate::system::{System, for_each_start, unsupported};
use crate::{Methods, decide};

/// The most temporal operators.
const OPERATORS: usize = 16;

/// Decides a claim `satisfies`, where the program has finitely many states.
#[must_use]
pub fn decide_claim(task: &Task, budget: &Budget) -> Decision {
    let mut states = 0;
    let verdict = attempt(task, budget, &mut states).unwrap_or_else(Verdict::Unknown);
    Decision { verdict, states }
}

fn attempt(task: &Task, budget: &Budget, count: &mut usize) -> Result<Verdict, Reason> {
    let mut system = system(task)?;
    let violating = violating(task, &mut system, budget)?;
    *count = system.states.len();
    let inclusion = decide(&violating, &nothing()?, Methods::All, budget)?;
    let refuted = matches!(inclusion, Inclusion::Separation(_));
    let evidence = Evidence::Satisfaction(Satisfaction {
        states: system.states.iter().map(StateData::from).collect(),
        inclusion,
    });
    Ok(match refuted {
        true => Verdict::Refuted(evidence),
        false => Verdict::Proved(evidence),
    })
}

/// The states of the program on a lasso; none where the evidence does not fit the task.
#[must_use]
pub fn run_of(task: &Task, evidence: &Satisfaction, lasso: &Separation) -> Option<Run> {
    let mut system = system(task).ok()?;
    for state in &evidence.states {
        let state = state.decode(system.machine.layout())?;
        system.number(state);
    }
    let violating = violating(task, &mut system, &Budget::unlimited()).ok()?;
    let formula = Formula::of(task.property.as_ref()?);
    let turns = turns(task);
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

fn system(task: &Task) -> Result<System<'_>, Reason> {
    match &task.programs[..] {
        [program] => System::new(program, task),
        _ => Err(Reason::Incomplete("the claim has one program".to_owned())),
    }
}

/// How often each state stands in the program's automaton.
fn turns(task: &Task) -> u32 {
    let open = task.programs.iter().any(|program| !program.open.is_empty());
    1 + u32::from(open)
}

/// An automaton without a run.
fn nothing() -> Result<Automaton, Reason> {
    let made = Automaton::new(1, 1, vec![0], Vec::new(), Acceptance::justice(0));
    made.map_err(|error| Reason::Incomplete(error.to_string()))
}

/// The automaton of the fair runs that violate the formula.
fn violating(task: &Task, system: &mut System, budget: &Budget) -> Result<Automaton, Reason> {
    let formula = task.property.as_ref().map(Formula::of);
    let formula = formula.ok_or_else(|| Reason::Incomplete("there is no formula".to_owned()))?;
    let program = &task.programs[0];
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
    for_each_start(task, systems, budget, &mut |numbers| {
        starts.push(numbers[0])
    })?;
    system.explore(budget)?;
    let letters = vec![0; system.states.len()];
    let first = starts.iter().map(|start| (0, *start));
    let runs = system.automaton(1, &letters, first)?;
    let mut truths = Vec::new();
    for state in &system.states {
        let model = system.model(state);
        let truth = formula.terms.iter().map(|term| model.holds(term));
        let truth = truth.collect::<Result<Vec<bool>, _>>();
        truths.push(truth.map_err(|error| Reason::Incomplete(error.to_string()))?);
    }
    let turns = turns(task);
    let truth = |state: u32| &truths[((state - 1) / turns) as usize][..];
    product(&formula, &runs, &truth, marks as u32, budget)
}

/// A part of a formula: a term, a temporal operator, or a connective.
enum Node {
    Term(usize),
    Operator(usize),
    Not(usize),
    All(Vec<usize>),
    Any(Vec<usize>),
}

/// A temporal operator over parts.
enum Operator {
    Next(usize),
    Until(usize, usize),
}

/// A formula taken apart; parts come before those that they are part of.
struct Formula<'a> {
    nodes: Vec<Node>,
    terms: Vec<&'a Term>,
    operators: Vec<Operator>,
}

impl<'a> Formula<'a> {
    fn of(formula: &'a Temporal) -> Self {
        let mut parts = Formula {
            nodes: Vec::new(),
            terms: Vec::new(),
            operators: Vec::new(),
        };
        parts.add(formula);
        parts
    }

    fn add(&mut self, formula: &'a Temporal) -> usize {
        let node = logic::recursion::guard(|| match formula {
            Temporal::State(term) => {
                self.terms.push(term);
                Node::Term(self.terms.len() - 1)
            }
            Temporal::Not(part) => Node::Not(self.add(part)),
            Temporal::All(parts) => Node::All(parts.iter().map(|part| self.add(part)).collect()),
            Temporal::Any(parts) => Node::Any(parts.iter().map(|part| self.add(part)).collect()),
            Temporal::Next(part) => {
                let part = self.add(part);
                self.operators.push(Operator::Next(part));
                Node::Operator(self.operators.len() - 1)
            }
            Temporal::Until(first, second) => {
                let (first, second) = (self.add(first), self.add(second));
                self.operators.push(Operator::Until(first, second));
                Node::Operator(self.operators.len() - 1)
            }
        });
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// The number of temporal operators.
    fn bits(&self) -> usize {
        self.operators.len()
    }

    /// The values of all parts in a state, the whole formula's last.
    fn values(&self, truth: &[bool], bits: u32) -> Vec<bool> {
        let mut values: Vec<bool> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let value = match node {
                Node::Term(term) => truth[*term],
                Node::Operator(operator) => bits >> operator & 1 == 1,
                Node::Not(part) => !values[*part],
                Node::All(parts) => parts.iter().all(|part| values[*part]),
                Node::Any(parts) => parts.iter().any(|part| values[*part]),
            };
            values.push(value);
        }
        values
    }
}

/// The program together with the tester, where the formula is false at the start.
fn product<'t>(
    formula: &Formula,
    runs: &Automaton,
    truth: &dyn Fn(u32) -> &'t [bool],
    marks: u32,
    budget: &Budget,
) -> Result<Automaton, Reason> {
    let mut meter = budget.meter();
    let all_bits = 0..1_u32 << formula.bits();
    let large = || Reason::Incomplete("the product with the formula is too large".to_owned());
    let states = runs.states().checked_mul(all_bits.end).ok_or_else(large)?;
    let mut transitions = Vec::new();
    for step in runs.transitions() {
        for next_bits in all_bits.clone() {
            meter.tick()?;
            let after = formula.values(truth(step.to), next_bits);
            let to = step.to * all_bits.end + next_bits;
            if step.from == 0 {
                if after.last() == Some(&false) {
                    transitions.push(Transition {
                        from: 0,
                        letter: 0,
                        to,
                        marks: 0,
                    });
                }
                continue;
            }
            // What holds after the step decides what the operators are before it, inner ones first.
            let mut bits = 0;
            let mut settled = step.marks;
            let mut mark = marks;
            for (position, operator) in formula.operators.iter().enumerate() {
                let value = match operator {
                    Operator::Next(part) => after[*part],
                    Operator::Until(first, second) => {
                        let now = formula.values(truth(step.from), bits);
                        let done = now[*second];
                        let value = done || now[*first] && next_bits >> position & 1 == 1;
                        settled |= u64::from(!value || done) << mark;
                        mark += 1;
                        value
                    }
                };
                bits |= u32::from(value) << position;
            }
            transitions.push(Transition {
                from: step.from * all_bits.end + bits,
                letter: 0,
                to,
                marks: settled,
            });
        }
    }
    let untils = formula.operators.iter();
    let untils = untils
        .filter(|operator| matches!(operator, Operator::Until(..)))
        .count() as u32;
    let mut parts = match runs.acceptance() {
        Acceptance::All(parts) => parts.clone(),
        other => vec![other.clone()],
    };
    parts.extend((marks..marks + untils).map(Acceptance::Inf));
    let made = Automaton::new(1, states, vec![0], transitions, Acceptance::All(parts));
    made.map_err(|error| Reason::Incomplete(error.to_string()))
}
