//! The bits that are set in a word.

/// Returns the numbers of the bits that are set, in ascending order.
#[inline]
pub(crate) fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        // The comparison comes first: the compiler then knows that there is a bit to search for.
        if word == 0 {
            return None;
        }
        let bit = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        Some(bit as usize)
    })
}
