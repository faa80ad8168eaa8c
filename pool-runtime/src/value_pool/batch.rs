//! Batches: many values are handed out or given back, all of them or none.

use super::{ReleaseManyError, ValuePool, ValueSpec};
use crate::free::{Before, FreeSlots, FreeTable, SlotMemory};
use crate::guard::Guard;
use core::fmt;
use core::iter::FusedIterator;
use core::ops::Range;

/// # Batches
///
/// All values of a batch are handed out or given back, or none. The effect is the same as that of one operation after
/// the other.
impl<V: ValueSpec> ValuePool<V> {
    /// Hands out `count` values; `None` if fewer are free. O(count).
    ///
    /// They are the same values, in the same order, as from one [`acquire`](ValuePool::acquire) after the other. All
    /// of them are handed out at once, even if the iterator is not asked for them.
    ///
    /// ```
    /// stackpool::pool! { Ports: [u16; 8_000..8_003]; }
    ///
    /// let mut ports = PortsPool::new();
    /// assert!(ports.acquire_many(4).is_none());
    /// let mine: Vec<u16> = ports.acquire_many(3).unwrap().collect();
    /// assert_eq!(mine, [8_000, 8_001, 8_002]);
    ///
    /// let refused = ports.release_many(&[8_002, 8_000, 8_002]).unwrap_err();
    /// assert_eq!(refused.position(), 2);
    /// assert!(ports.is_full());
    /// ports.release_many(&mine)?;
    /// # Ok::<(), stackpool::ReleaseManyError>(())
    /// ```
    #[must_use = "values that are dropped here are never given back"]
    pub fn acquire_many(&mut self, count: usize) -> Option<Acquired<'_, V>> {
        let Some(positions) = self.stack.peek_many(count) else {
            self.counts.refuse();
            return None;
        };
        for position in positions.clone() {
            // SAFETY: 1. the position was just peeked at.
            let index = unsafe { self.stack.peeked_at(position) };
            // SAFETY: 1. the stack hands out indices below the capacity.
            unsafe { self.guard.occupy(index as usize) };
        }
        // SAFETY: 1. `peek_many` was called for this many, and nothing was done with the stack since.
        unsafe { self.stack.take(positions.len() as u32) };
        Some(Acquired { pool: self, positions })
    }

    /// Takes all `values` back or none. O(number of values).
    ///
    /// They are handed out again in the same order as after one [`release`](ValuePool::release) after the other.
    ///
    /// # Errors
    ///
    /// [`ReleaseManyError`] with the position of the first value that [`release`](ValuePool::release) would refuse. A
    /// value that is in the batch twice is refused the second time. No value was taken back then.
    pub fn release_many(&mut self, values: &[V::Item]) -> Result<(), ReleaseManyError> {
        let before = self.stack.before();
        for (position, &value) in values.iter().enumerate() {
            if let Err(error) = self.release(value) {
                // SAFETY: 1. each value before this one was given back since `before`, and none was handed out.
                unsafe { self.take_again(before, position as u32) };
                return Err(ReleaseManyError::new(error, position));
            }
        }
        Ok(())
    }

    /// Undoes the last `count` calls of `release`.
    ///
    /// # Safety
    ///
    /// 1. The last `count` operations on the stack gave an index back.
    #[cold]
    unsafe fn take_again(&mut self, before: Before, count: u32) {
        let ValuePool { stack, guard, .. } = self;
        // SAFETY: 1. the caller promises that the last `count` values were given back and none was handed out since.
        for index in unsafe { stack.newest(count) } {
            // SAFETY: 1. the stack hands out indices below the capacity.
            unsafe { guard.occupy(index as usize) };
        }
        // SAFETY: 1. the caller promises the same, and that `before` is from just before. 2. there are no slots.
        unsafe { stack.retract(SlotMemory::NONE, before, count) };
    }
}

/// Iterator over the values of a batch, from [`ValuePool::acquire_many`].
///
/// It reads the values from the table, which still holds the numbers that were just taken. So the batch needs no
/// memory of its own.
pub struct Acquired<'a, V: ValueSpec> {
    pool: &'a ValuePool<V>,
    positions: Range<usize>,
}

impl<V: ValueSpec> Acquired<'_, V> {
    #[inline]
    fn value_at(&self, position: usize) -> V::Item {
        // SAFETY: 1. the positions are those of the batch, and the pool has been borrowed since.
        V::value(unsafe { self.pool.stack.peeked_at(position) })
    }
}

impl<V: ValueSpec> Iterator for Acquired<'_, V> {
    type Item = V::Item;

    #[inline]
    fn next(&mut self) -> Option<V::Item> {
        self.positions.next().map(|position| self.value_at(position))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.positions.len();
        (len, Some(len))
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<V::Item> {
        self.positions.nth(n).map(|position| self.value_at(position))
    }
}

impl<V: ValueSpec> DoubleEndedIterator for Acquired<'_, V> {
    #[inline]
    fn next_back(&mut self) -> Option<V::Item> {
        self.positions.next_back().map(|position| self.value_at(position))
    }
}

impl<V: ValueSpec> ExactSizeIterator for Acquired<'_, V> {}

impl<V: ValueSpec> FusedIterator for Acquired<'_, V> {}

impl<V: ValueSpec> Clone for Acquired<'_, V> {
    fn clone(&self) -> Self {
        Acquired { pool: self.pool, positions: self.positions.clone() }
    }
}

impl<V: ValueSpec> fmt::Debug for Acquired<'_, V>
where
    V::Item: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}
