//! A flag that only one caller at a time can set, and pointers that are set once. They work on targets without
//! compare-and-swap too.

#[cfg(any(feature = "regions", feature = "report"))]
use core::sync::atomic::AtomicPtr;
use core::sync::atomic::{AtomicBool, Ordering};

/// A flag that is clear at first. All zero bytes are a clear flag.
#[derive(Debug)]
#[repr(transparent)]
pub(crate) struct Flag(AtomicBool);

impl Flag {
    /// A clear flag.
    #[inline]
    pub(crate) const fn new() -> Self {
        Flag(AtomicBool::new(false))
    }

    /// Sets the flag. Returns whether this call set it: `false` if it was set already.
    ///
    /// If it returns `true`, this call sees everything that happened before the last [`clear`](Flag::clear).
    #[inline]
    pub(crate) fn set(&self) -> bool {
        #[cfg(target_has_atomic = "8")]
        let was_set = self.0.swap(true, Ordering::Acquire);
        #[cfg(not(target_has_atomic = "8"))]
        let was_set = critical_section::with(|_| {
            let was_set = self.0.load(Ordering::Acquire);
            self.0.store(true, Ordering::Relaxed);
            was_set
        });
        !was_set
    }

    /// Returns whether the flag is set.
    #[cfg(any(feature = "std", feature = "report"))]
    #[inline]
    pub(crate) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Clears the flag.
    #[cfg(any(test, not(feature = "std")))]
    #[inline]
    pub(crate) fn clear(&self) {
        self.0.store(false, Ordering::Release);
    }
}

/// Sets a pointer that is null. Returns the previous pointer: null if this call set it.
///
/// A caller that gets a pointer set by another call sees what happened before that call.
#[cfg(any(feature = "regions", feature = "report"))]
pub(crate) fn set_null<T>(pointer: &AtomicPtr<T>, new: *mut T) -> *mut T {
    #[cfg(target_has_atomic = "ptr")]
    let null = core::ptr::null_mut();
    #[cfg(target_has_atomic = "ptr")]
    let before = match pointer.compare_exchange(null, new, Ordering::Release, Ordering::Acquire) {
        Ok(before) | Err(before) => before,
    };
    #[cfg(not(target_has_atomic = "ptr"))]
    let before = critical_section::with(|_| {
        let before = pointer.load(Ordering::Acquire);
        if before.is_null() {
            pointer.store(new, Ordering::Release);
        }
        before
    });
    before
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
