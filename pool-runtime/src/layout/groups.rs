//! The groups of parameters of a [`Fixed`](crate::layout::fixed::Fixed) layout: each is a type with a few numbers.
//!
//! A group states its parameters on its struct and on its impl. Nothing else lists them. So a group gets another
//! parameter without a change to the others: on the struct, on the impl, and as a const or a type of the trait of the
//! group if the layout reads it. A choice without numbers, such as another guard, is another type with an impl of that
//! trait. Which type stands for a group follows from the keys of a pool; its numbers follow from the capacity.
//!
//! The lengths of arrays must be const parameters, and the capacity is a parameter of only one group. So that group
//! makes what the others describe: `SlotCount<1000>` makes a [`SlotGroup::Table`] of `TableBits<16>`, which is a
//! [`FreeGroup::Table`] of 1,000 entries.

use crate::base::alignment::{Align, Alignment};
use crate::base::class::Class;
use crate::base::link_bytes::LinkBytes;
use crate::changes::{ChangedSlots, Changes, NoChanges};
use crate::free::FreeSlots;
use crate::free::free_list::FreeList;
use crate::free::index_stack::IndexStack;
#[cfg(target_has_atomic = "32")]
use crate::free::link_array::LinkArray;
#[cfg(target_has_atomic = "32")]
use crate::free::links::Links;
use crate::free::quarantine::Quarantine;
use crate::guard::{Generation, Guard, Live, NoGuard};
use crate::layout::code::{Code, Code24, NonZeroCode24};
use crate::layout::slots::Slot;
use crate::marks::{MarkList, Marks, NoMarks};
use crate::seats::{InSlots, Positions, Seats};
use crate::table::{NoEntries, Table, TableClass};
use bytemuck::Pod;
#[cfg(any(target_has_atomic = "32", feature = "portable-atomic"))]
use bytemuck::Zeroable;
use core::num::{NonZeroU8, NonZeroU16, NonZeroU32};
use core::panic::{RefUnwindSafe, UnwindSafe};

/// How many slots there are, the least alignment of a slot, and that of the first slot, in bytes.
#[derive(Debug)]
pub struct SlotCount<const SLOTS: usize, const ALIGN: usize = 1, const START: usize = 1>;

/// A table of the indices of free slots: the bits of an entry, and the number of `u32` words of its packed bits.
#[derive(Debug)]
pub struct TableBits<const BITS: u8, const WORDS: usize = 0>;

/// A list of free slots, each of which holds the index of the next: the bits of such a link. There is no table.
#[derive(Debug)]
pub struct LinkBits<const BITS: u8>;

/// No guard: `guard = none`.
#[derive(Debug)]
pub struct Unguarded;

/// A live bit per slot, in this number of `u32` words: `guard = live`.
#[derive(Debug)]
pub struct LiveWords<const WORDS: usize>;

/// A cell per slot, with a live flag and a generation: `guard = generation`. The number of generations, the bits of a
/// cell, and how many of the generations (0 or 1) are reserved for retired slots.
#[derive(Debug)]
pub struct Cells<const GENERATIONS: u32, const BITS: u8, const RETIRING: usize = 0>;

/// A box owns each slot that is in use, so nothing is tracked. The number of `u32` words of the bits that threads
/// share: 0 where they share links, and where the free slots are in a stack.
#[derive(Debug)]
pub struct Owned<const WORDS: usize = 0>;

/// The bits of a handle, whether a bit pattern is left over for `None`, and the number of slots for which handles and
/// saves have room: 0 for the capacity, more with `grows_to`.
#[derive(Debug)]
pub struct HandleBits<const BITS: u8, const NICHE: bool = true, const REACH: u32 = 0>;

/// The quarantine: how many slots wait after they were freed, the bits of their indices, and whether none of them
/// is used before others took its place. 0 and 0: none waits.
#[derive(Debug)]
pub struct Waiting<const SLOTS: usize, const BITS: u8, const STRICT: bool = false>;

/// How many marks can be out at once, and the bits of a link in the list of marks. `()`: the pool has no marks.
#[derive(Debug)]
pub struct MarksAtMost<const MARKS: usize, const LINK: u8>;

