//! Errors that return the value that could not be inserted.

use crate::base::figure::Figure;
use core::error::Error;
use core::fmt;
use core::hash::{Hash, Hasher};

/// A pool or a region had no room for a value. Gives the value back.
///
/// ```
/// # use stackpool::Pool;
/// # #[derive(Pool, Default)] #[pool(capacity = 64)] struct Particle { ttl: f32 }
/// let mut particles = ParticlePool::new();
/// while particles.insert(Particle { ttl: 1.0 }).is_ok() {}
/// let full = particles.insert(Particle { ttl: 2.0 }).unwrap_err();
/// assert_eq!(full.to_string(), "the pool of `Particle` has no room: its capacity is 64");
/// assert_eq!(full.into_inner().ttl, 2.0);
/// ```
///
/// [`without_value`](Full::without_value) drops the value, for functions that return the error but not the value:
///
/// ```
/// # use stackpool::{Full, Pool};
/// # #[derive(Pool, Default)] #[pool(capacity = 64)] struct Particle { ttl: f32 }
/// fn burst(particles: &mut ParticlePool) -> Result<ParticleHandle, Full> {
///     particles.insert_many([1.0, 2.0].map(|ttl| Particle { ttl })).map_err(Full::without_value)?;
///     particles.insert(Particle { ttl: 3.0 }).map_err(Full::without_value)
/// }
/// # assert!(burst(&mut ParticlePool::new()).is_ok());
/// ```
///
/// A pool can be full with fewer objects than its capacity. The message says why, and the [`Stats`](crate::Stats) of
/// the pool have the figures:
///
/// - "its capacity is 128, and up to 28 of its free slots wait", with `quarantine = 28, strict`: see
///   [`waiting`](crate::Stats::waiting);
/// - "its capacity is 1,000, and all of its slots are retired" (or "some"), with `on_wrap = retire`: see
///   [`retired`](crate::Stats::retired);
/// - "its capacity is 1,024, and each thread keeps up to 16 free slots", of boxes: see
///   [`kept_by_threads`](crate::Stats::kept_by_threads).
///
/// Two errors are equal if their values are, whatever had no room for them.
///
/// # Size
///
/// `Full<T>` is a `T` and a pointer to the name and the capacity of the pool. In a `Result<ParticleHandle,
/// Full<Particle>>`, the handle and the byte of the discriminant come before both.
#[doc(alias = "CapacityError")]
#[derive(Clone, Copy)]
pub struct Full<T = ()> {
    pub(crate) value: T,
    /// `None`: the error was made by [`Full::new`].
    ///
    /// An `Option` of a reference has no niche left. If it had one, a `Result` would use it as the discriminant, and
    /// the handle of `Ok` would overlap the first bytes of the value of `Err`. The compiler would then move the value
    /// in pieces as small as the handle, into the slot too, even if there is always room.
    holder: Option<&'static Holder>,
}

/// The container that had no room for a value.
#[derive(Debug)]
pub(crate) enum Holder {
    /// A pool, or the boxes of a definition.
    Pool { name: &'static str, capacity: usize },
    /// A pool whose message says more. (As large as the other variants, which are in every program.)
    Except { name: &'static str, except: &'static Except },
    /// A side table of this pool.
    Map { name: &'static str, capacity: usize },
    /// A list of values that has all of them already.
    List { len: usize },
    /// A region.
    #[cfg(feature = "regions")]
    Region,
    /// A region whose free bytes an iterator or a text holds.
    #[cfg(feature = "regions")]
    LentRegion,
    /// Nothing: a `Display` failed, and the region had room for the text before it.
    #[cfg(feature = "regions")]
    Unwritten,
}

/// What the message of a full pool says after its capacity: "`before` 28 `after`".
#[derive(Debug)]
pub(crate) struct Except {
    pub(crate) capacity: usize,
    pub(crate) before: &'static str,
    /// 0: there is no number, and nothing after it.
    pub(crate) count: usize,
    pub(crate) after: &'static str,
}

impl<T> Full<T> {
    /// Wraps `value` in the error, for functions that return the errors of pools as their own. This error names no
    /// pool.
    #[inline]
    pub const fn new(value: T) -> Self {
        Full { value, holder: None }
    }

    /// Wraps a value for which `holder` had no room.
    #[inline]
    pub(crate) const fn of(holder: &'static Holder, value: T) -> Self {
        Full { value, holder: Some(holder) }
    }

    /// Returns the same error with another value, for a library that stores the value of its user in a node:
    ///
    /// ```
    /// use stackpool::{Full, Pool, Sized16};
    ///
    /// struct Node<T> {
    ///     value: T,
    ///     links: [u16; 2],
    /// }
    ///
    /// fn add<T>(nodes: &mut Pool<Sized16<Node<T>, 1>>, value: T) -> Result<(), Full<T>> {
    ///     nodes.insert(Node { value, links: [0; 2] }).map_err(|full| full.map(|node| node.value))?;
    ///     Ok(())
    /// }
    ///
    /// let mut nodes = Pool::new();
    /// assert!(add(&mut nodes, "a").is_ok());
    /// assert_eq!(add(&mut nodes, "b").unwrap_err().into_inner(), "b");
    /// # assert!(nodes.values().all(|node| node.links == [0; 2]));
    /// ```
    #[inline]
    pub fn map<U>(self, map: impl FnOnce(T) -> U) -> Full<U> {
        Full { value: map(self.value), holder: self.holder }
    }

    /// Returns the value that was to be inserted.
    #[inline]
    #[must_use]
    pub fn into_inner(self) -> T {
        self.value
    }

    /// Drops the value, and returns the same error without it.
    #[inline]
    pub fn without_value(self) -> Full {
        self.map(drop)
    }
}

#[cfg(feature = "regions")]
const LENT: &str =
    "the region is in use: an iterator or a text that is being written holds all of its free bytes";
#[cfg(feature = "regions")]
const UNWRITTEN: &str = "the text was not written: a `Display` returned an error";

impl<T> fmt::Display for Full<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(holder) = self.holder else { return f.write_str("there is no room") };
        let (table, name, capacity, except) = match *holder {
            Holder::Pool { name, capacity } => ("pool", name, capacity, None),
            Holder::Except { name, except } => ("pool", name, except.capacity, Some(except)),
            Holder::Map { name, capacity } => ("side table", name, capacity, None),
            Holder::List { len } => return write!(f, "the list has all of its {} values", Figure(len)),
            #[cfg(feature = "regions")]
            Holder::Region => return f.write_str("the region has no room"),
            #[cfg(feature = "regions")]
            Holder::LentRegion => return f.write_str(LENT),
            #[cfg(feature = "regions")]
            Holder::Unwritten => return f.write_str(UNWRITTEN),
        };
        // Writing the parts one by one takes less code than `{name}`, which supports padding.
        for text in ["the ", table, " of `", name, "` has no room: its capacity is "] {
            f.write_str(text)?;
        }
        write!(f, "{}", Figure(capacity))?;
        let Some(&Except { before, count, after, .. }) = except else { return Ok(()) };
        f.write_str(before)?;
        if count > 0 {
            write!(f, "{}", Figure(count))?;
        }
        f.write_str(after)
    }
}

