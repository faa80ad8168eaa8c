//! How plain data is saved: as its bytes in memory, or field by field.
//!
//! Either way, all values of a type have the same number of bytes, equal values have equal bytes, and no bytes are
//! padding.

use super::moved::{LostHandle, Moved};
use super::{RestoreError, SnapshotError};
use crate::base::bit_pattern;
use crate::base::item_field::{ItemField, Show, show_bytes, show_of};
use crate::base::shape::FieldText;
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

mod by_hand;
mod bytes;
mod composite;
mod reader;

pub use bytes::{Checked, Sink, Source, not_checked};
pub(crate) use bytes::{Comparison, Writer};
pub use composite::Each;
use reader::{CopyOf, PlainReader};
pub use reader::{Reader, by_function, keeping, read, read_over};

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
    /// Whether a value has fields that stay when it is [read](Reader::read_over) in the place of another one.
    const KEEPS: bool = false;
    /// Shows the bytes of an item.
    const SHOW: Show = show_bytes;
    /// The fields of an item that is a struct.
    const FIELDS: &'static [ItemField] = &[];
    /// What the shape of an item that is a struct is made of.
    const TEXTS: &'static [FieldText] = &[];

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

    /// Replaces the handles in a value by those of the objects that moved.
    ///
    /// # Errors
    ///
    /// [`LostHandle`] if the object of one did not move. Some handles may have been replaced then.
    fn relink<M: Moved>(_value: &mut Self::Value, _moved: &M) -> Result<(), LostHandle> {
        Ok(())
    }
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

    #[inline]
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

    #[inline]
    fn relink<M: Moved>(value: &mut T, moved: &M) -> Result<(), LostHandle> {
        moved.replace(value)
    }
}

impl<T: FieldForm<Value = T>> FormOf<T> for T {
    const IS_MEMORY: bool = false;

    fn show() -> Option<Show> {
        Some(T::SHOW)
    }

    #[inline]
    fn are_valid(count: usize, saved: &[u8]) -> bool {
        if saved.len() != count * T::BYTES {
            return false;
        }
        let (mut source, mut wrong) = (Source::new(saved), None);
        each!(count, |_| if !T::check(&mut Checked { source: source.part(T::BYTES), wrong: &mut wrong }) {
            return false;
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

/// Plain data in an `Option`, or in a field of an enum or of an item.
#[diagnostic::on_unimplemented(
    message = "only plain data is saved in an `Option` or in a field of an enum or an item, and `{Self}` is not plain \
               data",
    label = "`{Self}` may hold more than plain data",
    note = "of your types, a struct needs `#[derive(stackpool::Snapshot)]` and also `#[snapshot(item)]`, an enum the \
            derive, and also `#[snapshot(item)]` if it has a `#[repr]` and no fields; or, for speed, they derive \
            `bytemuck::NoUninit` and `CheckedBitPattern`, with `#[repr(C)]` on a struct and `#[repr(u8)]` on an enum",
    note = "around a tuple or an array in an `Option`, write such a struct; in place of a `type` of an `Option`, an \
            array or a tuple, write what it stands for",
    note = "an item has values of a fixed size, and `String`, `Vec` and `Box` have their content elsewhere: use \
            `heapless::Vec` or `arrayvec::ArrayVec` with the feature of `stackpool` of that name, `[u8; N]` and a \
            length, or `HandleLists` beside the pool; a field of a world can be a `String` or a `Vec`",
    note = "for other types, write a struct that implements `stackpool::FieldBytes` by hand, or `#[snapshot(skip)]` \
            before a field of an item"
)]
pub trait PlainPart: crate::image::plain_data::PlainData {}

#[diagnostic::do_not_recommend]
impl<T: crate::image::plain_data::PlainData> PlainPart for T {}

/// The type of a field of an item that is not saved.
#[diagnostic::on_unimplemented(
    message = "all restored items have a copy of one default in a skipped field, and `{Self}` is not both `Default` \
               and `Copy`",
    label = "`{Self}` does not implement `Default` or does not implement `Copy`",
    note = "`Default` is called once, before anything changes, so that a panic there leaves everything as it was",
    note = "derive `Default`, `Clone` and `Copy` for a type of yours; an `Option` of a `Copy` type has the default \
            `None`; keep a `String`, a `Vec` or a `Box` in a `HandleMap` beside the pool"
)]
pub trait SkippedField: Default + Copy {}

