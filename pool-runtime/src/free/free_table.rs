//! Free slots whose indices are in a table: the index at a position can be read, and a given index can be found.

#![expect(unsafe_code, reason = "what a position holds is a promise")]

use super::FreeSlots;
use core::ops::Range;

/// Free slots with a table of their indices. Batches read it, and a given index can be taken.
///
/// # Safety
///
/// 1. `peek_many` and `peeked_at` give indices below `CAPACITY`, of slots that are free. An index is given at one
///    position only.
#[diagnostic::on_unimplemented(
    message = "the free slots of this layout are not in a table",
    label = "needs `TableBits`, and not `LinkBits`"
)]
pub unsafe trait FreeTable: FreeSlots {
    /// Returns the positions of the next `count` free indices, to be [read](FreeTable::peeked_at) before the next
    /// call of `push`. Returns `None` if fewer are free.
    ///
    /// The caller then calls [`pop_many`](FreeTable::pop_many) for those that it used.
    fn peek_many(&mut self, count: usize) -> Option<Range<usize>>;

    /// Undoes what `peek_many` did to the last `count` indices that are left: they wait again, before all others that
    /// wait.
    ///
    /// # Safety
    ///
    /// 1. `peek_many` let as many indices or more stop waiting, and since then only [`pop_many`](FreeTable::pop_many)
    ///    was called, which left them.
    unsafe fn unpeek(&mut self, _count: u32) {}

    /// Returns the index at a position from `peek_many`. The index may have been taken since.
    ///
    /// # Safety
    ///
    /// 1. [`peek_many`](FreeTable::peek_many) gave `position`, and nothing was freed since.
    unsafe fn peeked_at(&self, position: usize) -> u32;

    /// Takes the next `count` free indices without reading them.
    ///
    /// # Safety
    ///
    /// 1. `peek_many` was called for at least this many since the last call of any other method on `&mut self`.
    unsafe fn pop_many(&mut self, count: u32);

    /// Takes `index` if it is free and, if `IS_STRICT`, does not wait. The next index takes its position: the two swap
    /// positions.
    ///
    /// O(1) if indices were taken but none was freed since the last `reset` that left none taken. Otherwise O(1) for an
    /// index that never changed its position or whose position is [noted](FreePositions), and O(free indices that are
    /// taken before it) for all others. If indices wait, and its position is not known at once, O(waiting) in addition.
    ///
    /// `positions` are always the same. If they are not [noted](FreePositions::ARE_NOTED) there, this overwrites
    /// entries before `used`.
    fn pop_index(&mut self, index: u32, positions: &mut impl FreePositions) -> bool;

    /// Returns the `count` indices that were freed last, in no particular order.
    ///
    /// # Safety
    ///
    /// 1. `push` was called at least `count` times since an index was last taken.
    unsafe fn newest(&self, count: u32) -> impl Iterator<Item = u32>;
}

/// A note for each free index: its position in the table. A note can be wrong, and is compared with the table before it
/// is used. It helps [`FreeTable::pop_index`] to find an index.
pub trait FreePositions {
    /// Whether the notes are here. Otherwise the table keeps the notes for which it has room, before `used`.
    const ARE_NOTED: bool;

    /// Notes the position of a free index.
    ///
    /// # Safety
    ///
    /// 1. Both are below the capacity. The slot is free.
    unsafe fn note_position(&mut self, _index: u32, _position: u32) {}

    /// Returns the position that was noted for a free index, or any number.
    ///
    /// # Safety
    ///
    /// 1. The index is below the capacity.
    unsafe fn noted_position(&self, index: u32) -> u32 {
        index
    }
}
