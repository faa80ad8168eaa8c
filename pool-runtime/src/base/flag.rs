//! A flag that one caller at a time gets, on targets without compare-and-swap too.

use core::sync::atomic::{AtomicBool, Ordering};

/// A flag, not set at first. All zero bytes are one that is not set.
#[derive(Debug)]
#[repr(transparent)]
pub(crate) struct Flag(AtomicBool);

impl Flag {
    /// Not set.
    pub(crate) const fn new() -> Self {
        Flag(AtomicBool::new(false))
    }

    /// Sets it: whether it was not set before. Sees what happened before the [`clear`](Flag::clear) that it follows.
    #[cfg(target_has_atomic = "8")]
    #[inline]
    pub(crate) fn set(&self) -> bool {
        !self.0.swap(true, Ordering::Acquire)
    }

    /// Sets it: whether it was not set before. Sees what happened before the [`clear`](Flag::clear) that it follows.
    #[cfg(not(target_has_atomic = "8"))]
    #[inline]
    pub(crate) fn set(&self) -> bool {
        critical_section::with(|_| {
            let is_set = self.0.load(Ordering::Acquire);
            self.0.store(true, Ordering::Relaxed);
            !is_set
        })
    }

    /// Whether it is set.
    #[cfg(feature = "std")]
    pub(crate) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Clears it.
    #[cfg(any(test, not(feature = "std")))]
    #[inline]
    pub(crate) fn clear(&self) {
        self.0.store(false, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::Flag;

    #[test]
    fn one_caller_gets_it_at_a_time() {
        let flag = Flag::new();
        assert!(flag.set());
        assert!(!flag.set());
        flag.clear();
        assert!(flag.set());
    }
}
