//! A queue of objects by their keys, the least first.
//!
//! The members are a map from handles to nodes of a search tree: a key, and the slots of two children and of a parent.
//! Which of two members is nearer to the root follows from their slots alone (`tree`). So the order of the members
//! decides the tree: the queue needs no balance and no numbers of insertion, and equal queues have equal bytes.
//!
//! Invariants:
//!
//! 1. The nodes are one tree, as `tree` describes. Each is in it once.
//! 2. The keys ascend in the order of the tree, if `Ord` is an order.
//!
//! Nothing unsafe rests on them. Code of a user (`Ord`, closures, `Drop`) runs only while the first holds.

mod saved;
mod tree;

use super::chain::SlotOf;
use super::handle_map::HandleMap;
use crate::handle::Handle;
use crate::layout::spec::{PoolSpec, check};
use core::cmp::Ordering;
use core::fmt;
use core::iter::FusedIterator;
use core::mem::needs_drop;
use core::ops::{Deref, DerefMut};
use tree::{Branches, InOrder, Side};

/// A member: its key, and its place in the tree.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Node<K, L> {
    branches: Branches<L>,
    key: K,
}

type Nodes<P, K> = HandleMap<P, Node<K, SlotOf<P>>>;
/// The parts of a queue, as they are saved: the nodes, and one more than the slots of the first member and of the root,
/// or zeros.
pub(crate) type QueueParts<P, K> = (Nodes<P, K>, [u32; 2]);

/// A priority queue of objects of a pool: timers, events of a simulation, the open nodes of a search.
///
/// The least key comes first. Objects with equal keys come in the order in which they were pushed. The objects stay in
/// the pool. The queue finds a member by its handle, so its key can change, and it can be removed from any place.
///
/// ```
/// use stackpool::{HandleQueue, Pool};
///
/// #[derive(Pool)]
/// #[pool(capacity = 100)]
/// struct Timer {
///     name: &'static str,
/// }
///
/// let mut timers = TimerPool::new();
/// let mut deadlines = HandleQueue::<Timer, u64>::new();
/// let [send, blink, sleep] = ["send", "blink", "sleep"].map(|name| timers.insert(Timer { name }).ok().unwrap());
/// for (timer, deadline) in [(send, 40), (blink, 10), (sleep, 90)] {
///     deadlines.push(timer, deadline);
/// }
/// deadlines.change_key(send, 95);
/// deadlines.remove(sleep);
///
/// let now = 50;
/// while let Some((timer, _deadline)) = deadlines.pop_if(|_timer, deadline| *deadline <= now) {
///     assert_eq!(timers[timer].name, "blink");
/// }
/// assert_eq!(deadlines.peek(), Some((send, &95)));
/// ```
///
/// A key is any type with [`Ord`]. For the greatest key first, use [`Reverse`](core::cmp::Reverse), or a type with an
/// `Ord` of your own. Floats have no `Ord`: as a key, take `distance.to_bits()` of one that is never negative, or a
/// type whose `Ord` calls `total_cmp`. If `Ord` is wrong, the members come in another order. If it panics, nothing has
/// changed. Each member is in the queue once all the same.
///
/// # Handles
///
/// The queue stores the generation of each member. A stale handle finds nothing, as in a
/// [`HandleMap`](crate::HandleMap#keys). A slot is in the queue at most once: if you push a member under another handle
/// of the same slot, the earlier member leaves the queue, and its key is dropped. Generations wrap, so the queue cannot
/// tell which of the two is newer. Ask the pool first if a handle may be stale.
///
/// The queue does not know what happens in the pool. **Remove an object from the queue when you remove it from the
/// pool**, or sweep now and then with [`retain`](HandleQueue::retain). If handles carry no generation, or once the
/// generations of a slot wrap, a new object in the slot is a member in place of the old one.
///
/// # Time
///
/// The queue is a search tree with all members in order. [`push`](HandleQueue::push) steps down the tree, and compares
/// keys once per step. No operation allocates or recurses.
///
/// O(log len) is an average here. The order of the members decides the shape of the tree, with a fixed hash of their
/// slots. So the shape is that of a random tree. Measured with keys that ascend, descend, skip or are random: of 1,000
/// members, one is 14 steps from the root on average and 26 at most; of 65,536, 21 and 42. Only a program that chooses
/// keys by the hash of the slots gets a tree as deep as it has members.
///
/// # Saved in worlds
///
/// A queue of [plain data](crate::PlainData) is part of a [`Snapshot`](crate::Snapshot), together with its pool. With
/// feature `serde`, it is serialized as the sequence of its members with their keys, in order.
///
/// # Size
///
/// A slot takes the key, three indices, and the key of a [`HandleMap`](crate::HandleMap#size). The index of a slot
/// takes 1 byte up to a capacity of 256, 2 up to 65,536, 3 up to 16,777,216. All zero bytes are an empty queue, so a
/// static is `.bss`.
///
/// ```
/// use stackpool::{HandleQueue, pool};
/// pool! { Timers: [[u64; 4]; 1_000]; }
/// assert_eq!(HandleQueue::<Timers, u16>::TOTAL_BYTES, 1_000 * (2 + 3 * 2 + 1) + 16);
/// assert_eq!(HandleQueue::<Timers, u64>::TOTAL_BYTES, 1_000 * (8 + 3 * 2 + 2 + 1) + 16); // 2 are padding
/// ```
#[doc(alias("BinaryHeap", "PriorityQueue", "DelayQueue", "timer", "scheduler"))]
pub struct HandleQueue<P: PoolSpec, K> {
    pub(super) parts: QueueParts<P, K>,
}

