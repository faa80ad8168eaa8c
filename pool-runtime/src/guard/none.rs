//! Guard `none`: nothing is stored about a slot, for plain data only. [`guard`](super) says what that means for
//! handles.
//!
//! It is sound because items are [`Pod`](bytemuck::Pod). Every slot always holds a valid value: zero bytes at first,
//! later an object or the bytes of a removed one. No value needs to be dropped.

use super::{Guard, GuardImage, SavedGuard, SlotCounts, Unit, Vacated};
use bytemuck::Zeroable;

/// No state for `N` slots.
#[derive(Debug)]
#[repr(transparent)]
pub struct NoGuard<const N: usize>([(); N]);

// SAFETY: the type has no bytes.
unsafe impl<const N: usize> Zeroable for NoGuard<N> {}

// SAFETY: 1. `TRACKS` is `false`, so nothing is claimed about live slots. 2. The generation is always 0, and
// `GENERATIONS` is 1.
unsafe impl<const N: usize> Guard for NoGuard<N> {
    const CAPACITY: usize = N;
    const GENERATIONS: u32 = 1;
    const TRACKS: bool = false;

    #[inline]
    unsafe fn generation(&self, _index: usize) -> u32 {
        0
    }

    #[inline]
    unsafe fn names(&self, _index: usize, _generation: u32) -> bool {
        true
    }

    #[inline]
    unsafe fn is_live(&self, _index: usize) -> bool {
        true
    }

    #[inline]
    unsafe fn occupy(&mut self, _index: usize) -> u32 {
        0
    }

    #[inline]
    unsafe fn vacate(&mut self, _index: usize) -> Vacated {
        Vacated::Free
    }

    #[inline]
    unsafe fn vacate_word(&mut self, _word: usize) {}

    unsafe fn revive(&mut self, _index: usize, _generation: u32) {}

    #[inline]
    unsafe fn suspend(&mut self, _index: usize) {}

    #[inline]
    unsafe fn live_word(&self, _word: usize) -> u64 {
        0
    }

    unsafe fn differing_word(&self, _saved: &[u8], _word: usize) -> u64 {
        0
    }

    fn clear_slots(&mut self, _count: usize) {}

    fn copy_generations(&mut self, _other: &Self, _count: usize) {}

    fn copy_from(&mut self, _other: &Self, _count: usize) {}
}

/// There is nothing to save, and none of this is called: saving a pool requires a [`Tracked`](crate::Tracked) layout.
impl<const N: usize> GuardImage for NoGuard<N> {
    const KIND: u32 = 0;
    const UNIT: Unit = Unit::slot(0);

    fn end(&self, _count: usize) -> usize {
        0
    }

    fn bytes(&self) -> &[u8] {
        &[]
    }

    fn live(_saved: &[u8], _word: usize) -> u64 {
        0
    }

    fn count(_saved: &[u8], _slots: usize) -> Option<SlotCounts> {
        None
    }

    fn was_live(_saved: &[u8], _index: usize) -> bool {
        false
    }

    fn is_new(_saved: &[u8], _index: usize) -> bool {
        true
    }

    fn is_free(_saved: &[u8], _index: usize) -> bool {
        false
    }

    fn recode(_saved: SavedGuard<'_>, _out: &mut [u8]) -> Option<()> {
        None
    }

    unsafe fn load(&mut self, _saved: &[u8], _retired: u32, _count: usize) {}
}
