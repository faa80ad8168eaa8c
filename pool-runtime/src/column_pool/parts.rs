//! Parts of a column pool, for several threads.

#![expect(unsafe_code, reason = "parts have no slot in common")]

use super::ColumnPool;
use super::LiveSlots;
use crate::body::{Body, ChangesOf};
use crate::changes::{Changes, NotesChanges};
use crate::columns::Columns;
#[cfg(feature = "rayon")]
use crate::handle::Handle;
use crate::join::Joined;
use crate::join::parts::Parts;
#[cfg(feature = "rayon")]
use crate::join::threads::objects;
use crate::layout::spec::PoolSpec;
use crate::layout::{InPlace, Tracked};
use crate::rows::Rows;
use crate::store::columns::{ColumnCells, ElementsOf};
use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::ops::Range;
#[cfg(feature = "rayon")]
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

/// # Threads
///
/// The parts are in slot order. The order does not depend on the threads.
impl<P: PoolSpec<Item: Columns, Layout: Tracked>> ColumnPool<P> {
    /// Splits the objects into `parts` parts with about as many slots each, to read them in several threads. O(1).
    ///
    /// See [`parts_mut`](ColumnPool::parts_mut).
    #[doc(alias = "chunks")]
    #[inline]
    pub fn parts(&self, parts: usize) -> Parts<P, <&Self as Joined<P>>::Lane> {
        Parts::new(self, parts)
    }

    /// Splits the objects into `parts` parts with about as many slots each, to write to them in several threads.
    /// O(1).
    ///
    /// A part is an iterator over its objects with their handles. Parts have whole words of 64 slots, so the last
    /// parts of a small pool are empty.
    ///
    /// For a loop over whole columns, [`slot_columns_parts_mut`](ColumnPool::slot_columns_parts_mut) is faster.
    #[doc(alias = "split_at_mut")]
    #[inline]
    pub fn parts_mut(&mut self, parts: usize) -> Parts<P, <&mut Self as Joined<P>>::Lane> {
        Parts::new(self, parts)
    }

    /// Splits the columns into `parts` parts with about as many slots each, to write to them in several threads. O(1).
    ///
    /// With [`changes`](ColumnPool::changed), every slot of a part counts as changed when the part is made.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 10_000, columns)] struct Particle { height: f32, speed: f32 }
    /// # let mut particles = ParticlePool::on_heap();
    /// # particles.extend((0..1_000).map(|_| Particle { height: 1.0, speed: 0.5 }));
    /// std::thread::scope(|scope| {
    ///     for part in particles.slot_columns_parts_mut(4) {
    ///         scope.spawn(move || {
    ///             for (height, speed) in part.columns.height.iter_mut().zip(&*part.columns.speed) {
    ///                 *height += speed;
    ///             }
    ///         });
    ///     }
    /// });
    /// # assert!(particles.slot_columns().height.iter().all(|&height| height == 1.5));
    /// ```
    #[doc(alias = "chunks_mut")]
    pub fn slot_columns_parts_mut(&mut self, parts: usize) -> ColumnsParts<'_, P>
    where
        P::Layout: InPlace,
    {
        let pool = ToPart::new(self);
        ColumnsParts { words: 0..pool.words(), pool, parts: parts.max(1) }
    }
}

/// A part of a column pool: a slice of each column, and which of these slots are live. From
/// [`slot_columns_parts_mut`](ColumnPool::slot_columns_parts_mut).
pub struct ColumnsPart<'a, P: PoolSpec<Item: Columns> + 'a> {
    /// A slice of each column.
    pub columns: <P::Item as Columns>::SlicesMut<'a>,
    /// The live slots, by their positions in the slices.
    pub live: LiveSlots<'a, P>,
    slots: Range<usize>,
}

impl<P: PoolSpec<Item: Columns>> ColumnsPart<'_, P> {
    /// Returns the slots of the part: position 0 of each slice is slot `slots().start` of the pool.
    #[must_use]
    pub fn slots(&self) -> Range<usize> {
        self.slots.clone()
    }
}

