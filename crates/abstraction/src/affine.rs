//! Affine relations modulo a power of two that hold on all samples.
//!
//! The integers modulo `2^w` are no field, but of any two of them one divides the other, so that a
//! matrix has a Smith normal form that plain elimination finds: the entry with the fewest factors of
//! two is the pivot.

/// Coefficients and a right-hand side: `sum of a_i * x_i == c` modulo `2^w`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Equation {
    pub(crate) coefficients: Vec<u128>,
    pub(crate) constant: u128,
}

/// Generators of all affine equations that the samples satisfy. All samples have the same length;
/// the width is at most 128.
pub(crate) fn equations(samples: &[Vec<u128>], width: u32) -> Vec<Equation> {
    let mask = u128::MAX >> (128 - width);
    let Some((first, rest)) = samples.split_first() else {
        return Vec::new();
    };
    let mut rows: Vec<Vec<u128>> = rest
        .iter()
        .map(|row| {
            let pairs = row.iter().zip(first);
            pairs.map(|(a, b)| a.wrapping_sub(*b) & mask).collect()
        })
        .collect();
    let mut kernel = kernel(&mut rows, first.len(), width, mask);
    reduce(&mut kernel, mask);
    kernel
        .into_iter()
        .map(|coefficients| {
            let products = coefficients
                .iter()
                .zip(first)
                .map(|(a, x)| a.wrapping_mul(*x));
            let constant = products.fold(0u128, u128::wrapping_add) & mask;
            Equation {
                coefficients,
                constant,
            }
        })
        .collect()
}

/// Generators of the vectors that are orthogonal to all rows.
fn kernel(rows: &mut [Vec<u128>], columns: usize, width: u32, mask: u128) -> Vec<Vec<u128>> {
    // Column operations on the rows are repeated on the columns of this matrix.
    let mut basis: Vec<Vec<u128>> = (0..columns)
        .map(|i| (0..columns).map(|j| u128::from(i == j)).collect())
        .collect();
    let mut found = Vec::new();
    let mut rank = 0;
    while rank < columns {
        let entries = (rank..rows.len()).flat_map(|i| (rank..columns).map(move |j| (i, j)));
        let nonzero = entries.filter(|(i, j)| rows[*i][*j] != 0);
        let pivot = nonzero.min_by_key(|(i, j)| rows[*i][*j].trailing_zeros());
        let Some((row, column)) = pivot else { break };
        rows.swap(rank, row);
        rows.iter_mut().for_each(|row| row.swap(rank, column));
        basis.iter_mut().for_each(|row| row.swap(rank, column));
        let pivot = rows[rank][rank];
        let twos = pivot.trailing_zeros();
        let inverse = inverse(pivot >> twos);
        let quotient = |entry: u128| (entry >> twos).wrapping_mul(inverse) & mask;
        let (above, below) = rows.split_at_mut(rank + 1);
        let top = &above[rank];
        for row in below {
            let factor = quotient(row[rank]);
            for (entry, own) in row.iter_mut().zip(top).skip(rank) {
                *entry = entry.wrapping_sub(factor.wrapping_mul(*own)) & mask;
            }
        }
        for other in rank + 1..columns {
            let factor = quotient(rows[rank][other]);
            if factor != 0 {
                rows[rank][other] = 0;
                for row in &mut basis {
                    let product = factor.wrapping_mul(row[rank]);
                    row[other] = row[other].wrapping_sub(product) & mask;
                }
            }
        }
        if twos > 0 {
            let scale = 1u128 << (width - twos);
            found.push(
                basis
                    .iter()
                    .map(|row| row[rank].wrapping_mul(scale) & mask)
                    .collect(),
            );
        }
        rank += 1;
    }
    for column in rank..columns {
        found.push(basis.iter().map(|row| row[column]).collect());
    }
    found
}

/// Brings generators into a form in which most have a coefficient one that no other has.
fn reduce(generators: &mut Vec<Vec<u128>>, mask: u128) {
    let columns = generators.first().map_or(0, Vec::len);
    let mut done = 0;
    for column in 0..columns {
        let odd = (done..generators.len()).find(|g| generators[*g][column] % 2 == 1);
        let Some(pivot) = odd else { continue };
        generators.swap(done, pivot);
        let inverse = inverse(generators[done][column]);
        for entry in &mut generators[done] {
            *entry = entry.wrapping_mul(inverse) & mask;
        }
        let row = generators[done].clone();
        for (number, other) in generators.iter_mut().enumerate() {
            let factor = other[column];
            if number != done && factor != 0 {
                for (entry, own) in other.iter_mut().zip(&row) {
                    *entry = entry.wrapping_sub(factor.wrapping_mul(*own)) & mask;
                }
            }
        }
        done += 1;
    }
    generators.retain(|generator| generator.iter().any(|entry| *entry != 0));
}

/// The inverse of an odd number modulo `2^128`, by Newton's iteration.
fn inverse(odd: u128) -> u128 {
    let mut inverse = odd;
    for _ in 0..7 {
        inverse = inverse.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(equation: &Equation, sample: &[u128], mask: u128) -> bool {
        let products = equation.coefficients.iter().zip(sample);
        let sum = products.fold(0u128, |sum, (a, x)| sum.wrapping_add(a.wrapping_mul(*x)));
        sum & mask == equation.constant
    }

    #[test]
    fn a_negation_and_an_offset_are_found() {
        let samples: Vec<Vec<u128>> = [1u128, 5, 200, 7]
            .iter()
            .map(|x| vec![*x, x.wrapping_neg() & 255, (x + 3) & 255])
            .collect();
        let found = equations(&samples, 8);
        assert_eq!(found.len(), 2);
        for equation in &found {
            assert!(samples.iter().all(|sample| holds(equation, sample, 255)));
            assert!(!holds(equation, &[1, 2, 3], 255));
        }
    }

    #[test]
    fn parity_is_an_equation() {
        let samples = vec![vec![4u128], vec![10], vec![18], vec![8]];
        let found = equations(&samples, 8);
        assert_eq!(
            found,
            [Equation {
                coefficients: vec![128],
                constant: 0
            }]
        );
    }

    #[test]
    fn independent_values_satisfy_nothing() {
        let samples = vec![vec![0, 0], vec![1, 0], vec![0, 1]];
        assert!(equations(&samples, 32).is_empty());
    }
}