/// A bit per slot that may have changed, in this number of `u32` words. `()`: changes are not noted.
#[derive(Debug)]
pub struct ChangeWords<const WORDS: usize>;

/// A [`SlotCount`]: makes what the other groups describe, for its number of slots.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say how many slots there are",
    label = "not a count of slots that exists",
    note = "`SlotCount<SLOTS, ALIGN, START>` is a count of slots, with alignments that are powers of two from 1 to \
            65,536"
)]
pub trait SlotGroup: 'static {
    /// The number of slots.
    const SLOTS: usize;
    /// The least alignment of a slot in bytes.
    const ALIGN: usize;
    /// A zero-sized type with the least alignment of a slot.
    type Align: Copy + Send + Sync + Unpin + 'static;
    /// A zero-sized type with the least alignment of the first slot.
    type Start: Copy + Send + Sync + Unpin + 'static;
    /// An array of a `T` for each slot.
    type Array<T>;
    /// An array of slots, each of which has room for a `T` or an `L`.
    type Slots<T, L: Copy>;
    /// The table of `F`.
    type Table<F: FreeGroup>: Table;
    /// The type that hands out the free slots of `F`.
    type FreeSlots<F: FreeGroup>: FreeSlots;
    /// The links of boxes whose free slots are `F`.
    #[cfg(target_has_atomic = "32")]
    type Links<F: FreeGroup>: Links + Zeroable + Sync + 'static;
    /// The guard `G`.
    type Guard<G: GuardGroup>: Guard;
    /// The keys of a side table of a pool with the guard `G`.
    type Keys<G: GuardGroup>: Guard;
    /// The bits of boxes with the guard `G`.
    #[cfg(all(any(target_has_atomic = "32", feature = "portable-atomic"), not(target_has_atomic = "64")))]
    type Bits<G: GuardGroup>: crate::free::bits::Bits + Zeroable + Sync + 'static;
    /// The list of marks `M`.
    type Marks<M: MarkGroup>: Marks;
}

#[diagnostic::do_not_recommend]
impl<const SLOTS: usize, const ALIGN: usize, const START: usize> SlotGroup for SlotCount<SLOTS, ALIGN, START>
where
    Alignment<ALIGN>: Align,
    Alignment<START>: Align,
{
    const SLOTS: usize = SLOTS;
    const ALIGN: usize = ALIGN;
    type Align = <Alignment<ALIGN> as Align>::Marker;
    type Start = <Alignment<START> as Align>::Marker;
    type Array<T> = [T; SLOTS];
    type Slots<T, L: Copy> = [Slot<T, Self::Align, L>; SLOTS];
    type Table<F: FreeGroup> = F::Table<SLOTS>;
    type FreeSlots<F: FreeGroup> = F::FreeSlots<SLOTS>;
    #[cfg(target_has_atomic = "32")]
    type Links<F: FreeGroup> = F::Links<SLOTS>;
    type Guard<G: GuardGroup> = G::Guard<SLOTS>;
    type Keys<G: GuardGroup> = G::Keys<SLOTS>;
    #[cfg(all(any(target_has_atomic = "32", feature = "portable-atomic"), not(target_has_atomic = "64")))]
    type Bits<G: GuardGroup> = G::Bits<SLOTS>;
    type Marks<M: MarkGroup> = M::Marks<SLOTS>;
}

/// How free slots are handed out: [`TableBits`] or [`LinkBits`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say where the free slots are",
    label = "not a table or a list that exists",
    note = "`TableBits<BITS, WORDS>` is a table with entries of 8, 9, 10, 12, 16, 17, 18, 20, 24 or 32 bits, \
            `LinkBits<BITS>` a free list with links of 8, 16, 24 or 32 bits"
)]
pub trait FreeGroup: 'static {
    /// The bits of an entry of the table, or of a link of the list.
    const BITS: u8;
    /// The number of `u32` words of packed bits.
    const WORDS: usize;
    /// The table of `N` entries. A list has a table without entries.
    type Table<const N: usize>: Table;
    /// The type that hands out the indices of `N` slots.
    type FreeSlots<const N: usize>: FreeSlots;
    /// The bytes of an index.
    type Index: LinkBytes;
    /// What a free slot holds: the bytes of an index, or nothing.
    type LinkBytes: Copy + Send + Sync + Unpin + UnwindSafe + RefUnwindSafe + 'static;
    /// The links of `N` slots for boxes. They are as wide as the table if an integer has that width.
    #[cfg(target_has_atomic = "32")]
    type Links<const N: usize>: Links + Zeroable + Sync + 'static;
}

