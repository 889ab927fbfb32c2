//! Equations between numbers: affine ones modulo a power of two, and those of integers.

use logic::{Integer, Op, Term, Value, Var};

use super::{Column, by_width};
use crate::affine;

/// The most terms of one width that are looked at for affine relations.
const MOST_AFFINE: usize = 24;

impl Column<'_> {
    /// The values as numbers without sign, where they fit into 64 bits.
    pub(super) fn bits(&self) -> Option<Vec<u128>> {
        self.values.iter().map(|value| bits(value)).collect()
    }
}

fn bits(value: &Value) -> Option<u128> {
    match value {
        Value::BitVec(bits) if bits.width() <= 64 => {
            let mask = u128::MAX >> (128 - bits.width());
            Some(i128::from(bits.signed().to_i64()?) as u128 & mask)
        }
        _ => None,
    }
}

/// Affine relations between bit-vectors of one width, and narrower ones after extension.
pub(super) fn affine_atoms(varying: &[Column<'_>]) -> Vec<Term> {
    let mut atoms = Vec::new();
    let groups = by_width(varying);
    for (width, columns) in &groups {
        if *width > 64 {
            continue;
        }
        // An equation says something new only of a variable without an equal.
        let mut terms: Vec<(Term, Vec<u128>)> = Vec::new();
        let mut lonely: Vec<Term> = Vec::new();
        let narrower = groups.iter().filter(|(other, _)| *other < width);
        for (other, narrow) in narrower.filter(|(other, _)| **other >= 8) {
            for column in narrow {
                let Some(values) = column.bits() else {
                    continue;
                };
                let more = width - other;
                let shift = 128 - other;
                let mask = u128::MAX >> (128 - width);
                let signed = values
                    .iter()
                    .map(|v| ((v << shift) as i128 >> shift) as u128 & mask);
                let signed: Vec<u128> = signed.collect();
                let extend = |op| Term::app(op, vec![column.var.term()]);
                if !column.shared {
                    lonely.push(extend(Op::SignExtend(more)));
                    lonely.push(extend(Op::ZeroExtend(more)));
                }
                terms.push((extend(Op::SignExtend(more)), signed.clone()));
                if signed != values {
                    terms.push((extend(Op::ZeroExtend(more)), values));
                }
            }
        }
        for column in columns {
            terms.extend(column.bits().map(|bits| (column.var.term(), bits)));
            lonely.extend((!column.shared).then(|| column.var.term()));
        }
        // Of too many, those of this width matter most.
        let excess = terms.len().saturating_sub(MOST_AFFINE);
        terms.drain(..excess);
        // Definitions are solved for the first term with an odd coefficient: a variable.
        terms.reverse();
        let count = terms.first().map_or(0, |(_, values)| values.len());
        let samples: Vec<Vec<u128>> = (0..count)
            .map(|sample| terms.iter().map(|(_, values)| values[sample]).collect())
            .collect();
        let terms: Vec<Term> = terms.into_iter().map(|(term, _)| term).collect();
        for equation in affine::equations(&samples, *width) {
            let mentioned = equation.coefficients.iter().zip(&terms);
            let mut mentioned = mentioned.filter(|(coefficient, _)| **coefficient != 0);
            if !mentioned.any(|(_, term)| lonely.contains(term)) {
                continue;
            }
            atoms.push(equation_atom(&equation, &terms, *width));
        }
    }
    atoms
}

/// An equation as a formula, solved for a term with coefficient one where there is one.
pub(super) fn equation_atom(equation: &affine::Equation, terms: &[Term], width: u32) -> Term {
    let mask = u128::MAX >> (128 - width);
    let constant = |value: u128| Term::bit_vec(width, signed(value, width));
    let solved = equation
        .coefficients
        .iter()
        .position(|coefficient| *coefficient == 1);
    let mut sum: Vec<Term> = Vec::new();
    for (position, coefficient) in equation.coefficients.iter().enumerate() {
        if *coefficient == 0 || Some(position) == solved {
            continue;
        }
        // On the other side of the equation if it is solved for a term.
        let coefficient = match solved {
            Some(_) => coefficient.wrapping_neg() & mask,
            None => *coefficient,
        };
        let term = terms[position].clone();
        sum.push(match coefficient {
            1 => term,
            c if c == mask => Term::app(Op::BvNeg, vec![term]),
            c => Term::app(Op::BvMul, vec![constant(c), term]),
        });
    }
    let add = |sum: Vec<Term>| {
        let mut sum = sum.into_iter();
        let first = sum.next().unwrap_or_else(|| constant(0));
        sum.fold(first, |a, b| Term::app(Op::BvAdd, vec![a, b]))
    };
    match solved {
        Some(position) => {
            if equation.constant != 0 || sum.is_empty() {
                sum.push(constant(equation.constant));
            }
            Term::eq(terms[position].clone(), add(sum))
        }
        None => Term::eq(add(sum), constant(equation.constant)),
    }
}

fn signed(value: u128, width: u32) -> Integer {
    let shift = 128 - width;
    Integer::from((value << shift) as i128 >> shift)
}

/// Integers that differ by a constant, or whose sum is one.
pub(super) fn integer_atoms(varying: &[Column<'_>]) -> Vec<Term> {
    let integers: Vec<(&Var, Vec<Integer>)> = varying
        .iter()
        .filter_map(|column| {
            let values = column.values.iter().map(|value| value.as_int().cloned());
            Some((column.var, values.collect::<Option<Vec<Integer>>>()?))
        })
        .collect();
    let mut atoms = Vec::new();
    for (position, (a, values)) in integers.iter().enumerate() {
        for (b, others) in &integers[..position] {
            let differences = values
                .iter()
                .zip(others)
                .map(|(a, b)| a.clone() - b.clone());
            let sums = values
                .iter()
                .zip(others)
                .map(|(a, b)| a.clone() + b.clone());
            if let Some(offset) = single(differences) {
                atoms.push(Term::eq(a.term(), Term::add([b.term(), Term::int(offset)])));
            } else if let Some(sum) = single(sums) {
                atoms.push(Term::eq(a.term(), Term::sub(Term::int(sum), b.term())));
            }
        }
    }
    atoms
}

/// The value that all have.
fn single(mut values: impl Iterator<Item = Integer>) -> Option<Integer> {
    let first = values.next()?;
    values.all(|value| value == first).then_some(first)
}
