//! Current and peak use of a pool.

use crate::base::figure::Figure;
use crate::base::tally::{Tallied, Tally};
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
/// assert_eq!((stats.live, stats.high_water_mark, stats.full_count), (10, 30, 0));
/// assert_eq!(
///     stats.to_string(),
///     "10 of 1,000 live, 30 at most, 990 free, full 0 times, 64 generations; 7,232 bytes, 3,160 of them bookkeeping"
/// );
/// # Ok::<(), stackpool::Full<Particle>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Stats {
    /// Slots in use: live objects, or values that are handed out.
    pub live: usize,
    /// Slots that can be used now: the capacity minus the slots in use, minus the retired slots, minus those that wait.
    pub free: usize,
    /// Slots that are never used again, since their generations are used up: under `on_wrap = retire`.
    pub retired: usize,
    /// At most this many of the slots in use are kept by threads for themselves, under `sync = threads` of boxes. Such
    /// a slot is free for the thread that keeps it.
    pub kept_by_threads: usize,
    /// Slots that wait under `strict`, until others were freed. Without `strict`, a slot that waits counts as
    /// free, and this is 0.
    pub waiting: usize,
    /// All slots of the pool.
    pub capacity: usize,
    /// The most slots that were in use at once.
    pub high_water_mark: usize,
    /// How often an insertion found the pool full.
    pub full_count: u64,
    /// How many generations a slot has: a stale handle is caught until its slot was freed this many times. 1: only
    /// while the slot is free. 0: under `guard = none`, which catches none, and for boxes and values, which have no
    /// handles.
    pub generations: u32,
    /// The size of the whole pool in bytes.
    pub total_bytes: usize,
    /// The bytes that are neither slots nor padding.
    pub bookkeeping_bytes: usize,
    /// Has a size only with feature `track`.
    pub(crate) tally: Tally,
}

/// # Totals
///
/// With feature `track`, in builds with debug assertions, pools with handles and pools of values count what was done
/// with them, since they were made or since the last [`reset_stats`](crate::Pool::reset_stats). The totals are `None`
/// in other builds, for boxes and for pools of lists. `==`, saves and `Display` ignore them.
///
/// ```
/// stackpool::pool! { Shots: [f32; 100]; }
///
/// let mut shots = ShotsPool::new();
/// let shot = shots.insert(1.0)?;
/// shots.extend([2.0, 3.0]);
/// shots.remove(shot);
/// shots.remove(shot);                             // removed before: the handle is stale
/// if let Some(stale) = shots.stats().stale_uses() {
///     assert_eq!((shots.stats().insertions(), shots.stats().removals(), stale), (Some(3), Some(1), 1));
/// }
/// # Ok::<(), stackpool::Full<f32>>(())
/// ```
impl Stats {
    /// Returns how many objects were inserted, or values handed out: each of a batch, and each of
    /// [`insert_at`](crate::Pool::insert_at).
    ///
    /// Operations that replace the state of a pool count as no insertion and no removal: `restore`, deserialization,
    /// clones, and `map_into` for its target. An object that was detached and put back counts in neither total.
    #[inline]
    #[must_use]
    pub fn insertions(&self) -> Option<u64> {
        self.tally.of(Tallied::Insertions)
    }

    /// Returns how many objects were removed, or values released: one for each object of an operation that removes
    /// many, such as [`clear`](crate::Pool::clear), `drain`, `reset`, `retain` and `release_since`.
    #[inline]
    #[must_use]
    pub fn removals(&self) -> Option<u64> {
        self.tally.of(Tallied::Removals)
    }

    /// Returns how many operations failed because their handle was stale. Only operations that take the pool by `&mut`
    /// count, such as `get_mut`, `remove` and `pool[handle] = ..`. A batch counts once. For pools of values, it is how
    /// many failed because the value was not handed out.
    ///
    /// Look-ups by `&` are not counted: a program often asks whether a handle is stale.
    #[inline]
    #[must_use]
    pub fn stale_uses(&self) -> Option<u64> {
        self.tally.of(Tallied::StaleUses)
    }

