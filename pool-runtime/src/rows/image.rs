//! The image of rows: everything in a saved pool except the objects.

#![expect(unsafe_code, reason = "free slots may be in the slots")]

use super::Rows;
use crate::changes::Changes;
use crate::free::SlotMemory;
use crate::guard::Guard;
use crate::guard::walk::LiveCursor;
use crate::image::fingerprint::Items;
use crate::image::{Bookkeeping, BufferTooSmall, Extent, Extents};
use crate::layout::{Layout, Tracked};
use crate::marks::Marks;
use crate::seats::Seats;
use crate::track::{LiveSites, Site};

/// The image of the bookkeeping of a pool.
pub(crate) type ImageOf<'a, L> = Bookkeeping<
    'a,
    <L as Layout>::Guard,
    <L as Layout>::FreeSlots,
    <L as Layout>::Marks,
    <L as Layout>::Seats,
    <L as Layout>::Reach,
>;

impl<L: Layout> Rows<L> {
    /// The slots of an image.
    ///
    /// # Safety
    ///
    /// 1. `slots` are the slots of this pool, valid for reads during the call.
    pub(crate) unsafe fn extent(&self, slots: SlotMemory) -> Extent {
        // SAFETY: 1. the caller promises slots to which only rows write while they are free.
        unsafe { ImageOf::<L>::extent(&self.free, slots, &self.guard, self.touched()) }
    }

    /// Writes the image of a pool with these items: what is before the items, and what is after them.
    ///
    /// # Safety
    ///
    /// 1. As for [`extent`](Rows::extent), which returned `extent`.
    pub(crate) unsafe fn save(
        &self,
        slots: SlotMemory,
        items: Items,
        extent: Extent,
        image: (&mut [u8], &mut [u8]),
    ) {
        let Rows { free, guard, marks, seats, .. } = self;
        // SAFETY: 1. the caller promises slots to which only rows write while they are free. 2. the caller promises the
        // extent.
        unsafe { ImageOf::<L>::save(free, slots, guard, (marks, seats), items, extent, image) };
    }

