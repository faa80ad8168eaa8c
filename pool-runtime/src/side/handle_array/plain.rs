//! Arrays as bytes: the traits of `bytemuck`.
//!
//! The words are in the byte order of the machine.

use super::HandleArray;
use super::element::Element;
use super::packed::Words;
use bytemuck::{CheckedBitPattern, NoUninit, Pod, Zeroable};

// SAFETY: an array of integers, for which zero bytes are 0.
unsafe impl<const WORDS: usize> Zeroable for Words<WORDS> {}

// SAFETY: a transparent struct around an array of integers, for which all bytes are a value.
unsafe impl<const WORDS: usize> Pod for Words<WORDS> {}

// SAFETY: zero words are entries of the code 0, which is that of `None`, or of the handle of slot 0 and generation 0:
// every layout has them. (One that does not fit together fails to compile where an element is read.)
unsafe impl<H: Element, const WORDS: usize> Zeroable for HandleArray<H, WORDS> {}

// SAFETY: a transparent struct around plain data, with no pointer and no interior mutability.
unsafe impl<H: Element, const WORDS: usize> NoUninit for HandleArray<H, WORDS> {}

// SAFETY: a transparent struct around its `Bits`. Bits that are accepted are those of an array: every entry is the code
// of an element.
unsafe impl<H: Element, const WORDS: usize> CheckedBitPattern for HandleArray<H, WORDS> {
    type Bits = Words<WORDS>;

    fn is_valid_bit_pattern(words: &Words<WORDS>) -> bool {
        const { Self::CHECK };
        (0..Self::LEN).all(|index| H::try_from_code(words.get(H::BITS, index)).is_some())
    }
}
