//! The basic methods: one value at a time is handed out and given back.

#![expect(unsafe_code, reason = "the stack and the guard are reached without a bounds check")]

use super::{AcquireError, GuardOf, ReleaseError, StackOf, ValuePool, ValueSpec};
use crate::base::counts::Counts;
use crate::base::zeroed::zeroed;
use crate::free::{FreeSlots, FreeTable, NoSlots, Noted, Removals};
use crate::guard::{Guard, Vacated};
use crate::layout::Tracked;

/// # Basics
impl<V: ValueSpec> ValuePool<V> {
    /// Makes a new pool, as a value. For a pool of more than 64 KiB, use `PortsPool::on_heap()` or
    /// `Ports::take_pool()` instead.
    ///
    /// `on_heap` (feature `alloc`) makes the pool on the heap, in a `Heap`; `take_pool` takes the static pool of the
    /// definition. Neither moves a pool over the stack.
    ///
    /// The value of `new` has [`TOTAL_BYTES`](ValuePool::TOTAL_BYTES) bytes, and each function that makes, passes or
    /// returns it needs that much of the stack, in debug builds often several times. [`Pool::new`](crate::Pool::new)
    /// says what stacks there are.
    #[doc(alias = "with_capacity")]
    #[must_use]
    pub const fn new() -> Self {
        const { Self::CHECK };
        ValuePool { counts: Counts::new(), stack: zeroed(), guard: zeroed() }
    }

    /// Hands out the next value; `None` if all values are handed out. O(1).
    ///
    /// ```
    /// stackpool::pool! { Letters: [char; 'a'..='c']; }
    ///
    /// let mut letters = LettersPool::new();
    /// assert_eq!(letters.acquire(), Some('a'));
    /// assert_eq!(letters.acquire_many(2).unwrap().collect::<String>(), "bc");
    /// assert_eq!(letters.acquire(), None);
    /// ```
    #[doc(alias = "alloc")]
    #[doc(alias = "request")]
    #[inline]
    #[must_use = "a value that is dropped here is never given back"]
    pub fn acquire(&mut self) -> Option<V::Item> {
        let Some(index) = self.stack.peek() else {
            self.counts.refuse();
            return None;
        };
        // User code. It runs before anything has changed.
        let value = V::value(index);
        // SAFETY: 1. the index was just peeked at, so it is free.
        unsafe { self.take_top(index) };
        Some(value)
    }

    /// Hands out the given value. O(free values) at worst.
    ///
    /// The value changes places with the one that [`acquire`](ValuePool::acquire) would have handed out, and no other
    /// value moves. A value that never changed places is found at once; any other is searched for.
    ///
    /// # Errors
    ///
    /// - [`AcquireError::HandedOut`] if the value is handed out already. This is known in O(1), except under `guard =
    ///   none`.
    /// - [`AcquireError::OutOfRange`] if the value is not in the set.
    ///
    /// ```
    /// # use stackpool::AcquireError;
    /// stackpool::pool! { Ports: [u16; 8_000..8_100]; }
    ///
    /// let mut ports = PortsPool::new();
    /// ports.acquire_exact(8_080)?;
    /// assert_eq!(ports.acquire_exact(8_080), Err(AcquireError::HandedOut));
    /// assert_eq!(ports.acquire_exact(80), Err(AcquireError::OutOfRange));
    /// assert_eq!(ports.acquire(), Some(8_001)); // 8,000 is now where 8,080 was
    /// # Ok::<(), AcquireError>(())
    /// ```
    pub fn acquire_exact(&mut self, value: V::Item) -> Result<(), AcquireError> {
        let index = Self::index_of(&value).ok_or(AcquireError::OutOfRange)?;
        // SAFETY: 1. `index_of` gives indices below the capacity.
        if GuardOf::<V>::TRACKS && unsafe { self.guard.is_live(index as usize) } {
            return Err(AcquireError::HandedOut);
        }
        if !self.stack.take_index(index) {
            return Err(AcquireError::HandedOut);
        }
        // SAFETY: 1. `index_of` gives indices below the capacity.
        unsafe { self.guard.occupy(index as usize) };
        Ok(())
    }

