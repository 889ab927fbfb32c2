//! Simplification.
//!
//! From the leaves to the root, each part is replaced by an equal one that is simpler or more
//! regular, and no larger to speak of. Linear atoms get their normal form ([`crate::linear`]),
//! negations end at the atoms, and what follows from the neighbours in a conjunction or disjunction
//! goes away.
//!
//! The result has the same value in every model in which the term has one. Where the term has none,
//! because of a division by zero that no longer matters, the result may have one.
//!
//! # Why this comes to an end
//! A rule either computes a *normal form* at once, and does nothing where it has been computed: sums of
//! integers, reals and bit-vectors, linear atoms, the order of arguments that may be exchanged (literals
//! last; two literals are computed with), which of `<` and `<=` stands beside a literal. Or it *moves*
//! an operator, and then makes a measure of the term smaller. No rule writes a part twice, so that the
//! measure may count occurrences, as in a tree. It is a list of numbers, of which the first that
//! changes gets smaller:
//! 1. operators that are written by others: exclusive disjunctions of truth values, negations above
//!    connectives, conditionals between truth values with a literal, shifts to the right by a literal,
//!    divisions by a power of two, masks, exclusive disjunctions with ones only; no rule makes any;
//! 2. the sizes of what slices are taken of: a slice goes inwards, through extensions,
//!    concatenations, conditionals, sums and bitwise operators, or away;
//! 3. concatenations and conjunctions of bits above each extension: an extension goes outwards through
//!    these, and concatenations with zeros become extensions;
//! 4. conditionals below each extension: it goes inwards through those with a literal on one side;
//! 5. the size, with literals that an operator takes together, extensions of extensions, comparisons of
//!    what is extended, reads below writes, and what a neighbour implies.
//!
//! One pass may leave something for the next, so that passes are repeated until one changes nothing:
//! `simplify` of what it has returned returns the same. Should two rules ever undo each other, the
//! second of them is not applied (`Simplifier::again`); tests with many random terms ask that this
//! does not happen.
//!
//! # What it costs
//! Every part is simplified once, wherever it occurs. Two rules would make shared parts grow without
//! bound and have a limit for that: slices of large bitwise terms stay where they are unless they are
//! the lowest bits (`slice.rs`), and linear forms are not written out where they are long
//! (`arithmetic.rs`).

mod arithmetic;
mod arrays;
mod bit_vectors;
mod boolean;
mod facts;
mod given;

use std::cell::RefCell;

use rustc_hash::{FxHashMap, FxHashSet};

pub use bit_vectors::Ranges;

use crate::{FreeVars, Node, Op, Sort, Term, recursion};

impl Term {
    /// An equal term that is simpler and reads better; see [`Simplifier`].
    #[must_use]
    pub fn simplify(&self) -> Term {
        // Taken out, and not borrowed, so that a call within a call does no harm.
        let mut shared = SHARED.take();
        let result = shared.simplify(self);
        if shared.memo.len() <= MOST_REMEMBERED {
            SHARED.set(shared);
        }
        result
    }
}

/// How many parts are remembered from call to call; then all are forgotten, which bounds the memory.
const MOST_REMEMBERED: usize = 100_000;

thread_local! {
    /// Engines simplify the same formulas again and again.
    static SHARED: RefCell<Simplifier> = RefCell::new(Simplifier::new());
}

/// A simplifier with its memory: a part that occurs in several terms is simplified once.
#[derive(Default)]
pub struct Simplifier {
    memo: FxHashMap<Term, Term>,
    negations: FxHashMap<Term, Term>,
    free_vars: FreeVars,
    /// What rules have made that is being simplified.
    at_work: FxHashSet<Term>,
}

