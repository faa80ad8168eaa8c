//! How plain data is saved: as its bytes in memory, or field by field.
//!
//! Either way, all values of a type have the same number of bytes, equal values have equal bytes, and no bytes are
//! padding.

#![expect(unsafe_code, reason = "plain data is copied from and to bytes by pointer")]

use super::{RestoreError, SnapshotError};
use crate::base::bit_pattern;
use crate::base::item_field::{ItemField, Show, show_bytes, show_of};
use crate::base::unaligned::Unaligned;
use bytemuck::{CheckedBitPattern, NoUninit};
use core::fmt;
use core::marker::PhantomData;

/// Repeats something, by a loop that costs no call without optimisation.
macro_rules! each {
    ($count:expr, |$index:pat_param| $body:expr) => {{
        let (mut next, count) = (0_usize, $count);
        while next < count {
            let $index = next;
            next += 1;
            $body;
        }
    }};
}

/// How a value is saved: an item, or a field of one. The derive implements it for items, and takes the types of their
/// fields apart: an `Option`, an array and a tuple are known by how they are written, and what they consist of is plain
/// data.
pub trait FieldForm {
    /// The type of the value.
    type Value;
    /// The number of its bytes.
    const BYTES: usize;
    /// A number that tells its type from others; 0 if it is not known.
    const SHAPE: u64;
    /// Whether [`reader`](FieldForm::reader) calls code of a user: the `Default` of a skipped field.
    const CALLS_DEFAULT: bool;
    /// Shows the bytes of an item.
    const SHOW: Show = show_bytes;
    /// The fields of an item that is a struct.
    const FIELDS: &'static [ItemField] = &[];

    /// Hands the bytes of a value to `sink`.
    fn put<S: Sink>(value: &Self::Value, sink: &mut S);

    /// Hands the bytes of these values to `sink`.
    #[inline(always)]
    fn put_array<S: Sink, const N: usize>(values: &[Self::Value; N], sink: &mut S) {
        each!(N, |index| Self::put(&values[index], sink));
    }

    /// Checks the bytes of a value. `false` if there is no such value; `checked` knows why.
    fn check(checked: &mut Checked<'_>) -> bool;

    /// Checks the bytes of this many values.
    #[inline(always)]
    fn check_all(count: usize, checked: &mut Checked<'_>) -> bool {
        each!(count, |_| if !Self::check(checked) {
            return false;
        });
        true
    }

    /// Returns what reads values from bytes that were checked. It has the defaults of the skipped fields, so whoever
    /// asks for it before a change calls no `Default` during the change.
    fn reader() -> impl Reader<Self::Value>;
}

/// How the values of `T` are saved. No other crate can name this trait, so there are two forms: [`Memory`], and a type
/// that derives `Snapshot` such that its values can be items of pools.
pub trait FormOf<T>: FieldForm<Value = T> {
    /// Whether the bytes are those in memory, and so all of them are initialised there.
    const IS_MEMORY: bool;

    /// Returns how a saved value is shown; `None`: as bytes.
    fn show() -> Option<Show>;

    /// Returns whether these are the bytes of `count` values, one after the other.
    fn are_valid(count: usize, saved: &[u8]) -> bool;
}

/// A value is saved as its bytes in memory.
#[derive(Debug)]
pub struct Memory<T>(PhantomData<T>);

impl<T: NoUninit + CheckedBitPattern> FormOf<T> for Memory<T> {
    const IS_MEMORY: bool = true;

    fn show() -> Option<Show> {
        show_of::<T>()
    }

    fn are_valid(count: usize, saved: &[u8]) -> bool {
        bit_pattern::are_valid::<T>(count, saved)
    }
}

/// As many values are checked sooner, without optimisation, than it is found out that any bytes are values.
const FEW: usize = 4;

impl<T: NoUninit + CheckedBitPattern> FieldForm for Memory<T> {
    type Value = T;
    const BYTES: usize = size_of::<T>();
    const SHAPE: u64 = 0;
    const CALLS_DEFAULT: bool = false;

    #[inline(always)]
    fn put<S: Sink>(value: &T, sink: &mut S) {
        sink.put(value);
    }

    #[inline(always)]
    fn put_array<S: Sink, const N: usize>(values: &[T; N], sink: &mut S) {
        sink.put_array(values);
    }

    #[inline(always)]
    fn check(checked: &mut Checked<'_>) -> bool {
        checked.source.is_next::<T>() || checked.no_value()
    }

    #[inline(always)]
    fn check_all(count: usize, checked: &mut Checked<'_>) -> bool {
        if count > FEW && bit_pattern::has_any_bytes::<T>() {
            checked.source.skip(count * size_of::<T>());
            return true;
        }
        each!(count, |_| if !Self::check(checked) {
            return false;
        });
        true
    }

