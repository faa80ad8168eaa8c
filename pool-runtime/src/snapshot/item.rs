//! Values that are saved field by field, all with the same number of bytes: how a world restores them.
//!
//! What reads the values is made before anything changes: it calls the `Default` of skipped fields.

use super::SnapshotError;
use super::fields::Then;
use crate::image::item_form::{FieldForm, Reader, Source, check_item};

/// Restores a value as [`Snapshot::restore_then`](super::Snapshot::restore_then) does.
///
/// # Errors
///
/// As `restore_then`.
#[inline]
pub fn restore_item<T: FieldForm<Value = T>>(
    value: &mut T,
    saved: &[u8],
    then: &mut Then<'_>,
) -> Result<(), SnapshotError> {
    check_item::<T>(saved)?;
    restore_items(core::slice::from_mut(value), saved, then)
}

/// Restores values whose bytes follow each other and were checked.
///
/// # Errors
///
/// That of `then`.
#[inline]
pub fn restore_items<T: FieldForm<Value = T>>(
    values: &mut [T],
    saved: &[u8],
    then: &mut Then<'_>,
) -> Result<(), SnapshotError> {
    restore_all(values, saved, T::reader(), then)
}

/// Calls `then`, and reads values after that.
#[inline]
pub(super) fn restore_all<T>(
    values: &mut [T],
    saved: &[u8],
    reader: impl Reader<T>,
    then: &mut Then<'_>,
) -> Result<(), SnapshotError> {
    const { assert!(!core::mem::needs_drop::<T>(), "a value that is saved has no destructor") };
    then()?;
    let mut source = Source::new(saved);
    let bytes = saved.len() / values.len().max(1);
    let mut next = 0;
    while next < values.len() {
        values[next] = reader.read(&mut source.part(bytes));
        next += 1;
    }
    Ok(())
}
