//! Saving a value pool to bytes, and restoring it: which values are handed out, and the order of the others. The
//! values themselves are not written, because they are the same wherever the definition is.

use super::{ValuePool, ValueSpec};
use crate::image::{BufferTooSmall, DeltaError, ResizeError, SnapshotError};
use crate::layout::Tracked;
use crate::rows::Rows;
use crate::rows::saved::{Saved, most_bytes};
use crate::track::Site;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;

/// # Bytes
///
/// A value pool saves to bytes as a [`Pool`](crate::Pool) of plain data does: the bytes are canonical, checked, and
/// of one byte order. The bytes do not name the set of values. So [`restore`](ValuePool::restore) also accepts the
/// bytes of another set with the same capacity and guard.
impl<V: ValueSpec> ValuePool<V> {
    /// The most bytes that a saved pool can have: those of a pool whose values were all handed out.
    pub const SAVED_BYTES: usize = most_bytes::<Rows<V::Layout>>();

    /// Bytes of the buffer that [`delta_into`](ValuePool::delta_into) needs.
    pub const MAX_DELTA_BYTES: usize = <Rows<V::Layout>>::DELTA.most_bytes();

    /// Saves the pool to the first bytes of `buffer`, and returns these. O(used), where *used* are the values
    /// up to the last one that was ever handed out.
    ///
    /// A buffer of [`SAVED_BYTES`](ValuePool::SAVED_BYTES) bytes is always long enough.
    ///
    /// # Errors
    ///
    /// [`BufferTooSmall`] if the buffer is shorter than the saved pool. Nothing was written.
    #[doc(alias("snapshot", "checkpoint"))]
    pub fn save_into<'b>(&self, buffer: &'b mut [u8]) -> Result<&'b mut [u8], BufferTooSmall>
    where
        V::Layout: Tracked,
    {
        Saved::save_into(&self.rows, buffer)
    }

    /// Returns the saved pool as a new `Vec`. O(used).
    ///
    /// See [`save_into`](ValuePool::save_into), which needs no heap.
    #[doc(alias("snapshot", "to_bytes"))]
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn save(&self) -> Vec<u8>
    where
        V::Layout: Tracked,
    {
        Saved::save(&self.rows)
    }

    /// Brings the pool back to the state that was saved. O(used).
    ///
    /// It needs no other memory. The [`stats`](ValuePool::stats) are not part of the saved state: they continue.
    ///
    /// # Errors
    ///
    /// [`SnapshotError`] if the bytes are not a saved pool of this capacity and guard. The pool stays as it was.
    #[doc(alias("rollback", "from_bytes", "load"))]
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn restore(&mut self, saved: &[u8]) -> Result<(), SnapshotError>
    where
        V::Layout: Tracked,
    {
        self.rows.restore_then(saved, Site::caller(), || Ok(()))
    }

    /// Checks whether [`restore`](ValuePool::restore) accepts these bytes. O(used).
    ///
    /// The answer is the same for every pool of this definition.
    ///
    /// # Errors
    ///
    /// [`SnapshotError`], as for `restore`.
    pub fn check_saved(saved: &[u8]) -> Result<(), SnapshotError>
    where
        V::Layout: Tracked,
    {
        <Rows<V::Layout>>::check_saved(saved)
    }

    /// Converts a saved pool of a smaller definition to one of this definition. Use it for saves from before the
    /// capacity was raised. O(number of bytes).
    ///
    /// It writes the result to the first bytes of `buffer`, and returns these bytes.
    /// [`restore`](ValuePool::restore) then checks the result as it checks all bytes.
    ///
    /// The bytes hold the numbers of the values, not the values. So each value of the smaller set needs the same number
    /// in the larger set: raise only the end of a single range, or the end of the first field's range in a struct.
    /// Nothing checks this.
    ///
    /// A buffer of [`SAVED_BYTES`](ValuePool::SAVED_BYTES) bytes is always long enough.
    ///
    /// # Errors
    ///
    /// - [`ResizeError::BufferTooSmall`] if the buffer is shorter than the result.
    /// - [`ResizeError::Saved`] if the bytes are not a saved pool, or if something does not fit: the
    ///   capacity, or the values that wait.
    #[doc(alias = "migrate")]
    pub fn resize_saved<'b>(
        saved: &[u8],
        buffer: &'b mut [u8],
    ) -> Result<&'b mut [u8], SnapshotError<ResizeError>>
    where
        V::Layout: Tracked,
    {
        <Rows<V::Layout>>::resize_saved(saved, buffer)
    }

    /// [Converts](ValuePool::resize_saved) a saved pool of a smaller definition, and restores it. O(number of bytes).
    ///
    /// # Errors
    ///
    /// [`SnapshotError`] if the bytes are not a saved pool that fits this definition. The pool stays as it was.
    #[cfg(feature = "alloc")]
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn restore_resized(&mut self, saved: &[u8]) -> Result<(), SnapshotError>
    where
        V::Layout: Tracked,
    {
        Saved::restore_resized(&mut self.rows, saved, Site::caller())
    }

    /// Saves what has changed since `base`, an earlier save, and returns the number of bytes. O(used).
    ///
    /// It has checks that cannot fail, which the compiler keeps: a program that calls it links the code of panics.
    ///
    /// # Errors
    ///
    /// [`DeltaError`], as for [`Pool::delta_into`](crate::Pool::delta_into). Nothing was written.
    pub fn delta_into<'b>(
        &self,
        base: &[u8],
        buffer: &'b mut [u8],
    ) -> Result<&'b mut [u8], SnapshotError<DeltaError>>
    where
        V::Layout: Tracked,
    {
        Saved::delta_into(&self.rows, base, buffer)
    }

    /// Returns what has changed since `base`, an earlier save, as a new `Vec`. O(used).
    ///
    /// See [`delta_into`](ValuePool::delta_into), which needs no heap.
    ///
    /// # Errors
    ///
    /// [`DeltaError::Base`], as for `delta_into`.
    #[cfg(feature = "alloc")]
    pub fn delta(&self, base: &[u8]) -> Result<Vec<u8>, SnapshotError<DeltaError>>
    where
        V::Layout: Tracked,
    {
        Saved::delta(&self.rows, base)
    }

    /// Rebuilds a later save from `base` and a delta, in the first bytes of `buffer`, and returns these bytes. O(used).
    ///
    /// It has checks that cannot fail, which the compiler keeps: a program that calls it links the code of panics.
    ///
    /// # Errors
    ///
    /// [`DeltaError`], as for [`Pool::patch_into`](crate::Pool::patch_into). Nothing was written.
    pub fn patch_into<'b>(
        base: &[u8],
        delta: &[u8],
        buffer: &'b mut [u8],
    ) -> Result<&'b mut [u8], SnapshotError<DeltaError>>
    where
        V::Layout: Tracked,
    {
        <Rows<V::Layout>>::patch_into(base, delta, buffer)
    }

    /// Rebuilds a later save from `base` and a delta, as a new `Vec`. O(used).
    ///
    /// # Errors
    ///
    /// [`DeltaError`], as for [`Pool::patch_into`](crate::Pool::patch_into).
    #[cfg(feature = "alloc")]
    pub fn patch(base: &[u8], delta: &[u8]) -> Result<Vec<u8>, SnapshotError<DeltaError>>
    where
        V::Layout: Tracked,
    {
        <Rows<V::Layout>>::patch(base, delta)
    }
}
