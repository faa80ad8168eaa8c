//! The methods of feature `alloc` in builds without it: see [`without_alloc`](crate::base::without_alloc).

use super::Pool;
use crate::base::without_alloc::{NeedsAlloc, SavedOnHeap};
use crate::image::{DeltaError, RestoreError};
use crate::layout::spec::PoolSpec;

impl<P: PoolSpec> Pool<P> {
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

    #[doc(hidden)]
    #[must_use]
    pub fn changed_delta<B>(&self) -> B
    where
        Self: SavedOnHeap<B>,
    {
        unreachable!("`SavedOnHeap` has no impl")
    }

    #[doc(hidden)]
    pub fn patched<B>(_: &[u8], _: &[u8]) -> Result<B, DeltaError>
    where
        Self: SavedOnHeap<B>,
    {
        unreachable!("`SavedOnHeap` has no impl")
    }

    #[doc(hidden)]
    pub fn restore_resized(&mut self, _: &[u8]) -> Result<(), RestoreError>
    where
        Self: SavedOnHeap<()>,
    {
        unreachable!("`SavedOnHeap` has no impl")
    }
}
