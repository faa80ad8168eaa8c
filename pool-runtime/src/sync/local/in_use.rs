//! Whether somebody is using a pool: without feature `std`.

use crate::flag::Flag;

/// Set while an operation is under way.
#[derive(Debug)]
#[repr(transparent)]
pub(super) struct InUse(Flag);

impl InUse {
    /// Lets one in at a time.
    ///
    /// # Panics
    ///
    /// Panics on another core, or in an interrupt handler, that comes in the middle of an operation.
    #[inline]
    pub(super) fn pass<R>(&self, name: &'static str, f: impl FnOnce() -> R) -> R {
        assert!(
            self.0.set(),
            "the boxes of `{name}` are in use by another core, or by what this interrupts: with `sync = local` they are \
             for one thread"
        );
        let result = f();
        self.0.clear();
        result
    }
}
