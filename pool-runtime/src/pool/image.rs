//! Saving a pool to bytes, and restoring it.

use super::Pool;
use crate::body::Body;
use crate::image::plain_data::PlainData;
use crate::image::{BufferTooSmall, DeltaError, ResizeError, SnapshotError};
use crate::layout::slots::Slots;
use crate::layout::spec::PoolSpec;
use crate::layout::{Tracked, Watched};
use crate::rows::saved::{Saved, most_bytes};
use crate::track::Site;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;

impl<P: PoolSpec<Item: PlainData>> Pool<P> {
    /// The most bytes that a saved pool can have: those of a full pool.
    pub const SAVED_BYTES: usize = most_bytes::<Body<P, Slots<P>>>();

    /// Bytes of the buffer that [`delta_into`](Pool::delta_into) needs: more than a delta if everything has changed.
    pub const MAX_DELTA_BYTES: usize = <Body<P, Slots<P>>>::DELTA.most_bytes();
}

/// # Bytes
///
/// A pool of [plain data](PlainData) saves to bytes and is restored from them, for a rollback or a saved game. After
/// [`restore`](Pool::restore), handles name the same objects as when the pool was saved, and the pool gives out the
/// handles that it would have given out then. This does not exist under `guard = none`, because nothing knows which
/// slots are live. See the guide on [rollback and save
/// games](https://docs.rs/stackpool/latest/stackpool/guide/rollback/).
///
/// - **As short as the use of the pool.** The bytes have the objects, and the bookkeeping of the slots that were ever
///   used.
/// - **Canonical.** Equal pools with equal free order give equal bytes, whatever happened before: the objects in their
///   slots, the order of the free slots, the generations, and in a pool with [marks](Pool#order-of-insertion) the order
///   of insertion. So a checksum of the bytes tells two pools apart. The guide has [what is state and what is
///   not](https://docs.rs/stackpool/latest/stackpool/guide/rollback/#what-is-state-and-what-is-not).
/// - **Checked.** [`restore`](Pool::restore) accepts the bytes of every consistent state, and
///   [`save_into`](Pool::save_into) then writes the same bytes. Any other bytes are an error, and the pool stays as it
///   was.
/// - **The pool forgets what came after.** The pool may reissue handles that it gave out after the save, for other
///   objects; under `on_wrap = retire` too. Restore everything that stores handles together with the pool: a
///   [`Link`](crate::Link) in an item comes back with the item, and a [`Snapshot`](crate::Snapshot) restores pools,
///   [`HandleMap`](crate::HandleMap)s and handles as one. Marks that are out end.
/// - **One byte order.** Items are saved as they are in memory. A machine of the other byte order refuses the bytes
///   with [`RestoreError::ByteOrder`](crate::RestoreError::ByteOrder). Nothing else depends on the
///   machine, on the table (`layout = ..`) or on a free list.
impl<P: PoolSpec> Pool<P> {
    /// Saves the pool to the first bytes of `buffer`, and returns these. O(used), where *used* are the slots
    /// up to the last one that was ever used.
    ///
    /// A buffer of [`SAVED_BYTES`](Pool::SAVED_BYTES) bytes is always long enough. Slots that were never used take no
    /// bytes and no time, and free slots take 1 to 8 bytes: their generation and their place in the order.
    ///
    /// # Errors
    ///
    /// [`BufferTooSmall`] if the buffer is shorter than the saved pool. Nothing was written.
    ///
    /// ```
    /// # use stackpool::pool;
    /// pool! {
    ///     Positions: [[f32; 2]; 1_000];
    /// }
    ///
    /// let mut positions = PositionsPool::new();
    /// let mut frame = [0; PositionsPool::SAVED_BYTES];
    /// let handle = positions.insert([1.0, 2.0]).unwrap();
    /// let saved = positions.save_into(&mut frame)?;
    /// positions.remove(handle);
    /// positions.restore(saved)?; // rolled back
    /// assert_eq!(positions[handle], [1.0, 2.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("snapshot", "checkpoint"))]
    pub fn save_into<'b>(&self, buffer: &'b mut [u8]) -> Result<&'b mut [u8], BufferTooSmall>
    where
        P::Item: PlainData,
        P::Layout: Tracked,
    {
        self.body.save_into(buffer)
    }

    /// Returns the saved pool as a new `Vec`. O(used).
    ///
    /// See [`save_into`](Pool::save_into), which needs no heap.
    #[doc(alias("snapshot", "to_bytes"))]
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn save(&self) -> Vec<u8>
    where
        P::Item: PlainData,
        P::Layout: Tracked,
    {
        self.body.save()
    }

    /// Brings the pool back to the state that was saved. O(used), of this pool and of the one that was saved.
    ///
    /// It needs no other memory. The [`stats`](Pool::stats) of the pool are not part of the saved state, and
    /// continue.
    ///
    /// # Errors
    ///
    /// [`SnapshotError`] if the bytes are not a saved pool of this definition. The pool stays as it was.
    ///
    /// Everything is checked, so the bytes may come from anyone. They identify an item by its size, and by the types
    /// of its fields in their order, as written under the derive or in `pool!`, without paths. Names of fields are
    /// not in the bytes. Of a type of another crate or module, only its name counts, not its fields.
    ///
    /// # Panics
    ///
    /// Panics if the `Default` of a skipped field of the items does (`#[snapshot(skip)]`). The pool stays as it was. If
    /// a [`CheckedBitPattern`](bytemuck::CheckedBitPattern) that was written by hand, the `Default` of a kept field
    /// (`#[snapshot(keep)]`) or a destructor panics, the pool is empty afterwards, as a new one.
    #[doc(alias("rollback", "from_bytes", "load"))]
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn restore(&mut self, saved: &[u8]) -> Result<(), SnapshotError>
    where
        P::Item: PlainData,
        P::Layout: Tracked,
    {
        self.body.restore_then(saved, Site::caller(), || Ok(()))
    }

    /// Checks whether [`restore`](Pool::restore) accepts these bytes. O(number of bytes).
    ///
    /// If it does, it does for every pool of this definition. So a world of several pools can be checked as a whole
    /// before the first pool is restored.
    ///
    /// # Errors
    ///
    /// [`SnapshotError`], as for `restore`.
    ///
    /// ```
    /// # use stackpool::pool;
    /// # pool! { Units: [u32; 100]; Bullets: [u32; 1_000]; }
    /// # let (mut units, mut bullets) = (UnitsPool::new(), BulletsPool::new());
    /// let (saved_units, saved_bullets) = (units.save(), bullets.save());
    /// UnitsPool::check_saved(&saved_units)?;
    /// BulletsPool::check_saved(&saved_bullets)?;
    /// // Now neither can fail.
    /// units.restore(&saved_units)?;
    /// bullets.restore(&saved_bullets)?;
    /// # Ok::<(), stackpool::SnapshotError>(())
    /// ```
    pub fn check_saved(saved: &[u8]) -> Result<(), SnapshotError>
    where
        P::Item: PlainData,
        P::Layout: Tracked,
    {
        <Body<P, Slots<P>>>::check_saved(saved)
    }

    /// Converts a saved pool of a smaller definition to one of this definition, in the first bytes of `buffer`, and
    /// returns these: for saves that were written before the capacity was raised. O(number of bytes).
    ///
    /// All handles keep their meaning. So the two definitions must agree in the items and in the bits of an index. If
    /// the smaller one has no generations, its handles are only indexes, and the bits of an index may differ. The
    /// larger definition can have more generations, and the smaller one can have `guard = live`. A capacity of 256 or
    /// 65,536 leaves no code for `None`, and takes no saves of a smaller one whose handles have as many bytes. If the
    /// smaller definition has marks, the larger one has too; if it has none, the order of insertion is that of slots,
    /// and the result has format version 2. [`restore`](Pool::restore) then checks the result as it checks all bytes.
    ///
    /// A buffer of [`SAVED_BYTES`](Pool::SAVED_BYTES) bytes is always long enough.
    ///
    /// # Errors
    ///
    /// - [`ResizeError::BufferTooSmall`] if the buffer is shorter than the result.
    /// - [`ResizeError::Saved`] if the bytes are not a saved pool, or if something does not fit: the capacity, the
    ///   generations, the bits of an index, or the slots that wait.
    #[doc(alias = "migrate")]
    pub fn resize_saved<'b>(
        saved: &[u8],
        buffer: &'b mut [u8],
    ) -> Result<&'b mut [u8], SnapshotError<ResizeError>>
    where
        P::Item: PlainData,
        P::Layout: Tracked,
    {
        <Body<P, Slots<P>>>::resize_saved(saved, buffer)
    }

    /// [Converts](Pool::resize_saved) a saved pool of a smaller definition, and restores it. O(number of bytes).
    ///
    /// # Errors
    ///
    /// [`SnapshotError`] if the bytes are not a saved pool whose handles mean the same in this definition. The pool
    /// stays as it was.
    ///
    /// ```
    /// # use stackpool::pool;
    /// pool! {
    ///     Units: [u32; 600]; // version 1 of the game
    ///     MoreUnits: [u32; 1_000]; // version 2
    /// }
    ///
    /// let mut units = UnitsPool::new();
    /// let unit = units.insert(7).unwrap();
    /// let save_file = units.save();
    ///
    /// let mut more_units = MoreUnitsPool::new();
    /// assert!(more_units.restore(&save_file).is_err());
    /// more_units.restore_resized(&save_file)?;
    /// assert_eq!(more_units.handles().next().unwrap().to_bits(), unit.to_bits());
    /// # Ok::<(), stackpool::SnapshotError>(())
    /// ```
    #[cfg(feature = "alloc")]
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn restore_resized(&mut self, saved: &[u8]) -> Result<(), SnapshotError>
    where
        P::Item: PlainData,
        P::Layout: Tracked,
    {
        self.body.restore_resized(saved, Site::caller())
    }

    /// Saves what has changed since `base`, an earlier save, to the first bytes of `buffer`, and returns these.
    /// O(used).
    ///
    /// The delta has the objects that changed, and where objects came or went, the bookkeeping of the 64 slots around
    /// them. `buffer` needs [`MAX_DELTA_BYTES`](Pool::MAX_DELTA_BYTES) bytes even if the delta is short, because it is
    /// also used as working memory.
    ///
    /// It has checks that cannot fail, which the compiler keeps: a program that calls it links the code of panics.
    ///
    /// # Errors
    ///
    /// - [`DeltaError::BufferTooSmall`] if the buffer is too short.
    /// - [`DeltaError::Base`] if the base does not begin as a save of this definition does, or has another length.
    ///
    /// Nothing was written in either case.
    ///
    /// ```
    /// # use stackpool::pool;
    /// # pool! { Positions: [[f32; 2]; 1_000]; }
    /// let mut positions = PositionsPool::new();
    /// positions.extend([[0.0; 2]; 500]);
    /// let image = positions.save();
    /// let handle = positions.insert([1.0, 2.0]).unwrap();
    ///
    /// let mut buffer = [0; PositionsPool::MAX_DELTA_BYTES];
    /// let delta = positions.delta_into(&image, &mut buffer)?;
    /// assert!(delta.len() < image.len() / 10);
    ///
    /// // Elsewhere:
    /// let image = PositionsPool::patch(&image, delta)?;
    /// let mut copy = PositionsPool::new();
    /// copy.restore(&image)?;
    /// assert_eq!(copy[handle], [1.0, 2.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn delta_into<'b>(
        &self,
        base: &[u8],
        buffer: &'b mut [u8],
    ) -> Result<&'b mut [u8], SnapshotError<DeltaError>>
    where
        P::Item: PlainData,
        P::Layout: Tracked,
    {
        self.body.delta_into(base, buffer)
    }

    /// Returns what has changed since `base`, an earlier save, as a new `Vec`. O(used).
    ///
    /// See [`delta_into`](Pool::delta_into), which needs no heap.
    ///
    /// # Errors
    ///
    /// [`DeltaError::Base`], as for `delta_into`.
    #[cfg(feature = "alloc")]
    pub fn delta(&self, base: &[u8]) -> Result<Vec<u8>, SnapshotError<DeltaError>>
    where
        P::Item: PlainData,
        P::Layout: Tracked,
    {
        self.body.delta(base)
    }

    /// Writes the save for which the delta was written, against `base`, to the first bytes of `buffer`, and returns
    /// these. O(used). The delta is from [`delta_into`](Pool::delta_into) or
    /// [`changed_delta_into`](Pool::changed_delta_into).
    ///
    /// [`restore`](Pool::restore) then makes a pool of the result, and checks it as it checks all bytes. This method
    /// only compares checksums. They detect accidental damage, not forgery. A forged delta with matching checksums can
    /// produce any bytes, which `restore` then checks.
    ///
    /// A buffer of [`SAVED_BYTES`](Pool::SAVED_BYTES) bytes is always long enough.
    ///
    /// It has checks that cannot fail, which the compiler keeps: a program that calls it links the code of panics.
    ///
    /// # Errors
    ///
    /// - [`DeltaError::BufferTooSmall`] if the buffer is shorter than the save. A delta of
    ///   [`changed_delta_into`](Pool::changed_delta_into) does not say how long the save is, and takes some bytes more,
    ///   at most [`SAVED_BYTES`](Pool::SAVED_BYTES) in all.
    /// - Another [`DeltaError`] if the delta is not one of this definition, is damaged, or was made against another
    ///   base. (A delta of `changed_delta_into` does not know its base. With another one, it is an error or leads to
    ///   another save: see [`SaveNumber`](crate::SaveNumber).)
    ///
    /// After an error, the buffer may hold anything.
    pub fn patch_into<'b>(
        base: &[u8],
        delta: &[u8],
        buffer: &'b mut [u8],
    ) -> Result<&'b mut [u8], SnapshotError<DeltaError>>
    where
        P::Item: PlainData,
        P::Layout: Tracked,
    {
        <Body<P, Slots<P>>>::patch_into(base, delta, buffer)
    }

    /// Returns the save for which the delta was written, against `base`, as a new `Vec`. O(used).
    ///
    /// See [`patch_into`](Pool::patch_into), which needs no heap.
    ///
    /// # Errors
    ///
    /// [`DeltaError`], as for `patch_into`.
    #[cfg(feature = "alloc")]
    pub fn patch(base: &[u8], delta: &[u8]) -> Result<Vec<u8>, SnapshotError<DeltaError>>
    where
        P::Item: PlainData,
        P::Layout: Tracked,
    {
        <Body<P, Slots<P>>>::patch(base, delta)
    }
}

