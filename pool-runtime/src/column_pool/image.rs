//! Saving a column pool to bytes, and restoring it.
//!
//! The image is that of a pool of objects. In place of the items of a word of 64 slots, it has the elements of its live
//! slots column by column: see [`saved`](crate::columns::saved).

#![expect(unsafe_code, reason = "columns are uninitialised memory beyond a counter")]

use super::elements::ListOf;
use super::{ColumnPool, GuardOf};
use crate::columns::{Columns, SavedList, Word};
use crate::free::SlotMemory;
use crate::guard::Guard;
use crate::image::diff;
use crate::image::fingerprint::Items;
use crate::image::{BufferTooSmall, Delta, DeltaError, ResizeError, RestoreError};
use crate::layout::spec::PoolSpec;
use crate::layout::{Layout, Tracked};
use crate::rows::ImageOf;
use crate::track::Site;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// Structs of columns that can be saved to bytes: every field is [`bytemuck::Zeroable`], [`bytemuck::NoUninit`] and
/// [`bytemuck::CheckedBitPattern`], as every [`bytemuck::Pod`] type is; or it is `#[pool(skip)]` and `Zeroable`.
///
/// Where a field is less visible than the struct, the struct has `#[pool(saved)]` too: a restore puts together any
/// values of the fields, also those that no code of the struct's module would.
pub trait SavedColumns: Columns<List: SavedList> {}

impl<T: Columns<List: SavedList>> SavedColumns for T {}

/// # Sizes of saved pools
impl<P: PoolSpec<Item: Columns, Layout: Tracked>> ColumnPool<P>
where
    P::Item: SavedColumns,
{
    /// The most bytes that a saved pool can have: those of a full pool.
    pub const SAVED_BYTES: usize = Self::saved_bytes(Self::CAPACITY, Self::CAPACITY);

    /// Bytes of the buffer that [`save_delta`](ColumnPool::save_delta) needs: more than a delta if everything has
    /// changed.
    pub const MAX_DELTA_BYTES: usize = Self::DELTA.most_bytes();

    pub(super) const ITEMS: Items = Items::of_columns::<ListOf<P>>(<P::Item as Columns>::SHAPE);

    const DELTA: Delta = ImageOf::<P::Layout>::delta(Self::ITEMS);

    const fn saved_bytes(extent: usize, live: usize) -> usize {
        ImageOf::<P::Layout>::bytes(extent) + live * ListOf::<P>::BYTES
    }

    /// Writes an image to the first bytes of `buffer`, which has `SAVED_BYTES` bytes or more, and returns its extent.
    fn extent(&self) -> usize {
        // SAFETY: 1. the rows have no slots.
        unsafe { self.rows.extent(SlotMemory::NONE) }
    }

    fn save_whole(&self, buffer: &mut [u8]) -> usize {
        let extent = self.extent();
        self.save_image(extent, &mut buffer[..Self::saved_bytes(extent, self.len())]);
        extent
    }

    /// Writes the image of the first `extent` slots, which fills `image`.
    fn save_image(&self, extent: usize, image: &mut [u8]) {
        let (bookkeeping, mut bytes) = image.split_at_mut(ImageOf::<P::Layout>::bytes(extent));
        // SAFETY: 1. the rows have no slots. The callers pass the extent.
        unsafe { self.rows.save(SlotMemory::NONE, Self::ITEMS, extent, bookkeeping) };
        for word in 0..extent.div_ceil(64) {
            // SAFETY: 1. the extent is at most the capacity.
            let live = unsafe { GuardOf::<P>::live_word(self.guard(), word) };
            let word = Word { first: 64 * word, live };
            // SAFETY: 1. live slots are below the capacity, and the cells are borrowed. 2. live slots have elements.
            bytes = unsafe { ListOf::<P>::save::<P::Layout>(self.elements().cells(), word, bytes) };
        }
        invariant!(bytes.is_empty(), "the columns have other bytes than the image");
        invariant!(extent <= <P::Layout as Layout>::CAPACITY as usize);
    }
}

