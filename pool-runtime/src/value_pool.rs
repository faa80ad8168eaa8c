//! Value pools: an index stack and a guard without slots. What is handed out is the value itself.
//!
//! ```text
//!  +---------------+--------------+-------------------------+------------------+
//!  | counts        | used (u32)   | table of free indices   | guard            |
//!  +---------------+--------------+-------------------------+------------------+
//!   what was: 8 B   index stack: the counter and TABLE_BYTES  a bit a value
//! ```
//!
//! A [`ValueSpec`] numbers its values from 0 up to the capacity, so that the table stores the number of a value, at the
//! smallest width, and not the value.
//!
//! Invariant: an index is on the stack's free part exactly if its guard bit is clear; under guard `none`, nothing is known
//! but how many are. It is one of indices alone. What the user's numbering says is checked against the capacity, and no
//! memory is reached through a value: a numbering that is wrong gives wrong values, and nothing worse.

#![expect(unsafe_code, reason = "the stack and the guard are reached without a bounds check")]

mod batch;
mod error;
#[cfg(feature = "alloc")]
mod heap;
mod iter;
mod list;
pub(crate) mod list_static;
pub(crate) mod radix;
pub(crate) mod range;
mod saved;
#[cfg(feature = "serde")]
mod serde;
mod spec;
mod statics;
mod stats;
#[cfg(test)]
mod tests;
mod traits;

pub use batch::Acquired;
pub use error::{AcquireError, ReleaseError, ReleaseManyError};
pub use iter::Iter;
pub use list::ListPool;
pub use spec::ValueSpec;

use crate::counts::Counts;
use crate::free_slots::FreeSlots;
use crate::guard::{Guard, Vacated};
use crate::index_stack::IndexStack;
use crate::layout::{Layout, Tracked};
use crate::message::Message;
use crate::pool::zeroed;

type TableOf<V> = <<V as ValueSpec>::Layout as Layout>::Table;
type GuardOf<V> = <<V as ValueSpec>::Layout as Layout>::Guard;

/// A pool that hands out each value of a finite set once, until it is given back: coordinates, ports, colours, names.
///
/// There are no objects and no handles: the value is all there is, moved in registers. The pool remembers which values are
/// out in a table of their numbers, as wide as the capacity needs, and one bit a value.
///
/// All zero bytes are the pool of which nothing is handed out: nothing initialises a static or a heap allocation.
///
/// # Order
///
/// Values are handed out in the order of their numbers at first; a value given back is the next to be handed out. What a
/// pool hands out is a function of the operations on it alone, the same on every machine.
///
/// ```
/// use stackpool::{Pool, ReleaseError};
///
/// #[derive(Pool, Clone, Copy, Debug, PartialEq)]
/// #[pool(values)]
/// struct TileCoord {
///     #[pool(range = 0..64)]
///     x: u8,
///     #[pool(range = 0..64)]
///     y: u8,
///     #[pool(range = 0..16)]
///     page: u16,
/// }
///
/// let mut tiles = TileCoordPool::new();
/// let first = tiles.acquire().unwrap();
/// assert_eq!(first, TileCoord { x: 0, y: 0, page: 0 });
/// assert_eq!(tiles.acquire(), Some(TileCoord { x: 0, y: 0, page: 1 }));
///
/// tiles.release(first)?;
/// assert_eq!(tiles.release(first), Err(ReleaseError::NotHandedOut));
/// assert_eq!(tiles.release(TileCoord { x: 64, ..first }), Err(ReleaseError::OutOfRange));
///
/// // 65,536 coordinates: a table of 2 bytes each, a bit each, and three counters.
/// assert_eq!((TileCoordPool::TABLE_BYTES, TileCoordPool::TOTAL_BYTES), (131_072, 131_072 + 8_192 + 12));
/// # Ok::<(), ReleaseError>(())
/// ```
///
/// # Guards
///
/// Under `guard = live`, the default, a value that is given back twice is an error. Under `guard = none` the pool has no bit
/// a value, and knows how many values are out but not which: [`release`](ValuePool::release) then takes any value of the
/// set, as long as something is out. One that is given back twice is later handed out twice. That is a mistake, but no
/// undefined behaviour.
#[repr(C)]
pub struct ValuePool<V: ValueSpec> {
    counts: Counts,
    stack: IndexStack<TableOf<V>>,
    guard: GuardOf<V>,
}

