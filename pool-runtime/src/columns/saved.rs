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
use crate::base::runs;
use crate::base::zeroed::zeroed;
use crate::layout::Layout;
use bytemuck::{CheckedBitPattern, NoUninit, Zeroable};
use core::marker::PhantomData;
use core::ops::Range;

/// The column is part of images.
#[derive(Debug)]
pub enum Saved {}

/// The column is not part of images.
#[derive(Debug)]
pub enum Skipped {}

/// The column has rows of several fields, and these are part of images, or not, one by one.
#[derive(Debug)]
pub enum Grouped {}

/// The column is that of a struct whose author did not say that a restore may make any values of its fields. Such a
/// list is not a [`SavedList`].
#[derive(Debug)]
pub enum Closed {}

/// The type of a field of columns that is saved.
#[diagnostic::on_unimplemented(
    message = "saving a column pool needs fields that are plain data, and `{Self}` is not",
    label = "`{Self}` is not known to be plain data of which zero bytes are a value",
    note = "a field is `bytemuck::Pod`, or `NoUninit`, `CheckedBitPattern` and `Zeroable`, as `bool` is and as an enum \
            without fields can be; keep a handle as a `stackpool::Link`, and other types that derive `Snapshot` in a \
            `HandleMap` beside the pool",
    note = "`#[pool(skip)]` on a field keeps it out of the bytes; its type is then `bytemuck::Zeroable`"
)]
pub trait PlainColumn: NoUninit + CheckedBitPattern + Zeroable {}

#[diagnostic::do_not_recommend]
impl<E: NoUninit + CheckedBitPattern + Zeroable> PlainColumn for E {}

/// The type of a field of columns that is not saved.
#[diagnostic::on_unimplemented(
    message = "saving a column pool needs skipped fields of which zero bytes are a value, and `{Self}` is not known to \
               be one",
    label = "a restore gives new slots zeros in this field",
    note = "a field with `#[pool(skip)]` is `bytemuck::Zeroable`, as numbers are; keep one that is not in a \
            `HandleMap` beside the pool"
)]
pub trait ZeroedColumn: ColumnItem + Zeroable {}

#[diagnostic::do_not_recommend]
impl<E: ColumnItem + Zeroable> ZeroedColumn for E {}

/// A word of 64 slots.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// Its first slot.
    pub(crate) first: usize,
    /// Its live slots, the first one in the lowest bit.
    pub(crate) live: u64,
}

impl Word {
    /// Calls `visit` with the first slot and the length of runs of live slots: see [`runs::each_run`].
    #[inline]
    fn each_run(self, mut visit: impl FnMut(usize, usize)) {
        runs::each_run(self.live, |first, count| visit(self.first + first, count));
    }

    /// Calls `differs` with each slot that is `asked` for and with its `size` bytes, out of those of all live slots.
    /// Returns the slots for which it returns `true`, the first slot of the word in the lowest bit.
    #[inline]
    fn each_asked(
        self,
        asked: u64,
        size: usize,
        mut bytes: &[u8],
        differs: impl Fn(usize, &[u8]) -> bool,
    ) -> u64 {
        let (mut live, mut differing) = (if asked == 0 { 0 } else { self.live }, 0);
        while live != 0 {
            let slot = live.trailing_zeros() as usize;
            live &= live - 1;
            let (saved, rest) = bytes.split_at(size);
            bytes = rest;
            if asked >> slot & 1 != 0 && differs(self.first + slot, saved) {
                differing |= 1 << slot;
            }
        }
        differing
    }
}

