//! An interrupt handler that uses a pool of `main` under `sync = local`, in the middle of an operation of `main`.
//! This is detected.
//!
//! The handler panics, so this is the last check of the program.

use crate::checks::{self, Checks};
use crate::interrupts::{Handlers, Timer};
use crate::shared::Count;
use stackpool::pool;

pool! {
    /// Slips of paper on the desk of `main`.
    pub Slips: [u16; 4], boxed, sync = local;
}

const PANIC: &str = "the boxes of `Slips` are in use by another core, or by the code that this interrupts: \
                     `sync = local` is for one thread; use `sync = critical_section`";

/// The panic should happen within this many ticks.
const TICKS: u32 = 1_000;

/// `main` gives up waiting for ticks after this many rounds.
const ROUNDS: u32 = 10_000_000;

static TICKED: Count = Count::new();

fn tick() {
    TICKED.add();
    drop(SlipsBox::new(0));
}

/// Makes and drops boxes until the handler panics.
pub fn run(timer: &mut Timer, checks: Checks) -> ! {
    checks::expect_panic(checks, PANIC);
    timer.start(Handlers { tick, pended: || () });
    let mut rounds = 0;
    while TICKED.get() < TICKS && rounds < ROUNDS {
        rounds += 1;
        drop(SlipsBox::new(1));
    }
    timer.stop();
    panic!("{} ticks, and none in the middle of an operation", TICKED.get())
}
