//! Lists of columns and their memory.
//!
//! A list is `(Column<A>, (Column<B>, ()))`, and what belongs to it has the same form: its elements are `(A, (B, ()))`.
//! So a few lines for the first column and the rest serve structs of any number of fields.

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

/// The memory of the first column of a list, and of the rest.
#[repr(C)]
#[derive(Debug)]
pub struct Cells<A, H, T> {
    align: [A; 0],
    first: MaybeUninit<H>,
    rest: T,
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
/// 2. `Cells<L>` needs no drop, and may hold any bytes, initialised or not.
pub unsafe trait ColumnList: sealed::Sealed {
    /// The memory of the columns.
    type Cells<L: Layout>;
    /// What the columns hold for one slot.
    type Elements: Copy;
    /// References to what they hold for one slot.
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

    /// Writes the elements of a slot.
    ///
    /// # Safety
    ///
    /// 1. The rule of cells.
    unsafe fn write<L: Layout>(cells: *mut Self::Cells<L>, index: usize, elements: Self::Elements);

    /// Returns the elements of a slot.
    ///
    /// # Safety
    ///
    /// 1. The rule of cells.
    /// 2. The elements were written.
    unsafe fn read<L: Layout>(cells: *const Self::Cells<L>, index: usize) -> Self::Elements;

    /// Lends the elements of a slot.
    ///
    /// # Safety
    ///
    /// 1. The rule of cells.
    /// 2. The elements were written, and nothing writes to them while the result is used.
    unsafe fn refs<'a, L: Layout>(cells: *const Self::Cells<L>, index: usize) -> Self::Refs<'a>
    where
        Self: 'a;

    /// Lends the elements of a slot to be written.
    ///
    /// # Safety
    ///
    /// 1. The rule of cells.
    /// 2. The elements were written, and nothing else accesses them while the result is used.
    unsafe fn muts<'a, L: Layout>(cells: *mut Self::Cells<L>, index: usize) -> Self::Muts<'a>
    where
        Self: 'a;

    /// Lends the elements of several slots. `slots.start` is at most `slots.end`.
    ///
    /// # Safety
    ///
    /// 1. The rule of cells.
    /// 2. The elements were written, and nothing writes to them while the result is used.
    unsafe fn slices<'a, L: Layout>(cells: *const Self::Cells<L>, slots: Range<usize>) -> Self::Slices<'a>
    where
        Self: 'a;

    /// Lends the elements of several slots to be written. `slots.start` is at most `slots.end`.
    ///
    /// # Safety
    ///
    /// 1. The rule of cells.
    /// 2. The elements were written, and nothing else accesses them while the result is used.
    unsafe fn slices_mut<'a, L: Layout>(
        cells: *mut Self::Cells<L>,
        slots: Range<usize>,
    ) -> Self::SlicesMut<'a>
    where
        Self: 'a;

    /// Copies the elements of the first `count` slots.
    ///
    /// # Safety
    ///
    /// 1. The rule of cells, for both. They do not overlap.
    unsafe fn copy<L: Layout>(from: *const Self::Cells<L>, to: *mut Self::Cells<L>, count: usize);
}

impl sealed::Sealed for () {}

// SAFETY: 1. and 2. There is no memory.
unsafe impl ColumnList for () {
    type Cells<L: Layout> = ();
    type Elements = ();
    type Refs<'a> = ();
    type Muts<'a> = ();
    type Slices<'a> = ();
    type SlicesMut<'a> = ();

    #[inline(always)]
    unsafe fn write<L: Layout>(_: *mut (), _: usize, (): ()) {}

    #[inline(always)]
    unsafe fn read<L: Layout>(_: *const (), _: usize) {}

    #[inline(always)]
    unsafe fn refs<'a, L: Layout>(_: *const (), _: usize)
    where
        Self: 'a,
    {
    }

    #[inline(always)]
    unsafe fn muts<'a, L: Layout>(_: *mut (), _: usize)
    where
        Self: 'a,
    {
    }

