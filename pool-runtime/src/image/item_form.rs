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

    /// Hands the bytes of a value to `sink`.
    fn put<S: Sink>(value: &T, sink: &mut S);

    /// Reads a value.
    fn read(source: &mut Source<'_>) -> Result<T, SnapshotError>;

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
    fn read(source: &mut Source<'_>) -> Result<T, SnapshotError> {
        let bytes = source.take(size_of::<T>())?;
        bytemuck::checked::try_pod_read_unaligned(bytes).map_err(|_| RestoreError::Value.into())
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
    fn read(source: &mut Source<'_>) -> Result<T, SnapshotError> {
        T::read(source)
    }

    fn are_valid(count: usize, saved: &[u8]) -> bool {
        debug_assert_eq!(saved.len(), count * T::BYTES, "bytes of another number of values");
        let is_valid = |bytes| read_item::<T>(bytes).is_ok();
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

    /// Hands the bytes of a value to `sink`.
    fn put<S: Sink>(&self, sink: &mut S);

    /// Reads a value.
    ///
    /// # Errors
    ///
    /// [`RestoreError::Value`] if it has no such value, with the name of the field.
    fn read(source: &mut Source<'_>) -> Result<Self, SnapshotError>;
}

/// Writes a value, and returns its length.
pub fn write_item<T: ItemFields>(value: &T, buffer: &mut [u8]) -> usize {
    value.put(&mut Writer { rest: &mut buffer[..T::BYTES] });
    T::BYTES
}

/// Reads a saved value.
///
/// # Errors
///
/// As [`Snapshot::check_saved`](crate::Snapshot::check_saved).
pub fn read_item<T: ItemFields>(saved: &[u8]) -> Result<T, SnapshotError> {
    if saved.len() != T::BYTES {
        return Err(RestoreError::Length { expected: T::BYTES, found: saved.len() }.into());
    }
    T::read(&mut Source { rest: saved })
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
        let (saved, rest) = self.rest.split_at(count);
        self.rest = rest;
        saved
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

/// The saved bytes that are not read yet.
#[derive(Debug)]
pub struct Source<'a> {
    pub(crate) rest: &'a [u8],
}

impl<'a> Source<'a> {
    #[inline]
    fn take(&mut self, count: usize) -> Result<&'a [u8], SnapshotError> {
        let length = RestoreError::Length { expected: count, found: self.rest.len() };
        let (bytes, rest) = self.rest.split_at_checked(count).ok_or(length)?;
        self.rest = rest;
        Ok(bytes)
    }

    /// Reads a byte.
    ///
    /// # Errors
    ///
    /// [`RestoreError::Length`] if there is none.
    #[inline]
    pub fn byte(&mut self) -> Result<u8, SnapshotError> {
        self.take(1).map(|byte| byte[0])
    }

    /// Reads this many zeros.
    ///
    /// # Errors
    ///
    /// [`RestoreError::Value`] if others are there.
    pub fn zeros(&mut self, count: usize) -> Result<(), SnapshotError> {
        let is_zero = self.take(count)?.iter().all(|&byte| byte == 0);
        is_zero.then_some(()).ok_or(RestoreError::Value.into())
    }

    /// Reads the field `name`.
    ///
    /// # Errors
    ///
    /// [`RestoreError::Value`] if the field has no such value.
    pub fn field<F: FieldForm>(&mut self, name: &'static str) -> Result<F::Value, SnapshotError> {
        F::read(self).map_err(|error| error.within(name))
    }
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

    /// Hands the bytes of a value to `sink`.
    fn put<S: Sink>(value: &Self::Value, sink: &mut S);

    /// Reads a value.
    ///
    /// # Errors
    ///
    /// [`RestoreError::Value`] if it has no such value.
    fn read(source: &mut Source<'_>) -> Result<Self::Value, SnapshotError>;
}

/// Plain data in an `Option`, or in a field of an enum or of an item.
#[diagnostic::on_unimplemented(
    message = "only plain data is saved in an `Option` or in a field of an enum or an item, and `{Self}` is not plain \
               data",
    label = "`{Self}` may hold more than plain data",
    note = "for an enum, and for a struct with `#[snapshot(item)]`, derive `stackpool::Snapshot`; around a tuple or an \
            array in an `Option`, write such a struct",
    note = "for other types, derive `bytemuck::NoUninit` and `CheckedBitPattern`, with `#[repr(C)]` on a struct and \
            `#[repr(u8)]` on an enum without fields"
)]
pub trait PlainPart: super::plain_data::PlainData {}

#[diagnostic::do_not_recommend]
impl<T: super::plain_data::PlainData> PlainPart for T {}

/// A field of plain data.
#[derive(Debug)]
pub struct Leaf<T>(PhantomData<T>);

impl<T: PlainPart> FieldForm for Leaf<T> {
    type Value = T;
    const BYTES: usize = <T::Form as FormOf<T>>::BYTES;
    const SHAPE: u64 = <T::Form as FormOf<T>>::SHAPE;

    #[inline]
    fn put<S: Sink>(value: &T, sink: &mut S) {
        T::Form::put(value, sink);
    }

    #[inline]
    fn read(source: &mut Source<'_>) -> Result<T, SnapshotError> {
        T::Form::read(source)
    }
}

/// An `Option`: a byte that says whether there is a value, and its bytes or zeros.
#[derive(Debug)]
pub struct Maybe<F>(PhantomData<F>);

impl<F: FieldForm> FieldForm for Maybe<F> {
    type Value = Option<F::Value>;
    const BYTES: usize = 1 + F::BYTES;
    const SHAPE: u64 = F::SHAPE.rotate_left(1);

    #[inline]
    fn put<S: Sink>(value: &Self::Value, sink: &mut S) {
        sink.put(&[value.is_some().into()]);
        match value {
            Some(value) => F::put(value, sink),
            None => sink.zeros(F::BYTES),
        }
    }

    #[inline]
    fn read(source: &mut Source<'_>) -> Result<Self::Value, SnapshotError> {
        match source.byte()? {
            0 => source.zeros(F::BYTES).map(|()| None),
            1 => F::read(source).map(Some),
            _ => Err(RestoreError::Value.into()),
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

    #[inline]
    fn put<S: Sink>(values: &Self::Value, sink: &mut S) {
        values.iter().for_each(|value| F::put(value, sink));
    }

    #[inline]
    fn read(source: &mut Source<'_>) -> Result<Self::Value, SnapshotError> {
        let mut wrong = None;
        let values = [(); N].map(|()| F::read(source).map_err(|error| *wrong.get_or_insert(error)).ok());
        match wrong {
            Some(error) => Err(error),
            None => Ok(values.map(|value| value.expect("a value that is not there is an error"))),
        }
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

            #[inline]
            fn put<Z: Sink>(($($value,)*): &Self::Value, sink: &mut Z) {
                $($part::put($value, sink);)*
            }

            #[inline]
            fn read(source: &mut Source<'_>) -> Result<Self::Value, SnapshotError> {
                Ok(($($part::read(source)?,)*))
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
    pub const SHOW: Show = |bytes, f| match F::read(&mut Source { rest: bytes }) {
        Ok(value) => fmt::Debug::fmt(&value, f),
        Err(_) => show_bytes(bytes, f),
    };
}

/// How a whole value is shown; as [`ShowField`].
#[derive(Debug)]
pub struct ShowItem<T>(PhantomData<T>);

impl<T: ItemFields + fmt::Debug> ShowItem<T> {
    /// Shows a value by `Debug`.
    pub const SHOW: Show = |bytes, f| match read_item::<T>(bytes) {
        Ok(value) => fmt::Debug::fmt(&value, f),
        Err(_) => show_bytes(bytes, f),
    };
}
