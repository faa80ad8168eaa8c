//! The bytes of columns in an image: for each word of 64 slots, the live elements of the first column, then those of
//! the second, and so on.
//!
//! So a word has `BYTES` bytes for each live slot, as it has in the image of a pool of objects.

#![expect(
    unsafe_code,
    reason = "columns are uninitialised memory, of which the pool knows the part that is not"
)]

use super::list::{Cells, Column, ColumnItem, ColumnList};
use crate::base::alignment::{Align, Alignment};
use crate::base::bit_pattern;
use crate::base::cut;
use crate::base::runs;
use crate::base::word::Word;
use crate::layout::Layout;
use bytemuck::{CheckedBitPattern, NoUninit, Zeroable};
use core::ops::Range;

mod groups;

pub use groups::{Field, FieldList, Group};

/// The column is part of images. Of a pair: its lists are.
#[derive(Debug)]
pub enum Saved {}

/// The column, or a field of one, is not part of images. If it is kept, it belongs to the object: a restore leaves it
/// alone in an object that stays, and writes zeros for others. (The trait of lists is implemented for this type and not
/// for two with a trait of their own, which errors would name.)
#[derive(Debug)]
pub enum Unsaved<const IS_KEPT: bool> {}

/// The column is not part of images.
pub type Skipped = Unsaved<false>;

/// The column is not part of images, and is kept.
pub type Kept = Unsaved<true>;

/// The column has rows of several fields, and these are part of images, or not, one by one.
#[derive(Debug)]
pub enum Grouped {}

/// The column or the pair is that of a struct whose author did not say that a restore may make any values of its
/// fields. Such a list is not a [`SavedList`]. The pair says so too, so that the compiler reports it, and not each of
/// its columns.
#[derive(Debug)]
pub enum Closed {}

/// The type of a field of columns that is saved.
#[diagnostic::on_unimplemented(
    message = "saving a column pool needs fields that are plain data, and `{Self}` is not",
    label = "`{Self}` is not known to be plain data of which zero bytes are a value",
    note = "a field is `bytemuck::Pod`, or `NoUninit`, `CheckedBitPattern` and `Zeroable`, as `bool` is and as an enum \
            without fields can be; keep a handle as a `stackpool::Link`, and other types that derive `Snapshot` in a \
            `HandleMap` beside the pool",
    note = "`#[pool(skip)]` or `#[pool(keep)]` on a field leaves it out of the bytes; its type is then \
            `bytemuck::Zeroable`"
)]
pub trait PlainColumn: NoUninit + CheckedBitPattern + Zeroable {}

#[diagnostic::do_not_recommend]
impl<E: NoUninit + CheckedBitPattern + Zeroable> PlainColumn for E {}

/// The type of a field of columns that is not saved.
#[diagnostic::on_unimplemented(
    message = "saving a column pool needs skipped fields of which zero bytes are a value, and `{Self}` is not known to \
               be one",
    label = "a restore gives new slots zeros in this field",
    note = "a field with `#[pool(skip)]` or `#[pool(keep)]` is `bytemuck::Zeroable`, as numbers are; keep one that is \
            not in a `HandleMap` beside the pool"
)]
pub trait ZeroedColumn: ColumnItem + Zeroable {}

#[diagnostic::do_not_recommend]
impl<E: ColumnItem + Zeroable> ZeroedColumn for E {}

/// Takes the values of an object that are saved, in the order of their columns.
pub trait ValueSink {
    /// Takes the next value.
    fn value<E: PlainColumn>(&mut self, value: &E);
}

