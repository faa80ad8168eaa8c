//! Pools as the content of [statics](crate::statics).

use super::Pool;
use crate::guard::Guard;
use crate::layout::Layout;
use crate::layout::spec::PoolSpec;
use crate::statics::{InStatic, zero_start};
use core::mem::MaybeUninit;

impl<P: PoolSpec> Pool<P> {
    /// How many bytes of one have to be zero: memory that begins with so many zero bytes is an empty pool, whatever the bytes
    /// after them are, and whether they are set or not.
    ///
    /// All that comes before the slots is `Zeroable`, and slots that are not live are not read. Under guard `none` every slot
    /// holds a valid item: zero bytes, which are items of plain data.
    pub(crate) const ZEROED: usize =
        if <P::Layout as Layout>::Guard::TRACKS { Self::SLOTS_OFFSET } else { size_of::<Self>() };
}

// SAFETY: 1. `new` makes it. 2. `ZEROED` says so. 3. An empty pool holds no items; the zero bytes that slots hold under guard
// `none` are plain data, which belongs to no thread.
unsafe impl<P: PoolSpec> InStatic for Pool<P> {
    type Definition = P;
    type Pool = Self;
    const NAME: &'static str = P::NAME;
    const BYTES: u64 = Self::TOTAL_BYTES as u64;
    const CHECK: () = Self::CHECK;
    const EMPTY: MaybeUninit<Self> = MaybeUninit::new(Pool::new());

    #[inline]
    unsafe fn make_empty(memory: *mut Self) {
        // SAFETY: 1. and 3. by the caller. 2. `ZEROED` is where a field is, or the size.
        unsafe { zero_start(memory, Self::ZEROED) };
    }
}
