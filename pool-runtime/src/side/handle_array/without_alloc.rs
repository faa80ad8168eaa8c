//! The methods of feature `alloc`, in builds without it: see [`without_alloc`](crate::base::without_alloc).

use super::HandleArray;
use super::element::Element;
use crate::base::without_alloc::NeedsAlloc;

impl<H: Element, const WORDS: usize> HandleArray<H, WORDS> {
    #[doc(hidden)]
    #[must_use]
    pub fn on_heap<B>() -> B
    where
        Self: NeedsAlloc<B>,
    {
        unreachable!("`NeedsAlloc` has no impl")
    }
}
