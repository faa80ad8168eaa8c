//! Pools of values.

use super::{each, seen};
use crate::operations;
use stackpool::{Pool, ReleaseError, ReleaseManyError};

#[derive(Pool, Clone, Copy)]
#[pool(values)]
pub(crate) struct Tile {
    #[pool(range = 0..16)]
    pub(crate) x: u8,
    #[pool(range = 0..16)]
    pub(crate) y: u8,
}

type Values = stackpool::ValuePool<Tile>;
type List = stackpool::ListPool<u32, 16>;

/// The methods that both kinds share.
macro_rules! of_both_kinds {
    ($row:literal as $module:ident of $pool:ident, $value:ty) => {
        operations! {
            $row as $module {
                fn acquire(pool: &mut $pool) -> Option<$value> { pool.acquire() }
                fn acquire_many(pool: &mut $pool, count: usize) -> bool { pool.acquire_many(count).map(each).is_some() }
                fn capacity(pool: &$pool) -> usize { pool.capacity() }
                fn check_saved(saved: &[u8]) -> bool { $pool::check_saved(saved).is_ok() }
                fn full_count(pool: &$pool) -> u64 { pool.full_count() }
                fn high_water_mark(pool: &$pool) -> usize { pool.high_water_mark() }
                fn is_empty(pool: &$pool) -> bool { pool.is_empty() }
                fn is_full(pool: &$pool) -> bool { pool.is_full() }
                fn len(pool: &$pool) -> usize { pool.len() }
                fn release(pool: &mut $pool, value: $value) -> bool { pool.release(value).is_ok() }
                fn release_many(pool: &mut $pool, values: &[$value]) -> bool { pool.release_many(values).is_ok() }
                fn remaining_capacity(pool: &$pool) -> usize { pool.remaining_capacity() }
                fn reset_stats(pool: &mut $pool) { pool.reset_stats() }
                fn restore(pool: &mut $pool, saved: &[u8]) -> bool { pool.restore(saved).is_ok() }
                fn save_into(pool: &$pool, buffer: &mut [u8]) -> bool { pool.save_into(buffer).is_ok() }
                fn stats(pool: &$pool) -> usize { pool.stats().free }
            }
        }
    };
}

of_both_kinds!("public.ValuePool" as values_of_both of Values, Tile);
of_both_kinds!("public.ListPool" as list_of_both of List, u32);

operations! {
    "public.ValuePool" as values {
        fn acquire_exact(pool: &mut Values, value: Tile) -> bool { pool.acquire_exact(value).is_ok() }
        fn clear(pool: &mut Values) { pool.clear() }
        fn contains(pool: &Values, value: Tile) -> bool { pool.contains(value) }
        fn delta_into(pool: &Values, base: &[u8], buffer: &mut [u8]) -> bool { pool.delta_into(base, buffer).is_ok() }
        fn iter(pool: &Values) { each(pool.iter()) }
        fn live_ranges(pool: &Values) { each(pool.live_ranges()) }
        fn live_sites(pool: &Values) { each(pool.live_sites().iter()) }
        fn live_words(pool: &Values) { each(pool.live_words()) }
        fn parts(pool: &Values, parts: usize) { pool.parts(parts).for_each(each) }
        fn patch_into(base: &[u8], delta: &[u8], buffer: &mut [u8]) -> bool {
            Values::patch_into(base, delta, buffer).is_ok()
        }
        fn reset(pool: &mut Values) { pool.reset() }
        fn resize_saved(saved: &[u8], buffer: &mut [u8]) -> bool { Values::resize_saved(saved, buffer).is_ok() }
    }
    "public.ListPool" as list {
        fn available(pool: &List) { seen(pool.available()); }
    }
    "public.ReleaseManyError" as release_many_error {
        fn error(error: &ReleaseManyError) -> ReleaseError { error.error() }
        fn position(error: &ReleaseManyError) -> usize { error.position() }
    }
}
