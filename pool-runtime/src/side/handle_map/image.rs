//! Saving a map to bytes, and restoring it. Equal maps have equal bytes. If its pool has the key `changes`, the map
//! notes the slots whose values changed, and a delta has only these.

use super::traits::EmptyOnUnwind;
use super::{ChangesOf, HandleMap};
use crate::base::ones::ones;
use crate::changes::Changes;
use crate::guard::Guard;
use crate::guard::walk::LiveCursor;
use crate::image::item_form::{FieldForm, Reader, Source};
use crate::image::plain_data::{self, PlainData};
use crate::image::{BufferTooSmall, DeltaError, ResizeError, RestoreError, SnapshotError};
use crate::layout::spec::PoolSpec;
use crate::side::saved::changed::{Counts, is_changed_delta};
use crate::side::saved::{Entries, Format, entry, saved_methods};

/// # Bytes
///
/// A map of [plain data](PlainData) saves to bytes, as its [pool](crate::Pool#bytes) does: canonical, checked, and of
/// one byte order. The bytes have the handles and the values. They identify the definition of the pool by its capacity
/// and its generations, and a value by its size.
impl<P: PoolSpec, V: PlainData> HandleMap<P, V> {
    const FORMAT: Format<P, V> = Format::sorted(*b"STACKMAP");

    saved_methods!(HandleMap, "O(used)");

    /// Removes, replaces and adds only values that differ, so that only these count as changed.
    fn load(&mut self, entries: &Entries<'_, P, V>, reader: &impl Reader<V>) {
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
                let mut source = Source::new(saved);
                match self.get_mut(handle) {
                    Some(own) if const { <V::Form as FieldForm>::KEEPS } => {
                        reader.read_over(own, &mut source);
                    }
                    _ => drop(self.insert(handle, reader.read(&mut source))),
                }
            }
            end = handle.index() as u32 + 1;
        }
        self.set_end(end);
    }
}

impl<P: PoolSpec, V> HandleMap<P, V> {
    /// Whether the map notes changes.
    pub(crate) const NOTES_CHANGES: bool = <ChangesOf<P> as Changes>::ARE_NOTED;

    /// Forgets which slots changed.
    pub(crate) fn forget_changes(&mut self) {
        self.changes.clear_from(0);
    }

    /// Makes the changed slots those of `other`, of which this map is a new clone.
    pub(in crate::side) fn copy_changes(&mut self, other: &Self) {
        self.changes.copy_from(&other.changes);
        // A slot behind the last value may have changed too: its value was removed.
        self.end = other.end;
    }

    /// Says that all values are in slots before `end`.
    pub(super) fn set_end(&mut self, end: u32) {
        // Slots behind it may have changed. So the set is told how many they were.
        self.changes.note_reordered(self.end);
        self.end = end;
    }

    /// Returns the words of 64 slots that have changed ones: the number of the word, its changed slots, and those that
    /// have a value.
    fn changed_words(&self) -> impl Iterator<Item = (usize, u64, u64)> {
        (0..self.changes.end(self.end).div_ceil(64) as usize).filter_map(|word| {
            let changed = self.changes.word(word);
            // SAFETY: 1. Changed slots are below the capacity, so the word exists.
            (changed != 0).then(|| (word, changed, unsafe { self.keys.live_word(word) }))
        })
    }
}

impl<P: PoolSpec, V: PlainData> HandleMap<P, V> {
    /// The most bytes that [`save_noted`](Self::save_noted) writes.
    pub(crate) const MOST_NOTED_BYTES: usize = Counts { empty: 0, entries: Self::CAPACITY }.bytes::<V>();

    fn noted_counts(&self) -> Counts {
        let mut counts = Counts { empty: 0, entries: 0 };
        for (_, changed, live) in self.changed_words() {
            counts.empty += (changed & !live).count_ones() as usize;
            counts.entries += (changed & live).count_ones() as usize;
        }
        counts
    }

    /// Returns the number of bytes that [`save_noted`](Self::save_noted) writes, or `None` if nothing changed.
    pub(crate) fn noted_len(&self) -> Option<usize> {
        let counts = self.noted_counts();
        (!counts.is_zero()).then(|| counts.bytes::<V>())
    }

    /// Writes the values of changed slots to the first bytes of `buffer`, and returns these, or `None` if nothing
    /// changed.
    pub(crate) fn save_noted<'b>(
        &self,
        buffer: &'b mut [u8],
    ) -> Option<Result<&'b mut [u8], BufferTooSmall>> {
        invariant!(Self::NOTES_CHANGES, "a map without changes has no delta of them");
        let counts = self.noted_counts();
        if counts.is_zero() {
            return None;
        }
        let slots = |of: fn(u64, u64) -> u64| {
            self.changed_words().flat_map(move |(word, changed, live)| {
                ones(of(changed, live)).map(move |slot| 64 * word + slot)
            })
        };
        let entries = slots(|changed, live| changed & live).map(|slot| {
            // SAFETY: 1. A live slot is below the capacity.
            let handle = unsafe { self.key(slot) };
            // SAFETY: 1. The slot is live.
            entry(handle, unsafe { self.value(slot) })
        });
        let empty = slots(|changed, live| changed & !live);
        Some(Format::<P, V>::write_changed(counts, empty, entries, buffer))
    }

    /// Writes the map that a delta of changed slots makes of `base`, and returns its number of bytes. `None` if it is
    /// another delta.
    pub(crate) fn patch(base: &[u8], delta: &[u8], buffer: &mut [u8]) -> Option<Result<usize, DeltaError>> {
        is_changed_delta(delta).then(|| Self::FORMAT.patch(base, delta, buffer))
    }
}
