//! Pools over an explicit list: the stack holds the values themselves.
//!
//! ```text
//!  position   0        1        2        3               N-1
//!           +--------+--------+--------+--------+-- ... --+--------+
//!           | (old)  | (old)  | next   | value  |         | value  |     values from `used` on are in the pool
//!           +--------+--------+--------+--------+-- ... --+--------+
//!                              ^ used
//! ```

mod image;
#[cfg(feature = "serde")]
mod serde;

use crate::base::counts::Counts;
use crate::base::full::Full;
use crate::base::stats::Stats;
use core::fmt;
use core::hash::{Hash, Hasher};

/// A pool that hands out the values of a list, moved as they are: no numbers, no table, no handles. The pool is the list and
/// three counters.
///
/// It is for values that no ranges describe: blocks of a device, names, keys that were read from a file. What can be numbered
/// is better kept in a [`ValuePool`](crate::ValuePool), which is smaller and knows its values.
///
/// # What it checks
///
/// It counts, and that is all: a list does not tell which of its values are out. A value that is given back twice, or that
/// never was of the list, is refused only when the pool is complete without it; otherwise it is handed out again. That is a
/// mistake, but no undefined behaviour.
///
/// # Order
///
/// Values are handed out in the order of the list at first; a value given back is the next to be handed out.
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
pub struct ListPool<T, const N: usize> {
    counts: Counts,
    used: u32,
    values: [T; N],
}

impl<T: Copy, const N: usize> ListPool<T, N> {
    /// Values in the list.
    pub const CAPACITY: usize = N;

    /// Bytes of the whole pool: the list and the counters.
    pub const TOTAL_BYTES: usize = size_of::<Self>();

    /// A pool of which nothing is handed out. In a constant or a static the list is in the program, as it is.
    #[must_use]
    pub const fn new(values: [T; N]) -> Self {
        const { assert!(N as u64 <= u32::MAX as u64, "a list of more than 4,294,967,295 values") };
        ListPool { counts: Counts::new(), used: 0, values }
    }

    /// A pool of what `value` makes of 0, 1, 2, ...
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

    /// How many values are handed out. O(1).
    #[inline]
    #[must_use]
    pub const fn len(&self) -> usize {
        self.used as usize
    }

