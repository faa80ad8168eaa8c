//! The methods of features that are off: a call is an error with a message of [`without`](crate::base::without).

use crate::base::without::*;
use crate::column_pool::ColumnPool;
use crate::columns::Columns;
use crate::layout::spec::PoolSpec;
use crate::pool::Pool;
#[cfg(not(all(feature = "alloc", feature = "rayon")))]
use crate::side::handle_map::HandleMap;
use crate::value_pool::{ValuePool, ValueSpec};
#[cfg(not(feature = "alloc"))]
use crate::{
    image::{DeltaError, SnapshotError},
    side::handle_array::{HandleArray, element::Element},
    side::handle_list::HandleList,
    side::handle_lists::HandleLists,
    side::handle_queue::HandleQueue,
    side::handle_tree::HandleTree,
    side::sparse_handle_map::SparseHandleMap,
    snapshot::History,
    value_pool::ListPool,
};

/// Adds to methods what all of them have. Everything that rustc shows of a method, its name and its bound, is in the
/// invocation: otherwise rustc would show this macro too.
macro_rules! refusals {
    ($(
        impl [$($generics:tt)*] for $ty:ty {
            $(
                $(#[$attribute:meta])*
                fn $name:ident $(<$made:ident>)? ($($argument:tt)*) $(-> $result:ty)? where [$($bound:tt)+];
            )+
        }
    )+) => {$(
        impl<$($generics)*> $ty {
            $(
                #[doc(hidden)]
                $(#[$attribute])*
                pub fn $name $(<$made>)? ($($argument)*) $(-> $result)?
                where
                    $($bound)+,
                {
                    unreachable!("the bound has no impl")
                }
            )+
        }
    )+};
}

// `patch` returns no `Result`: rustc would list a function without `self` that returns `Result<B, _>` beside the
// constructors of pools.
#[cfg(not(feature = "alloc"))]
refusals! {
    impl [P: PoolSpec] for Pool<P> {
        fn on_heap<B>() -> B where [Self: OnHeap<B>];
        fn save<B>(&self) -> B where [Self: SavedOnHeap<B>];
        fn delta<B>(&self, _: &[u8]) -> Result<B, SnapshotError<DeltaError>> where [Self: SavedOnHeap<B>];
        fn changed_delta<B>(&self) -> B where [Self: SavedOnHeap<B>];
        fn patch<B>(_: &[u8], _: &[u8]) -> B where [Self: SavedOnHeap<B>];
        fn restore_resized(&mut self, _: &[u8]) -> Result<(), SnapshotError> where [Self: SavedOnHeap<()>];
        fn sort_by_cached_key<K>(&mut self, _: impl FnMut(&P::Item) -> K) where [Self: KeysOnHeap<K>];
    }

    impl [P: PoolSpec<Item: Columns>] for ColumnPool<P> {
        fn on_heap<B>() -> B where [Self: OnHeap<B>];
        fn save<B>(&self) -> B where [Self: SavedOnHeap<B>];
        fn delta<B>(&self, _: &[u8]) -> Result<B, SnapshotError<DeltaError>> where [Self: SavedOnHeap<B>];
        fn changed_delta<B>(&self) -> B where [Self: SavedOnHeap<B>];
        fn patch<B>(_: &[u8], _: &[u8]) -> B where [Self: SavedOnHeap<B>];
        fn restore_resized(&mut self, _: &[u8]) -> Result<(), SnapshotError> where [Self: SavedOnHeap<()>];
        fn sort_by_cached_key<K>(&mut self, _: impl FnMut(<P::Item as Columns>::Ref<'_>) -> K)
            where [Self: KeysOnHeap<K>];
    }

    impl [V: ValueSpec] for ValuePool<V> {
        fn on_heap<B>() -> B where [Self: OnHeap<B>];
        fn save<B>(&self) -> B where [Self: SavedOnHeap<B>];
        fn delta<B>(&self, _: &[u8]) -> Result<B, SnapshotError<DeltaError>> where [Self: SavedOnHeap<B>];
        fn patch<B>(_: &[u8], _: &[u8]) -> B where [Self: SavedOnHeap<B>];
        fn restore_resized(&mut self, _: &[u8]) -> Result<(), SnapshotError> where [Self: SavedOnHeap<()>];
    }

    impl [T, const N: usize] for ListPool<T, N> {
        fn on_heap<B>(_: impl FnMut(usize) -> T) -> B where [Self: OnHeap<B>];
        fn save<B>(&self) -> B where [Self: SavedOnHeap<B>];
    }

    impl [H: Element, const WORDS: usize] for HandleArray<H, WORDS> {
        fn on_heap<B>() -> B where [Self: OnHeap<B>];
    }

    impl [P: PoolSpec, V] for HandleMap<P, V> {
        fn on_heap<B>() -> B where [Self: OnHeap<B>];
        fn save<B>(&self) -> B where [Self: SavedOnHeap<B>];
    }

    impl [P: PoolSpec, V, const N: usize] for SparseHandleMap<P, V, N> {
        fn on_heap<B>() -> B where [Self: OnHeap<B>];
        fn save<B>(&self) -> B where [Self: SavedOnHeap<B>];
    }

    impl [P: PoolSpec] for HandleList<P> {
        fn on_heap<B>() -> B where [Self: OnHeap<B>];
    }

    impl [Owner: PoolSpec, P: PoolSpec] for HandleLists<Owner, P> {
        fn on_heap<B>() -> B where [Self: OnHeap<B>];
    }

    impl [P: PoolSpec] for HandleTree<P> {
        fn on_heap<B>() -> B where [Self: OnHeap<B>];
    }

    impl [P: PoolSpec, K] for HandleQueue<P, K> {
        fn on_heap<B>() -> B where [Self: OnHeap<B>];
    }

    impl [W, const N: usize] for History<W, N> {
        #[expect(clippy::new_ret_no_self, reason = "there is no history to return")]
        fn new<B>() -> B where [Self: HistoryOnHeap<B>];
        fn with_delta_bytes<B>(_: usize) -> B where [Self: HistoryOnHeap<B>];
    }
}

#[cfg(not(feature = "rayon"))]
refusals! {
    impl [P: PoolSpec] for Pool<P> {
        fn par_iter<B>(&self) -> B where [Self: InThreadsOfRayon<B>];
        fn par_iter_mut<B>(&mut self) -> B where [Self: InThreadsOfRayon<B>];
        fn par_values<B>(&self) -> B where [Self: InThreadsOfRayon<B>];
        fn par_values_mut<B>(&mut self) -> B where [Self: InThreadsOfRayon<B>];
    }

    impl [P: PoolSpec<Item: Columns>] for ColumnPool<P> {
        fn par_iter<B>(&self) -> B where [Self: InThreadsOfRayon<B>];
        fn par_iter_mut<B>(&mut self) -> B where [Self: InThreadsOfRayon<B>];
        fn par_values<B>(&self) -> B where [Self: InThreadsOfRayon<B>];
        fn par_values_mut<B>(&mut self) -> B where [Self: InThreadsOfRayon<B>];
        fn par_slot_columns_mut<B>(&mut self) -> B where [Self: InThreadsOfRayon<B>];
    }

    impl [V: ValueSpec] for ValuePool<V> {
        fn par_iter<B>(&self) -> B where [Self: InThreadsOfRayon<B>];
    }

    impl [P: PoolSpec, V] for HandleMap<P, V> {
        fn par_iter<B>(&self) -> B where [Self: InThreadsOfRayon<B>];
        fn par_iter_mut<B>(&mut self) -> B where [Self: InThreadsOfRayon<B>];
        fn par_values<B>(&self) -> B where [Self: InThreadsOfRayon<B>];
        fn par_values_mut<B>(&mut self) -> B where [Self: InThreadsOfRayon<B>];
    }
}

#[cfg(not(feature = "report"))]
refusals! {
    impl [P: PoolSpec] for Pool<P> {
        fn publish_stats(&self) where [Self: InReport];
    }

    impl [P: PoolSpec<Item: Columns>] for ColumnPool<P> {
        fn publish_stats(&self) where [Self: InReport];
    }

    impl [V: ValueSpec] for ValuePool<V> {
        fn publish_stats(&self) where [Self: InReport];
    }
}
