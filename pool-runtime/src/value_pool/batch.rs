//! Batches: many values are handed out or released, all of them or none.

use super::iter::values_in_order;
use super::{ReleaseManyError, ValuePool, ValueSpec};
use crate::rows::Undoable;
use crate::track::{LiveSites, Site};
use core::fmt;
use core::iter::FusedIterator;
use core::ops::Range;

/// # Batches
///
/// A batch hands out or takes back all of its values, or none. The effect is that of one operation per value, in
/// order.
impl<V: ValueSpec> ValuePool<V> {
    /// Hands out `count` values; `None` if fewer are free. O(count).
    ///
    /// They are the same values, in the same order, as from `count` calls of [`acquire`](ValuePool::acquire). All of
    /// them count as handed out at once, even if you do not read them from the iterator.
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
    #[must_use = "values that are dropped here are never released"]
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn acquire_many(&mut self, count: usize) -> Option<Acquired<'_, V>> {
        // SAFETY: 1. a row of values holds nothing.
        let positions = unsafe { self.rows.fill_many(0..count, Site::caller(), |_index, _nth| ()) }.ok()?;
        Some(Acquired { pool: self, positions })
    }

    /// Takes all `values` back or none. O(number of values).
    ///
    /// The free order is then the same as after one [`release`](ValuePool::release) per value.
    ///
    /// # Errors
    ///
    /// [`ReleaseManyError`] with the position of the first value that [`release`](ValuePool::release) would refuse. A
    /// value that is in the batch twice is refused the second time. No value was taken back then.
    pub fn release_many(&mut self, values: &[V::Item]) -> Result<(), ReleaseManyError> {
        let before = self.rows.before();
        for (position, &value) in values.iter().enumerate() {
            if let Err(error) = self.release_by(value, Undoable) {
                // SAFETY: 1. each value before this one was released since `before`, and none was handed out. Values
                // have one generation, so no row retires. 2. a row of values holds nothing.
                unsafe { self.rows.undo_release_newest(position as u32, before) };
                return Err(ReleaseManyError::new(error, position));
            }
        }
        if LiveSites::IS_TRACKED {
            values.iter().filter_map(Self::index_of).for_each(|index| self.rows.forget_line(index));
        }
        Ok(())
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
        V::value(unsafe { self.pool.rows.slot_of_batch(position) } as u32)
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

values_in_order!(Acquired, positions);
