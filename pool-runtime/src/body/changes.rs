//! The changed slots, and what is in them now. In a dense pool also the changed positions.

use super::lanes::{RefLane, ref_lane};
use super::{Body, ChangesOf, GuardOf};
use crate::changes::Changes;
use crate::guard::Guard;
use crate::handle::Handle;
use crate::join::lane::Lane;
use crate::layout::Layout;
use crate::layout::slots::Slots;
use crate::layout::spec::PoolSpec;
use crate::rows::Rows;
use crate::seats::Seats;
use crate::store::Store;
use core::fmt;
use core::iter::FusedIterator;
use core::ops::Range;

impl<P: PoolSpec, S: Store<P>> Body<P, S> {
    #[inline]
    pub(crate) fn changed(&self) -> Changed<'_, P, RefLane<'_, P, S>> {
        Changed { changes: &self.rows.changes, lane: self.lane(), walk: Walk::new() }
    }

    #[inline]
    pub(crate) fn take_changed(&mut self) -> TakeChanged<'_, P, RefLane<'_, P, S>> {
        let end = self.rows.fresh();
        let Rows { guard, changes, moved, seats, .. } = &mut self.rows;
        // SAFETY: 1. the guard, the seats and the store are those of this pool, whose live slots are before the fresh
        // ones.
        let lane = unsafe { ref_lane((guard, seats), end, &self.store) };
        TakeChanged { changes, moved, lane, walk: Walk::new() }
    }

    #[inline]
    pub(crate) fn changed_positions(&self) -> ChangedPositions<'_, P> {
        ChangedPositions { rows: &self.rows, next: 0 }
    }
}

/// A slot that changed, and what is in it now: from [`Pool::changed`](crate::Pool::changed) and
/// [`Pool::take_changed`](crate::Pool::take_changed).
///
/// `T` is what the pool lends of an object: `&Particle`, or `ParticleRef` of a
/// [`ColumnPool`](crate::ColumnPool::changed).
///
/// What happened in between is not known. The object of `Live` can be a new one in a slot that was free or held another
/// one. The slot of `Free` can have been free all the time, if an object came and went. Code that keeps something per
/// object knows the handle of that object, and can compare: [`HandleMap::take_ended`](crate::HandleMap::take_ended)
/// does so.
pub enum Change<P: PoolSpec, T> {
    /// The slot holds this object.
    Live(Handle<P>, T),
    /// The slot with this index is free.
    Free(usize),
}

impl<P: PoolSpec, T> Change<P, T> {
    /// Returns the index of the slot.
    #[inline]
    #[must_use]
    pub fn index(&self) -> usize {
        match *self {
            Change::Live(handle, _) => handle.index(),
            Change::Free(index) => index,
        }
    }

    /// Returns the object that was in the slot when its handle was noted, if it is not there any more.
    #[inline]
    pub(crate) fn ended(&self, former: Option<Handle<P>>) -> Option<Handle<P>> {
        former.filter(|_| self.handle() != former)
    }

    /// Returns the handle of the object that is in the slot; `None` if the slot is free.
    #[inline]
    #[must_use]
    pub fn handle(&self) -> Option<Handle<P>> {
        match *self {
            Change::Live(handle, _) => Some(handle),
            Change::Free(_) => None,
        }
    }
}

impl<P: PoolSpec, T: Clone> Clone for Change<P, T> {
    fn clone(&self) -> Self {
        match self {
            Change::Live(handle, object) => Change::Live(*handle, object.clone()),
            Change::Free(index) => Change::Free(*index),
        }
    }
}

impl<P: PoolSpec, T: Copy> Copy for Change<P, T> {}

impl<P: PoolSpec, T: PartialEq> PartialEq for Change<P, T> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Change::Live(handle, object), Change::Live(other, of_other)) => {
                handle == other && object == of_other
            }
            (Change::Free(index), Change::Free(other)) => index == other,
            _ => false,
        }
    }
}

