//! Column pools through `serde`: as pools of objects, entry by entry.

#![expect(unsafe_code, reason = "free slots are not in the columns")]

use super::ColumnPool;
use crate::body::Body;
use crate::columns::Columns;
use crate::free::SlotMemory;
use crate::handle::Handle;
use crate::layout::Tracked;
use crate::layout::spec::PoolSpec;
use crate::store::columns::ColumnCells;
use crate::track::Site;
use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};

/// The format is that of a [`Pool`](crate::Pool) of the same objects, so either can be read as the other.
impl<P: PoolSpec<Item: Columns, Layout: Tracked>> Serialize for ColumnPool<P>
where
    P::Item: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // SAFETY: 1. the rows have no slots.
        unsafe { self.body.rows.serialize::<P, S>(SlotMemory::NONE, serializer, &Entries(self)) }
    }
}

/// The objects with their handles, in slot order, or if the pool has marks, in the order of insertion; in a dense
/// pool, in the order of the columns.
struct Entries<'a, P: PoolSpec<Item: Columns>>(&'a ColumnPool<P>);

impl<P: PoolSpec<Item: Columns, Layout: Tracked>> Serialize for Entries<'_, P>
where
    P::Item: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let object = |handle| self.0.copy_of(handle).expect("a live slot has an object");
        let entry = |handle: Handle<P>| (handle, object(handle));
        if Body::<P, ColumnCells<P>>::IS_LISTED_IN_ORDER {
            return serializer.collect_seq(self.0.body.iter_in_order().map(|(handle, _)| entry(handle)));
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
        self.body.deserialize_from(deserializer, Site::caller())
    }
}

deserialize_in_place!(
    [P: PoolSpec<Item: Columns, Layout: Tracked>] ColumnPool<P> where P::Item: Deserialize<'de>
);
