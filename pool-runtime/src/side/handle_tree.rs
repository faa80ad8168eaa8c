//! Trees of objects.
//!
//! The nodes are a map from handles to their links, the slot of their parent and that of their first child. The
//! children of a node are a chain (`side/chain.rs`), and so are the roots. A root names itself as its parent, and a
//! node without children names itself as its first child. So no number stands for "none", and a slot needs no more bits
//! than its index has.
//!
//! Invariants, besides those of chains:
//!
//! 1. A node is in the chain of the parent that it names, or in that of the roots.
//! 2. No node is above itself.
//!
//! Nothing unsafe rests on them.

mod walk;

pub use walk::RemoveSubtree;

use super::chain::{self, Chain, Linked, Links, Numbered, SavedMembers, SlotOf, saved_as_numbers};
use super::handle_map::HandleMap;
use super::saved::Entries;
use crate::base::link_bytes::LinkBytes;
use crate::handle::Handle;
use crate::layout::spec::{PoolSpec, check};
use core::error::Error;
use core::fmt;
use core::iter::{FusedIterator, successors};
use walk::{PostOrder, PreOrder, first_child};

/// A node: its siblings, its parent and its first child.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Node<L> {
    links: Links<L>,
    parent: L,
    child: L,
}

impl<L: LinkBytes> Linked for Node<L> {
    type Slot = L;

    #[inline]
    fn links(&self) -> Links<L> {
        self.links
    }

    #[inline]
    fn links_mut(&mut self) -> &mut Links<L> {
        &mut self.links
    }
}

impl<L: LinkBytes> Numbered<4> for Node<L> {
    const NAMES: [&'static str; 4] = ["previous", "next", "parent", "child"];

    fn numbers(self) -> [u32; 4] {
        let [previous, next] = self.links.numbers();
        [previous, next, self.parent.to_bits(), self.child.to_bits()]
    }

    fn of_numbers([previous, next, parent, child]: [u32; 4]) -> Self {
        let [parent, child] = [parent, child].map(L::from_bits);
        Node { links: Links::of_numbers([previous, next]), parent, child }
    }
}

saved_as_numbers!(Node<L>, 4);

type Nodes<P> = HandleMap<P, Node<SlotOf<P>>>;
/// The parts of a tree, as they are saved: the nodes, and one more than the slot of the first root, or 0.
pub(crate) type TreeParts<P> = (Nodes<P>, u32);

/// Why a node was not put at a place of a [`HandleTree`]. Nothing has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum TreeError {
    /// The node would be below itself, or an earlier object in its slot is above that place.
    Cycle,
    /// The parent or the sibling is not in the tree, or is an earlier object in the slot of the node.
    Missing,
}

impl fmt::Display for TreeError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TreeError::Cycle => "the node would be below itself in the tree",
            TreeError::Missing => "the parent or the sibling is not in the tree",
        })
    }
}

impl Error for TreeError {}

