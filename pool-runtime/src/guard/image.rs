//! Guards as bytes: the part of a [saved](crate::image) pool that says which slots are live, and their generations.
//!
//! The bytes are those of the guard's own array, in the machine's byte order; 64 slots are a word of
//! [`WORD_BYTES`](GuardImage::WORD_BYTES). Bits that carry no state are zero, so that a state has one image.

/// A guard that can be written to bytes and read from them.
pub trait GuardImage {
    /// Tells the kinds of images apart; the capacity and the generations do the rest.
    const KIND: u32;
    /// Bytes of 64 slots.
    const WORD_BYTES: usize;
    /// Bytes of all slots.
    const BYTES: usize;

    /// Writes the image, of `BYTES` bytes.
    fn save(&self, saved: &mut [u8]);

    /// Which of the slots `64 * word ..` are live in an image of `BYTES` bytes, the first in the lowest bit.
    fn live(saved: &[u8], word: usize) -> u64;

    /// How many slots are live or retired in an image of `BYTES` bytes; `None` for bytes that no guard writes.
    fn count(saved: &[u8]) -> Option<SlotCounts>;

    /// Whether a slot is neither live nor retired in an image of `BYTES` bytes; `false` beyond the capacity.
    fn is_free(saved: &[u8], index: usize) -> bool;

    /// Becomes the guard that the image is of.
    ///
    /// # Safety
    ///
    /// 1. `saved` has `BYTES` bytes, and its [`count`](GuardImage::count) is `Some`, with `retired` slots that are retired.
    unsafe fn load(&mut self, saved: &[u8], retired: u32);
}

/// What the image of a guard says of its slots. None is both.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SlotCounts {
    /// How many are live.
    pub live: u32,
    /// How many are retired.
    pub retired: u32,
}
