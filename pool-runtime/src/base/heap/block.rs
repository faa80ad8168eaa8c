//! The memory of a [`Heap`](super::Heap), and what it asks of the allocator.
//!
//! Large blocks are fresh pages of the system, which are zero and take no memory until something writes to them. So
//! `calloc` does not write to such a block. But `std` calls `calloc` only if the alignment is at most two words, and
//! otherwise clears every byte itself; and large pools begin at a cache line. So above a size the block has the
//! alignment that the allocator knows, and the value begins at the first cache line in it:
//!
//! ```text
//!  block                        value
//!  +---------+------------------+------------------ ... ------+---------+
//!  | padding | address of block | value                       | padding |
//!  +---------+------------------+------------------ ... ------+---------+
//!            one word before the value          the two paddings: one line together
//! ```
//!
//! Smaller blocks are often reused memory, which the allocator would have to clear entirely. So for these, this module
//! zeroes only the bytes that have to be zero, and the block is the memory of a [`Box`].

#![expect(unsafe_code, reason = "makes a value in partly zeroed memory")]

use crate::base::zeroed::ZeroedBytes;
use alloc::alloc::{alloc, alloc_zeroed, dealloc, handle_alloc_error};
use alloc::boxed::Box;
use core::alloc::Layout as MemoryLayout;
use core::marker::PhantomData;
use core::panic::{RefUnwindSafe, UnwindSafe};
use core::ptr::NonNull;

/// Blocks larger than this are fresh from the operating system. glibc never keeps such blocks for later (its
/// `DEFAULT_MMAP_THRESHOLD_MAX`); musl and the heap of Windows already stop at smaller ones.
const LARGEST_RECYCLED: u64 = 32 << 20;

/// The program can zero this many bytes in negligible time, also in fresh pages.
const QUICKLY_ZEROED: u64 = 64 << 10;

/// The largest alignment for which system allocators provide zeroed memory.
const ZEROED_ALIGN: usize = 2 * size_of::<usize>();

/// Owns a value on the heap. It never crosses the call stack.
pub(super) struct Block<T> {
    value: NonNull<T>,
    owns: PhantomData<T>,
}

// SAFETY: a block owns its value, as a box does.
unsafe impl<T: Send> Send for Block<T> {}
// SAFETY: a shared block lends its value for reading.
unsafe impl<T: Sync> Sync for Block<T> {}
// The value does not move with the block.
impl<T> Unpin for Block<T> {}
impl<T: UnwindSafe> UnwindSafe for Block<T> {}
impl<T: RefUnwindSafe> RefUnwindSafe for Block<T> {}

impl<T> Block<T> {
    const VALUE: MemoryLayout = MemoryLayout::new::<T>();

    /// Whether the block has the alignment that allocators know. Otherwise it is the memory of a box.
    const IS_PADDED: bool =
        Self::VALUE.size() as u64 > LARGEST_RECYCLED && Self::VALUE.align() > ZEROED_ALIGN;

    /// The layout of the allocation. (A size that overflows does not compile.)
    const ALLOCATED: MemoryLayout = if Self::IS_PADDED {
        let size =
            Self::VALUE.size().checked_add(Self::VALUE.align()).expect("a value of more than all memory");
        match MemoryLayout::from_size_align(size, ZEROED_ALIGN) {
            Ok(layout) => layout,
            Err(_) => panic!("a value of more than all memory"),
        }
    } else {
        Self::VALUE
    };

    /// Whether to ask the allocator for zeroed memory, where these bytes must be zero.
    const fn asks_for_zeros(zeroed: ZeroedBytes) -> bool {
        let is_fresh =
            Self::VALUE.size() as u64 > LARGEST_RECYCLED && Self::ALLOCATED.align() <= ZEROED_ALIGN;
        zeroed.count() == Self::VALUE.size() || is_fresh && zeroed.count() as u64 > QUICKLY_ZEROED
    }

    /// Allocates a value in which these bytes are zero. The other bytes are as the allocator hands them out. Aborts if
    /// there is no memory.
    ///
    /// # Safety
    ///
    /// 1. Memory in which these bytes are zero is a valid `T`, whatever its other bytes are, even uninitialised ones.
    ///    Or the caller makes it one before the block is used in another way.
    /// 2. These bytes are inside a `T`.
    pub(super) unsafe fn zeroed(zeroed: ZeroedBytes) -> Self {
        if Self::ALLOCATED.size() == 0 {
            return Block { value: NonNull::dangling(), owns: PhantomData };
        }
        let is_zeroed = Self::asks_for_zeros(zeroed);
        let allocate = if is_zeroed { alloc_zeroed } else { alloc };
        // SAFETY: the layout has a size that is not zero, as compared above.
        let memory = unsafe { allocate(Self::ALLOCATED) };
        if memory.is_null() {
            handle_alloc_error(Self::ALLOCATED);
        }
        let start = if Self::IS_PADDED {
            let align = Self::VALUE.align();
            let padding = align - memory.addr() % align;
            // SAFETY: the padding is at most the alignment, which the block has in addition to a value.
            let start = unsafe { memory.add(padding) };
            // SAFETY: the block and the value are aligned to two words, and the value begins behind the block. So at
            // least two words are between them.
            let before = unsafe { start.cast::<*mut u8>().sub(1) };
            // SAFETY: the word is in the block, and aligned.
            unsafe { before.write(memory) };
            start
        } else {
            memory
        };
        if !is_zeroed {
            // SAFETY: 1. the memory for a value was just allocated. 2. the caller promises the same condition.
            unsafe { zeroed.write(start.cast::<T>()) };
        }
        // SAFETY: `start` is in a block that was allocated.
        let value = unsafe { NonNull::new_unchecked(start.cast()) };
        Block { value, owns: PhantomData }
    }

