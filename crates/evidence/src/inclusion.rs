//! Evidence about inclusion: is every infinite word of one automaton a word of another?
//!
//! A [`Proof`] is a chain of automata from the first to the second; each [`Link`] says why the
//! language does not shrink. A [`Separation`] is a run of the first automaton, a lasso, whose word
//! the second does not accept; that it does not is a plain computation on the word.

use question::automaton::Automaton;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::StateData;
use crate::tester::Tester;

/// Evidence for or against `A included in B`: the states of both programs, and evidence about the
/// automata that these make up.
///
/// State 0 of an automaton is before the start. After it come the listed states, in order; of a
/// program with `open` variables each twice, first where the environment has its turn, then where
/// the program has. The first letters are those of the start, one for each different set of
/// starts that the specification may choose from, in the order of the concrete states that they
/// belong to; then come the values of the observed variables, in the order in which the listed
/// states show them first, the concrete program's before the specification's. A step reads the
/// letter of the state in which it begins, and has its marks: one for each `justice`, then two for
/// each `compassion`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FairInclusion {
    /// States of the concrete program, closed under steps.
    pub concrete: Vec<StateData>,
    /// States of the specification, closed under steps.
    pub specification: Vec<StateData>,
    /// Why the automaton of the one is included in the other's, or not.
    pub inclusion: Inclusion,
}

/// Evidence for or against `P satisfies` a temporal formula: the states of the program, and evidence
/// on whether the automaton of its fair runs that violate the formula has a word at all.
///
/// The program is an automaton as in [`FairInclusion`]. A run violates the formula if it goes
/// together with truth values for the formula's `next` and `until` parts, the inner ones first,
/// under which the formula is false at the start: a state of the product is a state of the program
/// with these values as bits, the program's state number times two to the number of parts, plus
/// the bits; state 0 stays alone. After the program's marks each `until` has one, for steps from
/// states in which it is false or its second part true (the temporal tester of papers/004). There
/// is one letter. The second automaton has no run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Satisfaction {
    /// States of the program, closed under steps.
    pub states: Vec<StateData>,
    /// Why the product has no word, or one of its runs.
    pub inclusion: Inclusion,
}

/// Evidence for or against an inclusion.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Inclusion {
    /// The language of the first automaton is part of the second's.
    Proof(Proof),
    /// It is not.
    Separation(Separation),
}

/// A chain of inclusions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// The automata between the two, in order.
    pub between: Vec<Automaton>,
    /// Why each automaton of the chain is included in the next: one more than there are automata
    /// between.
    pub links: Vec<Link>,
}

/// Why the language of one automaton is part of the next one's.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Link {
    /// The next simulates it fairly.
    FairSimulation(FairSimulation),
    /// The next predicts for each run in which way it will be accepted.
    Prediction(Prediction),
    /// Its runs are accepted runs of the next.
    Projection(Prediction),
    /// The next is the automaton together with a temporal tester, which constrains nothing.
    Tester(Tester),
    /// Sets of states of the next follow its runs.
    Powersets(Powersets),
    /// It has no word at all.
    Empty(Emptiness),
}

/// Why no run of an automaton is accepted: ranks of the states that can be reached.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Emptiness {
    /// The states that can be reached.
    pub states: Vec<Barren>,
}

/// A state from which no run is accepted. The first rank never grows along a step. Among states of the
/// same rank, the steps between them have some marks, and the acceptance either asks for another one,
/// or forces some of them to end; then the second rank never grows along the steps without these, and
/// so on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Barren {
    /// The state.
    pub state: u32,
    /// As many ranks as it takes.
    pub ranks: Vec<u32>,
}

/// A strategy for the game of fair simulation (papers/004, section 4) between two automata with
/// generalised Büchi acceptance, with ranks instead of fixpoints (formula (2)).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FairSimulation {
    /// How many steps of the first automaton are known before the second must answer some of them.
    pub lookahead: u32,
    /// States of the first automaton from which no run is accepted.
    pub hopeless: Vec<Hopeless>,
    /// For each goal of the second automaton (one where it has none), the pairs from which the goal
    /// is reached, in order.
    pub goals: Vec<Vec<Ranked>>,
}

/// A state from which no run is accepted. Each step leads to a hopeless state of lower rank, or to
/// one of the same rank and the same missed goal without the mark of this goal.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct Hopeless {
    /// The state.
    pub state: u32,
    /// Never grows.
    pub rank: u32,
    /// The goal that is missed where the rank stays.
    pub missed: Option<u32>,
}

