//! Saving a pool to bytes and restoring it.

use super::{GuardOf, Pool};
use crate::free::FreeSlots;
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

/// # Bytes
///
/// Of [plain data](PlainData), a pool is saved to bytes and restored from them, for a rollback or a saved game. The
/// handles that were saved elsewhere come back as well: after [`restore`](Pool::restore) they name what they named, and
/// the pool gives out the handles that it would have given out. Not under `guard = none`, which does not know what is
/// live.
///
/// - **Canonical.** Equal states (the same objects in the same slots, the same order of free slots, the same generations)
///   are equal bytes, whatever happened before. So a checksum of them tells two pools apart.
/// - **Checked.** [`restore`](Pool::restore) takes what [`save_into`](Pool::save_into) can write and nothing else. Any
///   other bytes are an error, and the pool is what it was.
/// - **Back to then.** Handles that were given out after the save were never given out: the pool may give them out again, for
///   other objects, under `on_wrap = retire` too. What keeps such handles goes back as well: a [`Link`](crate::Link) in an item
///   does, a [`HandleMap`](crate::HandleMap) by `clone_from` of a copy. Marks that are out end.
/// - **Of one byte order.** Items are saved as they are in memory. A machine of the other order does not take them, and
///   says so ([`RestoreError::ByteOrder`]). Other than that no machine differs, nor does another table (`layout = ..`)
///   or a free list.
impl<P: PoolSpec> Pool<P> {
    /// Bytes of a saved pool, whatever it holds.
    pub const SAVED_BYTES: usize = Self::BOOKKEEPING_SAVED + Self::CAPACITY * size_of::<P::Item>();

    /// Bytes that [`save_delta`](Pool::save_delta) needs: of a delta after which nothing is as it was.
    pub const MAX_DELTA_BYTES: usize = Self::DELTA.most_bytes();

    const DELTA: Delta = Bookkeeping::<GuardOf<P>>::delta(Items::of::<P>());

    /// Bytes of a saved pool before the items.
    const BOOKKEEPING_SAVED: usize = Bookkeeping::<GuardOf<P>>::BYTES;

    /// Writes the pool to the first [`SAVED_BYTES`](Pool::SAVED_BYTES) bytes of `buffer`; how many these are.
    /// O(capacity).
    ///
    /// # Errors
    ///
    /// [`BufferTooSmall`], and nothing was written.
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
    pub fn save_into(&self, buffer: &mut [u8]) -> Result<usize, BufferTooSmall>
    where
        P::Item: PlainData,
        P::Layout: Tracked,
    {
        self.save_image(BufferTooSmall::check(buffer, Self::SAVED_BYTES)?);
        Ok(Self::SAVED_BYTES)
    }

    /// The pool as bytes: [`save_into`](Pool::save_into) a new `Vec`.
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

    /// Makes the pool what it was when `saved` was written. O(capacity), without any memory.
    ///
    /// Its [`stats`](Pool::stats) are no part of that, and go on.
    ///
    /// # Errors
    ///
    /// [`RestoreError`] for bytes that are not a saved pool of this definition, and the pool is what it was. Everything is
    /// checked, so the bytes may be anyone's. An item is known by its size and by the types of its fields in their order, as
    /// they are written under the derive or in `pool!`, without the paths. Names are not known, and of the types of another
    /// crate or module nothing but their names: what they are made of is what nothing in the bytes says.
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn restore(&mut self, saved: &[u8]) -> Result<(), RestoreError>
    where
        P::Item: PlainData,
        P::Layout: Tracked,
    {
        let (bookkeeping, items) = Self::checked(saved)?;
        self.counts.note(self.live());
        // What is restored knows no order.
        self.marks.forget();
        // SAFETY: 1. the pool is mutably borrowed. Before the guard is loaded every live slot holds an item: whole items of
        // the old state or of the new one, all plain data.
        unsafe { items::load(self.slots.as_mut_ptr(), |word| bookkeeping.live_word(word), items) };
        // SAFETY: 1. they are the slots of this pool. 2. all hold plain data, which nobody has a use for but where it is live.
        unsafe { bookkeeping.load_pool(&mut self.stack, self.slots.as_mut_ptr(), &mut self.guard) };
        self.set_sites(Site::caller());
        Ok(())
    }

