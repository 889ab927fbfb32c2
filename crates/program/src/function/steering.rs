//! What the way of a run depends on.

use std::collections::BTreeSet;

use logic::{Term, Var};

use super::{End, Function, Step};

impl Function {
    /// The variables that decide which way a run goes and whether it goes on: those of conditions, of
    /// assumptions and of undefined behaviour, and all from which these are computed. Two runs that
    /// agree on them at a block go the same way from there, up to the next choice or event; what
    /// else they compute does not matter.
    pub(super) fn steering(&self) -> Vec<Var> {
        let mut steering: BTreeSet<Var> = BTreeSet::new();
        let mut computed: Vec<(&Var, &Term)> = Vec::new();
        for block in &self.blocks {
            for (step, _) in &block.steps {
                match step {
                    Step::Assign(var, term) => computed.push((var, term)),
                    Step::Assume(formula) | Step::UndefinedIf(formula) => {
                        steering.extend(formula.free_vars());
                    }
                    Step::Choose(_) | Step::Event(_) => {}
                }
            }
            if let End::Branch(branches) = &block.end {
                for branch in branches {
                    steering.extend(branch.condition.free_vars());
                    computed.extend(branch.assigns.iter().map(|(var, term)| (var, term)));
                }
            }
        }
        // Each round finds a variable that was not known, or is the last one.
        loop {
            let before = steering.len();
            computed.retain(|(var, term)| {
                let matters = steering.contains(*var);
                if matters {
                    steering.extend(term.free_vars());
                }
                !matters
            });
            if steering.len() == before {
                return steering.into_iter().collect();
            }
        }
    }
}