/// A pair of states from which the second automaton follows the first one and reaches a goal, unless
/// the first one misses a goal of its own.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct Ranked {
    /// The state of the first automaton.
    pub from: u32,
    /// The state of the second automaton.
    pub to: u32,
    /// Never grows until the goal is reached.
    pub rank: u32,
    /// The first automaton's goal that is missed where the rank stays.
    pub missed: Option<u32>,
}

/// How an automaton with any acceptance and one with generalised Büchi acceptance correspond
/// (papers/004, Theorem 1): a state of the latter is one of the former, with a prediction.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Prediction {
    /// For each state of the automaton with generalised Büchi acceptance the other's.
    pub states: Vec<Predicted>,
}

/// A state with a prediction.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct Predicted {
    /// The state.
    pub state: u32,
    /// The disjunct of the acceptance that the rest of the run is predicted to satisfy, by its
    /// position; none while nothing is predicted.
    pub disjunct: Option<u32>,
}

/// Sets of states that follow every run, and relations that follow every accepted cycle.
///
/// Both automata have one goal. A run of the first automaton is followed by [`Place`]s: a state
/// together with states that the second can reach by the same word. A cycle through an accepting
/// transition leads from a place back to itself, and is followed by [`Arcs`]: pairs of states
/// between which the second automaton can read the cycle's word. In each of these there is a way
/// from the place to an accepting cycle of pairs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Powersets {
    /// The places, those of initial states among them.
    pub places: Vec<Place>,
    /// For each place, and each accepting transition from it, in order, that stays in its
    /// component.
    pub cycles: Vec<Cycle>,
}

/// A state of the first automaton, and states of the second.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The state of the first automaton.
    pub state: u32,
    /// The states of the second automaton, in order.
    pub set: Vec<u32>,
    /// Never grows along transitions, so that a cycle stays in one component.
    pub component: u32,
    /// The places after each transition of the state.
    pub next: Vec<u32>,
}

/// What follows the cycles that begin with one transition.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cycle {
    /// The place where the cycles begin and end.
    pub place: u32,
    /// The first transition, by its position among those of the place's state.
    pub transition: u32,
    /// The relations on the way, the one after the first transition first.
    pub arcs: Vec<Arcs>,
}

/// Pairs of states between which the second automaton can read the word so far.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Arcs {
    /// The place that is reached.
    pub place: u32,
    /// The pairs.
    pub pairs: Vec<Arc>,
    /// The arcs after each transition of the state that stays in the component; none where the
    /// transition leaves it.
    pub next: Vec<Option<u32>>,
}

/// The second automaton can go from a state to a state.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct Arc {
    /// Where it starts.
    pub from: u32,
    /// Where it leads.
    pub to: u32,
    /// Whether it can pass an accepting transition on the way.
    pub accepting: bool,
}

/// A lasso of the first automaton: transitions, by their positions in the automaton.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Separation {
    /// The transitions from an initial state to the cycle.
    pub prefix: Vec<u32>,
    /// The transitions of the cycle, at least one.
    pub cycle: Vec<u32>,
}

impl Inclusion {
    /// What it is and how large, in a few words.
    #[must_use]
    pub fn describe(&self) -> String {
        let count = |number: usize, one: &str| match number {
            1 => format!("1 {one}"),
            number => format!("{number} {one}s"),
        };
        match self {
            Inclusion::Separation(lasso) => format!(
                "lasso of {} and {}",
                count(lasso.prefix.len(), "step"),
                lasso.cycle.len()
            ),
            Inclusion::Proof(proof) => {
                let links = proof.links.iter().map(|link| match link {
                    Link::FairSimulation(simulation) => {
                        let pairs = simulation.goals.iter().map(Vec::len).sum();
                        format!("fair simulation of {}", count(pairs, "pair"))
                    }
                    Link::Prediction(_) => "prediction".to_owned(),
                    Link::Projection(_) => "projection".to_owned(),
                    Link::Tester(tester) => format!("tester for {}", tester.formula),
                    Link::Empty(emptiness) => {
                        format!("no cycle in {}", count(emptiness.states.len(), "state"))
                    }
                    Link::Powersets(powersets) => {
                        format!("powersets at {}", count(powersets.places.len(), "place"))
                    }
                });
                Vec::from_iter(links).join(", ")
            }
        }
    }
}
