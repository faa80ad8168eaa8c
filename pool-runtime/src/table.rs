//! Tables: arrays of slot indices.
//!
//! A table stores `CAPACITY` entries of `BITS` bits. It does not know what the entries mean: only the [index
//! stack](crate::free::index_stack) reads and writes them. All zero bytes are a valid table whose entries are all 0.
//!
//! | bits | one entry | bytes per entry | slots |
//! |---|---|---|---|
//! | 8, 16, 32 | an integer ([`plain`]) | 1, 2, 4 | 256, 65,536, 2^32 - 1 |
//! | 9, 10, 12 | a `u8`, and 1, 2, 4 bits [`packed`] into words | 1.125, 1.25, 1.5 | 512, 1,024, 4,096 |
//! | 17, 18, 20 | a `u16` and 1, 2, 4 packed bits, with a [`window`] | 2.125, 2.25, 2.5 | 131,072, 262,144, 1,048,576 |
//! | 24 | a `u16` and a `u8` ([`plain`]) | 3 | 16,777,216 |
//!
//! The tables of 18 and 24 bits are those of *Game Programming Gems 8*. There, a table of shorts holds the low 16
//! bits. A second table holds the rest: 2 bits of 16 entries in each `u32`, or one byte per entry.

#![expect(unsafe_code, reason = "an entry is reached without a bounds check")]

mod packed;
mod plain;
#[cfg(test)]
mod tests;
mod window;

pub(crate) use packed::packed_words;
pub(crate) use plain::NoEntries;

use crate::base::class::Class;
use crate::base::element::Element;
use bytemuck::Zeroable;
use core::cmp::Ordering;
use core::ops::Range;
use packed::Packed;
use plain::{Plain, Split24};
use window::{BLOCK, Windowed};

/// Storage for `CAPACITY` entries of `BITS` bits.
///
/// # Safety
///
/// 1. An entry keeps the value that `set` or `push` gave it, whatever values other entries get. In a table of zero
///    bytes, every entry is 0 until it is set.
pub unsafe trait Table:
    Zeroable + Sized + Send + Sync + Unpin + core::panic::UnwindSafe + core::panic::RefUnwindSafe
{
    /// The number of entries.
    const CAPACITY: usize;
    /// Bits of an entry.
    const BITS: u32;
    /// The table without its [window](self::window). A table without a window is its own `Bare`.
    type Bare: Table;

    /// Returns the entry at `position`.
    ///
    /// # Safety
    ///
    /// 1. `position < CAPACITY`.
    unsafe fn get(&self, position: usize) -> u32;

    /// Sets the entry at `position`.
    ///
    /// # Safety
    ///
    /// 1. `position < CAPACITY`.
    /// 2. `entry < 2^BITS`.
    unsafe fn set(&mut self, position: usize, entry: u32);

    /// Sets all entries to 0. Those from `count` on are 0 already. The top is then at 0.
    fn clear_entries(&mut self, count: usize);

    /// Copies the entries of `other`, and its top. Those from `count` on are 0 in both.
    fn copy_from(&mut self, other: &Self, count: usize);

    /// Sorts the indices that the first `count` entries stand for: an entry XOR its position. If `compare` panics, they
    /// are there in some order. Only tables of one integer per entry are sorted.
    fn sort_indices(&mut self, _count: usize, _compare: impl FnMut(u32, u32) -> Ordering) {
        unreachable!("the table of a dense pool has an integer per entry");
    }

    /// Returns the first of these positions whose entry stands for `index`: an entry XOR its position. O(positions).
    ///
    /// # Panics
    ///
    /// If the positions end after the capacity.
    fn find_index(&self, positions: Range<usize>, index: u32) -> Option<usize>;

    /// Notes a number at a position before the top. It stays there until the position is set or popped, and is lost
    /// if a `flush` comes in between.
    ///
    /// # Safety
    ///
    /// 1. `position < CAPACITY`, and the top is above it; or it is at it, and moves up next without a `pop`.
    /// 2. `number < 2^BITS`.
    unsafe fn note(&mut self, position: usize, number: u32) {
        // SAFETY: 1. and 2. are the same conditions, which the caller promises.
        unsafe { self.set(position, number) };
    }

    /// Returns the number that was [noted](Table::note) at a position, or any number if it was lost.
    ///
    /// # Safety
    ///
    /// 1. `position < CAPACITY`.
    unsafe fn noted(&self, position: usize) -> u32 {
        // SAFETY: 1. The caller promises `position < CAPACITY`.
        unsafe { self.get(position) }
    }

    /// Copies the entries from `start` on into `block`, up to the capacity. `start` is a multiple of 16.
    fn load_block(&self, start: usize, block: &mut [u32; BLOCK]) {
        load_each(self, start, block);
    }

    /// Sets the entries from `start` on, up to the capacity. `start` is a multiple of 16.
    fn store_block(&mut self, start: usize, block: &[u32; BLOCK]) {
        store_each(self, start, block);
    }

    // The operations at the top of a stack. A table with a window does each of these in its own way.

    /// Returns the entry at the top. The top then moves up by one.
    ///
    /// # Safety
    ///
    /// 1. `top < CAPACITY`, and `top` is the position of the top.
    #[inline(always)]
    unsafe fn pop(&mut self, top: usize) -> u32 {
        // SAFETY: 1. The caller promises that `top` is below the capacity.
        unsafe { self.get(top) }
    }

    /// Sets the entry one below the top. That position is then the top.
    ///
    /// # Safety
    ///
    /// 1. `top < CAPACITY`, and the top was at `top + 1`.
    /// 2. `entry < 2^BITS`.
    #[inline(always)]
    unsafe fn push(&mut self, top: usize, entry: u32) {
        // SAFETY: 1. The caller promises that `top` is below the capacity. 2. The caller promises `entry < 2^BITS`.
        unsafe { self.set(top, entry) };
    }

    /// Writes all entries to where [`get_flushed`](Table::get_flushed) reads them.
    #[inline]
    fn flush(&mut self) {}

    /// Returns the entry at `position`, if nothing was pushed since the last `flush`. The compiler can vectorise a
    /// loop over this method.
    ///
    /// # Safety
    ///
    /// 1. `position < CAPACITY`.
    #[inline]
    unsafe fn get_flushed(&self, position: usize) -> u32 {
        // SAFETY: 1. The caller promises `position < CAPACITY`.
        unsafe { self.get(position) }
    }

    /// Tells the table that the top moved to `top`: any distance after a `flush`, otherwise up by one entry.
    #[inline]
    fn restart(&mut self, _top: usize) {}
}

