//! Random numbers that are the same on every machine: PCG32, and directions without trigonometry.

use crate::vector::Vec2;

/// A permuted congruential generator (O'Neill, PCG-XSH-RR): 64 bits of state, 32 bits per number.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    const MULTIPLIER: u64 = 6_364_136_223_846_793_005;
    const INCREMENT: u64 = 1_442_695_040_888_963_407;

    pub(crate) fn new(seed: u32) -> Self {
        let mut random = Random(u64::from(seed).wrapping_mul(Self::MULTIPLIER));
        random.next();
        random.next();
        random
    }

    pub(crate) fn next(&mut self) -> u32 {
        let state = self.0;
        self.0 = state.wrapping_mul(Self::MULTIPLIER).wrapping_add(Self::INCREMENT);
        let mixed = (((state >> 18) ^ state) >> 27) as u32;
        mixed.rotate_right((state >> 59) as u32)
    }

    /// A number from 0 (inclusive) to 1 (exclusive), with the 24 bits of precision that an `f32` has.
    pub(crate) fn unit(&mut self) -> f32 {
        (self.next() >> 8) as f32 / (1 << 24) as f32
    }

    pub(crate) fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    pub(crate) fn below(&mut self, end: u32) -> u32 {
        ((u64::from(self.next()) * u64::from(end)) >> 32) as u32
    }

    /// A point in the disk of radius 1.
    pub(crate) fn in_disk(&mut self) -> Vec2 {
        loop {
            let point = Vec2::new(self.between(-1.0, 1.0), self.between(-1.0, 1.0));
            if point.dot(point) <= 1.0 {
                return point;
            }
        }
    }

    /// A point on the sphere of radius 1, seen from the front (Marsaglia).
    pub(crate) fn on_sphere(&mut self) -> Vec2 {
        let point = self.in_disk();
        point * (2.0 * (1.0 - point.dot(point)).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_in_their_ranges() {
        let mut random = Random::new(7);
        for _ in 0..10_000 {
            assert!((0.0..1.0).contains(&random.unit()));
            assert!(random.below(6) < 6);
            let point = random.on_sphere();
            assert!(point.dot(point) <= 1.0001);
        }
    }

    #[test]
    fn seeds_tell_apart() {
        let draws = |seed| {
            let mut random = Random::new(seed);
            [random.next(), random.next(), random.next()]
        };
        assert_eq!(draws(1), draws(1));
        assert_ne!(draws(1), draws(2));
    }
}
