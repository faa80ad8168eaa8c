//! The error of statics that were taken before.

use crate::base::site::Cell;
use core::error::Error;
use core::fmt;
use core::panic::Location;

/// A static pool or a static region was taken before. Its first owner has it for the rest of the program.
///
/// The message names the static, and says how to share a pool and how to make one that is not static:
///
/// ```
/// # use stackpool::Pool;
/// # #[derive(Pool, Default)] #[pool(capacity = 64)] struct Particle { ttl: f32 }
/// let particles = Particle::take_pool().expect("the first call");
/// let error = Particle::take_pool().err().unwrap();
/// assert_eq!(error.name(), "Particle");
/// let place = error.taken_at().map_or(String::new(), |line| format!(", at {line}"));
/// let remedy = if cfg!(feature = "alloc") { "on_heap()" } else { "new()" };
/// assert_eq!(
///     error.to_string(),
///     format!(
///         "the static pool of `Particle` was taken before{place}; \
///          to share a pool with a thread or an interrupt handler, put it in a mutex: see \
///          `stackpool::guide::firmware`; \
///          in tests, make a pool per test: `Pool::<Particle>::{remedy}`"
///     ),
/// );
/// # particles.clear();
/// ```
///
/// Without an operating system, the message has no word about tests.
///
/// # To share a pool
///
/// `take_pool` gives the pool to one owner. If main and an interrupt handler need it, or two threads, put a pool in a
/// mutex, in a static of your own: [sharing a pool in firmware][shared].
///
/// # In tests
///
/// The tests of one program are threads of one process, and share its statics. Only the first test that calls
/// `take_pool` gets the pool. So write the code under test as a function of `&mut ParticlePool`, and make a pool in
/// each test: `ParticlePool::on_heap()`, or `ParticlePool::new()` if it is small. A pool of a list is made by
/// `new_pool()` of its definition, a region by `on_heap()` or `new()` of its type.
///
/// [shared]: https://docs.rs/stackpool/latest/stackpool/guide/firmware_sharing/
#[doc(alias = "AlreadyInitialized")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct AlreadyTaken {
    name: &'static str,
    kind: TakenKind,
    /// The line that took it.
    #[cfg(all(feature = "track", debug_assertions))]
    line: Option<&'static Location<'static>>,
}

/// What was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TakenKind {
    /// A `Pool`.
    Pool,
    /// A `ColumnPool`.
    Columns,
    /// A `ValuePool`.
    Values,
    /// A `ListPool`.
    List,
    /// A region.
    #[cfg(feature = "regions")]
    Region,
}

impl AlreadyTaken {
    #[cold]
    pub(crate) fn new(kind: TakenKind, name: &'static str, taken_at: &Cell) -> Self {
        let _ = taken_at;
        AlreadyTaken {
            name,
            kind,
            #[cfg(all(feature = "track", debug_assertions))]
            line: taken_at.location(),
        }
    }

    /// Returns the line that took the static pool, which `Display` shows too.
    ///
    /// It is recorded with feature `track`, in builds with debug assertions. `None` in other builds, for regions, and
    /// if another thread is just taking the pool.
    ///
    /// ```
    /// # use stackpool::{LiveSites, Pool};
    /// # #[derive(Pool, Default)] #[pool(capacity = 64)] struct Particle { ttl: f32 }
    /// let particles = Particle::take_pool();
    /// let line = line!() - 1;
    /// let error = Particle::take_pool().err().unwrap();
    /// assert_eq!(error.taken_at().map(|place| place.line()), LiveSites::IS_TRACKED.then_some(line));
    /// # assert!(particles.is_ok());
    /// ```
    #[must_use]
    #[inline]
    pub fn taken_at(&self) -> Option<&'static Location<'static>> {
        #[cfg(all(feature = "track", debug_assertions))]
        return self.line;
        #[cfg(not(all(feature = "track", debug_assertions)))]
        None
    }

    /// Returns the name of the definition; or for a static region, the name of its type.
    #[must_use]
    #[inline]
    pub const fn name(&self) -> &'static str {
        self.name
    }
}

/// The call that makes a pool or a region that is not static.
const MAKE: &str = if cfg!(feature = "alloc") { "on_heap()" } else { "new()" };

impl fmt::Display for AlreadyTaken {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name;
        let (kind, of) = match self.kind {
            TakenKind::Pool | TakenKind::Columns | TakenKind::Values | TakenKind::List => ("pool", " of"),
            #[cfg(feature = "regions")]
            TakenKind::Region => ("region", ""),
        };
        write!(f, "the static {kind}{of} `{name}` was taken before")?;
        if let Some(place) = self.taken_at() {
            write!(f, ", at {place}")?;
        }
        write!(
            f,
            "; to share a {kind} with a thread or an interrupt handler, put it in a mutex: see \
             `stackpool::guide::firmware`"
        )?;
        if cfg!(target_os = "none") {
            return Ok(());
        }
        write!(f, "; in tests, make a {kind} per test")?;
        match self.kind {
            TakenKind::Pool => write!(f, ": `Pool::<{name}>::{MAKE}`"),
            TakenKind::Columns => write!(f, ": `ColumnPool::<{name}>::{MAKE}`"),
            TakenKind::Values => write!(f, ": `ValuePool::<{name}>::{MAKE}`"),
            TakenKind::List => write!(f, ": `{name}::new_pool()`"),
            #[cfg(feature = "regions")]
            TakenKind::Region => write!(f, ", with `{MAKE}` of that type"),
        }
    }
}

/// Shows the same words as `Display`, because a test that fails in `unwrap` shows nothing else.
impl fmt::Debug for AlreadyTaken {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AlreadyTaken({self})")
    }
}

/// Writes which static it is.
#[cfg(feature = "defmt")]
impl defmt::Format for AlreadyTaken {
    fn format(&self, f: defmt::Formatter<'_>) {
        match self.kind {
            #[cfg(feature = "regions")]
            TakenKind::Region => defmt::write!(f, "the static region `{=str}` was taken before", self.name),
            _ => defmt::write!(f, "the static pool of `{=str}` was taken before", self.name),
        }
    }
}

impl Error for AlreadyTaken {}
