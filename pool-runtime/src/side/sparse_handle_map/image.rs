//! Saving a sparse table to bytes, and restoring it. The order of the entries is part of the bytes: loops over a
//! restored table visit the values in the order of the one that was saved.

use super::SparseHandleMap;
use crate::image::{BufferTooSmall, ResizeError, RestoreError};
use crate::layout::spec::PoolSpec;
use crate::side::saved::{Entries, Format};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use bytemuck::Pod;

/// # Bytes
///
/// A table of plain data saves to bytes, as its [pool](crate::Pool#bytes) does: checked, and of one byte order. The
/// bytes have the handles and the values, in the order of the table: loops over a restored table visit the values in
/// the same order. Tables with equal entries in another order are equal, and have other bytes.
///
/// The bytes identify the definition of the pool by its capacity and its generations, and a value by its size. `N` is
/// not among them: another `N` reads them if it has room for all values.
impl<P: PoolSpec, V: Pod, const N: usize> SparseHandleMap<P, V, N> {
    /// The most bytes that a saved table can have: those of a full table.
    pub const SAVED_BYTES: usize = Self::FORMAT.most_bytes();

    const FORMAT: Format<P, V> = {
        const { Self::CHECK };
        Format::unsorted(*b"STACKSPM", N)
    };

    /// Saves the table to the first bytes of `buffer`, and returns these. O(len * log(len)).
    ///
    /// A buffer of [`SAVED_BYTES`](SparseHandleMap::SAVED_BYTES) bytes is always long enough.
    ///
    /// # Errors
    ///
    /// [`BufferTooSmall`] if the buffer is shorter than the saved table. Nothing was written.
    ///
    /// ```
    /// # use stackpool::{Pool, SparseHandleMap};
    /// # #[derive(Pool)] #[pool(capacity = 64)] struct Unit { health: u32 }
    /// # let mut units = UnitPool::new();
    /// type Poisoned = SparseHandleMap<Unit, u32, 8>;
    /// let archer = units.insert(Unit { health: 10 }).ok().unwrap();
    /// let mut poisoned = Poisoned::from([(archer, 3)]);
    ///
    /// let mut buffer = [0; Poisoned::SAVED_BYTES];
    /// let saved = poisoned.save_into(&mut buffer)?;
    /// poisoned.clear();
    /// poisoned.restore(saved)?;
    /// assert_eq!(poisoned.get(archer), Some(&3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save_into<'b>(&self, buffer: &'b mut [u8]) -> Result<&'b mut [u8], BufferTooSmall> {
        let image = BufferTooSmall::check(buffer, self.saved_len())?;
        Self::FORMAT.write(image, self.len(), self.keys().iter().copied(), self.values().iter());
        Ok(image)
    }

    /// Returns the saved table as a new `Vec`. O(len * log(len)).
    ///
    /// See [`save_into`](SparseHandleMap::save_into), which needs no heap.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        let mut saved = alloc::vec![0; self.saved_len()];
        Self::FORMAT.write(&mut saved, self.len(), self.keys().iter().copied(), self.values().iter());
        saved
    }

    /// Brings the table back to the state that was saved. O(len).
    ///
    /// # Errors
    ///
    /// [`RestoreError`] if the bytes are not a saved table of this pool with values of this size, or if it has more
    /// values than this table has room for. The table stays as it was.
    pub fn restore(&mut self, saved: &[u8]) -> Result<(), RestoreError> {
        self.restore_then(saved, || Ok(()))
    }

    /// Checks whether [`restore`](SparseHandleMap::restore) accepts these bytes. O(number of bytes).
    ///
    /// # Errors
    ///
    /// [`RestoreError`], as for `restore`.
    pub fn check_saved(saved: &[u8]) -> Result<(), RestoreError> {
        Self::entries(saved).map(drop)
    }

    /// Converts a saved table of a smaller pool to one of this pool, in the first bytes of `buffer`, and returns these:
    /// see [`Pool::resize_saved`](crate::Pool::resize_saved).
    ///
    /// # Errors
    ///
    /// [`ResizeError`], as for `Pool::resize_saved`.
    pub fn resize_saved<'b>(saved: &[u8], buffer: &'b mut [u8]) -> Result<&'b mut [u8], ResizeError> {
        Self::FORMAT.resize(saved, buffer)
    }

    /// The number of bytes of the saved table.
    pub(crate) fn saved_len(&self) -> usize {
        Self::FORMAT.bytes(self.len())
    }

    /// Checks an image, calls `then`, and restores the image if `then` returns `Ok`.
    pub(crate) fn restore_then<E: From<RestoreError>>(
        &mut self,
        saved: &[u8],
        then: impl FnOnce() -> Result<(), E>,
    ) -> Result<(), E> {
        let entries = Self::entries(saved)?;
        then()?;
        self.clear();
        for (handle, value) in entries.iter() {
            let is_kept = self.push(handle, value).is_ok();
            debug_assert!(is_kept, "the number of entries was checked");
        }
        Ok(())
    }

    /// Returns the entries of a saved table.
    pub(crate) fn entries(saved: &[u8]) -> Result<Entries<'_, P, V>, RestoreError> {
        Self::FORMAT.read(saved)
    }
}
