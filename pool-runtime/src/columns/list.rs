//! Lists of columns and their memory.
//!
//! A list is a `Column<A>`, or a pair of lists: `((Column<A>, Column<B>, K), Column<C>, K)`. `K` says whether an image
//! can have it: see the module `saved`. The types that belong to a list have the same form: its elements are
//! `((A, B), C)`. So a few lines for a column and for a pair serve structs of any number of fields. The macro keeps the
//! pairs shallow: the deeper a type is, the more time the compiler takes for it.
//!
//! The memory does not show the pairs. It is a chain, `Cells<A, Cells<B, Cells<C, ()>>>`: the memory of a list, and
//! after it what the caller asks for, which in a pair is the memory of the second list.

#![expect(
    unsafe_code,
    reason = "columns are uninitialised memory, of which the pool knows the part that is not"
)]

use crate::base::alignment::{Align, Alignment};
use crate::layout::Layout;
use core::fmt;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::ops::Range;

mod sealed {
    pub trait Sealed {}
}

/// A type of which a column can be made: any type that is [`Copy`].
#[diagnostic::on_unimplemented(
    message = "a field of type `{Self}` cannot be a column",
    label = "not `Copy`",
    note = "a column has a value for every slot, also for free ones, so its type must be `Copy`",
    note = "keep the field in a side table, a `HandleMap` of `{Self}`, under the same handles; or leave out `columns`, \
            and the pool stores objects of any type"
)]
pub trait ColumnItem: Copy {}

#[diagnostic::do_not_recommend]
impl<T: Copy> ColumnItem for T {}

/// A column of values of type `E` that begins at a multiple of `ALIGN` bytes. `K` says how an image has it: see
/// the module `saved`.
pub struct Column<E, const ALIGN: usize, K>(PhantomData<(E, K)>);

impl<E, const ALIGN: usize, K> fmt::Debug for Column<E, ALIGN, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Column")
    }
}

/// The memory of a column, and the rest: what comes after it.
#[repr(C)]
#[derive(Debug)]
pub struct Cells<A, H, R> {
    align: [A; 0],
    column: MaybeUninit<H>,
    rest: R,
}

/// Columns of `L::CAPACITY` slots each.
///
/// Every function that takes `cells` requires of its caller, as *the rule of cells*: they are valid for reads during
/// the call or for the lifetime of the result, for writes too if something is written or lent to be written, and
/// indices are below `L::CAPACITY`.
///
/// # Safety
///
/// 1. The functions access the elements of the indices that they are given, and nothing else.
/// 2. `Cells<L, R>` needs no drop, and may hold any bytes, initialised or not, if this is so for `R`.
/// 3. `rest` returns where the `R` is in the cells.
pub unsafe trait ColumnList: sealed::Sealed {
    /// The memory of the columns, and an `R` after it.
    type Cells<L: Layout, R>;
    /// The values that the columns hold for one slot.
    type Elements: Copy;
    /// References to the values of one slot.
    type Refs<'a>
    where
        Self: 'a;
    /// The same for writing.
    type Muts<'a>
    where
        Self: 'a;
    /// A slice of each column.
    type Slices<'a>
    where
        Self: 'a;
    /// The same for writing.
    type SlicesMut<'a>
    where
        Self: 'a;

    /// Returns where the rest is.
    fn rest<L: Layout, R>(cells: *const Self::Cells<L, R>) -> *const R;

    /// [`rest`](ColumnList::rest) for writing.
    fn rest_mut<L: Layout, R>(cells: *mut Self::Cells<L, R>) -> *mut R;

    /// Writes the elements of a slot.
    ///
    /// # Safety
    ///
    /// 1. The rule of cells.
    unsafe fn write<L: Layout, R>(cells: *mut Self::Cells<L, R>, index: usize, elements: Self::Elements);

    /// Returns the elements of a slot.
    ///
    /// # Safety
    ///
    /// 1. The rule of cells.
    /// 2. The elements were written.
    unsafe fn read<L: Layout, R>(cells: *const Self::Cells<L, R>, index: usize) -> Self::Elements;

    /// Lends the elements of a slot.
    ///
    /// # Safety
    ///
    /// 1. The rule of cells.
    /// 2. The elements were written, and nothing writes to them while the result is used.
    unsafe fn refs<'a, L: Layout, R>(cells: *const Self::Cells<L, R>, index: usize) -> Self::Refs<'a>
    where
        Self: 'a;

