//! Saving a column pool to bytes, and restoring it.
//!
//! The image is that of a pool of objects. In place of the items of a word of 64 slots, it has the elements of its live
//! slots column by column: see [`saved`](crate::columns::saved).

#![expect(unsafe_code, reason = "columns are uninitialised memory beyond a counter")]

use super::ColumnPool;
use crate::base::item_field::{ItemField, Show};
use crate::body::{Body, SeatsOf};
use crate::columns::{Columns, SavedList, Word};
use crate::free::SlotMemory;
use crate::image::fingerprint::Items;
use crate::image::{BufferTooSmall, DeltaError, ResizeError, RestoreError};
use crate::layout::Tracked;
use crate::layout::spec::PoolSpec;
use crate::rows::saved::{Saved, most_bytes};
use crate::rows::{ImageOf, Rows};
use crate::seats::Seats;
use crate::store::columns::{ColumnCells, ListOf};
use crate::track::Site;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;

/// Structs of columns that can be saved to bytes.
///
/// Every saved field is [`bytemuck::Zeroable`], [`bytemuck::NoUninit`] and [`bytemuck::CheckedBitPattern`]. Every
/// [`bytemuck::Pod`] type is all three. A field with `#[pool(skip)]` only has to be `Zeroable`.
///
/// If a field is less visible than the struct, the struct needs `#[pool(saved)]` too. The reason: a restore can combine
/// any values of the fields, including combinations that the struct's own module would never make.
pub trait SavedColumns: Columns<List: SavedList> {}

impl<T: Columns<List: SavedList>> SavedColumns for T {}

/// # Sizes of saved pools
impl<P: PoolSpec<Item: Columns, Layout: Tracked>> ColumnPool<P>
where
    P::Item: SavedColumns,
{
    /// The most bytes that a saved pool can have: those of a full pool.
    pub const SAVED_BYTES: usize = most_bytes::<Self>();

    /// Bytes of the buffer that [`delta_into`](ColumnPool::delta_into) needs. This is more than a delta in which
    /// everything has changed.
    pub const MAX_DELTA_BYTES: usize = <Self as Saved>::DELTA.most_bytes();
}

/// # Bytes
///
/// Saved bytes work as for a [`Pool`](crate::Pool#bytes): their length follows the use of the pool, they are canonical,
/// and `restore` checks them. They hold the fields of the live objects, and no fields of free slots.
///
/// The bytes identify the definition by its groups, and by the names, types and order of its saved fields. If one of
/// these changes, `restore` refuses earlier bytes.
///
/// A field with `#[pool(skip)]` is not in the bytes, so you can change its definition later. After a restore the field
/// holds what its slot held before in this pool, or zeros. In a [dense](crate::layout::Dense) pool it always holds
/// zeros, because another object may be at that position.
impl<P: PoolSpec<Item: Columns, Layout: Tracked>> ColumnPool<P> {
    /// Saves the pool to the first bytes of `buffer`, and returns these: see
    /// [`Pool::save_into`](crate::Pool::save_into).
    ///
    /// # Errors
    ///
    /// [`BufferTooSmall`] if the buffer is shorter than the saved pool. Nothing was written.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// #[derive(Pool)]
    /// #[pool(capacity = 100, columns)]
    /// struct Unit {
    ///     position: [f32; 2],
    ///     health: u32,
    ///     #[pool(skip)]
    ///     sprite: u16,
    /// }
    ///
    /// let mut units = UnitPool::new();
    /// let mut frame = [0; UnitPool::SAVED_BYTES];
    /// let unit = units.insert(Unit { position: [1.0, 2.0], health: 10, sprite: 3 }).unwrap();
    /// let saved = units.save_into(&mut frame)?;
    /// *units.get_mut(unit).unwrap().health = 0;
    /// units.restore(saved)?; // rolled back
    /// assert_eq!(*units.get(unit).unwrap().health, 10);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save_into<'b>(&self, buffer: &'b mut [u8]) -> Result<&'b mut [u8], BufferTooSmall>
    where
        P::Item: SavedColumns,
    {
        Saved::save_into(self, buffer)
    }

    /// Returns the saved pool as a new `Vec`: see [`save_into`](ColumnPool::save_into), which needs no heap.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn save(&self) -> Vec<u8>
    where
        P::Item: SavedColumns,
    {
        Saved::save(self)
    }

    /// Brings the pool back to the state that was saved: see [`Pool::restore`](crate::Pool::restore).
    ///
    /// # Errors
    ///
    /// [`RestoreError`] if the bytes are not a saved pool of this definition. The pool stays as it was.
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn restore(&mut self, saved: &[u8]) -> Result<(), RestoreError>
    where
        P::Item: SavedColumns,
    {
        self.restore_then(saved, Site::caller(), || Ok(()))
    }

