//! The window: an unpacked copy of the entries around the top of an index stack.
//!
//! An entry of a packed table shares its word with other entries. To set the entry, the processor reads and writes
//! the whole word, and the next operation waits for that write. So a stack over a packed table keeps the 32 entries
//! around its top in integers of their own. When the top leaves these entries, 16 of them are packed and unpacked at
//! once, in whole words. The contents of the stack are the same with and without a window.
//!
//! ```text
//!  position   0                base             base + 16        base + 32           CAPACITY
//!            +-- ... ---------+----------------+----------------+-- ... ------------+
//!            |  in the table  |          in the window          |   in the table    |
//!            +-- ... ---------+----------------+----------------+-- ... ------------+
//!                              ^ used is somewhere here         ^ or here
//! ```
//!
//! The entry at position `p` is at `p % 32` of the window. When the top goes up past the end of the window, the
//! window moves up by 16. The entries that it leaves are below the top: they are taken, so they need not be kept.
//! When the top goes down past the beginning, the window moves down by 16. The entries that it leaves go to the
//! table. After each move, the next move is at least 16 operations away. All zero bytes are the window of an all-zero
//! table with the top at 0.
//!
//! Numbers that are [noted](Table::note) before the top are in the table, whether the window has their position or not.
//!
//! A window can load entries behind the last written one. Invariant: if the entries before `end` were written, the
//! table has some value at each position before `ahead_of(end)`. (If no entry was written, the window is at 0.)

use super::Table;
use bytemuck::Zeroable;
use core::mem::offset_of;
use core::ops::Range;

/// The number of entries that enter or leave a window at once.
pub(super) const BLOCK: usize = 16;
/// The number of entries in a window.
const ENTRIES: usize = 2 * BLOCK;

/// The 32 entries of a window.
#[derive(Debug)]
#[repr(C)]
struct Unpacked {
    /// The position of the first entry, a multiple of `BLOCK`.
    base: u32,
    entries: [u32; ENTRIES],
}

// SAFETY: all fields are integers or arrays of integers, for which zero bytes are 0.
unsafe impl Zeroable for Unpacked {}

impl Unpacked {
    /// Whether the entry at `position` is in the window.
    #[inline]
    fn has(&self, position: usize) -> bool {
        position.wrapping_sub(self.base as usize) < ENTRIES
    }

    /// The position after the last entry.
    #[inline]
    fn end(&self) -> usize {
        self.base as usize + ENTRIES
    }

    /// The block of the window for the positions from `start` on.
    #[inline]
    fn block(&mut self, start: usize) -> &mut [u32; BLOCK] {
        let (first, second) = self.entries.split_first_chunk_mut().expect("two blocks");
        let second = second.first_chunk_mut().expect("two blocks");
        if start % ENTRIES == 0 { first } else { second }
    }

    /// Copies a block from the table into the window, if the table has entries there.
    ///
    /// # Safety
    ///
    /// 1. The entries of the block, up to the capacity, were written.
    unsafe fn load<T: Table>(&mut self, table: &T, start: usize) {
        if start < T::CAPACITY {
            // SAFETY: 1. The caller promises the same condition.
            unsafe { table.load_block(start, self.block(start)) };
        }
    }

    /// Copies a block from the window to the table, if the table has entries there.
    ///
    /// # Safety
    ///
    /// 1. The entries of the block, up to the capacity, were written.
    unsafe fn store<T: Table>(&mut self, table: &mut T, start: usize) {
        if start < T::CAPACITY {
            // SAFETY: 1. The caller promises the same condition.
            unsafe { table.store_block(start, self.block(start)) };
        }
    }
}

/// The first block of a window whose top is at `top`. The top is in it or, if it is not at 0, right behind it.
#[inline]
fn first_block(top: usize) -> usize {
    top.saturating_sub(1) / BLOCK * BLOCK
}

/// Where the entries of such a window end.
fn ahead_of<T: Table>(top: usize) -> usize {
    T::CAPACITY.min(first_block(top) + ENTRIES)
}

