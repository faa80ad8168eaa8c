//! Guard `none`: no bookkeeping beyond the index stack, for plain data only.
//!
//! Nothing is known of a slot, so every handle names whatever its slot holds: an object, the bytes of a former one, or
//! zero bytes. That is sound because the item is [`Pod`](bytemuck::Pod): every slot always holds a valid value (slots
//! start zeroed), and none needs dropping. A handle that is removed twice is **not** caught: its slot is then handed
//! out twice, and two handles name it.

use super::{Guard, GuardImage, SlotCounts, Vacated};
use bytemuck::Zeroable;

/// No state for `N` slots.
#[derive(Debug)]
#[repr(transparent)]
pub struct NoGuard<const N: usize>([(); N]);

// SAFETY: it has no bytes.
unsafe impl<const N: usize> Zeroable for NoGuard<N> {}

// SAFETY: 1. it does not track. 2. the generation is always 0.
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
    unsafe fn occupy(&mut self, _index: usize) {}

    #[inline]
    unsafe fn vacate(&mut self, _index: usize) -> Vacated {
        Vacated::Free
    }

    unsafe fn revive(&mut self, _index: usize, _generation: u32) {}

    #[inline]
    unsafe fn suspend(&mut self, _index: usize) {}

    #[inline]
    unsafe fn live_word(&self, _word: usize) -> u64 {
        0
    }

    fn copy_generations(&mut self, _other: &Self) {}

    fn copy_from(&mut self, _other: &Self) {}
}

/// There is nothing to save, and no pool asks: what saves a pool is bound to [`Tracked`](crate::Tracked) layouts.
impl<const N: usize> GuardImage for NoGuard<N> {
    const KIND: u32 = 0;
    const WORD_BYTES: usize = 0;
    const BYTES: usize = 0;

    fn save(&self, _saved: &mut [u8]) {}

    fn live(_saved: &[u8], _word: usize) -> u64 {
        0
    }

    fn count(_saved: &[u8]) -> Option<SlotCounts> {
        None
    }

    fn is_free(_saved: &[u8], _index: usize) -> bool {
        false
    }

    unsafe fn load(&mut self, _saved: &[u8], _retired: u32) {}
}
