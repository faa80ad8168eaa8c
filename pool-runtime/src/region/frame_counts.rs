//! What a frame counts, and what tells its ids from all others. All zeros are those of an empty one.

use super::frame_id::{FrameId, Stored};
use super::header::Header;
use crate::instance;
use core::cell::Cell;
use core::num::NonZeroU32;

/// The bookkeeping of a frame.
#[derive(Debug)]
#[repr(C)]
pub(super) struct Counts {
    header: Header,
    names: Names,
}

impl Counts {
    pub(super) const fn new() -> Self {
        Counts { header: Header::EMPTY, names: Names::new() }
    }

    /// Everything is free again, and no id is right any more.
    #[inline]
    pub(super) fn reset(&mut self) {
        self.catch_up();
        self.header.reset();
        self.names.reset();
    }

    /// The header, which counts all that is in use, and the names.
    #[inline]
    pub(super) fn split(&mut self) -> (&mut Header, &Names) {
        self.catch_up();
        (&mut self.header, &self.names)
    }

    /// Counts what was stored in a scope that was forgotten.
    #[inline]
    fn catch_up(&mut self) {
        if self.names.used.get() > self.header.used {
            self.header.high_water_mark = self.high_water_mark();
            self.header.used = self.names.used.get();
            self.header.padding = self.names.padding.get();
        }
    }

    #[inline]
    pub(super) fn names(&self) -> &Names {
        &self.names
    }

    /// Bytes in use.
    #[inline]
    pub(super) fn used(&self) -> usize {
        self.header.used.max(self.names.used.get())
    }

    /// Bytes in use that alignment left unused.
    #[inline]
    pub(super) fn padding(&self) -> usize {
        if self.names.used.get() > self.header.used { self.names.padding.get() } else { self.header.padding }
    }

    /// The largest number of bytes in use so far.
    #[inline]
    pub(super) fn high_water_mark(&self) -> usize {
        self.header.high_water_mark.max(self.used())
    }
}

/// What tells the ids of a frame from all others, and how far they reach.
///
/// Cells, since a scope names values while it is shared; whoever else shares a frame only reads them.
#[derive(Debug)]
pub(super) struct Names {
    /// Drawn when the first value is named.
    instance: Cell<Option<NonZeroU32>>,
    /// Resets since then, and before.
    epoch: u32,
    /// Bytes that were in use when a value was last named. Not one of them is given out again before the reset, not even
    /// where the scope is forgotten whose memory they were.
    used: Cell<usize>,
    /// Those of them that alignment left unused.
    padding: Cell<usize>,
}

impl Names {
    const fn new() -> Self {
        Names { instance: Cell::new(None), epoch: 0, used: Cell::new(0), padding: Cell::new(0) }
    }

    fn reset(&mut self) {
        self.used.set(0);
        self.padding.set(0);
        match self.epoch.checked_add(1) {
            Some(epoch) => self.epoch = epoch,
            // No pair of an instance and an epoch comes twice.
            None => {
                self.instance.set(None);
                self.epoch = 0;
            }
        }
    }

    /// What the ids of now carry.
    ///
    /// # Panics
    ///
    /// When there are no more instance numbers.
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

    /// Keeps what is in use now until the reset.
    #[inline]
    pub(super) fn keep(&self, used: usize, padding: usize) {
        debug_assert!(used >= self.used.get(), "memory of a named value was given back");
        self.used.set(used);
        self.padding.set(padding);
    }

    /// Whether the id is one of this frame, since its last reset.
    #[inline]
    pub(super) fn own<T: Stored + ?Sized>(&self, id: FrameId<T>) -> bool {
        let (instance, epoch) = id.owner();
        let own = self.instance.get() == Some(instance) && self.epoch == epoch;
        debug_assert!(!own || id.offset() <= self.used.get(), "an id names what was never stored");
        own
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
