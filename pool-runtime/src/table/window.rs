//! The window: the entries at the top of an index stack, unpacked.
//!
//! An entry of a packed table shares its word with others, so that to set it is to read and write the whole word, and the
//! next one waits for that. So a stack over a packed table keeps the 32 entries around its top in integers of their own, and
//! packs and unpacks 16 of them at a time, in whole words, when the top leaves them. What the stack holds is the same with
//! and without.
//!
//! ```text
//!  position   0                base             base + 16        base + 32           CAPACITY
//!            +-- ... ---------+----------------+----------------+-- ... ------------+
//!            |  in the table  |          in the window          |   in the table    |
//!            +-- ... ---------+----------------+----------------+-- ... ------------+
//!                              ^ used is somewhere here         ^ or here
//! ```
//!
//! The entry at position `p` is at `p % 32` of the window. When the top goes up past its end, the window moves up by 16: what
//! it leaves is below the top, taken, and need not be kept. When it goes down past its beginning, the window moves down by
//! 16: what it leaves goes to the table. After either move the next one is at least 16 operations away. All zero bytes are
//! the window of an all-zero table with the top at 0.

use super::Table;
use bytemuck::Zeroable;

/// How many entries go into a window, and out of it, at once.
pub(super) const BLOCK: usize = 16;
/// How many entries are in a window.
const ENTRIES: usize = 2 * BLOCK;

/// 32 entries.
#[derive(Debug)]
#[repr(C)]
struct Unpacked {
    /// The position of the first entry, a multiple of `BLOCK`.
    base: u32,
    entries: [u32; ENTRIES],
}

// SAFETY: it is made of integers, for which zero bytes are 0.
unsafe impl Zeroable for Unpacked {}

impl Unpacked {
    /// Whether the entry at `position` is in the window.
    #[inline]
    fn has(&self, position: usize) -> bool {
        position.wrapping_sub(self.base as usize) < ENTRIES
    }

    /// The position behind the last entry.
    #[inline]
    fn end(&self) -> usize {
        self.base as usize + ENTRIES
    }

    /// The block of the window that positions from `start` on are in.
    #[inline]
    fn block(&mut self, start: usize) -> &mut [u32; BLOCK] {
        let (first, second) = self.entries.split_first_chunk_mut().expect("two blocks");
        let second = second.first_chunk_mut().expect("two blocks");
        if start % ENTRIES == 0 { first } else { second }
    }

    /// Takes a block from the table in, if there is one.
    fn load<T: Table>(&mut self, table: &T, start: usize) {
        if start < T::CAPACITY {
            table.load_block(start, self.block(start));
        }
    }

    /// Brings a block to the table, if there is one.
    fn store<T: Table>(&mut self, table: &mut T, start: usize) {
        if start < T::CAPACITY {
            table.store_block(start, self.block(start));
        }
    }

    /// The top is somewhere else now, and all entries from there on will be set.
    fn forget(&mut self, top: usize) {
        self.base = (top / BLOCK * BLOCK) as u32;
    }

    #[inline(never)]
    fn move_up<T: Table>(&mut self, table: &T) {
        self.load(table, self.base as usize + ENTRIES);
        self.base += BLOCK as u32;
    }

    #[inline(never)]
    fn move_down<T: Table>(&mut self, table: &mut T) {
        self.store(table, self.base as usize + BLOCK);
        self.base -= BLOCK as u32;
    }
}

/// A table, and the 32 entries around the top of the stack that is in it.
#[derive(Debug)]
#[repr(C)]
pub struct Windowed<T> {
    window: Unpacked,
    table: T,
}

// SAFETY: a window and a table of zero bytes are entries of 0.
unsafe impl<T: Table> Zeroable for Windowed<T> {}

// SAFETY: an entry is where `has` says, in the window or in the table, and goes from the one to the other unchanged.
unsafe impl<T: Table> Table for Windowed<T> {
    const CAPACITY: usize = T::CAPACITY;
    const BITS: u32 = T::BITS;
    type Bare = T;

    #[inline]
    unsafe fn get(&self, position: usize) -> u32 {
        debug_assert!(position < T::CAPACITY, "a table position beyond the capacity");
        if self.window.has(position) {
            return self.window.entries[position % ENTRIES];
        }
        // SAFETY: 1. promised by the caller.
        unsafe { self.table.get(position) }
    }

    #[inline]
    unsafe fn set(&mut self, position: usize, entry: u32) {
        debug_assert!(position < T::CAPACITY, "a table position beyond the capacity");
        if self.window.has(position) {
            self.window.entries[position % ENTRIES] = entry;
        } else {
            // SAFETY: 1. and 2. promised by the caller.
            unsafe { self.table.set(position, entry) };
        }
    }

    #[inline]
    unsafe fn pop(&mut self, top: usize) -> u32 {
        let Windowed { window, table } = self;
        debug_assert!(window.has(top) || top == window.end(), "the window is not at the top");
        if (top as u32).wrapping_sub(ENTRIES as u32) == window.base {
            window.move_up(table);
        }
        window.entries[top % ENTRIES]
    }

    #[inline]
    unsafe fn push(&mut self, top: usize, entry: u32) {
        let Windowed { window, table } = self;
        debug_assert!(window.has(top) || top + 1 == window.base as usize, "the window is not at the top");
        if (top as u32).wrapping_add(1) == window.base {
            window.move_down(table);
        }
        window.entries[top % ENTRIES] = entry;
    }

    fn flush(&mut self) {
        let Windowed { window, table } = self;
        window.store(table, window.base as usize);
        window.store(table, window.base as usize + BLOCK);
    }

    #[inline]
    unsafe fn get_flushed(&self, position: usize) -> u32 {
        // SAFETY: 1. promised by the caller.
        let entry = unsafe { self.table.get(position) };
        // SAFETY: 1. promised by the caller.
        debug_assert!(entry == unsafe { self.get(position) }, "the table is not what the window says");
        entry
    }

    fn restart(&mut self, top: usize) {
        let Windowed { window, table } = self;
        if window.has(top) || top == window.end() {
            return;
        }
        window.forget(top);
        window.load(table, window.base as usize);
        window.load(table, window.base as usize + BLOCK);
    }

    fn forget(&mut self, top: usize) {
        self.window.forget(top);
    }
}
