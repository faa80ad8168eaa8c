//! Boxes that lend objects which stay in their slots.
//!
//! Invariant: every slot holds an object at any time, from the start of the program on. An object is reached by the box
//! that has its slot, and by `clear` of the definition, which runs before the slot is released. Nothing drops an
//! object or moves it.

#![expect(unsafe_code, reason = "a box reaches the object in its slot")]

mod clearing;
mod memory;

pub use clearing::{Clear, ClearAny, ItemMut};
pub use memory::{FirstOfZeros, MessageOnly, ObjectSpec, object_static_kind};

use crate::base::full::Full;
use crate::boxes::pointer::{
    addresses, handles, traits_of_an_owner, traits_of_the_object, usage_of_the_pool,
};
use crate::boxes::pool_box::{PoolBox, SentBoxes, Vacant};
use crate::boxes::spec::BoxStatics;
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
use crate::track::Site;
use core::marker::PhantomData;
use core::ops::{Deref, DerefMut};

/// A pointer of 1 to 4 bytes that borrows an object from its pool until the pointer is dropped. The object stays in its
/// slot, and stays initialised.
///
/// ```
/// use stackpool::{Full, Pool};
///
/// #[derive(Pool)]
/// #[pool(capacity = 16, objects = Packet::EMPTY, clear)]
/// struct Packet {
///     len: usize,
///     data: [u8; 1514],
/// }
///
/// impl Packet {
///     const EMPTY: Packet = Packet { len: 0, data: [0; 1514] };
///
///     fn clear(&mut self) {
///         self.len = 0; // the data may stay: nobody reads beyond `len`
///     }
/// }
///
/// # fn main() -> Result<(), Full> {
/// let mut packet = PacketObject::acquire()?; // moves nothing, and writes nothing into the object
/// packet.data[..5].copy_from_slice(b"hello");
/// packet.len = 5;
/// drop(packet); // calls `clear`, and gives the slot back
/// assert_eq!(PacketObject::acquire()?.len, 0);
/// # Ok(())
/// # }
/// ```
///
/// `#[pool(.., objects)]` and `objects` in `pool!` generate an alias of the box, here `PacketObject` for
/// `ObjectBox<Packet>`.
///
/// # When to use it
///
/// Use it for objects that are expensive to make, or that keep memory of their own: packet and DMA buffers, a `Vec` or
/// a `String` that keeps its capacity, scratch space. If each use begins with a new value, use a
/// [`PoolBox`](crate::PoolBox).
///
/// # The object
///
/// - **At first**, every object has the value of the key `objects`: `objects = EXPRESSION` takes any constant
///   expression, and `objects` alone is zero bytes, for items that are `bytemuck::Zeroable`, such as `[u8; 251]`.
/// - **Afterwards**, an object is handed out as the last box left it.
/// - **`clear`** is called when a box is dropped: `clear` alone calls the method `clear` of the item, and
///   `clear = reset` the method `reset`, with `&mut self` and no other argument. A method with `self` does not compile:
///   it would clear a copy of the object. (An `async` method would do nothing.) What it returns is dropped. If it
///   panics, the slot is free again, and the object is as `clear` left it.
/// - **It is not dropped** when its box is dropped, nor at the end of the program, as with any static.
/// - **It does not move.** It has one address for the whole program. `mem::swap` and `mem::take` move its content, as
///   with any mutable reference.
/// - **It is `Send`**, whatever `sync` says: the next box may be on another thread.
/// - **A box that is forgotten** takes its object for ever.
///
/// # Common errors
///
/// What the compiler says, and what to write:
///
/// - **"no function or associated item named `new`"**: `PacketObject::acquire()`. The objects are there already.
/// - **"cannot find type `PacketBox`"**: the box of this definition is `PacketObject`. A box that drops its object
///   needs the key `boxed` in place of `objects`.
/// - **"has no value of zero bytes"**: `objects = EXPRESSION` gives the first value.
/// - **"cannot be sent between threads safely"**: an object outlives its box, and the next box may be on another
///   thread, under `sync = local` too. Use `boxed`, or an item that is `Send`.
/// - **"no method named `clear`"**: the key `clear` calls that method of the item. `clear = reset` calls another one.
/// - **"this one takes `self` or `&self`"**: the item is `Copy`, and the method of `clear` needs `&mut self`.
///
/// # Memory
///
/// If the first value is zero bytes, the static adds nothing to the program file. If any byte is not zero, the whole
/// static is in the program file; on a microcontroller, start-up code copies it from flash. The static has at most
/// 64 MiB, because the compiler works on each of its bytes.
///
/// The user's `link_section` is not accepted: nothing could check that start-up code loads that section.
///
/// # Threads and tests
///
/// As for [`PoolBox`](crate::PoolBox#threads), whose modes of `sync` these boxes have.
///
/// # Functions, not methods
///
/// Write `ObjectBox::leak(packet)`, not `packet.leak()`. As with `Box`, a method would hide a method of the object.
///
/// The second type parameter exists only so that `Borrow` can be implemented: write `ObjectBox<Packet>`.
#[doc(alias("Object", "object_pool", "RefMut"))]
#[repr(transparent)]
pub struct ObjectBox<P: ObjectSpec<Item = T>, T = <P as PoolSpec>::Item> {
    handle: Handle<P>,
    /// For the traits that follow from the object.
    lends: PhantomData<T>,
}