/// # Bytes
///
/// As for a [`Pool`](crate::Pool#bytes): as short as the use of the pool, canonical, checked. The bytes have the fields
/// of the live objects; those of free slots are not part of the state. They identify the pool by the names and the
/// types of its saved fields, in their order, and by its groups: after a change of these, `restore` refuses earlier
/// bytes.
///
/// A field with `#[pool(skip)]` is not in the bytes, so it can be changed. After a restore it holds what its slot held
/// before in this pool, or zeros.
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
        let extent = self.extent();
        let image = BufferTooSmall::check(buffer, Self::saved_bytes(extent, self.len()))?;
        self.save_image(extent, image);
        Ok(image)
    }

    /// Returns the saved pool as a new `Vec`: see [`save_into`](ColumnPool::save_into), which needs no heap.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn save(&self) -> Vec<u8>
    where
        P::Item: SavedColumns,
    {
        let extent = self.extent();
        let mut saved = alloc::vec![0; Self::saved_bytes(extent, self.len())];
        self.save_image(extent, &mut saved);
        saved
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

    /// Converts a saved pool of a smaller definition to one of this definition, in the first bytes of `buffer`, and
    /// returns these: for saves that were written before the capacity was raised. O(number of bytes).
    ///
    /// All handles keep their meaning. So the two definitions agree in the items and in the bits of an index, unless
    /// the smaller one has no generations (then the handles are indexes alone). The larger definition can have more
    /// generations, and the smaller one can have `guard = live`. A capacity of 256 or 65,536 leaves no code for `None`,
    /// and takes no saves of a smaller one whose handles have as many bytes. [`restore`](ColumnPool::restore) then
    /// checks the result as it checks all bytes.
    ///
    /// A buffer of [`SAVED_BYTES`](ColumnPool::SAVED_BYTES) bytes is always long enough.
    ///
    /// # Errors
    ///
    /// - [`ResizeError::BufferTooSmall`] if the buffer is shorter than the result.
    /// - [`ResizeError::Saved`] if the bytes are not a saved pool, or if something does not fit: the capacity, the
    ///   generations, the bits of an index, or the slots that wait.
    #[doc(alias = "migrate")]
    pub fn resize_saved<'b>(saved: &[u8], buffer: &'b mut [u8]) -> Result<&'b mut [u8], ResizeError>
    where
        P::Item: SavedColumns,
    {
        ImageOf::<P::Layout>::resized(saved, Self::ITEMS, buffer)
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
        let mut buffer = alloc::vec![0; Self::SAVED_BYTES];
        let image = Self::resize_saved(saved, &mut buffer);
        self.restore(image.map_err(|error| error.into_restore(Self::SAVED_BYTES))?)
    }

    /// Saves what has changed since `base`, an earlier save: see [`Pool::save_delta`](crate::Pool::save_delta).
    ///
    /// # Errors
    ///
    /// - [`DeltaError::BufferTooSmall`] if the buffer has fewer than
    ///   [`MAX_DELTA_BYTES`](ColumnPool::MAX_DELTA_BYTES) bytes.
    /// - [`DeltaError::Base`] if the base does not begin as a save of this definition does, or has another length.
    pub fn save_delta<'b>(&self, base: &[u8], buffer: &'b mut [u8]) -> Result<&'b mut [u8], DeltaError>
    where
        P::Item: SavedColumns,
    {
        Self::DELTA.write(base, buffer, |image| self.save_whole(image))
    }

    /// Returns what has changed since `base`, an earlier save, as a new `Vec`.
    ///
    /// # Errors
    ///
    /// [`DeltaError::Base`], as for [`save_delta`](ColumnPool::save_delta).
    #[cfg(feature = "alloc")]
    pub fn delta(&self, base: &[u8]) -> Result<Vec<u8>, DeltaError>
    where
        P::Item: SavedColumns,
    {
        Self::DELTA.vec(base, |image| self.save_whole(image))
    }

    /// Writes the save for which the delta was written, against `base`, to the first bytes of `buffer`, and returns
    /// these: see [`Pool::apply_delta`](crate::Pool::apply_delta).
    ///
    /// # Errors
    ///
    /// [`DeltaError`], as for `Pool::apply_delta`.
    pub fn apply_delta<'b>(
        base: &[u8],
        delta: &[u8],
        buffer: &'b mut [u8],
    ) -> Result<&'b mut [u8], DeltaError>
    where
        P::Item: SavedColumns,
    {
        Self::DELTA.apply(base, delta, buffer)
    }

    /// Returns the save for which the delta was written, against `base`, as a new `Vec`.
    ///
    /// # Errors
    ///
    /// [`DeltaError`], as for [`apply_delta`](ColumnPool::apply_delta).
    #[cfg(feature = "alloc")]
    pub fn patched(base: &[u8], delta: &[u8]) -> Result<Vec<u8>, DeltaError>
    where
        P::Item: SavedColumns,
    {
        Self::DELTA.applied(base, delta)
    }

    /// Checks an image, calls `then`, and restores the image if `then` returns `Ok`, for a caller at `site`.
    pub(crate) fn restore_then<E: From<RestoreError>>(
        &mut self,
        saved: &[u8],
        site: Site,
        then: impl FnOnce() -> Result<(), E>,
    ) -> Result<(), E>
    where
        P::Item: SavedColumns,
    {
        let (bookkeeping, mut bytes) = Self::checked(saved)?;
        then()?;
        let extent = bookkeeping.slots();
        self.add_differences_to_image(&bookkeeping, bytes);
        let (rows, mut elements) = self.split();
        let filled = elements.as_ref().filled();
        let cells = elements.cells_mut();
        if filled < extent as usize {
            // SAFETY: 1. `check` made sure that the image has at most as many slots as the pool.
            unsafe { ListOf::<P>::zero::<P::Layout>(cells, filled..extent as usize) };
            // SAFETY: 1. the slots from `filled` on have just got elements.
            unsafe { elements.set_filled(extent) };
        }
        for word in 0..bookkeeping.words() {
            let word = Word { first: 64 * word, live: bookkeeping.live_word(word) };
            // SAFETY: 1. the live slots of an image are before its extent, which is at most the capacity. 2. all slots
            // before the extent have elements. 3. `checked` accepted these bytes.
            bytes = unsafe { ListOf::<P>::load::<P::Layout>(cells, word, bytes) };
        }
        invariant!(bytes.is_empty(), "the columns have other bytes than the image");
        // SAFETY: 1. the rows have no slots.
        unsafe { rows.load(SlotMemory::NONE, &bookkeeping, site) };
        Ok(())
    }

    /// Checks an image of this definition, and returns its parts.
    fn checked(saved: &[u8]) -> Result<(ImageOf<'_, P::Layout>, &[u8]), RestoreError>
    where
        P::Item: SavedColumns,
    {
        let (bookkeeping, bytes) = ImageOf::<P::Layout>::check(saved, Self::ITEMS)?;
        if !ListOf::<P>::has_any_bytes() {
            let live = |word| bookkeeping.live_word(word).count_ones() as usize;
            let rest =
                (0..bookkeeping.words()).try_fold(bytes, |bytes, word| ListOf::<P>::check(live(word), bytes));
            rest.ok_or(RestoreError::Value)?;
        }
        Ok((bookkeeping, bytes))
    }

    /// The number of bytes of the saved pool.
    pub(crate) fn saved_len(&self) -> usize
    where
        P::Item: SavedColumns,
    {
        Self::saved_bytes(self.extent(), self.len())
    }

    /// Visits the differences of two saves of this definition.
    pub(crate) fn visit_differences(
        saved: [&[u8]; 2],
        visit: &mut diff::Visit<'_>,
    ) -> Result<ControlFlow<()>, RestoreError>
    where
        P::Item: SavedColumns,
    {
        ImageOf::<P::Layout>::visit_differences(saved, Self::ITEMS, (P::Item::FIELDS, None), visit)
    }

    /// The deltas of a pool that is a field of a world, or that is on its own.
    pub(crate) fn deltas(is_part: bool) -> Delta
    where
        P::Item: SavedColumns,
    {
        if is_part { Self::DELTA.without_sums() } else { Self::DELTA }
    }
}