    /// Checks whether [`restore`](ColumnPool::restore) accepts these bytes. O(number of bytes).
    ///
    /// # Errors
    ///
    /// [`RestoreError`], as for `restore`.
    pub fn check_saved(saved: &[u8]) -> Result<(), RestoreError>
    where
        P::Item: SavedColumns,
    {
        Self::checked(saved).map(drop)
    }

    /// Converts a saved pool of a smaller definition to one of this definition. Use it for saves from before the
    /// capacity was raised. O(number of bytes).
    ///
    /// It writes the result to the first bytes of `buffer`, and returns these bytes.
    /// [`restore`](ColumnPool::restore) then checks the result as it checks all bytes.
    ///
    /// All handles keep their meaning. So the two definitions must have the same items and the same number of index
    /// bits. If the smaller definition has no generations, its handles are only indexes, and the index bits may differ.
    /// The larger definition can have more generations. The smaller one can have `guard = live`.
    ///
    /// A capacity of 256 or 65,536 leaves no code for `None`. Such a definition takes no saves of a smaller one whose
    /// handles have as many bytes.
    ///
    /// A buffer of [`SAVED_BYTES`](ColumnPool::SAVED_BYTES) bytes is always long enough.
    ///
    /// # Errors
    ///
    /// - [`ResizeError::BufferTooSmall`] if the buffer is shorter than the result.
    /// - [`ResizeError::Saved`] if the bytes are not a saved pool, or if something does not fit: the capacity, the
    ///   generations, the index bits, or the slots in quarantine.
    #[doc(alias = "migrate")]
    pub fn resize_saved<'b>(saved: &[u8], buffer: &'b mut [u8]) -> Result<&'b mut [u8], ResizeError>
    where
        P::Item: SavedColumns,
    {
        <Self as Saved>::resize_saved(saved, buffer)
    }

    /// [Converts](ColumnPool::resize_saved) a saved pool of a smaller definition, and restores it. O(number of bytes).
    ///
    /// # Errors
    ///
    /// [`RestoreError`] if the bytes are not a saved pool whose handles mean the same in this definition. The pool
    /// stays as it was.
    #[cfg(feature = "alloc")]
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn restore_resized(&mut self, saved: &[u8]) -> Result<(), RestoreError>
    where
        P::Item: SavedColumns,
    {
        Saved::restore_resized(self, saved, Site::caller())
    }

    /// Saves what has changed since `base`, an earlier save: see [`Pool::delta_into`](crate::Pool::delta_into).
    ///
    /// # Errors
    ///
    /// - [`DeltaError::BufferTooSmall`] if the buffer has fewer than
    ///   [`MAX_DELTA_BYTES`](ColumnPool::MAX_DELTA_BYTES) bytes.
    /// - [`DeltaError::Base`] if the base does not begin as a save of this definition does, or has another length.
    pub fn delta_into<'b>(&self, base: &[u8], buffer: &'b mut [u8]) -> Result<&'b mut [u8], DeltaError>
    where
        P::Item: SavedColumns,
    {
        Saved::delta_into(self, base, buffer)
    }

    /// Returns what has changed since `base`, an earlier save, as a new `Vec`.
    ///
    /// # Errors
    ///
    /// [`DeltaError::Base`], as for [`delta_into`](ColumnPool::delta_into).
    #[cfg(feature = "alloc")]
    pub fn delta(&self, base: &[u8]) -> Result<Vec<u8>, DeltaError>
    where
        P::Item: SavedColumns,
    {
        Saved::delta(self, base)
    }

    /// Rebuilds a later save from `base` and a delta: see [`Pool::patch_into`](crate::Pool::patch_into).
    ///
    /// It writes that save to the first bytes of `buffer`, and returns these bytes.
    ///
    /// # Errors
    ///
    /// [`DeltaError`], as for `Pool::patch_into`.
    pub fn patch_into<'b>(base: &[u8], delta: &[u8], buffer: &'b mut [u8]) -> Result<&'b mut [u8], DeltaError>
    where
        P::Item: SavedColumns,
    {
        <Self as Saved>::DELTA.apply(base, delta, buffer)
    }

    /// Rebuilds a later save from `base` and a delta, as a new `Vec`.
    ///
    /// # Errors
    ///
    /// [`DeltaError`], as for [`patch_into`](ColumnPool::patch_into).
    #[cfg(feature = "alloc")]
    pub fn patch(base: &[u8], delta: &[u8]) -> Result<Vec<u8>, DeltaError>
    where
        P::Item: SavedColumns,
    {
        <Self as Saved>::DELTA.applied(base, delta)
    }
}

