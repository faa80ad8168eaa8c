//! List pools on the heap: one allocation, and the list never crosses the call stack.

#![expect(unsafe_code, reason = "a pool is made in uninitialised memory")]

use super::ListPool;
use crate::base::counts::Counts;
use crate::base::heap::{CloneOnHeap, Heap, copied_box};
use alloc::boxed::Box;

impl<T: Copy, const N: usize> CloneOnHeap for ListPool<T, N> {
    fn clone_on_heap(&self) -> Heap<Self> {
        // SAFETY: 1. the counters are integers, and the values are `Copy`.
        let mut clone = unsafe { copied_box(self) };
        // The clone counts anew.
        clone.counts = Counts::new();
        Heap::from_box(clone)
    }
}

/// # On the heap
impl<T: Copy, const N: usize> ListPool<T, N> {
    /// Makes a new pool over the values of a list, on the heap.
    ///
    /// The values are copied from the list to the heap and never cross the call stack, in debug builds too. [`Heap`] is
    /// a box that also clones the pool in place.
    ///
    /// If there is no memory, it aborts through [`handle_alloc_error`](alloc::alloc::handle_alloc_error), as
    /// `Box::new` does.
    ///
    /// ```
    /// # use stackpool::ListPool;
    /// static BLOCKS: [u32; 3] = [0x2000_0000, 0x2000_4000, 0x3000_0000];
    ///
    /// let mut blocks = ListPool::on_heap(&BLOCKS);
    /// assert_eq!(blocks.acquire(), Some(0x2000_0000));
    /// ```
    #[doc(alias = "boxed")]
    #[must_use]
    pub fn on_heap(values: &[T; N]) -> Heap<Self> {
        Self::on_heap_from_fn(|index| values[index])
    }

    /// Makes a pool of the values that `value` returns for 0, 1, 2, ..., on the heap. The list never crosses the call
    /// stack.
    ///
    /// ```
    /// # use stackpool::ListPool;
    /// let mut offsets = ListPool::<u64, 100_000>::on_heap_from_fn(|i| 4096 * i as u64); // 800 KB
    /// assert_eq!((offsets.acquire(), offsets.acquire()), (Some(0), Some(4096)));
    /// ```
    #[must_use]
    pub fn on_heap_from_fn(mut value: impl FnMut(usize) -> T) -> Heap<Self> {
        const { Self::CHECK };
        let mut pool = Box::<Self>::new_uninit();
        let memory = pool.as_mut_ptr();
        // If `value` panics, the memory is given back. The values need no drop, because they are `Copy`.
        for index in 0..N {
            let item = value(index);
            // SAFETY: the pointer is to memory for a pool, and `values` is one of its fields. No reference is made.
            let values = unsafe { &raw mut (*memory).values };
            // SAFETY: `index` is below `N`, so this is the place of a value in the array.
            let place = unsafe { values.cast::<T>().add(index) };
            // SAFETY: the place was just allocated, is aligned for a `T`, and only this function knows it.
            unsafe { place.write(item) };
        }
        // SAFETY: the pointer is to memory for a pool, and `counts` is one of its fields. No reference is made.
        let counts = unsafe { &raw mut (*memory).counts };
        // SAFETY: the place was just allocated, and only this function knows it.
        unsafe { counts.write(Counts::new()) };
        // SAFETY: the pointer is to memory for a pool, and `used` is one of its fields. No reference is made.
        let used = unsafe { &raw mut (*memory).used };
        // SAFETY: the place was just allocated, and only this function knows it.
        unsafe { used.write(0) };
        // SAFETY: the three fields are written, and there are no others.
        Heap::from_box(unsafe { pool.assume_init() })
    }
}
