//! Value pools as the content of [statics](crate::statics).

use super::{ValuePool, ValueSpec};
use crate::statics::{InStatic, zero_start};
use core::mem::MaybeUninit;

// SAFETY: 1. `new` makes it. 2. Zero bytes are an empty one: the counts, the stack and the guard are all there is, and
// `Zeroable`. 3. It holds numbers.
unsafe impl<V: ValueSpec> InStatic for ValuePool<V> {
    type Definition = V;
    type Pool = Self;
    const NAME: &'static str = V::NAME;
    const BYTES: u64 = size_of::<Self>() as u64;
    const CHECK: () = Self::CHECK;
    const EMPTY: MaybeUninit<Self> = MaybeUninit::new(ValuePool::new());

    #[inline]
    unsafe fn make_empty(memory: *mut Self) {
        // SAFETY: 1. and 3. by the caller. 2. It is the size.
        unsafe { zero_start(memory, size_of::<Self>()) };
    }
}
