//! Saving a map to bytes, and restoring it. Equal maps have equal bytes.

use super::HandleMap;
use crate::guard::walk::LiveCursor;
use crate::image::plain_data::{self, PlainData};
use crate::image::{BufferTooSmall, ResizeError, RestoreError};
use crate::layout::spec::PoolSpec;
use crate::side::saved::{Entries, Format, entry, saved_methods};

/// Leaves a map empty if a panic unwinds, so that it does not have some of the values.
struct EmptyOnUnwind<'a, P: PoolSpec, V>(&'a mut HandleMap<P, V>);

impl<P: PoolSpec, V> Drop for EmptyOnUnwind<'_, P, V> {
    fn drop(&mut self) {
        self.0.clear();
    }
}

/// # Bytes
///
/// A map of [plain data](PlainData) saves to bytes, as its [pool](crate::Pool#bytes) does: canonical, checked, and of
/// one byte order. The bytes have the handles and the values. They identify the definition of the pool by its capacity
/// and its generations, and a value by its size.
impl<P: PoolSpec, V: PlainData> HandleMap<P, V> {
    /// The most bytes that a saved map can have: those of a map with a value for each slot.
    pub const SAVED_BYTES: usize = Self::FORMAT.most_bytes();

    pub(super) const FORMAT: Format<P, V> = Format::sorted(*b"STACKMAP");

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
    /// let archer = units.insert(Unit { health: 10 }).unwrap();
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
        self.write_image(image);
        Ok(image)
    }

    saved_methods!("HandleMap", "O(used)");

    fn write_image(&self, image: &mut [u8]) {
        let entries = self.iter().map(|(handle, value)| entry(handle, value));
        Self::FORMAT.write(image, self.len(), entries);
    }

    /// Removes, replaces and adds what differs: so only that counts as changed.
    fn load(&mut self, entries: &Entries<'_, P, V>, read: impl Fn(&[u8]) -> V) {
        let mut saved = entries.saved().map(|(handle, _)| handle.index()).peekable();
        let mut cursor = LiveCursor::new(&self.keys, self.end);
        while let Some(index) = cursor.next(&self.keys) {
            while saved.next_if(|&slot| slot < index).is_some() {}
            if saved.peek() != Some(&index) {
                let _ = self.take_at(index);
            }
        }
        let mut end = 0;
        for (handle, saved) in entries.saved() {
            if !self.get(handle).is_some_and(|own| plain_data::is_saved_as(own, saved)) {
                self.insert(handle, read(saved));
            }
            end = handle.index() as u32 + 1;
        }
        self.set_end(end);
    }
}
