//! The standard traits of pools.

use super::{GuardOf, Pool};
use crate::base::full::Full;
use crate::free::FreeSlots;
use crate::guard::Guard;
use crate::guard::walk::LiveCursor;
use crate::handle::Handle;
use crate::layout::Tracked;
use crate::layout::slots::drop_items;
use crate::layout::spec::PoolSpec;
use crate::marks::Marks;
use crate::track::Site;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::mem::needs_drop;
use core::ops::{Index, IndexMut};

impl<P: PoolSpec> Default for Pool<P> {
    /// Makes an empty pool with [`new`](Pool::new): a value, which passes over the stack.
    fn default() -> Self {
        Self::new()
    }
}

/// Drops the objects of the pool, in slot order.
impl<P: PoolSpec> Drop for Pool<P> {
    fn drop(&mut self) {
        // An empty pool needs no walk over its guard.
        if needs_drop::<P::Item>() && !self.is_empty() {
            let guard = &self.guard;
            let mut cursor = LiveCursor::new(guard, self.stack.fresh());
            // SAFETY: 1. the pool is mutably borrowed, and the guard is not in the slots. 2. the walk gives each live
            // slot once, and live slots are below the capacity. 3. live slots hold items, and nothing uses the pool
            // afterwards.
            unsafe { drop_items(self.slots.as_mut_ptr(), || cursor.next(guard)) };
        }
    }
}

impl<P: PoolSpec> Pool<P> {
    /// Makes this pool a clone of `other`, in place. If `clone` panics, this pool is left empty.
    pub(crate) fn clone_in_place(&mut self, other: &Self)
    where
        P::Item: Clone,
    {
        /// A pool whose live slots are still on its stack, until the stack is copied. If `clone` panics, the pool is
        /// emptied.
        struct Unfinished<'a, P: PoolSpec>(&'a mut Pool<P>);

        impl<P: PoolSpec> Drop for Unfinished<'_, P> {
            fn drop(&mut self) {
                self.0.drop_unlinked();
            }
        }

        self.counts.note(self.live());
        self.marks.forget();
        self.add_differences_to(other);
        if needs_drop::<P::Item>() && !self.is_empty() {
            self.clear();
        }
        let unfinished = Unfinished(self);
        let pool = &mut *unfinished.0;
        let touched = pool.touched().max(other.touched()) as usize;
        pool.touched = touched as u32;
        pool.guard.copy_generations(&other.guard, touched);
        if !GuardOf::<P>::TRACKS {
            // SAFETY: without a guard the items are plain data (`Holds`), and every slot holds one. The two pools are
            // different objects, because one of them is borrowed mutably.
            unsafe { core::ptr::copy_nonoverlapping(&raw const other.slots, &raw mut pool.slots, 1) };
        } else if needs_drop::<P::Item>() {
            let mut cursor = LiveCursor::new(&other.guard, other.fresh());
            while let Some(index) = cursor.next(&other.guard) {
                // SAFETY: 1. the walk gives live slots.
                let item = unsafe { other.item(index) }.clone();
                // SAFETY: 1. no slot was live, and each slot is filled once. The indices are taken from the stack
                // below, and until then only `Unfinished` uses this pool.
                unsafe { pool.fill(index, item, Site::caller()) };
            }
        } else {
            // If `clone` panics, nobody has to find these items: they need no drop. So all slots become live at once,
            // below.
            let slots = pool.slots.as_mut_ptr();
            LiveCursor::new(&other.guard, other.fresh()).fold(&other.guard, (), |(), index| {
                // SAFETY: 1. the walk gives live slots.
                let item = unsafe { other.item(index) }.clone();
                // SAFETY: 1. the walk gives live slots, which are below the capacity. 2. the pool is borrowed. 3. the
                // pointer comes from `as_mut_ptr`.
                let slot = unsafe { slots.at(index) };
                // SAFETY: no slot is live, and the old content of the slot needs no drop.
                unsafe { slot.write(item) };
            });
            pool.guard.copy_from(&other.guard, touched);
        }
        // SAFETY: 1. each stack belongs to its own slots, and only the stack of the other pool writes to the free
        // slots there. 2. the same slots are live in both pools, so what is free in the other is free in this one.
        unsafe { pool.stack.copy_from(pool.slots.as_mut_ptr(), &other.stack, other.slots.as_ptr()) };
        pool.touched = other.touched;
        pool.sites.copy_from(&other.sites);
        core::mem::forget(unfinished);
    }

    /// Drops the items of all live slots, whose indices are still on the stack, and makes the pool empty.
    fn drop_unlinked(&mut self) {
        // The stack does not know of these slots.
        let mut cursor = LiveCursor::new(&self.guard, Self::CAPACITY as u32);
        while let Some(index) = cursor.next(&self.guard) {
            // SAFETY: 1. the walk gives live slots, which are below the capacity.
            unsafe { self.guard.suspend(index) };
            // SAFETY: 1. the walk gives live slots, which are below the capacity. 2. the pool is borrowed. 3. the
            // pointer comes from `as_mut_ptr`.
            let item = unsafe { self.slots.as_mut_ptr().at(index) };
            // SAFETY: the slot was live, so it holds an item. The slot is no longer live, so nothing else drops the
            // item.
            unsafe { item.drop_in_place() };
        }
        self.reset_stack();
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
        clone.copy_changes(self);
        clone
    }

    fn clone_from(&mut self, source: &Self) {
        self.clone_in_place(source);
    }
}

