//! Parts of a pool of values, for several threads.

use super::{ValuePool, ValueSpec};
use crate::guard::walk;
use crate::layout::Tracked;
use core::ops::Range;
#[cfg(feature = "rayon")]
use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// # Threads
///
/// In the order of their numbers, whatever the threads do.
impl<V: ValueSpec<Layout: Tracked>> ValuePool<V> {
    /// Splits the values that are handed out into `parts` parts, to visit them in several threads. O(1).
    ///
    /// A part is an iterator over its values. Parts have whole words of 64 values, so the last ones of a small pool are
    /// empty.
    ///
    /// ```
    /// stackpool::pool! { Ports: [u16; 1..=4_096]; }
    ///
    /// let mut ports = PortsPool::new();
    /// let taken: u64 = (0..1_000).filter_map(|_| ports.acquire()).map(u64::from).sum();
    /// let sums = std::thread::scope(|scope| {
    ///     let threads: Vec<_> =
    ///         ports.parts(4).map(|part| scope.spawn(|| part.map(u64::from).sum::<u64>())).collect();
    ///     threads.into_iter().map(|thread| thread.join().unwrap()).sum::<u64>()
    /// });
    /// assert_eq!(sums, taken);
    /// ```
    pub fn parts(&self, parts: usize) -> impl ExactSizeIterator<Item = impl Iterator<Item = V::Item> + Send> {
        let words = self.words();
        let each = words.len().div_ceil(parts.max(1));
        (0..parts).map(move |part| {
            let start = words.end.min(each * part);
            self.values_of(start..words.end.min(start + each))
        })
    }

    /// Returns a parallel iterator over the values that are handed out (feature `rayon`). The results of `map`,
    /// `collect` and so on are in the order of their numbers.
    #[cfg(feature = "rayon")]
    pub fn par_iter(&self) -> impl ParallelIterator<Item = V::Item>
    where
        V::Item: Send,
    {
        self.words().into_par_iter().flat_map_iter(|word| self.values_of(word..word + 1))
    }

    /// Returns the values of these words that are handed out.
    fn values_of(&self, words: Range<usize>) -> impl Iterator<Item = V::Item> + Send {
        let first = 64 * words.start;
        let ranges = walk::live_ranges(walk::live_words(&self.rows.guard, words));
        ranges.flatten().map(move |place| V::value((first + place) as u32))
    }
}
