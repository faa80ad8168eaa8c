//! Saving a pool of values to bytes and restoring it: what is out, and the order of the rest. Values themselves are not
//! written: a definition has the same ones everywhere.

use super::{GuardOf, ValuePool, ValueSpec};
use crate::image::fingerprint::Items;
use crate::image::{Bookkeeping, BufferTooSmall, Delta, DeltaError, RestoreError};
use crate::layout::Tracked;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;

/// # Bytes
///
/// As a [`Pool`](crate::Pool) of plain data: canonical, checked, and of one byte order. That an image is of this set of
/// values, and not of another of the same capacity, nothing in it says.
impl<V: ValueSpec> ValuePool<V> {
    /// Bytes of a saved pool, whatever is out.
    pub const SAVED_BYTES: usize = Bookkeeping::<GuardOf<V>>::BYTES;

    /// Bytes that [`save_delta`](ValuePool::save_delta) needs.
    pub const MAX_DELTA_BYTES: usize = Self::DELTA.most_bytes();

    const DELTA: Delta = Bookkeeping::<GuardOf<V>>::delta(Items::NONE);

    /// Writes the pool to the first [`SAVED_BYTES`](ValuePool::SAVED_BYTES) bytes of `buffer`; how many these are.
    /// O(capacity).
    ///
    /// # Errors
    ///
    /// [`BufferTooSmall`], and nothing was written.
    pub fn save_into(&self, buffer: &mut [u8]) -> Result<usize, BufferTooSmall>
    where
        V::Layout: Tracked,
    {
        let saved = BufferTooSmall::check(buffer, Self::SAVED_BYTES)?;
        self.save_image(saved);
        Ok(Self::SAVED_BYTES)
    }

    /// The pool as bytes: [`save_into`](ValuePool::save_into) a new `Vec`.
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

    /// Makes the pool what it was when `saved` was written. O(capacity), without any memory.
    ///
    /// Its [`stats`](ValuePool::stats) are no part of that, and go on.
    ///
    /// # Errors
    ///
    /// [`RestoreError`] for bytes that are not a saved pool of this capacity and guard, and the pool is what it was.
    pub fn restore(&mut self, saved: &[u8]) -> Result<(), RestoreError>
    where
        V::Layout: Tracked,
    {
        let saved = Self::checked(saved)?;
        self.counts.note(self.stack.used());
        saved.load(&mut self.stack, &mut self.guard);
        Ok(())
    }

    /// Whether [`restore`](ValuePool::restore) takes these bytes, in which case it does so for every pool of this definition.
    /// O(capacity).
    ///
    /// # Errors
    ///
    /// [`RestoreError`], as `restore`.
    pub fn check_saved(saved: &[u8]) -> Result<(), RestoreError>
    where
        V::Layout: Tracked,
    {
        Self::checked(saved).map(drop)
    }

    /// An image of this definition, checked.
    fn checked(saved: &[u8]) -> Result<Bookkeeping<'_, GuardOf<V>>, RestoreError>
    where
        V::Layout: Tracked,
    {
        let header = Bookkeeping::<GuardOf<V>>::header(saved, Items::NONE, Self::SAVED_BYTES)?;
        Bookkeeping::check(saved, header)
    }

    /// Writes what makes `base`, an earlier save, the pool as it is now; how many bytes that is. O(capacity).
    ///
    /// # Errors
    ///
    /// [`DeltaError`], as [`Pool::save_delta`](crate::Pool::save_delta); and nothing was written.
    pub fn save_delta(&self, base: &[u8], buffer: &mut [u8]) -> Result<usize, DeltaError>
    where
        V::Layout: Tracked,
    {
        Self::DELTA.write(base, buffer, |image| self.save_image(image))
    }

    /// What makes `base`, an earlier save, the pool as it is now: [`save_delta`](ValuePool::save_delta) to a new `Vec`.
    ///
    /// # Errors
    ///
    /// [`DeltaError::Base`], as `save_delta`.
    #[cfg(feature = "alloc")]
    pub fn delta(&self, base: &[u8]) -> Result<Vec<u8>, DeltaError>
    where
        V::Layout: Tracked,
    {
        Self::DELTA.vec(base, |image| self.save_image(image))
    }

    /// Makes `base`, an earlier save, the save that the delta was written for. O(capacity).
    ///
    /// # Errors
    ///
    /// [`DeltaError`], as [`Pool::apply_delta`](crate::Pool::apply_delta); and the base is what it was.
    pub fn apply_delta(base: &mut [u8], delta: &[u8]) -> Result<(), DeltaError>
    where
        V::Layout: Tracked,
    {
        Self::DELTA.apply(base, delta)
    }

    /// Writes an image of [`SAVED_BYTES`](ValuePool::SAVED_BYTES) bytes.
    fn save_image(&self, image: &mut [u8]) {
        Bookkeeping::save(self.stack.used(), self.stack.order(), &self.guard, Items::NONE, image);
    }
}
