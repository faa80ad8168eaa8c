//! Pools as the content of [statics](crate::statics).

use super::Pool;
use crate::base::already_taken::TakenKind;
use crate::guard::Guard;
use crate::layout::Layout;
use crate::layout::spec::PoolSpec;
use crate::statics::{InStatic, zero_start};
use core::mem::MaybeUninit;

impl<P: PoolSpec> Pool<P> {
    /// The number of leading zero bytes that make memory an empty pool, whatever the bytes after them are,
    /// initialised or not.
    ///
    /// Everything before the slots is `Zeroable`, and slots that are not live are not read. Under guard `none` every
    /// slot must hold a valid item, so all bytes are zero: zero bytes are items of plain data.
    pub(crate) const ZEROED: usize =
        if <P::Layout as Layout>::Guard::TRACKS { Self::SLOTS_OFFSET } else { size_of::<Self>() };
}

// SAFETY: 1. `EMPTY` is what `new` makes. 2. `make_empty` zeroes the first `ZEROED` bytes, which makes memory an
// empty pool. 3. an empty pool holds no items. The zero bytes that slots hold under guard `none` are plain data,
// which belongs to no thread.
unsafe impl<P: PoolSpec + 'static> InStatic for Pool<P> {
    type Definition = P;
    type Pool = Self;
    const NAME: &'static str = P::NAME;
    const TAKEN_KIND: TakenKind = TakenKind::Pool;
    const BYTES: u64 = Self::TOTAL_BYTES as u64;
    const SLOTS_BYTES: usize = Self::SLOTS_BYTES;
    const CAPACITY: usize = Pool::<P>::CAPACITY;
    const CHECK: () = Self::CHECK;
    const EMPTY: MaybeUninit<Self> = MaybeUninit::new(Pool::new());

    #[inline]
    unsafe fn make_empty(memory: *mut Self) {
        // SAFETY: 1. and 3. the caller promises memory that is valid for writes of a pool and that nothing else
        // reaches. 2. `ZEROED` is the offset of a field or the size of the pool.
        unsafe { zero_start(memory, Self::ZEROED) };
    }
}
