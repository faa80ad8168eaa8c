//! Magazines: a few free slots that one thread keeps for itself, so that most boxes are made and dropped without an
//! atomic exchange.
//!
//! A magazine is filled and emptied by halves, in batches: Bonwick and Adams, *Magazines and Vmem* (USENIX 2001). A
//! thread that finds the shared stack empty calls all magazines in. At each operation, every thread compares the last
//! call that it has heard with the shared one, and gives back its slots if they differ.
//!
//! ```text
//!    thread                                     all threads
//!  +-------+-----+---------------------+      +-------+----------------+
//!  | heard | len | up to 32 indices   | <==> | calls | shared stack   |
//!  +-------+-----+---------------------+      +-------+----------------+
//! ```

#![expect(unsafe_code, reason = "zero bytes are all slots free")]

use crate::base::atomic::AtomicU32;
use crate::boxes::sync::tagged::shared::Shared;
use crate::boxes::sync::tagged::stack_head::Line;
use crate::free::links::Links;
use bytemuck::Zeroable;
use core::cell::Cell;
use core::ops::Range;
use core::sync::atomic::Ordering;

/// The indices for which a magazine has room.
pub(crate) const LARGEST: usize = 32;

/// The value of `heard` while the magazine is closed. Calls are even numbers.
const CLOSED: u32 = 1;

/// The state that the magazines of a pool share.
#[derive(Debug)]
#[repr(C)]
pub struct Depot<L> {
    /// How often a thread found no slot here, times 2. So it is an even number.
    pub(crate) calls: Line<AtomicU32>,
    /// The slots that are in no magazine.
    pub shared: Shared<L>,
}

// SAFETY: zero bytes mean no call so far, and a `Shared`, which is zeroable. (The model checker compiles this with
// atomics of its own. Its links are not zeroable, so there this impl applies to no type.)
unsafe impl<L: Links + Zeroable> Zeroable for Depot<L> {}

impl<L: Links> Depot<L> {
    /// Asks every thread to give back the slots in its magazine.
    fn call_in(&self) {
        self.calls.0.fetch_add(2, Ordering::Relaxed);
    }

    /// The number that `call_in` changes. It is even.
    #[inline]
    fn calls(&self) -> u32 {
        self.calls.0.load(Ordering::Relaxed)
    }
}

/// The free slots that a thread keeps for itself. At first it is closed, and keeps none.
#[derive(Debug)]
pub struct Magazine {
    /// The last call that was obeyed, or `CLOSED`. One comparison finds both a new call and a closed magazine.
    heard: Cell<u32>,
    len: Cell<u32>,
    indices: [Cell<u32>; LARGEST],
}

impl Magazine {
    /// A closed magazine.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "made by the macros alone")]
    pub const fn new() -> Self {
        Magazine { heard: Cell::new(CLOSED), len: Cell::new(0), indices: [const { Cell::new(0) }; LARGEST] }
    }

    /// Takes an index if there is one, and no call for it.
    #[inline]
    pub(crate) fn reserve<L: Links>(&self, depot: &Depot<L>) -> Option<u32> {
        // An empty magazine gives -1 here, which is above `LARGEST`.
        let last = (self.len.get() as usize).wrapping_sub(1);
        if last >= LARGEST || self.heard.get() != depot.calls() {
            return None;
        }
        self.len.set(last as u32);
        Some(self.indices[last].get())
    }

    /// Keeps an index of `depot` if there is room for it, and no call. Returns whether it was kept.
    #[inline]
    pub(crate) fn free<L: Links>(&self, depot: &Depot<L>, index: u32, size: usize) -> bool {
        let is_kept = (self.len.get() as usize) < size && self.heard.get() == depot.calls();
        if is_kept {
            self.push(index);
        }
        is_kept
    }

    /// Takes an index after [`reserve`](Magazine::reserve) returned none, and more indices to keep. `open` says whether
    /// this magazine may keep indices.
    pub(crate) fn refill<L: Links>(
        &self,
        depot: &Depot<L>,
        size: usize,
        open: impl FnOnce() -> bool,
    ) -> Option<u32> {
        // After a call, another thread is short of slots: take one, and not a batch of those that were just
        // freed.
        let batch = if self.heed(depot, open) { size.div_ceil(2) } else { 1 };
        if self.reserve_shared(depot, batch) > 0 {
            return self.pop();
        }
        depot.call_in();
        depot.shared.reserve_one()
    }

    /// Gives an index back after [`free`](Magazine::free) did not keep it.
    pub(crate) fn spill<L: Links>(
        &self,
        depot: &Depot<L>,
        index: u32,
        size: usize,
        open: impl FnOnce() -> bool,
    ) {
        if !self.heed(depot, open) {
            return depot.shared.free_one(index);
        }
        if self.len.get() as usize >= size {
            self.return_oldest(depot, size.div_ceil(2));
        }
        self.push(index);
    }

    /// Opens the magazine if it is closed and can be opened, and gives all indices back if there was a call. Returns
    /// whether it is open and there was no call.
    fn heed<L: Links>(&self, depot: &Depot<L>, open: impl FnOnce() -> bool) -> bool {
        let calls = depot.calls();
        if self.heard.get() == calls {
            return true;
        }
        if self.heard.get() == CLOSED {
            let is_open = open();
            if is_open {
                self.heard.set(calls);
                depot.shared.counts.0.magazines.fetch_add(1, Ordering::Relaxed);
            }
            return is_open;
        }
        self.flush(depot);
        self.heard.set(calls);
        false
    }

    /// Takes up to `batch` indices, and returns how many. The magazine must be empty.
    fn reserve_shared<L: Links>(&self, depot: &Depot<L>, batch: usize) -> usize {
        invariant!(self.len.get() == 0, "a refill of a magazine that is not empty");
        let count = depot.shared.reserve_many(&self.indices[..batch]);
        self.keep(batch - count..batch);
        count
    }

    /// Gives the `count` oldest indices back, or all if there are fewer.
    fn return_oldest<L: Links>(&self, depot: &Depot<L>, count: usize) {
        let len = self.len.get() as usize;
        let count = count.min(len);
        depot.shared.free_many(&self.indices[..count]);
        self.keep(count..len);
    }

    /// Keeps the indices at these positions and no others.
    fn keep(&self, range: Range<usize>) {
        self.len.set(range.len() as u32);
        if range.start > 0 {
            for (to, from) in self.indices.iter().zip(&self.indices[range]) {
                to.set(from.get());
            }
        }
    }

    #[inline]
    fn push(&self, index: u32) {
        let len = self.len.get();
        self.indices[len as usize].set(index);
        self.len.set(len + 1);
    }

    fn pop(&self) -> Option<u32> {
        let last = self.len.get().checked_sub(1)?;
        self.len.set(last);
        Some(self.indices[last as usize].get())
    }

    /// Gives all indices back to the shared stack.
    pub(crate) fn flush<L: Links>(&self, depot: &Depot<L>) {
        self.return_oldest(depot, LARGEST);
    }

    /// Gives all indices back, and keeps none until it is opened again.
    pub(crate) fn close<L: Links>(&self, depot: &Depot<L>) {
        self.flush(depot);
        if self.heard.replace(CLOSED) != CLOSED {
            depot.shared.counts.0.magazines.fetch_sub(1, Ordering::Relaxed);
        }
    }
}
