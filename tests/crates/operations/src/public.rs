//! All methods that exist without a heap, each as an operation of its own.
//!
//! The names of these functions are those of the methods, and the rows those of the types in
//! `tests/programs/public_api/stackpool.txt`: the tests miss a method that is not here.

mod boxes;
mod columns;
mod errors;
mod pools;
mod regions;
mod saves;
mod structures;
mod tables;
mod values;

use core::hint::black_box;

/// Takes all elements of an iterator.
fn each<I: IntoIterator>(elements: I) {
    for element in elements {
        seen(element);
    }
}

/// Takes a value that the compiler must make.
fn seen<T>(value: T) {
    drop(black_box(value));
}

/// The methods that [`Pool`](stackpool::Pool) and [`ColumnPool`](stackpool::ColumnPool) share. `Basic` is a pool
/// in place, `Dense` a dense one, `Noted` has `marks` and `changes`, and `Followed` is dense and has `changes`.
macro_rules! of_both_pools {
    ($row:literal) => {
        operations! {
            $row as of_both {
                fn apply_packet(pool: &mut Basic, packets: &mut stackpool::Packets, packet: &[u8]) -> bool {
                    pool.apply_packet(packets, packet).is_ok()
                }
                fn capacity(pool: &Basic) -> usize { pool.capacity() }
                fn changed(pool: &Noted) { each(pool.changed()) }
                fn changed_delta_into(pool: &Noted, buffer: &mut [u8]) -> bool {
                    pool.changed_delta_into(buffer).is_ok()
                }
                fn changed_packet(pool: &mut Noted, packets: &mut stackpool::Packets, buffer: &mut [u8]) -> bool {
                    pool.changed_packet(packets, buffer).is_ok()
                }
                fn changed_packet_where(pool: &mut Noted, packets: &mut stackpool::Packets, buffer: &mut [u8]) -> bool {
                    pool.changed_packet_where(packets, buffer, |change| change.index() > 5).is_ok()
                }
                fn changed_positions(pool: &Followed) { each(pool.changed_positions()) }
                fn check_saved(saved: &[u8]) -> bool { Basic::check_saved(saved).is_ok() }
                fn clear(pool: &mut Basic) { pool.clear() }
                fn contains(pool: &Basic, handle: BasicHandle) -> bool { pool.contains(handle) }
                fn cursor(pool: &Basic) -> usize { pool.cursor().index() }
                fn delta_into(pool: &Basic, base: &[u8], buffer: &mut [u8]) -> bool {
                    pool.delta_into(base, buffer).is_ok()
                }
                fn drain(pool: &mut Basic) { each(pool.drain()) }
                fn extract_if(pool: &mut Basic) { each(pool.extract_if(|handle, _| handle.index() > 5)) }
                fn for_each_live(pool: &Basic) { pool.for_each_live(seen) }
                fn forget_marks(pool: &mut Noted) { pool.forget_marks() }
                fn full_count(pool: &Basic) -> u64 { pool.full_count() }
                fn get(pool: &Basic, handle: BasicHandle) -> bool { black_box(pool.get(handle)).is_some() }
                fn get_disjoint_mut(pool: &mut Basic, one: BasicHandle, other: BasicHandle) -> bool {
                    black_box(pool.get_disjoint_mut([one, other])).is_ok()
                }
                fn get_mut(pool: &mut Basic, handle: BasicHandle) -> bool { black_box(pool.get_mut(handle)).is_some() }
                fn handle_at(pool: &Basic, index: usize) -> Option<BasicHandle> { pool.handle_at(index) }
                fn handle_at_position(pool: &Dense, position: usize) -> Option<DenseHandle> {
                    pool.handle_at_position(position)
                }
                fn handles(pool: &Basic) { each(pool.handles()) }
                fn high_water_mark(pool: &Basic) -> usize { pool.high_water_mark() }
                fn insert(pool: &mut Basic, item: Item) -> bool { pool.insert(item).is_ok() }
                fn insert_at(pool: &mut Basic, handle: BasicHandle, item: Item) -> bool {
                    pool.insert_at(handle, item).is_ok()
                }
                fn insert_many(pool: &mut Basic, items: [Item; 4]) -> bool { pool.insert_many(items).map(each).is_ok() }
                fn insert_with(pool: &mut Basic, item: Item) -> bool {
                    pool.insert_with(|handle| { seen(handle); item }).is_ok()
                }
                fn is_changed(pool: &Noted, handle: NotedHandle) -> bool { pool.is_changed(handle) }
                fn is_empty(pool: &Basic) -> bool { pool.is_empty() }
                fn is_full(pool: &Basic) -> bool { pool.is_full() }
                fn iter(pool: &Basic) { each(pool.iter()) }
                fn iter_in_order(pool: &Noted) { each(pool.iter_in_order()) }
                fn iter_in_order_mut(pool: &mut Noted) { each(pool.iter_in_order_mut()) }
                fn iter_mut(pool: &mut Basic) { each(pool.iter_mut()) }
                fn iter_since(pool: &Noted, mark: &NotedMark) -> bool { pool.iter_since(mark).map(each).is_ok() }
                fn iter_since_mut(pool: &mut Noted, mark: &NotedMark) -> bool {
                    pool.iter_since_mut(mark).map(each).is_ok()
                }
                fn join(pool: &Basic, map: &HandleMap<BasicKind, u32>) { each(pool.join(map)) }
                fn join_mut(pool: &mut Basic, map: &HandleMap<BasicKind, u32>) { each(pool.join_mut(map)) }
                fn keep_since(pool: &mut Noted, mark: NotedMark) -> bool { pool.keep_since(mark).is_ok() }
                fn len(pool: &Basic) -> usize { pool.len() }
                fn live_ranges(pool: &Basic) { each(pool.live_ranges()) }
                fn live_sites(pool: &Basic) { each(pool.live_sites().iter()) }
                fn live_words(pool: &Basic) { each(pool.live_words()) }
                fn lost_links(pool: &WithLinks) { each(pool.lost_links(|handle: BasicHandle| handle.index() > 5)) }
                fn mark(pool: &mut Noted) -> bool { pool.mark().is_ok() }
                fn newest(pool: &Noted) -> Option<NotedHandle> { pool.newest() }
                fn next_handle(pool: &Basic) -> Option<BasicHandle> { pool.next_handle() }
                fn next_handles(pool: &Basic) { each(pool.next_handles()) }
                fn note_packet(pool: &mut Noted, packet: &[u8]) -> bool { pool.note_packet(packet).is_ok() }
                fn oldest(pool: &Noted) -> Option<NotedHandle> { pool.oldest() }
                fn packet_where(pool: &mut Noted, packets: &mut stackpool::Packets, buffer: &mut [u8]) -> bool {
                    packets.changed_packet([&mut pool.packet_where(|change| change.index() > 5)], buffer).is_ok()
                }
                fn parts(pool: &Basic, parts: usize) { pool.parts(parts).for_each(each) }
                fn parts_mut(pool: &mut Basic, parts: usize) { pool.parts_mut(parts).for_each(each) }
                fn patch_into(base: &[u8], delta: &[u8], buffer: &mut [u8]) -> bool {
                    Basic::patch_into(base, delta, buffer).is_ok()
                }
                fn position_of(pool: &Dense, handle: DenseHandle) -> Option<usize> { pool.position_of(handle) }
                fn release_since(pool: &mut Noted, mark: NotedMark) -> bool { pool.release_since(mark).is_ok() }
                fn remaining_capacity(pool: &Basic) -> usize { pool.remaining_capacity() }
                fn remove(pool: &mut Basic, handle: BasicHandle) -> Option<Item> { pool.remove(handle) }
                fn remove_in_order(pool: &mut Dense, handle: DenseHandle) -> bool {
                    black_box(pool.remove_in_order(handle)).is_some()
                }
                fn remove_many(pool: &mut Basic, handles: &[BasicHandle]) -> bool {
                    pool.remove_many(handles).map(each).is_ok()
                }
                fn reset(pool: &mut Basic) { pool.reset() }
                fn reset_stats(pool: &mut Basic) { pool.reset_stats() }
                fn resize_saved(saved: &[u8], buffer: &mut [u8]) -> bool { Basic::resize_saved(saved, buffer).is_ok() }
                fn restore(pool: &mut Basic, saved: &[u8]) -> bool { pool.restore(saved).is_ok() }
                fn retain(pool: &mut Basic) { pool.retain(|handle, _| handle.index() > 5) }
                fn retain_in_order(pool: &mut Dense) { pool.retain_in_order(|handle, _| handle.index() > 5) }
                fn save_into(pool: &Basic, buffer: &mut [u8]) -> bool { pool.save_into(buffer).is_ok() }
                fn stats(pool: &Basic) -> usize { pool.stats().free }
                fn swap(pool: &mut Dense, a: usize, b: usize) { pool.swap(a, b) }
                fn take_changed(pool: &mut Noted) { each(pool.take_changed()) }
                fn try_extend(pool: &mut Basic, items: [Item; 4]) -> bool { pool.try_extend(items).is_ok() }
                fn values(pool: &Basic) { each(pool.values()) }
                fn values_mut(pool: &mut Basic) { each(pool.values_mut()) }
            }
        }
    };
}

