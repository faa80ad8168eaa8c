//! Static value pools: `.bss` memory that is taken once, as that of [pools](crate::static_pool).
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
use crate::class::Class;
use crate::flag::Flag;
use crate::message::Message;
use crate::static_pool::LARGEST;
use core::cell::UnsafeCell;
use core::mem::MaybeUninit;

/// Pools up to this many bytes are initialised by the compiler: 8 MiB.
const LARGEST_INITIALISED: u64 = 8 << 20;

/// The static is initialised by the compiler.
const INITIALISED: u8 = 0;
/// The static has no initial value; its pool is zeroed when it is taken.
const UNINIT: u8 = 1;
/// There is no static.
const ABSENT: u8 = 2;

/// The kind of the static of a pool of the values of `V`.
#[must_use]
pub const fn values_kind<V: ValueSpec>() -> u8 {
    match size_of::<ValuePool<V>>() as u64 {
        0..=LARGEST_INITIALISED => INITIALISED,
        _ => uncleared_values_kind::<V>(),
    }
}

/// The kind of a static that start-up code may neither load nor clear, as in a `link_section` of its own.
#[must_use]
pub const fn uncleared_values_kind<V: ValueSpec>() -> u8 {
    match size_of::<ValuePool<V>>() as u64 {
        0..=LARGEST => UNINIT,
        _ => ABSENT,
    }
}

/// Whether a static pool was taken.
#[derive(Debug)]
pub struct ValuesTaken(Flag);

impl ValuesTaken {
    /// Not taken.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "made by the macros alone")]
    pub const fn new() -> Self {
        ValuesTaken(Flag::new())
    }
}

/// Kinds of statics, as [`Class`]es.
pub trait ValuesClass<V: ValueSpec> {
    /// What the static holds: a pool's bytes or nothing.
    type Memory;
    /// Its initial value.
    const INITIAL: Self::Memory;
}

impl<V: ValueSpec> ValuesClass<V> for Class<INITIALISED> {
    type Memory = MaybeUninit<ValuePool<V>>;
    const INITIAL: Self::Memory = MaybeUninit::new(ValuePool::new());
}

impl<V: ValueSpec> ValuesClass<V> for Class<UNINIT> {
    type Memory = MaybeUninit<ValuePool<V>>;
    const INITIAL: Self::Memory = MaybeUninit::uninit();
}

impl<V: ValueSpec> ValuesClass<V> for Class<ABSENT> {
    type Memory = ();
    const INITIAL: Self::Memory = ();
}

/// The memory of a static pool.
#[repr(transparent)]
pub struct ValuesMemory<V: ValueSpec, const KIND: u8>(UnsafeCell<<Class<KIND> as ValuesClass<V>>::Memory>)
where
    Class<KIND>: ValuesClass<V>;

// SAFETY: the memory is reached by one caller of `take_values` alone.
unsafe impl<V: ValueSpec, const KIND: u8> Sync for ValuesMemory<V, KIND> where Class<KIND>: ValuesClass<V> {}

impl<V: ValueSpec, const KIND: u8> ValuesMemory<V, KIND>
where
    Class<KIND>: ValuesClass<V>,
{
    /// The initial value of a static.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "made by the macros alone")]
    pub const fn new() -> Self {
        ValuesMemory(UnsafeCell::new(<Class<KIND> as ValuesClass<V>>::INITIAL))
    }
}

impl<V: ValueSpec, const KIND: u8> core::fmt::Debug for ValuesMemory<V, KIND>
where
    Class<KIND>: ValuesClass<V>,
{
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("ValuesMemory(..)")
    }
}

/// A definition with a static pool.
///
/// # Safety
///
/// 1. `statics` returns the same two statics at every call, and nothing else uses them.
/// 2. The first starts as [`ValuesTaken::new`]; the second as [`ValuesMemory::new`], or with any bytes where `KIND` comes
///    from [`uncleared_values_kind`].
pub unsafe trait StaticValues<const KIND: u8>: ValueSpec
where
    Class<KIND>: ValuesClass<Self>,
{
    /// The flag and the memory of the static pool.
    fn statics() -> (&'static ValuesTaken, &'static ValuesMemory<Self, KIND>);
}

/// The static pool of the values of `V`, of which nothing is handed out, at the first call.
#[inline]
#[must_use]
pub fn take_values<V, const KIND: u8>() -> Option<&'static mut ValuePool<V>>
where
    V: StaticValues<KIND>,
    Class<KIND>: ValuesClass<V>,
{
    const {
        let () = ValuePool::<V>::CHECK;
        if KIND == ABSENT {
            Message::new()
                .text("the pool of `")
                .text(V::NAME)
                .text("` takes ")
                .number(size_of::<ValuePool<V>>() as i128)
                .text(" bytes, a static at most ")
                .number(LARGEST as i128)
                .text(": make it with `boxed()`")
                .panic();
        }
    };
    let (taken, memory) = V::statics();
    if !taken.0.set() {
        return None;
    }
    let pool = memory.0.get().cast::<ValuePool<V>>();
    if KIND == UNINIT {
        // SAFETY: the memory is that of a pool (`KIND` is not ABSENT), and of this call alone: `taken` is set, and the
        // impl of the trait promises that it belongs to this memory.
        unsafe { pool.write_bytes(0, 1) };
    }
    // SAFETY: as above; the pool is one of which nothing is out, by its initial value, or by the zero bytes just written:
    // the stack and the guard are `Zeroable`.
    Some(unsafe { &mut *pool })
}
