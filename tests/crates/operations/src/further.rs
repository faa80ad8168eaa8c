//! Pools with other keys.

use crate::operations;
use stackpool::{Pool, pool};

type Item = [u32; 4];

pool! {
    Marked: [Item; 200], marks;
    Dense: [Item; 200], dense;
    Changing: [Item; 200], changes;
    Strict: [Item; 200], quarantine = 20, strict;
}

#[derive(Pool, Clone, Copy)]
#[pool(capacity = 200, columns)]
pub(crate) struct Row {
    pub(crate) at: u32,
    pub(crate) speed: u16,
}

operations! {
    "further.marks" as marks {
        fn insert(pool: &mut MarkedPool, item: Item) -> bool { pool.insert(item).is_ok() }
        fn remove(pool: &mut MarkedPool, handle: MarkedHandle) -> bool { pool.remove(handle).is_some() }
        fn get(pool: &MarkedPool, handle: MarkedHandle) -> Option<&Item> { pool.get(handle) }
        fn retain(pool: &mut MarkedPool) { pool.retain(|_, item| item[0] > 0) }
        fn clear(pool: &mut MarkedPool) { pool.clear() }
        fn oldest(pool: &MarkedPool) -> Option<MarkedHandle> { pool.oldest() }
        fn save_into(pool: &MarkedPool, buffer: &mut [u8]) -> bool { pool.save_into(buffer).is_ok() }
        fn restore(pool: &mut MarkedPool, saved: &[u8]) -> bool { pool.restore(saved).is_ok() }
        fn insert_many(pool: &mut MarkedPool, items: [Item; 4]) -> bool { pool.insert_many(items).is_ok() }
        fn remove_many(pool: &mut MarkedPool, handles: &[MarkedHandle]) -> bool { pool.remove_many(handles).is_ok() }
        fn reset(pool: &mut MarkedPool) { pool.reset() }
    }

    "further.dense" as dense {
        fn insert(pool: &mut DensePool, item: Item) -> bool { pool.insert(item).is_ok() }
        fn remove(pool: &mut DensePool, handle: DenseHandle) -> bool { pool.remove(handle).is_some() }
        fn retain(pool: &mut DensePool) { pool.retain(|_, item| item[0] > 0) }
        fn as_slice(pool: &DensePool) -> u32 { pool.as_slice().iter().map(|item| item[0]).fold(0, u32::wrapping_add) }
        fn clear(pool: &mut DensePool) { pool.clear() }
        fn save_into(pool: &DensePool, buffer: &mut [u8]) -> bool { pool.save_into(buffer).is_ok() }
        fn restore(pool: &mut DensePool, saved: &[u8]) -> bool { pool.restore(saved).is_ok() }
        fn insert_many(pool: &mut DensePool, items: [Item; 4]) -> bool { pool.insert_many(items).is_ok() }
        fn remove_many(pool: &mut DensePool, handles: &[DenseHandle]) -> bool { pool.remove_many(handles).is_ok() }
        fn reset(pool: &mut DensePool) { pool.reset() }
    }

    "further.changes" as changes {
        fn insert(pool: &mut ChangingPool, item: Item) -> bool { pool.insert(item).is_ok() }
        fn remove(pool: &mut ChangingPool, handle: ChangingHandle) -> bool { pool.remove(handle).is_some() }
        fn take(pool: &mut ChangingPool) -> usize { pool.take_changed().count() }
        fn save_into(pool: &ChangingPool, buffer: &mut [u8]) -> bool { pool.save_into(buffer).is_ok() }
        fn restore(pool: &mut ChangingPool, saved: &[u8]) -> bool { pool.restore(saved).is_ok() }
        fn insert_many(pool: &mut ChangingPool, items: [Item; 4]) -> bool { pool.insert_many(items).is_ok() }
        fn remove_many(pool: &mut ChangingPool, handles: &[ChangingHandle]) -> bool {
            pool.remove_many(handles).is_ok()
        }
        fn reset(pool: &mut ChangingPool) { pool.reset() }
    }

    "further.strict" as strict {
        fn insert(pool: &mut StrictPool, item: Item) -> bool { pool.insert(item).is_ok() }
        fn remove(pool: &mut StrictPool, handle: StrictHandle) -> bool { pool.remove(handle).is_some() }
        fn save_into(pool: &StrictPool, buffer: &mut [u8]) -> bool { pool.save_into(buffer).is_ok() }
        fn restore(pool: &mut StrictPool, saved: &[u8]) -> bool { pool.restore(saved).is_ok() }
        fn insert_many(pool: &mut StrictPool, items: [Item; 4]) -> bool { pool.insert_many(items).is_ok() }
        fn remove_many(pool: &mut StrictPool, handles: &[StrictHandle]) -> bool { pool.remove_many(handles).is_ok() }
        fn reset(pool: &mut StrictPool) { pool.reset() }
    }

    "further.columns" as columns {
        fn insert(pool: &mut RowPool, row: Row) -> bool { pool.insert(row).is_ok() }
        fn remove(pool: &mut RowPool, handle: RowHandle) -> bool { pool.remove(handle).is_some() }
        fn get(pool: &RowPool, handle: RowHandle) -> u32 { pool.get(handle).map_or(0, |row| *row.at) }
    }
}
