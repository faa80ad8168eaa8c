//! The definition of a value pool.

use crate::layout::Tabled;
use crate::layout::fixed::Fixed;
use crate::layout::groups::{HandleBits, LiveWords, SlotCount, TableBits};

/// The definition of a [`ValuePool`](crate::ValuePool): a finite set of values, and a number for each of them.
///
/// `#[derive(Pool)]` with `#[pool(values)]` implements it for the type itself. `pool!` implements it for a marker type.
/// If a type implements it for itself (`Item = Self`), as `bool` does, you can use the type for fields of other value
/// types.
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
/// The trait is safe to implement. If the numbering is wrong, a pool hands out wrong values or panics, but there is no
/// undefined behaviour.
#[diagnostic::on_unimplemented(
    message = "the values of `{Self}` are not known",
    label = "a pool cannot number the values of this type",
    note = "a field that is an integer or a `char` needs a range: `#[pool(range = 0..64)]`",
    note = "a struct or an enum needs `#[derive(Pool)]` with `#[pool(values)]`"
)]
pub trait ValueSpec: Sized + 'static {
    /// What the pool hands out.
    type Item: Copy + 'static;

    /// The widths of the table and the guard.
    type Layout: Tabled;

    /// The name of the definition: of the type under the derive, of the marker under `pool!`.
    const NAME: &'static str;

    /// Returns the value with this number, which is below the capacity.
    fn value(index: u32) -> Self::Item;

    /// Returns the number of a value; `None` if the value is not in the set. `index(&value(i))` is `Some(i)`.
    fn index(value: &Self::Item) -> Option<u32>;
}

/// `false`, then `true`.
impl ValueSpec for bool {
    type Item = bool;
    type Layout = Fixed<SlotCount<2>, TableBits<8>, LiveWords<1>, HandleBits<8>>;
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
