//! The thread that owns a pool, with feature `std`.
//!
//! The index stack of a pool is in two parts: the table is in the static, and the count of used slots is in a
//! thread-local of the owner. In other threads the count is above every capacity, so one comparison finds both a full
//! pool and a thread that is not the owner.

#![expect(unsafe_code, reason = "one thread is let in")]

use super::branded::Branded;
use super::local::Local;
use super::usage::Usage;
use crate::base::element::{reference, reference_mut};
use crate::base::flag::Flag;
use crate::boxes::spec::{BoxSpec, Mode, state};
use crate::layout::Layout;
use crate::table::Table;
use bytemuck::Zeroable;
use core::cell::{Cell, UnsafeCell};
use std::thread::LocalKey;

/// The value of `used` in threads that do not own the pool. No capacity is larger.
const NOT_OWNED: u32 = u32::MAX;

/// The static of a pool. Only the owner reaches it, except for the flag.
#[derive(Debug)]
#[repr(C)]
pub struct LocalState<T> {
    is_owned: Flag,
    table: UnsafeCell<T>,
}

// SAFETY: zero bytes are a flag that is not set, and a table.
unsafe impl<T: Table> Zeroable for LocalState<T> {}
// SAFETY: only the thread that set the flag reaches the table. It holds indices, which belong to no thread.
unsafe impl<T: Table> Sync for LocalState<T> {}

/// The counts of a pool, in a thread that may own it.
#[derive(Debug)]
pub struct Ownership {
    is_owner: Cell<bool>,
    used: Cell<u32>,
    most_used: Cell<u32>,
    /// How often a box was refused.
    exhausted: Cell<u64>,
}

impl Ownership {
    /// The counts of a thread that does not own the pool.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "made by the macros alone")]
    pub const fn new() -> Self {
        Ownership {
            is_owner: Cell::new(false),
            used: Cell::new(NOT_OWNED),
            most_used: Cell::new(0),
            exhausted: Cell::new(0),
        }
    }

    /// Counts one more slot as used, and returns the position of its index. `None` if no slot is free, or this thread
    /// is not the owner.
    #[inline(always)]
    fn advance(&self, capacity: u32) -> Option<u32> {
        let used = self.used.get();
        if used >= capacity {
            return None;
        }
        self.used.set(used + 1);
        if used >= self.most_used.get() {
            self.most_used.set(used + 1);
        }
        Some(used)
    }

    /// Counts one slot less as used, and returns the position for its index.
    ///
    /// # Panics
    ///
    /// Panics if no slot is used. This happens in a thread that got a box by unsafe code.
    #[inline(always)]
    fn retreat(&self, capacity: u32, name: &'static str) -> u32 {
        let last = self.used.get().wrapping_sub(1);
        if last >= capacity {
            not_owner(name);
        }
        self.used.set(last);
        last
    }

    fn usage(&self) -> Usage {
        Usage {
            live: self.used.get(),
            most_live: self.most_used.get(),
            exhausted: self.exhausted.get(),
            caches: 0,
        }
    }

    /// Counts that a box was refused, if this thread is the owner. Otherwise makes this thread the owner, unless
    /// another one is.
    #[cold]
    #[inline(never)]
    fn refuse_or_own(&self, is_owned: &Flag, capacity: u32) -> Option<u32> {
        if self.is_owner.get() {
            self.exhausted.set(self.exhausted.get() + 1);
            return None;
        }
        if !is_owned.set() {
            return None;
        }
        self.is_owner.set(true);
        self.used.set(0);
        self.advance(capacity)
    }
}

/// No slot, for the owner of a full pool. Panics in other threads. It is not in the closure, which does not know its
/// caller.
#[cold]
#[inline(never)]
#[cfg_attr(debug_assertions, track_caller)]
fn refused<P: BoxSpec<Mode = Local>>() -> Option<u32> {
    if !P::CACHES.with(|ownership| ownership.get().is_owner.get()) {
        not_owner(P::NAME);
    }
    None
}

