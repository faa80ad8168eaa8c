//! Pools over an explicit list: the stack holds the values themselves.
//!
//! ```text
//!  position   0        1        2        3               N-1
//!           +--------+--------+--------+--------+-- ... --+--------+
//!           | (old)  | (old)  | next   | value  |         | value  |     values from `used` on are in the pool
//!           +--------+--------+--------+--------+-- ... --+--------+
//!                              ^ used
//! ```

use crate::base::counts::Counts;
use crate::base::cut;
use crate::base::full::{Full, Holder};
#[cfg(feature = "alloc")]
use crate::base::heap::{CloneOnHeap, Heap};
use crate::base::stats::Stats;
use crate::base::tally::Tally;
#[cfg(feature = "alloc")]
use alloc::boxed::Box;
use core::fmt;
use core::hash::{Hash, Hasher};

/// A pool that hands out the values of a list, each as it is in the list.
///
/// ```
/// use stackpool::ListPool;
///
/// /// Where a DMA controller may write.
/// static BLOCKS: [u32; 3] = [0x2000_0000, 0x2000_4000, 0x3000_0000];
///
/// let mut blocks = ListPool::new(BLOCKS);
/// let block = blocks.acquire().unwrap();
/// assert_eq!((block, blocks.remaining_capacity()), (0x2000_0000, 2));
/// blocks.release(block)?;
/// assert_eq!(blocks.release(block).unwrap_err().into_inner(), block);
/// # Ok::<(), stackpool::Full<u32>>(())
/// ```
///
/// The pool is the list and three counters. There are no numbers, no table and no handles.
///
/// # When to use it
///
/// Use a list pool for values that no ranges describe: blocks of a device, names, keys that were read from a file.
/// For values that can be numbered, use a [`ValuePool`](crate::ValuePool): it is smaller, and it knows which values
/// are handed out. The [guide on values](https://docs.rs/stackpool/latest/stackpool/guide/values/) shows both.
///
/// # Behaviour
///
/// - **Order.** A new pool hands out its values in the order of the list. A value that was released is the next to
///   be handed out.
/// - **Checks.** The pool checks only the count, because it does not know which of its values are handed out. It
///   refuses a value only if no value is handed out. So it accepts a value that you release twice, or that was never
///   in the list, and hands it out again. That is a mistake, but not undefined behaviour.
pub struct ListPool<T, const N: usize> {
    counts: Counts,
    used: u32,
    values: [T; N],
}

// The methods are in the order in which the documentation shows them.

/// # Basics
impl<T: Copy, const N: usize> ListPool<T, N> {
    /// Fails to compile if the counter is too small for the list.
    const CHECK: () = assert!(N as u64 <= u32::MAX as u64, "a list of more than 4,294,967,295 values");

    /// Makes a new pool over the values of a list.
    ///
    /// In a constant or a static, the program file contains the list itself. Anywhere else the list passes over the
    /// stack: make a pool of more than 64 KiB with `on_heap` (feature `alloc`).
    #[doc(alias = "manage")]
    #[must_use]
    pub const fn new(values: [T; N]) -> Self {
        const { Self::CHECK };
        ListPool { counts: Counts::new(), used: 0, values }
    }

    /// Hands out the next value; `None` if all values are handed out. O(1).
    #[doc(alias("alloc", "allocate", "pop", "request"))]
    #[inline]
    #[must_use = "a value that is dropped here is never released"]
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
    #[doc(alias("dealloc", "deallocate", "free", "give_back", "push", "put_back"))]
    #[inline]
    pub fn release(&mut self, value: T) -> Result<(), Full<T>> {
        let Some(position) = self.used.checked_sub(1) else { return Err(Self::full(value)) };
        self.counts.note(self.used);
        if let Some(place) = self.values.get_mut(position as usize) {
            *place = value;
        }
        self.used = position;
        Ok(())
    }

    /// Returns the values that are not handed out, the next one first. O(1).
    #[inline]
    #[must_use]
    pub fn available(&self) -> &[T] {
        cut::from(&self.values, self.len())
    }

    /// Returns the error with `value`, for which the complete list has no room.
    #[inline]
    fn full<V>(value: V) -> Full<V> {
        Full::of(const { &Holder::List { len: N } }, value)
    }

    counts_of_values!(const; |self| self.used, N - self.used as usize);
}

