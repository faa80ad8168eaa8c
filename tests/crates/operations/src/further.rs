//! What is more than a plain pool: other keys, batches, saves and side tables.

use stackpool::{Detached, HandleMap, Pool, SparseHandleMap, pool};

type Item = [u32; 4];

pool! {
    Marked: [Item; 200], marks;
    Dense: [Item; 200], dense;
    Changing: [Item; 200], changes;
    Strict: [Item; 200], quarantine = 20, strict;
    Plain: [Item; 200];
}

#[derive(Pool, Clone, Copy)]
#[pool(capacity = 200, columns)]
pub(crate) struct Row {
    pub(crate) at: u32,
    pub(crate) speed: u16,
}

/// Modules of functions, exported as `further.<module>.<function>`.
macro_rules! operations {
    ($($row:ident {
        $(fn $name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)? $body:block)*
    })*) => {$(
        pub(crate) mod $row {
            use super::*;

            $(
                #[unsafe(export_name = concat!("further.", stringify!($row), ".", stringify!($name)))]
                fn $name($($argument: $type),*) $(-> $result)? $body
            )*
        }
    )*};
}

operations! {
    marks {
        fn insert(pool: &mut MarkedPool, item: Item) -> bool { pool.insert(item).is_ok() }
        fn remove(pool: &mut MarkedPool, handle: MarkedHandle) -> bool { pool.remove(handle).is_some() }
        fn get(pool: &MarkedPool, handle: MarkedHandle) -> Option<&Item> { pool.get(handle) }
        fn retain(pool: &mut MarkedPool) { pool.retain(|_, item| item[0] > 0) }
        fn clear(pool: &mut MarkedPool) { pool.clear() }
        fn oldest(pool: &MarkedPool) -> Option<MarkedHandle> { pool.oldest() }
    }

    dense {
        fn insert(pool: &mut DensePool, item: Item) -> bool { pool.insert(item).is_ok() }
        fn remove(pool: &mut DensePool, handle: DenseHandle) -> bool { pool.remove(handle).is_some() }
        fn retain(pool: &mut DensePool) { pool.retain(|_, item| item[0] > 0) }
        fn as_slice(pool: &DensePool) -> u32 { pool.as_slice().iter().map(|item| item[0]).fold(0, u32::wrapping_add) }
        fn clear(pool: &mut DensePool) { pool.clear() }
    }

    changes {
        fn insert(pool: &mut ChangingPool, item: Item) -> bool { pool.insert(item).is_ok() }
        fn remove(pool: &mut ChangingPool, handle: ChangingHandle) -> bool { pool.remove(handle).is_some() }
        fn take(pool: &mut ChangingPool) -> usize { pool.take_changed().count() }
    }

    strict {
        fn insert(pool: &mut StrictPool, item: Item) -> bool { pool.insert(item).is_ok() }
        fn remove(pool: &mut StrictPool, handle: StrictHandle) -> bool { pool.remove(handle).is_some() }
    }

    columns {
        fn insert(pool: &mut RowPool, row: Row) -> bool { pool.insert(row).is_ok() }
        fn remove(pool: &mut RowPool, handle: RowHandle) -> bool { pool.remove(handle).is_some() }
        fn get(pool: &RowPool, handle: RowHandle) -> u32 { pool.get(handle).map_or(0, |row| *row.at) }
    }

    map {
        fn insert(map: &mut HandleMap<Plain, u32>, handle: PlainHandle) -> bool { map.insert(handle, 1).is_none() }
        fn remove(map: &mut HandleMap<Plain, u32>, handle: PlainHandle) -> Option<u32> { map.remove(handle) }
        fn get(map: &HandleMap<Plain, u32>, handle: PlainHandle) -> Option<&u32> { map.get(handle) }
    }

    sparse_map {
        fn insert(map: &mut SparseHandleMap<Plain, u32, 8>, handle: PlainHandle) -> bool {
            map.insert(handle, 1).is_ok()
        }
        fn remove(map: &mut SparseHandleMap<Plain, u32, 8>, handle: PlainHandle) -> Option<u32> {
            map.remove(handle)
        }
        fn get(map: &SparseHandleMap<Plain, u32, 8>, handle: PlainHandle) -> Option<&u32> { map.get(handle) }
    }

    plain {
        fn retain(pool: &mut PlainPool) { pool.retain(|_, item| item[0] > 0) }
        fn extract_if(pool: &mut PlainPool) -> usize { pool.extract_if(|_, item| item[0] > 0).count() }
        fn drain(pool: &mut PlainPool) -> usize { pool.drain().count() }
        fn insert_with(pool: &mut PlainPool) -> bool { pool.insert_with(|handle| [handle.to_bits(); 4]).is_ok() }
        fn vacant_entry(pool: &mut PlainPool) -> bool { pool.vacant_entry().map(|entry| entry.insert([1; 4])).is_ok() }
        fn get_disjoint_mut(pool: &mut PlainPool, a: PlainHandle, b: PlainHandle) -> bool {
            pool.get_disjoint_mut([a, b]).is_ok()
        }
        fn insert_many(pool: &mut PlainPool, items: [Item; 4]) -> bool { pool.insert_many(items).is_ok() }
        fn remove_many(pool: &mut PlainPool, handles: &[PlainHandle]) -> bool { pool.remove_many(handles).is_ok() }
        fn insert_array_with(pool: &mut PlainPool) -> bool { pool.insert_array_with::<2, _>(|_| [[1; 4]; 2]).is_ok() }
        fn insert_at(pool: &mut PlainPool, handle: PlainHandle, item: Item) -> bool {
            pool.insert_at(handle, item).is_ok()
        }
        fn detach(pool: &mut PlainPool, handle: PlainHandle) {
            if let Some((item, others)) = pool.detach(handle) {
                Detached::reattach(others, item);
            }
        }
        fn reset(pool: &mut PlainPool) { pool.reset() }
        fn stats(pool: &PlainPool) -> usize { pool.stats().free }
        fn save_into(pool: &PlainPool, buffer: &mut [u8]) -> bool { pool.save_into(buffer).is_ok() }
        fn restore(pool: &mut PlainPool, saved: &[u8]) -> bool { pool.restore(saved).is_ok() }
    }
}
