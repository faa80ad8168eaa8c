//! An ordered set: a treap (Seidel and Aragon, *Randomized Search Trees*, 1996).
//!
//! Invariant: the key of a node is greater than all keys in its left subtree, and less than all keys in its right
//! subtree. Its priority is greater than all priorities in both subtrees. For each set of keys there is exactly one
//! such tree, whatever the order of insertion.
//!
//! The priority is a hash of the key, so a node stores no extra data for balance. No function here is recursive, not
//! even the one that drops a set, whatever its shape.

mod walk;

use crate::links::{Links, Node};
use crate::order::{Key, Order};
use stackpool::Full;
use std::cmp::Ordering;
use walk::Walk;

/// A place for a subtree.
type Place<L> = Option<<L as Links>::Link>;

/// A set of keys whose nodes are owned by `L`.
pub(crate) struct OrderedSet<L: Links, O: Order> {
    root: Place<L>,
    len: usize,
    order: O,
}

impl<L: Links, O: Order> OrderedSet<L, O> {
    pub(crate) fn new(order: O) -> Self {
        OrderedSet { root: None, len: 0, order }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn contains(&self, key: Key) -> bool {
        let mut place = &self.root;
        while let Some(node) = place {
            place = match self.order.compare(key, node.key) {
                Ordering::Less => &node.left,
                Ordering::Greater => &node.right,
                Ordering::Equal => return true,
            };
        }
        false
    }

    /// Adds a key; `false` if it was there. If the pool is full, the set is unchanged.
    pub(crate) fn insert(&mut self, key: Key) -> Result<bool, Full> {
        let place = find_place::<L>(&mut self.root, self.order, key);
        // Equal keys have equal priorities, so if the key is there, the search ends at it.
        if place.as_ref().is_some_and(|node| node.key == key) {
            return Ok(false);
        }
        let node = L::link(Node::leaf(key)).map_err(Full::without_value)?;
        let below = place.take();
        let node = place.insert(node);
        split::<L>(below, self.order, node);
        self.len += 1;
        Ok(true)
    }

    /// Removes a key; `false` if it was not there.
    pub(crate) fn remove(&mut self, key: Key) -> bool {
        let place = find_place::<L>(&mut self.root, self.order, key);
        if place.as_ref().is_none_or(|node| node.key != key) {
            return false;
        }
        if let Some(mut node) = place.take() {
            join::<L>(node.left.take(), node.right.take(), place);
            self.len -= 1;
        }
        true
    }

    /// All keys in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Key> {
        self.walk().map(|(node, _)| node.key)
    }

    /// Nodes from the root down to the lowest leaf.
    pub(crate) fn height(&self) -> usize {
        self.walk().map(|(_, depth)| depth).max().unwrap_or(0)
    }

    /// The addresses of the nodes, in the order of their keys.
    pub(crate) fn addresses(&self) -> impl Iterator<Item = usize> {
        self.walk().map(|(node, _)| std::ptr::from_ref(node).addr())
    }

    fn walk(&self) -> Walk<'_, L> {
        Walk::new(self.root.as_deref())
    }
}

/// Takes the tree apart in a loop. The `drop` of the links would recurse as deep as the tree is.
///
/// As long as the root has a left child, the tree is rotated so that this child becomes the root. When the root has
/// no left child, the root is dropped, and its right subtree is the rest of the tree. Each rotation puts one more
/// node onto the right spine, and no rotation takes a node off it. So there are at most as many rotations as nodes.
impl<L: Links, O: Order> Drop for OrderedSet<L, O> {
    fn drop(&mut self) {
        let mut root = self.root.take();
        while let Some(mut node) = root {
            root = match node.left.take() {
                None => node.right.take(),
                Some(mut left) => {
                    node.left = left.right.take();
                    left.right = Some(node);
                    Some(left)
                }
            };
        }
    }
}

/// The place of `key`, or the place where it belongs: the first one on the path that is empty or has no greater
/// priority.
fn find_place<L: Links>(root: &mut Place<L>, order: impl Order, key: Key) -> &mut Place<L> {
    let priority = priority(key);
    let mut place = root;
    while place.as_ref().is_some_and(|node| self::priority(node.key) > priority) {
        let node = place.as_mut().expect("it was just looked at");
        place = match order.compare(key, node.key) {
            Ordering::Less => &mut node.left,
            _ => &mut node.right,
        };
    }
    place
}

/// Splits a subtree: lesser keys go into the left subtree of `node`, greater keys into its right subtree.
fn split<L: Links>(mut below: Place<L>, order: impl Order, node: &mut Node<L>) {
    let (mut less, mut greater) = (&mut node.left, &mut node.right);
    while let Some(mut next) = below {
        if order.compare(next.key, node.key) == Ordering::Less {
            below = next.right.take();
            less = &mut less.insert(next).right;
        } else {
            below = next.left.take();
            greater = &mut greater.insert(next).left;
        }
    }
}

/// Merges two trees, where all keys of one are less than all keys of the other, and puts the result into `place`.
fn join<L: Links>(mut less: Place<L>, mut greater: Place<L>, mut place: &mut Place<L>) {
    loop {
        match (less, greater) {
            (None, rest) | (rest, None) => {
                *place = rest;
                return;
            }
            (Some(mut left), Some(right)) if priority(left.key) > priority(right.key) => {
                (less, greater) = (left.right.take(), Some(right));
                place = &mut place.insert(left).right;
            }
            (Some(left), Some(mut right)) => {
                (less, greater) = (Some(left), right.left.take());
                place = &mut place.insert(right).left;
            }
        }
    }
}

/// As good as random, and different for different keys, because each step is invertible (the finaliser of
/// MurmurHash3, by Appleby).
fn priority(key: Key) -> u32 {
    let mut hash = key;
    hash = (hash ^ (hash >> 16)).wrapping_mul(0x85EB_CA6B);
    hash = (hash ^ (hash >> 13)).wrapping_mul(0xC2B2_AE35);
    hash ^ (hash >> 16)
}

#[cfg(test)]
mod tests;
