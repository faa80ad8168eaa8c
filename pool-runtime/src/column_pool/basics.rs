//! The basic methods: a pool is made; one object at a time goes in, is looked up and comes out.

#![expect(unsafe_code, reason = "a pool vouches for its body")]

use super::ColumnPool;
use crate::base::full::{Full, Occupied};
use crate::body::Body;
use crate::columns::Columns;
use crate::handle::Handle;
use crate::handle::error::DisjointError;
use crate::handle::keyed_by::KeyedBy;
use crate::layout::spec::PoolSpec;
use crate::layout::{Tabled, Tracked};
use crate::store::columns::ColumnCells;
use crate::track::Site;

/// # Basics
impl<P: PoolSpec<Item: Columns>> ColumnPool<P> {
    /// Makes an empty pool, as a value. For a pool of more than 64 KiB, use `ParticlePool::on_heap()` or
    /// `Particle::take_pool()` instead.
    ///
    /// See [`Pool::new`](crate::Pool::new), which has the same limits.
    ///
    /// Do not replace a used pool by a new one: the new pool accepts old handles, and they may name other objects. Use
    /// [`clear`](ColumnPool::clear) instead.
    #[doc(alias = "with_capacity")]
    #[must_use]
    // As in `Pool::new`: a line that rustc shows.
    pub const fn new() -> Self // the capacity is declared: `#[pool(capacity = 500)]`; on the heap: `on_heap()`
    {
        const { Self::CHECK };
        // SAFETY: 1. columns count the slots that are filled.
        ColumnPool { body: unsafe { Body::new(ColumnCells::new()) } }
    }

    /// Puts `object` in a free slot and returns its handle. O(number of columns).
    ///
    /// # Errors
    ///
    /// [`Full`] with the object if no slot is free.
    #[doc(alias("add", "alloc", "allocate", "push", "request", "spawn", "try_insert"))]
    #[inline]
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn insert(&mut self, object: P::Item) -> Result<Handle<P>, Full<P::Item>> {
        self.body.insert(object, Site::caller())
    }

    /// Makes an object that knows its own handle, and puts it in a free slot. O(number of columns).
    ///
    /// If the pool is full, `make` is not called. If `make` panics, the slot is free again and has the next generation.
    ///
    /// # Errors
    ///
    /// [`Full`] if no slot is free.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// #[derive(Pool)]
    /// #[pool(capacity = 64, columns)]
    /// struct Node {
    ///     me: NodeHandle,
    ///     weight: f32,
    /// }
    ///
    /// let mut nodes = NodePool::new();
    /// let handle = nodes.insert_with(|me| Node { me, weight: 1.0 })?;
    /// assert_eq!(*nodes.get(handle).unwrap().me, handle);
    /// # Ok::<(), stackpool::Full>(())
    /// ```
    #[doc(alias("alloc_with", "insert_with_key", "try_insert_with"))]
    #[inline]
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn insert_with<F>(&mut self, make: F) -> Result<Handle<P>, Full>
    where
        F: FnOnce(Handle<P>) -> P::Item,
    {
        self.body.insert_with(make, Site::caller())
    }

    /// Inserts objects until the iterator ends. O(number of objects).
    ///
    /// No object is lost if you pass `&mut iterator`: after an error it still holds the remaining objects.
    ///
    /// # Errors
    ///
    /// [`Full`] with the first object for which there was no room.
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn try_extend<I>(&mut self, objects: I) -> Result<(), Full<P::Item>>
    where
        I: IntoIterator<Item = P::Item>,
    {
        self.body.try_extend(objects, Site::caller())
    }

    /// Puts `object` in the slot of a handle that another pool gave out, under that handle.
    ///
    /// See [`Pool::insert_at`](crate::Pool::insert_at). If nothing was removed since the pool was new or cleared, it
    /// takes O(1), in any order of slots. After removals it takes up to O(free slots).
    ///
    /// Every earlier slot that was never used gets a copy of the object's fields, and stays free. So the first object
    /// in a high slot takes O(slots before it) per column.
    ///
    /// # Errors
    ///
    /// [`Occupied`] with the object, as for `Pool::insert_at`.
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn insert_at<K: PoolSpec>(
        &mut self,
        handle: Handle<K>,
        object: P::Item,
    ) -> Result<(), Occupied<P::Item>>
    where
        P::Layout: Tabled + Tracked,
        P: KeyedBy<K>,
    {
        let handle = P::own_handle(handle);
        self.body.insert_at(handle, object, Site::caller())
    }

    /// Returns references to the fields of the object; `None` if the handle names no live object. O(1).
    ///
    /// Under guard `none` it returns whatever the slot holds, and `None` for a slot that was not used yet.
    #[inline]
    #[must_use]
    pub fn get<K: PoolSpec>(&self, handle: Handle<K>) -> Option<<P::Item as Columns>::Ref<'_>>
    where
        P: KeyedBy<K>,
    {
        let handle = P::own_handle(handle);
        self.body.get(handle)
    }

