//! Entries of a map.

use super::HandleMap;
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
use crate::side::entry::entries;

entries!(HandleMap; &'a mut V);

impl<'a, P: PoolSpec, V> Entry<'a, P, V> {
    /// Returns the value. Inserts `value` first if there is none.
    pub fn or_insert(self, value: V) -> &'a mut V {
        self.or_insert_with_key(|_handle| value)
    }

    /// Returns the value. Inserts the result of `make`, called with the handle, first if there is none.
    pub fn or_insert_with_key(self, make: impl FnOnce(Handle<P>) -> V) -> &'a mut V {
        match self {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                let value = make(entry.handle);
                entry.insert(value)
            }
        }
    }
}

impl<'a, P: PoolSpec, V> VacantEntry<'a, P, V> {
    /// Inserts a value and returns it. Drops the value that the slot held under a handle of another generation.
    pub fn insert(self, value: V) -> &'a mut V {
        let VacantEntry { table, handle } = self;
        drop(table.insert(handle, value));
        // SAFETY: 1. The slot was just filled.
        unsafe { table.value_mut(handle.index()) }
    }
}