/// # Deltas of changed slots
impl<P: PoolSpec> Pool<P> {
    /// Saves the slots that changed since the last [`take_changed`](Pool::take_changed) to the first bytes of `buffer`,
    /// and returns these. O(capacity / 64 + changed slots).
    ///
    /// The bytes are a delta against the save that was made at that moment, which this method does not need. A pool
    /// whose changes were never taken has the save of a new pool as its base. [`patch_into`](Pool::patch_into) and
    /// `patch` make the later save of the two.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// #[derive(Pool, Clone, Copy)]
    /// #[repr(transparent)]
    /// #[pool(capacity = 1_000, changes)]
    /// struct Unit(u32);
    /// # unsafe impl bytemuck::Zeroable for Unit {}
    /// # unsafe impl bytemuck::Pod for Unit {}
    ///
    /// let mut units = UnitPool::new();
    /// let first = units.insert(Unit(1))?;
    /// units.extend((2..500).map(Unit));
    ///
    /// // Both sides begin with the same save.
    /// let mut frame = units.save();
    /// drop(units.take_changed());
    /// for step in 0..3 {
    ///     units[first].0 += 1;
    ///     units.insert(Unit(step))?;
    ///     let delta = units.changed_delta();
    ///     drop(units.take_changed());
    ///     assert!(delta.len() < 120);
    ///
    ///     // The other side:
    ///     frame = UnitPool::patch(&frame, &delta)?;
    ///     assert_eq!(frame, units.save());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// [`changed_packet`](Pool::changed_packet) writes a part of the changes that fits a datagram.
    ///
    /// # Compared with `delta_into`
    ///
    /// [`delta_into`](Pool::delta_into) compares the pool with a base, in O(used), and its deltas know the checksum of
    /// their base. A delta of changed slots does not: against another save, the result is another save or an error.
    /// Together with a [`SaveNumber`](crate::SaveNumber) it is always an error. The delta has the bookkeeping of each
    /// changed slot, not of the 64 slots around it. In a pool with marks, it names the newest objects, down to the
    /// first that did not change.
    ///
    /// It has the order of all free slots, and in a pool with marks that of all objects, and takes O(used), if
    /// something besides removals and insertions made that order: [`clear`](Pool::clear), [`drain`](Pool::drain),
    /// [`insert_at`](Pool::insert_at), [`restore`](Pool::restore), `clone_from`, deserialization, a closure that
    /// panicked, or [`insert_many`](Pool::insert_many) of more objects than there were free slots outside of the
    /// quarantine.
    ///
    /// # Errors
    ///
    /// [`BufferTooSmall`] if the buffer is shorter than the delta. Nothing was written.
    pub fn changed_delta_into<'b>(&self, buffer: &'b mut [u8]) -> Result<&'b mut [u8], BufferTooSmall>
    where
        P::Item: PlainData,
        P::Layout: Watched,
    {
        self.body.changed_delta_into(buffer)
    }

    /// Returns the slots that changed since the last [`take_changed`](Pool::take_changed) as a new `Vec`. O(capacity /
    /// 64 + changed slots).
    ///
    /// See [`changed_delta_into`](Pool::changed_delta_into), which needs no heap.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn changed_delta(&self) -> Vec<u8>
    where
        P::Item: PlainData,
        P::Layout: Watched,
    {
        self.body.changed_delta()
    }
}
