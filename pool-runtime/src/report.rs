//! Feature `report`: how full all pools of the program are and were.

use crate::base::stats::Stats;
use crate::statics::listing::Listing;
pub use crate::statics::listing::PoolKind;
use core::fmt;

/// Returns how full the pools of the program are and were: all definitions that were used so far. O(definitions) to
/// iterate.
///
/// Use it for a command on a serial console, an overlay, or a line at the end of a level. It needs feature `report`.
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
/// particles.publish(); // once a frame, for example
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
/// The definitions in the order of their first use in this run:
///
/// - **boxes** of all kinds, from the first box on, with the figures of this moment. (Slots that threads keep for
///   themselves count as live, as in [`len`](crate::PoolBox::len).) Under `sync = local` only the
///   thread that owns the boxes knows them; without feature `std`, everybody.
/// - **pools with handles, columns and values**, from `take_pool` or `publish` on, with the figures that
///   [`publish`](crate::Pool::publish) noted last. The owner of a pool may be in the middle of any operation, so nobody
///   else can look. `publish` takes six stores.
/// - **pools of lists**, from `take_pool` on, without figures.
///
/// A definition that was not used so far is not listed, nor linked for the sake of the report. Generic definitions have
/// no static, so they are not listed.
///
/// # Threads and interrupts
///
/// Any thread and any interrupt handler may ask at any time. Nothing is locked, allocated or waited for, except that
/// boxes under `sync = critical_section` are asked in a critical section. The figures of one pool may be of moments a
/// few operations apart.
#[must_use]
pub fn report() -> UsageReport {
    UsageReport(())
}

/// How full the pools of the program are and were. Returned by [`report`]. `Display` shows a table.
#[derive(Clone, Copy, Debug)]
pub struct UsageReport(());

/// How full one pool is and was, from [`UsageReport::iter`]. `Display` shows a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PoolUsage {
    /// The name of the definition.
    pub name: &'static str,
    /// What it has.
    pub kind: PoolKind,
    /// All slots.
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
    /// It is an eighth and one more than the high-water mark, and at most the capacity. If the pool refused something,
    /// the high-water mark does not say how much would have been enough: then it is a quarter and one more than the
    /// capacity.
    #[must_use]
    pub fn suggested_capacity(&self) -> Option<usize> {
        let stats = self.stats?;
        let more = |slots: usize, part: usize| slots.saturating_add(slots / part).saturating_add(1);
        Some(if stats.exhausted == 0 {
            more(stats.high_water_mark, 8).min(self.capacity)
        } else {
            more(self.capacity, 4)
        })
    }

    /// Returns how many bytes of slots the suggested capacity would save; 0 if it is not smaller. `None` without
    /// figures.
    ///
    /// That is what is in proportion to the capacity: the objects, and what the table, the guard or the counts of
    /// shared boxes say of each. Lists of free boxes are not counted, nor narrower handles and indices.
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
        let Stats { live, high_water_mark, exhausted, .. } = stats;
        write!(f, " {live:>NUMBER$} {high_water_mark:>NUMBER$} {exhausted:>NUMBER$}")?;
        match (self.suggested_capacity(), self.saved_bytes()) {
            (Some(suggested), Some(saved)) if suggested < *capacity => {
                write!(f, "  a capacity of {suggested} would save {saved} bytes")
            }
            (Some(suggested), _) if suggested > *capacity => write!(f, "  needs more: try {suggested}"),
            _ => Ok(()),
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
