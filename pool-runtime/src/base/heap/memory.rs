//! Memory on the heap: one allocation that never crosses the call stack. Only the bytes that must be zero are
//! written.
//!
//! Zeroed memory is free only where the allocator takes fresh pages from the operating system. Memory that was used
//! before has to be cleared by the allocator: all of it, including the slots. So this module asks for zeroed memory
//! in two cases: all of the memory must be zero, or the block is so large that allocators do not recycle it.

#![expect(unsafe_code, reason = "makes a value in partly zeroed memory")]

use alloc::alloc::{alloc, alloc_zeroed, handle_alloc_error};
use alloc::boxed::Box;
use core::alloc::Layout as MemoryLayout;

/// Blocks larger than this are fresh from the operating system. glibc never keeps such blocks for later (its
/// `DEFAULT_MMAP_THRESHOLD_MAX`); musl and the heap of Windows already stop at smaller ones.
const LARGEST_RECYCLED: u64 = 32 << 20;

/// The program can zero this many bytes in negligible time, also in fresh pages.
const QUICKLY_ZEROED: u64 = 1 << 20;

/// The largest alignment for which system allocators provide zeroed memory. For a larger alignment `std` clears all
/// of the memory itself. Pools of 512 slots and more are aligned to a cache line, so their bookkeeping is written here:
/// 40 us for 1,000,000 slots in recycled memory, and a page fault per 4 KiB in fresh memory. `benches/tried.md` has the
/// figures of two allocators. Side tables get their zeros from the system.
const ZEROED_ALIGN: usize = 2 * size_of::<usize>();

/// Whether to ask the allocator for zeroed memory, where the first `zeroed` bytes must be zero.
const fn asks_for_zeros(layout: MemoryLayout, zeroed: usize) -> bool {
    let is_fresh = layout.size() as u64 > LARGEST_RECYCLED && layout.align() <= ZEROED_ALIGN;
    zeroed == layout.size() || is_fresh && zeroed as u64 > QUICKLY_ZEROED
}

/// Allocates a `T` on the heap whose first `zeroed` bytes are zero. The `T` never crosses the call stack.
///
/// The bytes after these are whatever the allocator hands out. Aborts if there is no memory.
///
/// # Safety
///
/// 1. Memory whose first `zeroed` bytes are zero is a valid `T`, whatever the bytes after these are, and even if they
///    are uninitialised.
/// 2. `zeroed` is at most `size_of::<T>()`.
pub(crate) unsafe fn zeroed_box<T>(zeroed: usize) -> Box<T> {
    const { assert!(size_of::<T>() != 0, "nothing is allocated for a type of zero size") };
    invariant!(zeroed <= size_of::<T>());
    let layout = MemoryLayout::new::<T>();
    let is_zeroed = asks_for_zeros(layout, zeroed);
    let allocate = if is_zeroed { alloc_zeroed } else { alloc };
    // SAFETY: the layout has a non-zero size, as asserted above.
    let memory = unsafe { allocate(layout) };
    if memory.is_null() {
        handle_alloc_error(layout);
    }
    if !is_zeroed {
        // SAFETY: `layout.size()` bytes were just allocated, and `zeroed` is at most that (2.).
        unsafe { memory.write_bytes(0, zeroed) };
    }
    // SAFETY: the memory was allocated by the global allocator with the layout of a `T`. It holds a valid `T`, since
    // its first `zeroed` bytes are zero (1.).
    unsafe { Box::from_raw(memory.cast()) }
}

/// Makes a copy of a value on the heap, byte by byte. The copy never crosses the call stack. Aborts if there is no
/// memory.
///
/// # Safety
///
/// 1. A copy of the bytes of the value is a valid value beside the original: it owns nothing, and points to nothing
///    that only one of the two may point to.
pub(crate) unsafe fn copied_box<T>(value: &T) -> Box<T> {
    let mut copy = Box::new_uninit();
    // SAFETY: the memory was just allocated for a `T`, so it is not part of `value`. The caller promises that the copy
    // is a valid value beside the original (1.).
    unsafe { core::ptr::copy_nonoverlapping(value, copy.as_mut_ptr(), 1) };
    // SAFETY: all bytes were just written.
    unsafe { copy.assume_init() }
}
