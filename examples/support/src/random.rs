//! Random numbers that are the same on every machine: SplitMix64 (Steele, Lea and Flood, 2014).

/// A generator.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Makes a generator. Seeds that are alike give unlike numbers if they are [mixed].
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// A number.
    #[expect(clippy::should_implement_trait, reason = "numbers do not end")]
    pub fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        (mixed(self.0) >> 32) as u32
    }

    /// A number from 0 (inclusive) to `end` (exclusive).
    pub fn below(&mut self, end: usize) -> usize {
        ((u64::from(self.next()) * end as u64) >> 32) as usize
    }

    /// A number from 0 (inclusive) to 1 (exclusive), with the 24 bits of precision that an `f32` has.
    pub fn unit(&mut self) -> f32 {
        (self.next() >> 8) as f32 / (1 << 24) as f32
    }

    /// A number from `low` (inclusive) to `high` (exclusive).
    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }
}

/// Mixes the bits of a number, so that similar numbers become unlike each other.
#[must_use]
pub fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ (number >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_in_their_ranges() {
        let mut random = Random::new(7);
        for _ in 0..10_000 {
            assert!((0.0..1.0).contains(&random.unit()));
            assert!((-3.0..5.0).contains(&random.between(-3.0, 5.0)));
            assert!(random.below(6) < 6);
        }
    }
}
