//! Shares objects among counted owners, on one thread: `Rc` and `Arc`, the `Arc` of `heapless`, and shared boxes.

use super::super::Options;
use super::owner::full;
use super::pools::Item;
use crate::measure::{Job, Lap, measure};
use crate::report::{Label, Plot, Role, Section, Spread, Table};
use heapless::arc_pool;
use heapless::pool::arc::{Arc as HeaplessArc, ArcBlock, ArcPool};
use stackpool::{SharedBox, SharedSpec, pool};
use std::hint::black_box;
use std::ops::Deref;
use std::rc::Rc;
use std::sync::{Arc, Once};

const ROUNDS: usize = 41;

/// Operations per lap.
const COUNT: usize = 300_000;

/// The places of each pool.
const CAPACITY: usize = 10_000;

/// The goal: a clone that is made and dropped takes at most this many times as long as one of an `Arc`.
const GOAL: f64 = 0.5;

const ARC: &str = "Arc, mimalloc";
const HEAPLESS: &str = "heapless, Arc";
const THREADS: &str = "SharedBox, threads";
const RC: &str = "Rc, mimalloc";
const LOCAL: &str = "SharedBox, local";

const CLONE: &str = "cloned and dropped";
const MAKE: &str = "made and dropped";
const BOTH: &str = "made, cloned, both dropped";

type Payload = Item<4>;

pool! {
    ThreadsShared: [Payload; CAPACITY], shared;
    LocalShared: [Payload; CAPACITY], shared, sync = local;
}

arc_pool!(HeaplessShared: Payload);

/// One of several pointers that own an object together.
trait Sharer: Clone + Deref<Target = Payload> {
    fn make(object: Payload) -> Self;
}

impl Sharer for Arc<Payload> {
    #[inline]
    fn make(object: Payload) -> Self {
        Arc::new(object)
    }
}

impl Sharer for Rc<Payload> {
    #[inline]
    fn make(object: Payload) -> Self {
        Rc::new(object)
    }
}

impl<P: ArcPool<Data = Payload>> Sharer for HeaplessArc<P> {
    #[inline]
    fn make(object: Payload) -> Self {
        P::alloc(object).unwrap_or_else(|_| full())
    }
}

impl<P: SharedSpec<Item = Payload>> Sharer for SharedBox<P> {
    #[inline]
    fn make(object: Payload) -> Self {
        SharedBox::new(object).unwrap_or_else(|_| full())
    }
}

pub(super) fn measure_all(options: &Options, section: &mut Section) {
    hand_over_blocks();
    macro_rules! table {
        ($name:literal, $title:literal, $($label:ident: $sharer:ty),*) => {{
            let title = format!(concat!("Objects of {} bytes that ", $title), size_of::<Payload>());
            let mut table = Table::new($name, title, "ns", "work").plot(Plot::Bars);
            table.column(CLONE, measure(options.rounds(ROUNDS), &mut [$(job($label, clones::<$sharer>)),*]));
            table.column(MAKE, measure(options.rounds(ROUNDS), &mut [$(job($label, objects::<$sharer>)),*]));
            table.column(BOTH, measure(options.rounds(ROUNDS), &mut [$(job($label, pairs::<$sharer>)),*]));
            table
        }};
    }
    let table = table!("boxes-shared", "threads can share",
        ARC: Arc<Payload>, HEAPLESS: HeaplessArc<HeaplessShared>, THREADS: SharedBox<ThreadsShared>);
    let works = [CLONE, BOTH];
    section.goals.extend(works.into_iter().flat_map(|work| table.goal(THREADS, work, &[ARC], GOAL)));
    section.tables.push(table);
    section.tables.push(table!("boxes-shared-local", "one thread shares",
        RC: Rc<Payload>, LOCAL: SharedBox<LocalShared>));
    section.tables.push(bytes());
}

/// The bytes of an object with its counts and its place in the table of free slots. `Box` and `Arc` take what the
/// allocator rounds up to, which is not counted.
fn bytes() -> Table {
    let title = format!("Memory of a shared object of {} bytes", size_of::<Payload>());
    let mut table = Table::new("boxes-shared-bytes", title, "bytes", "what is counted");
    let of_pool = |bytes: usize| bytes as f64 / CAPACITY as f64;
    let rows = [
        (ARC, size_of::<Arc<Payload>>(), (size_of::<Payload>() + 2 * size_of::<usize>()) as f64),
        (HEAPLESS, size_of::<HeaplessArc<HeaplessShared>>(), size_of::<ArcBlock<Payload>>() as f64),
        (
            THREADS,
            size_of::<SharedBox<ThreadsShared>>(),
            of_pool(SharedBox::<ThreadsShared>::stats().total_bytes),
        ),
        (LOCAL, size_of::<SharedBox<LocalShared>>(), of_pool(SharedBox::<LocalShared>::stats().total_bytes)),
    ];
    table.column("a pointer", rows.map(|(name, pointer, _)| (label(name), Spread::exact(pointer as f64))));
    table.column("an object", rows.map(|(name, _, object)| (label(name), Spread::exact(object))));
    table
}

/// Gives the pool of `heapless` its memory at the first call.
fn hand_over_blocks() {
    static DONE: Once = Once::new();
    static mut BLOCKS: [ArcBlock<Payload>; CAPACITY] = [const { ArcBlock::new() }; CAPACITY];
    DONE.call_once(|| {
        let blocks = &raw mut BLOCKS;
        // SAFETY: this is called only once, and nothing else uses the static.
        unsafe { &mut *blocks }.iter_mut().rev().for_each(|block| HeaplessShared.manage(block));
    });
}

fn label(name: &str) -> Label {
    Label::new(name, if name.starts_with("SharedBox") { Role::Ours } else { Role::Peer })
}

fn job(name: &str, work: fn(usize)) -> Job<'static> {
    Job::new(label(name), move || {
        work(COUNT / 10);
        Lap::of(COUNT, || {
            work(COUNT);
            0
        })
    })
}

#[inline(never)]
fn clones<S: Sharer>(count: usize) {
    let first = S::make([1; 4]);
    let second = first.clone();
    for _ in 0..count {
        drop(black_box(first.clone()));
    }
    drop(black_box(second));
}

#[inline(never)]
fn objects<S: Sharer>(count: usize) {
    for i in 0..count as u64 {
        let object = S::make([i; 4]);
        black_box(&*object);
    }
}

#[inline(never)]
fn pairs<S: Sharer>(count: usize) {
    for i in 0..count as u64 {
        let first = S::make([i; 4]);
        let second = black_box(first.clone());
        drop(black_box(first));
        black_box(&*second);
    }
}
