//! Objects by field: an array per field, a *column*.
//!
//! Elements are [`Copy`]. So a removal leaves an element where it is, and slices can lend the elements of free slots
//! too: in every column, those of the slots before `filled` are initialised.

#![expect(unsafe_code, reason = "columns are uninitialised memory beyond a counter")]

mod saved;

use super::{CopiedStore, Store};
use crate::columns::{Access, ColumnList, Columns};
use crate::layout::Layout;
use crate::layout::spec::PoolSpec;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::ops::Range;

pub(crate) type ListOf<P> = <<P as PoolSpec>::Item as Columns>::List;
pub(crate) type CellsOf<P> = <ListOf<P> as ColumnList>::Cells<<P as PoolSpec>::Layout, ()>;
pub(crate) type ElementsOf<P> = <ListOf<P> as ColumnList>::Elements;

/// The columns of a pool. It is `pub` for the types of iterators, and cannot be named.
///
/// Whether a struct is `Sized` depends on its last field. The compiler asks that in each method that a macro makes for
/// each column. So the last field is not the cells, whose type names all columns.
#[repr(transparent)]
pub struct ColumnCells<P: PoolSpec<Item: Columns>>(CellsOf<P>, PhantomData<()>);

// SAFETY: the columns own their elements and nothing else. These may go to another thread by the bound.
unsafe impl<P: PoolSpec<Item: Columns>> Send for ColumnCells<P> where ElementsOf<P>: Send {}
// SAFETY: shared columns lend shared references to their elements. There is no interior mutability.
unsafe impl<P: PoolSpec<Item: Columns>> Sync for ColumnCells<P> where ElementsOf<P>: Sync {}

opaque_debug!([P: PoolSpec<Item: Columns>] ColumnCells<P>);

impl<P: PoolSpec<Item: Columns>> ColumnCells<P> {
    /// Columns without elements.
    pub(crate) const fn new() -> Self {
        let cells = MaybeUninit::<CellsOf<P>>::uninit();
        // SAFETY: cells may hold any bytes, initialised or not (2. of `ColumnList`).
        ColumnCells(unsafe { cells.assume_init() }, PhantomData)
    }

    /// Returns the memory of the columns.
    #[inline(always)]
    pub(crate) fn cells(this: *const Self) -> *const CellsOf<P> {
        this.cast()
    }

    /// [`cells`](ColumnCells::cells) for writing.
    #[inline(always)]
    pub(crate) fn cells_mut(this: *mut Self) -> *mut CellsOf<P> {
        this.cast()
    }

    /// Lends some elements of each column.
    ///
    /// # Safety
    ///
    /// 1. `slots.start <= slots.end`, and the slots are filled.
    /// 2. The store is borrowed for `'a`.
    #[inline]
    pub(crate) unsafe fn slices<'a>(
        this: *const Self,
        slots: Range<usize>,
    ) -> <P::Item as Columns>::Slices<'a>
    where
        P: 'a,
    {
        // SAFETY: 1. filled slots are below the capacity, and the cells are borrowed for 'a. 2. filled slots have
        // elements, to which nothing writes meanwhile.
        P::Item::slices(
            unsafe { ListOf::<P>::slices::<P::Layout, ()>(Self::cells(this), slots) },
            Access::new(),
        )
    }

    /// [`slices`](ColumnCells::slices) for writing.
    ///
    /// # Safety
    ///
    /// 1. `slots.start <= slots.end`, and the slots are filled.
    /// 2. The store is mutably borrowed for `'a`, and nothing else accesses the elements of these slots while the
    ///    result is used.
    #[inline]
    pub(crate) unsafe fn slices_mut<'a>(
        this: *mut Self,
        slots: Range<usize>,
    ) -> <P::Item as Columns>::SlicesMut<'a>
    where
        P: 'a,
    {
        // SAFETY: 1. filled slots are below the capacity, and the cells are borrowed for 'a. 2. filled slots have
        // elements, which nothing else accesses meanwhile.
        P::Item::slices_mut(
            unsafe { ListOf::<P>::slices_mut::<P::Layout, ()>(Self::cells_mut(this), slots) },
            Access::new(),
        )
    }

    /// Writes copies of `elements` to the slots from `filled` to `end`. These are free: they were reserved and not
    /// used, or skipped by an insertion at a given slot.
    ///
    /// # Safety
    ///
    /// 1. `this` is valid for writes, and `end` is below the capacity.
    #[cold]
    unsafe fn fill_gap(this: *mut Self, filled: u32, end: usize, elements: ElementsOf<P>) {
        for index in filled as usize..end {
            // SAFETY: 1. the caller promises an end below the capacity, and cells for writes.
            unsafe { ListOf::<P>::write::<P::Layout, ()>(Self::cells_mut(this), index, elements) };
        }
    }
}

// SAFETY: 1. the functions of a list access the elements of the slot that they are given (1. of `ColumnList`);
// `fill_gap` writes to slots that have none yet. 2. cells may hold any bytes and need no drop (2. of `ColumnList`).
unsafe impl<P: PoolSpec<Item: Columns>> Store<P> for ColumnCells<P> {
    type Ref<'a>
        = <P::Item as Columns>::Ref<'a>
    where
        Self: 'a;
    type Mut<'a>
        = <P::Item as Columns>::Mut<'a>
    where
        Self: 'a;
    type Parts = ElementsOf<P>;
    type Filled = u32;

