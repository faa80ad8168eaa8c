//! Counts the checks that passed and those that failed.

use crate::exit;
use core::cell::Cell;
use core::fmt::{self, Debug, Display, Write};
use core::panic::{Location, PanicInfo};
use cortex_m::interrupt::{self, Mutex};
use cortex_m_semihosting::{debug, hprintln};

/// The checks so far.
pub struct Checks {
    passed: u32,
    failed: u32,
}

impl Checks {
    /// No checks yet.
    pub fn new() -> Self {
        Checks { passed: 0, failed: 0 }
    }

    /// Checks that `found` equals `expected`.
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

    /// Checks that `found` is shown as `expected`.
    #[track_caller]
    pub fn shown(&mut self, found: impl Display, expected: &'static str) {
        let mut rest = Rest(Some(expected));
        self.that(write!(rest, "{found}").is_ok() && rest.0 == Some(""));
    }

    /// Prints the counts, and ends the program.
    pub fn finish(self) -> ! {
        hprintln!("{} checks passed, {} failed", self.passed, self.failed);
        let status = if self.failed == 0 { debug::EXIT_SUCCESS } else { debug::EXIT_FAILURE };
        exit(status)
    }
}

/// The checks of a program whose end is an expected panic, and the message of that panic.
static LAST: Mutex<Cell<Option<(Checks, &str)>>> = Mutex::new(Cell::new(None));

/// Makes the last check: the program must panic with `message`.
pub fn expect_panic(checks: Checks, message: &'static str) {
    interrupt::free(|section| LAST.borrow(section).set(Some((checks, message))));
}

/// Ends the program. This is a success if the panic was expected.
pub fn finish_by_panic(info: &PanicInfo<'_>) -> ! {
    let last = interrupt::free(|section| LAST.borrow(section).take());
    if let Some((mut checks, message)) = last {
        let mut rest = Rest(Some(message));
        let is_expected = write!(rest, "{}", info.message()).is_ok() && rest.0 == Some("");
        if is_expected {
            checks.that(true);
            checks.finish();
        }
    }
    hprintln!("{}", info);
    exit(debug::EXIT_FAILURE)
}

/// An expected text. Everything that is written must be at its start, and is removed from it.
struct Rest(Option<&'static str>);

impl Write for Rest {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 = self.0.and_then(|rest| rest.strip_prefix(text));
        self.0.map(drop).ok_or(fmt::Error)
    }
}
