//! Saving the changed slots alone.

#![expect(unsafe_code, reason = "a live slot is read without a second check")]

use super::super::{ChangesOf, Pool};
use crate::base::ones::ones;
use crate::changes::Changes;
use crate::image::BufferTooSmall;
use crate::image::fingerprint::Items;
use crate::image::plain_data::{self, PlainData};
use crate::layout::Watched;
use crate::layout::spec::PoolSpec;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;

impl<P: PoolSpec> Pool<P> {
    /// Whether the pool notes changes.
    pub(crate) const NOTES_CHANGES: bool = <ChangesOf<P> as Changes>::ARE_NOTED;

    /// Saves the slots that changed since the last [`take_changed`](Pool::take_changed) to the first bytes of `buffer`,
    /// and returns these. O(capacity / 64 + changed slots).
    ///
    /// The bytes are a delta against the save that was made at that moment, which this method does not need. A pool
    /// whose changes were never taken has the save of a new pool as its base. [`apply_delta`](Pool::apply_delta) and
    /// `patched` make the later save of the two.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// #[derive(Pool, Clone, Copy)]
    /// #[repr(transparent)]
    /// #[pool(capacity = 1_000, changes)]
    /// struct Unit(u32);
    /// # unsafe impl bytemuck::Zeroable for Unit {}
    /// # unsafe impl bytemuck::Pod for Unit {}
    ///
    /// let mut units = UnitPool::new();
    /// let first = units.insert(Unit(1))?;
    /// units.extend((2..500).map(Unit));
    ///
    /// // Both sides begin with the same save.
    /// let mut frame = units.save();
    /// drop(units.take_changed());
    /// for step in 0..3 {
    ///     units[first].0 += 1;
    ///     units.insert(Unit(step))?;
    ///     let delta = units.changed_delta();
    ///     drop(units.take_changed());
    ///     assert!(delta.len() < 120);
    ///
    ///     // The other side:
    ///     frame = UnitPool::patched(&frame, &delta)?;
    ///     assert_eq!(frame, units.save());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Compared with `save_delta`
    ///
    /// [`save_delta`](Pool::save_delta) compares the pool with a base, in O(used), and its deltas know the checksum of
    /// their base. A delta of changed slots does not: against another save, the result is another save or an error.
    /// Of the bookkeeping too, it has each changed slot by itself, not the 64 slots around it. In a pool with marks, it
    /// names the newest objects, down to the first that did not change.
    ///
    /// It has the order of all free slots, and in a pool with marks that of all objects, and takes O(used), if
    /// something besides removals and insertions made that order: [`clear`](Pool::clear), [`drain`](Pool::drain),
    /// [`insert_at`](Pool::insert_at), [`restore`](Pool::restore), `clone_from`, deserialization, a closure that
    /// panicked, or [`insert_many`](Pool::insert_many) of more objects than there were free slots outside of the
    /// quarantine.
    ///
    /// # Errors
    ///
    /// [`BufferTooSmall`] if the buffer is shorter than the delta. Nothing was written.
    pub fn save_changed<'b>(&self, buffer: &'b mut [u8]) -> Result<&'b mut [u8], BufferTooSmall>
    where
        P::Item: PlainData,
        P::Layout: Watched,
    {
        self.save_noted(buffer)
    }

    /// [`save_changed`](Pool::save_changed) of a pool that notes changes, which its type need not say.
    pub(crate) fn save_noted<'b>(&self, buffer: &'b mut [u8]) -> Result<&'b mut [u8], BufferTooSmall>
    where
        P::Item: PlainData,
    {
        invariant!(Self::NOTES_CHANGES, "a pool without changes has no delta of them");
        // SAFETY: 1. they are the slots of this pool, which is borrowed.
        unsafe { self.rows.save_changed(self.slots.memory(), Items::of::<P>(), buffer, self.save_items()) }
    }

    /// Returns the number of bytes that [`save_noted`](Pool::save_noted) writes.
    pub(crate) fn noted_len(&self) -> usize
    where
        P::Item: PlainData,
    {
        // SAFETY: 1. they are the slots of this pool, which is borrowed.
        unsafe { self.rows.changed_bytes(self.slots.memory(), Items::of::<P>()) }
    }

    /// Returns the slots that changed since the last [`take_changed`](Pool::take_changed) as a new `Vec`. O(capacity /
    /// 64 + changed slots).
    ///
    /// See [`save_changed`](Pool::save_changed), which needs no heap.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn changed_delta(&self) -> Vec<u8>
    where
        P::Item: PlainData,
        P::Layout: Watched,
    {
        // SAFETY: 1. they are the slots of this pool, which is borrowed.
        unsafe { self.rows.changed_delta(self.slots.memory(), Items::of::<P>(), self.save_items()) }
    }

    /// Notes that all changes were sent or are of no interest.
    pub(crate) fn forget_changes(&mut self) {
        self.rows.changes.clear_from(0);
    }

    /// Returns a function that writes the items of some live slots of a word to the first bytes, and returns the
    /// others.
    fn save_items(&self) -> impl for<'p> FnMut(usize, u64, &'p mut [u8]) -> &'p mut [u8]
    where
        P::Item: PlainData,
    {
        |word, live, mut places| {
            for slot in ones(live) {
                // SAFETY: 1. the slots to save are live.
                let item = unsafe { self.item(64 * word + slot) };
                let (place, others) = places.split_at_mut(plain_data::saved_bytes::<P::Item>());
                plain_data::write(item, place);
                places = others;
            }
            places
        }
    }
}
