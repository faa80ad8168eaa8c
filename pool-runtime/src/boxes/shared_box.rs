//! Shared boxes: reference-counted pointers of 1 to 4 bytes.
//!
//! A shared box is the index of a slot, as a [`PoolBox`] is. The slot has a [word] with the count, in a static.
//!
//! Invariant: for every slot, the count in its word is the number of shared boxes of its object, including those that
//! were forgotten or taken apart. While it is 0, the slot is free, or a `PoolBox` owns its object. Making and dropping
//! objects is left to `PoolBox`: the first shared box is made of one, and the last shared box becomes one.
//!
//! ```text
//!  SharedBox --+--> PoolBox   (the object and its slot)
//!  WeakBox   --+
//!              +--> memory --> counter --> word   (the count and the generation)
//!                                  ^
//!                                  +-- local_counter, shared_counter or guarded_counter, by the mode and the target
//! ```

#![expect(unsafe_code, reason = "the last owner frees the slot")]

// The modules are in the order in which the documentation shows their functions.
mod basics;

mod owners;

mod weak;

mod raw;

mod cell_counter;
mod counter;
mod counts;
mod local_counter;
mod memory;
#[cfg(any(target_has_atomic = "32", feature = "portable-atomic"))]
mod shared_counter;
#[cfg(not(any(target_has_atomic = "32", feature = "portable-atomic")))]
#[path = "shared_box/guarded_counter.rs"]
mod shared_counter;
mod word;

pub use memory::{CountSlots, SharedCounts, SharedSpec, count_static_kind};
pub use owners::CountOverflow;
pub use weak::{WeakBox, WeakSpec};

use crate::boxes::pointer::{traits_of_the_object, usage_of_the_pool};
use crate::boxes::pool_box::{PoolBox, SentBoxes};
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
use core::marker::PhantomData;
use core::ops::Deref;
use counter::Counter;
use memory::counter;

/// A reference-counted pointer of 1 to 4 bytes: an `Rc` or an `Arc` whose object lives in a static of the definition
/// `P`.
///
/// ```
/// use stackpool::{Full, Pool};
///
/// #[derive(Pool)]
/// #[pool(capacity = 1_000, shared)]
/// struct Texture {
///     width: u32,
/// }
///
/// # fn main() -> Result<(), Full<Texture>> {
/// let grass = TextureArc::new(Texture { width: 64 })?;
/// let other = grass.clone(); // 2 bytes, to the same object
/// let worker = std::thread::spawn(move || other.width);
/// assert_eq!(worker.join().ok(), Some(64));
/// assert_eq!(size_of::<Option<TextureArc>>(), 2);
/// # assert_eq!(grass.width, 64);
/// # Ok(())
/// # }
/// ```
///
/// The object is shared, so `grass.width = 32` does not compile: [`get_mut`](SharedBox::get_mut) and
/// [`make_mut`](SharedBox::make_mut) give it to its only owner.
///
/// `#[pool(.., shared)]` and `shared` in `pool!` generate two aliases: here `TextureArc` for `SharedBox<Texture>` and
/// `TextureWeak` for [`WeakBox<Texture>`](WeakBox). Under `sync = local` the first is called `TextureRc`.
///
/// # When to use it
///
/// Use a shared box if several places use an object, and the last of them drops it: a packet that several tasks read,
/// a texture that many sprites show. If one place owns the object, use a [`PoolBox`]. If the program decides when an
/// object goes, or iterates over all objects, use a [`Pool`](crate::Pool), whose handles are copies without a count.
///
/// # Differences from `Rc` and `Arc`
///
/// | | `Rc`, `Arc` | `SharedBox` |
/// |---|---|---|
/// | bytes of a pointer | 8 on a 64-bit target | 1 to 4 |
/// | bytes of counts per object | 16 on a 64-bit target | 4 |
/// | no memory | aborts | [`Full`](crate::Full) gives the value back |
/// | most pointers to an object | `isize::MAX`, then it aborts | 524,288, then [`CountOverflow`] |
/// | weak pointers | counted; keep the memory | [`WeakBox`]: `Copy`, not counted; keeps nothing |
/// | a weak pointer to nothing | `Weak::new()` | `None` of `Option<TextureWeak>`, which has the same size |
/// | objects of unknown size | yes | no |
///
/// `clone` panics at the limit, and [`try_clone`](SharedBox::try_clone) returns an error. Forgotten pointers stay in
/// the count, so the count never wraps.
///
/// # Threads
///
/// `sync = ..` says who may make and drop objects, as for [boxes](PoolBox#threads):
///
/// | `sync` | alias | counts | `Send` and `Sync` |
/// |---|---|---|---|
/// | `threads` (default); `threads, exact` | `TextureArc` | atomic | if the item is both, as `Arc` |
/// | `local` | `TextureRc` | plain | never, as `Rc` |
/// | `critical_section` | `TextureArc` | atomic, or in critical sections | if the item is both |
///
/// # One owner at first
///
/// A [`PoolBox`] of the same definition becomes a shared box with [`From`], and the only shared box becomes a `PoolBox`
/// with [`into_box`](SharedBox::into_box). The object does not move.
///
/// ```
/// # use stackpool::{Full, Pool, PoolBox};
/// #[derive(Pool, Debug)]
/// #[pool(capacity = 16, shared, sync = local)]
/// struct Config {
///     limits: Vec<u32>,
/// }
///
/// let mut config = PoolBox::<Config>::new(Config { limits: Vec::new() })?;
/// config.limits.push(7); // one owner, who may change it
/// let shared = ConfigRc::from(config);
/// let other = shared.clone();
/// assert_eq!(other.limits, [7]);
/// drop(shared);
/// let mut config = ConfigRc::into_box(other).expect("the only one");
/// config.limits.clear();
/// # Ok::<(), Full<Config>>(())
/// ```
///
/// # Cycles
///
/// As with `Rc`, objects that own each other in a circle are never dropped. Make one of the pointers a [`WeakBox`].
///
/// # Functions, not methods
///
/// Write `SharedBox::get_mut(&mut node)`, not `node.get_mut()`. As with `Rc`, a method would hide a method of the
/// object.
///
/// The second type parameter exists only so that `Borrow` can be implemented: write `SharedBox<Node>`.
#[doc(alias("Rc", "Arc", "arc_pool"))]
#[repr(transparent)]
pub struct SharedBox<P: SharedSpec<Item = T>, T = <P as PoolSpec>::Item> {
    handle: Handle<P>,
    /// A pointer, so that `Send` and `Sync` do not follow from the object, and `UnwindSafe` is as for `Rc`.
    shares: PhantomData<*const T>,
}

