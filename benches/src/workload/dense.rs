//! Dense pools: the objects in one slice, behind handles that stay valid.

mod loops;
mod sorts;

use super::churn::{Churn, Work};
use super::get::Lookups;
use super::room::{self, Room};
use super::{Options, Workload, columns, saved, traces};
use crate::Item;
use crate::container::{Container, Iterable, Payload, Six, scattered_in};
use crate::contenders::{Dense, IterableVisitor, Visitor, beside_dense, names, traced_dense};
use crate::measure::{Contender, Samples, builds, in_the_way, measure};
use crate::report::{Label, Plot, Role, Section, Table, grouped};
use std::error::Error;
use std::path::Path;
use std::rc::Rc;

pub(super) const WORKLOAD: Workload = Workload { name: "dense", of_compiler: false, run };

const ABOUT: &str = "\
Pools with `dense`, whose objects are one slice: the last object fills a hole. *default* is the same pool with its \
objects in place. *vec, swap_remove* is what a program would write by hand: a `Vec` of objects, a `Vec` with the \
slot of each object, a table with the position and the generation of each slot, and a `Vec` of free slots, in safe \
code. Its keys have 8 bytes. Pools and peers have room for 60,000 or 262,144 objects, of which 3,000, 50,000 or \
200,000 are live. *replace*: a random object is removed and all of it is read, and another one is inserted. *look- \
up*: all keys in random order. For both, twice as many objects were put in before, as far as there is room, and \
random ones removed. *fold*: one word of each object is read by internal iteration. *for*: the same by a `for` loop. \
*write*: one word of each object is written by a `for` loop over `values_mut`. *dense, as_slice* goes through \
`as_slice` and `as_mut_slice`. *dense, wide* has 7 bits of generation, so a handle has 4 bytes instead of 3.";

const ROUNDS: usize = 33;
/// The most containers in memory at once.
const CONTAINERS: usize = 8;

/// The capacity of the pools, the number of live objects, and the table of the dense pool.
const SIZES: [(usize, usize, &str); 3] =
    [(60_000, 3_000, "u16"), (60_000, 50_000, "u16"), (262_144, 200_000, "u32")];

/// Goals: the share of the time of `DenseSlotMap`.
const REPLACE: f64 = 0.5;
const LOOK_UP: f64 = 0.9;
const TRACE: f64 = 0.65;

fn run(options: &Options) -> Result<Section, Box<dyn Error>> {
    let mut section = Section::new("Dense pools", ABOUT);
    replay(options, &mut section)?;
    payload::<[u64; 4]>(options, &mut section);
    payload::<Six>(options, &mut section);
    payload::<[u64; 8]>(options, &mut section);
    payload::<[u64; 32]>(options, &mut section);
    columns::dense::measure_all(options, &mut section);
    saved::dense::measure_all(options, &mut section);
    Ok(section)
}

/// Adds the tables of one type of objects.
fn payload<T: Dense>(options: &Options, section: &mut Section) {
    let bytes = size_of::<T>();
    let table = |name: &str, what: &str, unit| {
        let title = format!("{what}, objects of {bytes} bytes");
        Table::new(format!("dense-{name}-{bytes}"), title, unit, "objects").plot(Plot::Bars)
    };
    let mut replaces = table("replace", "A random object replaced", "ns per step");
    let mut look_ups = table("get", "A random object looked up", "ns per look-up");
    for (room, live, width) in SIZES {
        let column = format!("{} ({width})", grouped(live));
        match room::for_containers::<T>(CONTAINERS, room, options) {
            Room::Enough => {
                let work = Rc::new(Work::new(live, options));
                column_of::<T>(options, (room, live), Some(&work), &column, &mut replaces);
                column_of::<T>(options, (room, live), None, &column, &mut look_ups);
                let peer = [names::DENSE_PEER];
                section.goals.extend(replaces.goal(names::DENSE, &column, &peer, REPLACE));
                section.goals.extend(look_ups.goal(names::DENSE, &column, &peer, LOOK_UP));
            }
            Room::Short(why) => {
                section.notes.push(format!("Objects of {bytes} bytes, {column}: {why}"));
            }
            Room::NotWanted => {}
        }
    }
    section.tables.extend([replaces, look_ups]);
    loops::measure_all::<T>(options, section);
    sorts::measure_all::<T>(options, section);
}

/// Makes the contenders of a column.
struct Builder<'a> {
    room: usize,
    live: usize,
    options: &'a Options,
    /// The work of replacements; `None` for look-ups.
    work: Option<&'a Rc<Work>>,
    contenders: Vec<Box<dyn Contender>>,
}

impl<T: Payload> IterableVisitor<T> for Builder<'_> {
    fn visit<C: Container<T> + Iterable<T>>(&mut self, name: &'static str, role: Role) {
        if name == names::DENSE_SLICE {
            return;
        }
        let label = Label::new(name, role);
        let inserted = (2 * self.live).min(self.room);
        let filled = scattered_in::<T, C>(C::with_room(self.room), inserted, self.live);
        self.contenders.push(match self.work {
            Some(work) => Box::new(Churn::in_container(label, filled, inserted, Rc::clone(work))),
            None => Box::new(Lookups::in_container(label, filled, self.options)),
        });
    }
}

fn column_of<T: Dense>(
    options: &Options,
    (room, live): (usize, usize),
    work: Option<&Rc<Work>>,
    column: &str,
    table: &mut Table,
) {
    let mut samples = Samples::new();
    let bytes = room * size_of::<T>();
    let builds = builds(CONTAINERS * bytes);
    for build in 0..builds {
        let _in_the_way = in_the_way(build, bytes);
        let mut builder = Builder { room, live, options, work, contenders: Vec::new() };
        T::dense(room, &mut builder);
        beside_dense::<T>(&mut builder);
        samples.add(options.rounds(ROUNDS) / builds, &mut builder.contenders);
    }
    table.column(column, samples.spreads());
}

impl IterableVisitor<Item> for traces::Builder {
    fn visit<C: Container<Item> + Iterable<Item>>(&mut self, name: &'static str, role: Role) {
        Visitor::<Item>::visit::<C>(self, name, role);
    }
}

/// Replays the trace in the repository.
fn replay(options: &Options, section: &mut Section) -> Result<(), Box<dyn Error>> {
    let (name, trace) = traces::read(Path::new(traces::SHIPPED))?;
    let mut builder = traces::Builder { trace: Rc::new(trace), contenders: Vec::new() };
    traced_dense(&mut builder);
    beside_dense(&mut builder);
    let mut table = Table::new("dense-trace", format!("Trace {name}, dense"), "ns per event", "table")
        .facts(&["key, bytes", "generation, bits"]);
    table.column("u16", measure(options.rounds(traces::ROUNDS), &mut builder.contenders));
    section.goals.extend(table.goal(names::DENSE, "u16", &[names::DENSE_PEER], TRACE));
    section.tables.push(table);
    Ok(())
}
