//! Saves pools to bytes and restores them, compared with copying the items of all slots.

mod bookkeeping;
pub(super) mod dense;
mod images;
mod items;
mod sparse;
mod world;

use super::{Options, Workload};
use crate::Item;
use crate::measure::Lap;
use crate::report::Section;
use stackpool::pool;
use std::error::Error;

pub(super) const WORKLOAD: Workload = Workload { name: "saved", of_compiler: false, run };

const CAPACITY: usize = 10_000;

/// The numbers of live objects, of `CAPACITY` slots.
const LIVE: [usize; 4] = [CAPACITY, CAPACITY / 2, CAPACITY / 10, 0];

const ABOUT: &str = "\
Pools of 10,000 items of 32 bytes, with objects in random slots, are saved (`save_into`, `clone_from`, and \
`delta_into` of the changes by 100 removals and insertions) and restored. *copy* copies as many bytes as the live \
items have, in the same direction. In the last column, no more than 1,000 objects were ever alive. There is one \
buffer, which stays in the cache, or a ring of 16 buffers that are used in turn, as a rollback keeps them. The last \
table has a world of six pools that derives `Snapshot`.";

pool! {
    /// The default: guard `generation`.
    Generations: [Item; CAPACITY];
    /// One live bit per slot.
    Bits: [Item; CAPACITY], guard = live;
    /// The same without items, so that only guard and free order are saved.
    NoGenerations: [(); CAPACITY];
    NoBits: [(); CAPACITY], guard = live;
}

fn run(options: &Options) -> Result<Section, Box<dyn Error>> {
    let mut section = Section::new("Save and restore", ABOUT);
    images::measure_all(options, &mut section);
    bookkeeping::measure_all(options, &mut section);
    sparse::measure_all(options, &mut section);
    items::measure_all(options, &mut section);
    world::measure_all(options, &mut section);
    Ok(section)
}

/// The time per call in microseconds, over this many calls.
fn lap(calls: usize, mut call: impl FnMut(usize)) -> Lap {
    let lap = Lap::of(calls, || {
        (0..calls).for_each(&mut call);
        0
    });
    Lap { time: lap.time / 1e3, ..lap }
}
