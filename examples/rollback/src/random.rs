//! Random numbers that are a part of the state, so they are rolled back with it: SplitMix64 (Steele, Lea and Flood,
//! 2014).

use bytemuck::{Pod, Zeroable};

#[derive(Clone, Copy, PartialEq, Debug, Pod, Zeroable)]
#[repr(transparent)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// Random numbers that depend on all of these numbers.
    pub(crate) fn of(numbers: &[u64]) -> Self {
        let mix = |random: Random, number: &u64| Random(random.0 ^ number).mixed();
        Random(numbers.iter().fold(Random(0), mix).0)
    }

    /// A number from 0 (inclusive) to `end` (exclusive).
    pub(crate) fn below(&mut self, end: u32) -> u32 {
        ((u64::from(self.next()) * u64::from(end)) >> 32) as u32
    }

    /// A vector with each axis from `-limit` to `limit`.
    pub(crate) fn within(&mut self, limit: i32) -> [i32; 2] {
        [0, 1].map(|_| self.below(2 * limit as u32 + 1) as i32 - limit)
    }

    fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        (Random(self.0).mixed().0 >> 32) as u32
    }

    fn mixed(self) -> Self {
        let mut mixed = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        Random(mixed ^ (mixed >> 31))
    }
}
