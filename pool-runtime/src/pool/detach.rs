//! Objects that are out of their pool for a while and go back to their slots.
//!
//! The slot of such an object is freed as by a removal, and the pool is borrowed while the object is out. An operation
//! on the pool meanwhile first takes the slot again, and frees it afterwards. So the slot is always the one that was
//! freed last, and taking it again undoes that. If the object never goes back, nothing has to be undone.

use super::{IterMut, Pool, ValuesMut};
use crate::base::full::Full;
use crate::body::MarksOf;
use crate::free::Before;
use crate::handle::Handle;
use crate::handle::keyed_by::KeyedBy;
use crate::layout::Tracked;
use crate::layout::spec::PoolSpec;
use crate::marks::Marks;
use crate::rows::One;
use crate::track::Site;
use core::fmt;
use core::ops::{Deref, Index, IndexMut};

/// A pool without one of its objects, which can go back to its slot, from [`Pool::detach`].
///
/// It lends the pool for reading, and has methods that read and write, insert and remove other objects.
///
/// If it is dropped without [`reattach`](Detached::reattach), or forgotten, the object was removed, as by
/// [`remove`](Pool::remove).
///
/// # Common errors
///
/// What the compiler says, and what to write:
///
/// - **"cannot borrow `ships` as immutable"** at `ships[a]` while an object is out: `others[a]`. The pool is borrowed
///   until `reattach`, and all that reads a pool can be called on `others`.
/// - **"cannot borrow data in dereference of `Detached` as mutable"** at `others.retain(..)`: of the methods that
///   change a pool, there are the ones below. Do the rest after `reattach`.
/// - **"names no live object: its slot is free"**, as a panic at `ships[b]` afterwards: `others.reattach(ship)` was not
///   called for `b`.
#[must_use = "an object that is not reattached is removed from its pool"]
pub struct Detached<'a, P: PoolSpec> {
    pool: &'a mut Pool<P>,
    handle: Handle<P>,
    /// The state of the free slots before the slot of this object was freed.
    before: Before,
    /// The place of the object in the order of insertion.
    place: <MarksOf<P> as Marks>::Place,
    /// Where the object was in a dense pool.
    position: usize,
}

/// # An object and its pool at once
impl<P: PoolSpec> Pool<P> {
    /// Takes an object out of the pool, to work with both, and put it back later; `None` if the handle names no live
    /// object. O(1).
    ///
    /// The result is the object, and the pool without it. [`reattach`](Detached::reattach) puts the object back in its
    /// slot, and its handle names it again. In between the handle names nothing, and no other object gets the slot,
    /// even if the pool becomes full.
    ///
    /// **If the object does not go back, it is removed.** A `?` or a `return` between `detach` and `reattach` drops it,
    /// as the end of its scope does, and its handle is stale from then on. So let a function with such exits borrow the
    /// object, as `attack` does below, and call `reattach` after it.
    ///
    /// After `reattach` the pool hands out the slots that it would have handed out if the object had never been out.
    /// In a pool with [marks](Pool#marks), the object has its place in the order of insertion again.
    ///
    /// ```
    /// use stackpool::Pool;
    ///
    /// #[derive(Pool)]
    /// #[pool(capacity = 64)]
    /// struct Ship {
    ///     health: u32,
    ///     target: Option<ShipHandle>,
    /// }
    ///
    /// impl Ship {
    ///     fn attack(&mut self, others: &mut stackpool::Detached<'_, Ship>) {
    ///         if let Some(target) = self.target.and_then(|target| others.get_mut(target)) {
    ///             target.health -= 1;
    ///             self.health += 1;
    ///         }
    ///     }
    /// }
    ///
    /// let mut ships = ShipPool::new();
    /// let a = ships.insert(Ship { health: 3, target: None })?;
    /// let b = ships.insert(Ship { health: 3, target: Some(a) })?;
    ///
    /// let (mut ship, mut others) = ships.detach(b).unwrap();
    /// ship.attack(&mut others);
    /// others.reattach(ship);
    /// assert_eq!((ships[a].health, ships[b].health), (2, 4));
    /// # Ok::<(), stackpool::Full<Ship>>(())
    /// ```
    ///
    /// # Longer than a borrow
    ///
    /// The pool is borrowed until `reattach`. If an object is out for longer, make the items `Option`s. Then no other
    /// object gets the slot, its handle stays valid, the pool counts it, and a save knows that the object is out. If
    /// the type of the object has a niche, as a `Box` or a `Vec` has, the `Option` has no more bytes.
    ///
    /// ```
    /// # use stackpool::pool;
    /// pool! { Ships: [Option<String>; 4]; }
    ///
    /// let mut ships: ShipsPool = ["a", "b", "c"].map(|name| Some(name.to_owned())).into_iter().collect();
    /// let handle = ships.handles().next().unwrap();
    ///
    /// let ship = ships[handle].take().unwrap(); // out
    /// ships.insert(Some("d".to_owned()))?;
    /// assert!(ships.insert(Some("e".to_owned())).is_err()); // the slot of "a" is taken
    /// ships[handle] = Some(ship); // or `ships.remove(handle)`, if it does not come back
    /// assert_eq!(ships[handle].as_deref(), Some("a"));
    /// # Ok::<(), stackpool::Full<Option<String>>>(())
    /// ```
    #[inline]
    pub fn detach<K: PoolSpec>(&mut self, handle: Handle<K>) -> Option<(P::Item, Detached<'_, P>)>
    where
        P::Layout: Tracked,
        P: KeyedBy<K>,
    {
        let handle = P::own_handle(handle);
        let Some(index) = self.body.rows.slot_of(handle) else {
            self.body.rows.count_stale();
            return None;
        };
        let (before, place) = (self.body.rows.before(), self.body.rows.marks.place(index));
        // SAFETY: 1. the handle names a live slot.
        let position = unsafe { self.body.rows.place_of(index) };
        // SAFETY: 1. the handle names a live slot. 2. the removal begins here.
        let item = unsafe { self.body.release(index, One) };
        Some((item, Detached { pool: self, handle, before, place, position }))
    }
}

impl<'a, P: PoolSpec> Detached<'a, P>
where
    P::Layout: Tracked,
{
    /// Returns the handle of the object.
    #[inline]
    #[must_use]
    pub fn handle(&self) -> Handle<P> {
        self.handle
    }

    /// Puts the object back in its slot, or another object in its place, and returns a reference to it. O(1).
    #[inline]
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn reattach(mut self, item: P::Item) -> &'a mut P::Item {
        let site = Site::caller();
        self.undo_release();
        let index = self.handle.index();
        let pool = self.pool;
        // SAFETY: 1. `undo_release` took the slot of the handle, which named the object before it was released.
        unsafe { pool.body.rows.set_back(self.handle) };
        pool.body.rows.marks.insert_at(index, self.place);
        // SAFETY: 1. the slot is not live, and its index was just taken from the stack, or is not there because the
        // slot was retired. 2. it has its place in the order again.
        unsafe { pool.body.fill_listed(index, item, site) };
        // The object is the last one. The object that filled its place goes back there.
        pool.body.move_last(self.position);
        // SAFETY: 1. the slot was just filled.
        unsafe { pool.body.object_mut(index) }
    }

