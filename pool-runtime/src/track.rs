//! Records where the live objects of a pool were inserted: feature `track`, in builds with debug assertions.
//!
//! `sites` is used if both are on, `no_sites` otherwise. They have the same types, but those of `no_sites` have no
//! size. The sizes that a pool reports count neither, since another crate may have turned on the feature.

#[cfg(not(all(feature = "track", debug_assertions)))]
mod no_sites;
#[cfg(all(feature = "track", debug_assertions))]
mod sites;

pub(crate) use crate::base::site::{Cell, Site};
#[cfg(not(all(feature = "track", debug_assertions)))]
pub(crate) use no_sites::Sites;
#[cfg(all(feature = "track", debug_assertions))]
pub(crate) use sites::Sites;

use core::cmp::Ordering;
use core::fmt;
use core::panic::Location;

/// The live objects of a pool, counted by the lines of code that inserted them.
///
/// Returned by [`Pool::live_sites`](crate::Pool::live_sites) and [`PoolBox::live_sites`](crate::PoolBox::live_sites).
/// `Display` shows a table.
///
/// Lines are recorded with feature `track` in builds with debug assertions. The pool then keeps one pointer per slot.
/// The pointers are in the pool itself, so `Pool::new` uses more of the stack. Other builds record nothing, at no cost,
/// and the same code compiles: see [`IS_TRACKED`](LiveSites::IS_TRACKED).
///
/// ```
/// # use stackpool::{Full, LiveSites, Pool};
/// #[derive(Pool)]
/// #[pool(capacity = 64)]
/// struct Particle {
///     ttl: f32,
/// }
///
/// # fn main() -> Result<(), Full> {
/// let mut particles = ParticlePool::new();
/// particles.insert(Particle { ttl: 0.0 }).map_err(Full::without_value)?;
/// for ttl in [1.0, 2.0] {
///     particles.insert(Particle { ttl }).map_err(Full::without_value)?;
/// }
///
/// let leaks = particles.live_sites();
/// if LiveSites::IS_TRACKED {
///     //  live  inserted at
///     //     2  src/main.rs:12:15
///     //     1  src/main.rs:10:11
///     //     3  in all
///     println!("{leaks}");
///     assert_eq!(leaks.iter().map(|leak| leak.count()).collect::<Vec<_>>(), [2, 1]);
/// }
/// # Ok(())
/// # }
/// ```
#[doc(alias = "leaks")]
#[derive(Clone, Copy)]
pub struct LiveSites<'a> {
    cells: &'a [Cell],
}

/// One line of code that inserted live objects, and their number. From [`LiveSites::iter`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct LiveSite {
    site: &'static Location<'static>,
    count: usize,
}

impl LiveSite {
    /// Returns the line of the call that inserted the objects.
    #[must_use]
    #[inline]
    pub fn site(&self) -> &'static Location<'static> {
        self.site
    }

    /// Returns how many of these objects are live.
    #[must_use]
    #[inline]
    pub fn count(&self) -> usize {
        self.count
    }
}

/// The largest count comes first, then the order of the lines.
#[inline]
fn order(one: &LiveSite, other: &LiveSite) -> Ordering {
    other.count.cmp(&one.count).then_with(|| order_of_sites(one.site, other.site))
}

/// By file, line and column, so the order does not depend on addresses.
#[inline]
fn order_of_sites(one: &Location<'_>, other: &Location<'_>) -> Ordering {
    let key = |site: &Location<'_>| (site.line(), site.column());
    one.file().cmp(other.file()).then_with(|| key(one).cmp(&key(other)))
}

impl<'a> LiveSites<'a> {
    /// Whether this build records the lines.
    pub const IS_TRACKED: bool = cfg!(all(feature = "track", debug_assertions));

    #[inline]
    pub(crate) fn new(cells: &'a [Cell]) -> Self {
        LiveSites { cells }
    }

    /// Returns how many live objects have a recorded line. If lines are recorded, these are all live objects.
    /// O(capacity).
    #[must_use]
    #[inline]
    pub fn total(&self) -> usize {
        self.sites().count()
    }

