//! Errors: a full pool, handles that name nothing, handles that overlap.

use crate::handle::Handle;
use crate::spec::PoolSpec;
use core::error::Error;
use core::fmt;

/// A pool or a region had no room: what was to be put in, given back.
///
/// ```
/// # use stackpool::Pool;
/// # #[derive(Pool, Default)] #[pool(capacity = 64)] struct Particle { ttl: f32 }
/// let mut particles = ParticlePool::new();
/// while particles.insert(Particle { ttl: 1.0 }).is_ok() {}
/// let full = particles.insert(Particle { ttl: 2.0 }).unwrap_err();
/// assert_eq!(full.to_string(), "there is no room");
/// assert_eq!(full.into_inner().ttl, 2.0);
/// ```
///
/// [`without_value`](Full::without_value) drops what was given back, where the error goes further than the value should:
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
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Full<T = ()>(
    /// What was to be put in.
    pub T,
);

/// The slot of a handle is not free for an object under this handle: what was to be put in, given back.
///
/// From [`Pool::insert_at`](crate::Pool::insert_at). An object is in the slot; or, under `on_wrap =
/// retire`, the slot has given out a later handle, or is retired.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Occupied<T = ()>(
    /// What was to be put in.
    pub T,
);

macro_rules! gives_back {
    ($($error:ident: $message:literal;)*) => {$(
        impl<T> $error<T> {
            /// What was to be put in.
            #[inline]
            #[must_use]
            pub fn into_inner(self) -> T {
                self.0
            }

            /// The same error without what was to be put in, which is dropped.
            #[inline]
            pub fn without_value(self) -> $error {
                $error(())
            }
        }

        /// Without the value, which needs no `Debug`.
        impl<T> fmt::Debug for $error<T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(concat!(stringify!($error), "(..)"))
            }
        }

        impl<T> fmt::Display for $error<T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str($message)
            }
        }

        impl<T> Error for $error<T> {}
    )*};
}

gives_back! {
    Full: "there is no room";
    Occupied: "the slot is not free for this handle";
}

/// A handle in a batch named no object: its slot is free, holds a newer object, or an earlier handle of the batch named
/// it already.
pub struct Stale<P: PoolSpec> {
    handle: Handle<P>,
    position: usize,
}

impl<P: PoolSpec> Stale<P> {
    pub(crate) fn new(handle: Handle<P>, position: usize) -> Self {
        Stale { handle, position }
    }

    /// The handle.
    #[must_use]
    pub fn handle(&self) -> Handle<P> {
        self.handle
    }

    /// Its position in the batch.
    #[must_use]
    pub fn position(&self) -> usize {
        self.position
    }
}

impl<P: PoolSpec> fmt::Debug for Stale<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stale").field("handle", &self.handle).field("position", &self.position).finish()
    }
}

impl<P: PoolSpec> fmt::Display for Stale<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}, at position {} of the batch, names no live object", self.handle, self.position)
    }
}

impl<P: PoolSpec> Error for Stale<P> {}

/// Why [`get_disjoint_mut`](crate::Pool::get_disjoint_mut) gave no references.
pub enum DisjointError<P: PoolSpec> {
    /// A handle names no live object.
    Stale(Stale<P>),
    /// Two handles name the same slot.
    Overlapping(Handle<P>),
}

impl<P: PoolSpec> From<Stale<P>> for DisjointError<P> {
    fn from(stale: Stale<P>) -> Self {
        DisjointError::Stale(stale)
    }
}

impl<P: PoolSpec> fmt::Debug for DisjointError<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DisjointError::Stale(stale) => f.debug_tuple("Stale").field(stale).finish(),
            DisjointError::Overlapping(handle) => f.debug_tuple("Overlapping").field(handle).finish(),
        }
    }
}

impl<P: PoolSpec> fmt::Display for DisjointError<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DisjointError::Stale(stale) => stale.fmt(f),
            DisjointError::Overlapping(handle) => write!(f, "two handles name the slot of {handle:?}"),
        }
    }
}

impl<P: PoolSpec> Error for DisjointError<P> {}

macro_rules! copy_and_compare {
    ($($error:ident by $key:expr),* $(,)?) => {$(
        impl<P: PoolSpec> Clone for $error<P> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<P: PoolSpec> Copy for $error<P> {}

        impl<P: PoolSpec> PartialEq for $error<P> {
            fn eq(&self, other: &Self) -> bool {
                let key: fn(&Self) -> (Handle<P>, Option<usize>) = $key;
                key(self) == key(other)
            }
        }

        impl<P: PoolSpec> Eq for $error<P> {}
    )*};
}

copy_and_compare! {
    Stale by |stale| (stale.handle, Some(stale.position)),
    DisjointError by |error| match error {
        DisjointError::Stale(stale) => (stale.handle, Some(stale.position)),
        DisjointError::Overlapping(handle) => (*handle, None),
    },
}