impl<V: ValueSpec> ValuePool<V> {
    /// Values that there are.
    pub const CAPACITY: usize = <V::Layout as Layout>::CAPACITY as usize;

    /// Bytes of the table of values that are not handed out.
    pub const TABLE_BYTES: usize = size_of::<TableOf<V>>();

    /// Bytes of everything: table, counters, guard.
    pub const BOOKKEEPING_BYTES: usize =
        size_of::<Counts>() + size_of::<IndexStack<TableOf<V>>>() + size_of::<GuardOf<V>>();

    /// Bytes of the whole pool: the bookkeeping, and the padding behind it.
    pub const TOTAL_BYTES: usize = size_of::<Self>();

    /// Fails to compile where the layout does not fit together, or is none of a value pool.
    pub(crate) const CHECK: () = {
        let () = <V::Layout as Layout>::CHECK;
        if <V::Layout as Layout>::OWNED || <GuardOf<V> as Guard>::GENERATIONS != 1 {
            Message::new()
                .text("a pool of values has `guard = live` or `guard = none`, and no boxes: the values of `")
                .text(V::NAME)
                .text("` have no generations and no owners")
                .panic();
        }
        if <V::Layout as Layout>::FreeSlots::IN_SLOTS {
            Message::new()
                .text("the values of `")
                .text(V::NAME)
                .text("` have no slots that could hold the links of a free list")
                .panic();
        }
    };

    /// A pool of which nothing is handed out.
    ///
    /// It is a value of [`TOTAL_BYTES`](ValuePool::TOTAL_BYTES) bytes, which passes over the stack. A large pool is made
    /// where it stays: by `boxed` on the heap, or taken from its static by `take_pool`.
    #[must_use]
    pub const fn new() -> Self {
        const { Self::CHECK };
        ValuePool { counts: Counts::new(), stack: zeroed(), guard: zeroed() }
    }

