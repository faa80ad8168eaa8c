//! Which slots are live, while the columns are borrowed.

use super::ColumnPool;
use crate::body::GuardOf;
use crate::columns::Columns;
use crate::guard::words::{LiveRangesIter, LiveWordsIter, for_each_live};
use crate::layout::Tracked;
use crate::layout::spec::PoolSpec;
use core::fmt;
use core::ops::Range;

/// The live slots of a column pool, or of a part of it, from
/// [`slot_columns_and_live_mut`](ColumnPool::slot_columns_and_live_mut).
///
/// The number of a slot is its position in the slices that came with this value.
pub struct LiveSlots<'a, P: PoolSpec> {
    guard: &'a GuardOf<P>,
    /// The words of the guard.
    start: usize,
    end: usize,
}

impl<'a, P: PoolSpec<Item: Columns>> LiveSlots<'a, P> {
    /// The live slots of a guard, all of which are before `end`.
    #[inline]
    pub(super) fn new(guard: &'a GuardOf<P>, end: u32) -> Self {
        LiveSlots { guard, start: 0, end: (end as usize).div_ceil(64) }
    }

    /// Returns which slots of these words are live. Words behind the last one are left out.
    #[inline]
    pub(super) fn part(self, words: Range<usize>) -> Self {
        LiveSlots { start: words.start.min(self.end), end: words.end.min(self.end), ..self }
    }

    /// Returns which slots are live, 64 to a word. The lowest bit is the first slot of the word: see
    /// [`Pool::live_words`](crate::Pool::live_words).
    #[inline]
    pub fn words(self) -> LiveWordsIter<'a, GuardOf<P>> {
        LiveWordsIter::new(self.guard, self.start..self.end)
    }

    /// Returns the runs of live slots: see
    /// [`Pool::live_ranges`](crate::Pool::live_ranges).
    #[inline]
    pub fn ranges(self) -> LiveRangesIter<LiveWordsIter<'a, GuardOf<P>>> {
        LiveRangesIter::new(self.words())
    }

    /// Calls `f` with each live slot: see [`Pool::for_each_live`](crate::Pool::for_each_live).
    #[inline]
    pub fn for_each(self, f: impl FnMut(usize)) {
        for_each_live(self.words(), f);
    }
}

impl<P: PoolSpec> Clone for LiveSlots<'_, P> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: PoolSpec> Copy for LiveSlots<'_, P> {}

impl<P: PoolSpec> fmt::Debug for LiveSlots<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LiveSlots").finish_non_exhaustive()
    }
}

/// # Live slots
impl<P: PoolSpec<Item: Columns, Layout: Tracked>> ColumnPool<P> {
    /// Returns which slots are live, 64 to a word: see
    /// [`Pool::live_words`](crate::Pool::live_words).
    #[inline]
    pub fn live_words(&self) -> LiveWordsIter<'_, GuardOf<P>> {
        LiveSlots::<P>::new(&self.body.rows.guard, self.body.rows.fresh()).words()
    }

    /// Returns the runs of live slots: see
    /// [`Pool::live_ranges`](crate::Pool::live_ranges).
    #[inline]
    pub fn live_ranges(&self) -> LiveRangesIter<LiveWordsIter<'_, GuardOf<P>>> {
        LiveSlots::<P>::new(&self.body.rows.guard, self.body.rows.fresh()).ranges()
    }

    /// Calls `f` with each live slot: see [`Pool::for_each_live`](crate::Pool::for_each_live). To write to
    /// the columns meanwhile, use [`slot_columns_and_live_mut`](ColumnPool::slot_columns_and_live_mut).
    #[inline]
    pub fn for_each_live(&self, f: impl FnMut(usize)) {
        LiveSlots::<P>::new(&self.body.rows.guard, self.body.rows.fresh()).for_each(f);
    }
}
