//! The elements of a column pool: the columns, and how far they are initialised.
//!
//! Invariant: in every column, the elements of the slots before `filled` are initialised.
//!
//! Elements are [`Copy`]. So a removal leaves an element where it is, and slices can lend the elements of free slots
//! too.

#![expect(unsafe_code, reason = "columns are uninitialised memory beyond a counter")]

use super::ColumnPool;
use crate::columns::{Access, ColumnList, Columns};
use crate::layout::Layout;
use crate::layout::spec::PoolSpec;
use crate::rows::Rows;
use core::fmt;
use core::mem::MaybeUninit;
use core::ops::Range;

pub(super) type ListOf<P> = <<P as PoolSpec>::Item as Columns>::List;
pub(super) type CellsOf<P> = <ListOf<P> as ColumnList>::Cells<<P as PoolSpec>::Layout>;
pub(super) type ElementsOf<P> = <ListOf<P> as ColumnList>::Elements;

/// The columns of a pool, borrowed for reading.
pub(super) struct Elements<'a, P: PoolSpec<Item: Columns>> {
    filled: u32,
    cells: &'a CellsOf<P>,
}

impl<P: PoolSpec<Item: Columns>> Clone for Elements<'_, P> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: PoolSpec<Item: Columns>> Copy for Elements<'_, P> {}

/// The columns of a pool, borrowed for writing.
pub(super) struct ElementsMut<'a, P: PoolSpec<Item: Columns>> {
    filled: &'a mut u32,
    cells: &'a mut CellsOf<P>,
}

impl<P: PoolSpec<Item: Columns>> ColumnPool<P> {
    /// Columns without elements.
    pub(super) const fn no_cells() -> CellsOf<P> {
        let cells = MaybeUninit::<CellsOf<P>>::uninit();
        // SAFETY: cells may hold any bytes, initialised or not (2. of `ColumnList`).
        unsafe { cells.assume_init() }
    }

    /// The number of slots that slices of the columns have: those up to the last one that was used since the pool was
    /// last cleared, or that waits.
    #[inline]
    pub(super) fn lent(&self) -> u32 {
        self.filled.min(self.rows.fresh())
    }

    /// The columns.
    #[inline]
    pub(super) fn elements(&self) -> Elements<'_, P> {
        Elements::new(self.filled, &self.cells)
    }

    /// The columns, for writing.
    #[inline]
    pub(super) fn elements_mut(&mut self) -> ElementsMut<'_, P> {
        self.split().1
    }

    /// The rows and the columns, borrowed apart.
    #[inline]
    pub(super) fn split(&mut self) -> (&mut Rows<P::Layout>, ElementsMut<'_, P>) {
        (&mut self.rows, ElementsMut { filled: &mut self.filled, cells: &mut self.cells })
    }
}

impl<'a, P: PoolSpec<Item: Columns>> Elements<'a, P> {
    /// The columns of a pool whose other fields are borrowed too.
    #[inline]
    pub(super) fn new(filled: u32, cells: &'a CellsOf<P>) -> Self {
        Elements { filled, cells }
    }

    /// The number of slots, from slot 0 on, that have elements.
    #[inline]
    pub(super) fn filled(self) -> usize {
        self.filled as usize
    }

    /// Returns the object whose fields are the elements of a slot.
    ///
    /// # Safety
    ///
    /// 1. `index` is before `filled`.
    #[inline]
    pub(super) unsafe fn read(self, index: usize) -> P::Item {
        invariant!(index < self.filled(), "elements that were not written");
        // SAFETY: 1. `filled` is at most the capacity, and the cells are borrowed. 2. slots before `filled` have
        // elements.
        P::Item::join(unsafe { ListOf::<P>::read::<P::Layout>(self.cells, index) }, Access::new())
    }

    /// Lends the elements of a slot.
    ///
    /// # Safety
    ///
    /// 1. `index` is before `filled`.
    #[inline]
    pub(super) unsafe fn refs(self, index: usize) -> <P::Item as Columns>::Ref<'a> {
        invariant!(index < self.filled(), "elements that were not written");
        // SAFETY: 1. `filled` is at most the capacity, and the cells are borrowed for 'a. 2. slots before `filled` have
        // elements, which nothing can write to meanwhile.
        P::Item::refs(unsafe { ListOf::<P>::refs::<P::Layout>(self.cells, index) }, Access::new())
    }

    /// Lends the columns, all elements of each.
    #[inline]
    pub(super) fn slices(self) -> <P::Item as Columns>::Slices<'a> {
        // SAFETY: 1. `filled` is at most the capacity, and the cells are borrowed for 'a. 2. slots before `filled` have
        // elements, which nothing can write to meanwhile.
        P::Item::slices(
            unsafe { ListOf::<P>::slices::<P::Layout>(self.cells, 0..self.filled()) },
            Access::new(),
        )
    }

    /// Returns the memory of the columns.
    #[inline]
    pub(super) fn cells(self) -> *const CellsOf<P> {
        self.cells
    }
}

impl<'a, P: PoolSpec<Item: Columns>> ElementsMut<'a, P> {
    const CAPACITY: usize = <P::Layout as Layout>::CAPACITY as usize;

