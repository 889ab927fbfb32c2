//! Negation normal form.

use rustc_hash::FxHashMap;

use crate::{Node, Op, Sort, Term, recursion};

impl Term {
    /// The equivalent formula made of literals, conjunctions, disjunctions and quantifiers only.
    ///
    /// A literal is an atom or a negated atom; a comparison is never negated, because its opposite
    /// is one. Equivalences and conditionals need their parts in both polarities. Each part is
    /// translated once per polarity, so the result has at most a few times as many different parts
    /// as the formula, however much is shared. Conditionals inside atoms stay.
    #[must_use]
    pub fn nnf(&self) -> Term {
        Normaliser::default().nnf(self, Polarity::Positive)
    }

    /// The negation normal form of the negated formula.
    #[must_use]
    pub fn negated_nnf(&self) -> Term {
        Normaliser::default().nnf(self, Polarity::Negative)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Polarity {
    Positive,
    Negative,
}

use Polarity::{Negative, Positive};

impl Polarity {
    fn flipped(self) -> Self {
        match self {
            Positive => Negative,
            Negative => Positive,
        }
    }
}

#[derive(Default)]
struct Normaliser {
    memo: FxHashMap<(Term, Polarity), Term>,
}

impl Normaliser {
    fn nnf(&mut self, term: &Term, polarity: Polarity) -> Term {
        if let Some(done) = self.memo.get(&(term.clone(), polarity)) {
            return done.clone();
        }
        let result = recursion::guard(|| self.translate(term, polarity));
        self.memo.insert((term.clone(), polarity), result.clone());
        result
    }

    fn translate(&mut self, term: &Term, polarity: Polarity) -> Term {
        if !term.is_connective() {
            return literal(term, polarity);
        }
        let (op, arguments) = match term.node() {
            Node::Quantified(quantifier, vars, body) => {
                let quantifier = match polarity {
                    Positive => *quantifier,
                    Negative => quantifier.dual(),
                };
                let body = self.nnf(body, polarity);
                return Term::quantified(quantifier, vars.iter().cloned(), body);
            }
            Node::App(op, arguments) => (op, arguments),
            Node::Const(_) | Node::Var(_) => unreachable!("a leaf is no connective"),
        };
        match (op, polarity) {
            (Op::Not, _) => self.nnf(&arguments[0], polarity.flipped()),
            (Op::And, Positive) | (Op::Or, Negative) => {
                Term::and(arguments.iter().map(|part| self.nnf(part, polarity)))
            }
            (Op::Or, Positive) | (Op::And, Negative) => {
                Term::or(arguments.iter().map(|part| self.nnf(part, polarity)))
            }
            (Op::Implies, Positive) => Term::or([
                self.nnf(&arguments[0], Negative),
                self.nnf(&arguments[1], Positive),
            ]),
            (Op::Implies, Negative) => Term::and([
                self.nnf(&arguments[0], Positive),
                self.nnf(&arguments[1], Negative),
            ]),
            (Op::Eq, polarity) => self.equivalence(&arguments[0], &arguments[1], polarity),
            (Op::Xor, polarity) => {
                self.equivalence(&arguments[0], &arguments[1], polarity.flipped())
            }
            (Op::Ite, polarity) => {
                let condition = &arguments[0];
                let then = [
                    self.nnf(condition, Positive),
                    self.nnf(&arguments[1], polarity),
                ];
                let otherwise = [
                    self.nnf(condition, Negative),
                    self.nnf(&arguments[2], polarity),
                ];
                Term::or([Term::and(then), Term::and(otherwise)])
            }
            (Op::Distinct, polarity) => match &arguments[..] {
                [_] => Term::bool(polarity == Positive),
                [a, b] => self.equivalence(a, b, polarity.flipped()),
                // There are only two truth values.
                _ => Term::bool(polarity == Negative),
            },
            _ => unreachable!("{op:?} is no connective"),
        }
    }

    fn equivalence(&mut self, a: &Term, b: &Term, polarity: Polarity) -> Term {
        let mut case = |of_a| {
            let of_b = match polarity {
                Positive => of_a,
                Negative => Polarity::flipped(of_a),
            };
            Term::and([self.nnf(a, of_a), self.nnf(b, of_b)])
        };
        Term::or([case(Positive), case(Negative)])
    }
}

/// An atom or its negation, which for a comparison is the opposite comparison.
fn literal(atom: &Term, polarity: Polarity) -> Term {
    let (op, arguments) = (atom.op(), atom.children());
    let unequal = |a: &Term, b: &Term| Term::not(Term::eq(a.clone(), b.clone()));
    match (op, polarity) {
        (Some(Op::Distinct), polarity) if arguments.len() < 3 => match (arguments, polarity) {
            ([a, b], Positive) => unequal(a, b),
            ([a, b], Negative) => Term::eq(a.clone(), b.clone()),
            (_, polarity) => Term::bool(polarity == Positive),
        },
        (_, Positive) => atom.clone(),
        (_, Negative) => negated_comparison(atom).unwrap_or_else(|| Term::not(atom.clone())),
    }
}

/// The opposite of a comparison, of numbers or of bit-vectors.
pub(crate) fn negated_comparison(atom: &Term) -> Option<Term> {
    let opposite = match atom.op()? {
        Op::Le => Op::Lt,
        Op::Lt => Op::Le,
        Op::BvUle => Op::BvUlt,
        Op::BvUlt => Op::BvUle,
        Op::BvSle => Op::BvSlt,
        Op::BvSlt => Op::BvSle,
        _ => return None,
    };
    let [a, b] = atom.children() else {
        unreachable!("a comparison has two sides")
    };
    debug_assert!(*a.sort() != Sort::Bool);
    Some(Term::app(opposite, vec![b.clone(), a.clone()]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Var;

    #[test]
    fn negation_ends_at_the_literals() {
        let [p, q] = ["p", "q"].map(|name| Term::constant(name, Sort::Bool));
        let x = Var::new("x", Sort::Int);
        let check = |term: Term, expected: &str| assert_eq!(term.nnf().to_string(), expected);
        check(
            Term::not(Term::and([p.clone(), Term::not(q.clone())])),
            "!p || q",
        );
        check(Term::not(Term::implies(p.clone(), q.clone())), "p && !q");
        check(Term::eq(p.clone(), q.clone()), "p && q || !p && !q");
        check(Term::xor(p.clone(), q.clone()), "p && !q || !p && q");
        let all = Term::forall([x.clone()], Term::le(x.term(), Term::int(3)));
        check(Term::not(all), "exists x: int :: x > 3");
        check(
            Term::not(Term::ite(p, q, Term::eq(x.term(), Term::int(1)))),
            "p && !q || !p && x != 1",
        );
    }

    #[test]
    fn nested_equivalences_stay_linear() {
        let mut term = Term::constant("p", Sort::Bool);
        for i in 0..1000 {
            term = Term::xor(term, Term::constant(&format!("q{i}"), Sort::Bool));
        }
        assert!(term.nnf().dag_size() < 10_000);
    }
}
