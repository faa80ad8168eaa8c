//! Feature `report`: current and peak use of all pools of the program.

use crate::base::stats::Stats;
use crate::statics::listing::Listing;
pub use crate::statics::listing::PoolKind;
use core::fmt;

/// Returns the current and peak use of all pool definitions that the program used so far. O(definitions) to iterate.
///
/// Use it for a command on a serial console, an overlay, or a log line at the end of a level. It needs feature
/// `report`.
///
/// ```
/// # use stackpool::{Full, Pool};
/// #[derive(Pool)]
/// #[pool(capacity = 1_000)]
/// struct Particle {
///     ttl: f32,
/// }
///
/// #[derive(Pool)]
/// #[pool(capacity = 16, boxed)]
/// struct Packet([u8; 64]);
///
/// # fn main() -> Result<(), Full<()>> {
/// let mut particles = ParticlePool::new();
/// particles.extend((0..30).map(|_| Particle { ttl: 1.0 }));
/// particles.publish_stats(); // once a frame, for example
/// let packet = PacketBox::new(Packet([0; 64])).map_err(Full::without_value)?;
///
/// // name      kind   capacity  bytes  live  most  refused
/// // Particle  pool       1000   7232    30    30        0  a capacity of 34 would save 6792 bytes
/// // Packet    boxes        16   1280     1     1        0  a capacity of 2 would save 896 bytes
/// println!("{}", stackpool::report());
///
/// let particle = stackpool::report().iter().find(|usage| usage.name == "Particle").expect("it was used");
/// assert_eq!(particle.stats.map(|stats| stats.high_water_mark), Some(30));
/// assert_eq!(particle.suggested_capacity(), Some(34));
/// # drop(packet);
/// # assert!(particles.values().all(|particle| particle.ttl == 1.0));
/// # Ok(())
/// # }
/// ```
///
/// # What is listed
///
/// The report lists the definitions in the order of their first use in this run:
///
/// - **boxes** of all kinds, from the first box on, with current figures. (Slots that threads keep for themselves count
///   as live, as in [`len`](crate::PoolBox::len).) Under `sync = local`, only the thread that owns the boxes sees their
///   figures. Without feature `std`, every caller does.
/// - **pools with handles, columns and values**, from `take_pool` or `publish_stats` on, with the figures of the last
///   [`publish_stats`](crate::Pool::publish_stats). The report cannot read such a pool itself, because its owner may be
///   in the middle of an operation. `publish_stats` takes ten stores.
/// - **pools of lists**, from `take_pool` on, without figures.
///
/// A definition that was not used so far is not listed, and the report does not cause it to be linked. Generic
/// definitions are not listed, because they have no static.
///
/// # Threads and interrupts
///
/// Any thread and any interrupt handler may call this at any time. It takes no lock, allocates nothing and never waits.
/// Exception: boxes under `sync = critical_section` are read in a critical section. The figures of one pool may come
/// from moments a few operations apart.
#[must_use]
pub fn report() -> UsageReport {
    UsageReport(())
}

/// Current and peak use of the pools of the program. Returned by [`report`]. `Display` shows a table.
#[derive(Clone, Copy, Debug)]
pub struct UsageReport(());

/// Current and peak use of one pool, from [`UsageReport::iter`]. `Display` shows a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PoolUsage {
    /// The name of the definition.
    pub name: &'static str,
    /// The kind of pool.
    pub kind: PoolKind,
    /// Number of slots.
    pub capacity: usize,
    /// The size of the pool, or of the statics of boxes, in bytes.
    pub total_bytes: usize,
    /// The figures, if they are known.
    pub stats: Option<Stats>,
    /// Bytes of the parts whose size is in proportion to the capacity.
    slots_bytes: usize,
}

impl UsageReport {
    /// Returns the pools, in the order of their first use.
    #[must_use = "iterators are lazy"]
    pub fn iter(self) -> UsageReportIter {
        UsageReportIter(Listing::first())
    }
}

impl IntoIterator for UsageReport {
    type Item = PoolUsage;
    type IntoIter = UsageReportIter;

    fn into_iter(self) -> UsageReportIter {
        self.iter()
    }
}