    /// The same for reading.
    #[inline]
    pub(super) fn as_ref(&self) -> Elements<'_, P> {
        Elements::new(*self.filled, self.cells)
    }

    /// The same, borrowed for a shorter time.
    #[inline]
    pub(super) fn reborrow(&mut self) -> ElementsMut<'_, P> {
        ElementsMut { filled: self.filled, cells: self.cells }
    }

    /// Writes the elements of a slot.
    ///
    /// # Safety
    ///
    /// 1. `index` is below the capacity.
    #[inline]
    pub(super) unsafe fn write(&mut self, index: usize, elements: ElementsOf<P>) {
        invariant!(index < Self::CAPACITY, "a slot beyond the capacity");
        if index > *self.filled as usize {
            self.fill_gap(index, elements);
        }
        // SAFETY: 1. the caller promises an index below the capacity, and the cells are borrowed mutably.
        unsafe { ListOf::<P>::write::<P::Layout>(self.cells, index, elements) };
        *self.filled = (*self.filled).max(index as u32 + 1);
    }

    /// Writes copies of `elements` to the slots from `filled` to `end`. These are free: they were reserved and not
    /// used, or skipped by an insertion at a given slot.
    #[cold]
    fn fill_gap(&mut self, end: usize, elements: ElementsOf<P>) {
        for index in *self.filled as usize..end.min(Self::CAPACITY) {
            // SAFETY: 1. the range ends at the capacity, and the cells are borrowed mutably.
            unsafe { ListOf::<P>::write::<P::Layout>(self.cells, index, elements) };
        }
    }

    /// Lends the elements of a slot to be written.
    ///
    /// # Safety
    ///
    /// 1. `index` is before `filled`.
    #[inline]
    pub(super) unsafe fn muts(self, index: usize) -> <P::Item as Columns>::Mut<'a> {
        invariant!(index < *self.filled as usize, "elements that were not written");
        // SAFETY: 1. `filled` is at most the capacity, and the cells are mutably borrowed for 'a. 2. slots before
        // `filled` have elements, which nothing else can access meanwhile.
        P::Item::muts(unsafe { ListOf::<P>::muts::<P::Layout>(self.cells, index) }, Access::new())
    }

    /// Lends the columns to be written, the first `count` elements of each.
    #[inline]
    pub(super) fn slices_mut(self, count: u32) -> <P::Item as Columns>::SlicesMut<'a> {
        let slots = 0..(*self.filled).min(count) as usize;
        // SAFETY: 1. `filled` is at most the capacity, and the cells are mutably borrowed for 'a. 2. slots before
        // `filled` have elements, which nothing else can access meanwhile.
        P::Item::slices_mut(unsafe { ListOf::<P>::slices_mut::<P::Layout>(self.cells, slots) }, Access::new())
    }

    /// Copies the elements of `other` in place.
    pub(super) fn copy_from(&mut self, other: Elements<'_, P>) {
        // SAFETY: 1. `filled` is at most the capacity. The two are different values, since one is borrowed mutably.
        unsafe { ListOf::<P>::copy::<P::Layout>(other.cells, self.cells, other.filled()) };
        *self.filled = other.filled;
    }

    /// Returns the columns as a pointer.
    #[inline]
    pub(super) fn as_ptr(&mut self) -> ElementsPtr<P> {
        ElementsPtr { cells: self.cells, filled: *self.filled }
    }

    /// Returns the memory of the columns.
    #[inline]
    pub(super) fn cells_mut(&mut self) -> *mut CellsOf<P> {
        self.cells
    }

    /// Says that the slots before `filled` have elements.
    ///
    /// # Safety
    ///
    /// 1. They have, and `filled` is at most the capacity.
    #[inline]
    pub(super) unsafe fn set_filled(&mut self, filled: u32) {
        invariant!(filled as usize <= Self::CAPACITY);
        *self.filled = filled;
    }
}

/// The columns of a pool as a pointer, from a mutable borrow.
pub(super) struct ElementsPtr<P: PoolSpec<Item: Columns>> {
    cells: *mut CellsOf<P>,
    filled: u32,
}

impl<P: PoolSpec<Item: Columns>> Clone for ElementsPtr<P> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: PoolSpec<Item: Columns>> Copy for ElementsPtr<P> {}

impl<P: PoolSpec<Item: Columns>> fmt::Debug for ElementsPtr<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ElementsPtr").field("filled", &self.filled).finish_non_exhaustive()
    }
}

impl<P: PoolSpec<Item: Columns>> ElementsPtr<P> {
    /// Lends the elements of a slot to be written.
    ///
    /// # Safety
    ///
    /// 1. `index` is before `filled`.
    /// 2. The columns are mutably borrowed for `'a`, and nothing else accesses the elements of this slot while the
    ///    result is used.
    #[inline]
    pub(super) unsafe fn muts<'a>(self, index: usize) -> <P::Item as Columns>::Mut<'a>
    where
        P: 'a,
    {
        invariant!(index < self.filled as usize, "elements that were not written");
        // SAFETY: 1. the caller promises an index before `filled`, which is at most the capacity, and the borrow. 2.
        // slots before `filled` have elements, which nothing else accesses, as the caller promises.
        P::Item::muts(unsafe { ListOf::<P>::muts::<P::Layout>(self.cells, index) }, Access::new())
    }

    /// Lends the elements of several slots to be written.
    ///
    /// # Safety
    ///
    /// 1. `slots.start <= slots.end`, and the end is at most `filled`.
    /// 2. The columns are mutably borrowed for `'a`, and nothing else accesses the elements of these slots while the
    ///    result is used.
    #[inline]
    pub(super) unsafe fn slices_mut<'a>(self, slots: Range<usize>) -> <P::Item as Columns>::SlicesMut<'a>
    where
        P: 'a,
    {
        invariant!(slots.start <= slots.end && slots.end <= self.filled as usize);
        // SAFETY: 1. the caller promises slots before `filled`, which is at most the capacity, and the borrow. 2. slots
        // before `filled` have elements, which nothing else accesses, as the caller promises.
        P::Item::slices_mut(unsafe { ListOf::<P>::slices_mut::<P::Layout>(self.cells, slots) }, Access::new())
    }
}
