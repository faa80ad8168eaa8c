//! The contents of statics.

use super::kind::LARGEST_INITIALISED;
use crate::base::already_taken::TakenKind;
use core::mem::MaybeUninit;

/// The content of a static: the pool of one definition.
///
/// # Safety
///
/// 1. `EMPTY` is an empty pool.
/// 2. [`make_empty`](InStatic::make_empty) leaves an empty pool, whatever the memory held before.
/// 3. An empty pool can be sent to another thread than the one that made it.
pub unsafe trait InStatic: Sized + 'static {
    /// The only definition whose statics have this content.
    type Definition;
    /// The type that the user gets.
    type Pool: 'static;
    /// The name of the definition, for messages.
    const NAME: &'static str;
    /// What the pool is, for messages.
    const TAKEN_KIND: TakenKind;
    /// The size of the pool in bytes.
    const BYTES: u64;
    /// Bytes of the parts whose size is in proportion to the capacity.
    const SLOTS_BYTES: usize;
    /// The number of objects or values.
    const CAPACITY: usize;
    /// The largest pool in bytes whose initial value the compiler makes.
    const LARGEST_INITIALISED: u64 = LARGEST_INITIALISED;
    /// Fails to compile if no pool of this definition can be made.
    const CHECK: ();
    /// An empty pool, as an initial value.
    const EMPTY: MaybeUninit<Self::Pool>;

    /// Makes an empty pool in memory that holds any bytes.
    ///
    /// # Safety
    ///
    /// 1. `memory` is aligned and valid for writes of a pool.
    /// 2. Nothing else accesses that memory during the call.
    unsafe fn make_empty(memory: *mut Self::Pool);
}

/// Zeroes the first `bytes` bytes at `memory`.
///
/// # Safety
///
/// 1. `memory` is valid for writes of a `T`.
/// 2. `bytes` is at most the size of a `T`.
/// 3. Nothing else accesses that memory during the call.
#[inline]
pub(crate) unsafe fn zero_start<T>(memory: *mut T, bytes: usize) {
    invariant!(bytes <= size_of::<T>(), "more bytes than the value has");
    // SAFETY: the bytes belong to the `T` at `memory` (2.), which is valid for writes (1.) and not accessed elsewhere
    // (3.).
    unsafe { memory.cast::<u8>().write_bytes(0, bytes) };
}
