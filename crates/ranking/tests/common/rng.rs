//! Random numbers that are the same on every run.

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