    /// Loads an image. The objects that the rows had are forgotten. Those of its live slots are loaded next, to the
    /// places that [`seat`](Rows::seat) returns.
    ///
    /// # Safety
    ///
    /// 1. `slots` are the slots of this pool, valid for reads and writes during the call. Slots that are free in the
    ///    image may be overwritten.
    /// 2. The objects of the image are loaded, and if the pool is dense, `seat` is called for each of its live slots,
    ///    before the rows are used for anything but [`forget_image`](Rows::forget_image).
    pub(crate) unsafe fn load(&mut self, slots: SlotMemory, image: &ImageOf<'_, L>, site: Site)
    where
        L: Tracked,
    {
        let touched = self.touched();
        self.counts.note(self.len());
        self.marks.forget(touched as usize);
        self.changes.note_reordered(touched);
        let Rows { free, guard, marks, seats, .. } = &mut *self;
        // SAFETY: 1. the slots are those of this pool. 2. nobody uses the objects of slots that are not live in the
        // image, as the caller promises, and the call loads the guard of the image too. It runs no code of a user, and
        // checked bytes do not make it panic, so rows with only one of the two are never seen. 3. the caller promises
        // it.
        unsafe { image.load(free, slots, (guard, touched), (marks, seats)) };
        self.touched = image.end();
        if LiveSites::IS_TRACKED {
            let Rows { guard, sites, .. } = &mut *self;
            sites.clear_all();
            let end = image.slots();
            LiveCursor::new(guard, end).fold(guard, (), |(), index| sites.set(index, site));
        }
    }

    /// [`forget_all`](Rows::forget_all) after a [`load`](Rows::load) that did not load all objects: these do not count.
    ///
    /// # Safety
    ///
    /// 1. As for [`forget_all`](Rows::forget_all).
    #[cold]
    pub(crate) unsafe fn forget_image(&mut self, slots: SlotMemory) {
        let counts = self.counts;
        // SAFETY: 1. the caller promises the same condition.
        unsafe { self.forget_all(slots) };
        self.counts = counts;
    }

    /// Returns the place of a slot that is live in an image that is being loaded. The object is loaded there.
    ///
    /// # Safety
    ///
    /// 1. The image was the last that was [loaded](Rows::load), and the slot is live in it.
    #[inline]
    pub(crate) unsafe fn seat(&mut self, image: &ImageOf<'_, L>, slot: usize) -> usize {
        let Rows { free, seats, moved, .. } = self;
        // SAFETY: 1. a slot of an image is below the capacity.
        let before = unsafe { seats.noted_for(slot) };
        // SAFETY: 1. the caller promises that the image was loaded last, and that the slot is live in it.
        let place = unsafe { image.seat((free, seats), slot) };
        // The note of a slot that was free is not a place. Such a slot is in the changes.
        if L::Moved::ARE_NOTED && before as usize != place {
            moved.add(slot);
        }
        place
    }

    /// Adds to the changes the slots that an image changes: those in another state there, and of the others those that
    /// `differing` returns. It is called for each word of the image, with the live slots of the word in the image, and
    /// those of them whose objects are to be compared.
    pub(crate) fn add_differences_to_image(
        &mut self,
        image: &ImageOf<'_, L>,
        mut differing: impl FnMut(&Self, usize, u64, u64) -> u64,
    ) {
        let end = self.touched().max(image.end());
        for word in 0..end.div_ceil(64) as usize {
            // SAFETY: 1. an image was checked to have at most as many slots as the pool, so the word exists.
            let other_states = |states: &[u8]| unsafe { self.guard.differing_word(states, word) };
            let mut slots = image.with_states(word, other_states);
            if word < image.words() {
                let live = image.live_word(word);
                // A slot that is live in the image, and is in the same state here.
                slots |= differing(self, word, live, live & !slots);
            }
            self.changes.add_word(word, slots);
        }
    }

    /// The parts of a delta of the changes.
    ///
    /// # Safety
    ///
    /// 1. As for [`extent`](Rows::extent).
    unsafe fn changed_extents(&self, slots: SlotMemory) -> Extents {
        let Rows { free, guard, marks, changes, .. } = self;
        let state = (free, guard, marks, changes, self.touched());
        // SAFETY: 1. the caller promises slots to which only rows write while they are free.
        unsafe { ImageOf::<L>::changed_extents(state, &self.moved, slots) }
    }

    /// How many bytes [`changed_delta_into`](Rows::changed_delta_into) writes.
    ///
    /// # Safety
    ///
    /// 1. As for [`extent`](Rows::extent).
    pub(crate) unsafe fn changed_bytes(&self, slots: SlotMemory, items: Items) -> usize {
        // SAFETY: 1. the caller promises the slots of this pool, valid for reads during the call.
        ImageOf::<L>::changed_bytes(&unsafe { self.changed_extents(slots) }, items.bytes)
    }

    /// Writes a delta of the changes. `save` writes the objects of live slots of a word, and returns the places after
    /// them.
    ///
    /// # Errors
    ///
    /// [`BufferTooSmall`] with the number of bytes.
    ///
    /// # Safety
    ///
    /// 1. As for [`extent`](Rows::extent).
    pub(crate) unsafe fn changed_delta_into<'b>(
        &self,
        slots: SlotMemory,
        items: Items,
        buffer: &'b mut [u8],
        save: impl for<'p> FnMut(usize, u64, &'p mut [u8]) -> &'p mut [u8],
    ) -> Result<&'b mut [u8], BufferTooSmall> {
        // SAFETY: 1. the caller promises the slots of this pool, valid for reads during the call.
        let extents = unsafe { self.changed_extents(slots) };
        let Rows { free, guard, marks, changes, seats, moved, .. } = self;
        let state = (free, guard, marks, changes, changes.end(self.touched()));
        // SAFETY: 1. the caller promises slots to which only rows write while they are free. 2. they are the extents.
        unsafe {
            ImageOf::<L>::changed_delta_into(state, (seats, moved), slots, items, &extents, buffer, save)
        }
    }
}
