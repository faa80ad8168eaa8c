//! The cell for pointers that threads share, in an atomic integer. The model checker compiles this file with atomics of
//! its own.

#![expect(unsafe_code, reason = "the callers have an owner")]

use super::counter::Counter;
use super::word::Word;
use crate::base::atomic::AtomicU32;
use core::sync::atomic::Ordering;

/// A word that any thread reaches at any time.
///
/// The orders are those of the counts in `Arc` of the standard library:
///
/// - A new owner comes from an owner that this thread can see, so nothing has to be ordered: `Relaxed`.
/// - An owner that leaves releases what it did with the object. The last one acquires that before it drops the
///   object; so does every owner that relies on being alone.
/// - The owner that makes the first weak pointer releases the object, because a weak pointer may find the word on its
///   own. A weak pointer that gives an owner acquires.
///
/// From the first owner to the last, all changes are atomic exchanges, so they continue each other's release
/// sequences.
///
/// An owner that is alone leaves without an exchange, which saves more than half of the time to make and drop an
/// object: nobody else can change the word.
///
/// A count does not overflow: an addition beyond the limit is undone, and there is room for 524,287 threads that have
/// added and not undone it yet.
#[derive(Debug)]
#[repr(transparent)]
pub struct SharedCounter(pub(super) AtomicU32);

impl Counter for SharedCounter {
    #[inline]
    unsafe fn get(&self) -> Word {
        Word(self.0.load(Ordering::Acquire))
    }

    #[inline]
    unsafe fn start(&self, word: Word) {
        self.0.store(word.0, Ordering::Relaxed);
    }

    #[inline]
    unsafe fn update(&self, order: Ordering, change: impl Fn(Word) -> Option<Word>) -> Result<Word, Word> {
        let change = |word| change(Word(word)).map(|word| word.0);
        self.0.fetch_update(order, Ordering::Relaxed, change).map(Word).map_err(Word)
    }

    #[inline]
    unsafe fn join(&self) -> bool {
        let has_room = Word(self.0.fetch_add(1, Ordering::Relaxed)).has_room();
        if !has_room {
            // The caller has an owner, so this is not the last one.
            self.0.fetch_sub(1, Ordering::Relaxed);
        }
        has_room
    }

    #[inline]
    unsafe fn leave(&self) -> bool {
        let word = Word(self.0.load(Ordering::Acquire));
        if word.is_alone() {
            // No other owner is left, and no weak pointer gives one: only the caller could change the word. So it
            // needs no atomic exchange. The load acquired what former owners did.
            self.0.store(word.one_less().0, Ordering::Relaxed);
            return true;
        }
        let is_last = Word(self.0.fetch_sub(1, Ordering::Release)).one_less().owners() == 0;
        if is_last {
            // Acquires what the other owners did. A fence would be enough, but race detectors understand only a load.
            self.0.load(Ordering::Acquire);
        }
        is_last
    }
}