    #[inline(always)]
    fn reader() -> impl Reader<T> {
        PlainReader
    }
}

impl<T: FieldForm<Value = T>> FormOf<T> for T {
    const IS_MEMORY: bool = false;

    fn show() -> Option<Show> {
        Some(T::SHOW)
    }

    fn are_valid(count: usize, saved: &[u8]) -> bool {
        if saved.len() != count * T::BYTES {
            return false;
        }
        let (mut next, mut wrong) = (saved.as_ptr().cast_mut(), None);
        each!(count, |_| {
            // 1. Each value has its own bytes of the slice, which has those of `count` values, as compared above.
            let source = Source { places: Places { next, left: T::BYTES }, bytes: PhantomData };
            if !T::check(&mut Checked { source, wrong: &mut wrong }) {
                return false;
            }
            next = next.wrapping_add(T::BYTES);
        });
        true
    }
}

/// Writes a value, and returns its length.
#[inline]
pub(crate) fn write_item<F: FieldForm>(value: &F::Value, buffer: &mut [u8]) -> usize {
    F::put(value, &mut Writer::new(&mut buffer[..F::BYTES]));
    F::BYTES
}

/// Checks the bytes of a saved value, as [`Snapshot::check_saved`](crate::Snapshot::check_saved) does.
#[inline]
pub(crate) fn check_item<F: FieldForm>(saved: &[u8]) -> Result<(), SnapshotError> {
    if saved.len() != F::BYTES {
        return Err(RestoreError::Length { expected: F::BYTES, found: saved.len() }.into());
    }
    let mut wrong = None;
    let is_value = F::check(&mut Checked { source: Source::new(saved), wrong: &mut wrong });
    if is_value { Ok(()) } else { Err(wrong.unwrap_or(RestoreError::Value.into())) }
}

/// Takes the bytes of values, in order.
pub trait Sink {
    /// Takes the bytes of a value.
    fn put<T: NoUninit>(&mut self, value: &T);

    /// Takes the bytes of an array.
    fn put_array<T: NoUninit, const N: usize>(&mut self, values: &[T; N]);

    /// Takes this many zeros.
    fn zeros(&mut self, count: usize);
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
}

/// Compares bytes with saved ones.
pub(crate) struct Comparison<'a> {
    pub(crate) rest: &'a [u8],
    pub(crate) is_equal: bool,
}

impl<'a> Comparison<'a> {
    #[inline]
    fn next(&mut self, count: usize) -> &'a [u8] {
        let (taken, rest) = self.rest.split_at(count);
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

    /// Skips zeros.
    #[inline(always)]
    pub fn skip(&mut self, count: usize) {
        self.places.take(count);
    }

    /// Whether the next bytes are a value, which is skipped.
    #[inline(always)]
    fn is_next<T: CheckedBitPattern>(&mut self) -> bool {
        let place = self.places.take(size_of::<T::Bits>()).cast::<Unaligned<T::Bits>>();
        // SAFETY: `take` returns the place of as many bytes as `Bits` have (1.), and any bytes are a value of those.
        // `Unaligned` needs no alignment.
        let bits = unsafe { (*place).0 };
        T::is_valid_bit_pattern(&bits)
    }

