//! Runs of ones in a word: live slots that are adjacent. They are copied at once where that pays.

#![expect(unsafe_code, reason = "bytes are copied by pointer")]

/// Runs of this many ones and more are visited at once, shorter ones bit by bit: a call of `memcpy` takes as long as a
/// few copies of a size that the compiler knows.
const LONG: usize = 16;

/// Calls `visit` with the first bit and the length of runs of ones, in ascending order: once for a long run, and once
/// per bit of a short one. It gets a length and not an end: from an end of `bit + 1`, the compiler could not know that
/// the length is one, since the sum may wrap.
#[inline]
pub(crate) fn each_run(word: u64, mut visit: impl FnMut(usize, usize)) {
    let mut rest = word;
    if !has_long_run(word) {
        while rest != 0 {
            let bit = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            visit(bit, 1);
        }
        return;
    }
    while rest != 0 {
        let first = rest.trailing_zeros() as usize;
        let length = (rest >> first).trailing_ones() as usize;
        rest &= !(u64::MAX >> (64 - length) << first);
        if length >= LONG {
            visit(first, length);
        } else {
            (first..first + length).for_each(|bit| visit(bit, 1));
        }
    }
}

/// Whether a word has a long run of ones.
#[inline]
fn has_long_run(word: u64) -> bool {
    const { assert!(LONG == 16, "four steps find runs of sixteen") };
    let pairs = word & word >> 1;
    let fours = pairs & pairs >> 2;
    let eights = fours & fours >> 4;
    eights & eights >> 8 != 0
}

/// Copies the bytes of one `T`, or of several. One is by far the most frequent, and its size is known to the compiler.
///
/// # Safety
///
/// 1. `from` is readable and `to` is writable for this many bytes, and they do not overlap.
#[inline]
pub(crate) unsafe fn copy<T>(from: *const u8, to: *mut u8, bytes: usize) {
    if bytes == size_of::<T>() {
        // SAFETY: the caller promises readable and writable memory that does not overlap.
        unsafe { to.copy_from_nonoverlapping(from, size_of::<T>()) };
    } else {
        // SAFETY: the caller promises `bytes` readable and writable bytes that do not overlap.
        unsafe { to.copy_from_nonoverlapping(from, bytes) };
    }
}

#[cfg(test)]
mod tests {
    use super::{LONG, each_run, has_long_run};
    use crate::base::ones::ones;
    use crate::base::size::miri_or;
    use std::vec::Vec;

    #[test]
    fn runs_have_the_ones_of_their_word() {
        let shifted = |run: u64| (0..64).step_by(miri_or(5, 1)).map(move |shift| run << shift);
        let words = [0, 1, 0x7FFF, 0xFFFF, 0x1_FFFF, u64::MAX, 0xFF7F_3FDF_EFF7_FBFD, 0xFFFF_0FFF_FF00_FFFF];
        for word in words.into_iter().flat_map(shifted) {
            let (mut seen, mut longest) = (Vec::new(), 0);
            each_run(word, |first, length| {
                assert!(length == 1 || length >= LONG, "{length} from {first} on, of {word:#x}");
                longest = longest.max(length);
                seen.extend(first..first + length);
            });
            assert!(ones(word).eq(seen), "{word:#x}");
            assert_eq!(has_long_run(word), longest >= LONG, "{word:#x}");
        }
    }
}