    /// Lends the elements of a slot to be written.
    ///
    /// # Safety
    ///
    /// 1. The rule of cells.
    /// 2. The elements were written, and nothing else accesses them while the result is used.
    unsafe fn muts<'a, L: Layout, R>(cells: *mut Self::Cells<L, R>, index: usize) -> Self::Muts<'a>
    where
        Self: 'a;

    /// Lends the elements of several slots. `slots.start` is at most `slots.end`.
    ///
    /// # Safety
    ///
    /// 1. The rule of cells.
    /// 2. The elements were written, and nothing writes to them while the result is used.
    unsafe fn slices<'a, L: Layout, R>(
        cells: *const Self::Cells<L, R>,
        slots: Range<usize>,
    ) -> Self::Slices<'a>
    where
        Self: 'a;

    /// Lends the elements of several slots to be written. `slots.start` is at most `slots.end`.
    ///
    /// # Safety
    ///
    /// 1. The rule of cells.
    /// 2. The elements were written, and nothing else accesses them while the result is used.
    unsafe fn slices_mut<'a, L: Layout, R>(
        cells: *mut Self::Cells<L, R>,
        slots: Range<usize>,
    ) -> Self::SlicesMut<'a>
    where
        Self: 'a;

    /// Copies the elements of the first `count` slots.
    ///
    /// # Safety
    ///
    /// 1. The rule of cells, for both. They do not overlap.
    unsafe fn copy<L: Layout, R>(from: *const Self::Cells<L, R>, to: *mut Self::Cells<L, R>, count: usize);
}

impl<E, const ALIGN: usize, K> sealed::Sealed for Column<E, ALIGN, K> {}

/// The memory of a column and the rest.
type CellsOf<E, const ALIGN: usize, L, R> =
    Cells<<Alignment<ALIGN> as Align>::Marker, <L as Layout>::Array<E>, R>;

impl<A, H, R> Cells<A, H, R> {
    /// The column is at the start: only an empty array comes before it.
    const AT_START: () = assert!(core::mem::offset_of!(Self, column) == 0, "the column is not at the start");

    /// Returns a pointer to the first element of the column, which is an array of `E`.
    #[inline(always)]
    pub(super) fn elements<E>(cells: *const Self) -> *const E {
        const { Self::AT_START };
        cells.cast()
    }

    /// [`elements`](Cells::elements) for writing.
    #[inline(always)]
    pub(super) fn elements_mut<E>(cells: *mut Self) -> *mut E {
        const { Self::AT_START };
        cells.cast()
    }
}

/// Checks an index in debug builds.
#[inline(always)]
fn debug_assert_slot<L: Layout>(index: usize) {
    invariant!(index < L::CAPACITY as usize, "a slot beyond the capacity");
}

/// Checks a range in debug builds.
#[inline(always)]
fn debug_assert_slots<L: Layout>(slots: &Range<usize>) {
    invariant!(slots.start <= slots.end && slots.end <= L::CAPACITY as usize, "slots beyond the capacity");
}