/// A tree of objects of a pool, or several: a scene graph, the parts of a unit, a file system.
///
/// The objects stay in the pool. The tree has four indices for each slot of it: parent, first child, and the siblings
/// before and after it. Children are in order. There can be any number of roots, which are in order too.
///
/// ```
/// use stackpool::{HandleTree, Pool, TreeError};
///
/// #[derive(Pool)]
/// #[pool(capacity = 1_000)]
/// struct Object {
///     name: &'static str,
/// }
///
/// let mut objects = ObjectPool::new();
/// let mut scene = HandleTree::<Object>::new();
/// let [car, wheel, driver, hat] =
///     ["car", "wheel", "driver", "hat"].map(|name| objects.insert(Object { name }).ok().unwrap());
/// scene.append_root(car);
/// scene.append(car, wheel)?;
/// scene.append(car, driver)?;
/// scene.append(driver, hat)?;
///
/// assert!(scene.ancestors(hat).eq([driver, car]));
/// let names: Vec<_> = scene.descendants(car).map(|object| objects[object].name).collect();
/// assert_eq!(names, ["wheel", "driver", "hat"]);
/// assert_eq!(scene.append(hat, car), Err(TreeError::Cycle));
///
/// // The driver leaves, with all that is below: from the leaves up.
/// for object in scene.remove(driver) {
///     objects.remove(object);
/// }
/// assert_eq!((scene.len(), objects.len()), (2, 2));
/// # Ok::<(), TreeError>(())
/// ```
///
/// # Handles
///
/// The tree stores the generation of each node. A stale handle finds nothing, as in a
/// [`HandleMap`](crate::HandleMap#keys). A slot is in the tree at most once: if you insert a node under another handle
/// of the same slot, the earlier node leaves the tree first, with all nodes below it. Generations wrap, so the tree
/// cannot tell which of the two is newer. Ask the pool first if a handle may be stale.
///
/// The tree does not know what happens in the pool. **[Remove](HandleTree::remove) an object from the tree when you
/// remove it from the pool**, as the example does, or by [`#[derive(SideTables)]`](crate::SideTables). Or sweep now and
/// then with [`retain`](HandleTree::retain). If handles carry no generation, or once the generations of a slot wrap, a
/// new object in the slot is a node in place of the old one.
///
/// # Saved in worlds
///
/// A tree is part of a [`Snapshot`](crate::Snapshot), together with its pool. With feature `serde`, it is serialized as
/// the sequence of its nodes with their parents, each parent before its children.
///
/// # Size
///
/// A slot takes four indices and the key of a [`HandleMap`](crate::HandleMap#size). The index of a slot takes 1 byte up
/// to a capacity of 256, 2 up to 65,536, 3 up to 16,777,216. All zero bytes are an empty tree, so a static is `.bss`.
///
/// ```
/// use stackpool::{HandleTree, pool};
/// pool! { Objects: [[u64; 16]; 1_000]; }
/// assert_eq!(HandleTree::<Objects>::TOTAL_BYTES, 1_000 * (4 * 2 + 1) + 12);
/// ```
#[doc(alias("scene", "graph", "hierarchy", "indextree"))]
pub struct HandleTree<P: PoolSpec> {
    pub(super) parts: TreeParts<P>,
}

impl<P: PoolSpec> HandleTree<P> {
    /// Makes an empty tree, as a value. It crosses the call stack, as with
    /// [`HandleMap::new`](crate::HandleMap::new). `on_heap` (feature `alloc`) makes it on the heap.
    #[must_use]
    pub const fn new() -> Self {
        const { check::<P>() };
        HandleTree { parts: (HandleMap::zeroed(), 0) }
    }

    pub(super) fn nodes(&self) -> &Nodes<P> {
        &self.parts.0
    }

    /// The slot of a node that is in the tree.
    fn slot_of(&self, node: Handle<P>) -> Option<usize> {
        self.contains(node).then(|| node.index())
    }

    /// The handle of the node in a slot, if there is a slot.
    fn handle(&self, slot: Option<usize>) -> Option<Handle<P>> {
        self.nodes().handle_at(slot?)
    }

    /// The slot of the first child, or without a parent, of the first root.
    fn first_of(&self, parent: Option<usize>) -> Option<usize> {
        match parent {
            Some(parent) => first_child(self.nodes(), parent),
            None => self.parts.1.checked_sub(1).map(|first| first as usize),
        }
    }

    /// Notes the first child, or without a parent, the first root.
    fn set_first(&mut self, parent: Option<usize>, first: Option<usize>) {
        let Some(parent) = parent else {
            self.parts.1 = first.map_or(0, |first| first as u32 + 1);
            return;
        };
        if first_child(self.nodes(), parent) != first {
            if let Some(node) = self.parts.0.value_at_mut(parent) {
                node.child = LinkBytes::from_bits(first.unwrap_or(parent) as u32);
            }
        }
    }

    /// Adds a node as the last root, or moves it there, with all nodes below it. Returns whether it was in the tree
    /// before. O(1), apart from an [earlier node](HandleTree#handles) in the slot.
    pub fn append_root(&mut self, node: Handle<P>) -> bool {
        let was_there = self.unlink(node);
        self.link(node, None, None);
        was_there
    }

    /// Adds a node as the first root, or moves it there, with all nodes below it. Returns whether it was in the tree
    /// before. O(1), apart from an [earlier node](HandleTree#handles) in the slot.
    pub fn prepend_root(&mut self, node: Handle<P>) -> bool {
        let was_there = self.unlink(node);
        self.link(node, None, self.first_of(None));
        was_there
    }

