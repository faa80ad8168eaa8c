//! Saving a pool to bytes, and restoring it.

use super::{GuardOf, Pool, StackOf};
use crate::guard::Guard;
use crate::image::fingerprint::Items;
use crate::image::plain_data::PlainData;
use crate::image::{Bookkeeping, BufferTooSmall, Delta, DeltaError, RestoreError, items};
use crate::layout::Tracked;
use crate::layout::spec::PoolSpec;
use crate::marks::Marks;
use crate::track::Site;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;

type ImageOf<'a, P> = Bookkeeping<'a, GuardOf<P>, StackOf<P>>;

/// # Bytes
///
/// A pool of [plain data](PlainData) saves to bytes and is restored from them, for a rollback or a saved game. After
/// [`restore`](Pool::restore), handles name the same objects as when the pool was saved, and the pool gives out the
/// handles that it would have given out then. This does not exist under `guard = none`, because nothing knows which
/// slots are live. See the guide on [rollback and save
/// games](https://docs.rs/stackpool/latest/stackpool/guide/rollback/).
///
/// - **Canonical.** Equal states give equal bytes, whatever happened before: the same objects in the same slots, the
///   same order of free slots, the same generations. So a checksum of the bytes tells two pools apart.
/// - **Checked.** [`restore`](Pool::restore) accepts exactly the bytes that [`save_into`](Pool::save_into) can write.
///   Any other bytes are an error, and the pool stays as it was.
/// - **The pool forgets what came after.** The pool may give out again, for other objects, the handles that it gave
///   out after the save; under `on_wrap = retire` too. Restore everything that stores handles together with the pool:
///   a [`Link`](crate::Link) in an item comes back with the item, a [`HandleMap`](crate::HandleMap) by `clone_from`
///   of a copy. Marks that are out end.
/// - **One byte order.** Items are saved as they are in memory. A machine of the other byte order refuses the bytes
///   with [`RestoreError::ByteOrder`]. Nothing else depends on the machine, on the table (`layout = ..`) or on a free
///   list.
impl<P: PoolSpec> Pool<P> {
    /// Bytes of a saved pool, whatever the pool holds.
    pub const SAVED_BYTES: usize = Self::BOOKKEEPING_SAVED + Self::CAPACITY * size_of::<P::Item>();

    /// Bytes of the buffer that [`save_delta`](Pool::save_delta) needs: the size of a delta if everything has
    /// changed.
    pub const MAX_DELTA_BYTES: usize = Self::DELTA.most_bytes();

    const DELTA: Delta = ImageOf::<P>::delta(Items::of::<P>());

    /// Bytes of a saved pool before the items.
    const BOOKKEEPING_SAVED: usize = ImageOf::<P>::BYTES;

    /// Saves the pool to the first [`SAVED_BYTES`](Pool::SAVED_BYTES) bytes of `buffer`, and returns that number.
    /// O(capacity).
    ///
    /// # Errors
    ///
    /// [`BufferTooSmall`] if the buffer is shorter. Nothing was written.
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
    /// positions.save_into(&mut frame)?;
    /// positions.remove(handle);
    /// positions.restore(&frame)?; // rolled back
    /// assert_eq!(positions[handle], [1.0, 2.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "snapshot")]
    #[doc(alias = "checkpoint")]
    pub fn save_into(&self, buffer: &mut [u8]) -> Result<usize, BufferTooSmall>
    where
        P::Item: PlainData,
        P::Layout: Tracked,
    {
        self.save_image(BufferTooSmall::check(buffer, Self::SAVED_BYTES)?);
        Ok(Self::SAVED_BYTES)
    }