    /// Reads a value.
    #[inline(always)]
    fn value<T: CheckedBitPattern>(&mut self) -> T {
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
    fn array<T: CheckedBitPattern, const N: usize>(&mut self) -> [T; N] {
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
    source: Source<'a>,
    wrong: &'a mut Option<SnapshotError>,
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

/// Reads values of type `T` from bytes that were checked. It is a trait and not a closure, because a method can be
/// inlined without optimisation, and a closure cannot.
pub trait Reader<T> {
    /// Reads a value.
    fn read(&self, source: &mut Source<'_>) -> T;

    /// Reads an array.
    #[inline(always)]
    fn read_array<const N: usize>(&self, source: &mut Source<'_>) -> [T; N] {
        core::array::from_fn(|_| self.read(source))
    }
}

/// Reads a value. Generated code calls this function and not the method: where a type has no form, that is one error.
#[inline(always)]
pub fn read<T>(reader: &impl Reader<T>, source: &mut Source<'_>) -> T {
    reader.read(source)
}

/// Reads plain data.
struct PlainReader;

impl<T: CheckedBitPattern> Reader<T> for PlainReader {
    #[inline(always)]
    fn read(&self, source: &mut Source<'_>) -> T {
        source.value()
    }

    #[inline(always)]
    fn read_array<const N: usize>(&self, source: &mut Source<'_>) -> [T; N] {
        source.array()
    }
}

/// Reads by a function: the fields of a struct or an enum.
struct ByFunction<F>(F);

impl<T, F: Fn(&mut Source<'_>) -> T> Reader<T> for ByFunction<F> {
    #[inline(always)]
    fn read(&self, source: &mut Source<'_>) -> T {
        (self.0)(source)
    }
}

/// Returns what reads values by this function.
#[inline(always)]
pub fn by_function<T>(read: impl Fn(&mut Source<'_>) -> T) -> impl Reader<T> {
    ByFunction(read)
}

/// Plain data in an `Option`, or in a field of an enum or of an item.
#[diagnostic::on_unimplemented(
    message = "only plain data is saved in an `Option` or in a field of an enum or an item, and `{Self}` is not plain \
               data",
    label = "`{Self}` may hold more than plain data",
    note = "a struct needs `#[derive(stackpool::Snapshot)]` and also `#[snapshot(item)]`, an enum the derive alone; \
            around a tuple or an array in an `Option`, write such a struct; in place of a `type` of an `Option`, an \
            array or a tuple, write what it stands for",
    note = "for other types, derive `bytemuck::NoUninit` and `CheckedBitPattern`, with `#[repr(C)]` on a struct and \
            `#[repr(u8)]` on an enum without fields"
)]
pub trait PlainPart: super::plain_data::PlainData {}

#[diagnostic::do_not_recommend]
impl<T: super::plain_data::PlainData> PlainPart for T {}

/// The type of a field of an item that is not saved.
#[diagnostic::on_unimplemented(
    message = "all restored items have a copy of one default in a skipped field, and `{Self}` is not both `Default` \
               and `Copy`",
    label = "`{Self}` does not implement `Default` or does not implement `Copy`",
    note = "`Default` is called once, before anything changes, so that a panic there leaves everything as it was",
    note = "derive `Default`, `Clone` and `Copy` for `{Self}`; an `Option` of a `Copy` type has the default `None`"
)]
pub trait SkippedField: Default + Copy {}

#[diagnostic::do_not_recommend]
impl<T: Default + Copy> SkippedField for T {}

/// Gives copies of a value, and reads nothing.
struct CopyOf<T>(T);

impl<T: Copy> Reader<T> for CopyOf<T> {
    #[inline(always)]
    fn read(&self, _: &mut Source<'_>) -> T {
        self.0
    }
}

/// Calls the `Default` of a skipped field, and returns what gives copies of the result.
#[must_use]
#[inline(always)]
pub fn restored<T: SkippedField>() -> impl Reader<T> {
    CopyOf(T::default())
}

/// Returns what reads the values of a field. This function, and not the method, is what generated code calls: where a
/// type has no form, that is one error.
#[must_use]
#[inline(always)]
pub fn reader<F: FieldForm>() -> impl Reader<F::Value> {
    F::reader()
}

/// A field of plain data.
#[derive(Debug)]
pub struct Leaf<T>(PhantomData<T>);

impl<T: PlainPart> FieldForm for Leaf<T> {
    type Value = T;
    const BYTES: usize = <T::Form as FieldForm>::BYTES;
    const SHAPE: u64 = <T::Form as FieldForm>::SHAPE;
    const CALLS_DEFAULT: bool = <T::Form as FieldForm>::CALLS_DEFAULT;

    #[inline(always)]
    fn put<S: Sink>(value: &T, sink: &mut S) {
        T::Form::put(value, sink);
    }

    #[inline(always)]
    fn put_array<S: Sink, const N: usize>(values: &[T; N], sink: &mut S) {
        T::Form::put_array(values, sink);
    }

    #[inline(always)]
    fn check(checked: &mut Checked<'_>) -> bool {
        T::Form::check(checked)
    }

    #[inline(always)]
    fn check_all(count: usize, checked: &mut Checked<'_>) -> bool {
        T::Form::check_all(count, checked)
    }

    #[inline(always)]
    fn reader() -> impl Reader<T> {
        T::Form::reader()
    }
}

/// An `Option`: a byte that says whether there is a value, and its bytes or zeros.
#[derive(Debug)]
pub struct Maybe<F>(PhantomData<F>);

impl<F: FieldForm> FieldForm for Maybe<F> {
    type Value = Option<F::Value>;
    const BYTES: usize = 1 + F::BYTES;
    const SHAPE: u64 = F::SHAPE.rotate_left(1);
    const CALLS_DEFAULT: bool = F::CALLS_DEFAULT;

    #[inline(always)]
    fn put<S: Sink>(value: &Self::Value, sink: &mut S) {
        match value {
            Some(value) => {
                sink.put(&1_u8);
                F::put(value, sink);
            }
            None => sink.zeros(1 + F::BYTES),
        }
    }

