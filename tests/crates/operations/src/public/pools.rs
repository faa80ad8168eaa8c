//! Pools.

use super::{each, of_both_pools, seen};
use crate::operations;
use core::hint::black_box;
use stackpool::{
    Change, Cursor, Detached, Full, Handle, HandleMap, Link, Occupied, Pool, Snapshot, VacantEntry, WideLink,
    pool,
};

type Item = [u32; 4];
type BasicKind = Plain;
type Basic = PlainPool;
type WithLinks = NodePool;
type BasicHandle = PlainHandle;
type Dense = PackedPool;
type DenseHandle = PackedHandle;
type Noted = WatchedPool;
type NotedHandle = WatchedHandle;
type Followed = ChartedPool;
type NotedMark = stackpool::Mark<Watched>;

pool! {
    pub(crate) Plain: [Item; 200];
    pub(crate) Packed: [Item; 200], dense;
    pub(crate) Watched: [Item; 200], marks, changes;
    pub(crate) Charted: [Item; 200], dense, changes;
    pub(crate) Sums: [u64; 200];
}

#[derive(Pool, Snapshot, Clone)]
#[pool(capacity = 200)]
#[snapshot(item)]
pub(crate) struct Node {
    pub(crate) next: Option<NodeHandle>,
    pub(crate) first: Link<Node>,
}

of_both_pools!("public.Pool");

