//! Sums, quotients, remainders and linear atoms.

use super::Simplifier;
use crate::linear::{Coefficient, Linear, LinearAtom, Normalised, Relation};
use crate::nnf::negated_comparison;
use crate::{Integer, Node, Op, Rational, Sort, Term, Value};

/// The most monomials that a sum is brought to its normal form with. Longer sums are left as they
/// are, unless they have as many parts already: parts may be shared, and spelling each of them out may
/// enlarge a graph.
const MOST_MONOMIALS: usize = 64;

/// Whether a linear form is no longer than what it is the form of, to speak of: a sum, or an atom about
/// sums.
fn is_short<C: Coefficient>(linear: &Linear<C>, term: &Term) -> bool {
    linear.monomials().len() <= MOST_MONOMIALS.max(parts(term))
}

/// How many parts the sums have that a term is, or that an atom is about.
fn parts(term: &Term) -> usize {
    match term.op() {
        Some(Op::Add) => term.children().len(),
        Some(Op::Not | Op::Le | Op::Lt | Op::Eq | Op::Divisible(_)) => {
            term.children().iter().map(parts).sum()
        }
        _ => 1,
    }
}

impl Simplifier {
    /// The normal form of a comparison, an equation, a divisibility or a negated comparison.
    pub(super) fn linear_atom(&mut self, atom: &Term) -> Term {
        if let Some(normal) = LinearAtom::<Integer>::of(atom) {
            return self.normal_atom(atom, normal, decide);
        }
        match LinearAtom::<Rational>::of(atom) {
            Some(normal) => self.normal_atom(atom, normal, |_| None),
            None => atom.clone(),
        }
    }

    fn normal_atom<C: Coefficient>(
        &mut self,
        atom: &Term,
        normal: Normalised<C>,
        decide: impl Fn(&LinearAtom<C>) -> Option<bool>,
    ) -> Term {
        let Normalised::Atom(normal) = normal else {
            return normal.to_term();
        };
        if !is_short(normal.expression(), atom) {
            // A negated comparison becomes the opposite one also here.
            let negation = Term::not(atom.clone());
            return negated_comparison(&negation).unwrap_or_else(|| atom.clone());
        }
        if let Some(value) = decide(&normal) {
            return Term::bool(value);
        }
        let mut monomials = normal.expression().monomials();
        if let (Some((choice, _)), None) = (monomials.next(), monomials.next()) {
            let holds = |value: &Term| {
                let value = Linear::of(value)?;
                let instance = normal.expression().replaced(choice, &value);
                match LinearAtom::normalise(normal.relation().clone(), instance) {
                    Normalised::Literal(value) => Some(value),
                    Normalised::Atom(_) => None,
                }
            };
            if let Some(decided) = self.by_cases(choice, holds) {
                return decided;
            }
        }
        normal.to_term()
    }
}

/// What the bounds of the monomials say of an atom.
fn decide(atom: &LinearAtom<Integer>) -> Option<bool> {
    let (low, high) = interval(atom.expression());
    let is_positive = low.is_some_and(|low| low.is_positive());
    let is_negative = high.as_ref().is_some_and(Integer::is_negative);
    match atom.relation() {
        Relation::Le if is_positive => Some(false),
        Relation::Le if is_negative || high.is_some_and(|high| high.is_zero()) => Some(true),
        Relation::Eq if is_positive || is_negative => Some(false),
        _ => None,
    }
}

/// The least and the greatest value of a linear term, as far as the bounds of its monomials tell.
fn interval(linear: &Linear<Integer>) -> (Option<Integer>, Option<Integer>) {
    let start = (
        Some(linear.constant().clone()),
        Some(linear.constant().clone()),
    );
    linear
        .monomials()
        .fold(start, |(low, high), (term, coefficient)| {
            let (mut least, mut greatest) = bounds(term);
            if coefficient.is_negative() {
                std::mem::swap(&mut least, &mut greatest);
            }
            let plus =
                |sum: Option<Integer>, bound: Option<Integer>| Some(sum? + bound? * coefficient);
            (plus(low, least), plus(high, greatest))
        })
}

/// The least and the greatest value of a term that is no sum, as far as its root tells.
fn bounds(term: &Term) -> (Option<Integer>, Option<Integer>) {
    let of_sort = |sort: &Sort| match sort {
        Sort::Range(range) => (Some(range.low().into()), Some(range.high().into())),
        _ => (None, None),
    };
    match term.node() {
        Node::Var(var) => of_sort(&var.sort),
        Node::App(Op::Apply(function), _) => of_sort(function.result()),
        Node::App(Op::Mod, arguments) => match arguments[1].as_value().and_then(Value::as_int) {
            Some(divisor) if !divisor.is_zero() => {
                (Some(Integer::ZERO), Some(divisor.abs() - Integer::ONE))
            }
            _ => (None, None),
        },
        Node::App(Op::BvToInt, arguments) => match arguments[0].sort() {
            Sort::BitVec(width) => (
                Some(Integer::ZERO),
                Some(Integer::power_of_two(*width) - Integer::ONE),
            ),
            _ => (None, None),
        },
        _ => (None, None),
    }
}

