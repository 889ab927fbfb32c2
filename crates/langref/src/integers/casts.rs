//! Conversions between integers.

use frontend_llvm::syntax::Flags;

use super::{Out, Width};

/// > "If the `nuw` keyword is present, and any of the truncated bits are non-zero, the result is a
/// > poison value. If the `nsw` keyword is present, and any of the truncated bits are not the same
/// > as the top bit of the truncation result, the result is a poison value." (`trunc`)
pub(crate) fn trunc(flags: Flags, from: Width, to: Width, number: u64) -> Out {
    let cut = number & to.mask();
    let loses_bits = cut != number;
    let changes_sign = to.signed(cut) != from.signed(number);
    Out::unless(flags.nuw && loses_bits || flags.nsw && changes_sign, cut)
}

/// > "The `zext` fills the high order bits of the value with zero bits […]. If the `nneg` flag is
/// > set, and the `zext` argument is negative, the result is a poison value."
pub(crate) fn zext(flags: Flags, from: Width, number: u64) -> Out {
    Out::unless(flags.nneg && from.signed(number) < 0, number)
}

/// > "The `sext` instruction performs a sign extension by copying the sign bit (highest order bit)
/// > of the value until it reaches the bit size of the type ty2."
pub(crate) fn sext(from: Width, to: Width, number: u64) -> Out {
    Out::Is(to.wrap(from.signed(number)))
}
