//! Changed slots of column pools.

#![expect(unsafe_code, reason = "a live slot has elements")]

use super::ColumnPool;
use super::elements::{Elements, ListOf};
use super::image::SavedColumns;
use super::join::Shared;
use crate::changes::Changes;
use crate::columns::{Columns, SavedList, Word};
use crate::free::SlotMemory;
use crate::handle::Handle;
use crate::image::BufferTooSmall;
use crate::layout::spec::PoolSpec;
use crate::layout::{Tracked, Watched};
use crate::pool::{Changed, ChangesOf, TakeChanged};
use crate::rows::{ImageOf, Rows};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;

/// # Changes
///
/// They need `changes`, and are noted as [those of a `Pool`](crate::Pool#changes). Slices of columns for writing, from
/// [`columns_mut`](ColumnPool::columns_mut) and its siblings, count every slot in them as changed.
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
    /// slot order, with references to the fields of the objects that are in them now: see
    /// [`Pool::changed`](crate::Pool::changed).
    #[doc(alias = "dirty")]
    #[inline]
    pub fn changed(&self) -> Changed<'_, P, Shared<'_, P>>
    where
        P::Layout: Watched,
    {
        let lane = Shared::new(self.guard(), self.rows.fresh(), self.elements());
        Changed::new(&self.rows.changes, lane)
    }

    /// [`changed`](ColumnPool::changed) that empties the set: see
    /// [`Pool::take_changed`](crate::Pool::take_changed).
    #[doc(alias = "drain_changed")]
    #[doc(alias = "clear_changed")]
    #[inline]
    pub fn take_changed(&mut self) -> TakeChanged<'_, P, Shared<'_, P>>
    where
        P::Layout: Watched,
    {
        let ColumnPool { rows, filled, cells } = self;
        let end = rows.fresh();
        let Rows { guard, changes, .. } = rows;
        TakeChanged::new(changes, Shared::new(guard, end, Elements::new(*filled, cells)))
    }

    /// Returns whether the slot of the handle changed since the last [`take_changed`](ColumnPool::take_changed). O(1).
    ///
    /// The handle may be stale: if its object was removed since then, the answer is `true`.
    #[inline]
    #[must_use]
    pub fn is_changed(&self, handle: Handle<P>) -> bool
    where
        P::Layout: Watched,
    {
        self.rows.changes.contains(handle.index())
    }
}

/// # Deltas of changed slots
impl<P: PoolSpec<Item: Columns>> ColumnPool<P> {
    /// Whether the pool notes changes.
    pub(crate) const NOTES_CHANGES: bool = ChangesOf::<P>::ARE_NOTED;

    /// Saves the slots that changed since the last [`take_changed`](ColumnPool::take_changed) to the first bytes of
    /// `buffer`, and returns these: see [`Pool::save_changed`](crate::Pool::save_changed). O(capacity / 64 + changed
    /// slots).
    ///
    /// # Errors
    ///
    /// [`BufferTooSmall`] if the buffer is shorter than the delta. Nothing was written.
    pub fn save_changed<'b>(&self, buffer: &'b mut [u8]) -> Result<&'b mut [u8], BufferTooSmall>
    where
        P::Item: SavedColumns,
        P::Layout: Watched,
    {
        self.save_noted(buffer)
    }

    /// [`save_changed`](ColumnPool::save_changed) of a pool that notes changes, which its type need not say.
    pub(crate) fn save_noted<'b>(&self, buffer: &'b mut [u8]) -> Result<&'b mut [u8], BufferTooSmall>
    where
        P::Item: SavedColumns,
        P::Layout: Tracked,
    {
        invariant!(Self::NOTES_CHANGES, "a pool without changes has no delta of them");
        // SAFETY: 1. the rows have no slots.
        unsafe { self.rows.save_changed(SlotMemory::NONE, Self::ITEMS, buffer, self.save_fields()) }
    }

    /// Returns the number of bytes that [`save_noted`](ColumnPool::save_noted) writes.
    pub(crate) fn noted_len(&self) -> usize
    where
        P::Item: SavedColumns,
        P::Layout: Tracked,
    {
        // SAFETY: 1. the rows have no slots.
        unsafe { self.rows.changed_bytes(SlotMemory::NONE, Self::ITEMS) }
    }

    /// Forgets all changes, if the pool notes them.
    pub(crate) fn forget_changes(&mut self) {
        self.rows.changes.clear_from(0);
    }

    /// Returns the slots that changed since the last [`take_changed`](ColumnPool::take_changed) as a new `Vec`: see
    /// [`save_changed`](ColumnPool::save_changed), which needs no heap.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn changed_delta(&self) -> Vec<u8>
    where
        P::Item: SavedColumns,
        P::Layout: Watched,
    {
        // SAFETY: 1. the rows have no slots.
        unsafe { self.rows.changed_delta(SlotMemory::NONE, Self::ITEMS, self.save_fields()) }
    }

    /// Returns a function that writes the fields of some live slots of a word to the first bytes, and returns the
    /// others.
    fn save_fields(&self) -> impl for<'p> FnMut(usize, u64, &'p mut [u8]) -> &'p mut [u8]
    where
        P::Item: SavedColumns,
    {
        |word, live, places| {
            let word = Word { first: 64 * word, live };
            // SAFETY: 1. live slots are below the capacity, and the cells are borrowed. 2. the slots to save are live,
            // and live slots have elements.
            unsafe { ListOf::<P>::save::<P::Layout>(self.elements().cells(), word, places) }
        }
    }
}

impl<P: PoolSpec<Item: Columns>> ColumnPool<P> {
    /// Adds every slot that slices of the columns have. Returns how many there are.
    #[inline]
    pub(super) fn add_lent(&mut self) -> u32 {
        let count = self.lent();
        self.rows.changes.add_first(count as usize);
        count
    }

    /// Adds the slots whose liveness, generation or fields are others in an image, which was checked. `bytes` are those
    /// of its fields.
    pub(super) fn add_differences_to_image(&mut self, image: &ImageOf<'_, P::Layout>, mut bytes: &[u8])
    where
        P::Item: SavedColumns,
    {
        if !Self::NOTES_CHANGES {
            return;
        }
        let (rows, elements) = self.split();
        let cells = elements.as_ref().cells();
        rows.add_differences_to_image(image, |word, live, asked| {
            let word = Word { first: 64 * word, live };
            // SAFETY: 1. live slots of an image are below the capacity, and the cells are borrowed. 2. the slots that
            // are asked for are live in the pool too, and live slots have elements.
            let (differing, rest) = unsafe { ListOf::<P>::differing::<P::Layout>(cells, word, asked, bytes) };
            bytes = rest;
            differing
        });
    }
}
