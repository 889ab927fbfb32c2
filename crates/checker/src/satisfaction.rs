//! Rules for `P satisfies` a temporal formula: the listed states and the tester of the formula's
//! negation make up a product, and the evidence says that it has no accepted run, or is one.
//!
//! The tester (papers/004, sections 1 and 8) gives each `next` and `until` inside of the formula a
//! truth value in every state. A `next` has the value that its part has after the step; an `until`
//! is true where its second part is, or its first part is and it stays true after the step, and it
//! must not stay true for ever without its second part becoming true. So these values are the right
//! ones along every accepted run.

use budget::Budget;
use evidence::inclusion::Satisfaction;
use logic::Term;
use question::automaton::{Acceptance, Automaton, MAX_MARKS, Transition};
use question::{Satisfies, Temporal};

use crate::fair::{Letters, System};
use crate::finite::{Listed, for_each_start, holds};
use crate::inclusion::check_inclusion;
use crate::{Accepted, Rejected, Vacuity, broken};

/// The most temporal operators.
const OPERATORS: usize = 16;

/// Checks evidence for or against a claim `satisfies`.
pub(crate) fn check(
    question: &Satisfies,
    evidence: &Satisfaction,
    budget: &Budget,
) -> Result<Accepted, Rejected> {
    let [program] = &question.setting.programs;
    let property = &question.property;
    let listed = Listed::new(program, &question.setting.constants, &evidence.states)?;
    let mut starts = Vec::new();
    for_each_start(
        &question.setting,
        &[&listed.machine],
        budget,
        &mut |states| {
            let start = listed.find(&states[0]);
            starts.push((
                0,
                start.ok_or_else(|| broken("Starts", "a start is not listed"))?,
            ));
            Ok(())
        },
    )?;
    let mut letters = Letters::new(1);
    let system = System::new(program, listed, &mut letters)?;
    let runs = system.automaton(&letters, &starts, budget)?;
    let tester = Tester::new(property);
    let marks = program.justice.len() + 2 * program.compassion.len();
    if tester.operators.len() > OPERATORS || marks + tester.operators.len() > MAX_MARKS as usize {
        return Err(broken("Tester", "there are too many temporal operators"));
    }
    let mut truths = Vec::new();
    for state in &system.states {
        let mut truth = Vec::new();
        for term in &tester.terms {
            truth.push(holds(term, &[(&system.listed.machine, state)])?);
        }
        truths.push(truth);
    }
    let turns = if program.open.is_empty() { 1 } else { 2 };
    let first = tester.product(&runs, &truths, turns, marks as u32)?;
    let second = Automaton::new(1, 1, vec![0], Vec::new(), Acceptance::justice(0));
    let second = second.map_err(|error| broken("Automaton", error.to_string()))?;
    let accepted = check_inclusion(&first, &second, &evidence.inclusion, budget)?;
    Ok(Accepted {
        obligations: accepted.obligations + first.transitions().len(),
        // That no run violates the formula is the claim.
        vacuous: starts.is_empty().then_some(Vacuity::NoStart),
        ..accepted
    })
}

/// A part of the formula, with terms and operators by their numbers.
enum Part {
    State(usize),
    Not(Box<Part>),
    All(Vec<Part>),
    Any(Vec<Part>),
    Operator(usize),
}

/// A temporal operator.
enum Operator {
    Next(Part),
    Until(Part, Part),
}

/// The formula taken apart.
struct Tester<'a> {
    terms: Vec<&'a Term>,
    operators: Vec<Operator>,
    whole: Part,
}

impl<'a> Tester<'a> {
    fn new(property: &'a Temporal) -> Self {
        let mut tester = Tester {
            terms: Vec::new(),
            operators: Vec::new(),
            whole: Part::All(Vec::new()),
        };
        tester.whole = tester.part(property);
        tester
    }

