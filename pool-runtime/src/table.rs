//! Tables: arrays of slot indices.
//!
//! A table stores `CAPACITY` entries of `BITS` bits. It does not know what the entries mean: only the [index
//! stack](crate::free::index_stack) and [seats](crate::seats) read and write them. All zero bytes are a valid table
//! whose entries are all 0. In memory whose first [`ZEROED`](Table::ZEROED) bytes are zero, a table has no entries yet:
//! each is written before it is read.
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
use crate::base::link_bytes::LinkBytes;
use bytemuck::Zeroable;
use core::cmp::Ordering;
use core::mem::MaybeUninit;
use core::ops::Range;
use packed::Packed;
use plain::{Plain, Split24};
use window::{BLOCK, Windowed};

/// Storage for `CAPACITY` entries of `BITS` bits.
///
/// # Safety
///
/// 1. An entry keeps the value that was written to it, whatever values other entries get. In a table of zero bytes,
///    every entry is 0 until it is written.
/// 2. Memory whose first `ZEROED` bytes are zero is a table without entries, whatever the later bytes are, even
///    uninitialised ones. Its top is at 0.
///
/// *An entry was written* if the table began as zero bytes, if `set`, `push`, `push_up` or `number` gave it a value, or
/// if `copy_from` copied a written entry to it. An entry that leaves a window counts as written, with any value.
pub unsafe trait Table:
    Zeroable + Sized + Send + Sync + Unpin + core::panic::UnwindSafe + core::panic::RefUnwindSafe
{
    /// The number of entries.
    const CAPACITY: usize;
    /// Bits of an entry.
    const BITS: u32;
    /// How many bytes at the start must be zero.
    const ZEROED: usize = 0;
    /// The table without its [window](self::window). A table without a window is its own `Bare`.
    type Bare: Table;

    /// Returns the entry at `position`.
    ///
    /// # Safety
    ///
    /// 1. `position < CAPACITY`, and the entry there was written.
    unsafe fn get(&self, position: usize) -> u32;

    /// Sets the entry at `position`.
    ///
    /// # Safety
    ///
    /// 1. `position < CAPACITY`, and the entry there was written.
    /// 2. `entry < 2^BITS`.
    unsafe fn set(&mut self, position: usize, entry: u32);

    /// Writes to each of these positions its own number. Entries at later positions are lost. O(positions).
    ///
    /// # Safety
    ///
    /// 1. All entries before these positions were written, and they end at the capacity at the latest.
    unsafe fn number(&mut self, positions: Range<usize>);

    /// Copies the first `count` entries of `other`, and its top. Later entries are lost.
    ///
    /// # Safety
    ///
    /// 1. These entries were written. The top is at `count` or before.
    unsafe fn copy_from(&mut self, other: &Self, count: usize);

    /// Sorts the first `count` entries. If `compare` panics, the entries are in some order. Only tables of one integer
    /// per entry are sorted.
    ///
    /// # Safety
    ///
    /// 1. These entries were written.
    unsafe fn sort(&mut self, _count: usize, _compare: impl FnMut(u32, u32) -> Ordering) {
        unreachable!("the table of a dense pool has an integer per entry");
    }

    /// Returns the first of these positions whose entry is `index`. O(positions).
    ///
    /// # Panics
    ///
    /// If the positions end after the capacity.
    ///
    /// # Safety
    ///
    /// 1. Their entries were written.
    unsafe fn find(&self, positions: Range<usize>, index: u32) -> Option<usize>;

    /// Notes a number at a position before the top. It stays there until the position is set or popped. A `flush` in
    /// between loses it.
    ///
    /// # Safety
    ///
    /// 1. `position < CAPACITY`, and the top is above the position; or the top is at the position, and moves up next
    ///    without a `pop`. The entry at the position was written.
    /// 2. `number < 2^BITS`.
    unsafe fn note(&mut self, position: usize, number: u32) {
        // SAFETY: 1. and 2. The caller promises the same conditions.
        unsafe { self.set(position, number) };
    }

    /// Returns the number that was [noted](Table::note) at a position, or any number if it was lost.
    ///
    /// # Safety
    ///
    /// 1. `position < CAPACITY`, and the entry there was written.
    unsafe fn noted(&self, position: usize) -> u32 {
        // SAFETY: 1. The caller promises the same condition.
        unsafe { self.get(position) }
    }

    /// Copies the entries from `start` on into `block`, up to the capacity. `start` is a multiple of 16.
    ///
    /// # Safety
    ///
    /// 1. The entries were written.
    unsafe fn load_block(&self, start: usize, block: &mut [u32; BLOCK]) {
        // SAFETY: 1. The caller promises the same condition.
        unsafe { load_each(self, start, block) };
    }

    /// Sets the entries from `start` on, up to the capacity. `start` is a multiple of 16.
    ///
    /// # Safety
    ///
    /// 1. The entries were written.
    unsafe fn store_block(&mut self, start: usize, block: &[u32; BLOCK]) {
        // SAFETY: 1. The caller promises the same condition.
        unsafe { store_each(self, start, block) };
    }

    // The operations at the top of a stack. A table with a window does each of these in its own way.

    /// Returns the entry at the top. The top then moves up by one.
    ///
    /// # Safety
    ///
    /// 1. `top < CAPACITY`, and `top` is the position of the top. The entry there was written.
    #[inline(always)]
    unsafe fn pop(&mut self, top: usize) -> u32 {
        // SAFETY: 1. The caller promises a position below the capacity whose entry was written.
        unsafe { self.get(top) }
    }

    /// Writes to the position of the top its own number. The top then moves up by one. Entries at later positions are
    /// lost.
    ///
    /// # Safety
    ///
    /// 1. `top < CAPACITY`, and `top` is the position of the top. All entries before it were written.
    unsafe fn push_up(&mut self, top: usize);

    /// Sets the entry one below the top. That position is then the top.
    ///
    /// # Safety
    ///
    /// 1. `top < CAPACITY`, and the top was at `top + 1`. The entry at `top` was written.
    /// 2. `entry < 2^BITS`.
    #[inline(always)]
    unsafe fn push(&mut self, top: usize, entry: u32) {
        // SAFETY: 1. and 2. The caller promises the same conditions.
        unsafe { self.set(top, entry) };
    }

    /// Writes all entries to where [`get_flushed`](Table::get_flushed) reads them.
    ///
    /// # Safety
    ///
    /// 1. At least one entry was written, and the top is not behind the last written one.
    #[inline]
    unsafe fn flush(&mut self) {}

    /// Returns the entry at `position`, if nothing was pushed since the last `flush`. The compiler can vectorise a
    /// loop over this method.
    ///
    /// # Safety
    ///
    /// 1. `position < CAPACITY`, and the entry there was written.
    #[inline]
    unsafe fn get_flushed(&self, position: usize) -> u32 {
        // SAFETY: 1. The caller promises the same condition.
        unsafe { self.get(position) }
    }

    /// Tells the table that the top moved to `top`: any distance after a `flush`, otherwise up by one entry.
    ///
    /// # Safety
    ///
    /// 1. All entries before `top` were written.
    #[inline]
    unsafe fn restart(&mut self, _top: usize) {}
}

