//! Static pools over explicit lists: what `pool!` prints of one.

use super::ListPool;
use crate::base::flag::Flag;
use core::cell::UnsafeCell;
use core::fmt;
use core::marker::PhantomData;

/// A static pool, and whether it was taken.
pub struct ListStatic<T, const N: usize> {
    taken: Flag,
    pool: UnsafeCell<ListPool<T, N>>,
}

// SAFETY: the pool is reached by one caller of `take` alone, in whichever thread that is.
unsafe impl<T: Send, const N: usize> Sync for ListStatic<T, N> {}

impl<T: Copy, const N: usize> ListStatic<T, N> {
    /// One that was not taken.
    #[must_use]
    pub const fn new(pool: ListPool<T, N>) -> Self {
        ListStatic { taken: Flag::new(), pool: UnsafeCell::new(pool) }
    }

    /// The pool, at the first call.
    #[inline]
    #[must_use]
    #[expect(clippy::mut_from_ref, reason = "the flag lets one caller have it")]
    pub fn take(&'static self) -> Option<&'static mut ListPool<T, N>> {
        if !self.taken.set() {
            return None;
        }
        // SAFETY: this is the one call that the flag lets through, and nothing else reaches the pool, which lives for ever.
        Some(unsafe { &mut *self.pool.get() })
    }
}

impl<T, const N: usize> fmt::Debug for ListStatic<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ListStatic(..)")
    }
}

/// A definition whose values are a list: what its alias stands for.
pub trait ListSpec {
    /// The pool.
    type Pool;
}

/// The length of a list of items of type `T`.
#[must_use]
pub const fn list_len<T, const N: usize>(_item: PhantomData<T>, _list: &[T; N]) -> usize {
    N
}
