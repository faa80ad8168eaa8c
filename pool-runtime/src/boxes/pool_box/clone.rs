//! `Clone` for boxes, which a definition has to ask for: a pool may be full.

use super::{BoxSpec, PoolBox};

/// A definition whose boxes are `Clone`: the key `clone` beside `boxed` implements it.
///
/// Functions and types over any definition name it beside [`BoxSpec`]:
///
/// ```
/// use stackpool::{BoxSpec, CloneBoxes, PoolBox, pool};
///
/// #[derive(Clone)]
/// struct Node<P: BoxSpec<Item = Self> + CloneBoxes> {
///     key: u32,
///     next: Option<PoolBox<P>>,
/// }
///
/// pool! { Nodes: [Node<Nodes>; 8], boxed, clone; }
///
/// let last = NodesBox::new(Node { key: 2, next: None }).ok();
/// let list = Node { key: 1, next: last };
/// assert_eq!(list.clone().next.map(|node| node.key), Some(2));
/// # assert_eq!(list.key, 1);
/// ```
#[diagnostic::on_unimplemented(
    message = "the boxes of `{Self}` are not `Clone`, because a pool may be full",
    label = "needs the key `clone` beside `boxed`",
    note = "`#[pool(capacity = .., boxed, clone)]`, or `boxed, clone` in `pool!`, makes them `Clone`; cloning then \
            panics if the pool is full",
    note = "in code for any definition, the bound is `P: BoxSpec + CloneBoxes`",
    note = "`PoolBox::try_clone(&node)` returns an error if the pool is full"
)]
pub trait CloneBoxes {}

/// With the key `clone` beside `boxed`.
///
/// # Panics
///
/// `clone` panics if no slot is free. [`try_clone`](PoolBox::try_clone) returns an error instead. `clone_from` clones
/// into the slot that the box has, so it needs no free slot for the object itself.
impl<P: BoxSpec<Item: Clone> + CloneBoxes> Clone for PoolBox<P> {
    #[inline]
    #[track_caller]
    fn clone(&self) -> Self {
        match Self::try_clone(self) {
            Ok(clone) => clone,
            Err(full) => panic!("{full}; `PoolBox::try_clone` returns this as an error"),
        }
    }

    #[inline]
    fn clone_from(&mut self, source: &Self) {
        (**self).clone_from(&**source);
    }
}
