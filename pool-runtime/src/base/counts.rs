//! What a pool remembers of its use: the most slots that were live at once, and how often it was full.
//!
//! The mark is not kept up by insertions. A pool is at its fullest right before something is taken out, or right now: so
//! what gives slots back notes the length before it does, and who asks compares with the length of the moment.

#![expect(unsafe_code, reason = "zero bytes are the counts of a new pool")]

use bytemuck::Zeroable;

/// Counts of a pool with one owner. All zero bytes are those of a new one.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct Counts {
    /// The largest length that was noted.
    most_live: u32,
    /// Refusals; stays at the largest.
    exhausted: u32,
}

// SAFETY: two integers.
unsafe impl Zeroable for Counts {}

impl Counts {
    /// Those of a new pool.
    pub(crate) const fn new() -> Self {
        Counts { most_live: 0, exhausted: 0 }
    }

    /// Notes the length that the pool has before slots are given back.
    #[inline]
    pub(crate) const fn note(&mut self, len: u32) {
        // A branch, which is rarely taken: most of the time the pool was fuller before.
        if len > self.most_live {
            self.most_live = len;
        }
    }

    /// Counts a refusal.
    #[cold]
    pub(crate) const fn refuse(&mut self) {
        self.exhausted = self.exhausted.saturating_add(1);
    }

    /// The most slots that were live at once, in a pool of this length.
    #[inline]
    pub(crate) const fn high_water_mark(&self, len: u32) -> usize {
        if len > self.most_live { len as usize } else { self.most_live as usize }
    }

    /// Refusals.
    #[inline]
    pub(crate) const fn exhausted(&self) -> u64 {
        self.exhausted as u64
    }
}

#[cfg(test)]
mod tests {
    use super::Counts;

    #[test]
    fn refusals_stay_at_the_largest_number() {
        let mut counts = Counts { most_live: 0, exhausted: u32::MAX - 1 };
        counts.refuse();
        counts.refuse();
        assert_eq!(counts.exhausted(), u64::from(u32::MAX));
    }

    #[test]
    fn the_mark_is_what_was_noted_or_is_now() {
        let mut counts = Counts::new();
        assert_eq!(counts.high_water_mark(3), 3);
        counts.note(5);
        counts.note(2);
        assert_eq!((counts.high_water_mark(3), counts.high_water_mark(7)), (5, 7));
    }
}
