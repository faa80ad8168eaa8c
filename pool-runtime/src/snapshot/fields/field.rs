//! What is known of a field of a struct, and what is done with its value.

use crate::base::item_field::{Show, show_bytes};
use crate::base::shape::shape;
use crate::image::field_bytes::IsNot;
use crate::image::item_form::{FieldForm, Memory, check_item, write_item};
use crate::image::{BufferTooSmall, ResizeError};
use crate::snapshot::delta::{self, PartDeltas, Written};
use crate::snapshot::diff::show::DiffSaved;
use crate::snapshot::plain::{self, PlainValue};
use crate::snapshot::{Snapshot, SnapshotError, Then};
use core::marker::PhantomData;

/// What is known of a field without its value.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    pub(super) name: &'static str,
    /// The name in saves.
    pub(super) saved_name: &'static str,
    pub(super) shape: u64,
    pub(super) saved_bytes: usize,
    pub(super) delta_bytes: usize,
    pub(super) calls_default: bool,
    pub(super) check: fn(&[u8]) -> Result<(), SnapshotError>,
    pub(super) part: PartDeltas,
    pub(super) resize: fn(&[u8], &mut [u8]) -> Written<ResizeError>,
    pub(super) diff: FieldDiff,
}

/// How a field reports differences.
#[derive(Clone, Copy, Debug)]
pub(super) enum FieldDiff {
    Of(DiffSaved),
    Plain(Show),
}

impl Field {
    /// A field of this type.
    #[must_use]
    #[inline]
    pub const fn of<T: Snapshot>(name: &'static str) -> Self {
        Field {
            name,
            saved_name: name,
            shape: T::SHAPE,
            saved_bytes: T::SAVED_BYTES,
            delta_bytes: T::DELTA_BYTES,
            calls_default: T::CALLS_DEFAULT,
            check: T::check_saved,
            part: T::PART,
            resize: T::write_resized,
            diff: FieldDiff::Of(T::diff_saved),
        }
    }

    /// The same field under the name that saves have.
    #[must_use]
    #[inline]
    pub const fn saved_as(self, saved_name: &'static str) -> Self {
        Field { saved_name, ..self }
    }

    /// The hash of name and shape.
    pub(super) const fn full_shape(&self) -> u64 {
        shape(self.saved_name, self.shape)
    }

    /// The same field that reports differences in this way, if there is one. One whose values are saved as those of
    /// items are is shown by `show`.
    #[must_use]
    #[inline]
    pub const fn reported(self, diff: Option<DiffSaved>, show: Show) -> Self {
        match (diff, self.diff) {
            (_, FieldDiff::Plain(_)) => Field { diff: FieldDiff::Plain(show), ..self },
            (Some(diff), _) => Field { diff: FieldDiff::Of(diff), ..self },
            (None, _) => self,
        }
    }
}

