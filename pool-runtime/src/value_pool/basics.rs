//! The basic methods: how many values there are, and one value at a time being handed out and given back.

#![expect(unsafe_code, reason = "the stack and the guard are reached without a bounds check")]

use super::{AcquireError, GuardOf, ReleaseError, TableOf, ValuePool, ValueSpec};
use crate::base::counts::Counts;
use crate::base::zeroed::zeroed;
use crate::free::index_stack::IndexStack;
use crate::guard::{Guard, Vacated};
use crate::layout::{Layout, Tracked};
use crate::table::Table;

impl<V: ValueSpec> ValuePool<V> {
    /// Values that there are.
    pub const CAPACITY: usize = <V::Layout as Layout>::CAPACITY as usize;

    /// Bytes of the table of values that are not handed out.
    pub const TABLE_BYTES: usize = size_of::<<TableOf<V> as Table>::Bare>();

    /// Bytes of everything: table, counters, guard.
    pub const BOOKKEEPING_BYTES: usize =
        size_of::<Counts>() + size_of::<IndexStack<TableOf<V>>>() + size_of::<GuardOf<V>>();

    /// Bytes of the whole pool: the bookkeeping, and the padding behind it.
    pub const TOTAL_BYTES: usize = size_of::<Self>();

    /// A pool of which nothing is handed out.
    ///
    /// It is a value of [`TOTAL_BYTES`](ValuePool::TOTAL_BYTES) bytes, which passes over the stack. A large pool is made
    /// where it stays: by `boxed` on the heap, or taken from its static by `take_pool`.
    #[must_use]
    pub const fn new() -> Self {
        const { Self::CHECK };
        ValuePool { counts: Counts::new(), stack: zeroed(), guard: zeroed() }
    }

    /// How many values are handed out. O(1).
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.stack.used() as usize
    }

    /// Whether no value is handed out. O(1).
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.stack.used() == 0
    }

    /// Whether all values are handed out. O(1).
    #[inline]
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.stack.remaining() == 0
    }

    /// How many values can still be handed out. O(1).
    #[doc(alias = "remaining")]
    #[inline]
    #[must_use]
    pub fn remaining_capacity(&self) -> usize {
        self.stack.remaining() as usize
    }

    /// How many values there are: [`CAPACITY`](ValuePool::CAPACITY). O(1).
    #[inline]
    #[must_use]
    pub fn capacity(&self) -> usize {
        Self::CAPACITY
    }

    /// Hands out a value; `None` when all are out. O(1).
    ///
    /// ```
    /// stackpool::pool! { Letters: [char; 'a'..='c']; }
    ///
    /// let mut letters = LettersPool::new();
    /// assert_eq!(letters.acquire(), Some('a'));
    /// assert_eq!(letters.acquire_many(2).unwrap().collect::<String>(), "bc");
    /// assert_eq!(letters.acquire(), None);
    /// ```
    #[inline]
    #[must_use = "a value that nobody has is never given back"]
    pub fn acquire(&mut self) -> Option<V::Item> {
        let Some(index) = self.stack.peek() else {
            self.counts.refuse();
            return None;
        };
        // User code: it runs while nothing has changed yet.
        let value = V::value(index);
        // SAFETY: 1. the stack has a free index: it was just peeked at.
        unsafe { self.take_top(index) };
        Some(value)
    }

    /// Hands out this value and no other.
    ///
    /// It changes places with the one that [`acquire`](ValuePool::acquire) would have handed out, and no other value moves.
    /// A value that was never moved is found at once; otherwise it is searched for. O(remaining values) at worst.
    ///
    /// # Errors
    ///
    /// [`AcquireError::HandedOut`] when it is out already (known in O(1), but under `guard = none`),
    /// [`AcquireError::OutOfRange`] when it is none of the pool's values.
    ///
    /// ```
    /// # use stackpool::AcquireError;
    /// stackpool::pool! { Ports: [u16; 8_000..8_100]; }
    ///
    /// let mut ports = PortsPool::new();
    /// ports.acquire_exact(8_080)?;
    /// assert_eq!(ports.acquire_exact(8_080), Err(AcquireError::HandedOut));
    /// assert_eq!(ports.acquire_exact(80), Err(AcquireError::OutOfRange));
    /// assert_eq!(ports.acquire(), Some(8_001)); // 8,000 stands where 8,080 stood
    /// # Ok::<(), AcquireError>(())
    /// ```
    pub fn acquire_exact(&mut self, value: V::Item) -> Result<(), AcquireError> {
        let index = Self::index_of(&value).ok_or(AcquireError::OutOfRange)?;
        // SAFETY: 1. `index_of` gives indices below the capacity.
        if GuardOf::<V>::TRACKS && unsafe { self.guard.is_live(index as usize) } {
            return Err(AcquireError::HandedOut);
        }
        let position = self.stack.position_of(index).ok_or(AcquireError::HandedOut)?;
        // SAFETY: 1. and 2. both positions are those of free indices: there is one at least, so one is at the top.
        unsafe { self.stack.swap(position, self.stack.used()) };
        // SAFETY: 1. the free index at `position` is now at the top.
        unsafe { self.take_top(index) };
        Ok(())
    }

    /// Takes a value back; it is the next to be handed out. O(1).
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
    /// [`ReleaseError::NotHandedOut`] when it is not out (under `guard = none`: when nothing is),
    /// [`ReleaseError::OutOfRange`] when it is none of the pool's values.
    #[inline]
    pub fn release(&mut self, value: V::Item) -> Result<(), ReleaseError> {
        let index = Self::index_of(&value).ok_or(ReleaseError::OutOfRange)?;
        // SAFETY: 1. `index_of` gives indices below the capacity.
        let is_out = unsafe { self.guard.is_live(index as usize) };
        if !is_out || (!GuardOf::<V>::TRACKS && self.is_empty()) {
            return Err(ReleaseError::NotHandedOut);
        }
        self.counts.note(self.stack.used());
        // SAFETY: 1. as above.
        let vacated = unsafe { self.guard.vacate(index as usize) };
        debug_assert!(vacated == Vacated::Free, "a guard of one generation retires nothing");
        // SAFETY: 1. an index whose bit is set was taken; without a guard, that one was is checked above. 2. as above.
        unsafe { self.stack.push(index) };
        Ok(())
    }

    /// Whether the value is handed out; `false` for one that is none of the pool's values. O(1).
    #[inline]
    #[must_use]
    pub fn contains(&self, value: V::Item) -> bool
    where
        V::Layout: Tracked,
    {
        // SAFETY: 1. `index_of` gives indices below the capacity.
        Self::index_of(&value).is_some_and(|index| unsafe { self.guard.is_live(index as usize) })
    }

    /// Takes all values back: the pool is as new, and hands them out in the order of their numbers. O(capacity).
    pub fn clear(&mut self) {
        self.counts.note(self.stack.used());
        self.reset();
    }
}
