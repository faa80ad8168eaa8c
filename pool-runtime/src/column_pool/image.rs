//! Saving a column pool to bytes, and restoring it.
//!
//! The image is that of a pool of objects. In place of the items of a word of 64 slots, it has the elements of its live
//! slots column by column: see [`saved`](crate::columns::saved).

use super::ColumnPool;
use crate::body::Body;
use crate::columns::{Columns, SavedList};
use crate::image::{BufferTooSmall, DeltaError, ResizeError, SnapshotError};
use crate::layout::Tracked;
use crate::layout::spec::PoolSpec;
use crate::rows::saved::{Saved, most_bytes};
use crate::store::columns::ColumnCells;
use crate::track::Site;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;

/// Structs of columns that can be saved to bytes.
///
/// Every saved field is [`bytemuck::Zeroable`], [`bytemuck::NoUninit`] and [`bytemuck::CheckedBitPattern`]. Every
/// [`bytemuck::Pod`] type is all three. A field with `#[pool(skip)]` or `#[pool(keep)]` only has to be `Zeroable`.
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
    pub const SAVED_BYTES: usize = most_bytes::<Body<P, ColumnCells<P>>>();

    /// Bytes of the buffer that [`delta_into`](ColumnPool::delta_into) needs. This is more than a delta in which
    /// everything has changed.
    pub const MAX_DELTA_BYTES: usize = <Body<P, ColumnCells<P>>>::DELTA.most_bytes();
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
/// zeros, because another object may be at that position. A field with `#[pool(keep)]` is not in the bytes either.
/// After a restore it holds what it held before if its object was live, under the same handle, and zeros if not.
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
        self.body.save_into(buffer)
    }

    /// Returns the saved pool as a new `Vec`: see [`save_into`](ColumnPool::save_into), which needs no heap.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn save(&self) -> Vec<u8>
    where
        P::Item: SavedColumns,
    {
        self.body.save()
    }

    /// Brings the pool back to the state that was saved: see [`Pool::restore`](crate::Pool::restore).
    ///
    /// # Errors
    ///
    /// [`SnapshotError`] if the bytes are not a saved pool of this definition. The pool stays as it was.
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn restore(&mut self, saved: &[u8]) -> Result<(), SnapshotError>
    where
        P::Item: SavedColumns,
    {
        self.body.restore_then(saved, Site::caller(), || Ok(()))
    }

    /// Checks whether [`restore`](ColumnPool::restore) accepts these bytes. O(number of bytes).
    ///
    /// # Errors
    ///
    /// [`SnapshotError`], as for `restore`.
    pub fn check_saved(saved: &[u8]) -> Result<(), SnapshotError>
    where
        P::Item: SavedColumns,
    {
        <Body<P, ColumnCells<P>>>::check_saved(saved)
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
    pub fn resize_saved<'b>(
        saved: &[u8],
        buffer: &'b mut [u8],
    ) -> Result<&'b mut [u8], SnapshotError<ResizeError>>
    where
        P::Item: SavedColumns,
    {
        <Body<P, ColumnCells<P>>>::resize_saved(saved, buffer)
    }

    /// [Converts](ColumnPool::resize_saved) a saved pool of a smaller definition, and restores it. O(number of bytes).
    ///
    /// # Errors
    ///
    /// [`SnapshotError`] if the bytes are not a saved pool whose handles mean the same in this definition. The pool
    /// stays as it was.
    #[cfg(feature = "alloc")]
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn restore_resized(&mut self, saved: &[u8]) -> Result<(), SnapshotError>
    where
        P::Item: SavedColumns,
    {
        self.body.restore_resized(saved, Site::caller())
    }

    /// Saves what has changed since `base`, an earlier save: see [`Pool::delta_into`](crate::Pool::delta_into).
    ///
    /// It has checks that cannot fail, which the compiler keeps: a program that calls it links the code of panics.
    ///
    /// # Errors
    ///
    /// - [`DeltaError::BufferTooSmall`] if the buffer has fewer than
    ///   [`MAX_DELTA_BYTES`](ColumnPool::MAX_DELTA_BYTES) bytes.
    /// - [`DeltaError::Base`] if the base does not begin as a save of this definition does, or has another length.
    pub fn delta_into<'b>(
        &self,
        base: &[u8],
        buffer: &'b mut [u8],
    ) -> Result<&'b mut [u8], SnapshotError<DeltaError>>
    where
        P::Item: SavedColumns,
    {
        self.body.delta_into(base, buffer)
    }

    /// Returns what has changed since `base`, an earlier save, as a new `Vec`.
    ///
    /// # Errors
    ///
    /// [`DeltaError::Base`], as for [`delta_into`](ColumnPool::delta_into).
    #[cfg(feature = "alloc")]
    pub fn delta(&self, base: &[u8]) -> Result<Vec<u8>, SnapshotError<DeltaError>>
    where
        P::Item: SavedColumns,
    {
        self.body.delta(base)
    }

    /// Rebuilds a later save from `base` and a delta: see [`Pool::patch_into`](crate::Pool::patch_into).
    ///
    /// It writes that save to the first bytes of `buffer`, and returns these bytes.
    ///
    /// It has checks that cannot fail, which the compiler keeps: a program that calls it links the code of panics.
    ///
    /// # Errors
    ///
    /// [`DeltaError`], as for `Pool::patch_into`.
    pub fn patch_into<'b>(
        base: &[u8],
        delta: &[u8],
        buffer: &'b mut [u8],
    ) -> Result<&'b mut [u8], SnapshotError<DeltaError>>
    where
        P::Item: SavedColumns,
    {
        <Body<P, ColumnCells<P>>>::patch_into(base, delta, buffer)
    }

    /// Rebuilds a later save from `base` and a delta, as a new `Vec`.
    ///
    /// # Errors
    ///
    /// [`DeltaError`], as for [`patch_into`](ColumnPool::patch_into).
    #[cfg(feature = "alloc")]
    pub fn patch(base: &[u8], delta: &[u8]) -> Result<Vec<u8>, SnapshotError<DeltaError>>
    where
        P::Item: SavedColumns,
    {
        <Body<P, ColumnCells<P>>>::patch(base, delta)
    }
}
