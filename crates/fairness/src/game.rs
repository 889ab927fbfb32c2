//! The game of fair simulation as a generalised Streett[1] game (papers/004, formula (2)), explicit,
//! with lookahead.
//!
//! In place of the paper's sets of states, transitions carry the goals: a step of the game belongs
//! to goal `i` where the second automaton's transition has mark `i`. With lookahead, a step is a
//! short path of the first automaton; the second one may answer any beginning of it. What formula
//! (2) calls `Z`, `Y` and `X` are sets of pairs here under the same names; the order in which pairs
//! enter `Y` becomes their rank.

mod ranks;
mod used;
mod work;

use std::cell::Cell;

use budget::{Budget, Exhausted};
use question::automaton::{Automaton, Transition};

use crate::bits::Pairs;
use crate::components::components;
use ranks::Ranks;
use work::{Effort, Stop, Work, before, index};

/// The most pairs of states that are laid out: a rank for each takes 2 GiB.
const PAIRS: u64 = 1 << 29;

/// A game between two viable automata with generalised Büchi acceptance.
pub(crate) struct Game<'a> {
    first: &'a Automaton,
    second: &'a Automaton,
    lookahead: u32,
    /// The goals of the first automaton.
    own_goals: u32,
    /// For each goal of the second automaton its mark; none where it has no goals.
    marks: Vec<Option<u64>>,
    /// For each state of the first automaton those from which it is reached within the lookahead.
    before: Vec<Vec<u32>>,
    /// The states of the first automaton, those that are reached last first.
    order: Vec<u32>,
    /// For each goal of the first automaton the states that have a step without its mark.
    missing: Vec<Vec<u32>>,
    /// Where the second automaton's transitions for a state and a letter begin, state by state; one
    /// entry more than there are such pairs. None where that would be too large.
    answers: Option<Vec<u32>>,
    /// The steps that were looked at.
    steps: Cell<u64>,
}

/// What came out of a game.
pub(crate) enum Solved {
    /// The second automaton simulates the first fairly.
    Wins(Strategy),
    /// It does not.
    Loses,
    /// It was not found out with the effort that was allowed.
    TooLong,
}

/// A winning strategy.
pub(crate) struct Strategy {
    ranks: Vec<Ranks>,
}

/// A place on a path of the first automaton.
#[derive(Clone, Copy)]
struct Path {
    goal: usize,
    state: u32,
    marks: u64,
    depth: u32,
}

/// An end of an answer: the state of the second automaton, and whether the goal was passed.
type Reached = (u32, bool);

impl<'a> Game<'a> {
    pub(crate) fn new(first: &'a Automaton, second: &'a Automaton, lookahead: u32) -> Self {
        let goals = |automaton: &Automaton| automaton.goals().unwrap_or(0);
        let marks = match goals(second) {
            0 => vec![None],
            count => (0..count).map(|goal| Some(1 << goal)).collect(),
        };
        let component = components(first);
        let mut order: Vec<u32> = (0..first.states()).collect();
        order.sort_unstable_by_key(|state| component[*state as usize]);
        let missing = (0..goals(first)).map(|goal| {
            let misses = |state: &u32| {
                let mut steps = first.from(*state).iter();
                steps.any(|step| step.marks & (1 << goal) == 0)
            };
            (0..first.states()).filter(misses).collect()
        });
        Game {
            first,
            second,
            lookahead,
            own_goals: goals(first),
            marks,
            before: before(first, lookahead),
            missing: missing.collect(),
            order,
            answers: index(second),
            steps: Cell::new(0),
        }
    }

    /// A strategy from all initial states, where there is one.
    /// Gives up where it would look at more than `effort` steps.
    pub(crate) fn solve(&self, effort: u64, budget: &Budget) -> Result<Solved, Exhausted> {
        let pairs = u64::from(self.first.states()) * u64::from(self.second.states());
        if pairs > PAIRS {
            return Ok(Solved::TooLong);
        }
        self.steps.set(0);
        let mut meter = Effort {
            meter: budget.meter(),
            steps: &self.steps,
            counted: 0,
            most: effort,
        };
        match self.attempt(&mut meter) {
            Ok(Some(strategy)) => Ok(Solved::Wins(strategy)),
            Ok(None) => Ok(Solved::Loses),
            Err(Stop::Effort) => Ok(Solved::TooLong),
            Err(Stop::Budget(exhausted)) => Err(exhausted),
        }
    }

