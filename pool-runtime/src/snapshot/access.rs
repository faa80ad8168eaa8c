//! What the derive prints for a field that it names by its type.

use super::fields::{Field, Then};
use super::plain::{self, PlainValue};
use super::{Snapshot, SnapshotError, delta};
use crate::base::item_field::Show;
use crate::image::BufferTooSmall;

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
    /// A field with this name.
    #[must_use]
    pub const fn new(name: &'static str) -> Self
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

    /// A plain field. `written` is a hash of how the source writes its type, and `show` shows a value.
    #[must_use]
    pub const fn plain(name: &'static str, written: u64, show: Show) -> Self
    where
        T: PlainValue,
    {
        FieldOf {
            field: Field::plain::<T>(name, written, show),
            saved_len: |_| size_of::<T>(),
            write: plain::write,
            restore_then: |value, saved, then| plain::restore_then(value, saved, then),
            changed_len: |_| 1 + size_of::<T>(),
            write_changed: |value, buffer| {
                delta::write_later(size_of::<T>(), buffer, |place| plain::write(value, place))
            },
            clear_changes: |_| {},
        }
    }

    /// Checks the bytes of a value, and calls `then` before it restores them.
    ///
    /// # Errors
    ///
    /// As [`Snapshot::restore_then`].
    #[inline]
    pub fn restore_then(
        &self,
        value: &mut T,
        saved: &[u8],
        then: &mut Then<'_>,
    ) -> Result<(), SnapshotError> {
        super::fields::restore_field(self.field.name(), then, |then| (self.restore_then)(value, saved, then))
    }
}
