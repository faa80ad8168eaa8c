//! What a pool remembers about its use: the most slots that were live at once, and how often it was full.
//!
//! Insertions do not update the high-water mark. The length of a pool is largest right before a removal, or it is the
//! length of this moment. So each operation that frees slots notes the length first, and
//! [`high_water_mark`](Counts::high_water_mark) compares the noted length with the current one.

#![expect(unsafe_code, reason = "zero bytes are the counts of a new pool")]

use bytemuck::Zeroable;

/// The counts of a pool with one owner. All zero bytes are the counts of a new pool.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Counts {
    /// The largest length that was noted.
    most_live: u32,
    /// How often the pool refused an insertion. Saturates at `u32::MAX`.
    full_count: u32,
}

// SAFETY: all fields are `u32`s, for which zero bytes are 0.
unsafe impl Zeroable for Counts {}

impl Counts {
    /// The counts of a new pool.
    #[inline]
    pub(crate) const fn new() -> Self {
        Counts { most_live: 0, full_count: 0 }
    }

    /// Notes the length of the pool. Called before slots are freed.
    #[inline(always)]
    pub(crate) const fn note(&mut self, len: u32) {
        // A branch that is rarely taken: most of the time the pool was fuller before.
        if len > self.most_live {
            self.most_live = len;
        }
    }

    /// Returns the largest length that was noted.
    #[inline(always)]
    pub(crate) const fn most_noted(&self) -> u32 {
        self.most_live
    }

    /// Counts an insertion that was refused because the pool was full.
    #[cold]
    pub(crate) const fn refuse(&mut self) {
        self.full_count = self.full_count.saturating_add(1);
    }

    /// Sets the counts to those of a new pool.
    #[inline]
    pub(crate) const fn reset(&mut self) {
        *self = Counts::new();
    }

    /// Returns the most slots that were live at once in a pool whose length is now `len`.
    #[inline(always)]
    pub(crate) const fn high_water_mark(&self, len: u32) -> usize {
        if len > self.most_live { len as usize } else { self.most_live as usize }
    }

    /// Returns how often the pool was full.
    #[inline(always)]
    pub(crate) const fn full_count(&self) -> u64 {
        self.full_count as u64
    }
}

#[cfg(test)]
mod tests {
    use super::Counts;

    #[test]
    fn refusals_stay_at_the_largest_number() {
        let mut counts = Counts { most_live: 0, full_count: u32::MAX - 1 };
        counts.refuse();
        counts.refuse();
        assert_eq!(counts.full_count(), u64::from(u32::MAX));
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
