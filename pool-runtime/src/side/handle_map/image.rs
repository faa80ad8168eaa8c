//! Saving a map to bytes, and restoring it. Equal maps have equal bytes.

use super::HandleMap;
use super::traits::EmptyOnUnwind;
use crate::guard::walk::LiveCursor;
use crate::image::plain_data::{self, PlainData};
use crate::image::{BufferTooSmall, ResizeError, RestoreError};
use crate::layout::spec::PoolSpec;
use crate::side::saved::{Entries, Format, entry, saved_methods};

/// # Bytes
///
/// A map of [plain data](PlainData) saves to bytes, as its [pool](crate::Pool#bytes) does: canonical, checked, and of
/// one byte order. The bytes have the handles and the values. They identify the definition of the pool by its capacity
/// and its generations, and a value by its size.
impl<P: PoolSpec, V: PlainData> HandleMap<P, V> {
    pub(super) const FORMAT: Format<P, V> = Format::sorted(*b"STACKMAP");

    saved_methods!(HandleMap, "O(used)");

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
