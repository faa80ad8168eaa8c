//! Saving a pool to bytes, and restoring it.

use super::Pool;
use crate::guard::Guard;
use crate::image::diff;
use crate::image::fingerprint::Items;
use crate::image::item_form::{FieldForm, FormOf};
use crate::image::plain_data::{self, PlainData};
use crate::image::{BufferTooSmall, Delta, DeltaError, ResizeError, RestoreError, items};
use crate::layout::Tracked;
use crate::layout::spec::PoolSpec;
use crate::rows::ImageOf;
use crate::track::Site;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// Leaves a pool empty if a panic unwinds: then some of its slots hold items of an image, and its guard and its stack
/// are still the old ones.
struct EmptyOnUnwind<'a, P: PoolSpec>(&'a mut Pool<P>);

impl<P: PoolSpec> Drop for EmptyOnUnwind<'_, P> {
    fn drop(&mut self) {
        self.0.forget_all();
    }
}

impl<P: PoolSpec<Item: PlainData>> Pool<P> {
    /// The most bytes that a saved pool can have: those of a full pool.
    pub const SAVED_BYTES: usize = Self::saved_bytes(Self::CAPACITY, Self::CAPACITY);

    /// Bytes of the buffer that [`save_delta`](Pool::save_delta) needs: more than a delta if everything has changed.
    pub const MAX_DELTA_BYTES: usize = Self::DELTA.most_bytes();

    const DELTA: Delta = ImageOf::<P::Layout>::delta(Items::of::<P>());

    /// Returns the bytes of a saved pool, for an image of the first `extent` slots, of which `live` are live.
    const fn saved_bytes(extent: usize, live: usize) -> usize {
        ImageOf::<P::Layout>::bytes(extent) + live * plain_data::saved_bytes::<P::Item>()
    }

    /// The number of bytes of the saved pool.
    pub(crate) fn saved_len(&self) -> usize {
        Self::saved_bytes(self.extent(), self.len())
    }

    /// The deltas of a pool that is a field of a world, or that is on its own.
    pub(crate) fn deltas(is_part: bool) -> Delta {
        if is_part { Self::DELTA.without_sums() } else { Self::DELTA }
    }
}

