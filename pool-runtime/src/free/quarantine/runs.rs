//! Free slots as runs: slots that follow each other.
//!
//! What one operation gave back follows each other in the ring, mostly. Then the runs of slots that wait are few, and
//! those between them are free. If they are many, the guard is asked.

#![expect(unsafe_code, reason = "words of the guard are reached without a bounds check")]

use super::ring::Ring;
use crate::base::element::Element;
use crate::guard::Guard;
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
    fn sorted(&self) -> &[Range<u32>] {
        self.runs.get(..self.len).unwrap_or_default()
    }

    /// Returns the first slot behind all runs.
    pub(super) fn end(&self) -> u32 {
        self.sorted().last().map_or(0, |run| run.end)
    }

    /// Returns the runs between them.
    pub(super) fn gaps(&self) -> impl Iterator<Item = Range<u32>> {
        let ends = self.sorted().iter().map(|run| run.end);
        core::iter::once(0).chain(ends).zip(self.sorted()).map(|(end, run)| end..run.start)
    }
}

/// Returns the runs of slots before `end` that are neither live nor retired.
pub(super) fn free_runs<G: Guard>(guard: &G, end: u32) -> impl Iterator<Item = Range<u32>> {
    let end = end.min(G::CAPACITY as u32);
    (0..end.div_ceil(64)).flat_map(move |word| {
        let first = 64 * word;
        let slots = 64.min(end - first);
        // SAFETY: 1. The word has a slot before `end`, which is at most the capacity.
        let mut free = !unsafe { guard.live_word(word as usize) };
        if guard.retired() > 0 {
            for bit in 0..slots {
                // SAFETY: 1. The slot is before `end`, which is at most the capacity.
                let is_retired = unsafe { guard.is_retired((first + bit) as usize) };
                free &= !(u64::from(is_retired) << bit);
            }
        }
        free &= u64::MAX >> (64 - slots);
        core::iter::from_fn(move || {
            let start = free.trailing_zeros();
            if start == 64 {
                return None;
            }
            let end = start + (free >> start).trailing_ones();
            free &= u64::MAX.checked_shl(end).unwrap_or(0);
            Some(first + start..first + end)
        })
    })
}