/// A table with a window: the 32 entries around the top of the stack.
#[derive(Debug)]
#[repr(C)]
pub struct Windowed<T> {
    window: Unpacked,
    table: T,
}

// SAFETY: the window and the table are `Zeroable`, and their zero bytes are entries of 0.
unsafe impl<T: Table> Zeroable for Windowed<T> {}

// SAFETY: 1. `has` says where an entry is, in the window or in the table. A move between the two does not change it. 2.
// zero bytes are the window at 0, and the table promises the same.
unsafe impl<T: Table> Table for Windowed<T> {
    const CAPACITY: usize = T::CAPACITY;
    const BITS: u32 = T::BITS;
    const ZEROED: usize = offset_of!(Self, table) + T::ZEROED;
    type Bare = T;

    unsafe fn number(&mut self, positions: Range<usize>) {
        if positions.is_empty() {
            return;
        }
        // SAFETY: 1. The caller promises that all entries before were written, so the table has a value for each.
        unsafe { self.table.number(positions.start..ahead_of::<T>(positions.end)) };
        let window = &mut self.window;
        for position in positions.start.max(window.base as usize)..window.end() {
            window.entries[position % ENTRIES] = position as u32;
        }
    }

    unsafe fn copy_from(&mut self, other: &Self, count: usize) {
        self.window = Unpacked { ..other.window };
        if count > 0 {
            // SAFETY: 1. By the invariant, the table has these entries, since the caller promises that `count` were
            // written.
            unsafe { self.table.copy_from(&other.table, ahead_of::<T>(count)) };
        }
    }

    #[inline]
    unsafe fn get(&self, position: usize) -> u32 {
        invariant!(position < T::CAPACITY, "a table position beyond the capacity");
        if self.window.has(position) {
            return self.window.entries[position % ENTRIES];
        }
        // SAFETY: 1. The caller promises the same condition.
        unsafe { self.table.get(position) }
    }

    #[inline]
    unsafe fn set(&mut self, position: usize, entry: u32) {
        invariant!(position < T::CAPACITY, "a table position beyond the capacity");
        if self.window.has(position) {
            self.window.entries[position % ENTRIES] = entry;
        } else {
            // SAFETY: 1. The caller promises `position < T::CAPACITY`. 2. The caller promises `entry < 2^BITS`.
            unsafe { self.table.set(position, entry) };
        }
    }

    unsafe fn find(&self, positions: Range<usize>, index: u32) -> Option<usize> {
        assert!(positions.end <= T::CAPACITY, "positions beyond the capacity");
        // The positions of the window come first.
        let rest = self.window.end().clamp(positions.start, positions.end);
        // SAFETY: 1. The range of positions ends at the capacity at the latest, and the caller promises entries that
        // were written.
        let is_at = |&position: &usize| index == unsafe { self.get(position) };
        // SAFETY: 1. The caller promises the same condition.
        let in_rest = || unsafe { self.table.find(rest..positions.end, index) };
        (positions.start..rest).find(is_at).or_else(in_rest)
    }

    /// Entries that leave the window at the bottom are not kept. So the number goes to the table. If the position is in
    /// the window, it goes there too: a `flush` writes it to the table.
    unsafe fn note(&mut self, position: usize, number: u32) {
        invariant!(position < T::CAPACITY, "a table position beyond the capacity");
        if self.window.has(position) {
            self.window.entries[position % ENTRIES] = number;
        }
        // SAFETY: 1. and 2. The caller promises the same conditions.
        unsafe { self.table.note(position, number) };
    }

    unsafe fn noted(&self, position: usize) -> u32 {
        // SAFETY: 1. The caller promises an entry that was written: by the invariant, the table has one there.
        unsafe { self.table.noted(position) }
    }

