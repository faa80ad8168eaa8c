//! Memory on the heap: one allocation, which never crosses the call stack, and of which no more is written than has to be zero.

#![expect(unsafe_code, reason = "a value is made in zeroed memory")]

use alloc::alloc::{alloc, alloc_zeroed, handle_alloc_error};
use alloc::boxed::Box;
use core::alloc::Layout as MemoryLayout;

/// The largest alignment for which allocators have zeroed memory that nobody writes, fresh pages of the system's. (For larger
/// ones that of `std` on Unix and Windows allocates, and writes all of it.)
const UNWRITTEN_ALIGN: usize = 2 * size_of::<usize>();

/// Memory on the heap that begins with so many zero bytes, which never cross the call stack.
///
/// Aborts when the memory is not there.
///
/// # Safety
///
/// 1. Memory whose first `zeroed` bytes are zero is a `T`, whatever the bytes after them are, and whether they are set or not.
/// 2. `zeroed` is at most the size of a `T`.
pub(crate) unsafe fn zeroed_box<T>(zeroed: usize) -> Box<T> {
    const { assert!(size_of::<T>() != 0, "nothing is allocated for a type of zero size") };
    debug_assert!(zeroed <= size_of::<T>());
    let layout = MemoryLayout::new::<T>();
    let is_written = layout.align() > UNWRITTEN_ALIGN && zeroed < layout.size();
    let allocate = if is_written { alloc } else { alloc_zeroed };
    // SAFETY: asserted above: the size is not zero.
    let memory = unsafe { allocate(layout) };
    if memory.is_null() {
        handle_alloc_error(layout);
    }
    if is_written {
        // SAFETY: the memory is of `layout.size()` bytes, which are no fewer: 2.
        unsafe { memory.write_bytes(0, zeroed) };
    }
    // SAFETY: it was allocated with the layout of a `T`, which it is: 1.
    unsafe { Box::from_raw(memory.cast()) }
}
