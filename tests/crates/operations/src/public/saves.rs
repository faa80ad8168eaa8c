//! Worlds and their history.

use super::columns::WatchedRowPool;
use super::pools::{PlainPool, WatchedPool};
use super::seen;
use crate::operations;
use stackpool::{
    BufferTooSmall, Diff, DiffReport, Difference, FieldPath, History, Packets, SaveNumber, SavedName,
    Snapshot, SnapshotError,
};

#[derive(Snapshot)]
pub(crate) struct World {
    pub(crate) pool: PlainPool,
    pub(crate) frame: u32,
}

type Noted<'a> = (&'a mut WatchedPool, &'a mut WatchedRowPool);
type States<'a> = History<World, 8, &'a mut [u8]>;

operations! {
    "public.Snapshot" as snapshot {
        fn changed_delta_into(world: &World, buffer: &mut [u8]) -> bool { world.changed_delta_into(buffer).is_ok() }
        fn changed_len(world: &World) -> usize { world.changed_len() }
        fn check_saved(saved: &[u8]) -> bool { World::check_saved(saved).is_ok() }
        fn clear_changes(world: &mut World) { world.clear_changes() }
        fn delta_into(world: &World, base: &[u8], buffer: &mut [u8]) -> bool { world.delta_into(base, buffer).is_ok() }
        fn diff(first: &[u8], second: &[u8]) -> bool { World::diff(first, second).is_ok() }
        fn diff_saved(saved: [&[u8]; 2], report: &mut DiffReport<'_>) { World::diff_saved(saved, report) }
        fn patch_into(base: &[u8], delta: &[u8], buffer: &mut [u8]) -> bool {
            World::patch_into(base, delta, buffer).is_ok()
        }
        fn read_delta(base: &[u8], delta: &[u8], buffer: &mut [u8]) -> bool {
            World::read_delta(base, delta, buffer).is_ok()
        }
        fn resize_saved(saved: &[u8], buffer: &mut [u8]) -> bool { World::resize_saved(saved, buffer).is_ok() }
        fn restore(world: &mut World, saved: &[u8]) -> bool { world.restore(saved).is_ok() }
        fn restore_then(world: &mut World, saved: &[u8]) -> bool { world.restore_then(saved, &mut || Ok(())).is_ok() }
        fn save_into(world: &World, buffer: &mut [u8]) -> bool { world.save_into(buffer).is_ok() }
        fn saved_len(world: &World) -> usize { world.saved_len() }
        fn write_changed(world: &World, buffer: &mut [u8]) -> bool { world.write_changed(buffer).is_ok() }
        fn write_delta(base: &[u8], later: &[u8], buffer: &mut [u8]) -> bool {
            World::write_delta(base, later, buffer).is_ok()
        }
        fn write_resized(saved: &[u8], buffer: &mut [u8]) -> bool { World::write_resized(saved, buffer).is_ok() }
        fn write_saved(world: &World, buffer: &mut [u8]) -> usize { world.write_saved(buffer) }
    }
    "public.SaveNumber" as save_number {
        fn get(number: &SaveNumber) -> u32 { number.get() }
        fn set(number: &mut SaveNumber) { number.set(1) }
    }
    "public.Packets" as packets {
        fn apply_packet(pools: Noted<'_>, packets: &mut Packets<2>, packet: &[u8]) -> bool {
            packets.apply_packet([pools.0, pools.1], packet).is_ok()
        }
        fn changed_packet(pools: Noted<'_>, packets: &mut Packets<2>, buffer: &mut [u8]) -> bool {
            packets.changed_packet([pools.0, pools.1], buffer).is_ok()
        }
        fn note_packet(pools: Noted<'_>, packet: &[u8]) -> bool {
            Packets::note_packet([pools.0, pools.1], packet).is_ok()
        }
        fn number(packets: &Packets) -> u32 { packets.number() }
    }
    "public.History" as history {
        fn clear(states: &mut States<'_>) { states.clear() }
        fn depth(states: &States<'_>) -> usize { states.depth() }
        fn frames(states: &States<'_>) -> bool { states.frames().is_some() }
        fn in_memory(memory: &mut [u8]) -> bool { States::in_memory(memory).is_ok() }
        fn newest(states: &States<'_>) -> bool { states.newest().is_some() }
        fn push(states: &mut States<'_>, world: &World) { states.push(world) }
        fn push_frame(states: &mut States<'_>, world: &World) { states.push_frame(1, world) }
        fn rewind(states: &mut States<'_>, world: &mut World) -> bool { states.rewind(1, world).is_ok() }
        fn rewind_to(states: &mut States<'_>, world: &mut World) -> bool { states.rewind_to(1, world).is_ok() }
        fn rewind_to_or_before(states: &mut States<'_>, world: &mut World) -> bool {
            states.rewind_to_or_before(1, world).is_ok()
        }
        fn saved(states: &mut States<'_>) -> bool { states.saved(1).is_ok() }
        fn saved_frame(states: &mut States<'_>) -> bool { states.saved_frame(1).is_ok() }
        fn stats(states: &States<'_>) -> usize { states.stats().forgotten as usize }
    }
    "public.SnapshotError" as error {
        fn error(error: &SnapshotError<u32>) -> u32 { *error.error() }
        fn path(error: &SnapshotError<u32>) -> &FieldPath { error.path() }
        fn within(error: SnapshotError<u32>) -> SnapshotError<u32> { error.within("field") }
        fn within_element(error: SnapshotError<u32>, index: usize) -> SnapshotError<u32> { error.within_element(index) }
    }
    "public.FieldPath" as field_path {
        fn is_empty(path: &FieldPath) -> bool { path.is_empty() }
    }
    "public.BufferTooSmall" as buffer_too_small {
        fn needed(error: &BufferTooSmall) -> usize { error.needed() }
    }
    "public.SavedName" as saved_name {
        fn as_str(name: &SavedName) -> &str { name.as_str() }
    }
    "public.Diff" as diff {
        fn count(diff: &Diff<'_>) -> usize { diff.count() }
        fn for_each(diff: &Diff<'_>) { diff.for_each(|_| ()) }
        fn is_empty(diff: &Diff<'_>) -> bool { diff.is_empty() }
        fn lines(diff: Diff<'_>) -> bool { diff.lines(3).is_empty() }
    }
    "public.DiffReport" as diff_report {
        fn value(report: &mut DiffReport<'_>) { report.value(&1, &2) }
    }
    "public.Difference" as difference {
        fn field(difference: &Difference<'_>) -> Option<&'static str> { difference.field() }
        fn handle_bits(difference: &Difference<'_>) -> Option<u32> { difference.handle_bits() }
        fn left(difference: &Difference<'_>) { seen(difference.left()); }
        fn path(difference: &Difference<'_>) -> bool { difference.path().is_empty() }
        fn place(difference: &Difference<'_>) { seen(&difference.place()); }
        fn right(difference: &Difference<'_>) { seen(difference.right()); }
        fn slot(difference: &Difference<'_>) -> Option<usize> { difference.slot() }
    }
    "public.stackpool" as functions {
        fn checksum(bytes: &[u8]) -> u64 { stackpool::checksum(bytes) }
    }
}