#[diagnostic::do_not_recommend]
impl<const BITS: u8, const WORDS: usize> FreeGroup for TableBits<BITS, WORDS>
where
    Class<BITS>: TableClass,
{
    const BITS: u8 = BITS;
    const WORDS: usize = WORDS;
    type Table<const N: usize> = <Class<BITS> as TableClass>::Table<N, WORDS>;
    type FreeSlots<const N: usize> = IndexStack<Self::Table<N>>;
    type Index = <Class<BITS> as TableClass>::Index;
    type LinkBytes = [u8; 0];
    #[cfg(target_has_atomic = "32")]
    type Links<const N: usize> = LinkArray<<Class<BITS> as TableClass>::Integer, N>;
}

macro_rules! lists {
    ($($bits:literal),*) => {$(
        impl FreeGroup for LinkBits<$bits> {
            const BITS: u8 = $bits;
            const WORDS: usize = 0;
            type Table<const N: usize> = NoEntries;
            type FreeSlots<const N: usize> = FreeList<Self::LinkBytes, N>;
            type Index = Self::LinkBytes;
            type LinkBytes = [u8; $bits / 8];
            #[cfg(target_has_atomic = "32")]
            type Links<const N: usize> = LinkArray<u32, N>;
        }
    )*};
}

lists!(8, 16, 24, 32);

/// Free slots in a table.
pub trait HasTable: FreeGroup {}

impl<const BITS: u8, const WORDS: usize> HasTable for TableBits<BITS, WORDS> where Self: FreeGroup {}

/// What handles are checked against: [`Unguarded`], [`LiveWords`], [`Cells`] or [`Owned`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say what guards the slots",
    label = "not a guard that exists",
    note = "the guards are `Unguarded`, `LiveWords<WORDS>`, `Cells<GENERATIONS, BITS, RETIRING>` with `BITS` of 8, \
            16 or 32 bits, and `Owned<WORDS>`"
)]
pub trait GuardGroup: GuardHolds<()> + 'static {
    /// Whether the guard knows which slots are live.
    const TRACKS: bool;
    /// Whether the items are owned by boxes.
    const OWNED: bool = false;
    /// The number of `u32` words of live bits, if the guard has live bits.
    const LIVE_WORDS: Option<usize> = None;
    /// The number of `u32` words of the bits that threads share.
    const SHARED_WORDS: usize = 0;
    /// The number of generations.
    const GENERATIONS: u32 = 1;
    /// How many of the generations are reserved for retired slots.
    const RETIRING: usize = 0;
    /// The bits of a cell with its live flag.
    const CELL: u8 = 1;
    /// The guard of `N` slots.
    type Guard<const N: usize>: Guard;
    /// The keys of a side table of `N` slots.
    type Keys<const N: usize>: Guard;
    /// The bits of `N` slots that are owned by boxes.
    #[cfg(all(any(target_has_atomic = "32", feature = "portable-atomic"), not(target_has_atomic = "64")))]
    type Bits<const N: usize>: crate::free::bits::Bits + Zeroable + Sync + 'static;
}

/// The keys of a side table whose pool has a guard that knows nothing: a live flag per slot. (The layout has no words
/// for live bits.)
type KeysAlone<const N: usize> = Generation<u8, N, 1, 0>;

/// Writes the type of the bits of a guard.
macro_rules! bits {
    ($words:expr) => {
        #[cfg(all(
            any(target_has_atomic = "32", feature = "portable-atomic"),
            not(target_has_atomic = "64")
        ))]
        type Bits<const N: usize> = crate::free::bit_array::BitArray<N, { $words }>;
    };
}

impl GuardGroup for Unguarded {
    const TRACKS: bool = false;
    type Guard<const N: usize> = NoGuard<N>;
    type Keys<const N: usize> = KeysAlone<N>;
    bits!(0);
}

