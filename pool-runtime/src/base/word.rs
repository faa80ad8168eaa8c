//! 64 slots of an image, whose live ones are saved, loaded or compared together.

use super::cut;
use super::ones::ones;
use super::runs;

/// A word of 64 slots.
#[derive(Clone, Copy, Debug)]
pub struct Word<'a> {
    /// Its first slot.
    pub(crate) first: usize,
    /// Its live slots, the first one in the lowest bit.
    pub(crate) live: u64,
    /// The places of its live slots in a dense pool. In place, a slot is its own place.
    pub(crate) places: Option<&'a [u32; 64]>,
}

impl Word<'_> {
    /// Calls `visit` with the first place and the length of runs of objects, in slot order: see [`runs::each_run`]. In
    /// a dense pool, a run is one object.
    #[inline]
    pub(crate) fn each_run(self, mut visit: impl FnMut(usize, usize)) {
        match self.places {
            Some(places) => ones(self.live).for_each(|slot| visit(places[slot] as usize, 1)),
            None => runs::each_run(self.live, |first, count| visit(self.first + first, count)),
        }
    }

    /// The place of a slot of the word.
    #[inline]
    pub(crate) fn place(self, slot: usize) -> usize {
        self.places.map_or(self.first + slot, |places| places[slot] as usize)
    }

    /// The places of the live slots of a word of a dense pool.
    #[inline]
    pub(crate) fn places(first: usize, live: u64, mut place_of: impl FnMut(usize) -> usize) -> [u32; 64] {
        let mut places = [0; 64];
        ones(live).for_each(|slot| places[slot] = place_of(first + slot) as u32);
        places
    }

    /// Calls `differs` with the place of each slot that is `asked` for and with its `size` bytes, out of those of all
    /// live slots. Returns the slots for which it returns `true`, the first slot of the word in the lowest bit.
    #[inline]
    pub(crate) fn each_asked(
        self,
        asked: u64,
        size: usize,
        mut bytes: &[u8],
        differs: impl Fn(usize, &[u8]) -> bool,
    ) -> u64 {
        let (mut live, mut differing) = (self.live, 0);
        while live != 0 {
            let slot = live.trailing_zeros() as usize;
            live &= live - 1;
            let (saved, rest) = cut::split(bytes, size);
            bytes = rest;
            if asked >> slot & 1 != 0 && differs(self.place(slot), saved) {
                differing |= 1 << slot;
            }
        }
        differing
    }
}
