//! Random choices that are the same in every run and for every contender.

/// A small generator (xorshift64*, Vigna 2016).
#[derive(Debug)]
pub struct Random(u64);

impl Random {
    /// The first state.
    #[must_use]
    pub fn new() -> Self {
        Random(0x5EED)
    }

    /// A number below `bound`.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % bound
    }

    /// Swaps each item with itself or a random item before it (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

impl Default for Random {
    fn default() -> Self {
        Self::new()
    }
}
