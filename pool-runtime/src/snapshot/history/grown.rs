//! The places for two saves and a delta of a world that grows. They have no largest size, so they are not in the memory
//! of the history: each is as large as the largest one that was in it.
//!
//! Without feature `alloc` there are no places, and the history of a world that grows does not compile.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

/// The number of the place of the delta, after those of the saves.
pub(super) const DELTA: usize = 2;

#[derive(Default)]
pub(super) struct Grown {
    #[cfg(feature = "alloc")]
    places: [Vec<u8>; DELTA + 1],
}

#[cfg(feature = "alloc")]
impl Grown {
    /// Makes sure that a place has this many bytes.
    pub(super) fn make_room(&mut self, place: usize, bytes: usize) {
        let place = &mut self.places[place];
        if place.len() < bytes {
            place.resize(bytes, 0);
        }
    }

    /// The places for the saves, and the one for a delta.
    pub(super) fn places(&mut self) -> [&mut [u8]; DELTA + 1] {
        self.places.each_mut().map(|place| &mut place[..])
    }

    /// A save, and bytes behind it.
    pub(super) fn save(&self, place: usize) -> &[u8] {
        &self.places[place]
    }
}

#[cfg(not(feature = "alloc"))]
impl Grown {
    pub(super) fn make_room(&mut self, _place: usize, _bytes: usize) {}

    pub(super) fn places(&mut self) -> [&mut [u8]; DELTA + 1] {
        [&mut [], &mut [], &mut []]
    }

    pub(super) fn save(&self, _place: usize) -> &[u8] {
        &[]
    }
}

impl Clone for Grown {
    fn clone(&self) -> Self {
        Grown {
            #[cfg(feature = "alloc")]
            places: self.places.clone(),
        }
    }

    fn clone_from(&mut self, _source: &Self) {
        #[cfg(feature = "alloc")]
        self.places.clone_from(&_source.places);
    }
}
