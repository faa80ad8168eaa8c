//! Saving a map to bytes, and restoring it. Equal maps have equal bytes.

use super::HandleMap;
use crate::image::{BufferTooSmall, ResizeError, RestoreError};
use crate::layout::spec::PoolSpec;
use crate::side::saved::{Entries, Format};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use bytemuck::Pod;

/// # Bytes
///
/// A map of plain data saves to bytes, as its [pool](crate::Pool#bytes) does: canonical, checked, and of one byte
/// order. The bytes have the handles and the values. They identify the definition of the pool by its capacity and its
/// generations, and a value by its size.
impl<P: PoolSpec, V: Pod> HandleMap<P, V> {
    /// The most bytes that a saved map can have: those of a map with a value for each slot.
    pub const SAVED_BYTES: usize = Self::FORMAT.most_bytes();

    const FORMAT: Format<P, V> = Format::sorted(*b"STACKMAP");

    /// Saves the map to the first bytes of `buffer`, and returns these. O(used).
    ///
    /// A buffer of [`SAVED_BYTES`](HandleMap::SAVED_BYTES) bytes is always long enough.
    ///
    /// # Errors
    ///
    /// [`BufferTooSmall`] if the buffer is shorter than the saved map. Nothing was written.
    ///
    /// ```
    /// # use stackpool::{HandleMap, Pool};
    /// # #[derive(Pool)] #[pool(capacity = 64)] struct Unit { health: u32 }
    /// # let mut units = UnitPool::new();
    /// let mut speeds = HandleMap::<Unit, f32>::new();
    /// let archer = units.insert(Unit { health: 10 }).ok().unwrap();
    /// speeds.insert(archer, 1.5);
    ///
    /// let mut buffer = [0; HandleMap::<Unit, f32>::SAVED_BYTES];
    /// let saved = speeds.save_into(&mut buffer)?;
    /// speeds.clear();
    /// speeds.restore(saved)?;
    /// assert_eq!(speeds.get(archer), Some(&1.5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save_into<'b>(&self, buffer: &'b mut [u8]) -> Result<&'b mut [u8], BufferTooSmall> {
        let image = BufferTooSmall::check(buffer, self.saved_len())?;
        Self::FORMAT.write(image, self.len(), self.keys(), self.values());
        Ok(image)
    }

    /// Returns the saved map as a new `Vec`. O(used).
    ///
    /// See [`save_into`](HandleMap::save_into), which needs no heap.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        let mut saved = alloc::vec![0; self.saved_len()];
        Self::FORMAT.write(&mut saved, self.len(), self.keys(), self.values());
        saved
    }

    /// Brings the map back to the state that was saved. O(used).
    ///
    /// # Errors
    ///
    /// [`RestoreError`] if the bytes are not a saved map of this pool with values of this size. The map stays as it
    /// was.
    pub fn restore(&mut self, saved: &[u8]) -> Result<(), RestoreError> {
        self.restore_then(saved, || Ok(()))
    }

    /// Checks whether [`restore`](HandleMap::restore) accepts these bytes. O(number of bytes).
    ///
    /// # Errors
    ///
    /// [`RestoreError`], as for `restore`.
    pub fn check_saved(saved: &[u8]) -> Result<(), RestoreError> {
        Self::entries(saved).map(drop)
    }

    /// Converts a saved map of a smaller pool to one of this pool, in the first bytes of `buffer`, and returns these:
    /// see [`Pool::resize_saved`](crate::Pool::resize_saved).
    ///
    /// # Errors
    ///
    /// [`ResizeError`], as for `Pool::resize_saved`.
    pub fn resize_saved<'b>(saved: &[u8], buffer: &'b mut [u8]) -> Result<&'b mut [u8], ResizeError> {
        Self::FORMAT.resize(saved, buffer)
    }

    /// The number of bytes of the saved map.
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
            self.insert(handle, value);
        }
        Ok(())
    }

    /// Returns the entries of a saved map.
    pub(crate) fn entries(saved: &[u8]) -> Result<Entries<'_, P, V>, RestoreError> {
        Self::FORMAT.read(saved)
    }
}
