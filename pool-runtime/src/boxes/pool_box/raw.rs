//! Boxes taken apart and made again: pins, addresses and handles.

#![expect(unsafe_code, reason = "a box is made of an address or a handle")]

use super::{BoxSpec, PoolBox, memory};
use crate::base::full::Full;
use crate::handle::Handle;
use crate::layout::Layout;
use core::marker::PhantomData;
use core::mem::ManuallyDrop;
use core::pin::Pin;

/// # Pins, addresses and handles
impl<P: BoxSpec> PoolBox<P> {
    /// Makes a box as [`new`](PoolBox::new) does, with the object pinned.
    ///
    /// # Errors
    ///
    /// [`Full`] with the value if no slot is free.
    ///
    /// # Panics
    ///
    /// Panics as [`new`](PoolBox::new) does.
    #[inline]
    #[cfg_attr(debug_assertions, track_caller)]
    pub fn pin(value: P::Item) -> Result<Pin<Self>, Full<P::Item>> {
        const { Self::CHECK };
        // Not `map`: `new` would have `map` as its caller.
        Ok(Self::into_pin(Self::new(value)?))
    }

    /// Pins the object of a box: it does not move until it is dropped.
    #[inline]
    #[must_use]
    pub fn into_pin(boxed: Self) -> Pin<Self> {
        // SAFETY: the object does not move when the box does, and its slot is reused only after the object was
        // dropped.
        unsafe { Pin::new_unchecked(boxed) }
    }

