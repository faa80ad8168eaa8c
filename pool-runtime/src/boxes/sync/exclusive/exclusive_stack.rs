//! The free slots of a pool that threads and interrupt handlers share, as a stack whose head is an
//! [exclusive word](super::exclusive_word).
//!
//! ```text
//!  word (u32)                 links
//!  bit 31   16 15    0        +------+------+------+------+-- ... --+------+
//!     +-------+------+        | L    | L    | L    | L    |         | L    |
//!     |  top  | taken|        +------+------+------+------+-- ... --+------+
//!     +-------+------+            a link per slot, in memory apart from the objects
//! ```
//!
//! Above a capacity of 65,535 the top takes 32 bits, and the count is an atomic of its own.
//!
//! While a link is read, someone else may take its slot and link it to another one. Then the link is still a number up
//! to the capacity, and the exclusive store fails. Otherwise the link is the one that was stored before the slot was
//! freed: the store of the word released it, by a barrier between the two, and the load of the word acquires it.
//!
//! A slot is refused if the stack was empty at one moment, which is that of the load. Nobody waits for code that was
//! interrupted: an exclusive store fails only if someone else changed the word, or an interrupt came in between.

#![expect(unsafe_code, reason = "zero bytes are all slots free")]

use super::exclusive_word::ExclusiveWord;
use crate::base::atomic::AtomicU32;
use crate::boxes::sync::usage::Usage;
use crate::free::links::Links;
use bytemuck::Zeroable;
use core::sync::atomic::Ordering::Relaxed;

/// The largest capacity at which the word has the count.
const COUNTED_IN_WORD: u32 = u16::MAX as u32;

/// Where the top is in a word that has the count.
const TOP: u32 = 16;

/// The bits of the count.
const TAKEN: u32 = (1 << TOP) - 1;

/// A taken slot.
const ONE_TAKEN: u32 = 1;

/// The free slots of a pool, and counts.
#[derive(Debug)]
#[repr(C)]
pub struct ExclusiveStack<L> {
    pub(crate) word: ExclusiveWord,
    /// The most slots that were taken at once.
    pub(crate) most_taken: AtomicU32,
    /// How often a box was refused. Wraps.
    pub(crate) exhausted: AtomicU32,
    /// The slots taken, if the word does not count them.
    pub(crate) taken: AtomicU32,
    pub(crate) links: L,
}

// SAFETY: it consists of atomic integers, for which zero bytes are 0, and of links. Zero bytes mean that no slot is
// taken and that the top of the stack is slot 0, and they link all slots in ascending order. (The model checker
// compiles this with atomics of its own. Its links are not zeroable, so there this impl applies to no type.)
unsafe impl<L: Links + Zeroable> Zeroable for ExclusiveStack<L> {}

impl<L: Links> ExclusiveStack<L> {
    /// Takes a slot, or counts that there was none.
    #[inline(always)]
    pub(crate) fn reserve_one(&self) -> Option<u32> {
        let seen = self.word.take(|seen| {
            let top = self.top(seen);
            let next = self.links.get(top)?;
            // The sum has one more taken slot, and the next slot as its top, which is what most links say.
            Some(if self.is_counted_in_word() {
                seen.wrapping_add(ONE_TAKEN | 1 << TOP) ^ ((top + 1) ^ next) << TOP
            } else {
                next
            })
        });
        let Some(seen) = seen else {
            self.exhausted.fetch_add(1, Relaxed);
            return None;
        };
        if !self.is_counted_in_word() {
            self.taken.fetch_add(1, Relaxed);
        }
        let index = self.top(seen);
        // Without a check whether that is necessary: an atomic load would bring the object onto the stack.
        self.most_taken.fetch_max(index + 1, Relaxed);
        Some(index)
    }

    /// Gives back a slot that was taken here.
    #[inline(always)]
    pub(crate) fn free_one(&self, index: u32) {
        if !self.is_counted_in_word() {
            self.taken.fetch_sub(1, Relaxed);
        }
        self.word.give(|seen| {
            let top = self.top(seen);
            self.links.set(index, top);
            if self.is_counted_in_word() {
                index << TOP | seen.wrapping_sub(ONE_TAKEN) & TAKEN
            } else {
                index
            }
        });
    }

    #[inline(always)]
    fn is_counted_in_word(&self) -> bool {
        self.links.capacity() <= COUNTED_IN_WORD
    }

    /// The top of the stack, or the capacity.
    #[inline(always)]
    fn top(&self, word: u32) -> u32 {
        if self.is_counted_in_word() { word >> TOP } else { word }
    }

    /// The counts.
    pub(crate) fn usage(&self) -> Usage {
        let live = if self.is_counted_in_word() { self.word.get() & TAKEN } else { self.taken.load(Relaxed) };
        Usage {
            live,
            most_live: self.most_taken.load(Relaxed),
            exhausted: self.exhausted.load(Relaxed).into(),
            caches: 0,
        }
    }
}
