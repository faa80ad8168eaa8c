//! Tables: arrays of slot indices, one representation per file.
//!
//! A table is plain storage of `CAPACITY` entries of `BITS` bits. What the entries mean is the business of the
//! [index stack](crate::free::index_stack), the only one that reads and writes them. All zero bytes are a valid table whose
//! entries are all 0.
//!
//! | bits | one entry | bytes per entry | slots |
//! |---|---|---|---|
//! | 8, 16, 32 | an integer ([`plain`]) | 1, 2, 4 | 256, 65,536, 2^32 - 1 |
//! | 9, 10, 12 | a `u8`, and 1, 2, 4 bits [`packed`] into words | 1.125, 1.25, 1.5 | 512, 1,024, 4,096 |
//! | 17, 18, 20 | a `u16`, and 1, 2, 4 bits packed, behind a [`window`] | 2.125, 2.25, 2.5 | 131,072, 262,144, 1,048,576 |
//! | 24 | a `u16` and a `u8` ([`split24`]) | 3 | 16,777,216 |
//!
//! The tables of 18 and 24 bits are those of *Game Programming Gems 8*: there a table of shorts and a second one with the
//! leftover 2 bits of 16 entries in each `u32`, or with the leftover byte.

#![expect(unsafe_code, reason = "an entry is reached without a bounds check")]

mod element;
mod packed;
mod plain;
mod split24;
#[cfg(test)]
mod tests;
mod window;

pub(crate) use element::Element;
pub(crate) use packed::packed_words;
pub(crate) use plain::NoEntries;

use crate::base::class::Class;
use bytemuck::Zeroable;
use packed::Packed;
use plain::Plain;
use split24::Split24;
use window::{BLOCK, Windowed};

/// Storage for `CAPACITY` entries of `BITS` bits.
///
/// # Safety
///
/// An entry keeps the value that `set` or `push` gave it, whatever other entries are set to; before that it is 0 in a table
/// of zero bytes.
pub unsafe trait Table:
    Zeroable + Sized + Send + Sync + Unpin + core::panic::UnwindSafe + core::panic::RefUnwindSafe
{
    /// Entries.
    const CAPACITY: usize;
    /// Bits of an entry.
    const BITS: u32;
    /// The table without the [window](self::window) over the top of a stack: all of it, where it has none.
    type Bare: Table;

    /// The entry at `position`.
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

    /// The entries from `start` on, a multiple of 16, up to the capacity.
    fn load_block(&self, start: usize, block: &mut [u32; BLOCK]) {
        load_each(self, start, block);
    }

    /// Sets the entries from `start` on, a multiple of 16, up to the capacity.
    fn store_block(&mut self, start: usize, block: &[u32; BLOCK]) {
        store_each(self, start, block);
    }

    // What a stack does at its top. A table behind a window has its own way for each of these.

    /// The entry at the top, which then goes up by one.
    ///
    /// # Safety
    ///
    /// 1. `top < CAPACITY`, and is the top.
    #[inline]
    unsafe fn pop(&mut self, top: usize) -> u32 {
        // SAFETY: 1. promised by the caller.
        unsafe { self.get(top) }
    }

    /// Sets the entry one below the top, which is then the top.
    ///
    /// # Safety
    ///
    /// 1. `top < CAPACITY`, and the top was one above.
    /// 2. `entry < 2^BITS`.
    #[inline]
    unsafe fn push(&mut self, top: usize, entry: u32) {
        // SAFETY: 1. and 2. promised by the caller.
        unsafe { self.set(top, entry) };
    }

    /// Prepares [`get_flushed`](Table::get_flushed).
    #[inline]
    fn flush(&mut self) {}

    /// The entry at `position`, where nothing was pushed since the last `flush`. A loop over it can be vectorised.
    ///
    /// # Safety
    ///
    /// 1. `position < CAPACITY`.
    #[inline]
    unsafe fn get_flushed(&self, position: usize) -> u32 {
        // SAFETY: 1. promised by the caller.
        unsafe { self.get(position) }
    }

    /// The top went up to `top`, after a `flush` or by one entry.
    #[inline]
    fn restart(&mut self, _top: usize) {}

    /// The top is at `top` now, and all entries from there on will be set.
    #[inline]
    fn forget(&mut self, _top: usize) {}
}

/// [`Table::load_block`], one entry after the other.
fn load_each<T: Table>(table: &T, start: usize, block: &mut [u32; BLOCK]) {
    for (position, entry) in (start..T::CAPACITY).zip(block) {
        // SAFETY: 1. the range ends at the capacity.
        *entry = unsafe { table.get(position) };
    }
}

/// [`Table::store_block`], one entry after the other.
fn store_each<T: Table>(table: &mut T, start: usize, block: &[u32; BLOCK]) {
    for (position, &entry) in (start..T::CAPACITY).zip(block) {
        debug_assert!(u64::from(entry) < 1 << T::BITS, "a table entry of more bits than the table has");
        // SAFETY: 1. the range ends at the capacity. 2. a window holds entries of its table.
        unsafe { table.set(position, entry) };
    }
}

/// Widths that exist, as [`Class`]es of their bits.
pub trait TableClass {
    /// The table of this width: `N` entries, with `WORDS` words of packed bits.
    type Table<const N: usize, const WORDS: usize>: Table;
    /// The smallest integer that holds an entry.
    type Integer: Element;
}

/// The list of all widths. Nothing else lists them.
macro_rules! widths {
    ($($bits:literal: $integer:ident => $table:ty;)*) => {
        /// Bits of an entry, of every table, narrowest first.
        pub(crate) const WIDTHS: &[u8] = &[$($bits),*];

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
