//! A tally of what was done with a pool. It has a size in builds that [track](crate::track), and no bytes in others.

use core::fmt;

/// A kind of operations that are counted.
#[derive(Clone, Copy)]
pub(crate) enum Tallied {
    /// Objects that were inserted.
    Insertions,
    /// Objects that were removed.
    Removals,
    /// Operations that got a stale handle.
    StaleUses,
    /// Slots that began their generations anew.
    Wraps,
}

/// Whether this build counts.
pub(crate) const ARE_COUNTED: bool = cfg!(all(feature = "track", debug_assertions));

/// How many kinds of operations are counted.
const KINDS: usize = if ARE_COUNTED { 4 } else { 0 };

/// A count for each kind of operation. Bytes have no alignment, so where nothing is counted, they change no layout.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Tally([[u8; 8]; KINDS]);

impl Tally {
    /// Nothing was done.
    pub(crate) const NONE: Self = Tally([[0; 8]; KINDS]);

    /// Nobody counts.
    pub(crate) const UNKNOWN: Self = Tally([[0xFF; 8]; KINDS]);

    /// No totals are counted, except how often slots began their generations anew, if that is known.
    #[cfg(feature = "report")]
    pub(crate) fn of_wraps(wraps: Option<u64>) -> Self {
        let mut tally = Tally::UNKNOWN;
        if let (Some(bytes), Some(wraps)) = (tally.0.get_mut(Tallied::Wraps as usize), wraps) {
            *bytes = wraps.to_ne_bytes();
        }
        tally
    }

    /// Adds to a total. It cannot overflow: it would take centuries.
    #[inline]
    pub(crate) fn add(&mut self, total: Tallied, count: usize) {
        if let Some(bytes) = self.0.get_mut(total as usize) {
            *bytes = u64::from_ne_bytes(*bytes).wrapping_add(count as u64).to_ne_bytes();
        }
    }

    /// Subtracts from a total what was added: the operation was undone.
    #[inline]
    pub(crate) fn undo(&mut self, total: Tallied, count: usize) {
        if let Some(bytes) = self.0.get_mut(total as usize) {
            *bytes = u64::from_ne_bytes(*bytes).wrapping_sub(count as u64).to_ne_bytes();
        }
    }

    /// The total; `None` if it is not counted.
    #[inline]
    pub(crate) fn of(&self, total: Tallied) -> Option<u64> {
        let bytes = *self.0.get(total as usize)?;
        let count = u64::from_ne_bytes(bytes);
        (count < u64::MAX).then_some(count)
    }
}

/// All tallies are equal: a program compares figures in the same way in every build.
impl PartialEq for Tally {
    #[inline]
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

impl Eq for Tally {}

impl fmt::Debug for Tally {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.map(u64::from_ne_bytes)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::{ARE_COUNTED, Tallied, Tally};

    #[test]
    fn totals_are_counted_in_builds_that_track() {
        let mut tally = Tally::NONE;
        tally.add(Tallied::Removals, 3);
        tally.undo(Tallied::Removals, 1);
        tally.add(Tallied::StaleUses, 1);
        let all = [Tallied::Insertions, Tallied::Removals, Tallied::StaleUses].map(|total| tally.of(total));
        let expected = if ARE_COUNTED { [Some(0), Some(2), Some(1)] } else { [None; 3] };
        assert_eq!(all, expected);
        assert_eq!(Tally::UNKNOWN.of(Tallied::Removals), None);
        assert_eq!((tally, align_of::<Tally>()), (Tally::NONE, 1));
    }
}