impl<const WORDS: usize> GuardGroup for LiveWords<WORDS> {
    const TRACKS: bool = true;
    const LIVE_WORDS: Option<usize> = Some(WORDS);
    type Guard<const N: usize> = Live<N, WORDS>;
    type Keys<const N: usize> = Live<N, WORDS>;
    bits!(0);
}

macro_rules! cells {
    ($($bits:literal: $cell:ty),*) => {$(
        impl<const GENERATIONS: u32, const RETIRING: usize> GuardGroup for Cells<GENERATIONS, $bits, RETIRING> {
            const TRACKS: bool = true;
            const GENERATIONS: u32 = GENERATIONS;
            const RETIRING: usize = RETIRING;
            const CELL: u8 = $bits;
            type Guard<const N: usize> = Generation<$cell, N, GENERATIONS, RETIRING>;
            type Keys<const N: usize> = Generation<$cell, N, GENERATIONS, 0>;
            bits!(0);
        }
    )*};
}

cells!(8: u8, 16: u16, 32: u32);

impl<const WORDS: usize> GuardGroup for Owned<WORDS> {
    const TRACKS: bool = false;
    const OWNED: bool = true;
    const SHARED_WORDS: usize = WORDS;
    type Guard<const N: usize> = NoGuard<N>;
    type Keys<const N: usize> = KeysAlone<N>;
    bits!(WORDS);
}

/// Guards that know which slots are live.
pub trait GuardTracks: GuardGroup {}

impl<const WORDS: usize> GuardTracks for LiveWords<WORDS> {}
impl<const GENERATIONS: u32, const BITS: u8, const RETIRING: usize> GuardTracks
    for Cells<GENERATIONS, BITS, RETIRING>
where
    Self: GuardGroup,
{
}

/// Guards that can hold items of type `T`.
pub trait GuardHolds<T: ?Sized> {}

impl<T: Pod> GuardHolds<T> for Unguarded {}
impl<T: ?Sized, const WORDS: usize> GuardHolds<T> for LiveWords<WORDS> {}
impl<T: ?Sized, const GENERATIONS: u32, const BITS: u8, const RETIRING: usize> GuardHolds<T>
    for Cells<GENERATIONS, BITS, RETIRING>
{
}
impl<T: ?Sized, const WORDS: usize> GuardHolds<T> for Owned<WORDS> {}

/// The stored form of a handle: [`HandleBits`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say how wide a handle is",
    label = "not a handle that exists",
    note = "`HandleBits<BITS>` is a handle of 8, 16, 24 or 32 bits with a niche for `Option`, \
            `HandleBits<BITS, false>` one of 8, 16 or 24 bits without a niche"
)]
pub trait HandleGroup: 'static {
    /// The bits of a handle.
    const BITS: u8;
    /// The declared number of slots for which handles have room. 0: the capacity.
    const REACH: u32;
    /// The stored form.
    type Code: Code;
}

macro_rules! handles {
    ($($bits:literal, $niche:literal => $code:ty;)*) => {$(
        impl<const REACH: u32> HandleGroup for HandleBits<$bits, $niche, REACH> {
            const BITS: u8 = $bits;
            const REACH: u32 = REACH;
            type Code = $code;
        }
    )*};
}

handles! {
    8, true => NonZeroU8;
    16, true => NonZeroU16;
    24, true => NonZeroCode24;
    32, true => NonZeroU32;
    8, false => u8;
    16, false => u16;
    24, false => Code24;
}

/// The quarantine: [`Waiting`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say how many slots wait",
    label = "not a quarantine that exists",
    note = "`Waiting<SLOTS, BITS>` is a quarantine with indices of 8, 16 or 32 bits, `Waiting<SLOTS, BITS, true>` a \
            strict one, `Waiting<0, 0>` none"
)]
pub trait QuarantineGroup: 'static {
    /// The number of slots that wait.
    const SLOTS: usize;
    /// The bits of the index of a slot that waits.
    const BITS: u8;
    /// Whether no slot is used while it waits.
    const IS_STRICT: bool;
    /// An `S` behind the quarantine.
    type Behind<S: FreeSlots>: FreeSlots;
}

