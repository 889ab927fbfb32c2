//! Polynomials as terms.

use super::{Monomial, Polynomial, mask, width};
use crate::{Op, Term};

impl Polynomial {
    /// The polynomial as a bit-vector of its width.
    pub(super) fn term(&self) -> Term {
        self.partial_sum(|_| true)
    }

    /// The formula that says that the polynomial is nought.
    pub(super) fn equation(&self) -> Term {
        let twos = self.twos();
        if twos >= self.width {
            return Term::top();
        }
        let halved = self.halved(twos);
        let is_constant = halved
            .coefficients
            .keys()
            .all(|m| *m == Monomial::default());
        if is_constant {
            return Term::bottom();
        }
        // What is subtracted stands on the other side.
        let half = 1 << (halved.width - 1);
        let is_negative = |coefficient: u128| coefficient >= half && halved.width > 1;
        let left = halved.partial_sum(|coefficient| !is_negative(coefficient));
        let negated = halved.scaled(u128::MAX);
        let right = negated.partial_sum(|coefficient| {
            is_negative(coefficient.wrapping_neg() & mask(halved.width))
        });
        Term::eq(left, right)
    }

    /// The sum of the monomials whose coefficients satisfy a condition.
    fn partial_sum(&self, is_wanted: impl Fn(u128) -> bool) -> Term {
        let constant = |value: u128| Term::bit_vec(self.width, value);
        let mut sum: Option<Term> = None;
        for (monomial, coefficient) in &self.coefficients {
            if !is_wanted(*coefficient) {
                continue;
            }
            let product = monomial.term(self.width);
            let term = match *coefficient {
                1 => product,
                all if all == mask(self.width) => Term::app(Op::BvNeg, vec![product]),
                other => Term::app(Op::BvMul, vec![constant(other), product]),
            };
            sum = Some(match sum {
                None => term,
                Some(sum) => Term::app(Op::BvAdd, vec![sum, term]),
            });
        }
        sum.unwrap_or_else(|| constant(0))
    }
}

impl Monomial {
    /// The product modulo two to a width. It is computed without loss first, so that it is the same
    /// term for all widths.
    fn term(&self, wanted: u32) -> Term {
        let widths = self.factors.iter().filter_map(width);
        let all: u32 = widths.sum();
        let mut product: Option<Term> = None;
        for factor in &self.factors {
            let wide = fitted(factor, all);
            product = Some(match product {
                None => wide,
                Some(product) => Term::app(Op::BvMul, vec![product, wide]),
            });
        }
        let one = || Term::bit_vec(wanted, 1);
        let product = product.map_or_else(one, |product| fitted(&product, wanted));
        let zero = Term::bit_vec(wanted, 0);
        Term::ite(Term::and(self.bits.iter().cloned()), product, zero)
    }
}

/// The term with zeros in front or without its upper bits.
fn fitted(term: &Term, wanted: u32) -> Term {
    match width(term) {
        Some(own) if own < wanted => Term::app(Op::ZeroExtend(wanted - own), vec![term.clone()]),
        Some(own) if own > wanted => Term::app(Op::Extract(wanted - 1, 0), vec![term.clone()]),
        _ => term.clone(),
    }
}
