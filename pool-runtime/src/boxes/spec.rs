//! The definition of a boxed pool: the mode, which says who may make and drop boxes, and the statics, one for the free
//! slots and one for the objects. The definition names its mode, and a mode is reached through the definition: so both
//! are in one file.
//!
//! The free slots start as zero bytes, in `.bss`. The objects are memory without an initial value, which costs the
//! compiler nothing. A pool of more than 1 GiB has no statics: making a box does not compile.
//!
//! The macros print the statics, and constants with their addresses (`#k` is the crate, `#P` the definition):
//!
//! ```text
//! impl #k::BoxSpec for #P {
//!     type Mode = #mode;
//!     const STATICS: #k::__private::BoxStatics<Self> = {
//!         static STATE: #k::__private::BoxState<#P, { #k::__private::box_static_kind::<#P>() }> = ..::new();
//!         #attributes_of_the_user
//!         static SLOTS: #k::__private::BoxSlots<#P, { #k::__private::box_static_kind::<#P>() }> = ..::new();
//!         #k::__private::BoxStatics::new(&STATE, &SLOTS)
//!     };
//!     const CACHES: #k::__private::BoxCaches<Self> = #k::__private::#caches!(#P);
//!     fn freed() { .. } // with `wait` or `on_free`
//! }
//! ```
//!
//! The generated code is not trusted, for the reasons that [`statics`](crate::statics) gives: the types of the statics
//! and of the thread-locals name the definition, and each definition has one constant of each.

#![expect(unsafe_code, reason = "an index is a slot of the static, and its owner alone releases it")]

use crate::base::alignment::Started;
use crate::base::class::Class;
use crate::base::element::reference;
use crate::boxes::sync::usage::Usage;
use crate::handle::Handle;
use crate::layout::Layout;
use crate::layout::plan::Plan;
use crate::layout::slots::Slot;
use crate::layout::spec::{Brand, PoolSpec};
use crate::statics::{
    ABSENT, LARGEST, LARGEST_OF_VALUES, Place, StaticClass, Zeroed, kind_of_uncleared, too_large_for_a_static,
};
use crate::track::Sites;
use bytemuck::Zeroable;
use core::marker::PhantomData;
use core::mem::{ManuallyDrop, MaybeUninit};

/// A pool definition whose objects live in statics, and are owned by [`PoolBox`](crate::PoolBox)es.
///
/// `#[pool(.., boxed)]` and `boxed` in `pool!` implement it. The members of the trait are not public, and may change
/// in any version.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the definition of a boxed pool",
    label = "not a boxed pool",
    note = "`#[pool(capacity = .., boxed)]` on a type with `#[derive(Pool)]` makes it one, and so does `boxed` in \
            `pool! {{ .. }}`"
)]
pub trait BoxSpec: PoolSpec + 'static {
    #[doc(hidden)]
    type Mode: Mode;

    #[doc(hidden)]
    const STATICS: BoxStatics<Self>;

    #[doc(hidden)]
    const CACHES: BoxCaches<Self>;

    /// Does what the keys `wait` and `on_free` ask for. Called after a slot was freed.
    #[doc(hidden)]
    #[inline(always)]
    fn freed() {}
}

/// The mode of a pool: who may make and drop its boxes.
///
/// # Safety
///
/// 1. `acquire` gives indices below the capacity, and gives none twice unless it was released in between.
/// 2. A thread that acquires an index sees everything that the thread which released it did before.
pub unsafe trait Mode: Sized + 'static {
    /// The free slots. All zero bytes mean that all slots are free.
    type State<L: Layout>: Zeroable + Sync + 'static;
    /// The thread-locals of a pool: each thread's own values.
    type Caches<P: BoxSpec<Mode = Self>>: Copy;

    /// The most slots that each thread keeps for itself, in pools of any capacity.
    const MOST_CACHED: usize = 0;

    /// Takes a free slot.
    #[cfg_attr(debug_assertions, track_caller)]
    fn acquire<P: BoxSpec<Mode = Self>>() -> Option<u32>;

    /// Frees a slot.
    ///
    /// # Safety
    ///
    /// 1. `index` came from `acquire` of the same pool, and was not released since.
    unsafe fn release<P: BoxSpec<Mode = Self>>(index: u32);

    /// Frees what this thread keeps for itself.
    #[inline]
    fn flush<P: BoxSpec<Mode = Self>>() {}

    /// The counts since the start of the program.
    fn usage<P: BoxSpec<Mode = Self>>() -> Usage;

    /// The counts, if they can be seen from here. It does not panic, in any thread or interrupt handler.
    #[cfg(feature = "report")]
    fn seen_usage<P: BoxSpec<Mode = Self>>() -> Option<Usage> {
        Some(Self::usage::<P>())
    }
}

