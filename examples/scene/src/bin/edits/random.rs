//! Random numbers: xorshift64* (Vigna, 2016).

/// A generator that gives the same numbers for the same seed.
#[derive(Debug)]
pub(crate) struct Random(u64);

impl Random {
    /// The seed must not be 0.
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// A number below `bound`, which is not 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let number = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32;
        ((number * bound as u64) >> 32) as usize
    }
}
