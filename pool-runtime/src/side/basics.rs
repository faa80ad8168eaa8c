//! The methods that both side tables of handles have: their length, and one value under its handle, also by an entry,
//! which looks it up once.

/// Writes these methods for a table, which the texts of its panics call `$noun`. The methods of an entry that insert a
/// value if there is none return `$Inserted`. Its methods `or_insert`, `or_insert_with_key` and, if it is vacant,
/// `insert` are the table's own. `$stored` makes a `Result` with the value of what the table's `insert` returns.
///
/// A value has a *position*: its slot, or the number of its entry. A table has the functions `position_of`,
/// `position_at`, `position`, `value`, `value_mut`, `lend` and `take` of positions.
macro_rules! basic_methods {
    ($Table:ident, $($N:ident = $room:literal,)? $noun:literal, $Inserted:ty, $stored:expr) => {
        impl<P: PoolSpec, V $(, const $N: usize)?> $Table<P, V $(, $N)?> {
            /// Returns how many values the table holds. O(1).
            #[inline]
            #[must_use]
            pub fn len(&self) -> usize {
                self.len as usize
            }

            /// Returns whether the table holds no value. O(1).
            #[inline]
            #[must_use]
            pub fn is_empty(&self) -> bool {
                self.len == 0
            }

            /// Returns how many values the table has room for: [`CAPACITY`](Self::CAPACITY). O(1).
            #[inline]
            #[must_use]
            pub fn capacity(&self) -> usize {
                Self::CAPACITY
            }

            /// Returns whether the table has a value under this handle. O(1).
            #[doc(alias = "contains_key")]
            #[inline]
            #[must_use]
            pub fn contains(&self, handle: Handle<P>) -> bool {
                self.position_of(handle).is_some()
            }

            /// Returns the value under this handle, or `None`. O(1).
            #[inline]
            #[must_use]
            pub fn get(&self, handle: Handle<P>) -> Option<&V> {
                // SAFETY: 1. `position_of` returns the position of a value.
                self.position_of(handle).map(|position| unsafe { self.value(position) })
            }

            /// Returns the value under this handle, mutably, or `None`. O(1).
            #[inline]
            #[must_use]
            pub fn get_mut(&mut self, handle: Handle<P>) -> Option<&mut V> {
                // SAFETY: 1. `position_of` returns the position of a value.
                self.position_of(handle).map(|position| unsafe { self.value_mut(position) })
            }

            /// Returns the handle of the value in the slot at `index`. Returns `None` if the slot has no value, or is
            /// beyond the capacity of the pool. O(1).
            ///
            /// Use it where only the index of a slot is known, as in data from a graphics card or from another machine.
            /// A slot has at most one value, so the index is enough. The handle may be stale: ask the pool whether the
            /// object still lives.
            ///
            /// ```
            #[doc = concat!("# use stackpool::{Pool, ", stringify!($Table), "};")]
            /// # #[derive(Pool)] #[pool(capacity = 64)] struct Unit { health: u32 }
            /// # let mut units = UnitPool::new();
            /// let archer = units.insert(Unit { health: 10 })?;
            #[doc = concat!(
                "let names = ", stringify!($Table), "::<Unit, &str", $(", ", $room,)? ">::from([(archer, \"Robin\")]);"
            )]
            /// let slot = archer.index();
            /// assert_eq!(names.handle_at(slot), Some(archer));
            /// assert_eq!(names.handle_at(slot).and_then(|handle| names.get(handle)), Some(&"Robin"));
            /// assert_eq!(names.handle_at(slot + 1), None);
            /// # Ok::<(), stackpool::Full<Unit>>(())
            /// ```
            #[doc(alias("contains_slot", "get_by_slot", "get_by_slot_mut"))]
            #[inline]
            #[must_use]
            pub fn handle_at(&self, index: usize) -> Option<Handle<P>> {
                // SAFETY: 1. `position_at` returns the position of a value.
                self.position_at(index).map(|position| unsafe { self.key(position) })
            }

            /// Returns the value under this handle, without a check that there is one. O(1).
            ///
            /// # Safety
            ///
            /// 1. The table has a value under `handle`: [`contains`](Self::contains) returns `true`.
            ///
            /// Debug builds check this.
            #[inline]
            #[must_use]
            pub unsafe fn get_unchecked(&self, handle: Handle<P>) -> &V {
                debug_assert!(self.contains(handle), concat!("the ", $noun, " has no value under {:?}"), handle);
                // SAFETY: 1. The caller promises that the handle has a value, so this is the position of it.
                unsafe { self.value(self.position(handle)) }
            }

            /// Returns the value under this handle, mutably, without a check that there is one. O(1).
            ///
            /// # Safety
            ///
            /// 1. The table has a value under `handle`: [`contains`](Self::contains) returns `true`.
            ///
            /// Debug builds check this.
            #[inline]
            #[must_use]
            pub unsafe fn get_unchecked_mut(&mut self, handle: Handle<P>) -> &mut V {
                debug_assert!(self.contains(handle), concat!("the ", $noun, " has no value under {:?}"), handle);
                // SAFETY: 1. The caller promises that the handle has a value, so this is the position of it.
                unsafe { self.value_mut(self.position(handle)) }
            }

            /// Returns the values under several handles at once, mutably. O(M squared), for small `M`.
            ///
            /// # Errors
            ///
            /// [`DisjointError::Stale`] for a handle without a value, [`DisjointError::Overlapping`] for a handle that
            /// occurs twice.
            ///
            /// ```
            #[doc = concat!("# use stackpool::{Pool, ", stringify!($Table), "};")]
            /// # #[derive(Pool)] #[pool(capacity = 64)] struct Unit { health: u32 }
            /// # let mut units = UnitPool::new();
            /// # let (archer, knight) = (units.insert(Unit { health: 10 })?, units.insert(Unit { health: 50 })?);
            #[doc = concat!("let mut gold = ", stringify!($Table), "::<Unit, u32", $(", ", $room,)? ">::from([")]
            ///     (archer, 1),
            ///     (knight, 90),
            /// ]);
            /// let [poor, rich] = gold.get_disjoint_mut([archer, knight])?;
            /// (*poor, *rich) = (*poor + *rich, 0);
            /// assert_eq!((gold[archer], gold[knight]), (91, 0));
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            #[doc(alias("get_many_mut", "get2_mut"))]
            pub fn get_disjoint_mut<const M: usize>(
                &mut self,
                handles: [Handle<P>; M],
            ) -> Result<[&mut V; M], DisjointError<P>> {
                let mut positions = [0; M];
                for (number, &handle) in handles.iter().enumerate() {
                    let Some(position) = self.position_of(handle) else {
                        return Err(DisjointError::Stale(Stale::new(handle, number)));
                    };
                    if positions[..number].contains(&position) {
                        return Err(DisjointError::Overlapping(handle));
                    }
                    positions[number] = position;
                }
                let values = self.lend(&positions);
                Ok(positions.map(|position| {
                    // SAFETY: `position_of` returned the position of a value, which is within the array.
                    let value = unsafe { values.add(position) };
                    // SAFETY: the value is initialised. No other position is the same, as checked above, so this is the
                    // only reference to it while the table is borrowed mutably.
                    unsafe { &mut *value }
                }))
            }

            /// Stores `value` under this handle as `insert` does, if the handle names a live object of `pool`. O(1).
            ///
            /// Use it where a handle may be stale. `insert` under a stale handle would replace the value of a newer
            /// object in the slot. `pool` can also be a [`HandleMap`](crate::HandleMap) that has the handle.
            ///
            /// # Errors
            ///
            /// `value` itself if the handle is stale: if `pool.contains(handle)` is `false`. The table does not change.
            /// Once the generations of a slot wrap, the pool accepts a stale handle again:
            /// [`retain_live`](Self::retain_live) says after how many removals.
            $(
                ///
                #[doc = concat!("`value` itself also if the table has `", stringify!($N), "` values, and none for")]
                /// this slot.
            )?
            ///
            /// ```
            #[doc = concat!("# use stackpool::{Pool, ", stringify!($Table), "};")]
            /// # #[derive(Pool)] #[pool(capacity = 64, quarantine = 0)] struct Unit { health: u32 }
            /// # let mut units = UnitPool::new();
            #[doc = concat!("# let mut names = ", stringify!($Table), "::<Unit, &str", $(", ", $room,)? ">::new();")]
            /// let old = units.insert(Unit { health: 10 })?;
            /// units.remove(old);
            /// let new = units.insert(Unit { health: 20 })?; // in the same slot (without a quarantine)
            /// assert_eq!(names.insert_live(&units, new, "Marian"), Ok(None));
            /// assert_eq!(names.insert_live(&units, old, "Robin"), Err("Robin"));
            /// assert_eq!(names[new], "Marian");
            /// # Ok::<(), stackpool::Full<Unit>>(())
            /// ```
            pub fn insert_live<T: crate::join::Joined<P>>(
                &mut self,
                pool: T,
                handle: Handle<P>,
                value: V,
            ) -> Result<Option<(Handle<P>, V)>, V> {
                if !crate::join::lane::Lane::names(&pool.into_lane(), handle) {
                    return Err(value);
                }
                $stored(self.insert(handle, value))
            }

            /// Removes the value under this handle and returns it, or `None`. O(1).
            $(
                ///
                #[doc = concat!("The last of the `", stringify!($N), "` values takes its place: their order changes.")]
                #[doc(alias = "swap_remove")]
            )?
            #[doc(alias = "try_remove")]
            #[inline]
            pub fn remove(&mut self, handle: Handle<P>) -> Option<V> {
                // SAFETY: 1. `position_of` returns the position of a value.
                self.position_of(handle).map(|position| unsafe { self.take(position) })
            }

            /// Removes the value under this handle and returns it with the handle, or `None`. O(1).
            ///
            /// See [`remove`](Self::remove).
            #[inline]
            pub fn remove_entry(&mut self, handle: Handle<P>) -> Option<(Handle<P>, V)> {
                self.remove(handle).map(|value| (handle, value))
            }

            /// Removes the value in the slot of a change if its object ended, and returns it with its handle. O(1).
            ///
            /// An object ended if its slot is free now, or has an object with another handle. The changes of a pool
            /// come from [`take_changed`](crate::Pool::take_changed) or [`changed`](crate::Pool::changed). They have
            /// each slot that lost its object, so after a loop over all of them no value of a removed object is left.
            ///
            /// ```
            #[doc = concat!("# use stackpool::{Pool, ", stringify!($Table), "};")]
            /// # #[derive(Pool)] #[pool(capacity = 64, changes, quarantine = 0)] struct Unit { health: u32 }
            /// # let mut units = UnitPool::new();
            #[doc = concat!("# let mut names = ", stringify!($Table), "::<Unit, &str", $(", ", $room,)? ">::new();")]
            /// let old = units.insert(Unit { health: 10 })?;
            /// # let _ =
            /// names.insert(old, "Robin");
            /// units.remove(old);
            /// units.insert(Unit { health: 20 })?; // in the same slot (without a quarantine)
            /// for change in units.take_changed() {
            ///     assert_eq!(names.take_ended(&change), Some((old, "Robin")));
            /// }
            /// # Ok::<(), stackpool::Full<Unit>>(())
            /// ```
            ///
            /// A new object can have the handle of the old one: under guard `live`, or if its slot was freed
            /// [`GENERATIONS`](crate::Pool::GENERATIONS) times, or a multiple of that, since the changes were taken.
            /// Then the value stays, as that of the new object. `insert` replaces it and returns it.
            pub fn take_ended<T>(&mut self, change: &Change<P, T>) -> Option<(Handle<P>, V)> {
                let ended = change.ended(self.handle_at(change.index()))?;
                self.remove_entry(ended)
            }
        }

        /// # Entries
        impl<P: PoolSpec, V $(, const $N: usize)?> $Table<P, V $(, $N)?> {
            /// Returns the entry of this handle. It looks up once; then you can read, insert or remove. O(1).
            ///
            /// The entry is also vacant if the slot has a value under a handle of another generation. Inserting drops
            /// that value, even if it is of a newer object and this handle is stale. If the handle may be stale, ask
            /// the pool first.
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
                // SAFETY: 1. The position is that of a value.
                unsafe { self.table.key(self.position) }
            }

            /// Returns the value.
            #[must_use]
            pub fn get(&self) -> &V {
                // SAFETY: 1. The position is that of a value.
                unsafe { self.table.value(self.position) }
            }

            /// Returns the value, mutably.
            #[must_use]
            pub fn get_mut(&mut self) -> &mut V {
                // SAFETY: 1. The position is that of a value.
                unsafe { self.table.value_mut(self.position) }
            }

            /// Returns the value for as long as the table is borrowed.
            #[must_use]
            pub fn into_mut(self) -> &'a mut V {
                // SAFETY: 1. The position is that of a value.
                unsafe { self.table.value_mut(self.position) }
            }

            /// Replaces the value and returns the old one.
            pub fn insert(&mut self, value: V) -> V {
                core::mem::replace(self.get_mut(), value)
            }

            /// Removes the value and returns it.
            pub fn remove(self) -> V {
                // SAFETY: 1. The position is that of a value.
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

pub(super) use basic_methods;
