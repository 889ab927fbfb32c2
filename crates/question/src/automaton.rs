//! Automata on infinite words, with letters on transitions.
//!
//! States and letters are numbers; what a letter means is known to whoever made the automaton.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The most sets of marks that an automaton can have.
pub const MAX_MARKS: u32 = 64;

/// One step of an automaton.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
pub struct Transition {
    /// Where it starts.
    pub from: u32,
    /// The letter that it reads.
    pub letter: u32,
    /// Where it leads.
    pub to: u32,
    /// The sets of acceptance that it belongs to, one bit for each.
    pub marks: u64,
}

/// When an infinite run is accepted, said of the marks of its transitions.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Acceptance {
    /// Transitions with this mark are taken infinitely often.
    Inf(u32),
    /// Transitions with this mark are taken finitely often.
    Fin(u32),
    /// All of these; without any, always.
    All(Vec<Acceptance>),
    /// One of these; without any, never.
    Any(Vec<Acceptance>),
}

/// One way to satisfy an acceptance: all marks of the one set infinitely often, none of the other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Disjunct {
    /// The marks that must come again and again.
    pub inf: u64,
    /// The marks that must end.
    pub fin: u64,
}

impl Acceptance {
    /// Generalised Büchi acceptance: so many marks, each infinitely often.
    #[must_use]
    pub fn justice(goals: u32) -> Self {
        Acceptance::All((0..goals).map(Acceptance::Inf).collect())
    }

    /// Whether a run is accepted that has exactly these marks infinitely often.
    #[must_use]
    pub fn accepts(&self, infinitely_often: u64) -> bool {
        match self {
            Acceptance::Inf(mark) => infinitely_often & bit(*mark) != 0,
            Acceptance::Fin(mark) => infinitely_often & bit(*mark) == 0,
            Acceptance::All(parts) => parts.iter().all(|part| part.accepts(infinitely_often)),
            Acceptance::Any(parts) => parts.iter().any(|part| part.accepts(infinitely_often)),
        }
    }

    /// The acceptance as a disjunction; none where there are more than `limit` disjuncts.
    #[must_use]
    pub fn disjuncts(&self, limit: usize) -> Option<Vec<Disjunct>> {
        let mut found = match self {
            Acceptance::Inf(mark) => vec![Disjunct {
                inf: bit(*mark),
                fin: 0,
            }],
            Acceptance::Fin(mark) => vec![Disjunct {
                inf: 0,
                fin: bit(*mark),
            }],
            Acceptance::All(parts) => {
                let mut product = vec![Disjunct { inf: 0, fin: 0 }];
                for part in parts {
                    let part = part.disjuncts(limit)?;
                    let joined = product.iter().flat_map(|a| {
                        part.iter().map(|b| Disjunct {
                            inf: a.inf | b.inf,
                            fin: a.fin | b.fin,
                        })
                    });
                    product = minimal(joined.collect());
                    if product.len() > limit {
                        return None;
                    }
                }
                product
            }
            Acceptance::Any(parts) => {
                let mut sum = Vec::new();
                for part in parts {
                    sum.extend(part.disjuncts(limit)?);
                    sum = minimal(sum);
                    if sum.len() > limit {
                        return None;
                    }
                }
                sum
            }
        };
        found.retain(|disjunct| disjunct.inf & disjunct.fin == 0);
        Some(minimal(found))
    }

    /// The largest mark that it speaks of, plus one.
    #[must_use]
    pub fn mark_count(&self) -> u32 {
        match self {
            Acceptance::Inf(mark) | Acceptance::Fin(mark) => mark.saturating_add(1),
            Acceptance::All(parts) | Acceptance::Any(parts) => {
                parts.iter().map(Acceptance::mark_count).max().unwrap_or(0)
            }
        }
    }
}

/// The disjuncts that are not stronger than another one, in order.
fn minimal(mut disjuncts: Vec<Disjunct>) -> Vec<Disjunct> {
    disjuncts.sort_unstable();
    disjuncts.dedup();
    let implied = |a: &Disjunct, b: &Disjunct| b.inf & !a.inf == 0 && b.fin & !a.fin == 0;
    let kept: Vec<Disjunct> = disjuncts
        .iter()
        .filter(|a| !disjuncts.iter().any(|b| *a != b && implied(a, b)))
        .copied()
        .collect();
    kept
}

fn bit(mark: u32) -> u64 {
    1_u64.checked_shl(mark).unwrap_or(0)
}

/// An automaton on infinite words.
///
/// Invariants: initial states, transitions and marks refer to what the automaton has; transitions
/// are in order and occur once.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "AutomatonData", into = "AutomatonData")]
pub struct Automaton {
    letters: u32,
    states: u32,
    initial: Vec<u32>,
    transitions: Vec<Transition>,
    acceptance: Acceptance,
    /// Where the transitions of a state begin; one entry more than there are states.
    first: Vec<u32>,
}

