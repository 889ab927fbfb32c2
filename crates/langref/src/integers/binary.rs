//! The binary operations.

use frontend_llvm::syntax::Flags;

use super::{Out, Width};

/// A binary operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names are LLVM's")]
pub(crate) enum Operation {
    Add,
    Sub,
    Mul,
    Udiv,
    Sdiv,
    Urem,
    Srem,
    Shl,
    Lshr,
    Ashr,
    And,
    Or,
    Xor,
}

impl Operation {
    /// The operation that an opcode names.
    pub(crate) fn of(opcode: &str) -> Option<Self> {
        Some(match opcode {
            "add" => Operation::Add,
            "sub" => Operation::Sub,
            "mul" => Operation::Mul,
            "udiv" => Operation::Udiv,
            "sdiv" => Operation::Sdiv,
            "urem" => Operation::Urem,
            "srem" => Operation::Srem,
            "shl" => Operation::Shl,
            "lshr" => Operation::Lshr,
            "ashr" => Operation::Ashr,
            "and" => Operation::And,
            "or" => Operation::Or,
            "xor" => Operation::Xor,
            _ => return None,
        })
    }

    /// Whether some operands are undefined behaviour rather than poison.
    pub(crate) fn may_be_undefined(self) -> bool {
        matches!(
            self,
            Operation::Udiv | Operation::Sdiv | Operation::Urem | Operation::Srem
        )
    }

    /// The operation on two numbers.
    pub(crate) fn apply(self, flags: Flags, width: Width, left: u64, right: u64) -> Out {
        match self {
            Operation::Add => wrapping(flags, width, left, right, |a, b| a + b),
            Operation::Sub => wrapping(flags, width, left, right, |a, b| a - b),
            Operation::Mul => product(flags, width, left, right),
            Operation::Udiv | Operation::Urem => self.without_sign(flags, left, right),
            Operation::Sdiv | Operation::Srem => self.with_sign(flags, width, left, right),
            Operation::Shl => shl(flags, width, left, right),
            Operation::Lshr | Operation::Ashr => self.shifted_right(flags, width, left, right),
            Operation::And => Out::Is(left & right),
            Operation::Or => or(flags, left, right),
            Operation::Xor => Out::Is(left ^ right),
        }
    }

    /// > "Division by zero is undefined behavior." (`udiv`) "Taking the remainder of a division by
    /// > zero is undefined behavior." (`urem`) "If the `exact` keyword is present, the result value
    /// > of the `udiv` is a poison value if %op1 is not a multiple of %op2".
    fn without_sign(self, flags: Flags, left: u64, right: u64) -> Out {
        if right == 0 {
            return Out::Undefined;
        }
        match self {
            Operation::Urem => Out::Is(left % right),
            _ => Out::unless(flags.exact && !left.is_multiple_of(right), left / right),
        }
    }

    /// > "Division by zero is undefined behavior. […] Overflow also leads to undefined behavior;
    /// > this is a rare case, but can occur, for example, by doing a 32-bit division of
    /// > -2147483648 by -1." (`sdiv`, `srem` likewise) "If the `exact` keyword is present, the
    /// > result value of the `sdiv` is a poison value if the result would be rounded."
    fn with_sign(self, flags: Flags, width: Width, left: u64, right: u64) -> Out {
        if right == 0 || left == width.smallest() && right == width.mask() {
            return Out::Undefined;
        }
        let (a, b) = (width.signed(left), width.signed(right));
        match self {
            // "this instruction returns the *remainder* of a division (where the result is either
            // zero or has the same sign as the dividend)".
            Operation::Srem => Out::Is(width.wrap(a % b)),
            // "The value produced is the signed integer quotient of the two operands rounded
            // towards zero."
            _ => Out::unless(flags.exact && a % b != 0, width.wrap(a / b)),
        }
    }

    /// > "If op2 is (statically or dynamically) equal to or larger than the number of bits in op1,
    /// > this instruction returns a poison value. […] If the `exact` keyword is present, the
    /// > result value of the `lshr` is a poison value if any of the bits shifted out are non-zero."
    fn shifted_right(self, flags: Flags, width: Width, left: u64, right: u64) -> Out {
        if right >= u64::from(width.bits()) {
            return Out::Poison;
        }
        let lost = left & !(u64::MAX << right);
        let shifted = match self {
            Operation::Ashr => width.wrap(width.signed(left) >> right),
            _ => left >> right,
        };
        Out::unless(flags.exact && lost != 0, shifted)
    }
}

/// > "`nuw` and `nsw` stand for \"No Unsigned Wrap\" and \"No Signed Wrap\", respectively. If the
/// > `nuw` and/or `nsw` keywords are present, the result value of the `add` is a poison value if
/// > unsigned and/or signed overflow, respectively, occurs." (`sub` and `mul` likewise)
fn wrapping(
    flags: Flags,
    width: Width,
    left: u64,
    right: u64,
    operation: impl Fn(i128, i128) -> i128,
) -> Out {
    let unsigned = operation(i128::from(left), i128::from(right));
    let signed = operation(width.signed(left), width.signed(right));
    let overflows =
        flags.nuw && !width.fits_unsigned(unsigned) || flags.nsw && !width.fits_signed(signed);
    Out::unless(overflows, width.wrap(unsigned))
}

/// The same for `mul`, whose products without a sign need all of 128 bits.
fn product(flags: Flags, width: Width, left: u64, right: u64) -> Out {
    let unsigned = u128::from(left) * u128::from(right);
    let signed = width.signed(left) * width.signed(right);
    let overflows =
        flags.nuw && unsigned > u128::from(width.mask()) || flags.nsw && !width.fits_signed(signed);
    Out::unless(overflows, width.wrap(signed))
}

/// > "If op2 is (statically or dynamically) equal to or larger than the number of bits in op1,
/// > this instruction returns a poison value. If the `nuw` keyword is present, then the shift
/// > produces a poison value if it shifts out any non-zero bits. If the `nsw` keyword is present,
/// > then the shift produces a poison value if it shifts out any bits that disagree with the
/// > resultant sign bit." (`shl`)
fn shl(flags: Flags, width: Width, left: u64, right: u64) -> Out {
    if right >= u64::from(width.bits()) {
        return Out::Poison;
    }
    let shifted = (left << right) & width.mask();
    let loses_bits = shifted >> right != left;
    // The bits that are shifted out and the new sign bit are all the same exactly if the number with
    // a sign stays the same number when it is shifted back.
    let changes_sign = width.signed(shifted) >> right != width.signed(left);
    Out::unless(
        flags.nuw && loses_bits || flags.nsw && changes_sign,
        shifted,
    )
}

/// > "If the `disjoint` keyword is present, the result value of the `or` is a poison value if both
/// > inputs have a one in the same bit position."
fn or(flags: Flags, left: u64, right: u64) -> Out {
    Out::unless(flags.disjoint && left & right != 0, left | right)
}
