//! The modes as the macros name them, with an error in our words if a mode does not exist here.
//!
//! The error is the length of an array in a type. rustc then knows that the type is wrong, and reports nothing that
//! follows.

#[cfg(any(feature = "critical-section", not(target_has_atomic = "8")))]
pub use super::critical_section::CriticalSection;
#[cfg(any(target_has_atomic = "32", feature = "portable-atomic"))]
pub use super::exact::ThreadsExact;
pub use super::local::Local;
#[cfg(any(target_has_atomic = "32", feature = "portable-atomic"))]
pub use super::threads::Threads;
#[cfg(feature = "std")]
pub use super::{branded::Branded, local::owner::Ownership};
#[cfg(all(target_has_atomic = "64", feature = "std"))]
pub use super::{magazine::Magazine, threads::CloseAtExit};
#[cfg(feature = "std")]
pub use std;

#[cfg(any(target_has_atomic = "32", feature = "portable-atomic"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __stackpool_threads_mode {
    () => {
        $crate::__private::Threads
    };
}

#[cfg(any(target_has_atomic = "32", feature = "portable-atomic"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __stackpool_exact_mode {
    () => {
        $crate::__private::ThreadsExact
    };
}

#[cfg(not(any(target_has_atomic = "32", feature = "portable-atomic")))]
#[doc(hidden)]
#[macro_export]
macro_rules! __stackpool_threads_mode {
    () => {
        <[(); ::core::compile_error!(
            "`sync = threads` needs atomics with compare-and-swap, which this target does not have: use feature \
             `portable-atomic`, `sync = critical_section` (feature `critical-section`), or `sync = local` for one \
             thread"
        )] as ::core::ops::Deref>::Target
    };
}

#[cfg(not(any(target_has_atomic = "32", feature = "portable-atomic")))]
pub use __stackpool_threads_mode as __stackpool_exact_mode;

#[cfg(any(feature = "critical-section", not(target_has_atomic = "8")))]
#[doc(hidden)]
#[macro_export]
macro_rules! __stackpool_critical_section_mode {
    () => {
        $crate::__private::CriticalSection
    };
}

#[cfg(not(any(feature = "critical-section", not(target_has_atomic = "8"))))]
#[doc(hidden)]
#[macro_export]
macro_rules! __stackpool_critical_section_mode {
    () => {
        <[(); ::core::compile_error!(
            "`sync = critical_section` needs feature `critical-section` of `stackpool`, and a program that provides an \
             implementation of the crate of that name"
        )] as ::core::ops::Deref>::Target
    };
}

/// The thread-locals of `sync = threads`.
#[cfg(all(feature = "std", target_has_atomic = "64"))]
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

/// The thread-local of `sync = local`.
#[cfg(feature = "std")]
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

/// For the modes that have no thread-locals.
#[doc(hidden)]
#[macro_export]
macro_rules! __stackpool_no_caches {
    ($definition:ty) => {
        ()
    };
}

#[cfg(not(feature = "std"))]
pub use __stackpool_no_caches as ownership;
#[cfg(not(all(feature = "std", target_has_atomic = "64")))]
pub use __stackpool_no_caches as thread_caches;
#[cfg(feature = "std")]
pub use __stackpool_ownership as ownership;
#[cfg(all(feature = "std", target_has_atomic = "64"))]
pub use __stackpool_thread_caches as thread_caches;
pub use {
    __stackpool_critical_section_mode as critical_section_mode, __stackpool_exact_mode as exact_mode,
    __stackpool_no_caches as no_caches, __stackpool_threads_mode as threads_mode,
};
