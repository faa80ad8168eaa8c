//! Layouts: the types of everything in a pool, chosen by const evaluation from the declared capacity.

use crate::base::alignment::{Align, Alignment};
use crate::base::class::Class;
use crate::changes::{Changes, ChangesClass, HasChanges};
use crate::free::free_list::list_kind;
#[cfg(target_has_atomic = "64")]
use crate::free::links::Links;
use crate::free::quarantine::QuarantineClass;
use crate::free::{FreeSlots, FreeSlotsClass, FreeTable};
use crate::guard::{CellClass, Generation, Guard, Live, NoGuard};
use crate::layout::slots::Slot;
use crate::marks::{HasMarks, MarkClass, Marks};
use crate::table::{Table, TableClass, packed_words};
use bytemuck::Pod;
#[cfg(target_has_atomic = "64")]
use bytemuck::Zeroable;
use code::{Code, CodeClass};
use core::panic::{RefUnwindSafe, UnwindSafe};
use plan::guard_kind;

pub(crate) mod code;
pub(crate) mod of;
pub(crate) mod plan;
pub(crate) mod sized;
pub(crate) mod slots;
pub(crate) mod spec;

mod sealed {
    pub trait Sealed {}
    pub trait Holds<T: ?Sized> {}
}

/// The types and widths of a pool.
///
/// The macros choose the layout, and users cannot implement this trait. Functions over any pool bound the layout with
/// [`Tracked`], [`Tabled`], [`Marked`] or [`Watched`]: see [`PoolSpec`](crate::PoolSpec).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a pool layout",
    note = "`#[derive(Pool)]` and `pool!` choose the layout"
)]
pub trait Layout: sealed::Sealed + Holds<()> + 'static {
    /// The number of slots.
    const CAPACITY: u32;
    /// The bits of an index.
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
    /// The type that hands out the indices of free slots if they are in the table. It is `FreeSlots`, except with
    /// `bookkeeping = free_list`, where it is not used.
    type FreeTable: FreeTable;
    /// What `FreeSlots` keeps in a free slot: the bytes of an index, or nothing.
    type LinkBytes: Copy + Send + Sync + Unpin + UnwindSafe + RefUnwindSafe + 'static;
    /// The guard of `CAPACITY` slots.
    type Guard: Guard;
    /// The stored form of a handle. It has room for every code of an index and a generation.
    type Code: Code;
    /// A zero-sized type with the least alignment of a slot.
    type Align: Copy + Send + Sync + Unpin + 'static;
    /// A zero-sized type with the least alignment of the first slot.
    type Start: Copy + Send + Sync + Unpin + 'static;
    /// The links of `CAPACITY` slots, for plans with links.
    #[cfg(target_has_atomic = "64")]
    type Links: Links + Zeroable + Sync + 'static;
    /// The bits of `CAPACITY` slots, for plans with links on targets without 64-bit atomics.
    #[cfg(all(any(target_has_atomic = "32", feature = "portable-atomic"), not(target_has_atomic = "64")))]
    type Bits: crate::free::bits::Bits + bytemuck::Zeroable + Sync + 'static;
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
    /// Whether the items are owned by boxes. Then no pool has this layout.
    const OWNED: bool;
}

/// A layout that can hold items of type `T`: any `T`, but only plain data under `guard = none`.
#[diagnostic::on_unimplemented(
    message = "`guard = none` needs an item that is plain data: `{T}` is not `bytemuck::Pod`",
    label = "`{T}` may hold more than plain data",
    note = "without a guard every slot can be read at any time: as zero bytes, or as the bytes of a removed object",
    note = "derive `bytemuck::Pod` for `{T}`, or choose `guard = live` (one bit per slot)"
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
pub trait Tabled: Layout<FreeSlots = <Self as Layout>::FreeTable> {}

/// A layout of a pool with marks.
#[diagnostic::on_unimplemented(
    message = "this pool has no marks",
    label = "needs `marks`",
    note = "`marks` allows 8 marks at once: `#[pool(capacity = 64, marks)]`, or `Name: [Type; 64], marks;` in `pool!`"
)]
pub trait Marked: Layout {}

