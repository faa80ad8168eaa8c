//! Pools as the content of [statics](crate::statics), and as zero bytes.

use super::Pool;
use crate::base::already_taken::TakenKind;
use crate::body::Body;
use crate::layout::Tracked;
use crate::layout::slots::Slots;
use crate::layout::spec::PoolSpec;
use crate::statics::InStatic;
use bytemuck::Zeroable;
use core::mem::MaybeUninit;

// SAFETY: 1. `EMPTY` is what `new` makes. 2. `make_empty` zeroes the first `ZEROED` bytes, which makes memory an
// empty pool. 3. an empty pool holds no items. The zero bytes that slots hold under guard `none` are plain data,
// which belongs to no thread.
unsafe impl<P: PoolSpec + 'static> InStatic for Pool<P> {
    type Definition = P;
    type Pool = Self;
    const NAME: &'static str = P::NAME;
    const TAKEN_KIND: TakenKind = TakenKind::Pool;
    const BYTES: u64 = Self::TOTAL_BYTES as u64;
    const SLOTS_BYTES: usize = Body::<P, Slots<P>>::SLOTS_BYTES;
    const CAPACITY: usize = Pool::<P>::CAPACITY;
    const CHECK: () = Self::CHECK;
    const EMPTY: MaybeUninit<Self> = MaybeUninit::new(Pool::new());

    #[inline]
    unsafe fn make_empty(memory: *mut Self) {
        // SAFETY: 1. the caller promises memory that is valid for writes of a pool and that nothing else reaches. 2.
        // the bytes are inside a pool.
        unsafe { Body::<P, Slots<P>>::ZEROED.write(memory) };
    }
}

/// Zero bytes are an empty pool. So a struct of pools that derives `Zeroable` is made on the heap in place, by
/// `bytemuck::zeroed_box`.
// SAFETY: rows of zero bytes are those of an empty pool, and a slot may hold anything while the guard says that it is
// free: the layout is tracked. Every function that takes or fills a slot (`Body::memory`, `Rows::occupy`), or makes a
// handle, checks that the parts of the layout fit together. A tracked layout is not one of boxes.
unsafe impl<P: PoolSpec<Layout: Tracked>> Zeroable for Pool<P> {}
