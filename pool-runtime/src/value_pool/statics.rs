//! Static value pools, in [memory](crate::static_memory) that is taken once.
//!
//! The macros print (`#k` is the crate, `#V` the definition):
//!
//! ```text
//! unsafe impl #k::__private::StaticValues<#KIND> for #V {         // KIND: values_kind::<#V>(), or under a link_section
//!     fn statics() -> (&'static ValuesTaken, &'static ValuesMemory<#V, #KIND>) {       // uncleared_values_kind::<#V>()
//!         static TAKEN: #k::__private::ValuesTaken = #k::__private::ValuesTaken::new();
//!         #link_section
//!         static MEMORY: #k::__private::ValuesMemory<#V, #KIND> = #k::__private::ValuesMemory::new();
//!         (&TAKEN, &MEMORY)
//!     }
//! }
//!
//! fn take_pool() -> Option<&'static mut ValuePool<#V>> { #k::__private::take_values::<#V, #KIND>() }
//! ```

use super::{ValuePool, ValueSpec};
use crate::base::class::Class;
use crate::static_memory::{self, ABSENT, InStatic, Memory, StaticClass, Taken, too_large};
use core::mem::MaybeUninit;

/// The kind of the static of a pool of the values of `V`.
#[must_use]
pub const fn values_kind<V: ValueSpec>() -> u8 {
    static_memory::kind(size_of::<ValuePool<V>>(), uncleared_values_kind::<V>())
}

/// The kind of a static that start-up code may neither load nor clear, as in a `link_section` of its own.
#[must_use]
pub const fn uncleared_values_kind<V: ValueSpec>() -> u8 {
    static_memory::uncleared_kind(size_of::<ValuePool<V>>())
}

/// The memory of a static pool.
pub type ValuesMemory<V, const KIND: u8> = Memory<ValuePool<V>, KIND>;

// SAFETY: 1. the counts, the stack and the guard are all there is, and `Zeroable`. 2. all of it.
unsafe impl<V: ValueSpec> InStatic for ValuePool<V> {
    const EMPTY: MaybeUninit<Self> = MaybeUninit::new(ValuePool::new());
    const ZEROED: usize = size_of::<Self>();
}

/// A definition with a static pool.
///
/// # Safety
///
/// 1. `statics` returns the same two statics at every call, and nothing else uses them.
/// 2. The first starts as [`Taken::new`]; the second as `ValuesMemory::new`, or with any bytes where `KIND` comes
///    from [`uncleared_values_kind`].
pub unsafe trait StaticValues<const KIND: u8>: ValueSpec
where
    Class<KIND>: StaticClass<ValuePool<Self>>,
{
    /// The flag and the memory of the static pool.
    fn statics() -> (&'static Taken, &'static ValuesMemory<Self, KIND>);
}

/// The static pool of the values of `V`, of which nothing is handed out, at the first call.
#[inline]
#[must_use]
pub fn take_values<V, const KIND: u8>() -> Option<&'static mut ValuePool<V>>
where
    V: StaticValues<KIND>,
    Class<KIND>: StaticClass<ValuePool<V>>,
{
    const {
        let () = ValuePool::<V>::CHECK;
        if KIND == ABSENT {
            too_large(V::NAME, size_of::<ValuePool<V>>());
        }
    };
    // SAFETY: 1. checked above. 2. the impl of the trait promises it.
    unsafe { static_memory::take(V::statics()) }
}