    const UNFILLED: u32 = 0;
    const NEEDS_DROP: bool = false;
    const IS_FAR: bool = false;

    #[inline(always)]
    fn has_object(filled: u32, place: usize) -> bool {
        place < filled as usize
    }

    fn at_most(filled: u32, count: u32) -> u32 {
        filled.min(count)
    }

    #[inline(always)]
    fn split(object: P::Item) -> ElementsOf<P> {
        object.split(Access::new())
    }

    #[inline(always)]
    unsafe fn put(this: *mut Self, filled: &mut u32, place: usize, elements: ElementsOf<P>) {
        invariant!(place < <P::Layout as Layout>::CAPACITY as usize, "a slot beyond the capacity");
        if place >= *filled as usize {
            if place > *filled as usize {
                // SAFETY: 1. the caller promises a store for writes, and a place below the capacity.
                unsafe { Self::fill_gap(this, *filled, place, elements) };
            }
            *filled = place as u32 + 1;
        }
        // SAFETY: 1. the caller promises the rule of stores.
        unsafe { ListOf::<P>::write::<P::Layout, ()>(Self::cells_mut(this), place, elements) };
    }

    #[inline(always)]
    unsafe fn take(this: *const Self, place: usize) -> P::Item {
        // SAFETY: 1. and 2. the caller promises the same conditions.
        Self::join(unsafe { Self::take_parts(this, place) })
    }

    #[inline(always)]
    unsafe fn take_parts(this: *const Self, place: usize) -> ElementsOf<P> {
        // SAFETY: 1. and 2. the caller promises the rule of stores, and an object, whose elements were written.
        unsafe { ListOf::<P>::read::<P::Layout, ()>(Self::cells(this), place) }
    }

    #[inline(always)]
    fn join(elements: ElementsOf<P>) -> P::Item {
        P::Item::join(elements, Access::new())
    }

    #[inline(always)]
    unsafe fn drop_in_place(_: *mut Self, _: usize) {}

    #[inline(always)]
    unsafe fn shift(this: *mut Self, from: usize, to: usize) {
        if from == to {
            return;
        }
        // SAFETY: 1. and 2. the caller promises the rule of stores, and an object, whose elements were written.
        let elements = unsafe { ListOf::<P>::read::<P::Layout, ()>(Self::cells(this), from) };
        // SAFETY: 1. the caller promises the rule of stores.
        unsafe { ListOf::<P>::write::<P::Layout, ()>(Self::cells_mut(this), to, elements) };
    }

    #[inline]
    unsafe fn swap(this: *mut Self, a: usize, b: usize) {
        // SAFETY: 1. and 2. the caller promises the rule of stores, and objects, whose elements were written.
        let elements =
            [a, b].map(|place| unsafe { ListOf::<P>::read::<P::Layout, ()>(Self::cells(this), place) });
        for (place, elements) in [b, a].into_iter().zip(elements) {
            // SAFETY: 1. the caller promises the rule of stores.
            unsafe { ListOf::<P>::write::<P::Layout, ()>(Self::cells_mut(this), place, elements) };
        }
    }

    #[inline]
    unsafe fn rotate(this: *mut Self, start: usize, mut from: impl FnMut(usize) -> usize) {
        let (mut place, mut next) = (start, from(start));
        if next == start {
            return;
        }
        // SAFETY: 1. and 2. the caller promises the rule of stores, and an object, whose elements were written.
        let first = unsafe { ListOf::<P>::read::<P::Layout, ()>(Self::cells(this), start) };
        while next != start {
            // SAFETY: 1. the caller promises the rule of stores for all places of the cycle. 2. they have objects.
            unsafe { Self::shift(this, next, place) };
            (place, next) = (next, from(next));
        }
        // SAFETY: 1. the caller promises the rule of stores for all places of the cycle.
        unsafe { ListOf::<P>::write::<P::Layout, ()>(Self::cells_mut(this), place, first) };
    }

    #[inline(always)]
    unsafe fn lend<'a>(this: *const Self, place: usize) -> <P::Item as Columns>::Ref<'a>
    where
        Self: 'a,
    {
        // SAFETY: 1. and 2. the caller promises the rule of stores for 'a, and an object, whose elements were written.
        P::Item::refs(unsafe { ListOf::<P>::refs::<P::Layout, ()>(Self::cells(this), place) }, Access::new())
    }

    #[inline(always)]
    unsafe fn lend_mut<'a>(this: *mut Self, place: usize) -> <P::Item as Columns>::Mut<'a>
    where
        Self: 'a,
    {
        // SAFETY: 1. and 2. the caller promises the rule of stores for 'a, and an object, whose elements were written.
        P::Item::muts(
            unsafe { ListOf::<P>::muts::<P::Layout, ()>(Self::cells_mut(this), place) },
            Access::new(),
        )
    }

    unsafe fn copy_all(this: *mut Self, filled: &mut u32, other: *const Self, others: u32) {
        // SAFETY: 1. filled slots are below the capacity. The caller promises two different stores.
        unsafe {
            ListOf::<P>::copy::<P::Layout, ()>(Self::cells(other), Self::cells_mut(this), others as usize);
        }
        *filled = others;
    }
}

// SAFETY: 1. elements are `Copy` (`ColumnItem`), and `take` reads copies of them.
unsafe impl<P: PoolSpec<Item: Columns>> CopiedStore<P> for ColumnCells<P> {}
