//! Arrays as bytes, in the byte order of the machine: the traits of `bytemuck`, and arrays in zeroed memory.

use super::HandleArray;
use super::element::Element;
use super::packed::Words;
#[cfg(feature = "alloc")]
use crate::base::heap::{CloneOnHeap, Heap, StartsZeroed};
#[cfg(feature = "alloc")]
use crate::base::zeroed::ZeroedBytes;
use bytemuck::{CheckedBitPattern, NoUninit, Pod, Zeroable};

// SAFETY: it is an array of integers, for which zero bytes are 0.
unsafe impl<const WORDS: usize> Zeroable for Words<WORDS> {}

// SAFETY: it is a transparent struct around an array of integers, for which all bytes are valid.
unsafe impl<const WORDS: usize> Pod for Words<WORDS> {}

// SAFETY: zero words are entries of the code 0. That is the code of `None`, or of the handle of slot 0 and generation
// 0, which every layout has. (A layout that does not fit together fails to compile when an element is read.)
unsafe impl<H: Element, const WORDS: usize> Zeroable for HandleArray<H, WORDS> {}

// SAFETY: it is a transparent struct around plain data, without pointers and without interior mutability.
unsafe impl<H: Element + 'static, const WORDS: usize> NoUninit for HandleArray<H, WORDS> {}

// SAFETY: it is a transparent struct around its `Bits`. Accepted bits are those of an array, since every entry is the
// code of an element.
unsafe impl<H: Element, const WORDS: usize> CheckedBitPattern for HandleArray<H, WORDS> {
    type Bits = Words<WORDS>;

    fn is_valid_bit_pattern(words: &Words<WORDS>) -> bool {
        const { Self::CHECK };
        (0..Self::LEN).all(|index| H::is_code(words.get(H::BITS, index)))
    }
}

// SAFETY: 1. an array is `Zeroable`: zero bytes are what `new` makes. 2. the number of bytes is the size of the array.
#[cfg(feature = "alloc")]
unsafe impl<H: Element, const WORDS: usize> StartsZeroed for HandleArray<H, WORDS> {
    const ZEROED: ZeroedBytes = ZeroedBytes::at_start(size_of::<Self>());
    const CHECK: () = Self::CHECK;
}

#[cfg(feature = "alloc")]
impl<H: Element, const WORDS: usize> CloneOnHeap for HandleArray<H, WORDS> {
    fn clone_on_heap(&self) -> Heap<Self> {
        // SAFETY: 1. an array is `Copy`.
        unsafe { Heap::copy_of(self) }
    }
}

/// # On the heap
#[cfg(feature = "alloc")]
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
