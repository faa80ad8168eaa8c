//! Memory on the heap: one allocation, which never crosses the call stack, and of which no more is written than has to be zero.
//!
//! Zeroed memory is free where the allocator takes fresh pages from the system; memory that was used before
//! the allocator clears, all of it, the slots as well. So it is asked for only where all of it has to be
//! zero, or where it is so large that allocators do not recycle it.

#![expect(unsafe_code, reason = "a value is made in memory that is zeroed in part")]

use alloc::alloc::{alloc, alloc_zeroed, handle_alloc_error};
use alloc::boxed::Box;
use core::alloc::Layout as MemoryLayout;

/// Larger blocks than this come fresh from the system: glibc never keeps them for later (its
/// `DEFAULT_MMAP_THRESHOLD_MAX`), and smaller ones are already too large for musl and the heap of Windows.
const LARGEST_RECYCLED: usize = 32 << 20;

/// Bytes that are zeroed in no time to speak of, also in fresh pages.
const QUICKLY_ZEROED: usize = 1 << 20;

/// The largest alignment for which the allocators of systems have zeroed memory. For a larger one `std`
/// clears all of it.
const ZEROED_ALIGN: usize = 2 * size_of::<usize>();

/// Whether to ask the allocator for zeroed memory, of whose bytes the first `zeroed` have to be zero.
const fn asks_for_zeros(layout: MemoryLayout, zeroed: usize) -> bool {
    let is_fresh = layout.size() > LARGEST_RECYCLED && layout.align() <= ZEROED_ALIGN;
    zeroed == layout.size() || is_fresh && zeroed > QUICKLY_ZEROED
}

/// A `T` on the heap that begins with `zeroed` zero bytes, and never crosses the call stack. The bytes after
/// them are whatever the allocator hands out.
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
    let is_zeroed = asks_for_zeros(layout, zeroed);
    let allocate = if is_zeroed { alloc_zeroed } else { alloc };
    // SAFETY: asserted above: the size is not zero.
    let memory = unsafe { allocate(layout) };
    if memory.is_null() {
        handle_alloc_error(layout);
    }
    if !is_zeroed {
        // SAFETY: `layout.size()` bytes were just allocated, which are at least this many: 2.
        unsafe { memory.write_bytes(0, zeroed) };
    }
    // SAFETY: it was allocated with the layout of a `T`, and is one: its first `zeroed` bytes are zero, as 1.
    // asks.
    unsafe { Box::from_raw(memory.cast()) }
}
