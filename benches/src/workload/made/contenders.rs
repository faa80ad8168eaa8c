//! The containers that are made, and the way to make them.

use crate::container::{Container, Payload};
use crate::contenders::names;
use crate::measure::{Job, Lap};
use crate::report::{Label, Role};
use slab::Slab;
use slotmap::{DefaultKey, SecondaryMap, SlotMap};
use stackpool::{HandleMap, Heap, Pool, PoolSpec, ValuePool, ValueSpec, pool};
use std::hint::black_box;
use thunderdome::Arena;

/// Objects that a container has room for.
pub(super) const CAPACITY: usize = 16_384;
/// The number of values of a value pool.
pub(super) const VALUES: usize = 65_536;
/// The number of containers that are made per lap.
const MADE: usize = 64;

/// An object of 128 bytes, whose slots begin at a cache line.
type Line = [u64; 16];
/// An object of 136 bytes, whose slots need no alignment.
type Node = [u64; 17];

pool! {
    Lines: [Line; CAPACITY];
    LiveLines: [Line; CAPACITY], guard = live;
    BareLines: [Line; CAPACITY], guard = none;
    LinkedLines: [Line; CAPACITY], bookkeeping = free_list;

    Nodes: [Node; CAPACITY];
    LiveNodes: [Node; CAPACITY], guard = live;
    BareNodes: [Node; CAPACITY], guard = none;
    LinkedNodes: [Node; CAPACITY], bookkeeping = free_list;

    Numbers: [u32; 0..65_536];
}

/// A kind of container.
pub(super) struct Subject {
    /// The name of the column.
    pub(super) name: &'static str,
    /// The contenders.
    pub(super) contenders: fn() -> Vec<Job<'static>>,
}

/// All kinds of containers. The first two have a goal.
pub(super) const SUBJECTS: [Subject; 5] = [
    Subject { name: "pool, 128 bytes", contenders: pools::<Line, Lines, LiveLines, BareLines, LinkedLines> },
    Subject { name: "pool, 136 bytes", contenders: pools::<Node, Nodes, LiveNodes, BareNodes, LinkedNodes> },
    Subject { name: "side table", contenders: side_tables },
    Subject { name: "values", contenders: values },
    Subject { name: "tree", contenders: trees },
];

/// A contender that makes a container with `make`, and drops it. `make` returns a number that it read from the
/// container.
fn job(name: &str, role: Role, make: fn() -> u64) -> Job<'static> {
    let work = move || (0..MADE).fold(0_u64, |sum, _| sum.wrapping_add(make()));
    Job::new(Label::new(name, role), move || {
        // The first containers are made before the clock starts, so that the allocator has the memory.
        let _ = black_box(make()).wrapping_add(black_box(make()));
        let lap = Lap::of(MADE, work);
        Lap { time: lap.time / 1e3, ..lap }
    })
}

pub(in crate::workload) fn ours(name: &str, make: fn() -> u64) -> Job<'static> {
    job(name, Role::Ours, make)
}

pub(in crate::workload) fn peer(name: &str, make: fn() -> u64) -> Job<'static> {
    job(name, Role::Peer, make)
}

pub(in crate::workload) fn unchecked(name: &str, make: fn() -> u64) -> Job<'static> {
    job(name, Role::Unchecked, make)
}

fn floor(make: fn() -> u64) -> Job<'static> {
    job("vec", Role::Floor, make)
}

fn pools<T, Default, Live, None, Linked>() -> Vec<Job<'static>>
where
    T: Payload,
    Default: 'static + PoolSpec<Item = T>,
    Live: 'static + PoolSpec<Item = T>,
    None: 'static + PoolSpec<Item = T>,
    Linked: 'static + PoolSpec<Item = T>,
{
    vec![
        ours(names::DEFAULT, container::<T, Heap<Pool<Default>>>),
        ours(names::LIVE, container::<T, Heap<Pool<Live>>>),
        ours(names::NONE, container::<T, Heap<Pool<None>>>),
        ours(names::FREE_LIST, container::<T, Heap<Pool<Linked>>>),
        peer("slotmap", container::<T, SlotMap<DefaultKey, T>>),
        peer("thunderdome", container::<T, Arena<T>>),
        unchecked("slab", container::<T, Slab<T>>),
        floor(vector::<T>),
    ]
}

#[inline(never)]
fn container<T: Payload, C: Container<T>>() -> u64 {
    let mut container = black_box(C::with_room(CAPACITY));
    let key = container.insert(T::of(7));
    black_box(&container).get(&key).map_or(0, Payload::first)
}

