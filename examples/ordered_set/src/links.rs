//! What owns a node: `Box`, or a `PoolBox` of 2 bytes. The set is the same code over all of them.

use crate::order::Key;
use stackpool::{BoxSpec, Full, PoolBox, pool};
use std::ops::DerefMut;

/// A kind of owning pointer to nodes.
pub(crate) trait Links: Sized + 'static {
    type Link: DerefMut<Target = Node<Self>>;

    /// Makes a node of its own of `node`, or gives it back where there is no room.
    fn link(node: Node<Self>) -> Result<Self::Link, Full<Node<Self>>>;
}

/// A key and two children: 8 bytes with links of 2, and 24 with those of 8.
pub(crate) struct Node<L: Links> {
    pub(crate) key: Key,
    pub(crate) left: Option<L::Link>,
    pub(crate) right: Option<L::Link>,
}

impl<L: Links> Node<L> {
    pub(crate) fn leaf(key: Key) -> Self {
        Node { key, left: None, right: None }
    }
}

/// `Box`, on the global allocator.
pub(crate) enum Boxes {}

impl Links for Boxes {
    type Link = Box<Node<Self>>;

    #[inline]
    fn link(node: Node<Self>) -> Result<Box<Node<Self>>, Full<Node<Self>>> {
        Ok(Box::new(node))
    }
}

pool! {
    /// For one thread.
    pub(crate) Local: [Node<Local>; 65_535], boxed, sync = local;
    /// For any thread; each keeps a few free slots to itself.
    pub(crate) Threads: [Node<Threads>; 65_535], boxed;
    /// For any thread; none keeps any.
    pub(crate) Exact: [Node<Exact>; 65_535], boxed, exact;
}

/// `PoolBox`, of any pool of nodes.
impl<P: BoxSpec<Item = Node<P>>> Links for P {
    type Link = PoolBox<P>;

    #[inline]
    fn link(node: Node<Self>) -> Result<PoolBox<P>, Full<Node<Self>>> {
        PoolBox::new(node)
    }
}