// SAFETY: 1. there are no free slots in the columns. 2. `SavedList::load` loads the elements of the live slots, whose
// places `Word::places` asks for.
unsafe impl<P: PoolSpec<Item: SavedColumns>> Saved for ColumnPool<P> {
    type Layout = P::Layout;

    const ITEMS: Items = Items::of_columns::<P::Item>();

    fn rows(&self) -> &Rows<P::Layout> {
        &self.body.rows
    }

    fn rows_and_memory(&mut self) -> (&mut Rows<P::Layout>, SlotMemory) {
        self.body.rows_and_memory()
    }

    unsafe fn save_objects(&self, words: usize, mut places: &mut [u8]) {
        for word in 0..words {
            places = self.save_word(word, self.body.rows.live_word(word), places);
        }
        invariant!(places.is_empty(), "the columns have other bytes than the image");
    }

    fn save_word<'p>(&self, word: usize, live: u64, places: &'p mut [u8]) -> &'p mut [u8] {
        let first = 64 * word;
        let of_slots = SeatsOf::<P>::ARE_DENSE.then(|| {
            // SAFETY: 1. the slots to save are live.
            Word::places(first, live, |slot| unsafe { self.body.rows.place_of(slot) })
        });
        let word = Word { first, live, places: of_slots.as_ref() };
        let cells = ColumnCells::cells(&raw const self.body.store);
        // SAFETY: 1. live slots are below the capacity, and the cells are borrowed. 2. the slots to save are live, and
        // live slots have elements.
        unsafe { ListOf::<P>::save::<P::Layout>(cells, word, places) }
    }

    fn are_objects(image: &ImageOf<'_, P::Layout>, bytes: &[u8]) -> bool {
        let live = |word| image.live_word(word).count_ones() as usize;
        ListOf::<P>::has_any_bytes()
            || (0..image.words())
                .try_fold(bytes, |bytes, word| ListOf::<P>::check(live(word), bytes))
                .is_some()
    }

    unsafe fn loader() -> impl FnOnce(&mut Self, &ImageOf<'_, P::Layout>, &[u8]) {
        |pool, image, mut bytes| {
            let Body { rows, filled, store } = &mut pool.body;
            let (cells, extent) = (ColumnCells::cells_mut(store), image.slots());
            if *filled < extent {
                // SAFETY: 1. an image was checked to have at most as many slots as the pool.
                unsafe { ListOf::<P>::zero::<P::Layout>(cells, *filled as usize..extent as usize) };
                *filled = extent;
            }
            if SeatsOf::<P>::ARE_DENSE && ListOf::<P>::SKIPS {
                // SAFETY: 1. an image has at most as many live slots as the pool has slots.
                unsafe { ListOf::<P>::zero::<P::Layout>(cells, 0..image.live()) };
            }
            for word in 0..image.words() {
                let (first, live) = (64 * word, image.live_word(word));
                let places = SeatsOf::<P>::ARE_DENSE.then(|| {
                    // SAFETY: 1. the caller promises that the image was loaded. The slots are live in it.
                    Word::places(first, live, |slot| unsafe { rows.seat(image, slot) })
                });
                let word = Word { first, live, places: places.as_ref() };
                // SAFETY: 1. the live slots of an image are before its extent, which is at most the capacity. 2. all
                // slots before the extent have elements. 3. the caller promises bytes that were checked.
                bytes = unsafe { ListOf::<P>::load::<P::Layout>(cells, word, bytes) };
            }
            invariant!(bytes.is_empty(), "the columns have other bytes than the image");
        }
    }

    fn fields() -> (&'static [ItemField], Option<Show>) {
        (P::Item::FIELDS, None)
    }

    fn add_differences(&mut self, image: &ImageOf<'_, P::Layout>, mut bytes: &[u8]) {
        let Body { rows, store, .. } = &mut self.body;
        let cells = ColumnCells::cells(store);
        rows.add_differences_to_image(image, |rows, word, live, asked| {
            let first = 64 * word;
            let places = SeatsOf::<P>::ARE_DENSE.then(|| {
                // SAFETY: 1. slots that are asked for are live.
                Word::places(first, asked, |slot| unsafe { rows.place_of(slot) })
            });
            let word = Word { first, live, places: places.as_ref() };
            // SAFETY: 1. live slots of an image are below the capacity, and the cells are borrowed. 2. the slots that
            // are asked for are live in the pool too, and live slots have elements.
            let (differing, rest) = unsafe { ListOf::<P>::differing::<P::Layout>(cells, word, asked, bytes) };
            bytes = rest;
            differing
        });
    }
}