impl<const SLOTS: usize, const STRICT: bool> QuarantineGroup for Waiting<SLOTS, 0, STRICT> {
    const SLOTS: usize = SLOTS;
    const BITS: u8 = 0;
    const IS_STRICT: bool = STRICT;
    type Behind<S: FreeSlots> = S;
}

macro_rules! quarantines {
    ($($bits:literal: $integer:ident),*) => {$(
        impl<const SLOTS: usize, const STRICT: bool> QuarantineGroup for Waiting<SLOTS, $bits, STRICT> {
            const SLOTS: usize = SLOTS;
            const BITS: u8 = $bits;
            const IS_STRICT: bool = STRICT;
            type Behind<S: FreeSlots> = Quarantine<S, $integer, SLOTS, STRICT>;
        }
    )*};
}

quarantines!(8: u8, 16: u16, 32: u32);

/// The marks: [`MarksAtMost`], or `()` for none.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say how many marks there are",
    label = "not a list of marks that exists",
    note = "`MarksAtMost<MARKS, LINK>` is a list with links of 8, 16 or 32 bits, `()` is no list"
)]
pub trait MarkGroup: 'static {
    /// How many marks can be out at once, and the bits of a link of their list; `None` without a list.
    const MARKS_AND_LINK: Option<(usize, u8)>;
    /// The list of `N` slots.
    type Marks<const N: usize>: Marks;
}

impl MarkGroup for () {
    const MARKS_AND_LINK: Option<(usize, u8)> = None;
    type Marks<const N: usize> = NoMarks;
}

macro_rules! marks {
    ($($bits:literal: $link:ty),*) => {$(
        impl<const MARKS: usize> MarkGroup for MarksAtMost<MARKS, $bits> {
            const MARKS_AND_LINK: Option<(usize, u8)> = Some((MARKS, $bits));
            type Marks<const N: usize> = MarkList<$link, N, MARKS>;
        }
    )*};
}

marks!(8: u8, 16: u16, 32: u32);

/// A list of marks.
pub trait HasMarks: MarkGroup {}

impl<const MARKS: usize, const LINK: u8> HasMarks for MarksAtMost<MARKS, LINK> where Self: MarkGroup {}

/// The set of changed slots: [`ChangeWords`], or `()` for none.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say whether changes are noted",
    label = "not a set of changed slots that exists",
    note = "`ChangeWords<WORDS>` is such a set, `()` is none"
)]
pub trait ChangeGroup: 'static {
    /// The number of `u32` words of changed bits; `None` without a set.
    const WORDS: Option<usize>;
    /// The set.
    type Changes: Changes;
}

impl ChangeGroup for () {
    const WORDS: Option<usize> = None;
    type Changes = NoChanges;
}

impl<const WORDS: usize> ChangeGroup for ChangeWords<WORDS> {
    const WORDS: Option<usize> = Some(WORDS);
    type Changes = ChangedSlots<WORDS>;
}

/// A set of changed slots.
pub trait HasChanges: ChangeGroup {}

impl<const WORDS: usize> HasChanges for ChangeWords<WORDS> {}

/// Objects at the first places, without holes. `()`: each is in its slot.
#[derive(Debug)]
pub struct WithoutHoles;

/// Where the objects are: [`WithoutHoles`], or `()` for in their slots.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say where the objects are",
    label = "not a kind of seats that exists",
    note = "`WithoutHoles` is for objects at the first places, `()` for objects in their slots"
)]
pub trait SeatGroup: 'static {
    /// Whether the objects are at the first places, without holes.
    const ARE_DENSE: bool;
    /// The places of slots, in a pool with these free slots and this table.
    type Seats<F: FreeSlots, T: Table>: Seats<F>;
    /// The slots whose objects have moved, in a pool that notes changes as a `C`.
    type Moved<C: Changes>: Changes;
}

impl SeatGroup for () {
    const ARE_DENSE: bool = false;
    type Seats<F: FreeSlots, T: Table> = InSlots;
    type Moved<C: Changes> = NoChanges;
}

impl SeatGroup for WithoutHoles {
    const ARE_DENSE: bool = true;
    type Seats<F: FreeSlots, T: Table> = Positions<T>;
    type Moved<C: Changes> = C;
}

/// Objects without holes.
pub trait DenseSeats: SeatGroup {}

impl DenseSeats for WithoutHoles {}
