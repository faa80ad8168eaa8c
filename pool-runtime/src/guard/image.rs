//! Guards as bytes: the part of a [saved](crate::image) pool that says which slots are live, and their generations.
//!
//! The bytes are those of the first slots in the guard's own array, in the byte order of the machine. Bits that carry
//! no state are zero, so that a state has exactly one image.

use super::kind::{self, SavedGuard};
use crate::base::cut;
use core::ops::Range;

/// A guard that can be saved to bytes and loaded from them. An image has the first slots of the pool, up to the last
/// one that is not as in a new guard, or more.
///
/// The default methods are those of a guard that keeps nothing. There is nothing to save then, and none of them is
/// called: saving a pool requires a [`Tracked`](crate::Tracked) layout.
pub trait GuardImage {
    /// The [number](kind) of the guard. The capacity and the number of generations are compared apart from it.
    const KIND: u16 = kind::NONE;
    /// The smallest group of slots that has bytes of its own.
    const UNIT: Unit = kind::unit(Self::KIND);

    /// Returns the number of slots up to the last one that is not as in a new guard. Those from `count` on are as in a
    /// new guard.
    #[inline]
    fn end(&self, _count: usize) -> usize {
        0
    }

    /// Returns the image of all slots, and maybe more bytes.
    #[inline]
    fn bytes(&self) -> &[u8] {
        &[]
    }

    /// Writes the image of some slots to `saved`, which is as long as their bytes.
    #[inline]
    fn save(&self, saved: &mut [u8]) {
        cut::copy(saved, cut::first(self.bytes(), saved.len()));
    }

    /// Returns which of the slots from `64 * word` on are live in an image, the first slot in the lowest bit.
    #[inline]
    fn live(_saved: &[u8], _word: usize) -> u64 {
        0
    }

    /// Counts the live and the retired slots in an image of `slots` slots. Returns `None` for bytes that no guard
    /// writes.
    #[inline]
    fn count(_saved: &[u8], _slots: usize) -> Option<SlotCounts> {
        None
    }

    /// Returns whether a slot of an image is neither live nor retired.
    #[inline]
    fn is_free(_saved: &[u8], _index: usize) -> bool {
        false
    }

    /// Returns whether a slot of an image is live.
    #[inline]
    fn was_live(_saved: &[u8], _index: usize) -> bool {
        false
    }

    /// Returns whether a slot of an image is as in a new guard.
    #[inline]
    fn is_new(_saved: &[u8], _index: usize) -> bool {
        true
    }

    /// Writes the image of this guard for that of a guard with fewer generations, or of guard `live`. Returns `None`
    /// for bytes that no guard writes.
    #[inline]
    fn recode(_saved: SavedGuard<'_>, _out: &mut [u8]) -> Option<()> {
        None
    }

    /// Loads the state from an image. Before the call, the slots from `count` on are as in a new guard.
    ///
    /// # Safety
    ///
    /// 1. `saved` has the bytes of some slots, at most as many as the pool has, and [`count`](GuardImage::count)
    ///    returns `Some` for it, with `retired` retired slots.
    #[inline]
    unsafe fn load(&mut self, _saved: &[u8], _retired: u32, _count: usize) {}

    /// Returns the bytes of some slots, to write those of free ones.
    ///
    /// # Safety
    ///
    /// 1. The slots are as in a new guard. The bytes that are written are of slots for which
    ///    [`is_free`](GuardImage::is_free) returns `true`.
    #[inline]
    unsafe fn bytes_of_free(&mut self, _slots: Range<usize>) -> &mut [u8] {
        &mut []
    }
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
    #[inline]
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
