//! Value pools: rows without slots. The pool hands out the value itself.
//!
//! A [`ValueSpec`] numbers its values from 0 up to the capacity. The table stores the number of a value at the
//! smallest width, and not the value.
//!
//! Invariant: the row of a value is free exactly if its guard bit is clear. Under guard `none` only
//! the number of free indices is known. The invariant is about indices only. The numbers that the definition gives are
//! compared with the capacity, and no memory is reached through a value. So a wrong numbering gives wrong values, and
//! nothing worse.

#![expect(unsafe_code, reason = "rows are reached without another check")]

/// Writes the methods that say how many values there are, from how many are handed out and how many are left.
macro_rules! counts_of_values {
    ($($constant:ident)?; |$self:ident| $len:expr, $remaining:expr) => {
        /// Returns the number of values that are handed out. O(1).
        #[inline]
        #[must_use]
        pub $($constant)? fn len(&$self) -> usize {
            $len as usize
        }

        /// Returns whether no value is handed out. O(1).
        #[inline]
        #[must_use]
        pub $($constant)? fn is_empty(&$self) -> bool {
            $len == 0
        }

        /// Returns whether no value can be handed out: each one is handed out, or waits under `strict`. O(1).
        #[inline]
        #[must_use]
        pub $($constant)? fn is_full(&$self) -> bool {
            $remaining == 0
        }

        /// Returns the number of all values: [`CAPACITY`](Self::CAPACITY). O(1).
        #[inline]
        #[must_use]
        pub $($constant)? fn capacity(&self) -> usize {
            Self::CAPACITY
        }

        /// Returns how many values can be handed out now. Those that wait under `strict` do not count. O(1).
        #[doc(alias = "remaining")]
        #[inline]
        #[must_use]
        pub $($constant)? fn remaining_capacity(&$self) -> usize {
            $remaining as usize
        }
    };
}

// The modules are in the order in which the documentation shows their methods.
mod basics;

#[cfg(feature = "alloc")]
mod heap;

mod iter;
mod live;

mod batch;

mod image;

#[cfg(feature = "serde")]
mod serde;

mod stats;

mod sizes;

mod traits;

mod error;
mod list;
pub(crate) mod radix;
pub(crate) mod range;
mod spec;
pub(crate) mod statics;
#[cfg(test)]
mod tests;

pub use batch::Acquired;
pub use error::{AcquireError, ReleaseError, ReleaseManyError};
pub use iter::{Iter, Part, Parts};
pub use list::ListPool;
pub use spec::ValueSpec;

use crate::base::message::text;
use crate::base::zeroed::ZeroedBytes;
use crate::guard::Guard;
use crate::layout::Layout;
use crate::rows::Rows;
use crate::seats::Seats;
use core::ops::Range;

type GuardOf<V> = <<V as ValueSpec>::Layout as Layout>::Guard;

/// A pool that hands out each value of a finite set once, until it is released: coordinates, ports, colours, names.
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
/// // 65,536 coordinates: 2 bytes each in the table, 1 bit each in the guard, and counters.
/// assert_eq!((TileCoordPool::TABLE_BYTES, TileCoordPool::TOTAL_BYTES), (131_072, 131_072 + 8_192 + 20));
/// # Ok::<(), ReleaseError>(())
/// ```
///
/// There are no objects and no handles: the pool hands out the value itself. The pool keeps one bit per value, and a
/// table with the numbers of its free values. The capacity decides how many bytes a number takes.
///
/// # When to use it
///
/// Use a value pool for any finite set of values that can be numbered. If no ranges describe the values, use a
/// [`ListPool`]. For objects that have memory of their own, use a [`Pool`](crate::Pool). The [guide
/// on values](https://docs.rs/stackpool/latest/stackpool/guide/values/) shows more.
///
/// # Behaviour
///
/// - **Order.** A new pool hands out its values in the order of their numbers. Without a quarantine, the value that was
///   released last is the next to be handed out. With `quarantine = n`, a value waits until `n` others were released
///   after it. If only waiting values are left, the pool hands out the one that has waited longest. Under
///   [`strict`](crate::guard#strict) it hands out none. The order depends only on the sequence of operations, so it is
///   the same on every machine.
/// - **Time.** [`acquire`](ValuePool::acquire) and [`release`](ValuePool::release) are O(1).
/// - **Memory.** A new pool is all zero bytes. So a static pool is in `.bss` and needs no initialisation.
///
/// # Guards
///
/// Under `guard = live`, the default, releasing a value twice is an error.
///
/// Under `guard = none` the pool has no bit per value. It knows how many values are handed out, but not which.
/// [`release`](ValuePool::release) then accepts any value of the set, as long as some value is handed out. If you
/// release a value twice, the pool later hands it out twice. That is a mistake, but not undefined behaviour.
#[repr(C)]
pub struct ValuePool<V: ValueSpec> {
    pub(crate) rows: Rows<V::Layout>,
}

impl<V: ValueSpec> ValuePool<V> {
    /// The bytes that have to be zero for memory to be a new pool.
    pub(crate) const ZEROED_BYTES: ZeroedBytes =
        Rows::<V::Layout>::ZEROED.of_field(core::mem::offset_of!(Self, rows));

    /// Fails to compile if the parts of the layout do not fit together, or the layout is not one of a value pool.
    pub(crate) const CHECK: () = {
        let () = <V::Layout as Layout>::CHECK;
        if <V::Layout as Layout>::OWNED || <GuardOf<V> as Guard>::GENERATIONS != 1 {
            text("a pool of values has `guard = live` or `guard = none`, and no boxes: the values of `")
                .text(V::NAME)
                .text("` have no generations and no owners")
                .panic();
        }
        if <V::Layout as Layout>::Seats::ARE_DENSE {
            text("a pool of values has no objects that could be without holes: the values of `")
                .text(V::NAME)
                .text("` are computed")
                .panic();
        }
    };

    /// The words of the guard that can have values.
    fn words(&self) -> Range<usize> {
        0..(self.rows.fresh() as usize).div_ceil(64)
    }

    /// The number of a value; `None` if the number that the definition gives is not below the capacity.
    #[inline]
    fn index_of(value: &V::Item) -> Option<usize> {
        match V::index(value) {
            Some(index) if index < <V::Layout as Layout>::CAPACITY => Some(index as usize),
            _ => None,
        }
    }
}
