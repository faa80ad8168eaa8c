//! The cell for pointers that stay on one thread.

#![expect(unsafe_code, reason = "the word is in a cell without synchronisation")]

use super::counter::Counter;
use super::word::Word;
use bytemuck::Zeroable;
use core::cell::UnsafeCell;
use core::sync::atomic::Ordering;

/// A word that one thread reaches at a time.
#[derive(Debug)]
#[repr(transparent)]
pub struct LocalCounter(UnsafeCell<u32>);

// SAFETY: zero bytes are a word of 0.
unsafe impl Zeroable for LocalCounter {}
// SAFETY: the methods are unsafe, and their callers are on one thread: under `sync = local` the pointers to an object
// do not leave the thread that made it. A slot goes to another thread (only without feature `std`) while it is free,
// and the flag of the mode makes that thread see what this one did.
unsafe impl Sync for LocalCounter {}

impl Counter for LocalCounter {
    #[inline]
    unsafe fn get(&self) -> Word {
        // SAFETY: no other thread reaches the cell (1.), and no reference to its content exists.
        Word(unsafe { self.0.get().read() })
    }

    #[inline]
    unsafe fn start(&self, word: Word) {
        // SAFETY: no other thread reaches the cell (1.), and no reference to its content exists.
        unsafe { self.0.get().write(word.0) };
    }

    #[inline]
    unsafe fn update(&self, _: Ordering, change: impl Fn(Word) -> Option<Word>) -> Result<Word, Word> {
        // SAFETY: 1. as for the caller.
        let old = unsafe { self.get() };
        let new = change(old).ok_or(old)?;
        // SAFETY: no other thread reaches the cell (1.), and `change` is one of the closures of this module, which
        // reach no cell.
        unsafe { self.0.get().write(new.0) };
        Ok(old)
    }

    #[inline]
    unsafe fn join(&self) -> bool {
        // SAFETY: 1. the caller has an owner.
        let word = unsafe { self.get() };
        invariant!(word.owners() != 0, "an object without an owner gets one");
        if word.has_room() {
            // SAFETY: no other thread reaches the cell (1.), and no reference to its content exists.
            unsafe { self.0.get().write(word.0 + 1) };
        }
        word.has_room()
    }

    #[inline]
    unsafe fn leave(&self) -> bool {
        // SAFETY: 1. the caller has an owner.
        let left = unsafe { self.get() }.one_less();
        // SAFETY: no other thread reaches the cell (1.), and no reference to its content exists.
        unsafe { self.0.get().write(left.0) };
        left.owners() == 0
    }
}
