//! How plain data is saved: as its bytes in memory, or field by field.
//!
//! Either way, all values of a type have the same number of bytes, equal values have equal bytes, and no bytes are
//! padding.

use super::{RestoreError, SnapshotError};
use crate::base::bit_pattern;
use crate::base::item_field::{ItemField, Show, show_bytes, show_of};
use bytemuck::{CheckedBitPattern, NoUninit};
use core::fmt;
use core::marker::PhantomData;

/// How the values of `T` are saved. No other crate can name this trait, so these two forms are all.
pub trait FormOf<T>: Sized {
    /// The number of bytes of a saved value.
    const BYTES: usize;
    /// Whether these are the bytes in memory, and so all of them are initialised there.
    const IS_MEMORY: bool;
    /// A number that tells the fields of this type from others; 0 if they are not known.
    const SHAPE: u64;
    /// Returns how a saved value is shown; `None`: as bytes.
    fn show() -> Option<Show>;

    /// Returns the fields of a value; none if they are not known.
    fn fields() -> &'static [ItemField];

    /// Whether [`reader`](FormOf::reader) calls code of a user: the `Default` of a skipped field.
    const CALLS_DEFAULT: bool;

    /// Hands the bytes of a value to `sink`.
    fn put<S: Sink>(value: &T, sink: &mut S);

    /// Checks the bytes of a value. `None` if there is no such value; `checked` knows why.
    fn check(checked: &mut Checked<'_>) -> Option<()>;

    /// Returns what reads values from bytes that were checked. It has the defaults of the skipped fields, so whoever
    /// asks for it before a change calls no `Default` during the change.
    fn reader() -> impl Fn(&mut Source<'_>) -> T + Copy;

    /// Returns whether these are the bytes of `count` values, one after the other.
    fn are_valid(count: usize, saved: &[u8]) -> bool;
}

/// A value is saved as its bytes in memory.
#[derive(Debug)]
pub enum Memory {}

impl<T: NoUninit + CheckedBitPattern> FormOf<T> for Memory {
    const BYTES: usize = size_of::<T>();
    const IS_MEMORY: bool = true;
    const SHAPE: u64 = 0;
    const CALLS_DEFAULT: bool = false;

    fn show() -> Option<Show> {
        show_of::<T>()
    }

    fn fields() -> &'static [ItemField] {
        &[]
    }

    #[inline]
    fn put<S: Sink>(value: &T, sink: &mut S) {
        sink.put(bytemuck::bytes_of(value));
    }

    #[inline]
    fn check(checked: &mut Checked<'_>) -> Option<()> {
        let bytes = checked.take(size_of::<T>());
        if bit_pattern::are_valid::<T>(1, bytes) { Some(()) } else { checked.no_value() }
    }

    #[inline(always)]
    fn reader() -> impl Fn(&mut Source<'_>) -> T + Copy {
        |source| bytemuck::checked::pod_read_unaligned(source.take(size_of::<T>()))
    }

    fn are_valid(count: usize, saved: &[u8]) -> bool {
        bit_pattern::are_valid::<T>(count, saved)
    }
}

/// A value is saved field by field.
#[derive(Debug)]
pub enum Fields {}

impl<T: ItemFields> FormOf<T> for Fields {
    const BYTES: usize = T::BYTES;
    const IS_MEMORY: bool = false;
    const SHAPE: u64 = T::SHAPE;
    const CALLS_DEFAULT: bool = T::CALLS_DEFAULT;

    fn show() -> Option<Show> {
        Some(T::SHOW)
    }

    fn fields() -> &'static [ItemField] {
        T::FIELDS
    }

    #[inline]
    fn put<S: Sink>(value: &T, sink: &mut S) {
        value.put(sink);
    }

    #[inline]
    fn check(checked: &mut Checked<'_>) -> Option<()> {
        T::check(checked)
    }

    #[inline(always)]
    fn reader() -> impl Fn(&mut Source<'_>) -> T + Copy {
        T::reader()
    }