/// A list of columns that can be saved to bytes.
///
/// # Safety
///
/// 1. `load`, `zero` and `zero_unsaved` write no element of other slots than they are given, and read none but those of
///    columns that have skipped fields, of the live slots or of the slots that they are given. `differing` reads no
///    element of other slots than it is asked for.
/// 2. `check` accepts bytes only if `load` makes valid elements of them. `has_any_bytes` is `true` only if `check`
///    accepts all bytes.
#[diagnostic::on_unimplemented(
    message = "not every column pool can be saved",
    label = "not known to be one that can",
    note = "if a field is less visible than the struct, write `#[pool(saved)]` before the struct, or `saved` beside \
            `columns`: a restore can give each field any value of its type",
    note = "in generic code, write `P: PoolSpec<Item: stackpool::column_pool::SavedColumns>`"
)]
pub unsafe trait SavedList: ColumnList {
    /// The number of bytes of a slot.
    const BYTES: usize;

    /// Whether `load` may leave bytes of an element as they were.
    const SKIPS: bool;

    /// Whether there are fields that are [kept](Kept).
    const KEEPS: bool;

    /// The number of columns that are saved.
    const COLUMNS: usize;

    /// Returns the number of bytes of a live slot in the saved column of this number; `None` after the last one.
    fn column_bytes(number: usize) -> Option<usize>;

    /// Whether all bytes are valid elements, so that there is nothing to check.
    fn has_any_bytes() -> bool;

    /// Hands the values of a slot that are saved to `sink`.
    fn visit<S: ValueSink>(elements: Self::Elements, sink: &mut S);

    /// Checks whether the first bytes are elements of this many live slots of a word, and returns the others.
    fn check(live: usize, bytes: &[u8]) -> Option<&[u8]>;

    /// Writes the elements of the live slots of a word to the first bytes, and returns the others.
    ///
    /// # Safety
    ///
    /// 1. The rule of cells.
    /// 2. The elements were written.
    unsafe fn save<'b, L: Layout, R>(
        cells: *const Self::Cells<L, R>,
        word: Word<'_>,
        bytes: &'b mut [u8],
    ) -> &'b mut [u8];

    /// Reads the elements of the live slots of a word from the first bytes, and returns the others. Fields that are not
    /// saved keep their values.
    ///
    /// # Safety
    ///
    /// 1. The rule of cells.
    /// 2. The elements were written before.
    /// 3. [`check`](SavedList::check) accepts the bytes.
    unsafe fn load<'b, L: Layout, R>(
        cells: *mut Self::Cells<L, R>,
        word: Word<'_>,
        bytes: &'b [u8],
    ) -> &'b [u8];

    /// Compares elements of a word with the first bytes, which are those of its live slots. Returns which of the slots
    /// that are `asked` for differ, the first slot of the word in the lowest bit, and the other bytes. Fields that are
    /// not saved are not compared.
    ///
    /// # Safety
    ///
    /// 1. The rule of cells.
    /// 2. The elements of the slots that are asked for were written. These slots are live in the word.
    unsafe fn differing<'b, L: Layout, R>(
        cells: *const Self::Cells<L, R>,
        word: Word<'_>,
        asked: u64,
        bytes: &'b [u8],
    ) -> (u64, &'b [u8]);

    /// Writes zeros to the elements of some slots.
    ///
    /// # Safety
    ///
    /// 1. The rule of cells.
    unsafe fn zero<L: Layout, R>(cells: *mut Self::Cells<L, R>, slots: Range<usize>);

    /// Writes zeros to the fields of some slots that are [kept](Kept), or to those that are [skipped](Skipped).
    ///
    /// # Safety
    ///
    /// 1. The rule of cells.
    /// 2. The elements were written.
    unsafe fn zero_unsaved<L: Layout, R>(cells: *mut Self::Cells<L, R>, slots: Range<usize>, are_kept: bool);
}

/// [`SavedList::differing`] for a column whose elements have this many bytes. `differs` compares one.
///
/// # Safety
///
/// As there.
unsafe fn differing<'b, E, A, H, R>(
    cells: *const Cells<A, H, R>,
    word: Word<'_>,
    asked: u64,
    (size, bytes): (usize, &'b [u8]),
    differs: impl Fn(&E, &[u8]) -> bool,
) -> (u64, &'b [u8]) {
    let (bytes, others) = cut::split(bytes, word.live.count_ones() as usize * size);
    let differing = word.each_asked(asked, size, bytes, |index, saved| {
        // SAFETY: the column is an array of `CAPACITY` elements, and live slots are below that (1.).
        let element = unsafe { Cells::elements::<E>(cells).add(index) };
        // SAFETY: the cells can be read (1.), and the element was written (2.).
        differs(unsafe { &*element }, saved)
    });
    (differing, others)
}

