//! The standard traits of value pools.

use super::{GuardOf, ValuePool, ValueSpec};
use crate::guard::Guard;
use crate::guard::walk::LiveCursor;
use crate::guard::words::LiveWordsIter;
use crate::layout::Tracked;
use core::fmt;
use core::hash::{Hash, Hasher};

impl<V: ValueSpec> Default for ValuePool<V> {
    /// Makes a pool with [`new`](ValuePool::new): a value, which passes over the stack.
    fn default() -> Self {
        Self::new()
    }
}

/// The clone has the same values handed out, and both pools hand out the same values from then on.
///
/// [`clone`](Clone::clone) makes a value, which passes over the stack. A pool on the heap, in a `Heap`, is cloned
/// there. [`clone_from`](Clone::clone_from) copies in place.
impl<V: ValueSpec> Clone for ValuePool<V> {
    fn clone(&self) -> Self {
        let mut clone = Self::new();
        clone.clone_from(self);
        clone
    }

    fn clone_from(&mut self, source: &Self) {
        // SAFETY: 1. rows of values hold nothing.
        unsafe { self.rows.copy_from(&source.rows) };
    }
}

/// Pools are equal if the same values are handed out. The free order is not compared.
impl<V: ValueSpec> PartialEq for ValuePool<V>
where
    V::Layout: Tracked,
{
    fn eq(&self, other: &Self) -> bool {
        // The other pool has as many values, so it has no others.
        let words = LiveWordsIter::new(&self.rows.guard, self.words());
        self.len() == other.len() && words.eq(LiveWordsIter::new(&other.rows.guard, self.words()))
    }
}

impl<V: ValueSpec> Eq for ValuePool<V> where V::Layout: Tracked {}

/// Hashes the set of values that are handed out, which is what `==` compares.
impl<V: ValueSpec> Hash for ValuePool<V>
where
    V::Layout: Tracked,
{
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Up to the last value: equal pools may have used different ones.
        let mut left = self.rows.len();
        left.hash(state);
        for bits in LiveWordsIter::new(&self.rows.guard, self.words()) {
            if left == 0 {
                break;
            }
            left -= bits.count_ones();
            bits.hash(state);
        }
    }
}

#[cfg(feature = "defmt")]
format_len!([V: ValueSpec] ValuePool<V>);

/// Shows the set of values that are handed out. Under guard `none` it shows only their number.
impl<V: ValueSpec> fmt::Debug for ValuePool<V>
where
    V::Item: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if const { !GuardOf::<V>::TRACKS } {
            return f.debug_struct("ValuePool").field("len", &self.len()).finish_non_exhaustive();
        }
        let mut set = f.debug_set();
        let mut cursor = LiveCursor::new(&self.rows.guard, self.rows.fresh());
        while let Some(index) = cursor.next(&self.rows.guard) {
            set.entry(&V::value(index as u32));
        }
        set.finish()
    }
}
