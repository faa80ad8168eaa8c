//! The definition of a value pool.

use crate::layout::plan::guard_kind;
use crate::layout::{Fixed, Layout};

/// The definition of a [`ValuePool`](crate::ValuePool): a finite set of values, and a number for each.
///
/// `#[derive(Pool)]` with `#[pool(values)]` implements it for the type itself, `pool!` for a marker type of its own. A type
/// that implements it for itself (`Item = Self`), as `bool` does, can be the type of a field of other values.
///
/// ```
/// use stackpool::{Pool, ValuePool, ValueSpec};
///
/// #[derive(Pool, Clone, Copy, Debug, PartialEq)]
/// #[pool(values)]
/// enum Suit { Clubs, Diamonds, Hearts, Spades }
///
/// #[derive(Pool, Clone, Copy, Debug, PartialEq)]
/// #[pool(values)]
/// struct Card {
///     suit: Suit,
///     #[pool(range = 1..=13)]
///     rank: u8,
/// }
///
/// let card = Card { suit: Suit::Hearts, rank: 12 };
/// assert_eq!(Card::index(&card), Some(2 * 13 + 11));
/// assert_eq!(Card::value(37), card);
/// assert_eq!(ValuePool::<Card>::CAPACITY, 52);
/// ```
///
/// It is a safe trait: a numbering that is wrong makes a pool hand out wrong values, or panic, and nothing worse.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no known set of values",
    label = "which values are there?",
    note = "a field that is an integer or a `char` has a range: `#[pool(range = 0..64)]`",
    note = "a struct or an enum derives `Pool` with `#[pool(values)]`"
)]
pub trait ValueSpec: Sized + 'static {
    /// What is handed out.
    type Item: Copy + 'static;

    /// The widths of table and guard.
    type Layout: Layout;

    /// The name of the definition: that of the type under the derive, of the marker under `pool!`.
    const NAME: &'static str;

    /// The value of this number, which is below the capacity.
    fn value(index: u32) -> Self::Item;

    /// The number of a value; `None` for a value that is not of the set. `index(&value(i))` is `Some(i)`.
    fn index(value: &Self::Item) -> Option<u32>;
}

/// `false`, then `true`.
impl ValueSpec for bool {
    type Item = bool;
    type Layout = Fixed<2, 8, 0, { guard_kind::LIVE }, 1, 1, 0, 8, 1>;
    const NAME: &'static str = "bool";

    #[inline]
    fn value(index: u32) -> bool {
        index != 0
    }

    #[inline]
    fn index(value: &bool) -> Option<u32> {
        Some(u32::from(*value))
    }
}
