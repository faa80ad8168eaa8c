//! The methods of feature `alloc`, in builds without it: see [`without_alloc`](crate::base::without_alloc).

use super::SparseHandleMap;
use crate::base::without_alloc::NeedsAlloc;
use crate::layout::spec::PoolSpec;

impl<P: PoolSpec, V, const N: usize> SparseHandleMap<P, V, N> {
    #[doc(hidden)]
    #[must_use]
    pub fn on_heap<B>() -> B
    where
        Self: NeedsAlloc<B>,
    {
        unreachable!("`NeedsAlloc` has no impl")
    }
}
