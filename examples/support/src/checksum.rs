//! A checksum of saved bytes, computed in words of 8 bytes.

const START: u64 = 0x9E37_79B9_7F4A_7C15;
const FACTOR: u64 = 0xBF58_476D_1CE4_E5B9;

/// The checksum of a state. Equal bytes have equal checksums, and changing one bit changes the checksum.
#[must_use]
pub fn checksum(bytes: &[u8]) -> u64 {
    let words = bytes.chunks_exact(8);
    let rest = words.remainder();
    let sum = words.fold(START, |sum, word| add(sum, bytemuck::pod_read_unaligned(word)));
    rest.iter().fold(sum, |sum, byte| add(sum, u64::from(*byte)))
}

/// The high half of the product is mixed into the low half. Otherwise the highest bit of a word would affect no other
/// bit, and in two words such bits cancel, for example the signs of two speeds (as in FNV-1a by words).
fn add(sum: u64, word: u64) -> u64 {
    let product = u128::from(sum ^ word) * u128::from(FACTOR);
    product as u64 ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::checksum;

    #[test]
    fn every_bit_counts_and_no_two_undo_each_other() {
        let mut bytes = [0; 27];
        let mut seen = std::collections::HashSet::from([checksum(&bytes)]);
        let bits = 8 * bytes.len();
        for first in 0..bits {
            bytes[first / 8] ^= 1 << (first % 8);
            for second in first..bits {
                if second > first {
                    bytes[second / 8] ^= 1 << (second % 8);
                }
                assert!(seen.insert(checksum(&bytes)), "bits {first} and {second}");
                if second > first {
                    bytes[second / 8] ^= 1 << (second % 8);
                }
            }
            bytes[first / 8] ^= 1 << (first % 8);
        }
    }
}
