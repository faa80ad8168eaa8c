//! Layouts: the types of everything in a pool, chosen by const evaluation from the declared capacity.

use crate::base::link_bytes::LinkBytes;
use crate::changes::Changes;
#[cfg(target_has_atomic = "32")]
use crate::free::links::Links;
use crate::free::{FreeSlots, FreeTable};
use crate::guard::Guard;
use crate::marks::Marks;
use crate::seats::Seats;
use crate::table::Table;
#[cfg(any(target_has_atomic = "32", feature = "portable-atomic"))]
use bytemuck::Zeroable;
use code::Code;
use core::panic::{RefUnwindSafe, UnwindSafe};

pub(crate) mod code;
pub(crate) mod fixed;
pub(crate) mod groups;
pub(crate) mod of;
pub(crate) mod plan;
pub(crate) mod sized;
pub(crate) mod slots;
pub(crate) mod spec;

mod sealed {
    /// Implemented by the layout that the macros choose, and by nothing else.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is not a pool layout",
        label = "not a pool layout",
        note = "`#[derive(Pool)]` and `pool!` choose the layout"
    )]
    pub trait Sealed {}

    /// As [`Holds`](super::Holds). Implemented by layouts that can hold a `T`, and by nothing else.
    #[diagnostic::on_unimplemented(
        message = "`guard = none` needs an item that is plain data: `{T}` is not `bytemuck::Pod`",
        label = "what a layout can hold follows from its guard"
    )]
    pub trait Holds<T: ?Sized> {}
}

/// The types and widths of a pool.
///
/// The macros choose the layout, and users cannot implement this trait. Functions over any pool bound the layout with
/// [`Tracked`], [`Tabled`], [`Marked`] or [`Watched`]: see [`PoolSpec`](crate::PoolSpec).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a pool layout",
    label = "not a pool layout",
    note = "`#[derive(Pool)]` and `pool!` choose the layout"
)]
pub trait Layout: sealed::Sealed + Holds<()> + 'static {
    /// The number of slots.
    const CAPACITY: u32;
    /// The bits of an index in a handle.
    const INDEX_BITS: u32;
    /// The number of generations that handles carry, without the one that is reserved for retired slots. 1: handles
    /// carry none.
    const GENERATIONS: u32;
    /// Fails to compile if the parameters do not belong together. Code that makes a pool or a handle evaluates it
    /// first.
    const CHECK: ();
    /// The table of indices: `CAPACITY` entries of at least `INDEX_BITS` bits. A free list has a table without
    /// entries.
    type Table: Table;
    /// The type that hands out the indices of free slots.
    type FreeSlots: FreeSlots;
    /// Where the objects are: in their slots, or at the first places without holes.
    type Seats: Seats<Self::FreeSlots>;
    /// The bytes of an index, without alignment.
    type Index: LinkBytes;
    /// What `FreeSlots` keeps in a free slot: the bytes of an index, or nothing.
    type LinkBytes: Copy + Send + Sync + Unpin + UnwindSafe + RefUnwindSafe + 'static;
    /// The guard of `CAPACITY` slots.
    type Guard: Guard;
    /// The stored form of a handle. It has room for every code of an index and a generation.
    type Code: Code;
    /// The number of slots for which handles and saves have room.
    type Reach: Reach;
    /// A zero-sized type with the least alignment of a slot.
    type Align: Copy + Send + Sync + Unpin + 'static;
    /// A zero-sized type with the least alignment of the first slot.
    type Start: Copy + Send + Sync + Unpin + 'static;
    /// The links of `CAPACITY` slots, for plans with links.
    #[cfg(target_has_atomic = "32")]
    type Links: Links + Zeroable + Sync + 'static;
    /// The bits of `CAPACITY` slots, for plans with links on targets without 64-bit atomics.
    #[cfg(all(any(target_has_atomic = "32", feature = "portable-atomic"), not(target_has_atomic = "64")))]
    type Bits: crate::free::bits::Bits + Zeroable + Sync + 'static;
    /// An array of `CAPACITY` slots: `Slot<T, Self::Align, Self::LinkBytes>`.
    type Slots<T>;
    /// An array of `CAPACITY` values of type `T`.
    type Array<T>;
    /// The keys of a side table: a guard of `CAPACITY` slots that tracks, has at least `GENERATIONS` generations and
    /// never retires a slot.
    type Keys: Guard;
    /// The order of insertion with its marks. Has no size in pools without marks.
    type Marks: Marks;
    /// The set of changed slots. Has no size in pools without `changes`.
    type Changes: Changes;
    /// The set of slots whose objects have moved. Has no size except in dense pools with `changes`.
    type Moved: Changes;
    /// Whether the items are owned by boxes. Then no pool has this layout.
    const OWNED: bool;
}

