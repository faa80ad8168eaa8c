//! How much tests do: everything natively, and as much as reaches every branch under Miri, which takes a thousand times as
//! long.
//!
//! `RUSTFLAGS="--cfg miri"` gives a native build the small sizes, to see by its coverage what they reach.

use proptest::test_runner::{Config, RngAlgorithm, RngSeed};

/// Whether tests do as little as reaches every branch.
pub(crate) const IS_SMALL: bool = cfg!(miri);

/// The first under Miri, else the second.
pub(crate) const fn miri_or<T: Copy>(small: T, large: T) -> T {
    if IS_SMALL { small } else { large }
}

/// This many cases of a property; under Miri the first number of them, and always the same ones.
pub(crate) fn cases(small: u32, large: u32) -> Config {
    let config = Config { cases: miri_or(small, large), failure_persistence: None, ..Config::default() };
    if IS_SMALL {
        // The other generator would take most of the time there: each choice between strategies seeds one.
        Config { rng_algorithm: RngAlgorithm::XorShift, rng_seed: RngSeed::Fixed(1), ..config }
    } else {
        config
    }
}
