//! Pools that are made like another one: clones, and pools of other items under the same handles.

use super::{GuardOf, Pool};
use crate::changes::Changes;
use crate::guard::Guard;
use crate::guard::walk::LiveCursor;
use crate::handle::Handle;
use crate::layout::Tracked;
use crate::layout::spec::PoolSpec;
use crate::marks::Marks;
use crate::track::Site;
use core::mem::needs_drop;

/// A pool that is made like another one. If a closure or a `clone` panics meanwhile, it is emptied: its stack need not
/// know which slots are live.
struct Unfinished<'a, P: PoolSpec>(&'a mut Pool<P>);

impl<P: PoolSpec> Drop for Unfinished<'_, P> {
    fn drop(&mut self) {
        self.0.drop_unlinked();
    }
}

impl<P: PoolSpec> Pool<P> {
    /// Makes this pool a clone of `other`, in place. If `clone` panics, this pool is left empty.
    pub(crate) fn clone_in_place(&mut self, other: &Self)
    where
        P::Item: Clone,
    {
        let unfinished = self.begin_like(other);
        let pool = &mut *unfinished.0;
        pool.rows.marks.copy_from(&other.rows.marks);
        if !GuardOf::<P>::TRACKS {
            // SAFETY: without a guard the items are plain data (`Holds`), and every slot holds one. The two pools are
            // different objects, because one of them is borrowed mutably.
            unsafe { core::ptr::copy_nonoverlapping(&raw const other.slots, &raw mut pool.slots, 1) };
        } else if needs_drop::<P::Item>() {
            let mut cursor = LiveCursor::new(&other.rows.guard, other.rows.fresh());
            while let Some(index) = cursor.next(&other.rows.guard) {
                // SAFETY: 1. the walk gives live slots.
                let item = unsafe { other.item(index) }.clone();
                // SAFETY: 1. no slot was live, and each slot is filled once. The indices are taken from the stack
                // below, and until then only `Unfinished` uses this pool. 2. the order is that of the other pool, whose
                // slots are in it.
                unsafe { pool.fill_listed(index, item, Site::caller()) };
            }
        } else {
            // If `clone` panics, nobody has to find these items: they need no drop. So all slots become live at once,
            // below.
            let slots = pool.slots.as_mut_ptr();
            LiveCursor::new(&other.rows.guard, other.rows.fresh()).fold(
                &other.rows.guard,
                (),
                |(), index| {
                    // SAFETY: 1. the walk gives live slots.
                    let item = unsafe { other.item(index) }.clone();
                    // SAFETY: 1. the walk gives live slots, which are below the capacity. 2. the pool is borrowed. 3.
                    // the pointer comes from `as_mut_ptr`.
                    let slot = unsafe { slots.at(index) };
                    // SAFETY: no slot is live, and the old content of the slot needs no drop.
                    unsafe { slot.write(item) };
                },
            );
            pool.rows.copy_live(&other.rows);
        }
        // SAFETY: 1. the same slots are live in both pools.
        unsafe { pool.copy_free_slots(other) };
        pool.rows.copy_sites(&other.rows);
        core::mem::forget(unfinished);
    }

    /// Moves all objects of this pool through `map` to `other`, under their handles. O(used), of both pools.
    ///
    /// What `other` held before is dropped. Afterwards its objects have the handles that those of this pool had, and
    /// it hands out what this pool would have handed out next. This pool is empty, as after [`clear`](Pool::clear). In
    /// pools with [marks](Pool#marks), the objects keep their order of insertion, and marks of `other` end.
    ///
    /// The two definitions differ in their items and agree in everything else: `Of<S, T>` and `Of<S, U>` do, and so do
    /// two definitions with the same capacity and the same keys. A handle of one becomes a handle of the other by
    /// [`to_bits`](Handle::to_bits) and [`from_bits`](Handle::from_bits).
    ///
    /// To keep the handles for values in a side table, collect:
    /// `let names: HandleMap<_, _> = pool.drain().map(|(handle, item)| (handle, item.name)).collect()`.
    ///
    /// # Panics
    ///
    /// If `map` panics, both pools are left empty.
    ///
    /// ```
    /// use stackpool::{Of, pool};
    ///
    /// pool! {
    ///     Slots: [u32; 1_000];
    /// }
    ///
    /// type Pool<T> = stackpool::Pool<Of<Slots, T>>;
    ///
    /// let mut paths = Pool::<&str>::new();
    /// let logo = paths.insert("logo.png")?;
    ///
    /// let mut images = Pool::<Vec<u8>>::new();
    /// paths.map_into(&mut images, |_handle, path| path.bytes().collect());
    /// let logo = stackpool::Handle::from_bits(logo.to_bits()).unwrap();
    /// assert_eq!(images[logo], b"logo.png");
    /// assert!(paths.is_empty());
    /// # Ok::<(), stackpool::Full<&str>>(())
    /// ```
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn map_into<Q>(&mut self, other: &mut Pool<Q>, mut map: impl FnMut(Handle<P>, P::Item) -> Q::Item)
    where
        Q: PoolSpec<Layout = P::Layout>,
        P::Layout: Tracked,
    {
        let site = Site::caller();
        let unfinished = other.begin_like(self);
        let pool = &mut *unfinished.0;
        // SAFETY: 1. the slots that are live in this pool become live in the other one below. Until then only
        // `Unfinished` uses that pool.
        unsafe { pool.copy_free_slots(self) };
        pool.rows.marks.copy_from(&self.rows.marks);
        self.drain().for_each(|(handle, item)| {
            let item = map(handle, item);
            // SAFETY: 1. no slot was live, and each slot is filled once. Its index is taken from the stack, which is
            // that of this pool. 2. the order is that of this pool, which the slot was in.
            unsafe { pool.fill_listed(handle.index(), item, site) };
        });
        core::mem::forget(unfinished);
    }