/// A layout of a pool that notes which of its slots changed.
#[diagnostic::on_unimplemented(
    message = "this pool does not note changes; `changes` does",
    label = "needs `changes`",
    note = "`changes` takes one bit per slot: `#[pool(capacity = 64, changes)]`, or `Name: [Type; 64], changes;` in \
            `pool!`"
)]
pub trait Watched: Tracked {}

/// The layout with these parameters. The macros read them off a [`Plan`](plan::Plan).
///
/// | parameter | meaning |
/// |---|---|
/// | `CAPACITY` | number of slots |
/// | `TABLE` | bits of a table entry; for a free list, the bits of a link plus 100 |
/// | `WORDS` | number of `u32` words of packed bits; 0 for a free list |
/// | `GUARD`, `LIVE_WORDS` | kind of guard, number of `u32` words of live bits |
/// | `GENERATIONS`, `RETIRING` | generations of a slot, how many of these (0 or 1) are reserved for retired slots |
/// | `HANDLE` | bits of a handle, plus 100 if it has no niche |
/// | `ALIGN` | least alignment of a slot in bytes |
/// | `MARKS`, `MARK_LINKS` | marks that can be out at once, bits of a link of the list of marks (0: no list) |
/// | `START` | least alignment of the first slot in bytes |
/// | `QUARANTINE`, `RING` | slots that wait after they were given back, bits of their indices (0: none waits) |
/// | `CHANGES`, `CHANGE_WORDS` | whether changes are noted (0 or 1), number of `u32` words of changed bits |
#[derive(Debug)]
pub struct Fixed<
    const CAPACITY: usize,
    const TABLE: u8,
    const WORDS: usize,
    const GUARD: u8,
    const LIVE_WORDS: usize,
    const GENERATIONS: u32,
    const RETIRING: usize,
    const HANDLE: u8,
    const ALIGN: usize,
    const MARKS: usize = 0,
    const MARK_LINKS: u8 = 0,
    const START: usize = 1,
    const QUARANTINE: usize = 0,
    const RING: u8 = 0,
    const CHANGES: u8 = 0,
    const CHANGE_WORDS: usize = 0,
>;

/// The guards that exist, as [`Class`]es of [`guard_kind`].
pub trait GuardClass: GuardHolds<()> {
    /// Whether the guard knows which slots are live.
    const TRACKS: bool;
    /// The bits of generation that the guard has room for.
    const GENERATION_BITS: u32;
    /// The guard of `N` slots.
    type Guard<const N: usize, const LIVE_WORDS: usize, const GENERATIONS: u32, const RETIRING: usize>: Guard;
    /// The keys of a side table of `N` slots.
    type Keys<const N: usize, const LIVE_WORDS: usize, const GENERATIONS: u32>: Guard;
}

/// The keys of a side table whose pool has a guard that knows nothing: a live flag per slot. (The layout has no words
/// for live bits.)
type KeysAlone<const N: usize> = Generation<u8, N, 1, 0>;

impl GuardClass for Class<{ guard_kind::NONE }> {
    const TRACKS: bool = false;
    const GENERATION_BITS: u32 = 0;
    type Guard<const N: usize, const LIVE_WORDS: usize, const GENERATIONS: u32, const RETIRING: usize> =
        NoGuard<N>;
    type Keys<const N: usize, const LIVE_WORDS: usize, const GENERATIONS: u32> = KeysAlone<N>;
}

impl GuardClass for Class<{ guard_kind::LIVE }> {
    const TRACKS: bool = true;
    const GENERATION_BITS: u32 = 0;
    type Guard<const N: usize, const LIVE_WORDS: usize, const GENERATIONS: u32, const RETIRING: usize> =
        Live<N, LIVE_WORDS>;
    type Keys<const N: usize, const LIVE_WORDS: usize, const GENERATIONS: u32> = Live<N, LIVE_WORDS>;
}

