//! Counts of checks passed and failed.

use crate::exit;
use core::fmt::Debug;
use core::panic::Location;
use cortex_m_semihosting::{debug, hprintln};

/// What was checked so far.
pub struct Checks {
    passed: u32,
    failed: u32,
}

impl Checks {
    /// Nothing.
    pub fn new() -> Self {
        Checks { passed: 0, failed: 0 }
    }

    /// Checks that `found` is what was expected.
    #[track_caller]
    pub fn equal<T: PartialEq + Debug>(&mut self, found: T, expected: T) {
        if found == expected {
            self.passed += 1;
        } else {
            self.failed += 1;
            hprintln!("{}: found {:?}, expected {:?}", Location::caller(), found, expected);
        }
    }

    /// Checks that `holds`.
    #[track_caller]
    pub fn that(&mut self, holds: bool) {
        self.equal(holds, true);
    }

    /// Says how it went, and ends the program.
    pub fn finish(self) -> ! {
        hprintln!("{} checks passed, {} failed", self.passed, self.failed);
        let status = if self.failed == 0 { debug::EXIT_SUCCESS } else { debug::EXIT_FAILURE };
        exit(status)
    }
}
