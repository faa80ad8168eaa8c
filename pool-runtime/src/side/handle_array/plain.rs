//! Arrays as bytes: the traits of `bytemuck`.
//!
//! The words are in the byte order of the machine.

use super::HandleArray;
use super::element::Element;
use super::packed::Words;
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
        (0..Self::LEN).all(|index| H::try_from_code(words.get(H::BITS, index)).is_some())
    }
}