    fn attempt(&self, meter: &mut Effort) -> Result<Option<Strategy>, Stop> {
        let mut simulation = self.reachable(meter)?;
        let follows = |path: Path, reached: &[Reached], set: &Pairs| {
            self.answers(path, reached, &|path, (to, _)| set.has(path.state, to))
        };
        let none = Pairs::none(self.first.states() as usize, self.second.states() as usize);
        let all = Work::all(&self.order);
        self.shrink(&mut simulation, (&none, all), &follows, meter)?;
        if !self.wins(&simulation) {
            return Ok(None);
        }
        let goals = self.marks.len();
        let mut z = vec![simulation; goals];
        let mut ranks: Vec<Ranks> = vec![Ranks::default(); goals];
        let (mut goal, mut stable) = (0, 0);
        while stable < goals {
            let (y, of_goal) = self.reaching(goal, &z, meter)?;
            stable = if y == z[goal] { stable + 1 } else { 0 };
            ranks[goal] = of_goal;
            z[goal] = y;
            if !self.wins(&z[goal]) {
                return Ok(None);
            }
            goal = (goal + 1) % goals;
        }
        Ok(Some(Strategy { ranks }))
    }

    /// The pairs from which a goal is reached, or a goal of the first automaton missed: the least
    /// fixpoint `Y` for one `Z`.
    fn reaching(
        &self,
        goal: usize,
        z: &[Pairs],
        meter: &mut Effort,
    ) -> Result<(Pairs, Ranks), Stop> {
        let next = &z[(goal + 1) % z.len()];
        let (rows, columns) = (self.first.states() as usize, self.second.states() as usize);
        let mut y = Pairs::none(rows, columns);
        let mut ranks = Ranks::new(rows, columns);
        let all = Work::all(&self.order);
        self.attract(goal, (&z[goal], next), (&mut y, &mut ranks), all, meter)?;
        let (mut missed, mut fruitless) = (0, 0);
        while fruitless < self.own_goals {
            // A state whose steps all have the mark misses the goal nowhere: from its pairs, what
            // could stay is attracted.
            let missing = &self.missing[missed as usize];
            let mut x = y.clone();
            let mut work = Work::none(&self.order);
            for state in missing {
                x.copy_row(*state, &z[goal]);
            }
            work.extend(missing);
            let mark = 1 << missed;
            let stays = |path: Path, reached: &[Reached], x: &Pairs| {
                self.answers(Path { goal, ..path }, reached, &|path, (to, passed)| {
                    passed && next.has(path.state, to)
                        || y.has(path.state, to)
                        || path.marks & mark == 0 && x.has(path.state, to)
                })
            };
            self.shrink(&mut x, (&y, work), &stays, meter)?;
            fruitless += 1;
            if x != y {
                fruitless = 0;
                let stamp = ranks.stamp(Some(missed));
                let mut work = Work::none(&self.order);
                for state in missing {
                    let mut grown = false;
                    for to in x.columns_without(*state, &y) {
                        ranks.set(*state, to, stamp);
                        grown = true;
                    }
                    if grown {
                        work.extend(&self.before[*state as usize]);
                    }
                }
                y = x;
                self.attract(goal, (&z[goal], next), (&mut y, &mut ranks), work, meter)?;
            }
            missed = (missed + 1) % self.own_goals;
        }
        Ok((y, ranks))
    }

    /// Adds the pairs of `within` from which every move can be answered into `y`, or through the
    /// goal into `next`, as long as there are any: first those of states that are waiting.
    fn attract(
        &self,
        goal: usize,
        (within, next): (&Pairs, &Pairs),
        (y, ranks): (&mut Pairs, &mut Ranks),
        mut work: Work,
        meter: &mut Effort,
    ) -> Result<(), Stop> {
        while let Some(state) = work.next() {
            let mut found = Vec::new();
            for to in within.columns_without(state, y) {
                meter.tick()?;
                let path = Path::at(goal, state);
                let wins = self.answers(path, &[(to, false)], &|path, (to, passed)| {
                    passed && next.has(path.state, to) || y.has(path.state, to)
                });
                if wins {
                    found.push(to);
                }
            }
            if found.is_empty() {
                continue;
            }
            let stamp = ranks.stamp(None);
            for to in found {
                y.insert(state, to);
                ranks.set(state, to, stamp);
            }
            work.extend(&self.before[state as usize]);
        }
        Ok(())
    }

