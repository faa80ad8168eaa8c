//! The modes of `sync = ..`, which say who may make and drop boxes.
//!
//! This file chooses the implementations, by what the target can do. No other file of the folder asks that.
//!
//! | target | `threads` | `threads, exact` |
//! |---|---|---|
//! | 64-bit atomics, with `std` | `per_thread`: magazines | `per_thread`: a stack per thread |
//! | 64-bit atomics, without `std` | `one_stack`: a stack with a tag | the same |
//! | Cortex-M with exclusive loads | `exclusive`: a stack without a tag | the same |
//! | others with 32-bit atomics, or `portable-atomic` | `bits`: a bit per slot | the same |
//! | others | an error | an error |
//!
//! | target | `local` | `critical_section` |
//! |---|---|---|
//! | with `std` | `owner`: counts of one thread | with feature `critical-section`, otherwise an error |
//! | without `std` | `in_use`: a flag | the same |
//! | without 8-bit atomics | `in_use` | always |
//!
//! ```text
//!  threads            magazine (a few slots of one thread) --+
//!                                                            +--> shared -------------------+
//!  threads, exact (no std)   --------------------------------+                              +--> stack_head --> links
//!  threads, exact (std)   ---------------------------------------> shared_stacks -----------+
//!  both, Cortex-M with exclusive loads   ------------------------> exclusive_stack --> exclusive_word, links
//!  both, other targets without 64-bit atomics   -----------------> shared_bits --> bits
//!
//!  local (std)        owner (counts of one thread) --------------------------+
//!                                                                            +--> index_stack --> table
//!  local (no std), critical_section   -------------------> counted ----------+
//! ```

#[macro_use]
mod absent;
pub(crate) mod usage;

// For the key `wait`, with any mode.
pub(crate) mod lock;

// `sync = threads`, exact or not.
#[cfg(all(
    any(target_has_atomic = "32", feature = "portable-atomic"),
    not(target_has_atomic = "64"),
    not(all(target_arch = "arm", target_os = "none", target_has_atomic = "32"))
))]
mod bits;
#[cfg(all(target_arch = "arm", target_os = "none", target_has_atomic = "32", not(target_has_atomic = "64")))]
mod exclusive;
#[cfg(all(target_has_atomic = "64", not(feature = "std")))]
mod one_stack;
#[cfg(all(target_has_atomic = "64", feature = "std"))]
mod per_thread;
#[cfg(target_has_atomic = "64")]
mod tagged;
#[cfg(all(test, target_has_atomic = "64"))]
mod tests;
#[cfg(any(target_has_atomic = "32", feature = "portable-atomic"))]
mod threads;

// `sync = local`.
#[cfg(feature = "std")]
mod branded;
#[cfg(not(feature = "std"))]
mod in_use;
pub(crate) mod local;
#[cfg(feature = "std")]
mod owner;

// `sync = critical_section`.
#[cfg(any(not(feature = "std"), feature = "critical-section", not(target_has_atomic = "8")))]
mod counted;
#[cfg(any(feature = "critical-section", not(target_has_atomic = "8")))]
mod critical_section;

/// The items that generated code names.
pub(crate) mod modes {
    pub use super::local::Local;
    pub use super::lock::waiters;
    pub use __stackpool_no_caches as no_caches;

    #[cfg(not(feature = "std"))]
    pub use __stackpool_no_caches as ownership;
    #[cfg(feature = "std")]
    pub use {super::branded::Branded, super::owner::Ownership, super::owner::ownership, std};

    #[cfg(all(target_has_atomic = "64", feature = "std"))]
    pub use super::per_thread::{CloseAtExit, magazine::Magazine, thread_caches};
    #[cfg(not(all(target_has_atomic = "64", feature = "std")))]
    pub use __stackpool_no_caches as thread_caches;

    #[cfg(any(target_has_atomic = "32", feature = "portable-atomic"))]
    pub use super::threads::{Threads, ThreadsExact, exact_mode, threads_mode};
    #[cfg(not(any(target_has_atomic = "32", feature = "portable-atomic")))]
    pub use {__stackpool_no_threads_mode as exact_mode, __stackpool_no_threads_mode as threads_mode};

    #[cfg(any(feature = "critical-section", not(target_has_atomic = "8")))]
    pub use super::critical_section::{CriticalSection, critical_section_mode};
    #[cfg(not(any(feature = "critical-section", not(target_has_atomic = "8"))))]
    pub use __stackpool_no_critical_section_mode as critical_section_mode;
}
