//! The statics of boxed pools: free slots apart from the objects.
//!
//! The free slots start as zero bytes, in `.bss`; the objects are memory without an initial value, which costs the compiler
//! nothing. A pool of more than 1 GiB has no statics: making a box does not compile.
//!
//! The macros print a call of `boxes!`, which is here, so that the `unsafe impl` is of this crate's statics alone: what a
//! user says the crate is (`crate = path`) may have others of these names.

use super::PoolBox;
use crate::base::alignment::Started;
use crate::base::class::Class;
use crate::boxes::sync::Mode;
use crate::handle::Handle;
use crate::layout::Layout;
use crate::layout::slots::Slot;
use crate::layout::spec::PoolSpec;
use crate::static_memory::LARGEST;
use crate::track::Sites;
use bytemuck::Zeroable;
use core::cell::UnsafeCell;
use core::fmt;
use core::mem::{ManuallyDrop, MaybeUninit};

/// A pool definition whose objects live in statics, each owned by a [`PoolBox`](crate::PoolBox).
///
/// `#[pool(.., boxed)]` and `boxed` in `pool!` implement it, and nothing else can: it is `unsafe`, and its items are not
/// public.
///
/// # Safety
///
/// 1. `statics` returns the same statics at every call, and nothing else uses them. They start as [`BoxState::new`], and
///    with any bytes.
/// 2. `caches` returns the same thread-locals at every call, and nothing else uses them. They start as `new` makes them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the definition of a boxed pool",
    label = "not a boxed pool",
    note = "`#[pool(capacity = .., boxed)]` on a type with `#[derive(Pool)]` makes it one, and so does `boxed` in `pool! {{ .. }}`"
)]
pub unsafe trait BoxSpec: PoolSpec {
    #[doc(hidden)]
    type Mode: Mode;

    #[doc(hidden)]
    fn statics() -> BoxStatics<Self>;

    #[doc(hidden)]
    fn caches() -> BoxCaches<Self>;
}