/// Why something is no automaton.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoAutomaton {
    /// A state that there is not.
    #[error("state {0} does not exist")]
    State(u32),
    /// A letter that there is not.
    #[error("letter {0} does not exist")]
    Letter(u32),
    /// A mark beyond [`MAX_MARKS`].
    #[error("mark {0} is too large")]
    Mark(u32),
    /// More transitions than can be numbered.
    #[error("there are too many transitions")]
    TooMany,
}

impl Automaton {
    /// An automaton from its parts.
    ///
    /// # Errors
    /// Where the parts do not fit.
    pub fn new(
        letters: u32,
        states: u32,
        mut initial: Vec<u32>,
        mut transitions: Vec<Transition>,
        acceptance: Acceptance,
    ) -> Result<Self, NoAutomaton> {
        initial.sort_unstable();
        initial.dedup();
        transitions.sort_unstable();
        transitions.dedup();
        if u32::try_from(transitions.len()).is_err() || states == u32::MAX {
            return Err(NoAutomaton::TooMany);
        }
        if let Some(state) = initial.iter().find(|state| **state >= states) {
            return Err(NoAutomaton::State(*state));
        }
        for transition in &transitions {
            if transition.letter >= letters {
                return Err(NoAutomaton::Letter(transition.letter));
            }
            if let Some(state) = [transition.from, transition.to]
                .iter()
                .find(|state| **state >= states)
            {
                return Err(NoAutomaton::State(*state));
            }
        }
        if acceptance.mark_count() > MAX_MARKS {
            return Err(NoAutomaton::Mark(acceptance.mark_count() - 1));
        }
        let mut first = vec![0_u32; states as usize + 1];
        for transition in &transitions {
            first[transition.from as usize + 1] += 1;
        }
        for state in 0..states as usize {
            first[state + 1] += first[state];
        }
        Ok(Automaton {
            letters,
            states,
            initial,
            transitions,
            acceptance,
            first,
        })
    }

    /// The number of letters.
    #[must_use]
    pub fn letters(&self) -> u32 {
        self.letters
    }

    /// The number of states.
    #[must_use]
    pub fn states(&self) -> u32 {
        self.states
    }

    /// The states in which a run can start.
    #[must_use]
    pub fn initial(&self) -> &[u32] {
        &self.initial
    }

    /// All transitions, in the order of states, then letters.
    #[must_use]
    pub fn transitions(&self) -> &[Transition] {
        &self.transitions
    }

    /// The transitions of a state, in the order of letters.
    #[must_use]
    #[inline]
    pub fn from(&self, state: u32) -> &[Transition] {
        let (start, end) = (
            self.first[state as usize] as usize,
            self.first[state as usize + 1] as usize,
        );
        &self.transitions[start..end]
    }

    /// The transitions of a state that read a letter.
    #[must_use]
    pub fn reading(&self, state: u32, letter: u32) -> &[Transition] {
        let all = self.from(state);
        let start = all.partition_point(|transition| transition.letter < letter);
        let length = all[start..].partition_point(|transition| transition.letter == letter);
        &all[start..start + length]
    }

    /// When a run is accepted.
    #[must_use]
    pub fn acceptance(&self) -> &Acceptance {
        &self.acceptance
    }

    /// The number of goals where the acceptance is generalised Büchi acceptance in its plain form:
    /// each of the marks from 0 on infinitely often.
    #[must_use]
    pub fn goals(&self) -> Option<u32> {
        let Acceptance::All(parts) = &self.acceptance else {
            return None;
        };
        let goals = u32::try_from(parts.len()).ok()?;
        (*parts == Vec::from_iter((0..goals).map(Acceptance::Inf))).then_some(goals)
    }
}

/// An automaton as it is written to a file.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct AutomatonData {
    letters: u32,
    states: u32,
    initial: Vec<u32>,
    transitions: Vec<Transition>,
    acceptance: Acceptance,
}

impl From<Automaton> for AutomatonData {
    fn from(automaton: Automaton) -> Self {
        AutomatonData {
            letters: automaton.letters,
            states: automaton.states,
            initial: automaton.initial,
            transitions: automaton.transitions,
            acceptance: automaton.acceptance,
        }
    }
}

impl TryFrom<AutomatonData> for Automaton {
    type Error = NoAutomaton;

    fn try_from(data: AutomatonData) -> Result<Self, NoAutomaton> {
        Automaton::new(
            data.letters,
            data.states,
            data.initial,
            data.transitions,
            data.acceptance,
        )
    }
}
