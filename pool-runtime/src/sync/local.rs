//! `sync = local`: one thread makes and drops boxes, without atomic exchanges.
//!
//! With feature `std` the first thread that uses the pool owns it, for ever. Without, nothing knows threads: a flag says
//! that the pool is in use, and whoever finds it set is another core, or an interrupt handler in the middle of an
//! operation.

#![expect(unsafe_code, reason = "one user at a time is let in")]

#[cfg(not(feature = "std"))]
mod in_use;
#[cfg(feature = "std")]
mod owner;

#[cfg(not(feature = "std"))]
use in_use::InUse as Entrance;
#[cfg(feature = "std")]
use owner::Owner as Entrance;

use super::counted::Counted;
use super::{Mode, Usage};
use crate::layout::Layout;
use crate::pool_box::{BoxSpec, state};
use crate::table::Table;
use bytemuck::Zeroable;
use core::cell::UnsafeCell;
use core::marker::PhantomData;

/// `sync = local`.
#[derive(Debug)]
pub enum Local {}

/// What makes boxes stay in their thread. Shared references to them may leave it: they reach the object, not the pool.
#[derive(Debug)]
pub struct NotSend(PhantomData<*mut ()>);

// SAFETY: it has no data.
unsafe impl Sync for NotSend {}

/// The free slots of a pool, for one thread.
#[derive(Debug)]
#[repr(C)]
pub struct LocalState<T> {
    entrance: Entrance,
    counted: UnsafeCell<Counted<T>>,
}

// SAFETY: zero bytes are an entrance that nobody passed yet; `Counted` is zeroable.
unsafe impl<T: Table> Zeroable for LocalState<T> {}
// SAFETY: what is inside is reached by those alone whom the entrance lets in: one thread, or one at a time. It holds
// indices and counts.
unsafe impl<T: Table> Sync for LocalState<T> {}

impl<T: Table> LocalState<T> {
    #[inline]
    fn with<R>(&self, name: &'static str, f: impl FnOnce(&mut Counted<T>) -> R) -> R {
        self.entrance.pass(name, || {
            // SAFETY: only this thread is ever let in, or this caller until it leaves; and `f`, which is one of those
            // below, does not come here again.
            f(unsafe { &mut *self.counted.get() })
        })
    }
}

// SAFETY: 1. `Counted` is an index stack, whose free part holds each index once. 2. all uses are of one thread, or the
// entrance's flag orders them.
unsafe impl Mode for Local {
    type State<L: Layout> = LocalState<L::Table>;
    type Caches<P: BoxSpec<Mode = Self>> = ();
    type Boxes = NotSend;

    #[inline]
    fn acquire<P: BoxSpec<Mode = Self>>() -> Option<u32> {
        state::<P>().with(P::NAME, Counted::take)
    }

    #[inline]
    unsafe fn release<P: BoxSpec<Mode = Self>>(index: u32) {
        // SAFETY: 1. promised by the caller.
        state::<P>().with(P::NAME, |counted| unsafe { counted.give_back(index) });
    }

    fn usage<P: BoxSpec<Mode = Self>>() -> Usage {
        state::<P>().with(P::NAME, |counted| counted.usage())
    }
}