    /// Whether no value is handed out. O(1).
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.used == 0
    }

    /// Whether all values are handed out. O(1).
    #[inline]
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.len() == N
    }

    /// How many values can still be handed out. O(1).
    #[doc(alias = "remaining")]
    #[inline]
    #[must_use]
    pub const fn remaining_capacity(&self) -> usize {
        N - self.len()
    }

    /// How many values there are: [`CAPACITY`](ListPool::CAPACITY). O(1).
    #[inline]
    #[must_use]
    pub const fn capacity(&self) -> usize {
        N
    }

    /// The values that are not handed out, the next one first.
    #[inline]
    #[must_use]
    pub fn available(&self) -> &[T] {
        &self.values[self.len()..]
    }

    /// Hands out a value; `None` when all are out. O(1).
    #[inline]
    #[must_use = "a value that nobody has is never given back"]
    pub fn acquire(&mut self) -> Option<T> {
        let Some(&value) = self.values.get(self.len()) else {
            self.counts.refuse();
            return None;
        };
        self.used += 1;
        Some(value)
    }

    /// Hands out `count` values or none: the same, in the same order, as from one [`acquire`](ListPool::acquire) after the
    /// other. `None` when fewer are left. O(1).
    ///
    /// ```
    /// # use stackpool::ListPool;
    /// let mut keys = ListPool::new(["red", "green", "blue"]);
    /// assert_eq!(keys.acquire_many(2), Some(&["red", "green"][..]));
    /// assert_eq!(keys.acquire_many(2), None);
    /// ```
    #[must_use = "values that nobody has are never given back"]
    pub fn acquire_many(&mut self, count: usize) -> Option<&[T]> {
        if count > self.remaining_capacity() {
            self.counts.refuse();
            return None;
        }
        let start = self.len();
        self.used += count as u32;
        Some(&self.values[start..start + count])
    }

    /// Takes a value back; it is the next to be handed out. O(1).
    ///
    /// # Errors
    ///
    /// [`Full`] with the value when nothing is out.
    #[inline]
    pub fn release(&mut self, value: T) -> Result<(), Full<T>> {
        let Some(position) = self.used.checked_sub(1) else { return Err(Full(value)) };
        self.counts.note(self.used);
        self.values[position as usize] = value;
        self.used = position;
        Ok(())
    }

    /// Takes all `values` back or none: they are handed out again in the same order as after one
    /// [`release`](ListPool::release) after the other. O(number of values).
    ///
    /// # Errors
    ///
    /// [`Full`] when fewer values are out than are given back: then none was taken.
    pub fn release_many(&mut self, values: &[T]) -> Result<(), Full> {
        let Some(position) = self.len().checked_sub(values.len()) else { return Err(Full(())) };
        self.counts.note(self.used);
        let given_back = values.iter().rev();
        for (slot, value) in self.values[position..self.used as usize].iter_mut().zip(given_back) {
            *slot = *value;
        }
        self.used = position as u32;
        Ok(())
    }

    /// The most values that were handed out at once, since the pool was made. O(1).
    #[inline]
    #[must_use]
    pub const fn high_water_mark(&self) -> usize {
        self.counts.high_water_mark(self.used)
    }

    /// How often fewer values were left than asked for, since the pool was made. It stays at 4,294,967,295. O(1).
    #[inline]
    #[must_use]
    pub const fn exhausted_count(&self) -> u64 {
        self.counts.exhausted()
    }

    /// All figures at once, to be shown as a line. O(1).
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
            capacity: N,
            high_water_mark: self.high_water_mark(),
            exhausted: self.exhausted_count(),
            total_bytes: Self::TOTAL_BYTES,
            bookkeeping_bytes: size_of::<Counts>() + size_of::<u32>(),
        }
    }
}

/// The same values are left, and both pools hand out the same ones from now on. The clone has a history of its own: its
/// [high-water mark](ListPool::high_water_mark) begins with what is out.
impl<T: Copy, const N: usize> Clone for ListPool<T, N> {
    fn clone(&self) -> Self {
        ListPool { counts: Counts::new(), used: self.used, values: self.values }
    }

    fn clone_from(&mut self, source: &Self) {
        self.counts.note(self.used);
        self.used = source.used;
        self.values = source.values;
    }
}

/// Pools are equal when they hand out equal values from now on, in the same order. Then as many are out of both; which these
/// are, a list does not tell.
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

/// How many values are out, and those that are left, as they are compared: the same on machines of all widths.
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

