//! Who decides what a run leaves open.

use logic::{Term, Value, Var};
use program::concrete::{Chooser, Machine, Move, Random, State};

/// Decides the choices of a run and the values at its start.
pub(crate) trait Decider: Chooser {
    /// A value for a variable that nothing else gives one, for which the formula should hold;
    /// `None` for the default. The values of some other variables are known.
    fn start_value(
        &mut self,
        var: &Var,
        formula: &Term,
        known: &dyn Fn(&Var) -> Option<Value>,
    ) -> Option<Value>;

    /// What is wrong with the choices that were given, if something is.
    fn problem(&self) -> Option<String> {
        None
    }

    /// Why no choice was made.
    fn why_stopped(&self) -> &'static str;
}

impl Decider for Random {
    fn start_value(
        &mut self,
        var: &Var,
        formula: &Term,
        known: &dyn Fn(&Var) -> Option<Value>,
    ) -> Option<Value> {
        self.value(var, formula, known)
    }

    fn why_stopped(&self) -> &'static str {
        "no value was found that a havoc accepts"
    }
}

impl Chooser for Box<dyn Decider + '_> {
    fn choose_move(&mut self, machine: &Machine, state: &State, moves: &[Move]) -> Option<usize> {
        self.as_mut().choose_move(machine, state, moves)
    }

    fn choose_value(
        &mut self,
        machine: &Machine,
        state: &State,
        chosen: &Move,
        var: &Var,
        formula: &Term,
    ) -> Option<Value> {
        self.as_mut()
            .choose_value(machine, state, chosen, var, formula)
    }
}
