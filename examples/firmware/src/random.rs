//! Random numbers that are the same in every run: a linear congruential generator, of which the upper bits are used.

/// A generator.
pub struct Random(u32);

impl Random {
    pub const fn new(seed: u32) -> Self {
        Random(seed)
    }

    /// Returns a number below `bound`, which is at most 65,536.
    pub fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ((self.0 >> 16) * bound) >> 16
    }

    /// Returns `true` once in `n` calls, on average.
    pub fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }
}
