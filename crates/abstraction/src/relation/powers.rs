//! Equations between products: what a loop has summed up, and what it has shifted.
//!
//! The sum of all numbers below `i` is half of `i * (i - 1)`. Modulo a power of two, half of a number
//! is known only if the number is known with one bit more: equations are therefore looked for among
//! products of variables that are extended by a bit, as `2*s == i*i - i`.

use logic::{Op, Sort, Term, Value};

use super::equations::equation_atom;
use super::{Column, by_width};
use crate::affine;

/// The most variables that are multiplied with each other, by the degree of the products.
const MOST_SQUARED: usize = 7;
const MOST_CUBED: usize = 4;

/// A product of variables, with its values.
struct Product {
    term: Term,
    values: Vec<u128>,
    /// The position of its last factor, so that every product is made once.
    last: usize,
    /// How many factors it has, and whether one function has one of them alone.
    degree: usize,
    lonely: bool,
}

/// Equations of at most this degree between bit-vectors of one width, and narrower ones.
pub(super) fn power_atoms(varying: &[Column<'_>], degree: usize) -> Vec<Term> {
    let most = match degree {
        ..=2 => MOST_SQUARED,
        _ => MOST_CUBED,
    };
    let groups = by_width(varying);
    let mut atoms = Vec::new();
    for width in groups.keys().filter(|width| (4..=64).contains(*width)) {
        let mut columns: Vec<&Column<'_>> = groups[width].clone();
        let narrower = groups
            .iter()
            .filter(|(other, _)| *other < width && **other >= 4);
        columns.extend(narrower.flat_map(|(_, columns)| columns.iter().copied()));
        // What one function has alone is to be computed from what both have.
        columns.sort_by_key(|column| column.shared);
        columns.truncate(most);
        let products = products(&columns, width + 1, degree);
        let count = products.first().map_or(0, |product| product.values.len());
        let samples: Vec<Vec<u128>> = (0..count)
            .map(|sample| products.iter().map(|it| it.values[sample]).collect())
            .collect();
        let terms: Vec<Term> = products.iter().map(|it| it.term.clone()).collect();
        for equation in affine::equations(&samples, width + 1) {
            let mentioned = || {
                let all = equation.coefficients.iter().zip(&products);
                all.filter(|(coefficient, _)| **coefficient != 0)
            };
            // Without products it is an affine equation; and what has nothing but products is another
            // equation that was multiplied.
            let has_products = mentioned().any(|(_, product)| product.degree > 1);
            let has_result = mentioned().any(|(_, product)| product.degree == 1 && product.lonely);
            if has_products && has_result {
                atoms.push(equation_atom(&equation, &terms, width + 1));
            }
        }
    }
    atoms
}

/// The variables, extended by zeros to this width, and their products, those with the fewest factors
/// first.
fn products(columns: &[&Column<'_>], width: u32, degree: usize) -> Vec<Product> {
    let mask = u128::MAX >> (128 - width);
    let mut products: Vec<Product> = Vec::new();
    for (position, column) in columns.iter().enumerate() {
        let Sort::BitVec(own) = column.var.sort else {
            continue;
        };
        products.extend(column.bits().map(|values| Product {
            term: Term::app(Op::ZeroExtend(width - own), vec![column.var.term()]),
            values,
            last: position,
            degree: 1,
            lonely: !column.shared,
        }));
    }
    let singles = products.len();
    let mut from = 0;
    for _ in 1..degree {
        let until = products.len();
        for shorter in from..until {
            for single in 0..singles {
                let (a, b) = (&products[shorter], &products[single]);
                if a.last > b.last {
                    continue;
                }
                let values = a.values.iter().zip(&b.values);
                let product = Product {
                    term: Term::app(Op::BvMul, vec![a.term.clone(), b.term.clone()]),
                    values: values.map(|(a, b)| a.wrapping_mul(*b) & mask).collect(),
                    last: b.last,
                    degree: a.degree + 1,
                    lonely: a.lonely || b.lonely,
                };
                products.push(product);
            }
        }
        from = until;
    }
    products
}

/// Variables of one function alone that are another value shifted by a third one.
pub(super) fn shift_atoms(varying: &[Column<'_>]) -> Vec<Term> {
    let mut atoms = Vec::new();
    for columns in by_width(varying).into_values() {
        for result in columns.iter().filter(|column| !column.shared) {
            for by in columns.iter().filter(|by| by.var != result.var) {
                let mut bases: Vec<(Term, Vec<&Value>)> = columns
                    .iter()
                    .filter(|base| base.var != result.var && base.var != by.var)
                    .map(|base| (base.var.term(), base.values.clone()))
                    .collect();
                // What it was before anything was shifted.
                let mut pairs = by.values.iter().zip(&result.values);
                let unshifted = pairs.find(|(by, _)| is_zero(by)).map(|(_, result)| *result);
                bases.extend(
                    unshifted.map(|value| {
                        (Term::value(value.clone()), vec![value; result.values.len()])
                    }),
                );
                let found = bases.into_iter().find_map(|(base, values)| {
                    let op = [Op::BvShl, Op::BvLshr, Op::BvAshr].into_iter().find(|op| {
                        let shifted = values.iter().zip(&by.values).map(|(base, by)| {
                            logic::apply(op, &[(*base).clone(), (*by).clone()]).ok()
                        });
                        shifted.eq(result.values.iter().map(|value| Some((*value).clone())))
                    })?;
                    Some(Term::app(op, vec![base, by.var.term()]))
                });
                atoms.extend(found.map(|shifted| Term::eq(result.var.term(), shifted)));
            }
        }
    }
    atoms
}

fn is_zero(value: &Value) -> bool {
    matches!(value, Value::BitVec(bits) if bits.unsigned().is_zero())
}