/// # Batches
///
/// A batch hands out or takes back all of its values, or none.
impl<T: Copy, const N: usize> ListPool<T, N> {
    /// Hands out `count` values; `None` if fewer are left. O(1).
    ///
    /// They are the same values, in the same order, as from `count` calls of [`acquire`](ListPool::acquire).
    ///
    /// ```
    /// # use stackpool::ListPool;
    /// let mut keys = ListPool::new(["red", "green", "blue"]);
    /// assert_eq!(keys.acquire_many(2), Some(&["red", "green"][..]));
    /// assert_eq!(keys.acquire_many(2), None);
    /// ```
    #[must_use = "values that are dropped here are never released"]
    pub fn acquire_many(&mut self, count: usize) -> Option<&[T]> {
        if count > self.remaining_capacity() {
            self.counts.refuse();
            return None;
        }
        let start = self.len();
        self.used += count as u32;
        Some(cut::first(cut::from(&self.values, start), count))
    }

    /// Takes all `values` back or none. O(number of values).
    ///
    /// The free order is then the same as after one [`release`](ListPool::release) per value.
    ///
    /// # Errors
    ///
    /// [`Full`] if more values are released than are handed out. No value was taken back then.
    pub fn release_many(&mut self, values: &[T]) -> Result<(), Full> {
        let Some(position) = self.len().checked_sub(values.len()) else { return Err(Self::full(())) };
        self.counts.note(self.used);
        let given_back = values.iter().rev();
        let (_, from_position) = cut::split_mut(&mut self.values, position);
        for (slot, value) in from_position.iter_mut().zip(given_back) {
            *slot = *value;
        }
        self.used = position as u32;
        Ok(())
    }
}

/// # On the heap
#[cfg(feature = "alloc")]
impl<T: Copy, const N: usize> ListPool<T, N> {
    /// Makes a new pool on the heap, of the values that `value` returns for 0, 1, 2, ...
    ///
    /// The list never crosses the call stack, in debug builds too. [`Heap`] is a box that also clones the pool in
    /// place.
    ///
    /// If there is no memory, it aborts through [`handle_alloc_error`](alloc::alloc::handle_alloc_error), as
    /// `Box::new` does.
    ///
    /// ```
    /// # use stackpool::ListPool;
    /// let mut offsets = ListPool::<u64, 100_000>::on_heap(|i| 4096 * i as u64); // 800 KB
    /// assert_eq!((offsets.acquire(), offsets.acquire()), (Some(0), Some(4096)));
    ///
    /// static BLOCKS: [u32; 3] = [0x2000_0000, 0x2000_4000, 0x3000_0000];
    /// let mut blocks = ListPool::<u32, 3>::on_heap(|i| BLOCKS[i]);
    /// assert_eq!(blocks.acquire(), Some(0x2000_0000));
    /// ```
    #[doc(alias = "boxed")]
    #[must_use]
    pub fn on_heap(mut value: impl FnMut(usize) -> T) -> Heap<Self> {
        const { Self::CHECK };
        let mut pool = Box::<Self>::new_uninit();
        let memory = pool.as_mut_ptr();
        // If `value` panics, the memory is released. The values need no drop, because they are `Copy`.
        for index in 0..N {
            let item = value(index);
            // SAFETY: the pointer is to memory for a pool, and `values` is one of its fields. No reference is made.
            let values = unsafe { &raw mut (*memory).values };
            // SAFETY: `index` is below `N`, so this is the place of a value in the array.
            let place = unsafe { values.cast::<T>().add(index) };
            // SAFETY: the place was just allocated, is aligned for a `T`, and only this function knows it.
            unsafe { place.write(item) };
        }
        // SAFETY: the pointer is to memory for a pool, and `counts` is one of its fields. No reference is made.
        let counts = unsafe { &raw mut (*memory).counts };
        // SAFETY: the place was just allocated, and only this function knows it.
        unsafe { counts.write(Counts::new()) };
        // SAFETY: the pointer is to memory for a pool, and `used` is one of its fields. No reference is made.
        let used = unsafe { &raw mut (*memory).used };
        // SAFETY: the place was just allocated, and only this function knows it.
        unsafe { used.write(0) };
        // SAFETY: the three fields are written, and there are no others.
        Heap::from_box(unsafe { pool.assume_init() })
    }
}

mod image;

#[cfg(feature = "serde")]
mod serde;

/// # Usage
///
/// The counts begin when the pool is made, and again with [`reset_stats`](ListPool::reset_stats). Saved bytes and
/// `==` ignore them.
impl<T: Copy, const N: usize> ListPool<T, N> {
    /// Returns the largest number of values that were handed out at once. O(1).
    #[inline]
    #[must_use]
    pub const fn high_water_mark(&self) -> usize {
        self.counts.high_water_mark(self.used)
    }

