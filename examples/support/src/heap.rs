//! A heap that counts what this thread allocates.

#![expect(
    unsafe_code,
    reason = "a global allocator is an unsafe trait: each call is passed on to the allocator of the system"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The heap of the system, counted. An example that counts declares a static of it as its `#[global_allocator]`.
#[derive(Debug)]
pub struct CountedHeap;

thread_local! {
    /// One count per thread, because tests run side by side. It needs no destructor and allocates nothing itself.
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };

    static BYTES: Cell<isize> = const { Cell::new(0) };
}

/// How often this thread has allocated or resized memory.
#[must_use]
pub fn allocations() -> u64 {
    ALLOCATIONS.get()
}

/// The bytes that this thread has allocated less those that it has freed, without what the allocator adds. Below zero
/// if it has freed what other threads allocated.
#[must_use]
pub fn heap_bytes() -> isize {
    BYTES.get()
}

fn count(allocated: usize, freed: usize) {
    ALLOCATIONS.set(ALLOCATIONS.get() + u64::from(allocated > 0));
    BYTES.set(BYTES.get() + allocated as isize - freed as isize);
}

// SAFETY: each method passes its arguments on to the same method of the system's allocator, which keeps the promises.
// Counting neither allocates nor panics.
unsafe impl GlobalAlloc for CountedHeap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        // SAFETY: the caller keeps the same promises to this method.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        // SAFETY: the caller keeps the same promises to this method, and the memory came from the system's allocator.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size, layout.size());
        // SAFETY: the caller keeps the same promises to this method.
        unsafe { System.realloc(memory, layout, size) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        count(0, layout.size());
        // SAFETY: the caller keeps the same promises to this method, and the memory came from the system's allocator.
        unsafe { System.dealloc(memory, layout) };
    }
}

#[cfg(test)]
mod tests {
    use super::{CountedHeap, allocations, heap_bytes};
    use std::hint::black_box;

    #[global_allocator]
    static HEAP: CountedHeap = CountedHeap;

    #[test]
    fn what_goes_to_the_heap_is_counted() {
        let (before, bytes) = (allocations(), heap_bytes());
        let mut numbers: Vec<u32> = black_box(Vec::with_capacity(4));
        numbers.extend(0..4);
        assert_eq!((allocations(), heap_bytes()), (before + 1, bytes + 16));
        numbers.reserve_exact(100);
        assert_eq!((allocations(), heap_bytes()), (before + 2, bytes + 416));
        drop(black_box(numbers));
        assert_eq!((allocations(), heap_bytes()), (before + 2, bytes));
        drop(black_box(vec![0_u8; 9]));
        assert_eq!((allocations(), heap_bytes()), (before + 3, bytes));
    }
}
