//! Rules for fair simulation: each move has an answer that comes closer to the next goal, unless
//! the first automaton misses a goal of its own.

use budget::Budget;
use evidence::inclusion::{FairSimulation, Ranked};
use question::automaton::Automaton;
use rustc_hash::FxHashMap;

use crate::{Rejected, broken};

/// A rank and the goal that is missed where it stays.
type Rank = (u32, Option<u32>);

struct Rules<'a> {
    first: &'a Automaton,
    second: &'a Automaton,
    lookahead: u32,
    hopeless: FxHashMap<u32, Rank>,
    goals: Vec<FxHashMap<(u32, u32), Rank>>,
    /// For each goal the mark of the second automaton that reaches it; none where it has no goals
    /// and every step reaches the only one.
    marks: Vec<Option<u64>>,
}

/// Checks the strategy and returns the number of answers that were looked at.
pub(super) fn check(
    first: &Automaton,
    second: &Automaton,
    simulation: &FairSimulation,
    budget: &Budget,
) -> Result<usize, Rejected> {
    let rules = Rules::new(first, second, simulation)?;
    rules.rule_hopeless()?;
    rules.rule_initial()?;
    let mut meter = budget.meter();
    let mut obligations = 0;
    for (goal, pairs) in simulation.goals.iter().enumerate() {
        for pair in pairs {
            meter.tick()?;
            obligations += rules.rule_answers(goal, pair)?;
        }
    }
    Ok(obligations)
}

/// The longest lookahead that is checked: all words of that length may have to be followed.
const MOST_LOOKAHEAD: u32 = 64;

impl<'a> Rules<'a> {
    fn new(
        first: &'a Automaton,
        second: &'a Automaton,
        simulation: &FairSimulation,
    ) -> Result<Self, Rejected> {
        let own = super::goals("Goals", first)?;
        let marks: Vec<Option<u64>> = match super::goals("Goals", second)? {
            0 => vec![None],
            count => (0..count).map(|goal| Some(1 << goal)).collect(),
        };
        if simulation.goals.len() != marks.len() {
            return Err(broken("Goals", "there is not one part for each goal"));
        }
        if simulation.lookahead == 0 {
            return Err(broken("Lookahead", "a step cannot be answered unseen"));
        }
        if simulation.lookahead > MOST_LOOKAHEAD {
            return Err(broken("Lookahead", "nobody looks so far ahead"));
        }
        let state = |automaton: &Automaton, state: u32| match state < automaton.states() {
            true => Ok(state),
            false => Err(Rejected::Dangling {
                what: "state",
                position: state,
            }),
        };
        let missed = |missed: Option<u32>| match missed {
            Some(goal) if goal >= own => Err(Rejected::Dangling {
                what: "goal",
                position: goal,
            }),
            missed => Ok(missed),
        };
        let mut hopeless = FxHashMap::default();
        for entry in &simulation.hopeless {
            let rank = (entry.rank, missed(entry.missed)?);
            if hopeless.insert(state(first, entry.state)?, rank).is_some() {
                return Err(broken("Hopeless", "a state occurs twice"));
            }
        }
        let mut goals = Vec::new();
        for pairs in &simulation.goals {
            let mut ranks = FxHashMap::default();
            for pair in pairs {
                let key = (state(first, pair.from)?, state(second, pair.to)?);
                if ranks
                    .insert(key, (pair.rank, missed(pair.missed)?))
                    .is_some()
                {
                    return Err(broken("Pairs", "a pair occurs twice"));
                }
            }
            goals.push(ranks);
        }
        Ok(Rules {
            first,
            second,
            lookahead: simulation.lookahead,
            hopeless,
            goals,
            marks,
        })
    }

    /// A run that is hopeless stays so, and misses a goal.
    fn rule_hopeless(&self) -> Result<(), Rejected> {
        for (state, rank) in &self.hopeless {
            for transition in self.first.from(*state) {
                let next = self.hopeless.get(&transition.to);
                if !next.is_some_and(|next| closer(*rank, *next, transition.marks)) {
                    let (from, to) = (state, transition.to);
                    return Err(broken("Hopeless", format!("from state {from} to {to}")));
                }
            }
        }
        Ok(())
    }

    /// For each initial state that is not hopeless there is an initial state to answer with.
    fn rule_initial(&self) -> Result<(), Rejected> {
        let answered = |from: &u32| {
            let known = |to: &u32| self.goals[0].contains_key(&(*from, *to));
            self.hopeless.contains_key(from) || self.second.initial().iter().any(known)
        };
        match self.first.initial().iter().find(|from| !answered(from)) {
            None => Ok(()),
            Some(state) => Err(broken("Initial", format!("state {state}"))),
        }
    }

    /// Whatever the first automaton does next, some of it can be answered.
    fn rule_answers(&self, goal: usize, pair: &Ranked) -> Result<usize, Rejected> {
        let position = Position {
            goal,
            rank: (pair.rank, pair.missed),
            state: pair.from,
            marks: 0,
            depth: 0,
        };
        let mut obligations = 0;
        match self.answers(position, &[(pair.to, false)], &mut obligations) {
            true => Ok(obligations),
            false => Err(broken(
                "Answer",
                format!("goal {goal}, states {} and {}", pair.from, pair.to),
            )),
        }
    }

    /// Whether all continuations of the path to this position have an answer; `reached` are the
    /// states of the second automaton after the same word, and whether the goal was passed.
    fn answers(&self, at: Position, reached: &[(u32, bool)], obligations: &mut usize) -> bool {
        self.first.from(at.state).iter().all(|transition| {
            *obligations += 1;
            let position = Position {
                state: transition.to,
                marks: at.marks | transition.marks,
                depth: at.depth + 1,
                ..at
            };
            if self.hopeless.contains_key(&transition.to) {
                return true;
            }
            let mut next: Vec<(u32, bool)> = Vec::new();
            for (state, passed) in reached {
                for answer in self.second.reading(*state, transition.letter) {
                    let mark = self.marks[at.goal].is_none_or(|mark| answer.marks & mark != 0);
                    let reached = (answer.to, *passed || mark);
                    if self.is_answer(position, reached) {
                        return true;
                    }
                    next.push(reached);
                }
            }
            next.sort_unstable();
            next.dedup();
            position.depth < self.lookahead
                && !next.is_empty()
                && self.answers(position, &next, obligations)
        })
    }

    /// Whether the second automaton may stop here and wait for the next step.
    fn is_answer(&self, at: Position, (to, passed): (u32, bool)) -> bool {
        let key = (at.state, to);
        let next_goal = (at.goal + 1) % self.goals.len();
        passed && self.goals[next_goal].contains_key(&key)
            || self.goals[at.goal]
                .get(&key)
                .is_some_and(|next| closer(at.rank, *next, at.marks))
    }
}

/// Where a path of the first automaton has come to.
#[derive(Clone, Copy)]
struct Position {
    goal: usize,
    rank: Rank,
    state: u32,
    marks: u64,
    depth: u32,
}

/// Whether the rank falls, or stays while the goal is missed.
fn closer((rank, missed): Rank, (next, still_missed): Rank, marks: u64) -> bool {
    next < rank
        || next == rank
            && missed == still_missed
            && missed.is_some_and(|goal| marks & (1 << goal) == 0)
}
