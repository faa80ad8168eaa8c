//! The sizes of tests: large natively, and small under Miri, which takes about a thousand times as long. A small size
//! still reaches every branch that unsafe code depends on.
//!
//! `RUSTFLAGS="--cfg miri"` gives a native build the small sizes. Its coverage shows what they reach.

use proptest::test_runner::{Config, RngAlgorithm, RngSeed};

/// Whether tests use their small sizes.
pub(crate) const IS_SMALL: bool = cfg!(miri);

/// Returns the first size under Miri, and the second one natively.
pub(crate) const fn miri_or<T: Copy>(small: T, large: T) -> T {
    if IS_SMALL { small } else { large }
}

/// Returns the settings of a property with this many cases. Under Miri the cases are the same ones in every run.
pub(crate) fn cases(small: u32, large: u32) -> Config {
    let config = Config { cases: miri_or(small, large), failure_persistence: None, ..Config::default() };
    if IS_SMALL {
        // The usual generator would take most of the time there: each choice between strategies seeds one.
        Config { rng_algorithm: RngAlgorithm::XorShift, rng_seed: RngSeed::Fixed(1), ..config }
    } else {
        config
    }
}
