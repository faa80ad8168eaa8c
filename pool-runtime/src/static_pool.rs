//! Static pools, in [memory](crate::static_memory) that is taken once.
//!
//! The macros print (`#k` is the crate, `#P` the definition):
//!
//! ```text
//! unsafe impl #k::__private::StaticPool<#KIND> for #P {           // KIND: static_kind::<#P>(), or under a link_section
//!     fn statics() -> (&'static Taken, &'static StaticMemory<#P, #KIND>) {              // uncleared_static_kind::<#P>()
//!         static TAKEN: #k::__private::Taken = #k::__private::Taken::new();
//!         #link_section
//!         static MEMORY: #k::__private::StaticMemory<#P, #KIND> = #k::__private::StaticMemory::new();
//!         (&TAKEN, &MEMORY)
//!     }
//! }
//!
//! fn take_pool() -> Option<&'static mut Pool<#P>> { #k::__private::take::<#P, #KIND>() }
//! ```

#![expect(unsafe_code, reason = "a static is taken once")]

use crate::base::class::Class;
use crate::guard::Guard;
use crate::layout::Layout;
use crate::layout::spec::PoolSpec;
use crate::pool::Pool;
use crate::static_memory::{self, ABSENT, InStatic, Memory, StaticClass, Taken, too_large};
use core::mem::MaybeUninit;

/// The kind of the static of a pool of type `P`.
#[must_use]
pub const fn static_kind<P: PoolSpec>() -> u8 {
    static_memory::kind(size_of::<Pool<P>>(), uncleared_static_kind::<P>())
}

/// The kind of a static that start-up code may neither load nor clear, as in a `link_section` of its own.
#[must_use]
pub const fn uncleared_static_kind<P: PoolSpec>() -> u8 {
    static_memory::uncleared_kind(Pool::<P>::TOTAL_BYTES)
}

/// The memory of a static pool.
pub type StaticMemory<P, const KIND: u8> = Memory<Pool<P>, KIND>;

// SAFETY: 1. all that comes before the slots is `Zeroable`; slots that are not live are not read. Under guard `none` every slot holds a valid
// item: zero bytes, which are items of plain data. 2. it is where a field is, or the size.
unsafe impl<P: PoolSpec> InStatic for Pool<P> {
    const EMPTY: MaybeUninit<Self> = MaybeUninit::new(Pool::new());
    const ZEROED: usize =
        if <P::Layout as Layout>::Guard::TRACKS { Self::SLOTS_OFFSET } else { size_of::<Self>() };
}

/// A pool definition with a static pool.
///
/// # Safety
///
/// 1. `statics` returns the same two statics at every call, and nothing else uses them.
/// 2. The first starts as [`Taken::new`]; the second as `StaticMemory::new`, or with any bytes where `KIND` comes from
///    [`uncleared_static_kind`].
pub unsafe trait StaticPool<const KIND: u8>: PoolSpec
where
    Class<KIND>: StaticClass<Pool<Self>>,
{
    /// The flag and the memory of the static pool.
    fn statics() -> (&'static Taken, &'static StaticMemory<Self, KIND>);
}

/// The static pool of `P`, empty, at the first call.
#[inline]
#[must_use]
pub fn take<P, const KIND: u8>() -> Option<&'static mut Pool<P>>
where
    P: StaticPool<KIND>,
    Class<KIND>: StaticClass<Pool<P>>,
{
    const {
        let () = Pool::<P>::CHECK;
        if KIND == ABSENT {
            too_large(P::NAME, Pool::<P>::TOTAL_BYTES);
        }
    };
    // SAFETY: 1. checked above. 2. the impl of the trait promises it.
    unsafe { static_memory::take(P::statics()) }
}
