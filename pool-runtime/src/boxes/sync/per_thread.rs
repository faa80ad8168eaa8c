//! 64-bit atomics and `std`: each thread has something of its own. Under `sync = threads` it keeps a few free slots, in
//! a [magazine], from a capacity of 256 on. Under `sync = threads, exact` it has one of [several stacks](shared_stacks)
//! as its home.

#![expect(unsafe_code, reason = "a slot is released only by its owner")]

pub(super) mod magazine;
pub(super) mod shared_stacks;
mod thread_number;

use super::branded::Branded;
use super::threads::{Threads, ThreadsExact, shared_modes};
use super::usage::Usage;
use crate::boxes::spec::{BoxSpec, Mode, cache, state};
use crate::layout::Layout;
use crate::layout::spec::Brand;
use core::marker::PhantomData;
use magazine::{Depot, LARGEST, Magazine};
use shared_stacks::SharedStacks;
use std::thread::LocalKey;

/// Closes the magazine of its thread when the thread ends.
pub struct CloseAtExit<P: BoxSpec<Mode = Threads>>(Brand<P>);

impl<P: BoxSpec<Mode = Threads>> CloseAtExit<P> {
    /// The value of one thread.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "made by the macros alone")]
    pub const fn new() -> Self {
        CloseAtExit(PhantomData)
    }
}

opaque_debug!([P: BoxSpec<Mode = Threads>] CloseAtExit<P>);

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
#[inline]
fn with_magazine<P: BoxSpec<Mode = Threads>, R>(f: impl FnOnce(&Magazine) -> R) -> Option<R> {
    if const { cache::<P>() } == 0 {
        return None;
    }
    let (magazine, _) = P::CACHES;
    magazine.try_with(|magazine| f(magazine.get())).ok()
}

/// Takes a slot that is not in the magazine of this thread.
#[cold]
#[inline(never)]
fn acquire_shared<P: BoxSpec<Mode = Threads>>() -> Option<u32> {
    let depot = state::<P>();
    if let Some(index) =
        with_magazine::<P, _>(|magazine| magazine.refill(depot, const { cache::<P>() }, close_at_exit::<P>))
    {
        return index;
    }
    depot.shared.reserve_one()
}

/// Frees a slot for which the magazine of this thread has no room.
#[cold]
#[inline(never)]
fn release_shared<P: BoxSpec<Mode = Threads>>(index: u32) {
    let depot = state::<P>();
    if let Some(()) = with_magazine::<P, _>(|magazine| {
        magazine.spill(depot, index, const { cache::<P>() }, close_at_exit::<P>);
    }) {
        return;
    }
    depot.shared.free_one(index);
}

/// Ensures that the magazine of this thread is closed when the thread ends. Returns `false` if the thread is already
/// ending.
fn close_at_exit<P: BoxSpec<Mode = Threads>>() -> bool {
    let (_, close) = P::CACHES;
    close.try_with(|_| ()).is_ok()
}

// SAFETY: 1. the shared stack gives each index at most once: 1. of `tagged`. An index that goes into a magazine, alone
// or in a batch, stays there until it is taken, or goes back to the shared stack. 2. a magazine belongs to one thread.
// From thread to thread, indices go through the shared stack: the thread that gives an index back releases its writes,
// and the thread that takes the index acquires them.
unsafe impl Mode for Threads {
    type State<L: Layout> = Depot<L::Links>;
    type Caches<P: BoxSpec<Mode = Self>> =
        (&'static LocalKey<Branded<P, Magazine>>, &'static LocalKey<CloseAtExit<P>>);
    const MOST_CACHED: usize = if HAS_LASTING_THREAD_LOCALS { LARGEST } else { 0 };

    #[inline]
    fn acquire<P: BoxSpec<Mode = Self>>() -> Option<u32> {
        if const { cache::<P>() } == 0 {
            return state::<P>().shared.reserve_one();
        }
        if let Some(Some(index)) = with_magazine::<P, _>(|magazine| magazine.reserve(state::<P>())) {
            return Some(index);
        }
        acquire_shared::<P>()
    }

    #[inline]
    unsafe fn release<P: BoxSpec<Mode = Self>>(index: u32) {
        if const { cache::<P>() } == 0 {
            return state::<P>().shared.free_one(index);
        }
        if let Some(true) =
            with_magazine::<P, _>(|magazine| magazine.free(state::<P>(), index, const { cache::<P>() }))
        {
            return;
        }
        release_shared::<P>(index);
    }

    fn flush<P: BoxSpec<Mode = Self>>() {
        with_magazine::<P, _>(|magazine| magazine.flush(state::<P>()));
    }

    fn usage<P: BoxSpec<Mode = Self>>() -> Usage {
        state::<P>().shared.usage()
    }
}

// SAFETY:
// 1. Each stack has a part of the indices, and the parts divide those below the capacity. An index is given for the
//    first time by the counter `used` of its part, which only rises: once. After that it is on a stack only if its
//    owner pushed it, and a pop takes it off: one exchange of the head, which fails if the head changed meanwhile.
// 2. A push releases what its thread did, and the pop that gets the index acquires it: both are exchanges of the head.
//    Nobody did anything to the slot of an index that a counter gives.
shared_modes!(ThreadsExact: |L| SharedStacks<L::Links, 8>);

/// The thread-locals of `sync = threads`.
#[doc(hidden)]
#[macro_export]
macro_rules! __stackpool_thread_caches {
    ($definition:ty) => {{
        $crate::__private::std::thread_local! {
            static MAGAZINE: $crate::__private::Branded<$definition, $crate::__private::Magazine> =
                const { $crate::__private::Branded::new($crate::__private::Magazine::new()) };
            static CLOSE: $crate::__private::CloseAtExit<$definition> =
                const { $crate::__private::CloseAtExit::new() };
        }
        (&MAGAZINE, &CLOSE)
    }};
}
pub use __stackpool_thread_caches as thread_caches;
