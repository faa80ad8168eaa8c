//! The sizes of a pool of boxes, its current and peak use, and which lines made its boxes.

use super::PoolBox;
use crate::base::stats::Stats;
use crate::base::tally::Tally;
use crate::boxes::spec::{BoxSpec, Mode, cache, sites, state_bytes, total_bytes};
use crate::boxes::sync::usage::Usage;
use crate::layout::Layout;
use crate::track::LiveSites;

/// # Usage and leaks
impl<P: BoxSpec> PoolBox<P> {
    /// Returns the number of slots in use. O(1), or O(capacity / 32) on RISC-V with 32 bits and Cortex-M0, where bits
    /// are counted.
    ///
    /// If threads keep free slots for themselves (see [Threads](#threads)), those slots are included, so this is an
    /// upper bound. It changes when a thread takes a batch of up to 16 slots, or gives one back.
    ///
    /// Under `sync = threads, exact` with feature `std`, and where bits are counted, the method counts one part of the
    /// pool after the other. It may count a box that another thread makes or drops meanwhile twice, or not at all.
    ///
    /// # Panics
    ///
    /// Panics under `sync = local` with feature `std` if another thread owns the pool, because the counts belong to
    /// that thread. So do [`high_water_mark`](PoolBox::high_water_mark) and
    /// [`full_count`](PoolBox::full_count).
    #[doc(alias = "live")]
    #[must_use]
    pub fn len() -> usize {
        Self::usage().live as usize
    }

    /// Returns the largest number of slots in use at once since the start of the program. O(1).
    ///
    /// It is an upper bound, as [`len`](PoolBox::len) is, and panics as `len` does. Under `sync = threads, exact` with
    /// feature `std` it counts up to 7 slots more: the first slot of a thread may be one that was never used, while
    /// slots that other threads freed can be used.
    #[must_use]
    pub fn high_water_mark() -> usize {
        Self::usage().most_live as usize
    }

    /// Returns how often a box was refused since the start of the program, because no slot was free. O(1).
    ///
    /// If threads keep free slots for themselves, slots that the thread did not see may have been free. It panics as
    /// [`len`](PoolBox::len) does.
    #[must_use]
    pub fn full_count() -> u64 {
        Self::usage().exhausted
    }

    /// Returns all figures at once. [`Stats`] can be shown as one line. O(1), or as [`len`](PoolBox::len).
    ///
    /// The slots in use and the largest number of them are upper bounds, as [`len`](PoolBox::len) is. The bytes are
    /// those of the statics, without the free slots that threads keep.
    ///
    /// ```
    /// # use stackpool::{Full, Pool};
    /// #[derive(Pool)]
    /// #[pool(capacity = 64, boxed, sync = local)]
    /// struct Node {
    ///     key: u32,
    /// }
    ///
    /// let root = NodeBox::new(Node { key: 7 })?;
    /// assert!(NodeBox::stats().to_string().starts_with("1 of 64 live, 1 at most, 63 free, full 0 times; "));
    /// # assert_eq!(root.key, 7);
    /// # Ok::<(), Full<Node>>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Panics as [`len`](PoolBox::len) does.
    #[must_use]
    pub fn stats() -> Stats {
        Self::stats_of(Self::usage())
    }

    /// The figures with this use.
    pub(crate) fn stats_of(usage: Usage) -> Stats {
        let Usage { live, most_live, exhausted, caches } = usage;
        let kept = u64::from(caches) * Self::CACHE as u64;
        Stats {
            live: live as usize,
            free: Self::CAPACITY - live as usize,
            retired: 0,
            kept_by_threads: kept.min(live.into()) as usize,
            waiting: 0,
            generations: 0,
            tally: Tally::UNKNOWN,
            capacity: Self::CAPACITY,
            high_water_mark: most_live as usize,
            full_count: exhausted,
            total_bytes: Self::TOTAL_BYTES,
            bookkeeping_bytes: Self::BOOKKEEPING_BYTES,
        }
    }

    /// Returns the lines of code that made the boxes, with a count per line of the objects that boxes own.
    ///
    /// The lines are recorded with feature `track`, in builds with debug assertions: see [`LiveSites`]. The recorded
    /// line is that of the call to `new`, `new_with`, `new_zeroed`, `pin` or `try_clone`. Objects that were
    /// [leaked](PoolBox::leak) or forgotten are included. While other threads make and drop boxes, the result does
    /// not show one moment.
    #[doc(alias = "leaks")]
    #[must_use]
    pub fn live_sites() -> LiveSites<'static> {
        LiveSites::new(sites::<P>().cells())
    }

    /// Gives back the free slots that this thread keeps for itself. O(1).
    ///
    /// Call it in a thread that will not make or drop boxes for a while, so that other threads can use the slots. If
    /// threads keep no slots, it does nothing.
    pub fn flush_thread_cache() {
        P::Mode::flush::<P>();
    }

    /// Puts the definition into the report.
    #[inline(always)]
    pub(super) fn list() {
        #[cfg(feature = "report")]
        {
            use crate::boxes::spec::{SlotsOf, watched};
            use crate::statics::listing::{Facts, PoolKind};
            let facts = const {
                &Facts {
                    name: P::NAME,
                    kind: if P::STATICS.keep_objects() { PoolKind::Objects } else { PoolKind::Boxes },
                    capacity: Self::CAPACITY,
                    total_bytes: Self::TOTAL_BYTES,
                    slots_bytes: size_of::<SlotsOf<P>>(),
                    stats: |_| Some(Self::stats_of(P::Mode::seen_usage::<P>()?)),
                }
            };
            watched::<P>().listing.list(facts);
        }
    }

    fn usage() -> Usage {
        P::Mode::usage::<P>()
    }
}

/// # Sizes as constants
impl<P: BoxSpec> PoolBox<P> {
    /// The number of objects that boxes can own at the same time.
    pub const CAPACITY: usize = <P::Layout as Layout>::CAPACITY as usize;

    /// Bytes of a box: 1 to 4.
    pub const BOX_BYTES: usize = size_of::<Self>();

    /// The most free slots that each thread keeps for itself.
    ///
    /// A 64th of the capacity and at most 32; 0 if threads keep none. See [Threads](#threads).
    pub const CACHE: usize = cache::<P>();

    /// Bytes of the free slots and the counts: everything except the objects.
    pub const BOOKKEEPING_BYTES: usize = state_bytes::<P>();

    /// Bytes of the statics, without the free slots that threads keep.
    #[doc(alias = "allocated_bytes")]
    pub const TOTAL_BYTES: usize = total_bytes::<P>() as usize;
}