#[cold]
#[inline(never)]
#[cfg_attr(debug_assertions, track_caller)]
fn not_owner(name: &'static str) -> ! {
    panic!(
        "the boxes of `{name}` belong to another thread: `sync = local` is for the first thread that makes a box; use \
         `sync = threads`, or a definition per test: each test runs in a thread of its own"
    );
}

// SAFETY: 1. `used` and the table are an index stack, whose free part holds each index once. 2. only the thread that
// set the flag acquires and releases indices, and no other thread can set the flag.
unsafe impl Mode for Local {
    type State<L: Layout> = LocalState<<L::Table as Table>::Bare>;
    type Caches<P: BoxSpec<Mode = Self>> = &'static LocalKey<Branded<P, Ownership>>;

    #[inline]
    fn acquire<P: BoxSpec<Mode = Self>>() -> Option<u32> {
        let capacity = <P::Layout as Layout>::CAPACITY;
        let index = P::CACHES.with(|ownership| {
            let ownership = ownership.get();
            let position = match ownership.advance(capacity) {
                Some(position) => position,
                None => ownership.refuse_or_own(&state::<P>().is_owned, capacity)?,
            };
            // SAFETY: this thread is the owner: `advance` found `used` below the capacity, and in other threads it is
            // `NOT_OWNED`; or `refuse_or_own` returned a position, which it does in the owner only. Nobody else reaches
            // the table, and no reference to it outlives the call of `acquire` or `release` that makes it.
            let table = unsafe { reference(state::<P>().table.get()) };
            // SAFETY: 1. `advance` gives positions below the capacity, here and at the end of `refuse_or_own`. The
            // table is a static of zero bytes, so each entry counts as written.
            Some(unsafe { table.get(position as usize) } ^ position)
        });
        match index {
            None => refused::<P>(),
            index => index,
        }
    }

    #[inline]
    unsafe fn release<P: BoxSpec<Mode = Self>>(index: u32) {
        P::CACHES.with(|ownership| {
            let ownership = ownership.get();
            let position = ownership.retreat(<P::Layout as Layout>::CAPACITY, P::NAME);
            // SAFETY: this thread is the owner: `retreat` returns only if `used` is 1 to the capacity, and in other
            // threads it is `NOT_OWNED`. Nobody else reaches the table, and no reference to it outlives the call of
            // `acquire` or `release` that makes it.
            let table = unsafe { reference_mut(state::<P>().table.get()) };
            // SAFETY: 1. `retreat` gives positions below the capacity. 2. `acquire` gave the index, which is below
            // the capacity. `T::BITS` bits hold every number below it, and the XOR of two such numbers has no other
            // bits.
            unsafe { table.set(position as usize, index ^ position) };
        });
    }

    fn usage<P: BoxSpec<Mode = Self>>() -> Usage {
        P::CACHES.with(|ownership| {
            let ownership = ownership.get();
            if ownership.is_owner.get() {
                return ownership.usage();
            }
            if state::<P>().is_owned.is_set() {
                not_owner(P::NAME);
            }
            Usage::default()
        })
    }

    #[cfg(feature = "report")]
    fn seen_usage<P: BoxSpec<Mode = Self>>() -> Option<Usage> {
        let seen = P::CACHES.try_with(|ownership| {
            let ownership = ownership.get();
            ownership.is_owner.get().then(|| ownership.usage())
        });
        seen.ok().flatten()
    }
}

/// The thread-local of `sync = local`.
#[doc(hidden)]
#[macro_export]
macro_rules! __stackpool_ownership {
    ($definition:ty) => {{
        $crate::__private::std::thread_local! {
            static OWNERSHIP: $crate::__private::Branded<$definition, $crate::__private::Ownership> =
                const { $crate::__private::Branded::new($crate::__private::Ownership::new()) };
        }
        &OWNERSHIP
    }};
}
pub use __stackpool_ownership as ownership;
