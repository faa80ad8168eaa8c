//! The number of words for the bits of slots that threads share: one bit per slot, and a summary above 1,024 slots.

/// The most words without a summary.
const WITHOUT_SUMMARY: usize = 32;

/// Returns the number of words of 32 bits for `slots` slots.
#[inline]
pub(crate) const fn slot_words(slots: usize) -> usize {
    slots.div_ceil(32)
}

/// Returns the number of words for `slots` slots and their summary.
#[inline]
pub(crate) const fn bit_words(slots: usize) -> usize {
    let words = slot_words(slots);
    if words > WITHOUT_SUMMARY { words + words.div_ceil(32) } else { words }
}
