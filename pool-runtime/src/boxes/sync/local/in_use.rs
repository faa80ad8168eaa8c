//! Whether somebody is using a pool: without feature `std`.

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

/// The free slots of a pool, for one at a time.
#[derive(Debug)]
#[repr(C)]
pub struct LocalState<T: Table> {
    /// Set while an operation is under way.
    in_use: Flag,
    counted: UnsafeCell<Counted<T>>,
}

// SAFETY: zero bytes are a flag that is not set; `Counted` is zeroable.
unsafe impl<T: Table> Zeroable for LocalState<T> {}
// SAFETY: what is inside is reached by those alone whom the flag lets in, one at a time. It holds indices and counts.
unsafe impl<T: Table> Sync for LocalState<T> {}

impl<T: Table> LocalState<T> {
    /// Lets one in at a time.
    ///
    /// # Panics
    ///
    /// Panics on another core, or in an interrupt handler, that comes in the middle of an operation.
    #[inline]
    #[cfg_attr(debug_assertions, track_caller)]
    fn with<R>(&self, name: &'static str, f: impl FnOnce(&mut Counted<T>) -> R) -> R {
        assert!(
            self.in_use.set(),
            "the boxes of `{name}` are in use by another core, or by what this interrupts: with `sync = local` they are \
             for one thread"
        );
        // SAFETY: only this caller is in until it clears the flag; and `f`, which is one of those below, does not come
        // here again.
        let result = f(unsafe { &mut *self.counted.get() });
        self.in_use.clear();
        result
    }
}

// SAFETY: 1. `Counted` is an index stack, whose free part holds each index once. 2. the flag orders all uses.
unsafe impl Mode for Local {
    type State<L: Layout> = LocalState<L::Table>;
    type Caches<P: BoxSpec<Mode = Self>> = ();

    #[inline]
    fn acquire<P: BoxSpec<Mode = Self>>() -> Option<u32> {
        state::<P>().with(P::NAME, Counted::take)
    }

    #[inline]
    unsafe fn release<P: BoxSpec<Mode = Self>>(index: u32) {
        // SAFETY: 1. promised by the caller.
        state::<P>().with(P::NAME, |counted| unsafe { counted.give_back(index) });
    }

    fn usage<P: BoxSpec<Mode = Self>>() -> Usage {
        state::<P>().with(P::NAME, |counted| counted.usage())
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
        // Who comes after it does not.
        assert_eq!(state.with("Desk", Counted::take), Some(0));
    }
}
