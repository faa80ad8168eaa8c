//! Numbers of loom's threads, which replace the file `thread_number.rs` of the runtime.

use std::cell::Cell;

std::thread_local! {
    static TAKEN: Cell<u32> = const { Cell::new(0) };
}

loom::thread_local! {
    static NUMBER: Cell<u32> = Cell::new(TAKEN.replace(TAKEN.get() + 1) + 1);
}

/// The number of this thread, from 1 on, in the order in which the threads of a run first ask.
#[must_use]
pub fn thread_number() -> u32 {
    NUMBER.with(Cell::get)
}

/// What follows is done by the thread of this number. So a slot can be taken by one thread and freed by another,
/// without a channel between them, which would multiply the runs.
pub fn continue_as(number: u32) {
    NUMBER.with(|own| own.set(number));
}

/// Begins with 1 again. The set-up of each run calls it, so that the same orders of threads give the same numbers.
pub(crate) fn begin() {
    TAKEN.set(0);
}
