//! Winning regions of game trees that are unrolled step by step.
//!
//! A game is given by an [`Arena`]: positions, whose turn it is there, and the moves. The region of a
//! position with a horizon of `n` moves is the set of states, a formula over the state's variables,
//! from which the existential player is not beaten within `n` moves (or wins, as the arena says what
//! counts at the horizon). It is computed from the regions of the successors: `pre` of a move for the
//! existential player, `wp` for the universal one.
//!
//! [`Regions`] remembers every (position, horizon), and also every position with the regions of its
//! successors, so that a horizon that changes nothing costs nothing.

use std::hash::Hash;

use budget::Budget;
use logic::{Quantifier, Substitution, Term, Var, recursion};
use rustc_hash::FxHashMap;
use smt::{Reason, Solver, Strategy as Method, Validity};

use crate::choices::choose;
use crate::compact::compact;
use crate::moves::Reply;

/// One move of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move<P> {
    /// Where the move is possible, and for which values of the chosen variables.
    pub guard: Term,
    /// Variables whose values the player chooses with the move; no other formula mentions them.
    pub chosen: Vec<Var>,
    /// The new values of the state's variables, over the old ones and the chosen ones; variables
    /// without an entry keep their values.
    pub updates: Substitution,
    /// Where the move leads.
    pub to: P,
}

/// What a position is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Position<P> {
    /// The game is over; the existential player has won where the formula holds.
    Over(Term),
    /// A player's turn. A player who cannot move has lost.
    Turn(Quantifier, Vec<Move<P>>),
}

/// The rules of a game.
pub trait Arena {
    /// Names of positions.
    type Place: Clone + Eq + Hash;

    /// What the position is. The same place always gives the same answer.
    fn position(&self, place: &Self::Place) -> Position<Self::Place>;

    /// Where the existential player counts as winning when the horizon is reached: everywhere, where
    /// it has only to survive.
    fn at_horizon(&self, place: &Self::Place) -> Term;

    /// Outside of it the existential player is known to lose, however far one looks.
    fn hope(&self, _place: &Self::Place) -> Term {
        Term::top()
    }

    /// A number for how much is known: with another number, hopes may be others.
    fn stage(&self) -> usize {
        0
    }
}

/// What replies depend on.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Question<P> {
    pub(crate) place: P,
    pub(crate) label: Term,
    /// The moves in their order, each with the region that it leads to.
    pub(crate) order: Vec<(usize, Term)>,
    pub(crate) offered: Vec<Term>,
}

/// The winning regions of a game, computed once for each position and horizon.
pub struct Regions<A: Arena> {
    arena: A,
    /// Positions are asked for once.
    positions: FxHashMap<A::Place, Position<A::Place>>,
    by_horizon: FxHashMap<(A::Place, u32, usize), Term>,
    by_successors: FxHashMap<(A::Place, Vec<Term>), Term>,
    /// The eager replies to the same questions.
    pub(crate) eager: FxHashMap<Question<A::Place>, Option<Vec<Reply>>>,
    /// What is left of a formula under a hope.
    hoped: FxHashMap<(Term, Term), Term>,
    /// Without assertions, for entailments.
    pub(crate) solver: Solver,
}

impl<A: Arena> Regions<A> {
    /// The regions of a game, none of which is known yet.
    #[must_use]
    pub fn new(arena: A) -> Self {
        Regions {
            arena,
            positions: FxHashMap::default(),
            by_horizon: FxHashMap::default(),
            by_successors: FxHashMap::default(),
            eager: FxHashMap::default(),
            hoped: FxHashMap::default(),
            solver: Solver::new(Method::Incremental),
        }
    }

    /// The rules.
    pub fn arena(&self) -> &A {
        &self.arena
    }

    /// The rules, to say what else is known.
    pub fn arena_mut(&mut self) -> &mut A {
        &mut self.arena
    }

    /// What the position is.
    pub fn position(&mut self, place: &A::Place) -> Position<A::Place> {
        if let Some(position) = self.positions.get(place) {
            return position.clone();
        }
        let position = self.arena.position(place);
        self.positions.insert(place.clone(), position.clone());
        position
    }

    /// How many regions have been computed by elimination of quantifiers.
    #[must_use]
    pub fn computed(&self) -> usize {
        self.by_successors.len()
    }