/// The statics and the thread-locals of a definition. The attributes are for the static of the objects.
#[doc(hidden)]
#[macro_export]
macro_rules! __stackpool_boxes {
    ($definition:ty, $mode:ty, $caches:ident, $(#[$($attribute:tt)*])*) => {
        // SAFETY: 1. both statics are those of this one function, which nothing else can name; the first is
        // `BoxState::new()`, the second `BoxSlots::new()`, which bears any bytes. 2. the thread-locals are those of the
        // other function, and of the mode: of another they would have another type.
        #[automatically_derived]
        unsafe impl $crate::BoxSpec for $definition {
            type Mode = $mode;
            #[inline]
            fn statics() -> $crate::__private::BoxStatics<Self> {
                static STATE: $crate::__private::BoxState<
                    $definition,
                    { $crate::__private::box_static_kind::<$definition>() },
                > = $crate::__private::BoxState::new();
                $(#[$($attribute)*])*
                static SLOTS: $crate::__private::BoxSlots<
                    $definition,
                    { $crate::__private::box_static_kind::<$definition>() },
                > = $crate::__private::BoxSlots::new();
                $crate::__private::BoxStatics::new(&STATE, &SLOTS)
            }
            #[inline]
            fn caches() -> $crate::__private::BoxCaches<Self> {
                $crate::__private::$caches!($definition)
            }
        }
    };
}

pub use __stackpool_boxes as boxes;

/// The statics exist.
const PRESENT: u8 = 0;
/// They would be too large.
const ABSENT: u8 = 1;

/// The memory of an object: one byte at least, so that every box has an address of its own.
#[repr(C)]
pub union Home<T> {
    item: ManuallyDrop<MaybeUninit<T>>,
    byte: MaybeUninit<u8>,
}

type StateOf<P> = <<P as BoxSpec>::Mode as Mode>::State<<P as PoolSpec>::Layout>;
/// Free slots, and the lines that made the boxes of the others, which have no size but with feature `track`.
pub struct Watched<S, L: Layout> {
    state: S,
    sites: Sites<L>,
}

// SAFETY: both are.
unsafe impl<S: Zeroable, L: Layout> Zeroable for Watched<S, L> {}

type WatchedOf<P> = Watched<StateOf<P>, <P as PoolSpec>::Layout>;

type SlotsOf<P> =
    Started<<P as PoolSpec>::Start, <<P as PoolSpec>::Layout as Layout>::Slots<Home<<P as PoolSpec>::Item>>>;

/// What the threads of `P` keep to themselves.
pub type BoxCaches<P> = <<P as BoxSpec>::Mode as Mode>::Caches<P>;

/// The memory of an object, at its alignment: 1 byte at least.
pub(super) type BoxSlot<P> = Slot<
    Home<<P as PoolSpec>::Item>,
    <<P as PoolSpec>::Layout as Layout>::Align,
    <<P as PoolSpec>::Layout as Layout>::LinkBytes,
>;

/// Bytes of all that a pool of boxes takes.
pub(super) const fn total_bytes<P: BoxSpec>() -> u64 {
    size_of::<StateOf<P>>() as u64 + size_of::<SlotsOf<P>>() as u64
}

/// Bytes of the free slots of a pool.
pub(super) const fn state_bytes<P: BoxSpec>() -> usize {
    size_of::<StateOf<P>>()
}

/// The kind of the statics of a pool of type `P`.
#[must_use]
pub const fn box_static_kind<P: BoxSpec>() -> u8 {
    if total_bytes::<P>() <= LARGEST { PRESENT } else { ABSENT }
}

/// Whether there are statics of this kind.
pub(super) const fn is_present(kind: u8) -> bool {
    kind == PRESENT
}

/// Kinds of statics, as [`Class`]es.
pub trait BoxStaticClass<T> {
    /// `T`, or nothing.
    type Memory;
}

impl<T> BoxStaticClass<T> for Class<PRESENT> {
    type Memory = T;
}

impl<T> BoxStaticClass<T> for Class<ABSENT> {
    type Memory = ();
}

/// The free slots of a pool.
#[repr(transparent)]
pub struct BoxState<P: BoxSpec, const KIND: u8>(<Class<KIND> as BoxStaticClass<WatchedOf<P>>>::Memory)
where
    Class<KIND>: BoxStaticClass<WatchedOf<P>>;

impl<P: BoxSpec, const KIND: u8> BoxState<P, KIND>
where
    Class<KIND>: BoxStaticClass<WatchedOf<P>, Memory: Zeroable>,
{
    /// All slots.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "made by the macros alone")]
    pub const fn new() -> Self {
        // SAFETY: the bound.
        BoxState(unsafe { MaybeUninit::zeroed().assume_init() })
    }
}

/// The objects of a pool.
#[repr(transparent)]
pub struct BoxSlots<P: BoxSpec, const KIND: u8>(
    UnsafeCell<MaybeUninit<<Class<KIND> as BoxStaticClass<SlotsOf<P>>>::Memory>>,
)
where
    Class<KIND>: BoxStaticClass<SlotsOf<P>>;

// SAFETY: each slot is reached by the one who owns its box, and by those who that one lends it to. `PoolBox` is `Send` and
// `Sync` only where its object is.
unsafe impl<P: BoxSpec, const KIND: u8> Sync for BoxSlots<P, KIND> where
    Class<KIND>: BoxStaticClass<SlotsOf<P>>
{
}

impl<P: BoxSpec, const KIND: u8> BoxSlots<P, KIND>
where
    Class<KIND>: BoxStaticClass<SlotsOf<P>>,
{
    /// No initial value.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "made by the macros alone")]
    pub const fn new() -> Self {
        BoxSlots(UnsafeCell::new(MaybeUninit::uninit()))
    }
}

/// The statics of a pool.
pub struct BoxStatics<P: BoxSpec> {
    state: *const WatchedOf<P>,
    slots: *mut BoxSlot<P>,
}

impl<P: BoxSpec> BoxStatics<P> {
    /// Those of kind `KIND`; pointers to nothing where there are none.
    #[inline]
    #[must_use]
    pub const fn new<const KIND: u8>(
        state: &'static BoxState<P, KIND>,
        slots: &'static BoxSlots<P, KIND>,
    ) -> Self
    where
        Class<KIND>: BoxStaticClass<WatchedOf<P>> + BoxStaticClass<SlotsOf<P>>,
    {
        BoxStatics { state: (&raw const *state).cast(), slots: slots.0.get().cast() }
    }
}

/// The free slots of `P`.
#[inline]
pub(crate) fn state<P: BoxSpec>() -> &'static StateOf<P> {
    &watched::<P>().state
}

/// The lines that made the boxes of `P`.
#[inline]
pub(super) fn sites<P: BoxSpec>() -> &'static Sites<P::Layout> {
    &watched::<P>().sites
}