/// The methods that both maps share.
macro_rules! of_both_maps {
    ($row:literal) => {
        operations! {
            $row as of_both {
                fn capacity(map: &Map) -> usize { map.capacity() }
                fn check_saved(saved: &[u8]) -> bool { Map::check_saved(saved).is_ok() }
                fn clear(map: &mut Map) { map.clear() }
                fn contains(map: &Map, handle: EntryHandle) -> bool { map.contains(handle) }
                fn drain(map: &mut Map) { each(map.drain()) }
                fn lost_links(map: &Map) { each(map.lost_links(|handle: EntryHandle| handle.index() > 5)) }
                fn entry(map: &mut Map, handle: EntryHandle) -> bool { matches!(map.entry(handle), Entry::Vacant(_)) }
                fn extract_if(map: &mut Map) { each(map.extract_if(|_, value| *value > 5)) }
                fn get(map: &Map, handle: EntryHandle) -> Option<&u32> { map.get(handle) }
                fn get_disjoint_mut(map: &mut Map, one: EntryHandle, other: EntryHandle) -> bool {
                    black_box(map.get_disjoint_mut([one, other])).is_ok()
                }
                fn get_mut(map: &mut Map, handle: EntryHandle) -> Option<&mut u32> { map.get_mut(handle) }
                // SAFETY: nobody calls this function.
                fn get_unchecked(map: &Map, handle: EntryHandle) -> &u32 { unsafe { map.get_unchecked(handle) } }
                fn get_unchecked_mut(map: &mut Map, handle: EntryHandle) -> &mut u32 {
                    // SAFETY: nobody calls this function.
                    unsafe { map.get_unchecked_mut(handle) }
                }
                fn handle_at(map: &Map, index: usize) -> Option<EntryHandle> { map.handle_at(index) }
                fn insert(map: &mut Map, handle: EntryHandle, value: u32) -> bool {
                    seen(map.insert(handle, value));
                    true
                }
                fn insert_live(map: &mut Map, pool: &EntryPool, handle: EntryHandle) -> bool {
                    map.insert_live(pool, handle, 1).is_ok()
                }
                fn is_empty(map: &Map) -> bool { map.is_empty() }
                fn iter(map: &Map) { each(map.iter()) }
                fn iter_mut(map: &mut Map) { each(map.iter_mut()) }
                fn keys(map: &Map) { each(map.keys()) }
                fn len(map: &Map) -> usize { map.len() }
                fn remove(map: &mut Map, handle: EntryHandle) -> Option<u32> { map.remove(handle) }
                fn remove_entry(map: &mut Map, handle: EntryHandle) -> bool { map.remove_entry(handle).is_some() }
                fn resize_saved(saved: &[u8], buffer: &mut [u8]) -> bool { Map::resize_saved(saved, buffer).is_ok() }
                fn restore(map: &mut Map, saved: &[u8]) -> bool { map.restore(saved).is_ok() }
                fn retain(map: &mut Map) { map.retain(|_, value| *value > 5) }
                fn retain_live(map: &mut Map, pool: &EntryPool) { map.retain_live(pool) }
                fn save_into(map: &Map, buffer: &mut [u8]) -> bool { map.save_into(buffer).is_ok() }
                fn take_ended(map: &mut Map, change: &stackpool::Change<Key, ()>) -> bool {
                    map.take_ended(change).is_some()
                }
                fn values(map: &Map) { each(map.values()) }
                fn values_mut(map: &mut Map) { each(map.values_mut()) }
            }
        }
    };
}

