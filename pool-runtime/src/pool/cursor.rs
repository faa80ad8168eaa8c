//! A cursor: a walk over the live slots during which the pool can be changed.

use super::Pool;
use crate::guard::walk::first_live_from;
use crate::handle::Handle;
use crate::layout::Tracked;
use crate::layout::spec::{Brand, PoolSpec};
use crate::rows::Rows;
use core::fmt;
use core::marker::PhantomData;
use core::ops::Deref;

/// A position in a pool, from [`Pool::cursor`] or [`ColumnPool::cursor`](crate::ColumnPool::cursor). It borrows
/// nothing.
///
/// The loop that it is for may insert and remove any object, and call any other method of the pool:
///
/// ```
/// # use stackpool::Pool;
/// # #[derive(Pool)] #[pool(capacity = 64)] struct Rock { size: u32 }
/// # let mut rocks = RockPool::new();
/// rocks.extend([0, 2, 3].map(|size| Rock { size }));
/// let mut cursor = rocks.cursor();
/// while let Some(rock) = cursor.next(&rocks) {
///     match rocks[rock].size {
///         0 => drop(rocks.remove(rock)),
///         size if size % 2 == 0 => drop(rocks.insert(Rock { size: size - 1 })),
///         _ => {}
///     }
/// }
/// assert_eq!(rocks.values().map(|rock| rock.size).sum::<u32>(), 1 + 2 + 3);
/// ```
///
/// [`next`](Cursor::next) reads the state that the pool has at that moment:
///
/// - an object that was removed before the cursor came to its slot is not visited;
/// - an object that was inserted in a later slot is visited, one in an earlier slot is not. A slot that is freed
///   can be used by the next insertion, so new objects go in front of the cursor or behind it.
///
/// Every slot is visited at most once, so the loop ends, even if each visit inserts an object.
///
/// A cursor is a number, so it can be kept. This loop visits 100 objects per frame, and goes on where it stopped:
///
/// ```
/// # use stackpool::{Cursor, Pool};
/// # #[derive(Pool)] #[pool(capacity = 1_000)] struct Unit { seen: u32 }
/// # let mut units = UnitPool::new();
/// # units.extend((0..250).map(|_| Unit { seen: 0 }));
/// let mut cursor = units.cursor();
/// for _frame in 0..3 {
///     for _ in 0..100 {
///         let Some(unit) = cursor.next(&units) else {
///             cursor = units.cursor(); // from the beginning
///             break;
///         };
///         units[unit].seen += 1;
///     }
/// }
/// assert!(units.values().all(|unit| unit.seen == 1));
/// ```
///
/// [`retain`](Pool::retain) and [`extract_if`](Pool::extract_if) are faster if the loop only removes objects.
pub struct Cursor<P: PoolSpec> {
    /// The first slot that was not visited. At most the capacity.
    slot: u32,
    brand: Brand<P>,
}

/// # Walking while the pool changes
impl<P: PoolSpec> Pool<P> {
    /// Returns a [`Cursor`] before the first object. It visits the objects in slot order, and holds no borrow, so the
    /// pool can be changed during the walk. In a dense pool too: an object that moves is neither left out nor visited
    /// twice. O(1).
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 64)] struct Rock { size: u32 }
    /// # let mut rocks = RockPool::new();
    /// rocks.insert(Rock { size: 8 })?;
    /// let mut cursor = rocks.cursor();
    /// while let Some(rock) = cursor.next(&rocks) {
    ///     if rocks[rock].size > 1 {
    ///         let size = rocks.remove(rock).map_or(0, |rock| rock.size / 2);
    ///         rocks.insert(Rock { size })?;
    ///         rocks.insert(Rock { size })?;
    ///     }
    /// }
    /// # assert_eq!(rocks.values().map(|rock| rock.size).sum::<u32>(), 8);
    /// # Ok::<(), stackpool::Full<Rock>>(())
    /// ```
    #[doc(alias("walk", "walker"))]
    #[inline]
    #[must_use]
    pub fn cursor(&self) -> Cursor<P>
    where
        P::Layout: Tracked,
    {
        Cursor::at(0)
    }
}

impl<P: PoolSpec> Cursor<P> {
    /// Makes a cursor before the slot at `index`. Beyond the capacity, it is at the end.
    #[inline]
    #[must_use]
    pub const fn at(index: usize) -> Self {
        let slot = if index < Pool::<P>::CAPACITY { index } else { Pool::<P>::CAPACITY };
        Cursor { slot: slot as u32, brand: PhantomData }
    }

    /// Returns the index of the first slot that the cursor did not visit. At the end, that is the capacity.
    ///
    /// [`at`](Cursor::at) makes the same cursor again, from a saved game for example.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.slot as usize
    }

    /// Moves past the next object and returns its handle; `None` at the end of the pool.
    ///
    /// `pool` is a [`Pool`] or a [`ColumnPool`](crate::ColumnPool), or what dereferences to one: a `Heap`, a guard of
    /// a mutex. It can be another pool of the definition each time: the cursor has only the index of a slot.
    ///
    /// O(1) if the next slot is live, else O(free slots up to the next object / 64).
    #[inline]
    pub fn next(&mut self, pool: &impl Walked<P>) -> Option<Handle<P>>
    where
        P::Layout: Tracked,
    {
        let handle = pool.first_from(self.index());
        self.slot = handle.map_or(Pool::<P>::CAPACITY as u32, |handle| handle.index() as u32 + 1);
        handle
    }
}

/// A pool of the definition `P`, or what dereferences to one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a pool of `{P}`, whose cursor this is",
    label = "not a pool of `{P}`",
    note = "`cursor.next(&pool)` takes a `Pool<{P}>`, a `ColumnPool<{P}>`, or what dereferences to one"
)]
pub trait Walked<P: PoolSpec> {
    /// Returns the handle of the first live slot at this index or after it.
    fn first_from(&self, index: usize) -> Option<Handle<P>>;
}

/// [`Walked::first_from`] of a pool with these rows.
#[inline(always)]
pub(crate) fn first_from<P: PoolSpec>(rows: &Rows<P::Layout>, index: usize) -> Option<Handle<P>> {
    let live = first_live_from(&rows.guard, rows.fresh(), index)?;
    // SAFETY: 1. a live slot is below the capacity and not retired.
    Some(unsafe { rows.handle_of(live) })
}

impl<P: PoolSpec> Walked<P> for Pool<P> {
    #[inline(always)]
    fn first_from(&self, index: usize) -> Option<Handle<P>> {
        first_from(&self.body.rows, index)
    }
}

/// What would coerce to a reference to a pool can be an argument, too.
#[diagnostic::do_not_recommend]
impl<P: PoolSpec, D: Deref<Target: Walked<P>>> Walked<P> for D {
    #[inline(always)]
    fn first_from(&self, index: usize) -> Option<Handle<P>> {
        (**self).first_from(index)
    }
}

impl<P: PoolSpec> Clone for Cursor<P> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: PoolSpec> Copy for Cursor<P> {}

/// A cursor before the first slot.
impl<P: PoolSpec> Default for Cursor<P> {
    fn default() -> Self {
        Cursor::at(0)
    }
}

impl<P: PoolSpec> fmt::Debug for Cursor<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Cursor").field(&self.slot).finish()
    }
}
