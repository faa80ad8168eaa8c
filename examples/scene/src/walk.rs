//! Walks over the nodes of a tree. None of them is recursive, so a tree may be as deep as it has nodes.

use crate::tree::{NodeId, Tree, Widths};

impl<S: Widths<T>, T> Tree<S, T> {
    /// The children of a node, in order.
    pub fn children(&self, id: NodeId<S, T>) -> Children<'_, S, T> {
        Children { tree: self, next: self.nodes.get(id).and_then(|node| node.first) }
    }

    /// A node and everything below it: each node before its children.
    pub fn walk(&self, top: NodeId<S, T>) -> Walk<'_, S, T> {
        Walk { tree: self, top, next: self.nodes.contains(top).then_some(top) }
    }
}

/// The children of a node, from [`Tree::children`].
#[derive(Debug)]
#[must_use = "iterators are lazy"]
pub struct Children<'a, S: Widths<T>, T> {
    tree: &'a Tree<S, T>,
    next: Option<NodeId<S, T>>,
}

impl<S: Widths<T>, T> Iterator for Children<'_, S, T> {
    type Item = NodeId<S, T>;

    fn next(&mut self) -> Option<NodeId<S, T>> {
        let id = self.next?;
        self.next = self.tree.nodes[id].next;
        Some(id)
    }
}

/// A node and everything below it, from [`Tree::walk`].
#[derive(Debug)]
#[must_use = "iterators are lazy"]
pub struct Walk<'a, S: Widths<T>, T> {
    tree: &'a Tree<S, T>,
    top: NodeId<S, T>,
    /// The node that comes next.
    next: Option<NodeId<S, T>>,
}

impl<S: Widths<T>, T> Walk<'_, S, T> {
    /// Returns the next node for which `enters` returns `true`. Leaves out what is below the others.
    pub(crate) fn next_of(&mut self, enters: impl Fn(NodeId<S, T>) -> bool) -> Option<NodeId<S, T>> {
        loop {
            let id = self.next?;
            if enters(id) {
                self.next = self.tree.nodes[id].first.or_else(|| self.behind(id));
                return Some(id);
            }
            self.next = self.behind(id);
        }
    }

    /// The first node after `id` that is not below it.
    fn behind(&self, mut id: NodeId<S, T>) -> Option<NodeId<S, T>> {
        while id != self.top {
            let node = &self.tree.nodes[id];
            if node.next.is_some() {
                return node.next;
            }
            id = node.parent?;
        }
        None
    }
}

impl<S: Widths<T>, T> Iterator for Walk<'_, S, T> {
    type Item = NodeId<S, T>;

    fn next(&mut self) -> Option<NodeId<S, T>> {
        self.next_of(|_| true)
    }
}
