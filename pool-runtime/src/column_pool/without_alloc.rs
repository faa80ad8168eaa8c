//! The methods of feature `alloc` in builds without it: see [`without_alloc`](crate::base::without_alloc).

use super::ColumnPool;
use crate::base::without_alloc::{NeedsAlloc, SavedOnHeap};
use crate::columns::Columns;
use crate::image::DeltaError;
use crate::layout::spec::PoolSpec;

impl<P: PoolSpec<Item: Columns>> ColumnPool<P> {
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
