//! Bodies that are read back through `serde`.

use super::Body;
use crate::layout::Tracked;
use crate::layout::spec::PoolSpec;
use crate::store::Store;
use crate::track::Site;
use serde::de::{Deserialize, Deserializer};

impl<P: PoolSpec<Layout: Tracked>, S: Store<P>> Body<P, S> {
    /// Replaces the content of this pool by the pool that was serialized. After an error the pool is empty, as a new
    /// one.
    pub(crate) fn deserialize_from<'de, D>(&mut self, deserializer: D, site: Site) -> Result<(), D::Error>
    where
        D: Deserializer<'de>,
        P::Item: Deserialize<'de>,
    {
        /// Empties the pool if it was not read to the end.
        struct Unread<'a, P: PoolSpec, S: Store<P>>(&'a mut Body<P, S>);
        impl<P: PoolSpec, S: Store<P>> Drop for Unread<'_, P, S> {
            fn drop(&mut self) {
                self.0.reset();
            }
        }

        let tally = self.rows.tally;
        // The slots that the data names are added to the changes when they are read.
        self.reset();
        let unread = Unread(self);
        let Body { rows, filled, store } = &mut *unread.0;
        let store: *mut S = store;
        let put = |place, object| {
            let parts = S::split(object);
            // SAFETY: 1. the rows pass places below the capacity, which have no object, and the store is mutably
            // borrowed. 2. `filled` is that of the store.
            unsafe { S::put(store, filled, place, parts) };
        };
        // SAFETY: 1. the memory is that of this pool, which is empty. 2. `put` leaves an object in the slot. In
        // columns, it also fills slots up to this one that never held an object; there are no links.
        let result = unsafe { rows.deserialize::<P, D, P::Item>(S::memory(store), deserializer, site, put) };
        match result {
            Ok(()) => core::mem::forget(unread),
            // Objects are dropped here. If a destructor panics, the error is dropped while it unwinds. The error of a
            // `?` would be lost (rust-lang/rust#47949).
            Err(_) => drop(unread),
        }
        self.rows.tally = tally;
        result
    }
}