// SAFETY: 1. Each function accesses the element of its index. 2. The column is `MaybeUninit`. 3. By the name of the
// field.
unsafe impl<E: ColumnItem, const ALIGN: usize, K> ColumnList for Column<E, ALIGN, K>
where
    Alignment<ALIGN>: Align,
{
    type Cells<L: Layout, R> = CellsOf<E, ALIGN, L, R>;
    type Elements = E;
    type Refs<'a>
        = &'a E
    where
        Self: 'a;
    type Muts<'a>
        = &'a mut E
    where
        Self: 'a;
    type Slices<'a>
        = &'a [E]
    where
        Self: 'a;
    type SlicesMut<'a>
        = &'a mut [E]
    where
        Self: 'a;

    #[inline(always)]
    fn rest<L: Layout, R>(cells: *const Self::Cells<L, R>) -> *const R {
        cells.wrapping_byte_add(core::mem::offset_of!(CellsOf<E, ALIGN, L, R>, rest)).cast()
    }

    #[inline(always)]
    fn rest_mut<L: Layout, R>(cells: *mut Self::Cells<L, R>) -> *mut R {
        cells.wrapping_byte_add(core::mem::offset_of!(CellsOf<E, ALIGN, L, R>, rest)).cast()
    }

    #[inline(always)]
    unsafe fn write<L: Layout, R>(cells: *mut Self::Cells<L, R>, index: usize, value: Self::Elements) {
        debug_assert_slot::<L>(index);
        // SAFETY: the column is an array of `CAPACITY` elements (`CellsOf`), and the index is below that (1.).
        let element = unsafe { Cells::elements_mut::<E>(cells).add(index) };
        // SAFETY: the cells can be written (1.), and the element needs no drop.
        unsafe { element.write(value) };
    }

    #[inline(always)]
    unsafe fn read<L: Layout, R>(cells: *const Self::Cells<L, R>, index: usize) -> Self::Elements {
        debug_assert_slot::<L>(index);
        // SAFETY: the column is an array of `CAPACITY` elements (`CellsOf`), and the index is below that (1.).
        let element = unsafe { Cells::elements::<E>(cells).add(index) };
        // SAFETY: the cells can be read (1.), and the element was written (2.). It is `Copy`.
        unsafe { element.read() }
    }

    #[inline(always)]
    unsafe fn refs<'a, L: Layout, R>(cells: *const Self::Cells<L, R>, index: usize) -> Self::Refs<'a>
    where
        Self: 'a,
    {
        debug_assert_slot::<L>(index);
        // SAFETY: the column is an array of `CAPACITY` elements (`CellsOf`), and the index is below that (1.).
        let element = unsafe { Cells::elements::<E>(cells).add(index) };
        // SAFETY: the cells can be read for 'a (1.), and the element was written and is not written to (2.).
        unsafe { &*element }
    }

    #[inline(always)]
    unsafe fn muts<'a, L: Layout, R>(cells: *mut Self::Cells<L, R>, index: usize) -> Self::Muts<'a>
    where
        Self: 'a,
    {
        debug_assert_slot::<L>(index);
        // SAFETY: the column is an array of `CAPACITY` elements (`CellsOf`), and the index is below that (1.).
        let element = unsafe { Cells::elements_mut::<E>(cells).add(index) };
        // SAFETY: the cells can be written for 'a (1.), and the element was written and is not accessed elsewhere (2.).
        unsafe { &mut *element }
    }

    #[inline]
    unsafe fn slices<'a, L: Layout, R>(
        cells: *const Self::Cells<L, R>,
        slots: Range<usize>,
    ) -> Self::Slices<'a>
    where
        Self: 'a,
    {
        debug_assert_slots::<L>(&slots);
        // SAFETY: the column is an array of `CAPACITY` elements (`CellsOf`), and the start is at most that (1.).
        let start = unsafe { Cells::elements::<E>(cells).add(slots.start) };
        // SAFETY: the elements are adjacent, in one array: the slots end at the capacity or before (1.). The cells can
        // be read for 'a (1.), and the elements were written and are not written to (2.).
        unsafe { core::slice::from_raw_parts(start, slots.len()) }
    }

    #[inline]
    unsafe fn slices_mut<'a, L: Layout, R>(
        cells: *mut Self::Cells<L, R>,
        slots: Range<usize>,
    ) -> Self::SlicesMut<'a>
    where
        Self: 'a,
    {
        debug_assert_slots::<L>(&slots);
        // SAFETY: the column is an array of `CAPACITY` elements (`CellsOf`), and the start is at most that (1.).
        let start = unsafe { Cells::elements_mut::<E>(cells).add(slots.start) };
        // SAFETY: the elements are adjacent, in one array: the slots end at the capacity or before (1.). The cells can
        // be written for 'a (1.), and the elements were written and are not accessed elsewhere (2.).
        unsafe { core::slice::from_raw_parts_mut(start, slots.len()) }
    }

    unsafe fn copy<L: Layout, R>(from: *const Self::Cells<L, R>, to: *mut Self::Cells<L, R>, count: usize) {
        debug_assert_slots::<L>(&(0..count));
        let (source, target) =
            (Cells::elements::<MaybeUninit<E>>(from), Cells::elements_mut::<MaybeUninit<E>>(to));
        // SAFETY: both columns have `count` elements (1.), initialised or not, and do not overlap.
        unsafe { core::ptr::copy_nonoverlapping(source, target, count) };
    }
}

impl<A, B, K> sealed::Sealed for (A, B, K) {}

