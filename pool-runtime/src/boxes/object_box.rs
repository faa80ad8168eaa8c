//! Boxes that lend objects which stay in their slots.
//!
//! Invariant: every slot holds an object at any time, from the start of the program on. An object is reached by the box
//! that has its slot, and by `clear` of the definition, which runs before the slot is given back. Nothing drops an
//! object or moves it.

#![expect(unsafe_code, reason = "a box reaches the object in its slot")]

// The modules are in the order in which the documentation shows their functions.
mod basics;

mod raw;

mod sizes;

mod memory;
mod traits;

pub use memory::{FirstOfZeros, ObjectSpec, object_static_kind};

use crate::boxes::pool_box::{PoolBox, Vacant};
use crate::boxes::usage::usage_of_the_pool;
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
use core::marker::PhantomData;

/// A pointer of 1 to 4 bytes that has an object for as long as it lives. The object stays in its slot, initialised.
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
///   expression, and `objects` alone is zero bytes, for items that are `bytemuck::Zeroable`.
/// - **Afterwards**, an object is handed out as the last box left it.
/// - **`clear`** is called when a box is dropped: `clear` alone calls the method `clear` of the item, and
///   `clear = reset` the method `reset`, with `&mut self` and no other argument. (A method with `self` would clear a
///   copy of an item that is `Copy`, and an `async` one would do nothing.) What it returns is dropped. If it panics,
///   the slot is free again, and the object is as `clear` left it.
/// - **It is not dropped** when its box is dropped, nor at the end of the program, as with any static.
/// - **It does not move.** It has one address for the whole program. `mem::swap` and `mem::take` move its content, as
///   with any mutable reference.
/// - **It is `Send`**, whatever `sync` says: the next box may be on another thread.
/// - **A box that is forgotten** takes its object for ever.
///
/// # Common errors
///
/// What the compiler says about these, and what to write:
///
/// - **"no function or associated item named `new`"**: `PacketObject::acquire()`. The objects are there already.
/// - **"cannot find type `PacketBox`"**: the box of this definition is `PacketObject`. A box that drops its object
///   needs the key `boxed` in place of `objects`.
/// - **"has no value of zero bytes"**: `objects = EXPRESSION` gives the first value.
/// - **"cannot be sent between threads safely"**: an object outlives its box, and the next box may be on another
///   thread, under `sync = local` too. Use `boxed`, or an item that is `Send`.
/// - **"no method named `clear`"**: the key `clear` calls that method of the item. `clear = reset` calls another one.
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
#[doc(alias = "Object")]
#[doc(alias = "object_pool")]
#[doc(alias = "RefMut")]
#[repr(transparent)]
pub struct ObjectBox<P: ObjectSpec<Item = T>, T = <P as PoolSpec>::Item> {
    handle: Handle<P>,
    /// For the traits that follow from the object.
    lends: PhantomData<T>,
}

impl<P: ObjectSpec> ObjectBox<P> {
    /// Fails to compile if the slots hold no objects from the start.
    const CHECK: () = {
        let () = PoolBox::<P>::CHECK;
        assert!(P::STATICS.keep_objects(), "the statics are not those of a definition with `objects`");
    };
}

/// Calls `clear` of the item, if the definition has that key, and gives the slot back, even if `clear` panics.
impl<P: ObjectSpec<Item = T>, T> Drop for ObjectBox<P, T> {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: 1. nothing uses the box after this.
        let vacant = unsafe { Vacant::of(self.handle) };
        // SAFETY: the slot holds an object at any time, and belongs to this call until `vacant` is dropped.
        P::give_back(unsafe { &mut *vacant.as_ptr() });
    }
}

usage_of_the_pool!(ObjectBox, ObjectSpec, "An object that a box has takes one slot.");