/// Pools are equal if they hold equal objects under the same handles. The order of the free slots is not compared.
impl<P: PoolSpec> PartialEq for Pool<P>
where
    P::Item: PartialEq,
    P::Layout: Tracked,
{
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl<P: PoolSpec> Eq for Pool<P>
where
    P::Item: Eq,
    P::Layout: Tracked,
{
}

/// Hashes the handles and the objects in slot order, as `==` compares them. The result is the same on 32-bit and
/// 64-bit machines.
impl<P: PoolSpec> Hash for Pool<P>
where
    P::Item: Hash,
    P::Layout: Tracked,
{
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.live().hash(state);
        for (handle, item) in self {
            handle.hash(state);
            item.hash(state);
        }
    }
}

/// Writes `4 of 1000`: the length and the capacity.
#[cfg(feature = "defmt")]
impl<P: PoolSpec> defmt::Format for Pool<P> {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "{=usize} of {=usize}", self.len(), self.capacity());
    }
}

/// Shows a map from handles to objects. Under guard `none`, which does not know which slots are live, shows the
/// number of objects.
impl<P: PoolSpec> fmt::Debug for Pool<P>
where
    P::Item: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !GuardOf::<P>::TRACKS {
            return f.debug_struct("Pool").field("len", &self.len()).finish_non_exhaustive();
        }
        let mut map = f.debug_map();
        let mut cursor = LiveCursor::new(&self.guard, self.fresh());
        while let Some(index) = cursor.next(&self.guard) {
            // SAFETY: 1. the walk gives live slots, which are below the capacity and not retired.
            let handle = unsafe { self.handle_of_slot(index) };
            // SAFETY: 1. the walk gives live slots.
            map.entry(&handle, unsafe { self.item(index) });
        }
        map.finish()
    }
}

/// Inserts all items.
///
/// # Panics
///
/// Panics if there is no room for an item. [`try_extend`](Pool::try_extend) returns the item instead.
impl<P: PoolSpec> Extend<P::Item> for Pool<P> {
    #[track_caller]
    fn extend<I: IntoIterator<Item = P::Item>>(&mut self, items: I) {
        let site = Site::caller();
        for item in items {
            if let Err(full) = self.insert_from(site, item) {
                full_while_extending::<P>(full);
            }
        }
    }
}

/// Makes a new pool with the items, as a value, which passes over the stack.
///
/// # Panics
///
/// Panics if there are more items than the pool has slots.
impl<P: PoolSpec> FromIterator<P::Item> for Pool<P> {
    #[track_caller]
    fn from_iter<I: IntoIterator<Item = P::Item>>(items: I) -> Self {
        let mut pool = Self::new();
        pool.extend(items);
        pool
    }
}

/// Returns the object.
///
/// # Panics
///
/// Panics if the handle names no live object. The message has the handle and the line of the caller.
/// [`get`](Pool::get) returns `None` instead.
impl<P: PoolSpec> Index<Handle<P>> for Pool<P> {
    type Output = P::Item;

    #[inline]
    #[track_caller]
    fn index(&self, handle: Handle<P>) -> &P::Item {
        match self.get(handle) {
            Some(item) => item,
            None => names_nothing(self, handle),
        }
    }
}

/// Returns the object for writing.
///
/// # Panics
///
/// Panics if the handle names no live object. The message has the handle and the line of the caller.
/// [`get_mut`](Pool::get_mut) returns `None` instead.
impl<P: PoolSpec> IndexMut<Handle<P>> for Pool<P> {
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, handle: Handle<P>) -> &mut P::Item {
        let Some(index) = self.slot_of(handle) else { names_nothing(self, handle) };
        // SAFETY: 1. the handle names a live slot. Without a guard, its index is below the capacity.
        unsafe { self.item_mut(index) }
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn names_nothing<P: PoolSpec>(pool: &Pool<P>, handle: Handle<P>) -> ! {
    // SAFETY: 1. the index of a handle is below the capacity.
    let is_retired = unsafe { pool.guard.is_retired(handle.index()) };
    match pool.handle_at(handle.index()) {
        Some(newer) => panic!("{handle:?} names no live object: its slot holds {newer:?}"),
        None if is_retired => panic!("{handle:?} names no live object: its slot is retired"),
        None => panic!("{handle:?} names no live object: its slot is free"),
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn full_while_extending<P: PoolSpec>(full: Full<P::Item>) -> ! {
    drop(full);
    panic!(
        "the pool of `{}` is full: its capacity is {}; `try_extend` returns an item that has no room",
        P::NAME,
        Pool::<P>::CAPACITY
    )
}
