//! Operations on many objects at once.

use super::{Options, Workload};
use crate::container::{Container, Payload, scattered};
use crate::contenders::{Visitor, names, peers};
use crate::measure::{Contender, Lap, measure};
use crate::report::{Goal, Label, Plot, Role, Section, Table};
use stackpool::layout::Tabled;
use stackpool::{Handle, Heap, Pool, PoolSpec};
use std::error::Error;

pub(super) const WORKLOAD: Workload = Workload { name: "batch", of_compiler: false, run };

const ABOUT: &str = "\
Containers with room for 65,536 objects that were filled, then half emptied at random. Objects are removed, and all \
of each is read, and inserted: by `remove_many` and `insert_many` if the row says *batch*, otherwise one at a time. \
In the first table, 1,000 objects with random keys are replaced by others. In the second table, 1,000 objects come \
and the same objects go again, like the particles of a burst. A step is one object, in and out.";

const ROUNDS: usize = 51;
const CAPACITY: usize = 65_536;
const BATCH: usize = 1_000;
/// The number of batches per lap. Each key occurs twice.
const BATCHES: usize = 64;

const DEFAULT_BATCH: &str = "default, batch";
const NONE_BATCH: &str = "default, none, batch";

/// Replaces the objects of a batch by new ones, whose numbers start here. Returns a sum of the removed objects.
type Replace<C, K> = fn(&mut C, &mut [K], u64) -> u64;

/// A container that does this work.
struct Batches<C, K> {
    label: Label,
    container: C,
    /// The keys of live objects; empty in bursts.
    keys: Vec<K>,
    /// The position of the next batch.
    cursor: usize,
    /// The number of objects that were inserted.
    inserted: u64,
    work: Replace<C, K>,
    burst: Replace<C, K>,
}

