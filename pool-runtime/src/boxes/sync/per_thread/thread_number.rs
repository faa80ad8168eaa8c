//! Numbers of threads, in the order in which they first ask.

use core::cell::Cell;
use core::sync::atomic::{AtomicU32, Ordering};

static TAKEN: AtomicU32 = AtomicU32::new(0);

std::thread_local! {
    /// The number of this thread; 0 if it has none yet.
    static NUMBER: Cell<u32> = const { Cell::new(0) };
}

/// The number of this thread, from 1 on. After 2^32 threads, numbers repeat.
#[inline]
pub(crate) fn thread_number() -> u32 {
    let number = NUMBER.try_with(|number| match number.get() {
        0 => take_number(number),
        own => own,
    });
    // Where thread-locals end in any order, a thread that ends may have none any more.
    number.unwrap_or(1)
}

#[cold]
#[inline(never)]
fn take_number(number: &Cell<u32>) -> u32 {
    number.set(TAKEN.fetch_add(1, Ordering::Relaxed).wrapping_add(1).max(1));
    number.get()
}
