//! Saving a sparse table to bytes, and restoring it. The order of the entries is part of the bytes: loops over a
//! restored table visit the values in the order of the one that was saved.

use super::SparseHandleMap;
use super::traits::EmptyOnUnwind;
use crate::image::item_form::{Reader, Source};
use crate::image::plain_data::PlainData;
use crate::image::{BufferTooSmall, ResizeError, RestoreError, SnapshotError};
use crate::layout::spec::PoolSpec;
use crate::side::saved::{Entries, Format, entry, saved_methods};

/// # Bytes
///
/// A table of [plain data](PlainData) saves to bytes, as its [pool](crate::Pool#bytes) does: checked, and of one byte
/// order. The bytes have the handles and the values, in the order of the table: loops over a restored table visit the
/// values in the same order. Tables with equal entries in another order are equal, and have other bytes.
///
/// The bytes identify the definition of the pool by its capacity and its generations, and a value by its size. `N` is
/// not among them: another `N` reads them if it has room for all values.
impl<P: PoolSpec, V: PlainData, const N: usize> SparseHandleMap<P, V, N> {
    const FORMAT: Format<P, V> = {
        const { Self::CHECK };
        Format::unsorted(*b"STACKSPM", N)
    };

    saved_methods!(SparseHandleMap, N = "8", "O(len * log(len))");

    fn load(&mut self, entries: &Entries<'_, P, V>, reader: &impl Reader<V>) {
        self.clear();
        for (handle, saved) in entries.saved() {
            let is_kept = self.insert(handle, reader.read(&mut Source::new(saved))).is_ok();
            invariant!(is_kept, "the number of entries was checked");
        }
    }
}
