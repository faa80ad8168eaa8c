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

// In the order in which the documentation shows what is in them.
mod basics;
#[cfg(feature = "alloc")]
mod heap;

mod iter;

mod batch;

mod stats;

mod image;

#[cfg(feature = "serde")]
mod serde;

mod traits;
#[cfg(not(feature = "alloc"))]
mod without_alloc;

mod error;
mod list;
pub(crate) mod list_static;
pub(crate) mod radix;
pub(crate) mod range;
mod spec;
mod statics;
#[cfg(test)]
mod tests;

pub use batch::Acquired;
pub use error::{AcquireError, ReleaseError, ReleaseManyError};
pub use iter::Iter;
pub use list::ListPool;
pub use spec::ValueSpec;

use crate::base::counts::Counts;
use crate::base::message::Message;
use crate::free::FreeSlots;
use crate::free::index_stack::IndexStack;
use crate::guard::Guard;
use crate::layout::Layout;

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
