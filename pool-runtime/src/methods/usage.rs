//! Current and peak use of a pool, and which lines inserted its objects.

/// Writes the methods: for a pool of a definition, which has its rows at the path `rows`.
macro_rules! usage {
    (impl[$($generics:tt)*] $pool:ty where $definition:ident, rows at $($rows:ident).+;) => {
        /// # Usage
        ///
        /// A pool counts how full it was and how often it was full, since it was made or since the last
        /// [`reset_stats`](Self::reset_stats). [`clear`](Self::clear), [`drain`](Self::drain), `restore` and
        /// [`clone_from`](Clone::clone_from) into the pool do not reset these counts. A clone is a new pool: its counts
        /// begin with the objects that it holds. Saved bytes and `==` ignore the counts.
        ///
        /// With feature `track`, [`stats`](Self::stats) has totals of insertions, removals and uses of stale handles
        /// too.
        impl<$($generics)*> $pool {
            /// Returns the largest number of objects that the pool held at once. O(1).
            ///
            /// ```
            /// # use stackpool::Pool;
            /// # #[derive(Pool)] #[pool(capacity = 64)] struct Particle { ttl: f32 }
            /// # let mut particles = ParticlePool::new();
            /// particles.extend([0.5, 1.5, 0.25].map(|ttl| Particle { ttl }));
            /// particles.clear();
            /// assert_eq!((particles.len(), particles.high_water_mark()), (0, 3));
            /// ```
            #[doc(alias = "peak")]
            #[inline]
            #[must_use]
            pub fn high_water_mark(&self) -> usize {
                self.$($rows).+.high_water_mark()
            }

            /// Returns how often the pool returned [`Full`](crate::Full). O(1).
            ///
            /// A batch that does not fit counts once. The count stops at 4,294,967,295.
            ///
            /// ```
            /// # use stackpool::Pool;
            /// # #[derive(Pool)] #[pool(capacity = 2)] struct Particle { ttl: f32 }
            /// # let mut particles = ParticlePool::new();
            /// while particles.insert(Particle { ttl: 1.0 }).is_ok() {}
            /// assert!(particles.vacant_entry().is_err());
            /// assert_eq!(particles.full_count(), 2);
            /// ```
            #[inline]
            #[must_use]
            pub fn full_count(&self) -> u64 {
                self.$($rows).+.full_count()
            }

            /// Begins the counts again: the high-water mark with the objects that are in the pool now, the number of
            /// [`Full`](crate::Full) and the totals of feature `track` with 0. O(1).
            ///
            /// Call it at the start of each level, for example, to see how many objects that level needs.
            ///
            /// ```
            /// # use stackpool::Pool;
            /// # #[derive(Pool)] #[pool(capacity = 2)] struct Particle { ttl: f32 }
            /// # let mut particles = ParticlePool::new();
            /// while particles.insert(Particle { ttl: 1.0 }).is_ok() {}
            /// particles.clear();
            /// particles.reset_stats();
            /// assert_eq!((particles.high_water_mark(), particles.full_count()), (0, 0));
            /// ```
            #[inline]
            pub fn reset_stats(&mut self) {
                self.$($rows).+.reset_counts();
            }

            /// Returns all figures at once. [`Stats`](crate::Stats) can be shown as one line. O(1).
            #[must_use]
            pub fn stats(&self) -> crate::base::stats::Stats {
                self.$($rows).+.stats(Self::TOTAL_BYTES, Self::BOOKKEEPING_BYTES)
            }
        }

        /// # Finding leaks
        impl<$($generics)*> $pool {
            /// Returns the lines of code that inserted the live objects, with a count per line.
            ///
            /// The lines are recorded with feature `track`, in builds with debug assertions. Without them there are no
            /// lines: see [`LiveSites`](crate::LiveSites).
            ///
            /// The recorded line is that of the call to `insert`, `insert_with`, `insert_many`, `try_extend`, `extend`,
            /// [`VacantEntry::insert`], `restore` or `deserialize_from`, in your code or in a library in between. A
            /// clone of an object has the line of the original.
            ///
            /// [`VacantEntry::insert`]: crate::VacantEntry::insert
            #[doc(alias = "leaks")]
            #[must_use]
            pub fn live_sites(&self) -> crate::track::LiveSites<'_> {
                self.$($rows).+.live_sites()
            }
        }

        /// # Report
        #[cfg(feature = "report")]
        impl<$($generics)*> $pool
        where
            $definition: crate::statics::HasStatic<Content = $pool>,
        {
            /// Notes the figures of this pool for the [report](crate::report) of all pools. O(1).
            ///
            /// The report shows what the last call for this definition noted, whichever pool that was of. Call it once
            /// a frame, or where the program has a moment to spare. It needs feature `report`.
            pub fn publish_stats(&self) {
                crate::statics::publish::<$definition>(&self.stats());
            }
        }
    };
}

pub(crate) use usage;
