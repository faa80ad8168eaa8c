//! The trees.

use super::super::by_hand::Slots;
use super::{NODES, Object, Scene};
use indextree::{Arena, NodeId};
use slab::Slab;
use stackpool::{Handle, HandleTree, Heap, Pool, pool};

/// An object with links to its neighbours.
pub(super) struct Node<L> {
    object: Object,
    parent: L,
    first: L,
    last: L,
    previous: L,
    next: L,
}

pool! {
    pub(super) Objects: [Object; NODES];
    pub(super) ByHand: [Node<Option<Handle<ByHand>>>; NODES];
}

pub(super) type SlabNodes = Slab<Node<u32>>;
pub(super) type HandNodes = Heap<Pool<ByHand>>;

/// Objects in a pool, and their tree beside it.
pub(super) struct Structure {
    objects: Heap<Pool<Objects>>,
    tree: Heap<HandleTree<Objects>>,
}

impl Scene for Structure {
    type Key = Handle<Objects>;

    fn with_room(_: usize) -> Self {
        Structure { objects: Pool::on_heap(), tree: HandleTree::on_heap() }
    }

    fn insert(&mut self, object: Object) -> Self::Key {
        self.objects.insert(object).expect("there is room for all nodes")
    }

    fn set_root(&mut self, node: Self::Key) {
        self.tree.append_root(node);
    }

    fn append(&mut self, parent: Self::Key, node: Self::Key) -> bool {
        self.tree.append(parent, node).is_ok()
    }

    #[inline(never)]
    fn update(&mut self) -> u64 {
        let mut sum = 0;
        for node in self.tree.iter() {
            let parent = self.tree.parent(node).and_then(|parent| self.objects.get(parent));
            let above = parent.map(|parent| parent.world);
            if let Some(object) = self.objects.get_mut(node) {
                sum = object.put(above, sum);
            }
        }
        sum
    }

    fn remove(&mut self, node: Self::Key) -> bool {
        let mut was_there = false;
        for below in self.tree.remove(node) {
            self.objects.remove(below);
            was_there = true;
        }
        was_there
    }
}

/// A tree of `indextree`, with its root.
pub(super) struct IndexTree {
    nodes: Arena<Object>,
    root: Option<NodeId>,
}

impl Scene for IndexTree {
    type Key = NodeId;

    fn with_room(count: usize) -> Self {
        IndexTree { nodes: Arena::with_capacity(count), root: None }
    }

    fn insert(&mut self, object: Object) -> NodeId {
        self.nodes.new_node(object)
    }

    fn set_root(&mut self, node: NodeId) {
        self.root = Some(node);
    }

    fn append(&mut self, parent: NodeId, node: NodeId) -> bool {
        parent.checked_append(node, &mut self.nodes).is_ok()
    }

    /// Its iterators borrow all nodes, so the walk follows the links.
    #[inline(never)]
    fn update(&mut self) -> u64 {
        let mut sum = 0;
        let mut next = self.root;
        while let Some(id) = next {
            let above = self.nodes[id].parent().map(|parent| self.nodes[parent].get().world);
            let node = &mut self.nodes[id];
            sum = node.get_mut().put(above, sum);
            next = node.first_child();
            let mut behind = Some(id);
            while let (None, Some(id)) = (next, behind) {
                let node = &self.nodes[id];
                (next, behind) = (node.next_sibling(), node.parent());
            }
        }
        sum
    }

    fn remove(&mut self, node: NodeId) -> bool {
        if node.is_removed(&self.nodes) {
            return false;
        }
        node.remove_subtree(&mut self.nodes);
        true
    }
}

/// Links in the objects.
pub(super) struct Hand<S: Slots> {
    nodes: S,
    root: S::Link,
    /// What is left to remove of a subtree.
    rest: Vec<S::Link>,
}

impl<L: Copy + PartialEq + 'static, S: Slots<Item = Node<L>, Link = L>> Hand<S> {
    /// Takes a node from its parent and its siblings. Returns `false` if it was removed before.
    fn unlink(&mut self, node: L) -> bool {
        let Some(&Node { parent, previous, next, .. }) = self.nodes.lend(node) else { return false };
        match self.nodes.lend_mut(previous) {
            Some(previous) => previous.next = next,
            None => {
                if let Some(parent) = self.nodes.lend_mut(parent) {
                    parent.first = next;
                }
            }
        }
        match self.nodes.lend_mut(next) {
            Some(next) => next.previous = previous,
            None => {
                if let Some(parent) = self.nodes.lend_mut(parent) {
                    parent.last = previous;
                }
            }
        }
        true
    }
}

impl<L: Copy + PartialEq + 'static, S: Slots<Item = Node<L>, Link = L>> Scene for Hand<S> {
    type Key = L;

    fn with_room(count: usize) -> Self {
        Hand { nodes: S::with_room(count), root: S::NONE, rest: Vec::new() }
    }

    fn insert(&mut self, object: Object) -> L {
        let none = S::NONE;
        self.nodes.put(Node { object, parent: none, first: none, last: none, previous: none, next: none })
    }

    fn set_root(&mut self, node: L) {
        self.root = node;
    }

    fn append(&mut self, parent: L, node: L) -> bool {
        // The node must not be above its parent.
        let mut above = parent;
        while let Some(it) = self.nodes.lend(above) {
            if above == node {
                return false;
            }
            above = it.parent;
        }
        self.unlink(node);
        let Some(it) = self.nodes.lend_mut(parent) else { return false };
        let previous = std::mem::replace(&mut it.last, node);
        match self.nodes.lend_mut(previous) {
            Some(previous) => previous.next = node,
            None => {
                if let Some(parent) = self.nodes.lend_mut(parent) {
                    parent.first = node;
                }
            }
        }
        if let Some(it) = self.nodes.lend_mut(node) {
            (it.parent, it.previous, it.next) = (parent, previous, S::NONE);
        }
        true
    }

    #[inline(never)]
    fn update(&mut self) -> u64 {
        let mut sum = 0;
        let mut link = self.root;
        while let Some(&Node { parent, first, .. }) = self.nodes.lend(link) {
            let above = self.nodes.lend(parent).map(|parent| parent.object.world);
            if let Some(node) = self.nodes.lend_mut(link) {
                sum = node.object.put(above, sum);
            }
            let mut next = first;
            while next == S::NONE {
                let Some(node) = self.nodes.lend(link) else { return sum };
                (next, link) = (node.next, node.parent);
            }
            link = next;
        }
        sum
    }

    fn remove(&mut self, node: L) -> bool {
        if !self.unlink(node) {
            return false;
        }
        self.rest.push(node);
        while let Some(link) = self.rest.pop() {
            let Some(node) = self.nodes.take(link) else { continue };
            let mut child = node.first;
            while let Some(it) = self.nodes.lend(child) {
                self.rest.push(child);
                child = it.next;
            }
        }
        true
    }
}
