//! Random terms and models for property tests.
//!
//! A term is grown from a sequence of numbers, each of which decides one step. Where the sequence
//! ends, every decision is the simplest one, so proptest's shrinking of the sequence shrinks the
//! term. All terms are over one fixed [`Vocabulary`], so that any model fits any term.

mod grow;
mod vocabulary;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, RngSeed};

pub use vocabulary::Vocabulary;

use crate::{Model, Sort, Substitution, Term};
use grow::Grower;

/// What may occur in a random term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fragment {
    /// Reals, and the operators between them and the integers.
    pub reals: bool,
    /// Bit-vectors of three to eight bits.
    pub bit_vectors: bool,
    /// Enumerations.
    pub enumerations: bool,
    /// Arrays.
    pub arrays: bool,
    /// Copies of parts of arrays. Z3 has no word for them that it would give back.
    pub copies: bool,
    /// Uninterpreted functions.
    pub functions: bool,
    /// Quantifiers over small finite sorts.
    pub quantifiers: bool,
    /// Products of variables, and divisors that are no literals and may be zero.
    pub nonlinear: bool,
}

impl Fragment {
    /// Everything.
    pub const ALL: Fragment = Fragment {
        reals: true,
        bit_vectors: true,
        enumerations: true,
        arrays: true,
        copies: true,
        functions: true,
        quantifiers: true,
        nonlinear: true,
    };

    /// Truth values and linear arithmetic over integers and ranges, with division by literals.
    pub const LINEAR_INTEGERS: Fragment = Fragment {
        reals: false,
        bit_vectors: false,
        enumerations: false,
        arrays: false,
        copies: false,
        functions: false,
        quantifiers: false,
        nonlinear: false,
    };

    /// Linear arithmetic over integers and reals.
    pub const LINEAR: Fragment = Fragment {
        reals: true,
        ..Fragment::LINEAR_INTEGERS
    };

    /// Everything that quantifier-free solvers decide.
    pub const DECIDABLE: Fragment = Fragment {
        quantifiers: false,
        nonlinear: false,
        ..Fragment::ALL
    };
}

/// The configuration that makes a property test the same on every run.
#[must_use]
pub fn deterministic(cases: u32) -> Config {
    Config {
        cases,
        failure_persistence: None,
        rng_algorithm: RngAlgorithm::ChaCha,
        rng_seed: RngSeed::Fixed(0x007a_6e64_656d),
        ..Config::default()
    }
}

fn choices(most: usize) -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(any::<u16>(), 0..most)
}

/// Terms of a sort of the vocabulary.
pub fn terms(sort: Sort, fragment: Fragment) -> impl Strategy<Value = Term> {
    choices(100).prop_map(move |choices| Grower::new(choices, fragment).term(&sort))
}

/// Formulas.
pub fn formulas(fragment: Fragment) -> impl Strategy<Value = Term> {
    terms(Sort::Bool, fragment)
}

/// Terms of any sort that the fragment has.
pub fn any_terms(fragment: Fragment) -> impl Strategy<Value = Term> {
    choices(100).prop_map(move |choices| {
        let mut grower = Grower::new(choices, fragment);
        let sort = grower.sort();
        grower.term(&sort)
    })
}

/// Models that give every variable a value and every function an interpretation.
pub fn models() -> impl Strategy<Value = Model> {
    choices(160).prop_map(|choices| Grower::new(choices, Fragment::ALL).model())
}

/// Substitutions of some variables of the vocabulary by terms. A variable of a range is replaced
/// by what stays within the range.
pub fn substitutions(fragment: Fragment) -> impl Strategy<Value = Substitution> {
    choices(120).prop_map(move |choices| Grower::new(choices, fragment).substitution())
}
