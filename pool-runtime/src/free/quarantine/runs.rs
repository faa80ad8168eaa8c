//! Free slots as runs: slots that follow each other.
//!
//! The slots that one operation freed mostly follow each other in the ring. Then there are few runs of slots that wait,
//! and the slots between them are free. If there are many runs, the guard is asked.

use super::ring::Ring;
use crate::base::element::Element;
use core::ops::Range;

/// The most runs that are looked for.
const MOST: usize = 16;

/// The indices of a ring, in ascending order.
pub(super) struct Runs {
    runs: [Range<u32>; MOST],
    len: usize,
}

impl Runs {
    /// Returns `None` if there are more than `MOST`.
    pub(super) fn of<E: Element, const N: usize>(ring: &Ring<E, N>) -> Option<Self> {
        let mut found = Runs { runs: [const { 0..0 }; MOST], len: 0 };
        let mut last = 0..0;
        ring.visit_runs(|run| {
            if run.start == last.end {
                last.end = run.end;
                return Some(());
            }
            found.add(core::mem::replace(&mut last, run))
        })?;
        found.add(last)?;
        Some(found)
    }

    /// Adds a run, unless it is empty.
    #[inline]
    fn add(&mut self, mut run: Range<u32>) -> Option<()> {
        if run.is_empty() {
            return Some(());
        }
        let (sorted, rest) = self.runs.split_at_mut_checked(self.len)?;
        // The runs behind it move up by one.
        for other in sorted {
            if other.start > run.start {
                core::mem::swap(other, &mut run);
            }
        }
        *rest.first_mut()? = run;
        self.len += 1;
        Some(())
    }

    /// Returns the runs.
    #[inline]
    fn sorted(&self) -> &[Range<u32>] {
        self.runs.get(..self.len).unwrap_or_default()
    }

    /// Returns the first slot behind all runs.
    #[inline]
    pub(super) fn end(&self) -> u32 {
        self.sorted().last().map_or(0, |run| run.end)
    }

    /// Returns the runs of slots between these runs.
    #[inline]
    pub(super) fn gaps(&self) -> impl Iterator<Item = Range<u32>> {
        let ends = self.sorted().iter().map(|run| run.end);
        core::iter::once(0).chain(ends).zip(self.sorted()).map(|(end, run)| end..run.start)
    }
}
