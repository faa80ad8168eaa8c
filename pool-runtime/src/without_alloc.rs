//! The methods of feature `alloc` in builds without it: see [`without_alloc`](crate::base::without_alloc).

use crate::base::without_alloc::{HistoryOnHeap, KeysOnHeap, NeedsAlloc, SavedOnHeap};
use crate::column_pool::ColumnPool;
use crate::columns::Columns;
use crate::image::{DeltaError, RestoreError};
use crate::layout::spec::PoolSpec;
use crate::pool::Pool;
use crate::side::handle_array::HandleArray;
use crate::side::handle_array::element::Element;
use crate::side::handle_map::HandleMap;
use crate::side::sparse_handle_map::SparseHandleMap;
use crate::snapshot::History;
use crate::value_pool::{ListPool, ValuePool, ValueSpec};

impl<P: PoolSpec> Pool<P> {
    #[doc(hidden)]
    #[must_use]
    pub fn on_heap<B>() -> B
    where
        Self: NeedsAlloc<B>,
    {
        no_impl()
    }

    #[doc(hidden)]
    #[must_use]
    pub fn save<B>(&self) -> B
    where
        Self: SavedOnHeap<B>,
    {
        no_impl()
    }

    #[doc(hidden)]
    pub fn delta<B>(&self, _: &[u8]) -> Result<B, DeltaError>
    where
        Self: SavedOnHeap<B>,
    {
        no_impl()
    }

    #[doc(hidden)]
    #[must_use]
    pub fn changed_delta<B>(&self) -> B
    where
        Self: SavedOnHeap<B>,
    {
        no_impl()
    }

    #[doc(hidden)]
    pub fn patch<B>(_: &[u8], _: &[u8]) -> Result<B, DeltaError>
    where
        Self: SavedOnHeap<B>,
    {
        no_impl()
    }

    #[doc(hidden)]
    pub fn restore_resized(&mut self, _: &[u8]) -> Result<(), RestoreError>
    where
        Self: SavedOnHeap<()>,
    {
        no_impl()
    }

    #[doc(hidden)]
    pub fn sort_by_cached_key<K: Ord>(&mut self, _: impl FnMut(&P::Item) -> K)
    where
        Self: KeysOnHeap<K>,
    {
        no_impl()
    }
}

impl<P: PoolSpec<Item: Columns>> ColumnPool<P> {
    #[doc(hidden)]
    #[must_use]
    pub fn on_heap<B>() -> B
    where
        Self: NeedsAlloc<B>,
    {
        no_impl()
    }

    #[doc(hidden)]
    #[must_use]
    pub fn save<B>(&self) -> B
    where
        Self: SavedOnHeap<B>,
    {
        no_impl()
    }

    #[doc(hidden)]
    pub fn delta<B>(&self, _: &[u8]) -> Result<B, DeltaError>
    where
        Self: SavedOnHeap<B>,
    {
        no_impl()
    }

    #[doc(hidden)]
    #[must_use]
    pub fn changed_delta<B>(&self) -> B
    where
        Self: SavedOnHeap<B>,
    {
        no_impl()
    }

    #[doc(hidden)]
    pub fn patch<B>(_: &[u8], _: &[u8]) -> Result<B, DeltaError>
    where
        Self: SavedOnHeap<B>,
    {
        no_impl()
    }

    #[doc(hidden)]
    pub fn restore_resized(&mut self, _: &[u8]) -> Result<(), RestoreError>
    where
        Self: SavedOnHeap<()>,
    {
        no_impl()
    }

    #[doc(hidden)]
    pub fn sort_by_cached_key<K: Ord>(&mut self, _: impl FnMut(<P::Item as Columns>::Ref<'_>) -> K)
    where
        Self: KeysOnHeap<K>,
    {
        no_impl()
    }
}

impl<V: ValueSpec> ValuePool<V> {
    #[doc(hidden)]
    #[must_use]
    pub fn on_heap<B>() -> B
    where
        Self: NeedsAlloc<B>,
    {
        no_impl()
    }

    #[doc(hidden)]
    #[must_use]
    pub fn save<B>(&self) -> B
    where
        Self: SavedOnHeap<B>,
    {
        no_impl()
    }

    #[doc(hidden)]
    pub fn delta<B>(&self, _: &[u8]) -> Result<B, DeltaError>
    where
        Self: SavedOnHeap<B>,
    {
        no_impl()
    }

    #[doc(hidden)]
    pub fn patch<B>(_: &[u8], _: &[u8]) -> Result<B, DeltaError>
    where
        Self: SavedOnHeap<B>,
    {
        no_impl()
    }

    #[doc(hidden)]
    pub fn restore_resized(&mut self, _: &[u8]) -> Result<(), RestoreError>
    where
        Self: SavedOnHeap<()>,
    {
        no_impl()
    }
}

impl<T, const N: usize> ListPool<T, N> {
    #[doc(hidden)]
    #[must_use]
    pub fn on_heap<B>(_: &[T; N]) -> B
    where
        Self: NeedsAlloc<B>,
    {
        no_impl()
    }

    #[doc(hidden)]
    #[must_use]
    pub fn on_heap_from_fn<B>(_: impl FnMut(usize) -> T) -> B
    where
        Self: NeedsAlloc<B>,
    {
        no_impl()
    }

    #[doc(hidden)]
    #[must_use]
    pub fn save<B>(&self) -> B
    where
        Self: SavedOnHeap<B>,
    {
        no_impl()
    }
}

impl<H: Element, const WORDS: usize> HandleArray<H, WORDS> {
    #[doc(hidden)]
    #[must_use]
    pub fn on_heap<B>() -> B
    where
        Self: NeedsAlloc<B>,
    {
        no_impl()
    }
}

impl<P: PoolSpec, V> HandleMap<P, V> {
    #[doc(hidden)]
    #[must_use]
    pub fn on_heap<B>() -> B
    where
        Self: NeedsAlloc<B>,
    {
        no_impl()
    }

    #[doc(hidden)]
    #[must_use]
    pub fn save<B>(&self) -> B
    where
        Self: SavedOnHeap<B>,
    {
        no_impl()
    }
}

impl<P: PoolSpec, V, const N: usize> SparseHandleMap<P, V, N> {
    #[doc(hidden)]
    #[must_use]
    pub fn on_heap<B>() -> B
    where
        Self: NeedsAlloc<B>,
    {
        no_impl()
    }

    #[doc(hidden)]
    #[must_use]
    pub fn save<B>(&self) -> B
    where
        Self: SavedOnHeap<B>,
    {
        no_impl()
    }
}

impl<W, const N: usize> History<W, N> {
    #[doc(hidden)]
    #[must_use]
    #[expect(clippy::new_ret_no_self, reason = "there is no history to return")]
    pub fn new<B>() -> B
    where
        Self: HistoryOnHeap<B>,
    {
        no_impl()
    }

    #[doc(hidden)]
    #[must_use]
    pub fn with_delta_bytes<B>(_: usize) -> B
    where
        Self: HistoryOnHeap<B>,
    {
        no_impl()
    }
}

/// What the traits of the bounds promise: nothing implements them.
fn no_impl() -> ! {
    unreachable!("the bound has no impl")
}
