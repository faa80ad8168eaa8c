//! A tree: values in a pool, and the links between them beside it.

use stackpool::layout::{Holds, Tabled, Tracked};
use stackpool::{Full, Handle, HandleTree, Of, Pool, PoolSpec};

/// The definition of the pool of values: the widths of `S`, and `T` as items.
pub type Nodes<S, T> = Of<S, T>;

/// Names a node. It stays the same when the node is removed and comes back.
pub type NodeId<S, T> = Handle<Nodes<S, T>>;

/// The definitions that a tree of `T` can have its widths from. It stands for the bounds of the layout: it holds
/// values, knows which of them are live, and has a table, which `insert_at` needs.
pub trait Widths<T>: PoolSpec<Layout: Holds<T> + Tracked + Tabled> {}

impl<S: PoolSpec<Layout: Holds<T> + Tracked + Tabled>, T> Widths<T> for S {}

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
        Place { parent, behind: tree.links.last_child(parent) }
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
    top: NodeId<S, T>,
    place: Place<S, T>,
    /// Each node with its parent, before its children.
    nodes: Vec<CutNode<S, T>>,
}

#[derive(Debug)]
struct CutNode<S: Widths<T>, T> {
    id: NodeId<S, T>,
    parent: NodeId<S, T>,
    value: T,
}

/// A tree with at least one node, the root.
#[derive(Debug)]
pub struct Tree<S: Widths<T>, T> {
    values: Pool<Nodes<S, T>>,
    links: HandleTree<Nodes<S, T>>,
    root: NodeId<S, T>,
}

impl<S: Widths<T>, T> Tree<S, T> {
    /// The most nodes that a tree has.
    pub const CAPACITY: usize = Pool::<Nodes<S, T>>::CAPACITY;

    /// The bytes of a node beside its value: four links, and the generation of its handle.
    pub const LINK_BYTES: usize = HandleTree::<Nodes<S, T>>::TOTAL_BYTES / Self::CAPACITY;

    /// Makes a tree of one node.
    #[must_use]
    pub fn new(root: T) -> Self {
        let (mut values, mut links) = (Pool::new(), HandleTree::new());
        match values.insert(root) {
            Ok(root) => {
                links.append_root(root);
                Tree { values, links, root }
            }
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
        self.values.len()
    }

    /// The value of a node; `None` if the node is gone.
    #[must_use]
    pub fn get(&self, id: NodeId<S, T>) -> Option<&T> {
        self.values.get(id)
    }

    /// The parent of a node; `None` for the root, and for a node that is gone.
    #[must_use]
    pub fn parent(&self, id: NodeId<S, T>) -> Option<NodeId<S, T>> {
        self.links.parent(id)
    }

    /// The child of the same parent before this one; `None` for the first, and for a node that is gone.
    #[must_use]
    pub fn previous(&self, id: NodeId<S, T>) -> Option<NodeId<S, T>> {
        self.links.previous_sibling(id)
    }

    /// The children of a node, in order.
    pub fn children(&self, id: NodeId<S, T>) -> impl Iterator<Item = NodeId<S, T>> {
        self.links.children(id)
    }

    /// All nodes, each before its children. It does not recurse, so a tree may be as deep as it has nodes.
    pub fn walk(&self) -> impl Iterator<Item = NodeId<S, T>> {
        self.links.iter()
    }

    /// A node and everything below it, each node before its children.
    pub fn walk_from(&self, top: NodeId<S, T>) -> impl Iterator<Item = NodeId<S, T>> {
        self.links.contains(top).then_some(top).into_iter().chain(self.links.descendants(top))
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
        let id = self.values.insert(value)?;
        self.link(id, place);
        Ok(id)
    }

    /// Replaces the value of a node and returns the old one; returns the new one if the node is gone.
    ///
    /// # Errors
    ///
    /// The new value, if the node is gone.
    pub fn replace(&mut self, id: NodeId<S, T>, value: T) -> Result<T, T> {
        match self.values.get_mut(id) {
            Some(old) => Ok(std::mem::replace(old, value)),
            None => Err(value),
        }
    }

    /// Moves a node, with everything below it, and returns the place where it was. `None` if the node is the root or
    /// gone, or if the place is gone or inside of the node.
    pub fn move_to(&mut self, id: NodeId<S, T>, place: Place<S, T>) -> Option<Place<S, T>> {
        let old = self.place_of(id)?;
        let is_possible = place.behind != Some(id) && self.has(place);
        (is_possible && self.link(id, place)).then_some(old)
    }

    /// Removes a node, with everything below it. `None` if the node is the root or gone.
    pub fn cut(&mut self, id: NodeId<S, T>) -> Option<Cut<S, T>> {
        let place = self.place_of(id)?;
        let mut nodes = Vec::new();
        let ids = std::iter::once(id).chain(self.links.descendants(id));
        for id in ids {
            if let (Some(parent), Some(value)) = (self.links.parent(id), self.values.remove(id)) {
                nodes.push(CutNode { id, parent, value });
            }
        }
        drop(self.links.remove(id));
        Some(Cut { top: id, place, nodes })
    }

    /// Puts a subtree back where it was, under the handles that its nodes had.
    ///
    /// # Panics
    ///
    /// Panics if the place is gone, or if the slot of a node is in use: undo all that was done after the cut first.
    pub fn paste(&mut self, Cut { top, place, nodes }: Cut<S, T>) -> NodeId<S, T> {
        assert!(self.has(place), "the place of the subtree is gone");
        for CutNode { id, parent, value } in nodes {
            assert!(self.values.insert_at(id, value).is_ok(), "the slot of {id:?} is in use");
            let is_linked =
                if id == top { self.link(id, place) } else { self.links.append(parent, id).is_ok() };
            assert!(is_linked, "the parent of {id:?} came before it");
        }
        top
    }

    /// Whether the node that is named as the parent is there, and has the child that is named.
    fn has(&self, place: Place<S, T>) -> bool {
        let is_child = |id| self.parent(id) == Some(place.parent);
        self.links.contains(place.parent) && place.behind.is_none_or(is_child)
    }

    /// The place of a node. `None` for the root, and for a node that is gone.
    fn place_of(&self, id: NodeId<S, T>) -> Option<Place<S, T>> {
        Some(Place { parent: self.parent(id)?, behind: self.previous(id) })
    }

    /// Links a node to a place that is there, or moves it. Returns `false` if the place is in or below the node.
    fn link(&mut self, id: NodeId<S, T>, Place { parent, behind }: Place<S, T>) -> bool {
        match behind {
            Some(before) => self.links.insert_after(before, id).is_ok(),
            None => self.links.prepend(parent, id).is_ok(),
        }
    }
}