    fn are_valid(count: usize, saved: &[u8]) -> bool {
        invariant_eq!(saved.len(), count * T::BYTES, "bytes of another number of values");
        let mut wrong = None;
        let mut is_valid = |bytes| T::check(&mut Checked { rest: bytes, wrong: &mut wrong }).is_some();
        if T::BYTES == 0 { count == 0 || is_valid(&[]) } else { saved.chunks_exact(T::BYTES).all(is_valid) }
    }
}

/// A type that derives `Snapshot` such that its values can be items of pools.
pub trait ItemFields: Sized {
    /// The number of bytes of a saved value.
    const BYTES: usize;
    /// A number that tells this type from others.
    const SHAPE: u64;
    /// Shows a saved value.
    const SHOW: Show;
    /// The fields of a struct.
    const FIELDS: &'static [ItemField];
    /// Whether [`reader`](ItemFields::reader) calls the `Default` of a skipped field.
    const CALLS_DEFAULT: bool;

    /// Hands the bytes of a value to `sink`.
    fn put<S: Sink>(&self, sink: &mut S);

    /// Checks the bytes of a value. `None` if there is no such value; `checked` knows in which field.
    fn check(checked: &mut Checked<'_>) -> Option<()>;

    /// Returns what reads values from bytes that were checked: see `FormOf::reader`.
    fn reader() -> impl Fn(&mut Source<'_>) -> Self + Copy;
}

/// Writes a value, and returns its length.
#[inline]
pub fn write_item<T: ItemFields>(value: &T, buffer: &mut [u8]) -> usize {
    value.put(&mut Writer { rest: &mut buffer[..T::BYTES] });
    T::BYTES
}

/// Checks the bytes of a saved value.
///
/// # Errors
///
/// As [`Snapshot::check_saved`](crate::Snapshot::check_saved).
#[inline]
pub fn check_item<T: ItemFields>(saved: &[u8]) -> Result<(), SnapshotError> {
    if saved.len() != T::BYTES {
        return Err(RestoreError::Length { expected: T::BYTES, found: saved.len() }.into());
    }
    Checked::all(saved, T::check)
}

/// Takes the bytes of a value, in order.
pub trait Sink {
    /// Takes these bytes.
    fn put(&mut self, bytes: &[u8]);

    /// Takes this many zeros.
    fn zeros(&mut self, count: usize);
}

/// Writes bytes.
pub(crate) struct Writer<'b> {
    pub(crate) rest: &'b mut [u8],
}

impl<'b> Writer<'b> {
    #[inline]
    fn next(&mut self, count: usize) -> &'b mut [u8] {
        let (place, rest) = core::mem::take(&mut self.rest).split_at_mut(count);
        self.rest = rest;
        place
    }
}

impl Sink for Writer<'_> {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        self.next(bytes.len()).copy_from_slice(bytes);
    }

    #[inline]
    fn zeros(&mut self, count: usize) {
        self.next(count).fill(0);
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
        take(&mut self.rest, count)
    }
}

impl Sink for Comparison<'_> {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        self.is_equal &= self.next(bytes.len()) == bytes;
    }

    #[inline]
    fn zeros(&mut self, count: usize) {
        self.is_equal &= self.next(count).iter().all(|&byte| byte == 0);
    }
}

/// Takes the first bytes off.
#[inline(always)]
fn take<'a>(bytes: &mut &'a [u8], count: usize) -> &'a [u8] {
    let (taken, rest) = bytes.split_at(count);
    *bytes = rest;
    taken
}

/// The saved bytes that are not checked yet. A check makes no values, so it takes no stack for them. What is wrong is
/// noted beside the bytes: a result with it would be copied for each field of each value.
#[derive(Debug)]
pub struct Checked<'a> {
    rest: &'a [u8],
    wrong: &'a mut Option<SnapshotError>,
}

