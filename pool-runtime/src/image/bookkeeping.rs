//! The image of everything except the items: header, guard and links. Pools of objects and pools of values share it.

#![expect(unsafe_code, reason = "stack and guard trust what is checked here")]

use super::RestoreError;
use super::delta::{Delta, Part};
use super::fingerprint::{self, Items};
use super::free_order::{FreeOrder, is_list, save_free_slots};
use super::header::Header;
use crate::base::link_bytes::{LinkBytes, link_bytes, with_link};
use crate::free::{FreeSlots, SlotMemory};
use crate::guard::Guard;
use core::marker::PhantomData;

/// An image of a guard and of free slots, which was checked.
pub(crate) struct Bookkeeping<'a, G, S> {
    header: Header,
    retired: u32,
    guard: &'a [u8],
    links: &'a [u8],
    kind: PhantomData<fn() -> (G, S)>,
}

impl<'a, G: Guard, S: FreeSlots> Bookkeeping<'a, G, S> {
    /// The number of bytes of the links.
    pub(crate) const LINKS_BYTES: usize = G::CAPACITY * link_bytes(G::CAPACITY);
    /// The number of bytes of the image.
    pub(crate) const BYTES: usize = Header::BYTES + G::BYTES + Self::LINKS_BYTES;

    /// Writes an image of `BYTES` bytes for a pool with these `items`.
    ///
    /// # Safety
    ///
    /// 1. The rule of slots.
    pub(crate) unsafe fn save(
        free_slots: &S,
        slots: impl SlotMemory,
        guard: &G,
        items: Items,
        saved: &mut [u8],
    ) {
        let (header, rest) = saved.split_at_mut(Header::BYTES);
        let (guard_bytes, links) = rest.split_at_mut(G::BYTES);
        guard.save(guard_bytes);
        // SAFETY: 1. The contract of `save_free_slots` is the same, and the caller promises it.
        let starts = unsafe { with_link!(G::CAPACITY, save_free_slots(free_slots, slots, links)) };
        let waiting = free_slots.waiting().len() as u32;
        Header { used: free_slots.used(), waiting, starts }.write(header, fingerprint::of::<G, S>(items));
    }

    /// Returns the description of an image that deltas need, for a pool with these `items`.
    pub(crate) const fn delta(items: Items) -> Delta {
        let guard = Part { bytes: G::BYTES, word_bytes: G::WORD_BYTES };
        let links = Part { bytes: Self::LINKS_BYTES, word_bytes: 64 * link_bytes(G::CAPACITY) };
        let slots = Part { bytes: G::CAPACITY * items.bytes, word_bytes: items.bytes.saturating_mul(64) };
        Delta {
            fingerprint: fingerprint::of::<G, S>(items),
            capacity: G::CAPACITY,
            parts: [guard, links, slots],
        }
    }

    /// Reads the header of an image of `saved_bytes` bytes, for a pool with these `items`.
    pub(crate) fn header(saved: &[u8], items: Items, saved_bytes: usize) -> Result<Header, RestoreError> {
        Header::read(saved, fingerprint::of::<G, S>(items), saved_bytes)
    }

    /// Checks an image of `BYTES` bytes, so that it can be loaded. Takes O(capacity) time and no memory.
    pub(crate) fn check(saved: &'a [u8], header: Header) -> Result<Self, RestoreError> {
        let (guard, links) = saved[Header::BYTES..].split_at(G::BYTES);
        let count = G::count(guard).ok_or(RestoreError::Guard)?;
        if header.used != count.live + count.retired {
            return Err(RestoreError::Count);
        }
        let free = G::CAPACITY as u32 - header.used;
        if header.waiting > free.min(S::QUARANTINE) {
            return Err(RestoreError::Count);
        }
        if !with_link!(G::CAPACITY, is_list(links, &header.starts, free, |slot| G::is_free(guard, slot))) {
            return Err(RestoreError::FreeOrder);
        }
        Ok(Bookkeeping { header, retired: count.retired, guard, links, kind: PhantomData })
    }

    /// Returns which of the slots from `64 * word` on are live, the first slot in the lowest bit.
    #[inline]
    pub(crate) fn live_word(&self, word: usize) -> u64 {
        G::live(self.guard, word)
    }

    /// Returns whether all slots are live.
    pub(crate) fn is_full(&self) -> bool {
        self.header.used as usize == G::CAPACITY && self.retired == 0
    }

    /// Loads the image into the free slots and the guard of a pool. Called after its items were loaded.
    ///
    /// # Safety
    ///
    /// 1. The rule of slots, except that free slots may hold anything.
    /// 2. The contents of slots that are not live in the image may be overwritten.
    pub(crate) unsafe fn load(&self, free_slots: &mut S, slots: impl SlotMemory, guard: &mut G) {
        const { assert!(S::CAPACITY as usize == G::CAPACITY, "free slots and guard have different capacities") };
        // SAFETY: 1. and 2. The contract of `load_free_slots` is the same, and the caller promises it.
        unsafe { with_link!(G::CAPACITY, load_free_slots(free_slots, slots, self)) };
        // SAFETY: 1. `check` read the same bytes: `count` returned `Some`, with this number of retired slots.
        unsafe { guard.load(self.guard, self.retired) };
    }

    /// The free slots in order: all slots except those that are live or retired. `check` made sure that no slot is
    /// counted twice.
    fn order<L: LinkBytes>(&self) -> FreeOrder<'_, L> {
        FreeOrder::new(self.header.used, &self.header.starts, self.links)
    }
}

/// Loads the free slots of a pool.
///
/// # Safety
///
/// The contract of [`Bookkeeping::load`].
unsafe fn load_free_slots<L: LinkBytes>(
    free_slots: &mut impl FreeSlots,
    slots: impl SlotMemory,
    image: &Bookkeeping<'_, impl Guard, impl FreeSlots>,
) {
    // SAFETY: 1. The order was checked: its slots are below the capacity, since the image has a link for each slot,
    // and it has every free slot. 2. The slots of the order are not live, so the caller promises that they may be
    // overwritten.
    unsafe { free_slots.load(slots, &image.order::<L>(), image.header.waiting) };
}
