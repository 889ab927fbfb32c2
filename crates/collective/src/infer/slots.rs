//! Of which terms of a place candidates speak.

use logic::Var;
use program::system::Slot;

use super::Wealth;
use crate::state::{Context, State};

/// The terms of a place.
///
/// Of what nobody reads any more, nothing is said at first: whatever follows from an invariant about
/// the rest suffices for the rest, and what a few samples suggest of values that nobody gives hides
/// what holds of those that count. It is tried where more is: it may be a witness that the invariant
/// could only speak of with a quantifier.
pub(crate) struct Slots<'p> {
    pub(crate) all: &'p [Var],
    /// Those that candidates speak of.
    pub(super) told: Vec<Var>,
}

impl<'p> Slots<'p> {
    pub(crate) fn at(context: &Context<'_>, state: &State, all: &'p [Var], wealth: Wealth) -> Self {
        let is_told = |slot: &Slot| match slot {
            Slot::Variable(process, variable) if wealth == Wealth::Plain => {
                let at = state.at[*process];
                context.liveness.is_live(*process, at, *variable)
            }
            _ => true,
        };
        let pairs = state.system.slots().into_iter().zip(all);
        let told = pairs.filter(|((slot, _), _)| is_told(slot));
        Slots {
            all,
            told: told.map(|(_, var)| var.clone()).collect(),
        }
    }
}
