//! Linear terms compared with zero.

use super::{Coefficient, Linear};
use crate::{Op, Term};

/// How a linear term is compared with zero.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Relation<M> {
    /// At most zero.
    Le,
    /// Below zero.
    Lt,
    /// Zero.
    Eq,
    /// A multiple of a positive number. There is no such number for the reals.
    Divides(M),
}

/// A linear atom in normal form.
///
/// Invariant: it is neither always true nor always false for its form alone; the coefficients are
/// integers without a common divisor; an integer atom is never strict; the first coefficient of an
/// equation is positive; the coefficients of a divisibility are reduced modulo the divisor.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LinearAtom<C: Coefficient> {
    relation: Relation<C::Modulus>,
    expression: Linear<C>,
}

/// What an atom turns out to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Normalised<C: Coefficient> {
    /// Always true or always false.
    Literal(bool),
    /// An atom in normal form.
    Atom(LinearAtom<C>),
}

impl<C: Coefficient> Normalised<C> {
    pub(super) fn atom(relation: Relation<C::Modulus>, expression: Linear<C>) -> Self {
        Normalised::Atom(LinearAtom {
            relation,
            expression,
        })
    }

    /// The formula.
    #[must_use]
    pub fn to_term(&self) -> Term {
        match self {
            Normalised::Literal(value) => Term::bool(*value),
            Normalised::Atom(atom) => atom.to_term(),
        }
    }
}

impl<C: Coefficient> LinearAtom<C> {
    /// The normal form of `expression` compared with zero. A modulus must be positive.
    #[must_use]
    pub fn normalise(relation: Relation<C::Modulus>, expression: Linear<C>) -> Normalised<C> {
        C::normalise(relation, expression)
    }

    /// The normal form of a comparison, an equation or a divisibility over the sort of `C`, or of a
    /// negated comparison. What is not linear is taken as a whole. `None` for other formulas, among
    /// them disequations, which are no single atom.
    #[must_use]
    pub fn of(formula: &Term) -> Option<Normalised<C>> {
        LinearAtom::read(formula, Linear::of)
    }

    /// The same for formulas in which only variables have coefficients; `None` for others.
    #[must_use]
    pub fn of_strict(formula: &Term) -> Option<Normalised<C>> {
        LinearAtom::read(formula, Linear::of_strict)
    }

    fn read(formula: &Term, linear: impl Fn(&Term) -> Option<Linear<C>>) -> Option<Normalised<C>> {
        if let Some((modulus, expression)) = C::congruence(formula) {
            // The loose reading of the dividend is good enough only if it reads the same strictly.
            linear(&expression.to_term())?;
            return Some(C::normalise(Relation::Divides(modulus), expression));
        }
        let (negated, atom) = match (formula.op()?, formula.children()) {
            (Op::Not, [atom]) => (true, atom),
            _ => (false, formula),
        };
        let (op, [a, b]) = (atom.op()?, atom.children()) else {
            return None;
        };
        let (relation, a, b) = match (op, negated) {
            (Op::Le, false) => (Relation::Le, a, b),
            (Op::Lt, false) => (Relation::Lt, a, b),
            (Op::Le, true) => (Relation::Lt, b, a),
            (Op::Lt, true) => (Relation::Le, b, a),
            (Op::Eq, false) => (Relation::Eq, a, b),
            _ => return None,
        };
        Some(C::normalise(relation, &linear(a)? - &linear(b)?))
    }

    /// How the linear term is compared with zero.
    #[must_use]
    pub fn relation(&self) -> &Relation<C::Modulus> {
        &self.relation
    }

    /// The linear term that is compared with zero.
    #[must_use]
    pub fn expression(&self) -> &Linear<C> {
        &self.expression
    }

    /// The opposite of a comparison; `None` for an equation or a divisibility.
    #[must_use]
    pub fn negated(&self) -> Option<Normalised<C>> {
        let relation = match self.relation {
            Relation::Le => Relation::Lt,
            Relation::Lt => Relation::Le,
            Relation::Eq | Relation::Divides(_) => return None,
        };
        Some(C::normalise(relation, -&self.expression))
    }

