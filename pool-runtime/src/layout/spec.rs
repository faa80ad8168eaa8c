//! The definition of a pool, and the brand of its handles.

use crate::base::alignment::Align;
use crate::base::message::Message;
use crate::layout::{Holds, Layout};
use core::marker::PhantomData;

/// What marks a type as that of one definition, whose handles and slots are no other's.
///
/// It is invariant: `PhantomData<fn() -> P>` would be covariant, and two definitions can be a subtype and its
/// supertype, where they differ in a lifetime for which the first is general. What belongs to the first could
/// then become that of the second, whose layout is another one. It is `Send`, `Sync` and `Unpin`, whatever
/// `P` is.
pub(crate) type Brand<P> = PhantomData<fn(P) -> P>;

/// The definition of a pool: what it holds, how much of it, and how its handles are checked.
///
/// `#[derive(Pool)]` implements it for the item type itself, `pool!` for a marker type of its own, so that handles of
/// different definitions are different types. It is a safe trait: a layout that does not fit together does not compile
/// where a pool is made.
///
/// Functions over any pool, and over any that knows which of its slots are live ([`Tracked`](crate::Tracked): all but
/// those under `guard = none`):
///
/// ```
/// use stackpool::layout::Tracked;
/// use stackpool::{Pool, PoolSpec};
///
/// fn fill_level<P: PoolSpec>(pool: &Pool<P>) -> f32 {
///     pool.len() as f32 / pool.capacity() as f32
/// }
///
/// fn sum<P: PoolSpec<Item = u32>>(pool: &Pool<P>) -> u32
/// where
///     P::Layout: Tracked,
/// {
///     pool.values().sum()
/// }
/// # stackpool::pool! { Numbers: [u32; 8]; }
/// # let numbers = NumbersPool::from_iter([1, 2, 3, 4]);
/// # assert_eq!((fill_level(&numbers), sum(&numbers)), (0.5, 10));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the definition of a pool",
    label = "not a pool",
    note = "add `#[derive(Pool)]` and `#[pool(capacity = ..)]` to the type, or name it in `pool! {{ .. }}`"
)]
pub trait PoolSpec: Sized + 'static {
    /// What the pool holds.
    type Item;

    /// The widths of table, guard and handle.
    type Layout: Layout + Holds<Self::Item>;

    /// The alignment of the first slot: that of an item, or a larger one, with which fewer of them lie across two cache lines.
    #[doc(hidden)]
    type Start: Align;

    /// The name that handles show: that of the item type under the derive, of the marker under `pool!`.
    const NAME: &'static str;

    /// A number for the types of the item's fields, as they were written.
    #[doc(hidden)]
    const SHAPE: u64 = 0;
}

/// Fails to compile where a layout does not fit together, or is one of boxes.
pub(crate) const fn check<P: PoolSpec>() {
    let () = <P::Layout as Layout>::CHECK;
    if <P::Layout as Layout>::OWNED {
        Message::new()
            .text("the values of `")
            .text(P::NAME)
            .text("` are owned by boxes: leave `boxed` out for a pool with handles")
            .panic();
    }
}
