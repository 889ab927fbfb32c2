//! Random formulas, for tests and benchmarks.

use logic::{Quantifier, Sort, Term, Var};

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
fn formula(rng: &mut Rng, vars: &[Var], depth: u32) -> Term {
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

/// A closed formula with so many blocks of one or two variables.
pub(crate) fn closed(rng: &mut Rng, sort: &Sort, blocks: usize) -> Term {
    let mut prefix: Vec<(Quantifier, Vec<Var>)> = Vec::new();
    let mut quantifier = if rng.below(2) == 0 {
        Quantifier::Forall
    } else {
        Quantifier::Exists
    };
    let mut all = Vec::new();
    for block in 0..blocks {
        let vars: Vec<Var> = (0..1 + rng.below(2))
            .map(|number| Var::new(format!("v{block}_{number}").as_str(), sort.clone()))
            .collect();
        all.extend(vars.clone());
        prefix.push((quantifier, vars));
        quantifier = quantifier.dual();
    }
    let matrix = formula(rng, &all, 2);
    prefix
        .into_iter()
        .rev()
        .fold(matrix, |body, (q, vars)| Term::quantified(q, vars, body))
}

/// `forall universal. premise => exists existential. conclusion`.
pub(crate) struct Question {
    pub(crate) universal: Vec<Var>,
    pub(crate) premise: Term,
    pub(crate) existential: Vec<Var>,
    pub(crate) conclusion: Term,
}

impl Question {
    pub(crate) fn random(rng: &mut Rng, sort: &Sort) -> Question {
        let vars = |name: &str, rng: &mut Rng| -> Vec<Var> {
            let count = 1 + rng.below(3);
            let var = |i| Var::new(format!("{name}{i}").as_str(), sort.clone());
            (0..count).map(var).collect()
        };
        let (universal, existential) = (vars("x", rng), vars("y", rng));
        let premise = formula(rng, &universal, 2);
        let all: Vec<Var> = universal.iter().chain(&existential).cloned().collect();
        let conclusion = formula(rng, &all, 2);
        Question {
            universal,
            premise,
            existential,
            conclusion,
        }
    }

    /// The question as one formula.
    pub(crate) fn whole(&self) -> Term {
        let exists = Term::exists(self.existential.clone(), self.conclusion.clone());
        Term::forall(
            self.universal.clone(),
            Term::implies(self.premise.clone(), exists),
        )
    }
}
