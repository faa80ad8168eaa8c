//! How many instructions it takes to make and drop a box, by mode and capacity. QEMU counts instructions as time, so
//! they are the same in every run. The image fails if boxes over bits, which never mask interrupts, take more than 1.4
//! times the instructions of boxes that mask them.

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
    OneWord: [u32; 32], boxed, sync = threads;
    TwoWords: [u32; 64], boxed, sync = threads;
    ThreeWords: [u32; 90], boxed, sync = threads;
    FourWords: [u32; 100], boxed, sync = threads;
    Summary: [u32; 2_048], boxed, sync = threads;
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
        (32, made_and_dropped!(OneWordBox) as fn()),
        (64, made_and_dropped!(TwoWordsBox)),
        (90, made_and_dropped!(ThreeWordsBox)),
        (100, made_and_dropped!(FourWordsBox)),
        (2_048, made_and_dropped!(SummaryBox)),
    ] {
        let bits = count(call);
        hprintln!("over bits, of {:>4} slots: {} ({} %)", capacity, bits, 100 * bits / masked);
        is_slow |= 10 * bits > 14 * masked;
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
