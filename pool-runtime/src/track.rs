//! Where what lives in a pool was inserted: feature `track`, in builds with debug assertions.
//!
//! `sites` is what is there with both, `no_sites` what is there otherwise: types of the same names and no size. Neither
//! counts in the sizes that a pool says it has, since the feature may be on for another crate's sake.

#[cfg(not(all(feature = "track", debug_assertions)))]
mod no_sites;
#[cfg(all(feature = "track", debug_assertions))]
mod sites;

#[cfg(not(all(feature = "track", debug_assertions)))]
pub(crate) use no_sites::{Cell, Site, Sites};
#[cfg(all(feature = "track", debug_assertions))]
pub(crate) use sites::{Cell, Site, Sites};

use core::cmp::Ordering;
use core::fmt;
use core::panic::Location;

/// What is live in a pool, by the lines that inserted it: from [`Pool::live_sites`](crate::Pool::live_sites) and
/// [`PoolBox::live_sites`](crate::PoolBox::live_sites). Shown as a table.
///
/// The lines are known with feature `track` in builds with debug assertions, which then keep a pointer a slot, in the pool
/// itself: one that is made by `Pool::new` takes that more of the stack. Elsewhere there is nothing to show, at no cost, and the
/// same code compiles: [`IS_TRACKED`](LiveSites::IS_TRACKED) tells.
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
#[derive(Clone, Copy)]
pub struct LiveSites<'a> {
    cells: &'a [Cell],
}

/// What one line inserted, from [`LiveSites::iter`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct LiveSite {
    site: &'static Location<'static>,
    count: usize,
}

impl LiveSite {
    /// The line: of the call that inserted them.
    #[must_use]
    pub fn site(&self) -> &'static Location<'static> {
        self.site
    }

    /// How many of them are live.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }
}

/// The largest count first; then in the order of the lines.
fn order(one: &LiveSite, other: &LiveSite) -> Ordering {
    other.count.cmp(&one.count).then_with(|| order_of_sites(one.site, other.site))
}

/// By file, line and column: nothing that an address decides.
fn order_of_sites(one: &Location<'_>, other: &Location<'_>) -> Ordering {
    let key = |site: &Location<'_>| (site.line(), site.column());
    one.file().cmp(other.file()).then_with(|| key(one).cmp(&key(other)))
}

impl<'a> LiveSites<'a> {
    /// Whether lines are known in this build.
    pub const IS_TRACKED: bool = cfg!(all(feature = "track", debug_assertions));

    pub(crate) fn new(cells: &'a [Cell]) -> Self {
        LiveSites { cells }
    }

    /// How many objects are live whose line is known: all of them, where lines are. O(capacity).
    #[must_use]
    pub fn total(&self) -> usize {
        self.sites().count()
    }

    /// The lines, that of the most objects first; of as many, in the order of file, line and column. The same on every
    /// machine, but for what the compiler says the files are called.
    ///
    /// It needs no memory, so it looks at all slots once for each line, and again after every 16 lines: O(capacity * lines *
    /// (1 + lines / 16)).
    #[must_use = "iterators are lazy"]
    pub fn iter(&self) -> LiveSitesIter<'a> {
        LiveSitesIter { leaks: *self, ahead: [None; AHEAD], next: 0, last: None }
    }

    fn sites(self) -> impl Iterator<Item = &'static Location<'static>> + 'a {
        self.cells.iter().filter_map(Cell::location)
    }

    /// The first line behind `previous`, in the order of the lines.
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

    fn into_iter(self) -> LiveSitesIter<'a> {
        self.iter()
    }
}

impl<'a> IntoIterator for &LiveSites<'a> {
    type Item = LiveSite;
    type IntoIter = LiveSitesIter<'a>;

    fn into_iter(self) -> LiveSitesIter<'a> {
        self.iter()
    }
}

/// Lines that are found at a time.
const AHEAD: usize = 16;

/// The lines of what is live, from [`LiveSites::iter`].
#[must_use = "iterators are lazy"]
#[derive(Clone)]
pub struct LiveSitesIter<'a> {
    leaks: LiveSites<'a>,
    /// The next lines, in order.
    ahead: [Option<LiveSite>; AHEAD],
    /// How many of them were given.
    next: usize,
    /// The last that was given.
    last: Option<LiveSite>,
}

impl LiveSitesIter<'_> {
    /// Finds the next lines.
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

    /// Puts a line where it belongs, and those behind it one further: the last one falls out.
    fn put_in_order(&mut self, leak: LiveSite) {
        let mut moved = Some(leak);
        for place in &mut self.ahead {
            let is_before = match (&moved, &place) {
                (Some(moved), Some(there)) => order(moved, there) == Ordering::Less,
                (_, None) => true,
                (None, _) => false,
            };
            if is_before {
                core::mem::swap(&mut moved, place);
            }
        }
    }
}

impl Iterator for LiveSitesIter<'_> {
    type Item = LiveSite;

    fn next(&mut self) -> Option<LiveSite> {
        if self.next == AHEAD || self.last.is_none() {
            self.look_ahead();
        }
        let leak = self.ahead[self.next]?;
        self.next += 1;
        self.last = Some(leak);
        Some(leak)
    }
}

impl fmt::Display for LiveSites<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !Self::IS_TRACKED {
            return f.write_str("not tracked: feature `track` is for builds with debug assertions");
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
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

/// `2 at src/main.rs:12:15`
impl fmt::Debug for LiveSite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.count, self.site)
    }
}

impl fmt::Debug for LiveSitesIter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LiveSitesIter").field("last", &self.last).finish_non_exhaustive()
    }
}
