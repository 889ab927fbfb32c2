//! Reading quantifiers.

use super::declarations::Meaning;
use super::error::{Error, Position};
use super::sexpr::Id;
use super::terms::Parser;
use crate::fresh::fresh_var;
use crate::{Quantifier, Sort, Substitution, Term, Var};

impl<'a> Parser<'a, '_> {
    pub(super) fn quantified(
        &mut self,
        quantifier: Quantifier,
        parts: &[Id],
        position: Position,
    ) -> Result<Term, Error> {
        let wrong = |position| {
            Error::invalid(position, "this quantifier is not well formed")
                .with_hint("write `(forall ((x Int) (y Bool)) body)`")
        };
        let [_, bindings, body] = parts else {
            return Err(wrong(position));
        };
        let pairs = self.pairs(*bindings).ok_or_else(|| wrong(position))?;
        self.refuse_repetition(&pairs)?;
        let mut binders: Vec<Binder<'a>> = Vec::with_capacity(pairs.len());
        for (name, _, sort) in pairs {
            let sort = self.sort(sort)?;
            binders.push(self.binder(name, sort));
        }
        for binder in &binders {
            self.enter(binder.name, binder.used.term());
            *self.bound.entry(binder.used.clone()).or_default() += 1;
        }
        let body_position = self.position(*body);
        let formula = self.body_of(quantifier, &binders, *body)?;
        let formula = self.fit(formula, &Sort::Bool, body_position)?;
        for binder in &binders {
            self.leave(binder.name);
            if let Some(count) = self.bound.get_mut(&binder.used) {
                *count -= 1;
            }
        }
        Ok(close(quantifier, binders, formula))
    }

    /// The variable that a binder binds. Where the same variable is known outside and a name in
    /// scope may stand for a term with it, the binder gets a name of its own while its body is
    /// read: in `(let ((y x)) (forall ((x Int)) (= x y)))` the two variables differ.
    fn binder(&mut self, name: &'a str, sort: Sort) -> Binder<'a> {
        let wanted = match self.declarations.meaning(name) {
            Some(Meaning::Var(var)) if var.sort.is_comparable(&sort) => var.clone(),
            _ => Var::new(name, sort),
        };
        let is_known = self.bound.get(&wanted).is_some_and(|count| *count > 0)
            || self.declarations.is_declared(&wanted);
        let used = if is_known && (self.lets > 0 || !self.definitions.is_empty()) {
            self.provisional_var(&wanted)
        } else {
            wanted.clone()
        };
        Binder { name, wanted, used }
    }

    /// A variable that no text can name, because no name contains a backslash.
    pub(super) fn provisional_var(&mut self, like: &Var) -> Var {
        self.provisional += 1;
        let name = format!("\\{}", self.provisional);
        Var::new(&*name, like.sort.clone())
    }

    /// The body of a quantifier. Over variables of ranges it was printed with their bounds, which
    /// the sorts of the variables say already.
    fn body_of(
        &mut self,
        quantifier: Quantifier,
        binders: &[Binder<'a>],
        body: Id,
    ) -> Result<Term, Error> {
        let connective = match quantifier {
            Quantifier::Forall => "=>",
            Quantifier::Exists => "and",
        };
        if binders.iter().any(|binder| binder.wanted.sort.has_range())
            && self.arena.head(body) == Some(connective)
            && let Some([_, bounds, inner]) = self.arena.list(body)
        {
            let (bounds, inner) = (*bounds, *inner);
            let renaming: Substitution = binders
                .iter()
                .map(|binder| (binder.wanted.clone(), binder.used.term()))
                .collect();
            let expected = Term::and(binders.iter().map(|binder| binder.wanted.invariant()));
            if self.term(bounds)? == expected.substitute(&renaming) {
                return self.term(inner);
            }
        }
        self.term(body)
    }
}

struct Binder<'a> {
    name: &'a str,
    wanted: Var,
    /// The variable in the body while it is read.
    used: Var,
}

/// The quantified formula, with the names that the text gives where they capture nothing.
fn close(quantifier: Quantifier, binders: Vec<Binder<'_>>, body: Term) -> Term {
    if binders.iter().all(|binder| binder.used == binder.wanted) {
        return Term::quantified(quantifier, binders.into_iter().map(|b| b.used), body);
    }
    let mut taken = body.free_vars();
    for binder in &binders {
        taken.remove(&binder.used);
    }
    let mut renaming = Substitution::new();
    let mut vars: Vec<Var> = Vec::with_capacity(binders.len());
    for binder in &binders {
        let var = if taken.contains(&binder.wanted) {
            fresh_var(&binder.wanted, |name| {
                taken.iter().chain(&vars).any(|var| var.name == name)
                    || binders.iter().any(|other| other.wanted.name == name)
            })
        } else {
            binder.wanted.clone()
        };
        renaming.insert(binder.used.clone(), var.term());
        vars.push(var);
    }
    Term::quantified(quantifier, vars, body.substitute(&renaming))
}
