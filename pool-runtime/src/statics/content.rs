//! What can be in a static.

use super::kind::LARGEST_INITIALISED;
use core::mem::MaybeUninit;

/// What a static contains: the pool of one definition.
///
/// # Safety
///
/// 1. `EMPTY` is an empty pool.
/// 2. So is what [`make_empty`](InStatic::make_empty) leaves, whatever the memory held before.
/// 3. An empty pool may go to another thread than the one it was made in.
pub unsafe trait InStatic: Sized + 'static {
    /// The definition whose statics contain this, and no other's.
    type Definition;
    /// What its user gets.
    type Pool: 'static;
    /// The name of the definition, for messages.
    const NAME: &'static str;
    /// Bytes of the pool.
    const BYTES: u64;
    /// Up to how many bytes the compiler makes the initial value.
    const LARGEST_INITIALISED: u64 = LARGEST_INITIALISED;
    /// Fails to compile where no pool can be made.
    const CHECK: ();
    /// An empty pool, as an initial value.
    const EMPTY: MaybeUninit<Self::Pool>;

    /// Makes an empty pool in memory that holds any bytes.
    ///
    /// # Safety
    ///
    /// 1. `memory` is valid for writes of a pool, and aligned.
    /// 2. Nothing else reaches that memory meanwhile.
    unsafe fn make_empty(memory: *mut Self::Pool);
}

/// Zeroes the first `bytes` of what is at `memory`.
///
/// # Safety
///
/// 1. `memory` is valid for writes of a `T`.
/// 2. `bytes` is at most the size of a `T`.
/// 3. Nothing else reaches that memory meanwhile.
#[inline]
pub(crate) unsafe fn zero_start<T>(memory: *mut T, bytes: usize) {
    debug_assert!(bytes <= size_of::<T>(), "more bytes than there are");
    // SAFETY: these bytes are of the `T`: 1., 2.
    unsafe { memory.cast::<u8>().write_bytes(0, bytes) };
}
