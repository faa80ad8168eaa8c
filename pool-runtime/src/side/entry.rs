//! Entries: where the value of a handle is in a table, looked up once.

/// Writes the entries of a table. What inserts a value returns `$Inserted`. The table has `or_insert`, and
/// `or_insert_with_key`, and `insert` of a vacant entry.
macro_rules! entries {
    ($Table:ident $(, $N:ident = $room:literal)?; $Inserted:ty) => {
        /// # Entries
        impl<P: PoolSpec, V $(, const $N: usize)?> $Table<P, V $(, $N)?> {
            /// Returns the entry of this handle, to look up once and then read, insert or remove. O(1).
            ///
            /// The entry is also vacant if the slot has a value under a handle of another generation. Inserting drops
            /// that value.
            ///
            /// ```
            #[doc = concat!("# use stackpool::{Pool, ", stringify!($Table), "};")]
            /// # #[derive(Pool)] #[pool(capacity = 64)] struct Unit { health: u32 }
            /// # let mut units = UnitPool::new();
            /// # let archer = units.insert(Unit { health: 10 })?;
            #[doc = concat!("let mut hits = ", stringify!($Table), "::<Unit, u32", $(", ", $room,)? ">::new();")]
            /// for damage in [3, 4] {
            #[doc = concat!("    *hits.entry(archer).or_insert(0)", $("? /* room for ", $room, " */",)? " += damage;")]
            /// }
            /// assert_eq!(hits[archer], 7);
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[inline]
            pub fn entry(&mut self, handle: Handle<P>) -> Entry<'_, P, V $(, $N)?> {
                match self.position_of(handle) {
                    Some(position) => Entry::Occupied(OccupiedEntry { table: self, position }),
                    None => Entry::Vacant(VacantEntry { table: self, handle }),
                }
            }
        }

        #[doc = concat!("The entry of a handle in a table, from [`", stringify!($Table), "::entry`].")]
        pub enum Entry<'a, P: PoolSpec, V $(, const $N: usize)?> {
            /// The table has a value under the handle.
            Occupied(OccupiedEntry<'a, P, V $(, $N)?>),
            /// The table has no value under the handle.
            Vacant(VacantEntry<'a, P, V $(, $N)?>),
        }

        /// The entry of a handle that has a value.
        pub struct OccupiedEntry<'a, P: PoolSpec, V $(, const $N: usize)?> {
            table: &'a mut $Table<P, V $(, $N)?>,
            /// The position of a value in the table.
            position: usize,
        }

        /// The entry of a handle that has no value.
        pub struct VacantEntry<'a, P: PoolSpec, V $(, const $N: usize)?> {
            table: &'a mut $Table<P, V $(, $N)?>,
            handle: Handle<P>,
        }

        impl<'a, P: PoolSpec, V $(, const $N: usize)?> Entry<'a, P, V $(, $N)?> {
            /// Returns the handle.
            #[must_use]
            pub fn key(&self) -> Handle<P> {
                match self {
                    Entry::Occupied(entry) => entry.key(),
                    Entry::Vacant(entry) => entry.key(),
                }
            }

            /// Returns the value. Inserts the result of `make` first if there is none.
            $(#[doc = concat!("\n# Errors\n\n[`Full`] if there is none and there are `", stringify!($N), "` others.")])?
            pub fn or_insert_with(self, make: impl FnOnce() -> V) -> $Inserted {
                self.or_insert_with_key(|_handle| make())
            }

            /// Returns the value. Inserts the default first if there is none.
            $(#[doc = concat!("\n# Errors\n\n[`Full`] if there is none and there are `", stringify!($N), "` others.")])?
            pub fn or_default(self) -> $Inserted
            where
                V: Default,
            {
                self.or_insert_with(V::default)
            }

            /// Calls `modify` with the value, if there is one.
            #[must_use]
            pub fn and_modify(mut self, modify: impl FnOnce(&mut V)) -> Self {
                if let Entry::Occupied(entry) = &mut self {
                    modify(entry.get_mut());
                }
                self
            }
        }

        impl<'a, P: PoolSpec, V $(, const $N: usize)?> OccupiedEntry<'a, P, V $(, $N)?> {
            /// Returns the handle.
            #[must_use]
            pub fn key(&self) -> Handle<P> {
                // SAFETY: 1. It is the position of a value.
                unsafe { self.table.key(self.position) }
            }

            /// Returns the value.
            #[must_use]
            pub fn get(&self) -> &V {
                // SAFETY: 1. It is the position of a value.
                unsafe { self.table.value(self.position) }
            }

            /// Returns the value, mutably.
            #[must_use]
            pub fn get_mut(&mut self) -> &mut V {
                // SAFETY: 1. It is the position of a value.
                unsafe { self.table.value_mut(self.position) }
            }

            /// Returns the value for as long as the table is borrowed.
            #[must_use]
            pub fn into_mut(self) -> &'a mut V {
                // SAFETY: 1. It is the position of a value.
                unsafe { self.table.value_mut(self.position) }
            }

            /// Replaces the value and returns the old one.
            pub fn insert(&mut self, value: V) -> V {
                core::mem::replace(self.get_mut(), value)
            }

            /// Removes the value and returns it.
            pub fn remove(self) -> V {
                // SAFETY: 1. It is the position of a value.
                unsafe { self.table.take(self.position) }
            }
        }

        impl<P: PoolSpec, V $(, const $N: usize)?> VacantEntry<'_, P, V $(, $N)?> {
            /// Returns the handle.
            #[must_use]
            pub fn key(&self) -> Handle<P> {
                self.handle
            }
        }

        impl<P: PoolSpec, V: core::fmt::Debug $(, const $N: usize)?> core::fmt::Debug for Entry<'_, P, V $(, $N)?> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                match self {
                    Entry::Occupied(entry) => f.debug_tuple("Occupied").field(entry).finish(),
                    Entry::Vacant(entry) => f.debug_tuple("Vacant").field(entry).finish(),
                }
            }
        }

        impl<P: PoolSpec, V: core::fmt::Debug $(, const $N: usize)?> core::fmt::Debug
            for OccupiedEntry<'_, P, V $(, $N)?>
        {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_struct("OccupiedEntry").field("key", &self.key()).field("value", self.get()).finish()
            }
        }

        impl<P: PoolSpec, V $(, const $N: usize)?> core::fmt::Debug for VacantEntry<'_, P, V $(, $N)?> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_struct("VacantEntry").field("key", &self.handle).finish_non_exhaustive()
            }
        }
    };
}

pub(super) use entries;