impl<P: PoolSpec, K> HandleQueue<P, K> {
    /// Makes an empty queue, as a value. It crosses the call stack, as with
    /// [`HandleMap::new`](crate::HandleMap::new). `on_heap` (feature `alloc`) makes it on the heap.
    #[must_use]
    pub const fn new() -> Self {
        const { check::<P>() };
        HandleQueue { parts: (HandleMap::new(), [0; 2]) }
    }

    pub(super) fn nodes(&self) -> &Nodes<P, K> {
        &self.parts.0
    }

    /// The parts of the queue, to restore them.
    pub(crate) fn parts_mut(&mut self) -> PartsMut<'_, P, K> {
        PartsMut(&mut self.parts)
    }

    /// Returns the first member and its key, or `None` if there is none. O(1).
    #[doc(alias("first", "peek_min"))]
    #[inline]
    #[must_use]
    pub fn peek(&self) -> Option<(Handle<P>, &K)> {
        self.entry(self.first_slot()?)
    }

    /// Removes the first member, and returns it with its key. O(1) on average.
    #[doc(alias("pop_min", "pop_first"))]
    pub fn pop(&mut self) -> Option<(Handle<P>, K)> {
        self.remove_slot(self.first_slot()?)
    }

    /// Removes the first member, and returns it with its key, if `is_wanted` returns `true` for them. O(1) on average.
    pub fn pop_if(&mut self, is_wanted: impl FnOnce(Handle<P>, &K) -> bool) -> Option<(Handle<P>, K)> {
        let (member, key) = self.peek()?;
        if is_wanted(member, key) { self.pop() } else { None }
    }

    /// Returns the key of a member, or `None`. O(1).
    #[doc(alias("get", "get_priority"))]
    #[inline]
    #[must_use]
    pub fn key(&self, member: Handle<P>) -> Option<&K> {
        self.nodes().get(member).map(|node| &node.key)
    }

    /// Removes the object from the queue, and returns its key. `None` if it was not a member. O(1) on average, and
    /// O(log len) if it is the first one.
    pub fn remove(&mut self, member: Handle<P>) -> Option<K> {
        if !self.contains(member) {
            return None;
        }
        self.remove_slot(member.index()).map(|(_, key)| key)
    }

    /// Iterates over the members and their keys, in the order of the queue. O(1) per member on average.
    ///
    /// [`rev`](Iterator::rev) begins with the greatest key.
    pub fn iter(
        &self,
    ) -> impl DoubleEndedIterator<Item = (Handle<P>, &K)> + FusedIterator + Clone + use<'_, P, K> {
        InOrder::new(self)
    }

    /// Removes all members. O(used slots). If keys have a destructor that panics, the members after it stay.
    pub fn clear(&mut self) {
        if needs_drop::<K>() {
            while self.pop().is_some() {}
        }
        self.parts.0.clear();
        self.parts.1 = [0; 2];
    }

    /// Keeps the members for which `keep` returns `true`, and removes the others. In the order of the queue. O(len) on
    /// average.
    ///
    /// Each member is visited once. If `keep` panics, the members that were not visited stay.
    ///
    /// ```
    /// # use stackpool::{HandleQueue, pool};
    /// # pool! { Timers: [u32; 1_000]; }
    /// # let mut timers = TimersPool::new();
    /// # let mut queue = HandleQueue::<Timers, u32>::new();
    /// # for period in [10, 20, 30] { queue.push(timers.insert(period).unwrap(), period); }
    /// timers.retain(|_timer, period| *period > 10);
    /// queue.retain(|timer, _deadline| timers.contains(timer));
    /// assert_eq!(queue.len(), 2);
    /// ```
    pub fn retain(&mut self, mut keep: impl FnMut(Handle<P>, &K) -> bool) {
        let mut rest = self.first_slot();
        while let Some((slot, (member, key))) = rest.and_then(|slot| Some((slot, self.entry(slot)?))) {
            let is_kept = keep(member, key);
            rest = self.step(slot, Side::RIGHT);
            if !is_kept {
                self.remove_slot(slot);
            }
        }
    }

    /// The member in a slot, with its key.
    fn entry(&self, slot: usize) -> Option<(Handle<P>, &K)> {
        self.nodes().entry_at(slot).map(|(member, node)| (member, &node.key))
    }

    /// Removes the member in a slot from the queue, and returns it with its key.
    fn remove_slot(&mut self, slot: usize) -> Option<(Handle<P>, K)> {
        self.unlink(slot);
        self.parts.0.take_at(slot).map(|(member, node)| (member, node.key))
    }
}