#[inline(never)]
fn vector<T: Payload>() -> u64 {
    let mut items = black_box(Vec::with_capacity(CAPACITY));
    items.push(T::of(7));
    black_box(&items).last().map_or(0, Payload::first)
}

fn side_tables() -> Vec<Job<'static>> {
    vec![
        ours(names::DEFAULT, map::<Nodes>),
        ours(names::LIVE, map::<LiveNodes>),
        peer("slotmap", secondary_map),
        floor(vector::<[u64; 1]>),
    ]
}

/// The first handle of a pool.
fn first<P: 'static + PoolSpec>() -> stackpool::Handle<P> {
    stackpool::Handle::from_bits(0).expect("every pool has a first slot")
}

/// The first key of a slot map.
fn first_key() -> DefaultKey {
    SlotMap::new().insert(())
}

#[inline(never)]
fn map<P: 'static + PoolSpec>() -> u64 {
    let mut map = black_box(HandleMap::<P, u64>::on_heap());
    map.insert(first(), 7);
    black_box(&map).get(first()).copied().unwrap_or(0)
}

#[inline(never)]
fn secondary_map() -> u64 {
    let mut map = black_box(SecondaryMap::with_capacity(CAPACITY));
    let key = first_key();
    map.insert(key, 7);
    black_box(&map).get(key).copied().unwrap_or(0)
}

fn values() -> Vec<Job<'static>> {
    vec![ours(names::DEFAULT, value_pool::<Numbers>), floor(free_values)]
}

#[inline(never)]
fn value_pool<V: ValueSpec<Item = u32>>() -> u64 {
    let mut values = black_box(ValuePool::<V>::on_heap());
    assert_eq!(values.capacity(), VALUES, "another pool of values");
    values.acquire().map_or(0, u64::from)
}

#[inline(never)]
fn free_values() -> u64 {
    let mut values: Vec<u16> = black_box((0..=u16::MAX).rev().collect());
    values.pop().map_or(0, u64::from)
}

fn trees() -> Vec<Job<'static>> {
    vec![
        ours(names::DEFAULT, pool_tree::<Nodes>),
        ours(names::LIVE, pool_tree::<LiveNodes>),
        peer("slotmap", slot_map_tree),
        floor(vector_tree),
    ]
}

/// A tree of nodes with the side tables that a layout library has.
#[inline(never)]
fn pool_tree<P: 'static + PoolSpec<Item = Node>>() -> u64 {
    let mut nodes = black_box(Pool::<P>::on_heap());
    let mut parents = black_box(HandleMap::<P, Option<stackpool::Handle<P>>>::on_heap());
    let mut children = black_box(HandleMap::<P, Vec<stackpool::Handle<P>>>::on_heap());
    let mut contexts = black_box(HandleMap::<P, u64>::on_heap());
    let root = nodes.insert(Node::of(7));
    parents.insert(root, None);
    children.insert(root, Vec::new());
    contexts.insert(root, 7);
    black_box((&parents, &children));
    contexts.get(root).copied().unwrap_or(0)
}

#[inline(never)]
fn slot_map_tree() -> u64 {
    let mut nodes = black_box(SlotMap::<DefaultKey, Node>::with_capacity(CAPACITY));
    let mut parents = black_box(SecondaryMap::<_, Option<DefaultKey>>::with_capacity(CAPACITY));
    let mut children = black_box(SecondaryMap::<_, Vec<DefaultKey>>::with_capacity(CAPACITY));
    let mut contexts = black_box(SecondaryMap::with_capacity(CAPACITY));
    let root = nodes.insert(Node::of(7));
    parents.insert(root, None);
    children.insert(root, Vec::new());
    contexts.insert(root, 7);
    black_box((&parents, &children));
    contexts.get(root).copied().unwrap_or(0)
}

#[inline(never)]
fn vector_tree() -> u64 {
    let mut nodes = black_box(Vec::<Node>::with_capacity(CAPACITY));
    let mut parents = black_box(Vec::<Option<u32>>::with_capacity(CAPACITY));
    let mut children = black_box(Vec::<Vec<u32>>::with_capacity(CAPACITY));
    let mut contexts = black_box(Vec::with_capacity(CAPACITY));
    nodes.push(Node::of(7));
    parents.push(None);
    children.push(Vec::new());
    contexts.push(7);
    black_box((&nodes, &parents, &children));
    contexts.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Contender;

    #[test]
    fn all_contenders_of_a_subject_do_the_same() {
        for subject in &SUBJECTS {
            let mut contenders = (subject.contenders)();
            let checksums: Vec<_> = contenders.iter_mut().map(|contender| contender.lap().checksum).collect();
            assert!(checksums.windows(2).all(|pair| pair[0] == pair[1]), "{}: {checksums:?}", subject.name);
        }
    }
}