/// How many values are out, and those that are not.
impl<T: Copy + fmt::Debug, const N: usize> fmt::Debug for ListPool<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ListPool").field("len", &self.len()).field("available", &self.available()).finish()
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::ListPool;
    use crate::base::size::cases;
    use proptest::prelude::*;
    use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
    use std::vec::Vec;

    fn hash_of<T: Copy + std::hash::Hash, const N: usize>(pool: &ListPool<T, N>) -> u64 {
        BuildHasherDefault::<DefaultHasher>::default().hash_one(pool)
    }

    #[derive(Clone, Debug)]
    enum Operation {
        Acquire,
        AcquireMany(usize),
        Release(u8),
        ReleaseMany(Vec<u8>),
    }

    fn operation() -> impl Strategy<Value = Operation> {
        prop_oneof![
            Just(Operation::Acquire),
            (0..9_usize).prop_map(Operation::AcquireMany),
            any::<u8>().prop_map(Operation::Release),
            prop::collection::vec(any::<u8>(), 0..9).prop_map(Operation::ReleaseMany),
        ]
    }

    proptest! {
        #![proptest_config(cases(3, 200))]

        /// The model is the values in the pool, the next one last.
        #[test]
        fn it_is_a_stack(operations in prop::collection::vec(operation(), 0..60)) {
            const N: usize = 7;
            let mut pool = ListPool::<u8, N>::from_fn(|i| 10 * i as u8);
            let mut model: Vec<u8> = (0..N as u8).rev().map(|i| 10 * i).collect();
            let (mut most, mut refused) = (0, 0);
            for operation in operations {
                match operation {
                    Operation::Acquire => {
                        refused += u64::from(model.is_empty());
                        assert_eq!(pool.acquire(), model.pop());
                    }
                    Operation::AcquireMany(count) => {
                        refused += u64::from(count > model.len());
                        let expected = (count <= model.len())
                            .then(|| (0..count).map_while(|_| model.pop()).collect::<Vec<_>>());
                        assert_eq!(pool.acquire_many(count), expected.as_deref());
                    }
                    Operation::Release(value) => {
                        assert_eq!(pool.release(value).is_ok(), model.len() < N);
                        if model.len() < N {
                            model.push(value);
                        }
                    }
                    Operation::ReleaseMany(values) => {
                        let fits = model.len() + values.len() <= N;
                        assert_eq!(pool.release_many(&values).is_ok(), fits);
                        if fits {
                            model.extend(values);
                        }
                    }
                }
                assert_eq!((pool.len(), pool.remaining_capacity()), (N - model.len(), model.len()));
                assert_eq!((pool.is_empty(), pool.is_full()), (model.len() == N, model.is_empty()));
                assert!(pool.available().iter().eq(model.iter().rev()));
                most = most.max(pool.len());
                assert_eq!((pool.high_water_mark(), pool.exhausted_count()), (most, refused));

                // One that came there another way, from another list.
                let mut twin = ListPool::from_fn(|i| *model.get(N - 1 - i).unwrap_or(&255));
                assert!(twin.acquire_many(pool.len()).is_some());
                assert_eq!(pool, twin);
                assert_eq!(hash_of(&pool), hash_of(&twin));
                if twin.acquire().is_some() {
                    assert_ne!(pool, twin);
                }
            }
        }
    }

    #[test]
    fn pools_are_compared_and_hashed_by_what_is_left() {
        let (mut one, mut other) = (ListPool::new([7, 9, 11, 13]), ListPool::new([9, 7, 11, 13]));
        assert_ne!(one, other);
        assert_ne!(hash_of(&one), hash_of(&other));
        assert!(one.acquire_many(2).is_some());
        assert!(other.acquire_many(5).is_none());
        assert!(other.acquire_many(3).is_some());
        assert_ne!(one, other);
        assert_ne!(hash_of(&one), hash_of(&other));
        // Equal values are left, whatever was out and how often.
        other.release(11).unwrap();
        assert_eq!(one, other);
        assert_eq!(hash_of(&one), hash_of(&other));
        // As many are left, and the next one differs.
        one.release(7).unwrap();
        other.release(9).unwrap();
        assert_ne!(one, other);
        assert_ne!(hash_of(&one), hash_of(&other));
        // The same are left, in another order.
        one.release_many(&[9]).unwrap();
        other.release_many(&[7]).unwrap();
        assert_ne!(one, other);
        assert_ne!(hash_of(&one), hash_of(&other));
    }

    #[test]
    fn a_constant_list_is_a_constant_pool() {
        const POOL: ListPool<u32, 3> = ListPool::new([7, 9, 7]);
        let mut pool = POOL.clone();
        assert_eq!(
            (pool.acquire(), pool.acquire(), pool.acquire(), pool.acquire()),
            (Some(7), Some(9), Some(7), None)
        );
        assert_eq!(std::format!("{POOL:?}"), "ListPool { len: 0, available: [7, 9, 7] }");
        assert_eq!(ListPool::<u32, 3>::TOTAL_BYTES, 12 + 12);
        assert!(ListPool::<u8, 0>::new([]).acquire().is_none());
    }
}