impl<P: PoolSpec, T: Eq> Eq for Change<P, T> {}

impl<P: PoolSpec, T: fmt::Debug> fmt::Debug for Change<P, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Change::Live(handle, object) => f.debug_tuple("Live").field(handle).field(object).finish(),
            Change::Free(index) => f.debug_tuple("Free").field(index).finish(),
        }
    }
}

#[cfg(feature = "defmt")]
impl<P: PoolSpec, T: defmt::Format> defmt::Format for Change<P, T> {
    fn format(&self, f: defmt::Formatter<'_>) {
        match self {
            Change::Live(handle, object) => defmt::write!(f, "Live({}, {})", handle, object),
            Change::Free(index) => defmt::write!(f, "Free({=usize})", *index),
        }
    }
}

/// A walk over changed slots, in slot order.
#[derive(Clone, Debug)]
struct Walk {
    /// The first word that was not entered.
    word: usize,
    /// The changed slots of the word before it that were not visited.
    changed: u64,
    /// The live slots of that word.
    live: u64,
}

impl Walk {
    #[inline]
    const fn new() -> Self {
        Walk { word: 0, changed: 0, live: 0 }
    }

    /// Returns the next changed slot, and whether it is live.
    #[inline]
    fn next<P: PoolSpec>(&mut self, changes: &ChangesOf<P>, lane: &impl Lane<P>) -> Option<(usize, bool)> {
        while self.changed == 0 {
            if self.word == GuardOf::<P>::WORDS {
                return None;
            }
            self.changed = changes.word(self.word);
            if self.changed != 0 {
                // SAFETY: 1. the word is below `WORDS`, as compared above.
                self.live = unsafe { lane.live_word(self.word) };
            }
            self.word += 1;
        }
        let slot = self.changed.trailing_zeros() as usize;
        self.changed &= self.changed - 1;
        Some((64 * (self.word - 1) + slot, self.live >> slot & 1 != 0))
    }

    /// Counts the slots that were not visited.
    fn remaining<P: PoolSpec>(&self, changes: &ChangesOf<P>) -> usize {
        let words = self.word..GuardOf::<P>::WORDS;
        let ahead: u32 = words.map(|word| changes.word(word).count_ones()).sum();
        (self.changed.count_ones() + ahead) as usize
    }
}

/// Returns the change of a slot.
///
/// # Safety
///
/// 1. `is_live` says whether the slot is live in the lane, and `item` was not called for it before.
#[inline]
unsafe fn change<P: PoolSpec, L: Lane<P>>(lane: &mut L, index: usize, is_live: bool) -> Change<P, L::Item> {
    if !is_live {
        return Change::Free(index);
    }
    // SAFETY: 1. the caller promises that the slot is live.
    let handle = unsafe { lane.handle(index) };
    // SAFETY: 1. and 2. the caller promises that the slot is live and was not asked for before.
    Change::Live(handle, unsafe { lane.item(index) })
}

/// Iterator over the slots that changed, from [`Pool::changed`](crate::Pool::changed) and
/// [`ColumnPool::changed`](crate::ColumnPool::changed).
///
/// `L` is the borrowed objects. `len` counts the slots, in O(capacity / 64).
#[must_use = "iterators are lazy"]
pub struct Changed<'a, P: PoolSpec, L = RefLane<'a, P, Slots<P>>> {
    changes: &'a ChangesOf<P>,
    lane: L,
    walk: Walk,
}

/// Iterator over the slots that changed, which do not count as changed any more, from
/// [`Pool::take_changed`](crate::Pool::take_changed) and [`ColumnPool::take_changed`](crate::ColumnPool::take_changed).
///
/// `L` is the borrowed objects. `len` counts the slots, in O(capacity / 64).
#[must_use = "iterators are lazy: `drop` it to forget all changes"]
pub struct TakeChanged<'a, P: PoolSpec, L = RefLane<'a, P, Slots<P>>> {
    changes: &'a mut ChangesOf<P>,
    moved: &'a mut <P::Layout as Layout>::Moved,
    lane: L,
    walk: Walk,
}

