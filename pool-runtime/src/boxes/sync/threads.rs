//! `sync = threads`: any thread makes and drops boxes. With feature `std` each thread keeps a few free slots for
//! itself, in a [magazine](super::magazine). Without `std`, or below a capacity of 256, no thread keeps any.

#![expect(unsafe_code, reason = "a slot is released only by its owner")]

use super::{Mode, SendsBoxes, SharedSlots, Usage};
use crate::boxes::pool_box::{BoxSpec, PoolBox, state};
use crate::layout::Layout;
#[cfg(all(feature = "std", target_has_atomic = "64"))]
use {
    super::branded::Branded, super::magazine::Magazine, crate::layout::spec::Brand,
    core::marker::PhantomData, std::thread::LocalKey,
};

/// `sync = threads`.
#[derive(Debug)]
pub enum Threads {}

/// Closes the magazine of its thread when the thread ends.
#[cfg(all(feature = "std", target_has_atomic = "64"))]
pub struct CloseAtExit<P: BoxSpec<Mode = Threads>>(Brand<P>);

#[cfg(all(feature = "std", target_has_atomic = "64"))]
impl<P: BoxSpec<Mode = Threads>> CloseAtExit<P> {
    /// The value of one thread.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "made by the macros alone")]
    pub const fn new() -> Self {
        CloseAtExit(PhantomData)
    }
}

#[cfg(all(feature = "std", target_has_atomic = "64"))]
opaque_debug!([P: BoxSpec<Mode = Threads>] CloseAtExit<P>);

#[cfg(all(feature = "std", target_has_atomic = "64"))]
impl<P: BoxSpec<Mode = Threads>> Drop for CloseAtExit<P> {
    fn drop(&mut self) {
        with_magazine::<P, _>(|magazine| magazine.close(state::<P>()));
    }
}

/// Whether a thread-local without a destructor exists until its thread has ended, so that [`CloseAtExit`] finds it.
/// On other systems `std` may implement thread-locals by keys of the system. It frees the memory of a key when the
/// thread ends, in an order that the system chooses.
const HAS_LASTING_THREAD_LOCALS: bool = cfg!(any(
    all(
        target_os = "linux",
        not(target_env = "ohos"),
        // The target `x86_64-unknown-linux-gnux32` has keys.
        not(all(target_arch = "x86_64", target_pointer_width = "32")),
    ),
    windows,
    target_vendor = "apple",
    target_os = "freebsd",
    target_os = "netbsd",
    target_os = "dragonfly",
    target_os = "fuchsia",
    target_family = "wasm",
));

/// Calls `f` with the magazine of this thread; `None` if this thread keeps no slots for itself.
#[cfg(all(feature = "std", target_has_atomic = "64"))]
#[inline]
fn with_magazine<P: BoxSpec<Mode = Threads>, R>(f: impl FnOnce(&Magazine) -> R) -> Option<R> {
    if PoolBox::<P>::CACHE == 0 {
        return None;
    }
    let (magazine, _) = P::CACHES;
    magazine.try_with(|magazine| f(magazine.get())).ok()
}

/// Takes a slot that is not in the magazine of this thread.
#[cold]
#[inline(never)]
fn acquire_shared<P: BoxSpec<Mode = Threads>>() -> Option<u32> {
    let shared = state::<P>();
    #[cfg(all(feature = "std", target_has_atomic = "64"))]
    if let Some(index) =
        with_magazine::<P, _>(|magazine| magazine.refill(shared, PoolBox::<P>::CACHE, close_at_exit::<P>))
    {
        return index;
    }
    shared.take_one()
}

/// Gives back a slot for which the magazine of this thread has no room.
#[cold]
#[inline(never)]
fn release_shared<P: BoxSpec<Mode = Threads>>(index: u32) {
    let shared = state::<P>();
    #[cfg(all(feature = "std", target_has_atomic = "64"))]
    if let Some(()) = with_magazine::<P, _>(|magazine| {
        magazine.spill(shared, index, PoolBox::<P>::CACHE, close_at_exit::<P>);
    }) {
        return;
    }
    shared.give_one_back(index);
}

/// Ensures that the magazine of this thread is closed when the thread ends. Returns `false` if the thread is already
/// ending.
#[cfg(all(feature = "std", target_has_atomic = "64"))]
fn close_at_exit<P: BoxSpec<Mode = Threads>>() -> bool {
    let (_, close) = P::CACHES;
    close.try_with(|_| ()).is_ok()
}

// SAFETY: 1. the shared slots give each index at most once, as for `ThreadsExact`. An index that goes into a magazine,
// alone or in a batch, stays there until it is taken, or goes back to the shared slots. 2. a magazine belongs to one
// thread. From thread to thread, indices go by way of the shared slots: whoever gives one back releases what whoever
// takes it acquires.
unsafe impl Mode for Threads {
    type State<L: Layout> = SharedSlots<L>;
    #[cfg(all(feature = "std", target_has_atomic = "64"))]
    type Caches<P: BoxSpec<Mode = Self>> =
        (&'static LocalKey<Branded<P, Magazine>>, &'static LocalKey<CloseAtExit<P>>);
    #[cfg(not(all(feature = "std", target_has_atomic = "64")))]
    type Caches<P: BoxSpec<Mode = Self>> = ();
    const HAS_CACHES: bool =
        cfg!(all(feature = "std", target_has_atomic = "64")) && HAS_LASTING_THREAD_LOCALS;

    #[inline]
    fn acquire<P: BoxSpec<Mode = Self>>() -> Option<u32> {
        if PoolBox::<P>::CACHE == 0 {
            return state::<P>().take_one();
        }
        #[cfg(all(feature = "std", target_has_atomic = "64"))]
        if let Some(Some(index)) = with_magazine::<P, _>(|magazine| magazine.take(state::<P>())) {
            return Some(index);
        }
        acquire_shared::<P>()
    }

    #[inline]
    unsafe fn release<P: BoxSpec<Mode = Self>>(index: u32) {
        if PoolBox::<P>::CACHE == 0 {
            return state::<P>().give_one_back(index);
        }
        #[cfg(all(feature = "std", target_has_atomic = "64"))]
        if let Some(true) =
            with_magazine::<P, _>(|magazine| magazine.give_back(state::<P>(), index, PoolBox::<P>::CACHE))
        {
            return;
        }
        release_shared::<P>(index);
    }

    #[cfg(all(feature = "std", target_has_atomic = "64"))]
    fn flush<P: BoxSpec<Mode = Self>>() {
        with_magazine::<P, _>(|magazine| magazine.flush(state::<P>()));
    }

    fn usage<P: BoxSpec<Mode = Self>>() -> Usage {
        state::<P>().usage()
    }
}

// SAFETY: 1. the thread that releases an index puts it in its own magazine or on the shared stack, whichever thread
// acquired it.
unsafe impl SendsBoxes for Threads {}
