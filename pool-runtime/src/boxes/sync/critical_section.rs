//! `sync = critical_section`: all code may make and drop boxes, interrupt handlers too. Each operation is a critical
//! section.

#![expect(unsafe_code, reason = "one user at a time is in the critical section")]

use super::counted::Counted;
use super::{Mode, SendsBoxes, Usage};
use crate::boxes::pool_box::{BoxSpec, state};
use crate::layout::Layout;
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
    fn with<R>(&self, f: impl FnOnce(&mut Counted<T>) -> R) -> R {
        critical_section::with(|_| {
            // SAFETY: nobody else is in a critical section, and `f` is one of the closures below, which enter none.
            f(unsafe { &mut *self.0.get() })
        })
    }
}

// SAFETY: 1. `Counted` is an index stack, whose free part holds each index once. 2. critical sections happen one
// after the other, and each sees what happened in those before it.
unsafe impl Mode for CriticalSection {
    type State<L: Layout> = CriticalState<L::Table>;
    type Caches<P: BoxSpec<Mode = Self>> = ();

    #[inline]
    fn acquire<P: BoxSpec<Mode = Self>>() -> Option<u32> {
        state::<P>().with(Counted::take)
    }

    #[inline]
    unsafe fn release<P: BoxSpec<Mode = Self>>(index: u32) {
        // SAFETY: 1. the caller promises that `index` was acquired here and not released since.
        state::<P>().with(|counted| unsafe { counted.give_back(index) });
    }

    fn usage<P: BoxSpec<Mode = Self>>() -> Usage {
        state::<P>().with(|counted| counted.usage())
    }
}

// SAFETY: 1. any code may enter a critical section, in every thread.
unsafe impl SendsBoxes for CriticalSection {}
