//! What the bytes of values are written to, compared with and read from, one value after the other.

#![expect(unsafe_code, reason = "plain data is copied from and to bytes by pointer")]

use crate::base::unaligned::Unaligned;
use crate::image::field_bytes::FieldBytes;
use crate::image::{RestoreError, SnapshotError};
use bytemuck::{CheckedBitPattern, NoUninit};
use core::marker::PhantomData;

/// Takes the bytes of values, in order.
pub trait Sink {
    /// Takes the bytes of a value.
    fn put<T: NoUninit>(&mut self, value: &T);

    /// Takes the bytes of an array.
    fn put_array<T: NoUninit, const N: usize>(&mut self, values: &[T; N]);

    /// Takes this many zeros.
    fn zeros(&mut self, count: usize);

    /// Takes this many bytes, which `write` makes of zeros.
    fn put_bytes(&mut self, count: usize, write: impl FnOnce(&mut [u8]));

    /// Takes the bytes of a value that is saved by hand.
    #[inline]
    fn put_by_hand<T: FieldBytes>(&mut self, value: &T) {
        self.put_bytes(T::BYTES, |bytes| value.write(bytes));
    }
}

/// Bytes that are taken one part after the other.
#[derive(Debug)]
struct Places {
    /// 1. The next `left` bytes from here on are borrowed by the owner of this, and were not taken yet.
    next: *mut u8,
    left: usize,
}

impl Places {
    /// Returns the place of the next bytes.
    #[inline(always)]
    fn take(&mut self, count: usize) -> *mut u8 {
        if count > self.left {
            too_few_bytes();
        }
        let place = self.next;
        self.left -= count;
        self.next = place.wrapping_add(count);
        place
    }

    /// Takes the bytes of a value off those of several. The compiler knows how many of them are left.
    #[inline(always)]
    fn part(&mut self, count: usize) -> Self {
        Places { next: self.take(count), left: count }
    }
}

/// Writes bytes.
pub(crate) struct Writer<'b> {
    places: Places,
    bytes: PhantomData<&'b mut [u8]>,
}

impl<'b> Writer<'b> {
    #[inline(always)]
    pub(crate) fn new(bytes: &'b mut [u8]) -> Self {
        let places = Places { left: bytes.len(), next: bytes.as_mut_ptr() };
        Writer { places, bytes: PhantomData }
    }

    /// Takes the bytes of a value off those of several.
    #[inline(always)]
    pub(crate) fn part(&mut self, count: usize) -> Self {
        Writer { places: self.places.part(count), bytes: PhantomData }
    }
}

impl Sink for Writer<'_> {
    #[inline(always)]
    fn put<T: NoUninit>(&mut self, value: &T) {
        let place = self.places.take(size_of::<T>()).cast::<Unaligned<T>>();
        // SAFETY: `take` returns a place for as many bytes as a `T` has, which are borrowed mutably (1.). `Unaligned`
        // needs no alignment. `NoUninit` promises that all bytes of the value are initialised.
        unsafe { (*place).0 = *value };
    }

    #[inline(always)]
    fn put_array<T: NoUninit, const N: usize>(&mut self, values: &[T; N]) {
        let place = self.places.take(size_of::<[T; N]>()).cast::<Unaligned<[T; N]>>();
        // SAFETY: as in `put`. An array has no bytes but those of its elements.
        unsafe { (*place).0 = *values };
    }

    #[inline(always)]
    fn zeros(&mut self, count: usize) {
        let place = self.places.take(count);
        // SAFETY: `take` returns a place for this many bytes, which are borrowed mutably (1.).
        unsafe { place.write_bytes(0, count) };
    }

    fn put_bytes(&mut self, count: usize, write: impl FnOnce(&mut [u8])) {
        let place = self.places.take(count);
        // SAFETY: `take` returns a place for this many bytes, which are borrowed mutably for longer than this call, and
        // are initialised (1.). No other reference to them is used meanwhile: `take` gives each byte once.
        let bytes = unsafe { core::slice::from_raw_parts_mut(place, count) };
        bytes.fill(0);
        write(bytes);
    }
}

/// The most bytes of a value that is saved by hand, up to which two of them are compared. A longer one counts as
/// different: without a heap, there is no room to write it.
const MOST_COMPARED: usize = 1 << 10;

/// Compares bytes with saved ones.
pub(crate) struct Comparison<'a> {
    pub(crate) rest: &'a [u8],
    pub(crate) is_equal: bool,
}

impl<'a> Comparison<'a> {
    #[inline]
    fn next(&mut self, count: usize) -> &'a [u8] {
        // A value that was written by hand can have more bytes than it says. It is another one.
        let Some((taken, rest)) = self.rest.split_at_checked(count) else {
            self.is_equal = false;
            return core::mem::take(&mut self.rest);
        };
        self.rest = rest;
        taken
    }
}

impl Sink for Comparison<'_> {
    #[inline]
    fn put<T: NoUninit>(&mut self, value: &T) {
        self.is_equal &= self.next(size_of::<T>()) == bytemuck::bytes_of(value);
    }

    #[inline]
    fn put_array<T: NoUninit, const N: usize>(&mut self, values: &[T; N]) {
        self.is_equal &= self.next(size_of::<[T; N]>()) == bytemuck::cast_slice::<T, u8>(values);
    }

    #[inline]
    fn zeros(&mut self, count: usize) {
        self.is_equal &= self.next(count).iter().all(|&byte| byte == 0);
    }

    fn put_bytes(&mut self, count: usize, write: impl FnOnce(&mut [u8])) {
        let (saved, mut room) = (self.next(count), [0; MOST_COMPARED]);
        self.is_equal &= room.get_mut(..count).is_some_and(|own| {
            write(own);
            own == saved
        });
    }
}

