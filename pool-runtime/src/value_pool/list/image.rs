//! Saving a list pool to bytes and restoring it: the values that are not handed out, at their places in the list.
//!
//! ```text
//!  byte  0         24           32
//!       +---------+------------+--------------------------------------------------+
//!       | label   | out, u64   | values, size_of::<T>() each: `out` times zero,   |
//!       |         |            | then those in the pool, the next one first       |
//!       +---------+------------+--------------------------------------------------+
//! ```
//!
//! So acquiring and releasing change one place, and a state has one image.

use super::ListPool;
use crate::image::fingerprint::of_list;
use crate::image::header::{LABEL_BYTES, MAGIC, check_label, write_label};
use crate::image::{BufferTooSmall, RestoreError};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use bytemuck::Pod;

/// Bytes before the values.
const HEADER_BYTES: usize = LABEL_BYTES + size_of::<u64>();

/// # Bytes
///
/// As a [`Pool`](crate::Pool) of plain data: canonical, checked, and of one byte order. What is saved are the values that
/// are in the pool. That these are of this list is not checked, as it is not when one is given back.
impl<T: Pod, const N: usize> ListPool<T, N> {
    /// Bytes of a saved pool, whatever is out.
    pub const SAVED_BYTES: usize = HEADER_BYTES + N * size_of::<T>();

    const FINGERPRINT: u64 = of_list(N, size_of::<T>());

    /// Writes the pool to the first [`SAVED_BYTES`](ListPool::SAVED_BYTES) bytes of `buffer`; how many these are.
    /// O(capacity).
    ///
    /// # Errors
    ///
    /// [`BufferTooSmall`], and nothing was written.
    ///
    /// ```
    /// # use stackpool::ListPool;
    /// let mut blocks = ListPool::new([0x2000_0000, 0x2000_4000, 0x3000_0000]);
    /// let mut saved = [0; ListPool::<u32, 3>::SAVED_BYTES];
    /// blocks.save_into(&mut saved)?;
    /// let block = blocks.acquire();
    /// blocks.restore(&saved)?;
    /// assert_eq!((blocks.len(), blocks.acquire()), (0, block));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save_into(&self, buffer: &mut [u8]) -> Result<usize, BufferTooSmall> {
        self.write(BufferTooSmall::check(buffer, Self::SAVED_BYTES)?);
        Ok(Self::SAVED_BYTES)
    }

    /// The pool as bytes: [`save_into`](ListPool::save_into) a new `Vec`.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        let mut saved = alloc::vec![0; Self::SAVED_BYTES];
        self.write(&mut saved);
        saved
    }

    /// Makes the pool what it was when `saved` was written. O(capacity), without any memory.
    ///
    /// Its [`stats`](ListPool::stats) are no part of that, and go on.
    ///
    /// # Errors
    ///
    /// [`RestoreError`] for bytes that are not a saved pool of a list of so many values of this size, and the pool is what
    /// it was.
    pub fn restore(&mut self, saved: &[u8]) -> Result<(), RestoreError> {
        let length = RestoreError::Length { expected: Self::SAVED_BYTES, found: saved.len() };
        let Some((header, values)) = saved.split_at_checked(HEADER_BYTES) else { return Err(length) };
        let (label, out) = header.split_at(LABEL_BYTES);
        check_label(label, MAGIC, Self::FINGERPRINT)?;
        if saved.len() != Self::SAVED_BYTES {
            return Err(length);
        }
        let out = usize::try_from(bytemuck::pod_read_unaligned::<u64>(out)).ok().filter(|out| *out <= N);
        let out = out.ok_or(RestoreError::Count)?;
        let (empty, free) = values.split_at(out * size_of::<T>());
        if let Some(byte) = empty.iter().position(|byte| *byte != 0) {
            return Err(RestoreError::FreeSlot { index: byte / size_of::<T>() });
        }
        bytemuck::cast_slice_mut(&mut self.values[out..]).copy_from_slice(free);
        self.counts.note(self.used);
        self.used = out as u32;
        Ok(())
    }

    /// Writes an image of [`SAVED_BYTES`](ListPool::SAVED_BYTES) bytes.
    fn write(&self, image: &mut [u8]) {
        let (header, values) = image.split_at_mut(HEADER_BYTES);
        let (label, out) = header.split_at_mut(LABEL_BYTES);
        write_label(label, MAGIC, Self::FINGERPRINT);
        out.copy_from_slice(&(self.used as u64).to_ne_bytes());
        let (empty, free) = values.split_at_mut(self.len() * size_of::<T>());
        empty.fill(0);
        free.copy_from_slice(bytemuck::cast_slice(self.available()));
    }
}
