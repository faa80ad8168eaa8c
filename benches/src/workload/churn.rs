//! Random objects are removed, and others inserted.

use super::room::{self, Room};
use super::{Options, Workload};
use crate::Random;
use crate::container::{Container, Payload, scattered};
use crate::contenders::{CAPACITIES, Pools, Visitor, floor, names, peers};
use crate::measure::{Contender, Lap, Samples, builds, in_the_way};
use crate::report::{Goal, Label, Plot, Role, Section, Table, grouped};
use std::error::Error;
use std::rc::Rc;

pub(super) const WORKLOAD: Workload = Workload { name: "churn", of_compiler: false, run };

const ABOUT: &str = "\
Containers that were filled, then half emptied at random. In a step, the object of a random key is removed and all \
of it is read, and another object is inserted in its place: one at a time, or in groups of 16 (16 are removed, then \
16 inserted). Keys are in a `Vec`. The order in which objects leave was drawn before.";

const ROUNDS: usize = 33;
/// The most containers in memory at once.
const CONTAINERS: usize = 15;
/// Objects of a group.
const GROUP: usize = 16;

/// The objects that are removed. They are the same for all contenders of a column.
pub(super) struct Work {
    /// Positions in the array of keys. Those of one group are all different.
    victims: Vec<u32>,
    /// The number of replacements that are timed per lap.
    steps: usize,
}

impl Work {
    /// The work for containers with this many objects.
    pub(super) fn new(live: usize, options: &Options) -> Self {
        // With cache misses, fewer steps give the same precision.
        let steps = if options.quick || live > 1 << 20 { 1 << 15 } else { 1 << 17 };
        let mut random = Random::new();
        let mut victims: Vec<u32> = Vec::with_capacity(1 << 20);
        for _ in 0..(1 << 20) / GROUP {
            let group = victims.len();
            while victims.len() < group + GROUP {
                let victim = random.below(live) as u32;
                if !victims[group..].contains(&victim) {
                    victims.push(victim);
                }
            }
        }
        Work { victims, steps }
    }
}

/// Replaces objects, and returns a sum of the removed ones.
type Replace<C, T> = fn(&mut C, &mut [<C as Container<T>>::Key], &[u32], u64) -> u64;

/// A container that does this work.
pub(super) struct Churn<T: Payload, C: Container<T>> {
    label: Label,
    container: C,
    keys: Vec<C::Key>,
    work: Rc<Work>,
    /// The position in the victims where the next lap begins.
    cursor: usize,
    /// The number of objects that were inserted.
    inserted: u64,
    replace: Replace<C, T>,
}

impl<T: Payload, C: Container<T>> Churn<T, C> {
    /// A half full container, whose objects are replaced one at a time.
    pub(super) fn new(label: Label, capacity: usize, work: Rc<Work>) -> Self {
        Self::in_container(label, scattered(capacity, capacity / 2), capacity, work)
    }

    /// A container into which `inserted` objects were put. The objects of the keys are replaced one at a time.
    pub(super) fn in_container(
        label: Label,
        (container, keys): (C, Vec<C::Key>),
        inserted: usize,
        work: Rc<Work>,
    ) -> Self {
        Churn {
            label,
            container,
            keys,
            work,
            cursor: 0,
            inserted: inserted as u64,
            replace: one_at_a_time::<T, C>,
        }
    }

    /// Replaces the next objects.
    fn next(&mut self, steps: usize) -> u64 {
        if self.cursor + steps > self.work.victims.len() {
            self.cursor = 0;
        }
        let victims = &self.work.victims[self.cursor..][..steps];
        let sum = (self.replace)(&mut self.container, &mut self.keys, victims, self.inserted);
        self.cursor += steps;
        self.inserted += steps as u64;
        sum
    }
}

impl<T: Payload, C: Container<T>> Contender for Churn<T, C> {
    fn label(&self) -> Label {
        self.label.clone()
    }

    /// Half a lap runs before the clock starts, because the last contender left its own memory in the caches.
    fn lap(&mut self) -> Lap {
        let steps = self.work.steps;
        self.next(steps / 2);
        Lap::of(steps, || self.next(steps))
    }
}

#[inline(never)]
fn one_at_a_time<T: Payload, C: Container<T>>(
    container: &mut C,
    keys: &mut [C::Key],
    victims: &[u32],
    first: u64,
) -> u64 {
    let mut sum = 0_u64;
    for (number, &victim) in (first..).zip(victims) {
        let key = &mut keys[victim as usize];
        sum = sum.wrapping_add(container.remove(key).map_or(0, |item| item.sum()));
        *key = container.insert(T::of(number));
    }
    sum
}

#[inline(never)]
fn in_groups<T: Payload, C: Container<T>>(
    container: &mut C,
    keys: &mut [C::Key],
    victims: &[u32],
    first: u64,
) -> u64 {
    let mut sum = 0_u64;
    let mut number = first;
    for group in victims.as_chunks::<GROUP>().0 {
        for &victim in group {
            sum = sum.wrapping_add(container.remove(&mut keys[victim as usize]).map_or(0, |item| item.sum()));
        }
        for &victim in group {
            keys[victim as usize] = container.insert(T::of(number));
            number += 1;
        }
    }
    sum
}