    /// Removes pairs that do not stay, but for those that are kept, as long as there are any: first
    /// those of states that are waiting.
    fn shrink(
        &self,
        set: &mut Pairs,
        (kept, mut work): (&Pairs, Work),
        stays: &impl Fn(Path, &[Reached], &Pairs) -> bool,
        meter: &mut Effort,
    ) -> Result<(), Stop> {
        let mut gone = Vec::new();
        while let Some(state) = work.next() {
            for to in set.columns_without(state, kept) {
                meter.tick()?;
                if !stays(Path::at(0, state), &[(to, false)], set) {
                    gone.push(to);
                }
            }
            if !gone.is_empty() {
                for to in gone.drain(..) {
                    set.remove(state, to);
                }
                work.extend(&self.before[state as usize]);
            }
        }
        Ok(())
    }

    /// The pairs that are reached by a common word.
    fn reachable(&self, meter: &mut Effort) -> Result<Pairs, Stop> {
        let (rows, columns) = (self.first.states() as usize, self.second.states() as usize);
        let mut found = Pairs::none(rows, columns);
        let mut open = Vec::new();
        for from in self.first.initial() {
            for to in self.second.initial() {
                found.insert(*from, *to);
                open.push((*from, *to));
            }
        }
        while let Some((from, to)) = open.pop() {
            self.steps.set(self.steps.get() + 1);
            meter.tick()?;
            for step in self.first.from(from) {
                for answer in self.reading(to, step.letter) {
                    if found.insert(step.to, answer.to) {
                        open.push((step.to, answer.to));
                    }
                }
            }
        }
        Ok(found)
    }

    /// Whether all initial states of the first automaton have a partner.
    fn wins(&self, set: &Pairs) -> bool {
        let partner = |from: u32| self.second.initial().iter().any(|to| set.has(from, *to));
        self.first.initial().iter().all(|from| partner(*from))
    }

    /// Whether every path from here has a beginning whose answer ends well.
    fn answers<E: Fn(Path, Reached) -> bool>(
        &self,
        at: Path,
        reached: &[Reached],
        ends_well: &E,
    ) -> bool {
        let mark = self.marks[at.goal];
        self.steps.set(self.steps.get() + reached.len() as u64);
        for step in self.first.from(at.state) {
            let path = at.after(step.to, step.marks);
            if self.ends_well(path, step.letter, reached, mark, ends_well) {
                continue;
            }
            if path.depth >= self.lookahead {
                return false;
            }
            let mut ends: Vec<Reached> = Vec::new();
            for (state, passed) in reached {
                for answer in self.reading(*state, step.letter) {
                    ends.push((answer.to, *passed || passes(mark, answer)));
                }
            }
            ends.sort_unstable();
            ends.dedup();
            if ends.is_empty() || !self.answers(path, &ends, ends_well) {
                return false;
            }
        }
        true
    }

    /// Whether an answer to a letter ends well.
    fn ends_well<E: Fn(Path, Reached) -> bool>(
        &self,
        path: Path,
        letter: u32,
        reached: &[Reached],
        mark: Option<u64>,
        ends_well: &E,
    ) -> bool {
        for (state, passed) in reached {
            for answer in self.reading(*state, letter) {
                if ends_well(path, (answer.to, *passed || passes(mark, answer))) {
                    return true;
                }
            }
        }
        false
    }

    /// The second automaton's transitions from a state under a letter.
    #[inline]
    fn reading(&self, state: u32, letter: u32) -> &'a [Transition] {
        let Some(answers) = &self.answers else {
            return self.second.reading(state, letter);
        };
        let at = state as usize * self.second.letters() as usize + letter as usize;
        &self.second.transitions()[answers[at] as usize..answers[at + 1] as usize]
    }
}

/// Whether an answer passes a goal.
#[inline]
fn passes(mark: Option<u64>, answer: &Transition) -> bool {
    mark.is_none_or(|mark| answer.marks & mark != 0)
}

impl Path {
    fn at(goal: usize, state: u32) -> Self {
        Path {
            goal,
            state,
            marks: 0,
            depth: 0,
        }
    }

    fn after(self, state: u32, marks: u64) -> Self {
        Path {
            state,
            marks: self.marks | marks,
            depth: self.depth + 1,
            ..self
        }
    }
}
