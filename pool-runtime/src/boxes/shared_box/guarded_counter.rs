//! The cell for pointers that threads share, on a target without compare-and-swap: it is reached in critical sections.

#![expect(unsafe_code, reason = "the callers have an owner")]

use super::counter::Counter;
use super::local_counter::LocalCounter;
use super::word::Word;
use bytemuck::Zeroable;
use core::sync::atomic::Ordering;

/// A word that any code reaches, in critical sections, on a target without compare-and-swap.
#[derive(Debug)]
#[repr(transparent)]
pub struct GuardedCounter(LocalCounter);

// SAFETY: zero bytes are a word of 0.
unsafe impl Zeroable for GuardedCounter {}

// Critical sections exclude each other, and each sees what happened in those before it. So the word is reached by one
// thread at a time, as `LocalCounter` asks.
impl Counter for GuardedCounter {
    unsafe fn get(&self) -> Word {
        // SAFETY: 1. by the caller, in a critical section.
        critical_section::with(|_| unsafe { self.0.get() })
    }

    unsafe fn start(&self, word: Word) {
        // SAFETY: 1. by the caller, in a critical section.
        critical_section::with(|_| unsafe { self.0.start(word) });
    }

    unsafe fn update(&self, order: Ordering, change: impl Fn(Word) -> Option<Word>) -> Result<Word, Word> {
        // SAFETY: 1. by the caller, in a critical section.
        critical_section::with(|_| unsafe { self.0.update(order, change) })
    }

    unsafe fn join(&self) -> bool {
        // SAFETY: 1. by the caller, in a critical section.
        critical_section::with(|_| unsafe { self.0.join() })
    }

    unsafe fn leave(&self) -> bool {
        // SAFETY: 1. by the caller, in a critical section.
        critical_section::with(|_| unsafe { self.0.leave() })
    }
}
