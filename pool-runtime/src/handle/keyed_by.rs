//! Which handles a pool takes: its own, and a pool of `Of<S, T>` also those of `S`.
//!
//! The pool is `Self` and the handle the parameter, not the other way round. So a call is `P: KeyedBy<_>` with a known
//! `P`. Where `P` is not an `Of`, one impl fits, and the compiler infers the handle: `pool.get(text.parse()?)`.

use super::Handle;
use crate::layout::Holds;
use crate::layout::of::Of;
use crate::layout::spec::PoolSpec;

mod sealed {
    use super::{Handle, PoolSpec};

    /// The conversion of [`KeyedBy`](super::KeyedBy). Nothing outside implements it.
    #[diagnostic::on_unimplemented(
        message = "a pool of `{Self}` does not take a `Handle<{K}>`",
        label = "only an `Of<S, T>` takes the handles of another definition, those of `S`"
    )]
    pub trait OwnHandle<K: PoolSpec>: PoolSpec {
        /// The handle of the same slot and generation.
        fn own_handle(handle: Handle<K>) -> Handle<Self>;

        /// The way back.
        fn key(handle: Handle<Self>) -> Handle<K>;
    }
}

/// A definition whose pools take a [`Handle<K>`](Handle): `K` is the definition itself, or `S` for an
/// [`Of<S, T>`](crate::Of).
///
/// Every method of a pool that takes a handle has this bound. Your own generic code does not need it: any `P: PoolSpec`
/// takes a `Handle<P>`, and any `Of<S, T>` takes a `Handle<S>`. See [the handle of `S` as a
/// key](crate::Of#the-handle-of-s-as-a-key).
#[diagnostic::on_unimplemented(
    message = "`Handle<{K}>` names no object of a pool of `{Self}`",
    label = "a handle of another pool",
    note = "a pool of `Of<S, T>` takes the handles of `Of<S, T>` and those of `S`"
)]
pub trait KeyedBy<K: PoolSpec>: sealed::OwnHandle<K> {}

impl<P: PoolSpec> KeyedBy<P> for P {}

impl<P: PoolSpec> sealed::OwnHandle<P> for P {
    #[inline(always)]
    fn own_handle(handle: Handle<P>) -> Handle<P> {
        handle
    }

    #[inline(always)]
    fn key(handle: Handle<P>) -> Handle<P> {
        handle
    }
}

impl<S: PoolSpec<Layout: Holds<T>>, T> KeyedBy<S> for Of<S, T> {}

impl<S: PoolSpec<Layout: Holds<T>>, T> sealed::OwnHandle<S> for Of<S, T> {
    #[inline(always)]
    fn own_handle(handle: Handle<S>) -> Handle<Self> {
        handle.into()
    }

    #[inline(always)]
    fn key(handle: Handle<Self>) -> Handle<S> {
        handle.into()
    }
}
