//! A game tree to a given depth as one formula, for SimSat.
//!
//! [`Regions`] decides the same question by winning regions, which it can keep from one horizon to the
//! next. SimSat improves both players' strategies in turn and looks only at moves that matter to
//! them, but it begins anew each time. Each is a check of the other.

use budget::Budget;
use logic::{Prenex, Quantifier, Term, recursion};
use smt::Reason;

use crate::decide::{Method, decide_by};
use crate::regions::{Arena, Position, Regions, after};

impl<A: Arena> Regions<A> {
    /// Whether the existential player is safe for so many moves from every state of the label: the
    /// answer of [`Regions::survives`], by SimSat on the whole game tree.
    ///
    /// # Errors
    /// Where the solver has no answer, or the budget is used up.
    pub fn survives_by_simsat(
        &mut self,
        label: &Term,
        place: &A::Place,
        horizon: u32,
        budget: &Budget,
    ) -> Result<bool, Reason> {
        let safe = self.unrolled(place, horizon, budget)?;
        let claim = Term::implies(label.clone(), safe).simplify();
        let game = Prenex::of(&claim, Quantifier::Forall)
            .ok_or_else(|| Reason::Incomplete("a quantifier inside a term".to_owned()))?;
        Ok(decide_by(Method::SimSat, &game, budget)?.winner == Quantifier::Exists)
    }

    /// Where the existential player is safe for so many moves, with a quantifier for each choice.
    fn unrolled(
        &mut self,
        place: &A::Place,
        horizon: u32,
        budget: &Budget,
    ) -> Result<Term, Reason> {
        budget.check().map_err(Reason::from)?;
        let safe = match self.position(place) {
            Position::Over(won) => won,
            Position::Turn(..) if horizon == 0 => self.arena().at_horizon(place),
            Position::Turn(player, moves) => {
                let mut options = Vec::new();
                for step in moves {
                    let next = || self.unrolled(&step.to, horizon - 1, budget);
                    let next = recursion::guard(next)?;
                    options.push(match player {
                        Quantifier::Exists => {
                            Term::exists(step.chosen.clone(), after(&step, &next))
                        }
                        Quantifier::Forall => {
                            let beaten = after(&step, &Term::not(next));
                            Term::forall(step.chosen.clone(), Term::not(beaten))
                        }
                    });
                }
                match player {
                    Quantifier::Exists => Term::or(options),
                    Quantifier::Forall => Term::and(options),
                }
            }
        };
        Ok(Term::and([safe, self.arena().hope(place)]))
    }
}
