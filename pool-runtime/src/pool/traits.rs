//! The standard traits of pools.

use super::live::LiveCursor;
use super::{GuardOf, Pool};
use crate::error::Full;
use crate::guard::Guard;
use crate::handle::Handle;
use crate::layout::Tracked;
use crate::slots::drop_items;
use crate::spec::PoolSpec;
use core::fmt;
use core::ops::{Index, IndexMut};

impl<P: PoolSpec> Default for Pool<P> {
    /// [`new`](Pool::new).
    fn default() -> Self {
        Self::new()
    }
}

/// Drops what lives in the pool, in slot order.
impl<P: PoolSpec> Drop for Pool<P> {
    fn drop(&mut self) {
        if core::mem::needs_drop::<P::Item>() {
            let guard = &self.guard;
            let mut cursor = LiveCursor::new(guard);
            // SAFETY: 1. the pool is mutably borrowed, and the guard is apart from the slots. 2. the walk gives each
            // live slot once. 3. live slots hold items, and the pool is gone afterwards.
            unsafe { drop_items(self.slots.as_mut_ptr(), || cursor.next(guard)) };
        }
    }
}

impl<P: PoolSpec> Pool<P> {
    /// Makes this pool, which is empty, a clone of `other`, in place. If a `clone` panics, it is still a valid pool to
    /// drop.
    pub(crate) fn clone_into_empty(&mut self, other: &Self)
    where
        P::Item: Clone,
    {
        debug_assert!(self.is_empty(), "a clone is made in an empty pool");
        self.guard.copy_generations(&other.guard);
        if GuardOf::<P>::TRACKS {
            let mut cursor = LiveCursor::new(&other.guard);
            while let Some(index) = cursor.next(&other.guard) {
                // SAFETY: 1. the walk gives live slots.
                let item = unsafe { other.item(index) }.clone();
                // SAFETY: 1. no slot of this pool is live, and the stack takes those of the other pool below; until
                // then the pool can only be dropped, which asks the guard alone.
                unsafe { self.fill(index, item) };
            }
        } else {
            // SAFETY: without a guard the items are plain data (`Holds`), and every slot holds one; the two pools are
            // different objects since one is borrowed mutably.
            unsafe { core::ptr::copy_nonoverlapping(&raw const other.slots, &raw mut self.slots, 1) };
        }
        self.stack.copy_from(&other.stack);
    }
}

/// The clone of each object has the handle of the original, and both pools give out the same handles from now on. The
/// clone passes over the stack: for a large pool use `clone_boxed`.
impl<P: PoolSpec> Clone for Pool<P>
where
    P::Item: Clone,
{
    fn clone(&self) -> Self {
        let mut clone = Self::new();
        clone.clone_into_empty(self);
        clone
    }
}

/// Pools are equal when they hold equal objects under the same handles. The order of free slots is not compared.
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

/// A map from handles to objects; under guard `none`, which knows no live slots, the number of objects.
impl<P: PoolSpec> fmt::Debug for Pool<P>
where
    P::Item: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !GuardOf::<P>::TRACKS {
            return f.debug_struct("Pool").field("len", &self.len()).finish_non_exhaustive();
        }
        let mut map = f.debug_map();
        let mut cursor = LiveCursor::new(&self.guard);
        while let Some(index) = cursor.next(&self.guard) {
            // SAFETY: 1. the walk gives live slots, which are below the capacity.
            let handle = unsafe { self.handle_of_slot(index) };
            // SAFETY: 1. the walk gives live slots.
            map.entry(&handle, unsafe { self.item(index) });
        }
        map.finish()
    }
}

/// # Panics
///
/// When the pool has no room for an item. [`try_extend`](Pool::try_extend) gives it back instead.
impl<P: PoolSpec> Extend<P::Item> for Pool<P> {
    #[track_caller]
    fn extend<I: IntoIterator<Item = P::Item>>(&mut self, items: I) {
        for item in items {
            if let Err(full) = self.insert(item) {
                full_while_extending::<P>(full);
            }
        }
    }
}

/// A new pool with the items, as [`Extend`] puts them there.
///
/// # Panics
///
/// When there are more items than the pool has slots.
impl<P: PoolSpec> FromIterator<P::Item> for Pool<P> {
    #[track_caller]
    fn from_iter<I: IntoIterator<Item = P::Item>>(items: I) -> Self {
        let mut pool = Self::new();
        pool.extend(items);
        pool
    }
}

/// # Panics
///
/// When the handle names no live object, with the handle and the caller's line. [`get`](Pool::get) gives `None` instead.
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

/// # Panics
///
/// When the handle names no live object, with the handle and the caller's line. [`get_mut`](Pool::get_mut) gives `None`
/// instead.
impl<P: PoolSpec> IndexMut<Handle<P>> for Pool<P> {
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, handle: Handle<P>) -> &mut P::Item {
        if !self.names(handle) {
            names_nothing(self, handle)
        }
        // SAFETY: 1. the handle names a live slot (or, without a guard, any slot).
        unsafe { self.item_mut(handle.index()) }
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn names_nothing<P: PoolSpec>(pool: &Pool<P>, handle: Handle<P>) -> ! {
    match pool.handle_at(handle.index()) {
        Some(newer) => panic!("{handle:?} names no live object: its slot holds {newer:?}"),
        None => panic!("{handle:?} names no live object: its slot is free"),
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn full_while_extending<P: PoolSpec>(full: Full<P::Item>) -> ! {
    drop(full);
    panic!("the pool of {} objects of `{}` is full", Pool::<P>::CAPACITY, P::NAME)
}