/// A list of columns that can be saved to bytes.
///
/// # Safety
///
/// 1. `load` and `zero` write no element of other slots than they are given, and read none but those of columns that
///    have skipped fields, of the live slots. `differing` reads no element of other slots than it is asked for.
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

    /// Returns the number of bytes of a live slot in the saved column of this number; `None` after the last one.
    fn column_bytes(number: usize) -> Option<usize>;

    /// Whether any bytes are elements: then there is nothing to check.
    fn has_any_bytes() -> bool;

    /// Checks whether the first bytes are elements of this many live slots of a word, and returns the others.
    fn check(live: usize, bytes: &[u8]) -> Option<&[u8]>;

    /// Writes the elements of the live slots of a word to the first bytes, and returns the others.
    ///
    /// # Safety
    ///
    /// 1. The rule of cells.
    /// 2. The elements were written.
    unsafe fn save<L: Layout>(cells: *const Self::Cells<L>, word: Word, bytes: &mut [u8]) -> &mut [u8];

    /// Reads the elements of the live slots of a word from the first bytes, and returns the others. Fields that are not
    /// saved keep their values.
    ///
    /// # Safety
    ///
    /// 1. The rule of cells.
    /// 2. The elements were written before.
    /// 3. [`check`](SavedList::check) accepts the bytes.
    unsafe fn load<L: Layout>(cells: *mut Self::Cells<L>, word: Word, bytes: &[u8]) -> &[u8];

    /// Compares elements of a word with the first bytes, which are those of its live slots. Returns which of the slots
    /// that are `asked` for differ, the first slot of the word in the lowest bit, and the other bytes. Fields that are
    /// not saved are not compared.
    ///
    /// # Safety
    ///
    /// 1. The rule of cells.
    /// 2. The elements of the slots that are asked for were written. These slots are live in the word.
    unsafe fn differing<L: Layout>(
        cells: *const Self::Cells<L>,
        word: Word,
        asked: u64,
        bytes: &[u8],
    ) -> (u64, &[u8]);

    /// Writes zeros to the elements of some slots.
    ///
    /// # Safety
    ///
    /// 1. The rule of cells.
    unsafe fn zero<L: Layout>(cells: *mut Self::Cells<L>, slots: Range<usize>);
}

// SAFETY: 1. and 2. There are no elements.
unsafe impl SavedList for () {
    const BYTES: usize = 0;

    fn column_bytes(_: usize) -> Option<usize> {
        None
    }

    fn has_any_bytes() -> bool {
        true
    }

    fn check(_: usize, bytes: &[u8]) -> Option<&[u8]> {
        Some(bytes)
    }

    #[inline]
    unsafe fn save<L: Layout>(_: *const (), _: Word, bytes: &mut [u8]) -> &mut [u8] {
        bytes
    }

    #[inline]
    unsafe fn load<L: Layout>(_: *mut (), _: Word, bytes: &[u8]) -> &[u8] {
        bytes
    }

    #[inline]
    unsafe fn differing<L: Layout>(_: *const (), _: Word, _: u64, bytes: &[u8]) -> (u64, &[u8]) {
        (0, bytes)
    }

    #[inline]
    unsafe fn zero<L: Layout>(_: *mut (), _: Range<usize>) {}
}

// SAFETY: 1. Elements are read from and written to the live slots of a word, and `differing` reads those that are asked
// for. `load` reads none of a column of memory or without bytes. 2. The form promises this of the bytes of each column.
unsafe impl<E: ColumnItem, K: Form<E>, const ALIGN: usize, T: SavedList> SavedList
    for (Column<E, ALIGN, K>, T)
