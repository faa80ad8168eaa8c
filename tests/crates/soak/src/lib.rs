//! What the soak tests share: random numbers that follow from a seed, and arguments.

use std::str::FromStr;

/// Random numbers: SplitMix64 (Steele, Lea and Flood, 2014).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The numbers of this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// A number of 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mixed(self.0)
    }

    /// A number from 0 (inclusive) to `end` (exclusive).
    ///
    /// # Panics
    ///
    /// Panics if `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        assert!(end > 0, "there is no number below 0");
        ((u128::from(self.bits()) * end as u128) >> 64) as usize
    }

    /// Whether something happens that happens with this probability.
    pub fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// A number in which every bit depends on every bit of another one.
#[must_use]
pub fn mixed(number: u64) -> u64 {
    let mut mixed = number;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

/// The argument of the program at this position, or a default.
///
/// # Panics
///
/// Panics if the argument is no number.
#[must_use]
pub fn argument<T: FromStr>(position: usize, default: T) -> T {
    let Some(argument) = std::env::args().nth(position) else { return default };
    argument.parse().unwrap_or_else(|_| panic!("argument {position} is no number: {argument}"))
}