    /// Returns the lines, the one with the most live objects first. Lines with equal counts are sorted by file, line
    /// and column. The order is the same on every machine, unless compilers name files differently.
    ///
    /// The iterator uses no memory. It reads all slots once per line, and again after every 16 lines: O(capacity *
    /// lines * (1 + lines / 16)).
    #[must_use = "iterators are lazy"]
    #[inline]
    pub fn iter(&self) -> LiveSitesIter<'a> {
        LiveSitesIter { leaks: *self, ahead: [None; AHEAD], next: 0, last: None }
    }

    #[inline]
    fn sites(self) -> impl Iterator<Item = &'static Location<'static>> + 'a {
        self.cells.iter().filter_map(Cell::location)
    }

    /// Returns the first line after `previous`, in the order of the lines.
    #[inline]
    fn next_site(self, previous: Option<&Location<'_>>) -> Option<LiveSite> {
        let mut first: Option<LiveSite> = None;
        for site in self.sites() {
            if previous.is_some_and(|previous| order_of_sites(site, previous) != Ordering::Greater) {
                continue;
            }
            match &mut first {
                None => first = Some(LiveSite { site, count: 1 }),
                Some(leak) => match order_of_sites(site, leak.site) {
                    Ordering::Less => *leak = LiveSite { site, count: 1 },
                    Ordering::Equal => leak.count += 1,
                    Ordering::Greater => {}
                },
            }
        }
        first
    }
}

impl<'a> IntoIterator for LiveSites<'a> {
    type Item = LiveSite;
    type IntoIter = LiveSitesIter<'a>;

    #[inline]
    fn into_iter(self) -> LiveSitesIter<'a> {
        self.iter()
    }
}

impl<'a> IntoIterator for &LiveSites<'a> {
    type Item = LiveSite;
    type IntoIter = LiveSitesIter<'a>;

    #[inline]
    fn into_iter(self) -> LiveSitesIter<'a> {
        self.iter()
    }
}

/// How many lines are found at a time.
const AHEAD: usize = 16;

/// Iterates over the lines that inserted live objects, from [`LiveSites::iter`].
#[must_use = "iterators are lazy"]
#[derive(Clone)]
pub struct LiveSitesIter<'a> {
    leaks: LiveSites<'a>,
    /// The next lines, in order.
    ahead: [Option<LiveSite>; AHEAD],
    /// How many of these were returned.
    next: usize,
    /// The line that was returned last.
    last: Option<LiveSite>,
}

impl LiveSitesIter<'_> {
    /// Finds the next lines.
    #[inline]
    fn look_ahead(&mut self) {
        self.ahead = [None; AHEAD];
        self.next = 0;
        let mut found = self.leaks.next_site(None);
        while let Some(leak) = found {
            if self.last.is_none_or(|last| order(&leak, &last) == Ordering::Greater) {
                self.put_in_order(leak);
            }
            found = self.leaks.next_site(Some(leak.site));
        }
    }

    /// Inserts a line at its position in the order. The lines after it move on by one, and the last one falls out.
    #[inline]
    fn put_in_order(&mut self, leak: LiveSite) {
        let mut moved = leak;
        for place in &mut self.ahead {
            match place {
                Some(there) if order(&moved, there) == Ordering::Less => core::mem::swap(&mut moved, there),
                Some(_) => {}
                None => {
                    *place = Some(moved);
                    return;
                }
            }
        }
    }
}

impl Iterator for LiveSitesIter<'_> {
    type Item = LiveSite;

    #[inline]
    fn next(&mut self) -> Option<LiveSite> {
        if self.next == AHEAD || self.last.is_none() {
            self.look_ahead();
        }
        let leak = self.ahead.get(self.next).copied().flatten()?;
        self.next += 1;
        self.last = Some(leak);
        Some(leak)
    }
}

impl fmt::Display for LiveSites<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if const { !Self::IS_TRACKED } {
            return f.write_str("not tracked: needs feature `track` in a build with debug assertions");
        }
        let total = self.total();
        if total == 0 {
            return f.write_str("nothing is live");
        }
        let width = total.ilog10() as usize + 1;
        let width = width.max("live".len());
        writeln!(f, "{:>width$}  inserted at", "live")?;
        for leak in self {
            writeln!(f, "{:>width$}  {}", leak.count, leak.site)?;
        }
        write!(f, "{total:>width$}  in all")
    }
}

impl fmt::Debug for LiveSites<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

/// Shows `2 at src/main.rs:12:15`.
impl fmt::Debug for LiveSite {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.count, self.site)
    }
}

/// Writes `2 at src/main.rs:12:15`.
#[cfg(feature = "defmt")]
impl defmt::Format for LiveSite {
    #[inline]
    fn format(&self, f: defmt::Formatter<'_>) {
        let (site, count) = (self.site, self.count);
        defmt::write!(f, "{=usize} at {=str}:{=u32}:{=u32}", count, site.file(), site.line(), site.column());
    }
}

/// Writes a list of the lines.
#[cfg(feature = "defmt")]
impl defmt::Format for LiveSites<'_> {
    #[inline]
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "[");
        for (number, site) in self.iter().enumerate() {
            match number {
                0 => defmt::write!(f, "{}", site),
                _ => defmt::write!(f, ", {}", site),
            }
        }
        defmt::write!(f, "]");
    }
}

impl fmt::Debug for LiveSitesIter<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LiveSitesIter").field("last", &self.last).finish_non_exhaustive()
    }
}
