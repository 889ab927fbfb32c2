//! Names that are not taken.

use rustc_hash::FxHashSet;

use crate::{Symbol, Term, Var};

/// The first of `x!1`, `x!2`, … whose name is not taken. A name that already ends in a number
/// counts on from it, so that repeated renaming does not grow names.
pub(crate) fn fresh_var(var: &Var, taken: impl Fn(Symbol) -> bool) -> Var {
    let text = var.name.as_str();
    let stem = match text.rsplit_once('!') {
        Some((stem, digits))
            if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) =>
        {
            stem
        }
        _ => text,
    };
    let mut number = 1u64;
    loop {
        let name = Symbol::new(&format!("{stem}!{number}"));
        if !taken(name) {
            return Var::new(name, var.sort.clone());
        }
        number += 1;
    }
}

/// A supply of variables that differ from all that were seen.
#[derive(Clone, Default, Debug)]
pub struct FreshNames {
    taken: FxHashSet<Symbol>,
}

impl FreshNames {
    /// A supply that avoids nothing yet.
    #[must_use]
    pub fn new() -> Self {
        FreshNames::default()
    }

    /// Avoids a name from now on.
    pub fn avoid(&mut self, name: Symbol) {
        self.taken.insert(name);
    }

    /// Avoids the free variables of a term from now on.
    pub fn avoid_term(&mut self, term: &Term) {
        self.taken
            .extend(term.free_vars().into_iter().map(|var| var.name));
    }

    /// A variable like this one whose name was neither avoided nor given before: the variable
    /// itself, or the first of `x!1`, `x!2`, ….
    pub fn fresh(&mut self, var: &Var) -> Var {
        let fresh = if self.taken.contains(&var.name) {
            fresh_var(var, |name| self.taken.contains(&name))
        } else {
            var.clone()
        };
        self.taken.insert(fresh.name);
        fresh
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sort;

    #[test]
    fn fresh_names_count_on() {
        let mut names = FreshNames::new();
        let x = Var::new("x", Sort::Int);
        names.avoid_term(&x.term());
        assert_eq!(names.fresh(&x).name.as_str(), "x!1");
        let second = names.fresh(&Var::new("x!1", Sort::Int));
        assert_eq!(second.name.as_str(), "x!2");
        let y = Var::new("y", Sort::Int);
        assert_eq!(names.fresh(&y), y);
    }
}
