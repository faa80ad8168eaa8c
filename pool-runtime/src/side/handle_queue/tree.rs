//! The tree of the members of a queue.
//!
//! ```text
//!                 slot 4, key 20
//!                /              \
//!        slot 7, key 5       slot 0, key 20       the order of the queue: 7, 2, 4, 0
//!              \
//!           slot 2, key 9
//! ```
//!
//! It is a treap: the members to the left of a member come before it, those to the right come after it, and its *rank*
//! is above the ranks of all members below it. The rank is a hash of the slot, and no two slots have the same. So the
//! order of the members decides the tree, whatever was done before.
//!
//! A member without a child or a parent names itself in its place. So links need no more bits than the index of a slot.

use super::{HandleQueue, Nodes};
use crate::base::link_bytes::LinkBytes;
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
use core::iter::FusedIterator;

/// The neighbours of a member in the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Branches<L> {
    /// The child on each side.
    pub(super) children: [L; 2],
    pub(super) parent: L,
}

/// The two sides of a member: the members after it are at the right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Side {
    pub(super) is_right: bool,
}

impl Side {
    pub(super) const LEFT: Side = Side { is_right: false };
    pub(super) const RIGHT: Side = Side { is_right: true };

    #[inline]
    fn other(self) -> Side {
        Side { is_right: !self.is_right }
    }
}

/// The rank of a slot. Saves have trees of these ranks: another hash needs another format.
#[inline]
pub(super) fn rank(slot: usize) -> u32 {
    // Each step can be undone, so different slots have different ranks.
    let slot = slot as u32;
    let mixed = (slot ^ slot >> 16).wrapping_mul(0x7FEB_352D);
    let mixed = (mixed ^ mixed >> 15).wrapping_mul(0x846C_A68B);
    mixed ^ mixed >> 16
}

impl<L: LinkBytes> Branches<L> {
    /// The neighbours of a member that is in no tree.
    pub(super) fn alone(slot: usize) -> Self {
        let own = L::from_bits(slot as u32);
        Branches { children: [own; 2], parent: own }
    }

    /// The neighbours of a member with these branches. `slot` is the slot of the member.
    #[inline]
    pub(super) fn of(self, slot: usize) -> Branches<Option<usize>> {
        let other = |link: L| Some(link.to_bits() as usize).filter(|&other| other != slot);
        Branches { children: self.children.map(other), parent: other(self.parent) }
    }

    /// One child of a member with these branches. `slot` is the slot of the member.
    #[inline]
    pub(super) fn child_of(&self, slot: usize, side: Side) -> Option<usize> {
        let child = self.children[usize::from(side.is_right)].to_bits() as usize;
        (child != slot).then_some(child)
    }
}

impl Branches<Option<usize>> {
    #[inline]
    pub(super) fn child(self, side: Side) -> Option<usize> {
        self.children[usize::from(side.is_right)]
    }

    /// The side on which a child is.
    #[inline]
    fn side_of(self, child: usize) -> Side {
        Side { is_right: self.children[0] != Some(child) }
    }
}

/// The last slot on one side of a tree whose root is `slot`. `of` gives the neighbours of a member.
fn outermost(
    of: impl Fn(usize) -> Option<Branches<Option<usize>>>,
    mut slot: usize,
    side: Side,
) -> Option<usize> {
    while let Some(child) = of(slot)?.child(side) {
        slot = child;
    }
    Some(slot)
}

/// The slot after one in order, or before it. `of` gives the neighbours of a member.
pub(super) fn step(
    of: impl Fn(usize) -> Option<Branches<Option<usize>>>,
    mut slot: usize,
    side: Side,
) -> Option<usize> {
    let mut neighbours = of(slot)?;
    if let Some(child) = neighbours.child(side) {
        return outermost(of, child, side.other());
    }
    loop {
        let parent = neighbours.parent?;
        neighbours = of(parent)?;
        if neighbours.side_of(slot) != side {
            return Some(parent);
        }
        slot = parent;
    }
}

/// The neighbours of the member in a slot.
#[inline]
fn neighbours<P: PoolSpec, K>(nodes: &Nodes<P, K>, slot: usize) -> Option<Branches<Option<usize>>> {
    let node = nodes.entry_at(slot);
    invariant!(node.is_some(), "a link to a slot without a member");
    Some(node?.1.branches.of(slot))
}

impl<P: PoolSpec, K> HandleQueue<P, K> {
    /// The slot of the first member.
    #[inline]
    pub(super) fn first_slot(&self) -> Option<usize> {
        self.parts.1[0].checked_sub(1).map(|first| first as usize)
    }

    /// The slot of the root.
    #[inline]
    pub(super) fn root(&self) -> Option<usize> {
        self.parts.1[1].checked_sub(1).map(|root| root as usize)
    }

    fn set_first(&mut self, first: Option<usize>) {
        self.parts.1[0] = first.map_or(0, |first| first as u32 + 1);
    }

    fn set_root(&mut self, root: Option<usize>) {
        self.parts.1[1] = root.map_or(0, |root| root as u32 + 1);
    }

    /// The slot after one in the order of the queue, or before it.
    pub(super) fn step(&self, slot: usize, side: Side) -> Option<usize> {
        step(|slot| neighbours(self.nodes(), slot), slot, side)
    }

