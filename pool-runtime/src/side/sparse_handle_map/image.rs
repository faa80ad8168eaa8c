//! Saving a sparse table to bytes, and restoring it. The order of the entries is part of the bytes: loops over a
//! restored table visit the values in the order of the one that was saved.

use super::SparseHandleMap;
use crate::image::plain_data::PlainData;
use crate::image::{BufferTooSmall, ResizeError, RestoreError};
use crate::layout::spec::PoolSpec;
use crate::side::saved::{Entries, Format, entry, saved_methods};

/// Leaves a table empty if a panic unwinds, so that it does not have some of the values.
struct EmptyOnUnwind<'a, P: PoolSpec, V, const N: usize>(&'a mut SparseHandleMap<P, V, N>);

impl<P: PoolSpec, V, const N: usize> Drop for EmptyOnUnwind<'_, P, V, N> {
    fn drop(&mut self) {
        self.0.clear();
    }
}

/// # Bytes
///
/// A table of [plain data](PlainData) saves to bytes, as its [pool](crate::Pool#bytes) does: checked, and of one byte
/// order. The bytes have the handles and the values, in the order of the table: loops over a restored table visit the
/// values in the same order. Tables with equal entries in another order are equal, and have other bytes.
///
/// The bytes identify the definition of the pool by its capacity and its generations, and a value by its size. `N` is
/// not among them: another `N` reads them if it has room for all values.
impl<P: PoolSpec, V: PlainData, const N: usize> SparseHandleMap<P, V, N> {
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
    /// let archer = units.insert(Unit { health: 10 }).unwrap();
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
        self.write_image(image);
        Ok(image)
    }

    saved_methods!("SparseHandleMap", "O(len * log(len))");

    fn write_image(&self, image: &mut [u8]) {
        let entries = self.iter().map(|(handle, value)| entry(handle, value));
        Self::FORMAT.write(image, self.len(), entries);
    }

    fn load(&mut self, entries: &Entries<'_, P, V>, read: impl Fn(&[u8]) -> V) {
        self.clear();
        for (handle, saved) in entries.saved() {
            let is_kept = self.push(handle, read(saved)).is_ok();
            invariant!(is_kept, "the number of entries was checked");
        }
    }
}
