//! A library as users would write it: a tree of values, generic over the values and over the number of nodes.

use stackpool::layout::Holds;
use stackpool::{Full, Handle, Of, Pool, PoolSpec};

/// The definition of the nodes of a tree: the widths of `S`.
pub(crate) type Nodes<S, T> = Of<S, Node<S, T>>;
pub(crate) type NodeId<S, T> = Handle<Nodes<S, T>>;

pub(crate) struct Node<S: PoolSpec<Layout: Holds<Self>>, T> {
    value: T,
    first_child: Option<NodeId<S, T>>,
    next: Option<NodeId<S, T>>,
}

pub(crate) struct Tree<S: PoolSpec<Layout: Holds<Node<S, T>>>, T> {
    nodes: Pool<Nodes<S, T>>,
}

impl<S: PoolSpec<Layout: Holds<Node<S, T>>>, T> Tree<S, T> {
    pub(crate) const CAPACITY: usize = Pool::<Nodes<S, T>>::CAPACITY;
    pub(crate) const NODE_ID_BYTES: usize = Pool::<Nodes<S, T>>::HANDLE_BYTES;

    pub(crate) const fn new() -> Self {
        Tree { nodes: Pool::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Adds a node: the first child of `parent`, or a root.
    pub(crate) fn add(&mut self, parent: Option<NodeId<S, T>>, value: T) -> Result<NodeId<S, T>, Full<T>> {
        let next = parent.and_then(|parent| self.nodes[parent].first_child);
        let node = Node { value, first_child: None, next };
        let id = self.nodes.insert(node).map_err(|full| full.map(|node| node.value))?;
        if let Some(parent) = parent {
            self.nodes[parent].first_child = Some(id);
        }
        Ok(id)
    }

    pub(crate) fn get(&self, id: NodeId<S, T>) -> Option<&T> {
        Some(&self.nodes.get(id)?.value)
    }

    /// Calls `visit` with the values of a node and of everything below it.
    pub(crate) fn walk(&self, id: NodeId<S, T>, visit: &mut impl FnMut(&T)) {
        let node = &self.nodes[id];
        visit(&node.value);
        let mut child = node.first_child;
        while let Some(id) = child {
            self.walk(id, visit);
            child = self.nodes[id].next;
        }
    }

    /// Removes a root with everything below it, and returns its value.
    pub(crate) fn remove(&mut self, root: NodeId<S, T>) -> Option<T> {
        let node = self.nodes.remove(root)?;
        let mut child = node.first_child;
        while let Some(id) = child {
            child = self.nodes[id].next;
            self.remove(id);
        }
        Some(node.value)
    }
}