    fn part(&mut self, formula: &'a Temporal) -> Part {
        logic::recursion::guard(|| match formula {
            Temporal::State(term) => {
                self.terms.push(term);
                Part::State(self.terms.len() - 1)
            }
            Temporal::Not(part) => Part::Not(Box::new(self.part(part))),
            Temporal::All(parts) => Part::All(parts.iter().map(|p| self.part(p)).collect()),
            Temporal::Any(parts) => Part::Any(parts.iter().map(|p| self.part(p)).collect()),
            Temporal::Next(part) => {
                let part = self.part(part);
                self.operators.push(Operator::Next(part));
                Part::Operator(self.operators.len() - 1)
            }
            Temporal::Until(first, second) => {
                let (first, second) = (self.part(first), self.part(second));
                self.operators.push(Operator::Until(first, second));
                Part::Operator(self.operators.len() - 1)
            }
        })
    }

    /// The bits of a state before a step: those after it decide them, inner operators first.
    fn before(&self, truth: &[bool], (next_truth, next): (&[bool], u32)) -> u32 {
        let operators = self.operators.iter().enumerate();
        operators.fold(0, |bits, (position, operator)| {
            let value = match operator {
                Operator::Next(part) => part.value(next_truth, next),
                Operator::Until(first, second) => {
                    second.value(truth, bits)
                        || first.value(truth, bits) && next >> position & 1 == 1
                }
            };
            bits | u32::from(value) << position
        })
    }

    /// The marks of the tester in a state: what is waited for has come, or is not waited for.
    fn marks(&self, truth: &[bool], bits: u32) -> u64 {
        let untils = self.operators.iter().enumerate();
        let untils = untils.filter_map(|(position, operator)| match operator {
            Operator::Until(_, second) => Some((position, second)),
            Operator::Next(_) => None,
        });
        untils
            .enumerate()
            .fold(0, |marks, (mark, (position, second))| {
                let settled = bits >> position & 1 == 0 || second.value(truth, bits);
                marks | u64::from(settled) << mark
            })
    }

    /// The runs of the program that violate the formula.
    fn product(
        &self,
        runs: &Automaton,
        truths: &[Vec<bool>],
        turns: u32,
        marks: u32,
    ) -> Result<Automaton, Rejected> {
        let operators = self.operators.len() as u32;
        let values = 1_u32 << operators;
        let truth = |state: u32| &truths[((state - 1) / turns) as usize][..];
        let large = || broken("Automaton", "the product is too large");
        let states = runs.states().checked_mul(values).ok_or_else(large)?;
        let mut transitions = Vec::new();
        for step in runs.transitions() {
            for next in 0..values {
                let to = step.to * values + next;
                if step.from == 0 {
                    if !self.whole.value(truth(step.to), next) {
                        transitions.push(Transition {
                            from: 0,
                            letter: 0,
                            to,
                            marks: 0,
                        });
                    }
                    continue;
                }
                let here = truth(step.from);
                let bits = self.before(here, (truth(step.to), next));
                transitions.push(Transition {
                    from: step.from * values + bits,
                    letter: 0,
                    to,
                    // Without temporal operators there is nothing to shift, perhaps by 64.
                    marks: step.marks | self.marks(here, bits).checked_shl(marks).unwrap_or(0),
                });
            }
        }
        let untils = self.operators.iter();
        let untils = untils.filter(|operator| matches!(operator, Operator::Until(..)));
        let more = (marks..).zip(untils).map(|(mark, _)| Acceptance::Inf(mark));
        let own = match runs.acceptance() {
            Acceptance::All(parts) => parts.clone(),
            other => vec![other.clone()],
        };
        let acceptance = Acceptance::All(own.into_iter().chain(more).collect());
        let made = Automaton::new(1, states, vec![0], transitions, acceptance);
        made.map_err(|error| broken("Automaton", error.to_string()))
    }
}

impl Part {
    fn value(&self, truth: &[bool], bits: u32) -> bool {
        match self {
            Part::State(position) => truth[*position],
            Part::Not(part) => !part.value(truth, bits),
            Part::All(parts) => parts.iter().all(|part| part.value(truth, bits)),
            Part::Any(parts) => parts.iter().any(|part| part.value(truth, bits)),
            Part::Operator(position) => bits >> position & 1 == 1,
        }
    }
}