impl<P: SharedSpec> SharedBox<P> {
    /// The shared box of an owner.
    ///
    /// # Safety
    ///
    /// 1. The count of the slot is not 0, and includes this box and no other box in its place.
    #[inline]
    unsafe fn of(handle: Handle<P>) -> Self {
        SharedBox { handle, shares: PhantomData }
    }

    /// The `PoolBox` of an object whose last owner has left.
    ///
    /// # Safety
    ///
    /// 1. The caller took the count of the slot from 1 to 0, as the owner that was left, and calls this once. What
    ///    former owners did with the object happened before this.
    #[inline]
    unsafe fn owned(handle: Handle<P>) -> PoolBox<P> {
        // SAFETY: 1. the first owner was made of a `PoolBox` that was taken apart. 2. and 4. no owner is left, and a
        // weak pointer gives none, because the count is 0; the caller makes one `PoolBox` of the object. 3. shared
        // boxes neither move the object out nor drop it. 5. the item is `Send`, or its shared boxes were never on
        // another thread; the caller promises the order. 6. under `sync = local` they are always on their thread. 7. a
        // pinned shared box cannot be taken out of its pin, so its `PoolBox` is only dropped.
        unsafe { PoolBox::from_handle(handle) }
    }
}

/// Takes an owner away. The last one drops the object and frees its slot, even if the destructor panics.
impl<P: SharedSpec<Item = T>, T> Drop for SharedBox<P, T> {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: 1. this box is an owner, and nothing uses it after this.
        let is_last = unsafe { counter(self.handle).leave() };
        if is_last {
            drop_object(self.handle);
        }
    }
}

usage_of_the_pool!(
    SharedBox,
    SharedSpec,
    "An object takes one slot, however many boxes share it. The functions of [`PoolBox`] give the same figures, except \
     for the bytes of the counts.",
    memory::count_bytes::<P>()
);

impl<P: SharedSpec> SharedBox<P> {
    /// Says in the report that the objects of the definition are shared.
    #[inline(always)]
    fn list() {
        #[cfg(feature = "report")]
        {
            use crate::boxes::spec::{Mode, SlotsOf, watched};
            use crate::statics::listing::{Facts, PoolKind};
            let facts = const {
                &Facts {
                    name: P::NAME,
                    kind: PoolKind::Shared,
                    capacity: Self::CAPACITY,
                    total_bytes: Self::TOTAL_BYTES,
                    slots_bytes: size_of::<SlotsOf<P>>() + memory::count_bytes::<P>(),
                    stats: |_| Some(Self::with_bytes(PoolBox::<P>::stats_of(P::Mode::seen_usage::<P>()?))),
                }
            };
            watched::<P>().listing.correct(facts);
        }
    }
}

/// Drops the object of a slot whose last owner has left.
// Not inlined, because most drops are not the last.
#[inline(never)]
fn drop_object<P: SharedSpec>(handle: Handle<P>) {
    // SAFETY: 1. the one caller found the count of 1, and `leave` acquired what former owners did.
    drop(unsafe { SharedBox::owned(handle) });
}

impl<P: SharedSpec> Deref for SharedBox<P> {
    type Target = P::Item;

    #[inline]
    fn deref(&self) -> &P::Item {
        // SAFETY: the pointer is an owner, and is borrowed for as long as the reference lives. While there is another
        // owner, or one is borrowed, nobody gets a mutable reference.
        unsafe { &*Self::as_ptr(self) }
    }
}

// SAFETY: an object stays in its slot of a static until its last owner is dropped, however the pointers move. So
// `deref` returns the same address until then.
#[cfg(feature = "stable_deref_trait")]
unsafe impl<P: SharedSpec> stable_deref_trait::StableDeref for SharedBox<P> {}

// SAFETY: a clone is a pointer to the same object, which stays where it is while one of them is left.
#[cfg(feature = "stable_deref_trait")]
unsafe impl<P: SharedSpec> stable_deref_trait::CloneStableDeref for SharedBox<P> {}

// SAFETY: as for `Arc`: two threads can have a pointer each, so both reach the object by reference (`Sync`), and the
// last one drops it or takes it out (`Send`). The counts are atomic under the modes whose boxes may be sent, and
// another thread may free the slot.
unsafe impl<P: SharedSpec<Item = T> + SentBoxes, T: Send + Sync> Send for SharedBox<P, T> {}

// SAFETY: as for `Arc`: a reference to a pointer can be cloned, so the bounds are those of `Send`. Under `sync = local`
// a reference cannot leave the thread, because the counts are not atomic.
unsafe impl<P: SharedSpec<Item = T> + SentBoxes, T: Send + Sync> Sync for SharedBox<P, T> {}

traits_of_the_object!(SharedBox, SharedSpec);