#[inline]
fn watched<P: BoxSpec>() -> &'static WatchedOf<P> {
    const { PoolBox::<P>::CHECK };
    // SAFETY: 1. of `BoxSpec`: it is a static of that type, which `CHECK` says is not absent.
    unsafe { &*P::statics().state }
}

/// What the stored bits of a handle are more than the position of its slot in memory.
///
/// Slots are in the order of these bits, not of their indices: where they are inverted, the last slot comes first. So a box
/// is followed without undoing the inversion.
#[inline]
const fn first_stored<P: BoxSpec>() -> usize {
    match Handle::<P>::INVERTED {
        Some(ones) => (ones - (<P::Layout as Layout>::CAPACITY - 1)) as usize,
        None => 0,
    }
}

/// The memory of the object of a handle without a generation.
#[inline]
pub(super) fn slot<P: BoxSpec>(handle: Handle<P>) -> *mut P::Item {
    const { PoolBox::<P>::CHECK };
    let (stored, first) = (handle.stored() as usize, first_stored::<P>());
    debug_assert!(stored >= first, "a handle beyond the capacity");
    // SAFETY: a handle's index is below the capacity: inverted, it is not below that of the last one.
    let position = unsafe { stored.unchecked_sub(first) };
    // SAFETY: the position is below the capacity, as the index is, and there are so many slots.
    let slot = unsafe { P::statics().slots.add(position) };
    // So that `None` of an `Option<&T>` is known by the handle alone: otherwise each step along a list waits for the address.
    // SAFETY: it is a pointer into a static.
    unsafe { core::hint::assert_unchecked(!slot.is_null()) };
    // The item is at offset 0 of its slot, and of its home: both are `repr(C)`.
    slot.cast()
}

/// The index of the object at `item`.
#[inline]
pub(super) fn index_of<P: BoxSpec>(item: *const P::Item) -> u32 {
    let position = (item.addr() - P::statics().slots.addr()) / size_of::<BoxSlot<P>>();
    match Handle::<P>::INVERTED {
        Some(_) => (<P::Layout as Layout>::CAPACITY - 1).wrapping_sub(position as u32),
        None => position as u32,
    }
}

impl<S, L: Layout> fmt::Debug for Watched<S, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Watched(..)")
    }
}

impl<P: BoxSpec, const KIND: u8> fmt::Debug for BoxState<P, KIND>
where
    Class<KIND>: BoxStaticClass<WatchedOf<P>>,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BoxState(..)")
    }
}

impl<P: BoxSpec, const KIND: u8> fmt::Debug for BoxSlots<P, KIND>
where
    Class<KIND>: BoxStaticClass<SlotsOf<P>>,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BoxSlots(..)")
    }
}

impl<P: BoxSpec> fmt::Debug for BoxStatics<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BoxStatics(..)")
    }
}

impl<T> fmt::Debug for Home<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Home(..)")
    }
}
