//! Arrays on the heap: one zeroed allocation, and the array never crosses the call stack.

#![expect(unsafe_code, reason = "an array is made of bytes")]

use super::HandleArray;
use super::element::Element;
use crate::base::heap::{CloneOnHeap, Heap, StartsZeroed, copied_box};

// SAFETY: 1. an array is `Zeroable`: zero bytes are what `new` makes. 2. the number of bytes is the size of the array.
unsafe impl<H: Element, const WORDS: usize> StartsZeroed for HandleArray<H, WORDS> {
    const ZEROED: usize = size_of::<Self>();
    const CHECK: () = Self::CHECK;
}

impl<H: Element, const WORDS: usize> CloneOnHeap for HandleArray<H, WORDS> {
    fn clone_on_heap(&self) -> Heap<Self> {
        // SAFETY: 1. an array is `Copy`.
        Heap::from_box(unsafe { copied_box(self) })
    }
}

/// # On the heap
impl<H: Element, const WORDS: usize> HandleArray<H, WORDS> {
    /// Makes an array on the heap whose words are zero, as [`new`](HandleArray::new) does, in one zeroed allocation.
    ///
    /// The array never crosses the call stack, in debug builds too. [`Heap`] is a box that also clones and deserializes
    /// the array in place.
    ///
    /// If there is no memory, it aborts through [`handle_alloc_error`](alloc::alloc::handle_alloc_error), as
    /// `Box::new` does.
    ///
    /// ```
    /// use stackpool::{HandleArray, handle_array, pool};
    ///
    /// pool! { Voxels: [[u8; 8]; 262_144], guard = live; }
    ///
    /// type World = handle_array![Option<VoxelsHandle>; 1_000_000]; // 2.4 MB
    /// let world = World::on_heap();
    /// assert_eq!(world.get(999_999), Some(None));
    /// ```
    #[doc(alias = "boxed")]
    #[must_use]
    pub fn on_heap() -> Heap<Self> {
        Heap::empty()
    }
}