impl Simplifier {
    /// A simplifier that has seen nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Simplifier::default()
    }

    /// An equal term that is simpler and reads better. The same term always gives the same result.
    pub fn simplify(&mut self, term: &Term) -> Term {
        // One pass may leave something for the next, such as a conjunction that has become part of
        // another one. There are three at most on anything that was ever seen.
        const MOST_PASSES: usize = 64;
        let mut current = term.clone();
        for _ in 0..MOST_PASSES {
            let next = self.pass(&current);
            if next == current {
                return current;
            }
            current = next;
        }
        debug_assert!(false, "{term} is simplified for ever");
        current
    }

    fn pass(&mut self, term: &Term) -> Term {
        if term.children().is_empty() {
            return term.clone();
        }
        if let Some(done) = self.memo.get(term) {
            return done.clone();
        }
        let result = recursion::guard(|| {
            let rebuilt = term.map_children(|part| self.pass(part));
            self.step(&rebuilt)
        });
        self.memo.insert(term.clone(), result.clone());
        result
    }

    /// Simplifies the root of a term whose parts are simplified.
    fn step(&mut self, term: &Term) -> Term {
        let (op, arguments) = match term.node() {
            Node::Const(_) | Node::Var(_) => return term.clone(),
            Node::Quantified(quantifier, vars, body) => {
                let free = self.free_vars.of(body);
                let used = vars.iter().filter(|var| free.contains(var)).cloned();
                return Term::quantified(*quantifier, used, body.clone());
            }
            Node::App(op, arguments) => (op, &arguments[..]),
        };
        match (op, arguments) {
            (Op::Not, [a]) => self.negate(a),
            (Op::And | Op::Or, _) => self.lattice(op, arguments.to_vec()),
            (Op::Implies, [a, b]) => self.implication(a, b),
            (Op::Xor, [a, b]) => {
                let equivalent = self.equivalence(a, b);
                self.negate(&equivalent)
            }
            (Op::Eq, [a, b]) => self.equation(a, b),
            (Op::Distinct, _) => self.distinct(arguments),
            (Op::Ite, [condition, then, otherwise]) => self.conditional(condition, then, otherwise),
            (Op::Le | Op::Lt | Op::Divisible(_), _) => self.linear_atom(term),
            (Op::Add | Op::Mul | Op::RealDiv, _) => arithmetic::sum(term),
            (Op::Div, [a, b]) => arithmetic::quotient(a, b),
            (Op::Mod, [a, b]) => arithmetic::remainder(a, b),
            (Op::ToInt, [a]) if a.op() == Some(&Op::ToReal) => a.children()[0].clone(),
            (Op::IsInt, [a]) if a.op() == Some(&Op::ToReal) => Term::top(),
            (Op::Select, [array, index]) => arrays::select(array, index),
            (Op::Store, [array, index, element]) => arrays::store(array, index, element),
            (Op::Copy, [to, _, _, _, count]) if arrays::is_nothing(count) => to.clone(),
            (Op::IntToBv(_), [a])
                if a.op() == Some(&Op::BvToInt) && a.children()[0].sort() == term.sort() =>
            {
                a.children()[0].clone()
            }
            (Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle, [a, b]) => {
                let decided = self.order_by_cases(op, a, b);
                decided.unwrap_or_else(|| self.bit_vector(op, arguments, term))
            }
            _ => self.bit_vector(op, arguments, term),
        }
    }

    /// A term in the normal form of bit-vectors. One rule makes room for the next.
    fn bit_vector(&mut self, op: &Op, arguments: &[Term], term: &Term) -> Term {
        match bit_vectors::step(op, arguments, term) {
            Some(next) => self.again(next),
            None => term.clone(),
        }
    }

    /// Simplifies what a rule has made. If rules have come back to it, it stays as it is.
    fn again(&mut self, term: Term) -> Term {
        if !self.at_work.insert(term.clone()) {
            debug_assert!(false, "rules undo each other: {term}");
            return term;
        }
        let result = self.pass(&term);
        self.at_work.remove(&term);
        result
    }

    fn equation(&mut self, a: &Term, b: &Term) -> Term {
        if *a.sort() == Sort::Bool {
            return self.equivalence(a, b);
        }
        if a.sort().is_arithmetic() {
            return self.linear_atom(&Term::eq(a.clone(), b.clone()));
        }
        if matches!(a.sort(), Sort::BitVec(_))
            && let Some(normal) = bit_vectors::equation(a, b)
        {
            return self.again(normal);
        }
        self.ordered_equation(a, b)
    }

    /// An equation whose sides are in order.
    fn ordered_equation(&mut self, a: &Term, b: &Term) -> Term {
        // Literals come last, and so does what is deeper.
        let (a, b) = match (a.as_value(), b.as_value()) {
            (Some(_), None) => (b, a),
            (None, Some(_)) => (a, b),
            _ if b < a => (b, a),
            _ => (a, b),
        };
        let equation = Term::eq(a.clone(), b.clone());
        if b.as_value().is_some()
            && let Some(decided) = self.by_cases(a, |value| {
                Term::eq(value.clone(), b.clone()).as_value()?.as_bool()
            })
        {
            return decided;
        }
        equation
    }

    /// A comparison of a conditional between literals with a literal.
    fn order_by_cases(&mut self, op: &Op, a: &Term, b: &Term) -> Option<Term> {
        let compare = |a: &Term, b: &Term| Term::app(op.clone(), vec![a.clone(), b.clone()]);
        match (a.as_value(), b.as_value()) {
            (None, Some(_)) => self.by_cases(a, |value| compare(value, b).as_value()?.as_bool()),
            (Some(_), None) => self.by_cases(b, |value| compare(a, value).as_value()?.as_bool()),
            _ => None,
        }
    }

    /// A formula about a conditional between literals, decided for each of them: the condition, its
    /// negation or a literal.
    fn by_cases(&mut self, choice: &Term, holds: impl Fn(&Term) -> Option<bool>) -> Option<Term> {
        let (Some(Op::Ite), [condition, then, otherwise]) = (choice.op(), choice.children()) else {
            return None;
        };
        if then.as_value().is_none() || otherwise.as_value().is_none() {
            return None;
        }
        Some(match (holds(then)?, holds(otherwise)?) {
            (true, false) => condition.clone(),
            (false, true) => self.negate(condition),
            (same, _) => Term::bool(same),
        })
    }

    fn distinct(&mut self, arguments: &[Term]) -> Term {
        let mut sorted = arguments.to_vec();
        sorted.sort();
        if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
            return Term::bottom();
        }
        let enough = |size: u128| sorted.len() as u128 <= size;
        match &sorted[..] {
            [_] => Term::top(),
            [a, b] => {
                let equation = self.equation(a, b);
                self.negate(&equation)
            }
            [first, ..] if !first.sort().size().is_none_or(enough) => Term::bottom(),
            _ => Term::app(Op::Distinct, sorted),
        }
    }

    fn conditional(&mut self, condition: &Term, then: &Term, otherwise: &Term) -> Term {
        if let (Some(Op::Not), [positive]) = (condition.op(), condition.children()) {
            return self.conditional(positive, otherwise, then);
        }
        // Below the condition the condition is known.
        let known = |branch: &Term, side: usize| match (branch.op(), branch.children()) {
            (Some(Op::Ite), parts) if parts[0] == *condition => parts[side].clone(),
            _ => branch.clone(),
        };
        let (then, otherwise) = (known(then, 1), known(otherwise, 2));
        if then == otherwise {
            return then;
        }
        if let (Some(Op::Eq), [a, b]) = (condition.op(), condition.children())
            && ((then == *a && otherwise == *b) || (then == *b && otherwise == *a))
        {
            return otherwise;
        }
        if *then.sort() != Sort::Bool {
            return Term::ite(condition.clone(), then, otherwise);
        }
        let positive = condition.clone();
        if then.is_true() || then == *condition {
            self.lattice(&Op::Or, vec![positive, otherwise])
        } else if otherwise.is_false() || otherwise == *condition {
            self.lattice(&Op::And, vec![positive, then])
        } else if then.is_false() {
            let negative = self.negate(condition);
            self.lattice(&Op::And, vec![negative, otherwise])
        } else if otherwise.is_true() {
            let negative = self.negate(condition);
            self.lattice(&Op::Or, vec![negative, then])
        } else if self.are_opposite(&then, &otherwise) {
            self.equivalence(condition, &then)
        } else {
            Term::ite(positive, then, otherwise)
        }
    }
}

#[cfg(test)]
mod tests;
