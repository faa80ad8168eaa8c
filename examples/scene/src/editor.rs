//! Edits that can be undone.

use crate::layout::{Block, Layout, Rect};
use crate::tree::{Cut, NodeId, Place, Tree, Widths};
use stackpool::Full;
use std::collections::VecDeque;

/// A tree, its layout, and the steps that lead back and forth.
#[derive(Debug)]
pub struct Editor<S: Widths<T>, T> {
    tree: Tree<S, T>,
    layout: Layout<S, T>,
    undo: VecDeque<Step<S, T>>,
    redo: Vec<Step<S, T>>,
}

/// A step between two states of a tree. Steps are taken in the order of the history, so a step finds the tree as it
/// was when the step was made: the slots of the nodes that it pastes are free.
#[derive(Debug)]
enum Step<S: Widths<T>, T> {
    Cut(NodeId<S, T>),
    Paste(Cut<S, T>),
    Move(NodeId<S, T>, Place<S, T>),
    Replace(NodeId<S, T>, T),
}

impl<S: Widths<T>, T> Editor<S, T> {
    /// How many edits can be undone.
    pub const STEPS: usize = 256;

    /// An editor of a tree of one node.
    #[must_use]
    pub fn new(root: T) -> Self {
        Editor { tree: Tree::new(root), layout: Layout::new(), undo: VecDeque::new(), redo: Vec::new() }
    }

    /// The tree as it is now.
    #[must_use]
    pub fn tree(&self) -> &Tree<S, T> {
        &self.tree
    }

    /// Puts a new node at a place.
    ///
    /// # Errors
    ///
    /// [`Full`] with the value: there is no room for another node, or the place is gone.
    pub fn insert(&mut self, place: Place<S, T>, value: T) -> Result<NodeId<S, T>, Full<T>> {
        let id = self.tree.insert(place, value)?;
        self.layout.invalidate(&self.tree, id);
        self.done(Step::Cut(id));
        Ok(id)
    }

    /// Removes a node, with everything below it. Returns `false` if the node is the root or gone.
    pub fn remove(&mut self, id: NodeId<S, T>) -> bool {
        self.edit(Step::Cut(id))
    }

    /// Moves a node, with everything below it. Returns `false` if the node is the root or gone, or if the place is
    /// gone or inside of the node.
    pub fn move_to(&mut self, id: NodeId<S, T>, place: Place<S, T>) -> bool {
        self.edit(Step::Move(id, place))
    }

    /// Replaces the value of a node. Returns `false` if the node is gone.
    pub fn replace(&mut self, id: NodeId<S, T>, value: T) -> bool {
        self.edit(Step::Replace(id, value))
    }

    /// Takes back the last edit. Returns `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let back = self.undo.pop_back().and_then(|step| self.take(step));
        let was_undone = back.is_some();
        self.redo.extend(back);
        was_undone
    }

    /// Makes the edit again that was taken back last. Returns `false` if there is none.
    pub fn redo(&mut self) -> bool {
        let back = self.redo.pop().and_then(|step| self.take(step));
        let was_redone = back.is_some();
        self.undo.extend(back);
        was_redone
    }

    fn edit(&mut self, step: Step<S, T>) -> bool {
        let back = self.take(step);
        let is_done = back.is_some();
        back.into_iter().for_each(|back| self.done(back));
        is_done
    }

    /// Records how the last edit is undone. What was undone before it cannot be made again.
    fn done(&mut self, back: Step<S, T>) {
        if self.undo.len() == Self::STEPS {
            self.undo.pop_front();
        }
        self.undo.push_back(back);
        self.redo.clear();
    }

    /// Takes a step, and returns the step back. `None` if the step is not possible.
    fn take(&mut self, step: Step<S, T>) -> Option<Step<S, T>> {
        let Editor { tree, layout, .. } = self;
        Some(match step {
            Step::Cut(id) => {
                layout.forget(tree, id);
                Step::Paste(tree.cut(id)?)
            }
            Step::Paste(cut) => {
                let id = tree.paste(cut);
                layout.invalidate(tree, id);
                Step::Cut(id)
            }
            Step::Move(id, place) => {
                let old = tree.move_to(id, place)?;
                layout.invalidate(tree, old.parent);
                layout.invalidate(tree, place.parent);
                Step::Move(id, old)
            }
            Step::Replace(id, value) => {
                let old = tree.replace(id, value).ok()?;
                layout.invalidate(tree, id);
                Step::Replace(id, old)
            }
        })
    }
}

impl<S: Widths<T>, T: Block> Editor<S, T> {
    /// Computes the sizes that the last edits changed, and returns their number.
    pub fn update_layout(&mut self) -> usize {
        self.layout.update(&self.tree)
    }

    /// The boxes of all nodes, each before those inside of it.
    pub fn rects(&mut self) -> Vec<(NodeId<S, T>, Rect)> {
        self.update_layout();
        self.layout.rects(&self.tree)
    }
}
