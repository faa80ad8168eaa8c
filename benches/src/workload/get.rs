//! Looks up objects.

use super::room::{self, Room};
use super::{Options, Workload};
use crate::Item;
use crate::container::{Container, Payload, scattered};
use crate::contenders::{CAPACITIES, Pools, Visitor, floor, names, peers};
use crate::measure::{Contender, Lap, Samples, builds, in_the_way};
use crate::report::{Goal, Label, Plot, Role, Section, Table, grouped};
use std::error::Error;

pub(super) const WORKLOAD: Workload = Workload { name: "get", of_compiler: false, run };

const ABOUT: &str = "\
Containers that were filled, then half emptied at random. In a step, the next key of a shuffled `Vec` of all keys is \
looked up, and one word of its object is read. The keys are read in sequence, the objects are not, and no look-up \
waits for the one before. *get_many* is one call for all keys, which asks for the memory of later objects while \
earlier ones are used. In the second table, 16 multiplications and a branch that is hard to predict follow each \
look-up, so the processor does not get to the next look-ups by itself.";

const ROUNDS: usize = 51;
/// The rows of the table with some work for each object.
const WORKERS: [&str; 6] = [names::DEFAULT, "slab", "slotmap", "thunderdome", "dense slotmap", "vec"];
/// The most containers in memory at once.
const CONTAINERS: usize = 16;

/// Looks up keys and returns a checksum.
type LookUp<T, C> = fn(&C, &[<C as Container<T>>::Key]) -> u64;

/// A container that does this work.
pub(super) struct Lookups<T: Payload, C: Container<T>> {
    label: Label,
    container: C,
    keys: Vec<C::Key>,
    /// The position of the next key.
    cursor: usize,
    /// The number of keys that are looked up per lap.
    steps: usize,
    look_up: LookUp<T, C>,
}

impl<T: Payload, C: Container<T>> Lookups<T, C> {
    pub(super) fn new(label: Label, capacity: usize, options: &Options) -> Self {
        Self::by(look_up, label, scattered(capacity, capacity / 2), options)
    }

    /// Looks up the keys of a container, one at a time.
    pub(super) fn in_container(label: Label, filled: (C, Vec<C::Key>), options: &Options) -> Self {
        Self::by(look_up, label, filled, options)
    }

    /// Looks up by `look_up`.
    fn by(
        look_up: LookUp<T, C>,
        label: Label,
        (container, keys): (C, Vec<C::Key>),
        options: &Options,
    ) -> Self {
        let steps = if options.quick { 1 << 15 } else { 1 << 17 };
        Lookups { label, container, keys, cursor: 0, steps, look_up }
    }

    /// Looks up the next keys.
    fn next(&mut self, mut steps: usize) -> u64 {
        let mut sum = 0_u64;
        while steps > 0 {
            let piece = steps.min(self.keys.len() - self.cursor);
            sum = sum.wrapping_add((self.look_up)(&self.container, &self.keys[self.cursor..][..piece]));
            self.cursor = (self.cursor + piece) % self.keys.len();
            steps -= piece;
        }
        sum
    }
}

impl<T: Payload, C: Container<T>> Contender for Lookups<T, C> {
    fn label(&self) -> Label {
        self.label.clone()
    }

    fn lap(&mut self) -> Lap {
        self.next(self.steps / 2);
        Lap::of(self.steps, || self.next(self.steps))
    }
}

#[inline(never)]
fn look_up<T: Payload, C: Container<T>>(container: &C, keys: &[C::Key]) -> u64 {
    keys.iter().fold(0_u64, |sum, key| sum.wrapping_add(container.get(key).map_or(0, Payload::first)))
}

#[inline(never)]
fn look_up_many<T: Payload, C: Container<T>>(container: &C, keys: &[C::Key]) -> u64 {
    container.get_many(keys).fold(0_u64, |sum, item| sum.wrapping_add(item.map_or(0, Payload::first)))
}

#[inline(never)]
fn work<C: Container<Item>>(container: &C, keys: &[C::Key]) -> u64 {
    keys.iter().fold(0, |sum, key| worked(sum, container.get(key)))
}

#[inline(never)]
fn work_many<C: Container<Item>>(container: &C, keys: &[C::Key]) -> u64 {
    container.get_many(keys).fold(0, worked)
}

/// Some work with an object: 16 multiplications, each of which waits for the one before, and a branch that is hard to
/// predict.
#[inline]
fn worked(sum: u64, item: Option<&Item>) -> u64 {
    let Some(item) = item else { return sum };
    let mixed = (0..16).fold(item.first(), |word, _| word.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ word >> 7);
    if mixed & 3 == 0 { sum ^ mixed } else { sum.wrapping_add(mixed) }
}

/// Makes the contenders of a column.
struct Builder<'a> {
    /// Whether there is some work with each object.
    works: bool,
    capacity: usize,
    options: &'a Options,
    contenders: Vec<Box<dyn Contender>>,
}

impl Visitor<Item> for Builder<'_> {
    fn visit<C: Container<Item>>(&mut self, name: &'static str, role: Role) {
        let [one, many]: [LookUp<Item, C>; 2] =
            if self.works { [work, work_many] } else { [look_up, look_up_many] };
        let mut push = |name, look_up| {
            let filled = scattered(self.capacity, self.capacity / 2);
            let lookups = Lookups::<Item, C>::by(look_up, Label::new(name, role), filled, self.options);
            self.contenders.push(Box::new(lookups));
        };
        if !self.works || WORKERS.contains(&name) {
            push(name, one);
        }
        if name == names::DEFAULT {
            push(names::MANY, many);
        }
    }
}

fn run(options: &Options) -> Result<Section, Box<dyn Error>> {
    let mut section = Section::new("Look-ups", ABOUT);
    let mut table =
        Table::new("get", "Look-ups, objects of 32 bytes", "ns per look-up", "capacity").plot(Plot::Lines);
    let mut with_work =
        Table::new("get-work", "Look-ups, with some work for each object", "ns per look-up", "capacity");
    for (capacity, width) in CAPACITIES {
        let column = format!("{} ({width})", grouped(capacity));
        match room::for_containers::<Item>(CONTAINERS, capacity, options) {
            Room::Enough => {
                column_of(options, false, capacity, &column, &mut table);
                section.goals.extend(goal(&table, capacity, &column));
                column_of(options, true, capacity, &column, &mut with_work);
                if capacity >= 1_000_000 {
                    section.goals.extend(with_work.goal(names::MANY, &column, &[names::DEFAULT], 0.5));
                }
            }
            Room::Short(why) => section.notes.push(format!("Capacity {column}: {why}")),
            Room::NotWanted => {}
        }
    }
    section.tables.extend([table, with_work]);
    Ok(section)
}

fn column_of(options: &Options, works: bool, capacity: usize, column: &str, table: &mut Table) {
    let mut samples = Samples::new();
    let bytes = capacity * size_of::<Item>();
    let builds = builds(CONTAINERS * bytes);
    for build in 0..builds {
        let _in_the_way = in_the_way(build, bytes);
        let mut builder = Builder { works, capacity, options, contenders: Vec::new() };
        Item::visit(capacity, &mut builder);
        peers::<Item>(&mut builder);
        floor::<Item>(&mut builder);
        samples.add(options.rounds(ROUNDS) / builds, &mut builder.contenders);
    }
    table.column(column, samples.spreads());
}

fn goal(table: &Table, capacity: usize, column: &str) -> Option<Goal> {
    table.goal(names::DEFAULT, column, &names::LOOK_UP_PEERS, 1.0).filter(|_| capacity >= 4_096)
}
