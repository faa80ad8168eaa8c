//! The checksum of an image. A delta carries that of its base, to refuse another base. It detects mistakes, not
//! attacks.

use xxhash_rust::xxh3::xxh3_64;

/// The number of bytes of a checksum.
pub(crate) const CHECKSUM_BYTES: usize = size_of::<u64>();

/// Returns a checksum of saved bytes, at the speed of memory. Equal bytes have equal checksums, on all machines.
///
/// It detects mistakes and not attacks: two machines compare it to find out whether their worlds are equal. It is
/// [XXH3](https://xxhash.com) of 64 bits with seed 0, so a program in another language can compute it too.
///
/// ```
/// # use stackpool::pool;
/// # pool! { Units: [u32; 100]; }
/// # let (mut here, mut there) = (UnitsPool::new(), UnitsPool::new());
/// let mut buffer = [0; UnitsPool::SAVED_BYTES];
/// let sum = stackpool::checksum(here.save_into(&mut buffer)?);
/// there.insert(7).unwrap();
/// assert_ne!(sum, stackpool::checksum(there.save_into(&mut buffer)?));
/// # Ok::<(), stackpool::BufferTooSmall>(())
/// ```
#[must_use]
#[inline]
pub fn checksum(bytes: &[u8]) -> u64 {
    xxh3_64(bytes)
}

#[cfg(test)]
mod tests {
    use super::checksum;
    use crate::base::size::miri_or;
    use std::collections::BTreeSet;
    use std::vec;
    use std::vec::Vec;

    /// The value is part of every delta: two builds that exchange deltas have to agree.
    #[test]
    #[inline]
    fn the_values_are_those_of_xxh3() {
        assert_eq!(checksum(b""), 0x2D06_8005_38D3_94C2);
        assert_eq!(checksum(b"a"), 0xE6C6_32B6_1E96_4E1F);
    }

    #[test]
    #[inline]
    fn every_bit_and_the_length_count() {
        for length in [0, 1, 63, 64, 65, 300] {
            let bytes = vec![0; length];
            let sum = checksum(&bytes);
            assert_ne!(sum, checksum(&vec![0; length + 1]));
            for bit in (0..8 * length).step_by(miri_or(117, 1)) {
                let mut other = bytes.clone();
                other[bit / 8] ^= 1 << (bit % 8);
                assert_ne!(sum, checksum(&other), "bit {bit} of {length} bytes");
            }
        }
    }

    #[test]
    #[inline]
    fn words_that_change_places_count() {
        let ascending: Vec<u8> = (0..=255).collect();
        for (a, b) in [(0, 8), (0, 64), (8, 72), (192, 248), (0, 128)] {
            let mut other = ascending.clone();
            other.copy_within(b..b + 8, a);
            other[b..b + 8].copy_from_slice(&ascending[a..a + 8]);
            assert_ne!(checksum(&ascending), checksum(&other), "words at {a} and {b}");
        }
    }

    /// Two small changes that are some words apart. (A sum that mixes each word into one of several lanes, and does not
    /// spread the upper bits of a word, is the same for many of these: a sign in one object, a tile in another.)
    #[test]
    #[inline]
    fn two_small_changes_do_not_cancel() {
        let mut sums = BTreeSet::new();
        let mut count = 0;
        let mut bytes = [0; 300];
        for first in (3..300).step_by(miri_or(99, 4)) {
            for second in (first + 1..300).step_by(miri_or(61, 1)) {
                for (one, other) in [(1, 1), (2, 1), (0x80, 0x80), (0x80, 0x40)] {
                    (bytes[first], bytes[second]) = (one, other);
                    sums.insert(checksum(&bytes));
                    count += 1;
                }
                bytes[second] = 0;
            }
            bytes[first] = 0;
        }
        assert_eq!(sums.len(), count);
    }
}
