//! The basic methods: a pool is made; one object at a time goes in, is looked up and comes out.

#![expect(unsafe_code, reason = "a slot that the caller vouches for is not asked for in the guard")]

use super::Pool;
use crate::base::full::Full;
use crate::body::{Body, GuardOf};
use crate::guard::Guard;
use crate::handle::Handle;
use crate::handle::error::DisjointError;
use crate::handle::keyed_by::KeyedBy;
use crate::layout::Tracked;
use crate::layout::slots::Slots;
use crate::layout::spec::PoolSpec;
use crate::track::Site;

/// # Basics
impl<P: PoolSpec> Pool<P> {
    /// Makes an empty pool, as a value. For a pool of more than 64 KiB, use `ParticlePool::on_heap()` or
    /// `Particle::take_pool()` instead.
    ///
    /// `on_heap` (feature `alloc`) makes the pool on the heap, in a `Heap`; `take_pool` takes the static pool of the
    /// definition. Neither moves a pool over the stack.
    ///
    /// The value of `new` has [`TOTAL_BYTES`](Pool::TOTAL_BYTES) bytes, and each function that makes, passes or returns
    /// it needs that much of the stack, in debug builds often several times. `Box::new(Pool::new())` needs it too. The
    /// main thread has 8 MiB of stack on Linux and macOS and 1 MiB on Windows, other threads and tests have 2 MiB, and
    /// firmware has a few KiB. A program that needs more is ended by the system, or overwrites other memory where
    /// nothing guards the stack.
    ///
    /// In the initial value of a `static` or a `const`, `new` is evaluated by the compiler and needs no stack. But the
    /// compiler then holds the pool: a static of your own of 64 MB, `Mutex::new(BigPool::new())`, takes 0.55 GB of
    /// memory in rustc 1.95 and 8.5 MB in the library file. For a pool of megabytes that you share, put the static pool
    /// of the definition in the mutex, by its reference (0.3 MB), or a pool on the heap:
    ///
    /// ```
    /// # use stackpool::Pool;
    /// use std::sync::{LazyLock, Mutex};
    ///
    /// #[derive(Pool)]
    /// #[pool(capacity = 1_000_000)]
    /// struct Voxel([u8; 64]);
    ///
    /// static VOXELS: LazyLock<Mutex<&'static mut VoxelPool>> =
    ///     LazyLock::new(|| Mutex::new(Voxel::take_pool().expect("the only call")));
    ///
    /// assert!(VOXELS.lock().is_ok_and(|mut voxels| voxels.insert(Voxel([7; 64])).is_ok()));
    /// ```
    ///
    /// # In the place of an old pool
    ///
    /// A new pool gives out the same handles as every other new one. So if it replaces an old pool, it accepts the
    /// handles of the old pool, which may name other objects. To empty a pool and keep its old handles stale, use
    /// [`clear`](Pool::clear): generations go on, and the slots wait.
    ///
    /// ```
    /// stackpool::pool! { Sockets: [u32; 16]; }
    ///
    /// let mut sockets = SocketsPool::new();
    /// let old = sockets.insert(80)?;
    /// sockets = SocketsPool::new();                   // the network restarts
    /// sockets.insert(443)?;
    /// assert_eq!(sockets.get(old), Some(&443));       // not caught: another socket
    ///
    /// let old = sockets.handles().next().unwrap();
    /// sockets.clear();                                // in place of a new pool
    /// sockets.insert(8_080)?;
    /// assert_eq!(sockets.get(old), None);             // caught
    /// # Ok::<(), stackpool::Full<u32>>(())
    /// ```
    #[doc(alias("with_key", "with_capacity"))]
    #[must_use]
    // rustc shows the line of the signature, with its comment, in place of `with_capacity`, `boxed` and others.
    pub const fn new() -> Self // the capacity is declared: `#[pool(capacity = 500)]`; on the heap: `on_heap()`
    {
        const { Self::CHECK };
        let slots = if <GuardOf<P> as Guard>::TRACKS { Slots::uninit() } else { Slots::zeroed() };
        // SAFETY: 1. without a guard the items are plain data (`Holds`), and zero bytes are one.
        Pool { body: unsafe { Body::new(slots) } }
    }

    /// Puts `item` in a free slot and returns its handle. O(1).
    ///
    /// # Errors
    ///
    /// [`Full`] with the item if no slot is free. If the item is so large that the error should not carry a copy of
    /// it, use [`insert_with`](Pool::insert_with) or [`vacant_entry`](Pool::vacant_entry): they fail before the item
    /// is made.
    #[doc(alias("add", "alloc", "allocate", "push", "request", "spawn", "try_insert"))]
    #[inline]
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn insert(&mut self, item: P::Item) -> Result<Handle<P>, Full<P::Item>> {
        // Without optimisation, each function that an item passes through copies it. So this is not `Body::insert`.
        let Some(index) = self.body.reserve_one() else { return Err(self.body.refuse(item)) };
        // SAFETY: 1. the slot was just taken.
        let generation = unsafe { self.body.fill(index as usize, item, Site::caller()) };
        // SAFETY: 1. a slot that was taken is below the capacity. 2. `fill` returns generations of handles.
        Ok(unsafe { Handle::new(index, generation) })
    }