// SAFETY: 1. Elements are copied from and to the runs of a word, which consist of its live slots. None is read by
// `load`. 2. `are_valid` is `true` only for the bytes of elements, and `has_any_bytes` only if all bytes are elements.
unsafe impl<E: PlainColumn, const ALIGN: usize> SavedList for Column<E, ALIGN, Saved>
where
    Alignment<ALIGN>: Align,
{
    const BYTES: usize = size_of::<E>();
    const SKIPS: bool = false;
    const KEEPS: bool = false;
    const COLUMNS: usize = 1;

    fn column_bytes(number: usize) -> Option<usize> {
        (number == 0).then_some(size_of::<E>())
    }

    fn has_any_bytes() -> bool {
        bit_pattern::has_any_bytes::<E>()
    }

    fn visit<S: ValueSink>(value: E, sink: &mut S) {
        sink.value(&value);
    }

    fn check(live: usize, bytes: &[u8]) -> Option<&[u8]> {
        let (elements, others) = bytes.split_at_checked(live * size_of::<E>())?;
        bit_pattern::are_valid::<E>(live, elements).then_some(others)
    }

    unsafe fn save<'b, L: Layout, R>(
        cells: *const Self::Cells<L, R>,
        word: Word<'_>,
        bytes: &'b mut [u8],
    ) -> &'b mut [u8] {
        let len = word.live.count_ones() as usize * size_of::<E>();
        let Some((bytes, others)) = bytes.split_at_mut_checked(len) else {
            invariant!(false, "no room for the elements of a word");
            return &mut [];
        };
        let mut places = bytes.as_mut_ptr();
        word.each_run(|first, count| {
            let count = count * size_of::<E>();
            // SAFETY: the column is an array of `CAPACITY` elements, and live slots are below that (1.).
            let elements = unsafe { Cells::elements::<E>(cells).add(first) };
            // SAFETY: 1. The elements of a run are adjacent in one array. The caller promises that they were written,
            // and they are initialised bytes, since they are `NoUninit`. `bytes` has room for those of all live slots,
            // each of which is in one run, and does not overlap the array, since it is borrowed mutably.
            unsafe { runs::copy::<E>(elements.cast(), places, count) };
            // SAFETY: `bytes` has this many bytes, as above, so the pointer stays within it, or at its end.
            places = unsafe { places.add(count) };
        });
        invariant_eq!(places.cast_const(), bytes.as_ptr_range().end, "not the bytes of all elements");
        others
    }

    unsafe fn load<'b, L: Layout, R>(
        cells: *mut Self::Cells<L, R>,
        word: Word<'_>,
        bytes: &'b [u8],
    ) -> &'b [u8] {
        let Some((bytes, others)) = bytes.split_at_checked(word.live.count_ones() as usize * size_of::<E>())
        else {
            // The caller promises the bytes of all elements (3.).
            invariant!(false, "the bytes of fewer elements");
            return &[];
        };
        let mut places = bytes.as_ptr();
        word.each_run(|first, count| {
            let count = count * size_of::<E>();
            // SAFETY: the column is an array of `CAPACITY` elements, and live slots are below that (1.).
            let elements = unsafe { Cells::elements_mut::<E>(cells).add(first) };
            // SAFETY: 1. `bytes` has those of the elements of all live slots, each of which is in one run. The elements
            // of a run are adjacent in one array, and the caller promises that they can be written (1.) and that these
            // bytes are elements (3.). They do not overlap the array, which is mutably borrowed.
            unsafe { runs::copy::<E>(places, elements.cast(), count) };
            // SAFETY: `bytes` has this many bytes, as above, so the pointer stays within it, or at its end.
            places = unsafe { places.add(count) };
        });
        invariant_eq!(places, bytes.as_ptr_range().end, "not the bytes of all elements");
        others
    }

    unsafe fn differing<'b, L: Layout, R>(
        cells: *const Self::Cells<L, R>,
        word: Word<'_>,
        asked: u64,
        bytes: &'b [u8],
    ) -> (u64, &'b [u8]) {
        let differs = |element: &E, saved: &[u8]| bytemuck::bytes_of(element) != saved;
        // SAFETY: 1. and 2. The caller promises the same.
        unsafe { differing(cells, word, asked, (size_of::<E>(), bytes), differs) }
    }

    unsafe fn zero<L: Layout, R>(cells: *mut Self::Cells<L, R>, slots: Range<usize>) {
        // SAFETY: the column is an array of `CAPACITY` elements, and the start is at most that (1.).
        let start = unsafe { Cells::elements_mut::<E>(cells).add(slots.start) };
        // SAFETY: the cells can be written (1.). Zero bytes are an element, since it is `Zeroable`.
        unsafe { start.write_bytes(0, slots.len()) };
    }

    #[inline]
    unsafe fn zero_unsaved<L: Layout, R>(_: *mut Self::Cells<L, R>, _: Range<usize>, _: bool) {}
}

