//! Saving a pool to bytes, and restoring it: rows with their objects, once for all kinds of objects.

#![expect(unsafe_code, reason = "objects are loaded before their slots are live")]

use super::{ImageOf, Rows};
use crate::base::cut;
use crate::base::item_field::{ItemField, Show};
use crate::changes::Changes;
use crate::free::{FreeSlots, SlotMemory};
use crate::guard::Guard;
use crate::image::diff;
use crate::image::fingerprint::Items;
use crate::image::{BufferTooSmall, Delta, DeltaError, Extent, ResizeError, RestoreError, SnapshotError};
use crate::layout::{Layout, Tracked};
use crate::seats::Seats;
use crate::track::Site;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// What an image needs of a pool in addition to its rows, and the operations that are made of it.
///
/// # Safety
///
/// 1. The memory is that of the free slots of the rows, in which nothing else writes to free slots.
/// 2. `loader` leaves objects in the live slots of the image. In a dense pool, it calls [`seat`](Rows::seat) for each
///    of them.
pub(crate) unsafe trait Saved: Sized {
    type Layout: Layout;

    /// The objects. A pool of values has none.
    const ITEMS: Items;

    /// Whether objects have fields that a restore leaves alone. Then [`loader`](Saved::loader) is called before the
    /// image is loaded, with the objects of the pool, and removes those that are not in the image.
    const KEEPS: bool = false;

    fn rows(&self) -> &Rows<Self::Layout>;

    /// The rows, and the memory of the free slots, for writing.
    fn rows_and_memory(&mut self) -> (&mut Rows<Self::Layout>, SlotMemory);

    /// The memory of the free slots, for reading.
    fn memory(&self) -> SlotMemory;

