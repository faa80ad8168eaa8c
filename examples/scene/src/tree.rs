//! The nodes of a tree, and their links.

use stackpool::layout::{Holds, Tabled, Tracked};
use stackpool::{Full, Handle, Of, Pool, PoolSpec};

/// The definition of the pool of nodes: the widths of `S`, and nodes as items.
pub type Nodes<S, T> = Of<S, Node<S, T>>;

/// Names a node. It stays the same when the node is removed and comes back.
pub type NodeId<S, T> = Handle<Nodes<S, T>>;

/// The definitions that a tree of `T` can have its widths from. It stands for the bounds of the layout: it holds
/// nodes, knows which of them are live, and has a table, which `insert_at` needs.
pub trait Widths<T>: PoolSpec<Layout: Holds<Node<Self, T>> + Tracked + Tabled> {}

impl<S: PoolSpec<Layout: Holds<Node<S, T>> + Tracked + Tabled>, T> Widths<T> for S {}

/// A node with its links.
#[derive(Debug)]
pub struct Node<S: PoolSpec<Layout: Holds<Self>>, T> {
    value: T,
    pub(crate) parent: Option<NodeId<S, T>>,
    pub(crate) previous: Option<NodeId<S, T>>,
    pub(crate) next: Option<NodeId<S, T>>,
    pub(crate) first: Option<NodeId<S, T>>,
    pub(crate) last: Option<NodeId<S, T>>,
}

/// A place among the children of a node: behind one of them, or before all.
#[derive(Debug)]
pub struct Place<S: Widths<T>, T> {
    pub(crate) parent: NodeId<S, T>,
    pub(crate) behind: Option<NodeId<S, T>>,
}

impl<S: Widths<T>, T> Place<S, T> {
    /// Before all children of a node.
    #[must_use]
    pub fn first_in(parent: NodeId<S, T>) -> Self {
        Place { parent, behind: None }
    }

    /// Behind all children of a node.
    #[must_use]
    pub fn last_in(parent: NodeId<S, T>, tree: &Tree<S, T>) -> Self {
        Place { parent, behind: tree.nodes.get(parent).and_then(|node| node.last) }
    }

    /// Behind a node that is not the root. `None` for the root, and for a node that is gone.
    #[must_use]
    pub fn behind(node: NodeId<S, T>, tree: &Tree<S, T>) -> Option<Self> {
        Some(Place { parent: tree.parent(node)?, behind: Some(node) })
    }
}

// A derive would ask for `T: Clone`.
impl<S: Widths<T>, T> Clone for Place<S, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Widths<T>, T> Copy for Place<S, T> {}

/// A subtree that was cut out of its tree, with the handles of its nodes and the place where it was.
#[derive(Debug)]
pub struct Cut<S: Widths<T>, T> {
    place: Place<S, T>,
    /// The top first. The links of the nodes name each other.
    nodes: Vec<(NodeId<S, T>, Node<S, T>)>,
}

impl<S: Widths<T>, T> Cut<S, T> {
    /// The top of the subtree.
    #[must_use]
    pub fn top(&self) -> NodeId<S, T> {
        self.nodes[0].0
    }
}

/// A tree with at least one node, the root.
#[derive(Debug)]
pub struct Tree<S: Widths<T>, T> {
    pub(crate) nodes: Pool<Nodes<S, T>>,
    root: NodeId<S, T>,
}

impl<S: Widths<T>, T> Tree<S, T> {
    /// The most nodes that a tree has.
    pub const CAPACITY: usize = Pool::<Nodes<S, T>>::CAPACITY;

    /// The bytes of a node: the value and five handles.
    pub const NODE_BYTES: usize = size_of::<Node<S, T>>();

    /// Makes a tree of one node.
    #[must_use]
    pub fn new(root: T) -> Self {
        let mut nodes = Pool::new();
        match nodes.insert(Node::new(root)) {
            Ok(root) => Tree { nodes, root },
            Err(_) => unreachable!("a pool has room for one object"),
        }
    }

    /// The root, which is never removed.
    #[must_use]
    pub fn root(&self) -> NodeId<S, T> {
        self.root
    }

    /// The number of nodes: at least 1.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a tree is never empty")]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The value of a node; `None` if the node is gone.
    #[must_use]
    pub fn get(&self, id: NodeId<S, T>) -> Option<&T> {
        self.nodes.get(id).map(|node| &node.value)
    }