/// Does [`Table::load_block`] entry by entry.
fn load_each<T: Table>(table: &T, start: usize, block: &mut [u32; BLOCK]) {
    for (position, entry) in (start..T::CAPACITY).zip(block) {
        // SAFETY: 1. The range of positions ends at the capacity.
        *entry = unsafe { table.get(position) };
    }
}

/// Does [`Table::store_block`] entry by entry.
fn store_each<T: Table>(table: &mut T, start: usize, block: &[u32; BLOCK]) {
    for (position, &entry) in (start..T::CAPACITY).zip(block) {
        invariant!(u64::from(entry) < 1 << T::BITS, "a table entry of more bits than the table has");
        // SAFETY: 1. The range of positions ends at the capacity. 2. The block comes from a window, which holds
        // entries of this table.
        unsafe { table.set(position, entry) };
    }
}

/// How many entries are compared in a row, before one of them is looked at.
const COMPARED: usize = 64;

/// Does [`Table::find_index`] where each entry has an integer with its low bits, those of `low`. Compares these first,
/// so that the compiler can vectorise it. `is_at` compares a whole entry.
fn find_low<L: Element>(
    low: &[L],
    positions: Range<usize>,
    index: u32,
    is_at: impl Fn(usize) -> bool,
) -> Option<usize> {
    let mut start = positions.start;
    for entries in low[positions].chunks(COMPARED) {
        let mut is_here = false;
        for (entry, position) in entries.iter().zip(start as u32..) {
            is_here |= entry.is(index ^ position);
        }
        let end = start + entries.len();
        if is_here {
            if let Some(found) = (start..end).find(|&position| is_at(position)) {
                return Some(found);
            }
        }
        start = end;
    }
    None
}

/// The widths that exist, as [`Class`]es of their number of bits.
pub trait TableClass {
    /// The table of this width, with `N` entries and `WORDS` words of packed bits.
    type Table<const N: usize, const WORDS: usize>: Table;
    /// The smallest integer that holds an entry.
    type Integer: Element;
}

/// The list of all widths. They are listed nowhere else.
macro_rules! widths {
    ($($bits:literal: $integer:ident => $table:ty;)*) => {
        $(impl TableClass for Class<$bits> {
            type Table<const N: usize, const WORDS: usize> = $table;
            type Integer = $integer;
        })*
    };
}

widths! {
    8: u8 => Plain<u8, N>;
    9: u16 => Packed<u8, 1, N, WORDS>;
    10: u16 => Packed<u8, 2, N, WORDS>;
    12: u16 => Packed<u8, 4, N, WORDS>;
    16: u16 => Plain<u16, N>;
    17: u32 => Windowed<Packed<u16, 1, N, WORDS>>;
    18: u32 => Windowed<Packed<u16, 2, N, WORDS>>;
    20: u32 => Windowed<Packed<u16, 4, N, WORDS>>;
    24: u32 => Split24<N>;
    32: u32 => Plain<u32, N>;
}
