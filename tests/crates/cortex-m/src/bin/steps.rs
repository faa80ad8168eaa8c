//! How many instructions it takes to make and drop a box, by mode and capacity, and to visit the objects of a small
//! pool. QEMU counts instructions as time, so they are the same in every run. The image fails if boxes of `sync =
//! threads`, which never mask interrupts, take more than 1.25 times the instructions of boxes that mask them; or if a
//! walk over a pool takes more than 1.3 times those of a walk over an array with a bitmap.

#![no_std]
#![no_main]
#![deny(unsafe_code)]
#![warn(missing_docs)]

use core::cell::RefCell;
use core::hint::black_box;
use core::panic::PanicInfo;
use cortex_m::Peripherals;
use cortex_m::interrupt::{self, Mutex};
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
    Nodes: [[u32; 4]; SLOTS];
    LiveNodes: [[u32; 4]; SLOTS], guard = live;
}

/// The slots of the pools that are visited, and how many of these are live.
const SLOTS: usize = 40;
const LIVE: usize = 21;

/// What a program has without a pool.
struct ByHand {
    nodes: [[u32; 4]; SLOTS],
    live: u64,
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

/// A function that adds up a word of each of `LIVE` objects.
macro_rules! summed {
    ($pool:ident) => {{
        static POOL: Mutex<RefCell<stackpool::Pool<$pool>>> =
            Mutex::new(RefCell::new(stackpool::Pool::new()));
        interrupt::free(|section| {
            let mut pool = POOL.borrow(section).borrow_mut();
            pool.extend((0..SLOTS as u32).map(|number| [number; 4]));
            pool.retain(|handle, _| is_live(handle.index()));
            let count = pool.len();
            if count != LIVE {
                fail();
            }
        });
        #[inline(never)]
        fn sum(pool: &stackpool::Pool<$pool>) -> u32 {
            let mut sum = 0_u32;
            for node in pool.values() {
                sum = sum.wrapping_add(node[0]);
            }
            sum
        }
        #[inline(never)]
        fn call() {
            interrupt::free(|section| _ = black_box(sum(&POOL.borrow(section).borrow())));
        }
        call
    }};
}

/// Every second slot, and the last one.
fn is_live(slot: usize) -> bool {
    slot % 2 == 0 || slot == SLOTS - 1
}

/// The same by hand.
#[inline(never)]
fn summed_by_hand() {
    static NODES: Mutex<RefCell<ByHand>> =
        Mutex::new(RefCell::new(ByHand { nodes: [[1; 4]; SLOTS], live: 0xD5_5555_5555 }));
    #[inline(never)]
    fn sum(by_hand: &ByHand) -> u32 {
        let (mut sum, mut live) = (0_u32, by_hand.live);
        while live != 0 {
            let place = live.trailing_zeros() as usize;
            live &= live - 1;
            sum = sum.wrapping_add(by_hand.nodes.get(place).map_or(0, |node| node[0]));
        }
        sum
    }
    interrupt::free(|section| _ = black_box(sum(&NODES.borrow(section).borrow())));
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
    let by_hand = count(summed_by_hand);
    hprintln!("instructions of a walk over {} objects in {} slots: {} by hand", LIVE, SLOTS, by_hand);
    for (guard, call) in [("generation", summed!(Nodes) as fn()), ("live", summed!(LiveNodes))] {
        let pool = count(call);
        hprintln!("in a pool with guard = {}: {} ({} %)", guard, pool, 100 * pool / by_hand);
        is_slow |= 10 * pool > 13 * by_hand;
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
