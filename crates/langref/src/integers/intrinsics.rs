//! Intrinsics that are functions of integers.

use super::{Out, Width};

/// An intrinsic that gives one integer for integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names are LLVM's")]
pub(crate) enum Intrinsic {
    Abs,
    Smin,
    Smax,
    Umin,
    Umax,
    Ctpop,
    Ctlz,
    Cttz,
    Bswap,
    Bitreverse,
    Fshl,
    Fshr,
    Scmp,
    Ucmp,
    SaddSat,
    UaddSat,
    SsubSat,
    UsubSat,
    SshlSat,
    UshlSat,
    Expect,
}

/// An intrinsic that says beside its result whether it overflowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names are LLVM's")]
pub(crate) enum Checked {
    Sadd,
    Uadd,
    Ssub,
    Usub,
    Smul,
    Umul,
}

/// The name without `llvm.` and without the types behind it.
fn stem(name: &str) -> Option<&str> {
    let name = name.strip_prefix("llvm.")?;
    let is_type = |part: &str| {
        part.starts_with(['i', 'v', 'p']) && part[1..].starts_with(|it: char| it.is_ascii_digit())
    };
    let mut end = name.len();
    while let Some(dot) = name[..end].rfind('.')
        && is_type(&name[dot + 1..end])
    {
        end = dot;
    }
    Some(&name[..end])
}

impl Intrinsic {
    /// The intrinsic with a name such as `llvm.smax.i8`.
    pub(crate) fn of(name: &str) -> Option<Self> {
        Some(match stem(name)? {
            "abs" => Intrinsic::Abs,
            "smin" => Intrinsic::Smin,
            "smax" => Intrinsic::Smax,
            "umin" => Intrinsic::Umin,
            "umax" => Intrinsic::Umax,
            "ctpop" => Intrinsic::Ctpop,
            "ctlz" => Intrinsic::Ctlz,
            "cttz" => Intrinsic::Cttz,
            "bswap" => Intrinsic::Bswap,
            "bitreverse" => Intrinsic::Bitreverse,
            "fshl" => Intrinsic::Fshl,
            "fshr" => Intrinsic::Fshr,
            "scmp" => Intrinsic::Scmp,
            "ucmp" => Intrinsic::Ucmp,
            "sadd.sat" => Intrinsic::SaddSat,
            "uadd.sat" => Intrinsic::UaddSat,
            "ssub.sat" => Intrinsic::SsubSat,
            "usub.sat" => Intrinsic::UsubSat,
            "sshl.sat" => Intrinsic::SshlSat,
            "ushl.sat" => Intrinsic::UshlSat,
            "expect" => Intrinsic::Expect,
            _ => return None,
        })
    }

    /// How many of its arguments are vectors where the intrinsic works on vectors; the others are
    /// immediate.
    pub(crate) fn lanes_arguments(self) -> usize {
        match self {
            Intrinsic::Abs | Intrinsic::Ctlz | Intrinsic::Cttz => 1,
            Intrinsic::Ctpop | Intrinsic::Bswap | Intrinsic::Bitreverse => 1,
            Intrinsic::Fshl | Intrinsic::Fshr => 3,
            _ => 2,
        }
    }

    /// How many arguments there are.
    pub(crate) fn arguments(self) -> usize {
        match self {
            Intrinsic::Abs | Intrinsic::Ctlz | Intrinsic::Cttz => 2,
            other => other.lanes_arguments(),
        }
    }

