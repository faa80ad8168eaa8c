//! Slots: the memory of a pool's items, reached by raw pointer one slot at a time.
//!
//! The pool knows which slots are initialised: those that its guard says are live, or all of them under `guard = none`.

#![expect(unsafe_code, reason = "slots are uninitialised memory")]

use crate::base::alignment::Started;
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

/// The slots of a pool. It is `pub` for the types of iterators, and cannot be named.
#[repr(transparent)]
pub struct Slots<P: PoolSpec>(MaybeUninit<Started<<P::Layout as Layout>::Start, ArrayOf<P>>>);

opaque_debug!([P: PoolSpec] Slots<P>);

impl<P: PoolSpec> Slots<P> {
    /// The bytes from one slot to the next: 0 for zero-sized items.
    pub(crate) const STRIDE: usize = size_of::<SlotOf<P>>();

    /// Whether walks look ahead. In a pool of 4 MiB, looking ahead took as much time as it saved.
    pub(crate) const ARE_FAR: bool =
        (<P::Layout as Layout>::CAPACITY as u64).saturating_mul(Self::STRIDE as u64) > 8 << 20;

    pub(crate) const fn uninit() -> Self {
        Slots(MaybeUninit::uninit())
    }

    pub(crate) const fn zeroed() -> Self {
        Slots(MaybeUninit::zeroed())
    }

    /// The slots are at the start: only an empty array comes before them.
    const AT_START: () = assert!(
        Started::<<P::Layout as Layout>::Start, ArrayOf<P>>::OFFSET == 0,
        "the slots are not at the start"
    );

    /// Returns a pointer to the item of the slot at `index`.
    ///
    /// # Safety
    ///
    /// 1. `index` is below the capacity, and `this` points to slots.
    #[inline(always)]
    pub(crate) unsafe fn item(this: *const Self, index: usize) -> *const P::Item {
        invariant!(index < <P::Layout as Layout>::CAPACITY as usize, "a slot beyond the capacity");
        const { Self::AT_START };
        // SAFETY: the slots are an array of `CAPACITY` slots at the start of what `this` points to, so the one at
        // `index` is within them. The item is at offset 0 of its slot: the struct is `repr(C)`, and only an empty array
        // comes before it.
        unsafe { this.cast::<SlotOf<P>>().add(index).cast() }
    }

    /// [`item`](Slots::item) for writing.
    ///
    /// # Safety
    ///
    /// 1. `index` is below the capacity, and `this` points to slots.
    #[inline(always)]
    pub(crate) unsafe fn item_mut(this: *mut Self, index: usize) -> *mut P::Item {
        invariant!(index < <P::Layout as Layout>::CAPACITY as usize, "a slot beyond the capacity");
        const { Self::AT_START };
        // SAFETY: the slots are an array of `CAPACITY` slots at the start of what `this` points to, so the one at
        // `index` is within them. The item is at offset 0 of its slot.
        unsafe { this.cast::<SlotOf<P>>().add(index).cast() }
    }
}
