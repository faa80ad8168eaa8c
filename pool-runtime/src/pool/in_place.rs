//! Objects that are made in their slot, without a move over the call stack.

use super::Pool;
use crate::base::full::Full;
use crate::body::Reserved;
use crate::handle::Handle;
use crate::layout::slots::Slots;
use crate::layout::spec::PoolSpec;
use crate::track::Site;
use bytemuck::Zeroable;
use core::mem::MaybeUninit;

/// # Objects made in place
///
/// An item that is passed to [`insert`](Pool::insert) is a value, and debug builds copy it over the call stack. For
/// items of many kilobytes these methods make the object in its slot.
impl<P: PoolSpec> Pool<P> {
    /// Makes an object in its slot. O(1), plus `make`.
    ///
    /// `make` gets the handle of the object and the memory of its slot, and returns the object that it made there. The
    /// methods of [`MaybeUninit`] give such a reference: `write`, and `assume_init_mut`, which is unsafe.
    ///
    /// If `make` panics, the slot is free again and has the next generation, as for
    /// [`insert_with`](Pool::insert_with). What `make` wrote in the slot is not dropped.
    ///
    /// It does not compile for items of zero size. Use `insert_with` for those.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// #[derive(Pool)]
    /// #[pool(capacity = 4)]
    /// struct Chunk {
    ///     me: ChunkHandle,
    ///     blocks: [u16; 4096],
    /// }
    ///
    /// let mut chunks = ChunkPool::new();
    /// let handle = chunks.insert_in_place(|me, slot| {
    ///     let chunk = slot.as_mut_ptr();
    ///     // SAFETY: the slot is memory for one chunk.
    ///     unsafe { (&raw mut (*chunk).me).write(me) };
    ///     // SAFETY: the slot is memory for one chunk.
    ///     unsafe { (&raw mut (*chunk).blocks).write_bytes(0xFF, 1) };
    ///     // SAFETY: both fields were written.
    ///     unsafe { slot.assume_init_mut() }
    /// })?;
    /// assert_eq!((chunks[handle].me, chunks[handle].blocks[4095]), (handle, 0xFFFF));
    /// # Ok::<(), stackpool::Full>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Full`] if no slot is free. Then `make` is not called.
    ///
    /// # Panics
    ///
    /// Panics if `make` returns another object than the one in the memory that it got.
    #[doc(alias("insert_with_uninit", "insert_uninit", "emplace"))]
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn insert_in_place<F>(&mut self, make: F) -> Result<Handle<P>, Full>
    where
        F: FnOnce(Handle<P>, &mut MaybeUninit<P::Item>) -> &mut P::Item,
    {
        const {
            assert!(
                size_of::<P::Item>() != 0,
                "`insert_in_place` is for objects that take memory: `insert_with` makes those of zero size"
            );
        }
        let site = Site::caller();
        let mut reserved = self.body.reserve::<1>()?;
        let [handle] = reserved.handles();
        let slot = memory(&mut reserved);
        let address: *const P::Item = slot.as_ptr();
        let made: *const P::Item = make(handle, slot);
        assert!(
            core::ptr::eq(made, address),
            "`insert_in_place` must return the object that it made in the slot"
        );
        // SAFETY: 1. `make` returned a reference to an item in the slot. It cannot be another item at the same address:
        // an item takes memory, and only `make` had that memory.
        unsafe { reserved.occupy(site) };
        Ok(handle)
    }

    /// Makes an object of zero bytes in its slot. O(size of the object).
    ///
    /// The object is then changed where it is. It does not pass over the call stack, in debug builds either:
    ///
    /// ```
    /// # use stackpool::Pool;
    /// use bytemuck::Zeroable;
    ///
    /// #[derive(Pool, Zeroable)]
    /// #[pool(capacity = 4)]
    /// struct Terrain {
    ///     heights: [[u8; 1024]; 1024],
    /// }
    ///
    /// // A thread with a stack of half a megabyte, and objects of one megabyte in the static pool.
    /// let small = std::thread::Builder::new().stack_size(512 * 1024);
    /// let thread = small.spawn(|| {
    ///     let terrains = Terrain::take_pool().unwrap();
    ///     let terrain = terrains.insert_zeroed().unwrap();
    ///     terrains[terrain].heights[1023][1023] = 7;
    ///     assert_eq!(terrains[terrain].heights[1023][1022..], [0, 7]);
    /// })?;
    /// thread.join().unwrap();
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Full`] if no slot is free.
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn insert_zeroed(&mut self) -> Result<Handle<P>, Full>
    where
        P::Item: Zeroable,
    {
        let site = Site::caller();
        let mut reserved = self.body.reserve::<1>()?;
        let [handle] = reserved.handles();
        let slot = memory(&mut reserved);
        // SAFETY: the slot is borrowed for this call, and is valid for writes of an item.
        unsafe { slot.as_mut_ptr().write_bytes(0, 1) };
        // SAFETY: 1. zero bytes were just written, and they are an item by `Zeroable`.
        unsafe { reserved.occupy(site) };
        Ok(handle)
    }
}

/// Returns the memory of a slot that was reserved.
fn memory<'r, P: PoolSpec>(reserved: &'r mut Reserved<'_, P, Slots<P>, 1>) -> &'r mut MaybeUninit<P::Item> {
    let (slots, index) = reserved.place();
    // SAFETY: 1. a slot that was taken is below the capacity, and `place` points to slots.
    let slot = unsafe { Slots::item_mut(slots, index) };
    // SAFETY: the slot belongs to the reservation, which is borrowed for as long as the reference lives. It is aligned
    // for an item, and any bytes are a `MaybeUninit`.
    unsafe { &mut *slot.cast() }
}
