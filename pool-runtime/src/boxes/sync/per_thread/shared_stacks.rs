//! The free slots of a pool on several stacks, so that threads seldom write to the same cache line.
//!
//! ```text
//!  reserve_one                                             free_one
//!   1. pop from the stack of this thread                 1. push to the stack of this thread
//!   2. pop from another stack
//!   3. take a slot that was never taken
//!   4. refuse, if all stacks were empty at one moment
//! ```
//!
//! Each thread has one of the stacks as its home. A thread that drops its own boxes exchanges a word that no other
//! thread writes to. No thread keeps a slot for itself: each slot is taken, or on a stack, or was never taken.
//!
//! Slots that were never taken are on no stack. Each stack has a part of them, in ascending order, and a thread takes
//! those of its home first. So the objects of two threads are seldom in one cache line.
//!
//! # When a slot is refused
//!
//! The words of all heads are read before and after a search that found nothing. If none of them has changed, nothing
//! was pushed or popped in between, since each exchange changes the tag of its word. So all stacks were empty at one
//! moment. All reads and exchanges of words are sequentially consistent, so there is such a moment in their one order.
//! It is the double collect of Afek and others, [*Atomic Snapshots of Shared
//! Memory*](https://doi.org/10.1145/153724.153741) (1993). Slots that were never taken need no second look: once there
//! are none, there will be none.
//!
//! If a word has changed, then another thread has made progress, and the search begins again.
//!
//! # The most slots at once
//!
//! A slot that was never taken is taken if each stack was found empty. So the most slots at once are those that were
//! ever taken. They can be more, by the slots that others free while a thread looks from stack to stack, and by one for
//! each stack except the first: the first slot that a thread takes is from the part of its home, if no slot of that
//! part was taken.

#![expect(unsafe_code, reason = "zero bytes are all slots free")]

use super::thread_number::thread_number;
use crate::base::atomic::{AtomicU32, AtomicU64};
use crate::boxes::sync::tagged::stack_head::{Head, Line};
use crate::boxes::sync::usage::Usage;
use crate::free::links::Links;
use bytemuck::Zeroable;
use core::cell::Cell;
use core::slice;
use core::sync::atomic::Ordering::{Relaxed, SeqCst};

/// The free slots of a pool, on `N` stacks.
#[derive(Debug)]
#[repr(C)]
pub struct SharedStacks<L, const N: usize> {
    pub(crate) stacks: [Line<Stack>; N],
    pub(crate) rest: Line<Rest>,
    pub(crate) links: L,
}

/// A stack, and its part of the slots that were never taken.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct Stack {
    pub(crate) head: Head<false>,
    /// How many slots of the part were ever taken.
    pub(crate) used: AtomicU32,
}

/// What seldom changes.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct Rest {
    /// How often a box was refused.
    pub(crate) exhausted: AtomicU64,
    /// The number of the first thread that took a slot; 0 if there was none. Its home is the first stack. So one thread
    /// gets the slots in ascending order, whatever its number is.
    pub(crate) first_thread: AtomicU32,
}

// SAFETY: it consists of atomic integers, for which zero bytes are 0, and of links. Zero bytes mean that all stacks are
// empty, and that no slot was ever taken. (The model checker compiles this with atomics of its own. Its links are not
// zeroable, so there this impl applies to no type.)
unsafe impl<L: Links + Zeroable, const N: usize> Zeroable for SharedStacks<L, N> {}

impl<L: Links, const N: usize> SharedStacks<L, N> {
    /// Takes a slot, or counts that there was none.
    #[inline]
    pub(crate) fn reserve_one(&self) -> Option<u32> {
        let home = self.home();
        self.pop(home).or_else(|| self.reserve_elsewhere(home))
    }

    /// Frees an index.
    #[inline]
    pub(crate) fn free_one(&self, index: u32) {
        invariant!(index < self.links.capacity(), "an index beyond the capacity");
        self.stack(self.home()).head.push(&self.links, slice::from_ref(&Cell::new(index)));
    }

    /// The number of this thread's stack. Others have it too, if there are more threads than stacks.
    #[inline]
    pub(crate) fn home(&self) -> usize {
        let first = match self.rest.0.first_thread.load(Relaxed) {
            0 => self.begin(),
            first => first,
        };
        thread_number().wrapping_sub(first) as usize % N
    }

    #[cold]
    #[inline(never)]
    fn begin(&self) -> u32 {
        let own = thread_number();
        let first =
            self.rest.0.first_thread.fetch_update(Relaxed, Relaxed, |first| (first == 0).then_some(own));
        first.map_or_else(|first| first, |_| own)
    }

    #[inline]
    fn stack(&self, number: usize) -> &Stack {
        &self.stacks[number % N].0
    }

    #[inline]
    fn pop(&self, number: usize) -> Option<u32> {
        let index = Cell::new(0);
        let popped = self.stack(number).head.pop(&self.links, slice::from_ref(&index));
        (popped.count == 1).then(|| index.get())
    }

    /// Takes a slot after the stack of this thread was empty.
    #[cold]
    #[inline(never)]
    fn reserve_elsewhere(&self, home: usize) -> Option<u32> {
        let is_first_here = self.stack(home).used.load(Relaxed) == 0;
        if let Some(index) = is_first_here.then(|| self.reserve_unused(home)).flatten() {
            return Some(index);
        }
        loop {
            let seen = self.words();
            if let Some(index) = self.pop_any(home).or_else(|| self.reserve_any_unused(home)) {
                return Some(index);
            }
            if self.words() == seen {
                self.rest.0.exhausted.fetch_add(1, Relaxed);
                return None;
            }
        }
    }

    /// Pops from the first stack that has a slot, beginning with the one of this thread.
    fn pop_any(&self, home: usize) -> Option<u32> {
        (home..home + N).find_map(|number| self.pop(number))
    }

    /// Takes a slot that was never taken, from the part of this thread's stack if there is one.
    fn reserve_any_unused(&self, home: usize) -> Option<u32> {
        (home..home + N).find_map(|number| self.reserve_unused(number))
    }

    /// Takes the first slot of this stack's part that was never taken.
    fn reserve_unused(&self, number: usize) -> Option<u32> {
        let [start, end] = [number % N, number % N + 1].map(|number| self.part(number));
        let used = &self.stack(number).used;
        used.fetch_update(Relaxed, Relaxed, |used| (used < end - start).then_some(used + 1))
            .ok()
            .map(|used| start + used)
    }

    /// The first slot of the part of this stack.
    fn part(&self, number: usize) -> u32 {
        (u64::from(self.links.capacity()) * number as u64 / N as u64) as u32
    }

    /// The words of all heads, read one after the other.
    fn words(&self) -> [u64; N] {
        self.stacks.each_ref().map(|stack| stack.0.head.word.load(SeqCst))
    }

    /// One stack after the other is counted.
    pub(crate) fn usage(&self) -> Usage {
        let free: u32 = self.stacks.iter().map(|stack| stack.0.head.len(&self.links)).sum();
        let used: u32 = self.stacks.iter().map(|stack| stack.0.used.load(Relaxed)).sum();
        // A slot that went from one stack to another meanwhile was counted twice.
        Usage {
            live: used.saturating_sub(free),
            most_live: used,
            exhausted: self.rest.0.exhausted.load(Relaxed),
            caches: 0,
        }
    }
}