/// Iterator over the pools of the program, from [`UsageReport::iter`].
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy"]
pub struct UsageReportIter(Option<&'static Listing>);

impl Iterator for UsageReportIter {
    type Item = PoolUsage;

    fn next(&mut self) -> Option<PoolUsage> {
        let listing = self.0?;
        self.0 = listing.next();
        let facts = listing.facts();
        Some(PoolUsage {
            name: facts.name,
            kind: facts.kind,
            capacity: facts.capacity,
            total_bytes: facts.total_bytes,
            stats: (facts.stats)(listing),
            slots_bytes: facts.slots_bytes,
        })
    }
}

impl PoolUsage {
    /// Returns the capacity that the figures suggest; `None` without figures.
    ///
    /// Without refusals, it is the high-water mark plus an eighth plus one, and at most the capacity. If the pool
    /// refused something, the high-water mark does not show how many slots would be enough. Then it is the capacity
    /// plus what was refused plus one: a quarter of the capacity at least, and 16 times it at most, since one object
    /// can be refused again and again.
    #[must_use]
    pub fn suggested_capacity(&self) -> Option<usize> {
        let stats = self.stats?;
        Some(if stats.full_count == 0 {
            let most = stats.high_water_mark;
            most.saturating_add(most / 8).saturating_add(1).min(self.capacity)
        } else {
            let refused = usize::try_from(stats.full_count).unwrap_or(usize::MAX);
            let further = refused.clamp(self.capacity / 4, self.capacity.saturating_mul(16));
            self.capacity.saturating_add(further).saturating_add(1)
        })
    }

    /// Returns how many bytes of slots the suggested capacity would save; 0 if it is not smaller. `None` without
    /// figures.
    ///
    /// This counts only what is proportional to the capacity: the objects, and their entries in the table, the guard or
    /// the counts of shared boxes. It does not count lists of free boxes, or savings from narrower handles and indices.
    #[must_use]
    pub fn saved_bytes(&self) -> Option<usize> {
        let fewer = self.capacity.saturating_sub(self.suggested_capacity()?);
        let (bytes, capacity) = (self.slots_bytes as u64, self.capacity.max(1) as u64);
        let saved = bytes / capacity * fewer as u64 + bytes % capacity * fewer as u64 / capacity;
        Some(saved as usize)
    }
}

impl fmt::Display for PoolKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            PoolKind::Pool => "pool",
            PoolKind::Values => "values",
            PoolKind::List => "list",
            PoolKind::Boxes => "boxes",
            PoolKind::Shared => "shared",
            PoolKind::Objects => "objects",
        })
    }
}

/// The width of the names and the kinds in a table.
const NAME: usize = 24;
const KIND: usize = 8;
/// The width of the numbers.
const NUMBER: usize = 11;

impl fmt::Display for PoolUsage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PoolUsage { name, kind, capacity, total_bytes, stats, .. } = self;
        write!(f, "{name:NAME$} {kind:KIND$} {capacity:>NUMBER$} {total_bytes:>NUMBER$}")?;
        let Some(stats) = stats else { return f.write_str("  unknown") };
        let Stats { live, high_water_mark, full_count, retired, generations, .. } = stats;
        write!(f, " {live:>NUMBER$} {high_water_mark:>NUMBER$} {full_count:>NUMBER$}")?;
        match (self.suggested_capacity(), self.saved_bytes()) {
            (Some(suggested), Some(saved)) if suggested < *capacity => {
                write!(f, "  a capacity of {suggested} would save {saved} bytes")?;
            }
            (Some(suggested), _) if suggested > *capacity => write!(f, "  needs more: try {suggested}")?,
            _ => {}
        }
        if *retired > 0 {
            write!(f, "  {retired} slots are retired")?;
        }
        match stats.wraps() {
            None | Some(0) => Ok(()),
            Some(wraps) => write!(f, "  slots began their {generations} generations anew {wraps} times"),
        }
    }
}

impl fmt::Display for UsageReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [capacity, bytes, live, most, refused] = ["capacity", "bytes", "live", "most", "refused"];
        writeln!(
            f,
            "{:NAME$} {:KIND$} {capacity:>NUMBER$} {bytes:>NUMBER$} {live:>NUMBER$} {most:>NUMBER$} {refused:>NUMBER$}",
            "name", "kind"
        )?;
        self.iter().try_for_each(|usage| writeln!(f, "{usage}"))
    }
}