    /// Returns how often fewer values were left than asked for. O(1).
    ///
    /// The count stops at 4,294,967,295.
    #[inline]
    #[must_use]
    pub const fn full_count(&self) -> u64 {
        self.counts.full_count()
    }

    /// Resets the counts. The high-water mark restarts at the number of values that are handed out now, and the number
    /// of refusals at 0. O(1).
    #[inline]
    pub const fn reset_stats(&mut self) {
        self.counts.reset();
    }

    /// Returns all figures at once. [`Stats`] can be shown as one line. O(1).
    ///
    /// ```
    /// # use stackpool::ListPool;
    /// let mut keys = ListPool::new(["red", "green", "blue"]);
    /// let _ = (keys.acquire(), keys.acquire_many(3));
    /// assert!(keys.stats().to_string().starts_with("1 of 3 live, 1 at most, 2 free, full once; "));
    /// ```
    #[must_use]
    pub fn stats(&self) -> Stats {
        Stats {
            live: self.len(),
            free: self.remaining_capacity(),
            retired: 0,
            kept_by_threads: 0,
            waiting: 0,
            generations: 0,
            tally: Tally::UNKNOWN,
            capacity: N,
            high_water_mark: self.high_water_mark(),
            full_count: self.full_count(),
            total_bytes: Self::TOTAL_BYTES,
            bookkeeping_bytes: size_of::<Counts>() + size_of::<u32>(),
        }
    }
}

/// # Sizes
impl<T: Copy, const N: usize> ListPool<T, N> {
    /// The number of values in the list.
    pub const CAPACITY: usize = N;

    /// Bytes of the whole pool: the list and the counters.
    pub const TOTAL_BYTES: usize = size_of::<Self>();
}

#[cfg(feature = "alloc")]
impl<T: Copy, const N: usize> CloneOnHeap for ListPool<T, N> {
    fn clone_on_heap(&self) -> Heap<Self> {
        // SAFETY: 1. the counters are integers, and the values are `Copy`.
        let mut clone = unsafe { Heap::copy_of(self) };
        // The clone counts anew.
        clone.counts = Counts::new();
        clone
    }
}

/// Clones the pool. Both pools have the same values left, and hand them out in the same order. The clone starts new
/// counts: its [high-water mark](ListPool::high_water_mark) is the number of values that are handed out.
impl<T: Copy, const N: usize> Clone for ListPool<T, N> {
    fn clone(&self) -> Self {
        ListPool { counts: Counts::new(), used: self.used, values: self.values }
    }

    fn clone_from(&mut self, source: &Self) {
        self.counts.note(self.used);
        self.used = source.used;
        // Not by assignment, which goes over the stack in debug builds.
        self.values.copy_from_slice(&source.values);
    }
}

/// Pools are equal if they will hand out equal values in the same order. Then both have the same number of values
/// handed out. These values are not compared: a list pool does not know them.
///
/// ```
/// # use stackpool::ListPool;
/// let mut keys = ListPool::new(["red", "green", "blue"]);
/// let complete = keys.clone();
/// let key = keys.acquire().unwrap();
/// assert_ne!(keys, complete);
/// keys.release(key)?;
/// assert_eq!(keys, complete);
/// # Ok::<(), stackpool::Full<&str>>(())
/// ```
impl<T: Copy + PartialEq, const N: usize> PartialEq for ListPool<T, N> {
    fn eq(&self, other: &Self) -> bool {
        self.available() == other.available()
    }
}

impl<T: Copy + Eq, const N: usize> Eq for ListPool<T, N> {}

/// Hashes the number of values that are handed out, and the values that are left, as `==` compares them. The result
/// is the same on 32-bit and 64-bit machines.
impl<T: Copy + Hash, const N: usize> Hash for ListPool<T, N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.used.hash(state);
        for value in self.available() {
            value.hash(state);
        }
    }
}

impl<T: Copy, const N: usize> From<[T; N]> for ListPool<T, N> {
    fn from(values: [T; N]) -> Self {
        Self::new(values)
    }
}

#[cfg(feature = "defmt")]
format_len!([T: Copy, const N: usize] ListPool<T, N>);

/// Shows the number of values that are handed out, and the values that are left.
impl<T: Copy + fmt::Debug, const N: usize> fmt::Debug for ListPool<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ListPool").field("len", &self.len()).field("available", &self.available()).finish()
    }
}

#[cfg(test)]
mod tests;
