//! The allocator of these tests: it hands out small pieces full of rubbish, and knows what is written of the last large one.

#![expect(unsafe_code, reason = "an allocator is written")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Rubbish;

#[global_allocator]
static RUBBISH: Rubbish = Rubbish;

/// Bytes from which on an allocation is a large one.
const LARGE: usize = 1 << 20;

thread_local! {
    /// How many bytes of the last large allocation of this thread are written, as far as allocators do it: all of them where they
    /// are asked for zeros at an alignment for which the system's has none.
    static WRITTEN: Cell<usize> = const { Cell::new(usize::MAX) };
}

// SAFETY: all of it is the system's allocator.
unsafe impl GlobalAlloc for Rubbish {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: promised by the caller.
        let memory = unsafe { System.alloc(layout) };
        if layout.size() >= LARGE {
            WRITTEN.set(0);
        } else if !memory.is_null() {
            // SAFETY: so many bytes were allocated.
            unsafe { memory.write_bytes(0xA5, layout.size()) };
        }
        memory
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if layout.size() >= LARGE {
            WRITTEN.set(if layout.align() > 2 * size_of::<usize>() { layout.size() } else { 0 });
        }
        // SAFETY: promised by the caller.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: promised by the caller.
        unsafe { System.dealloc(memory, layout) };
    }
}

/// How many bytes of the last large allocation of this thread were written, or a number that is none.
pub(super) fn last_written() -> usize {
    WRITTEN.replace(usize::MAX)
}
