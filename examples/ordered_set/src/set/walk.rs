//! In-order iteration, with an explicit stack.

use crate::links::{Links, Node};

/// The nodes of a tree in the order of their keys, each with its depth; the root is at depth 1.
pub(super) struct Walk<'a, L: Links> {
    /// The next node, and those of its ancestors that come after it, with their depths.
    ahead: Vec<(&'a Node<L>, usize)>,
}

impl<'a, L: Links> Walk<'a, L> {
    pub(super) fn new(root: Option<&'a Node<L>>) -> Self {
        let mut walk = Walk { ahead: Vec::new() };
        walk.go_left(root, 1);
        walk
    }

    fn go_left(&mut self, mut subtree: Option<&'a Node<L>>, mut depth: usize) {
        while let Some(node) = subtree {
            self.ahead.push((node, depth));
            subtree = node.left.as_deref();
            depth += 1;
        }
    }
}

impl<'a, L: Links> Iterator for Walk<'a, L> {
    type Item = (&'a Node<L>, usize);

    fn next(&mut self) -> Option<Self::Item> {
        let (node, depth) = self.ahead.pop()?;
        self.go_left(node.right.as_deref(), depth + 1);
        Some((node, depth))
    }
}