    fn set_child(&mut self, slot: usize, side: Side, child: Option<usize>) {
        if let Some(node) = self.parts.0.value_at_mut(slot) {
            node.branches.children[usize::from(side.is_right)] =
                LinkBytes::from_bits(child.unwrap_or(slot) as u32);
        }
    }

    fn set_parent(&mut self, slot: usize, parent: Option<usize>) {
        if let Some(node) = self.parts.0.value_at_mut(slot) {
            node.branches.parent = LinkBytes::from_bits(parent.unwrap_or(slot) as u32);
        }
    }

    /// Puts a tree, or nothing, in the place of a member below its parent.
    fn replace(&mut self, slot: usize, parent: Option<usize>, by: Option<usize>) {
        match parent.and_then(|parent| Some((parent, neighbours(self.nodes(), parent)?))) {
            Some((parent, above)) => self.set_child(parent, above.side_of(slot), by),
            None => self.set_root(by),
        }
        if let Some(by) = by {
            self.set_parent(by, parent);
        }
    }

    /// Swaps a member with its parent: a rotation. The order stays.
    ///
    /// ```text
    ///       parent            slot
    ///       /    \            /  \
    ///    slot     c    →     a   parent
    ///    /  \                     /  \
    ///   a    b                   b    c
    /// ```
    fn rotate_up(&mut self, slot: usize, parent: usize) {
        let of = |slot| neighbours(self.nodes(), slot);
        let (Some(own), Some(above)) = (of(slot), of(parent)) else { return };
        let side = above.side_of(slot);
        let inner = own.child(side.other());
        self.replace(parent, above.parent, Some(slot));
        self.set_child(parent, side, inner);
        if let Some(inner) = inner {
            self.set_parent(inner, Some(parent));
        }
        self.set_child(slot, side.other(), Some(parent));
        self.set_parent(parent, Some(slot));
    }

    /// Links a member that is in no tree, and has no branches: before another one, or at the end. O(log len).
    pub(super) fn link(&mut self, slot: usize, before: Option<usize>) {
        let Some(root) = self.root() else {
            self.set_first(Some(slot));
            self.set_root(Some(slot));
            return;
        };
        if before == self.first_slot() {
            self.set_first(Some(slot));
        }
        // It becomes the child of one of its two neighbours, and rises.
        let of = |slot| neighbours(self.nodes(), slot);
        let child = before.map_or(Some(root), |before| of(before)?.child(Side::LEFT));
        let last_before = child.and_then(|child| outermost(of, child, Side::RIGHT));
        let side = Side { is_right: last_before.is_some() };
        let mut parent = last_before.or(before);
        if let Some(parent) = parent {
            self.set_child(parent, side, Some(slot));
        }
        self.set_parent(slot, parent);
        while let Some(above) = parent.filter(|&above| rank(above) < rank(slot)) {
            self.rotate_up(slot, above);
            parent = neighbours(self.nodes(), slot).and_then(|own| own.parent);
        }
    }

    /// Takes a member out of the tree. Its own branches have no meaning then. O(1) on average, and O(log len) for the
    /// first one.
    pub(super) fn unlink(&mut self, slot: usize) {
        if self.first_slot() == Some(slot) {
            self.set_first(self.step(slot, Side::RIGHT));
        }
        // It sinks until it has a child on one side at most.
        while let Some(own) = neighbours(self.nodes(), slot) {
            match own.children {
                [Some(left), Some(right)] => {
                    self.rotate_up(if rank(left) > rank(right) { left } else { right }, slot);
                }
                [left, right] => return self.replace(slot, own.parent, left.or(right)),
            }
        }
    }
}

/// Iterates over the members of a queue and their keys, in order.
pub(super) struct InOrder<'a, P: PoolSpec, K> {
    queue: &'a HandleQueue<P, K>,
    /// The first and the last slot that were not visited.
    ends: Option<(usize, usize)>,
}

impl<'a, P: PoolSpec, K> InOrder<'a, P, K> {
    pub(super) fn new(queue: &'a HandleQueue<P, K>) -> Self {
        let of = |slot| neighbours(queue.nodes(), slot);
        let last = || outermost(of, queue.root()?, Side::RIGHT);
        InOrder { queue, ends: queue.first_slot().zip(last()) }
    }
}

impl<P: PoolSpec, K> Clone for InOrder<'_, P, K> {
    fn clone(&self) -> Self {
        InOrder { ..*self }
    }
}

impl<'a, P: PoolSpec, K> Iterator for InOrder<'a, P, K> {
    type Item = (Handle<P>, &'a K);

    #[inline]
    fn next(&mut self) -> Option<(Handle<P>, &'a K)> {
        let (front, back) = self.ends?;
        self.ends =
            if front == back { None } else { self.queue.step(front, Side::RIGHT).map(|next| (next, back)) };
        self.queue.entry(front)
    }
}

impl<P: PoolSpec, K> DoubleEndedIterator for InOrder<'_, P, K> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let (front, back) = self.ends?;
        self.ends =
            if front == back { None } else { self.queue.step(back, Side::LEFT).map(|next| (front, next)) };
        self.queue.entry(back)
    }
}

impl<P: PoolSpec, K> FusedIterator for InOrder<'_, P, K> {}