    #[inline]
    unsafe fn slices<'a, L: Layout>(_: *const (), _: Range<usize>)
    where
        Self: 'a,
    {
    }

    #[inline]
    unsafe fn slices_mut<'a, L: Layout>(_: *mut (), _: Range<usize>)
    where
        Self: 'a,
    {
    }

    #[inline]
    unsafe fn copy<L: Layout>(_: *const (), _: *mut (), _: usize) {}
}

impl<E, const ALIGN: usize, K, T> sealed::Sealed for (Column<E, ALIGN, K>, T) {}

/// The memory of a list.
type CellsOf<E, const ALIGN: usize, T, L> =
    Cells<<Alignment<ALIGN> as Align>::Marker, <L as Layout>::Array<E>, <T as ColumnList>::Cells<L>>;

impl<A, H, T> Cells<A, H, T> {
    /// The first column is at the start: only an empty array comes before it.
    const AT_START: () =
        assert!(core::mem::offset_of!(Self, first) == 0, "the first column is not at the start");

    /// Returns a pointer to the first element of the first column, which is an array of `E`.
    #[inline(always)]
    pub(super) fn first<E>(cells: *const Self) -> *const E {
        const { Self::AT_START };
        cells.cast()
    }

    /// [`first`](Cells::first) for writing.
    #[inline(always)]
    pub(super) fn first_mut<E>(cells: *mut Self) -> *mut E {
        const { Self::AT_START };
        cells.cast()
    }

    /// Returns a pointer to the memory of the other columns.
    #[inline(always)]
    pub(super) fn rest(cells: *const Self) -> *const T {
        cells.wrapping_byte_add(core::mem::offset_of!(Self, rest)).cast()
    }