impl<C, K> Batches<C, K> {
    fn next(&mut self, batches: usize) -> u64 {
        let mut sum = 0_u64;
        for _ in 0..batches {
            if self.cursor + BATCH > self.keys.len() {
                self.cursor = 0;
            }
            let keys = &mut self.keys[self.cursor..][..BATCH];
            sum = sum.wrapping_add((self.work)(&mut self.container, keys, self.inserted));
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

/// [`Batches`] of any container.
trait Batching: Contender {
    /// From here on, the objects of a batch are inserted before they are removed.
    fn burst(&mut self);
}

impl<C, K> Batching for Batches<C, K> {
    fn burst(&mut self) {
        self.keys.truncate(BATCH);
        self.work = self.burst;
    }
}

#[inline(never)]
fn replace<T: Payload, C: Container<T>>(container: &mut C, keys: &mut [C::Key], first: u64) -> u64 {
    let sum = remove_each(container, keys);
    insert_each(container, keys, first);
    sum
}

#[inline(never)]
fn come_and_go<T: Payload, C: Container<T>>(container: &mut C, keys: &mut [C::Key], first: u64) -> u64 {
    insert_each(container, keys, first);
    remove_each(container, keys)
}

#[inline(never)]
fn replace_batch<P: PoolSpec<Item: Payload, Layout: Tabled>>(
    pool: &mut Heap<Pool<P>>,
    keys: &mut [Handle<P>],
    first: u64,
) -> u64 {
    let sum = remove_batch(pool, keys);
    insert_batch(pool, keys, first);
    sum
}

#[inline(never)]
fn come_and_go_batch<P: PoolSpec<Item: Payload, Layout: Tabled>>(
    pool: &mut Heap<Pool<P>>,
    keys: &mut [Handle<P>],
    first: u64,
) -> u64 {
    insert_batch(pool, keys, first);
    remove_batch(pool, keys)
}

#[inline]
fn insert_each<T: Payload, C: Container<T>>(container: &mut C, keys: &mut [C::Key], first: u64) {
    for (number, key) in (first..).zip(keys) {
        *key = container.insert(T::of(number));
    }
}

#[inline]
fn remove_each<T: Payload, C: Container<T>>(container: &mut C, keys: &mut [C::Key]) -> u64 {
    keys.iter_mut().fold(0, |sum, key| sum.wrapping_add(container.remove(key).map_or(0, |item| item.sum())))
}

#[inline]
fn insert_batch<P: PoolSpec<Item: Payload, Layout: Tabled>>(
    pool: &mut Pool<P>,
    keys: &mut [Handle<P>],
    first: u64,
) {
    let items = (0..keys.len()).map(|i| P::Item::of(first + i as u64));
    let inserted = pool.insert_many(items).unwrap_or_else(|_| panic!("the pool is half empty"));
    for (key, handle) in keys.iter_mut().zip(inserted) {
        *key = handle;
    }
}

#[inline]
fn remove_batch<P: PoolSpec<Item: Payload, Layout: Tabled>>(pool: &mut Pool<P>, keys: &[Handle<P>]) -> u64 {
    let removed = pool.remove_many(keys).expect("the handles are of live objects");
    removed.fold(0, |sum, item| sum.wrapping_add(item.sum()))
}

/// Payloads with pools in this workload.
trait Batched: Payload {
    /// The default pool, and the pool without a guard.
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

/// Makes the contenders of a column.
struct Builder(Vec<Box<dyn Batching>>);

impl Builder {
    fn push<T: Payload, C: Container<T>>(
        &mut self,
        name: &str,
        role: Role,
        work: Replace<C, C::Key>,
        burst: Replace<C, C::Key>,
    ) {
        let (container, keys) = scattered::<T, C>(CAPACITY, CAPACITY / 2);
        let inserted = CAPACITY as u64;
        let label = Label::new(name, role);
        self.0.push(Box::new(Batches { label, container, keys, cursor: 0, inserted, work, burst }));
    }
}

impl<T: Payload> Visitor<T> for Builder {
    fn visit<C: Container<T>>(&mut self, name: &'static str, role: Role) {
        self.push::<T, C>(name, role, replace::<T, C>, come_and_go::<T, C>);
    }
}

/// Makes all contenders for objects of type `T`.
fn columns<T: Batched>(options: &Options, [replaced, bursts]: &mut [Table; 2]) {
    let mut builder = Builder(Vec::new());
    builder.push::<T, Heap<Pool<T::Default>>>(DEFAULT_BATCH, Role::Ours, replace_batch, come_and_go_batch);
    builder.push::<T, Heap<Pool<T::None>>>(NONE_BATCH, Role::Ours, replace_batch, come_and_go_batch);
    builder.visit::<Heap<Pool<T::Default>>>(names::DEFAULT, Role::Ours);
    builder.visit::<Heap<Pool<T::None>>>(names::NONE, Role::Ours);
    peers::<T>(&mut builder);
    let mut contenders = builder.0;
    let column = format!("{} bytes", size_of::<T>());
    replaced.column(&column, measure(options.rounds(ROUNDS), &mut contenders));
    contenders.iter_mut().for_each(|contender| contender.burst());
    bursts.column(&column, measure(options.rounds(ROUNDS), &mut contenders));
}

fn run(options: &Options) -> Result<Section, Box<dyn Error>> {
    let mut section = Section::new("Batches", ABOUT);
    let table = |name, title| Table::new(name, title, "ns per step", "size of an object").plot(Plot::Bars);
    let mut tables = [
        table("batch-random", "1,000 random objects replaced"),
        table("batch-burst", "1,000 objects come and go"),
    ];
    columns::<u32>(options, &mut tables);
    columns::<[u64; 4]>(options, &mut tables);
    columns::<[u64; 8]>(options, &mut tables);
    for table in &tables {
        section.goals.extend(["4 bytes", "32 bytes"].iter().flat_map(|size| goals(table, size)));
    }
    section.tables.extend(tables);
    Ok(section)
}

fn goals(table: &Table, size: &str) -> Vec<Goal> {
    let pairs = [(DEFAULT_BATCH, names::DEFAULT), (NONE_BATCH, names::NONE)];
    pairs.into_iter().filter_map(|(batch, one)| table.goal(batch, size, &[one], 0.4)).collect()
}
