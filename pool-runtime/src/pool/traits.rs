//! The standard traits of pools.

use super::Pool;
use crate::base::full::Full;
use crate::body::{Body, GuardOf, StackOf};
use crate::free::FreeSlots;
use crate::guard::Guard;
use crate::handle::Handle;
use crate::handle::keyed_by::KeyedBy;
use crate::layout::Tracked;
use crate::layout::slots::Slots;
use crate::layout::spec::PoolSpec;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::{Index, IndexMut};

impl<P: PoolSpec> Default for Pool<P> {
    /// Makes an empty pool with [`new`](Pool::new): a value, which passes over the stack.
    ///
    /// After `mem::take(&mut pool)`, handles of the pool that was taken are valid in the new one too, and may name
    /// other objects. [`clear`](Pool::clear) empties a pool and keeps its old handles stale. To take the objects out
    /// and keep the pool, use [`drain`](Pool::drain), or [`map_into`](Pool::map_into), whose target accepts the same
    /// handles:
    ///
    /// ```
    /// stackpool::pool! { Sockets: [u32; 16]; }
    ///
    /// let mut sockets = SocketsPool::new();
    /// let old = sockets.insert(80)?;
    /// let taken = std::mem::take(&mut sockets);
    /// sockets.insert(443)?;
    /// assert_eq!((taken.get(old), sockets.get(old)), (Some(&80), Some(&443))); // one handle, two sockets
    ///
    /// let mut before = SocketsPool::new();
    /// sockets.map_into(&mut before, |_, socket| socket);
    /// sockets.insert(8_080)?;
    /// assert_eq!((before.get(old), sockets.get(old)), (Some(&443), None));
    /// # Ok::<(), stackpool::Full<u32>>(())
    /// ```
    fn default() -> Self {
        Self::new()
    }
}

/// Pools are equal if they hold equal objects under the same handles; pools with [marks](Pool#marks) also in the same
/// order of insertion, and dense pools in the same order of the slice. The order of the free slots is not compared.
impl<P: PoolSpec> PartialEq for Pool<P>
where
    P::Item: PartialEq,
    P::Layout: Tracked,
{
    fn eq(&self, other: &Self) -> bool {
        if self.len() != other.len() {
            return false;
        }
        if Body::<P, Slots<P>>::IS_LISTED_IN_ORDER {
            return self.body.iter_in_order().eq(other.body.iter_in_order());
        }
        self.iter().eq(other.iter()) && self.body.rows.order().eq(other.body.rows.order())
    }
}

impl<P: PoolSpec> Eq for Pool<P>
where
    P::Item: Eq,
    P::Layout: Tracked,
{
}

/// Hashes the handles and the objects in slot order, or in pools with [marks](Pool#marks) in the order of insertion, or
/// in dense pools in the order of the slice, as `==` compares them. The result is the same on 32-bit and 64-bit
/// machines.
impl<P: PoolSpec> Hash for Pool<P>
where
    P::Item: Hash,
    P::Layout: Tracked,
{
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.body.rows.len().hash(state);
        let hash = |(handle, item): (Handle<P>, &P::Item)| {
            handle.hash(state);
            item.hash(state);
        };
        if Body::<P, Slots<P>>::IS_LISTED_IN_ORDER {
            self.body.iter_in_order().for_each(hash);
        } else {
            self.iter().for_each(hash);
            self.body.rows.order().for_each(|index| index.hash(state));
        }
    }
}

#[cfg(feature = "defmt")]
format_len!([P: PoolSpec] Pool<P>);

/// Shows a map from handles to objects. Under guard `none`, which does not know which slots are live, shows the
/// number of objects.
impl<P: PoolSpec> fmt::Debug for Pool<P>
where
    P::Item: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if const { !GuardOf::<P>::TRACKS } {
            return f.debug_struct("Pool").field("len", &self.len()).finish_non_exhaustive();
        }
        let mut map = f.debug_map();
        let mut cursor = self.body.rows.cursor();
        while let Some(place) = cursor.next(&self.body.rows.guard) {
            // SAFETY: 1. the walk gives the places of objects.
            let index = unsafe { self.body.rows.slot_at(place) };
            // SAFETY: 1. the slots of objects are live, so they are below the capacity and not retired.
            let handle: Handle<P> = unsafe { self.body.rows.handle_of(index) };
            // SAFETY: 1. the walk gives live slots.
            map.entry(&handle, unsafe { self.body.object(index) });
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
        for item in items {
            if let Err(full) = self.insert(item) {
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
impl<P: KeyedBy<K>, K: PoolSpec> Index<Handle<K>> for Pool<P> {
    type Output = P::Item;

    #[inline]
    #[track_caller]
    fn index(&self, handle: Handle<K>) -> &P::Item {
        let handle = P::own_handle(handle);
        match self.body.get(handle) {
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
impl<P: KeyedBy<K>, K: PoolSpec> IndexMut<Handle<K>> for Pool<P> {
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, handle: Handle<K>) -> &mut P::Item {
        let handle = P::own_handle(handle);
        let Some(index) = self.body.rows.slot_of(handle) else {
            self.body.rows.count_stale();
            names_nothing(self, handle)
        };
        // SAFETY: 1. the handle names a live slot. Without a guard, its index is below the capacity.
        unsafe { self.body.object_mut(index) }
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn names_nothing<P: PoolSpec>(pool: &Pool<P>, handle: Handle<P>) -> ! {
    let is_retired = pool.body.rows.is_retired(handle.index());
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
    let full = full.without_value();
    if StackOf::<P>::IS_STRICT {
        panic!("{full}; `try_extend` returns an item that has no room");
    }
    panic!(
        "the pool of `{}` is full: its capacity is {}; `try_extend` returns an item that has no room",
        P::NAME,
        Pool::<P>::CAPACITY
    )
}
