//! The allocator of these tests. It treats all memory as recycled: full of rubbish when it is handed out, and
//! cleared as a whole where zeroed memory is asked for. It knows how many bytes of a block were written while
//! it was in use.

#![expect(unsafe_code, reason = "an allocator is written")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Rubbish;

#[global_allocator]
static RUBBISH: Rubbish = Rubbish;

/// What memory is full of.
const RUBBISH_BYTE: u8 = 0xA5;

/// Larger blocks, of which some tests have gigabytes, are those of the system.
const LARGEST: usize = 16 << 20;

thread_local! {
    /// The size of the blocks of this thread whose written bytes are counted.
    static WATCHED: Cell<usize> = const { Cell::new(0) };
    /// How many bytes of the last block of that size were written before it was given back.
    static WRITTEN: Cell<Option<usize>> = const { Cell::new(None) };
    /// How many bytes this thread got zeroed.
    static ZEROED: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: all of it is the system's allocator; blocks are only written before they are handed out, and read
// after they are given back.
unsafe impl GlobalAlloc for Rubbish {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: promised by the caller.
        let memory = unsafe { System.alloc(layout) };
        if !memory.is_null() && layout.size() <= LARGEST {
            // SAFETY: this many bytes were allocated, and nobody else has them.
            unsafe { memory.write_bytes(RUBBISH_BYTE, layout.size()) };
        }
        memory
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        ZEROED.set(ZEROED.get() + layout.size());
        // SAFETY: promised by the caller.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        if layout.size() == WATCHED.get() {
            let written = (0..layout.size()).filter(|&offset| {
                // SAFETY: it is within the block, all of which was written before it was handed out.
                let byte = unsafe { memory.add(offset) };
                // SAFETY: the block was given back, so that nobody else uses it.
                let byte = unsafe { byte.read() };
                byte != RUBBISH_BYTE
            });
            WRITTEN.set(Some(written.count()));
        }
        // SAFETY: promised by the caller.
        unsafe { System.dealloc(memory, layout) };
    }
}

/// How many bytes of the `T` that `make` makes on the heap are written until it is dropped again.
pub(super) fn written<T>(make: impl FnOnce() -> Box<T>) -> usize {
    assert!(size_of::<T>() <= LARGEST, "blocks of this size are not watched");
    WATCHED.set(size_of::<T>());
    drop(make());
    WATCHED.set(0);
    WRITTEN.take().expect("a block of that size was given back")
}

/// How many bytes this thread got zeroed while `work` ran.
pub(super) fn zeroed<R>(work: impl FnOnce() -> R) -> (usize, R) {
    let before = ZEROED.get();
    let result = work();
    (ZEROED.get() - before, result)
}
