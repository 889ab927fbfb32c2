//! The hunt for a loss of Verifier by concrete plays.
//!
//! Winning regions for many moves speak of all states at once, and grow with every move. But where
//! Falsifier wins, it mostly does so with small numbers. So its choices are tried out, one small value
//! after the other, and those of Verifier are followed until each has lost. A lost state teaches more
//! than itself: all states of its place that are lost one move before what is known of the places
//! behind it, which is a small question. States are only the guide.

use budget::Budget;
use games::regions::{Arena, Move, Position, Regions};
use logic::{Model, Quantifier, Sort, Substitution, Term, Value, Var, recursion, values_of};
use rustc_hash::{FxHashMap, FxHashSet};
use smt::{Outcome, Reason, Solver, Strategy as Method};

use crate::arena::{Game, Place};
use crate::refute::smallest;

/// How many moves and how many values for each choice are tried, one pair after the other.
const ROUNDS: [(u32, usize); 8] = [
    (6, 2),
    (10, 2),
    (14, 2),
    (10, 4),
    (18, 2),
    (14, 4),
    (24, 3),
    (32, 6),
];
/// The most combinations of values for the choices of one move.
const MOST_CHOICES: usize = 16;
/// How many values of Verifier's choices in one move are followed until each has lost.
const MOST_REPLIES: usize = 16;
/// The work that is counted for a state, beside that of the solver.
const COST: u64 = 150;

