//! Boxes: a node is a frame around its children, which lie in a row or in a column.
//!
//! The size of a node is in a side table as long as it is known. Invariant: if the size of a node is known, the sizes
//! of all nodes below it are. So an edit only has to forget the sizes from its node up to the first unknown one.

use crate::tree::{NodeId, Nodes, Tree, Widths};
use stackpool::HandleMap;

/// A size in characters or pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Size {
    /// From left to right.
    pub width: u32,
    /// From top to bottom.
    pub height: u32,
}

/// A box.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rect {
    /// Of the left edge.
    pub x: u32,
    /// Of the upper edge.
    pub y: u32,
    /// Of the whole box.
    pub size: Size,
}

/// The direction in which the children of a node follow each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Axis {
    /// From left to right.
    Row,
    /// From top to bottom.
    Column,
}

/// What the layout needs to know about the value of a node.
pub trait Block {
    /// The least size of the box.
    fn least(&self) -> Size;

    /// How the children lie.
    fn axis(&self) -> Axis;
}

/// The width of a frame on each of its four sides.
const FRAME: u32 = 1;

/// The sizes of the nodes of a tree, as far as they are known.
#[derive(Debug)]
pub struct Layout<S: Widths<T>, T> {
    sizes: HandleMap<Nodes<S, T>, Size>,
}

impl<S: Widths<T>, T> Layout<S, T> {
    /// A layout that knows nothing.
    #[must_use]
    pub fn new() -> Self {
        Layout { sizes: HandleMap::new() }
    }

    /// Forgets what depends on a node: its size, and those of all nodes above it.
    pub(crate) fn invalidate(&mut self, tree: &Tree<S, T>, id: NodeId<S, T>) {
        self.sizes.remove(id);
        let mut above = tree.parent(id);
        while let Some(id) = above.filter(|id| self.sizes.remove(*id).is_some()) {
            above = tree.parent(id);
        }
    }

    /// Forgets the sizes of a node that will be removed, of everything below it, and what depends on it.
    pub(crate) fn forget(&mut self, tree: &Tree<S, T>, id: NodeId<S, T>) {
        self.invalidate(tree, id);
        for id in tree.walk_from(id) {
            self.sizes.remove(id);
        }
    }
}

impl<S: Widths<T>, T> Default for Layout<S, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Widths<T>, T: Block> Layout<S, T> {
    /// Computes the sizes that are not known, and returns their number.
    pub fn update(&mut self, tree: &Tree<S, T>) -> usize {
        let (mut unknown, mut rest) = (Vec::new(), vec![tree.root()]);
        while let Some(id) = rest.pop() {
            if !self.sizes.contains(id) {
                unknown.push(id);
                rest.extend(tree.children(id));
            }
        }
        // A node is before its children.
        for id in unknown.iter().rev() {
            let size = self.measure(tree, *id);
            self.sizes.insert(*id, size);
        }
        unknown.len()
    }

    /// The size of a node whose children have known sizes.
    fn measure(&self, tree: &Tree<S, T>, id: NodeId<S, T>) -> Size {
        let Some(value) = tree.get(id) else { return Size::default() };
        let inside = tree.children(id).fold(Size::default(), |sum, child| {
            let size = self.sizes[child];
            match value.axis() {
                Axis::Row => Size { width: sum.width + size.width, height: sum.height.max(size.height) },
                Axis::Column => Size { width: sum.width.max(size.width), height: sum.height + size.height },
            }
        });
        let least = value.least();
        Size {
            width: least.width.max(inside.width + 2 * FRAME),
            height: least.height.max(inside.height + 2 * FRAME),
        }
    }

    /// The boxes of all nodes, each before those inside of it. The sizes must be [up to date](Layout::update).
    ///
    /// # Panics
    ///
    /// Panics if the size of a node is not known.
    #[must_use]
    pub fn rects(&self, tree: &Tree<S, T>) -> Vec<(NodeId<S, T>, Rect)> {
        let mut rects: HandleMap<Nodes<S, T>, Rect> = HandleMap::new();
        let place = |id| {
            let size = self.sizes[id];
            let rect = match (tree.previous(id), tree.parent(id)) {
                (Some(previous), Some(parent)) => {
                    let Rect { x, y, size: Size { width, height } } = rects[previous];
                    match tree.get(parent).map(Block::axis) {
                        Some(Axis::Row) => Rect { x: x + width, y, size },
                        _ => Rect { x, y: y + height, size },
                    }
                }
                (None, Some(parent)) => Rect { x: rects[parent].x + FRAME, y: rects[parent].y + FRAME, size },
                (_, None) => Rect { x: 0, y: 0, size },
            };
            rects.insert(id, rect);
            (id, rect)
        };
        tree.walk().map(place).collect()
    }
}