    /// How many values are handed out. O(1).
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.stack.used() as usize
    }

    /// Whether no value is handed out. O(1).
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.stack.used() == 0
    }

    /// Whether all values are handed out. O(1).
    #[inline]
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.stack.remaining() == 0
    }

    /// How many values can still be handed out. O(1).
    #[doc(alias = "remaining_capacity")]
    #[inline]
    #[must_use]
    pub fn remaining(&self) -> usize {
        self.stack.remaining() as usize
    }

    /// How many values there are: [`CAPACITY`](ValuePool::CAPACITY). O(1).
    #[inline]
    #[must_use]
    pub fn capacity(&self) -> usize {
        Self::CAPACITY
    }

    /// Hands out a value; `None` when all are out. O(1).
    ///
    /// ```
    /// stackpool::pool! { Letters: [char; 'a'..='c']; }
    ///
    /// let mut letters = LettersPool::new();
    /// assert_eq!(letters.acquire(), Some('a'));
    /// assert_eq!(letters.acquire_many(2).unwrap().collect::<String>(), "bc");
    /// assert_eq!(letters.acquire(), None);
    /// ```
    #[inline]
    #[must_use = "a value that nobody has is never given back"]
    pub fn acquire(&mut self) -> Option<V::Item> {
        let Some(index) = self.stack.peek() else {
            self.counts.refuse();
            return None;
        };
        // User code: it runs while nothing has changed yet.
        let value = V::value(index);
        // SAFETY: 1. the stack has a free index: it was just peeked at.
        unsafe { self.take_top(index) };
        Some(value)
    }

    /// Hands out this value and no other.
    ///
    /// It changes places with the one that [`acquire`](ValuePool::acquire) would have handed out, and no other value moves.
    /// A value that was never moved is found at once; otherwise it is searched for. O(remaining values) at worst.
    ///
    /// # Errors
    ///
    /// [`AcquireError::HandedOut`] when it is out already (known in O(1), but under `guard = none`),
    /// [`AcquireError::OutOfRange`] when it is none of the pool's values.
    ///
    /// ```
    /// # use stackpool::AcquireError;
    /// stackpool::pool! { Ports: [u16; 8_000..8_100]; }
    ///
    /// let mut ports = PortsPool::new();
    /// ports.acquire_exact(8_080)?;
    /// assert_eq!(ports.acquire_exact(8_080), Err(AcquireError::HandedOut));
    /// assert_eq!(ports.acquire_exact(80), Err(AcquireError::OutOfRange));
    /// assert_eq!(ports.acquire(), Some(8_001)); // 8,000 stands where 8,080 stood
    /// # Ok::<(), AcquireError>(())
    /// ```
    pub fn acquire_exact(&mut self, value: V::Item) -> Result<(), AcquireError> {
        let index = Self::index_of(&value).ok_or(AcquireError::OutOfRange)?;
        // SAFETY: 1. `index_of` gives indices below the capacity.
        if GuardOf::<V>::TRACKS && unsafe { self.guard.is_live(index as usize) } {
            return Err(AcquireError::HandedOut);
        }
        let position = self.stack.position_of(index).ok_or(AcquireError::HandedOut)?;
        // SAFETY: 1. and 2. both positions are those of free indices: there is one at least, so one is at the top.
        unsafe { self.stack.swap(position, self.stack.used()) };
        // SAFETY: 1. the free index at `position` is now at the top.
        unsafe { self.take_top(index) };
        Ok(())
    }

    /// Takes a value back; it is the next to be handed out. O(1).
    ///
    /// ```
    /// # use stackpool::ReleaseError;
    /// stackpool::pool! { Letters: [char; 'a'..='c']; }
    ///
    /// let mut letters = LettersPool::new();
    /// let letter = letters.acquire().unwrap();
    /// letters.release(letter)?;
    /// assert_eq!(letters.release(letter), Err(ReleaseError::NotHandedOut));
    /// assert_eq!(letters.release('x'), Err(ReleaseError::OutOfRange));
    /// # Ok::<(), ReleaseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`ReleaseError::NotHandedOut`] when it is not out (under `guard = none`: when nothing is),
    /// [`ReleaseError::OutOfRange`] when it is none of the pool's values.
    #[inline]
    pub fn release(&mut self, value: V::Item) -> Result<(), ReleaseError> {
        let index = Self::index_of(&value).ok_or(ReleaseError::OutOfRange)?;
        // SAFETY: 1. `index_of` gives indices below the capacity.
        let is_out = unsafe { self.guard.is_live(index as usize) };
        if !is_out || (!GuardOf::<V>::TRACKS && self.is_empty()) {
            return Err(ReleaseError::NotHandedOut);
        }
        self.counts.note(self.stack.used());
        // SAFETY: 1. as above.
        let vacated = unsafe { self.guard.vacate(index as usize) };
        debug_assert!(vacated == Vacated::Free, "a guard of one generation retires nothing");
        // SAFETY: 1. an index whose bit is set was taken; without a guard, that one was is checked above. 2. as above.
        unsafe { self.stack.push(index) };
        Ok(())
    }

    /// Whether the value is handed out; `false` for one that is none of the pool's values. O(1).
    #[inline]
    #[must_use]
    pub fn contains(&self, value: V::Item) -> bool
    where
        V::Layout: Tracked,
    {
        // SAFETY: 1. `index_of` gives indices below the capacity.
        Self::index_of(&value).is_some_and(|index| unsafe { self.guard.is_live(index as usize) })
    }

    /// Takes all values back: the pool is as new, and hands them out in the order of their numbers. O(capacity).
    pub fn clear(&mut self) {
        self.counts.note(self.stack.used());
        self.reset();
    }

    /// Makes the pool one of which nothing is out, whatever stack and guard are.
    fn reset(&mut self) {
        self.stack.reset(0, |_| false);
        // SAFETY: a guard is `Zeroable`, and needs no drop; zero bytes are that of a pool of which nothing is out.
        unsafe { core::ptr::write_bytes(&raw mut self.guard, 0, 1) };
    }

    /// The number of a value, below the capacity whatever the definition says.
    #[inline]
    fn index_of(value: &V::Item) -> Option<u32> {
        V::index(value).filter(|&index| index < <V::Layout as Layout>::CAPACITY)
    }

    /// Takes the index at the top, which is `index`.
    ///
    /// # Safety
    ///
    /// 1. There is a free index.
    #[inline]
    unsafe fn take_top(&mut self, index: u32) {
        debug_assert_eq!(self.stack.peek(), Some(index), "another index is at the top");
        // SAFETY: 1. promised by the caller.
        unsafe { self.stack.take(1) };
        // SAFETY: 1. an index of the stack is below the capacity.
        unsafe { self.guard.occupy(index as usize) };
    }
}