/// Looks for a start from which Falsifier wins; afterwards the regions know it as lost within one
/// move. Returns whether there is one.
pub(crate) fn hunt(
    regions: &mut Regions<Game>,
    vars: &[Var],
    budget: &Budget,
) -> Result<bool, Reason> {
    let start = regions.arena().start();
    let requires = regions.arena().requires().clone();
    let state = smallest(&requires, vars, budget)?;
    let mut hunt = Hunt {
        numbers: numbers(regions.arena()),
        regions,
        vars,
        solver: Solver::new(Method::Incremental),
        width: 0,
        hopes: FxHashMap::default(),
        survived: FxHashMap::default(),
        budget,
    };
    for (moves, width) in ROUNDS {
        hunt.width = width;
        hunt.survived.clear();
        if hunt.is_lost(&start, &state, moves)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The integers that Falsifier tries, the most promising first.
fn numbers(game: &Game) -> Vec<i64> {
    let mut numbers = vec![0, 1, 2, -1, 3];
    for blocks in [&game.source, &game.target] {
        for block in blocks.cfg().locations().flat_map(|at| blocks.from(at)) {
            let updates = block.updates.iter().map(|(_, term)| term);
            for term in updates.chain([&block.guard]) {
                add_literals(term, &mut numbers);
            }
        }
    }
    numbers
}

/// Adds the integers of a term, and those beside them.
fn add_literals(term: &Term, numbers: &mut Vec<i64>) {
    let mut open = vec![term];
    // Shared parts are looked at once: there may be exponentially many ways to them.
    let mut seen = FxHashSet::default();
    while let Some(term) = open.pop() {
        if !seen.insert(term) {
            continue;
        }
        open.extend(term.children());
        if let Some(Value::Int(literal)) = term.as_value()
            && let Some(literal) = literal.to_i64()
        {
            let near = [
                literal,
                literal.saturating_add(1),
                literal.saturating_sub(1),
            ];
            for number in near {
                if !numbers.contains(&number) {
                    numbers.push(number);
                }
            }
        }
    }
}

struct Hunt<'h> {
    regions: &'h mut Regions<Game>,
    vars: &'h [Var],
    solver: Solver,
    numbers: Vec<i64>,
    /// How many values are tried for each choice.
    width: usize,
    /// Where Verifier is not known to lose.
    hopes: FxHashMap<Place, Term>,
    /// The states that Verifier has survived for so many moves.
    survived: FxHashMap<(Place, Vec<Value>), u32>,
    budget: &'h Budget,
}

impl Hunt<'_> {
    fn hope(&mut self, place: &Place) -> Term {
        let arena = self.regions.arena();
        let hope = self.hopes.entry(*place);
        hope.or_insert_with(|| arena.hope(place)).clone()
    }

    /// Whether Falsifier wins from a state within so many moves, as far as the values that are tried
    /// show it.
    fn is_lost(&mut self, place: &Place, state: &Model, moves: u32) -> Result<bool, Reason> {
        self.budget.spend(COST);
        self.budget.check().map_err(Reason::from)?;
        if !holds(state, &self.hope(place)) {
            return Ok(true);
        }
        let (player, steps) = match self.regions.position(place) {
            Position::Over(won) => return Ok(!holds(state, &won)),
            Position::Turn(player, steps) => (player, steps),
        };
        let values = self.vars.iter().filter_map(|var| state.get(var)).cloned();
        let key = (*place, values.collect());
        let known = self.survived.get(&key);
        if moves == 0 || known.is_some_and(|known| *known >= moves) {
            return Ok(false);
        }
        let is_lost = recursion::guard(|| match player {
            Quantifier::Forall => self.wins(&steps, state, moves - 1),
            Quantifier::Exists => self.has_lost(&steps, state, moves - 1),
        })?;
        if is_lost {
            self.learn(place)?;
            return Ok(!holds(state, &self.hope(place)));
        }
        self.survived.insert(key, moves);
        Ok(false)
    }

    /// Learns what is lost at a place by one move.
    fn learn(&mut self, place: &Place) -> Result<(), Reason> {
        let lesson = self.regions.arena().lost().lesson(place);
        let horizon = lesson.map_or(1, |lesson| lesson.horizon);
        let safe = self.regions.region(place, horizon, self.budget)?;
        if safe != self.hope(place) {
            self.regions.arena_mut().learn(*place, horizon, safe);
            self.hopes.remove(place);
        }
        Ok(())
    }

    /// Whether some move of Falsifier wins.
    fn wins(&mut self, steps: &[Move<Place>], state: &Model, moves: u32) -> Result<bool, Reason> {
        for step in steps {
            for chosen in self.choices(step, state)? {
                if self.is_lost(&step.to, &self.after(step, &chosen), moves)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The state with small values for what Falsifier chooses with a move.
    fn choices(&mut self, step: &Move<Place>, state: &Model) -> Result<Vec<Model>, Reason> {
        let mut found = vec![state.clone()];
        for var in &step.chosen {
            let values = self.values(&var.sort);
            let extended = found.iter().flat_map(|state| {
                values.iter().map(|value| {
                    let mut state = state.clone();
                    state.set(var.clone(), value.clone());
                    state
                })
            });
            found = extended.take(MOST_CHOICES).collect();
        }
        found.retain(|state| holds(state, &step.guard));
        if found.is_empty() && !step.chosen.is_empty() {
            found.extend(self.reply(step, &Term::top(), state)?);
        }
        Ok(found)
    }

    fn values(&self, sort: &Sort) -> Vec<Value> {
        let small = |number: &i64| match sort {
            Sort::Real => Value::Real((*number).into()),
            _ => Value::from(*number),
        };
        match values_of(sort) {
            Some(values) => values.into_iter().take(self.width.max(2)).collect(),
            None if sort.is_integer() || *sort == Sort::Real => {
                self.numbers.iter().take(self.width).map(small).collect()
            }
            None => vec![Value::default_of(sort)],
        }
    }

    /// Whether all moves of Verifier have lost.
    fn has_lost(
        &mut self,
        steps: &[Move<Place>],
        state: &Model,
        moves: u32,
    ) -> Result<bool, Reason> {
        // Passing comes last among the moves, and first here: moves can wait.
        'moves: for step in steps.iter().rev() {
            let hope = match self.regions.position(&step.to) {
                Position::Over(won) => won,
                Position::Turn(..) => self.hope(&step.to),
            };
            let mut hope = hope;
            for _ in 0..MOST_REPLIES {
                let Some(chosen) = self.reply(step, &hope, state)? else {
                    continue 'moves;
                };
                if !self.is_lost(&step.to, &self.after(step, &chosen), moves)? {
                    return Ok(false);
                }
                hope = self.hope(&step.to);
            }
            return Ok(false);
        }
        Ok(true)
    }

    /// The state with values for what is chosen with a move, such that it leads to a hope; none where
    /// there are none.
    fn reply(
        &mut self,
        step: &Move<Place>,
        hope: &Term,
        state: &Model,
    ) -> Result<Option<Model>, Reason> {
        let wanted = Term::and([step.guard.clone(), hope.substitute(&step.updates)]);
        if step.chosen.is_empty() {
            return Ok(holds(state, &wanted).then(|| state.clone()));
        }
        let here: Substitution = self
            .vars
            .iter()
            .filter_map(|var| Some((var.clone(), Term::value(state.get(var)?.clone()))))
            .collect();
        let wanted = wanted.substitute(&here).simplify();
        if wanted.is_false() {
            return Ok(None);
        }
        match self.solver.satisfy(&wanted, self.budget) {
            Outcome::Unsat(()) => Ok(None),
            Outcome::Unknown(reason) => Err(reason),
            Outcome::Sat(model) => {
                let mut chosen = state.clone();
                for var in &step.chosen {
                    let value = model.get(var).cloned();
                    let value = value.unwrap_or_else(|| Value::default_of(&var.sort));
                    chosen.set(var.clone(), value);
                }
                Ok(Some(chosen))
            }
        }
    }

    /// The state after a move.
    fn after(&self, step: &Move<Place>, chosen: &Model) -> Model {
        let mut next = Model::new();
        for var in self.vars {
            let term = step.updates.get(var);
            let value = match term {
                Some(term) => chosen.eval(term).ok(),
                None => chosen.get(var).cloned(),
            };
            let value = value.unwrap_or_else(|| Value::default_of(&var.sort));
            next.set(var.clone(), value);
        }
        next
    }
}

/// Whether a formula surely holds in a state.
fn holds(state: &Model, formula: &Term) -> bool {
    state.holds(formula).unwrap_or(false)
}
