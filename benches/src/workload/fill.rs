//! Fills and drains containers.

use super::{Options, Workload};
use crate::Item;
use crate::container::{Container, Iterable, Payload};
use crate::contenders::{IterableVisitor, iterable_peers, iterable_pools, names};
use crate::measure::{Contender, Lap, measure};
use crate::report::{Label, Plot, Role, Section, Table, grouped};
use std::error::Error;
use std::time::{Duration, Instant};

pub(super) const WORKLOAD: Workload = Workload { name: "fill", of_compiler: false, run };

const ABOUT: &str = "\
Containers are filled one object at a time, with the keys kept in a `Vec`. Then they are drained of all objects, \
each of which is read. They were filled and drained before, so the order of their free places depends on the \
container. A step is one object. *vec* is `Vec::push` and `Vec::drain`.";

const ROUNDS: usize = 51;
/// The goal: a drain takes at most this many times as long as that of `slab`.
const DRAIN_GOAL: f64 = 1.1;
const CAPACITIES: [(usize, &str); 3] = [(4_096, "u16"), (65_536, "u16"), (262_144, "packed 18")];
/// The minimum number of objects per lap. Small containers are filled several times.
const STEPS: usize = 1 << 17;

/// A container that can be filled and drained.
trait Cyclic: 'static {
    /// Adds the objects with all numbers below `count`.
    fn fill(&mut self, count: usize) -> u64;
    /// Removes all objects.
    fn drain(&mut self) -> u64;
}

/// A container, and the keys of its objects.
struct Keyed<C: Container<Item>> {
    container: C,
    keys: Vec<C::Key>,
}

impl<C: Container<Item> + Iterable<Item>> Cyclic for Keyed<C> {
    fn fill(&mut self, count: usize) -> u64 {
        fill(&mut self.container, &mut self.keys[..count])
    }

    fn drain(&mut self) -> u64 {
        drain(&mut self.container)
    }
}

#[inline(never)]
fn fill<C: Container<Item>>(container: &mut C, keys: &mut [C::Key]) -> u64 {
    for (number, key) in (0..).zip(&mut *keys) {
        *key = container.insert(Item::of(number));
    }
    keys.len() as u64
}

#[inline(never)]
fn drain<C: Iterable<Item>>(container: &mut C) -> u64 {
    container.drain().fold(0_u64, |sum, item| sum.wrapping_add(item.sum()))
}

impl Cyclic for Vec<Item> {
    fn fill(&mut self, count: usize) -> u64 {
        (0..count as u64).for_each(|number| self.push(Item::of(number)));
        count as u64
    }

    fn drain(&mut self) -> u64 {
        drain(self)
    }
}

/// The part that is timed.
#[derive(Clone, Copy, PartialEq)]
enum Half {
    Fill,
    Drain,
}

/// A container that does this work.
struct Cycles {
    label: Label,
    container: Box<dyn Cyclic>,
    capacity: usize,
    timed: Half,
}

impl Contender for Cycles {
    fn label(&self) -> Label {
        self.label.clone()
    }

    fn lap(&mut self) -> Lap {
        let cycles = (STEPS / self.capacity).max(1);
        let mut time = Duration::ZERO;
        let mut checksum = 0_u64;
        // The first time is not timed.
        for cycle in 0..=cycles {
            for half in [Half::Fill, Half::Drain] {
                let start = Instant::now();
                let sum = match half {
                    Half::Fill => self.container.fill(self.capacity),
                    Half::Drain => self.container.drain(),
                };
                if half == self.timed && cycle > 0 {
                    time += start.elapsed();
                }
                checksum = checksum.wrapping_add(sum);
            }
        }
        Lap { time: time.as_nanos() as f64 / (cycles * self.capacity) as f64, checksum }
    }
}

/// Makes the contenders of a column.
struct Builder {
    capacity: usize,
    contenders: Vec<Cycles>,
}

impl Builder {
    fn push(&mut self, label: Label, container: Box<dyn Cyclic>) {
        self.contenders.push(Cycles { label, container, capacity: self.capacity, timed: Half::Fill });
    }
}

impl IterableVisitor<Item> for Builder {
    fn visit<C: Container<Item> + Iterable<Item>>(&mut self, name: &'static str, role: Role) {
        let keys = std::iter::repeat_with(C::blank).take(self.capacity).collect();
        let container = C::with_room(self.capacity);
        self.push(Label::new(name, role), Box::new(Keyed { container, keys }));
    }
}

fn run(options: &Options) -> Result<Section, Box<dyn Error>> {
    let mut section = Section::new("Fill and drain", ABOUT);
    let table = |name, title| Table::new(name, title, "ns per object", "capacity").plot(Plot::Bars);
    let mut fills = table("fill", "Filling, objects of 32 bytes");
    let mut drains = table("drain", "Draining, objects of 32 bytes");
    for (capacity, width) in CAPACITIES {
        let mut builder = Builder { capacity, contenders: Vec::new() };
        iterable_pools(capacity, &mut builder);
        iterable_peers(&mut builder);
        builder.push(Label::new("vec", Role::Floor), Box::new(Vec::<Item>::with_capacity(capacity)));
        let mut contenders = builder.contenders;
        let column = format!("{} ({width})", grouped(capacity));
        fills.column(&column, measure(options.rounds(ROUNDS), &mut contenders));
        contenders.iter_mut().for_each(|contender| contender.timed = Half::Drain);
        drains.column(&column, measure(options.rounds(ROUNDS), &mut contenders));
    }
    let goal = |column: &String| drains.goal(names::DEFAULT, column, &[names::UNCHECKED], DRAIN_GOAL);
    section.goals.extend(drains.values.iter().filter_map(goal));
    section.tables.extend([fills, drains]);
    Ok(section)
}
