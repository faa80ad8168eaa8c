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

    /// Reads a value. `None` if there is no such value; `source` knows why.
    fn read(source: &mut Source<'_>) -> Option<T>;

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

    #[inline(always)]
    fn read(source: &mut Source<'_>) -> Option<T> {
        let bytes = source.take(size_of::<T>());
        bytemuck::checked::try_pod_read_unaligned(bytes).ok().or_else(|| source.no_value())
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

    #[inline(always)]
    fn read(source: &mut Source<'_>) -> Option<T> {
        T::read(source)
    }

    fn are_valid(count: usize, saved: &[u8]) -> bool {
        debug_assert_eq!(saved.len(), count * T::BYTES, "bytes of another number of values");
        let mut wrong = None;
        let mut is_valid = |bytes| T::read(&mut Source::new(bytes, &mut wrong)).is_some();
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

    /// Reads a value. `None` if there is no such value; `source` knows in which field.
    fn read(source: &mut Source<'_>) -> Option<Self>;
}

/// Writes a value, and returns its length.
#[inline]
pub fn write_item<T: ItemFields>(value: &T, buffer: &mut [u8]) -> usize {
    value.put(&mut Writer { rest: &mut buffer[..T::BYTES] });
    T::BYTES
}

/// Reads a saved value.
///
/// # Errors
///
/// As [`Snapshot::check_saved`](crate::Snapshot::check_saved).
#[inline]
pub fn read_item<T: ItemFields>(saved: &[u8]) -> Result<T, SnapshotError> {
    if saved.len() != T::BYTES {
        return Err(RestoreError::Length { expected: T::BYTES, found: saved.len() }.into());
    }
    Source::read(saved, T::read)
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

/// The saved bytes that are not read yet. The first mistake in those that were read is noted beside them: a result with
/// it would be copied for each field of each value.
#[derive(Debug)]
pub struct Source<'a> {
    rest: &'a [u8],
    wrong: &'a mut Option<SnapshotError>,
}

impl<'a> Source<'a> {
    /// The bytes of a value, and the place for what is wrong with them.
    #[inline]
    pub(crate) fn new(rest: &'a [u8], wrong: &'a mut Option<SnapshotError>) -> Self {
        Source { rest, wrong }
    }

    /// Reads a value from its bytes, which are as many as it has.
    ///
    /// # Errors
    ///
    /// What `read` noted, if it returns `None`.
    #[inline]
    pub(crate) fn read<T>(
        bytes: &'a [u8],
        read: impl FnOnce(&mut Source<'_>) -> Option<T>,
    ) -> Result<T, SnapshotError> {
        let mut wrong = None;
        let value = read(&mut Source::new(bytes, &mut wrong));
        value.ok_or_else(|| wrong.unwrap_or(RestoreError::Value.into()))
    }

    /// Takes some bytes. Whoever reads a value made sure that it has all its bytes.
    #[inline(always)]
    fn take(&mut self, count: usize) -> &'a [u8] {
        let (bytes, rest) = self.rest.split_at(count);
        self.rest = rest;
        bytes
    }

    /// Reads a byte.
    #[inline(always)]
    pub fn byte(&mut self) -> u8 {
        self.take(1)[0]
    }

    /// Reads this many zeros. `None` if others are there.
    #[inline(always)]
    pub fn zeros(&mut self, count: usize) -> Option<()> {
        // No early exit, so that several bytes are looked at together.
        let bits = self.take(count).iter().fold(0, |bits, byte| bits | byte);
        if bits == 0 { Some(()) } else { self.no_value() }
    }

    /// Notes that the bytes are no value.
    #[inline(always)]
    pub fn no_value<T>(&mut self) -> Option<T> {
        note_value(self.wrong);
        None
    }

    /// Reads the field `name`. `None` if the field has no such value.
    #[inline(always)]
    pub fn field<F: FieldForm>(&mut self, name: &'static str) -> Option<F::Value> {
        let value = F::read(self);
        if value.is_none() {
            note_field(self.wrong, name);
        }
        value
    }
}

/// Notes that bytes are no value. It gets no `Source`, which would then be in memory.
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

    /// Hands the bytes of a value to `sink`.
    fn put<S: Sink>(value: &Self::Value, sink: &mut S);

    /// Reads a value. `None` if there is no such value.
    fn read(source: &mut Source<'_>) -> Option<Self::Value>;
}

/// Plain data in an `Option`, or in a field of an enum or of an item.
#[diagnostic::on_unimplemented(
    message = "only plain data is saved in an `Option` or in a field of an enum or an item, and `{Self}` is not plain \
               data",
    label = "`{Self}` may hold more than plain data",
    note = "for an enum, and for a struct with `#[snapshot(item)]`, derive `stackpool::Snapshot`; around a tuple or an \
            array in an `Option`, write such a struct; in place of a `type` of an `Option`, an array or a tuple, write \
            what it stands for",
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

    #[inline(always)]
    fn read(source: &mut Source<'_>) -> Option<T> {
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

    #[inline(always)]
    fn read(source: &mut Source<'_>) -> Option<Self::Value> {
        match source.byte() {
            0 => source.zeros(F::BYTES).map(|()| None),
            1 => F::read(source).map(Some),
            _ => source.no_value(),
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

    #[inline(always)]
    fn read(source: &mut Source<'_>) -> Option<Self::Value> {
        let mut is_wrong = false;
        let values = [(); N].map(|()| {
            // What is noted is the first mistake.
            let value = if is_wrong { None } else { F::read(source) };
            is_wrong = value.is_none();
            value
        });
        if is_wrong {
            return None;
        }
        Some(values.map(|value| value.expect("a value that is not there is a mistake")))
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

            #[inline(always)]
            fn read(source: &mut Source<'_>) -> Option<Self::Value> {
                Some(($($part::read(source)?,)*))
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
    pub const SHOW: Show = |bytes, f| match Source::read(bytes, F::read) {
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