    /// Returns a reference to the object that lasts for ever. The object is not dropped, and its slot is not freed.
    ///
    /// [`from_raw`](PoolBox::from_raw) makes a box of the object again, once nothing uses the reference any more, nor
    /// anything that was made from it.
    #[inline]
    #[must_use]
    pub fn leak(boxed: Self) -> &'static mut P::Item {
        // SAFETY: the box owned the object in the slot, and nobody else does. Definitions and their items are
        // `'static`.
        unsafe { &mut *Self::into_raw(boxed) }
    }

    /// Takes a box apart and returns the address of its object.
    ///
    /// The object is not dropped, and its slot is not freed, until [`from_raw`](PoolBox::from_raw) makes a box of it
    /// again. The pointer may be used like the result of [`as_mut_ptr`](PoolBox::as_mut_ptr).
    #[inline]
    #[must_use = "the object leaks"]
    pub fn into_raw(boxed: Self) -> *mut P::Item {
        let mut boxed = ManuallyDrop::new(boxed);
        Self::as_mut_ptr(&mut boxed)
    }

    /// Makes the box again that [`into_raw`](PoolBox::into_raw) or [`leak`](PoolBox::leak) took apart. O(1).
    ///
    /// # Safety
    ///
    /// 1. **Origin.** One of these functions returned the address `raw` for a box of this definition. A pointer of
    ///    another definition with the same item type does not count.
    /// 2. **One owner.** No box was made of that object since, by this function or by
    ///    [`from_handle`](PoolBox::from_handle): each box that was taken apart is made again once.
    /// 3. **An object.** The slot holds the object, or another object that was written in its place. The object was
    ///    not moved out or dropped since.
    /// 4. **No references.** From here on, no reference to the object is used except those that this box lends.
    ///    Pointers are used as [`as_ptr`](PoolBox::as_ptr) and [`as_mut_ptr`](PoolBox::as_mut_ptr) allow.
    /// 5. **Threads.** The item is `Send`, or the object has never left this thread. Whatever other threads did with
    ///    it happened before this call: they handed the pointer over by a channel, a lock, a `join`, or an atomic
    ///    with `Release` and `Acquire`. An interrupt handler counts as another thread.
    /// 6. **`sync = local`.** This is the thread in which the box was, even if the item is `Send`.
    /// 7. **Pins.** If the object was pinned and is not `Unpin`, the box is pinned again with
    ///    [`into_pin`](PoolBox::into_pin) before anything else is done with it.
    #[inline]
    #[must_use]
    pub unsafe fn from_raw(raw: *mut P::Item) -> Self {
        // SAFETY: 1. `raw` is the address of a slot (1. above).
        let handle = unsafe { Self::handle_at(raw) };
        PoolBox { handle, owns: PhantomData }
    }

    /// Takes a box apart and returns its handle, a `Copy` token of the same size.
    ///
    /// The object is not dropped, and its slot is not freed, until [`from_handle`](PoolBox::from_handle) makes a box
    /// of it again.
    #[inline]
    #[must_use = "the object leaks"]
    pub fn into_handle(boxed: Self) -> Handle<P> {
        ManuallyDrop::new(boxed).handle
    }

    /// Makes the box again that [`into_handle`](PoolBox::into_handle) took apart. O(1).
    ///
    /// A handle is `Copy` and can go to any thread, whatever the item is. The box that is made of it cannot, so the
    /// contract is that of [`from_raw`](PoolBox::from_raw):
    ///
    /// # Safety
    ///
    /// 1. **Origin.** `handle` names the slot of a box that was taken apart with
    ///    [`into_handle`](PoolBox::into_handle), [`into_raw`](PoolBox::into_raw) or [`leak`](PoolBox::leak). The
    ///    handle itself may come from anywhere: from [`handle`](PoolBox::handle), or from its
    ///    [bits](Handle::from_bits).
    /// 2. **One owner.** No box was made of that object since, by this function or by `from_raw`: each box that was
    ///    taken apart is made again once, however many copies of its handle there are.
    /// 3. **An object.** The slot holds the object, or another object that was written in its place. The object was
    ///    not moved out or dropped since.
    /// 4. **No references.** From here on, no reference to the object is used except those that this box lends.
    ///    Pointers are used as [`as_ptr`](PoolBox::as_ptr) and [`as_mut_ptr`](PoolBox::as_mut_ptr) allow.
    /// 5. **Threads.** The item is `Send`, or the object has never left this thread. Whatever other threads did with
    ///    it happened before this call: they handed the handle over by a channel, a lock, a `join`, or an atomic with
    ///    `Release` and `Acquire`. An interrupt handler counts as another thread.
    /// 6. **`sync = local`.** This is the thread in which the box was, even if the item is `Send`.
    /// 7. **Pins.** If the object was pinned and is not `Unpin`, the box is pinned again with
    ///    [`into_pin`](PoolBox::into_pin) before anything else is done with it.
    ///
    /// ```
    /// # use stackpool::{Full, Pool};
    /// # use std::sync::mpsc;
    /// # #[derive(Pool)] #[pool(capacity = 64, boxed)] struct Job { number: u32 }
    /// // A queue of handles, which are 1 byte each.
    /// let (sender, receiver) = mpsc::channel();
    /// let worker = std::thread::spawn(move || {
    ///     for handle in receiver {
    ///         // SAFETY: 1. and 2. the sender took a box apart for each handle, and sends each handle once.
    ///         // 3. and 4. the sender does nothing else with the objects. 5. a `Job` is `Send`, and the channel
    ///         // synchronises. 6. the mode is `threads`. 7. no job is pinned.
    ///         let job = unsafe { JobBox::from_handle(handle) };
    ///         assert_eq!(job.number, 7);
    ///     }
    /// });
    /// sender.send(JobBox::into_handle(JobBox::new(Job { number: 7 })?)).expect("the worker is there");
    /// drop(sender);
    /// worker.join().expect("the worker ends");
    /// # Ok::<(), Full<Job>>(())
    /// ```
    #[inline]
    #[must_use]
    pub unsafe fn from_handle(handle: Handle<P>) -> Self {
        PoolBox { handle, owns: PhantomData }
    }

    /// Returns the handle of the slot. Its [`index`](Handle::index) tells objects apart, as an address would.
    #[inline]
    #[must_use]
    pub fn handle(boxed: &Self) -> Handle<P> {
        boxed.handle
    }

    /// Returns the address of the object, for reading.
    ///
    /// It may be read until the box is dropped, as long as nobody changes the object.
    #[inline]
    #[must_use]
    pub fn as_ptr(boxed: &Self) -> *const P::Item {
        memory::slot(boxed.handle)
    }

    /// Returns the address of the object, for reading and writing until the box is dropped.
    #[inline]
    #[must_use]
    pub fn as_mut_ptr(boxed: &mut Self) -> *mut P::Item {
        memory::slot(boxed.handle)
    }

    /// The memory of the object of a handle.
    #[inline]
    pub(crate) fn slot(handle: Handle<P>) -> *mut P::Item {
        memory::slot(handle)
    }

    /// The handle of the slot at an address.
    ///
    /// # Safety
    ///
    /// 1. `raw` is the address of a slot.
    #[inline]
    pub(crate) unsafe fn handle_at(raw: *const P::Item) -> Handle<P> {
        let index = memory::index_of::<P>(raw);
        debug_assert!(index < <P::Layout as Layout>::CAPACITY, "a pointer that is not into the static");
        // SAFETY: 1. `raw` is the address of a slot (1. above), so this is the index of that slot. 2. the generation
        // is 0, which every layout has.
        let handle = unsafe { Handle::new(index, 0) };
        debug_assert!(core::ptr::eq(memory::slot::<P>(handle), raw), "a pointer that is not to a slot");
        handle
    }
}