/// A [`Churn`] of any container.
trait Churning: Contender {
    fn in_groups(&mut self);
}

impl<T: Payload, C: Container<T>> Churning for Churn<T, C> {
    fn in_groups(&mut self) {
        self.replace = in_groups::<T, C>;
    }
}

/// Makes the contenders of a column.
struct Builder {
    capacity: usize,
    work: Rc<Work>,
    contenders: Vec<Box<dyn Churning>>,
}

impl<T: Payload> Visitor<T> for Builder {
    fn visit<C: Container<T>>(&mut self, name: &'static str, role: Role) {
        let churn = Churn::<T, C>::new(Label::new(name, role), self.capacity, Rc::clone(&self.work));
        self.contenders.push(Box::new(churn));
    }
}

fn run(options: &Options) -> Result<Section, Box<dyn Error>> {
    let mut section = Section::new("Churn", ABOUT);
    payload::<u32>(options, &mut section);
    payload::<[u64; 4]>(options, &mut section);
    payload::<[u64; 8]>(options, &mut section);
    payload::<[u64; 32]>(options, &mut section);
    Ok(section)
}

/// Adds the tables of one type of objects, and the goals if this type has goals.
fn payload<T: Pools>(options: &Options, section: &mut Section) {
    let bytes = size_of::<T>();
    let table = |name: &str, how: &str| {
        let title = format!("Churn {how}, objects of {bytes} bytes");
        Table::new(format!("churn-{name}{bytes}"), title, "ns per step", "capacity").plot(Plot::Lines)
    };
    let mut tables = [table("", "one at a time"), table("groups-", "in groups of 16")];
    for (capacity, width) in CAPACITIES {
        let column = format!("{} ({width})", grouped(capacity));
        match room::for_containers::<T>(CONTAINERS, capacity, options) {
            Room::Enough => column_of::<T>(options, capacity, &column, &mut tables),
            Room::Short(why) => {
                section.notes.push(format!("Objects of {bytes} bytes, capacity {column}: {why}"))
            }
            Room::NotWanted => {}
        }
    }
    if bytes == size_of::<crate::Item>() {
        tables.iter().for_each(|table| section.goals.extend(goals(table)));
    }
    section.tables.extend(tables);
}

fn column_of<T: Pools>(options: &Options, capacity: usize, column: &str, tables: &mut [Table; 2]) {
    let work = Rc::new(Work::new(capacity / 2, options));
    let [mut one, mut groups] = [const { Samples::new() }; 2];
    let bytes = capacity * size_of::<T>();
    let builds = builds(CONTAINERS * bytes);
    let rounds = options.rounds(ROUNDS) / builds;
    for build in 0..builds {
        let _in_the_way = in_the_way(build, bytes);
        let mut builder = Builder { capacity, work: Rc::clone(&work), contenders: Vec::new() };
        T::visit(capacity, &mut builder);
        peers::<T>(&mut builder);
        floor::<T>(&mut builder);
        one.add(rounds, &mut builder.contenders);
        builder.contenders.iter_mut().for_each(|contender| contender.in_groups());
        groups.add(rounds, &mut builder.contenders);
    }
    for (table, samples) in tables.iter_mut().zip([one, groups]) {
        table.column(column, samples.spreads());
    }
}

/// The goals of each column. The name of a column ends in its default table. Traces have the same goals.
///
/// Pools check keys and keep slots in a quarantine, so they are compared with containers that check keys. What they
/// cost beside `slab`, which checks none, is another goal.
pub(super) fn goals(table: &Table) -> Vec<Goal> {
    let (peers, unchecked) = (&names::MAIN_PEERS, &[names::UNCHECKED]);
    let columns = table.values.iter().flat_map(|column| {
        let is = |width| column.trim_end_matches(')').ends_with(width);
        let widths = [names::DEFAULT, names::PACKED18, names::SPLIT24, names::U32, names::U32_WIDE];
        let of_widths = widths.into_iter().flat_map(move |row| {
            [table.goal(row, column, &names::CHECKED, 0.85), table.goal(row, column, unchecked, 1.0)]
        });
        let others = [
            table.goal(names::STACK, column, unchecked, 0.9),
            table.goal(names::LIVE, column, peers, 0.95).filter(|_| is("u16")),
            table.goal(names::NONE, column, peers, 0.7).filter(|_| is("u16")),
            table.goal(names::BOX, column, peers, 0.7).filter(|_| is("u16")),
            table.goal(names::PACKED18, column, &[names::U32], 1.2),
            table.goal(names::DEFAULT, column, &[names::U32], 1.2).filter(|_| is("packed 18")),
        ];
        of_widths.chain(others)
    });
    columns.flatten().collect()
}