/// A field of type `T`: what is known of it, and what is done with its value.
///
/// The two functions that make one are the only ones that need a type that can be saved. Generated code names them
/// wherever it uses the field, at the place of its type, so a type that cannot be saved is one error there.
#[derive(Debug)]
pub struct FieldOf<T> {
    /// What is known of the field without its value.
    pub field: Field,
    /// Returns the number of bytes of a value.
    pub saved_len: fn(&T) -> usize,
    /// Writes a value, and returns its length.
    pub write: fn(&T, &mut [u8]) -> usize,
    restore_then: fn(&mut T, &[u8], &mut Then<'_>) -> Result<(), SnapshotError>,
    /// Returns the most bytes that `write_changed` writes.
    pub changed_len: fn(&T) -> usize,
    /// Writes what changed of a value, and returns its length, as [`Snapshot::write_changed`] does.
    pub write_changed: fn(&T, &mut [u8]) -> Result<usize, BufferTooSmall>,
    /// Forgets which slots of a value changed.
    pub clear_changes: fn(&mut T),
}

impl<T> FieldOf<T> {
    /// A field with this name. `written` is a hash of how the source writes its type.
    #[must_use]
    pub const fn of<const BY_FORM: bool, F>(name: &'static str, written: u64) -> Self
    where
        T: WorldField<BY_FORM, F>,
    {
        let field = T::FIELD.named(name);
        if BY_FORM { field.written_as(written) } else { field }
    }

    /// A field with this name that is saved by its own `Snapshot`.
    #[must_use]
    pub(in crate::snapshot) const fn new(name: &'static str) -> Self
    where
        T: Snapshot,
    {
        FieldOf {
            field: Field::of::<T>(name),
            saved_len: T::saved_len,
            write: T::write_saved,
            restore_then: |value, saved, then| value.restore_then(saved, then),
            changed_len: T::changed_len,
            write_changed: T::write_changed,
            clear_changes: T::clear_changes,
        }
    }

    /// A field that is saved as fields of items are.
    const fn by_form<F: FieldForm<Value = T>>() -> Self {
        FieldOf {
            field: Field {
                name: "",
                saved_name: "",
                shape: F::SHAPE,
                saved_bytes: F::BYTES,
                delta_bytes: 1 + F::BYTES,
                calls_default: F::CALLS_DEFAULT,
                check: check_item::<F>,
                part: PartDeltas { write: delta::write_whole, read: delta::read_whole },
                resize: delta::copy,
                diff: FieldDiff::Plain(show_bytes),
            },
            saved_len: |_| F::BYTES,
            write: write_item::<F>,
            restore_then: |value, saved, then| plain::restore_item::<F>(value, saved, then),
            changed_len: |_| 1 + F::BYTES,
            write_changed: |value, buffer| {
                delta::write_later(F::BYTES, buffer, |place| write_item::<F>(value, place))
            },
            clear_changes: |_| {},
        }
    }

    /// A field that is saved as its bytes in memory. `written` is a hash of how the source writes its type, and `show`
    /// shows a value.
    #[must_use]
    pub const fn plain(name: &'static str, written: u64, show: Show) -> Self
    where
        T: PlainValue,
    {
        let mut field = Self::by_form::<Memory<T>>().named(name).written_as(written);
        field.field.diff = FieldDiff::Plain(show);
        // It is read before `then`, so that no code of a user runs after that. (A value of a form is read later, since
        // an array of them may be too large for the stack.)
        field.restore_then = |value, saved, then| plain::restore_then(value, saved, then);
        field
    }

    /// The same field with a name.
    const fn named(mut self, name: &'static str) -> Self {
        (self.field.name, self.field.saved_name) = (name, name);
        self
    }

    /// The same field of a form, with a hash of how the source writes its type.
    const fn written_as(mut self, written: u64) -> Self {
        let Field { shape: known, saved_bytes, .. } = self.field;
        self.field.shape = plain::shape_of(written, saved_bytes).wrapping_add(known);
        self
    }

    /// Checks the bytes of a value, and calls `then` before it restores them.
    ///
    /// # Errors
    ///
    /// As [`Snapshot::restore_then`].
    ///
    /// # Panics
    ///
    /// Panics if an implementation that was written by hand returns `Ok` without a call of `then`.
    #[inline]
    pub fn restore_then(
        &self,
        value: &mut T,
        saved: &[u8],
        then: &mut Then<'_>,
    ) -> Result<(), SnapshotError> {
        let (mut is_checked, mut of_later_field) = (false, None);
        let restored = (self.restore_then)(value, saved, &mut || {
            is_checked = true;
            then().inspect_err(|error| of_later_field = Some(*error))
        });
        // Whatever an implementation that was written by hand returns then.
        if let Some(error) = of_later_field {
            return Err(error);
        }
        let name = self.field.name;
        restored.map_err(|error| error.within(name))?;
        assert!(is_checked, "`restore_then` of the field `{name}` returned `Ok` without calling `then`");
        Ok(())
    }
}

/// The type of a field of a world: one that implements [`Snapshot`], or else one that a field of an item can have,
/// whose form is `F`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be saved to bytes",
    label = "does not implement `Snapshot`",
    note = "derive `Snapshot` for a struct of yours with values that can be saved, or for an enum of plain data",
    note = "for text and lists, use `heapless` or `arrayvec` with the feature of `stackpool` of that name; for other \
            types, such as the generator of a crate, implement `stackpool::FieldBytes` or `Snapshot` by hand, as their \
            pages show",
    note = "write `#[snapshot(skip)]` before a field that is not part of the state"
)]
pub trait WorldField<const BY_FORM: bool, F>: Sized {
    /// The field, without its name.
    const FIELD: FieldOf<Self>;
}

impl<T: Snapshot, F> WorldField<false, F> for T {
    const FIELD: FieldOf<T> = FieldOf::new("");
}

impl<T, F: FieldForm<Value = T>> WorldField<true, F> for T {
    const FIELD: FieldOf<T> = FieldOf::by_form::<F>();
}

/// Whether a type implements [`Snapshot`]: see [`ByHand`](crate::image::field_bytes::ByHand).
#[derive(Debug)]
pub struct BySnapshot<T: ?Sized>(PhantomData<T>);

impl<T: Snapshot> BySnapshot<T> {
    /// It does.
    pub const IS: bool = true;
}

impl<T: ?Sized> IsNot for BySnapshot<T> {}

/// Whether a field of an item can have this form.
#[derive(Debug)]
pub struct HasForm<F>(PhantomData<F>);

impl<F: FieldForm> HasForm<F> {
    /// It can.
    pub const IS: bool = true;
}

impl<F> IsNot for HasForm<F> {}
