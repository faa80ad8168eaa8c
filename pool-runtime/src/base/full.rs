//! Errors that give back the value that was to be inserted.

use core::error::Error;
use core::fmt;

/// A pool or a region had no room for a value. Gives the value back.
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
#[doc(alias = "CapacityError")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Full<T = ()>(pub(crate) T);

/// The slot of a handle cannot take an object under this handle. Gives the object back.
///
/// Returned by [`Pool::insert_at`](crate::Pool::insert_at). The slot holds an object; or, under `on_wrap = retire`,
/// the slot has given out a later handle or is retired.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Occupied<T = ()>(pub(crate) T);

macro_rules! gives_back {
    ($($error:ident: $message:literal;)*) => {$(
        impl<T> $error<T> {
            /// Wraps `value` in the error, for functions that return the errors of pools as their own.
            #[inline]
            pub const fn new(value: T) -> Self {
                $error(value)
            }

            /// Returns the value that was to be inserted.
            #[inline]
            #[must_use]
            pub fn into_inner(self) -> T {
                self.0
            }

            /// Drops the value, and returns the same error without it.
            #[inline]
            pub fn without_value(self) -> $error {
                $error(())
            }
        }

        /// Does not show the value, so `T` needs no `Debug`.
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