/// A mode whose boxes may go to another thread, if their objects may.
///
/// # Safety
///
/// 1. Any thread may release an index, whichever thread acquired it.
#[diagnostic::on_unimplemented(
    message = "boxes under `sync = local` stay on one thread",
    label = "a box would leave its thread",
    note = "`sync = threads` lets boxes move to other threads; in code for any definition, the bound is \
            `PoolBox<P>: Send`"
)]
pub unsafe trait SendsBoxes: Mode {}

/// The most slots of a pool that each thread keeps for itself.
pub(super) const fn cache<P: BoxSpec>() -> usize {
    cache_size(<P::Layout as Layout>::CAPACITY, P::Mode::MOST_CACHED)
}

/// A 64th of the capacity and at most `most`; 0 below a capacity of 256.
#[inline]
pub(crate) const fn cache_size(capacity: u32, most: usize) -> usize {
    match capacity as usize / 64 {
        0..=3 => 0,
        size if size < most => size,
        _ => most,
    }
}

/// The memory of an object: at least one byte, so that every box has an address of its own.
#[repr(C)]
pub(crate) union Home<T> {
    item: ManuallyDrop<MaybeUninit<T>>,
    byte: MaybeUninit<u8>,
}

type StateOf<P> = <<P as BoxSpec>::Mode as Mode>::State<<P as PoolSpec>::Layout>;

/// The free slots; the lines that made the boxes of the other slots, which have a size only with feature `track`; and a
/// place in the list of feature `report`.
pub struct Watched<S, L: Layout> {
    state: S,
    sites: Sites<L>,
    /// The entry of the definition in the report.
    #[cfg(feature = "report")]
    pub(super) listing: crate::statics::listing::Listing,
}

// SAFETY: zero bytes are a `S` by the bound, `Sites` without a line, and a `Listing` that is not in the list.
unsafe impl<S: Zeroable, L: Layout> Zeroable for Watched<S, L> {}

type WatchedOf<P> = Watched<StateOf<P>, <P as PoolSpec>::Layout>;

pub(crate) type SlotsOf<P> = Started<
    <<P as PoolSpec>::Layout as Layout>::Start,
    <<P as PoolSpec>::Layout as Layout>::Slots<Home<<P as PoolSpec>::Item>>,
>;

/// The thread-locals of `P`: each thread's own values.
pub type BoxCaches<P> = <<P as BoxSpec>::Mode as Mode>::Caches<P>;

/// A slot: the memory of an object at its alignment, at least 1 byte.
pub(crate) type BoxSlot<P> = Slot<
    Home<<P as PoolSpec>::Item>,
    <<P as PoolSpec>::Layout as Layout>::Align,
    <<P as PoolSpec>::Layout as Layout>::LinkBytes,
>;

/// Bytes of the statics of a pool of boxes.
pub(crate) const fn total_bytes<P: BoxSpec>() -> u64 {
    size_of::<StateOf<P>>() as u64 + slot_bytes::<P>()
}

/// Bytes of the slots of a pool.
pub(crate) const fn slot_bytes<P: BoxSpec>() -> u64 {
    size_of::<SlotsOf<P>>() as u64
}

/// Bytes of the free slots of a pool.
pub(super) const fn state_bytes<P: BoxSpec>() -> usize {
    size_of::<StateOf<P>>()
}

/// Fails to compile if a definition by the macros is too large for its statics. (A hand-written one is checked where a
/// box is made.) `keeps_objects` says that the objects stay in their slots.
#[track_caller]
pub const fn check_statics<P: BoxSpec>(plan: Plan, keeps_objects: bool) {
    let (_, bytes, largest) = in_statics::<P>(keeps_objects);
    if plan.is_valid() && bytes > largest {
        too_large::<P>(keeps_objects);
    }
}

