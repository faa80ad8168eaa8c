//! Saving a value pool to bytes, and restoring it: which values are handed out, and the order of the others. The
//! values themselves are not written, because they are the same wherever the definition is.

use super::{GuardOf, StackOf, ValuePool, ValueSpec};
use crate::free::{FreeSlots, NoSlots};
use crate::image::fingerprint::Items;
use crate::image::{Bookkeeping, BufferTooSmall, Delta, DeltaError, RestoreError};
use crate::layout::Tracked;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;

type ImageOf<'a, V> = Bookkeeping<'a, GuardOf<V>, StackOf<V>>;

/// # Bytes
///
/// A value pool saves to bytes as a [`Pool`](crate::Pool) of plain data does: the bytes are canonical, checked, and
/// of one byte order. The bytes do not say which set of values they are of: those of another set with the same
/// capacity and guard are accepted.
impl<V: ValueSpec> ValuePool<V> {
    /// Bytes of a saved pool, whatever is handed out.
    pub const SAVED_BYTES: usize = ImageOf::<V>::BYTES;

    /// Bytes of the buffer that [`save_delta`](ValuePool::save_delta) needs.
    pub const MAX_DELTA_BYTES: usize = Self::DELTA.most_bytes();

    const DELTA: Delta = ImageOf::<V>::delta(Items::NONE);

    /// Saves the pool to the first [`SAVED_BYTES`](ValuePool::SAVED_BYTES) bytes of `buffer`, and returns that
    /// number. O(capacity).
    ///
    /// # Errors
    ///
    /// [`BufferTooSmall`] if the buffer is shorter. Nothing was written.
    #[doc(alias = "snapshot")]
    #[doc(alias = "checkpoint")]
    pub fn save_into(&self, buffer: &mut [u8]) -> Result<usize, BufferTooSmall>
    where
        V::Layout: Tracked,
    {
        let saved = BufferTooSmall::check(buffer, Self::SAVED_BYTES)?;
        self.save_image(saved);
        Ok(Self::SAVED_BYTES)
    }

    /// Returns the saved pool as a new `Vec`. O(capacity).
    ///
    /// See [`save_into`](ValuePool::save_into), which needs no heap.
    #[doc(alias = "snapshot")]
    #[doc(alias = "to_bytes")]
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn save(&self) -> Vec<u8>
    where
        V::Layout: Tracked,
    {
        let mut saved = alloc::vec![0; Self::SAVED_BYTES];
        self.save_image(&mut saved);
        saved
    }

    /// Brings the pool back to the state that was saved. O(capacity).
    ///
    /// It needs no other memory. The [`stats`](ValuePool::stats) of the pool are not part of the saved state, and
    /// continue.
    ///
    /// # Errors
    ///
    /// [`RestoreError`] if the bytes are not a saved pool of this capacity and guard. The pool stays as it was.
    #[doc(alias = "rollback")]
    #[doc(alias = "from_bytes")]
    #[doc(alias = "load")]
    pub fn restore(&mut self, saved: &[u8]) -> Result<(), RestoreError>
    where
        V::Layout: Tracked,
    {
        let saved = Self::checked(saved)?;
        self.counts.note(self.stack.used());
        // SAFETY: 1. and 2. there are no slots.
        unsafe { saved.load(&mut self.stack, NoSlots, &mut self.guard) };
        Ok(())
    }

    /// Checks whether [`restore`](ValuePool::restore) accepts these bytes. O(capacity).
    ///
    /// If it does, it does for every pool of this definition.
    ///
    /// # Errors
    ///
    /// [`RestoreError`], as for `restore`.
    pub fn check_saved(saved: &[u8]) -> Result<(), RestoreError>
    where
        V::Layout: Tracked,
    {
        Self::checked(saved).map(drop)
    }

    /// Checks an image of this definition.
    fn checked(saved: &[u8]) -> Result<ImageOf<'_, V>, RestoreError>
    where
        V::Layout: Tracked,
    {
        let header = ImageOf::<V>::header(saved, Items::NONE, Self::SAVED_BYTES)?;
        ImageOf::<V>::check(saved, header)
    }

    /// Saves what has changed since `base`, an earlier save, and returns the number of bytes. O(capacity).
    ///
    /// # Errors
    ///
    /// [`DeltaError`], as for [`Pool::save_delta`](crate::Pool::save_delta). Nothing was written.
    pub fn save_delta(&self, base: &[u8], buffer: &mut [u8]) -> Result<usize, DeltaError>
    where
        V::Layout: Tracked,
    {
        Self::DELTA.write(base, buffer, |image| self.save_image(image))
    }

    /// Returns what has changed since `base`, an earlier save, as a new `Vec`. O(capacity).
    ///
    /// See [`save_delta`](ValuePool::save_delta), which needs no heap.
    ///
    /// # Errors
    ///
    /// [`DeltaError::Base`], as for `save_delta`.
    #[cfg(feature = "alloc")]
    pub fn delta(&self, base: &[u8]) -> Result<Vec<u8>, DeltaError>
    where
        V::Layout: Tracked,
    {
        Self::DELTA.vec(base, |image| self.save_image(image))
    }

    /// Turns `base`, an earlier save, into the save for which the delta was written. O(capacity).
    ///
    /// # Errors
    ///
    /// [`DeltaError`], as for [`Pool::apply_delta`](crate::Pool::apply_delta). The base stays as it was.
    pub fn apply_delta(base: &mut [u8], delta: &[u8]) -> Result<(), DeltaError>
    where
        V::Layout: Tracked,
    {
        Self::DELTA.apply(base, delta)
    }

    /// Writes an image of [`SAVED_BYTES`](ValuePool::SAVED_BYTES) bytes.
    fn save_image(&self, image: &mut [u8]) {
        // SAFETY: 1. there are no slots.
        unsafe { ImageOf::<V>::save(&self.stack, NoSlots, &self.guard, Items::NONE, image) };
    }
}