    /// Writes the objects of some live slots of a word to the first places, and returns the others.
    fn save_word<'p>(&self, word: usize, live: u64, places: &'p mut [u8]) -> &'p mut [u8];

    /// Whether the bytes are valid objects, one for each live slot of the image.
    fn are_objects(image: &ImageOf<'_, Self::Layout>, bytes: &[u8]) -> bool;

    /// Drops all objects, before those of an image are loaded.
    ///
    /// # Safety
    ///
    /// 1. The objects are forgotten afterwards, even if a destructor panics.
    unsafe fn drop_objects(&mut self);

    /// Returns a function that loads the objects of the live slots of an image, to the places that [`seat`](Rows::seat)
    /// returns. By then it has called, as far as possible, all that a user can implement. If it panics, the pool is
    /// emptied by [`forget_image`](Rows::forget_image).
    ///
    /// # Safety
    ///
    /// 1. The result is called with bytes for which `are_objects` returned `true`, and the rows of that image. If
    ///    objects have fields that are [kept](Saved::KEEPS), it is called with the rows before, and the image is loaded
    ///    afterwards.
    unsafe fn loader() -> impl FnOnce(&mut Self, &ImageOf<'_, Self::Layout>, &[u8]);

    /// Adds to the changes the slots whose liveness, generation or object differs in an image, which was checked.
    /// `bytes` are those of its objects.
    fn add_differences(&mut self, image: &ImageOf<'_, Self::Layout>, bytes: &[u8]);

    /// The fields of an object, and how to show an object without fields.
    fn fields() -> (&'static [ItemField], Option<Show>);

    /// The most bytes that a saved pool can have.
    const SAVED_BYTES: usize = {
        let slots = Self::Layout::CAPACITY as usize;
        ImageOf::<Self::Layout>::bytes(slots) + slots * Self::ITEMS.bytes
    };

    const DELTA: Delta = ImageOf::<Self::Layout>::delta(Self::ITEMS);

    /// Whether the pool notes changes.
    const NOTES_CHANGES: bool = <Self::Layout as Layout>::Changes::ARE_NOTED;

    /// The slots of an image of this pool.
    #[inline]
    fn extent(&self) -> Extent {
        // SAFETY: 1. the memory is that of this pool, which is borrowed.
        unsafe { self.rows().extent(self.memory()) }
    }

    /// The number of bytes of the saved pool.
    fn saved_len(&self) -> usize {
        bytes::<Self>(self.extent(), self.rows().len() as usize)
    }

    /// Writes the image of the slots of `extent`, which fills `image`.
    ///
    /// # Safety
    ///
    /// 1. [`extent`](Saved::extent) returned `extent`, and the pool has not changed since.
    unsafe fn save_image(&self, extent: Extent, image: &mut [u8]) {
        let (bookkeeping, places) = cut::split_mut(image, ImageOf::<Self::Layout>::bytes(extent.slots));
        let items = self.rows().len() as usize * Self::ITEMS.bytes;
        let (mut places, tail) = match ImageOf::<Self::Layout>::HAS_TAILS {
            true => cut::split_mut(places, items),
            false => (places, &mut [][..]),
        };
        // SAFETY: 1. the memory is that of this pool, which is borrowed. The caller promises the extent.
        unsafe { self.rows().save(self.memory(), Self::ITEMS, extent, (bookkeeping, tail)) };
        for word in 0..extent.slots.div_ceil(64) {
            places = self.save_word(word, self.rows().live_word(word), places);
        }
        invariant!(places.is_empty(), "an image of another length");
    }

    /// Writes an image to the first bytes of `buffer`, which has `SAVED_BYTES` bytes or more, and returns its extent.
    fn save_whole(&self, buffer: &mut [u8]) -> Extent {
        let extent = self.extent();
        let image = cut::first_mut(buffer, bytes::<Self>(extent, self.rows().len() as usize));
        // SAFETY: 1. `extent` was just returned.
        unsafe { self.save_image(extent, image) };
        extent
    }

    fn save_into<'b>(&self, buffer: &'b mut [u8]) -> Result<&'b mut [u8], BufferTooSmall> {
        let extent = self.extent();
        let image = BufferTooSmall::check(buffer, bytes::<Self>(extent, self.rows().len() as usize))?;
        // SAFETY: 1. `extent` was just returned.
        unsafe { self.save_image(extent, image) };
        Ok(image)
    }

    #[cfg(feature = "alloc")]
    fn save(&self) -> Vec<u8> {
        let extent = self.extent();
        let mut saved = alloc::vec![0; bytes::<Self>(extent, self.rows().len() as usize)];
        // SAFETY: 1. `extent` was just returned.
        unsafe { self.save_image(extent, &mut saved) };
        saved
    }

    /// Checks an image, and splits it into the bookkeeping and the bytes of the objects.
    fn checked(saved: &[u8]) -> Result<(ImageOf<'_, Self::Layout>, &[u8]), RestoreError> {
        let (image, bytes) = ImageOf::<Self::Layout>::check(saved, Self::ITEMS)?;
        if Self::are_objects(&image, bytes) { Ok((image, bytes)) } else { Err(RestoreError::Value) }
    }

    fn check_saved(saved: &[u8]) -> Result<(), SnapshotError> {
        Self::checked(saved)?;
        Ok(())
    }

    /// Checks an image, calls `then`, and restores the image if `then` returns `Ok`.
    fn restore_then(
        &mut self,
        saved: &[u8],
        site: Site,
        then: impl FnOnce() -> Result<(), SnapshotError>,
    ) -> Result<(), SnapshotError>
    where
        Self::Layout: Tracked,
    {
        /// Empties the pool if it was not loaded to the end.
        struct Unloaded<'a, T: Saved>(&'a mut T);
        impl<T: Saved> Drop for Unloaded<'_, T> {
            fn drop(&mut self) {
                let (rows, memory) = self.0.rows_and_memory();
                // SAFETY: 1. the memory is that of this pool, whose objects nobody uses any more.
                unsafe { rows.forget_image(memory) };
            }
        }

        let (image, bytes) = Self::checked(saved)?;
        // SAFETY: 1. `load` is called below, with what `checked` returned.
        let load = unsafe { Self::loader() };
        then()?;
        // From here on, no code of a user runs, except the destructors of objects, and what was written by hand for the
        // fields of an item: `CheckedBitPattern`, `FieldBytes`, the forms of fields, the rows of groups, and the
        // `Default` of kept fields. Bytes are checked again when they are read. If one of these panics, the rows are
        // emptied.
        if Self::NOTES_CHANGES {
            self.add_differences(&image, bytes);
        }
        let rows = self.rows_and_memory().0;
        rows.counts.note(rows.len());
        if Self::KEEPS {
            load(self, &image, bytes);
            let (rows, memory) = self.rows_and_memory();
            // SAFETY: 1. the memory is that of this pool, whose objects are those of the live slots of the image. 2.
            // `load` loaded them, and they are seated below.
            unsafe { rows.load(memory, &image, site) };
            if <Self::Layout as Layout>::Seats::ARE_DENSE {
                for slot in image.live_slots() {
                    // SAFETY: 1. the image was just loaded, and these are its live slots.
                    unsafe { rows.seat(&image, slot as usize) };
                }
            }
            return Ok(());
        }
        let unloaded = Unloaded(self);
        // SAFETY: 1. the rows are loaded next. If a destructor panics, they are emptied.
        unsafe { unloaded.0.drop_objects() };
        let (rows, memory) = unloaded.0.rows_and_memory();
        // SAFETY: 1. the memory is that of this pool, whose objects are forgotten. 2. `load` loads those of the image,
        // and seats them. If it panics, the rows are emptied.
        unsafe { rows.load(memory, &image, site) };
        load(unloaded.0, &image, bytes);
        core::mem::forget(unloaded);
        Ok(())
    }

    fn resize_saved<'b>(
        saved: &[u8],
        buffer: &'b mut [u8],
    ) -> Result<&'b mut [u8], SnapshotError<ResizeError>> {
        Ok(ImageOf::<Self::Layout>::resized(saved, Self::ITEMS, buffer)?)
    }

    #[cfg(feature = "alloc")]
    fn restore_resized(&mut self, saved: &[u8], site: Site) -> Result<(), SnapshotError>
    where
        Self::Layout: Tracked,
    {
        let mut buffer = alloc::vec![0; Self::SAVED_BYTES];
        let image = ImageOf::<Self::Layout>::resized(saved, Self::ITEMS, &mut buffer);
        self.restore_then(image.map_err(|error| error.into_restore(Self::SAVED_BYTES))?, site, || Ok(()))
    }

    /// Visits the differences of two saves.
    fn visit_differences(
        saved: [&[u8]; 2],
        visit: &mut diff::Visit<'_>,
    ) -> Result<ControlFlow<()>, RestoreError> {
        ImageOf::<Self::Layout>::visit_differences(saved, Self::ITEMS, Self::fields(), visit)
    }

    /// The deltas of a pool that is a field of a world, or that is on its own.
    fn deltas(is_part: bool) -> Delta {
        if is_part { Self::DELTA.without_sums() } else { Self::DELTA }
    }

    fn delta_into<'b>(
        &self,
        base: &[u8],
        buffer: &'b mut [u8],
    ) -> Result<&'b mut [u8], SnapshotError<DeltaError>> {
        Ok(Self::DELTA.write(base, buffer, |image| self.save_whole(image))?)
    }

    #[cfg(feature = "alloc")]
    fn delta(&self, base: &[u8]) -> Result<Vec<u8>, SnapshotError<DeltaError>> {
        Ok(Self::DELTA.vec(base, |image| self.save_whole(image))?)
    }

    fn patch_into<'b>(
        base: &[u8],
        delta: &[u8],
        buffer: &'b mut [u8],
    ) -> Result<&'b mut [u8], SnapshotError<DeltaError>> {
        Ok(Self::DELTA.apply(base, delta, buffer)?)
    }

    #[cfg(feature = "alloc")]
    fn patch(base: &[u8], delta: &[u8]) -> Result<Vec<u8>, SnapshotError<DeltaError>> {
        Ok(Self::DELTA.applied(base, delta)?)
    }

    /// Writes the changed slots, if the pool notes them. Its type need not say that it does.
    fn changed_delta_into<'b>(&self, buffer: &'b mut [u8]) -> Result<&'b mut [u8], BufferTooSmall> {
        invariant!(Self::NOTES_CHANGES, "a pool without changes has no delta of them");
        // SAFETY: 1. the memory is that of this pool, which is borrowed.
        unsafe {
            self.rows().changed_delta_into(self.memory(), Self::ITEMS, buffer, |word, live, places| {
                self.save_word(word, live, places)
            })
        }
    }

    /// The number of bytes that [`changed_delta_into`](Saved::changed_delta_into) writes.
    fn changed_len(&self) -> usize {
        // SAFETY: 1. the memory is that of this pool, which is borrowed.
        unsafe { self.rows().changed_bytes(self.memory(), Self::ITEMS) }
    }

    #[cfg(feature = "alloc")]
    fn changed_delta(&self) -> Vec<u8> {
        let mut delta = alloc::vec![0; self.changed_len()];
        let written = self.changed_delta_into(&mut delta);
        invariant!(written.is_ok(), "a delta is as long as was computed");
        delta
    }

    /// Notes that all changes were sent or are of no interest.
    fn forget_changes(&mut self) {
        self.rows_and_memory().0.clear_changes();
    }
}

