//! Recursion over deep terms on a stack that grows.

/// Runs a step of a recursion; takes more stack from the heap where little is left.
pub fn guard<T>(step: impl FnOnce() -> T) -> T {
    const RED_ZONE: usize = 64 * 1024;
    const SEGMENT: usize = 4 * 1024 * 1024;
    stacker::maybe_grow(RED_ZONE, SEGMENT, step)
}
