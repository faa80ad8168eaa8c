//! Tables: arrays of slot indices, one representation a file.
//!
//! A table is plain storage of `CAPACITY` entries of `BITS` bits. What the entries mean is the business of the
//! [index stack](crate::free::index_stack), the only one that reads and writes them. All zero bytes are a valid table whose
//! entries are all 0.

#![expect(unsafe_code, reason = "an entry is reached without a bounds check")]

mod element;
mod no_table;
mod packed;
mod packed10;
mod packed12;
mod packed17;
mod packed18;
mod packed20;
mod packed9;
mod plain;
mod split24;
#[cfg(test)]
mod tests;
mod u16;
mod u32;
mod u8;
mod window;

#[cfg(test)]
pub(crate) use window::NoWindow;
pub(crate) use window::Window;

use crate::base::class::Class;
#[cfg(target_has_atomic = "64")]
use crate::free::links::{LinkArray, Links};
use bytemuck::Zeroable;
use window::BLOCK;

/// Storage for `CAPACITY` entries of `BITS` bits.
///
/// # Safety
///
/// An entry keeps the value that `set` gave it, whatever other entries are set to; before that it is 0 in a table of
/// zero bytes.
pub unsafe trait Table:
    Zeroable + Sized + Send + Sync + Unpin + core::panic::UnwindSafe + core::panic::RefUnwindSafe
{
    /// Entries.
    const CAPACITY: usize;
    /// Bits of an entry.
    const BITS: u32;
    /// What a stack keeps of the entries at its top.
    type Window: Window;

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
}

/// [`Table::load_block`], one entry after the other.
fn load_each<T: Table>(table: &T, start: usize, block: &mut [u32; BLOCK]) {
    for (position, entry) in (start..T::CAPACITY).zip(block) {
        // SAFETY: 1. the range's end.
        *entry = unsafe { table.get(position) };
    }
}

/// [`Table::store_block`], one entry after the other.
fn store_each<T: Table>(table: &mut T, start: usize, block: &[u32; BLOCK]) {
    for (position, &entry) in (start..T::CAPACITY).zip(block) {
        debug_assert!(u64::from(entry) < 1 << T::BITS, "a table entry of more bits than the table has");
        // SAFETY: 1. the range's end. 2. what a window holds are entries of its table.
        unsafe { table.set(position, entry) };
    }
}

/// Kinds of free lists, which have no table: 100 more than the bits of a link.
pub(crate) mod list_kind {
    /// What is added to the bits of a link.
    pub(crate) const LIST: u8 = 100;
    /// Links of one byte.
    pub(crate) const LINK_8: u8 = LIST + 8;
    /// Links of two bytes.
    pub(crate) const LINK_16: u8 = LIST + 16;
    /// Links of three bytes.
    pub(crate) const LINK_24: u8 = LIST + 24;
    /// Links of four bytes.
    pub(crate) const LINK_32: u8 = LIST + 32;
}

/// Widths that exist, as [`Class`]es of their bits, and [kinds of free lists](list_kind).
pub trait TableClass {
    /// The table of this width: `N` entries, with `WORDS` words of packed bits.
    type Table<const N: usize, const WORDS: usize>: Table;
    /// The links of `N` slots, of this width where it is that of an integer.
    #[cfg(target_has_atomic = "64")]
    type Links<const N: usize>: Links + Zeroable + Sync + 'static;
}

macro_rules! classes {
    ($($bits:literal => $table:ty, $link:ident;)*) => {$(
        impl TableClass for Class<$bits> {
            type Table<const N: usize, const WORDS: usize> = $table;
            #[cfg(target_has_atomic = "64")]
            type Links<const N: usize> = LinkArray<core::sync::atomic::$link, N>;
        }
    )*};
}

classes! {
    8 => u8::TableU8<N>, AtomicU8;
    9 => packed9::Packed9<N, WORDS>, AtomicU32;
    10 => packed10::Packed10<N, WORDS>, AtomicU32;
    12 => packed12::Packed12<N, WORDS>, AtomicU32;
    16 => u16::TableU16<N>, AtomicU16;
    17 => packed17::Packed17<N, WORDS>, AtomicU32;
    18 => packed18::Packed18<N, WORDS>, AtomicU32;
    20 => packed20::Packed20<N, WORDS>, AtomicU32;
    24 => split24::Split24<N>, AtomicU32;
    32 => u32::TableU32<N>, AtomicU32;
}

macro_rules! lists {
    ($($kind:ident),*) => {$(
        impl TableClass for Class<{ list_kind::$kind }> {
            type Table<const N: usize, const WORDS: usize> = no_table::NoTable<N, { list_kind::$kind }>;
            #[cfg(target_has_atomic = "64")]
            type Links<const N: usize> = LinkArray<core::sync::atomic::AtomicU32, N>;
        }
    )*};
}

lists!(LINK_8, LINK_16, LINK_24, LINK_32);