/// The content of the statics, its size in bytes, and the largest size.
const fn in_statics<P: BoxSpec>(keeps_objects: bool) -> (&'static str, u64, u64) {
    match keeps_objects {
        true => ("objects", slot_bytes::<P>(), LARGEST_OF_VALUES),
        false => ("boxes", total_bytes::<P>(), LARGEST),
    }
}

/// Fails to compile.
#[track_caller]
const fn too_large<P: BoxSpec>(keeps_objects: bool) -> ! {
    let (part, bytes, largest) = in_statics::<P>(keeps_objects);
    too_large_for_a_static(part, P::NAME, bytes, largest, "a smaller capacity or smaller items")
}

/// The kind of the statics of a pool of type `P`.
#[must_use]
pub const fn box_static_kind<P: BoxSpec>() -> u8 {
    kind_of_uncleared(total_bytes::<P>())
}

/// The static of the free slots of a pool. Zero bytes mean that all slots are free.
pub type BoxState<P, const KIND: u8> = Zeroed<P, WatchedOf<P>, KIND>;

/// The static of the objects of a pool. `KEEPS` says that every slot holds an object from the start of the program on.
#[repr(transparent)]
pub struct BoxSlots<P: BoxSpec, const KIND: u8, const KEEPS: bool = false>(
    Place<<Class<KIND> as StaticClass>::Held<SlotsOf<P>>>,
    Brand<P>,
)
where
    Class<KIND>: StaticClass;

// SAFETY: a slot is reached by the owner of its box, and by the code that the owner lends the object to. The boxes are
// `Send` and `Sync` only if the object is. An object that stays for the next box, on whichever thread, is `Send` (2. of
// `of`).
unsafe impl<P: BoxSpec, const KIND: u8, const KEEPS: bool> Sync for BoxSlots<P, KIND, KEEPS> where
    Class<KIND>: StaticClass
{
}

impl<P: BoxSpec, const KIND: u8, const KEEPS: bool> BoxSlots<P, KIND, KEEPS>
where
    Class<KIND>: StaticClass,
{
    /// Makes the static with an initial value.
    ///
    /// # Safety
    ///
    /// 1. If `KEEPS`, and the kind has a static, every slot holds an object.
    /// 2. If `KEEPS`, the objects are `Send`.
    pub(crate) const unsafe fn of(
        slots: MaybeUninit<<Class<KIND> as StaticClass>::Held<SlotsOf<P>>>,
    ) -> Self {
        BoxSlots(Place::new(slots), PhantomData)
    }
}

impl<P: BoxSpec, const KIND: u8> BoxSlots<P, KIND>
where
    Class<KIND>: StaticClass,
{
    /// Makes the static without an initial value.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "made by the macros alone")]
    pub const fn new() -> Self {
        BoxSlots(Place::uninit(), PhantomData)
    }
}

/// The addresses of the statics of a pool.
pub struct BoxStatics<P: BoxSpec> {
    state: *const WatchedOf<P>,
    slots: *mut BoxSlot<P>,
    kind: u8,
    /// Whether the slots hold objects from the start, which stay there.
    keeps: bool,
}

impl<P: BoxSpec> BoxStatics<P> {
    /// Fails to compile if the parts of the layout do not fit together, the layout is not one of boxes, or there are
    /// no statics.
    pub(super) const CHECK: () = {
        let () = <P::Layout as Layout>::CHECK;
        assert!(<P::Layout as Layout>::OWNED, "the layout is not one of a boxed pool");
        if !P::STATICS.is_present() {
            too_large::<P>(P::STATICS.keep_objects());
        }
    };

    /// The addresses of two statics; of nothing if the kind says that there are no statics.
    #[must_use]
    pub const fn new<const KIND: u8, const KEEPS: bool>(
        state: &'static BoxState<P, KIND>,
        slots: &'static BoxSlots<P, KIND, KEEPS>,
    ) -> Self
    where
        Class<KIND>: StaticClass,
    {
        let (state, slots) = (state.as_ptr(), slots.0.as_ptr().cast());
        BoxStatics { state, slots, kind: KIND, keeps: KEEPS }
    }

