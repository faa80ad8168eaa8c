//! Cells for the word of a slot: one for pointers that stay on a thread, one for pointers that threads share.

#![expect(unsafe_code, reason = "the word of one thread is in a cell without synchronisation")]

use super::word::Word;
use crate::boxes::sync::Mode;
#[cfg(any(target_has_atomic = "32", feature = "critical-section", not(target_has_atomic = "8")))]
use crate::boxes::sync::SendsBoxes;
use crate::boxes::sync::modes::Local;
use bytemuck::Zeroable;
use core::cell::UnsafeCell;
use core::sync::atomic::Ordering;
#[cfg(target_has_atomic = "32")]
use core::sync::atomic::{AtomicU32, fence};

/// The cell of a [`Word`]. Zero bytes are a word of 0.
pub trait Counter: Zeroable + Sync + 'static {
    /// Returns the word. What owners did before they left happened before this.
    ///
    /// # Safety
    ///
    /// 1. The caller may reach the cell: it has an owner of the object, or the slot before the object is shared, or a
    ///    weak pointer that [`Weakens`] allows.
    unsafe fn get(&self) -> Word;

    /// Replaces the word of a slot that is not shared. The object in the slot was written before this.
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

    /// Takes an owner away. Returns whether it was the last one. Then what the others did happened before this.
    ///
    /// # Safety
    ///
    /// 1. The caller has an owner, which it does not use any more.
    unsafe fn leave(&self) -> bool;
}

/// The modes, each with the cell for its counts.
///
/// `Local` keeps every owner and every weak pointer on one thread. Under the other modes they may be on any thread.
pub trait Counts: Mode {
    #[doc(hidden)]
    type Counter: Counter;
}

impl Counts for Local {
    type Counter = LocalCounter;
}

#[cfg(any(target_has_atomic = "32", feature = "critical-section", not(target_has_atomic = "8")))]
impl<M: SendsBoxes> Counts for M {
    type Counter = SharedCounter;
}

/// Weak pointers to a `T`.
///
/// A weak pointer outlives its object, and the generations of a slot wrap at some time. Then it gives an object that
/// another thread may have made. So either any thread may have any object of the pool, or one thread makes them all.
/// Without feature `std`, `sync = local` cannot tell an interrupt handler from the code that it interrupts, and has no
/// weak pointers.
#[diagnostic::on_unimplemented(
    message = "there are no weak pointers to `{T}` here",
    note = "under `sync = threads` and `sync = critical_section` the item must be `Send` and `Sync`",
    note = "`sync = local` has weak pointers to every item, with feature `std`"
)]
pub trait Weakens<T>: Counts {}

#[cfg(feature = "std")]
impl<T> Weakens<T> for Local {}

#[cfg(any(target_has_atomic = "32", feature = "critical-section", not(target_has_atomic = "8")))]
impl<T: Send + Sync, M: SendsBoxes> Weakens<T> for M {}

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
    unsafe fn leave(&self) -> bool {
        // SAFETY: 1. the caller has an owner.
        let left = unsafe { self.get() }.one_less();
        // SAFETY: no other thread reaches the cell (1.), and no reference to its content exists.
        unsafe { self.0.get().write(left.0) };
        left.owners() == 0
    }
}

/// A word that any thread reaches at any time.
///
/// The orders are those of the counts in `Arc` of the standard library:
///
/// - A new owner comes from an owner that this thread can see, so nothing has to be ordered: `Relaxed`.
/// - An owner that leaves releases what it did with the object. The last one acquires that before it drops the
///   object; so does everybody who acts on being alone.
/// - The first owner releases the object, and so does the owner that makes the first weak pointer, because a weak
///   pointer may find the word on its own. A weak pointer that gives an owner acquires.
///
/// From the first owner to the last, all changes are atomic exchanges, so they continue each other's release
/// sequences.
///
/// An owner that is alone leaves without an exchange, which saves more than half of the time to make and drop an
/// object: nobody else can change the word.
///
/// A count does not overflow: owners are added by a compare-and-swap, which sees the limit. An addition that is taken
/// back when it was too much would need room for all threads that are in the middle of one.
#[cfg(target_has_atomic = "32")]
#[derive(Debug)]
#[repr(transparent)]
pub struct SharedCounter(AtomicU32);

#[cfg(target_has_atomic = "32")]
// SAFETY: zero bytes are a word of 0.
unsafe impl Zeroable for SharedCounter {}

#[cfg(target_has_atomic = "32")]
impl Counter for SharedCounter {
    #[inline]
    unsafe fn get(&self) -> Word {
        Word(self.0.load(Ordering::Acquire))
    }

    #[inline]
    unsafe fn start(&self, word: Word) {
        self.0.store(word.0, Ordering::Release);
    }

    #[inline]
    unsafe fn update(&self, order: Ordering, change: impl Fn(Word) -> Option<Word>) -> Result<Word, Word> {
        let change = |word| change(Word(word)).map(|word| word.0);
        self.0.fetch_update(order, Ordering::Relaxed, change).map(Word).map_err(Word)
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
            fence(Ordering::Acquire);
        }
        is_last
    }
}

/// A word that any code reaches, in critical sections, on a target without compare-and-swap.
#[cfg(all(not(target_has_atomic = "32"), any(feature = "critical-section", not(target_has_atomic = "8"))))]
#[derive(Debug)]
#[repr(transparent)]
pub struct SharedCounter(LocalCounter);

#[cfg(all(not(target_has_atomic = "32"), any(feature = "critical-section", not(target_has_atomic = "8"))))]
// SAFETY: zero bytes are a word of 0.
unsafe impl Zeroable for SharedCounter {}

// Critical sections exclude each other, and each sees what happened in those before it. So the word is reached by one
// thread at a time, as `LocalCounter` asks.
#[cfg(all(not(target_has_atomic = "32"), any(feature = "critical-section", not(target_has_atomic = "8"))))]
impl Counter for SharedCounter {
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

    unsafe fn leave(&self) -> bool {
        // SAFETY: 1. by the caller, in a critical section.
        critical_section::with(|_| unsafe { self.0.leave() })
    }
}