    /// Takes a value back. It is the next to be handed out. O(1).
    ///
    /// ```
    /// # use stackpool::ReleaseError;
    /// stackpool::pool! { Letters: [char; 'a'..='c']; }
    ///
    /// let mut letters = LettersPool::new();
    /// let letter = letters.acquire().unwrap();
    /// letters.release(letter)?;
    /// assert_eq!(letters.release(letter), Err(ReleaseError::NotHandedOut));
    /// assert_eq!(letters.release('x'), Err(ReleaseError::OutOfRange));
    /// # Ok::<(), ReleaseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// - [`ReleaseError::NotHandedOut`] if the value is not handed out (under `guard = none`: if no value is handed
    ///   out).
    /// - [`ReleaseError::OutOfRange`] if the value is not in the set.
    #[doc(alias = "dealloc")]
    #[doc(alias = "free")]
    #[inline]
    pub fn release(&mut self, value: V::Item) -> Result<(), ReleaseError> {
        let index = Self::index_of(&value).ok_or(ReleaseError::OutOfRange)?;
        // SAFETY: 1. `index_of` gives indices below the capacity.
        let is_out = unsafe { self.guard.is_live(index as usize) };
        if !is_out || (!GuardOf::<V>::TRACKS && self.is_empty()) {
            return Err(ReleaseError::NotHandedOut);
        }
        let noted = self.note();
        // SAFETY: 1. `index_of` gives indices below the capacity.
        let vacated = unsafe { self.guard.vacate(index as usize) };
        debug_assert!(vacated == Vacated::Free, "a guard of one generation retires nothing");
        // SAFETY: 1. an index whose bit is set was taken, so at least one is; without a guard, the comparison above
        // says that one is taken. 2. `index_of` gives indices below the capacity. 3. there are no slots. 4. noted
        // above.
        unsafe { self.stack.give_back(NoSlots, index, noted) };
        Ok(())
    }

    /// Notes the use of the pool. Called before values are given back.
    #[inline]
    fn note(&mut self) -> Noted {
        if let Some(noted) = self.stack.noted() {
            debug_assert!(self.stack.used() <= self.counts.most_noted(), "a high-water mark was not noted");
            return noted;
        }
        self.counts.note(self.stack.used());
        self.stack.note(self.counts.most_noted())
    }

    /// Returns whether the value is handed out; `false` if it is not in the set. O(1).
    #[inline]
    #[must_use]
    pub fn contains(&self, value: V::Item) -> bool
    where
        V::Layout: Tracked,
    {
        // SAFETY: 1. `index_of` gives indices below the capacity.
        Self::index_of(&value).is_some_and(|index| unsafe { self.guard.is_live(index as usize) })
    }

    /// Takes all values back. O(used), where *used* are the values up to the last one that was handed out since the
    /// pool was last cleared, or that waits.
    ///
    /// It counts as one [`release`](ValuePool::release) per value, in the order of their numbers. With `quarantine =
    /// n`, the first `n` of them wait. Afterwards the values that do not wait are handed out in the order of their
    /// numbers; without a quarantine these are all values. [`renew`](ValuePool::renew) makes the pool as new.
    ///
    /// ```
    /// stackpool::pool! { Ports: [u16; 8_000..8_016], quarantine = 2; }
    ///
    /// let mut ports = PortsPool::new();
    /// let mine: Vec<u16> = ports.acquire_many(3).unwrap().collect();
    /// assert_eq!(mine, [8_000, 8_001, 8_002]);
    /// ports.clear();
    /// assert_eq!(ports.acquire(), Some(8_002)); // the two before it wait
    /// ```
    pub fn clear(&mut self) {
        let mut removals = Removals::new::<StackOf<V>>(self.note());
        for word in self.words() {
            if !removals.lets_wait() {
                break;
            }
            // SAFETY: 1. the words end at that of the last value that was handed out.
            let bits = unsafe { self.guard.live_word(word) };
            // SAFETY: 1. values that are handed out are below the capacity and taken. 2. the stack is sorted below, and
            // nothing else is done with it until then.
            unsafe { self.stack.let_wait(64 * word as u32, bits, &mut removals) };
        }
        let end = self.fresh();
        self.guard.clear_slots(end as usize);
        // SAFETY: 1. there are no slots.
        unsafe { self.stack.sort(NoSlots, &mut self.guard, end) };
    }

    /// Makes the pool as new: takes all values back, and none of them waits. O(used), as for
    /// [`clear`](ValuePool::clear).
    ///
    /// It hands out the values in the order of their numbers, as in a new pool. A value that was released a moment ago
    /// may be the next one. The [`stats`](ValuePool::stats) continue.
    #[doc(alias = "reset")]
    pub fn renew(&mut self) {
        self.counts.note(self.stack.used());
        self.reset(self.fresh());
    }

    /// Returns the number of values that are handed out. O(1).
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.stack.used() as usize
    }

    /// Returns whether no value is handed out. O(1).
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.stack.used() == 0
    }

    /// Returns whether all values are handed out. O(1).
    #[inline]
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.stack.remaining() == 0
    }

    /// Returns the number of values in the set: [`CAPACITY`](ValuePool::CAPACITY). O(1).
    #[inline]
    #[must_use]
    pub fn capacity(&self) -> usize {
        Self::CAPACITY
    }

    /// Returns how many values can still be handed out. O(1).
    #[doc(alias = "remaining")]
    #[inline]
    #[must_use]
    pub fn remaining_capacity(&self) -> usize {
        self.stack.remaining() as usize
    }
}