    /// Whether there are statics.
    const fn is_present(&self) -> bool {
        self.kind != ABSENT
    }

    /// Whether the objects stay in their slots, with boxes that lend them.
    pub(crate) const fn keep_objects(&self) -> bool {
        self.keeps
    }
}

/// The free slots of `P`.
#[inline(always)]
pub(crate) fn state<P: BoxSpec>() -> &'static StateOf<P> {
    &watched::<P>().state
}

/// The lines that made the boxes of `P`.
#[inline(always)]
pub(super) fn sites<P: BoxSpec>() -> &'static Sites<P::Layout> {
    &watched::<P>().sites
}

#[inline(always)]
pub(super) fn watched<P: BoxSpec>() -> &'static WatchedOf<P> {
    const { BoxStatics::<P>::CHECK };
    // SAFETY: `BoxStatics::new` got a reference to a static of this type, which is valid for ever. `CHECK` says that
    // its kind is not absent. It holds zero bytes at first, which are a `Watched`: it is `Zeroable`, as every `State`
    // is.
    unsafe { reference(const { P::STATICS.state }) }
}

/// Whether the slots are in the order of their indices, not of the stored bits of their handles.
///
/// If the bits are inverted, the order of the stored bits has the last slot first. So following a box does not undo the
/// inversion, and the difference between bits and position is in the displacement of each access. ARM has no
/// displacements of that size. There, the difference would take more instructions than the inversion.
const BY_INDEX: bool = cfg!(target_arch = "arm");

/// The difference between the stored bits of a handle and the position of its slot in memory, unless `BY_INDEX`.
#[inline]
const fn first_stored<P: BoxSpec>() -> usize {
    match Handle::<P>::INVERTED {
        Some(ones) => (ones - (<P::Layout as Layout>::CAPACITY - 1)) as usize,
        None => 0,
    }
}

/// The index of the slot: all bits of the handle, because the generation is 0.
#[inline(always)]
pub(super) fn index<P: BoxSpec>(handle: Handle<P>) -> u32 {
    invariant!(handle.generation() == 0, "a box with a generation");
    handle.to_bits()
}

/// The memory of the object of a handle without a generation.
#[inline(always)]
pub(crate) fn slot<P: BoxSpec>(handle: Handle<P>) -> *mut P::Item {
    const { BoxStatics::<P>::CHECK };
    let (stored, first) = (handle.stored() as usize, const { first_stored::<P>() });
    invariant!(stored >= first, "a handle beyond the capacity");
    let position = if BY_INDEX {
        index(handle) as usize
    } else if cfg!(debug_assertions) {
        stored - first
    } else {
        // SAFETY: the index of a handle is below the capacity. If the bits are inverted, they are not below the bits of
        // the last index.
        unsafe { stored.unchecked_sub(first) }
    };
    // SAFETY: the position is below the capacity, as the index is, and the static has that many slots: `CHECK` says
    // that it is not absent.
    let slot = unsafe { const { P::STATICS.slots }.add(position) };
    // With this, `None` of an `Option<&T>` is known from the handle alone. Without it, each step along a list waits
    // for the address.
    if !cfg!(debug_assertions) {
        // SAFETY: the pointer is into a static, so it is not null.
        unsafe { core::hint::assert_unchecked(!slot.is_null()) };
    }
    // The item is at offset 0 of its slot and of its `Home`: both are `repr(C)`.
    slot.cast()
}

/// The index of the slot whose object is at `item`.
#[inline]
pub(super) fn index_of<P: BoxSpec>(item: *const P::Item) -> u32 {
    let position = (item.addr() - P::STATICS.slots.addr()) / size_of::<BoxSlot<P>>();
    match Handle::<P>::INVERTED {
        Some(_) if !BY_INDEX => (<P::Layout as Layout>::CAPACITY - 1).wrapping_sub(position as u32),
        _ => position as u32,
    }
}

opaque_debug!([S, L: Layout] Watched<S, L>);
opaque_debug!([P: BoxSpec, const KIND: u8, const KEEPS: bool] BoxSlots<P, KIND, KEEPS> where Class<KIND>: StaticClass);
opaque_debug!([P: BoxSpec] BoxStatics<P>);