/// # Bytes
///
/// A pool of [plain data](PlainData) saves to bytes and is restored from them, for a rollback or a saved game. After
/// [`restore`](Pool::restore), handles name the same objects as when the pool was saved, and the pool gives out the
/// handles that it would have given out then. This does not exist under `guard = none`, because nothing knows which
/// slots are live. See the guide on [rollback and save
/// games](https://docs.rs/stackpool/latest/stackpool/guide/rollback/).
///
/// - **As short as the use of the pool.** The bytes have the objects, and what is known of the slots that were ever
///   used.
/// - **Canonical.** Equal states give equal bytes, whatever happened before: the same objects in the same slots, the
///   same order of free slots, the same generations, and in a pool with [marks](Pool#order-of-insertion) the same order
///   of insertion. So a checksum of the bytes tells two pools apart. The guide has [what is state and what is
///   not](https://docs.rs/stackpool/latest/stackpool/guide/rollback/#what-is-state-and-what-is-not).
/// - **Checked.** [`restore`](Pool::restore) accepts the bytes of every consistent state, and
///   [`save_into`](Pool::save_into) then writes the same bytes. Any other bytes are an error, and the pool stays as it
///   was.
/// - **The pool forgets what came after.** The pool may give out again, for other objects, the handles that it gave
///   out after the save; under `on_wrap = retire` too. Restore everything that stores handles together with the pool:
///   a [`Link`](crate::Link) in an item comes back with the item, and a [`Snapshot`](crate::Snapshot) restores pools,
///   [`HandleMap`](crate::HandleMap)s and handles as one. Marks that are out end.
/// - **One byte order.** Items are saved as they are in memory. A machine of the other byte order refuses the bytes
///   with [`RestoreError::ByteOrder`]. Nothing else depends on the machine, on the table (`layout = ..`) or on a free
///   list.
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
    #[doc(alias = "snapshot")]
    #[doc(alias = "checkpoint")]
    pub fn save_into<'b>(&self, buffer: &'b mut [u8]) -> Result<&'b mut [u8], BufferTooSmall>
    where
        P::Item: PlainData,
        P::Layout: Tracked,
    {
        let extent = self.extent();
        let image = BufferTooSmall::check(buffer, Self::saved_bytes(extent, self.len()))?;
        self.save_image(extent, image);
        Ok(image)
    }

    /// Returns the saved pool as a new `Vec`. O(used).
    ///
    /// See [`save_into`](Pool::save_into), which needs no heap.
    #[doc(alias = "snapshot")]
    #[doc(alias = "to_bytes")]
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn save(&self) -> Vec<u8>
    where
        P::Item: PlainData,
        P::Layout: Tracked,
    {
        let extent = self.extent();
        let mut saved = alloc::vec![0; Self::saved_bytes(extent, self.len())];
        self.save_image(extent, &mut saved);
        saved
    }

    /// Brings the pool back to the state that was saved. O(used), of this pool and of the one that was saved.
    ///
    /// It needs no other memory. The [`stats`](Pool::stats) of the pool are not part of the saved state, and
    /// continue.
    ///
    /// # Errors
    ///
    /// [`RestoreError`] if the bytes are not a saved pool of this definition. The pool stays as it was.
    ///
    /// Everything is checked, so the bytes may come from anyone. They identify an item by its size, and by the types
    /// of its fields in their order, as written under the derive or in `pool!`, without paths. Names of fields are
    /// not in the bytes. A type of another crate or module is known by its name alone, and not by what it consists
    /// of.
    ///
    /// # Panics
    ///
    /// Panics if the `Default` of a skipped field of the items does (`#[snapshot(skip)]`). The pool stays as it was.
    #[doc(alias = "rollback")]
    #[doc(alias = "from_bytes")]
    #[doc(alias = "load")]
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn restore(&mut self, saved: &[u8]) -> Result<(), RestoreError>
    where
        P::Item: PlainData,
        P::Layout: Tracked,
    {
        self.restore_then(saved, Site::caller(), || Ok(()))
    }

    /// Checks whether [`restore`](Pool::restore) accepts these bytes. O(number of bytes).
    ///
    /// If it does, it does for every pool of this definition. So a world of several pools can be checked as a whole
    /// before the first pool is restored.
    ///
    /// # Errors
    ///
    /// [`RestoreError`], as for `restore`.
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
    /// # Ok::<(), stackpool::RestoreError>(())
    /// ```
    pub fn check_saved(saved: &[u8]) -> Result<(), RestoreError>
    where
        P::Item: PlainData,
        P::Layout: Tracked,
    {
        Self::checked(saved).map(drop)
    }

    /// Converts a saved pool of a smaller definition to one of this definition, in the first bytes of `buffer`, and
    /// returns these: for saves that were written before the capacity was raised. O(number of bytes).
    ///
    /// All handles keep their meaning. So the two definitions agree in the items and in the bits of an index, unless
    /// the smaller one has no generations (then the handles are indexes alone). The larger definition can have more
    /// generations, and the smaller one can have `guard = live`. A capacity of 256 or 65,536 leaves no code for `None`,
    /// and takes no saves of a smaller one whose handles have as many bytes. If the smaller definition has marks, the
    /// larger one has too; if it has none, the order of insertion is that of slots, and the result has format version
    /// 2. [`restore`](Pool::restore) then checks the result as it checks all bytes.
    ///
    /// A buffer of [`SAVED_BYTES`](Pool::SAVED_BYTES) bytes is always long enough.
    ///
    /// # Errors
    ///
    /// - [`ResizeError::BufferTooSmall`] if the buffer is shorter than the result.
    /// - [`ResizeError::Saved`] if the bytes are not a saved pool, or if something does not fit: the capacity, the
    ///   generations, the bits of an index, or the slots that wait.
    #[doc(alias = "migrate")]
    pub fn resize_saved<'b>(saved: &[u8], buffer: &'b mut [u8]) -> Result<&'b mut [u8], ResizeError>
    where
        P::Item: PlainData,
        P::Layout: Tracked,
    {
        ImageOf::<P::Layout>::resized(saved, Items::of::<P>(), buffer)
    }

    /// [Converts](Pool::resize_saved) a saved pool of a smaller definition, and restores it. O(number of bytes).
    ///
    /// # Errors
    ///
    /// [`RestoreError`] if the bytes are not a saved pool whose handles mean the same in this definition. The pool
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
    /// # Ok::<(), stackpool::RestoreError>(())
    /// ```
    #[cfg(feature = "alloc")]
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn restore_resized(&mut self, saved: &[u8]) -> Result<(), RestoreError>
    where
        P::Item: PlainData,
        P::Layout: Tracked,
    {
        let mut buffer = alloc::vec![0; Self::SAVED_BYTES];
        let image = Self::resize_saved(saved, &mut buffer);
        self.restore(image.map_err(|error| error.into_restore(Self::SAVED_BYTES))?)
    }

    /// Saves what has changed since `base`, an earlier save, to the first bytes of `buffer`, and returns these.
    /// O(used).
    ///
    /// The delta has the objects that changed, and where objects came or went, the bookkeeping of the 64 slots around
    /// them. `buffer` needs [`MAX_DELTA_BYTES`](Pool::MAX_DELTA_BYTES) bytes even if the delta is short, because it is
    /// also used as working memory.
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
    /// let delta = positions.save_delta(&image, &mut buffer)?;
    /// assert!(delta.len() < image.len() / 10);
    ///
    /// // Elsewhere:
    /// let image = PositionsPool::patched(&image, delta)?;
    /// let mut copy = PositionsPool::new();
    /// copy.restore(&image)?;
    /// assert_eq!(copy[handle], [1.0, 2.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save_delta<'b>(&self, base: &[u8], buffer: &'b mut [u8]) -> Result<&'b mut [u8], DeltaError>
    where
        P::Item: PlainData,
        P::Layout: Tracked,
    {
        Self::DELTA.write(base, buffer, |image| self.save_whole(image))
    }

    /// Returns what has changed since `base`, an earlier save, as a new `Vec`. O(used).
    ///
    /// See [`save_delta`](Pool::save_delta), which needs no heap.
    ///
    /// # Errors
    ///
    /// [`DeltaError::Base`], as for `save_delta`.
    #[cfg(feature = "alloc")]
    pub fn delta(&self, base: &[u8]) -> Result<Vec<u8>, DeltaError>
    where
        P::Item: PlainData,
        P::Layout: Tracked,
    {
        Self::DELTA.vec(base, |image| self.save_whole(image))
    }

    /// Writes the save for which the delta was written, against `base`, to the first bytes of `buffer`, and returns
    /// these. O(used). The delta is from [`save_delta`](Pool::save_delta) or [`save_changed`](Pool::save_changed).
    ///
    /// [`restore`](Pool::restore) then makes a pool of the result, and checks it as it checks all bytes. Here
    /// checksums are compared, which detect mistakes but not intent. Whoever forges a delta with fitting checksums
    /// decides what is written, and `restore` then refuses or accepts that.
    ///
    /// A buffer of [`SAVED_BYTES`](Pool::SAVED_BYTES) bytes is always long enough.
    ///
    /// # Errors
    ///
    /// - [`DeltaError::BufferTooSmall`] if the buffer is shorter than the save. A delta of
    ///   [`save_changed`](Pool::save_changed) does not say how long the save is, and takes some bytes more, at most
    ///   [`SAVED_BYTES`](Pool::SAVED_BYTES) in all.
    /// - Another [`DeltaError`] if the delta is not one of this definition, is damaged, or was made against another
    ///   base. (A delta of `save_changed` does not know its base. With another one, it is an error or leads to
    ///   another save.)
    ///
    /// After an error, the buffer may hold anything.
    pub fn apply_delta<'b>(
        base: &[u8],
        delta: &[u8],
        buffer: &'b mut [u8],
    ) -> Result<&'b mut [u8], DeltaError>
    where
        P::Item: PlainData,
        P::Layout: Tracked,
    {
        Self::DELTA.apply(base, delta, buffer)
    }

    /// Returns the save for which the delta was written, against `base`, as a new `Vec`. O(used).
    ///
    /// See [`apply_delta`](Pool::apply_delta), which needs no heap.
    ///
    /// # Errors
    ///
    /// [`DeltaError`], as for `apply_delta`.
    #[cfg(feature = "alloc")]
    pub fn patched(base: &[u8], delta: &[u8]) -> Result<Vec<u8>, DeltaError>
    where
        P::Item: PlainData,
        P::Layout: Tracked,
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
        P::Item: PlainData,
        P::Layout: Tracked,
    {
        const { assert!(!core::mem::needs_drop::<P::Item>(), "an item that is saved has no destructor") };
        let (bookkeeping, items) = Self::checked(saved)?;
        let reader = <P::Item as PlainData>::Form::reader();
        then()?;
        // From here on, no code of a user runs, except where an item has a field whose `CheckedBitPattern` was written
        // by hand: its bytes are checked again when they are read.
        let words = bookkeeping.words();
        self.add_differences_to_image(&bookkeeping, items);
        let unloaded = EmptyOnUnwind(self);
        let slots = unloaded.0.slots.as_mut_ptr();
        // SAFETY: 1. `check` found as many slots as the image says, at most the capacity. 2. the pool is mutably
        // borrowed. Items need no drop, as asserted above. If the read of one panics, the pool forgets all of them, and
        // the links in free slots that may be overwritten. 3. `check` compared the number of live slots with the length
        // of the items, and `checked` the bytes of each item.
        unsafe { items::load(slots, words, |word| bookkeeping.live_word(word), items, reader) };
        core::mem::forget(unloaded);
        // SAFETY: 1. the items of its live slots were just loaded.
        unsafe { self.rows.load(self.slots.memory_mut(), &bookkeeping, site) };
        Ok(())
    }

    /// Visits the differences of two saves of this definition.
    pub(crate) fn visit_differences(
        saved: [&[u8]; 2],
        visit: &mut diff::Visit<'_>,
    ) -> Result<ControlFlow<()>, RestoreError>
    where
        P::Item: PlainData,
    {
        // The definition of a generic item does not know whether that has fields.
        let fields = if P::FIELDS.is_empty() { <P::Item as PlainData>::Form::FIELDS } else { P::FIELDS };
        let fields = (fields, <P::Item as PlainData>::Form::show());
        ImageOf::<P::Layout>::visit_differences(saved, Items::of::<P>(), fields, visit)
    }

    /// The number of slots that the image has.
    pub(crate) fn extent(&self) -> usize {
        // SAFETY: 1. they are the slots of this pool, which is borrowed.
        unsafe { self.rows.extent(self.slots.memory()) }
    }

    /// Writes an image to the first bytes of `buffer`, which has `SAVED_BYTES` bytes or more, and returns its extent.
    fn save_whole(&self, buffer: &mut [u8]) -> usize
    where
        P::Item: PlainData,
        P::Layout: Tracked,
    {
        let extent = self.extent();
        self.save_image(extent, &mut buffer[..Self::saved_bytes(extent, self.len())]);
        extent
    }

    /// Writes the image of the first `extent` slots, which fills `image`.
    fn save_image(&self, extent: usize, image: &mut [u8])
    where
        P::Item: PlainData,
        P::Layout: Tracked,
    {
        let (bookkeeping, items) = image.split_at_mut(ImageOf::<P::Layout>::bytes(extent));
        // SAFETY: 1. they are the slots of this pool, which is borrowed. The callers pass the extent.
        unsafe { self.rows.save(self.slots.memory(), Items::of::<P>(), extent, bookkeeping) };
        // SAFETY: 1. `items::save` asks for words of the extent, which is at most the capacity.
        let live_word = |word| unsafe { self.rows.guard.live_word(word) };
        // SAFETY: 1. the guard names live slots, which are below the capacity and hold items. 2. the pool is
        // borrowed. 3. all live slots are in the extent, and `image` has the bytes of their items after those of the
        // bookkeeping.
        unsafe { items::save(self.slots.as_ptr(), extent.div_ceil(64), live_word, items) };
    }

    /// Checks an image of this definition, and returns its parts.
    fn checked(saved: &[u8]) -> Result<(ImageOf<'_, P::Layout>, &[u8]), RestoreError>
    where
        P::Item: PlainData,
        P::Layout: Tracked,
    {
        let (bookkeeping, items) = ImageOf::<P::Layout>::check(saved, Items::of::<P>())?;
        let is_valid = plain_data::are_valid::<P::Item>(bookkeeping.live(), items);
        is_valid.then_some((bookkeeping, items)).ok_or(RestoreError::Value)
    }
}