    #[inline]
    unsafe fn pop(&mut self, top: usize) -> u32 {
        let window = &self.window;
        invariant!(window.has(top) || top == window.end(), "the window is not at the top");
        if (top as u32).wrapping_sub(ENTRIES as u32) == window.base {
            // SAFETY: 1. The caller promises that the entry at the top, which is the first behind the window, was
            // written. By the invariant, the table has all of its block.
            unsafe { self.move_up() };
        }
        self.window.entries[top % ENTRIES]
    }

    /// Not inlined: the path of a written entry is long enough.
    #[inline(never)]
    unsafe fn push_up(&mut self, top: usize) {
        if top % BLOCK == 0 {
            // SAFETY: 1. The caller promises that all entries before the top were written.
            unsafe { self.number_ahead(top) };
        }
        // SAFETY: 1. The caller promises that `top` is the position of the top, and below the capacity. By the
        // invariant, the table has a value there.
        unsafe { self.pop(top) };
        self.window.entries[top % ENTRIES] = top as u32;
    }

    #[inline]
    unsafe fn push(&mut self, top: usize, entry: u32) {
        let window = &self.window;
        invariant!(window.has(top) || top + 1 == window.base as usize, "the window is not at the top");
        if (top as u32).wrapping_add(1) == window.base {
            // SAFETY: 1. The top was at the first position of the window, which it came up to, or which was chosen for
            // it, when entries up to there were written. By the invariant, the table has a value for each of its
            // blocks.
            unsafe { self.move_down() };
        }
        self.window.entries[top % ENTRIES] = entry;
    }

    unsafe fn flush(&mut self) {
        let Windowed { window, table } = self;
        for start in [window.base as usize, window.base as usize + BLOCK] {
            // SAFETY: 1. By the invariant, the table has a value at each position of a window whose top is at the end
            // of the entries that were written, and so of one before that.
            unsafe { window.store(table, start) };
        }
    }

    #[inline]
    unsafe fn get_flushed(&self, position: usize) -> u32 {
        // SAFETY: 1. The caller promises the same condition.
        let entry = unsafe { self.table.get(position) };
        // SAFETY: 1. The caller promises the same condition.
        invariant!(entry == unsafe { self.get(position) }, "the table and its window disagree");
        entry
    }

    unsafe fn restart(&mut self, top: usize) {
        let Windowed { window, table } = self;
        if window.has(top) || top == window.end() {
            return;
        }
        let base = first_block(top);
        window.base = base as u32;
        for start in [base, base + BLOCK] {
            // SAFETY: 1. The caller promises that all entries before `top` were written. By the invariant, the table
            // has a value for each of this window. (With the top at 0 too: the window was elsewhere, so it had them
            // then.)
            unsafe { window.load(table, start) };
        }
    }
}

impl<T: Table> Windowed<T> {
    /// # Safety
    ///
    /// 1. The entries of the block behind the window were written.
    #[cold]
    #[inline(never)]
    unsafe fn move_up(&mut self) {
        let Windowed { window, table } = self;
        // SAFETY: 1. The caller promises the same condition.
        unsafe { window.load(table, window.base as usize + ENTRIES) };
        window.base += BLOCK as u32;
    }

    /// # Safety
    ///
    /// 1. The entries of the second block were written.
    #[cold]
    #[inline(never)]
    unsafe fn move_down(&mut self) {
        let Windowed { window, table } = self;
        // SAFETY: 1. The caller promises the same condition.
        unsafe { window.store(table, window.base as usize + BLOCK) };
        window.base -= BLOCK as u32;
    }

    /// Makes the invariant true for one more entry than those before `top`, a multiple of `BLOCK`.
    ///
    /// # Safety
    ///
    /// 1. All entries before `top` were written.
    #[cold]
    #[inline(never)]
    unsafe fn number_ahead(&mut self, top: usize) {
        let start = if top == 0 { 0 } else { ahead_of::<T>(top) };
        // SAFETY: 1. By the invariant, the table has a value at each position before that.
        unsafe { self.table.number(start..ahead_of::<T>(top + 1)) };
    }
}
