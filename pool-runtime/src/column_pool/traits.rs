//! The standard traits of column pools.

#![expect(unsafe_code, reason = "a live slot has elements")]

use super::ColumnPool;
use crate::base::full::Full;
use crate::body::{GuardOf, MarksOf, StackOf};
use crate::columns::Columns;
use crate::free::FreeSlots;
use crate::handle::Handle;
use crate::handle::keyed_by::KeyedBy;
use crate::layout::Tracked;
use crate::layout::spec::PoolSpec;
use crate::marks::Marks;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::Index;

impl<P: PoolSpec<Item: Columns>> Default for ColumnPool<P> {
    /// Makes an empty pool with [`new`](ColumnPool::new): a value, which passes over the stack.
    ///
    /// After `mem::take(&mut pool)`, the new pool also accepts handles of the old one, and they may name other objects.
    /// Use [`clear`](ColumnPool::clear) instead: it empties the pool, and old handles stay stale.
    fn default() -> Self {
        Self::new()
    }
}

/// Copies the columns as they are, up to the last slot that was used.
impl<P: PoolSpec<Item: Columns>> Clone for ColumnPool<P> {
    fn clone(&self) -> Self {
        let mut clone = Self::new();
        clone.clone_from(self);
        clone.body.copy_changes(&self.body);
        clone
    }

    fn clone_from(&mut self, source: &Self) {
        self.body.copy_from(&source.body);
    }
}

/// Pools are equal if they hold equal objects under the same handles. In dense pools, the order of the slices must be
/// the same too. In pools with `marks`, the order of insertion must be the same too.
impl<P: PoolSpec<Item: Columns + PartialEq, Layout: Tracked>> PartialEq for ColumnPool<P> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len()
            && self.handles().eq(other.handles())
            && self.handles().all(|handle| self.copy_of(handle) == other.copy_of(handle))
            && self.body.rows.order().eq(other.body.rows.order())
    }
}

impl<P: PoolSpec<Item: Columns + Eq, Layout: Tracked>> Eq for ColumnPool<P> {}

impl<P: PoolSpec<Item: Columns + Hash, Layout: Tracked>> Hash for ColumnPool<P> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.len().hash(state);
        for handle in self.handles() {
            handle.hash(state);
            self.copy_of(handle).hash(state);
        }
        if MarksOf::<P>::KEEPS_ORDER {
            self.body.rows.order().for_each(|index| index.hash(state));
        }
    }
}

#[cfg(feature = "defmt")]
format_len!([P: PoolSpec<Item: Columns>] ColumnPool<P>);

/// Shows the pool as a map of handles to objects.
impl<P: PoolSpec<Item: Columns + fmt::Debug>> fmt::Debug for ColumnPool<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use crate::guard::Guard;
        if const { !GuardOf::<P>::TRACKS } {
            return f.debug_struct("ColumnPool").field("len", &self.len()).finish_non_exhaustive();
        }
        let mut map = f.debug_map();
        let mut cursor = self.body.rows.cursor();
        while let Some(place) = cursor.next(&self.body.rows.guard) {
            // SAFETY: 1. the walk gives places of objects.
            let index = unsafe { self.body.rows.slot_at(place) };
            // SAFETY: 1. slots of objects are live, so they are below the capacity and not retired.
            let handle: Handle<P> = unsafe { self.body.rows.handle_of(index) };
            // A live slot has an object.
            if let Some(object) = self.copy_of(handle) {
                map.entry(&handle, &object);
            }
        }
        map.finish()
    }
}

/// # Panics
///
/// If there is no room for an object. [`try_extend`](ColumnPool::try_extend) returns it.
impl<P: PoolSpec<Item: Columns>> Extend<P::Item> for ColumnPool<P> {
    #[track_caller]
    fn extend<I: IntoIterator<Item = P::Item>>(&mut self, objects: I) {
        for object in objects {
            if let Err(full) = self.insert(object) {
                full_while_extending::<P>(full.without_value());
            }
        }
    }
}

/// # Panics
///
/// If there is no room for an object.
impl<P: PoolSpec<Item: Columns>> FromIterator<P::Item> for ColumnPool<P> {
    #[track_caller]
    fn from_iter<I: IntoIterator<Item = P::Item>>(objects: I) -> Self {
        let mut pool = Self::new();
        pool.extend(objects);
        pool
    }
}

/// Nothing implements this trait. It exists for its message.
#[diagnostic::on_unimplemented(
    message = "`pool[handle]` is a reference to an object, and a column pool has its fields apart",
    label = "has no `[]`",
    note = "`pool.get(handle)` and `pool.get_mut(handle)` return references to the fields, or `None`: \
            `*pool.get_mut(handle).unwrap().field += 1`",
    note = "`pool.copy_of(handle)` returns the whole object; one element of a column is \
            `pool.slot_columns().field[handle.index()]`, or in a dense pool `pool.columns().field[position]` with the \
            position from `pool.position_of(handle)`"
)]
pub trait Indexed {}

/// Does not compile: the error says what to write instead.
#[doc(hidden)]
impl<P: KeyedBy<K> + PoolSpec<Item: Columns>, K: PoolSpec> Index<Handle<K>> for ColumnPool<P>
where
    Self: Indexed,
{
    type Output = P::Item;

    fn index(&self, _: Handle<K>) -> &P::Item {
        unreachable!("`Indexed` has no impl")
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn full_while_extending<P: PoolSpec<Item: Columns>>(full: Full) -> ! {
    if StackOf::<P>::IS_STRICT {
        panic!("{full}; `try_extend` returns an object that has no room");
    }
    panic!(
        "the pool of `{}` is full: its capacity is {}; `try_extend` returns an object that has no room",
        P::NAME,
        ColumnPool::<P>::CAPACITY
    )
}
