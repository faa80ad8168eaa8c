//! How full a pool of boxes is and was, for the boxes that leave their slots to `PoolBox`.

/// Implements the functions of `PoolBox` that say so. The type has `BOOKKEEPING_BYTES` and `TOTAL_BYTES` of its own.
macro_rules! usage_of_the_pool {
    ($pointer:ident, $spec:ident, $slots:literal) => {
        /// # Usage and leaks
        ///
        #[doc = $slots]
        impl<P: $spec> $pointer<P> {
            /// Returns the number of slots in use, as [`PoolBox::len`] does. O(1).
            ///
            /// # Panics
            ///
            /// Panics as [`PoolBox::len`] does. So do the functions below, except `live_sites` and
            /// `flush_thread_cache`.
            #[must_use]
            pub fn len() -> usize {
                PoolBox::<P>::len()
            }

            /// Returns the largest number of slots in use at once, as [`PoolBox::high_water_mark`] does. O(1).
            #[must_use]
            pub fn high_water_mark() -> usize {
                PoolBox::<P>::high_water_mark()
            }

            /// Returns how often a box was refused because no slot was free, as [`PoolBox::exhausted_count`] does.
            /// O(1).
            #[must_use]
            pub fn exhausted_count() -> u64 {
                PoolBox::<P>::exhausted_count()
            }

            /// Returns all figures at once. O(1).
            #[must_use]
            pub fn stats() -> crate::base::stats::Stats {
                Self::with_bytes(PoolBox::<P>::stats())
            }

            /// The figures of `PoolBox`, with the bytes of this type.
            pub(super) fn with_bytes(stats: crate::base::stats::Stats) -> crate::base::stats::Stats {
                crate::base::stats::Stats {
                    total_bytes: Self::TOTAL_BYTES,
                    bookkeeping_bytes: Self::BOOKKEEPING_BYTES,
                    ..stats
                }
            }

            /// Returns the lines of code that made the boxes, as [`PoolBox::live_sites`] does.
            #[doc(alias = "leaks")]
            #[must_use]
            pub fn live_sites() -> crate::track::LiveSites<'static> {
                PoolBox::<P>::live_sites()
            }

            /// Gives back the free slots that this thread keeps for itself, as [`PoolBox::flush_thread_cache`] does.
            /// O(1).
            pub fn flush_thread_cache() {
                PoolBox::<P>::flush_thread_cache();
            }
        }
    };
}
pub(super) use usage_of_the_pool;
