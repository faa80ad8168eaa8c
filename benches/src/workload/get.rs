//! Looks up objects.

use super::room::{self, Room};
use super::{Options, Workload};
use crate::Item;
use crate::container::{Container, Payload, scattered};
use crate::contenders::{CAPACITIES, Pools, Visitor, floor, names, peers};
use crate::measure::{Contender, Lap, Samples, builds, in_the_way};
use crate::report::{Goal, Label, Plot, Role, Section, Table, grouped};
use std::error::Error;

pub(super) const WORKLOAD: Workload = Workload { name: "get", run };

const ABOUT: &str = "\
Containers that were filled, then half emptied at random. In a step, the next key of a shuffled `Vec` of all keys is \
looked up, and one word of its object is read. The keys are read in sequence, the objects are not, and no look-up \
waits for the one before.";

const ROUNDS: usize = 51;
/// The most containers in memory at once.
const CONTAINERS: usize = 15;

/// A container that does this work.
pub(super) struct Lookups<C: Container<Item>> {
    label: Label,
    container: C,
    keys: Vec<C::Key>,
    /// The position of the next key.
    cursor: usize,
    /// The number of keys that are looked up per lap.
    steps: usize,
}

impl<C: Container<Item>> Lookups<C> {
    pub(super) fn new(label: Label, capacity: usize, options: &Options) -> Self {
        let (container, keys) = scattered(capacity, capacity / 2);
        let steps = if options.quick { 1 << 15 } else { 1 << 17 };
        Lookups { label, container, keys, cursor: 0, steps }
    }

    /// Looks up the next keys.
    fn next(&mut self, mut steps: usize) -> u64 {
        let mut sum = 0_u64;
        while steps > 0 {
            let piece = steps.min(self.keys.len() - self.cursor);
            sum = sum.wrapping_add(look_up(&self.container, &self.keys[self.cursor..][..piece]));
            self.cursor = (self.cursor + piece) % self.keys.len();
            steps -= piece;
        }
        sum
    }
}

impl<C: Container<Item>> Contender for Lookups<C> {
    fn label(&self) -> Label {
        self.label.clone()
    }

    fn lap(&mut self) -> Lap {
        self.next(self.steps / 2);
        Lap::of(self.steps, || self.next(self.steps))
    }
}

#[inline(never)]
fn look_up<C: Container<Item>>(container: &C, keys: &[C::Key]) -> u64 {
    keys.iter().fold(0_u64, |sum, key| sum.wrapping_add(container.get(key).map_or(0, Payload::first)))
}

/// Makes the contenders of a column.
struct Builder<'a> {
    capacity: usize,
    options: &'a Options,
    contenders: Vec<Box<dyn Contender>>,
}

impl Visitor<Item> for Builder<'_> {
    fn visit<C: Container<Item>>(&mut self, name: &'static str, role: Role) {
        let lookups = Lookups::<C>::new(Label::new(name, role), self.capacity, self.options);
        self.contenders.push(Box::new(lookups));
    }
}

fn run(options: &Options) -> Result<Section, Box<dyn Error>> {
    let mut section = Section::new("3. Look-ups", ABOUT);
    let mut table =
        Table::new("get", "Look-ups, objects of 32 bytes", "ns per look-up", "capacity").plot(Plot::Lines);
    for (capacity, width) in CAPACITIES {
        let column = format!("{} ({width})", grouped(capacity));
        match room::for_containers::<Item>(CONTAINERS, capacity, options) {
            Room::Enough => {
                column_of(options, capacity, &column, &mut table);
                section.goals.extend(goal(&table, capacity, &column));
            }
            Room::Short(why) => section.notes.push(format!("Capacity {column}: {why}")),
            Room::NotWanted => {}
        }
    }
    section.tables.push(table);
    Ok(section)
}

fn column_of(options: &Options, capacity: usize, column: &str, table: &mut Table) {
    let mut samples = Samples::new();
    let bytes = capacity * size_of::<Item>();
    let builds = builds(CONTAINERS * bytes);
    for build in 0..builds {
        let _in_the_way = in_the_way(build, bytes);
        let mut builder = Builder { capacity, options, contenders: Vec::new() };
        Item::visit(capacity, &mut builder);
        peers::<Item>(&mut builder);
        floor::<Item>(&mut builder);
        samples.add(options.rounds(ROUNDS) / builds, &mut builder.contenders);
    }
    table.column(column, samples.spreads());
}

fn goal(table: &Table, capacity: usize, column: &str) -> Option<Goal> {
    let bound = match capacity {
        ..4_096 => return None,
        4_096..65_536 => 1.0,
        _ => 0.85,
    };
    table.goal(names::DEFAULT, column, &names::LOOK_UP_PEERS, bound)
}
