//! Changed slots, for the key `changes` of the attribute: a bit per slot that is set when the slot may have changed.
//!
//! ```text
//!  words    31                       1   0
//!          +---+--       --+-------+---+---+
//!          |31 |    ...    |       | 1 | 0 |     1: changed; slot s is bit s % 32 of word s / 32
//!          +---+--       --+-------+---+---+
//! ```
//!
//! All zero bytes are the empty set. Bits beyond the slots are never set. A pool without the key has [`NoChanges`],
//! which has no size and does nothing.
//!
//! A slot that is free can get another place in the order of the free slots without a change of its own: the order is
//! made anew, or the slot leaves the quarantine. The first is noted for all slots at once, as *reordered*; the second
//! follows from how the quarantine works. See [`changed_delta`](crate::image).

#![expect(unsafe_code, reason = "threads write to different words of one set")]

use bytemuck::Zeroable;
use core::fmt;
use core::ops::Range;
use core::panic::{RefUnwindSafe, UnwindSafe};

/// The set of the slots that may have changed since it was last emptied.
#[doc(hidden)]
pub trait Changes: Zeroable + Send + Sync + Unpin + UnwindSafe + RefUnwindSafe + 'static {
    /// Whether there is a set. The default methods are those without a set: they note nothing.
    const ARE_NOTED: bool;

    /// A pointer to the set. Has no size if there is none.
    type Ptr: NotesChanges;

    /// Adds the slot at `index`, which is below the capacity.
    #[inline(always)]
    fn add(&mut self, _index: usize) {}

    /// Adds some of the slots from `64 * word` on, the first one in the lowest bit. All are below the capacity.
    #[inline(always)]
    fn add_word(&mut self, _word: usize, _slots: u64) {}

    /// Adds the slots before `count`, which is at most the capacity.
    #[inline(always)]
    fn add_first(&mut self, _count: usize) {}

    /// Removes the slot at `index`.
    #[inline(always)]
    fn remove(&mut self, _index: usize) {}

    /// Removes all slots from `64 * word` on, and forgets that free slots were reordered.
    #[inline(always)]
    fn clear_from(&mut self, _word: usize) {}

    /// Notes that the free order changed by something other than pop and push.
    /// Called before the pool forgets that its first `touched` slots were in use.
    #[inline(always)]
    fn note_reordered(&mut self, _touched: u32) {}

    /// Returns whether free slots were reordered.
    #[inline(always)]
    fn are_reordered(&self) -> bool {
        false
    }

    /// Returns where the slots of the set end at the latest, in a pool whose first `touched` slots were in use.
    #[inline(always)]
    fn end(&self, _touched: u32) -> u32 {
        0
    }

    /// Returns whether the slot at `index` is in the set.
    #[inline(always)]
    fn contains(&self, _index: usize) -> bool {
        false
    }

    /// Returns which of the slots from `64 * word` on are in the set, the first one in the lowest bit.
    #[inline(always)]
    fn word(&self, _word: usize) -> u64 {
        0
    }

    /// Makes this set equal to `other`.
    #[inline(always)]
    fn copy_from(&mut self, _other: &Self) {}

    /// Returns a pointer to the set, for iterators that add each slot when they lend it.
    fn as_ptr(&mut self) -> Self::Ptr;
}

/// A pointer to a set of changed slots.
///
/// All methods require of their caller, as *the rule of words*:
///
/// 1. The slots are below the capacity.
/// 2. The set from which the pointer was made still exists and is mutably borrowed.
/// 3. During the call, nothing else accesses the bits of the same word of 64 slots.
///
/// # Safety
///
/// 1. The set belongs to no thread: a value may be used in any of them.
#[doc(hidden)]
pub unsafe trait NotesChanges: Copy {
    /// Adds the slot at `index`.
    ///
    /// # Safety
    ///
    /// 1. to 3. The rule of words.
    unsafe fn add(self, index: usize);

    /// Adds some of the slots from `64 * word` on, the first one in the lowest bit.
    ///
    /// # Safety
    ///
    /// 1. to 3. The rule of words.
    unsafe fn add_word(self, word: usize, slots: u64);

    /// Adds a range of slots.
    ///
    /// # Safety
    ///
    /// 1. to 3. The rule of words.
    #[inline]
    unsafe fn add_range(self, slots: Range<usize>) {
        if slots.is_empty() {
            return;
        }
        for word in slots.start / 64..slots.end.div_ceil(64) {
            // SAFETY: 1. to 3. They are slots of the range, for which the caller promises the rule.
            unsafe { self.add_word(word, bits_of_word(word, &slots)) };
        }
    }
}

/// Returns which of the slots from `64 * word` on are in a range, the first one in the lowest bit. The range has at
/// least one slot of the word.
#[inline]
fn bits_of_word(word: usize, slots: &Range<usize>) -> u64 {
    let first = slots.start.saturating_sub(64 * word);
    let end = (slots.end - 64 * word).min(64);
    invariant!(first < end, "a word without a slot of the range");
    (u64::MAX << first) & (u64::MAX >> (64 - end))
}

/// No set, for a pool without `changes`.
#[derive(Debug)]
pub struct NoChanges;

// SAFETY: the type has no bytes.
unsafe impl Zeroable for NoChanges {}

impl Changes for NoChanges {
    const ARE_NOTED: bool = false;

    type Ptr = ();

    #[inline(always)]
    fn as_ptr(&mut self) {}
}

/// No pointer, for a pool without `changes` and for borrows that do not write.
// SAFETY: 1. there is no set.
unsafe impl NotesChanges for () {
    #[inline(always)]
    unsafe fn add(self, _index: usize) {}