// SAFETY: 1. and 2. `load` leaves the elements alone.
unsafe impl<E: ZeroedColumn, const ALIGN: usize, const IS_KEPT: bool> SavedList
    for Column<E, ALIGN, Unsaved<IS_KEPT>>
where
    Alignment<ALIGN>: Align,
{
    const BYTES: usize = 0;
    const SKIPS: bool = true;
    const KEEPS: bool = IS_KEPT;
    const COLUMNS: usize = 0;

    fn column_bytes(_: usize) -> Option<usize> {
        None
    }

    fn has_any_bytes() -> bool {
        true
    }

    fn visit<S: ValueSink>(_: E, _: &mut S) {}

    fn check(_: usize, bytes: &[u8]) -> Option<&[u8]> {
        Some(bytes)
    }

    #[inline]
    unsafe fn save<'b, L: Layout, R>(
        _: *const Self::Cells<L, R>,
        _: Word<'_>,
        bytes: &'b mut [u8],
    ) -> &'b mut [u8] {
        bytes
    }

    #[inline]
    unsafe fn load<'b, L: Layout, R>(_: *mut Self::Cells<L, R>, _: Word<'_>, bytes: &'b [u8]) -> &'b [u8] {
        bytes
    }

    #[inline]
    unsafe fn differing<'b, L: Layout, R>(
        _: *const Self::Cells<L, R>,
        _: Word<'_>,
        _: u64,
        bytes: &'b [u8],
    ) -> (u64, &'b [u8]) {
        (0, bytes)
    }

    unsafe fn zero<L: Layout, R>(cells: *mut Self::Cells<L, R>, slots: Range<usize>) {
        // SAFETY: the column is an array of `CAPACITY` elements, and the start is at most that (1.).
        let start = unsafe { Cells::elements_mut::<E>(cells).add(slots.start) };
        // SAFETY: the cells can be written (1.). Zero bytes are an element: it is `Zeroable`.
        unsafe { start.write_bytes(0, slots.len()) };
    }

    unsafe fn zero_unsaved<L: Layout, R>(cells: *mut Self::Cells<L, R>, slots: Range<usize>, are_kept: bool) {
        if IS_KEPT == are_kept {
            // SAFETY: 1. The caller promises the same.
            unsafe { Self::zero::<L, R>(cells, slots) };
        }
    }
}