/// The saved bytes that are not read yet.
#[derive(Debug)]
pub struct Source<'a> {
    /// They are only read.
    places: Places,
    bytes: PhantomData<&'a [u8]>,
}

impl<'a> Source<'a> {
    #[inline(always)]
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        let places = Places { left: bytes.len(), next: bytes.as_ptr().cast_mut() };
        Source { places, bytes: PhantomData }
    }

    /// Takes the bytes of a value off those of several.
    #[inline(always)]
    pub(crate) fn part(&mut self, count: usize) -> Self {
        Source { places: self.places.part(count), bytes: PhantomData }
    }

    /// Reads a byte.
    #[inline(always)]
    pub fn byte(&mut self) -> u8 {
        // SAFETY: `take` returns the place of a byte (1.).
        unsafe { *self.places.take(1) }
    }

    /// Takes the next bytes.
    #[inline]
    pub(super) fn bytes(&mut self, count: usize) -> &'a [u8] {
        let place = self.places.take(count).cast_const();
        // SAFETY: `take` returns the place of this many bytes, which are borrowed for as long as the slice lives (1.).
        unsafe { core::slice::from_raw_parts(place, count) }
    }

    /// Skips zeros.
    #[inline(always)]
    pub fn skip(&mut self, count: usize) {
        self.places.take(count);
    }

    /// Whether the next bytes are a value, which is skipped.
    #[inline(always)]
    pub(super) fn is_next<T: CheckedBitPattern>(&mut self) -> bool {
        let place = self.places.take(size_of::<T::Bits>()).cast::<Unaligned<T::Bits>>();
        // SAFETY: `take` returns the place of as many bytes as `Bits` have (1.), and any bytes are a value of those.
        // `Unaligned` needs no alignment.
        let bits = unsafe { (*place).0 };
        T::is_valid_bit_pattern(&bits)
    }

    /// Reads a value.
    #[inline(always)]
    pub(super) fn value<T: CheckedBitPattern>(&mut self) -> T {
        let place = self.places.next.cast::<Unaligned<T>>();
        if !self.is_next::<T>() {
            not_checked();
        }
        // SAFETY: the bytes from `place` on are a value: `is_next` looked at as many as `Bits` have, which are as many
        // as a `T` has, and found that they are bits of one, as `CheckedBitPattern` promises.
        unsafe { (*place).0 }
    }

    /// Reads an array.
    #[inline(always)]
    pub(super) fn array<T: CheckedBitPattern, const N: usize>(&mut self) -> [T; N] {
        let place = self.places.next.cast::<Unaligned<[T; N]>>();
        each!(N, |_| if !self.is_next::<T>() {
            not_checked();
        });
        // SAFETY: as in `value`, for each of the elements, which are adjacent.
        unsafe { (*place).0 }
    }
}

/// The saved bytes that are not checked yet. A check makes no values, so it takes no stack for them. What is wrong is
/// noted beside the bytes: a result with it would be copied for each field of each value.
#[derive(Debug)]
pub struct Checked<'a> {
    pub(super) source: Source<'a>,
    pub(super) wrong: &'a mut Option<SnapshotError>,
}

impl Checked<'_> {
    /// Takes a byte.
    #[inline(always)]
    pub fn byte(&mut self) -> u8 {
        self.source.byte()
    }

    /// Checks that there are this many zeros.
    #[inline(always)]
    pub fn zeros(&mut self, count: usize) -> bool {
        // No early exit, so that several bytes are looked at together.
        let place = self.source.places.take(count);
        let mut bits = 0;
        // SAFETY: `take` returns the place of this many bytes (1.).
        each!(count, |at| bits |= unsafe { *place.wrapping_add(at) });
        if bits == 0 { true } else { self.no_value() }
    }

    /// Notes that the bytes are no value. Returns `false`.
    #[inline(always)]
    pub fn no_value(&mut self) -> bool {
        note_value(self.wrong);
        false
    }

    /// Notes that the bytes are no value in the field `name`. Returns `false`.
    #[inline(always)]
    pub fn in_field(&mut self, name: &'static str) -> bool {
        note_field(self.wrong, name);
        false
    }
}

/// Ends a read or a write of more bytes than a value has.
///
/// # Panics
///
/// Always. Only an implementation that was written by hand makes a call possible.
#[cold]
#[inline(never)]
fn too_few_bytes() -> ! {
    panic!("a value has more bytes than it says");
}

/// Ends a read of bytes that have no value, although they were checked.
///
/// # Panics
///
/// Always. Only an implementation that was written by hand makes a call possible.
#[cold]
#[inline(never)]
pub fn not_checked() -> ! {
    panic!("saved bytes that were a value are none any more");
}

/// Notes that bytes are no value. It gets no `Checked`, which would then be in memory.
#[cold]
#[inline(never)]
fn note_value(wrong: &mut Option<SnapshotError>) {
    *wrong = Some(RestoreError::Value.into());
}

/// Notes in which field they are.
#[cold]
#[inline(never)]
fn note_field(wrong: &mut Option<SnapshotError>, name: &'static str) {
    *wrong = wrong.map(|error| error.within(name));
}
