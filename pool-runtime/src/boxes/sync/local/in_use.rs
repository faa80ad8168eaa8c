//! Whether a pool is in use, without feature `std`.

#![expect(unsafe_code, reason = "one user at a time is let in")]

use super::super::counted::Counted;
use super::super::{Mode, Usage};
use super::Local;
use crate::base::flag::Flag;
use crate::boxes::pool_box::{BoxSpec, state};
use crate::layout::Layout;
use crate::table::Table;
use bytemuck::Zeroable;
use core::cell::UnsafeCell;

/// The free slots of a pool, for one user at a time.
#[derive(Debug)]
#[repr(C)]
pub struct LocalState<T: Table> {
    /// Set while an operation is under way.
    in_use: Flag,
    counted: UnsafeCell<Counted<T>>,
}

// SAFETY: zero bytes are a flag that is not set, and a `Counted`, which is zeroable.
unsafe impl<T: Table> Zeroable for LocalState<T> {}
// SAFETY: the content is reached only by the user that the flag lets in, and the flag lets in one at a time. It holds
// indices and counts, which belong to no thread.
unsafe impl<T: Table> Sync for LocalState<T> {}

impl<T: Table> LocalState<T> {
    /// Lets one user in at a time.
    ///
    /// # Panics
    ///
    /// Panics on another core, or in an interrupt handler, that comes in the middle of an operation.
    #[inline]
    #[cfg_attr(debug_assertions, track_caller)]
    fn with<R>(&self, name: &'static str, f: impl FnOnce(&mut Counted<T>) -> R) -> R {
        assert!(
            self.in_use.set(),
            "the boxes of `{name}` are in use by another core, or by the code that this interrupts: `sync = local` \
             is for one thread; use `sync = critical_section`"
        );
        // SAFETY: only this caller is in until it clears the flag, and `f` is one of the closures below, which do not
        // call `with` again.
        let result = f(unsafe { &mut *self.counted.get() });
        self.in_use.clear();
        result
    }
}

// SAFETY: 1. `Counted` is an index stack, whose free part holds each index once. 2. one user at a time is in, and the
// flag makes each user see what the users before it did.
unsafe impl Mode for Local {
    type State<L: Layout> = LocalState<L::Table>;
    type Caches<P: BoxSpec<Mode = Self>> = ();

    #[inline]
    fn acquire<P: BoxSpec<Mode = Self>>() -> Option<u32> {
        state::<P>().with(P::NAME, Counted::take)
    }

    #[inline]
    unsafe fn release<P: BoxSpec<Mode = Self>>(index: u32) {
        // SAFETY: 1. the caller promises that `index` was acquired here and not released since.
        state::<P>().with(P::NAME, |counted| unsafe { counted.give_back(index) });
    }

    fn usage<P: BoxSpec<Mode = Self>>() -> Usage {
        state::<P>().with(P::NAME, |counted| counted.usage())
    }

    #[cfg(feature = "report")]
    fn seen_usage<P: BoxSpec<Mode = Self>>() -> Option<Usage> {
        let state = state::<P>();
        if !state.in_use.set() {
            return None;
        }
        // SAFETY: only this caller is in until it clears the flag.
        let usage = unsafe { &*state.counted.get() }.usage();
        state.in_use.clear();
        Some(usage)
    }
}

#[cfg(test)]
mod tests {
    use super::LocalState;
    use crate::base::class::Class;
    use crate::boxes::sync::counted::Counted;
    use crate::table::TableClass;
    use bytemuck::Zeroable;
    use core::panic::AssertUnwindSafe;
    use std::panic::catch_unwind;

    #[test]
    fn who_comes_in_the_middle_of_an_operation_panics() {
        let state: LocalState<<Class<8> as TableClass>::Table<4, 0>> = Zeroable::zeroed();
        state.with("Desk", |_| {
            let second = catch_unwind(AssertUnwindSafe(|| state.with("Desk", Counted::take)));
            let message = second.unwrap_err();
            assert!(
                message.downcast_ref::<std::string::String>().unwrap().contains("boxes of `Desk` are in use")
            );
        });
        // After the operation, another user may come in.
        assert_eq!(state.with("Desk", Counted::take), Some(0));
    }
}