impl<P: ObjectSpec> ObjectBox<P> {
    /// Fails to compile if the slots hold no objects from the start.
    pub(super) const CHECK: () = {
        let () = BoxStatics::<P>::CHECK;
        assert!(P::STATICS.keep_objects(), "the statics are not those of a definition with `objects`");
    };

    /// A box that lends the object in the slot, for a caller at `site`.
    #[inline(always)]
    pub(super) fn of(vacant: Vacant<P>, site: Site) -> Self {
        ObjectBox { handle: vacant.into_handle(site), lends: PhantomData }
    }
}

/// Calls `clear` of the item, if the definition has that key, and frees the slot, even if `clear` panics.
impl<P: ObjectSpec<Item = T>, T> Drop for ObjectBox<P, T> {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: 1. nothing uses the box after this.
        let vacant = unsafe { Vacant::of(self.handle) };
        // SAFETY: the slot holds an object at any time, and belongs to this call until `vacant` is dropped.
        P::give_back(unsafe { &mut *vacant.as_ptr() });
    }
}

/// # Basics
///
/// The methods of the object are reached by dereferencing the box. Dropping the box gives the object back.
impl<P: ObjectSpec> ObjectBox<P> {
    /// Returns a box with an object that no other box has, as the last box left it. O(1).
    ///
    /// # Errors
    ///
    /// [`Full`] if every object has a box. [`PoolBox`](PoolBox#threads) says how exact that is.
    ///
    /// # Panics
    ///
    /// Every function that acquires or releases an object panics as [`PoolBox::new`] does. Only boxes of `sync = local`
    /// ever do.
    #[doc(alias("alloc", "allocate", "checkout", "create", "get", "new", "pull", "request", "take"))]
    #[inline]
    #[cfg_attr(debug_assertions, track_caller)]
    pub fn acquire() -> Result<Self, Full> {
        const { Self::CHECK };
        let site = Site::caller();
        Ok(Self::of(Vacant::<P>::acquire()?, site))
    }
}

/// # Addresses and handles
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
impl<P: ObjectSpec> ObjectBox<P> {
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
}

addresses!(ObjectBox, ObjectSpec, "The object is not released", "the object is not released");
handles!(ObjectBox, ObjectSpec, "The object is not released", "the object is not released", |handle| {
    ObjectBox { handle, lends: PhantomData }
});

usage_of_the_pool!(ObjectBox, ObjectSpec, "An object that a box has takes one slot.", 0);

impl<P: ObjectSpec> Deref for ObjectBox<P> {
    type Target = P::Item;

    #[inline]
    fn deref(&self) -> &P::Item {
        // SAFETY: the slot holds an object at any time, and belongs to the box, which is borrowed for as long as the
        // reference lives.
        unsafe { &*Self::as_ptr(self) }
    }
}

impl<P: ObjectSpec> DerefMut for ObjectBox<P> {
    #[inline]
    fn deref_mut(&mut self) -> &mut P::Item {
        // SAFETY: the slot holds an object at any time, and belongs to the box, which is mutably borrowed for as long
        // as the reference lives.
        unsafe { &mut *Self::as_mut_ptr(self) }
    }
}

// SAFETY: an object stays in its slot of a static for the whole program. So `deref` and `deref_mut` return the same
// address however the box moves.
#[cfg(feature = "stable_deref_trait")]
unsafe impl<P: ObjectSpec> stable_deref_trait::StableDeref for ObjectBox<P> {}

// SAFETY: a box is the only one that reaches its object, which may go to another thread by the bound. `SendsBoxes`
// promises that another thread may free the slot.
unsafe impl<P: ObjectSpec<Item = T> + SentBoxes, T: Send> Send for ObjectBox<P, T> {}

traits_of_the_object!(ObjectBox, ObjectSpec);
traits_of_an_owner!(ObjectBox, ObjectSpec);
