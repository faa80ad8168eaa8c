//! Saving a list pool to bytes, and restoring it: the values that are left, at their places in the list.
//!
//! ```text
//!  byte  0         32           40
//!       +---------+------------+--------------------------------------------------+
//!       | label   | out, u64   | values, size_of::<T>() each: `out` times zero,   |
//!       |         |            | then the values left, the next one first         |
//!       +---------+------------+--------------------------------------------------+
//! ```
//!
//! `out` is the number of values that are handed out. Acquiring and releasing a value change one place, and a state
//! has exactly one image.

use super::ListPool;
use crate::base::cut;
use crate::image::fingerprint::{Fingerprint, of_list};
use crate::image::header::{LABEL_BYTES, MAGIC, check_label, write_label};
use crate::image::{BufferTooSmall, RestoreError, SnapshotError};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use bytemuck::Pod;

/// Bytes before the values.
const HEADER_BYTES: usize = LABEL_BYTES + size_of::<u64>();

/// # Bytes
///
/// A list pool of plain data saves to bytes as a [`Pool`](crate::Pool) does: the bytes are canonical, checked, and of
/// one byte order. They contain the values that are left. Nothing checks that these values are in the list, just as
/// nothing checks a value that is released.
impl<T: Pod, const N: usize> ListPool<T, N> {
    /// Bytes of a saved pool, whatever is handed out.
    pub const SAVED_BYTES: usize = HEADER_BYTES + N * size_of::<T>();

    const FINGERPRINT: Fingerprint = of_list(N, size_of::<T>());

    /// Saves the pool to the first [`SAVED_BYTES`](ListPool::SAVED_BYTES) bytes of `buffer`, and returns these.
    /// O(capacity).
    ///
    /// # Errors
    ///
    /// [`BufferTooSmall`] if the buffer is shorter. Nothing was written.
    ///
    /// ```
    /// # use stackpool::ListPool;
    /// let mut blocks = ListPool::new([0x2000_0000, 0x2000_4000, 0x3000_0000]);
    /// let mut buffer = [0; ListPool::<u32, 3>::SAVED_BYTES];
    /// let saved = blocks.save_into(&mut buffer)?;
    /// let block = blocks.acquire();
    /// blocks.restore(saved)?;
    /// assert_eq!((blocks.len(), blocks.acquire()), (0, block));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("snapshot", "checkpoint"))]
    pub fn save_into<'b>(&self, buffer: &'b mut [u8]) -> Result<&'b mut [u8], BufferTooSmall> {
        let image = BufferTooSmall::check(buffer, Self::SAVED_BYTES)?;
        self.write(image);
        Ok(image)
    }

    /// Returns the saved pool as a new `Vec`. O(capacity).
    ///
    /// See [`save_into`](ListPool::save_into), which needs no heap.
    #[doc(alias("snapshot", "to_bytes"))]
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        let mut saved = alloc::vec![0; Self::SAVED_BYTES];
        self.write(&mut saved);
        saved
    }

    /// Brings the pool back to the state that was saved. O(capacity).
    ///
    /// It needs no other memory. The [`stats`](ListPool::stats) of the pool are not part of the saved state, and
    /// continue.
    ///
    /// # Errors
    ///
    /// [`SnapshotError`] if the bytes are not a saved pool of a list with this number of values of this size. The pool
    /// stays as it was.
    #[doc(alias("rollback", "from_bytes", "load"))]
    pub fn restore(&mut self, saved: &[u8]) -> Result<(), SnapshotError> {
        self.restore_then(saved, || Ok(()))
    }

    /// Checks whether [`restore`](ListPool::restore) accepts these bytes. O(capacity).
    ///
    /// # Errors
    ///
    /// [`SnapshotError`], as for `restore`.
    pub fn check_saved(saved: &[u8]) -> Result<(), SnapshotError> {
        Self::checked(saved)?;
        Ok(())
    }

    /// The number of bytes of the saved pool.
    #[expect(clippy::unused_self, reason = "the number depends on the pool in other kinds of pools")]
    pub(crate) fn saved_len(&self) -> usize {
        Self::SAVED_BYTES
    }

    /// Checks an image, calls `then`, and restores the image if `then` returns `Ok`.
    pub(crate) fn restore_then(
        &mut self,
        saved: &[u8],
        then: impl FnOnce() -> Result<(), SnapshotError>,
    ) -> Result<(), SnapshotError> {
        let (out, free) = Self::checked(saved)?;
        then()?;
        cut::copy(cut::bytes_mut(cut::split_mut(&mut self.values, out).1), free);
        self.counts.note(self.used);
        self.used = out as u32;
        Ok(())
    }

    /// Checks an image. Returns how many values are out, and the bytes of the others.
    fn checked(saved: &[u8]) -> Result<(usize, &[u8]), RestoreError> {
        let length = RestoreError::Length { expected: Self::SAVED_BYTES, found: saved.len() };
        let Some((header, values)) = saved.split_at_checked(HEADER_BYTES) else { return Err(length) };
        let (label, out) = cut::split(header, LABEL_BYTES);
        check_label(label, MAGIC, Self::FINGERPRINT)?;
        if saved.len() != Self::SAVED_BYTES {
            return Err(length);
        }
        let out = out.first_chunk().map_or(0, |out| u64::from_ne_bytes(*out));
        let out = usize::try_from(out).ok().filter(|out| *out <= N);
        let out = out.ok_or(RestoreError::Count)?;
        let (empty, free) = cut::split(values, out * size_of::<T>());
        if let Some(byte) = empty.iter().position(|byte| *byte != 0) {
            return Err(RestoreError::FreePlace { index: byte / size_of::<T>() });
        }
        Ok((out, free))
    }

    /// Writes an image of [`SAVED_BYTES`](ListPool::SAVED_BYTES) bytes.
    fn write(&self, image: &mut [u8]) {
        let (header, values) = cut::split_mut(image, HEADER_BYTES);
        let (label, out) = cut::split_mut(header, LABEL_BYTES);
        write_label(label, MAGIC, Self::FINGERPRINT);
        cut::copy(out, &(self.used as u64).to_ne_bytes());
        let (empty, free) = cut::split_mut(values, self.len() * size_of::<T>());
        empty.fill(0);
        cut::copy(free, bytemuck::try_cast_slice(self.available()).unwrap_or_default());
    }
}
