//! Maps on the heap: one allocation, and the map never crosses the call stack. Making one writes the keys and nothing
//! else.

#![expect(unsafe_code, reason = "a map is made in memory that is zeroed in part")]

use super::{HandleMap, IntoIter};
use crate::base::heap::{CloneOnHeap, Heap, StartsZeroed};
use crate::handle::Handle;
use crate::layout::spec::{PoolSpec, check};

// SAFETY: 1. The counts, the keys and the set of changes come first, and are `Zeroable`; zero bytes are those of an
// empty map. The values are `MaybeUninit`, and a value without a key is not read. 2. The offset of a field is at most
// the size of the map.
unsafe impl<P: PoolSpec, V> StartsZeroed for HandleMap<P, V> {
    const ZEROED: usize = core::mem::offset_of!(Self, values);
    const CHECK: () = check::<P>();
}

impl<P: PoolSpec, V: Clone> CloneOnHeap for HandleMap<P, V> {
    fn clone_on_heap(&self) -> Heap<Self> {
        let mut clone = Self::on_heap();
        clone.clone_values(self);
        clone.copy_changes(self);
        clone
    }
}

/// # On the heap
impl<P: PoolSpec, V> HandleMap<P, V> {
    /// Makes an empty map on the heap, in one allocation. The map never crosses the call stack, in debug builds too.
    ///
    /// [`Heap`] is a box that also clones and deserializes the map in place.
    ///
    /// This writes the keys and nothing else, also in recycled memory: 1 byte per slot if the guard of the pool takes
    /// one. No value is touched before it is used. If the map is larger than 32 MiB, has more than 1 MiB of keys and an
    /// alignment of at most two pointers, nothing is written: `on_heap` asks for zeroed memory, which allocators take
    /// fresh from the system at that size.
    ///
    /// Aborts if there is no memory, through [`handle_alloc_error`](alloc::alloc::handle_alloc_error), as `Box::new`
    /// does.
    #[doc(alias = "boxed")]
    #[must_use]
    pub fn on_heap() -> Heap<Self> {
        Heap::empty()
    }
}

/// Yields the values with their handles, in slot order. The map stays where it is, and its memory is freed with the
/// iterator.
impl<P: PoolSpec, V> IntoIterator for Heap<HandleMap<P, V>> {
    type Item = (Handle<P>, V);
    type IntoIter = IntoIter<P, V, Self>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        IntoIter::new(self)
    }
}
