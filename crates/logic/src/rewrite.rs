//! Rewriting from the leaves to the root.

use rustc_hash::FxHashMap;

use crate::{Node, Term, recursion};

impl Term {
    /// The term with other parts, through the constructors, which fold what has become trivial.
    /// The variables of a quantifier stay bound as they are.
    #[must_use]
    pub fn map_children(&self, mut map: impl FnMut(&Term) -> Term) -> Term {
        match self.node() {
            Node::Const(_) | Node::Var(_) => self.clone(),
            Node::App(op, arguments) => {
                let mapped: Vec<Term> = arguments.iter().map(map).collect();
                if mapped[..] == arguments[..] {
                    self.clone()
                } else {
                    Term::app(op.clone(), mapped)
                }
            }
            Node::Quantified(quantifier, vars, body) => {
                let mapped = map(body);
                if mapped == *body {
                    self.clone()
                } else {
                    Term::quantified(*quantifier, vars.iter().cloned(), mapped)
                }
            }
        }
    }

    /// Applies `rule` to every part, from the leaves to the root: the rule sees a term whose parts
    /// have been rewritten. What it returns is not visited again.
    ///
    /// The rule sees bound variables like free ones, and must not confuse them.
    #[must_use]
    pub fn rewrite(&self, rule: impl FnMut(Term) -> Term) -> Term {
        Rewriter::new(rule).apply(self)
    }
}

/// A rewriting rule with its memory: a part that occurs in several terms is rewritten once.
pub struct Rewriter<F> {
    rule: F,
    memo: FxHashMap<Term, Term>,
}

impl<F: FnMut(Term) -> Term> Rewriter<F> {
    /// A rewriter that has seen nothing yet.
    #[must_use]
    pub fn new(rule: F) -> Self {
        Rewriter {
            rule,
            memo: FxHashMap::default(),
        }
    }

    /// The rewritten term; see [`Term::rewrite`].
    pub fn apply(&mut self, term: &Term) -> Term {
        if let Some(done) = self.memo.get(term) {
            return done.clone();
        }
        let rebuilt = recursion::guard(|| term.map_children(|part| self.apply(part)));
        let result = (self.rule)(rebuilt);
        self.memo.insert(term.clone(), result.clone());
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sort;

    #[test]
    fn shared_parts_are_rewritten_once() {
        let mut term = Term::constant("p", Sort::Bool);
        for _ in 0..100 {
            term = Term::xor(term.clone(), Term::not(term));
        }
        let mut calls = 0;
        let same = term.rewrite(|part| {
            calls += 1;
            part
        });
        assert_eq!((same, calls), (term, 201));
    }

    #[test]
    fn constructors_fold_what_has_become_trivial() {
        let p = Term::constant("p", Sort::Bool);
        let q = Term::constant("q", Sort::Bool);
        let term = Term::implies(Term::and([p.clone(), q.clone()]), p.clone());
        let rewritten = term.rewrite(|part| if part == q { Term::top() } else { part });
        assert_eq!(rewritten, Term::top());
    }
}