    /// The region of a position: where the existential player is safe for so many moves, as far as is
    /// known.
    ///
    /// # Errors
    /// Where the solver has no answer, or the budget is used up. What is known by then is kept.
    pub fn region(
        &mut self,
        place: &A::Place,
        horizon: u32,
        budget: &Budget,
    ) -> Result<Term, Reason> {
        let key = (place.clone(), horizon, self.arena.stage());
        if let Some(known) = self.by_horizon.get(&key) {
            return Ok(known.clone());
        }
        let mut region = self.safe_by_moves(place, horizon, budget)?;
        let hope = self.arena.hope(place);
        if !hope.is_true() {
            let both = (region, hope);
            region = match self.hoped.get(&both) {
                Some(known) => known.clone(),
                None => {
                    let left = Term::and([both.0.clone(), both.1.clone()]).simplify();
                    let left = compact(&left, &mut self.solver, budget)?;
                    self.hoped.insert(both, left.clone());
                    left
                }
            };
        }
        self.by_horizon.insert(key, region.clone());
        Ok(region)
    }

    /// The same without what is known of the position itself: what the moves show.
    ///
    /// # Errors
    /// Where the solver has no answer, or the budget is used up.
    pub fn safe_by_moves(
        &mut self,
        place: &A::Place,
        horizon: u32,
        budget: &Budget,
    ) -> Result<Term, Reason> {
        budget.check().map_err(Reason::from)?;
        let (player, moves) = match self.position(place) {
            Position::Over(won) => return Ok(won),
            Position::Turn(..) if horizon == 0 => return Ok(self.arena.at_horizon(place)),
            Position::Turn(player, moves) => (player, moves),
        };
        let mut successors = Vec::new();
        for step in &moves {
            let next = || self.region(&step.to, horizon - 1, budget);
            successors.push(recursion::guard(next)?);
        }
        let key = (place.clone(), successors);
        if let Some(known) = self.by_successors.get(&key) {
            return Ok(known.clone());
        }
        let region = step_region(player, &moves, &key.1, budget)?;
        let region = compact(&region, &mut self.solver, budget)?;
        self.by_successors.insert(key, region.clone());
        Ok(region)
    }

    /// Whether every state of the label is in the region of the position.
    ///
    /// # Errors
    /// Where the solver has no answer, or the budget is used up.
    pub fn survives(
        &mut self,
        label: &Term,
        place: &A::Place,
        horizon: u32,
        budget: &Budget,
    ) -> Result<bool, Reason> {
        let region = self.region(place, horizon, budget)?;
        match self.solver.entails(label, &region, budget) {
            Validity::Valid => Ok(true),
            Validity::Invalid => Ok(false),
            Validity::Unknown(reason) => Err(reason),
        }
    }

    /// The least horizon, up to a greatest one, at which some state of the label is lost for the
    /// existential player.
    ///
    /// # Errors
    /// Where the solver has no answer, or the budget is used up.
    pub fn lost_at(
        &mut self,
        label: &Term,
        place: &A::Place,
        greatest: u32,
        budget: &Budget,
    ) -> Result<Option<u32>, Reason> {
        for horizon in 0..=greatest {
            if !self.survives(label, place, horizon, budget)? {
                return Ok(Some(horizon));
            }
        }
        Ok(None)
    }
}

/// The move as the player wants it: possible, with a state of the target afterwards.
pub(crate) fn after<P>(step: &Move<P>, target: &Term) -> Term {
    Term::and([step.guard.clone(), target.substitute(&step.updates)])
}

/// The region of a position from those of the successors.
fn step_region<P>(
    player: Quantifier,
    moves: &[Move<P>],
    successors: &[Term],
    budget: &Budget,
) -> Result<Term, Reason> {
    let mut reached = Vec::new();
    for (step, target) in moves.iter().zip(successors) {
        let target = match player {
            Quantifier::Exists => target.clone(),
            Quantifier::Forall => target.negated_nnf(),
        };
        let wanted = after(step, &target).simplify();
        // A choice between alternatives is one between choices; each alone is smaller.
        for wanted in wanted.disjuncts() {
            reached.push(choose(&step.chosen, &wanted, &Term::top(), budget)?.region);
        }
    }
    let reached = Term::or(reached).simplify();
    Ok(match player {
        Quantifier::Exists => reached,
        Quantifier::Forall => reached.negated_nnf().simplify(),
    })
}
