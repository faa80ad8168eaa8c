//! How full a pool is and was.

use super::Pool;
use crate::base::stats::Stats;
use crate::layout::spec::PoolSpec;
#[cfg(feature = "report")]
use crate::statics::{HasStatic, publish};

/// # Usage
///
/// A pool counts how full it was and how often it was full, since it was made or since the last
/// [`reset_stats`](Pool::reset_stats). [`clear`](Pool::clear), [`drain`](Pool::drain), `restore` and
/// [`clone_from`](Clone::clone_from) into the pool do not reset these counts. A clone is a new pool: its counts begin
/// with the objects that it holds. Saved bytes and `==` ignore the counts.
impl<P: PoolSpec> Pool<P> {
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
        self.rows.high_water_mark()
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
    /// assert_eq!(particles.exhausted_count(), 2);
    /// ```
    #[inline]
    #[must_use]
    pub fn exhausted_count(&self) -> u64 {
        self.rows.exhausted()
    }

    /// Begins the counts again: the high-water mark with the objects that are in the pool now, the number of
    /// [`Full`](crate::Full) with 0. O(1).
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
    /// assert_eq!((particles.high_water_mark(), particles.exhausted_count()), (0, 0));
    /// ```
    #[inline]
    pub fn reset_stats(&mut self) {
        self.rows.reset_counts();
    }

    /// Returns all figures at once. [`Stats`] can be shown as one line. O(1).
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.rows.stats(Self::TOTAL_BYTES, Self::BOOKKEEPING_BYTES)
    }
}

/// # Report
#[cfg(feature = "report")]
impl<P: PoolSpec + HasStatic<Content = Pool<P>>> Pool<P> {
    /// Notes the figures of this pool for the [report](crate::report) of all pools. O(1).
    ///
    /// The report shows what the last call for this definition noted, whichever pool that was of. Call it once a frame,
    /// or where the program has a moment to spare. It needs feature `report`.
    pub fn publish(&self) {
        publish::<P>(&self.stats());
    }
}