/// The entries of both maps.
macro_rules! of_both_entries {
    ($entry:literal, $occupied:literal, $vacant:literal) => {
        operations! {
            $entry as entry {
                fn and_modify(map: &mut Map, handle: EntryHandle) {
                    drop(map.entry(handle).and_modify(|value| *value = 1));
                }
                fn key(map: &mut Map, handle: EntryHandle) -> EntryHandle { map.entry(handle).key() }
                fn or_default(map: &mut Map, handle: EntryHandle) { seen(map.entry(handle).or_default()); }
                fn or_insert(map: &mut Map, handle: EntryHandle) { seen(map.entry(handle).or_insert(1)); }
                fn or_insert_with(map: &mut Map, handle: EntryHandle) {
                    seen(map.entry(handle).or_insert_with(|| 1));
                }
                fn or_insert_with_key(map: &mut Map, handle: EntryHandle) {
                    seen(map.entry(handle).or_insert_with_key(EntryHandle::to_bits));
                }
            }
            $occupied as occupied {
                fn get(entry: &Occupied<'_>) -> u32 { *entry.get() }
                fn get_mut(entry: &mut Occupied<'_>) { *entry.get_mut() = 1 }
                fn insert(entry: &mut Occupied<'_>) -> u32 { entry.insert(1) }
                fn into_mut(entry: Occupied<'_>) { *entry.into_mut() = 1 }
                fn key(entry: &Occupied<'_>) -> EntryHandle { entry.key() }
                fn remove(entry: Occupied<'_>) -> u32 { entry.remove() }
            }
            $vacant as vacant {
                fn insert(entry: Vacant<'_>) { seen(entry.insert(1)); }
                fn key(entry: &Vacant<'_>) -> EntryHandle { entry.key() }
            }
        }
    };
}

use {of_both_entries, of_both_maps, of_both_pools};