    /// Returns references to the fields of the object, for writing; `None` if the handle names no live object. O(1).
    ///
    /// Under guard `none` as for [`get`](ColumnPool::get).
    #[inline]
    #[must_use]
    pub fn get_mut<K: PoolSpec>(&mut self, handle: Handle<K>) -> Option<<P::Item as Columns>::Mut<'_>>
    where
        P: KeyedBy<K>,
    {
        let handle = P::own_handle(handle);
        self.body.get_mut(handle)
    }

    /// Returns a copy of the object; `None` if the handle names no live object. O(number of columns).
    #[inline]
    #[must_use]
    pub fn copy_of<K: PoolSpec>(&self, handle: Handle<K>) -> Option<P::Item>
    where
        P: KeyedBy<K>,
    {
        let handle = P::own_handle(handle);
        self.body.copy_of(handle)
    }

    /// Replaces the object of a handle and returns the old object. The handle stays the same. O(number of columns).
    ///
    /// # Errors
    ///
    /// `object` itself if the handle names no live object.
    #[inline]
    pub fn replace<K: PoolSpec>(&mut self, handle: Handle<K>, object: P::Item) -> Result<P::Item, P::Item>
    where
        P: KeyedBy<K>,
    {
        let handle = P::own_handle(handle);
        self.body.replace(handle, object)
    }

    /// Returns references to the fields of several objects at once, for writing. O(N^2) comparisons, so N should be
    /// small.
    ///
    /// # Errors
    ///
    /// - [`DisjointError::Stale`] with the first handle that names no live object.
    /// - [`DisjointError::Overlapping`] if two handles name the same slot.
    #[doc(alias("get2_mut", "get_many_mut"))]
    pub fn get_disjoint_mut<const N: usize>(
        &mut self,
        handles: [Handle<P>; N],
    ) -> Result<[<P::Item as Columns>::Mut<'_>; N], DisjointError<P>> {
        self.body.get_disjoint_mut(handles)
    }

    /// Removes the object from the pool and returns it; `None` if the handle names no live object. O(number of
    /// columns).
    ///
    /// Under guard `none` the result is `None` only if the pool is empty or the slot was not used yet.
    #[doc(alias("dealloc", "delete", "despawn", "free", "release", "swap_remove", "take", "try_remove"))]
    #[inline]
    pub fn remove<K: PoolSpec>(&mut self, handle: Handle<K>) -> Option<P::Item>
    where
        P: KeyedBy<K>,
    {
        let handle = P::own_handle(handle);
        self.body.remove(handle)
    }

    /// Returns whether the handle names a live object. O(1).
    #[doc(alias("contains_key", "is_alive", "is_valid"))]
    #[inline]
    #[must_use]
    pub fn contains<K: PoolSpec>(&self, handle: Handle<K>) -> bool
    where
        P::Layout: Tracked,
        P: KeyedBy<K>,
    {
        let handle = P::own_handle(handle);
        self.body.rows.slot_of(handle).is_some()
    }

    /// Returns the handle of the object in the slot at `index`; `None` if the slot is not live. O(1).
    ///
    /// The index of a slot is that of a handle, [`Handle::index`], and the position in the slices of
    /// [`slot_columns`](ColumnPool::slot_columns). In a dense pool it is not the position of the object: see
    /// [`handle_at_position`](ColumnPool::handle_at_position). Under guard `none`, every slot counts as live.
    #[doc(alias("contains_slot", "get_by_slot"))]
    #[inline]
    #[must_use]
    pub fn handle_at(&self, index: usize) -> Option<Handle<P>> {
        self.body.rows.handle_at(index)
    }

    /// Returns the handle that the next insertion will return; `None` if the pool is full. O(1).
    #[doc(alias("next_key", "vacant_key"))]
    #[inline]
    #[must_use]
    pub fn next_handle(&self) -> Option<Handle<P>> {
        self.body.next_handle()
    }

    /// Returns the handles that the next insertions will give, in their order: see
    /// [`next_handles`](crate::Pool::next_handles) of a pool. O(1) each.
    pub fn next_handles(&self) -> impl Iterator<Item = Handle<P>> {
        self.body.next_handles()
    }

    /// Returns the number of objects in the pool. O(1).
    #[doc(alias = "count")]
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.body.rows.len() as usize
    }

    /// Returns whether the pool holds no object. O(1).
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.body.rows.len() == 0
    }

    /// Returns whether no object can be inserted. O(1).
    ///
    /// Then every slot is live, is retired, or waits in quarantine under [`strict`](crate::guard#strict).
    #[inline]
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.body.rows.remaining() == 0
    }

    /// Returns the number of objects that the pool can hold: [`CAPACITY`](ColumnPool::CAPACITY). O(1).
    #[doc(alias("max_capacity", "max_len"))]
    #[inline]
    #[must_use]
    pub fn capacity(&self) -> usize {
        Self::CAPACITY
    }

    /// Returns how many more objects fit, as [`Pool::remaining_capacity`](crate::Pool::remaining_capacity) does. O(1).
    #[doc(alias("available", "remaining"))]
    #[inline]
    #[must_use]
    pub fn remaining_capacity(&self) -> usize {
        self.body.rows.remaining() as usize
    }
}
