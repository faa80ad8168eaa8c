//! stackpool on a microcontroller: static pools, 16 KiB of RAM, no heap, no operating system.
//!
//! The image checks what pools do on the machine that it runs on, prints a table over semihosting, and exits with
//! failure when anything was not as expected. `run` beside this package builds it and runs it in QEMU.

#![no_std]
#![no_main]
#![deny(unsafe_code)]
#![warn(missing_docs)]

mod checks;
mod commands;
mod layouts;
mod messages;
mod model;
mod retained;
mod samples;

use checks::Checks;
use core::hint::black_box;
use core::panic::PanicInfo;
use cortex_m_rt::entry;
use cortex_m_semihosting::{debug, hprintln};
use stackpool::{Pool, PoolSpec};

#[entry]
fn main() -> ! {
    let mut checks = Checks::new();
    // Behind pointers, so that each has a frame of its own: the stack has no room for all of them at once.
    let parts = [messages::run, samples::run, commands::run, layouts::run, retained::run];
    for part in black_box::<[fn(&mut Checks); 5]>(parts) {
        part(&mut checks);
    }

    hprintln!(
        "{:<18}{:>9}{:>8}{:>9}{:>7}{:>13}{:>7}",
        "pool",
        "capacity",
        "handle",
        "Option",
        "table",
        "bookkeeping",
        "total"
    );
    row::<messages::Message>();
    row::<samples::Sample>();
    row::<commands::Urgent>();
    row::<commands::Queued>();
    row::<commands::Words>();
    row::<layouts::Ten>();
    row::<layouts::Eighteen>();
    row::<retained::Retained>();
    checks.finish()
}

/// Prints the sizes of a pool, in bytes.
fn row<P: PoolSpec>() {
    hprintln!(
        "{:<18}{:>9}{:>8}{:>9}{:>7}{:>13}{:>7}",
        P::NAME,
        Pool::<P>::CAPACITY,
        Pool::<P>::HANDLE_BYTES,
        size_of::<Option<stackpool::Handle<P>>>(),
        Pool::<P>::TABLE_BYTES,
        Pool::<P>::BOOKKEEPING_BYTES,
        Pool::<P>::TOTAL_BYTES,
    );
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    hprintln!("{}", info);
    exit(debug::EXIT_FAILURE)
}

/// Ends the program where a debugger or QEMU listens.
fn exit(status: debug::ExitStatus) -> ! {
    debug::exit(status);
    loop {
        cortex_m::asm::wfi();
    }
}
