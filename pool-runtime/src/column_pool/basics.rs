//! The basic methods: a pool is made; one object at a time goes in, is looked up and comes out.

#![expect(unsafe_code, reason = "a slot that the guard names is reached without another check")]

use super::{ColumnPool, GuardOf};
use crate::base::full::{Full, Occupied};
use crate::changes::Changes;
use crate::columns::{Access, Columns};
use crate::free::SlotMemory;
use crate::guard::Guard;
use crate::handle::Handle;
use crate::handle::error::{DisjointError, Stale};
use crate::layout::spec::PoolSpec;
use crate::layout::{Layout, Tabled, Tracked};
use crate::rows::{One, Rows};
use crate::track::Site;

/// # Basics
impl<P: PoolSpec<Item: Columns>> ColumnPool<P> {
    /// Makes an empty pool, as a value. For a pool of more than 64 KiB, use `ParticlePool::on_heap()` or
    /// `Particle::take_pool()` instead.
    ///
    /// See [`Pool::new`](crate::Pool::new), which has the same limits.
    #[must_use]
    pub const fn new() -> Self {
        const { Self::CHECK };
        ColumnPool { rows: Rows::new(), filled: 0, cells: Self::no_cells() }
    }

    /// Puts `object` in a free slot and returns its handle. O(number of columns).
    ///
    /// # Errors
    ///
    /// [`Full`] with the object if no slot is free.
    #[doc(alias = "push")]
    #[inline]
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn insert(&mut self, object: P::Item) -> Result<Handle<P>, Full<P::Item>> {
        let Some(index) = self.rows.next_free() else {
            self.rows.refuse();
            return Err(Self::full(object));
        };
        // Code of a user, if `Columns` was implemented by hand. It runs before anything has changed.
        let object = object.split(Access::new());
        // SAFETY: 1. free slots are below the capacity.
        unsafe { self.elements_mut().write(index, object) };
        // SAFETY: 1. the rows have no slots. 2. a slot is free.
        unsafe { self.rows.take_next(SlotMemory::NONE) };
        // SAFETY: 1. a free slot is below the capacity and not retired.
        let handle = unsafe { self.rows.handle_of(index) };
        // SAFETY: 1. the slot was just taken. 2. it has elements.
        unsafe { self.rows.occupy(index, Site::caller()) };
        Ok(handle)
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
    #[inline]
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn insert_with<F>(&mut self, make: F) -> Result<Handle<P>, Full>
    where
        F: FnOnce(Handle<P>) -> P::Item,
    {
        /// Uses up a generation of the slot if `make` panics, since its handle is out.
        struct Unmade<'a, L: Layout>(&'a mut Rows<L>, usize);
        impl<L: Layout> Drop for Unmade<'_, L> {
            fn drop(&mut self) {
                // SAFETY: 1. the rows have no slots. 2. the slot was free when this value was made, which has borrowed
                // the rows.
                unsafe { self.0.take_next(SlotMemory::NONE) };
                // SAFETY: 1. the slot was just taken. 2. the rows have no slots.
                unsafe { self.0.skip(&[self.1 as u32], SlotMemory::NONE) };
            }
        }
        let site = Site::caller();
        let Some(index) = self.rows.next_free() else {
            self.rows.refuse();
            return Err(Self::full(()));
        };
        // SAFETY: 1. a free slot is below the capacity and not retired.
        let handle = unsafe { self.rows.handle_of(index) };
        let unmade = Unmade(&mut self.rows, index);
        let object = make(handle).split(Access::new());
        core::mem::forget(unmade);
        // SAFETY: 1. free slots are below the capacity.
        unsafe { self.elements_mut().write(index, object) };
        // SAFETY: 1. the rows have no slots. 2. the slot is still free.
        unsafe { self.rows.take_next(SlotMemory::NONE) };
        // SAFETY: 1. the slot was just taken. 2. it has elements.
        unsafe { self.rows.occupy(index, site) };
        Ok(handle)
    }

    /// Inserts objects until the iterator ends. O(number of objects).
    ///
    /// No object is lost: pass `&mut iterator` to keep those that were not asked for.
    ///
    /// # Errors
    ///
    /// [`Full`] with the first object for which there was no room.
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn try_extend<I>(&mut self, objects: I) -> Result<(), Full<P::Item>>
    where
        I: IntoIterator<Item = P::Item>,
    {
        for object in objects {
            self.insert(object)?;
        }
        Ok(())
    }

    /// Puts `object` in the slot of a handle that another pool gave out, under that handle.
    ///
    /// See [`Pool::insert_at`](crate::Pool::insert_at). Slots that were never used, before that one, get copies of the
    /// object's fields; they are free. So the first object in a high slot takes O(slots before it) per column.
    ///
    /// # Errors
    ///
    /// [`Occupied`] with the object, as for `Pool::insert_at`.
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn insert_at(&mut self, handle: Handle<P>, object: P::Item) -> Result<(), Occupied<P::Item>>
    where
        P::Layout: Tabled + Tracked,
    {
        let site = Site::caller();
        if self.rows.is_live(handle.index()) {
            return Err(Occupied::new(object));
        }
        // Code of a user, if `Columns` was implemented by hand. It runs before anything has changed.
        let elements = object.split(Access::new());
        if !self.rows.take_at(handle) {
            return Err(Occupied::new(P::Item::join(elements, Access::new())));
        }
        // SAFETY: 1. the index of a handle is below the capacity.
        unsafe { self.elements_mut().write(handle.index(), elements) };
        // SAFETY: 1. the slot was just taken. 2. it has elements.
        unsafe { self.rows.occupy(handle.index(), site) };
        Ok(())
    }

    /// Returns references to the fields of the object; `None` if the handle names no live object. O(1).
    ///
    /// Under guard `none` it returns whatever the slot holds, and `None` for a slot that was not used yet.
    #[inline]
    #[must_use]
    pub fn get(&self, handle: Handle<P>) -> Option<<P::Item as Columns>::Ref<'_>> {
        // SAFETY: 1. `slot_of` gives slots that have elements.
        self.slot_of(handle).map(|index| unsafe { self.elements().refs(index) })
    }

    /// Returns references to the fields of the object, for writing; `None` if the handle names no live object. O(1).
    ///
    /// Under guard `none` as for [`get`](ColumnPool::get).
    #[inline]
    #[must_use]
    pub fn get_mut(&mut self, handle: Handle<P>) -> Option<<P::Item as Columns>::Mut<'_>> {
        self.slot_of(handle).map(|index| {
            self.rows.changes.add(index);
            // SAFETY: 1. `slot_of` gives slots that have elements.
            unsafe { self.elements_mut().muts(index) }
        })
    }

    /// Returns a copy of the object; `None` if the handle names no live object. O(number of columns).
    #[inline]
    #[must_use]
    pub fn copy_of(&self, handle: Handle<P>) -> Option<P::Item> {
        // SAFETY: 1. `slot_of` gives slots that have elements.
        self.slot_of(handle).map(|index| unsafe { self.elements().read(index) })
    }

    /// Puts another object in the place of an object, under the same handle, and returns the old one. O(number of
    /// columns).
    ///
    /// # Errors
    ///
    /// `object` itself if the handle names no live object.
    #[inline]
    pub fn replace(&mut self, handle: Handle<P>, object: P::Item) -> Result<P::Item, P::Item> {
        let Some(index) = self.slot_of(handle) else { return Err(object) };
        // SAFETY: 1. `slot_of` gives slots that have elements.
        let old = unsafe { self.elements().read(index) };
        let object = object.split(Access::new());
        self.rows.changes.add(index);
        // SAFETY: 1. `slot_of` gives slots that have elements, which are below the capacity.
        unsafe { self.elements_mut().write(index, object) };
        Ok(old)
    }

    /// Returns references to the fields of several objects at once, for writing. O(N^2) comparisons, so N should be
    /// small.
    ///
    /// # Errors
    ///
    /// - [`DisjointError::Stale`] with the first handle that names no live object.
    /// - [`DisjointError::Overlapping`] if two handles name the same slot.
    pub fn get_disjoint_mut<const N: usize>(
        &mut self,
        handles: [Handle<P>; N],
    ) -> Result<[<P::Item as Columns>::Mut<'_>; N], DisjointError<P>> {
        for (position, &handle) in handles.iter().enumerate() {
            if self.slot_of(handle).is_none() {
                return Err(DisjointError::Stale(Stale::new(handle, position)));
            }
            if handles[..position].iter().any(|earlier| earlier.index() == handle.index()) {
                return Err(DisjointError::Overlapping(handle));
            }
        }
        handles.iter().for_each(|handle| self.rows.changes.add(handle.index()));
        let elements = self.elements_mut().as_ptr();
        // SAFETY: 1. `slot_of` accepted the handles, so their slots have elements. 2. the pool is mutably borrowed
        // as long as the result, and no two of the handles name the same slot.
        Ok(handles.map(|handle| unsafe { elements.muts(handle.index()) }))
    }

    /// Removes the object from the pool and returns it; `None` if the handle names no live object. O(number of
    /// columns).
    ///
    /// Under guard `none` the result is `None` only if the pool is empty or the slot was not used yet.
    #[inline]
    pub fn remove(&mut self, handle: Handle<P>) -> Option<P::Item> {
        let index = self.slot_of(handle)?;
        if !GuardOf::<P>::TRACKS && self.is_empty() {
            return None;
        }
        // SAFETY: 1. the handle names a live slot. Without a guard, its index is below the capacity, and at least one
        // slot is taken. 2. the rows have no slots. 3. it begins here.
        unsafe { self.rows.release(index, SlotMemory::NONE, One) };
        // SAFETY: 1. `slot_of` gives slots that have elements.
        Some(unsafe { self.elements().read(index) })
    }

    /// Returns whether the handle names a live object. O(1).
    #[inline]
    #[must_use]
    pub fn contains(&self, handle: Handle<P>) -> bool
    where
        P::Layout: Tracked,
    {
        self.slot_of(handle).is_some()
    }

    /// Returns the handle of the object in the slot at `index`; `None` if the slot is not live. O(1).
    ///
    /// It turns a position in a [slice](ColumnPool::columns) into a handle. Under guard `none`, every slot counts as
    /// live.
    #[inline]
    #[must_use]
    pub fn handle_at(&self, index: usize) -> Option<Handle<P>> {
        self.rows.handle_at(index)
    }

    /// Returns the handle that the next insertion will return; `None` if the pool is full. O(1).
    #[inline]
    #[must_use]
    pub fn next_handle(&self) -> Option<Handle<P>> {
        let index = self.rows.next_free()?;
        // SAFETY: 1. a free slot is below the capacity and not retired.
        Some(unsafe { self.rows.handle_of(index) })
    }

    /// Returns the number of objects in the pool. O(1).
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len() as usize
    }

    /// Returns whether the pool holds no object. O(1).
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.len() == 0
    }

    /// Returns whether no slot is free. O(1).
    #[inline]
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.rows.remaining() == 0
    }

    /// Returns the number of objects that the pool can hold: [`CAPACITY`](ColumnPool::CAPACITY). O(1).
    #[inline]
    #[must_use]
    pub fn capacity(&self) -> usize {
        Self::CAPACITY
    }

    /// Returns how many more objects fit. O(1).
    #[inline]
    #[must_use]
    pub fn remaining_capacity(&self) -> usize {
        self.rows.remaining() as usize
    }
}
