//! A trait for owning pointers of all kinds.

use super::system_box::SystemBox;
use heapless::pool::boxed::{Box as HeaplessBox, BoxPool};
use stackpool::{BoxSpec, PoolBox};
use std::ops::DerefMut;

/// A pointer that owns an object.
pub(super) trait Owner: DerefMut<Target: Sized> + Sized {
    /// Makes an owner of the object.
    ///
    /// # Panics
    ///
    /// Panics if there is no room. Benchmarks make pools that are large enough.
    fn make(object: Self::Target) -> Self;

    /// Gives back the slots that this thread keeps for itself.
    fn flush() {}
}

impl<T> Owner for Box<T> {
    #[inline]
    fn make(object: T) -> Self {
        Box::new(object)
    }
}

impl<T> Owner for SystemBox<T> {
    #[inline]
    fn make(object: T) -> Self {
        SystemBox::new(object)
    }
}

impl<P: BoxPool> Owner for HeaplessBox<P> {
    #[inline]
    fn make(object: P::Data) -> Self {
        P::alloc(object).unwrap_or_else(|_| full())
    }
}

impl<P: BoxSpec> Owner for PoolBox<P> {
    #[inline]
    fn make(object: P::Item) -> Self {
        PoolBox::new(object).unwrap_or_else(|_| full())
    }

    fn flush() {
        Self::flush_thread_cache();
    }
}

#[cold]
#[inline(never)]
pub(super) fn full() -> ! {
    panic!("a pool of this benchmark is too small");
}

/// Brings the memory of owners into the state in which a program finds it. All `count` places are used, and then
/// freed so that the place with the lowest address is the next to be used.
pub(super) fn renew<O: Owner<Target: Copy>>(object: O::Target, count: usize) {
    let mut owners: Vec<O> = (0..count).map(|_| O::make(object)).collect();
    owners.sort_unstable_by_key(|owner| std::cmp::Reverse((&raw const **owner).addr()));
    owners.into_iter().for_each(drop);
    O::flush();
}
