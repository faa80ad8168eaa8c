//! A box is made and dropped, on one thread and on two at once; a hundred are made, then dropped.

use crate::measure::{Contender, Measured, measure};
use crate::owner::Owner;
use crate::pools::{Item, small};
use crate::system_box::SystemBox;
use crate::table::{self, BOX, HEAPLESS};
use std::hint::{black_box, spin_loop};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

const ROUNDS: usize = 41;

/// Pairs of a round on one thread.
const PAIRS: usize = 300_000;

/// Pairs of a round on each of two threads.
const PAIRS_EACH: usize = 100_000;

/// Boxes that are made before they are dropped.
const BURST: usize = 100;

/// Times of `Box` on mimalloc, and of `heapless`, that the boxes may take at most.
const LOCAL_GOAL: f64 = 0.45;
const THREADS_GOAL: f64 = 0.5;
pub(crate) const HEAPLESS_GOAL: f64 = 0.25;

type Payload = Item<4>;

pub(crate) fn print() {
    let bytes = size_of::<Payload>();

    macro_rules! one_thread {
        ($work:ident) => {
            [
                Contender::new(BOX, || timed($work::<Box<Payload>>)),
                Contender::new("Box, system", || timed($work::<SystemBox<Payload>>)),
                Contender::new(HEAPLESS, || timed($work::<small::Heapless>)),
                Contender::new("PoolBox, local", || timed($work::<small::Local>)),
                Contender::new("PoolBox, threads", || timed($work::<small::Threads>)),
                Contender::new("PoolBox, threads, exact", || timed($work::<small::Exact>)),
                Contender::new("PoolBox, critical_section", || timed($work::<small::Critical>)),
            ]
        };
    }
    let [on_mimalloc, on_system, heapless, local, threads, exact, critical] = one_thread!(pairs);
    let local = local.goals(LOCAL_GOAL, HEAPLESS_GOAL);
    let threads = threads.goals(THREADS_GOAL, HEAPLESS_GOAL);
    let contenders = vec![on_mimalloc, on_system, heapless, local, threads, exact, critical];
    let rows = measure(ROUNDS, contenders);
    table::print(&format!("Pairs of {bytes} bytes: made, dropped; {ROUNDS} rounds"), "pair", &rows);
    let rows = measure(ROUNDS, one_thread!(bursts).into());
    let title = format!("Bursts of {bytes} bytes: {BURST} made, then dropped; {ROUNDS} rounds");
    table::print(&title, "pair", &rows);

    let two_threads = |name, work| Contender::disturbed(name, move || timed_on_two(work));
    let contenders = vec![
        two_threads(BOX, pairs::<Box<Payload>>),
        two_threads("Box, system", pairs::<SystemBox<Payload>>),
        two_threads(HEAPLESS, pairs::<small::Heapless>),
        two_threads("PoolBox, threads", pairs::<small::Threads>).goals(THREADS_GOAL, HEAPLESS_GOAL),
        two_threads("PoolBox, threads, exact", pairs::<small::Exact>),
        two_threads("PoolBox, critical_section", pairs::<small::Critical>),
    ];
    let rows = measure(ROUNDS, contenders);
    let counted = rows.iter().map(Measured::rounds).min().unwrap_or_default();
    let title = format!(
        "The same pairs on two threads at once, a pair of each; {counted} of {ROUNDS} rounds, or more: in the others \
         something else took the place of one"
    );
    table::print(&title, "pair", &rows);
}

#[inline(never)]
fn pairs<O: Owner<Target = Payload>>(count: usize) {
    for i in 0..count as u64 {
        let owner = O::make([i; 4]);
        black_box(&*owner);
    }
}

#[inline(never)]
fn bursts<O: Owner<Target = Payload>>(count: usize) {
    let mut owners = Vec::with_capacity(BURST);
    for i in 0..(count / BURST) as u64 {
        owners.extend((0..BURST).map(|_| O::make([i; 4])));
        black_box(&*owners);
        owners.clear();
    }
}

fn timed(work: fn(usize)) -> f64 {
    let start = Instant::now();
    work(PAIRS);
    start.elapsed().as_nanos() as f64 / PAIRS as f64
}

/// How much of the longer time of two threads both ran, at least: else it was not at once.
const OVERLAP: f64 = 0.9;

/// A round in which another program took the place of one of them is repeated, so often at most.
const ATTEMPTS: usize = 20;

/// A pair, on the average of both threads, in a round in which both ran at once; `None` where there was none.
fn timed_on_two(work: fn(usize)) -> Option<f64> {
    let mut rounds = (0..ATTEMPTS).map(|_| on_two_threads(work));
    rounds.find(|round| round.overlap() >= OVERLAP).map(|round| round.nanoseconds())
}

/// When the work of each thread began and ended.
struct Round([(Instant, Instant); 2]);

/// Each thread waits for the other, awake, so that they start together.
fn on_two_threads(work: fn(usize)) -> Round {
    let ready = AtomicUsize::new(0);
    let work = || {
        ready.fetch_add(1, Ordering::AcqRel);
        while ready.load(Ordering::Acquire) < 2 {
            spin_loop();
        }
        let start = Instant::now();
        work(PAIRS_EACH);
        (start, Instant::now())
    };
    thread::scope(|scope| {
        let other = scope.spawn(work);
        let here = work();
        // The pools get back what it kept only if it is joined.
        Round([here, other.join().expect("it makes and drops boxes")])
    })
}

impl Round {
    fn overlap(&self) -> f64 {
        let Round([a, b]) = *self;
        let both = a.1.min(b.1).saturating_duration_since(a.0.max(b.0));
        both.as_secs_f64() / (a.1 - a.0).max(b.1 - b.0).as_secs_f64()
    }

    fn nanoseconds(&self) -> f64 {
        let sum: Duration = self.0.iter().map(|(start, end)| *end - *start).sum();
        sum.as_nanos() as f64 / (2 * PAIRS_EACH) as f64
    }
}
