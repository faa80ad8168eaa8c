//! Walks through a tree, without recursion and without memory: a node knows its parent and the sibling after it.

use super::{HandleTree, Nodes};
use crate::base::link_bytes::LinkBytes;
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
use crate::side::chain;
use core::fmt;
use core::iter::FusedIterator;

/// The slot of the parent; `None` for a root.
#[inline]
pub(super) fn parent<P: PoolSpec>(nodes: &Nodes<P>, slot: usize) -> Option<usize> {
    let parent = nodes.entry_at(slot)?.1.parent.to_bits() as usize;
    (parent != slot).then_some(parent)
}

/// The slot of the first child.
#[inline]
pub(super) fn first_child<P: PoolSpec>(nodes: &Nodes<P>, slot: usize) -> Option<usize> {
    let child = nodes.entry_at(slot)?.1.child.to_bits() as usize;
    (child != slot).then_some(child)
}

/// The slot that comes after one and all below it, each node before its children. `None` if it is not below `top`.
#[inline]
pub(super) fn after_subtree<P: PoolSpec>(
    nodes: &Nodes<P>,
    mut slot: usize,
    top: Option<usize>,
) -> Option<usize> {
    while Some(slot) != top {
        if let Some(next) = chain::next(nodes, slot) {
            return Some(next);
        }
        slot = parent(nodes, slot)?;
    }
    None
}

/// The slot after one, each node before its children. `None` if it is not below `top`.
#[inline]
pub(super) fn after<P: PoolSpec>(nodes: &Nodes<P>, slot: usize, top: Option<usize>) -> Option<usize> {
    first_child(nodes, slot).or_else(|| after_subtree(nodes, slot, top))
}

/// The first leaf below a slot, or the slot itself.
fn first_leaf<P: PoolSpec>(nodes: &Nodes<P>, mut slot: usize) -> usize {
    while let Some(child) = first_child(nodes, slot) {
        slot = child;
    }
    slot
}

/// The slot after one, each node after its children.
fn after_children<P: PoolSpec>(nodes: &Nodes<P>, slot: usize) -> Option<usize> {
    match chain::next(nodes, slot) {
        Some(next) => Some(first_leaf(nodes, next)),
        None => parent(nodes, slot),
    }
}

/// Each node before its children.
pub(super) struct PreOrder<'a, P: PoolSpec> {
    nodes: &'a Nodes<P>,
    /// The walk ends when it comes back to this node.
    top: Option<usize>,
    next: Option<usize>,
}

impl<'a, P: PoolSpec> PreOrder<'a, P> {
    /// From the first root on.
    pub(super) fn from(nodes: &'a Nodes<P>, first: Option<usize>) -> Self {
        PreOrder { nodes, top: None, next: first }
    }

    /// The nodes below a slot, if there is a slot.
    pub(super) fn below(nodes: &'a Nodes<P>, top: Option<usize>) -> Self {
        PreOrder { nodes, top, next: top.and_then(|top| first_child(nodes, top)) }
    }
}

impl<P: PoolSpec> Clone for PreOrder<'_, P> {
    fn clone(&self) -> Self {
        PreOrder { ..*self }
    }
}

impl<P: PoolSpec> Iterator for PreOrder<'_, P> {
    type Item = Handle<P>;

    #[inline]
    fn next(&mut self) -> Option<Handle<P>> {
        let slot = self.next?;
        self.next = after(self.nodes, slot, self.top);
        self.nodes.handle_at(slot)
    }
}

impl<P: PoolSpec> FusedIterator for PreOrder<'_, P> {}

/// Each node after its children.
pub(super) struct PostOrder<'a, P: PoolSpec> {
    nodes: &'a Nodes<P>,
    /// The walk ends at this node.
    top: Option<usize>,
    next: Option<usize>,
}

impl<'a, P: PoolSpec> PostOrder<'a, P> {
    /// The nodes below a slot, if there is a slot.
    pub(super) fn below(nodes: &'a Nodes<P>, top: Option<usize>) -> Self {
        PostOrder { nodes, top, next: top.map(|top| first_leaf(nodes, top)) }
    }
}

impl<P: PoolSpec> Clone for PostOrder<'_, P> {
    fn clone(&self) -> Self {
        PostOrder { ..*self }
    }
}

impl<P: PoolSpec> Iterator for PostOrder<'_, P> {
    type Item = Handle<P>;

    #[inline]
    fn next(&mut self) -> Option<Handle<P>> {
        let slot = self.next.filter(|_| self.next != self.top)?;
        self.next = after_children(self.nodes, slot);
        self.nodes.handle_at(slot)
    }
}

impl<P: PoolSpec> FusedIterator for PostOrder<'_, P> {}

/// Removes a node with all nodes below it, children before their parent: from [`HandleTree::remove`].
///
/// The tree is whole after each of them. Dropping it removes the rest.
pub struct RemoveSubtree<'a, P: PoolSpec> {
    tree: &'a mut HandleTree<P>,
    /// The node that is removed last.
    top: Option<usize>,
    /// The leaf that is removed next.
    next: Option<usize>,
}

impl<'a, P: PoolSpec> RemoveSubtree<'a, P> {
    pub(super) fn new(tree: &'a mut HandleTree<P>, top: Option<usize>) -> Self {
        RemoveSubtree { next: top.map(|top| first_leaf(tree.nodes(), top)), tree, top }
    }
}

impl<P: PoolSpec> Iterator for RemoveSubtree<'_, P> {
    type Item = Handle<P>;

    fn next(&mut self) -> Option<Handle<P>> {
        let slot = self.next?;
        self.next = if self.next == self.top { None } else { after_children(self.tree.nodes(), slot) };
        self.tree.unlink_slot(slot);
        self.tree.parts.0.take_at(slot).map(|node| node.0)
    }
}

impl<P: PoolSpec> FusedIterator for RemoveSubtree<'_, P> {}

impl<P: PoolSpec> Drop for RemoveSubtree<'_, P> {
    fn drop(&mut self) {
        self.for_each(drop);
    }
}

impl<P: PoolSpec> fmt::Debug for RemoveSubtree<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RemoveSubtree").finish_non_exhaustive()
    }
}
