//! Objects in an order that handles give, each once: walks along links, searches in graphs.

use super::HandleMap;
use crate::guard::Guard;
use crate::handle::Handle;
use crate::join::Joined;
use crate::join::lane::Lane;
use crate::layout::spec::PoolSpec;
use core::fmt;

/// Lends objects in any order, each at most once, from [`HandleMap::visit`].
///
/// `T` is the borrow of the table: `Visit<'a, Node, &'a mut NodePool>`.
#[must_use = "a visit lends nothing until it is asked"]
pub struct Visit<'a, P: PoolSpec, T: Joined<P>> {
    visited: &'a mut HandleMap<P, ()>,
    lane: T::Lane,
}

/// # Visits in an order of your own
impl<P: PoolSpec> HandleMap<P, ()> {
    /// Clears this map, and returns a [`Visit`]. O(used slots of the map). The visit lends objects of `table` in the
    /// order in which you ask for them, each at most once. It records their handles in this map. A step takes about as
    /// long as [`get_mut`](crate::Pool::get_mut).
    ///
    /// `table` is a pool, a column pool or another map, by `&` or by `&mut`. The references live as long as the borrow
    /// of the table. So you can hold several at once, and an iterator can yield them. A linked list needs this for
    /// `iter_mut`; [`get_mut`](crate::Pool::get_mut) cannot do it:
    ///
    /// ```
    /// use stackpool::handle_map::Visit;
    /// use stackpool::{HandleMap, Pool};
    ///
    /// #[derive(Pool)]
    /// #[pool(capacity = 64)]
    /// struct Node {
    ///     key: &'static str,
    ///     value: u32,
    ///     next: Option<NodeHandle>,
    /// }
    ///
    /// struct List {
    ///     nodes: NodePool,
    ///     first: Option<NodeHandle>,
    ///     visited: HandleMap<Node, ()>,
    /// }
    ///
    /// struct IterMut<'a> {
    ///     nodes: Visit<'a, Node, &'a mut NodePool>,
    ///     next: Option<NodeHandle>,
    /// }
    ///
    /// impl List {
    ///     fn iter_mut(&mut self) -> IterMut<'_> {
    ///         IterMut { nodes: self.visited.visit(&mut self.nodes), next: self.first }
    ///     }
    /// }
    ///
    /// impl<'a> Iterator for IterMut<'a> {
    ///     type Item = (&'a str, &'a mut u32);
    ///
    ///     fn next(&mut self) -> Option<Self::Item> {
    ///         let node = self.nodes.get(self.next?)?;
    ///         self.next = node.next;
    ///         Some((node.key, &mut node.value))
    ///     }
    /// }
    ///
    /// let mut list = List { nodes: NodePool::new(), first: None, visited: HandleMap::new() };
    /// for (key, value) in [("one", 1), ("two", 2)] {
    ///     list.first = Some(list.nodes.insert(Node { key, value, next: list.first })?);
    /// }
    /// let values: Vec<&mut u32> = list.iter_mut().map(|(_key, value)| value).collect();
    /// values.into_iter().for_each(|value| *value *= 10);
    /// assert_eq!(list.iter_mut().map(|(_key, value)| *value).collect::<Vec<_>>(), [20, 10]);
    /// # Ok::<(), stackpool::Full<Node>>(())
    /// ```
    ///
    /// After the visit, the map has the handles of the visited objects. So a walk did not reach an object if the map
    /// does not contain its handle.
    #[doc(alias("get_many_mut", "iter_mut", "visited"))]
    #[inline]
    pub fn visit<'a, T: Joined<P>>(&'a mut self, table: T) -> Visit<'a, P, T> {
        self.clear();
        Visit { visited: self, lane: table.into_lane() }
    }
}

impl<P: PoolSpec, T: Joined<P>> Visit<'_, P, T> {
    /// Returns the object. Returns `None` if the handle is stale, or if the object was visited before. O(1).
    #[inline]
    pub fn get(&mut self, handle: Handle<P>) -> Option<T::Item> {
        let index = handle.index();
        // SAFETY: 1. The index of a handle is below the capacity.
        if unsafe { self.visited.keys.is_live(index) } || !self.lane.names(handle) {
            return None;
        }
        // SAFETY: 1. The slot has no value, as checked above.
        unsafe { self.visited.put(handle, ()) };
        // SAFETY: 1. The handle names the slot, so it is live. 2. `item` is called only here, for slots that were not
        // in `visited`. This one is from here on, since nothing else can reach the map while it is borrowed.
        Some(unsafe { self.lane.item(index) })
    }

    /// Returns whether the object of this handle was visited. O(1).
    #[inline]
    #[must_use]
    pub fn contains(&self, handle: Handle<P>) -> bool {
        self.visited.contains(handle)
    }
}

impl<P: PoolSpec, T: Joined<P>> fmt::Debug for Visit<'_, P, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Visit").field("visited", &self.visited.len()).finish_non_exhaustive()
    }
}