impl<P: PoolSpec<Item: Columns>> fmt::Debug for ColumnsPart<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ColumnsPart").field("slots", &self.slots).finish_non_exhaustive()
    }
}

/// The columns of a pool, from which parts are taken.
struct ToPart<'a, P: PoolSpec<Item: Columns>> {
    store: *mut ColumnCells<P>,
    /// The number of slots that the parts have. They have elements.
    count: usize,
    changes: <ChangesOf<P> as Changes>::Ptr,
    live: LiveSlots<'a, P>,
    borrow: PhantomData<(&'a mut ColumnCells<P>, &'a mut ChangesOf<P>)>,
}

// SAFETY: it is a shared borrow of the guard, which is `Sync`, a mutable borrow of the elements, which may go to
// another thread by the bound, and a mutable borrow of a set of numbers of slots, which belong to no thread.
unsafe impl<P: PoolSpec<Item: Columns>> Send for ToPart<'_, P> where ElementsOf<P>: Send {}
// SAFETY: by a shared reference, a thread reads the number of words (`words`) and takes parts (`part`). Two parts have
// no word in common, as the caller of `part` promises, so the elements of a slot, which are `Send`, are lent to one
// thread.
unsafe impl<P: PoolSpec<Item: Columns>> Sync for ToPart<'_, P> where ElementsOf<P>: Send {}

impl<'a, P: PoolSpec<Item: Columns, Layout: Tracked>> ToPart<'a, P> {
    fn new(pool: &'a mut ColumnPool<P>) -> Self {
        let count = pool.lent() as usize;
        let Body { rows, store, .. } = &mut pool.body;
        let end = rows.fresh();
        let Rows { guard, changes, .. } = rows;
        let live = LiveSlots::new(guard, end);
        ToPart { store, count, changes: changes.as_ptr(), live, borrow: PhantomData }
    }

    /// The number of words of 64 slots, the last of which may have fewer.
    fn words(&self) -> usize {
        self.count.div_ceil(64)
    }

    /// # Safety
    ///
    /// 1. As long as the part is used, no other part has one of these words.
    unsafe fn part(&self, words: Range<usize>) -> ColumnsPart<'a, P> {
        let slots = self.count.min(64 * words.start)..self.count.min(64 * words.end);
        // SAFETY: 1. both ends are at most `count`, and slots with elements are below the capacity. 2. the set is
        // mutably borrowed for 'a. 3. the slots are in the words of this part, and the caller promises that no other
        // part has these.
        unsafe { self.changes.add_range(slots.clone()) };
        // SAFETY: 1. both ends are at most `count`, so the slots have elements, and the start is not behind the end. 2.
        // the columns are mutably borrowed for 'a, and the caller promises that no other part has these slots.
        let columns = unsafe { ColumnCells::slices_mut(self.store, slots.clone()) };
        ColumnsPart { columns, live: self.live.part(words), slots }
    }
}

/// The parts of the columns of a pool, in slot order, from [`ColumnPool::slot_columns_parts_mut`].
pub struct ColumnsParts<'a, P: PoolSpec<Item: Columns>> {
    pool: ToPart<'a, P>,
    words: Range<usize>,
    parts: usize,
}

impl<'a, P: PoolSpec<Item: Columns, Layout: Tracked> + 'a> Iterator for ColumnsParts<'a, P> {
    type Item = ColumnsPart<'a, P>;

    fn next(&mut self) -> Option<Self::Item> {
        let words = self.words.len().div_ceil(self.parts.max(1));
        self.parts = self.parts.checked_sub(1)?;
        let middle = self.words.start + words;
        let words = core::mem::replace(&mut self.words.start, middle)..middle;
        // SAFETY: 1. the words of this part are cut off those of the parts that follow.
        Some(unsafe { self.pool.part(words) })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.parts, Some(self.parts))
    }
}

impl<'a, P: PoolSpec<Item: Columns, Layout: Tracked> + 'a> ExactSizeIterator for ColumnsParts<'a, P> {}

