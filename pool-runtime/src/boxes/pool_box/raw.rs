//! Boxes taken apart and made again: pins, addresses and handles.

#![expect(unsafe_code, reason = "a box is made of an address or a handle")]

use super::PoolBox;
use crate::base::full::Full;
use crate::boxes::pointer::{addresses, handles};
use crate::boxes::spec::{BoxSpec, BoxStatics, index_of, slot};
use crate::handle::Handle;
use crate::layout::Layout;
use core::marker::PhantomData;
use core::pin::Pin;

/// # Pins, addresses and handles
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
        const { BoxStatics::<P>::CHECK };
        // Not `map`: `new` would have `map` as its caller.
        Ok(Self::into_pin(Self::new(value)?))
    }

    /// Pins the object of a box: it does not move until it is dropped.
    #[inline]
    #[must_use]
    pub fn into_pin(this: Self) -> Pin<Self> {
        // SAFETY: the object does not move when the box does, and its slot is reused only after the object was
        // dropped.
        unsafe { Pin::new_unchecked(this) }
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

    /// The handle of the slot at an address.
    ///
    /// # Safety
    ///
    /// 1. `raw` is the address of a slot.
    #[inline]
    pub(crate) unsafe fn handle_at(raw: *const P::Item) -> Handle<P> {
        let index = index_of::<P>(raw);
        debug_assert!(index < <P::Layout as Layout>::CAPACITY, "a pointer that is not into the static");
        // SAFETY: 1. `raw` is the address of a slot (1. above), so this is the index of that slot. 2. the generation
        // is 0, which every layout has.
        let handle = unsafe { Handle::new(index, 0) };
        debug_assert!(core::ptr::eq(slot::<P>(handle), raw), "a pointer that is not to a slot");
        handle
    }
}

addresses!(PoolBox, BoxSpec, "The object is not dropped, and its slot is not freed,", "the object leaks");
handles!(
    PoolBox,
    BoxSpec,
    "The object is not dropped, and its slot is not freed,",
    "the object leaks",
    |handle| PoolBox { handle, owns: PhantomData }
);
