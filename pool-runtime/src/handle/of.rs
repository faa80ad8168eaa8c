//! Handles and links of [`Of<S, T>`](Of) as those of `S`, and back.
//!
//! Both definitions have the same type as their layout. So they have the same codes, and a code names the same slot and
//! generation in both: the conversions copy it.

use super::{Handle, Link};
use crate::layout::Holds;
use crate::layout::of::Of;
use crate::layout::spec::PoolSpec;
use core::marker::PhantomData;

/// The handle of the same slot and generation, for a pool of items of type `T` with the widths of `S`. It costs
/// nothing. See [the handle of `S` as a key](Of#the-handle-of-s-as-a-key).
impl<S: PoolSpec<Layout: Holds<T>>, T> From<Handle<S>> for Handle<Of<S, T>> {
    #[inline(always)]
    fn from(handle: Handle<S>) -> Self {
        Handle { code: handle.code, brand: PhantomData }
    }
}

/// The handle of the same slot and generation, without the type of the items. It costs nothing. See [the handle of `S`
/// as a key](Of#the-handle-of-s-as-a-key).
impl<S: PoolSpec<Layout: Holds<T>>, T> From<Handle<Of<S, T>>> for Handle<S> {
    #[inline(always)]
    fn from(handle: Handle<Of<S, T>>) -> Self {
        Handle { code: handle.code, brand: PhantomData }
    }
}

/// The link with the same bytes, for items of a pool of `Of<S, T>`. It costs nothing.
impl<S: PoolSpec<Layout: Holds<T>>, T> From<Link<S>> for Link<Of<S, T>> {
    #[inline(always)]
    fn from(link: Link<S>) -> Self {
        Link { bits: link.bits, brand: PhantomData }
    }
}

/// The link with the same bytes, without the type of the items. It costs nothing.
impl<S: PoolSpec<Layout: Holds<T>>, T> From<Link<Of<S, T>>> for Link<S> {
    #[inline(always)]
    fn from(link: Link<Of<S, T>>) -> Self {
        Link { bits: link.bits, brand: PhantomData }
    }
}
