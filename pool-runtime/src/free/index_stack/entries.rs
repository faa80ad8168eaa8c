//! The entries of an index stack: its table, and the window over the top of it.

use crate::table::{Table, Window};
use bytemuck::Zeroable;

/// Indices by their positions; zero bytes are the identity.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct Entries<T: Table> {
    window: T::Window,
    table: T,
}

// SAFETY: a window and a table of zero bytes are entries of 0.
unsafe impl<T: Table> Zeroable for Entries<T> {}

impl<T: Table> Entries<T> {
    /// The index at `position`.
    ///
    /// # Safety
    ///
    /// 1. `position < T::CAPACITY`.
    #[inline]
    pub(crate) unsafe fn index_at(&self, position: u32) -> u32 {
        debug_assert!((position as usize) < T::CAPACITY, "a position beyond the capacity");
        // SAFETY: 1. promised by the caller.
        let entry = unsafe { self.window.get(&self.table, position as usize) };
        index(entry, position, T::CAPACITY)
    }

    /// The index at `position`, where the window was brought to the table and nothing was pushed since.
    ///
    /// # Safety
    ///
    /// 1. `position < T::CAPACITY`.
    #[inline]
    pub(crate) unsafe fn index_in_table(&self, position: u32) -> u32 {
        // SAFETY: 1. promised by the caller.
        let index = unsafe { index_in(&self.table, position) };
        debug_assert!(
            // SAFETY: 1. promised by the caller.
            index == unsafe { self.index_at(position) },
            "the table is not what the window says"
        );
        index
    }

    /// Makes `index` the one at `position`.
    ///
    /// # Safety
    ///
    /// 1. `position < T::CAPACITY`.
    /// 2. `index < T::CAPACITY`.
    #[inline]
    pub(crate) unsafe fn set_index_at(&mut self, position: u32, index: u32) {
        debug_assert!((position as usize) < T::CAPACITY, "a position beyond the capacity");
        debug_assert!((index as usize) < T::CAPACITY, "an index beyond the capacity");
        // SAFETY: 1. promised by the caller. 2. both operands are below the capacity, which T::BITS bits hold, so the XOR
        // has no further bits.
        unsafe { self.window.set(&mut self.table, position as usize, index ^ position) };
    }

    /// The index at the top, which is then one position up.
    ///
    /// # Safety
    ///
    /// 1. `top < T::CAPACITY` is the top.
    #[inline]
    pub(crate) unsafe fn pop(&mut self, top: u32) -> u32 {
        debug_assert!((top as usize) < T::CAPACITY, "a position beyond the capacity");
        // SAFETY: 1. promised by the caller.
        let entry = unsafe { self.window.pop(&self.table, top as usize) };
        index(entry, top, T::CAPACITY)
    }

    /// Puts an index on the stack, whose top is then one position down.
    ///
    /// # Safety
    ///
    /// 1. `top < T::CAPACITY`, and the top was one above.
    /// 2. `index < T::CAPACITY`.
    #[inline]
    pub(crate) unsafe fn push(&mut self, top: u32, index: u32) {
        debug_assert!((top as usize) < T::CAPACITY, "a position beyond the capacity");
        debug_assert!((index as usize) < T::CAPACITY, "an index beyond the capacity");
        // SAFETY: 1. promised by the caller. 2. both operands are below the capacity, which T::BITS bits hold, so the XOR
        // has no further bits.
        unsafe { self.window.push(&mut self.table, top as usize, index ^ top) };
    }

    /// Brings the window to the table: entries that the top passes can be read afterwards, wherever it goes.
    pub(super) fn flush(&mut self) {
        self.window.flush(&mut self.table);
    }

    /// The top went up.
    #[inline]
    pub(super) fn restart(&mut self, top: u32) {
        self.window.restart(&self.table, top as usize);
    }

    /// The top is elsewhere, and all indices from there on will be set.
    pub(super) fn forget(&mut self, top: u32) {
        self.window.forget(top as usize);
    }

    /// The identity, with the top at 0.
    pub(super) fn clear(&mut self) {
        self.window = Zeroable::zeroed();
        // SAFETY: zero bytes are a valid table.
        unsafe { core::ptr::write_bytes(&raw mut self.table, 0, 1) };
    }

    /// Becomes the same as `other`, in place.
    pub(super) fn copy_from(&mut self, other: &Self) {
        self.window = other.window;
        // SAFETY: a table is plain data (`Zeroable` integers), valid wherever it is copied to, and the two are
        // different objects since one is borrowed mutably.
        unsafe { core::ptr::copy_nonoverlapping(&raw const other.table, &raw mut self.table, 1) };
    }
}

/// The index that an entry at `position` says.
#[inline]
fn index(entry: u32, position: u32, capacity: usize) -> u32 {
    let index = entry ^ position;
    debug_assert!((index as usize) < capacity, "the index stack is corrupt");
    index
}

/// The index at `position` of an index stack that is a table alone: without a window, which is no gain where the counter is
/// not beside the entries.
///
/// # Safety
///
/// 1. `position < T::CAPACITY`.
#[inline]
pub(crate) unsafe fn index_in<T: Table>(table: &T, position: u32) -> u32 {
    debug_assert!((position as usize) < T::CAPACITY, "a position beyond the capacity");
    // SAFETY: 1. promised by the caller.
    let entry = unsafe { table.get(position as usize) };
    index(entry, position, T::CAPACITY)
}

/// Makes `index` the one at `position` of an index stack that is a table alone.
///
/// # Safety
///
/// 1. `position < T::CAPACITY`.
/// 2. `index < T::CAPACITY`.
#[cfg(feature = "std")]
#[inline]
pub(crate) unsafe fn set_index_in<T: Table>(table: &mut T, position: u32, index: u32) {
    debug_assert!((position as usize) < T::CAPACITY, "a position beyond the capacity");
    debug_assert!((index as usize) < T::CAPACITY, "an index beyond the capacity");
    // SAFETY: 1. promised by the caller. 2. both operands are below the capacity, which T::BITS bits hold, so the XOR has
    // no further bits.
    unsafe { table.set(position as usize, index ^ position) };
}
