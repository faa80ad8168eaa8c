//! Replays allocations of real programs, in their order, with boxes.

use super::super::{Options, traces};
use super::owner::{Owner, renew};
use super::pools::{Item, LargeSplitItem, LargeWordsItem, large, small, wide};
use super::system_box::SystemBox;
use super::{BOX, CRITICAL, EXACT, HEAPLESS, LOCAL, SYSTEM, THREADS, goals, label};
use crate::measure::{Job, Lap, measure};
use crate::report::{Plot, Section, Table};
use crate::trace::{Action, Trace};
use stackpool::PoolBox;
use std::error::Error;

const ROUNDS: usize = 15;

/// The goal: boxes take at most this many times as long as `Box` on mimalloc.
const LOCAL_GOAL: f64 = 0.6;
const THREADS_GOAL: f64 = 0.7;

/// A trace for a program that keeps its boxes in a table. Each event names a place in the table.
struct Work {
    events: Vec<Event>,
    places: usize,
}

/// The place, and in the lowest bit whether the box there is dropped.
#[derive(Clone, Copy)]
struct Event(u32);

impl Event {
    #[inline]
    fn place(self) -> usize {
        (self.0 >> 1) as usize
    }

    #[inline]
    fn is_drop(self) -> bool {
        self.0 & 1 == 1
    }
}

impl Work {
    /// A new object gets the place that was freed last, or a new place.
    fn new(trace: &Trace) -> Self {
        let mut place_of = Vec::with_capacity(trace.allocations() as usize);
        let mut left = Vec::new();
        let mut places = 0;
        let events = trace.events().iter().map(|event| match event.action() {
            Action::Allocate => {
                let place = left.pop().unwrap_or_else(|| {
                    places += 1;
                    places - 1
                });
                place_of.push(place);
                Event(place << 1)
            }
            Action::Free(object) => {
                let place = place_of[object as usize];
                left.push(place);
                Event(place << 1 | 1)
            }
        });
        Work { events: events.collect(), places: places as usize }
    }
}

pub(super) fn measure_all(options: &Options, section: &mut Section) -> Result<(), Box<dyn Error>> {
    let title = "Boxes as real programs made and dropped them";
    let mut table = Table::new("boxes-traces", title, "ns per event", "trace").plot(Plot::Bars);
    for path in traces::files(options) {
        let (name, trace) = traces::read(path)?;
        let work = Work::new(&trace);
        let bytes = name.rsplit('-').next().unwrap_or_default();
        let mut jobs = jobs(&work, bytes).ok_or_else(|| {
            format!(
                "{name}: no pool of this benchmark has room for {} objects of {bytes:?} bytes",
                work.places
            )
        })?;
        table.column(&name, measure(options.rounds(ROUNDS), &mut jobs));
        section.goals.extend(goals(&table, &name, &[(LOCAL, LOCAL_GOAL), (THREADS, THREADS_GOAL)]));
    }
    section.tables.push(table);
    Ok(())
}

/// All kinds of boxes for this work, in pools with enough room. `None` if there are no such pools.
fn jobs<'a>(work: &'a Work, bytes: &str) -> Option<Vec<Job<'a>>> {
    macro_rules! jobs {
        ($pools:ident) => {{
            type Payload = Item<{ $pools::WORDS }>;
            let capacity = $pools::CAPACITY;
            vec![
                job::<_, Box<Payload>>(BOX, work, capacity),
                job::<_, SystemBox<Payload>>(SYSTEM, work, capacity),
                job::<_, $pools::Heapless>(HEAPLESS, work, capacity),
                job::<_, $pools::Local>(LOCAL, work, capacity),
                job::<_, $pools::Threads>(THREADS, work, capacity),
                job::<_, $pools::Exact>(EXACT, work, capacity),
                job::<_, $pools::Critical>(CRITICAL, work, capacity),
            ]
        }};
    }
    match (bytes, work.places) {
        ("32", ..=small::CAPACITY) => Some(jobs!(small)),
        ("32", ..=large::CAPACITY) => {
            let mut jobs = jobs!(large);
            jobs.push(job::<_, PoolBox<LargeSplitItem>>("PoolBox, local, split 24", work, large::CAPACITY));
            jobs.push(job::<_, PoolBox<LargeWordsItem>>("PoolBox, local, u32", work, large::CAPACITY));
            Some(jobs)
        }
        ("96", ..=wide::CAPACITY) => Some(jobs!(wide)),
        _ => None,
    }
}

fn job<'a, const WORDS: usize, O: Owner<Target = Item<WORDS>>>(
    name: &'static str,
    work: &'a Work,
    capacity: usize,
) -> Job<'a> {
    Job::new(label(name), || lap::<WORDS, O>(work)).prepared(move || renew::<O>([0; WORDS], capacity))
}

/// The checksum is computed from the boxes that are left.
fn lap<const WORDS: usize, O: Owner<Target = Item<WORDS>>>(work: &Work) -> Lap {
    let mut boxes: Vec<Option<O>> = (0..work.places).map(|_| None).collect();
    let lap = Lap::of(work.events.len(), || {
        replay(&work.events, &mut boxes);
        0
    });
    let mut checksum = 0_u64;
    for (place, survivor) in boxes.iter().enumerate() {
        let is_right = survivor.as_ref().is_none_or(|object| **object == [place as u64; WORDS]);
        assert!(is_right, "the object at place {place} is another one");
        checksum = checksum.rotate_left(1).wrapping_add(u64::from(survivor.is_some()));
    }
    Lap { checksum, ..lap }
}

#[inline(never)]
fn replay<const WORDS: usize, O: Owner<Target = Item<WORDS>>>(events: &[Event], boxes: &mut [Option<O>]) {
    for &event in events {
        let place = event.place();
        if event.is_drop() {
            boxes[place] = None;
        } else {
            boxes[place] = Some(O::make([place as u64; WORDS]));
        }
    }
}