impl GuardClass for Class<{ guard_kind::OWNED }> {
    const TRACKS: bool = false;
    const GENERATION_BITS: u32 = 0;
    type Guard<const N: usize, const LIVE_WORDS: usize, const GENERATIONS: u32, const RETIRING: usize> =
        NoGuard<N>;
    type Keys<const N: usize, const LIVE_WORDS: usize, const GENERATIONS: u32> = KeysAlone<N>;
}

macro_rules! generation_guards {
    ($($kind:ident),*) => {$(
        impl GuardClass for Class<{ guard_kind::$kind }> {
            const TRACKS: bool = true;
            const GENERATION_BITS: u32 = guard_kind::$kind as u32 - 1;
            type Guard<const N: usize, const LIVE_WORDS: usize, const GENERATIONS: u32, const RETIRING: usize> =
                Generation<<Self as CellClass>::Cell, N, GENERATIONS, RETIRING>;
            type Keys<const N: usize, const LIVE_WORDS: usize, const GENERATIONS: u32> =
                Generation<<Self as CellClass>::Cell, N, GENERATIONS, 0>;
        }
    )*};
}

generation_guards!(GENERATION_8, GENERATION_16, GENERATION_32);

/// Guards that can hold items of type `T`.
pub trait GuardHolds<T: ?Sized> {}

impl<T: Pod> GuardHolds<T> for Class<{ guard_kind::NONE }> {}
impl<T: ?Sized> GuardHolds<T> for Class<{ guard_kind::OWNED }> {}

/// Guards that know which slots are live.
#[diagnostic::on_unimplemented(
    message = "a pool with `guard = none` does not know which of its slots are live",
    note = "this compiles with `guard = live` (one bit per slot) and `guard = generation`"
)]
pub trait GuardTracks: GuardClass {}

macro_rules! tracking_guards {
    ($($kind:ident),*) => {$(
        impl<T: ?Sized> GuardHolds<T> for Class<{ guard_kind::$kind }> {}
        impl GuardTracks for Class<{ guard_kind::$kind }> {}
    )*};
}

tracking_guards!(LIVE, GENERATION_8, GENERATION_16, GENERATION_32);

impl<
    const CAPACITY: usize,
    const TABLE: u8,
    const WORDS: usize,
    const GUARD: u8,
    const LIVE_WORDS: usize,
    const GENERATIONS: u32,
    const RETIRING: usize,
    const HANDLE: u8,
    const ALIGN: usize,
    const MARKS: usize,
    const MARK_LINKS: u8,
    const START: usize,
    const QUARANTINE: usize,
    const RING: u8,
    const CHANGES: u8,
    const CHANGE_WORDS: usize,
> Layout
    for Fixed<
        CAPACITY,
        TABLE,
        WORDS,
        GUARD,
        LIVE_WORDS,
        GENERATIONS,
        RETIRING,
        HANDLE,
        ALIGN,
        MARKS,
        MARK_LINKS,
        START,
        QUARANTINE,
        RING,
        CHANGES,
        CHANGE_WORDS,
    >
