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

/// What is known of a field without its value, and what is done with its saves.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    pub(super) known: KnownField,
    pub(super) part: PartDeltas,
    pub(super) resize: Resize,
    pub(super) diff: FieldDiff,
}

/// What a restore needs to know of a field without its value.
#[derive(Clone, Copy, Debug)]
pub struct KnownField {
    pub(super) name: &'static str,
    /// The name in saves.
    pub(super) saved_name: &'static str,
    pub(super) shape: u64,
    pub(super) saved_bytes: usize,
    pub(super) delta_bytes: usize,
    pub(super) grows: bool,
    pub(super) calls_default: bool,
    pub(super) check: fn(&[u8]) -> Result<(), SnapshotError>,
}

/// Writes a save of a smaller version of a field as one of this version.
pub type Resize = fn(&[u8], &mut [u8]) -> Written<ResizeError>;

/// How a field reports differences.
#[derive(Clone, Copy, Debug)]
pub enum FieldDiff {
    /// As its type does.
    Of(DiffSaved),
    /// By its bytes.
    Plain(Show),
}

/// Takes one thing of each field, as a table of its own. So a program that calls none of its functions has none of
/// them.
macro_rules! tables {
    ($($table:ident: $part:ident, $of:ty, $any:expr;)*) => {$(
        /// This part of `N` fields.
        #[must_use]
        pub const fn $table<const N: usize>(fields: &[Field]) -> [$of; N] {
            let (mut table, mut at): ([$of; N], _) = ([$any; N], 0);
            while at < N {
                table[at] = fields[at].$part;
                at += 1;
            }
            table
        }
    )*};
}

tables! {
    known_fields: known, KnownField, KnownField::NONE;
    part_deltas_of: part, PartDeltas, BY_BYTES;
    resizes: resize, Resize, delta::copy as Resize;
    diffs: diff, FieldDiff, FieldDiff::Plain(show_bytes);
}

/// The deltas of a value that has no parts.
const BY_BYTES: PartDeltas = PartDeltas { write: delta::write_whole, read: delta::read_whole };

impl Field {
    /// A field of this type.
    #[must_use]
    #[inline]
    pub const fn of<T: Snapshot>(name: &'static str) -> Self {
        Field {
            known: KnownField {
                name,
                saved_name: name,
                shape: T::SHAPE,
                saved_bytes: T::SAVED_BYTES,
                delta_bytes: T::DELTA_BYTES,
                grows: T::GROWS,
                calls_default: T::CALLS_DEFAULT,
                check: T::check_saved,
            },
            part: T::PART,
            resize: T::write_resized,
            diff: FieldDiff::Of(T::diff_saved),
        }
    }

    /// The same field under the name that saves have.
    #[must_use]
    #[inline]
    pub const fn saved_as(self, saved_name: &'static str) -> Self {
        Field { known: KnownField { saved_name, ..self.known }, ..self }
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

impl KnownField {
    const NONE: Self = KnownField {
        name: "",
        saved_name: "",
        shape: 0,
        saved_bytes: 0,
        delta_bytes: 0,
        grows: false,
        calls_default: false,
        check: |_| Ok(()),
    };

    /// The hash of name and shape.
    #[inline]
    pub(super) const fn full_shape(&self) -> u64 {
        shape(self.saved_name, self.shape)
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
    /// Restores a value. Is called by [`restore_field`].
    pub restore_then: RestoreThen<T>,
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
                known: KnownField {
                    shape: F::SHAPE,
                    saved_bytes: F::BYTES,
                    delta_bytes: 1 + F::BYTES,
                    calls_default: F::CALLS_DEFAULT,
                    check: check_item::<F>,
                    ..KnownField::NONE
                },
                part: BY_BYTES,
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
        (self.field.known.name, self.field.known.saved_name) = (name, name);
        self
    }

    /// The same field of a form, with a hash of how the source writes its type.
    const fn written_as(mut self, written: u64) -> Self {
        let KnownField { shape, saved_bytes, .. } = self.field.known;
        self.field.known.shape = plain::shape_of(written, saved_bytes).wrapping_add(shape);
        self
    }
}

/// Checks the bytes of a value, and calls its last argument before it restores them.
pub(super) type RestoreThen<T> = fn(&mut T, &[u8], &mut Then<'_>) -> Result<(), SnapshotError>;

/// Checks the bytes of the value of a field, and calls `then` before it restores them by `restore_then`.
///
/// # Errors
///
/// As [`Snapshot::restore_then`].
///
/// # Panics
///
/// Panics if an implementation that was written by hand returns `Ok` without a call of `then`.
#[inline]
pub fn restore_field<T>(
    restore_then: RestoreThen<T>,
    name: &'static str,
    value: &mut T,
    saved: &[u8],
    then: &mut Then<'_>,
) -> Result<(), SnapshotError> {
    let (mut is_checked, mut of_later_field) = (false, None);
    let restored = restore_then(value, saved, &mut || {
        is_checked = true;
        then().inspect_err(|error| of_later_field = Some(*error))
    });
    // Whatever an implementation that was written by hand returns then.
    if let Some(error) = of_later_field {
        return Err(error);
    }
    restored.map_err(|error| error.within(name))?;
    assert!(is_checked, "`restore_then` of the field `{name}` returned `Ok` without calling `then`");
    Ok(())
}

/// The type of a field of a world: one that implements [`Snapshot`], or else one that a field of an item can have,
/// whose form is `F`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be saved to bytes",
    label = "does not implement `Snapshot`",
    note = "derive `Snapshot` for a struct of yours with values that can be saved, or for an enum of plain data",
    note = "for text and lists, use `String`, or `Vec` or `VecDeque` of plain data (feature `alloc`), or `heapless` or \
            `arrayvec` with the feature of that name; for other types, such as the generator of a crate, implement \
            `stackpool::FieldBytes` or `Snapshot` by hand, as their pages show",
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
    pub const IS_IN_SAVES: bool = true;
}

impl<T: ?Sized> IsNot for BySnapshot<T> {}

/// Whether a field of an item can have this form.
#[derive(Debug)]
pub struct HasForm<F>(PhantomData<F>);

impl<F: FieldForm> HasForm<F> {
    /// It can.
    pub const IS_IN_SAVES: bool = true;
}

impl<F> IsNot for HasForm<F> {}