/// The normal form of a sum, a product or a quotient of reals.
pub(super) fn sum(term: &Term) -> Term {
    let term = match term.node() {
        Node::App(Op::Mul, factors) => {
            let mut factors = factors.to_vec();
            factors.sort();
            Term::mul(factors)
        }
        _ => term.clone(),
    };
    fn normal<C: Coefficient>(term: &Term) -> Option<Term> {
        let linear = Linear::<C>::of(term)?;
        is_short(&linear, term).then(|| linear.to_term())
    }
    normal::<Integer>(&term)
        .or_else(|| normal::<Rational>(&term))
        .unwrap_or(term)
}

/// The divisor, if it is a literal other than zero, and the linear form of the dividend, if it is
/// short.
fn division(dividend: &Term, divisor: &Term) -> Option<(Linear<Integer>, Integer)> {
    let divisor = divisor.as_value()?.as_int()?;
    let linear = Linear::<Integer>::of(dividend)?;
    let possible = !divisor.is_zero() && is_short(&linear, dividend);
    possible.then(|| (linear, divisor.clone()))
}

fn div_floor(a: &Integer, b: &Integer) -> Integer {
    a.div_floor(b).expect("the divisor was checked")
}

/// The only value of `linear div divisor`, if the bounds of the monomials leave but one.
fn only_quotient(linear: &Linear<Integer>, divisor: &Integer) -> Option<Integer> {
    let (low, high) = interval(linear);
    let (low, high) = (div_floor(&low?, divisor), div_floor(&high?, divisor));
    (low == high).then_some(low)
}

/// Integer division. What the divisor divides is taken out of it: `(4*x + y + 5) / 2` becomes
/// `2*x + (y + 1) / 2 + 2`.
pub(super) fn quotient(dividend: &Term, divisor: &Term) -> Term {
    let Some((linear, divisor)) = division(dividend, divisor) else {
        return Term::div(dividend.clone(), divisor.clone());
    };
    let modulus = divisor.abs();
    let whole = linear.map_coefficients(|c| {
        if modulus.divides(c) {
            div_floor(c, &modulus)
        } else {
            Integer::ZERO
        }
    });
    let rest = linear.map_coefficients(|c| {
        if modulus.divides(c) {
            Integer::ZERO
        } else {
            c.clone()
        }
    });
    let whole = whole.plus_constant(&(div_floor(linear.constant(), &modulus) - linear.constant()));
    let (_, constant) = linear
        .constant()
        .div_mod(&modulus)
        .expect("the divisor was checked");
    // With `0 <= r < g`, `(g*a + r) div (g*b)` is `a div b`.
    let common = rest.content().gcd(&modulus);
    let mut rest = rest.map_coefficients(|c| div_floor(c, &common));
    rest = rest.plus_constant(&(div_floor(&constant, &common) - rest.constant()));
    let modulus = div_floor(&modulus, &common);
    let fraction = match only_quotient(&rest, &modulus) {
        Some(value) => Linear::literal(value),
        None => Linear::of(&Term::div(rest.to_term(), Term::int(modulus)))
            .expect("a quotient is an integer"),
    };
    let result = &whole + &fraction;
    // A negative divisor negates the quotient and leaves the remainder as it is.
    if divisor.is_negative() {
        (-&result).to_term()
    } else {
        result.to_term()
    }
}

/// The remainder of an integer division, with coefficients reduced modulo the divisor.
pub(super) fn remainder(dividend: &Term, divisor: &Term) -> Term {
    let Some((linear, divisor)) = division(dividend, divisor) else {
        return Term::modulo(dividend.clone(), divisor.clone());
    };
    let modulus = divisor.abs();
    let reduced = linear.reduced(&modulus);
    let (_, constant) = linear
        .constant()
        .div_mod(&modulus)
        .expect("the divisor was checked");
    let reduced = reduced.plus_constant(&(constant - reduced.constant()));
    match only_quotient(&reduced, &modulus) {
        Some(quotient) => reduced.plus_constant(&-(quotient * modulus)).to_term(),
        None => Term::modulo(reduced.to_term(), Term::int(modulus)),
    }
}
