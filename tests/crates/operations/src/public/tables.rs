//! Maps and arrays of handles.

use super::{each, of_both_entries, of_both_maps, seen};
use crate::operations;
use core::hint::black_box;

stackpool::pool! {
    pub(crate) Entry: [u32; 200];
}

pub(crate) mod handle_map {
    use super::*;
    use stackpool::HandleMap;
    use stackpool::handle_map::{Entry, OccupiedEntry, VacantEntry, Visit};

    type Key = super::Entry;
    type Map = HandleMap<Key, u32>;
    type Occupied<'a> = OccupiedEntry<'a, Key, u32>;
    type Vacant<'a> = VacantEntry<'a, Key, u32>;

    of_both_maps!("public.HandleMap");
    of_both_entries!(
        "public.handle_map::Entry",
        "public.handle_map::OccupiedEntry",
        "public.handle_map::VacantEntry"
    );

    operations! {
        "public.HandleMap" as map {
            fn join(map: &Map, pool: &EntryPool) { each(map.join(pool)) }
            fn join_mut(map: &mut Map, pool: &EntryPool) { each(map.join_mut(pool)) }
            fn live_ranges(map: &Map) { each(map.live_ranges()) }
            fn live_words(map: &Map) { each(map.live_words()) }
            fn parts(map: &Map, parts: usize) { map.parts(parts).for_each(each) }
            fn parts_mut(map: &mut Map, parts: usize) { map.parts_mut(parts).for_each(each) }
            fn visit(visited: &mut HandleMap<Key, ()>, pool: &mut EntryPool) { seen(visited.visit(pool)); }
        }
        "public.handle_map::Join" as join {
            fn join(map: &Map, pool: &EntryPool, other: &Map) { each(map.join(pool).join(other)) }
        }
        "public.handle_map::Visit" as visit {
            fn contains(visit: &Visit<'_, Key, &EntryPool>, handle: EntryHandle) -> bool { visit.contains(handle) }
            fn get(visit: &mut Visit<'_, Key, &EntryPool>, handle: EntryHandle) -> bool { visit.get(handle).is_some() }
        }
    }
}

pub(crate) mod sparse_handle_map {
    use super::*;
    use stackpool::SparseHandleMap;
    use stackpool::sparse_handle_map::{Entry, OccupiedEntry, VacantEntry};

    type Key = super::Entry;
    type Map = SparseHandleMap<Key, u32, 8>;
    type Occupied<'a> = OccupiedEntry<'a, Key, u32, 8>;
    type Vacant<'a> = VacantEntry<'a, Key, u32, 8>;

    of_both_maps!("public.SparseHandleMap");
    of_both_entries!(
        "public.sparse_handle_map::Entry",
        "public.sparse_handle_map::OccupiedEntry",
        "public.sparse_handle_map::VacantEntry"
    );

    operations! {
        "public.SparseHandleMap" as map {
            fn is_full(map: &Map) -> bool { map.is_full() }
            fn remaining_capacity(map: &Map) -> usize { map.remaining_capacity() }
            fn try_extend(map: &mut Map, entries: [(EntryHandle, u32); 4]) -> bool { map.try_extend(entries).is_ok() }
        }
    }
}

pub(crate) mod handle_array {
    use super::*;

    type Array = stackpool::handle_array![EntryHandle; 16];

    operations! {
        "public.HandleArray" as array {
            fn fill(array: &mut Array, element: EntryHandle) { array.fill(element) }
            fn from_fn(element: EntryHandle) -> Array { Array::from_fn(|_| element) }
            fn get(array: &Array, index: usize) -> Option<EntryHandle> { array.get(index) }
            fn is_empty(array: &Array) -> bool { array.is_empty() }
            fn iter(array: &Array) { each(array.iter()) }
            fn len(array: &Array) -> usize { array.len() }
            fn set(array: &mut Array, index: usize, element: EntryHandle) { array.set(index, element) }
            fn swap(array: &mut Array, a: usize, b: usize) { array.swap(a, b) }
        }
    }
}