where
    Alignment<ALIGN>: Align,
{
    const BYTES: usize = K::BYTES + T::BYTES;

    fn column_bytes(number: usize) -> Option<usize> {
        match number.checked_sub(K::IS_SAVED.into()) {
            Some(number) => T::column_bytes(number),
            None => Some(K::BYTES),
        }
    }

    fn has_any_bytes() -> bool {
        K::has_any_bytes() && T::has_any_bytes()
    }

    fn check(live: usize, bytes: &[u8]) -> Option<&[u8]> {
        let (elements, others) = bytes.split_at(live * K::BYTES);
        K::check(live, elements).then(|| T::check(live, others))?
    }

    unsafe fn save<L: Layout>(cells: *const Self::Cells<L>, word: Word, bytes: &mut [u8]) -> &mut [u8] {
        let (mut bytes, others) = bytes.split_at_mut(word.live.count_ones() as usize * K::BYTES);
        if K::IS_MEMORY {
            let mut place = bytes.as_mut_ptr();
            word.each_run(|first, count| {
                let count = count * K::BYTES;
                // SAFETY: the column is an array of `CAPACITY` elements, and live slots are below that (1.).
                let elements = unsafe { Cells::first::<E>(cells).add(first) };
                // SAFETY: 1. The elements of a run are adjacent in one array. The caller promises that they were
                // written, and their bytes are initialised (2. of `Form`). `bytes` has room for those of all live
                // slots, each of which is in one run, and does not overlap the array, since it is borrowed mutably.
                unsafe { runs::copy::<E>(elements.cast(), place, count) };
                // SAFETY: `bytes` has these, as above, so the pointer stays within it, or at its end.
                place = unsafe { place.add(count) };
            });
            invariant_eq!(place.cast_const(), bytes.as_ptr_range().end, "not the bytes of all elements");
        } else if K::IS_SAVED {
            word.each_run(|first, count| {
                for index in first..first + count {
                    // SAFETY: the column is an array of `CAPACITY` elements, and live slots are below that (1.).
                    let element = unsafe { Cells::first::<E>(cells).add(index) };
                    let (place, rest) = core::mem::take(&mut bytes).split_at_mut(K::BYTES);
                    // SAFETY: the cells can be read (1.), and the element was written (2.).
                    K::write(unsafe { &*element }, place);
                    bytes = rest;
                }
            });
        }
        // SAFETY: 1. and 2. The caller promises the same.
        unsafe { T::save(Cells::rest(cells), word, others) }
    }

    unsafe fn load<L: Layout>(cells: *mut Self::Cells<L>, word: Word, bytes: &[u8]) -> &[u8] {
        let (mut bytes, others) = bytes.split_at(word.live.count_ones() as usize * K::BYTES);
        if K::IS_MEMORY {
            let mut place = bytes.as_ptr();
            word.each_run(|first, count| {
                let count = count * K::BYTES;
                // SAFETY: the column is an array of `CAPACITY` elements, and live slots are below that (1.).
                let elements = unsafe { Cells::first_mut::<E>(cells).add(first) };
                // SAFETY: 1. `bytes` has those of the elements of all live slots, each of which is in one run. The
                // elements of a run are adjacent in one array, and the caller promises that they can be written (1.)
                // and that these bytes are elements (3.). They do not overlap the array, which is mutably borrowed.
                unsafe { runs::copy::<E>(place, elements.cast(), count) };
                // SAFETY: `bytes` has these, as above, so the pointer stays within it, or at its end.
                place = unsafe { place.add(count) };
            });
            invariant_eq!(place, bytes.as_ptr_range().end, "not the bytes of all elements");
        } else if K::IS_SAVED {
            word.each_run(|first, count| {
                for index in first..first + count {
                    // SAFETY: the column is an array of `CAPACITY` elements, and live slots are below that (1.).
                    let element = unsafe { Cells::first_mut::<E>(cells).add(index) };
                    let (saved, rest) = bytes.split_at(K::BYTES);
                    // SAFETY: the cells can be written (1.), and the element was written before (2.).
                    let element = unsafe { &mut *element };
                    // SAFETY: 1. The caller promises that `check` accepts the bytes (3.), and it asks for each element.
                    unsafe { K::read(element, saved) };
                    bytes = rest;
                }
            });
        }
        // SAFETY: 1. to 3. The caller promises the same.
        unsafe { T::load(Cells::rest_mut(cells), word, others) }
    }

    unsafe fn differing<L: Layout>(
        cells: *const Self::Cells<L>,
        word: Word,
        asked: u64,
        bytes: &[u8],
    ) -> (u64, &[u8]) {
        let (bytes, others) = bytes.split_at(word.live.count_ones() as usize * K::BYTES);
        let asked_here = if K::IS_SAVED { asked } else { 0 };
        let differing = word.each_asked(asked_here, K::BYTES, bytes, |index, saved| {
            // SAFETY: the column is an array of `CAPACITY` elements, and live slots are below that (1.).
            let element = unsafe { Cells::first::<E>(cells).add(index) };
            // SAFETY: the cells can be read (1.), and the element was written (2.).
            K::differs(unsafe { &*element }, saved)
        });
        // SAFETY: 1. and 2. The caller promises the same.
        let (rest, others) = unsafe { T::differing(Cells::rest(cells), word, asked, others) };
        (differing | rest, others)
    }

    unsafe fn zero<L: Layout>(cells: *mut Self::Cells<L>, slots: Range<usize>) {
        // SAFETY: the column is an array of `CAPACITY` elements, and the start is at most that (1.).
        let start = unsafe { Cells::first_mut::<E>(cells).add(slots.start) };
        if K::IS_ZEROABLE {
            // SAFETY: the cells can be written (1.). Zero bytes are an element (2. of `Form`).
            unsafe { start.write_bytes(0, slots.len()) };
        } else {
            for index in 0..slots.len() {
                // SAFETY: the column is an array of `CAPACITY` elements, and the slots are below that (1.).
                let element = unsafe { start.add(index) };
                // SAFETY: the cells can be written (1.).
                unsafe { element.write(K::zeroed()) };
            }
        }
        // SAFETY: 1. The caller promises the same.
        unsafe { T::zero(Cells::rest_mut(cells), slots) };
    }
}

