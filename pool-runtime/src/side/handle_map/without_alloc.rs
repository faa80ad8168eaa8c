//! The methods of feature `alloc`, in builds without it: see [`without_alloc`](crate::base::without_alloc).

use super::HandleMap;
use crate::base::without_alloc::OnHeap;
use crate::layout::spec::PoolSpec;

impl<P: PoolSpec, V> HandleMap<P, V> {
    #[doc(hidden)]
    #[must_use]
    pub fn boxed<B>() -> B
    where
        Self: OnHeap<B>,
    {
        unreachable!("`OnHeap` has no impl")
    }
}
