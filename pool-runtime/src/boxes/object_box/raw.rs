//! Boxes taken apart and made again, and addresses.

#![expect(unsafe_code, reason = "a box is made of an address")]

use super::{ObjectBox, ObjectSpec};
use crate::boxes::pool_box::PoolBox;
use crate::handle::Handle;
use core::marker::PhantomData;
use core::mem::ManuallyDrop;

/// # Addresses and handles
impl<P: ObjectSpec> ObjectBox<P> {
    /// Takes a box apart and returns the address of its object, for a DMA transfer or for code in C.
    ///
    /// The object is not given back until [`from_raw`](ObjectBox::from_raw) makes a box of it again. The pointer may
    /// be used like the result of [`as_mut_ptr`](ObjectBox::as_mut_ptr).
    #[inline]
    #[must_use = "the object is not given back"]
    pub fn into_raw(this: Self) -> *mut P::Item {
        let mut this = ManuallyDrop::new(this);
        Self::as_mut_ptr(&mut this)
    }

    /// Makes the box again that [`into_raw`](ObjectBox::into_raw) or [`leak`](ObjectBox::leak) took apart. O(1).
    ///
    /// # Safety
    ///
    /// 1. **Origin.** One of these functions returned the address `raw` for a box of this definition. A pointer of
    ///    another definition with the same item type does not count.
    /// 2. **One owner.** No box was made of that object since: each box that was taken apart is made again once.
    /// 3. **An object.** The slot holds the object, or another object that was written in its place.
    /// 4. **No references.** From here on, no reference to the object is used except those that this box lends.
    /// 5. **Threads.** Whatever other threads did with the object happened before this call: they handed the pointer
    ///    over by a channel, a lock, a `join`, or an atomic with `Release` and `Acquire`. An interrupt handler and a
    ///    DMA transfer count as other threads.
    /// 6. **`sync = local`.** This is the thread in which the box was.
    /// 7. **Pins.** The object was not pinned, or is `Unpin`: the next box of it lends it unpinned.
    #[inline]
    #[must_use]
    pub unsafe fn from_raw(raw: *mut P::Item) -> Self {
        // SAFETY: 1. `raw` is the address of a slot (1. above).
        let handle = unsafe { PoolBox::<P>::handle_at(raw) };
        ObjectBox { handle, lends: PhantomData }
    }

    /// Takes a box apart and returns its handle, a `Copy` token of the same size: for a queue between an interrupt
    /// handler and a task, for example.
    ///
    /// The object is not given back until [`from_handle`](ObjectBox::from_handle) makes a box of it again.
    #[inline]
    #[must_use = "the object is not given back"]
    pub fn into_handle(this: Self) -> Handle<P> {
        ManuallyDrop::new(this).handle
    }

    /// Makes the box again that [`into_handle`](ObjectBox::into_handle) took apart. O(1).
    ///
    /// ```
    /// # use stackpool::Pool;
    /// #[derive(Pool)]
    /// #[pool(capacity = 16, objects)]
    /// # #[derive(bytemuck::Zeroable)]
    /// struct Packet {
    ///     bytes: [u8; 64],
    /// }
    ///
    /// let mut packet = PacketObject::acquire()?;
    /// packet.bytes[0] = 7;
    /// let token = PacketObject::into_handle(packet);
    /// // SAFETY: 1. to 4. the box was just taken apart, and `token` is used once. 5. and 6. it is the same thread.
    /// // 7. the object was not pinned.
    /// let packet = unsafe { PacketObject::from_handle(token) };
    /// assert_eq!(packet.bytes[0], 7);
    /// # Ok::<(), stackpool::Full>(())
    /// ```
    ///
    /// # Safety
    ///
    /// Those of [`from_raw`](ObjectBox::from_raw), where `handle` names the slot of the box that was taken apart. It
    /// may come from anywhere: from [`handle`](ObjectBox::handle), or from its [bits](Handle::from_bits).
    #[inline]
    #[must_use]
    pub unsafe fn from_handle(handle: Handle<P>) -> Self {
        ObjectBox { handle, lends: PhantomData }
    }

    /// Returns the handle of the slot. Its [`index`](Handle::index) tells objects apart, as an address would, and is
    /// the place in an array that says more about each object: `[Info; PacketObject::CAPACITY]`.
    #[inline]
    #[must_use]
    pub fn handle(this: &Self) -> Handle<P> {
        this.handle
    }

    /// Returns the address of the object, for reading.
    ///
    /// It may be read until the box is dropped, as long as nobody changes the object.
    #[inline]
    #[must_use]
    pub fn as_ptr(this: &Self) -> *const P::Item {
        PoolBox::<P>::slot(this.handle)
    }

    /// Returns the address of the object, for reading and writing until the box is dropped.
    #[inline]
    #[must_use]
    pub fn as_mut_ptr(this: &mut Self) -> *mut P::Item {
        PoolBox::<P>::slot(this.handle)
    }
}
