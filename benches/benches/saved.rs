//! Saving and restoring a pool of 10,000 items of 32 bytes, beside copying as many bytes.
//!
//! Prints a table: for each state of the pool the medians of saving, restoring and `copy_from_slice`, measured in turns so
//! that a slow spell of the machine meets all of them, and the bandwidth relative to the copy. Goal: at least 0.8.

use stackpool::{Pool, PoolSpec, Tracked, pool};
use stackpool_benches::{Item, Random};
use std::hint::black_box;
use std::time::{Duration, Instant};

const CAPACITY: usize = 10_000;
/// Bandwidth relative to the copy of the payload.
const GOAL: f64 = 0.8;
/// What is copied: the items of all slots.
const PAYLOAD_BYTES: usize = CAPACITY * size_of::<Item>();
/// Measurements of each kind.
const ROUNDS: usize = 1_001;
/// Calls of one measurement.
const CALLS: u32 = 4;

pool! {
    /// The default: guard `generation`.
    Generations: [Item; CAPACITY];
    /// A live bit a slot.
    Bits: [Item; CAPACITY], guard = live;
}

/// A pool with `live` items in random slots, its free slots in random order.
fn scattered<P: PoolSpec<Item = Item>>(live: usize) -> Box<Pool<P>> {
    let mut pool = Pool::<P>::boxed();
    let mut random = Random::new();
    let mut handles: Vec<_> = (0..CAPACITY as u64).map(|i| pool.insert([i; 4]).unwrap()).collect();
    while handles.len() > live {
        pool.remove(handles.swap_remove(random.below(handles.len())));
    }
    pool
}

/// The time of one call, of several.
fn time(mut call: impl FnMut()) -> Duration {
    let start = Instant::now();
    for _ in 0..CALLS {
        call();
    }
    start.elapsed() / CALLS
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

/// Measures one state of one pool, and prints a line.
fn measure<P: PoolSpec<Item = Item>>(name: &str, live: usize)
where
    P::Layout: Tracked,
{
    let pool = scattered::<P>(live);
    let mut other = Pool::<P>::boxed();
    let mut clone = Pool::<P>::boxed();
    let mut image = pool.save();
    let payload = vec![1_u8; PAYLOAD_BYTES];
    let mut copy = vec![0_u8; PAYLOAD_BYTES];
    let [mut copied, mut saved, mut restored, mut cloned] = [const { Vec::new() }; 4];
    for _ in 0..ROUNDS {
        copied.push(time(|| black_box(&mut copy).copy_from_slice(black_box(&payload))));
        saved.push(time(|| assert!(pool.save_into(black_box(&mut image)).is_ok())));
        restored.push(time(|| black_box(&mut other).restore(black_box(&image)).unwrap()));
        cloned.push(time(|| black_box(&mut clone).clone_from(black_box(&pool))));
    }
    assert!(other == pool && clone == pool, "measured what was not done");
    let copied = median(copied);
    print!("{name:<12} {live:>6} live   copy {:>6.1} us", copied.as_secs_f64() * 1e6);
    for (what, times) in [("save", saved), ("restore", restored), ("clone_from", cloned)] {
        let time = median(times);
        let bandwidth = copied.as_secs_f64() / time.as_secs_f64();
        let mark = if bandwidth < GOAL && what != "clone_from" { '!' } else { ' ' };
        print!("   {what} {:>6.1} us {bandwidth:>5.2}{mark}", time.as_secs_f64() * 1e6);
    }
    println!();
}

fn main() {
    println!("{PAYLOAD_BYTES} bytes of items; bandwidth relative to the copy, goal {GOAL} for save and restore (! below)");
    for live in [CAPACITY, CAPACITY / 2, CAPACITY / 10, 0] {
        measure::<Generations>("generation", live);
        measure::<Bits>("live", live);
    }
}
