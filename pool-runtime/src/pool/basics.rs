//! The basic methods: what a pool has room for, and one object at a time going in, being looked up, coming out.

#![expect(unsafe_code, reason = "a slot that the guard names is reached without another check")]

use super::{GuardOf, MarksOf, Pool, StackOf, TableOf, leaks};
use crate::base::counts::Counts;
use crate::base::full::Full;
use crate::base::zeroed::zeroed;
use crate::free::FreeSlots;
use crate::guard::Guard;
use crate::handle::Handle;
use crate::handle::error::{DisjointError, Stale};
use crate::layout::plan;
use crate::layout::slots::Slots;
use crate::layout::spec::PoolSpec;
use crate::layout::{Layout, Tracked};
use crate::table::Table;
use crate::track::Site;

impl<P: PoolSpec> Pool<P> {
    /// Objects that the pool holds at most.
    pub const CAPACITY: usize = <P::Layout as Layout>::CAPACITY as usize;

    /// Bytes of a handle: 1 to 4.
    pub const HANDLE_BYTES: usize = size_of::<Handle<P>>();

    /// Bits of a handle that are the index of a slot.
    pub const INDEX_BITS: u32 = <P::Layout as Layout>::INDEX_BITS;

    /// Generations that a slot goes through before they wrap, or before it retires: how often it is given back until a
    /// stale handle is accepted again, or it is never used again. 1 where handles carry none.
    pub const GENERATIONS: u32 = <P::Layout as Layout>::GENERATIONS;

    /// Bits of a handle that are the generation of its slot; 0 where it carries none.
    pub const GENERATION_BITS: u32 = plan::generation_bits(Self::GENERATIONS);

    /// Bytes of the table of free indices: 0 with `bookkeeping = free_list`.
    pub const TABLE_BYTES: usize = size_of::<<TableOf<P> as Table>::Bare>();

    /// Bytes of everything but the slots and the padding before them: table, counters, guard, and marks where there are some.
    pub const BOOKKEEPING_BYTES: usize =
        size_of::<Counts>() + size_of::<StackOf<P>>() + size_of::<MarksOf<P>>() + size_of::<GuardOf<P>>();

    /// Bytes of the whole pool. (What [`leaks`](Pool::live_sites) needs in a debug build with feature `track` is not counted.)
    pub const TOTAL_BYTES: usize = size_of::<leaks::Untracked<P>>();

    /// An empty pool.
    ///
    /// It is a value of [`TOTAL_BYTES`](Pool::TOTAL_BYTES) bytes, which passes over the stack, in `Box::new(Pool::new())`
    /// too. A large pool is made where it stays: by `boxed` on the heap, or taken from its static by `take_pool`.
    #[must_use]
    pub const fn new() -> Self {
        const { Self::CHECK };
        Pool {
            counts: Counts::new(),
            stack: zeroed(),
            marks: zeroed(),
            guard: zeroed(),
            sites: zeroed(),
            // Without a guard every slot must hold a valid item, which zero bytes are.
            slots: if <GuardOf<P> as Guard>::TRACKS { Slots::uninit() } else { Slots::zeroed() },
        }
    }

