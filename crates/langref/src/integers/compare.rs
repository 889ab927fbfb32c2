//! Comparisons of integers.

use super::{Out, Width};

/// > "eq: yields true if the operands are equal, false otherwise. […] slt: interprets the operands
/// > as signed values and yields true if op1 is less than op2." (`icmp`)
///
/// `None` if there is no such predicate.
pub(crate) fn holds(predicate: &str, width: Width, left: u64, right: u64) -> Option<bool> {
    let (a, b) = (width.signed(left), width.signed(right));
    Some(match predicate {
        "eq" => left == right,
        "ne" => left != right,
        "ugt" => left > right,
        "uge" => left >= right,
        "ult" => left < right,
        "ule" => left <= right,
        "sgt" => a > b,
        "sge" => a >= b,
        "slt" => a < b,
        "sle" => a <= b,
        _ => return None,
    })
}

/// > "If the `samesign` keyword is present and the operands are not of the same sign then the
/// > result is a poison value." (`icmp`)
pub(crate) fn compare(
    predicate: &str,
    same_sign: bool,
    width: Width,
    left: u64,
    right: u64,
) -> Option<Out> {
    let holds = holds(predicate, width, left, right)?;
    let signs_differ = (left ^ right) & width.smallest() != 0;
    Some(Out::unless(same_sign && signs_differ, u64::from(holds)))
}
