//! What an editor should be: a tree of `Vec`s, and a clone of it per edit.

use std::collections::VecDeque;

/// A node, with a number that no other node has.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ModelNode<T> {
    pub(crate) number: u32,
    pub(crate) value: T,
    pub(crate) children: Vec<ModelNode<T>>,
}

impl<T> ModelNode<T> {
    fn find(&mut self, number: u32) -> Option<&mut Self> {
        if self.number == number {
            return Some(self);
        }
        self.children.iter_mut().find_map(|child| child.find(number))
    }

    fn take(&mut self, number: u32) -> Option<Self> {
        if let Some(at) = self.children.iter().position(|child| child.number == number) {
            return Some(self.children.remove(at));
        }
        self.children.iter_mut().find_map(|child| child.take(number))
    }

    /// The nodes with their depths, each before its children.
    pub(crate) fn list<'a>(&'a self, depth: usize, list: &mut Vec<(usize, u32, &'a T)>) {
        list.push((depth, self.number, &self.value));
        self.children.iter().for_each(|child| child.list(depth + 1, list));
    }
}

/// A place: in a node, behind one of its children or before all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ModelPlace {
    pub(crate) parent: u32,
    pub(crate) behind: Option<u32>,
}

/// The tree, and what it was before and after.
#[derive(Debug)]
pub(crate) struct Model<T> {
    pub(crate) root: ModelNode<T>,
    undo: VecDeque<ModelNode<T>>,
    redo: Vec<ModelNode<T>>,
    /// How many edits can be undone.
    steps: usize,
}

impl<T: Clone> Model<T> {
    /// A tree of one node, with number 0, in which this many edits can be undone.
    pub(crate) fn new(value: T, steps: usize) -> Self {
        let root = ModelNode { number: 0, value, children: Vec::new() };
        Model { root, undo: VecDeque::new(), redo: Vec::new(), steps }
    }

    pub(crate) fn insert(&mut self, place: ModelPlace, number: u32, value: T) {
        self.record();
        self.put(place, ModelNode { number, value, children: Vec::new() });
        self.keep(true);
    }

    pub(crate) fn remove(&mut self, number: u32) -> bool {
        self.record();
        let is_done = self.root.take(number).is_some();
        self.keep(is_done)
    }

    /// Moves a node, unless it is the root, or the place is in it or behind it.
    pub(crate) fn move_to(&mut self, number: u32, place: ModelPlace) -> bool {
        self.record();
        let is_inside = self.root.find(number).is_some_and(|node| node.find(place.parent).is_some());
        if is_inside || place.behind == Some(number) {
            return self.keep(false);
        }
        let node = self.root.take(number);
        let is_done = node.map(|node| self.put(place, node)).is_some();
        self.keep(is_done)
    }

    pub(crate) fn replace(&mut self, number: u32, value: T) {
        self.record();
        if let Some(node) = self.root.find(number) {
            node.value = value;
        }
        self.keep(true);
    }

    pub(crate) fn undo(&mut self) -> bool {
        let Some(before) = self.undo.pop_back() else { return false };
        self.redo.push(std::mem::replace(&mut self.root, before));
        true
    }

    pub(crate) fn redo(&mut self) -> bool {
        let Some(after) = self.redo.pop() else { return false };
        self.undo.push_back(std::mem::replace(&mut self.root, after));
        true
    }

    fn put(&mut self, place: ModelPlace, node: ModelNode<T>) {
        let Some(parent) = self.root.find(place.parent) else { return };
        let at = parent.children.iter().position(|child| Some(child.number) == place.behind);
        parent.children.insert(at.map_or(0, |at| at + 1), node);
    }

    fn record(&mut self) {
        self.undo.push_back(self.root.clone());
    }

    /// Forgets what was undone, if the edit was made; otherwise forgets the edit.
    fn keep(&mut self, is_done: bool) -> bool {
        if is_done {
            self.redo.clear();
            if self.undo.len() > self.steps {
                self.undo.pop_front();
            }
        } else {
            self.undo.pop_back();
        }
        is_done
    }
}
