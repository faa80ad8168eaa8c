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
use core::panic::{RefUnwindSafe, UnwindSafe};

/// How many entries go into a window, and out of it, at once.
pub(super) const BLOCK: usize = 16;
/// How many entries are in a window.
const ENTRIES: usize = 2 * BLOCK;

/// What a stack keeps of the entries at its top, beside its table.
///
/// Positions are below the capacity, entries have no more bits than the table's, in every call.
pub trait Window:
    Zeroable + Copy + core::fmt::Debug + Send + Sync + Unpin + UnwindSafe + RefUnwindSafe
{
    /// The entry at `position`, wherever it is.
    ///
    /// # Safety
    ///
    /// 1. `position < T::CAPACITY`.
    unsafe fn get<T: Table>(&self, table: &T, position: usize) -> u32;

    /// Sets the entry at `position`, wherever it is.
    ///
    /// # Safety
    ///
    /// 1. `position < T::CAPACITY`.
    /// 2. `entry < 2^T::BITS`.
    unsafe fn set<T: Table>(&mut self, table: &mut T, position: usize, entry: u32);

    /// The entry at the top, which leaves the stack.
    ///
    /// # Safety
    ///
    /// 1. `top < T::CAPACITY`, and is the top.
    unsafe fn pop<T: Table>(&mut self, table: &T, top: usize) -> u32;

    /// Puts an entry on the stack, whose top was at `top + 1`.
    ///
    /// # Safety
    ///
    /// 1. `top < T::CAPACITY`, and the top was one above.
    /// 2. `entry < 2^T::BITS`.
    unsafe fn push<T: Table>(&mut self, table: &mut T, top: usize, entry: u32);

    /// Brings all entries to the table.
    fn flush<T: Table>(&self, table: &mut T);

    /// The top went up: entries from there on are in the window still, or in the table.
    fn restart<T: Table>(&mut self, table: &T, top: usize);

    /// The top is somewhere else now, and all entries from there on will be set.
    fn forget(&mut self, top: usize);
}

/// No window: every entry is in the table.
#[derive(Clone, Copy, Debug)]
pub struct NoWindow;

// SAFETY: it has no bytes.
unsafe impl Zeroable for NoWindow {}

impl Window for NoWindow {
    #[inline]
    unsafe fn get<T: Table>(&self, table: &T, position: usize) -> u32 {
        // SAFETY: 1. promised by the caller.
        unsafe { table.get(position) }
    }

    #[inline]
    unsafe fn set<T: Table>(&mut self, table: &mut T, position: usize, entry: u32) {
        // SAFETY: 1. and 2. promised by the caller.
        unsafe { table.set(position, entry) };
    }

    #[inline]
    unsafe fn pop<T: Table>(&mut self, table: &T, top: usize) -> u32 {
        // SAFETY: 1. promised by the caller.
        unsafe { table.get(top) }
    }

    #[inline]
    unsafe fn push<T: Table>(&mut self, table: &mut T, top: usize, entry: u32) {
        // SAFETY: 1. and 2. promised by the caller.
        unsafe { table.set(top, entry) };
    }

    #[inline]
    fn flush<T: Table>(&self, _table: &mut T) {}

    #[inline]
    fn restart<T: Table>(&mut self, _table: &T, _top: usize) {}

    #[inline]
    fn forget(&mut self, _top: usize) {}
}

/// 32 entries.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Unpacked {
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

impl Window for Unpacked {
    #[inline]
    unsafe fn get<T: Table>(&self, table: &T, position: usize) -> u32 {
        if self.has(position) {
            return self.entries[position % ENTRIES];
        }
        // SAFETY: 1. promised by the caller.
        unsafe { table.get(position) }
    }

    #[inline]
    unsafe fn set<T: Table>(&mut self, table: &mut T, position: usize, entry: u32) {
        if self.has(position) {
            self.entries[position % ENTRIES] = entry;
        } else {
            // SAFETY: 1. and 2. promised by the caller.
            unsafe { table.set(position, entry) };
        }
    }

    #[inline]
    unsafe fn pop<T: Table>(&mut self, table: &T, top: usize) -> u32 {
        debug_assert!(self.has(top) || top == self.base as usize + ENTRIES, "the window is not at the top");
        if (top as u32).wrapping_sub(ENTRIES as u32) == self.base {
            self.move_up(table);
        }
        self.entries[top % ENTRIES]
    }

    #[inline]
    unsafe fn push<T: Table>(&mut self, table: &mut T, top: usize, entry: u32) {
        debug_assert!(self.has(top) || top + 1 == self.base as usize, "the window is not at the top");
        if (top as u32).wrapping_add(1) == self.base {
            self.move_down(table);
        }
        self.entries[top % ENTRIES] = entry;
    }

    fn flush<T: Table>(&self, table: &mut T) {
        let mut window = *self;
        window.store(table, self.base as usize);
        window.store(table, self.base as usize + BLOCK);
    }

    fn restart<T: Table>(&mut self, table: &T, top: usize) {
        if self.has(top) || top == self.base as usize + ENTRIES {
            return;
        }
        self.forget(top);
        self.load(table, self.base as usize);
        self.load(table, self.base as usize + BLOCK);
    }

    fn forget(&mut self, top: usize) {
        self.base = (top / BLOCK * BLOCK) as u32;
    }
}