    /// Adds a node as the last child of `parent`, or moves it there, with all nodes below it. O(depth of `parent`): the
    /// node must not be above it.
    ///
    /// # Errors
    ///
    /// - [`TreeError::Cycle`] if the node is `parent` or above it.
    /// - [`TreeError::Missing`] if `parent` is not in the tree.
    #[doc(alias("insert", "set_parent", "push_back"))]
    pub fn append(&mut self, parent: Handle<P>, node: Handle<P>) -> Result<(), TreeError> {
        let slot = self.place(parent, node)?;
        self.unlink(node);
        self.link(node, Some(slot), None);
        Ok(())
    }

    /// Adds a node as the first child of `parent`, or moves it there, with all nodes below it. O(depth of `parent`).
    ///
    /// # Errors
    ///
    /// As for [`append`](HandleTree::append).
    #[doc(alias = "push_front")]
    pub fn prepend(&mut self, parent: Handle<P>, node: Handle<P>) -> Result<(), TreeError> {
        let slot = self.place(parent, node)?;
        self.unlink(node);
        self.link(node, Some(slot), self.first_of(Some(slot)));
        Ok(())
    }

    /// Adds a node before `sibling`, which can be a root, or moves it there, with all nodes below it. O(depth of
    /// `sibling`).
    ///
    /// # Errors
    ///
    /// - [`TreeError::Cycle`] if the node is above `sibling`.
    /// - [`TreeError::Missing`] if `sibling` is not in the tree.
    ///
    /// ```
    /// # use stackpool::{HandleTree, TreeError, pool};
    /// # pool! { Objects: [u32; 100]; }
    /// # let mut objects = ObjectsPool::new();
    /// let [root, a, b, c] = [0, 1, 2, 3].map(|number| objects.insert(number).unwrap());
    /// let mut tree = HandleTree::<Objects>::new();
    /// tree.append_root(root);
    /// tree.append(root, b)?;
    /// tree.insert_before(b, a)?;
    /// tree.insert_after(b, c)?;
    /// assert!(tree.children(root).eq([a, b, c]));
    /// assert_eq!(tree.insert_before(b, root), Err(TreeError::Cycle));
    /// # Ok::<(), TreeError>(())
    /// ```
    pub fn insert_before(&mut self, sibling: Handle<P>, node: Handle<P>) -> Result<(), TreeError> {
        self.insert_beside(sibling, node, |_, sibling| Some(sibling))
    }

    /// Adds a node after `sibling`, which can be a root, or moves it there, with all nodes below it. O(depth of
    /// `sibling`).
    ///
    /// # Errors
    ///
    /// As for [`insert_before`](HandleTree::insert_before).
    pub fn insert_after(&mut self, sibling: Handle<P>, node: Handle<P>) -> Result<(), TreeError> {
        self.insert_beside(sibling, node, chain::next)
    }

    fn insert_beside(
        &mut self,
        sibling: Handle<P>,
        node: Handle<P>,
        before: impl FnOnce(&Nodes<P>, usize) -> Option<usize>,
    ) -> Result<(), TreeError> {
        if sibling == node && self.contains(node) {
            return Ok(());
        }
        let slot = self.place(sibling, node)?;
        let parent = walk::parent(self.nodes(), slot);
        self.unlink(node);
        let before = before(self.nodes(), slot);
        self.link(node, parent, before);
        Ok(())
    }

    /// Makes a node the last root, with all nodes below it. Returns `false` if the object is not in the tree. O(1).
    pub fn detach(&mut self, node: Handle<P>) -> bool {
        self.contains(node) && self.append_root(node)
    }

