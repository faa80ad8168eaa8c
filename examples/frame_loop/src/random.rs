//! Random numbers that are the same on every machine: Marsaglia's xorshift with the star of Vigna.

use crate::vector::Vec3;

#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u32) -> Self {
        Random(u64::from(seed) << 32 | 0x9E37_79B9)
    }

    fn next(&mut self) -> u32 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32) as u32
    }

    /// A number from -1 (inclusive) to 1 (exclusive).
    pub(crate) fn spread(&mut self) -> f32 {
        (self.next() >> 8) as f32 / (1 << 23) as f32 - 1.0
    }

    /// A number from 0 (inclusive) to 1 (exclusive).
    pub(crate) fn unit(&mut self) -> f32 {
        (self.next() >> 8) as f32 / (1 << 24) as f32
    }

    /// A point in a cube around the origin, from -1 to 1 on each axis.
    pub(crate) fn in_cube(&mut self) -> Vec3 {
        Vec3::new(self.spread(), self.spread(), self.spread())
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn numbers_stay_in_their_ranges_and_use_them() {
        let mut random = Random::new(3);
        let spreads = (0..10_000).map(|_| random.spread()).collect::<Vec<_>>();
        assert!(spreads.iter().all(|spread| (-1.0..1.0).contains(spread)));
        assert!(spreads.iter().any(|&spread| spread > 0.99) && spreads.iter().any(|&spread| spread < -0.99));
        assert!((0..10_000).map(|_| random.unit()).all(|unit| (0.0..1.0).contains(&unit)));
    }
}
