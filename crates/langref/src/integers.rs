//! What operations on integers give, number by number.
//!
//! These rules know of numbers only; what becomes of poison and `undef` is said in `lift.rs`.

pub(crate) mod binary;
pub(crate) mod casts;
pub(crate) mod compare;
pub(crate) mod intrinsics;

/// What an operation gives for some numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Out {
    /// A number of the type of the result.
    Is(u64),
    /// Poison.
    Poison,
    /// Undefined behaviour.
    Undefined,
}

impl Out {
    /// The number, unless the operation is erroneous.
    pub(crate) fn unless(erroneous: bool, number: u64) -> Self {
        match erroneous {
            true => Out::Poison,
            false => Out::Is(number),
        }
    }
}

/// The width of an integer type, at most 64.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Width(u32);

impl Width {
    /// The width, unless it is too large for this interpreter.
    pub(crate) fn new(bits: u32) -> Option<Self> {
        (1..=64).contains(&bits).then_some(Width(bits))
    }

    pub(crate) fn bits(self) -> u32 {
        self.0
    }

    /// The number with all bits set.
    pub(crate) fn mask(self) -> u64 {
        u64::MAX >> (64 - self.0)
    }

    /// The low bits of a number, which is what an integer of this width keeps of it.
    pub(crate) fn wrap(self, number: i128) -> u64 {
        // The bits above the width are what is to be lost.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let low = number as u64;
        low & self.mask()
    }

    /// The number that bits stand for in two's complement.
    pub(crate) fn signed(self, bits: u64) -> i128 {
        let value = i128::from(bits);
        match bits >> (self.0 - 1) & 1 {
            1 => value - (1_i128 << self.0),
            _ => value,
        }
    }

    /// The smallest signed number, as bits.
    pub(crate) fn smallest(self) -> u64 {
        1 << (self.0 - 1)
    }

    /// Whether a number is one of this width without a sign.
    pub(crate) fn fits_unsigned(self, number: i128) -> bool {
        (0..=i128::from(self.mask())).contains(&number)
    }

    /// Whether a number is one of this width with a sign.
    pub(crate) fn fits_signed(self, number: i128) -> bool {
        let half = 1_i128 << (self.0 - 1);
        (-half..half).contains(&number)
    }
}