// SAFETY: 1. Both lists keep the promise. 2. If this is so for `R`, it is so for the cells of the second list, and then
// for those of the first. 3. The rest of the first list is the cells of the second, and their rest is the `R`.
unsafe impl<A: ColumnList, B: ColumnList, K> ColumnList for (A, B, K) {
    type Cells<L: Layout, R> = A::Cells<L, B::Cells<L, R>>;
    type Elements = (A::Elements, B::Elements);
    type Refs<'a>
        = (A::Refs<'a>, B::Refs<'a>)
    where
        Self: 'a;
    type Muts<'a>
        = (A::Muts<'a>, B::Muts<'a>)
    where
        Self: 'a;
    type Slices<'a>
        = (A::Slices<'a>, B::Slices<'a>)
    where
        Self: 'a;
    type SlicesMut<'a>
        = (A::SlicesMut<'a>, B::SlicesMut<'a>)
    where
        Self: 'a;

    #[inline(always)]
    fn rest<L: Layout, R>(cells: *const Self::Cells<L, R>) -> *const R {
        B::rest::<L, R>(A::rest::<L, _>(cells))
    }

    #[inline(always)]
    fn rest_mut<L: Layout, R>(cells: *mut Self::Cells<L, R>) -> *mut R {
        B::rest_mut::<L, R>(A::rest_mut::<L, _>(cells))
    }

    #[inline(always)]
    unsafe fn write<L: Layout, R>(
        cells: *mut Self::Cells<L, R>,
        index: usize,
        (first, second): Self::Elements,
    ) {
        // SAFETY: 1. The caller promises the rule of cells.
        unsafe { A::write::<L, _>(cells, index, first) };
        // SAFETY: 1. The caller promises the rule of cells.
        unsafe { B::write::<L, R>(A::rest_mut::<L, _>(cells), index, second) };
    }

    #[inline(always)]
    unsafe fn read<L: Layout, R>(cells: *const Self::Cells<L, R>, index: usize) -> Self::Elements {
        // SAFETY: 1. and 2. The caller promises the same.
        let first = unsafe { A::read::<L, _>(cells, index) };
        // SAFETY: 1. and 2. The caller promises the same.
        (first, unsafe { B::read::<L, R>(A::rest::<L, _>(cells), index) })
    }

    #[inline(always)]
    unsafe fn refs<'a, L: Layout, R>(cells: *const Self::Cells<L, R>, index: usize) -> Self::Refs<'a>
    where
        Self: 'a,
    {
        // SAFETY: 1. and 2. The caller promises the same.
        let first = unsafe { A::refs::<L, _>(cells, index) };
        // SAFETY: 1. and 2. The caller promises the same.
        (first, unsafe { B::refs::<L, R>(A::rest::<L, _>(cells), index) })
    }

    #[inline(always)]
    unsafe fn muts<'a, L: Layout, R>(cells: *mut Self::Cells<L, R>, index: usize) -> Self::Muts<'a>
    where
        Self: 'a,
    {
        // SAFETY: 1. and 2. The caller promises the same.
        let first = unsafe { A::muts::<L, _>(cells, index) };
        // SAFETY: 1. and 2. The caller promises the same.
        (first, unsafe { B::muts::<L, R>(A::rest_mut::<L, _>(cells), index) })
    }

    #[inline]
    unsafe fn slices<'a, L: Layout, R>(
        cells: *const Self::Cells<L, R>,
        slots: Range<usize>,
    ) -> Self::Slices<'a>
    where
        Self: 'a,
    {
        // SAFETY: 1. and 2. The caller promises the same.
        let first = unsafe { A::slices::<L, _>(cells, slots.clone()) };
        // SAFETY: 1. and 2. The caller promises the same.
        (first, unsafe { B::slices::<L, R>(A::rest::<L, _>(cells), slots) })
    }

    #[inline]
    unsafe fn slices_mut<'a, L: Layout, R>(
        cells: *mut Self::Cells<L, R>,
        slots: Range<usize>,
    ) -> Self::SlicesMut<'a>
    where
        Self: 'a,
    {
        // SAFETY: 1. and 2. The caller promises the same.
        let first = unsafe { A::slices_mut::<L, _>(cells, slots.clone()) };
        // SAFETY: 1. and 2. The caller promises the same.
        (first, unsafe { B::slices_mut::<L, R>(A::rest_mut::<L, _>(cells), slots) })
    }

    unsafe fn copy<L: Layout, R>(from: *const Self::Cells<L, R>, to: *mut Self::Cells<L, R>, count: usize) {
        // SAFETY: 1. The caller promises the same.
        unsafe { A::copy::<L, _>(from, to, count) };
        // SAFETY: 1. The caller promises the same.
        unsafe { B::copy::<L, R>(A::rest::<L, _>(from), A::rest_mut::<L, _>(to), count) };
    }
}
