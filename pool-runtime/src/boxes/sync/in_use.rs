//! Whether a pool is in use, without feature `std`.

#![expect(unsafe_code, reason = "one user at a time is let in")]

use super::counted::{Counted, counted_mode};
use super::local::Local;
use super::usage::Usage;
use crate::base::flag::Flag;
use crate::boxes::spec::{BoxSpec, state};
use crate::table::Table;
use bytemuck::Zeroable;
use core::cell::UnsafeCell;
#[cfg(feature = "report")]
use core::sync::atomic::{AtomicUsize, Ordering};

/// The free slots of a pool, for one user at a time.
#[derive(Debug)]
#[repr(C)]
pub struct LocalState<T: Table> {
    /// Set while an operation is under way.
    in_use: Flag,
    counted: UnsafeCell<Counted<T>>,
    /// The counts after the last operation, for the report: a reader must not set the flag, because the user that comes
    /// meanwhile would panic.
    #[cfg(feature = "report")]
    seen: Seen,
}

/// Counts that everybody can read. One user at a time writes them.
#[cfg(feature = "report")]
#[derive(Debug)]
struct Seen([AtomicUsize; 3]);

#[cfg(feature = "report")]
impl Seen {
    fn store(&self, Usage { live, most_live, exhausted, .. }: Usage) {
        let exhausted = usize::try_from(exhausted).unwrap_or(usize::MAX);
        let figures = [live as usize, most_live as usize, exhausted];
        self.0.iter().zip(figures).for_each(|(to, figure)| to.store(figure, Ordering::Relaxed));
    }

    fn load(&self) -> Usage {
        let [live, most_live, exhausted] = self.0.each_ref().map(|figure| figure.load(Ordering::Relaxed));
        // The counts may be from different moments.
        let most_live = most_live.max(live);
        Usage { live: live as u32, most_live: most_live as u32, exhausted: exhausted as u64, caches: 0 }
    }
}

// SAFETY: zero bytes are a flag that is not set, a `Counted`, which is zeroable, and atomic integers of 0.
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
        // SAFETY: only this caller is in until it clears the flag, and `f` is a closure of `counted_mode`, which does
        // not call `with` again.
        let counted = unsafe { &mut *self.counted.get() };
        let result = f(counted);
        #[cfg(feature = "report")]
        self.seen.store(counted.usage());
        self.in_use.clear();
        result
    }
}

counted_mode!(
    Local,
    LocalState,
    #[cfg(feature = "report")]
    fn seen_usage<P: BoxSpec<Mode = Self>>() -> Option<Usage> {
        Some(state::<P>().seen.load())
    }
);

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
            let second = catch_unwind(AssertUnwindSafe(|| state.with("Desk", Counted::reserve)));
            let message = second.unwrap_err();
            assert!(
                message.downcast_ref::<std::string::String>().unwrap().contains("boxes of `Desk` are in use")
            );
        });
        // After the operation, another user may come in.
        assert_eq!(state.with("Desk", Counted::reserve), Some(0));
    }
}