// SAFETY: 1. The elements of live slots are read and written one by one. 2. `FieldList` promises this of the bytes of a
// row, and `load` makes elements of values.
unsafe impl<E: Group, const ALIGN: usize> SavedList for Column<E, ALIGN, Grouped>
where
    E::Fields: FieldList<Values = E::Values>,
    Alignment<ALIGN>: Align,
{
    const BYTES: usize = E::Fields::BYTES;
    const SKIPS: bool = E::Fields::BYTES < size_of::<E>();
    const KEEPS: bool = E::Fields::KEEPS;
    const COLUMNS: usize = 1;

    fn column_bytes(number: usize) -> Option<usize> {
        (number == 0).then_some(E::Fields::BYTES)
    }

    fn has_any_bytes() -> bool {
        E::Fields::has_any_bytes()
    }

    fn visit<S: ValueSink>(row: E, sink: &mut S) {
        E::Fields::visit(row.split(), sink);
    }

    fn check(live: usize, bytes: &[u8]) -> Option<&[u8]> {
        let (mut rows, others) = bytes.split_at(live * E::Fields::BYTES);
        for _ in 0..live {
            rows = E::Fields::check(rows)?;
        }
        Some(others)
    }

    unsafe fn save<'b, L: Layout, R>(
        cells: *const Self::Cells<L, R>,
        word: Word<'_>,
        bytes: &'b mut [u8],
    ) -> &'b mut [u8] {
        let (bytes, others) = bytes.split_at_mut(word.live.count_ones() as usize * E::Fields::BYTES);
        let mut places = &mut *bytes;
        word.each_run(|first, count| {
            for index in first..first + count {
                // SAFETY: the column is an array of `CAPACITY` elements, and live slots are below that (1.).
                let place = unsafe { Cells::elements::<E>(cells).add(index) };
                // SAFETY: the cells can be read (1.), and the element was written (2.).
                let row = unsafe { place.read() };
                places = E::Fields::save(row.split(), core::mem::take(&mut places));
            }
        });
        others
    }

    unsafe fn load<'b, L: Layout, R>(
        cells: *mut Self::Cells<L, R>,
        word: Word<'_>,
        bytes: &'b [u8],
    ) -> &'b [u8] {
        let (mut bytes, others) = bytes.split_at(word.live.count_ones() as usize * E::Fields::BYTES);
        word.each_run(|first, count| {
            for index in first..first + count {
                // SAFETY: the column is an array of `CAPACITY` elements, and live slots are below that (1.).
                let place = unsafe { Cells::elements_mut::<E>(cells).add(index) };
                // SAFETY: the caller promises that the element was written.
                let row = unsafe { place.read() };
                let (saved, rest) = bytes.split_at(E::Fields::BYTES);
                // SAFETY: 1. the caller promises that `check` accepts the bytes of all rows, and it asked for these.
                let values = unsafe { E::Fields::load(row.split(), saved) };
                // SAFETY: the caller promises that the element can be written.
                unsafe { place.write(E::join(values)) };
                bytes = rest;
            }
        });
        others
    }

    unsafe fn differing<'b, L: Layout, R>(
        cells: *const Self::Cells<L, R>,
        word: Word<'_>,
        asked: u64,
        bytes: &'b [u8],
    ) -> (u64, &'b [u8]) {
        let differs = |row: &E, saved: &[u8]| E::Fields::differ(row.split(), saved);
        // SAFETY: 1. and 2. The caller promises the same.
        unsafe { differing(cells, word, asked, (E::Fields::BYTES, bytes), differs) }
    }

    unsafe fn zero<L: Layout, R>(cells: *mut Self::Cells<L, R>, slots: Range<usize>) {
        let zero = E::join(E::Fields::zeroed());
        for index in slots {
            // SAFETY: the column is an array of `CAPACITY` elements, and the slots are below that (1.).
            let place = unsafe { Cells::elements_mut::<E>(cells).add(index) };
            // SAFETY: the cells can be written (1.).
            unsafe { place.write(zero) };
        }
    }

    unsafe fn zero_unsaved<L: Layout, R>(cells: *mut Self::Cells<L, R>, slots: Range<usize>, are_kept: bool) {
        if E::Fields::BYTES < size_of::<E>() {
            for index in slots {
                // SAFETY: the column is an array of `CAPACITY` elements, and the slots are below that (1.).
                let place = unsafe { Cells::elements_mut::<E>(cells).add(index) };
                // SAFETY: the caller promises that the element was written (2.).
                let row = unsafe { place.read() };
                // SAFETY: the cells can be written (1.).
                unsafe { place.write(E::join(E::Fields::zero_unsaved(row.split(), are_kept))) };
            }
        }
    }
}

