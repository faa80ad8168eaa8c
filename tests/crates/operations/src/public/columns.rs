//! Pools of columns.

use super::{each, of_both_pools, seen};
use crate::operations;
use core::hint::black_box;
use stackpool::column_pool::{DenseColumns, LiveSlots, SlotColumns};
use stackpool::{HandleMap, Pool};

type Item = Row;
type BasicKind = Row;
type Basic = RowPool;
type BasicHandle = RowHandle;
type Dense = PackedRowPool;
type DenseHandle = PackedRowHandle;
type WithLinks = RowPool;
type Noted = WatchedRowPool;
type NotedHandle = WatchedRowHandle;
type Followed = ChartedRowPool;
type NotedMark = stackpool::Mark<WatchedRow>;

/// A struct whose fields are columns.
macro_rules! row {
    ($name:ident $(, $key:ident)*) => {
        #[derive(Pool, Clone, Copy)]
        #[pool(capacity = 200, columns $(, $key)*)]
        pub(crate) struct $name {
            pub(crate) at: u32,
            pub(crate) speed: u16,
        }
    };
}

row!(Row);
row!(PackedRow, dense);
row!(WatchedRow, marks, changes);
row!(ChartedRow, dense, changes);

of_both_pools!("public.ColumnPool");

operations! {
    "public.ColumnPool" as pool {
        fn columns(pool: &Dense) { seen(pool.columns()); }
        fn columns_mut(pool: &mut Dense) { seen(pool.columns_mut()); }
        fn copy_of(pool: &Basic, handle: BasicHandle) -> Option<Row> { pool.copy_of(handle) }
        fn handles_and_columns_mut(pool: &mut Dense) {
            let (handles, columns) = pool.handles_and_columns_mut();
            each(handles.zip(columns.at));
        }
        fn replace(pool: &mut Basic, handle: BasicHandle, row: Row) -> bool { pool.replace(handle, row).is_ok() }
        fn slot_columns(pool: &Basic) { seen(pool.slot_columns()); }
        fn slot_columns_and_live(pool: &Basic) { seen(pool.slot_columns_and_live()); }
        fn slot_columns_and_live_mut(pool: &mut Basic) { seen(pool.slot_columns_and_live_mut()); }
        fn slot_columns_mut(pool: &mut Basic) { seen(pool.slot_columns_mut()); }
        fn slot_columns_parts_mut(pool: &mut Basic, parts: usize) { each(pool.slot_columns_parts_mut(parts)) }
        fn sort_by(pool: &mut Dense) { pool.sort_by(|one, other| one.at.cmp(other.at)) }
        fn sort_by_key(pool: &mut Dense) { pool.sort_by_key(|row| *row.at) }
    }
    "public.column_pool::ColumnsPart" as columns_part {
        fn slots(pool: &mut Basic) { each(pool.slot_columns_parts_mut(2).map(|part| part.slots())) }
    }
    "public.column_pool::DenseColumns" as dense_columns {
        fn columns(pool: &Dense) { seen(DenseColumns::columns(pool)); }
        fn columns_mut(pool: &mut Dense) { seen(DenseColumns::columns_mut(pool)); }
    }
    "public.column_pool::LiveSlots" as live_slots {
        fn for_each(live: LiveSlots<'_, Row>) { live.for_each(seen) }
        fn ranges(live: LiveSlots<'_, Row>) { each(live.ranges()) }
        fn words(live: LiveSlots<'_, Row>) { each(live.words()) }
    }
    "public.column_pool::SlotColumns" as slot_columns {
        fn slot_columns(pool: &Basic) { seen(SlotColumns::slot_columns(pool)); }
        fn slot_columns_mut(pool: &mut Basic) { seen(SlotColumns::slot_columns_mut(pool)); }
    }
}
