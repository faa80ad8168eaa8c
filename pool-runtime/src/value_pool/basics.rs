//! The basic methods: one value at a time is handed out and released.

#![expect(unsafe_code, reason = "rows are reached without another check")]

use super::{AcquireError, GuardOf, ReleaseError, ValuePool, ValueSpec};
use crate::base::tally::Tallied;
use crate::free::SlotMemory;
use crate::guard::Guard;
use crate::layout::Tracked;
use crate::rows::{One, Removal, Rows};
use crate::track::Site;

/// # Basics
impl<V: ValueSpec> ValuePool<V> {
    /// Makes a new pool, as a value. For a pool of more than 64 KiB, use `PortsPool::on_heap()` or
    /// `Ports::take_pool()` instead.
    ///
    /// `on_heap` (feature `alloc`) makes the pool on the heap, in a `Heap`; `take_pool` takes the static pool of the
    /// definition. Neither moves a pool over the stack.
    ///
    /// The result of `new` has [`TOTAL_BYTES`](ValuePool::TOTAL_BYTES) bytes. Each function that makes, passes or
    /// returns it needs that much stack, and in debug builds often several times as much.
    /// [`Pool::new`](crate::Pool::new) lists the usual stack sizes.
    ///
    /// If you replace a used pool by a new one, the new pool hands out values that are still in use. So does
    /// [`clear`](ValuePool::clear), but with a quarantine the values wait first.
    #[doc(alias = "with_capacity")]
    #[must_use]
    pub const fn new() -> Self {
        const { Self::CHECK };
        ValuePool { rows: Rows::new() }
    }

    /// Hands out the next value; `None` if each value is handed out, or waits under `strict`. O(1).
    ///
    /// ```
    /// stackpool::pool! { Letters: [char; 'a'..='c']; }
    ///
    /// let mut letters = LettersPool::new();
    /// assert_eq!(letters.acquire(), Some('a'));
    /// assert_eq!(letters.acquire_many(2).unwrap().collect::<String>(), "bc");
    /// assert_eq!(letters.acquire(), None);
    /// ```
    #[doc(alias("alloc", "allocate", "next_id", "pop", "request"))]
    #[inline]
    #[must_use = "a value that is dropped here is never released"]
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn acquire(&mut self) -> Option<V::Item> {
        let Some(index) = self.rows.next_free() else {
            self.rows.refuse();
            return None;
        };
        // User code. It runs before anything has changed.
        let value = V::value(index as u32);
        // SAFETY: 1. there are no slots. 2. a row is free.
        unsafe { self.rows.reserve_next(SlotMemory::NONE) };
        // SAFETY: 1. the row was just taken. 2. a row of values holds nothing.
        unsafe { self.rows.occupy(index, Site::caller()) };
        Some(value)
    }

    /// Hands out the given value. O(free values) at worst.
    ///
    /// In the free order, the value swaps places with the one that [`acquire`](ValuePool::acquire) would have handed
    /// out. No other value moves. Before the first release, finding the value is O(1). After a release, a value that
    /// has moved may need a search.
    ///
    /// # Errors
    ///
    /// - [`AcquireError::HandedOut`] if the value is handed out already. This is known in O(1), except under `guard =
    ///   none`.
    /// - [`AcquireError::OutOfRange`] if the value is not in the set.
    /// - [`AcquireError::Waits`] if the value waits under `strict`.
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
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn acquire_exact(&mut self, value: V::Item) -> Result<(), AcquireError> {
        let index = Self::index_of(&value).ok_or(AcquireError::OutOfRange)?;
        if (GuardOf::<V>::TRACKS && self.rows.is_live(index)) || !self.rows.reserve_slot(index) {
            let must_wait = self.rows.must_wait(index);
            return Err(if must_wait { AcquireError::Waits } else { AcquireError::HandedOut });
        }
        // SAFETY: 1. the row was just taken. 2. a row of values holds nothing.
        unsafe { self.rows.occupy(index, Site::caller()) };
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
    #[doc(alias("dealloc", "deallocate", "free", "give_back", "push", "put_back"))]
    #[inline]
    pub fn release(&mut self, value: V::Item) -> Result<(), ReleaseError> {
        self.release_by(value, One)
    }

    /// [`release`](ValuePool::release) by an operation of its own, or of a batch.
    #[inline(always)]
    pub(super) fn release_by<R: Removal<V::Layout>>(
        &mut self,
        value: V::Item,
        removal: R,
    ) -> Result<(), ReleaseError> {
        let Some(index) = Self::index_of(&value) else { return Err(ReleaseError::OutOfRange) };
        if !self.rows.is_live(index) || (!GuardOf::<V>::TRACKS && self.is_empty()) {
            self.rows.count_stale();
            return Err(ReleaseError::NotHandedOut);
        }
        // SAFETY: 1. a row that is live is taken; without a guard, the comparison above says that one is. 2. there are
        // no slots. 3. the removal begins here.
        unsafe { self.rows.release(index, SlotMemory::NONE, removal) };
        Ok(())
    }

    /// Returns whether the value is handed out; `false` if it is not in the set. O(1).
    #[doc(alias("is_acquired", "is_taken"))]
    #[inline]
    #[must_use]
    pub fn contains(&self, value: V::Item) -> bool
    where
        V::Layout: Tracked,
    {
        Self::index_of(&value).is_some_and(|index| self.rows.is_live(index))
    }

    /// Takes all values back. O(used), where *used* are the values up to the last one that was handed out since the
    /// pool was last cleared, or that waits.
    ///
    /// It counts as one [`release`](ValuePool::release) per value, in the order of their numbers. With `quarantine =
    /// n`, the first `n` of them wait. Under `strict`, these count as the last that were released. Afterwards the
    /// pool hands out the other values in the order of their numbers. Without a quarantine, no value waits.
    ///
    /// [`reset`](ValuePool::reset) makes the pool as new.
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
        let mut removals = self.rows.removals();
        // SAFETY: 1. there are no slots.
        unsafe { self.rows.release_rest(SlotMemory::NONE, &mut removals) };
    }

    /// Makes the pool as new: takes all values back, and none of them waits. O(used), as for
    /// [`clear`](ValuePool::clear).
    ///
    /// It hands out the values in the order of their numbers, as in a new pool. A value that was released a moment ago
    /// may be the next one. The [`stats`](ValuePool::stats) continue.
    pub fn reset(&mut self) {
        self.rows.tally.add(Tallied::Removals, self.len());
        // SAFETY: 1. there are no slots.
        unsafe { self.rows.forget_all(SlotMemory::NONE) };
    }

    counts_of_values!(; |self| self.rows.len(), self.rows.remaining());
}
