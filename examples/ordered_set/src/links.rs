//! The owners of nodes: `Box`, or a `PoolBox` of 2 bytes. The code of the set is the same for all of them.

use crate::order::Key;
use stackpool::{BoxSpec, Full, PoolBox, pool};
use std::ops::DerefMut;

/// A kind of owning pointer to nodes.
pub(crate) trait Links: Sized + 'static {
    type Link: DerefMut<Target = Node<Self>>;

    /// Moves `node` into a new node, or gives it back if there is no room.
    fn link(node: Node<Self>) -> Result<Self::Link, Full<Node<Self>>>;
}

/// A key and two children: 8 bytes with 2-byte links, 24 bytes with 8-byte links.
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
    /// For any thread; each thread keeps a few free slots for itself.
    pub(crate) Threads: [Node<Threads>; 65_535], boxed;
    /// For any thread; no thread keeps free slots for itself.
    pub(crate) Exact: [Node<Exact>; 65_535], boxed, exact;
}

/// `PoolBox`, from any pool of nodes.
impl<P: BoxSpec<Item = Node<P>>> Links for P {
    type Link = PoolBox<P>;

    #[inline]
    fn link(node: Node<Self>) -> Result<PoolBox<P>, Full<Node<Self>>> {
        PoolBox::new(node)
    }
}