    /// The formula, written for people: `x < y` and `2*x == 3*y` where there is no constant,
    /// otherwise the constant alone on its side and a first monomial without a minus sign.
    #[must_use]
    pub fn to_term(&self) -> Term {
        if let Relation::Divides(modulus) = &self.relation {
            return C::divides(modulus, &self.expression);
        }
        let constant = self.expression.constant();
        let (positive, negative) = self.expression.split_by_sign();
        let strictness = self.relation == Relation::Le && C::is_strictness(constant);
        let op = match &self.relation {
            Relation::Eq => Op::Eq,
            Relation::Lt => Op::Lt,
            _ => Op::Le,
        };
        let two_sided = !positive.is_literal() && !negative.is_literal();
        if two_sided && (constant.is_zero() || strictness) {
            let op = if strictness { Op::Lt } else { op };
            return Term::app(op, vec![positive.to_term(), negative.to_term()]);
        }
        let sum = self.expression.plus_constant(&constant.negated());
        let sides = if self.expression.leads_negative() {
            vec![constant.clone().literal(), (-&sum).to_term()]
        } else {
            vec![sum.to_term(), constant.negated().literal()]
        };
        Term::app(op, sides)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Integer, Rational, Sort};

    fn check<C: Coefficient>(sort: &Sort, formula: impl Fn(Term, Term) -> Term, expected: &str) {
        let [x, y] = ["x", "y"].map(|name| Term::constant(name, sort.clone()));
        let formula = formula(x, y);
        let normal = LinearAtom::<C>::of(&formula).expect("the formula is an atom");
        assert_eq!(normal.to_term().to_string(), expected, "{formula}");
        let again = LinearAtom::<C>::of(&normal.to_term());
        assert!(normal.to_term().as_value().is_some() || again == Some(normal));
    }

    #[test]
    fn integer_atoms_are_tightened() {
        let check = |formula: fn(Term, Term) -> Term, expected: &str| {
            check::<Integer>(&Sort::Int, formula, expected);
        };
        check(|x, _| Term::le(times(2, x), Term::int(5)), "x <= 2");
        check(|x, _| Term::lt(times(-2, x), Term::int(5)), "x >= -2");
        check(|x, _| Term::eq(times(2, x), Term::int(5)), "false");
        check(Term::lt, "x < y");
        check(|x, y| Term::not(Term::le(x, y)), "y < x");
        check(|x, y| Term::eq(times(-4, x), times(-6, y)), "2*x == 3*y");
        check(
            |x, y| Term::le(Term::sub(y, x), Term::int(3)),
            "x - y >= -3",
        );
        check(
            |x, _| Term::le(x.clone(), Term::sub(x, Term::int(1))),
            "false",
        );
    }

    fn times(k: i64, x: Term) -> Term {
        Term::mul([Term::int(k), x])
    }

    #[test]
    fn real_atoms_are_not_tightened() {
        let check = |formula: fn(Term, Term) -> Term, expected: &str| {
            check::<Rational>(&Sort::Real, formula, expected);
        };
        check(
            |x, _| Term::le(Term::mul([Term::real(2), x]), Term::real(5)),
            "x <= 5/2",
        );
        check(Term::lt, "x < y");
        check(
            |x, y| Term::eq(Term::real_div(x, Term::real(-3)), y),
            "x + 3.0*y == 0.0",
        );
    }

    #[test]
    fn divisibility_is_reduced() {
        let check = |formula: fn(Term, Term) -> Term, expected: &str| {
            check::<Integer>(&Sort::Int, formula, expected);
        };
        check(
            |x, _| Term::divisible(Integer::from(6), times(4, x)),
            "x % 3 == 0",
        );
        check(
            |x, _| Term::divisible(Integer::from(4), Term::add([times(2, x), Term::int(1)])),
            "false",
        );
        check(
            |x, _| Term::eq(Term::modulo(x, Term::int(3)), Term::int(2)),
            "x % 3 == 2",
        );
        check(
            |x, y| Term::divisible(Integer::from(5), Term::sub(times(-6, x), y)),
            "(x + y) % 5 == 0",
        );
    }
}