    /// Returns how often a slot began its [generations](Stats::generations) anew. From then on, the pool issues handles
    /// of the slot a second time, and a handle that the program still keeps from the first time names the new object.
    ///
    /// If that happens in your program, ask for more: `generations = 30_000`, or `handle_bytes = 4`. `Display` and
    /// `report()` show it. Under `on_wrap = retire` it never happens. Operations that start a pool over are not
    /// counted: `reset`, `restore` and deserialization.
    ///
    /// ```
    /// stackpool::pool! { Shots: [f32; 65_535], quarantine = 0; }
    ///
    /// let mut shots = ShotsPool::on_heap();
    /// for _ in 0..3 {
    ///     let shot = shots.insert(1.0)?;
    ///     shots.remove(shot);
    /// }
    /// let stats = shots.stats();
    /// assert_eq!(stats.generations, 1);
    /// if let Some(wraps) = stats.wraps() {
    ///     assert_eq!(wraps, 3);
    ///     assert!(stats.to_string().contains("1 generation, begun anew 3 times: `generations = ..` asks for more"));
    /// }
    /// # Ok::<(), stackpool::Full<f32>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn wraps(&self) -> Option<u64> {
        self.tally.of(Tallied::Wraps).filter(|_| self.generations > 0)
    }
}

/// Writes the fields that are public.
#[cfg(feature = "defmt")]
impl defmt::Format for Stats {
    #[inline]
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(
            f,
            "Stats {{ live: {=usize}, free: {=usize}, retired: {=usize}, kept_by_threads: {=usize}, waiting: {=usize}, \
             capacity: {=usize}, high_water_mark: {=usize}, full_count: {=u64}, generations: {=u32}, \
             total_bytes: {=usize}, bookkeeping_bytes: {=usize} }}",
            self.live,
            self.free,
            self.retired,
            self.kept_by_threads,
            self.waiting,
            self.capacity,
            self.high_water_mark,
            self.full_count,
            self.generations,
            self.total_bytes,
            self.bookkeeping_bytes,
        );
    }
}

impl fmt::Display for Stats {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [live, capacity, most, free, total, bookkeeping] = [
            self.live,
            self.capacity,
            self.high_water_mark,
            self.free,
            self.total_bytes,
            self.bookkeeping_bytes,
        ]
        .map(Figure);
        write!(f, "{live} of {capacity} live, ")?;
        if self.kept_by_threads > 0 {
            write!(f, "up to {} of them kept by threads, ", Figure(self.kept_by_threads))?;
        }
        write!(f, "{most} at most, {free} free, ")?;
        for (count, what) in [(self.retired, "retired"), (self.waiting, "waiting")] {
            if count > 0 {
                write!(f, "{} {what}, ", Figure(count))?;
            }
        }
        write!(f, "full {}", Times(self.full_count))?;
        if self.generations > 0 {
            write!(f, ", {} generation", Figure(self.generations as usize))?;
            if self.generations > 1 {
                f.write_str("s")?;
            }
        }
        match self.wraps() {
            None | Some(0) => {}
            Some(wraps) => write!(f, ", begun anew {}: `generations = ..` asks for more", Times(wraps))?,
        }
        write!(f, "; {total} bytes, {bookkeeping} of them bookkeeping")
    }
}

/// "once", or "3 times".
struct Times(u64);

impl fmt::Display for Times {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            1 => f.write_str("once"),
            times => write!(f, "{} times", Figure(usize::try_from(times).unwrap_or(usize::MAX))),
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::{Stats, Tally};
    use std::string::ToString;

    #[test]
    fn a_line() {
        let stats = Stats {
            live: 3,
            free: 0,
            retired: 0,
            kept_by_threads: 0,
            waiting: 0,
            capacity: 4,
            high_water_mark: 4,
            full_count: 1,
            generations: 0,
            total_bytes: 1_024,
            bookkeeping_bytes: 12,
            tally: Tally::NONE,
        };
        let line = "3 of 4 live, 4 at most, 0 free, full once; 1,024 bytes, 12 of them bookkeeping";
        assert_eq!(stats.to_string(), line);
        let never = Stats { full_count: 0, ..stats };
        assert_eq!(never.to_string(), line.replace("once", "0 times"));
        let strict = Stats { waiting: 1, ..stats };
        assert_eq!(strict.to_string(), line.replace("0 free", "0 free, 1 waiting"));
        let retiring = Stats { retired: 1, generations: 16_383, ..stats };
        let expected =
            line.replace("0 free", "0 free, 1 retired").replace("once", "once, 16,383 generations");
        assert_eq!(retiring.to_string(), expected);
        let boxes = Stats { kept_by_threads: 2, ..stats };
        assert_eq!(boxes.to_string(), line.replace("live", "live, up to 2 of them kept by threads"));
    }
}