    /// Makes an object that knows its own handle, and puts it in a free slot. O(1).
    ///
    /// If the pool is full, `make` is not called.
    ///
    /// If `make` panics, the slot is free again, as if its object had been inserted and removed: it has the next
    /// generation, and waits in the quarantine.
    ///
    /// # Errors
    ///
    /// [`Full`] if no slot is free.
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
    #[doc(alias("alloc_with", "insert_with_key", "try_alloc_with", "try_insert_with"))]
    #[inline]
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn insert_with<F>(&mut self, make: F) -> Result<Handle<P>, Full>
    where
        F: FnOnce(Handle<P>) -> P::Item,
    {
        self.body.insert_with(make, Site::caller())
    }

    /// Inserts items until the iterator ends. O(number of items).
    ///
    /// No item is lost: pass `&mut iterator` to keep the items that were not asked for.
    ///
    /// # Errors
    ///
    /// [`Full`] with the first item for which there was no room.
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
        self.body.try_extend(items, Site::caller())
    }

    /// Returns the object; `None` if the handle names no live object. O(1).
    ///
    /// Under guard `none` it returns whatever the slot holds.
    #[inline]
    #[must_use]
    pub fn get<K: PoolSpec>(&self, handle: Handle<K>) -> Option<&P::Item>
    where
        P: KeyedBy<K>,
    {
        let handle = P::own_handle(handle);
        self.body.get(handle)
    }

    /// Returns the object for writing; `None` if the handle names no live object. O(1).
    ///
    /// Under guard `none` it returns whatever the slot holds.
    #[inline]
    #[must_use]
    pub fn get_mut<K: PoolSpec>(&mut self, handle: Handle<K>) -> Option<&mut P::Item>
    where
        P: KeyedBy<K>,
    {
        let handle = P::own_handle(handle);
        self.body.get_mut(handle)
    }

    /// Returns the object without asking the guard. O(1).
    ///
    /// It saves a comparison that is nearly always predicted. [`get`](Pool::get) is as fast in most programs: measure
    /// before you use this.
    ///
    /// # Safety
    ///
    /// 1. `handle` names a live object of this pool: `get` returns `Some`.
    ///
    /// Debug builds check this.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 64)] struct Particle { ttl: f32 }
    /// # let mut particles = ParticlePool::new();
    /// let handle = particles.insert(Particle { ttl: 1.0 })?;
    /// // SAFETY: 1. the particle was just inserted.
    /// assert_eq!(unsafe { particles.get_unchecked(handle) }.ttl, 1.0);
    /// # Ok::<(), stackpool::Full<Particle>>(())
    /// ```
    #[inline]
    #[must_use]
    pub unsafe fn get_unchecked<K: PoolSpec>(&self, handle: Handle<K>) -> &P::Item
    where
        P: KeyedBy<K>,
    {
        let handle = P::own_handle(handle);
        debug_assert!(self.body.slot_of(handle).is_some(), "{handle:?} names no live object");
        // SAFETY: 1. the caller promises that the handle names a live slot.
        unsafe { self.body.object(handle.index()) }
    }

    /// [`get_unchecked`](Pool::get_unchecked) for writing.
    ///
    /// # Safety
    ///
    /// 1. `handle` names a live object of this pool: `get` returns `Some`.
    ///
    /// Debug builds check this.
    #[inline]
    #[must_use]
    pub unsafe fn get_unchecked_mut<K: PoolSpec>(&mut self, handle: Handle<K>) -> &mut P::Item
    where
        P: KeyedBy<K>,
    {
        let handle = P::own_handle(handle);
        debug_assert!(self.body.slot_of(handle).is_some(), "{handle:?} names no live object");
        // SAFETY: 1. the caller promises that the handle names a live slot.
        unsafe { self.body.object_mut(handle.index()) }
    }

    /// Returns the objects of several handles at once, for writing. O(N^2) comparisons, so N should be small.
    /// For more handles, or handles that are found on the way, see [`HandleMap::visit`](crate::HandleMap::visit).
    ///
    /// # Errors
    ///
    /// - [`DisjointError::Stale`] with the first handle that names no live object.
    /// - [`DisjointError::Overlapping`] if two handles name the same slot.
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
    #[doc(alias("get_many_mut", "get2_mut"))]
    pub fn get_disjoint_mut<const N: usize>(
        &mut self,
        handles: [Handle<P>; N],
    ) -> Result<[&mut P::Item; N], DisjointError<P>> {
        self.body.get_disjoint_mut(handles)
    }

    /// Removes the object from the pool and returns it; `None` if the handle names no live object. O(1).
    ///
    /// Its slot waits in the [quarantine](Pool::QUARANTINE). Without one, it is the next to be used. Under guard `none`
    /// the result is `None` only if the pool is empty.
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
        self.body.slot_of(handle).is_some()
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
        self.len() == 0
    }

    /// Returns whether no slot can be used: each is live or retired, or waits under [`strict`](crate::guard#strict).
    /// O(1).
    #[inline]
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.body.rows.remaining() == 0
    }

    /// Returns the number of objects that the pool can hold: [`CAPACITY`](Pool::CAPACITY). O(1).
    #[doc(alias("max_len", "max_capacity"))]
    #[inline]
    #[must_use]
    pub fn capacity(&self) -> usize {
        Self::CAPACITY
    }

    /// Returns how many more objects fit. O(1).
    ///
    /// That is the capacity less the objects, less the slots that were retired under `on_wrap = retire`, and less those
    /// that wait under [`strict`](crate::guard#strict).
    #[doc(alias("available", "remaining"))]
    #[inline]
    #[must_use]
    pub fn remaining_capacity(&self) -> usize {
        self.body.rows.remaining() as usize
    }
}