operations! {
    "public.Pool" as pool {
        fn as_mut_slice(pool: &mut Dense) -> &mut [Item] { pool.as_mut_slice() }
        fn as_slice(pool: &Dense) -> &[Item] { pool.as_slice() }
        fn detach(pool: &mut Basic, handle: BasicHandle) -> bool { black_box(pool.detach(handle)).is_some() }
        fn get_many(pool: &Basic, handles: &[BasicHandle]) { each(pool.get_many(handles)) }
        fn get_unchecked(pool: &Basic, handle: BasicHandle) -> &Item {
            // SAFETY: nobody calls this function.
            unsafe { pool.get_unchecked(handle) }
        }
        fn get_unchecked_mut(pool: &mut Basic, handle: BasicHandle) -> &mut Item {
            // SAFETY: nobody calls this function.
            unsafe { pool.get_unchecked_mut(handle) }
        }
        fn handle_of(pool: &Basic, item: &Item) -> Option<BasicHandle> { pool.handle_of(item) }
        fn handles_and_slice_mut(pool: &mut Dense) {
            let (handles, items) = pool.handles_and_slice_mut();
            each(handles.zip(items));
        }
        fn insert_array_with(pool: &mut Basic) -> bool { pool.insert_array_with::<2, _>(|_| [[1; 4]; 2]).is_ok() }
        fn insert_copies(pool: &mut Basic, other: &Basic, moved: &mut HandleMap<Plain, PlainHandle>) -> bool {
            pool.insert_copies(other, moved).is_ok()
        }
        fn insert_in_place(pool: &mut Basic) -> bool { pool.insert_in_place(|_, place| place.write([1; 4])).is_ok() }
        fn insert_zeroed(pool: &mut Basic) -> bool { pool.insert_zeroed().is_ok() }
        fn map_into(pool: &mut Basic, other: &mut SumsPool) { pool.map_into(other, |_, item| u64::from(item[0])) }
        fn map_ref_into(pool: &Basic, other: &mut SumsPool) { pool.map_ref_into(other, |_, item| u64::from(item[0])) }
        fn next_handle_at(pool: &Basic, index: usize) -> Option<BasicHandle> { pool.next_handle_at(index) }
        fn relink(pool: &mut NodePool, moved: &HandleMap<Node, NodeHandle>) -> bool { pool.relink(moved).is_ok() }
        fn sort_by(pool: &mut Dense) { pool.sort_by(|one, other| one[0].cmp(&other[0])) }
        fn sort_by_key(pool: &mut Dense) { pool.sort_by_key(|item| item[0]) }
        fn vacant_entry(pool: &mut Basic) -> bool { black_box(pool.vacant_entry()).is_ok() }
    }
    "public.VacantEntry" as vacant_entry {
        fn handle(entry: &VacantEntry<'_, Plain>) -> PlainHandle { entry.handle() }
        fn insert(entry: VacantEntry<'_, Plain>, item: Item) { seen(entry.insert(item)); }
    }
    "public.Detached" as detached {
        fn get_mut(others: &mut Detached<'_, Plain>, handle: PlainHandle) -> bool {
            black_box(others.get_mut(handle)).is_some()
        }
        fn handle(others: &Detached<'_, Plain>) -> PlainHandle { others.handle() }
        fn insert(others: &mut Detached<'_, Plain>, item: Item) -> bool { others.insert(item).is_ok() }
        fn iter_mut(others: &mut Detached<'_, Plain>) { each(others.iter_mut()) }
        fn reattach(others: Detached<'_, Plain>, item: Item) { seen(others.reattach(item)); }
        fn remove(others: &mut Detached<'_, Plain>, handle: PlainHandle) -> Option<Item> { others.remove(handle) }
        fn values_mut(others: &mut Detached<'_, Plain>) { each(others.values_mut()) }
    }
    "public.Cursor" as cursor {
        fn at(index: usize) -> Cursor<Plain> { Cursor::at(index) }
        fn index(cursor: Cursor<Plain>) -> usize { cursor.index() }
        fn next(cursor: &mut Cursor<Plain>, pool: &PlainPool) -> Option<PlainHandle> { cursor.next(pool) }
    }
    "public.Change" as change {
        fn handle(change: &Change<Plain, &Item>) -> Option<PlainHandle> { change.handle() }
        fn index(change: &Change<Plain, &Item>) -> usize { change.index() }
    }
    "public.Part" as part {
        fn slots(pool: &PlainPool) { each(pool.parts(2).map(|part| part.slots())) }
    }
    "public.Full" as full {
        fn into_inner(full: Full<Item>) -> Item { full.into_inner() }
        fn map(full: Full<Item>) -> Full<u32> { full.map(|item| item[0]) }
        fn without_value(full: Full<Item>) -> Full { full.without_value() }
    }
    "public.Occupied" as occupied {
        fn into_inner(occupied: Occupied<Item>) -> Item { occupied.into_inner() }
        fn without_value(occupied: Occupied<Item>) -> Occupied { occupied.without_value() }
    }
    "public.Handle" as handle {
        fn from_bits(bits: u32) -> Option<PlainHandle> { Handle::from_bits(bits) }
        fn from_parts(index: usize, generation: u32) -> Option<PlainHandle> { Handle::from_parts(index, generation) }
        fn generation(handle: PlainHandle) -> u32 { handle.generation() }
        fn index(handle: PlainHandle) -> usize { handle.index() }
        fn to_bits(handle: PlainHandle) -> u32 { handle.to_bits() }
    }
    "public.Link" as link {
        fn get(link: Link<Node>) -> Option<NodeHandle> { link.get() }
        fn is_none(link: Link<Node>) -> bool { link.is_none() }
        fn is_some(link: Link<Node>) -> bool { link.is_some() }
        fn new(handle: Option<NodeHandle>) -> Link<Node> { Link::new(handle) }
        fn take(link: &mut Link<Node>) -> Option<NodeHandle> { link.take() }
    }
    "public.WideLink" as wide_link {
        fn get(link: WideLink<Node>) -> Option<NodeHandle> { link.get() }
        fn is_none(link: WideLink<Node>) -> bool { link.is_none() }
        fn is_some(link: WideLink<Node>) -> bool { link.is_some() }
        fn new(handle: Option<NodeHandle>) -> WideLink<Node> { WideLink::new(handle) }
        fn take(link: &mut WideLink<Node>) -> Option<NodeHandle> { link.take() }
    }
}
