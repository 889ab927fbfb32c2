//! Random formulas, for tests and benchmarks.

use logic::{Term, Var};

/// SplitMix64, from this seed.
pub(crate) struct Rng(pub(crate) u64);

impl Rng {
    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: i64) -> i64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as i64
    }
}

/// A random formula over the variables: a tree of connectives over linear atoms.
pub(crate) fn formula(rng: &mut Rng, vars: &[Var], depth: u32) -> Term {
    if depth == 0 || rng.below(5) == 0 {
        return atom(rng, vars);
    }
    let parts = (0..2 + rng.below(2))
        .map(|_| formula(rng, vars, depth - 1))
        .collect::<Vec<_>>();
    match rng.below(5) {
        0 | 1 => Term::and(parts),
        2 | 3 => Term::or(parts),
        _ => Term::not(Term::and(parts)),
    }
}

fn atom(rng: &mut Rng, vars: &[Var]) -> Term {
    let sort = vars[0].sort.carrier();
    let number = |value: i64| Term::number(&sort, value);
    let mut sum = vec![number(rng.below(11) - 5)];
    for var in vars {
        if rng.below(3) > 0 {
            sum.push(Term::mul([number(rng.below(7) - 3), var.term()]));
        }
    }
    let left = Term::add(sum);
    match rng.below(6) {
        0 => Term::eq(left, number(0)),
        1 => Term::ne(left, number(0)),
        2 | 3 => Term::le(left, number(0)),
        _ => Term::lt(left, number(0)),
    }
}
