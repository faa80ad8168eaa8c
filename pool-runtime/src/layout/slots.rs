//! Slots: the storage of a pool's items, reached by raw pointer one slot at a time.
//!
//! No reference to the whole array is made while a reference into a slot can live. The pool knows which slots are
//! initialised: those that its guard says are live, or all of them under `guard = none`.

#![expect(unsafe_code, reason = "slots are uninitialised memory")]

use crate::base::alignment::Started;
use crate::base::element::{reference, reference_mut};
use crate::base::prefetch::prefetch;
use crate::free::{FreeSlots, SlotMemory};
use crate::guard::walk::Visited;
use crate::layout::Layout;
use crate::layout::spec::PoolSpec;
use core::fmt;
use core::mem::{ManuallyDrop, MaybeUninit};

/// One slot: a `T` at offset 0, aligned at least like `A`. A free slot can hold an `L` instead. The slot has room for
/// both.
#[repr(C)]
#[derive(Debug)]
pub struct Slot<T, A, L: Copy> {
    align: [A; 0],
    content: Content<T, L>,
}

/// The bytes of a link are bytes of the content even where they are padding of an item. So a move of the slot keeps
/// them.
#[repr(C)]
union Content<T, L: Copy> {
    item: ManuallyDrop<MaybeUninit<T>>,
    link: MaybeUninit<L>,
}

impl<T, L: Copy> fmt::Debug for Content<T, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Content(..)")
    }
}

type LinkOf<P> = <<P as PoolSpec>::Layout as Layout>::LinkBytes;
type SlotOf<P> = Slot<<P as PoolSpec>::Item, <<P as PoolSpec>::Layout as Layout>::Align, LinkOf<P>>;

type ArrayOf<P> = <<P as PoolSpec>::Layout as Layout>::Slots<<P as PoolSpec>::Item>;

/// The slots of a pool.
#[repr(transparent)]
pub(crate) struct Slots<P: PoolSpec>(MaybeUninit<Started<<P::Layout as Layout>::Start, ArrayOf<P>>>);

impl<P: PoolSpec> Slots<P> {
    /// The bytes from one slot to the next: 0 for zero-sized items.
    pub(crate) const STRIDE: usize = size_of::<SlotOf<P>>();

    pub(crate) const fn uninit() -> Self {
        Slots(MaybeUninit::uninit())
    }

    pub(crate) const fn zeroed() -> Self {
        Slots(MaybeUninit::zeroed())
    }

    /// Returns the slots for reading.
    #[inline(always)]
    pub(crate) fn as_ptr(&self) -> SlotsPtr<P> {
        SlotsPtr((&raw const self.0).cast_mut().cast())
    }

    /// Returns the slots for reading and writing.
    #[inline(always)]
    pub(crate) fn as_mut_ptr(&mut self) -> SlotsPtr<P> {
        SlotsPtr((&raw mut self.0).cast())
    }

    /// Returns the slots as memory, for reading, if free slots are in them.
    #[inline(always)]
    pub(crate) fn memory(&self) -> SlotMemory {
        if <P::Layout as Layout>::FreeSlots::IN_SLOTS {
            return self.as_ptr().memory();
        }
        SlotMemory::NONE
    }

    /// Returns the slots as memory, for reading and writing, if free slots are in them.
    #[inline(always)]
    pub(crate) fn memory_mut(&mut self) -> SlotMemory {
        if <P::Layout as Layout>::FreeSlots::IN_SLOTS {
            return self.as_mut_ptr().memory();
        }
        SlotMemory::NONE
    }

    /// Puts an item in a slot. What the slot held is forgotten.
    ///
    /// # Safety
    ///
    /// 1. `index` is below the capacity.
    #[inline(always)]
    pub(crate) unsafe fn put(&mut self, index: usize, item: P::Item) {
        // SAFETY: 1. the caller promises it. 2. the slots are borrowed. 3. the pointer comes from `as_mut_ptr`.
        let slot = unsafe { self.as_mut_ptr().at(index) };
        // SAFETY: the slot is memory for an item, which is borrowed for writing.
        unsafe { core::ptr::write(slot, item) };
    }

    /// Takes the item out of a slot.
    ///
    /// # Safety
    ///
    /// 1. `index` is below the capacity, and the slot holds an item that nobody uses afterwards.
    #[inline(always)]
    pub(crate) unsafe fn take(&mut self, index: usize) -> P::Item {
        // SAFETY: 1. the caller promises it. 2. the slots are borrowed. 3. the pointer is only read through.
        let slot = unsafe { self.as_mut_ptr().at(index) };
        // SAFETY: the slot holds an item, which belongs to the caller from here on (1.).
        unsafe { slot.read() }
    }

    /// Drops the item in a slot.
    ///
    /// # Safety
    ///
    /// 1. `index` is below the capacity, and the slot holds an item that nobody uses afterwards.
    #[inline(always)]
    pub(crate) unsafe fn drop_item(&mut self, index: usize) {
        // SAFETY: 1. the caller promises it. 2. the slots are borrowed. 3. the pointer comes from `as_mut_ptr`.
        let slot = unsafe { self.as_mut_ptr().at(index) };
        // SAFETY: the slot holds an item, which belongs to this call (1.).
        unsafe { slot.drop_in_place() };
    }