    #[inline(always)]
    fn check(checked: &mut Checked<'_>) -> bool {
        match checked.byte() {
            0 => checked.zeros(F::BYTES),
            1 => F::check(checked),
            _ => checked.no_value(),
        }
    }

    #[inline(always)]
    fn reader() -> impl Reader<Self::Value> {
        MaybeReader::<F, _>(F::reader(), PhantomData)
    }
}

/// Reads an `Option`.
struct MaybeReader<F, R>(R, PhantomData<F>);

impl<F: FieldForm, R: Reader<F::Value>> Reader<Option<F::Value>> for MaybeReader<F, R> {
    #[inline(always)]
    fn read(&self, source: &mut Source<'_>) -> Option<F::Value> {
        if source.byte() == 0 {
            source.skip(F::BYTES);
            return None;
        }
        Some(self.0.read(source))
    }
}

/// An array.
#[derive(Debug)]
pub struct Each<F, const N: usize>(PhantomData<F>);

impl<F: FieldForm, const N: usize> FieldForm for Each<F, N> {
    type Value = [F::Value; N];
    const BYTES: usize = N * F::BYTES;
    const SHAPE: u64 = F::SHAPE.rotate_left(2);
    const CALLS_DEFAULT: bool = F::CALLS_DEFAULT;

    #[inline(always)]
    fn put<S: Sink>(values: &Self::Value, sink: &mut S) {
        F::put_array(values, sink);
    }

    #[inline(always)]
    fn check(checked: &mut Checked<'_>) -> bool {
        F::check_all(N, checked)
    }

    #[inline(always)]
    fn check_all(count: usize, checked: &mut Checked<'_>) -> bool {
        F::check_all(count * N, checked)
    }

    #[inline(always)]
    fn reader() -> impl Reader<Self::Value> {
        EachReader(F::reader())
    }
}

/// Reads an array.
struct EachReader<R>(R);

impl<T, R: Reader<T>, const N: usize> Reader<[T; N]> for EachReader<R> {
    #[inline(always)]
    fn read(&self, source: &mut Source<'_>) -> [T; N] {
        self.0.read_array(source)
    }
}

/// Reads a tuple.
struct TupleReader<R>(R);

macro_rules! tuples {
    ($(($($part:ident $value:ident $reader:ident)*))*) => {$(
        impl<$($part: FieldForm),*> FieldForm for ($($part,)*) {
            type Value = ($($part::Value,)*);
            const BYTES: usize = 0 $(+ $part::BYTES)*;
            const SHAPE: u64 = {
                let mut shape = 0_u64;
                $(shape = shape.rotate_left(3) ^ $part::SHAPE;)*
                shape
            };
            const CALLS_DEFAULT: bool = false $(|| $part::CALLS_DEFAULT)*;

            #[inline(always)]
            fn put<Z: Sink>(($($value,)*): &Self::Value, sink: &mut Z) {
                $($part::put($value, sink);)*
            }

            #[inline(always)]
            fn check(checked: &mut Checked<'_>) -> bool {
                $($part::check(checked))&&*
            }

            #[inline(always)]
            fn reader() -> impl Reader<Self::Value> {
                TupleReader(($($part::reader(),)*))
            }
        }

        impl<$($part, $reader: Reader<$part>),*> Reader<($($part,)*)> for TupleReader<($($reader,)*)> {
            #[inline(always)]
            fn read(&self, source: &mut Source<'_>) -> ($($part,)*) {
                let ($($value,)*) = &self.0;
                ($($value.read(source),)*)
            }
        }
    )*};
}

tuples! {
    (A a RA)
    (A a RA B b RB)
    (A a RA B b RB C c RC)
    (A a RA B b RB C c RC D d RD)
    (A a RA B b RB C c RC D d RD E e RE)
    (A a RA B b RB C c RC D d RD E e RE F f RF)
    (A a RA B b RB C c RC D d RD E e RE F f RF G g RG)
    (A a RA B b RB C c RC D d RD E e RE F f RF G g RG H h RH)
}

/// How a value is shown: by `Debug` if its type has that, otherwise as bytes. As for
/// [`ShowAs`](crate::snapshot::diff::show::ShowAs), the constant of the type itself comes first.
#[derive(Debug)]
pub struct ShowField<F>(PhantomData<F>);

impl<F: FieldForm<Value: fmt::Debug>> ShowField<F> {
    /// Shows a value by `Debug`.
    pub const SHOW: Show = |bytes, f| match check_item::<F>(bytes) {
        Ok(()) => fmt::Debug::fmt(&F::reader().read(&mut Source::new(bytes)), f),
        Err(_) => show_bytes(bytes, f),
    };
}
