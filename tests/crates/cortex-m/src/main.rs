//! stackpool on a microcontroller with 16 KiB of RAM, without heap or operating system: static pools, regions, boxes
//! and interrupt handlers.
//!
//! The program checks the pools on the machine that it runs on, prints tables over semihosting, and exits with
//! failure if a check failed. The last check is a panic, which ends the program. The script `run` of this package
//! builds it and runs it in QEMU.

#![no_std]
#![no_main]
#![deny(unsafe_code)]
#![warn(missing_docs)]

mod boxes;
mod checks;
mod commands;
mod interrupts;
mod layouts;
mod levels;
mod messages;
mod model;
mod packets;
mod regions;
mod retained;
mod samples;
mod shared;
mod trespass;

use checks::Checks;
use core::hint::black_box;
use core::panic::PanicInfo;
use cortex_m_rt::entry;
use cortex_m_semihosting::{debug, hprintln};
use interrupts::Timer;
use stackpool::{BoxSpec, Pool, PoolBox, PoolSpec};

#[entry]
fn main() -> ! {
    let mut checks = Checks::new();
    // The functions are called through pointers, so that each has its own stack frame: the stack has no room for all
    // frames at once.
    let parts = [
        messages::run,
        samples::run,
        commands::run,
        layouts::run,
        levels::run,
        retained::run,
        // This part uses RAM that `retained` examined before.
        regions::run,
        boxes::run,
    ];
    for part in black_box::<[fn(&mut Checks); 8]>(parts) {
        part(&mut checks);
    }
    let timer = Timer::take();
    checks.that(timer.is_some());
    let Some(mut timer) = timer else { checks.finish() };
    packets::run(&mut timer, &mut checks);

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
    row::<levels::Enemy>();
    row::<retained::Retained>();

    hprintln!("{:<18}{:>9}{:>44}", "region", "capacity", "total");
    region_row::<regions::Scratch>("Scratch", regions::SCRATCH_BYTES);
    region_row::<regions::Tick>("Tick", regions::TICK_BYTES);

    hprintln!(
        "{:<18}{:>9}{:>8}{:>9}{:>20}{:>7}",
        "boxes of",
        "capacity",
        "box",
        "Option",
        "bookkeeping",
        "total"
    );
    box_row::<packets::Packet>();
    box_row::<boxes::Node>();
    box_row::<boxes::Link>();
    box_row::<trespass::Slips>();
    trespass::run(&mut timer, checks)
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

/// Prints the sizes of a boxed pool, in bytes.
fn box_row<P: BoxSpec>() {
    hprintln!(
        "{:<18}{:>9}{:>8}{:>9}{:>20}{:>7}",
        P::NAME,
        PoolBox::<P>::CAPACITY,
        PoolBox::<P>::BOX_BYTES,
        size_of::<Option<PoolBox<P>>>(),
        PoolBox::<P>::BOOKKEEPING_BYTES,
        PoolBox::<P>::TOTAL_BYTES,
    );
}

/// Prints the sizes of a region, in bytes.
fn region_row<R>(name: &str, capacity: usize) {
    hprintln!("{:<18}{:>9}{:>44}", name, capacity, size_of::<R>());
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    checks::finish_by_panic(info)
}

/// Ends the program where a debugger or QEMU listens.
fn exit(status: debug::ExitStatus) -> ! {
    debug::exit(status);
    loop {
        cortex_m::asm::wfi();
    }
}
