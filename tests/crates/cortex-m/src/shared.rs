//! Data that `main` and interrupt handlers share, also on machines without compare-and-swap.

use core::cell::{Cell, RefCell};
use cortex_m::interrupt::{self, Mutex};

/// A counter that `main` and all handlers increment.
pub struct Count(Mutex<Cell<u32>>);

impl Count {
    /// Zero.
    pub const fn new() -> Self {
        Count(Mutex::new(Cell::new(0)))
    }

    /// Adds one, and returns the count before.
    pub fn add(&self) -> u32 {
        interrupt::free(|section| {
            let count = self.0.borrow(section);
            count.replace(count.get() + 1)
        })
    }

    /// Returns the count.
    pub fn get(&self) -> u32 {
        interrupt::free(|section| self.0.borrow(section).get())
    }
}

/// A queue of at most `N` items, first in, first out.
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

    /// Adds `item` at the end. Returns it if the queue holds `N` items.
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

    /// Removes and returns the first item.
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
