//! Column pools through `serde`: as pools of objects, entry by entry.

#![expect(unsafe_code, reason = "elements are written before their row is")]

use super::ColumnPool;
use super::join::Shared;
use crate::columns::{Access, Columns};
use crate::free::SlotMemory;
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
use crate::layout::{Layout, Tracked};
use crate::marks::Marks;
use crate::pool::Since;
use crate::track::Site;
use serde::de::{Deserialize, DeserializeSeed, Deserializer};
use serde::ser::{Serialize, Serializer};

/// As a [`Pool`](crate::Pool) of the same objects, so that either can be read as the other.
impl<P: PoolSpec<Item: Columns, Layout: Tracked>> Serialize for ColumnPool<P>
where
    P::Item: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // SAFETY: 1. the rows have no slots.
        unsafe { self.rows.serialize::<P, S>(SlotMemory::NONE, serializer, &Entries(self)) }
    }
}

/// The objects with their handles, in slot order, or if the pool has marks, in the order of insertion.
struct Entries<'a, P: PoolSpec<Item: Columns>>(&'a ColumnPool<P>);

impl<P: PoolSpec<Item: Columns, Layout: Tracked>> Serialize for Entries<'_, P>
where
    P::Item: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let entry = |handle: Handle<P>| {
            // SAFETY: 1. a live slot has elements.
            (handle, unsafe { self.0.elements().read(handle.index()) })
        };
        if <P::Layout as Layout>::Marks::KEEPS_ORDER {
            let lane = Shared::new(self.0.guard(), self.0.rows.fresh(), self.0.elements());
            let rows = Since::all(&self.0.rows.marks, self.0.len(), lane);
            return serializer.collect_seq(rows.map(|(handle, _)| entry(handle)));
        }
        serializer.collect_seq(self.0.handles().map(entry))
    }
}

/// # Serialization
///
/// With feature `serde`.
impl<P: PoolSpec<Item: Columns, Layout: Tracked>> ColumnPool<P> {
    /// Replaces the content of this pool by the pool that was serialized: see
    /// [`Pool::deserialize_from`](crate::Pool::deserialize_from).
    ///
    /// # Errors
    ///
    /// As for `Pool::deserialize_from`. After an error the pool is empty, as a new pool.
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn deserialize_from<'de, D>(&mut self, deserializer: D) -> Result<(), D::Error>
    where
        D: Deserializer<'de>,
        P::Item: Deserialize<'de>,
    {
        self.renew();
        /// Empties the pool if it was not read to the end.
        struct Unread<'a, P: PoolSpec<Item: Columns>>(&'a mut ColumnPool<P>);
        impl<P: PoolSpec<Item: Columns>> Drop for Unread<'_, P> {
            fn drop(&mut self) {
                self.0.renew();
            }
        }
        let site = Site::caller();
        let unread = Unread(self);
        let (rows, mut elements) = unread.0.split();
        let put = |index, object: P::Item| {
            // SAFETY: 1. the rows pass slots below the capacity.
            unsafe { elements.write(index, object.split(Access::new())) };
        };
        // SAFETY: 1. the rows have no slots. 2. `put` leaves elements in the slot.
        let result = unsafe { rows.deserialize::<P, D, P::Item>(SlotMemory::NONE, deserializer, site, put) };
        if result.is_ok() {
            core::mem::forget(unread);
        }
        result
    }
}

/// Makes a value, which passes over the stack. For a large pool, deserialize a `Heap` of it, or use
/// [`deserialize_from`](ColumnPool::deserialize_from).
impl<'de, P: PoolSpec<Item: Columns, Layout: Tracked>> Deserialize<'de> for ColumnPool<P>
where
    P::Item: Deserialize<'de>,
{
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut pool = Self::new();
        pool.deserialize_from(deserializer)?;
        Ok(pool)
    }
}

/// Does what [`ColumnPool::deserialize_from`] does.
impl<'de, P: PoolSpec<Item: Columns, Layout: Tracked>> DeserializeSeed<'de> for &mut ColumnPool<P>
where
    P::Item: Deserialize<'de>,
{
    type Value = ();

    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.deserialize_from(deserializer)
    }
}
