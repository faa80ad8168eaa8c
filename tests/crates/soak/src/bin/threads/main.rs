//! Boxes, shared boxes, weak pointers and objects of several threads, which pass them on and drop them elsewhere.
//!
//! ```text
//! threads [MINUTES [THREADS [SEED]]]      30 minutes, 8 threads
//! ```
//!
//! Every object has a stamp, and words that follow from the stamp. Whoever has an object compares both. So an object
//! that two threads have at a time, that is half written, or that was dropped twice, is noticed. At the end, as many
//! objects were dropped as were made, and every pool hands out each of its slots once more.
//!
//! The seed decides what each thread does, and the system how their steps follow each other.

mod boxes;
mod objects;
mod post;
mod shared;
mod stamp;
mod tally;

use boxes::Boxes;
use objects::Objects;
use shared::Shared;
use stackpool::pool;
use stackpool_soak::{Random, argument};
use stamp::Stamped;
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tally::Tally;

// The capacities are low enough for a few threads to fill every pool. From 256 slots on, each thread keeps free slots
// for itself, unless the pool is `exact`.
pool! {
    Few: [Stamped<0>; 20], boxed;
    Cached: [Stamped<1>; 1_000], boxed;
    Exact: [Stamped<2>; 700], boxed, exact;
    SharedFew: [Stamped<3>; 20], shared;
    SharedCached: [Stamped<4>; 1_000], shared;
    SharedExact: [Stamped<5>; 300], shared, exact;
}

/// What a thread does with one pool.
trait Actor {
    /// Does something.
    fn act(&mut self, random: &mut Random);

    /// Gives back everything, and returns what was done.
    fn finish(self: Box<Self>) -> Tally;
}

/// What is done with one pool: its name, an actor for each thread, and how it must be at the end.
struct Task {
    name: &'static str,
    actors: Vec<Box<dyn Actor + Send>>,
    check: fn() -> String,
}

/// Whether the threads make more objects than they drop: so all pools run full, and empty again.
static IS_FLOOD: AtomicBool = AtomicBool::new(true);

/// The operations between two looks at the clock.
const BURST: u32 = 1_000;

fn main() {
    let (minutes, threads, seed) = (argument(1, 30.0), argument(2, 8), argument(3, 1));
    exit_on_panic();
    let mut tasks = [
        Boxes::<Few>::task("boxes, 20", threads),
        Boxes::<Cached>::task("boxes, 1,000", threads),
        Boxes::<Exact>::task("boxes, 700, exact", threads),
        Shared::<SharedFew>::task("shared, 20", threads),
        Shared::<SharedCached>::task("shared, 1,000", threads),
        Shared::<SharedExact>::task("shared, 300, exact", threads),
        Objects::task("objects, 300", threads),
    ];
    let end = Instant::now() + Duration::from_secs_f64(60.0 * minutes);
    let barrier = Barrier::new(threads);
    let mut tallies = vec![Tally::default(); tasks.len()];
    std::thread::scope(|scope| {
        let running: Vec<_> = (0..threads)
            .map(|thread| {
                let actors: Vec<_> = tasks.iter_mut().filter_map(|task| task.actors.pop()).collect();
                let (barrier, random) = (&barrier, Random::new(seed + (thread as u64) * 1_000_003));
                scope.spawn(move || run(actors, random, thread == 0, end, barrier))
            })
            .collect();
        // Joined, since a scope does not wait until the free slots that a thread kept are freed.
        for thread in running {
            let done = thread.join().expect("a panic ends the program");
            tallies.iter_mut().zip(done).for_each(|(sum, done)| sum.add(&done));
        }
    });
    println!("{minutes} minutes, {threads} threads, seed {seed}");
    for (task, tally) in tasks.iter().zip(&tallies) {
        println!("{:20} {} {tally}", task.name, (task.check)());
    }
    println!("{} operations", tallies.iter().map(Tally::sum).sum::<u64>());
}

/// The life of a thread.
fn run(
    mut actors: Vec<Box<dyn Actor + Send>>,
    mut random: Random,
    is_first: bool,
    end: Instant,
    barrier: &Barrier,
) -> Vec<Tally> {
    while Instant::now() < end {
        for _ in 0..BURST {
            let actor = random.below(actors.len());
            actors[actor].act(&mut random);
        }
        if is_first && random.percent(10) {
            IS_FLOOD.fetch_xor(true, Ordering::Relaxed);
        }
    }
    // Nobody sends anything after this.
    barrier.wait();
    let tallies = actors.into_iter().map(Actor::finish).collect();
    stamp::publish();
    tallies
}

/// A thread that panics ends the program, whatever the others do.
fn exit_on_panic() {
    let print = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        print(panic);
        std::process::exit(101);
    }));
}

/// Whether the next object is to be made, rather than one to be freed.
fn makes(random: &mut Random) -> bool {
    random.percent(if IS_FLOOD.load(Ordering::Relaxed) { 50 } else { 10 })
}