    /// Drops all items, and begins to make this pool like `other`: no slot is live, and each has the generation that it
    /// has there. The stack and the order of insertion are not copied yet.
    fn begin_like<Q: PoolSpec<Layout = P::Layout>>(&mut self, other: &Pool<Q>) -> Unfinished<'_, P> {
        self.rows.note_differences(&other.rows);
        if needs_drop::<P::Item>() && !self.is_empty() {
            self.clear();
        }
        let unfinished = Unfinished(self);
        unfinished.0.rows.begin_like(&other.rows);
        unfinished
    }

    /// Makes the slots free that are free in `other`, in the same order.
    ///
    /// # Safety
    ///
    /// 1. Of this pool, only slots that are live in `other` are live, or become live before the pool is used.
    unsafe fn copy_free_slots<Q: PoolSpec<Layout = P::Layout>>(&mut self, other: &Pool<Q>) {
        // SAFETY: 1. they are the slots of the two pools. What is free in the other pool is not live in this one, as
        // the caller promises.
        unsafe { self.rows.copy_free_slots(self.slots.memory_mut(), &other.rows, other.slots.memory()) };
    }

    /// Drops the items of all live slots, whatever the stack knows of them, and makes the pool empty.
    fn drop_unlinked(&mut self) {
        self.rows.marks.forget(Self::CAPACITY);
        // The free slots may not know of these.
        let mut cursor = LiveCursor::new(&self.rows.guard, Self::CAPACITY as u32);
        while let Some(index) = cursor.next(&self.rows.guard) {
            // SAFETY: 1. the walk gives live slots.
            unsafe { self.rows.suspend(index) };
            // SAFETY: 1. the slot was live, so it holds an item. The slot is no longer live, so nothing else drops the
            // item.
            unsafe { self.slots.drop_item(index) };
        }
        // SAFETY: 1. they are the slots of this pool, whose items were dropped.
        unsafe { self.rows.reset(self.slots.memory_mut()) };
    }
}

/// The clone of each object has the handle of the original, and both pools give out the same handles from now on.
///
/// [`clone`](Clone::clone) makes a value, which passes over the stack. A pool on the heap, in a `Heap`, is cloned
/// there. [`clone_from`](Clone::clone_from) works in place, without a move or an allocation of the pool, also on a
/// `&mut` to a static pool.
///
/// After `clone_from`, the pool may give out again, for other objects, the handles that it gave out and the original
/// did not.
///
/// The clone of a pool with [marks](Pool#marks) has the order of insertion of the original, and no mark out.
///
/// If the `clone` of an item panics, the pool that was to be the clone is left empty, with the generations of the
/// original.
///
/// ```
/// # use stackpool::Pool;
/// # #[derive(Pool, Clone)] #[pool(capacity = 64)] struct Particle { ttl: f32 }
/// # let mut now = ParticlePool::new();
/// # let mut last_frame = ParticlePool::new();
/// let handle = now.insert(Particle { ttl: 1.0 })?;
/// last_frame.clone_from(&now);
/// now.remove(handle);
/// now.clone_from(&last_frame); // rolled back
/// assert_eq!(now[handle].ttl, 1.0);
/// # Ok::<(), stackpool::Full<Particle>>(())
/// ```
impl<P: PoolSpec> Clone for Pool<P>
where
    P::Item: Clone,
{
    fn clone(&self) -> Self {
        let mut clone = Self::new();
        clone.clone_in_place(self);
        clone.rows.changes.copy_from(&self.rows.changes);
        clone
    }

    fn clone_from(&mut self, source: &Self) {
        self.clone_in_place(source);
    }
}