    /// How many objects the pool holds. O(1).
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.live() as usize
    }

    /// Whether the pool holds no object. O(1).
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether no slot is free. O(1).
    #[inline]
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.stack.remaining() == 0
    }

    /// Objects that the pool was declared to hold: [`CAPACITY`](Pool::CAPACITY). O(1).
    #[inline]
    #[must_use]
    pub fn capacity(&self) -> usize {
        Self::CAPACITY
    }

    /// How many more objects fit: the capacity less the objects, and less the slots that were retired under `on_wrap =
    /// retire`. O(1).
    #[doc(alias = "available")]
    #[doc(alias = "remaining")]
    #[inline]
    #[must_use]
    pub fn remaining_capacity(&self) -> usize {
        self.stack.remaining() as usize
    }

    /// Puts `item` in a free slot. O(1).
    ///
    /// # Errors
    ///
    /// [`Full`] with the item when no slot is free. (For a large item, of which one would rather not carry a copy in every
    /// error, [`insert_with`](Pool::insert_with) and [`vacant_entry`](Pool::vacant_entry) fail before it is made.)
    #[inline]
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn insert(&mut self, item: P::Item) -> Result<Handle<P>, Full<P::Item>> {
        self.insert_from(Site::caller(), item)
    }

    /// [`insert`](Pool::insert), for a caller at `site`.
    #[inline]
    pub(super) fn insert_from(&mut self, site: Site, item: P::Item) -> Result<Handle<P>, Full<P::Item>> {
        // SAFETY: 1. they are the slots of this pool, which is borrowed, and writes to no free slot but through its stack.
        let Some(index) = (unsafe { self.stack.pop(self.slots.as_mut_ptr()) }) else {
            self.counts.refuse();
            return Err(Full(item));
        };
        let index = index as usize;
        // SAFETY: 1. the index stack gives indices below the capacity.
        let handle = unsafe { self.handle_of_slot(index) };
        // SAFETY: 1. the slot was just taken from the stack.
        unsafe { self.fill(index, item, site) };
        Ok(handle)
    }

    /// Makes an object that knows its own handle, and puts it in a free slot. `make` is not called when the pool is full.
    /// O(1).
    ///
    /// If `make` panics, the slot is free again, of the next generation: where handles carry one, the handle that `make` was
    /// given names no later object, until the generations wrap.
    ///
    /// # Errors
    ///
    /// [`Full`] when no slot is free.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// #[derive(Pool)]
    /// #[pool(capacity = 64)]
    /// struct Node {
    ///     me: NodeHandle,
    /// }
    ///
    /// let mut nodes = NodePool::new();
    /// let handle = nodes.insert_with(|me| Node { me })?;
    /// assert_eq!(nodes[handle].me, handle);
    /// # Ok::<(), stackpool::Full>(())
    /// ```
    #[doc(alias = "insert_with_key")]
    #[inline]
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn insert_with<F>(&mut self, make: F) -> Result<Handle<P>, Full>
    where
        F: FnOnce(Handle<P>) -> P::Item,
    {
        let site = Site::caller();
        let entry = self.vacant_entry()?;
        let handle = entry.handle();
        let item = make(handle);
        entry.insert_from(site, item);
        Ok(handle)
    }

    /// The handle that the next insertion will give; `None` when no slot is free. O(1).
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 1)] struct Particle { ttl: f32 }
    /// let mut particles = ParticlePool::new();
    /// let next = particles.next_handle();
    /// assert_eq!(particles.insert(Particle { ttl: 1.0 }).ok(), next);
    /// assert_eq!(particles.next_handle(), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn next_handle(&self) -> Option<Handle<P>> {
        let index = self.stack.peek()?;
        // SAFETY: 1. the index stack gives indices below the capacity.
        Some(unsafe { self.handle_of_slot(index as usize) })
    }

    /// Takes the object out of its slot, which is the next to be used; `None` for a handle that names no live object
    /// (under guard `none`: for any handle of an empty pool). O(1).
    #[inline]
    pub fn remove(&mut self, handle: Handle<P>) -> Option<P::Item> {
        let index = self.slot_of(handle)?;
        if !GuardOf::<P>::TRACKS && self.is_empty() {
            return None;
        }
        // SAFETY: 1. the handle names a live slot (or, without a guard, at least one slot is taken).
        Some(unsafe { self.take_item(index) })
    }

    /// The object; `None` for a handle that names no live object. Under guard `none`: what is in the slot. O(1).
    #[inline]
    #[must_use]
    pub fn get(&self, handle: Handle<P>) -> Option<&P::Item> {
        // SAFETY: 1. the handle names a live slot (or, without a guard, any slot).
        self.slot_of(handle).map(|index| unsafe { self.item(index) })
    }

    /// The object, mutably; `None` for a handle that names no live object. Under guard `none`: what is in the slot. O(1).
    #[inline]
    #[must_use]
    pub fn get_mut(&mut self, handle: Handle<P>) -> Option<&mut P::Item> {
        // SAFETY: 1. the handle names a live slot (or, without a guard, any slot).
        self.slot_of(handle).map(|index| unsafe { self.item_mut(index) })
    }

    /// The objects of several handles at once, mutably. O(N^2) comparisons, for small N.
    ///
    /// # Errors
    ///
    /// [`DisjointError::Stale`] with the first handle that names no live object, [`DisjointError::Overlapping`] when two
    /// name the same slot.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 64)] struct Particle { ttl: f32 }
    /// # let mut particles = ParticlePool::new();
    /// let a = particles.insert(Particle { ttl: 1.0 })?;
    /// let b = particles.insert(Particle { ttl: 2.0 })?;
    /// let [first, second] = particles.get_disjoint_mut([a, b])?;
    /// std::mem::swap(first, second);
    /// assert_eq!(particles[a].ttl, 2.0);
    /// assert!(particles.get_disjoint_mut([a, a]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "get_many_mut")]
    #[doc(alias = "get2_mut")]
    pub fn get_disjoint_mut<const N: usize>(
        &mut self,
        handles: [Handle<P>; N],
    ) -> Result<[&mut P::Item; N], DisjointError<P>> {
        for (position, &handle) in handles.iter().enumerate() {
            if self.slot_of(handle).is_none() {
                return Err(DisjointError::Stale(Stale::new(handle, position)));
            }
            if handles[..position].iter().any(|earlier| earlier.index() == handle.index()) {
                return Err(DisjointError::Overlapping(handle));
            }
        }
        let slots = self.slots.as_mut_ptr();
        Ok(handles.map(|handle| {
            // SAFETY: 1. a handle's index is below the capacity. 2. the pool is borrowed for the result's lifetime.
            // 3. from `as_mut_ptr`.
            let item = unsafe { slots.at(handle.index()) };
            // SAFETY: the slot holds an item, and no other handle names it, so that this is the only reference to it
            // while the pool is borrowed.
            unsafe { &mut *item }
        }))
    }

    /// Whether the handle names a live object. O(1).
    #[doc(alias = "contains_key")]
    #[inline]
    #[must_use]
    pub fn contains(&self, handle: Handle<P>) -> bool
    where
        P::Layout: Tracked,
    {
        self.slot_of(handle).is_some()
    }

    /// The handle of the object in the slot at `index`; `None` for a free slot and beyond the capacity. Under guard
    /// `none`: of every slot. O(1).
    ///
    /// A walk that holds no borrow, for a loop that inserts and removes on its way:
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 64)] struct Particle { ttl: u32 }
    /// # let mut particles = ParticlePool::new();
    /// # particles.extend([0, 2, 3].map(|ttl| Particle { ttl }));
    /// for index in 0..particles.capacity() {
    ///     let Some(handle) = particles.handle_at(index) else { continue };
    ///     match particles[handle].ttl {
    ///         0 => drop(particles.remove(handle)),
    ///         ttl if ttl % 2 == 0 => drop(particles.insert(Particle { ttl: ttl - 1 })),
    ///         _ => {}
    ///     }
    /// }
    /// # assert_eq!(particles.len(), 3);
    /// ```
    #[inline]
    #[must_use]
    pub fn handle_at(&self, index: usize) -> Option<Handle<P>> {
        if index >= Self::CAPACITY {
            return None;
        }
        // SAFETY: 1. checked above.
        if !unsafe { self.guard.is_live(index) } {
            return None;
        }
        // SAFETY: 1. checked above.
        Some(unsafe { self.handle_of_slot(index) })
    }

    /// The handle of an object of this pool, by its address; `None` for an object that is elsewhere, and for zero-sized
    /// objects, whose addresses tell nothing. O(1).
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool, Clone)] #[pool(capacity = 64)] struct Particle { ttl: f32 }
    /// # let mut particles = ParticlePool::new();
    /// let handle = particles.insert(Particle { ttl: 1.0 })?;
    /// let oldest = particles.values().max_by(|a, b| a.ttl.total_cmp(&b.ttl)).unwrap();
    /// assert_eq!(particles.handle_of(oldest), Some(handle));
    /// assert_eq!(particles.handle_of(&oldest.clone()), None);
    /// # Ok::<(), stackpool::Full<Particle>>(())
    /// ```
    #[must_use]
    pub fn handle_of(&self, item: &P::Item) -> Option<Handle<P>> {
        let stride = Slots::<P>::STRIDE;
        if stride == 0 {
            return None;
        }
        let offset = core::ptr::from_ref(item).addr().checked_sub(self.slots.as_ptr().addr())?;
        if offset % stride != 0 {
            return None;
        }
        self.handle_at(offset / stride)
    }

    /// Inserts items until the iterator ends. O(number of items).
    ///
    /// Nothing is lost: pass `&mut iterator` to keep the rest of it.
    ///
    /// # Errors
    ///
    /// [`Full`] with the first item that had no room.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 2)] struct Particle { ttl: f32 }
    /// let mut particles = ParticlePool::new();
    /// let mut burst = [1.0, 2.0, 3.0, 4.0].map(|ttl| Particle { ttl }).into_iter();
    /// let full = particles.try_extend(&mut burst).unwrap_err();
    /// assert_eq!((full.into_inner().ttl, burst.len()), (3.0, 1));
    /// ```
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn try_extend<I>(&mut self, items: I) -> Result<(), Full<P::Item>>
    where
        I: IntoIterator<Item = P::Item>,
    {
        let site = Site::caller();
        items.into_iter().try_for_each(|item| self.insert_from(site, item).map(drop))
    }
}
