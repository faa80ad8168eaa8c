//! Methods that remove some of the values: `retain`, `retain_live` and `extract_if`.

/// Writes these methods for a table. `$walk` says in which order they go over the values, and in which time: it ends a
/// sentence.
macro_rules! extracting {
    ($Table:ident, $($N:ident = $room:literal,)? $walk:literal) => {
        /// # Removing many values
        impl<P: PoolSpec, V $(, const $N: usize)?> $Table<P, V $(, $N)?> {
            /// Keeps the values for which `keep` returns `true`, and drops the others
            #[doc = $walk]
            ///
            /// Each value is visited once. If `keep` or a destructor panics, the values that were not visited yet stay
            /// in the table.
            pub fn retain(&mut self, mut keep: impl FnMut(Handle<P>, &mut V) -> bool) {
                self.extract_if(|handle, value| !keep(handle, value)).for_each(drop);
            }

            /// Keeps the values of the objects that live in `pool`, and drops the others
            #[doc = $walk]
            ///
            /// It is a sweep, for programs that do not remove the values of an object together with the object. `pool`
            /// can also be a [`HandleMap`](crate::HandleMap): then the values stay whose handles that map has, too.
            ///
            /// ```
            #[doc = concat!("# use stackpool::{Pool, ", stringify!($Table), "};")]
            /// # #[derive(Pool)] #[pool(capacity = 64)] struct Unit { health: u32 }
            /// # let mut units = UnitPool::new();
            /// # let (archer, knight) = (units.insert(Unit { health: 10 })?, units.insert(Unit { health: 50 })?);
            #[doc = concat!("let mut names = ", stringify!($Table), "::<Unit, &str", $(", ", $room,)? ">::new();")]
            /// names.extend([(archer, "Robin"), (knight, "Guy")]);
            /// units.retain(|_unit, unit| unit.health > 20);
            /// names.retain_live(&units);
            /// assert_eq!(names.iter().collect::<Vec<_>>(), [(knight, &"Guy")]);
            /// # Ok::<(), stackpool::Full<Unit>>(())
            /// ```
            ///
            /// # How often
            ///
            /// A value whose object is gone is found by the sweep as long as the pool does not accept the handle of the
            /// value. The pool accepts it again when the slot holds an object and was given back
            /// [`GENERATIONS`](crate::Pool::GENERATIONS) times since the handle was given out, or a multiple of that.
            /// From then on the value passes for one of the newer object: neither the sweep nor [`get`](Self::get) can
            /// tell. So sweep before a slot is reused that often, or use more generations (`generation_bits`).
            ///
            /// That takes at least `GENERATIONS * QUARANTINE` removals while
            /// [`QUARANTINE`](crate::Pool::QUARANTINE) slots are free. If handles carry no generation and there is no
            /// quarantine, sweep before anything is inserted in the pool.
            #[doc(alias = "sweep")]
            #[doc(alias = "gc")]
            pub fn retain_live<T: crate::join::Joined<P>>(&mut self, pool: T) {
                let live = pool.into_lane();
                self.retain(|handle, _value| crate::join::lane::Lane::names(&live, handle));
            }

            /// Removes the values for which `is_wanted` returns `true`, and returns them with their handles
            #[doc = $walk]
            ///
            /// The iterator is lazy: values that it has not reached stay in the table. It visits each value once.
            ///
            /// ```
            #[doc = concat!("# use stackpool::{Pool, ", stringify!($Table), "};")]
            /// # #[derive(Pool)] #[pool(capacity = 64)] struct Unit { health: u32 }
            /// # let mut units = UnitPool::new();
            /// # let (archer, knight) = (units.insert(Unit { health: 10 })?, units.insert(Unit { health: 50 })?);
            #[doc = concat!("let mut names = ", stringify!($Table), "::<Unit, &str", $(", ", $room,)? ">::new();")]
            /// names.extend([(archer, "Robin"), (knight, "Guy")]);
            /// units.remove(knight);
            /// let of_the_dead: Vec<_> = names.extract_if(|unit, _name| !units.contains(unit)).collect();
            /// assert_eq!((of_the_dead, names.len()), (vec![(knight, "Guy")], 1));
            /// # Ok::<(), stackpool::Full<Unit>>(())
            /// ```
            #[doc(alias = "drain_filter")]
            pub fn extract_if<F>(&mut self, is_wanted: F) -> ExtractIf<'_, P, V $(, $N)?, F>
            where
                F: FnMut(Handle<P>, &mut V) -> bool,
            {
                ExtractIf { rest: self.positions(), table: self, is_wanted }
            }
        }

        #[doc = concat!("Iterates over the values that are removed, from [`", stringify!($Table), "::extract_if`].")]
        #[must_use = "iterators are lazy: no value is removed until it is advanced; `retain` drops values at once"]
        pub struct ExtractIf<'a, P: PoolSpec, V $(, const $N: usize)?, F> {
            table: &'a mut $Table<P, V $(, $N)?>,
            /// The positions of the values that were not visited.
            rest: Positions,
            is_wanted: F,
        }

        impl<P: PoolSpec, V $(, const $N: usize)?, F> Iterator for ExtractIf<'_, P, V $(, $N)?, F>
        where
            F: FnMut(Handle<P>, &mut V) -> bool,
        {
            type Item = (Handle<P>, V);

            fn next(&mut self) -> Option<Self::Item> {
                loop {
                    let position = self.table.next_position(&mut self.rest)?;
                    // SAFETY: 1. `rest` has positions of values, and gives each once. Only such values are removed.
                    let handle = unsafe { self.table.key(position) };
                    // SAFETY: 1. As above.
                    let value = unsafe { self.table.value_mut(position) };
                    if (self.is_wanted)(handle, value) {
                        // SAFETY: 1. As above, and `is_wanted` cannot reach the table.
                        let value = unsafe { self.table.take(position) };
                        self.table.skip_taken(&mut self.rest, position);
                        return Some((handle, value));
                    }
                }
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                (0, Some(self.table.left(&self.rest)))
            }
        }

        impl<P: PoolSpec, V $(, const $N: usize)?, F> core::iter::FusedIterator for ExtractIf<'_, P, V $(, $N)?, F>
        where
            F: FnMut(Handle<P>, &mut V) -> bool,
        {
        }

        impl<P: PoolSpec, V $(, const $N: usize)?, F> core::fmt::Debug for ExtractIf<'_, P, V $(, $N)?, F> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_struct("ExtractIf").finish_non_exhaustive()
            }
        }
    };
}

pub(super) use extracting;