/// How an image has the elements of a column, or the values of the fields of a [`Group`].
///
/// # Safety
///
/// 1. `check` accepts bytes only if `read` makes valid values of them. `has_any_bytes` is `true` only if `check`
///    accepts all bytes.
/// 2. If `IS_MEMORY`, the bytes of a value are those in memory, which are all initialised, and `BYTES` is its size. If
///    `IS_ZEROABLE`, zero bytes in memory are a value.
#[diagnostic::on_unimplemented(
    message = "not every column pool can be saved",
    label = "not known to be one that can",
    note = "if a field is less visible than the struct, write `#[pool(saved)]` before the struct, or `saved` beside \
            `columns`: a restore can give each field any value of its type"
)]
pub unsafe trait Form<E> {
    /// The number of bytes of a value.
    const BYTES: usize;
    /// Whether images have the values.
    const IS_SAVED: bool = true;
    /// Whether they have their bytes in memory.
    const IS_MEMORY: bool = false;
    /// Whether zero bytes in memory are a value.
    const IS_ZEROABLE: bool = false;

    /// Whether any bytes are values.
    fn has_any_bytes() -> bool;

    /// Checks whether these are the bytes of `count` values, one after the other.
    fn check(count: usize, bytes: &[u8]) -> bool;

    /// Writes the bytes of a value, which fill `place`.
    fn write(value: &E, place: &mut [u8]);

    /// Reads a value from its bytes. Fields that are not saved keep their values. It calls no code of a user.
    ///
    /// # Safety
    ///
    /// 1. [`check`](Form::check) accepts the bytes as those of one value.
    unsafe fn read(value: &mut E, saved: &[u8]);

    /// Returns whether a value has other bytes than these, apart from what is not saved.
    fn differs(value: &E, saved: &[u8]) -> bool;

    /// Returns a value of zero bytes. It calls no code of a user: that of `Zeroable::zeroed` may be.
    fn zeroed() -> E;
}

// SAFETY: 1. `are_valid` accepts the bytes of values alone, and `has_any_bytes` is `true` if they are all. 2. The bytes
// of a value are initialised, since it is `NoUninit`, and zero bytes are one, since it is `Zeroable`.
unsafe impl<E: PlainColumn> Form<E> for Saved {
    const BYTES: usize = size_of::<E>();
    const IS_MEMORY: bool = true;
    const IS_ZEROABLE: bool = true;

    fn has_any_bytes() -> bool {
        bit_pattern::has_any_bytes::<E>()
    }

    fn check(count: usize, bytes: &[u8]) -> bool {
        bit_pattern::are_valid::<E>(count, bytes)
    }

    #[inline]
    fn write(value: &E, place: &mut [u8]) {
        place.copy_from_slice(bytemuck::bytes_of(value));
    }

    #[inline]
    unsafe fn read(value: &mut E, saved: &[u8]) {
        invariant_eq!(saved.len(), size_of::<E>(), "not the bytes of one value");
        // SAFETY: the caller promises that `check` accepts the bytes (1.), so there are as many as an `E` has, and they
        // are a value, as `CheckedBitPattern` promises.
        *value = unsafe { saved.as_ptr().cast::<E>().read_unaligned() };
    }

    #[inline]
    fn differs(value: &E, saved: &[u8]) -> bool {
        bytemuck::bytes_of(value) != saved
    }

    #[inline]
    fn zeroed() -> E {
        zeroed()
    }
}

// SAFETY: 1. There are no bytes, and `read` leaves the value alone. 2. Zero bytes are a value: it is `Zeroable`.
unsafe impl<E: ZeroedColumn> Form<E> for Skipped {
    const BYTES: usize = 0;
    const IS_SAVED: bool = false;
    const IS_ZEROABLE: bool = true;

    fn has_any_bytes() -> bool {
        true
    }

    fn check(_: usize, _: &[u8]) -> bool {
        true
    }