    /// Returns the saved pool as a new `Vec`. O(capacity).
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
        let mut saved = alloc::vec![0; Self::SAVED_BYTES];
        match self.save_into(&mut saved) {
            Ok(_) => saved,
            Err(error) => unreachable!("{error}"),
        }
    }

    /// Brings the pool back to the state that was saved. O(capacity).
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
    #[doc(alias = "rollback")]
    #[doc(alias = "from_bytes")]
    #[doc(alias = "load")]
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn restore(&mut self, saved: &[u8]) -> Result<(), RestoreError>
    where
        P::Item: PlainData,
        P::Layout: Tracked,
    {
        let (bookkeeping, items) = Self::checked(saved)?;
        self.counts.note(self.live());
        // A restored pool has no order of insertion.
        self.marks.forget();
        // SAFETY: 1. the pool is mutably borrowed. Until the guard is loaded, every live slot holds an item: whole
        // items of the old state or of the new one, all of them plain data.
        unsafe { items::load(self.slots.as_mut_ptr(), |word| bookkeeping.live_word(word), items) };
        // SAFETY: 1. they are the slots of this pool. 2. all slots hold plain data, and nobody uses the items of
        // slots that are not live.
        unsafe { bookkeeping.load(&mut self.stack, self.slots.as_mut_ptr(), &mut self.guard) };
        self.set_sites(Site::caller());
        Ok(())
    }

    /// Checks whether [`restore`](Pool::restore) accepts these bytes. O(capacity).
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

    /// Saves what has changed since `base`, an earlier save, and returns the number of bytes. O(capacity).
    ///
    /// The delta leaves out each word of 64 slots in which nothing changed. `buffer` needs
    /// [`MAX_DELTA_BYTES`](Pool::MAX_DELTA_BYTES) bytes even if the delta is short, because it is also used as
    /// working memory.
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
    /// let mut image = positions.save();
    /// let handle = positions.insert([1.0, 2.0]).unwrap();
    ///
    /// let mut buffer = [0; PositionsPool::MAX_DELTA_BYTES];
    /// let length = positions.save_delta(&image, &mut buffer)?;
    /// assert!(length < image.len() / 10);
    ///
    /// // Elsewhere:
    /// PositionsPool::apply_delta(&mut image, &buffer[..length])?;
    /// let mut copy = PositionsPool::new();
    /// copy.restore(&image)?;
    /// assert_eq!(copy[handle], [1.0, 2.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save_delta(&self, base: &[u8], buffer: &mut [u8]) -> Result<usize, DeltaError>
    where
        P::Item: PlainData,
        P::Layout: Tracked,
    {
        Self::DELTA.write(base, buffer, |image| self.save_image(image))
    }

    /// Returns what has changed since `base`, an earlier save, as a new `Vec`. O(capacity).
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
        Self::DELTA.vec(base, |image| self.save_image(image))
    }

    /// Turns `base`, an earlier save, into the save for which the delta was written. O(capacity).
    ///
    /// [`restore`](Pool::restore) then makes a pool of the result, and checks it as it checks all bytes. Here two
    /// checksums are compared, which detect mistakes but not intent. Whoever forges a delta with fitting checksums
    /// can write other bytes into the base, and `restore` then refuses or accepts those.
    ///
    /// # Errors
    ///
    /// [`DeltaError`] if the delta is not one of this definition, is damaged, or was made against another base. The
    /// base stays as it was.
    pub fn apply_delta(base: &mut [u8], delta: &[u8]) -> Result<(), DeltaError>
    where
        P::Item: PlainData,
        P::Layout: Tracked,
    {
        Self::DELTA.apply(base, delta)
    }

    /// Writes an image of [`SAVED_BYTES`](Pool::SAVED_BYTES) bytes.
    fn save_image(&self, image: &mut [u8])
    where
        P::Item: PlainData,
        P::Layout: Tracked,
    {
        let (bookkeeping, items) = image.split_at_mut(Self::BOOKKEEPING_SAVED);
        // SAFETY: 1. The slots are those of this pool, which is borrowed and writes to free slots only through its
        // stack.
        unsafe {
            ImageOf::<P>::save(&self.stack, self.slots.as_ptr(), &self.guard, Items::of::<P>(), bookkeeping);
        }
        // SAFETY: 1. `items::save` asks for words of the capacity.
        let live_word = |word| unsafe { self.guard.live_word(word) };
        // SAFETY: 1. the guard names live slots, which are below the capacity and hold items. 2. the pool is
        // borrowed.
        unsafe { items::save(self.slots.as_ptr(), live_word, items) };
    }

    /// Checks an image of this definition, and returns its parts.
    fn checked(saved: &[u8]) -> Result<(ImageOf<'_, P>, &[u8]), RestoreError>
    where
        P::Item: PlainData,
        P::Layout: Tracked,
    {
        let header = ImageOf::<P>::header(saved, Items::of::<P>(), Self::SAVED_BYTES)?;
        let (bookkeeping, items) = saved.split_at(Self::BOOKKEEPING_SAVED);
        let bookkeeping = ImageOf::<P>::check(bookkeeping, header)?;
        if !bookkeeping.is_full() {
            items::check::<P>(|word| bookkeeping.live_word(word), items)?;
        }
        Ok((bookkeeping, items))
    }
}
