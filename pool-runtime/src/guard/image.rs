//! Guards as bytes: the part of a [saved](crate::image) pool that says which slots are live, and their generations.
//!
//! The bytes are those of the first slots in the guard's own array, in the byte order of the machine. Bits that carry
//! no state are zero, so that a state has exactly one image.

/// A guard that can be saved to bytes and loaded from them. An image has the first slots of the pool, up to the last
/// one that is not as in a new guard, or more.
pub trait GuardImage {
    /// A number for the kind of image. The capacity and the number of generations are compared apart from it.
    const KIND: u32;
    /// The smallest group of slots that has bytes of its own.
    const UNIT: Unit;

    /// Returns the number of slots up to the last one that is not as in a new guard. Those from `count` on are.
    fn end(&self, count: usize) -> usize;

    /// Writes the image of some slots to `saved`, which has their bytes.
    fn save(&self, saved: &mut [u8]);

    /// Returns which of the slots from `64 * word` on are live in an image, the first slot in the lowest bit.
    fn live(saved: &[u8], word: usize) -> u64;

    /// Counts the live and the retired slots in an image of `slots` slots. Returns `None` for bytes that no guard
    /// writes.
    fn count(saved: &[u8], slots: usize) -> Option<SlotCounts>;

    /// Returns whether a slot of an image is neither live nor retired.
    fn is_free(saved: &[u8], index: usize) -> bool;

    /// Returns whether a slot of an image is as in a new guard.
    fn is_new(saved: &[u8], index: usize) -> bool;

    /// Loads the state from an image. The slots from `count` on are as in a new guard before.
    ///
    /// # Safety
    ///
    /// 1. `saved` has the bytes of some slots, at most as many as the pool has, and [`count`](GuardImage::count)
    ///    returns `Some` for it, with `retired` retired slots.
    unsafe fn load(&mut self, saved: &[u8], retired: u32, count: usize);
}

/// A group of slots in a part of an image, in which every slot has the same number of bits.
#[derive(Clone, Copy, Debug)]
pub struct Unit {
    /// The number of slots: a divisor of 64.
    pub(crate) slots: usize,
    /// The number of bytes of these slots.
    pub(crate) bytes: usize,
}

impl Unit {
    /// A slot of this many bytes.
    pub(crate) const fn slot(bytes: usize) -> Self {
        Unit { slots: 1, bytes }
    }

    /// Returns the number of bytes of the first `slots` slots.
    #[inline]
    pub(crate) const fn bytes_of(self, slots: usize) -> usize {
        slots.div_ceil(self.slots) * self.bytes
    }

    /// Returns the number of bytes of 64 slots. If it overflows, no pool has this many slots.
    #[inline]
    pub(crate) const fn word_bytes(self) -> usize {
        (64 / self.slots).saturating_mul(self.bytes)
    }
}

/// The numbers of live and of retired slots in the image of a guard. No slot is both.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SlotCounts {
    /// The number of live slots.
    pub live: u32,
    /// The number of retired slots.
    pub retired: u32,
}
