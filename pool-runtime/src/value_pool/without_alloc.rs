//! The methods of feature `alloc` in builds without it: see [`without_alloc`](crate::base::without_alloc).

use super::{ListPool, ValuePool, ValueSpec};
use crate::base::without_alloc::{NeedsAlloc, SavedOnHeap};
use crate::image::DeltaError;

impl<V: ValueSpec> ValuePool<V> {
    #[doc(hidden)]
    #[must_use]
    pub fn on_heap<B>() -> B
    where
        Self: NeedsAlloc<B>,
    {
        unreachable!("`NeedsAlloc` has no impl")
    }

    #[doc(hidden)]
    #[must_use]
    pub fn save<B>(&self) -> B
    where
        Self: SavedOnHeap<B>,
    {
        unreachable!("`SavedOnHeap` has no impl")
    }

    #[doc(hidden)]
    pub fn delta<B>(&self, _: &[u8]) -> Result<B, DeltaError>
    where
        Self: SavedOnHeap<B>,
    {
        unreachable!("`SavedOnHeap` has no impl")
    }
}

impl<T, const N: usize> ListPool<T, N> {
    #[doc(hidden)]
    #[must_use]
    pub fn on_heap<B>(_: &[T; N]) -> B
    where
        Self: NeedsAlloc<B>,
    {
        unreachable!("`NeedsAlloc` has no impl")
    }

    #[doc(hidden)]
    #[must_use]
    pub fn on_heap_from_fn<B>(_: impl FnMut(usize) -> T) -> B
    where
        Self: NeedsAlloc<B>,
    {
        unreachable!("`NeedsAlloc` has no impl")
    }

    #[doc(hidden)]
    #[must_use]
    pub fn save<B>(&self) -> B
    where
        Self: SavedOnHeap<B>,
    {
        unreachable!("`SavedOnHeap` has no impl")
    }
}