impl<'a, P: PoolSpec<Item: Columns, Layout: Tracked> + 'a> FusedIterator for ColumnsParts<'a, P> {}

impl<P: PoolSpec<Item: Columns>> fmt::Debug for ColumnsParts<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ColumnsParts").field("remaining", &self.parts).finish_non_exhaustive()
    }
}

/// # Threads of `rayon` (feature `rayon`)
///
/// The results of `map`, `collect` and so on are in slot order.
#[cfg(feature = "rayon")]
impl<P: PoolSpec<Item: Columns, Layout: Tracked>> ColumnPool<P> {
    /// Returns a parallel iterator over all objects with their handles.
    pub fn par_iter(&self) -> impl ParallelIterator<Item = (Handle<P>, <P::Item as Columns>::Ref<'_>)>
    where
        for<'a> <P::Item as Columns>::Ref<'a>: Send,
        ElementsOf<P>: Sync,
    {
        objects(self)
    }

    /// Returns a parallel iterator over all objects with their handles, for writing.
    pub fn par_iter_mut(&mut self) -> impl ParallelIterator<Item = (Handle<P>, <P::Item as Columns>::Mut<'_>)>
    where
        for<'a> <P::Item as Columns>::Mut<'a>: Send,
        ElementsOf<P>: Send,
    {
        objects(self)
    }

    /// Returns a parallel iterator over all objects.
    pub fn par_values(&self) -> impl ParallelIterator<Item = <P::Item as Columns>::Ref<'_>>
    where
        for<'a> <P::Item as Columns>::Ref<'a>: Send,
        ElementsOf<P>: Sync,
    {
        objects(self).map(|(_handle, value)| value)
    }

    /// Returns a parallel iterator over all objects, for writing.
    pub fn par_values_mut(&mut self) -> impl ParallelIterator<Item = <P::Item as Columns>::Mut<'_>>
    where
        for<'a> <P::Item as Columns>::Mut<'a>: Send,
        ElementsOf<P>: Send,
    {
        objects(self).map(|(_handle, value)| value)
    }

    /// Returns a parallel iterator over parts of 1,024 slots. Each is a [`ColumnsPart`]: a slice of each column, and
    /// which of its slots are live.
    ///
    /// The parts are the same on every machine. So a program that computes a result per part gets the same results.
    ///
    /// Handing parts to threads takes microseconds. For a short loop over a few thousand objects,
    /// [`columns_mut`](ColumnPool::columns_mut) on one thread is faster.
    ///
    /// ```
    /// use rayon::prelude::*;
    /// use stackpool::Pool;
    ///
    /// #[derive(Pool)]
    /// #[pool(capacity = 10_000, columns)]
    /// struct Particle {
    ///     height: f32,
    ///     speed: f32,
    /// }
    ///
    /// let mut particles = ParticlePool::on_heap();
    /// particles.extend((0..5_000).map(|_| Particle { height: 1.0, speed: 0.5 }));
    /// particles.par_slot_columns_mut().for_each(|part| {
    ///     for (height, speed) in part.columns.height.iter_mut().zip(&*part.columns.speed) {
    ///         *height += speed;
    ///     }
    /// });
    /// assert!(particles.par_values().all(|particle| *particle.height == 1.5));
    /// ```
    pub fn par_slot_columns_mut(&mut self) -> impl IndexedParallelIterator<Item = ColumnsPart<'_, P>>
    where
        P::Layout: InPlace,
        ElementsOf<P>: Send,
        for<'a> <P::Item as Columns>::SlicesMut<'a>: Send,
    {
        let pool = ToPart::new(self);
        (0..pool.words().div_ceil(PART_WORDS)).into_par_iter().map(move |part| {
            let pool = &pool;
            // SAFETY: 1. the iterator over a range of parts calls this once for each, and parts have different words.
            unsafe { pool.part(PART_WORDS * part..PART_WORDS * (part + 1)) }
        })
    }
}

/// The words of 64 slots in a part of [`par_slot_columns_mut`](ColumnPool::par_slot_columns_mut).
#[cfg(feature = "rayon")]
const PART_WORDS: usize = 16;