    /// The parent of a node; `None` for the root, and for a node that is gone.
    #[must_use]
    pub fn parent(&self, id: NodeId<S, T>) -> Option<NodeId<S, T>> {
        self.nodes.get(id)?.parent
    }

    /// Whether `above` is `id`, its parent, the parent of its parent, and so on.
    #[must_use]
    pub fn is_in(&self, id: NodeId<S, T>, above: NodeId<S, T>) -> bool {
        let mut at = Some(id);
        while let Some(id) = at {
            if id == above {
                return true;
            }
            at = self.parent(id);
        }
        false
    }

    /// Puts a new node at a place.
    ///
    /// # Errors
    ///
    /// [`Full`] with the value: the tree has as many nodes as it can have, or the place is gone.
    pub fn insert(&mut self, place: Place<S, T>, value: T) -> Result<NodeId<S, T>, Full<T>> {
        if !self.has(place) {
            return Err(Full::new(value));
        }
        let id = self.nodes.insert(Node::new(value)).map_err(|full| full.map(|node| node.value))?;
        self.link(id, place);
        Ok(id)
    }

    /// Replaces the value of a node and returns the old one; returns the new one if the node is gone.
    ///
    /// # Errors
    ///
    /// The new value, if the node is gone.
    pub fn replace(&mut self, id: NodeId<S, T>, value: T) -> Result<T, T> {
        match self.nodes.get_mut(id) {
            Some(node) => Ok(std::mem::replace(&mut node.value, value)),
            None => Err(value),
        }
    }

    /// Moves a node, with everything below it, and returns the place where it was. `None` if the node is the root or
    /// gone, or if the place is gone or inside of the node.
    pub fn move_to(&mut self, id: NodeId<S, T>, place: Place<S, T>) -> Option<Place<S, T>> {
        if place.behind == Some(id) || !self.has(place) || self.is_in(place.parent, id) {
            return None;
        }
        let old = self.unlink(id)?;
        self.link(id, place);
        Some(old)
    }

    /// Removes a node, with everything below it. `None` if the node is the root or gone.
    pub fn cut(&mut self, id: NodeId<S, T>) -> Option<Cut<S, T>> {
        let place = self.unlink(id)?;
        let ids: Vec<_> = self.walk(id).collect();
        let nodes = ids.into_iter().filter_map(|id| Some((id, self.nodes.remove(id)?)));
        Some(Cut { place, nodes: nodes.collect() })
    }

    /// Puts a subtree back where it was, under the handles that its nodes had.
    ///
    /// # Panics
    ///
    /// Panics if the place is gone, or if the slot of a node is in use: undo all that was done after the cut first.
    pub fn paste(&mut self, cut: Cut<S, T>) -> NodeId<S, T> {
        assert!(self.has(cut.place), "the place of the subtree is gone");
        let top = cut.top();
        for (id, node) in cut.nodes {
            assert!(self.nodes.insert_at(id, node).is_ok(), "the slot of {id:?} is in use");
        }
        self.link(top, cut.place);
        top
    }

    fn has(&self, place: Place<S, T>) -> bool {
        let is_child = |id| self.parent(id) == Some(place.parent);
        self.nodes.contains(place.parent) && place.behind.is_none_or(is_child)
    }

    /// Links a node that is not linked.
    fn link(&mut self, id: NodeId<S, T>, Place { parent, behind }: Place<S, T>) {
        let next = match behind {
            Some(before) => self.nodes[before].next.replace(id),
            None => self.nodes[parent].first.replace(id),
        };
        match next {
            Some(next) => self.nodes[next].previous = Some(id),
            None => self.nodes[parent].last = Some(id),
        }
        let node = &mut self.nodes[id];
        (node.parent, node.previous, node.next) = (Some(parent), behind, next);
    }

    /// Unlinks a node from its parent and its siblings. Its children stay linked to it.
    fn unlink(&mut self, id: NodeId<S, T>) -> Option<Place<S, T>> {
        let node = self.nodes.get_mut(id)?;
        let parent = node.parent.take()?;
        let (previous, next) = (node.previous.take(), node.next.take());
        match previous {
            Some(previous) => self.nodes[previous].next = next,
            None => self.nodes[parent].first = next,
        }
        match next {
            Some(next) => self.nodes[next].previous = previous,
            None => self.nodes[parent].last = previous,
        }
        Some(Place { parent, behind: previous })
    }
}

impl<S: PoolSpec<Layout: Holds<Self>>, T> Node<S, T> {
    fn new(value: T) -> Self {
        Node { value, parent: None, previous: None, next: None, first: None, last: None }
    }
}
