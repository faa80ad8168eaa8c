//! Guards as bytes: the part of a [saved](crate::image) pool that says which slots are live, and their generations.
//!
//! The bytes are those of the guard's own array, in the byte order of the machine. 64 slots are a word of
//! [`WORD_BYTES`](GuardImage::WORD_BYTES) bytes. Bits that carry no state are zero, so that a state has exactly one
//! image.

/// A guard that can be saved to bytes and loaded from them.
pub trait GuardImage {
    /// A number for the kind of image. The capacity and the number of generations are compared apart from it.
    const KIND: u32;
    /// The bytes of 64 slots.
    const WORD_BYTES: usize;
    /// The bytes of all slots.
    const BYTES: usize;

    /// Writes the image to `saved`, which has `BYTES` bytes.
    fn save(&self, saved: &mut [u8]);

    /// Returns which of the slots from `64 * word` on are live in an image of `BYTES` bytes, the first slot in the
    /// lowest bit.
    fn live(saved: &[u8], word: usize) -> u64;

    /// Counts the live and the retired slots in an image of `BYTES` bytes. Returns `None` for bytes that no guard
    /// writes.
    fn count(saved: &[u8]) -> Option<SlotCounts>;

    /// Returns whether a slot is neither live nor retired in an image of `BYTES` bytes. `false` beyond the capacity.
    fn is_free(saved: &[u8], index: usize) -> bool;

    /// Loads the state from an image.
    ///
    /// # Safety
    ///
    /// 1. `saved` has `BYTES` bytes, and [`count`](GuardImage::count) returns `Some` for it, with `retired` retired
    ///    slots.
    unsafe fn load(&mut self, saved: &[u8], retired: u32);
}

/// The numbers of live and of retired slots in the image of a guard. No slot is both.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SlotCounts {
    /// The number of live slots.
    pub live: u32,
    /// The number of retired slots.
    pub retired: u32,
}
