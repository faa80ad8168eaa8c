//! Saving and restoring a pool of 10,000 items of 32 bytes, beside copying as many bytes as the items of all its slots are.
//!
//! Each is measured with one buffer, which stays in the cache, and with a ring of [`FRAMES`] of them, one after the other,
//! as a rollback keeps them. The medians of passes over the ring, in turns, so that a slow spell of the machine meets all
//! kinds of calls. What is compared is bandwidth: the time of the copy (from one buffer into the ring for saving and
//! cloning, from the ring into one buffer for restoring) over that of the call. Goal: at least 0.8 for a full pool.

use stackpool::{Handle, Pool, PoolSpec, Tracked, pool};
use stackpool_benches::{Item, Random};
use std::hint::black_box;
use std::time::{Duration, Instant};

const CAPACITY: usize = 10_000;
/// Bandwidth relative to the copy.
const GOAL: f64 = 0.8;
/// What is copied: the items of all slots.
const PAYLOAD_BYTES: usize = CAPACITY * size_of::<Item>();
/// Buffers of the ring: together they are more than most second-level caches hold.
const FRAMES: usize = 16;
/// Passes of each kind, of as many calls as the ring has buffers.
const PASSES: usize = 301;
/// Objects that leave and come between two saves, where a delta is written.
const CHURN: usize = 100;

pool! {
    /// The default: guard `generation`.
    Generations: [Item; CAPACITY];
    /// A live bit a slot.
    Bits: [Item; CAPACITY], guard = live;
    /// The same without items: what guard and free order take.
    NoGenerations: [(); CAPACITY];
    NoBits: [(); CAPACITY], guard = live;
}

/// A pool with `live` items in random slots, its free slots in random order.
fn scattered<P: PoolSpec>(live: usize, item: impl Fn(u64) -> P::Item) -> (Box<Pool<P>>, Vec<Handle<P>>) {
    let mut pool = Pool::<P>::boxed();
    let mut random = Random::new();
    let mut handles: Vec<_> = (0..CAPACITY as u64).map(|i| pool.insert(item(i)).ok().unwrap()).collect();
    while handles.len() > live {
        pool.remove(handles.swap_remove(random.below(handles.len())));
    }
    (pool, handles)
}

/// The state a few removals and insertions later.
fn churned<P: PoolSpec<Item = Item>>(pool: &Pool<P>, handles: &[Handle<P>]) -> Box<Pool<P>> {
    let mut later = pool.clone_boxed();
    for &handle in handles.iter().take(CHURN) {
        later.remove(handle);
    }
    for i in 0..CHURN.min(handles.len()) as u64 {
        later.insert([i; 4]).unwrap();
    }
    later
}

/// Times of one kind of call.
#[derive(Default)]
struct Times(Vec<Duration>);

impl Times {
    /// A pass: `call` with every place in a ring of so many frames, `FRAMES` calls in all.
    fn pass(&mut self, frames: usize, mut call: impl FnMut(usize)) {
        let start = Instant::now();
        for i in 0..FRAMES {
            call(i % frames);
        }
        self.0.push(start.elapsed() / FRAMES as u32);
    }

    /// In microseconds.
    fn median(mut self) -> f64 {
        self.0.sort_unstable();
        self.0[self.0.len() / 2].as_secs_f64() * 1e6
    }
}

/// Measures one state of one pool with so many buffers, and prints a line.
fn measure<P: PoolSpec<Item = Item>>(name: &str, live: usize, frames: usize)
where
    P::Layout: Tracked,
{
    let (pool, handles) = scattered::<P>(live, |i| [i; 4]);
    let later = churned(&pool, &handles);
    let mut images = vec![pool.save(); frames];
    let mut copies = vec![vec![1_u8; PAYLOAD_BYTES]; frames];
    let mut clones: Vec<_> = (0..frames).map(|_| pool.clone_boxed()).collect();
    let mut other = Pool::<P>::boxed();
    let mut payload = vec![1_u8; PAYLOAD_BYTES];
    let mut delta = vec![0; Pool::<P>::MAX_DELTA_BYTES];
    let mut delta_bytes = 0;
    let mut times = [const { Times(Vec::new()) }; 6];
    let [copied_out, copied_in, saved, restored, cloned, deltas] = &mut times;
    for _ in 0..PASSES {
        copied_out.pass(frames, |i| black_box(&mut copies[i]).copy_from_slice(black_box(&payload)));
        saved.pass(frames, |i| assert!(black_box(&*pool).save_into(black_box(&mut images[i])).is_ok()));
        cloned.pass(frames, |i| black_box(&mut clones[i]).clone_from(black_box(&pool)));
        copied_in.pass(frames, |i| black_box(&mut payload).copy_from_slice(black_box(&copies[i])));
        restored.pass(frames, |i| black_box(&mut *other).restore(black_box(&images[i])).unwrap());
        deltas.pass(frames, |i| delta_bytes = later.save_delta(&images[i], black_box(&mut delta)).unwrap());
    }
    assert!(other == pool && clones.iter().all(|clone| *clone == pool), "measured what was not done");
    let [copied_out, copied_in, saved, restored, cloned, deltas] = times.map(Times::median);
    print!("{name:<10} {live:>6} {frames:>7} | {copied_out:>7.1} us {copied_in:>7.1} us");
    for (copied, time) in [(copied_out, saved), (copied_in, restored), (copied_out, cloned)] {
        print!(" | {time:>7.1} us {:>5.2}", copied / time);
    }
    println!(" | {deltas:>7.1} us {delta_bytes:>7}");
}

/// Measures guard and free order alone, and prints a line.
fn measure_bookkeeping<P: PoolSpec<Item = ()>>(name: &str, live: usize)
where
    P::Layout: Tracked,
{
    let (pool, _) = scattered::<P>(live, drop);
    let mut image = pool.save();
    let mut other = Pool::<P>::boxed();
    let mut times = [const { Times(Vec::new()) }; 2];
    let [saved, restored] = &mut times;
    for _ in 0..PASSES {
        saved.pass(1, |_| assert!(black_box(&*pool).save_into(black_box(&mut image)).is_ok()));
        restored.pass(1, |_| black_box(&mut *other).restore(black_box(&image)).unwrap());
    }
    assert!(other == pool, "measured what was not done");
    let [saved, restored] = times.map(Times::median);
    println!("{name:<10} {live:>6} | {saved:>7.1} us | {restored:>7.1} us");
}

fn main() {
    println!("{PAYLOAD_BYTES} bytes of items; image: {} bytes", GenerationsPool::SAVED_BYTES);
    println!("goal: save and restore of {CAPACITY} at no less than {GOAL} of the bandwidth of the copy");
    println!(
        "{:<10} {:>6} {:>7} | {:>10} {:>10} | {:>16} | {:>16} | {:>16} | {:>18}",
        "pool",
        "live",
        "buffers",
        "copy out",
        "copy in",
        "save",
        "restore",
        "clone_from",
        "save_delta, bytes"
    );
    for frames in [1, FRAMES] {
        for live in [CAPACITY, CAPACITY / 2, CAPACITY / 10, 0] {
            measure::<Generations>("generation", live, frames);
            measure::<Bits>("live", live, frames);
        }
    }
    println!("\nof that guard and free order, without items: save, restore");
    for live in [CAPACITY, CAPACITY / 2, CAPACITY / 10, 0] {
        measure_bookkeeping::<NoGenerations>("generation", live);
        measure_bookkeeping::<NoBits>("live", live);
    }
}
