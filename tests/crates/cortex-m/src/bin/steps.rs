//! How many instructions it takes to make and drop a box, by mode and capacity. QEMU counts instructions as time, so
//! they are the same in every run. The image fails if boxes of `sync = threads`, which never mask interrupts, take more
//! than 1.25 times the instructions of boxes that mask them.

#![no_std]
#![no_main]
#![deny(unsafe_code)]
#![warn(missing_docs)]

use core::hint::black_box;
use core::panic::PanicInfo;
use cortex_m::Peripherals;
use cortex_m::peripheral::SYST;
use cortex_m::peripheral::syst::SystClkSource;
use cortex_m_rt::entry;
use cortex_m_semihosting::{debug, hprintln};
use stackpool::pool;

pool! {
    Masked: [u32; 64], boxed, sync = critical_section;
    Few: [u32; 32], boxed, sync = threads;
    More: [u32; 255], boxed, sync = threads;
    Many: [u32; 1_000], boxed, sync = threads;
}

/// How often each function is called.
const CALLS: u32 = 10_000;

/// A tick of the timer takes 80 ns on this board, an instruction 64 ns (`-icount shift=6`).
const TICK: u32 = 80;
const INSTRUCTION: u32 = 64;

/// Returns the instructions of `CALLS` calls, with the loop around them.
fn counted(timer: &mut SYST, call: fn()) -> u32 {
    timer.clear_current();
    timer.enable_counter();
    let start = SYST::get_current();
    for _ in 0..CALLS {
        black_box(call)();
    }
    let ticks = start - SYST::get_current();
    timer.disable_counter();
    ticks * TICK / INSTRUCTION
}

macro_rules! made_and_dropped {
    ($box:ident) => {{
        #[inline(never)]
        fn call() {
            if let Ok(number) = $box::new(black_box(7)) {
                black_box(&*number);
            }
        }
        // The first call notes that a slot is used.
        call();
        call
    }};
}

#[inline(never)]
fn nothing() {
    black_box(7);
}

#[entry]
fn main() -> ! {
    let Some(peripherals) = Peripherals::take() else { fail() };
    let mut timer = peripherals.SYST;
    timer.set_clock_source(SystClkSource::Core);
    timer.set_reload((1 << 24) - 1);
    let empty = counted(&mut timer, nothing);
    let mut count = |call| (counted(&mut timer, call) - empty) / CALLS;
    let masked = count(made_and_dropped!(MaskedBox));
    hprintln!("instructions of a box, made and dropped: {} with interrupts masked", masked);
    let mut is_slow = false;
    for (capacity, call) in [
        (32, made_and_dropped!(FewBox) as fn()),
        (255, made_and_dropped!(MoreBox)),
        (1_000, made_and_dropped!(ManyBox)),
    ] {
        let shared = count(call);
        hprintln!("without that, of {:>4} slots: {} ({} %)", capacity, shared, 100 * shared / masked);
        is_slow |= 4 * shared > 5 * masked;
    }
    if is_slow {
        fail();
    }
    debug::exit(debug::EXIT_SUCCESS);
    loop {}
}

fn fail() -> ! {
    debug::exit(debug::EXIT_FAILURE);
    loop {}
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    hprintln!("{}", info);
    fail()
}
