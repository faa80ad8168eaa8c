//! Where the deltas of a history are in its ring of bytes.

use core::ops::Range;

/// The steps back, from the newest state to older ones.
#[derive(Clone, Debug)]
pub(super) struct Steps<const N: usize> {
    /// The steps, the oldest at `first`, and so on around.
    steps: [Step; N],
    first: usize,
    count: usize,
}

/// A delta that leads back to an older state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    start: usize,
    end: usize,
    /// The frame of the state that it leads to.
    pub(super) frame: i64,
}

impl Step {
    /// Where its bytes are in the ring.
    #[inline]
    pub(super) fn place(self) -> Range<usize> {
        self.start..self.end
    }

    #[inline]
    fn overlaps(self, other: Step) -> bool {
        self.start < other.end && other.start < self.end
    }
}

impl<const N: usize> Steps<N> {
    pub(super) fn new() -> Self {
        Steps { steps: [Step { start: 0, end: 0, frame: 0 }; N], first: 0, count: 0 }
    }

    pub(super) fn count(&self) -> usize {
        self.count
    }

    pub(super) fn clear(&mut self) {
        self.count = 0;
    }

    /// The step that leads from the state `back` steps before the newest one to the state before that.
    pub(super) fn back(&self, back: usize) -> Step {
        self.steps[(self.first + self.count - 1 - back) % N]
    }

    /// The frames of the older states, from the newest to the oldest.
    pub(super) fn frames(&self) -> impl Iterator<Item = i64> {
        (0..self.count).map(|back| self.back(back).frame)
    }

    /// Adds a step of this many bytes to a ring of `ring` bytes, and returns its place. Forgets the oldest steps to
    /// make room. `None` if the ring has too few bytes.
    pub(super) fn add(
        &mut self,
        frame: i64,
        bytes: usize,
        ring: usize,
        forgotten: &mut u64,
    ) -> Option<Range<usize>> {
        if bytes > ring || N == 0 {
            return None;
        }
        if self.count == N {
            self.forget_oldest();
        }
        let end = if self.count == 0 { 0 } else { self.back(0).end };
        let start = if bytes > ring - end { 0 } else { end };
        let step = Step { start, end: start + bytes, frame };
        while (0..self.count).any(|back| self.back(back).overlaps(step)) {
            self.forget_oldest();
            *forgotten += 1;
        }
        self.steps[(self.first + self.count) % N] = step;
        self.count += 1;
        Some(step.place())
    }

    /// The step that leads from the newest state to the one before.
    pub(super) fn newest(&self) -> Option<Step> {
        (self.count > 0).then(|| self.back(0))
    }

    /// Removes the newest step.
    pub(super) fn pop(&mut self) {
        assert!(self.count > 0, "a step was removed that does not exist");
        self.count -= 1;
    }

    fn forget_oldest(&mut self) {
        self.first = (self.first + 1) % N;
        self.count -= 1;
    }
}
