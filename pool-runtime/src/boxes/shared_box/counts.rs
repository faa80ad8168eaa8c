//! Which cell the modes of `sync` have for their counts, and which have weak pointers. The cells of words, except for
//! the one in an atomic integer.

#![expect(unsafe_code, reason = "the cells are in a static")]

use super::counter::Counter;
#[cfg(any(target_has_atomic = "32", feature = "portable-atomic"))]
use super::shared_counter::SharedCounter;
use super::word::Word;
use crate::boxes::sync::Mode;
#[cfg(any(
    target_has_atomic = "32",
    feature = "portable-atomic",
    feature = "critical-section",
    not(target_has_atomic = "8")
))]
use crate::boxes::sync::SendsBoxes;
use crate::boxes::sync::modes::Local;
use bytemuck::Zeroable;
use core::cell::Cell;
use core::sync::atomic::Ordering;
#[cfg(all(
    not(any(target_has_atomic = "32", feature = "portable-atomic")),
    any(feature = "critical-section", not(target_has_atomic = "8"))
))]
use guarded::SharedCounter;

/// The modes, each with the cell for its counts.
///
/// `Local` keeps every owner and every weak pointer on one thread. Under the other modes they may be on any thread.
pub trait Counts: Mode {
    #[doc(hidden)]
    type Counter: Counter + Zeroable;
}

impl Counts for Local {
    type Counter = LocalCounter;
}

#[cfg(any(
    target_has_atomic = "32",
    feature = "portable-atomic",
    feature = "critical-section",
    not(target_has_atomic = "8")
))]
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
    label = "needs weak pointers",
    note = "under `sync = threads` and `sync = critical_section` the item must be `Send` and `Sync`",
    note = "`sync = local` has weak pointers to every item, with feature `std`"
)]
pub trait Weakens<T>: Counts {}

#[cfg(feature = "std")]
impl<T> Weakens<T> for Local {}

/// For no type: beside a second implementation, rustc explains the trait, and not the bounds of the only one.
#[cfg(not(feature = "std"))]
impl<T: NoType> Weakens<T> for Local {}

#[cfg(not(feature = "std"))]
trait NoType {}

#[cfg(any(
    target_has_atomic = "32",
    feature = "portable-atomic",
    feature = "critical-section",
    not(target_has_atomic = "8")
))]
impl<T: Send + Sync, M: SendsBoxes> Weakens<T> for M {}

// SAFETY: it is an atomic integer, for which zero bytes are 0: a word of 0. (This impl is here because the model
// checker compiles `SharedCounter` with atomics of its own, which are not zero bytes.)
#[cfg(any(target_has_atomic = "32", feature = "portable-atomic"))]
unsafe impl Zeroable for SharedCounter {}

/// Implements [`Counter`] for a word in a cell. The macro `$in_turn` does its argument while nobody else reaches the
/// cell.
macro_rules! counter_in_a_cell {
    ($counter:ident, $in_turn:ident) => {
        // SAFETY: zero bytes are a word of 0: a `Cell` has the memory layout of its content, as its documentation says.
        unsafe impl Zeroable for $counter {}

        impl Counter for $counter {
            #[inline]
            unsafe fn get(&self) -> Word {
                $in_turn!(Word(self.0.get()))
            }

            #[inline]
            unsafe fn start(&self, word: Word) {
                $in_turn!(self.0.set(word.0));
            }

            #[inline]
            unsafe fn update(
                &self,
                _: Ordering,
                change: impl Fn(Word) -> Option<Word>,
            ) -> Result<Word, Word> {
                $in_turn!({
                    let old = Word(self.0.get());
                    let new = change(old).ok_or(old)?;
                    self.0.set(new.0);
                    Ok(old)
                })
            }

            #[inline]
            unsafe fn join(&self) -> bool {
                $in_turn!({
                    let word = Word(self.0.get());
                    invariant!(word.owners() != 0, "an object without an owner gets one");
                    if word.has_room() {
                        self.0.set(word.0 + 1);
                    }
                    word.has_room()
                })
            }

            #[inline]
            unsafe fn leave(&self) -> bool {
                $in_turn!({
                    let left = Word(self.0.get()).one_less();
                    self.0.set(left.0);
                    left.owners() == 0
                })
            }
        }
    };
}

/// Nobody else comes.
macro_rules! at_once {
    ($work:expr) => {
        $work
    };
}

/// A word that one thread reaches at a time.
#[derive(Debug)]
#[repr(transparent)]
pub struct LocalCounter(Cell<u32>);

// SAFETY: no two threads, and no interrupt handler and the code that it interrupts, reach one cell at the same time.
// Only the methods of `Counter` reach it. Their contracts ask for an owner of the object, for a weak pointer, or for a
// slot that belongs to the caller and is not shared. This is the counter of `sync = local` alone, where:
//
// - Owners and weak pointers are neither `Send` nor `Sync`: these impls require a mode whose boxes are sent. (What
//   `from_raw` and `from_handle` make again is on its former thread, by their contracts.) So all owners and weak
//   pointers of an object are in the thread, or handler, that made it.
// - A slot that is not shared belongs to that thread too, until it is freed. With feature `std`, one thread has
//   all slots of the definition for ever, so a stale weak pointer reaches a cell of its own thread too. Without it, a
//   slot can go to another thread or handler while it is free, and there are no weak pointers. The flag of the mode
//   then makes the next user of the slot see what the former one did.
unsafe impl Sync for LocalCounter {}

counter_in_a_cell!(LocalCounter, at_once);

#[cfg(all(
    not(any(target_has_atomic = "32", feature = "portable-atomic")),
    any(feature = "critical-section", not(target_has_atomic = "8"))
))]
mod guarded {
    use super::{Cell, Counter, Ordering, Word, Zeroable};

    /// A word that any code reaches, in critical sections, on a target without compare-and-swap.
    #[derive(Debug)]
    #[repr(transparent)]
    pub struct SharedCounter(Cell<u32>);

    // SAFETY: the cell is private, and the methods of `Counter` reach it in critical sections. They exclude each other,
    // in all threads and interrupt handlers, and each sees what happened in those before it. (That is what an
    // implementation of the crate `critical-section` promises.)
    unsafe impl Sync for SharedCounter {}

    macro_rules! in_a_critical_section {
        ($work:expr) => {
            critical_section::with(|_| $work)
        };
    }
    counter_in_a_cell!(SharedCounter, in_a_critical_section);
}
