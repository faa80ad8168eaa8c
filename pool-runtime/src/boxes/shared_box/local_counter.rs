//! The cell for pointers that stay on a thread.

#![expect(unsafe_code, reason = "one thread reaches the cell")]

use super::cell_counter::counter_in_a_cell;
use super::counter::Counter;
use super::word::Word;
use bytemuck::Zeroable;
use core::cell::Cell;
use core::sync::atomic::Ordering;

/// Nobody else reaches the cell meanwhile.
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
// slot that belongs to the caller and is not shared. This is the counter of `sync = local` only, where:
//
// - Owners and weak pointers are neither `Send` nor `Sync`: these impls require a mode whose boxes are sent. (What
//   `from_raw` and `from_handle` make again is on its former thread, by their contracts.) So all owners and weak
//   pointers of an object are in the thread, or handler, that made it.
// - A slot that is not shared belongs to that thread too, until it is freed. With feature `std`, one thread has
//   all slots of the definition for ever, so a stale weak pointer reaches a cell of its own thread too. Without it, a
//   slot can go to another thread or handler while it is free, and there are no weak pointers. The flag of the mode
//   then makes the next user of the slot see what the former one did.
unsafe impl Sync for LocalCounter {}

// SAFETY: zero bytes are a word of 0: a `Cell` has the memory layout of its content, as its documentation says.
unsafe impl Zeroable for LocalCounter {}

counter_in_a_cell!(LocalCounter, at_once);
