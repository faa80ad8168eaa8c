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

/// A value that only code in a critical section reaches.
#[derive(Debug)]
#[repr(transparent)]
pub(crate) struct Critical<T>(UnsafeCell<T>);

// SAFETY: zero bytes are a `T` by the bound.
unsafe impl<T: Zeroable> Zeroable for Critical<T> {}
// SAFETY: the content is reached only in critical sections, which exclude each other, and may go from thread to thread.
unsafe impl<T: Send> Sync for Critical<T> {}

impl<T> Critical<T> {
    #[cfg(not(feature = "std"))]
    pub(crate) const fn new(content: T) -> Self {
        Critical(UnsafeCell::new(content))
    }

    #[inline]
    pub(crate) fn with<R>(&self, f: impl FnOnce(&mut T) -> R) -> R {
        critical_section::with(|_| {
            // SAFETY: nobody else is in a critical section, and no closure asks for the content that it has: those of
            // `counted_mode` call nothing else, and those of `waiting::queue` take slots, and call no code of a user.
            f(unsafe { &mut *self.0.get() })
        })
    }
}

/// The free slots of a pool, for the code that is in a critical section.
#[derive(Debug)]
#[repr(transparent)]
pub struct CriticalState<T: Table>(Critical<Counted<T>>);

// SAFETY: zero bytes are a `Critical`, as they are a `Counted`.
unsafe impl<T: Table> Zeroable for CriticalState<T> {}

impl<T: Table> CriticalState<T> {
    #[inline]
    fn with<R>(&self, _name: &str, f: impl FnOnce(&mut Counted<T>) -> R) -> R {
        self.0.with(f)
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