    /// Returns another object for writing; `None` if the handle names no live object. O(1).
    #[inline]
    #[must_use]
    pub fn get_mut<K: PoolSpec>(&mut self, handle: Handle<K>) -> Option<&mut P::Item>
    where
        P: KeyedBy<K>,
    {
        self.pool.get_mut(handle)
    }

    /// Returns an iterator over the other objects for writing, with their handles.
    #[inline]
    pub fn iter_mut(&mut self) -> IterMut<'_, P> {
        self.pool.iter_mut()
    }

    /// Returns an iterator over the other objects for writing.
    #[inline]
    pub fn values_mut(&mut self) -> ValuesMut<'_, P> {
        self.pool.values_mut()
    }

    /// Inserts another object. O(1).
    ///
    /// # Errors
    ///
    /// [`Full`] with the object if no slot is free except the one that is kept.
    #[inline]
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn insert(&mut self, item: P::Item) -> Result<Handle<P>, Full<P::Item>> {
        self.undo_release();
        let result = self.pool.insert(item);
        self.give_slot_back();
        result
    }

    /// Removes another object and returns it; `None` if the handle names no live object. O(1).
    #[inline]
    pub fn remove<K: PoolSpec>(&mut self, handle: Handle<K>) -> Option<P::Item>
    where
        P: KeyedBy<K>,
    {
        let handle = P::own_handle(handle);
        if MarksOf::<P>::KEEPS_ORDER {
            if let Some(index) = self.pool.body.rows.slot_of(handle) {
                self.place = self.pool.body.rows.marks.place_without(self.place, index);
            }
        }
        self.undo_release();
        let item = self.pool.body.remove(handle);
        self.give_slot_back();
        item
    }

    /// Takes the slot again that was released.
    #[inline]
    fn undo_release(&mut self) {
        let (rows, memory) = self.pool.body.rows_and_memory();
        // SAFETY: 1. the slot was released last, `before` is from just before that, and nothing was taken since: the
        // pool has been borrowed by this value, and every method that takes or releases another slot ends with
        // `give_slot_back`, which releases this one and sets `before`. 2. the slots are those of this pool.
        unsafe { rows.undo_release(self.handle.index(), memory, self.before) };
    }

    /// Frees the slot that was taken again.
    #[inline]
    fn give_slot_back(&mut self) {
        let (rows, memory) = self.pool.body.rows_and_memory();
        // SAFETY: 1. the slot was taken again, and no item is in it. 2. the slots are those of this pool.
        self.before = unsafe { rows.push_again(self.handle.index(), memory) };
    }
}

impl<P: PoolSpec> Deref for Detached<'_, P> {
    type Target = Pool<P>;

    #[inline]
    fn deref(&self) -> &Pool<P> {
        self.pool
    }
}

/// Returns another object.
///
/// # Panics
///
/// Panics if the handle names no live object, as for [`Pool`].
impl<P: KeyedBy<K>, K: PoolSpec> Index<Handle<K>> for Detached<'_, P> {
    type Output = P::Item;

    #[inline]
    #[track_caller]
    fn index(&self, handle: Handle<K>) -> &P::Item {
        &self.pool[handle]
    }
}

/// Returns another object for writing.
///
/// # Panics
///
/// Panics if the handle names no live object, as for [`Pool`].
impl<P: KeyedBy<K>, K: PoolSpec> IndexMut<Handle<K>> for Detached<'_, P> {
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, handle: Handle<K>) -> &mut P::Item {
        &mut self.pool[handle]
    }
}

impl<P: PoolSpec> fmt::Debug for Detached<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Detached").field(&self.handle).finish()
    }
}
