//! Many objects at once.

use super::{Options, Workload};
use crate::container::{Container, Payload, scattered};
use crate::contenders::{Visitor, names, peers};
use crate::measure::{Contender, Lap, measure};
use crate::report::{Goal, Label, Plot, Role, Section, Table, grouped};
use stackpool::{Handle, Pool, PoolSpec, Tabled};
use std::error::Error;

pub(super) const WORKLOAD: Workload = Workload { name: "batch", run };

const ABOUT: &str = "\
Containers of 65,536 that were filled, and half emptied at random. 1,000 objects of random keys are removed, all of each read, \
then 1,000 others are inserted in their place: by `remove_many` and `insert_many` where the row says *batch*, else one at a \
time. A step is one object replaced.";

const ROUNDS: usize = 51;
const CAPACITY: usize = 65_536;
const BATCH: usize = 1_000;
/// Batches of a lap: each key twice.
const BATCHES: usize = 64;

const DEFAULT_BATCH: &str = "default, batch";
const NONE_BATCH: &str = "default, none, batch";

/// Replaces the objects of a batch, with others from this number on, and returns a sum of those removed.
type Replace<C, K> = fn(&mut C, &mut [K], u64) -> u64;

/// A container at this work.
struct Batches<C, K> {
    label: Label,
    container: C,
    keys: Vec<K>,
    /// The batch that comes next.
    cursor: usize,
    /// How many objects were inserted.
    inserted: u64,
    replace: Replace<C, K>,
}

impl<C, K> Batches<C, K> {
    fn next(&mut self, batches: usize) -> u64 {
        let mut sum = 0_u64;
        for _ in 0..batches {
            if self.cursor + BATCH > self.keys.len() {
                self.cursor = 0;
            }
            let keys = &mut self.keys[self.cursor..][..BATCH];
            sum = sum.wrapping_add((self.replace)(&mut self.container, keys, self.inserted));
            self.cursor += BATCH;
            self.inserted += BATCH as u64;
        }
        sum
    }
}

impl<C, K> Contender for Batches<C, K> {
    fn label(&self) -> Label {
        self.label.clone()
    }

    fn lap(&mut self) -> Lap {
        self.next(BATCHES / 2);
        Lap::of(BATCHES * BATCH, || self.next(BATCHES))
    }
}

#[inline(never)]
fn one_at_a_time<T: Payload, C: Container<T>>(container: &mut C, keys: &mut [C::Key], first: u64) -> u64 {
    let mut sum = 0_u64;
    for key in &mut *keys {
        sum = sum.wrapping_add(container.remove(key).map_or(0, |item| item.sum()));
    }
    for (number, key) in (first..).zip(keys) {
        *key = container.insert(T::of(number));
    }
    sum
}

#[inline(never)]
fn in_batches<P: PoolSpec<Item: Payload, Layout: Tabled>>(
    pool: &mut Box<Pool<P>>,
    keys: &mut [Handle<P>],
    first: u64,
) -> u64 {
    let removed = pool.remove_many(keys).expect("the handles are of live objects");
    let sum = removed.fold(0_u64, |sum, item| sum.wrapping_add(item.sum()));
    let items = (0..keys.len()).map(|i| P::Item::of(first + i as u64));
    let inserted = pool.insert_many(items).unwrap_or_else(|_| panic!("there is room for what was removed"));
    for (key, handle) in keys.iter_mut().zip(inserted) {
        *key = handle;
    }
    sum
}

/// Objects of which there are pools here.
trait Batched: Payload {
    /// The default pool, and the one without a guard.
    type Default: PoolSpec<Item = Self, Layout: Tabled>;
    type None: PoolSpec<Item = Self, Layout: Tabled>;
}

macro_rules! batched {
    ($($module:ident: $payload:ty;)*) => {$(
        mod $module {
            stackpool::pool! {
                pub(super) Guarded: [$payload; super::CAPACITY];
                pub(super) Unguarded: [$payload; super::CAPACITY], guard = none;
            }
        }

        impl Batched for $payload {
            type Default = $module::Guarded;
            type None = $module::Unguarded;
        }
    )*};
}

batched! {
    words: u32;
    items: [u64; 4];
    lines: [u64; 8];
}

/// Builds the contenders of a column.
struct Builder(Vec<Box<dyn Contender>>);

impl Builder {
    fn push<T: Payload, C: Container<T>>(&mut self, name: &str, role: Role, replace: Replace<C, C::Key>) {
        let (container, keys) = scattered::<T, C>(CAPACITY, CAPACITY / 2);
        let inserted = CAPACITY as u64;
        let label = Label::new(name, role);
        self.0.push(Box::new(Batches { label, container, keys, cursor: 0, inserted, replace }));
    }
}

/// All of them, for objects of type `T`.
fn column<T: Batched>(options: &Options, table: &mut Table) {
    let mut builder = Builder(Vec::new());
    builder.push::<T, Box<Pool<T::Default>>>(DEFAULT_BATCH, Role::Ours, in_batches);
    builder.push::<T, Box<Pool<T::None>>>(NONE_BATCH, Role::Ours, in_batches);
    builder.push::<T, Box<Pool<T::Default>>>(names::DEFAULT, Role::Ours, one_at_a_time::<T, _>);
    builder.push::<T, Box<Pool<T::None>>>(names::NONE, Role::Ours, one_at_a_time::<T, _>);
    peers::<T>(&mut builder);
    table.column(format!("{} bytes", size_of::<T>()), measure(options.rounds(ROUNDS), &mut builder.0));
}

impl<T: Payload> Visitor<T> for Builder {
    fn visit<C: Container<T>>(&mut self, name: &'static str, role: Role) {
        self.push::<T, C>(name, role, one_at_a_time::<T, C>);
    }
}

fn run(options: &Options) -> Result<Section, Box<dyn Error>> {
    let mut section = Section::new("6. Batches", ABOUT);
    let title = format!("Batches of {} objects", grouped(BATCH));
    let mut table = Table::new("batch", title, "ns a step", "size of an object").plot(Plot::Bars);
    column::<u32>(options, &mut table);
    column::<[u64; 4]>(options, &mut table);
    column::<[u64; 8]>(options, &mut table);
    for size in ["4 bytes", "32 bytes"] {
        section.goals.extend(goals(&table, size));
    }
    section.tables.push(table);
    Ok(section)
}

fn goals(table: &Table, size: &str) -> Vec<Goal> {
    let pairs = [(DEFAULT_BATCH, names::DEFAULT), (NONE_BATCH, names::NONE)];
    pairs.into_iter().filter_map(|(batch, one)| table.goal(batch, size, &[one], 0.4)).collect()
}