impl<P: PoolSpec, L: Lane<P>> Iterator for Changed<'_, P, L> {
    type Item = Change<P, L::Item>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (index, is_live) = self.walk.next::<P>(self.changes, &self.lane)?;
        // SAFETY: 1. the walk says so, and gives each slot once.
        Some(unsafe { change(&mut self.lane, index, is_live) })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let remaining = self.walk.remaining::<P>(self.changes);
        (remaining, Some(remaining))
    }
}

impl<P: PoolSpec, L: Lane<P>> Iterator for TakeChanged<'_, P, L> {
    type Item = Change<P, L::Item>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (index, is_live) = self.walk.next::<P>(self.changes, &self.lane)?;
        self.changes.remove(index);
        // SAFETY: 1. the walk says so, and gives each slot once.
        Some(unsafe { change(&mut self.lane, index, is_live) })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let remaining = self.walk.remaining::<P>(self.changes);
        (remaining, Some(remaining))
    }
}

impl<P: PoolSpec, L> Drop for TakeChanged<'_, P, L> {
    fn drop(&mut self) {
        self.changes.clear_from(self.walk.word.saturating_sub(1));
        self.moved.clear_from(0);
    }
}

impl<P: PoolSpec, L: Lane<P>> ExactSizeIterator for Changed<'_, P, L> {}
impl<P: PoolSpec, L: Lane<P>> ExactSizeIterator for TakeChanged<'_, P, L> {}
impl<P: PoolSpec, L: Lane<P>> FusedIterator for Changed<'_, P, L> {}
impl<P: PoolSpec, L: Lane<P>> FusedIterator for TakeChanged<'_, P, L> {}

impl<P: PoolSpec, L: Clone> Clone for Changed<'_, P, L> {
    fn clone(&self) -> Self {
        Changed { changes: self.changes, lane: self.lane.clone(), walk: self.walk.clone() }
    }
}

impl<P: PoolSpec, L> fmt::Debug for Changed<'_, P, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let remaining = self.walk.remaining::<P>(self.changes);
        f.debug_struct("Changed").field("remaining", &remaining).finish_non_exhaustive()
    }
}

impl<P: PoolSpec, L> fmt::Debug for TakeChanged<'_, P, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let remaining = self.walk.remaining::<P>(self.changes);
        f.debug_struct("TakeChanged").field("remaining", &remaining).finish_non_exhaustive()
    }
}

/// Iterator over the ranges of positions that changed, from
/// [`Pool::changed_positions`](crate::Pool::changed_positions) and
/// [`ColumnPool::changed_positions`](crate::ColumnPool::changed_positions).
#[must_use = "iterators are lazy"]
pub struct ChangedPositions<'a, P: PoolSpec> {
    rows: &'a Rows<P::Layout>,
    /// The position after the last range, or one that did not change.
    next: usize,
}

impl<P: PoolSpec> Iterator for ChangedPositions<'_, P> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let count = self.rows.seats.taken();
        let is_changed = |&position: &usize| {
            // SAFETY: 1. it is asked for positions below `taken`, which have objects.
            let slot = unsafe { self.rows.slot_at(position) };
            self.rows.changes.contains(slot) || self.rows.moved.contains(slot)
        };
        let start = (self.next..count).find(is_changed).unwrap_or(count);
        let end = (start..count).find(|position| !is_changed(position)).unwrap_or(count);
        self.next = end;
        (start < end).then_some(start..end)
    }
}

impl<P: PoolSpec> FusedIterator for ChangedPositions<'_, P> {}

impl<P: PoolSpec> Clone for ChangedPositions<'_, P> {
    fn clone(&self) -> Self {
        ChangedPositions { rows: self.rows, next: self.next }
    }
}

impl<P: PoolSpec> fmt::Debug for ChangedPositions<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}