impl<P: PoolSpec, K: Ord> HandleQueue<P, K> {
    /// Adds a member with this key, behind those with equal keys, and returns `None`. If it is a member, it gets the
    /// key and moves there, and the old key is returned. O(log len).
    ///
    /// ```
    /// # use stackpool::{HandleQueue, pool};
    /// # pool! { Timers: [u32; 1_000]; }
    /// # let mut timers = TimersPool::new();
    /// let [a, b, c] = [1, 2, 3].map(|number| timers.insert(number).unwrap());
    /// let mut queue = HandleQueue::<Timers, u32>::new();
    /// for timer in [a, b, c] {
    ///     assert_eq!(queue.push(timer, 10), None);
    /// }
    /// assert_eq!(queue.push(b, 10), Some(10));
    /// assert!(queue.iter().eq([(a, &10), (c, &10), (b, &10)]));
    /// ```
    #[doc(alias("insert", "push_increase", "push_decrease"))]
    pub fn push(&mut self, member: Handle<P>, key: K) -> Option<K> {
        let slot = member.index();
        let mut before = self.after_key(&key);
        if self.nodes().handle_at(slot).is_some() {
            if before == Some(slot) {
                before = self.step(slot, Side::RIGHT);
            }
            self.unlink(slot);
        }
        let former = self.parts.0.insert(member, Node { branches: Branches::alone(slot), key });
        self.link(slot, before);
        // Dropping the key of another object may panic, so it comes last.
        former.and_then(|(former, node)| (former == member).then_some(node.key))
    }

    /// Gives a member another key, and returns the old one. The member moves behind those with keys equal to the new
    /// one. `None` if the object is not a member: nothing changes. O(log len).
    #[doc(alias("change_priority", "decrease_key", "reset"))]
    pub fn change_key(&mut self, member: Handle<P>, key: K) -> Option<K> {
        if self.contains(member) { self.push(member, key) } else { None }
    }

    /// The first member with a greater key.
    fn after_key(&self, key: &K) -> Option<usize> {
        let (mut greater, mut rest) = (None, self.root());
        while let Some((slot, (_, node))) = rest.and_then(|slot| Some((slot, self.nodes().entry_at(slot)?))) {
            // Without a branch that depends on the keys: it could not be predicted.
            let side = Side { is_right: key.cmp(&node.key) != Ordering::Less };
            greater = if side.is_right { greater } else { Some(slot) };
            rest = node.branches.child_of(slot, side);
        }
        greater
    }
}

/// The parts of a queue while they are restored. If a key panics meanwhile, there are no nodes, and so no first one.
pub(crate) struct PartsMut<'a, P: PoolSpec, K>(&'a mut QueueParts<P, K>);

impl<P: PoolSpec, K> Drop for PartsMut<'_, P, K> {
    fn drop(&mut self) {
        if self.0.0.is_empty() {
            self.0.1 = [0; 2];
        }
    }
}

impl<P: PoolSpec, K> Deref for PartsMut<'_, P, K> {
    type Target = QueueParts<P, K>;

    fn deref(&self) -> &QueueParts<P, K> {
        self.0
    }
}

impl<P: PoolSpec, K> DerefMut for PartsMut<'_, P, K> {
    fn deref_mut(&mut self) -> &mut QueueParts<P, K> {
        self.0
    }
}

/// Shows the members with their keys, in order.
impl<P: PoolSpec, K: fmt::Debug> fmt::Debug for HandleQueue<P, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}