    /// Lends the item in a slot.
    ///
    /// # Safety
    ///
    /// 1. `index` is below the capacity, and the slot holds an item.
    #[inline(always)]
    pub(crate) unsafe fn lend(&self, index: usize) -> &P::Item {
        // As `as_ptr` and `at` do, in fewer steps without optimisation.
        let first = (&raw const self.0).cast::<SlotOf<P>>();
        // SAFETY: the slots are an array, and the caller promises that the one at `index` is within it.
        let slot = unsafe { first.add(index) };
        // SAFETY: the slot holds an item, at its offset 0 (see `at`), and the slots are borrowed for as long as the
        // reference lives.
        unsafe { reference(slot.cast()) }
    }

    /// Lends the item in a slot, for writing.
    ///
    /// # Safety
    ///
    /// 1. `index` is below the capacity, and the slot holds an item.
    #[inline(always)]
    pub(crate) unsafe fn lend_mut(&mut self, index: usize) -> &mut P::Item {
        // SAFETY: 1. the caller promises it. 2. the slots are borrowed. 3. the pointer comes from `as_mut_ptr`.
        let slot = unsafe { self.as_mut_ptr().at(index) };
        // SAFETY: the slot holds an item (1.), and the slots are mutably borrowed for as long as the reference lives.
        unsafe { reference_mut(slot) }
    }
}

/// The slots of a pool as a raw pointer. A pointer from [`Slots::as_ptr`] is for reading only.
pub(crate) struct SlotsPtr<P: PoolSpec>(*mut SlotOf<P>);

impl<P: PoolSpec> Clone for SlotsPtr<P> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: PoolSpec> Copy for SlotsPtr<P> {}

impl<P: PoolSpec> SlotsPtr<P> {
    /// Returns a pointer to the item of the slot at `index`.
    ///
    /// # Safety
    ///
    /// 1. `index` is below the capacity.
    /// 2. The slots from which this value was made still exist, and no reference to all of them was made since.
    /// 3. The result is written through only if this value came from [`Slots::as_mut_ptr`].
    #[inline(always)]
    pub(crate) unsafe fn at(self, index: usize) -> *mut P::Item {
        invariant!(index < <P::Layout as Layout>::CAPACITY as usize, "a slot beyond the capacity");
        // SAFETY: the slots are an array of `CAPACITY` slots, so the slot at `index` is within them (1.). The pointer
        // is still valid for the array (2.). The item is at offset 0 of its slot: the struct is `repr(C)`, and only
        // an empty array comes before it.
        unsafe { self.0.add(index).cast() }
    }

    /// Returns the slots as memory.
    #[inline(always)]
    fn memory(self) -> SlotMemory {
        SlotMemory::new(self.0.cast(), Slots::<P>::STRIDE)
    }

    /// Returns the address of the first slot.
    #[inline(always)]
    pub(crate) fn addr(self) -> usize {
        self.0.addr()
    }
}

impl<P: PoolSpec> Visited for &Slots<P> {
    const IS_FAR: bool = <SlotsPtr<P> as Visited>::IS_FAR;

    #[inline(always)]
    fn prefetch(self, index: usize) {
        self.as_ptr().prefetch(index);
    }
}

impl<P: PoolSpec> Visited for SlotsPtr<P> {
    // In a pool of 4 MiB, to look ahead took as much time as it saved.
    const IS_FAR: bool =
        (<P::Layout as Layout>::CAPACITY as u64).saturating_mul(Slots::<P>::STRIDE as u64) > 8 << 20;

    #[inline(always)]
    fn prefetch(self, index: usize) {
        prefetch(self.0.wrapping_add(index));
    }
}

/// Drops the items of all slots that `next` returns. If a destructor panics, the remaining items are dropped too.
///
/// # Safety
///
/// 1. `slots` came from [`Slots::as_mut_ptr`] and is valid during the call.
/// 2. Every index that `next` returns is below the capacity, and is returned once.
/// 3. The slots of these indices hold items that nobody uses afterwards.
pub(crate) unsafe fn drop_items<P: PoolSpec>(slots: SlotsPtr<P>, next: impl FnMut() -> Option<usize>) {
    struct Rest<P: PoolSpec, F: FnMut() -> Option<usize>>(SlotsPtr<P>, F);

    impl<P: PoolSpec, F: FnMut() -> Option<usize>> Rest<P, F> {
        fn drop_items(&mut self) {
            while let Some(index) = (self.1)() {
                // SAFETY: 1. The caller promises that `next` returns indices below the capacity. 2. and 3. The caller
                // promises valid slots that can be written.
                let item = unsafe { self.0.at(index) };
                // SAFETY: the slot holds an item, which nobody uses afterwards, and `next` does not return its index
                // again.
                unsafe { item.drop_in_place() };
            }
        }
    }

    impl<P: PoolSpec, F: FnMut() -> Option<usize>> Drop for Rest<P, F> {
        fn drop(&mut self) {
            self.drop_items();
        }
    }

    // Runs to the end here. If the destructor of an item unwinds through it, the destructor of `Rest` continues.
    Rest(slots, next).drop_items();
}
