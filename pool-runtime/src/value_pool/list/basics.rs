//! The basic methods: values are handed out and given back, one at a time or many at once.

use super::ListPool;
use crate::base::counts::Counts;
use crate::base::full::Full;

/// # Basics
impl<T: Copy, const N: usize> ListPool<T, N> {
    /// Fails to compile if the counter is too small for the list.
    pub(super) const CHECK: () =
        assert!(N as u64 <= u32::MAX as u64, "a list of more than 4,294,967,295 values");

    /// Makes a new pool over the values of a list.
    ///
    /// In a constant or a static, the list is in the program file as it is. Anywhere else it passes over the stack:
    /// make a pool of more than 64 KiB with `on_heap` (feature `alloc`).
    #[doc(alias = "manage")]
    #[must_use]
    pub const fn new(values: [T; N]) -> Self {
        const { Self::CHECK };
        ListPool { counts: Counts::new(), used: 0, values }
    }

    /// Makes a pool of the values that `value` returns for 0, 1, 2, ...
    ///
    /// ```
    /// # use stackpool::ListPool;
    /// let mut offsets = ListPool::<u32, 100>::from_fn(|i| 4096 * i as u32);
    /// assert_eq!((offsets.acquire(), offsets.acquire()), (Some(0), Some(4096)));
    /// ```
    #[must_use]
    pub fn from_fn(value: impl FnMut(usize) -> T) -> Self {
        Self::new(core::array::from_fn(value))
    }

    /// Hands out the next value; `None` if all values are handed out. O(1).
    #[doc(alias = "alloc")]
    #[doc(alias = "request")]
    #[inline]
    #[must_use = "a value that is dropped here is never given back"]
    pub fn acquire(&mut self) -> Option<T> {
        let Some(&value) = self.values.get(self.len()) else {
            self.counts.refuse();
            return None;
        };
        self.used += 1;
        Some(value)
    }

    /// Takes a value back. It is the next to be handed out. O(1).
    ///
    /// # Errors
    ///
    /// [`Full`] with the value if no value is handed out.
    #[doc(alias = "dealloc")]
    #[doc(alias = "free")]
    #[inline]
    pub fn release(&mut self, value: T) -> Result<(), Full<T>> {
        let Some(position) = self.used.checked_sub(1) else { return Err(Self::full(value)) };
        self.counts.note(self.used);
        self.values[position as usize] = value;
        self.used = position;
        Ok(())
    }

    /// Returns the values that are not handed out, the next one first. O(1).
    #[inline]
    #[must_use]
    pub fn available(&self) -> &[T] {
        &self.values[self.len()..]
    }

    /// Returns the number of values that are handed out. O(1).
    #[inline]
    #[must_use]
    pub const fn len(&self) -> usize {
        self.used as usize
    }

    /// Returns whether no value is handed out. O(1).
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.used == 0
    }

    /// Returns whether all values are handed out. O(1).
    #[inline]
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.len() == N
    }

    /// Returns the number of values in the list: [`CAPACITY`](ListPool::CAPACITY). O(1).
    #[inline]
    #[must_use]
    pub const fn capacity(&self) -> usize {
        N
    }

    /// Returns how many values can still be handed out. O(1).
    #[doc(alias = "remaining")]
    #[inline]
    #[must_use]
    pub const fn remaining_capacity(&self) -> usize {
        N - self.len()
    }
}

/// # Batches
///
/// All values of a batch are handed out or given back, or none.
impl<T: Copy, const N: usize> ListPool<T, N> {
    /// Hands out `count` values; `None` if fewer are left. O(1).
    ///
    /// They are the same values, in the same order, as from one [`acquire`](ListPool::acquire) after the other.
    ///
    /// ```
    /// # use stackpool::ListPool;
    /// let mut keys = ListPool::new(["red", "green", "blue"]);
    /// assert_eq!(keys.acquire_many(2), Some(&["red", "green"][..]));
    /// assert_eq!(keys.acquire_many(2), None);
    /// ```
    #[must_use = "values that are dropped here are never given back"]
    pub fn acquire_many(&mut self, count: usize) -> Option<&[T]> {
        if count > self.remaining_capacity() {
            self.counts.refuse();
            return None;
        }
        let start = self.len();
        self.used += count as u32;
        Some(&self.values[start..start + count])
    }

    /// Takes all `values` back or none. O(number of values).
    ///
    /// They are handed out again in the same order as after one [`release`](ListPool::release) after the other.
    ///
    /// # Errors
    ///
    /// [`Full`] if more values are given back than are handed out. No value was taken back then.
    pub fn release_many(&mut self, values: &[T]) -> Result<(), Full> {
        let Some(position) = self.len().checked_sub(values.len()) else { return Err(Self::full(())) };
        self.counts.note(self.used);
        let given_back = values.iter().rev();
        for (slot, value) in self.values[position..self.used as usize].iter_mut().zip(given_back) {
            *slot = *value;
        }
        self.used = position as u32;
        Ok(())
    }
}
