//! The methods of feature `alloc`, in builds without it: see [`without_alloc`](crate::base::without_alloc).

use super::History;
use crate::base::without_alloc::HistoryOnHeap;

impl<W, const N: usize> History<W, N> {
    #[doc(hidden)]
    #[must_use]
    #[expect(clippy::new_ret_no_self, reason = "there is no history to return")]
    pub fn new<B>() -> B
    where
        Self: HistoryOnHeap<B>,
    {
        unreachable!("`HistoryOnHeap` has no impl")
    }

    #[doc(hidden)]
    #[must_use]
    pub fn with_delta_bytes<B>(_: usize) -> B
    where
        Self: HistoryOnHeap<B>,
    {
        unreachable!("`HistoryOnHeap` has no impl")
    }
}
