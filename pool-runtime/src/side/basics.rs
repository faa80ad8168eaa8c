//! The methods that both side tables of handles have: their length, and one value under its handle.

/// Writes these methods for a table, which the texts of its panics call `$noun`.
///
/// A value has a *position*: its slot, or the number of its entry. A table has the functions `position_of`,
/// `position`, `value`, `value_mut`, `lend` and `take` of positions.
macro_rules! basic_methods {
    ($Table:ident, $($N:ident = $room:literal,)? $noun:literal) => {
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

            /// Returns the value under this handle without asking whether there is one. O(1).
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

            /// Returns the value under this handle, mutably, without asking whether there is one. O(1).
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
            #[doc(alias = "get_many_mut")]
            #[doc(alias = "get2_mut")]
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
        }
    };
}

pub(super) use basic_methods;
