//! The image of everything but the items: header, guard, links. What pools with slots and pools of values share.

#![expect(unsafe_code, reason = "stack and guard take on trust what was checked here")]

use super::RestoreError;
use super::delta::{Delta, Part};
use super::fingerprint::{self, Items};
use super::free_order::{FreeOrder, Starts, is_list, save_free_slots, save_stack};
use super::header::Header;
use crate::base::link_bytes::{LinkBytes, link_bytes, with_link};
use crate::free::index_stack::IndexStack;
use crate::free::{FreeSlots, SlotMemory};
use crate::guard::Guard;
use crate::table::Table;
use core::marker::PhantomData;

/// An image of stack and guard that was checked.
pub(crate) struct Bookkeeping<'a, G> {
    header: Header,
    guard: &'a [u8],
    links: &'a [u8],
    kind: PhantomData<fn() -> G>,
}

impl<'a, G: Guard> Bookkeeping<'a, G> {
    /// Bytes of the links.
    pub(crate) const LINKS_BYTES: usize = G::CAPACITY * link_bytes(G::CAPACITY);
    /// Bytes of the image.
    pub(crate) const BYTES: usize = Header::BYTES + G::BYTES + Self::LINKS_BYTES;

    /// Writes an image of `BYTES` bytes, for a pool without slots.
    pub(crate) fn save<T: Table>(stack: &IndexStack<T>, guard: &G, saved: &mut [u8]) {
        let write_links = |links: &mut [u8]| with_link!(G::CAPACITY, save_stack(stack, links));
        Self::save_with(stack.used(), write_links, guard, Items::NONE, saved);
    }

    /// Writes an image of `BYTES` bytes, for a pool of these items.
    ///
    /// # Safety
    ///
    /// 1. The rule of slots.
    pub(crate) unsafe fn save_pool(
        free_slots: &impl FreeSlots,
        slots: impl SlotMemory,
        guard: &G,
        items: Items,
        saved: &mut [u8],
    ) {
        // SAFETY: 1. promised by the caller.
        let write_links =
            |links: &mut [u8]| unsafe { with_link!(G::CAPACITY, save_free_slots(free_slots, slots, links)) };
        Self::save_with(free_slots.used(), write_links, guard, items, saved);
    }

    fn save_with(
        used: u32,
        write_links: impl FnOnce(&mut [u8]) -> Starts,
        guard: &G,
        items: Items,
        saved: &mut [u8],
    ) {
        let (header, rest) = saved.split_at_mut(Header::BYTES);
        let (guard_bytes, links) = rest.split_at_mut(G::BYTES);
        guard.save(guard_bytes);
        let starts = write_links(links);
        Header { used, retired: guard.retired(), starts }.write(header, fingerprint::of::<G>(items));
    }

    /// What deltas are made with, for a pool of such items.
    pub(crate) const fn delta(items: Items) -> Delta {
        let guard = Part { bytes: G::BYTES, word_bytes: G::WORD_BYTES };
        let links = Part { bytes: Self::LINKS_BYTES, word_bytes: 64 * link_bytes(G::CAPACITY) };
        let slots = Part { bytes: G::CAPACITY * items.bytes, word_bytes: items.bytes.saturating_mul(64) };
        Delta {
            fingerprint: fingerprint::of::<G>(items),
            capacity: G::CAPACITY,
            parts: [guard, links, slots],
        }
    }

    /// The header of an image of `saved_bytes` bytes for a pool of such items.
    pub(crate) fn header(saved: &[u8], items: Items, saved_bytes: usize) -> Result<Header, RestoreError> {
        Header::read(saved, fingerprint::of::<G>(items), saved_bytes)
    }

    /// Checks an image of `BYTES` bytes: what is returned can be loaded. Time in O(capacity), and no memory.
    pub(crate) fn check(saved: &'a [u8], header: Header) -> Result<Self, RestoreError> {
        let (guard, links) = saved[Header::BYTES..].split_at(G::BYTES);
        let count = G::count(guard).ok_or(RestoreError::Guard)?;
        if header.used != count.live + count.retired || header.retired != count.retired {
            return Err(RestoreError::Count);
        }
        let free = G::CAPACITY as u32 - header.used;
        if !with_link!(G::CAPACITY, is_list(links, &header.starts, free, |slot| G::is_free(guard, slot))) {
            return Err(RestoreError::FreeOrder);
        }
        Ok(Bookkeeping { header, guard, links, kind: PhantomData })
    }

    /// Which of the slots `64 * word ..` are live, the first in the lowest bit.
    #[inline]
    pub(crate) fn live_word(&self, word: usize) -> u64 {
        G::live(self.guard, word)
    }

    /// Whether all slots are live.
    pub(crate) fn is_full(&self) -> bool {
        self.header.used as usize == G::CAPACITY && self.header.retired == 0
    }

    /// Makes stack and guard what they were when the image was written.
    pub(crate) fn load<T: Table>(&self, stack: &mut IndexStack<T>, guard: &mut G) {
        const { assert!(T::CAPACITY == G::CAPACITY, "stack and guard are of the same slots") };
        with_link!(G::CAPACITY, load_stack(stack, self));
        self.load_guard(guard);
    }

    /// Makes a pool's stack and guard what they were when the image was written, after its items.
    ///
    /// # Safety
    ///
    /// 1. The rule of slots, except that free ones may hold anything.
    /// 2. What the slots hold that the image does not say are live is nobody's.
    pub(crate) unsafe fn load_pool<S: FreeSlots>(
        &self,
        stack: &mut S,
        slots: impl SlotMemory,
        guard: &mut G,
    ) {
        const { assert!(S::CAPACITY as usize == G::CAPACITY, "stack and guard are of the same slots") };
        // SAFETY: 1. and 2. promised by the caller.
        unsafe { with_link!(G::CAPACITY, load_free_slots(stack, slots, self)) };
        self.load_guard(guard);
    }

    /// The free slots in order: all except those that are live or retired, none of which is counted twice. Checked in `check`.
    fn order<L: LinkBytes>(&self) -> FreeOrder<'_, L> {
        FreeOrder::new(self.header.used, &self.header.starts, self.links)
    }

    fn load_guard(&self, guard: &mut G) {
        // SAFETY: 1. and 2. checked in `check`.
        unsafe { guard.load(self.guard, self.header.retired) };
    }
}

fn load_stack<L: LinkBytes>(stack: &mut IndexStack<impl Table>, image: &Bookkeeping<'_, impl Guard>) {
    // SAFETY: 1. the image has a link for each slot, and was checked.
    unsafe { stack.load(&image.order::<L>()) };
}

/// # Safety
///
/// As of [`Bookkeeping::load_pool`].
unsafe fn load_free_slots<L: LinkBytes>(
    stack: &mut impl FreeSlots,
    slots: impl SlotMemory,
    image: &Bookkeeping<'_, impl Guard>,
) {
    // SAFETY: 1. the image has a link for each slot, and was checked. 2. promised by the caller: slots of the order are not live.
    unsafe { stack.load(slots, &image.order::<L>()) };
}
