//! Slots: the storage of a pool's items, reached by raw pointer one at a time.
//!
//! No reference to the whole array is made while one into a slot can live. Which slots are initialised is the business
//! of the pool: those that its guard says are live, or all of them under `guard = none`.

#![expect(unsafe_code, reason = "slots are uninitialised memory")]

use crate::base::alignment::Started;
use crate::free::SlotMemory;
use crate::layout::Layout;
use crate::layout::spec::PoolSpec;
use core::fmt;
use core::mem::{ManuallyDrop, MaybeUninit};

/// One slot: a `T` at offset 0, aligned at least as `A` is; or, in a slot that is free, an `L`. It has room for either.
#[repr(C)]
#[derive(Debug)]
pub struct Slot<T, A, L: Copy> {
    align: [A; 0],
    content: Content<T, L>,
}

/// The bytes of a link are bytes of the content, though they may be padding of an item: they are moved along with it.
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
pub(crate) struct Slots<P: PoolSpec>(MaybeUninit<Started<P::Start, ArrayOf<P>>>);

impl<P: PoolSpec> Slots<P> {
    /// Bytes from one slot to the next: 0 for zero-sized items.
    pub(crate) const STRIDE: usize = size_of::<SlotOf<P>>();

    pub(crate) const fn uninit() -> Self {
        Slots(MaybeUninit::uninit())
    }

    pub(crate) const fn zeroed() -> Self {
        Slots(MaybeUninit::zeroed())
    }

    /// The slots, for reading.
    #[inline]
    pub(crate) fn as_ptr(&self) -> SlotsPtr<P> {
        SlotsPtr((&raw const self.0).cast_mut().cast())
    }

    /// The slots, for reading and writing.
    #[inline]
    pub(crate) fn as_mut_ptr(&mut self) -> SlotsPtr<P> {
        SlotsPtr((&raw mut self.0).cast())
    }
}

/// The slots of a pool as a raw pointer: what [`Slots::as_ptr`] gave is for reading alone.
pub(crate) struct SlotsPtr<P: PoolSpec>(*mut SlotOf<P>);

impl<P: PoolSpec> fmt::Debug for SlotsPtr<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SlotsPtr").field(&self.0).finish()
    }
}

impl<P: PoolSpec> Clone for SlotsPtr<P> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: PoolSpec> Copy for SlotsPtr<P> {}

impl<P: PoolSpec> SlotsPtr<P> {
    /// The item of the slot at `index`.
    ///
    /// # Safety
    ///
    /// 1. `index` is below the capacity.
    /// 2. The slots that this was made from are still there, and no reference to all of them was made since.
    /// 3. The result is written through only if this came from [`Slots::as_mut_ptr`].
    #[inline]
    pub(crate) unsafe fn at(self, index: usize) -> *mut P::Item {
        debug_assert!(index < <P::Layout as Layout>::CAPACITY as usize, "a slot beyond the capacity");
        // SAFETY: 1. the slots are an array of `CAPACITY` slots, so the slot at `index` is within them. 2. promised by
        // the caller: the pointer is still one into them. The item is at offset 0 of its slot: `repr(C)`, behind an
        // empty array.
        unsafe { self.0.add(index).cast() }
    }

    /// The address of the first slot.
    #[inline]
    pub(crate) fn addr(self) -> usize {
        self.0.addr()
    }
}

// SAFETY: 1. an item is at the start of its slot; the pointer is as valid as `at` says.
unsafe impl<P: PoolSpec> SlotMemory for SlotsPtr<P> {
    #[inline]
    unsafe fn first_bytes<L>(self, index: usize) -> *mut L {
        const {
            assert!(
                align_of::<L>() == 1 && size_of::<L>() <= size_of::<LinkOf<P>>(),
                "a slot has no such link"
            );
        }
        // SAFETY: 1. to 3. promised by the caller.
        unsafe { self.at(index) }.cast()
    }
}

/// Drops the items of all slots that `next` names, the rest too where the destructor of one panics.
///
/// # Safety
///
/// 1. `slots` is for reading and writing, and valid during the call.
/// 2. Every index that `next` gives is below the capacity, and given once.
/// 3. The slots that it names hold items, which nobody uses afterwards.
pub(crate) unsafe fn drop_items<P: PoolSpec>(slots: SlotsPtr<P>, next: impl FnMut() -> Option<usize>) {
    struct Rest<P: PoolSpec, F: FnMut() -> Option<usize>>(SlotsPtr<P>, F);

    impl<P: PoolSpec, F: FnMut() -> Option<usize>> Rest<P, F> {
        fn drop_items(&mut self) {
            while let Some(index) = (self.1)() {
                // SAFETY: 1., 2. and 3.: promised by the caller.
                let item = unsafe { self.0.at(index) };
                // SAFETY: the slot holds an item, and it is not named again.
                unsafe { item.drop_in_place() };
            }
        }
    }

    impl<P: PoolSpec, F: FnMut() -> Option<usize>> Drop for Rest<P, F> {
        fn drop(&mut self) {
            self.drop_items();
        }
    }

    // Runs to the end here, or in the destructor when an item's destructor unwinds through it.
    Rest(slots, next).drop_items();
}
