//! A lock around what tasks, threads and interrupt handlers share: a mutex of the standard library, or a critical
//! section. Without either, there is no lock, and the macros report that.

#[cfg(feature = "std")]
mod chosen {
    use std::sync::{Mutex, PoisonError};

    #[derive(Debug)]
    pub(crate) struct Lock<T>(Mutex<T>);

    impl<T> Lock<T> {
        pub(crate) const fn new(content: T) -> Self {
            Lock(Mutex::new(content))
        }

        #[inline]
        pub(crate) fn with<R>(&self, f: impl FnOnce(&mut T) -> R) -> R {
            // A panic under the lock leaves what `f` wrote.
            f(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
        }
    }
}

#[cfg(all(not(feature = "std"), any(feature = "critical-section", not(target_has_atomic = "8"))))]
mod chosen {
    pub(crate) use crate::boxes::sync::critical_section::Critical as Lock;
}

#[cfg(not(any(feature = "std", feature = "critical-section", not(target_has_atomic = "8"))))]
mod chosen {
    use core::convert::Infallible;
    use core::marker::PhantomData;

    #[derive(Debug)]
    pub(crate) struct Lock<T>(Infallible, PhantomData<T>);

    impl<T> Lock<T> {
        pub(crate) const fn new(_: T) -> Self {
            panic!("`wait` needs feature `std` or `critical-section`")
        }

        pub(crate) fn with<R>(&self, _: impl FnOnce(&mut T) -> R) -> R {
            match self.0 {}
        }
    }
}

pub(crate) use chosen::Lock;

/// The static of the tasks that wait, as the macros name its type.
#[cfg(any(feature = "std", feature = "critical-section", not(target_has_atomic = "8")))]
#[doc(hidden)]
#[macro_export]
macro_rules! __stackpool_waiters {
    ($definition:ty) => {
        $crate::__private::BoxWaiters<$definition>
    };
}

/// An error of this crate, as those of [`absent`](super::absent).
#[cfg(not(any(feature = "std", feature = "critical-section", not(target_has_atomic = "8"))))]
#[doc(hidden)]
#[macro_export]
macro_rules! __stackpool_waiters {
    ($definition:ty) => {
        <[(); ::core::compile_error!(
            "`wait` needs feature `std` or `critical-section` of `stackpool`, as tasks, threads and interrupt handlers \
             share the queue of tasks"
        )] as ::core::ops::Deref>::Target
    };
}
pub use __stackpool_waiters as waiters;