    /// The result for some numbers, `result` being the width of its type. `None` where the
    /// intrinsic has no such type.
    pub(crate) fn apply(self, width: Width, result: Width, given: &[u64]) -> Option<Out> {
        let bits = u64::from(width.bits());
        let first = *given.first()?;
        let second = given.get(1).copied().unwrap_or(0);
        let (a, b) = (width.signed(first), width.signed(second));
        let (left, right) = (i128::from(first), i128::from(second));
        let is = |number: i128| Some(Out::Is(width.wrap(number)));
        match self {
            // "If the second argument is true and the first argument is the minimum signed value,
            // the result is a poison value", otherwise the minimum is its own absolute value.
            Intrinsic::Abs => {
                let erroneous = second == 1 && first == width.smallest();
                Some(Out::unless(erroneous, width.wrap(a.abs())))
            }
            Intrinsic::Smin => is(a.min(b)),
            Intrinsic::Smax => is(a.max(b)),
            Intrinsic::Umin => Some(Out::Is(first.min(second))),
            Intrinsic::Umax => Some(Out::Is(first.max(second))),
            Intrinsic::Ctpop => is(i128::from(first.count_ones())),
            // "If src == 0 then the result is the size in bits of the type of src if
            // is_zero_poison == 0 and poison otherwise."
            Intrinsic::Ctlz | Intrinsic::Cttz if first == 0 => {
                Some(Out::unless(second == 1, width.wrap(i128::from(bits))))
            }
            Intrinsic::Ctlz => is(i128::from(first.leading_zeros()) - 64 + i128::from(bits)),
            Intrinsic::Cttz => is(i128::from(first.trailing_zeros())),
            // "The llvm.bswap.i16 intrinsic returns an i16 value that has the high and low byte of
            // the input i16 swapped"; it is defined for an even number of bytes.
            Intrinsic::Bswap if bits % 16 == 0 => Some(Out::Is(first.swap_bytes() >> (64 - bits))),
            Intrinsic::Bswap => None,
            // "bit M in the input moves to bit N-M-1 in the output".
            Intrinsic::Bitreverse => Some(Out::Is(first.reverse_bits() >> (64 - bits))),
            Intrinsic::Fshl | Intrinsic::Fshr => {
                let third = *given.get(2)?;
                Some(Out::Is(self.funnel(width, first, second, third)))
            }
            // "-1 if a < b, 0 if a == b, and 1 if a > b".
            Intrinsic::Scmp => Some(Out::Is(result.wrap(a.cmp(&b) as i128))),
            Intrinsic::Ucmp => Some(Out::Is(result.wrap(first.cmp(&second) as i128))),
            // "the smallest value representable by the bit width of the arguments", or the largest.
            Intrinsic::SaddSat => is(saturated(width, a + b)),
            Intrinsic::SsubSat => is(saturated(width, a - b)),
            Intrinsic::UaddSat => is((left + right).min(i128::from(width.mask()))),
            Intrinsic::UsubSat => is((left - right).max(0)),
            // "If b is (statically or dynamically) equal to or larger than the integer bit width
            // of the arguments, the result is a poison value."
            Intrinsic::SshlSat | Intrinsic::UshlSat if second >= bits => Some(Out::Poison),
            Intrinsic::SshlSat => is(saturated(width, a << second)),
            Intrinsic::UshlSat => {
                let fits = u128::from(first) << second <= u128::from(width.mask());
                Some(Out::Is(if fits { first << second } else { width.mask() }))
            }
            // "This intrinsic […] does not alter the first argument's value."
            Intrinsic::Expect => Some(Out::Is(first)),
        }
    }

    /// > "the first two values are concatenated as { %a : %b } (%a is the most significant bits of
    /// > the wide value), the combined value is shifted left, and the most significant bits are
    /// > extracted to produce a result that is the same size as the original arguments" (`fshl`);
    /// > "The third argument is […] treated as an unsigned value modulo the element size".
    fn funnel(self, width: Width, high: u64, low: u64, amount: u64) -> u64 {
        let bits = u64::from(width.bits());
        let amount = amount % bits;
        let wide = u128::from(high) << bits | u128::from(low);
        let moved = match self {
            Intrinsic::Fshl => (wide << amount) >> bits,
            _ => wide >> amount,
        };
        // The bits above the width are those of the other half.
        #[allow(clippy::cast_possible_truncation)]
        let half = moved as u64;
        half & width.mask()
    }
}

fn saturated(width: Width, number: i128) -> i128 {
    let half = 1_i128 << (width.bits() - 1);
    number.clamp(-half, half - 1)
}

impl Checked {
    /// The intrinsic with a name such as `llvm.uadd.with.overflow.i8`.
    pub(crate) fn of(name: &str) -> Option<Self> {
        Some(match stem(name)?.strip_suffix(".with.overflow")? {
            "sadd" => Checked::Sadd,
            "uadd" => Checked::Uadd,
            "ssub" => Checked::Ssub,
            "usub" => Checked::Usub,
            "smul" => Checked::Smul,
            "umul" => Checked::Umul,
            _ => return None,
        })
    }

    /// > "They return a structure — the first element of which is the signed summation, and the
    /// > second element of which is a bit specifying if the signed summation resulted in an
    /// > overflow." (`llvm.sadd.with.overflow`, the others likewise)
    pub(crate) fn apply(self, width: Width, left: u64, right: u64) -> (u64, bool) {
        let (a, b) = (width.signed(left), width.signed(right));
        let (c, d) = (i128::from(left), i128::from(right));
        let signed = |number: i128| (width.wrap(number), !width.fits_signed(number));
        let unsigned = |number: i128| (width.wrap(number), !width.fits_unsigned(number));
        match self {
            Checked::Sadd => signed(a + b),
            Checked::Ssub => signed(a - b),
            Checked::Smul => signed(a * b),
            Checked::Uadd => unsigned(c + d),
            Checked::Usub => unsigned(c - d),
            Checked::Umul => {
                let product = u128::from(left) * u128::from(right);
                (width.wrap(a * b), product > u128::from(width.mask()))
            }
        }
    }
}
