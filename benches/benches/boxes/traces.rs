//! Real programs: what they allocated and freed, in their order, by boxes.

use crate::measure::{Contender, measure};
use crate::owner::{Owner, renew};
use crate::pairs::HEAPLESS_GOAL;
use crate::pools::{Item, LargeSplitItem, LargeWordsItem, large, small, wide};
use crate::system_box::SystemBox;
use crate::table::{self, BOX, HEAPLESS, grouped};
use crate::trace::{Action, Trace};
use stackpool::PoolBox;
use std::error::Error;
use std::path::Path;
use std::time::Instant;

const ROUNDS: usize = 15;

/// Times of `Box` on mimalloc that the boxes may take at most.
const LOCAL_GOAL: f64 = 0.6;
const THREADS_GOAL: f64 = 0.7;

/// A trace as a program that keeps its boxes in a table: each event says the place.
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
    /// A new object gets the place that was left last, or one more.
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

/// Replays the trace in a file by all kinds of boxes, and prints the table.
pub(crate) fn print(path: &Path) -> Result<(), Box<dyn Error>> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let text = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let trace = Trace::parse(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    let work = Work::new(&trace);
    let bytes = name.rsplit('-').next().unwrap_or_default();
    let contenders = contenders(&work, bytes).ok_or_else(|| {
        format!("{name}: there is no pool here for {} objects of {bytes:?} bytes", work.places)
    })?;
    let rows = measure(ROUNDS, contenders);
    let title = format!(
        "Trace {name}: {} events, at most {} objects of {bytes} bytes; {ROUNDS} rounds",
        grouped(work.events.len()),
        grouped(trace.peak() as usize),
    );
    table::print(&title, "event", &rows);
    Ok(())
}

/// All kinds of boxes for it, in pools that have room.
fn contenders<'a>(work: &'a Work, bytes: &str) -> Option<Vec<Contender<'a>>> {
    macro_rules! contenders {
        ($pools:ident) => {{
            type Payload = Item<{ $pools::WORDS }>;
            let capacity = $pools::CAPACITY;
            vec![
                contender::<_, Box<Payload>>(BOX, work, capacity),
                contender::<_, SystemBox<Payload>>("Box, system", work, capacity),
                contender::<_, $pools::Heapless>(HEAPLESS, work, capacity),
                contender::<_, $pools::Local>("PoolBox, local", work, capacity)
                    .goals(LOCAL_GOAL, HEAPLESS_GOAL),
                contender::<_, $pools::Threads>("PoolBox, threads", work, capacity)
                    .goals(THREADS_GOAL, HEAPLESS_GOAL),
                contender::<_, $pools::Exact>("PoolBox, threads, exact", work, capacity),
                contender::<_, $pools::Critical>("PoolBox, critical_section", work, capacity),
            ]
        }};
    }
    match (bytes, work.places) {
        ("32", ..=small::CAPACITY) => Some(contenders!(small)),
        ("32", ..=large::CAPACITY) => {
            let mut contenders = contenders!(large);
            let split =
                contender::<_, PoolBox<LargeSplitItem>>("PoolBox, local, split24", work, large::CAPACITY);
            let words = contender::<_, PoolBox<LargeWordsItem>>("PoolBox, local, u32", work, large::CAPACITY);
            contenders.extend([split, words]);
            Some(contenders)
        }
        ("96", ..=wide::CAPACITY) => Some(contenders!(wide)),
        _ => None,
    }
}

fn contender<'a, const WORDS: usize, O: Owner<Target = Item<WORDS>>>(
    name: &'static str,
    work: &'a Work,
    capacity: usize,
) -> Contender<'a> {
    Contender::new(name, || timed::<WORDS, O>(work)).reset(move || renew::<O>([0; WORDS], capacity))
}

fn timed<const WORDS: usize, O: Owner<Target = Item<WORDS>>>(work: &Work) -> f64 {
    let mut boxes: Vec<Option<O>> = (0..work.places).map(|_| None).collect();
    let start = Instant::now();
    replay(&work.events, &mut boxes);
    let time = start.elapsed().as_nanos() as f64 / work.events.len() as f64;
    for (place, survivor) in boxes.iter().enumerate() {
        let is_right = survivor.as_ref().is_none_or(|object| **object == [place as u64; WORDS]);
        assert!(is_right, "the object at place {place} is another one");
    }
    time
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