    /// Whether [`restore`](Pool::restore) takes these bytes, in which case it does so for every pool of this definition: a
    /// world of several pools is checked as a whole before the first of them is restored. O(capacity).
    ///
    /// # Errors
    ///
    /// [`RestoreError`], as `restore`.
    ///
    /// ```
    /// # use stackpool::pool;
    /// # pool! { Units: [u32; 100]; Bullets: [u32; 1_000]; }
    /// # let (mut units, mut bullets) = (UnitsPool::new(), BulletsPool::new());
    /// let (saved_units, saved_bullets) = (units.save(), bullets.save());
    /// UnitsPool::check_saved(&saved_units)?;
    /// BulletsPool::check_saved(&saved_bullets)?;
    /// // Neither fails now.
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

    /// Writes what makes `base`, an earlier save, the pool as it is now; how many bytes that is. Words of 64 slots of which
    /// nothing changed are left out. O(capacity).
    ///
    /// The buffer is worked in, and needs [`MAX_DELTA_BYTES`](Pool::MAX_DELTA_BYTES) bytes, even where few of them are the
    /// delta in the end.
    ///
    /// # Errors
    ///
    /// [`DeltaError::BufferTooSmall`], and [`DeltaError::Base`] for a base that does not begin as a save of this
    /// definition does, or has another length. Then nothing was written.
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

    /// What makes `base`, an earlier save, the pool as it is now: [`save_delta`](Pool::save_delta) to a new `Vec`.
    ///
    /// # Errors
    ///
    /// [`DeltaError::Base`], as `save_delta`.
    #[cfg(feature = "alloc")]
    pub fn delta(&self, base: &[u8]) -> Result<Vec<u8>, DeltaError>
    where
        P::Item: PlainData,
        P::Layout: Tracked,
    {
        Self::DELTA.vec(base, |image| self.save_image(image))
    }

    /// Makes `base`, an earlier save, the save that the delta was written for. O(capacity).
    ///
    /// [`restore`](Pool::restore) makes a pool of the result, and checks it as it checks all bytes. Here two checksums are,
    /// which are proof against mistakes, not against intent: one who makes them fit makes other bytes of the base, and those
    /// are what `restore` then refuses or takes.
    ///
    /// # Errors
    ///
    /// [`DeltaError`] for bytes that are no delta of this definition, that are not as they were written, or that are of a
    /// delta against another base; and the base is what it was.
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
        // SAFETY: 1. they are the slots of this pool, which is borrowed, and writes to no free slot but through its stack.
        let order = unsafe { self.stack.order(self.slots.as_ptr()) };
        Bookkeeping::save(self.stack.used(), order, &self.guard, Items::of::<P>(), bookkeeping);
        // SAFETY: the words that are asked for are those of the capacity.
        let live_word = |word| unsafe { self.guard.live_word(word) };
        // SAFETY: 1. the guard says which slots are live, and these hold items. 2. the pool is borrowed.
        unsafe { items::save(self.slots.as_ptr(), live_word, items) };
    }

    /// The parts of an image of this pool definition, checked.
    fn checked(saved: &[u8]) -> Result<(Bookkeeping<'_, GuardOf<P>>, &[u8]), RestoreError>
    where
        P::Item: PlainData,
        P::Layout: Tracked,
    {
        let header = Bookkeeping::<GuardOf<P>>::header(saved, Items::of::<P>(), Self::SAVED_BYTES)?;
        let (bookkeeping, items) = saved.split_at(Self::BOOKKEEPING_SAVED);
        let bookkeeping = Bookkeeping::check(bookkeeping, header)?;
        if !bookkeeping.is_full() {
            items::check::<P>(|word| bookkeeping.live_word(word), items)?;
        }
        Ok((bookkeeping, items))
    }
}
