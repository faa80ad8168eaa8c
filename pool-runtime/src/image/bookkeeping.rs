//! The image of everything but the items: header, guard, links. What pools with slots and pools of values share.

#![expect(unsafe_code, reason = "stack and guard take on trust what was checked here")]

use super::RestoreError;
use super::delta::{Delta, Part};
use super::fingerprint::{self, Items};
use super::free_order::{Starts, is_list};
use super::header::Header;
use crate::base::link_bytes::{link_bytes, with_link};
use crate::free::FreeSlots;
use crate::free::index_stack::IndexStack;
use crate::guard::Guard;
use crate::layout::slots::SlotsPtr;
use crate::layout::spec::PoolSpec;
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

    /// Writes an image of `BYTES` bytes, for a pool of such items.
    pub(crate) fn save<T: Table>(stack: &IndexStack<T>, guard: &G, items: Items, saved: &mut [u8]) {
        Self::save_with(stack.used(), |links| stack.save(links), guard, items, saved);
    }

    /// As `save`, of a pool with `used` slots taken, whose links `save_links` writes.
    pub(crate) fn save_with(
        used: u32,
        save_links: impl FnOnce(&mut [u8]) -> Starts,
        guard: &G,
        items: Items,
        saved: &mut [u8],
    ) {
        let (header, rest) = saved.split_at_mut(Header::BYTES);
        let (guard_bytes, links) = rest.split_at_mut(G::BYTES);
        guard.save(guard_bytes);
        Header { used, retired: guard.retired(), starts: save_links(links) }
            .write(header, fingerprint::of::<G>(items));
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
        const { assert!(T::CAPACITY == G::CAPACITY, "a stack and a guard of one pool have the same slots") };
        // SAFETY: 1. `used` is the number of slots that are live or retired, none counted twice. 2. checked in `check`.
        unsafe { stack.load(self.header.used, &self.header.starts, self.links) };
        self.load_guard(guard);
    }

    /// Makes a pool's stack and guard what they were when the image was written, after its items.
    ///
    /// # Safety
    ///
    /// 1. The rule of slots, but that free ones may hold anything.
    /// 2. What the slots hold that the image does not say are live is nobody's.
    pub(crate) unsafe fn load_pool<P: PoolSpec, S: FreeSlots>(
        &self,
        stack: &mut S,
        slots: SlotsPtr<P>,
        guard: &mut G,
    ) {
        const { assert!(S::CAPACITY as usize == G::CAPACITY, "stack and guard are of the same slots") };
        let Header { used, starts, .. } = &self.header;
        // SAFETY: 1. and 2. as in `load`. 3. promised by the caller: those of the list are not live.
        unsafe { stack.load(slots, *used, starts, self.links) };
        self.load_guard(guard);
    }

    fn load_guard(&self, guard: &mut G) {
        // SAFETY: 1. and 2. checked in `check`.
        unsafe { guard.load(self.guard, self.header.retired) };
    }
}
