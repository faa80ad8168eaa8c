//! The definition of a pool, and the brand of its handles.

use crate::base::item_field::{FieldText, ItemField};
use crate::base::message::text;
use crate::free::FreeSlots;
use crate::layout::{Holds, Layout};
use core::marker::PhantomData;

/// The marker of a type that belongs to one definition. Its handles and slots are those of no other definition.
///
/// It is invariant in `P`. `PhantomData<fn() -> P>` would be covariant. One definition can be a subtype of another if
/// the two differ in a higher-ranked lifetime. With covariance, a handle of the first would become a handle of the
/// second, whose layout is different. The marker is `Send`, `Sync` and `Unpin`, whatever `P` is.
pub(crate) type Brand<P> = PhantomData<fn(P) -> P>;

/// The [`Brand`] of handles and links. It is invariant in `P` too, because `P::Layout` is. With it the debug
/// information of a handle has the parameters of the layout, which `debugger/gdb.py` reads.
pub(crate) type HandleBrand<P> = PhantomData<fn(P) -> <P as PoolSpec>::Layout>;

/// The definition of a pool: the type of its items, the capacity, the layout, and the type of its handles.
///
/// `#[derive(Pool)]` implements it for the item type itself, and `pool!` for a marker type. So handles of different
/// definitions are different types. [`Of`](crate::Of), [`Sized16`](crate::Sized16) and [`Sized24`](crate::Sized24)
/// are definitions that take the item as a parameter.
///
/// Two functions in generic code: one for any pool, and one for any pool that knows which slots are live
/// ([`Tracked`](crate::Tracked): every guard except `none`).
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
///
/// # Implementing it by hand
///
/// A definition of your own takes the layout of another one. Its items can borrow. The trait is safe to implement: if
/// the layout cannot hold the items, or its parts do not fit together, code that makes a pool does not compile.
///
/// ```
/// use stackpool::{Pool, PoolSpec, Sized16};
///
/// /// Words of a text that lives for `'a`.
/// struct Words<'a>(&'a str);
///
/// impl<'a> PoolSpec for Words<'a> {
///     type Item = &'a str;
///     type Layout = <Sized16<(), 1_000> as PoolSpec>::Layout;
///     const NAME: &'static str = "Words";
/// }
///
/// let text = String::from("to be or not");
/// let words = Pool::<Words<'_>>::from_iter(text.split(' '));
/// assert_eq!(words.len(), 4);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the definition of a pool",
    label = "not a pool",
    note = "if it is a handle or a pool, name its definition: `HandleMap<Ship, V>` and `Link<Ship>`, without \
            `ShipHandle` or `ShipPool`",
    note = "`#[derive(Pool)]` with `#[pool(capacity = 100)]` on the type, which can be generic, makes it one",
    note = "an entry `Names: [{Self}; 100];` in `pool! {{ .. }}` defines `Pool<Names>`, with the alias `NamesPool`",
    note = "in generic code: `Pool<Of<S, {Self}>>` has the widths of the definition `S`, and the capacity of \
            `Pool<Sized16<{Self}, 100>>` can be a const parameter"
)]
pub trait PoolSpec: Sized {
    /// The type of the objects in the pool.
    type Item;

    /// The widths of the table, the guard and the handle.
    type Layout: Layout + Holds<Self::Item>;

    /// The name that handles show: the name of the item type under the derive, the name of the marker under `pool!`.
    const NAME: &'static str;

    /// A number for the types of the item's fields, as they are written in the source.
    #[doc(hidden)]
    const SHAPE: u64 = 0;

    /// The texts from which the number is made, if it is made from the fields of the item.
    #[doc(hidden)]
    const TEXTS: &'static [FieldText] = &[];

    /// The fields of an item, if their names are known.
    #[doc(hidden)]
    const FIELDS: &'static [ItemField] = &[];

    /// Checks of a generic definition that need the size of an item. The macros check other definitions where they
    /// are written.
    #[doc(hidden)]
    const CHECK: () = ();
}

/// Fails to compile if the parts of a layout do not fit together, or if the layout is one of boxes.
pub(crate) const fn check<P: PoolSpec>() {
    let () = <P::Layout as Layout>::CHECK;
    let () = P::CHECK;
    assert!(
        size_of::<<P::Layout as Layout>::LinkBytes>() == <P::Layout as Layout>::FreeSlots::LINK_BYTES,
        "a slot has no room for a link"
    );
    if <P::Layout as Layout>::OWNED {
        text("the objects of `")
            .text(P::NAME)
            .text("` are owned by boxes: ")
            .text("leave `boxed`, `shared` or `objects` out for a pool with handles and side tables")
            .panic();
    }
}
