//! Pools over an explicit list: the stack holds the values themselves.
//!
//! ```text
//!  position   0        1        2        3               N-1
//!           +--------+--------+--------+--------+-- ... --+--------+
//!           | (old)  | (old)  | next   | value  |         | value  |     values from `used` on are in the pool
//!           +--------+--------+--------+--------+-- ... --+--------+
//!                              ^ used
//! ```

// The modules are in the order in which the documentation shows their methods.
mod basics;

#[cfg(feature = "alloc")]
mod heap;

mod image;

#[cfg(feature = "serde")]
mod serde;

mod stats;

use crate::base::counts::Counts;
use crate::base::full::{Full, Holder};
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
/// Values that can be numbered are better kept in a [`ValuePool`](crate::ValuePool), which is smaller and knows which
/// values are handed out. The [guide on values](https://docs.rs/stackpool/latest/stackpool/guide/values/) shows both.
///
/// # Behaviour
///
/// - **Order.** A new pool hands out its values in the order of the list. A value that was given back is the next to
///   be handed out.
/// - **Checks.** The pool counts and checks nothing else, because it does not know which of its values are handed
///   out. If a value is given back twice, or was never in the list, the pool refuses it only if no value is handed
///   out. Otherwise the pool hands it out again. That is a mistake, but no undefined behaviour.
pub struct ListPool<T, const N: usize> {
    counts: Counts,
    used: u32,
    values: [T; N],
}

impl<T: Copy, const N: usize> ListPool<T, N> {
    /// Gives `value` back, which the complete list cannot take.
    #[inline]
    fn full<V>(value: V) -> Full<V> {
        Full::of(const { &Holder::List { len: N } }, value)
    }
}

/// The clone has the same values left, and both pools hand out the same values from now on. The clone counts anew:
/// its [high-water mark](ListPool::high_water_mark) begins with the values that are handed out.
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

/// Pools are equal if they hand out equal values from now on, in the same order. Then both have handed out the same
/// number of values; which ones, a list pool does not know.
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

/// Writes `4 of 1000`: the length and the capacity.
#[cfg(feature = "defmt")]
impl<T: Copy, const N: usize> defmt::Format for ListPool<T, N> {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "{=usize} of {=usize}", self.len(), self.capacity());
    }
}

/// Shows the number of values that are handed out, and the values that are left.
impl<T: Copy + fmt::Debug, const N: usize> fmt::Debug for ListPool<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ListPool").field("len", &self.len()).field("available", &self.available()).finish()
    }
}

#[cfg(test)]
mod tests;