/// Shows the same words as `Display`, and not the value, so `T` needs no `Debug`.
impl<T> fmt::Debug for Full<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Full(")?;
        fmt::Display::fmt(self, f)?;
        f.write_str(")")
    }
}

/// Writes the message of `Display`. The value is not written.
#[cfg(feature = "defmt")]
impl<T> defmt::Format for Full<T> {
    fn format(&self, f: defmt::Formatter<'_>) {
        match self.holder {
            None => defmt::write!(f, "there is no room"),
            Some(Holder::Pool { name, capacity } | Holder::Map { name, capacity }) => {
                match self.holder {
                    Some(Holder::Map { .. }) => defmt::write!(f, "the side table"),
                    _ => defmt::write!(f, "the pool"),
                }
                defmt::write!(f, " of `{=str}` has no room: its capacity is {=usize}", name, *capacity);
            }
            Some(Holder::Except { name, except: Except { capacity, before, count, after } }) => {
                defmt::write!(
                    f,
                    "the pool of `{=str}` has no room: its capacity is {=usize}{=str}",
                    name,
                    *capacity,
                    before
                );
                if *count > 0 {
                    defmt::write!(f, "{=usize}", *count);
                }
                defmt::write!(f, "{=str}", after);
            }
            Some(Holder::List { len }) => defmt::write!(f, "the list has all of its {=usize} values", *len),
            #[cfg(feature = "regions")]
            Some(Holder::Region) => defmt::write!(f, "the region has no room"),
            #[cfg(feature = "regions")]
            Some(Holder::LentRegion) => defmt::write!(f, "{=str}", LENT),
            #[cfg(feature = "regions")]
            Some(Holder::Unwritten) => defmt::write!(f, "{=str}", UNWRITTEN),
        }
    }
}

impl<T> Error for Full<T> {}

impl<T: PartialEq> PartialEq for Full<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Full<T> {}

impl<T: Hash> Hash for Full<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.value.hash(state);
    }
}

impl<T: Default> Default for Full<T> {
    fn default() -> Self {
        Full::new(T::default())
    }
}

/// The slot of a handle cannot take an object under this handle. Gives the object back.
///
/// Returned by [`Pool::insert_at`](crate::Pool::insert_at). The slot holds an object; or, under `on_wrap = retire`,
/// the slot has given out a later handle or is retired; or it waits under `strict`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Occupied<T = ()>(pub(crate) T);

impl<T> Occupied<T> {
    /// Wraps `value` in the error, for functions that return the errors of pools as their own.
    #[inline]
    pub const fn new(value: T) -> Self {
        Occupied(value)
    }

    /// Returns the value that was to be inserted.
    #[inline]
    #[must_use]
    pub fn into_inner(self) -> T {
        self.0
    }

    /// Drops the value, and returns the same error without it.
    #[inline]
    pub fn without_value(self) -> Occupied {
        Occupied(())
    }
}

/// Does not show the value, so `T` needs no `Debug`.
impl<T> fmt::Debug for Occupied<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Occupied(..)")
    }
}

impl<T> fmt::Display for Occupied<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the slot is not free for this handle")
    }
}

/// Writes the message of `Display`. The value is not written.
#[cfg(feature = "defmt")]
impl<T> defmt::Format for Occupied<T> {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "the slot is not free for this handle");
    }
}

impl<T> Error for Occupied<T> {}
