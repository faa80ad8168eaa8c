//! The allocator of these tests. It treats all memory as recycled: blocks are full of rubbish when they are handed
//! out, and cleared as a whole if zeroed memory is requested. It counts the bytes of a block that were written while
//! the block was in use.

#![expect(unsafe_code, reason = "this is an allocator")]

use stackpool::Heap;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Rubbish;

#[global_allocator]
static RUBBISH: Rubbish = Rubbish;

/// The byte that fills new memory.
const RUBBISH_BYTE: u8 = 0xA5;

/// Larger blocks are left as the system returns them. Some tests have blocks of gigabytes.
const LARGEST: usize = 16 << 20;

thread_local! {
    /// The size of the blocks of this thread whose written bytes are counted.
    static WATCHED: Cell<usize> = const { Cell::new(0) };
    /// How many bytes of the last block of that size were written before it was freed.
    static WRITTEN: Cell<Option<usize>> = const { Cell::new(None) };
    /// How many zeroed bytes this thread requested.
    static ZEROED: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every block comes from the system's allocator, with the same layout. Blocks are only written before they
// are handed out, and read after they were freed.
unsafe impl GlobalAlloc for Rubbish {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller promises the contract of `alloc`, which is the same for `System`.
        let memory = unsafe { System.alloc(layout) };
        if !memory.is_null() && layout.size() <= LARGEST {
            // SAFETY: `memory` is valid for this many bytes, which were just allocated, and nobody else has them yet.
            unsafe { memory.write_bytes(RUBBISH_BYTE, layout.size()) };
        }
        memory
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        ZEROED.set(ZEROED.get() + layout.size());
        // SAFETY: the caller promises the contract of `alloc_zeroed`, which is the same for `System`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        if layout.size() == WATCHED.get() {
            let written = (0..layout.size()).filter(|&offset| {
                // SAFETY: the offset is below the size of the block. The whole block was written before it was handed
                // out.
                let byte = unsafe { memory.add(offset) };
                // SAFETY: the block was freed, so nobody else uses it, and it is not freed yet.
                let byte = unsafe { byte.read() };
                byte != RUBBISH_BYTE
            });
            WRITTEN.set(Some(written.count()));
        }
        // SAFETY: the caller promises the contract of `dealloc`, which is the same for `System`, and the block came
        // from `System`.
        unsafe { System.dealloc(memory, layout) };
    }
}

/// Returns how many bytes of a `T` on the heap are written from the call to `make` until the `T` is dropped.
pub(super) fn written<T>(make: impl FnOnce() -> Heap<T>) -> usize {
    assert!(size_of::<T>() <= LARGEST, "blocks of this size are not watched");
    WATCHED.set(size_of::<T>());
    drop(make());
    WATCHED.set(0);
    WRITTEN.take().expect("a block of that size was freed")
}

/// Returns how many zeroed bytes this thread requested while `work` ran.
pub(super) fn zeroed<R>(work: impl FnOnce() -> R) -> (usize, R) {
    let before = ZEROED.get();
    let result = work();
    (ZEROED.get() - before, result)
}