    /// Returns a copy of a value, byte by byte. Aborts if there is no memory.
    ///
    /// # Safety
    ///
    /// 1. A copy of the bytes of the value is a valid value in addition to the original: it owns nothing, and points to
    ///    nothing that only one of the two may point to.
    pub(super) unsafe fn copied(value: &T) -> Self {
        // SAFETY: 1. all bytes are written below. 2. None is zeroed.
        let copy = unsafe { Block::<T>::zeroed(ZeroedBytes::at_start(0)) };
        // SAFETY: the memory was just allocated for a `T`, so it is not part of `value`. The caller promises that the
        // copy is a valid value in addition to the original (1.).
        unsafe { core::ptr::copy_nonoverlapping(value, copy.value.as_ptr(), 1) };
        copy
    }

    /// Takes over the value in a box. Moves it if a block is not the memory of a box.
    pub(super) fn from_box(value: Box<T>) -> Self {
        let memory = Box::into_raw(value);
        if Self::IS_PADDED {
            // SAFETY: the pointer was a box.
            let value = unsafe { &*memory };
            // SAFETY: 1. the value is not used any more where it was.
            let block = unsafe { Self::copied(value) };
            // SAFETY: the memory was that of a box, and its value has moved.
            unsafe { dealloc(memory.cast(), Self::VALUE) };
            return block;
        }
        // SAFETY: the pointer of a box is not null.
        Block { value: unsafe { NonNull::new_unchecked(memory) }, owns: PhantomData }
    }

    /// Returns the value in a box. Moves it if a block is not the memory of a box.
    pub(super) fn into_box(self) -> Box<T> {
        let memory = self.leak();
        if Self::IS_PADDED {
            let mut moved = Box::new_uninit();
            // SAFETY: the memory was just allocated for a `T`. The value is not used any more where it was.
            unsafe { core::ptr::copy_nonoverlapping(memory, moved.as_mut_ptr(), 1) };
            // SAFETY: the block was not freed before, and its value has moved.
            unsafe { Self::free(memory) };
            // SAFETY: the value was just moved there.
            return unsafe { moved.assume_init() };
        }
        // SAFETY: the block is the memory of a box, and nobody owns it any more.
        unsafe { Box::from_raw(memory) }
    }

    /// Gives the value up. Its memory is not freed.
    pub(super) fn leak(self) -> *mut T {
        let block = core::mem::ManuallyDrop::new(self);
        block.value.as_ptr()
    }

    /// Frees the memory. The value is not dropped.
    ///
    /// # Safety
    ///
    /// 1. It owns nothing any more.
    pub(super) unsafe fn free_undropped(self) {
        // SAFETY: 1. the block is not used any more.
        unsafe { Self::free(self.leak()) };
    }

    /// The address of the value.
    #[inline(always)]
    pub(super) fn as_ptr(&self) -> *mut T {
        self.value.as_ptr()
    }

    /// Frees the memory of a value, which is not dropped.
    ///
    /// # Safety
    ///
    /// 1. It is the value of a block, which is not used any more.
    unsafe fn free(value: *mut T) {
        if Self::ALLOCATED.size() == 0 {
            return;
        }
        let memory = if Self::IS_PADDED {
            // SAFETY: the block has a word before the value.
            let before = unsafe { value.cast::<*mut u8>().sub(1) };
            // SAFETY: `zeroed` wrote the address of the block there.
            unsafe { before.read() }
        } else {
            value.cast()
        };
        // SAFETY: the block was allocated with this layout, by `zeroed` or as a box.
        unsafe { dealloc(memory, Self::ALLOCATED) };
    }
}

impl<T> Drop for Block<T> {
    fn drop(&mut self) {
        /// Frees the memory, even if the destructor of the value panics.
        struct Free<T>(*mut T);

        impl<T> Drop for Free<T> {
            fn drop(&mut self) {
                // SAFETY: 1. it is the value of a block that is being dropped.
                unsafe { Block::free(self.0) };
            }
        }

        let free = Free(self.value.as_ptr());
        // SAFETY: the block owns the value, and is not used any more.
        unsafe { core::ptr::drop_in_place(free.0) };
    }
}