    /// Removes a node and all nodes below it. Yields their handles, children before their parent. O(nodes that are
    /// removed).
    ///
    /// If the iterator is dropped, it removes the rest. If it is forgotten, the rest stays in the tree. It is empty if
    /// the object is not in the tree.
    ///
    /// ```
    /// # use stackpool::{HandleTree, TreeError, pool};
    /// # pool! { Objects: [u32; 100]; }
    /// # let mut objects = ObjectsPool::new();
    /// let [root, a, b, c] = [0, 1, 2, 3].map(|number| objects.insert(number).unwrap());
    /// let mut tree = HandleTree::<Objects>::new();
    /// tree.append_root(root);
    /// tree.append(root, a)?;
    /// tree.append(a, b)?;
    /// tree.append(root, c)?;
    /// assert!(tree.remove(root).eq([b, a, c, root]));
    /// assert!(tree.is_empty());
    /// # Ok::<(), TreeError>(())
    /// ```
    pub fn remove(&mut self, node: Handle<P>) -> RemoveSubtree<'_, P> {
        let top = self.slot_of(node);
        RemoveSubtree::new(self, top)
    }

    /// Returns the parent of a node. `None` for a root, and for an object that is not in the tree. O(1).
    #[inline]
    #[must_use]
    pub fn parent(&self, node: Handle<P>) -> Option<Handle<P>> {
        self.handle(walk::parent(self.nodes(), self.slot_of(node)?))
    }

    /// Returns the first child of a node, or `None`. O(1).
    #[inline]
    #[must_use]
    pub fn first_child(&self, node: Handle<P>) -> Option<Handle<P>> {
        self.handle(first_child(self.nodes(), self.slot_of(node)?))
    }

    /// Returns the last child of a node, or `None`. O(1).
    #[inline]
    #[must_use]
    pub fn last_child(&self, node: Handle<P>) -> Option<Handle<P>> {
        let first = first_child(self.nodes(), self.slot_of(node)?)?;
        self.handle(Some(chain::last(self.nodes(), first)))
    }

    /// Returns the child of the same parent, or the root, after this one. `None` after the last. O(1).
    #[inline]
    #[must_use]
    pub fn next_sibling(&self, node: Handle<P>) -> Option<Handle<P>> {
        self.handle(chain::next(self.nodes(), self.slot_of(node)?))
    }

    /// Returns the child of the same parent, or the root, before this one. `None` before the first. O(1).
    #[inline]
    #[must_use]
    pub fn previous_sibling(&self, node: Handle<P>) -> Option<Handle<P>> {
        self.handle(chain::previous(self.nodes(), self.slot_of(node)?))
    }

    /// Iterates over the roots in order.
    pub fn roots(&self) -> impl DoubleEndedIterator<Item = Handle<P>> + FusedIterator + Clone + use<'_, P> {
        Chain::new(self.nodes(), self.first_of(None))
    }

    /// Iterates over the children of a node in order.
    pub fn children(
        &self,
        node: Handle<P>,
    ) -> impl DoubleEndedIterator<Item = Handle<P>> + FusedIterator + Clone + use<'_, P> {
        Chain::new(self.nodes(), self.slot_of(node).and_then(|slot| first_child(self.nodes(), slot)))
    }

    /// Iterates over the nodes above a node, from its parent up to its root.
    pub fn ancestors(&self, node: Handle<P>) -> impl FusedIterator<Item = Handle<P>> + Clone + use<'_, P> {
        successors(self.parent(node), |&node| self.parent(node))
    }

    /// Iterates over the nodes below a node, each before its children. O(1) per node on average, without recursion.
    pub fn descendants(&self, node: Handle<P>) -> impl FusedIterator<Item = Handle<P>> + Clone + use<'_, P> {
        PreOrder::below(self.nodes(), self.slot_of(node))
    }

    /// Iterates over the nodes below a node, each after its children. O(1) per node on average, without recursion.
    ///
    /// ```
    /// # use stackpool::{HandleTree, TreeError, pool};
    /// # pool! { Objects: [u32; 100]; }
    /// # let mut objects = ObjectsPool::new();
    /// # let mut tree = HandleTree::<Objects>::new();
    /// # let [root, a, b, c] = [0, 1, 2, 3].map(|number| objects.insert(number).unwrap());
    /// # tree.append_root(root);
    /// # tree.append(root, a)?;
    /// # tree.append(a, b)?;
    /// # tree.append(root, c)?;
    /// // Each node counts what is below it.
    /// for node in tree.descendants_post_order(root) {
    ///     objects[node] = tree.children(node).map(|child| 1 + objects[child]).sum();
    /// }
    /// assert_eq!([a, b, c].map(|node| objects[node]), [1, 0, 0]);
    /// # Ok::<(), TreeError>(())
    /// ```
    pub fn descendants_post_order(
        &self,
        node: Handle<P>,
    ) -> impl FusedIterator<Item = Handle<P>> + Clone + use<'_, P> {
        PostOrder::below(self.nodes(), self.slot_of(node))
    }

    /// Iterates over all nodes, each before its children. O(1) per node on average.
    pub fn iter(&self) -> impl FusedIterator<Item = Handle<P>> + Clone + use<'_, P> {
        PreOrder::from(self.nodes(), self.first_of(None))
    }

    /// Removes all nodes. O(used slots).
    pub fn clear(&mut self) {
        self.parts.0.clear();
        self.parts.1 = 0;
    }

    /// Keeps the nodes for which `keep` returns `true`, and removes the others with all nodes below them. Each node
    /// before its children. O(nodes).
    ///
    /// Nodes below one that is removed are not visited. To keep them, [detach](HandleTree::detach) them first. If
    /// `keep` panics, the nodes that were not visited stay.
    pub fn retain(&mut self, mut keep: impl FnMut(Handle<P>) -> bool) {
        let mut rest = self.first_of(None);
        while let Some((slot, node)) = rest.and_then(|slot| Some((slot, self.nodes().handle_at(slot)?))) {
            if keep(node) {
                rest = walk::after(self.nodes(), slot, None);
            } else {
                rest = walk::after_subtree(self.nodes(), slot, None);
                drop(self.remove(node));
            }
        }
    }

    /// Returns the slot of `place`, which is to be the parent or a sibling of a node. Checks that the object in the
    /// slot of the node is not above it.
    fn place(&self, place: Handle<P>, node: Handle<P>) -> Result<usize, TreeError> {
        let slot = self.slot_of(place).ok_or(TreeError::Missing)?;
        if place.index() == node.index() {
            return Err(if place == node { TreeError::Cycle } else { TreeError::Missing });
        }
        if self.nodes().handle_at(node.index()).is_some()
            && successors(Some(slot), |&slot| walk::parent(self.nodes(), slot))
                .any(|slot| slot == node.index())
        {
            return Err(TreeError::Cycle);
        }
        Ok(slot)
    }

    /// Unlinks a node, with all nodes below it, from its siblings. Returns whether it was in the tree. If another node
    /// is in its slot, removes that one.
    fn unlink(&mut self, node: Handle<P>) -> bool {
        match self.nodes().handle_at(node.index()) {
            Some(there) if there == node => {
                self.unlink_slot(node.index());
                true
            }
            Some(earlier) => {
                drop(self.remove(earlier));
                false
            }
            None => false,
        }
    }

    fn unlink_slot(&mut self, slot: usize) {
        let parent = walk::parent(self.nodes(), slot);
        if let Some(first) = self.first_of(parent) {
            let first = chain::unlink(&mut self.parts.0, first, slot);
            self.set_first(parent, first);
        }
    }

    /// Puts a node that has no siblings, or is new, below a parent or among the roots: before another one, or at the
    /// end.
    fn link(&mut self, node: Handle<P>, parent: Option<usize>, before: Option<usize>) {
        let slot = node.index();
        let own = LinkBytes::from_bits(slot as u32);
        let child = self.nodes().get(node).map_or(own, |node| node.child);
        let parent_slot = parent.map_or(own, |parent| LinkBytes::from_bits(parent as u32));
        let first = self.first_of(parent);
        let (links, first) = chain::place(&mut self.parts.0, first, slot, before);
        self.parts.0.insert(node, Node { links, parent: parent_slot, child });
        self.set_first(parent, Some(first));
    }

    /// Checks whether saved entries are those of a tree. O(entries * log(free slots between them)).
    pub(crate) fn is_tree(nodes: &Entries<'_, P, Node<SlotOf<P>>>, first: u32) -> bool {
        let mut nodes = SavedMembers::new(nodes);
        let Some(first) = first.checked_sub(1) else { return nodes.are_all() };
        Self::visit_saved(&mut nodes, first).is_some() && nodes.are_all()
    }

    /// Visits the saved nodes, each before its children. Each is in one chain, because it names one parent. So the walk
    /// ends, and reaches only nodes below a root.
    fn visit_saved(nodes: &mut SavedMembers<'_, P, Node<SlotOf<P>>, 4>, first_root: u32) -> Option<()> {
        nodes.visit(first_root, |slot, [.., parent, _]| parent == slot)?;
        let mut slot = first_root;
        loop {
            let [.., child] = nodes.get(slot)?;
            if child != slot {
                nodes.visit(child, |_, [.., parent, _]| parent == slot)?;
                slot = child;
                continue;
            }
            loop {
                let [_, next, parent, _] = nodes.get(slot)?;
                if next != slot {
                    slot = next;
                    break;
                }
                if parent == slot {
                    return Some(());
                }
                slot = parent;
            }
        }
    }
}

/// Shows the nodes with their parents, each parent before its children.
impl<P: PoolSpec> fmt::Debug for HandleTree<P> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter().map(|node| (node, self.parent(node)))).finish()
    }
}