where
    Class<TABLE>: FreeSlotsClass,
    Class<GUARD>: GuardClass,
    Class<HANDLE>: CodeClass,
    Class<MARK_LINKS>: MarkClass,
    Alignment<ALIGN>: Align,
    Alignment<START>: Align,
    Class<RING>: QuarantineClass,
    Class<CHANGES>: ChangesClass,
{
    const CAPACITY: u32 = {
        if CAPACITY == 0 || CAPACITY as u64 > u32::MAX as u64 {
            plan::capacity_out_of_range(CAPACITY, TABLE);
        }
        CAPACITY as u32
    };
    const INDEX_BITS: u32 = plan::index_bits(Self::CAPACITY);
    const GENERATIONS: u32 = {
        assert!(RETIRING <= 1, "RETIRING is 0 or 1");
        assert!(GENERATIONS > RETIRING as u32, "a pool layout needs at least one generation");
        GENERATIONS - RETIRING as u32
    };
    const CHECK: () = {
        let is_list = Self::FreeSlots::IN_SLOTS;
        assert!(is_list || plan::is_table_width(TABLE), "no table has this width");
        let table_bits = if is_list { TABLE - list_kind::LIST } else { TABLE };
        if Self::INDEX_BITS > table_bits as u32 {
            plan::capacity_out_of_range(CAPACITY, TABLE);
        }
        assert!(
            !is_list || <Class<GUARD> as GuardClass>::TRACKS,
            "a free list needs a guard that knows which slots are free"
        );
        assert!(
            WORDS == if is_list { 0 } else { packed_words(CAPACITY, TABLE) },
            "the table's words do not match the capacity"
        );
        let live_words = match GUARD {
            guard_kind::LIVE => plan::live_words(CAPACITY),
            // Boxes that are counted have no bits.
            guard_kind::OWNED if LIVE_WORDS != 0 => plan::shared_words(CAPACITY),
            _ => 0,
        };
        assert!(LIVE_WORDS == live_words, "the live words do not match the capacity");
        assert!(
            Self::GENERATIONS >= 1
                && plan::generation_bits(GENERATIONS) <= <Class<GUARD> as GuardClass>::GENERATION_BITS,
            "the guard has no room for this many generations"
        );
        assert!(
            plan::largest_code(Self::CAPACITY, GENERATIONS) <= <Self::Code as Code>::LARGEST,
            "the handle is too narrow for the capacity and the generations"
        );
        assert!(
            MARK_LINKS == plan::mark_link_bits(CAPACITY, MARKS) && MARKS <= plan::MAX_MARKS,
            "the links do not match the capacity and the marks"
        );
        assert!(
            CAPACITY as u64 + MARKS as u64 <= u32::MAX as u64,
            "there are too many slots and marks to number"
        );
        assert!(
            MARKS == 0 || <Class<GUARD> as GuardClass>::TRACKS,
            "marks need a guard that knows which slots are live"
        );
        let ring_bits = if QUARANTINE == 0 { 0 } else { plan::ring_bits(CAPACITY) };
        assert!(
            (QUARANTINE == 0) == (RING == 0) && RING >= ring_bits,
            "the entries of the quarantine do not match the capacity"
        );
        assert!(QUARANTINE as u64 <= plan::MAX_QUARANTINE, "the quarantine is too large");
        // The quarantine of `Sized24` is the same for every capacity.
        let is_sized = TABLE == 24 && QUARANTINE == plan::QUARANTINE_OF_SIZED_24;
        assert!(QUARANTINE <= CAPACITY || is_sized, "the quarantine has more slots than the pool");
        assert!(
            QUARANTINE == 0 || <Class<GUARD> as GuardClass>::TRACKS,
            "a quarantine needs a guard that knows which slots are live"
        );
        let change_words = if CHANGES == 0 { 0 } else { plan::live_words(CAPACITY) };
        assert!(CHANGE_WORDS == change_words, "the words of changed bits do not match the capacity");
        assert!(
            CHANGES == 0 || <Class<GUARD> as GuardClass>::TRACKS,
            "changes need a guard that knows which slots are live"
        );
        // The types below are made of the parameters that were checked above.
        assert!(
            is_list
                || <Self::Table as Table>::CAPACITY == CAPACITY
                    && <Self::Table as Table>::BITS == TABLE as u32
        );
        assert!(Self::FreeSlots::CAPACITY == Self::CAPACITY);
        assert!(Self::FreeSlots::QUARANTINE as usize == QUARANTINE);
        assert!(
            <Self::Guard as Guard>::CAPACITY == CAPACITY
                && <Self::Guard as Guard>::GENERATIONS == GENERATIONS
        );
        assert!(<Self::Guard as Guard>::TRACKS == <Class<GUARD> as GuardClass>::TRACKS);
        assert!(
            <Self::Keys as Guard>::TRACKS
                && <Self::Keys as Guard>::CAPACITY == CAPACITY
                && <Self::Keys as Guard>::GENERATIONS >= Self::GENERATIONS
        );
    };
    type Table = <Class<TABLE> as FreeSlotsClass>::Table<CAPACITY, WORDS>;
    type FreeSlots = <Class<RING> as QuarantineClass>::Behind<
        <Class<TABLE> as FreeSlotsClass>::FreeSlots<CAPACITY, WORDS>,
        QUARANTINE,
    >;
    type FreeTable = <Class<RING> as QuarantineClass>::TableBehind<Self::Table, QUARANTINE>;
    type LinkBytes = <Class<TABLE> as FreeSlotsClass>::LinkBytes;
    type Guard = <Class<GUARD> as GuardClass>::Guard<CAPACITY, LIVE_WORDS, GENERATIONS, RETIRING>;
    type Code = <Class<HANDLE> as CodeClass>::Code;
    type Align = <Alignment<ALIGN> as Align>::Marker;
    type Start = <Alignment<START> as Align>::Marker;
    #[cfg(target_has_atomic = "64")]
    type Links = <Class<TABLE> as FreeSlotsClass>::Links<CAPACITY>;
    #[cfg(all(any(target_has_atomic = "32", feature = "portable-atomic"), not(target_has_atomic = "64")))]
    type Bits = crate::free::bit_array::BitArray<CAPACITY, LIVE_WORDS>;
    type Array<T> = [T; CAPACITY];
    type Keys = <Class<GUARD> as GuardClass>::Keys<CAPACITY, LIVE_WORDS, GENERATIONS>;
    type Marks = <Class<MARK_LINKS> as MarkClass>::Marks<CAPACITY, MARKS>;
    type Changes = <Class<CHANGES> as ChangesClass>::Changes<CHANGE_WORDS>;
    const OWNED: bool = GUARD == guard_kind::OWNED;
    type Slots<T> = [Slot<T, Self::Align, Self::LinkBytes>; CAPACITY];
}

