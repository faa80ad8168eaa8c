//! `sync = threads` and `sync = threads, exact`: any thread makes and drops boxes. Under `exact`, no thread keeps free
//! slots for itself. The [target](super) decides what holds the free slots.

#![expect(unsafe_code, reason = "a slot is released only by its owner")]

use crate::boxes::spec::SendsBoxes;

/// `sync = threads`.
#[derive(Debug)]
pub enum Threads {}

/// `sync = threads, exact`.
#[derive(Debug)]
pub enum ThreadsExact {}

// SAFETY: 1. a thread that releases an index puts it into its own magazine, pushes it to a stack that all threads
// share, or clears a bit of a word that they share. None of these depends on the thread that acquired the index.
unsafe impl SendsBoxes for Threads {}
// SAFETY: 1. as for `Threads`, without magazines.
unsafe impl SendsBoxes for ThreadsExact {}

/// Implements `Mode` for modes whose free slots are all shared.
///
/// # Safety
///
/// The slots promise the following, if only the owner of an index calls `free_one` with it:
///
/// 1. `reserve_one` gives indices below the capacity, and gives none twice unless it was freed in between.
/// 2. A thread that takes an index sees everything that the thread that freed it did before.
macro_rules! shared_modes {
    ($($mode:ident),*: |$layout:ident| $slots:ty) => {$(
        // SAFETY: 1. and 2. are those of the slots. Only `release` frees an index, and its caller owns that index.
        unsafe impl $crate::boxes::spec::Mode for $mode {
            type State<$layout: $crate::layout::Layout> = $slots;
            type Caches<P: $crate::boxes::spec::BoxSpec<Mode = Self>> = ();

            #[inline]
            fn acquire<P: $crate::boxes::spec::BoxSpec<Mode = Self>>() -> Option<u32> {
                $crate::boxes::spec::state::<P>().reserve_one()
            }

            #[inline]
            unsafe fn release<P: $crate::boxes::spec::BoxSpec<Mode = Self>>(index: u32) {
                $crate::boxes::spec::state::<P>().free_one(index);
            }

            fn usage<P: $crate::boxes::spec::BoxSpec<Mode = Self>>() -> $crate::boxes::sync::usage::Usage {
                $crate::boxes::spec::state::<P>().usage()
            }
        }
    )*};
}
pub(super) use shared_modes;

/// The mode, as the macros name it.
#[doc(hidden)]
#[macro_export]
macro_rules! __stackpool_threads_mode {
    () => {
        $crate::__private::Threads
    };
}

/// The mode, as the macros name it.
#[doc(hidden)]
#[macro_export]
macro_rules! __stackpool_exact_mode {
    () => {
        $crate::__private::ThreadsExact
    };
}

pub use {__stackpool_exact_mode as exact_mode, __stackpool_threads_mode as threads_mode};