impl<'a> Checked<'a> {
    /// Checks the bytes of a value, which are as many as it has.
    ///
    /// # Errors
    ///
    /// What `check` noted, if it returns `None`.
    #[inline]
    pub(crate) fn all(
        bytes: &'a [u8],
        check: impl FnOnce(&mut Checked<'_>) -> Option<()>,
    ) -> Result<(), SnapshotError> {
        let mut wrong = None;
        let checked = check(&mut Checked { rest: bytes, wrong: &mut wrong });
        checked.ok_or_else(|| wrong.unwrap_or(RestoreError::Value.into()))
    }

    #[inline]
    fn take(&mut self, count: usize) -> &'a [u8] {
        take(&mut self.rest, count)
    }

    /// Takes a byte.
    #[inline]
    pub fn byte(&mut self) -> u8 {
        self.take(1)[0]
    }

    /// Checks that there are this many zeros. `None` if others are there.
    #[inline]
    pub fn zeros(&mut self, count: usize) -> Option<()> {
        // No early exit, so that several bytes are looked at together.
        let bits = self.take(count).iter().fold(0, |bits, byte| bits | byte);
        if bits == 0 { Some(()) } else { self.no_value() }
    }

    /// Notes that the bytes are no value.
    #[inline]
    pub fn no_value(&mut self) -> Option<()> {
        note_value(self.wrong);
        None
    }

    /// Returns what the check of the field `name` found, and notes the name if that is `None`.
    #[inline]
    pub fn in_field(&mut self, found: Option<()>, name: &'static str) -> Option<()> {
        if found.is_none() {
            note_field(self.wrong, name);
        }
        found
    }
}

/// The saved bytes that are not read yet. They were checked.
#[derive(Debug)]
pub struct Source<'a> {
    pub(crate) rest: &'a [u8],
}

impl<'a> Source<'a> {
    #[inline(always)]
    fn take(&mut self, count: usize) -> &'a [u8] {
        take(&mut self.rest, count)
    }

    /// Reads a byte.
    #[inline(always)]
    pub fn byte(&mut self) -> u8 {
        self.take(1)[0]
    }

    /// Skips zeros.
    #[inline(always)]
    pub fn skip(&mut self, count: usize) {
        self.take(count);
    }
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

/// How a field of an item is saved. The derive takes the type apart: an `Option`, an array and a tuple are known by how
/// they are written, and what they consist of is plain data.
pub trait FieldForm {
    /// The type of the field.
    type Value;
    /// The number of its bytes.
    const BYTES: usize;
    /// A number that tells its type from others; 0 if it is not known.
    const SHAPE: u64;
    /// Whether [`reader`](FieldForm::reader) calls the `Default` of a skipped field.
    const CALLS_DEFAULT: bool;

    /// Hands the bytes of a value to `sink`.
    fn put<S: Sink>(value: &Self::Value, sink: &mut S);

