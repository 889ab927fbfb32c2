//! Temporal testers (papers/004, sections 1 and 8): a program runs together with truth values for the
//! temporal operators of a formula. [`Satisfaction`](evidence::inclusion::Satisfaction) says how the
//! product is numbered.

use budget::Budget;
use evidence::Reason;
use evidence::tester::{Tester, TesterPart};
use logic::Term;
use question::Temporal;
use question::automaton::{Acceptance, Automaton, Transition};

use crate::system::System;

/// A part of a formula: a term, a temporal operator, or a connective.
enum Node {
    Term(usize),
    Operator(usize),
    Not(usize),
    All(Vec<usize>),
    Any(Vec<usize>),
}

/// A temporal operator over parts.
pub(crate) enum Operator {
    Next(usize),
    Until(usize, usize),
}

/// A formula taken apart; parts come before those that they are part of.
pub(crate) struct Formula<'a> {
    nodes: Vec<Node>,
    terms: Vec<&'a Term>,
    pub(crate) operators: Vec<Operator>,
}

impl<'a> Formula<'a> {
    pub(crate) fn of(formula: &'a Temporal) -> Self {
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
    pub(crate) fn bits(&self) -> usize {
        self.operators.len()
    }

    /// The values of the terms in each state.
    pub(crate) fn truths(&self, system: &System) -> Result<Vec<Vec<bool>>, Reason> {
        let states = system.states.iter().map(|state| {
            let model = system.model(state);
            let truth = self.terms.iter().map(|term| model.holds(term));
            let truth = truth.collect::<Result<Vec<bool>, _>>();
            truth.map_err(|error| Reason::Incomplete(error.to_string()))
        });
        states.collect()
    }

    /// The tester that watches the formula, where `holds` says for each term and each of so many
    /// states of an automaton whether the one holds in the other.
    pub(crate) fn tester(&self, states: u32, holds: &dyn Fn(usize, u32) -> bool) -> Tester {
        let number = |part: usize| part as u32;
        let numbers = |parts: &[usize]| parts.iter().map(|part| number(*part)).collect();
        let parts = self.nodes.iter().map(|node| match node {
            Node::Term(term) => {
                TesterPart::States((0..states).filter(|state| holds(*term, *state)).collect())
            }
            Node::Not(part) => TesterPart::Not(number(*part)),
            Node::All(parts) => TesterPart::All(numbers(parts)),
            Node::Any(parts) => TesterPart::Any(numbers(parts)),
            Node::Operator(operator) => match self.operators[*operator] {
                Operator::Next(part) => TesterPart::Next(number(part)),
                Operator::Until(first, second) => TesterPart::Until(number(first), number(second)),
            },
        });
        Tester {
            formula: "the formula of the claim".to_owned(),
            parts: parts.collect(),
        }
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
pub(crate) fn product<'t>(
    formula: &Formula,
    runs: &Automaton,
    truth: &dyn Fn(u32) -> &'t [bool],
    budget: &Budget,
) -> Result<Automaton, Reason> {
    let marks = runs.acceptance().mark_count();
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
                        to,
                        ..*step
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
                letter: step.letter,
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
    let made = Automaton::new(
        runs.letters(),
        states,
        vec![0],
        transitions,
        Acceptance::All(parts),
    );
    made.map_err(|error| Reason::Incomplete(error.to_string()))
}
