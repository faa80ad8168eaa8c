//! The cell for pointers that threads and interrupt handlers share, on a target without compare-and-swap.

#![expect(unsafe_code, reason = "one user at a time is in the critical section")]

use super::cell_counter::counter_in_a_cell;
use super::counter::Counter;
use super::word::Word;
use core::cell::Cell;
use core::sync::atomic::Ordering;

/// A word that any code reaches, in critical sections.
#[derive(Debug)]
#[repr(transparent)]
pub struct SharedCounter(Cell<u32>);

// SAFETY: the cell is private, and the methods of `Counter` reach it in critical sections. They exclude each other, in
// all threads and interrupt handlers, and each sees what happened in those before it. (That is what an implementation
// of the crate `critical-section` promises.)
unsafe impl Sync for SharedCounter {}

macro_rules! in_a_critical_section {
    ($work:expr) => {
        critical_section::with(|_| $work)
    };
}

counter_in_a_cell!(SharedCounter, in_a_critical_section);
