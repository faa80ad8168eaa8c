//! What generated code finds where a mode, or its thread-locals, do not exist: an error of this crate, or `()`.
//!
//! The error is the length of an array in a type. rustc then knows that the type is wrong, and reports nothing that
//! follows.

#[doc(hidden)]
#[macro_export]
macro_rules! __stackpool_no_threads_mode {
    () => {
        <[(); ::core::compile_error!(
            "`sync = threads` needs atomics with compare-and-swap, which this target does not have: use feature \
             `portable-atomic`, `sync = critical_section` (feature `critical-section`), or `sync = local` for one \
             thread"
        )] as ::core::ops::Deref>::Target
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __stackpool_no_critical_section_mode {
    () => {
        <[(); ::core::compile_error!(
            "`sync = critical_section` needs feature `critical-section` of `stackpool`, and a program that provides an \
             implementation of the crate of that name"
        )] as ::core::ops::Deref>::Target
    };
}

/// For the modes that have no thread-locals.
#[doc(hidden)]
#[macro_export]
macro_rules! __stackpool_no_caches {
    ($definition:ty) => {
        ()
    };
}
