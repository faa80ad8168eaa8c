//! How much of a pool is in use, and how much was.

use crate::base::figure::Figure;
use core::fmt;

/// Figures about a pool's use, to choose its capacity by. `Display` shows them in one line.
///
/// Returned by [`Pool::stats`](crate::Pool::stats), [`ValuePool::stats`](crate::ValuePool::stats),
/// [`ListPool::stats`](crate::ListPool::stats) and [`PoolBox::stats`](crate::PoolBox::stats).
///
/// ```
/// # use stackpool::Pool;
/// #[derive(Pool)]
/// #[pool(capacity = 1_000)]
/// struct Particle {
///     ttl: f32,
/// }
///
/// let mut particles = ParticlePool::new();
/// for _ in 0..30 {
///     particles.insert(Particle { ttl: 1.0 })?;
/// }
/// particles.retain(|handle, _particle| handle.index() < 10);
///
/// let stats = particles.stats();
/// assert_eq!((stats.live, stats.high_water_mark, stats.exhausted), (10, 30, 0));
/// assert_eq!(
///     stats.to_string(),
///     "10 of 1,000 live, 30 at most, 990 free, full 0 times; 7,232 bytes, 3,160 of them bookkeeping"
/// );
/// # Ok::<(), stackpool::Full<Particle>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub struct Stats {
    /// Slots in use: live objects, or values that are handed out.
    pub live: usize,
    /// Slots that can be used now: the capacity minus the slots in use, minus the retired slots, minus those that wait.
    pub free: usize,
    /// Slots that wait under `strict`, until others were given back. Without `strict`, a slot that waits counts as
    /// free, and this is 0.
    pub waiting: usize,
    /// All slots of the pool.
    pub capacity: usize,
    /// The most slots that were in use at once.
    pub high_water_mark: usize,
    /// How often an insertion found the pool full.
    pub exhausted: u64,
    /// The size of the whole pool in bytes.
    pub total_bytes: usize,
    /// The bytes that are neither slots nor padding.
    pub bookkeeping_bytes: usize,
}

impl fmt::Display for Stats {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [live, free, waiting, capacity, most, total, bookkeeping] = [
            self.live,
            self.free,
            self.waiting,
            self.capacity,
            self.high_water_mark,
            self.total_bytes,
            self.bookkeeping_bytes,
        ]
        .map(Figure);
        write!(f, "{live} of {capacity} live, {most} at most, {free} free, ")?;
        if self.waiting > 0 {
            write!(f, "{waiting} waiting, ")?;
        }
        f.write_str("full ")?;
        match self.exhausted {
            1 => f.write_str("once")?,
            times => write!(f, "{} times", Figure(usize::try_from(times).unwrap_or(usize::MAX)))?,
        }
        write!(f, "; {total} bytes, {bookkeeping} of them bookkeeping")
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::Stats;
    use std::string::ToString;

    #[test]
    fn a_line() {
        let stats = Stats {
            live: 3,
            free: 0,
            waiting: 0,
            capacity: 4,
            high_water_mark: 4,
            exhausted: 1,
            total_bytes: 1_024,
            bookkeeping_bytes: 12,
        };
        let line = "3 of 4 live, 4 at most, 0 free, full once; 1,024 bytes, 12 of them bookkeeping";
        assert_eq!(stats.to_string(), line);
        let never = Stats { exhausted: 0, ..stats };
        assert_eq!(never.to_string(), line.replace("once", "0 times"));
        let strict = Stats { waiting: 1, ..stats };
        assert_eq!(strict.to_string(), line.replace("0 free", "0 free, 1 waiting"));
    }
}
