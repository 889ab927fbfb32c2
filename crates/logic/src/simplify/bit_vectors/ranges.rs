//! Simplification of bit-vectors under premises that say how large they are.
//!
//! Compilers widen counters, move bounds and compare without a sign where nothing is negative. That
//! `sext(i - 1)` is `sext(i) - 1` is so only where `i - 1` does not overflow, which a premise such as
//! `0 <= i` says. Under it both are written in one way, and equal terms need no solver.
//!
//! # Why this is right
//! A term is replaced by one that has the same value wherever the facts hold from which the ranges
//! come. The facts themselves stay as they are, or are rewritten under other facts that stay, so that
//! premises and what they are used for mean together what they meant before.

mod facts;
mod rules;
mod spans;

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use super::interval::Span;
use crate::{Node, Op, Term, recursion};

/// How deep in connectives the neighbours of a formula are used.
const DEPTH: u32 = 3;
/// How often what one round has written is written anew.
const MOST_ROUNDS: usize = 3;

/// What is known of the values of bit-vectors.
#[derive(Clone, Default)]
pub struct Ranges {
    known: FxHashMap<Term, Span>,
    spans: RefCell<FxHashMap<Term, Span>>,
    rewritten: RefCell<FxHashMap<Term, Term>>,
}

impl Ranges {
    /// The ranges that formulas give which hold together, and formulas that say together what
    /// these say, each simplified under the others as far as that is sound.
    #[must_use]
    pub fn of_premises(premises: &[Term]) -> (Ranges, Vec<Term>) {
        let mut ranges = Ranges::default();
        ranges.learn(premises.iter().filter(|it| facts::is_simple(it)));
        // Comparisons of sums are facts as well, under those of variables.
        let simpler = |term: &Term| match facts::is_fact(term) && !facts::is_simple(term) {
            true => ranges.simplify(term),
            false => term.clone(),
        };
        let premises: Vec<Term> = premises.iter().map(simpler).collect();
        ranges.learn(premises.iter().filter(|it| facts::is_fact(it)));
        let simplified = premises.iter().map(|term| match facts::is_fact(term) {
            true => term.simplify(),
            false => ranges.simplify(term),
        });
        let simplified = simplified.collect();
        (ranges, simplified)
    }

    /// A term with the same value wherever the facts hold, in normal form under them.
    #[must_use]
    pub fn simplify(&self, term: &Term) -> Term {
        let mut current = term.simplify();
        for _ in 0..MOST_ROUNDS {
            let next = self.in_context(&current, DEPTH).simplify();
            if next == current {
                break;
            }
            current = next;
        }
        current
    }

    /// Rewrites a formula; inside a conjunction the other parts are known, inside a disjunction their
    /// opposites.
    fn in_context(&self, formula: &Term, depth: u32) -> Term {
        let op @ (Op::And | Op::Or | Op::Not) = (match formula.op() {
            Some(op) => op,
            None => return formula.clone(),
        }) else {
            return self.rewrite(formula);
        };
        let parts = formula.children();
        if *op == Op::Not {
            return Term::not(self.in_context(&parts[0], depth));
        }
        let known = |part: &Term| match op {
            Op::And => part.clone(),
            _ => Term::not(part.clone()),
        };
        let sources: Vec<Term> = parts
            .iter()
            .map(known)
            .filter(|it| depth > 0 && facts::is_simple(it))
            .collect();
        let mut inner = None;
        if !sources.is_empty() && sources.len() < parts.len() {
            let mut ranges = Ranges {
                known: self.known.clone(),
                ..Ranges::default()
            };
            ranges.learn(sources.iter());
            inner = Some(ranges);
        }
        let rewritten = parts.iter().map(|part| match &inner {
            Some(_) if facts::is_simple(&known(part)) => self.rewrite(part),
            Some(inner) => inner.in_context(part, depth.saturating_sub(1)),
            None => self.in_context(part, depth.saturating_sub(1)),
        });
        Term::app(op.clone(), rewritten.collect())
    }

    /// Applies the rules to every part, the leaves first. Variables that a quantifier binds are not
    /// those of which something is known.
    fn rewrite(&self, term: &Term) -> Term {
        if term.children().is_empty() || matches!(term.node(), Node::Quantified(..)) {
            return term.clone();
        }
        if let Some(done) = self.rewritten.borrow().get(term) {
            return done.clone();
        }
        let rebuilt = recursion::guard(|| term.map_children(|part| self.rewrite(part)));
        let result = self.step(&rebuilt).unwrap_or(rebuilt);
        let mut memory = self.rewritten.borrow_mut();
        memory.insert(term.clone(), result.clone());
        result
    }
}

#[cfg(test)]
mod tests;