    #[inline(always)]
    unsafe fn add_word(self, _word: usize, _slots: u64) {}

    #[inline(always)]
    unsafe fn add_range(self, _slots: Range<usize>) {}
}

/// A bit for each slot, in `WORDS` words. All zero bytes are the empty set.
#[repr(C)]
pub struct ChangedSlots<const WORDS: usize> {
    words: [u32; WORDS],
    /// 0. If free slots were reordered: 1 more than the number of slots that were in use then.
    reordered: u32,
}

// SAFETY: it is an array of integers, for which zero bytes are 0.
unsafe impl<const WORDS: usize> Zeroable for ChangedSlots<WORDS> {}

impl<const WORDS: usize> Changes for ChangedSlots<WORDS> {
    const ARE_NOTED: bool = true;

    type Ptr = ChangedSlotsPtr<WORDS>;

    #[inline]
    fn add(&mut self, index: usize) {
        invariant!(index / 32 < WORDS, "a slot beyond the capacity");
        if let Some(word) = self.words.get_mut(index / 32) {
            *word |= 1 << (index % 32);
        }
    }

    #[inline]
    fn add_word(&mut self, word: usize, slots: u64) {
        invariant!(2 * word < WORDS, "a word beyond the capacity");
        for (half, slots) in self.words.iter_mut().skip(2 * word).zip(halves(slots)) {
            *half |= slots;
        }
    }

    fn add_first(&mut self, count: usize) {
        invariant!(count.div_ceil(32) <= WORDS, "slots beyond the capacity");
        let (full, rest) = (count / 32, count % 32);
        self.words[..full].fill(u32::MAX);
        if rest != 0 {
            self.words[full] |= (1 << rest) - 1;
        }
    }

    #[inline]
    fn remove(&mut self, index: usize) {
        if let Some(word) = self.words.get_mut(index / 32) {
            *word &= !(1 << (index % 32));
        }
    }

    fn clear_from(&mut self, word: usize) {
        self.words.iter_mut().skip(2 * word).for_each(|half| *half = 0);
        self.reordered = 0;
    }

    fn note_reordered(&mut self, touched: u32) {
        self.reordered = self.reordered.max(touched.saturating_add(1));
    }

    fn are_reordered(&self) -> bool {
        self.reordered != 0
    }

    fn end(&self, touched: u32) -> u32 {
        touched.max(self.reordered.saturating_sub(1))
    }

    #[inline]
    fn contains(&self, index: usize) -> bool {
        self.words.get(index / 32).is_some_and(|word| word >> (index % 32) & 1 != 0)
    }

    #[inline]
    fn word(&self, word: usize) -> u64 {
        // With an odd number of words, the last 64 slots have no upper half.
        let half = |half: usize| self.words.get(2 * word + half).copied().map_or(0, u64::from);
        half(1) << 32 | half(0)
    }

    fn copy_from(&mut self, other: &Self) {
        for (word, &other) in self.words.iter_mut().zip(&other.words) {
            // Memory that would stay zero is not written.
            if *word != other {
                *word = other;
            }
        }
        self.reordered = other.reordered;
    }

    #[inline]
    fn as_ptr(&mut self) -> ChangedSlotsPtr<WORDS> {
        ChangedSlotsPtr(self.words.as_mut_ptr())
    }
}

impl<const WORDS: usize> fmt::Debug for ChangedSlots<WORDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count: u32 = self.words.iter().map(|word| word.count_ones()).sum();
        f.debug_struct("ChangedSlots").field("count", &count).finish_non_exhaustive()
    }
}

/// The two words of 32 slots in a word of 64.
#[inline]
fn halves(slots: u64) -> [u32; 2] {
    [slots as u32, (slots >> 32) as u32]
}

/// A pointer to [`ChangedSlots`]: to the first of its `WORDS` words.
#[derive(Clone, Copy, Debug)]
pub struct ChangedSlotsPtr<const WORDS: usize>(*mut u32);

impl<const WORDS: usize> ChangedSlotsPtr<WORDS> {
    /// Sets bits in a word of 32 slots.
    ///
    /// # Safety
    ///
    /// 1. `word < WORDS`.
    /// 2. and 3. The rule of words.
    #[inline]
    unsafe fn set(self, word: usize, bits: u32) {
        invariant!(word < WORDS, "a word beyond the capacity");
        // SAFETY: the pointer is to the first of `WORDS` words (`as_ptr`), and the word is one of them (1.).
        let word = unsafe { self.0.add(word) };
        // SAFETY: the set exists and is mutably borrowed (2.), and nothing else accesses the word meanwhile (3.).
        let old = unsafe { word.read() };
        // SAFETY: the set exists and is mutably borrowed (2.), and nothing else accesses the word meanwhile (3.).
        unsafe { word.write(old | bits) };
    }
}

// SAFETY: 1. the set consists of numbers.
unsafe impl<const WORDS: usize> NotesChanges for ChangedSlotsPtr<WORDS> {
    #[inline]
    unsafe fn add(self, index: usize) {
        // SAFETY: 1. the slot is below the capacity, so its word is one of the set. 2. and 3. The caller promises the
        // rule.
        unsafe { self.set(index / 32, 1 << (index % 32)) };
    }

    #[inline]
    unsafe fn add_word(self, word: usize, slots: u64) {
        for (half, bits) in halves(slots).into_iter().enumerate() {
            // The last word of 64 slots can have one half, whose slots are all there are.
            if bits != 0 {
                // SAFETY: 1. the slots are below the capacity, so the half is one of the set. 2. and 3. The caller
                // promises the rule.
                unsafe { self.set(2 * word + half, bits) };
            }
        }
    }
}

#[cfg(test)]
mod tests;