    /// [`rest`](Cells::rest) for writing.
    #[inline(always)]
    pub(super) fn rest_mut(cells: *mut Self) -> *mut T {
        cells.wrapping_byte_add(core::mem::offset_of!(Self, rest)).cast()
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

// SAFETY: 1. Each function accesses the element of its index in the first column, and leaves the rest to the rest,
// which keeps the promise. 2. The columns are `MaybeUninit`, and the rest keeps the promise.
unsafe impl<E: ColumnItem, const ALIGN: usize, K, T: ColumnList> ColumnList for (Column<E, ALIGN, K>, T)
where
    Alignment<ALIGN>: Align,
{
    type Cells<L: Layout> = CellsOf<E, ALIGN, T, L>;
    type Elements = (E, T::Elements);
    type Refs<'a>
        = (&'a E, T::Refs<'a>)
    where
        Self: 'a;
    type Muts<'a>
        = (&'a mut E, T::Muts<'a>)
    where
        Self: 'a;
    type Slices<'a>
        = (&'a [E], T::Slices<'a>)
    where
        Self: 'a;
    type SlicesMut<'a>
        = (&'a mut [E], T::SlicesMut<'a>)
    where
        Self: 'a;

    #[inline(always)]
    unsafe fn write<L: Layout>(cells: *mut Self::Cells<L>, index: usize, (first, rest): Self::Elements) {
        debug_assert_slot::<L>(index);
        // SAFETY: the column is an array of `CAPACITY` elements (`CellsOf`), and the index is below that (1.).
        let element = unsafe { Cells::first_mut::<E>(cells).add(index) };
        // SAFETY: the cells can be written (1.), and the element needs no drop.
        unsafe { element.write(first) };
        // SAFETY: 1. The caller promises the rule of cells.
        unsafe { T::write(Cells::rest_mut(cells), index, rest) };
    }

    #[inline(always)]
    unsafe fn read<L: Layout>(cells: *const Self::Cells<L>, index: usize) -> Self::Elements {
        debug_assert_slot::<L>(index);
        // SAFETY: the column is an array of `CAPACITY` elements (`CellsOf`), and the index is below that (1.).
        let element = unsafe { Cells::first::<E>(cells).add(index) };
        // SAFETY: the cells can be read (1.), and the element was written (2.). It is `Copy`.
        let first = unsafe { element.read() };
        // SAFETY: 1. and 2. The caller promises the same.
        (first, unsafe { T::read(Cells::rest(cells), index) })
    }

    #[inline(always)]
    unsafe fn refs<'a, L: Layout>(cells: *const Self::Cells<L>, index: usize) -> Self::Refs<'a>
    where
        Self: 'a,
    {
        debug_assert_slot::<L>(index);
        // SAFETY: the column is an array of `CAPACITY` elements (`CellsOf`), and the index is below that (1.).
        let element = unsafe { Cells::first::<E>(cells).add(index) };
        // SAFETY: the cells can be read for 'a (1.), and the element was written and is not written to (2.).
        let first = unsafe { &*element };
        // SAFETY: 1. and 2. The caller promises the same.
        (first, unsafe { T::refs(Cells::rest(cells), index) })
    }

    #[inline(always)]
    unsafe fn muts<'a, L: Layout>(cells: *mut Self::Cells<L>, index: usize) -> Self::Muts<'a>
    where
        Self: 'a,
    {
        debug_assert_slot::<L>(index);
        // SAFETY: the column is an array of `CAPACITY` elements (`CellsOf`), and the index is below that (1.).
        let element = unsafe { Cells::first_mut::<E>(cells).add(index) };
        // SAFETY: the cells can be written for 'a (1.), and the element was written and is not accessed elsewhere (2.).
        let first = unsafe { &mut *element };
        // SAFETY: 1. and 2. The caller promises the same.
        (first, unsafe { T::muts(Cells::rest_mut(cells), index) })
    }

    #[inline]
    unsafe fn slices<'a, L: Layout>(cells: *const Self::Cells<L>, slots: Range<usize>) -> Self::Slices<'a>
    where
        Self: 'a,
    {
        debug_assert_slots::<L>(&slots);
        // SAFETY: the column is an array of `CAPACITY` elements (`CellsOf`), and the start is at most that (1.).
        let start = unsafe { Cells::first::<E>(cells).add(slots.start) };
        // SAFETY: the elements are adjacent, in one array: the slots end at the capacity or before (1.). The cells can
        // be read for 'a (1.), and the elements were written and are not written to (2.).
        let first = unsafe { core::slice::from_raw_parts(start, slots.len()) };
        // SAFETY: 1. and 2. The caller promises the same.
        (first, unsafe { T::slices(Cells::rest(cells), slots) })
    }

    #[inline]
    unsafe fn slices_mut<'a, L: Layout>(
        cells: *mut Self::Cells<L>,
        slots: Range<usize>,
    ) -> Self::SlicesMut<'a>
    where
        Self: 'a,
    {
        debug_assert_slots::<L>(&slots);
        // SAFETY: the column is an array of `CAPACITY` elements (`CellsOf`), and the start is at most that (1.).
        let start = unsafe { Cells::first_mut::<E>(cells).add(slots.start) };
        // SAFETY: the elements are adjacent, in one array: the slots end at the capacity or before (1.). The cells can
        // be written for 'a (1.), and the elements were written and are not accessed elsewhere (2.).
        let first = unsafe { core::slice::from_raw_parts_mut(start, slots.len()) };
        // SAFETY: 1. and 2. The caller promises the same.
        (first, unsafe { T::slices_mut(Cells::rest_mut(cells), slots) })
    }

    unsafe fn copy<L: Layout>(from: *const Self::Cells<L>, to: *mut Self::Cells<L>, count: usize) {
        debug_assert_slots::<L>(&(0..count));
        let (source, target) = (Cells::first::<MaybeUninit<E>>(from), Cells::first_mut::<MaybeUninit<E>>(to));
        // SAFETY: both columns have `count` elements (1.), initialised or not, and do not overlap.
        unsafe { core::ptr::copy_nonoverlapping(source, target, count) };
        // SAFETY: 1. The caller promises the same.
        unsafe { T::copy(Cells::rest(from), Cells::rest_mut(to), count) };
    }
}
