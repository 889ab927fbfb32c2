//! Branches behind which something is known in each of them, and not in both together: where a pointer
//! leads, or what a handle, a count or a root is. What follows in the block is read for each of them.

use logic::{Symbol, Term, Var};
use program::Origin;
use program::system::Action;

use crate::problem::Reads;
use crate::syntax::Statement;

use super::{Lowering, State};

/// How often the states of a process are kept apart behind a branch. Each time doubles what follows.
pub(super) const MOST_SPLITS: usize = 6;

impl Lowering<'_, '_> {
    /// Reads both branches of a condition that is not known.
    pub(super) fn cases(
        &mut self,
        condition: &Term,
        then: &Statement,
        otherwise: Option<&Statement>,
        origin: Origin,
    ) -> Reads<()> {
        let (start, known) = (self.here, self.known.clone());
        let (first, second) = (self.target(), self.target());
        self.emit(Action::Assume(condition.clone()), origin)?;
        self.scoped(then)?;
        self.jump(first, origin);
        self.here = start;
        self.known = known;
        self.emit(Action::Assume(Term::not(condition.clone())), origin)?;
        if let Some(otherwise) = otherwise {
            self.scoped(otherwise)?;
        }
        self.jump(second, origin);
        self.resume(first);
        if self.splits_left == 0 || !self.differ(second) {
            self.jump(second, origin);
            self.resume(second);
            return Ok(());
        }
        self.splits_left -= 1;
        let (here, known) = (self.here.take(), std::mem::take(&mut self.known));
        self.others.push(State { here, known });
        self.resume(second);
        Ok(())
    }

    /// Whether something that may have to be known differs between here and a place.
    fn differ(&self, target: usize) -> bool {
        let (Some(other), Some(_)) = (&self.targets[target].known, self.here) else {
            return false;
        };
        let is_needed = |var: &Var| self.context.must_be_known(c_name(var));
        !self.known.agrees_with(other) || !self.known.agrees_on(other, is_needed)
    }
}

/// The name that a variable has in the text.
fn c_name(var: &Var) -> Symbol {
    let name = var.name.as_str();
    let name = name.rsplit('.').next().unwrap_or(name);
    Symbol::new(name.split('#').next().unwrap_or(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_have_their_names_in_the_text() {
        for name in ["p[0].n", "p[2].n#2", "p[1].f@12.g.n"] {
            let var = Var::new(name, logic::Sort::Int);
            assert_eq!(c_name(&var), Symbol::new("n"));
        }
    }
}
