//! Makes and drops one box at a time, on one thread and on two at once. Also makes a hundred boxes and then drops
//! them.

use super::super::Options;
use super::owner::Owner;
use super::pools::{Item, small};
use super::system_box::SystemBox;
use super::{BOX, CRITICAL, EXACT, HEAPLESS, LOCAL, SYSTEM, THREADS, goals, label};
use crate::measure::{Job, Lap, measure};
use crate::report::{Plot, Section, Table};
use std::cell::Cell;
use std::hint::{black_box, spin_loop};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

const ROUNDS: usize = 41;

/// Pairs per lap on one thread.
const PAIRS: usize = 300_000;

/// Pairs per lap on each of two threads.
const PAIRS_EACH: usize = 100_000;

/// Boxes that are made before they are dropped.
const BURST: usize = 100;

/// The goal: boxes take at most this many times as long as `Box` on mimalloc.
const LOCAL_GOAL: f64 = 0.45;
const THREADS_GOAL: f64 = 0.5;
/// On two threads.
const EXACT_GOAL: f64 = 8.0;

const ONE: &str = "one at a time";
const MANY: &str = "100 made, then dropped";
const TWO: &str = "two threads, one at a time";

type Payload = Item<4>;

pub(super) fn measure_all(options: &Options, section: &mut Section) {
    let title = format!("Boxes of {} bytes", size_of::<Payload>());
    let mut table = Table::new("boxes-pairs", title, "ns per box made and dropped", "work").plot(Plot::Bars);

    macro_rules! one_thread {
        ($work:ident) => {
            [
                job(BOX, $work::<Box<Payload>>),
                job(SYSTEM, $work::<SystemBox<Payload>>),
                job(HEAPLESS, $work::<small::Heapless>),
                job(LOCAL, $work::<small::Local>),
                job(THREADS, $work::<small::Threads>),
                job(EXACT, $work::<small::Exact>),
                job(CRITICAL, $work::<small::Critical>),
            ]
        };
    }
    table.column(ONE, measure(options.rounds(ROUNDS), &mut one_thread!(pairs)));
    section.goals.extend(goals(&table, ONE, &[(LOCAL, LOCAL_GOAL), (THREADS, THREADS_GOAL)]));
    table.column(MANY, measure(options.rounds(ROUNDS), &mut one_thread!(bursts)));

    if thread::available_parallelism().is_ok_and(|cores| cores.get() >= 2) {
        let disturbed = &Cell::new(0);
        let two_threads = |name, work: fn(usize)| Job::new(label(name), move || lap_on_two(work, disturbed));
        let mut jobs = [
            two_threads(BOX, pairs::<Box<Payload>>),
            two_threads(SYSTEM, pairs::<SystemBox<Payload>>),
            two_threads(HEAPLESS, pairs::<small::Heapless>),
            two_threads(THREADS, pairs::<small::Threads>),
            two_threads(EXACT, pairs::<small::Exact>),
            two_threads(CRITICAL, pairs::<small::Critical>),
        ];
        table.column(TWO, measure(options.rounds(ROUNDS), &mut jobs));
        section.goals.extend(goals(&table, TWO, &[(THREADS, THREADS_GOAL), (EXACT, EXACT_GOAL)]));
        section.notes.extend(note(disturbed.get()));
    } else {
        section.notes.push("Two threads were not measured, because there is only one core.".to_owned());
    }
    section.tables.push(table);
}

fn job(name: &str, work: fn(usize)) -> Job<'static> {
    Job::new(label(name), move || lap(work))
}

fn note(disturbed: usize) -> Option<String> {
    (disturbed > 0).then(|| {
        format!(
            "On two threads, {disturbed} measurements were disturbed in all of their {ATTEMPTS} attempts, because \
             something else ran in place of one of the threads. For these, the attempt counts in which the threads \
             ran together for the longest time."
        )
    })
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

/// The first pairs are not timed. There is no checksum: objects are read in the workload that replays real programs.
fn lap(work: fn(usize)) -> Lap {
    work(PAIRS / 10);
    Lap::of(PAIRS, || {
        work(PAIRS);
        0
    })
}

/// The minimum share of the longer time in which both threads ran. Otherwise they did not run at once.
const OVERLAP: f64 = 0.9;

/// A lap in which another program displaced one of the threads is repeated, up to this many times.
const ATTEMPTS: usize = 20;

/// The time per pair, as the average of both threads, of a lap in which both ran at once.
fn lap_on_two(work: fn(usize), disturbed: &Cell<usize>) -> Lap {
    let mut best = on_two_threads(work);
    let mut attempts = 1;
    while best.overlap() < OVERLAP && attempts < ATTEMPTS {
        let next = on_two_threads(work);
        attempts += 1;
        if next.overlap() > best.overlap() {
            best = next;
        }
    }
    if best.overlap() < OVERLAP {
        disturbed.set(disturbed.get() + 1);
    }
    Lap { time: best.nanoseconds(), checksum: 0 }
}

/// The start and the end of the work of each thread.
struct Both([(Instant, Instant); 2]);

/// Each thread waits for the other in a loop, so that they start together.
fn on_two_threads(work: fn(usize)) -> Both {
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
        // The slots that a thread keeps return to the pool only when the thread is joined.
        Both([here, other.join().expect("it makes and drops boxes")])
    })
}

impl Both {
    fn overlap(&self) -> f64 {
        let Both([a, b]) = *self;
        let both = a.1.min(b.1).saturating_duration_since(a.0.max(b.0));
        both.as_secs_f64() / (a.1 - a.0).max(b.1 - b.0).as_secs_f64()
    }

    fn nanoseconds(&self) -> f64 {
        let sum: Duration = self.0.iter().map(|(start, end)| *end - *start).sum();
        sum.as_nanos() as f64 / (2 * PAIRS_EACH) as f64
    }
}
