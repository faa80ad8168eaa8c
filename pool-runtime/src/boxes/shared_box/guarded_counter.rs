//! The cell for pointers that threads share, on a target without compare-and-swap: it is reached in critical sections.

#![expect(unsafe_code, reason = "the cell is in a static")]

use super::counter::Counter;
use super::word::Word;
use bytemuck::Zeroable;
use core::cell::Cell;
use core::sync::atomic::Ordering;

/// A word that any code reaches, in critical sections, on a target without compare-and-swap.
#[derive(Debug)]
#[repr(transparent)]
pub struct GuardedCounter(Cell<u32>);

// SAFETY: zero bytes are a word of 0: a `Cell` has the memory layout of its content, as its documentation says.
unsafe impl Zeroable for GuardedCounter {}
// SAFETY: the cell is private, and each method below reaches it in a critical section. Critical sections exclude each
// other, in all threads and interrupt handlers, and each sees what happened in those before it. (That is what an
// implementation of the crate `critical-section` promises.)
unsafe impl Sync for GuardedCounter {}

impl GuardedCounter {
    /// Replaces the word by the result of `change`, in a critical section. Returns the word before, as `Err` if there
    /// is no result.
    fn replace(&self, change: impl FnOnce(Word) -> Option<Word>) -> Result<Word, Word> {
        critical_section::with(|_| {
            let old = Word(self.0.get());
            let new = change(old).ok_or(old)?;
            self.0.set(new.0);
            Ok(old)
        })
    }
}

impl Counter for GuardedCounter {
    unsafe fn get(&self) -> Word {
        critical_section::with(|_| Word(self.0.get()))
    }

    unsafe fn start(&self, word: Word) {
        critical_section::with(|_| self.0.set(word.0));
    }

    unsafe fn update(&self, _: Ordering, change: impl Fn(Word) -> Option<Word>) -> Result<Word, Word> {
        self.replace(change)
    }

    unsafe fn join(&self) -> bool {
        self.replace(|word| {
            invariant!(word.owners() != 0, "an object without an owner gets one");
            word.has_room().then(|| Word(word.0 + 1))
        })
        .is_ok()
    }

    unsafe fn leave(&self) -> bool {
        let mut is_last = false;
        let _ = self.replace(|word| {
            let left = word.one_less();
            is_last = left.owners() == 0;
            Some(left)
        });
        is_last
    }
}
