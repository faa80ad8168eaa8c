//! Column pools as the content of [statics](crate::statics).

use super::ColumnPool;
use crate::base::already_taken::TakenKind;
use crate::body::Body;
use crate::columns::Columns;
use crate::layout::spec::PoolSpec;
use crate::layout::{Tabled, Tracked};
use crate::statics::InStatic;
use crate::store::columns::ColumnCells;
use bytemuck::Zeroable;
use core::mem::MaybeUninit;

// SAFETY: 1. `EMPTY` is what `new` makes. 2. `make_empty` zeroes the bytes of `ZEROED`, which makes memory an empty
// pool.
// 3. an empty pool holds no objects.
unsafe impl<P: PoolSpec<Item: Columns> + 'static> InStatic for ColumnPool<P> {
    type Definition = P;
    type Pool = Self;
    const NAME: &'static str = P::NAME;
    const TAKEN_KIND: TakenKind = TakenKind::Columns;
    const BYTES: u64 = Self::TOTAL_BYTES as u64;
    const SLOTS_BYTES: usize = Body::<P, ColumnCells<P>>::SLOTS_BYTES;
    const CAPACITY: usize = ColumnPool::<P>::CAPACITY;
    const CHECK: () = Self::CHECK;
    const EMPTY: MaybeUninit<Self> = MaybeUninit::new(ColumnPool::new());

    #[inline]
    unsafe fn make_empty(memory: *mut Self) {
        // SAFETY: 1. the caller promises memory that is valid for writes of a pool and that nothing else reaches. 2.
        // the bytes are inside a pool.
        unsafe { Body::<P, ColumnCells<P>>::ZEROED.write(memory) };
    }
}

/// Zero bytes are an empty pool, as those of a [`Pool`](crate::Pool) are.
// SAFETY: rows of zero bytes are those of an empty pool, with 0 elements of the columns initialised. As for `Pool`, the
// layout is tracked, and every function that takes or fills a slot or makes a handle checks it. It has a table, so no
// links are in the columns.
unsafe impl<P: PoolSpec<Item: Columns, Layout: Tracked + Tabled>> Zeroable for ColumnPool<P> {}
