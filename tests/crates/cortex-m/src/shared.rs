//! What `main` and interrupt handlers share, on machines without compare-and-swap too.

use core::cell::{Cell, RefCell};
use cortex_m::interrupt::{self, Mutex};

/// A count that everybody adds to.
pub struct Count(Mutex<Cell<u32>>);

impl Count {
    /// Zero.
    pub const fn new() -> Self {
        Count(Mutex::new(Cell::new(0)))
    }

    /// Counts one more, and says how many there were before.
    pub fn add(&self) -> u32 {
        interrupt::free(|section| {
            let count = self.0.borrow(section);
            count.replace(count.get() + 1)
        })
    }

    /// So many.
    pub fn get(&self) -> u32 {
        interrupt::free(|section| self.0.borrow(section).get())
    }
}

/// First in, first out: `N` at most.
pub struct Queue<T, const N: usize>(Mutex<RefCell<Ring<T, N>>>);

struct Ring<T, const N: usize> {
    places: [Option<T>; N],
    first: usize,
    len: usize,
}

impl<T, const N: usize> Queue<T, N> {
    /// Empty.
    pub const fn new() -> Self {
        Queue(Mutex::new(RefCell::new(Ring { places: [const { None }; N], first: 0, len: 0 })))
    }

    /// Puts `item` behind the others; gives it back where there are `N`.
    pub fn push(&self, item: T) -> Result<(), T> {
        interrupt::free(|section| {
            let mut ring = self.0.borrow(section).borrow_mut();
            if ring.len == N {
                return Err(item);
            }
            let place = (ring.first + ring.len) % N;
            ring.places[place] = Some(item);
            ring.len += 1;
            Ok(())
        })
    }

    /// The first one, which is in the queue no more.
    pub fn pop(&self) -> Option<T> {
        interrupt::free(|section| {
            let mut ring = self.0.borrow(section).borrow_mut();
            let first = ring.first;
            let item = ring.places[first].take()?;
            ring.first = (first + 1) % N;
            ring.len -= 1;
            Some(item)
        })
    }
}