/// Writes `impl $trait for Fixed<..>` for traits without items: the impl only says where the trait holds.
macro_rules! impl_for_fixed {
    ($(#[$attribute:meta])* $($item:ident: ?Sized)?, $trait:path $(where $($bounds:tt)+)?) => {
        $(#[$attribute])*
        impl<
            $($item: ?Sized,)?
            const CAPACITY: usize,
            const TABLE: u8,
            const WORDS: usize,
            const GUARD: u8,
            const LIVE_WORDS: usize,
            const GENERATIONS: u32,
            const RETIRING: usize,
            const HANDLE: u8,
            const ALIGN: usize,
            const MARKS: usize,
            const MARK_LINKS: u8,
            const START: usize,
            const QUARANTINE: usize,
            const RING: u8,
            const CHANGES: u8,
            const CHANGE_WORDS: usize,
        > $trait for Fixed<
            CAPACITY, TABLE, WORDS, GUARD, LIVE_WORDS, GENERATIONS, RETIRING, HANDLE, ALIGN, MARKS, MARK_LINKS,
            START, QUARANTINE, RING, CHANGES, CHANGE_WORDS,
        >
        $(where $($bounds)+)?
        {
        }
    };
}

// Users should not read about these bounds, but the messages on the traits.
impl_for_fixed!(, sealed::Sealed);
impl_for_fixed!(#[diagnostic::do_not_recommend] T: ?Sized, sealed::Holds<T> where Class<GUARD>: GuardHolds<T>);
impl_for_fixed!(#[diagnostic::do_not_recommend] T: ?Sized, Holds<T> where Class<GUARD>: GuardHolds<T>);
impl_for_fixed!(
    #[diagnostic::do_not_recommend],
    Tabled where
    Self: Layout<FreeSlots = <Self as Layout>::FreeTable>,
    Class<TABLE>: TableClass
);
impl_for_fixed!(#[diagnostic::do_not_recommend], Tracked where Self: Layout, Class<GUARD>: GuardTracks);
impl_for_fixed!(#[diagnostic::do_not_recommend], Marked where Self: Layout, Class<MARK_LINKS>: HasMarks);
impl_for_fixed!(#[diagnostic::do_not_recommend], Watched where Self: Tracked, Class<CHANGES>: HasChanges);
