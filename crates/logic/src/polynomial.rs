//! Polynomials over bit-vectors: one way to write what is computed by sums and products.
//!
//! Solvers multiply bit by bit, and seldom see that `(n - 1) * (n - 2)` and `n*n - 3*n + 2` are the
//! same. Here the unsigned value of a term, modulo a power of two, is a sum of monomials: products of
//! terms that are not looked into, and of truth values, with a coefficient each. Whatever a sum
//! carries beyond its width is such a truth value, so that extensions of sums are sums as well. What is
//! left of a question that is written in this way ([`normalise`]) is linear in the monomials, and a
//! solver may take them for variables.

mod normal;
mod read;
mod write;

use std::collections::{BTreeMap, BTreeSet};

use crate::{Integer, Sort, Term};

pub use normal::normalise;

/// The widest terms that are looked into, in bits.
const WIDEST: u32 = 128;
/// The most monomials of a polynomial, and the most factors of a monomial.
const MOST_MONOMIALS: usize = 96;
const MOST_FACTORS: usize = 6;

/// A product: nought where one of the truth values is `false`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
struct Monomial {
    /// Bit-vectors, read without sign, in order.
    factors: Vec<Term>,
    /// Truth values.
    bits: BTreeSet<Term>,
}

/// A sum of monomials modulo two to the width. No coefficient is zero.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Polynomial {
    width: u32,
    coefficients: BTreeMap<Monomial, u128>,
}

fn mask(width: u32) -> u128 {
    u128::MAX >> (WIDEST - width)
}

fn width(term: &Term) -> Option<u32> {
    match term.sort() {
        Sort::BitVec(width) => Some(*width),
        _ => None,
    }
}

/// The number modulo `2^128`.
fn low_bits(value: &Integer) -> u128 {
    let chunk = Integer::power_of_two(32);
    let mut rest = value.clone();
    let mut bits = 0;
    for place in 0..WIDEST / 32 {
        let Some((above, low)) = rest.div_mod(&chunk) else {
            break;
        };
        bits |= (low.to_i64().unwrap_or(0) as u128) << (32 * place);
        rest = above;
    }
    bits
}

impl Polynomial {
    /// Nought, modulo two to a width between 1 and [`WIDEST`].
    fn zero(width: u32) -> Self {
        debug_assert!((1..=WIDEST).contains(&width));
        Polynomial {
            width,
            coefficients: BTreeMap::new(),
        }
    }

    fn constant(width: u32, value: u128) -> Self {
        let mut constant = Polynomial::zero(width);
        constant.add_term(Monomial::default(), value);
        constant
    }

    /// A bit-vector that is not looked into.
    fn factor(width: u32, term: Term) -> Self {
        let mut single = Polynomial::zero(width);
        let monomial = Monomial {
            factors: vec![term],
            bits: BTreeSet::new(),
        };
        single.add_term(monomial, 1);
        single
    }

    /// One where the formula holds, nought elsewhere.
    fn bit(width: u32, formula: &Term) -> Self {
        let mut single = Polynomial::zero(width);
        if formula.is_true() {
            single.add_term(Monomial::default(), 1);
        } else if !formula.is_false() {
            let monomial = Monomial {
                factors: Vec::new(),
                bits: BTreeSet::from([formula.clone()]),
            };
            single.add_term(monomial, 1);
        }
        single
    }

    fn add_term(&mut self, monomial: Monomial, coefficient: u128) {
        let mask = mask(self.width);
        let entry = self.coefficients.entry(monomial);
        match entry {
            std::collections::btree_map::Entry::Vacant(entry) => {
                if coefficient & mask != 0 {
                    entry.insert(coefficient & mask);
                }
            }
            std::collections::btree_map::Entry::Occupied(mut entry) => {
                let sum = entry.get().wrapping_add(coefficient) & mask;
                match sum {
                    0 => drop(entry.remove()),
                    sum => *entry.get_mut() = sum,
                }
            }
        }
    }

    /// Adds a multiple of a polynomial whose coefficients make sense modulo this one's width.
    fn add(&mut self, factor: u128, other: &Polynomial) {
        for (monomial, coefficient) in &other.coefficients {
            self.add_term(monomial.clone(), coefficient.wrapping_mul(factor));
        }
    }

    fn sum(mut self, factor: u128, other: &Polynomial) -> Self {
        self.add(factor, other);
        self
    }

    fn scaled(&self, factor: u128) -> Self {
        Polynomial::zero(self.width).sum(factor, self)
    }

    /// The product; `None` where it is too large.
    fn product(&self, other: &Polynomial) -> Option<Polynomial> {
        let mut product = Polynomial::zero(self.width);
        for (a, c) in &self.coefficients {
            for (b, d) in &other.coefficients {
                let coefficient = c.wrapping_mul(*d) & mask(self.width);
                if coefficient != 0 {
                    product.add_term(a.times(b)?, coefficient);
                }
            }
            if product.coefficients.len() > MOST_MONOMIALS {
                return None;
            }
        }
        Some(product)
    }

    /// How often two divides all coefficients; the width for nought.
    fn twos(&self) -> u32 {
        let twos = self.coefficients.values().map(|c| c.trailing_zeros());
        twos.min().unwrap_or(self.width)
    }

    /// Twice the polynomial, modulo twice as much.
    fn doubled(&self) -> Polynomial {
        let mut doubled = Polynomial::zero(self.width + 1);
        doubled.add(2, self);
        doubled
    }

    /// Whether all values are even: the lowest bit of a power of a number is that of the number.
    fn is_even(&self) -> bool {
        let mut odd: BTreeSet<Monomial> = BTreeSet::new();
        for (monomial, coefficient) in &self.coefficients {
            if coefficient % 2 == 0 {
                continue;
            }
            let mut lowest = monomial.clone();
            lowest.factors.dedup();
            if !odd.remove(&lowest) {
                odd.insert(lowest);
            }
        }
        odd.is_empty()
    }

    /// The polynomial divided by a power of two that divides all coefficients; the width falls.
    fn halved(&self, twos: u32) -> Polynomial {
        let mut halved = Polynomial::zero(self.width - twos);
        for (monomial, coefficient) in &self.coefficients {
            halved.add_term(monomial.clone(), coefficient >> twos);
        }
        halved
    }
}

impl Monomial {
    /// The product; `None` where it is too large.
    fn times(&self, other: &Monomial) -> Option<Monomial> {
        let mut factors = [&self.factors[..], &other.factors[..]].concat();
        if factors.len() > MOST_FACTORS {
            return None;
        }
        factors.sort();
        let bits = self.bits.union(&other.bits).cloned().collect();
        Some(Monomial { factors, bits })
    }
}

/// The inverse of an odd number modulo `2^128`, by Newton's iteration.
fn inverse(odd: u128) -> u128 {
    let mut inverse = odd;
    for _ in 0..7 {
        inverse = inverse.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    inverse
}
