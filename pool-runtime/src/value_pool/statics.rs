//! Value pools as the content of [statics](crate::statics).

use super::{ValuePool, ValueSpec};
use crate::base::already_taken::TakenKind;
use crate::rows::Rows;
use crate::statics::{InStatic, zero_start};
use core::mem::MaybeUninit;

// SAFETY: 1. `EMPTY` is what `new` makes. 2. `make_empty` writes zero bytes. They are an empty pool: its rows
// are of values that are `Zeroable`, and there is nothing else in it. 3. the pool holds numbers, which belong to no
// thread.
unsafe impl<V: ValueSpec> InStatic for ValuePool<V> {
    type Definition = V;
    type Pool = Self;
    const NAME: &'static str = V::NAME;
    const TAKEN_KIND: TakenKind = TakenKind::Values;
    const BYTES: u64 = Self::TOTAL_BYTES as u64;
    const SLOTS_BYTES: usize = Rows::<V::Layout>::SLOTS_BYTES;
    const CAPACITY: usize = ValuePool::<V>::CAPACITY;
    const CHECK: () = Self::CHECK;
    const EMPTY: MaybeUninit<Self> = MaybeUninit::new(ValuePool::new());

    #[inline]
    unsafe fn make_empty(memory: *mut Self) {
        // SAFETY: 1. and 3. the caller promises memory that is valid for writes of a pool and that nothing else
        // reaches. 2. the number of bytes is the size of a pool.
        unsafe { zero_start(memory, size_of::<Self>()) };
    }
}
