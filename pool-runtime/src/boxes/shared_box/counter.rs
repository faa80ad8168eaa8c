//! The operations of the cell of a word. There is one cell for pointers that stay on a thread, and one for pointers
//! that threads share.

use super::word::Word;
use core::sync::atomic::Ordering;

/// The cell of a [`Word`].
pub trait Counter: Sync + 'static {
    /// Returns the word. What owners did before they left happened before this.
    ///
    /// # Safety
    ///
    /// 1. The caller may reach the cell: it has an owner of the object, or the slot before the object is shared, or a
    ///    weak pointer that [`WeakSpec`](super::WeakSpec) allows.
    unsafe fn get(&self) -> Word;

    /// Replaces the word of a slot that is not shared. If the new word has an owner, the object in the slot was written
    /// before this.
    ///
    /// # Safety
    ///
    /// 1. The slot belongs to the caller, and is not shared.
    unsafe fn start(&self, word: Word);

    /// Replaces the word by the result of `change`, in one step. Returns the word before, as `Err` if there is no
    /// result. With `Acquire`, what owners did before they left happened before this.
    ///
    /// # Safety
    ///
    /// 1. As for [`get`](Counter::get).
    unsafe fn update(&self, order: Ordering, change: impl Fn(Word) -> Option<Word>) -> Result<Word, Word>;

    /// Adds an owner. Returns whether there was room for one.
    ///
    /// # Safety
    ///
    /// 1. The caller has an owner, which stays at least until this returns.
    unsafe fn join(&self) -> bool;

    /// Takes an owner away. Returns whether it was the last one. Then what the others did happened before this.
    ///
    /// # Safety
    ///
    /// 1. The caller has an owner, which it does not use any more.
    unsafe fn leave(&self) -> bool;
}