#[diagnostic::do_not_recommend]
impl<T: Default + Copy> SkippedField for T {}

/// Calls the `Default` of a skipped field, and returns what gives copies of the result.
#[must_use]
#[inline(always)]
pub fn restored<T: SkippedField>() -> impl Reader<T> {
    CopyOf(T::default())
}

/// The type of a field of an item that a restore leaves alone.
#[diagnostic::on_unimplemented(
    message = "an object that a restore brings back has the default in a kept field, and `{Self}` is not `Default`",
    label = "`{Self}` does not implement `Default`",
    note = "derive `Default` for a type of yours; an `Option` of any type has the default `None`, which says that the \
            field is to be filled again"
)]
pub trait KeptField: Default {}

#[diagnostic::do_not_recommend]
impl<T: Default> KeptField for T {}

/// Returns the `Default` of a kept field, for a value that takes the place of none.
#[must_use]
#[inline(always)]
pub fn kept<T: KeptField>() -> T {
    T::default()
}

/// Checks that no part of a struct or an enum has fields that are kept, if it has none itself.
///
/// # Panics
///
/// If one has. That is a compile error.
#[track_caller]
pub const fn keeps_nothing<F: FieldForm>() {
    assert!(
        !F::KEEPS,
        "a part of this type has a field with `#[snapshot(keep)]`, which only a struct keeps that is the item itself: \
         write `#[snapshot(keep)]` before the whole part, or move the field to the item"
    );
}

/// Returns what reads the values of a field. This function, and not the method, is what generated code calls: where a
/// type has no form, that is one error.
#[must_use]
#[inline(always)]
pub fn reader<F: FieldForm>() -> impl Reader<F::Value> {
    F::reader()
}

/// A field of plain data, or one that is saved by hand.
#[derive(Debug)]
pub struct Leaf<T, const BY_HAND: bool = false>(PhantomData<T>);

/// The types of such a field.
pub trait LeafField<const BY_HAND: bool>: Sized {
    /// How values are saved.
    type Form: FieldForm<Value = Self>;
}

impl<T: PlainPart> LeafField<false> for T {
    type Form = <T as crate::image::plain_data::PlainData>::Form;
}

impl<T: LeafField<BY_HAND>, const BY_HAND: bool> FieldForm for Leaf<T, BY_HAND> {
    type Value = T;
    const BYTES: usize = <T::Form as FieldForm>::BYTES;
    const SHAPE: u64 = <T::Form as FieldForm>::SHAPE;
    const CALLS_DEFAULT: bool = <T::Form as FieldForm>::CALLS_DEFAULT;
    const KEEPS: bool = <T::Form as FieldForm>::KEEPS;

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

    #[inline]
    fn relink<M: Moved>(value: &mut T, moved: &M) -> Result<(), LostHandle> {
        T::Form::relink(value, moved)
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
    const KEEPS: bool = F::KEEPS;

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

    /// A value that cannot do without a handle of an object that did not move goes with it.
    #[inline]
    fn relink<M: Moved>(value: &mut Self::Value, moved: &M) -> Result<(), LostHandle> {
        if value.as_mut().is_some_and(|value| F::relink(value, moved).is_err()) {
            *value = None;
        }
        Ok(())
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

    /// What is kept of a value stays as long as there is one.
    #[inline(always)]
    fn read_over(&self, value: &mut Option<F::Value>, source: &mut Source<'_>) {
        match (source.byte(), &mut *value) {
            (0, _) => {
                source.skip(F::BYTES);
                *value = None;
            }
            (_, Some(value)) => self.0.read_over(value, source),
            (_, None) => *value = Some(self.0.read(source)),
        }
    }
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
