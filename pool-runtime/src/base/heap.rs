//! Memory on the heap: one allocation, which never crosses the call stack, and of which no more is written than has to be zero.
//!
//! Zeroed memory is asked for only where all of it has to be zero. It is free where the allocator takes fresh
//! pages from the system; memory that was used before the allocator clears, all of it. So a pool whose slots
//! are a hundred times its bookkeeping took a hundred times as long in recycled memory.

#![expect(unsafe_code, reason = "a value is made in memory that is zeroed in part")]

use alloc::alloc::{alloc, alloc_zeroed, handle_alloc_error};
use alloc::boxed::Box;
use core::alloc::Layout as MemoryLayout;

/// A `T` on the heap that begins with `zeroed` zero bytes, and never crosses the call stack. The bytes after
/// them are not written.
///
/// Aborts when the memory is not there.
///
/// # Safety
///
/// 1. Memory whose first `zeroed` bytes are zero is a `T`, whatever the bytes after them are, initialised or
///    not.
/// 2. `zeroed` is at most the size of a `T`.
pub(crate) unsafe fn zeroed_box<T>(zeroed: usize) -> Box<T> {
    const { assert!(size_of::<T>() != 0, "nothing is allocated for a type of zero size") };
    debug_assert!(zeroed <= size_of::<T>());
    let layout = MemoryLayout::new::<T>();
    let allocate = if zeroed == layout.size() { alloc_zeroed } else { alloc };
    // SAFETY: asserted above: the size is not zero.
    let memory = unsafe { allocate(layout) };
    if memory.is_null() {
        handle_alloc_error(layout);
    }
    if zeroed < layout.size() {
        // SAFETY: `layout.size()` bytes were just allocated, which are at least this many: 2.
        unsafe { memory.write_bytes(0, zeroed) };
    }
    // SAFETY: it was allocated with the layout of a `T`, and is one: its first `zeroed` bytes are zero, as 1.
    // asks.
    unsafe { Box::from_raw(memory.cast()) }
}
