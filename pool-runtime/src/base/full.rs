//! Errors that give a value back: there was no room for it.

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
pub struct Full<T = ()>(pub(crate) T);

/// The slot of a handle is not free for an object under this handle: what was to be put in, given back.
///
/// From [`Pool::insert_at`](crate::Pool::insert_at). An object is in the slot; or, under `on_wrap = retire`, the slot has
/// given out a later handle, or is retired.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Occupied<T = ()>(pub(crate) T);

macro_rules! gives_back {
    ($($error:ident: $message:literal;)*) => {$(
        impl<T> $error<T> {
            /// The error that gives `value` back, for functions that wrap one of a pool.
            #[inline]
            pub const fn new(value: T) -> Self {
                $error(value)
            }

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