/// The most bytes that a saved pool can have. (A function, because the documentation shows the expression of a
/// constant.)
pub(crate) const fn most_bytes<T: Saved>() -> usize {
    T::SAVED_BYTES
}

/// The number of bytes of an image of the slots of `extent`, `live` of which are live.
fn bytes<T: Saved>(extent: Extent, live: usize) -> usize {
    ImageOf::<T::Layout>::bytes_with(extent, live, T::ITEMS)
}

impl<L: Layout> Rows<L> {
    /// The live slots of a word of an image.
    #[inline]
    pub(crate) fn live_word(&self, word: usize) -> u64 {
        invariant!(word < L::Guard::WORDS, "a word beyond the capacity");
        if word >= L::Guard::WORDS {
            return 0;
        }
        // SAFETY: 1. compared above.
        unsafe { self.guard.live_word(word) }
    }
}

/// Rows without objects: those of a pool of values.
// SAFETY: 1. there is no memory of free slots, since these are not in slots. 2. there are no objects.
unsafe impl<L: Layout> Saved for Rows<L> {
    type Layout = L;

    const ITEMS: Items = Items::NONE;

    fn rows(&self) -> &Rows<L> {
        self
    }

    fn rows_and_memory(&mut self) -> (&mut Rows<L>, SlotMemory) {
        (self, SlotMemory::NONE)
    }

    fn memory(&self) -> SlotMemory {
        SlotMemory::NONE
    }

    fn save_word<'p>(&self, _: usize, _: u64, places: &'p mut [u8]) -> &'p mut [u8] {
        places
    }

    fn are_objects(_: &ImageOf<'_, L>, _: &[u8]) -> bool {
        true
    }

    unsafe fn drop_objects(&mut self) {}

    unsafe fn loader() -> impl FnOnce(&mut Self, &ImageOf<'_, L>, &[u8]) {
        const { assert!(!L::Seats::ARE_DENSE && !L::FreeSlots::IN_SLOTS, "rows without a store") };
        |_, _, _| {}
    }

    fn add_differences(&mut self, _: &ImageOf<'_, L>, _: &[u8]) {}

    fn fields() -> (&'static [ItemField], Option<Show>) {
        (&[], None)
    }
}