// SAFETY: 1. and 2. Both lists keep the promise, each for its own part of the bytes.
unsafe impl<A: SavedList, B: SavedList> SavedList for (A, B, Saved) {
    const BYTES: usize = A::BYTES + B::BYTES;
    const SKIPS: bool = A::SKIPS || B::SKIPS;
    const KEEPS: bool = A::KEEPS || B::KEEPS;
    const COLUMNS: usize = A::COLUMNS + B::COLUMNS;

    fn column_bytes(number: usize) -> Option<usize> {
        number.checked_sub(A::COLUMNS).map_or_else(|| A::column_bytes(number), B::column_bytes)
    }

    fn has_any_bytes() -> bool {
        A::has_any_bytes() && B::has_any_bytes()
    }

    fn visit<S: ValueSink>((first, second): Self::Elements, sink: &mut S) {
        A::visit(first, sink);
        B::visit(second, sink);
    }

    fn check(live: usize, bytes: &[u8]) -> Option<&[u8]> {
        B::check(live, A::check(live, bytes)?)
    }

    #[inline]
    unsafe fn save<'b, L: Layout, R>(
        cells: *const Self::Cells<L, R>,
        word: Word<'_>,
        bytes: &'b mut [u8],
    ) -> &'b mut [u8] {
        // SAFETY: 1. and 2. The caller promises the same.
        let others = unsafe { A::save::<L, _>(cells, word, bytes) };
        // SAFETY: 1. and 2. The caller promises the same.
        unsafe { B::save::<L, R>(A::rest::<L, _>(cells), word, others) }
    }

    #[inline]
    unsafe fn load<'b, L: Layout, R>(
        cells: *mut Self::Cells<L, R>,
        word: Word<'_>,
        bytes: &'b [u8],
    ) -> &'b [u8] {
        // SAFETY: 1. to 3. The caller promises the same: `check` asks the first list about these bytes.
        let others = unsafe { A::load::<L, _>(cells, word, bytes) };
        // SAFETY: 1. to 3. The caller promises the same: `check` asks the second list about the others.
        unsafe { B::load::<L, R>(A::rest_mut::<L, _>(cells), word, others) }
    }

    #[inline]
    unsafe fn differing<'b, L: Layout, R>(
        cells: *const Self::Cells<L, R>,
        word: Word<'_>,
        asked: u64,
        bytes: &'b [u8],
    ) -> (u64, &'b [u8]) {
        // SAFETY: 1. and 2. The caller promises the same.
        let (first, others) = unsafe { A::differing::<L, _>(cells, word, asked, bytes) };
        // SAFETY: 1. and 2. The caller promises the same.
        let (second, others) = unsafe { B::differing::<L, R>(A::rest::<L, _>(cells), word, asked, others) };
        (first | second, others)
    }

    #[inline]
    unsafe fn zero<L: Layout, R>(cells: *mut Self::Cells<L, R>, slots: Range<usize>) {
        // SAFETY: 1. The caller promises the same.
        unsafe { A::zero::<L, _>(cells, slots.clone()) };
        // SAFETY: 1. The caller promises the same.
        unsafe { B::zero::<L, R>(A::rest_mut::<L, _>(cells), slots) };
    }

    #[inline]
    unsafe fn zero_unsaved<L: Layout, R>(cells: *mut Self::Cells<L, R>, slots: Range<usize>, are_kept: bool) {
        // SAFETY: 1. and 2. The caller promises the same.
        unsafe { A::zero_unsaved::<L, _>(cells, slots.clone(), are_kept) };
        // SAFETY: 1. and 2. The caller promises the same.
        unsafe { B::zero_unsaved::<L, R>(A::rest_mut::<L, _>(cells), slots, are_kept) };
    }
}
