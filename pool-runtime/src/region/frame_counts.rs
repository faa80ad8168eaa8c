//! The counts of a frame, and the numbers that tell its ids from all others. All zeros are an empty frame.

use super::frame_id::{FrameId, Stored};
use super::header::Header;
use crate::base::instance;
use core::cell::Cell;
use core::num::NonZeroU32;

/// The bookkeeping of a frame.
#[derive(Debug)]
#[repr(C)]
pub(super) struct Counts {
    pub(super) header: Header,
    pub(super) names: Names,
}

impl Counts {
    pub(super) const fn new() -> Self {
        Counts { header: Header::EMPTY, names: Names::new() }
    }

    /// Frees everything, and makes every id stale.
    #[inline]
    pub(super) fn reset(&mut self) {
        self.header.reset();
        self.names.reset();
    }
}

/// The numbers that tell the ids of a frame from all others.
#[derive(Debug)]
pub(super) struct Names {
    /// Drawn when the first value is stored. It is a cell because a scope stores values while it is shared. A frame
    /// that is shared between threads is only read.
    instance: Cell<Option<NonZeroU32>>,
    /// The number of resets. After the last number it begins anew, with a new instance.
    epoch: u32,
}

impl Names {
    const fn new() -> Self {
        Names { instance: Cell::new(None), epoch: 0 }
    }

    fn reset(&mut self) {
        match self.epoch.checked_add(1) {
            Some(epoch) => self.epoch = epoch,
            // No pair of an instance and an epoch comes twice: the next id draws a new instance.
            None => *self = Names::new(),
        }
    }

    /// The numbers that a new id carries.
    ///
    /// # Panics
    ///
    /// Panics if all instance numbers of the program are drawn.
    #[inline]
    pub(super) fn owner(&self) -> (NonZeroU32, u32) {
        let instance = match self.instance.get() {
            Some(instance) => instance,
            None => self.draw(),
        };
        (instance, self.epoch)
    }

    #[cold]
    #[inline(never)]
    fn draw(&self) -> NonZeroU32 {
        let instance = instance::draw();
        self.instance.set(Some(instance));
        instance
    }

    /// Whether the id was made by this frame since its last reset.
    #[inline]
    pub(super) fn own<T: Stored + ?Sized>(&self, id: FrameId<T>) -> bool {
        let (instance, epoch) = id.owner();
        self.instance.get() == Some(instance) && self.epoch == epoch
    }
}

#[cfg(test)]
mod tests {
    use super::Names;

    #[test]
    fn no_epoch_comes_twice() {
        let mut names = Names::new();
        names.epoch = u32::MAX - 1;
        let first = names.owner();
        names.reset();
        let second = names.owner();
        assert_eq!(second, (first.0, u32::MAX));
        names.reset();
        let third = names.owner();
        assert_eq!(third.1, 0);
        assert!(third.0 > first.0, "a new instance");
    }
}