    #[inline]
    fn write(_: &E, _: &mut [u8]) {}

    #[inline]
    unsafe fn read(_: &mut E, _: &[u8]) {}

    #[inline]
    fn differs(_: &E, _: &[u8]) -> bool {
        false
    }

    #[inline]
    fn zeroed() -> E {
        zeroed()
    }
}

/// A row of several fields that are side by side in one column.
///
/// The macro declares the struct and implements this for it.
pub trait Group: Copy {
    /// The fields: `(Field<A, Saved>, (Field<B, Skipped>, ()))`.
    type Fields;
    /// Their values: `(A, (B, ()))`.
    type Values: Copy;

    /// Returns the fields of a row.
    fn split(self) -> Self::Values;

    /// Makes a row of its fields.
    fn join(values: Self::Values) -> Self;
}

/// A field of a [`Group`], with its type and whether it is saved.
#[derive(Debug)]
pub struct Field<E, K>(PhantomData<(E, K)>);

// SAFETY: 1. and 2. There are no fields.
unsafe impl Form<()> for () {
    const BYTES: usize = 0;

    fn has_any_bytes() -> bool {
        true
    }

    fn check(_: usize, _: &[u8]) -> bool {
        true
    }

    #[inline]
    fn write((): &(), _: &mut [u8]) {}

    #[inline]
    unsafe fn read((): &mut (), _: &[u8]) {}

    #[inline]
    fn differs((): &(), _: &[u8]) -> bool {
        false
    }

    #[inline]
    fn zeroed() {}
}

// SAFETY: 1. The forms of the first field and of the others promise this of their bytes, which are one after the
// other. 2. It says nothing.
unsafe impl<E, V, K: Form<E>, T: Form<V>> Form<(E, V)> for (Field<E, K>, T) {
    const BYTES: usize = K::BYTES + T::BYTES;

    fn has_any_bytes() -> bool {
        K::has_any_bytes() && T::has_any_bytes()
    }

    fn check(count: usize, bytes: &[u8]) -> bool {
        (0..count).all(|number| {
            let (first, rest) = bytes[number * Self::BYTES..][..Self::BYTES].split_at(K::BYTES);
            K::check(1, first) && T::check(1, rest)
        })
    }

    #[inline]
    fn write((first, rest): &(E, V), place: &mut [u8]) {
        let (place, others) = place.split_at_mut(K::BYTES);
        K::write(first, place);
        T::write(rest, others);
    }

    #[inline]
    unsafe fn read((first, rest): &mut (E, V), saved: &[u8]) {
        let (saved, others) = saved.split_at(K::BYTES);
        // SAFETY: 1. `check` of both accepts bytes only if that of the first form accepts these.
        unsafe { K::read(first, saved) };
        // SAFETY: 1. And only if that of the rest accepts the others.
        unsafe { T::read(rest, others) };
    }

    #[inline]
    fn differs((first, rest): &(E, V), saved: &[u8]) -> bool {
        let (saved, others) = saved.split_at(K::BYTES);
        K::differs(first, saved) || T::differs(rest, others)
    }

    #[inline]
    fn zeroed() -> (E, V) {
        (K::zeroed(), T::zeroed())
    }
}

// SAFETY: 1. The fields promise this of the bytes of a row, and `join`, which is safe, makes a row of them. 2. It says
// nothing.
unsafe impl<E: Group<Fields: Form<E::Values>>> Form<E> for Grouped {
    const BYTES: usize = E::Fields::BYTES;

    fn has_any_bytes() -> bool {
        E::Fields::has_any_bytes()
    }

    fn check(count: usize, bytes: &[u8]) -> bool {
        E::Fields::check(count, bytes)
    }

    #[inline]
    fn write(row: &E, place: &mut [u8]) {
        E::Fields::write(&row.split(), place);
    }

    #[inline]
    unsafe fn read(row: &mut E, saved: &[u8]) {
        let mut fields = row.split();
        // SAFETY: 1. The caller promises the same.
        unsafe { E::Fields::read(&mut fields, saved) };
        *row = E::join(fields);
    }

    #[inline]
    fn differs(row: &E, saved: &[u8]) -> bool {
        E::Fields::differs(&row.split(), saved)
    }

    #[inline]
    fn zeroed() -> E {
        E::join(E::Fields::zeroed())
    }
}