    /// Checks the bytes of a value. `None` if there is no such value.
    fn check(checked: &mut Checked<'_>) -> Option<()>;

    /// Returns what reads values from bytes that were checked: see `FormOf::reader`.
    fn reader() -> impl Fn(&mut Source<'_>) -> Self::Value + Copy;
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

/// Calls the `Default` of a skipped field, and returns what gives copies of the result.
#[inline]
pub fn restored<T: SkippedField>() -> impl Fn() -> T + Copy {
    let restored = T::default();
    move || restored
}

/// Returns what reads the values of a field. This function, and not the method, is what generated code calls: where a
/// type has no form, that is one error.
#[inline(always)]
pub fn reader<F: FieldForm>() -> impl Fn(&mut Source<'_>) -> F::Value + Copy {
    F::reader()
}

/// A field of plain data.
#[derive(Debug)]
pub struct Leaf<T>(PhantomData<T>);

impl<T: PlainPart> FieldForm for Leaf<T> {
    type Value = T;
    const BYTES: usize = <T::Form as FormOf<T>>::BYTES;
    const SHAPE: u64 = <T::Form as FormOf<T>>::SHAPE;
    const CALLS_DEFAULT: bool = <T::Form as FormOf<T>>::CALLS_DEFAULT;

    #[inline]
    fn put<S: Sink>(value: &T, sink: &mut S) {
        T::Form::put(value, sink);
    }

    #[inline]
    fn check(checked: &mut Checked<'_>) -> Option<()> {
        T::Form::check(checked)
    }

    #[inline(always)]
    fn reader() -> impl Fn(&mut Source<'_>) -> T + Copy {
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

    #[inline]
    fn put<S: Sink>(value: &Self::Value, sink: &mut S) {
        sink.put(&[value.is_some().into()]);
        match value {
            Some(value) => F::put(value, sink),
            None => sink.zeros(F::BYTES),
        }
    }

    #[inline]
    fn check(checked: &mut Checked<'_>) -> Option<()> {
        match checked.byte() {
            0 => checked.zeros(F::BYTES),
            1 => F::check(checked),
            _ => checked.no_value(),
        }
    }

    #[inline(always)]
    fn reader() -> impl Fn(&mut Source<'_>) -> Self::Value + Copy {
        let read = F::reader();
        move |source| {
            if source.byte() == 0 {
                source.skip(F::BYTES);
                return None;
            }
            Some(read(source))
        }
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

    #[inline]
    fn put<S: Sink>(values: &Self::Value, sink: &mut S) {
        values.iter().for_each(|value| F::put(value, sink));
    }

    #[inline]
    fn check(checked: &mut Checked<'_>) -> Option<()> {
        (0..N).try_for_each(|_| F::check(checked))
    }

    #[inline(always)]
    fn reader() -> impl Fn(&mut Source<'_>) -> Self::Value + Copy {
        let read = F::reader();
        move |source| core::array::from_fn(|_| read(source))
    }
}

macro_rules! tuples {
    ($(($($part:ident $value:ident)*))*) => {$(
        impl<$($part: FieldForm),*> FieldForm for ($($part,)*) {
            type Value = ($($part::Value,)*);
            const BYTES: usize = 0 $(+ $part::BYTES)*;
            const SHAPE: u64 = {
                let mut shape = 0_u64;
                $(shape = shape.rotate_left(3) ^ $part::SHAPE;)*
                shape
            };
            const CALLS_DEFAULT: bool = false $(|| $part::CALLS_DEFAULT)*;

            #[inline]
            fn put<Z: Sink>(($($value,)*): &Self::Value, sink: &mut Z) {
                $($part::put($value, sink);)*
            }

            #[inline]
            fn check(checked: &mut Checked<'_>) -> Option<()> {
                $($part::check(checked)?;)*
                Some(())
            }

            #[inline(always)]
            fn reader() -> impl Fn(&mut Source<'_>) -> Self::Value + Copy {
                $(let $value = $part::reader();)*
                move |source| ($($value(source),)*)
            }
        }
    )*};
}

tuples! {
    (A a)
    (A a B b)
    (A a B b C c)
    (A a B b C c D d)
    (A a B b C c D d E e)
    (A a B b C c D d E e F f)
    (A a B b C c D d E e F f G g)
    (A a B b C c D d E e F f G g H h)
}

/// How a field is shown: by `Debug` if its type has that, otherwise as bytes. As for
/// [`ShowAs`](crate::snapshot::diff::show::ShowAs), the constant of the type itself comes first.
#[derive(Debug)]
pub struct ShowField<F>(PhantomData<F>);

impl<F: FieldForm<Value: fmt::Debug>> ShowField<F> {
    /// Shows a value by `Debug`.
    pub const SHOW: Show = |bytes, f| {
        if bytes.len() == F::BYTES && Checked::all(bytes, F::check).is_ok() {
            fmt::Debug::fmt(&F::reader()(&mut Source { rest: bytes }), f)
        } else {
            show_bytes(bytes, f)
        }
    };
}

/// How a whole value is shown; as [`ShowField`].
#[derive(Debug)]
pub struct ShowItem<T>(PhantomData<T>);

impl<T: ItemFields + fmt::Debug> ShowItem<T> {
    /// Shows a value by `Debug`.
    pub const SHOW: Show = |bytes, f| match check_item::<T>(bytes) {
        Ok(()) => fmt::Debug::fmt(&T::reader()(&mut Source { rest: bytes }), f),
        Err(_) => show_bytes(bytes, f),
    };
}
