//! The standard traits of maps.

use super::HandleMap;
use crate::handle::Handle;
use crate::image::moved::{self, LostHandle, Moved};
use crate::layout::spec::PoolSpec;
#[cfg(feature = "serde")]
use crate::side::serde::serialize_entries;
use crate::side::traits::{no_value, standard_traits};
use core::hash::{Hash, Hasher};

standard_traits!(HandleMap, "map");

/// Drops the values, in slot order. If a destructor panics, the others are dropped all the same.
impl<P: PoolSpec, V> Drop for HandleMap<P, V> {
    fn drop(&mut self) {
        if core::mem::needs_drop::<V>() {
            EmptyOnUnwind(self).0.clear();
        }
    }
}

/// Hashes the values and their handles, in slot order. Equal maps have equal hashes, on machines of all word widths.
impl<P: PoolSpec, V: Hash> Hash for HandleMap<P, V> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.len.hash(state);
        for entry in self {
            entry.hash(state);
        }
    }
}

/// Calls [`insert`](HandleMap::insert) for each entry, in order.
impl<P: PoolSpec, V> Extend<(Handle<P>, V)> for HandleMap<P, V> {
    fn extend<I: IntoIterator<Item = (Handle<P>, V)>>(&mut self, entries: I) {
        for (handle, value) in entries {
            self.insert(handle, value);
        }
    }
}

/// A map from old handles of objects to their new handles.
impl<P: PoolSpec + 'static> Moved for HandleMap<P, Handle<P>> {
    #[inline]
    fn replace<T: 'static>(&self, value: &mut T) -> Result<(), LostHandle> {
        moved::replace(value, |handle: Handle<P>| self.get(handle).copied())
    }

    fn visit<T: Copy + 'static>(&self, visit: &mut impl FnMut(T)) {
        self.values().for_each(|handle| moved::visit(handle, visit));
    }
}

#[cfg(feature = "serde")]
serialize_entries! {
    /// Serializes a sequence of `[handle, value]`, in slot order. Serialize it together with its [pool](crate::Pool),
    /// which refuses to be read where handles have another meaning. A table in a file of its own does not know the
    /// capacity. If the capacity changes, the bits of its handles can name other slots. In text, and with `grows_to`,
    /// they name the same slots.
    ///
    /// ```
    /// # use stackpool::{HandleMap, pool};
    /// pool! { Units: [u32; 1_000]; }
    ///
    /// let mut units = UnitsPool::new();
    /// let mut names = HandleMap::<Units, String>::new();
    /// let archer = units.insert(10)?;
    /// names.insert(archer, "Robin".to_owned());
    /// let json = serde_json::to_string(&(&units, &names))?;
    ///
    /// let (units, names): (UnitsPool, HandleMap<Units, String>) = serde_json::from_str(&json)?;
    /// assert!(units.join(&names).eq([(archer, &10, &"Robin".to_owned())]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    HandleMap; |map: &mut HandleMap<P, V>, handle, value| Ok(map.insert(handle, value))
}