/// The number of slots for which the handles and the saves of a pool have room: its capacity, or more with `grows_to`.
/// So the capacity can be raised later, and both keep their meaning.
pub trait Reach: 'static {
    /// The number of slots.
    const SLOTS: u32;
    /// Whether the definition says `grows_to`. Then the capacity and the quarantine of a save do not count.
    const IS_DECLARED: bool;
}

/// A layout that can hold items of type `T`: any `T`, but only plain data under `guard = none`.
#[diagnostic::on_unimplemented(
    message = "`guard = none` needs an item that is plain data: `{T}` is not `bytemuck::Pod`",
    label = "`{T}` may hold more than plain data",
    note = "without a guard every slot can be read at any time: as zero bytes, or as the bytes of a removed object",
    note = "choose `guard = live` (one bit per slot), or derive `bytemuck::Pod` for a type of numbers"
)]
// `T: ?Sized`, so that rustc reports an unsized item at the item itself.
pub trait Holds<T: ?Sized>: sealed::Holds<T> {}

/// A layout whose guard knows which slots are live: every [guard](crate::guard) except `none`.
#[diagnostic::on_unimplemented(
    message = "a pool with `guard = none` does not know which of its slots are live",
    label = "needs `guard = live` or `guard = generation`",
    note = "`guard = live` (one bit per slot) has iteration, `contains` and all else that needs to know the live slots"
)]
pub trait Tracked: Layout {}

/// A layout with a table of free slots: every layout except `bookkeeping = free_list`.
#[diagnostic::on_unimplemented(
    message = "a pool with `bookkeeping = free_list` has no table of free slots, which this method reads",
    label = "needs `bookkeeping = index_stack`",
    note = "in place of `insert_many`, use `insert` for each object, or `try_extend` if their handles are not needed \
            at once; there is nothing in place of `insert_at`"
)]
pub trait Tabled: Layout<FreeSlots: FreeTable> {}

/// A layout of a pool with marks.
#[diagnostic::on_unimplemented(
    message = "this pool has no marks",
    label = "needs `marks`",
    note = "`marks` allows 8 marks at once: `#[pool(capacity = 64, marks)]`, or `Name: [Type; 64], marks;` in `pool!`"
)]
pub trait Marked: Layout {}

/// A layout of a dense pool: its objects are one slice.
#[diagnostic::on_unimplemented(
    message = "the objects of this pool are not one slice: each is in its slot, with free slots between them",
    label = "needs `dense`",
    note = "`dense` keeps the objects without holes, and handles stay small, stable and checked: \
            `#[pool(capacity = 64, dense)]`, or `Name: [Type; 64], dense;` in `pool!`",
    note = "of columns without `dense`, `slot_columns`, `slot_columns_mut` and the methods `slot_..` lend every slot"
)]
pub trait Dense: Tracked + Tabled {}

/// A layout whose objects stay in their slots: every layout except those of dense pools.
#[diagnostic::on_unimplemented(
    message = "the columns of a dense pool have no free slots",
    label = "needs a pool without `dense`",
    note = "`columns` and `columns_mut` lend the objects alone, `copy_of` and `get_mut` one of them by its handle"
)]
pub trait InPlace: Layout {}

/// A layout of a pool that notes which of its slots changed.
#[diagnostic::on_unimplemented(
    message = "this pool does not note changes; `changes` does",
    label = "needs `changes`",
    note = "`changes` takes one bit per slot: `#[pool(capacity = 64, changes)]`, or `Name: [Type; 64], changes;` in \
            `pool!`"
)]
pub trait Watched: Tracked {}
