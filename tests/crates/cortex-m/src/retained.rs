//! A static pool in RAM that start-up code does not clear, as on a board that keeps this RAM during a reset.

#![expect(unsafe_code, reason = "names a section, and fills it with garbage before `main`")]

use crate::checks::Checks;
use core::arch::{asm, global_asm};
use stackpool::pool;

pool! {
    /// In the section that `cortex-m-rt` leaves unchanged.
    #[unsafe(link_section = ".uninit.stackpool")]
    pub Retained: [u32; 48], quarantine = 0;
    #[unsafe(link_section = ".uninit.stackpool")]
    Channels: [u8; 2..6];
    /// Values that are references: arbitrary bytes are never a valid reference.
    #[unsafe(link_section = ".uninit.stackpool")]
    Ports: [&'static u32 = [&80, &443]];
}

// Fills the RAM with bytes that could be there after a reset. This runs before any Rust code.
global_asm!(
    ".pushsection .text.__pre_init, \"ax\"",
    ".global __pre_init",
    ".type __pre_init, %function",
    ".thumb_func",
    "__pre_init:",
    "ldr r0, =__suninit",
    "ldr r1, =__euninit",
    "ldr r2, =0xA5A5A5A5",
    "0: cmp r0, r1",
    "bhs 1f",
    "str r2, [r0]",
    "adds r0, r0, #4",
    "b 0b",
    "1: bx lr",
    ".popsection",
);

/// The first word of that RAM.
fn first_word() -> u32 {
    unsafe extern "C" {
        safe static __suninit: u32;
    }
    let word;
    // SAFETY: the linker put the symbol at the start of the section, in RAM.
    unsafe { asm!("ldr {0}, [{0}]", inout(reg) &raw const __suninit => word, options(nostack, readonly)) };
    word
}

/// The pool is empty, although its memory was not zero.
pub fn run(checks: &mut Checks) {
    checks.equal(first_word(), 0xA5A5_A5A5);
    let Ok(pool) = Retained::take_pool() else { return checks.that(false) };
    checks.that(pool.is_empty());
    checks.equal(pool.iter().count(), 0);
    for index in 0..48 {
        checks
            .equal(pool.insert(7).ok().map(|handle| (handle.index(), handle.generation())), Some((index, 0)));
    }
    checks.that(pool.is_full());
    checks.that(Retained::take_pool().is_err());
    run_values(checks);
}

/// The same for value pools.
fn run_values(checks: &mut Checks) {
    let Ok(channels) = Channels::take_pool() else { return checks.that(false) };
    checks.equal(channels.len(), 0);
    checks.that(channels.acquire_many(4).is_some_and(|channels| channels.eq(2..6)));
    checks.that(channels.acquire().is_none() && Channels::take_pool().is_err());

    let Ok(ports) = Ports::take_pool() else { return checks.that(false) };
    checks.equal((ports.acquire().copied(), ports.acquire().copied()), (Some(80), Some(443)));
    checks.that(ports.acquire().is_none() && Ports::take_pool().is_err());
}
