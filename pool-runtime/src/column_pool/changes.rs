//! Changed slots of column pools.

use super::image::SavedColumns;
use super::{Changed, ChangedPositions, ColumnPool, TakeChanged};
use crate::changes::Changes;
use crate::columns::Columns;
use crate::handle::Handle;
use crate::handle::keyed_by::KeyedBy;
use crate::image::BufferTooSmall;
use crate::layout::spec::PoolSpec;
use crate::layout::{Dense, Watched};
use crate::rows::saved::Saved;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;

/// # Changes
///
/// These methods need `changes` in the definition. The pool notes changes as [a `Pool`](crate::Pool#changes) does.
/// [`columns_mut`](ColumnPool::columns_mut) and the other methods that return mutable slices mark every slot of the
/// slices as changed.
///
/// ```
/// use stackpool::{Change, Pool};
///
/// #[derive(Pool)]
/// #[pool(capacity = 1_000, columns, changes)]
/// struct Sprite {
///     x: i32,
///     frame: u16,
/// }
///
/// let mut sprites = SpritePool::new();
/// let ball = sprites.insert(Sprite { x: 1, frame: 0 }).unwrap();
/// let ghost = sprites.insert(Sprite { x: 2, frame: 0 }).unwrap();
/// drop(sprites.take_changed());
///
/// *sprites.get_mut(ball).unwrap().x += 1;
/// let mut drawn = Vec::new();
/// for change in sprites.take_changed() {
///     match change {
///         Change::Live(handle, sprite) => drawn.push((handle, *sprite.x)),
///         Change::Free(slot) => unreachable!("slot {slot} was not emptied"),
///     }
/// }
/// assert_eq!(drawn, [(ball, 2)]); // and not `ghost`
/// # assert!(!sprites.is_changed(ghost));
/// ```
impl<P: PoolSpec<Item: Columns>> ColumnPool<P> {
    /// Returns an iterator over the slots that changed since the last [`take_changed`](ColumnPool::take_changed), in
    /// slot order: see [`Pool::changed`](crate::Pool::changed).
    ///
    /// For a live slot it yields the handle and references to the fields of the object that is there now.
    #[doc(alias = "dirty")]
    #[inline]
    pub fn changed(&self) -> Changed<'_, P>
    where
        P::Layout: Watched,
    {
        self.body.changed()
    }

    /// Returns the same iterator as [`changed`](ColumnPool::changed), and empties the set of changed slots: see
    /// [`Pool::take_changed`](crate::Pool::take_changed).
    #[doc(alias("drain_changed", "clear_changed"))]
    #[inline]
    pub fn take_changed(&mut self) -> TakeChanged<'_, P>
    where
        P::Layout: Watched,
    {
        self.body.take_changed()
    }

    /// Returns whether the slot of the handle changed since the last [`take_changed`](ColumnPool::take_changed). O(1).
    ///
    /// The handle may be stale: if its object was removed since then, the answer is `true`.
    #[inline]
    #[must_use]
    pub fn is_changed<K: PoolSpec>(&self, handle: Handle<K>) -> bool
    where
        P::Layout: Watched,
        P: KeyedBy<K>,
    {
        let handle = P::own_handle(handle);
        self.body.rows.changes.contains(handle.index())
    }

    /// Returns the ranges of positions of the [slices](ColumnPool::columns) that changed since the last
    /// [`take_changed`](ColumnPool::take_changed), also because objects moved: see
    /// [`Pool::changed_positions`](crate::Pool::changed_positions). O(len) for the whole walk.
    ///
    /// The ranges are those of every column: a change of one field counts for all.
    #[doc(alias("dirty_ranges", "changed_ranges"))]
    #[inline]
    pub fn changed_positions(&self) -> ChangedPositions<'_, P>
    where
        P::Layout: Dense + Watched,
    {
        self.body.changed_positions()
    }
}

/// # Deltas of changed slots
impl<P: PoolSpec<Item: Columns>> ColumnPool<P> {
    /// Saves the slots that changed since the last [`take_changed`](ColumnPool::take_changed) to the first bytes of
    /// `buffer`, and returns these: see [`Pool::changed_delta_into`](crate::Pool::changed_delta_into). O(capacity / 64
    /// + changed slots). With a [`SaveNumber`](crate::SaveNumber), a lost delta is an error.
    ///
    /// # Errors
    ///
    /// [`BufferTooSmall`] if the buffer is shorter than the delta. Nothing was written.
    pub fn changed_delta_into<'b>(&self, buffer: &'b mut [u8]) -> Result<&'b mut [u8], BufferTooSmall>
    where
        P::Item: SavedColumns,
        P::Layout: Watched,
    {
        self.body.changed_delta_into(buffer)
    }

    /// Returns the slots that changed since the last [`take_changed`](ColumnPool::take_changed) as a new `Vec`: see
    /// [`changed_delta_into`](ColumnPool::changed_delta_into), which needs no heap.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn changed_delta(&self) -> Vec<u8>
    where
        P::Item: SavedColumns,
        P::Layout: Watched,
    {
        self.body.changed_delta()
    }
}
