//! A heap that counts how often this thread allocates.

#![expect(
    unsafe_code,
    reason = "a global allocator is an unsafe trait: each call is passed on to the allocator of the system"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The heap of the system, counted.
struct Counted;

#[global_allocator]
static HEAP: Counted = Counted;

thread_local! {
    /// One count per thread, because tests run side by side. It needs no destructor and allocates nothing itself.
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

/// How often this thread has allocated or resized memory.
pub(crate) fn allocations() -> u64 {
    ALLOCATIONS.get()
}

fn count() {
    ALLOCATIONS.set(ALLOCATIONS.get() + 1);
}

// SAFETY: each method passes its arguments on to the same method of the system's allocator, which keeps the promises.
// Counting neither allocates nor panics.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller keeps the same promises to this method.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller keeps the same promises to this method, and the memory came from the system's allocator.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: the caller keeps the same promises to this method.
        unsafe { System.realloc(memory, layout, size) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the same promises to this method, and the memory came from the system's allocator.
        unsafe { System.dealloc(memory, layout) };
    }
}

#[cfg(test)]
mod tests {
    use super::allocations;
    use std::hint::black_box;

    #[test]
    fn what_goes_to_the_heap_is_counted() {
        let before = allocations();
        let mut numbers = black_box(Vec::with_capacity(4));
        numbers.extend(0..4);
        assert_eq!(allocations(), before + 1);
        numbers.reserve_exact(100);
        drop(black_box(numbers));
        assert_eq!(allocations(), before + 2);
        drop(black_box(vec![0_u8; 9]));
        assert_eq!(allocations(), before + 3);
    }
}
