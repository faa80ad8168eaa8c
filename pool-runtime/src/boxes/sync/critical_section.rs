//! `sync = critical_section`: all code may make and drop boxes, interrupt handlers too. Each operation is a critical
//! section.

#![expect(unsafe_code, reason = "one user at a time is in the critical section")]

use super::counted::{Counted, counted_mode};
use super::usage::Usage;
use crate::boxes::spec::{BoxSpec, SendsBoxes, state};
use crate::table::Table;
use bytemuck::Zeroable;
use core::cell::UnsafeCell;

/// `sync = critical_section`.
#[derive(Debug)]
pub enum CriticalSection {}

/// The free slots of a pool, for the code that is in a critical section.
#[derive(Debug)]
#[repr(transparent)]
pub struct CriticalState<T: Table>(UnsafeCell<Counted<T>>);

// SAFETY: zero bytes are a `Counted`, which is zeroable.
unsafe impl<T: Table> Zeroable for CriticalState<T> {}
// SAFETY: the content is reached only in critical sections, which exclude each other. It holds indices and counts,
// which belong to no thread.
unsafe impl<T: Table> Sync for CriticalState<T> {}

impl<T: Table> CriticalState<T> {
    #[inline]
    fn with<R>(&self, _name: &str, f: impl FnOnce(&mut Counted<T>) -> R) -> R {
        critical_section::with(|_| {
            // SAFETY: nobody else is in a critical section, and `f` is a closure of `counted_mode`, which enters none.
            f(unsafe { &mut *self.0.get() })
        })
    }
}

counted_mode!(CriticalSection, CriticalState);

// SAFETY: 1. any code may enter a critical section, in every thread.
unsafe impl SendsBoxes for CriticalSection {}

/// The mode, as the macros name it.
#[doc(hidden)]
#[macro_export]
macro_rules! __stackpool_critical_section_mode {
    () => {
        $crate::__private::CriticalSection
    };
}
pub use __stackpool_critical_section_mode as critical_section_mode;
