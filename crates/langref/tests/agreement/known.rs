//! Evidence that the checker is known to reject.
//!
//! No verdict is wrong there; the engine makes evidence that does not hold. It is left out until that is
//! mended, so that the test finds what nobody knows yet; `TANDEM_LANGREF_ALL` counts it as well.

/// What the checker says.
pub(crate) const REJECTIONS: &[&str] = &[
    // Choices of both functions are kept in one list, and are of different types.
    "rule Inputs: a value is not of its sort",
];