/// Does [`Table::load_block`] entry by entry.
///
/// # Safety
///
/// 1. As for `load_block`.
unsafe fn load_each<T: Table>(table: &T, start: usize, block: &mut [u32; BLOCK]) {
    for (position, entry) in (start..T::CAPACITY).zip(block) {
        // SAFETY: 1. The range of positions ends at the capacity, and the caller promises entries that were written.
        *entry = unsafe { table.get(position) };
    }
}

/// Does [`Table::store_block`] entry by entry.
///
/// # Safety
///
/// 1. As for `store_block`.
unsafe fn store_each<T: Table>(table: &mut T, start: usize, block: &[u32; BLOCK]) {
    for (position, &entry) in (start..T::CAPACITY).zip(block) {
        invariant!(u64::from(entry) < 1 << T::BITS, "a table entry of more bits than the table has");
        // SAFETY: 1. The range of positions ends at the capacity, and the caller promises entries that were written. 2.
        // The block comes from a window, which holds entries of this table.
        unsafe { table.set(position, entry) };
    }
}

/// How many entries are compared at once, before the result is looked at.
const COMPARED: usize = 64;

/// Does [`Table::find`] in a table that keeps the low bits of each entry in an integer of `low`. Compares these first,
/// so that the compiler can vectorise it. `is_at` compares a whole entry.
///
/// # Safety
///
/// 1. As for `find`: these elements of `low` are initialised.
unsafe fn find_low<L: Element>(
    low: &[MaybeUninit<L>],
    positions: Range<usize>,
    index: u32,
    is_at: impl Fn(usize) -> bool,
) -> Option<usize> {
    let mut start = positions.start;
    let low = low.get(positions);
    invariant!(low.is_some(), "positions beyond the table");
    let low = low.unwrap_or_default();
    // SAFETY: 1. The caller promises the same condition.
    for entries in unsafe { written(low) }.chunks(COMPARED) {
        let is_here = entries.iter().fold(false, |is_here, entry| is_here | entry.is(index));
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

/// Writes to each of these positions the low bits of its number.
///
/// # Safety
///
/// 1. The positions end at the length at the latest.
unsafe fn number_low<L: Element>(low: &mut [MaybeUninit<L>], positions: Range<usize>) {
    invariant!(
        positions.start <= positions.end && positions.end <= low.len(),
        "positions beyond the capacity"
    );
    let start = positions.start as u32;
    // SAFETY: the caller promises that the positions end at the length at the latest (1.).
    let low = unsafe { low.get_unchecked_mut(positions) };
    for (entry, position) in low.iter_mut().zip(start..) {
        *entry = MaybeUninit::new(L::from_bits(position));
    }
}

/// Returns elements that were written.
///
/// # Safety
///
/// 1. The elements are initialised.
unsafe fn written<L: Element>(low: &[MaybeUninit<L>]) -> &[L] {
    // SAFETY: the caller promises that the elements are initialised. The two types have the same layout.
    unsafe { core::slice::from_raw_parts(low.as_ptr().cast(), low.len()) }
}

/// The widths that exist, as [`Class`]es of their number of bits.
pub trait TableClass {
    /// The table of this width, with `N` entries and `WORDS` words of packed bits.
    type Table<const N: usize, const WORDS: usize>: Table;
    /// The smallest integer that holds an entry.
    type Integer: Element;
    /// The fewest whole bytes that hold an entry.
    type Index: LinkBytes;
}

/// The list of all widths. They are listed nowhere else.
macro_rules! widths {
    ($($bits:literal: $integer:ident, $bytes:literal => $table:ty;)*) => {
        $(impl TableClass for Class<$bits> {
            type Table<const N: usize, const WORDS: usize> = $table;
            type Integer = $integer;
            type Index = [u8; $bytes];
        })*
    };
}

widths! {
    8: u8, 1 => Plain<u8, N>;
    9: u16, 2 => Packed<u8, 1, N, WORDS>;
    10: u16, 2 => Packed<u8, 2, N, WORDS>;
    12: u16, 2 => Packed<u8, 4, N, WORDS>;
    16: u16, 2 => Plain<u16, N>;
    17: u32, 3 => Windowed<Packed<u16, 1, N, WORDS>>;
    18: u32, 3 => Windowed<Packed<u16, 2, N, WORDS>>;
    20: u32, 3 => Windowed<Packed<u16, 4, N, WORDS>>;
    24: u32, 3 => Split24<N>;
    32: u32, 4 => Plain<u32, N>;
}
