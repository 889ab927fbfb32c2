//! Temporal testers (papers/004, section 7): an automaton runs together with predictions about the
//! rest of its own run.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The most temporal operators of a tester: each doubles the states.
pub const MAX_OPERATORS: u32 = 16;

/// A tester: the next automaton of the chain is the one before it together with truth values for
/// the temporal operators among the parts.
///
/// The operators are numbered in the order of the parts. A state of the next automaton is one of
/// the automaton before with the truth values as bits: its number times two to the number of
/// operators, plus the bits. It is initial with all bits where that state is. Along a step, what
/// holds before it follows from the step and from what holds after it. After the marks of the
/// acceptance before, each `until` has one, for steps with which it is false or its second part
/// true, and all of these are to come infinitely often.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tester {
    /// What it predicts, in words for readers. Nothing depends on it.
    pub formula: String,
    /// Parts come after those that they speak of.
    pub parts: Vec<TesterPart>,
}

/// Something that is true or false at each step of a run. Other parts are known by their position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TesterPart {
    /// The letter of the step is one of these.
    Letters(Vec<u32>),
    /// The step begins in one of these states.
    States(Vec<u32>),
    /// The part is false.
    Not(u32),
    /// All of the parts are true.
    All(Vec<u32>),
    /// One of the parts is true.
    Any(Vec<u32>),
    /// The part is true at the next step. It is one that does not depend on the letter of a step,
    /// since that is not known before the step.
    Next(u32),
    /// The second part is true at this or a later step, and the first one at all steps before.
    Until(u32, u32),
}

impl TesterPart {
    /// Whether it is a temporal operator.
    #[must_use]
    pub fn is_operator(&self) -> bool {
        matches!(self, TesterPart::Next(_) | TesterPart::Until(..))
    }
}

impl Tester {
    /// The number of temporal operators.
    #[must_use]
    pub fn operators(&self) -> usize {
        let operators = self.parts.iter();
        operators.filter(|part| part.is_operator()).count()
    }

    /// Whether it speaks of letters.
    #[must_use]
    pub fn speaks_of_letters(&self) -> bool {
        let mut parts = self.parts.iter();
        parts.any(|part| matches!(part, TesterPart::Letters(_)))
    }
}
